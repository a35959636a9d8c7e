"""The pages of `docs/` say what the code says, and what they link to is there."""

import importlib
import re
import shutil
import sys
from pathlib import Path

import pytest
from support.commands import app
from support.layers import LAYERS
from typer.testing import CliRunner

import badugi_hh
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.cli.commands.db import DbAction
from badugi_hh.problems import CODES

ROOT = Path(__file__).resolve().parents[2]
HAND_WRITTEN = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "training/README.md"]
MARKDOWN = [ROOT / name for name in HAND_WRITTEN] + sorted((ROOT / "docs").rglob("*.md"))


@pytest.fixture(scope="module")
def build():
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module("build_pages")
    finally:
        sys.path.remove(str(ROOT / "docs"))


@pytest.fixture(scope="module")
def expected(build):
    """The text of each page that is derived from the code."""
    return dict(build.expected())


def test_no_page_is_stale(build, expected, monkeypatch):
    monkeypatch.setattr(build, "expected", lambda: expected)
    assert sorted(build.stale()) == [], "run: python docs/build_pages.py"


def test_every_built_block_is_one_that_something_makes(build):
    with pytest.raises(KeyError, match="nothing-makes-this"):
        build.fill("<!-- built: nothing-makes-this -->\n<!-- end -->", {})
    used = set()
    for path in build.WRITTEN_BY_HAND:
        text = (ROOT / path).read_text(encoding="utf-8")
        used |= {found["name"] for found in build.BLOCK.finditer(text)}
        assert len(build.BLOCK.findall(text)) == text.count("<!-- built:") == text.count("<!-- end -->")
    assert used == set(build.walkthrough.BLOCKS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_documented_option_is_one_that_help_knows(build, name):
    """The page is made from the declarations, the help by Typer; both must name the same options."""
    run = find_command(name)
    documented = {
        option
        for spelled, _ in importlib.import_module("commands_page").options_of(run)
        for option in re.findall(r"-[\w-]+", spelled.split(" ")[0])
    }
    shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
    helped = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", shown, re.MULTILINE)) - {"--help"}
    assert {option for option in documented if option.startswith("--")} == helped


@pytest.mark.parametrize("path", MARKDOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    """Links within the project only; nothing is fetched."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"(?:\]\(|\bsrc=\"|\bsrcset=\")([^)\s\"]+)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def anchors(path):
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


PYTHON_PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PYTHON_PAGE, re.DOTALL)


def test_the_python_page_has_every_error():
    errors = {name for name in badugi_hh.__all__ if name.endswith("Error")}
    assert set(re.findall(r"^\| `(\w+Error)` \|", PYTHON_PAGE, re.MULTILINE)) == errors
    assert all(f"`{name}`" in (badugi_hh.__doc__ or "") for name in errors)


@pytest.fixture(scope="module")
def database(samples, tmp_path_factory):
    """A database of the sample hand."""
    path = tmp_path_factory.mktemp("python") / "hands.duckdb"
    with badugi_hh.open(path) as hands:
        hands.import_paths(samples / "alice-bob-carol-ted.txt")
    return path


@pytest.fixture
def printed_by(samples, monkeypatch, capsys):
    """Return what runs a block of `docs/python.md` beside a folder and a database, and returns what it prints."""

    def run_block(block, folder, database):
        (folder / "HandHistory").mkdir(parents=True)
        shutil.copy(samples / "alice-bob-carol-ted.txt", folder / "HandHistory")
        if database is not None:
            shutil.copy(database, folder / "hands.duckdb")
        monkeypatch.chdir(folder)
        exec(PYTHON[block], {"__name__": "__main__"})  # noqa: S102 -- code of this project
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run_block


def test_the_first_python_block_makes_its_database(printed_by, tmp_path):
    assert len(PYTHON) == 4
    printed = printed_by(0, tmp_path, None)
    assert re.search(r"BB\W+vpip\W+0\W+1\W+0\.0\W", printed)  # Carol checked the big blind,
    assert re.search(r"BB\W+wtsd\W+1\W+1\W+1\.0\W", printed)  # and went to showdown
    assert re.search(r"Carol\W+USD\W+1\W+2000\b", printed)
    assert (tmp_path / "hands.duckdb").is_file()


def test_the_other_python_blocks_run_alone(printed_by, tmp_path, database):
    folders = [tmp_path / str(block) for block in range(4)]
    filtered, commands, rows = (printed_by(block, folders[block], database) for block in range(1, 4))
    assert re.search(r"Carol\W+1\W+BB\W+hands\W", filtered)  # the filter leaves the hand of the sample
    assert re.search(r"1 hands True \[\]", commands)
    assert re.search(r"-1600\b", commands)
    assert "3600 0 ['fold', 'call', 'call', 'check'" in commands
    assert (folders[2] / "hand.html").is_file()
    assert [path.name for path in (folders[2] / "anonymized").rglob("*.txt")]
    assert (folders[2] / "tables" / "hands.parquet").is_file()
    assert [path.name for path in (folders[2] / "simulated").rglob("*.txt")]
    assert rows.startswith("1 shape: (0, 2)")
    assert (folders[3] / "parts" / "hands" / "part-0000000000.parquet").is_file()


def test_the_page_says_what_every_command_is_in_python():
    (head,) = re.findall(
        r"^Every command except (.*) has the same name in Python\.$", PYTHON_PAGE, re.MULTILINE
    )
    rows = [
        (set(re.findall(r"`(\w+)`", left)), set(re.findall(r"`(\w+)`", right)))
        for left, right in re.findall(r"^\| (.*) \| (.*) \|$", PYTHON_PAGE.partition(head)[2], re.MULTILINE)
    ]
    (_, of_module), methods_row, (importing, imports), (actions, of_db), (without, named) = rows[1:6]
    others = set(re.findall(r"`(\w+)`", head))
    assert others == {"import", "db"} == imports | of_db
    assert of_module <= set(badugi_hh.__all__)
    methods = {name for each in badugi_hh.Hands.__mro__ for name in vars(each)}
    assert "methods of an open database | all others" in PYTHON_PAGE
    assert methods_row == (set(), set())
    assert set(COMMANDS) - others - of_module <= methods
    assert not of_module & methods
    assert importing == {"import_paths", "import_"} <= methods
    assert actions == {str(action) for action in DbAction} <= methods
    assert without == {"solution", "pot_solution", "simulate_hands"} <= set(badugi_hh.__all__)
    assert named == {"solve", "pot", "simulate"} <= set(COMMANDS)


def test_the_readme_is_short_and_has_every_command():
    """At most 900 words, blocks of real output apart; a row of the table for each command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(re.sub(r"<!-- built: .*?<!-- end -->", "", text, flags=re.DOTALL).split()) <= 900
    rows = re.findall(r"^\| `badugi-hh (\w+)", text, re.MULTILINE)
    assert set(rows) == set(COMMANDS)


def test_names_that_pages_place_in_a_file_are_defined_there():
    """Such as "`Hands` in `badugi_hh/api/hands.py`"."""
    checked = 0
    for path in MARKDOWN:
        text = path.read_text(encoding="utf-8")
        for name, file in re.findall(r"`([A-Za-z_]+)` in `([\w.-]+/[\w./-]+\.py)`", text):
            assert defines(ROOT / file, name), f"{path.name}: {name} in {file}"
            checked += 1
    assert checked > 5


def defines(path, name):
    """Return whether a statement of a module defines a name; imported names are not among them."""
    pattern = rf"^(?:(?:class|def) {name}\b|{name}\b[^=(.]*=)"
    return re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_codes_that_pages_name_exist():
    for path in MARKDOWN:
        named = set(re.findall(r"`([TGHRCMSX]\d\d)`", path.read_text(encoding="utf-8")))
        assert named <= CODES.keys(), path


def test_files_that_pages_name_exist():
    """A page that names `badugi_hh/…`, `tests/…` and the like names what is there."""
    ours = "badugi_hh|tests|docs|training|grammars|reports|sample_histories|benchmarks"
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in MARKDOWN
        for name in re.findall(rf"`((?:{ours})/[\w./-]*)`", path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == []


def test_the_rooms_of_the_architecture_page_are_those_of_the_code():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    printed = dict.fromkeys(LAYERS, 0)
    for layer, package in re.findall(r"^\| (\d+) \| `badugi_hh/(\w+)", text, re.MULTILINE):
        printed[package] = int(layer)
    assert {package: layer for package, layer in printed.items() if not package.startswith("__")} == {
        package: layer for package, layer in LAYERS.items() if not package.startswith("__")
    }


def test_every_picture_is_small_and_on_a_page():
    """`docs/build_images.py` takes the pictures."""
    pictures = {path.name: path for path in (ROOT / "docs" / "images").iterdir()}
    assert {path.suffix for path in pictures.values()} == {".webp"}
    assert max(path.stat().st_size for path in pictures.values()) <= 100_000
    pages = "".join(page.read_text(encoding="utf-8") for page in MARKDOWN)
    assert {name.rpartition("/")[2] for name in re.findall(r"images/[\w-]+\.\w+", pages)} == pictures.keys()


def test_the_types_of_the_architecture_page_are_where_it_says():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ((?:`[\w/]+\.py`(?:, )?)+) \|", text, re.MULTILINE)
    assert len(rows) > 10
    for types, modules in rows:
        paths = [ROOT / "badugi_hh" / name for name in re.findall(r"`([^`]+)`", modules)]
        for name in re.findall(r"`(\w+)`", types):
            assert any(defines(path, name) for path in paths), name

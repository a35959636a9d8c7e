"""The pages of `docs/` say what the code says, and what they link to is there."""

import importlib
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.commands import app
from support.layers import LAYERS
from typer.testing import CliRunner

from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.problems import CODES

ROOT = Path(__file__).resolve().parent.parent
HAND_WRITTEN = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
MARKDOWN = [ROOT / name for name in HAND_WRITTEN] + sorted((ROOT / "docs").rglob("*.md"))


@pytest.fixture(scope="module")
def build() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module("build_pages")
    finally:
        sys.path.remove(str(ROOT / "docs"))


@pytest.fixture(scope="module")
def expected(build: ModuleType) -> dict[str, str]:
    """The text of each page that is derived from the code."""
    return dict(build.expected())


def test_no_page_is_stale(
    build: ModuleType, expected: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "expected", lambda: expected)
    assert sorted(build.stale()) == [], "run: python docs/build_pages.py"


def test_a_changed_page_is_noticed(
    build: ModuleType, expected: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, text in expected.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "expected", lambda: expected)
    assert build.stale() == {}
    (tmp_path / "docs/codes.md").write_text("old", encoding="utf-8")
    (tmp_path / "docs/schema.md").unlink()
    assert sorted(build.stale()) == ["docs/codes.md", "docs/schema.md"]


def test_every_built_block_is_one_that_something_makes(build: ModuleType) -> None:
    with pytest.raises(KeyError, match="nothing-makes-this"):
        build.fill("<!-- built: nothing-makes-this -->\n<!-- end -->", {})
    used = set()
    for path in build.WRITTEN_BY_HAND:
        text = (ROOT / path).read_text(encoding="utf-8")
        used |= {found["name"] for found in build.BLOCK.finditer(text)}
        assert len(build.BLOCK.findall(text)) == text.count("<!-- built:") == text.count("<!-- end -->")
    assert used == set(build.walkthrough.BLOCKS)


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_a_documented_option_is_one_that_help_knows(build: ModuleType, name: str) -> None:
    """The page is made from the declarations, the help by Typer; both must name the same options."""
    run = find_command(name)
    documented = {
        option
        for spelled, _ in build.options_of(run)
        for option in re.findall(r"-[\w-]+", spelled.split(" ")[0])
    }
    shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
    helped = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", shown, re.MULTILINE)) - {"--help"}
    assert {option for option in documented if option.startswith("--")} == helped


@pytest.mark.parametrize("path", MARKDOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
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


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_python_lines_of_the_readme_run(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "HandHistory").mkdir()
    shutil.copy(samples / "alice-bob-carol-ted.txt", tmp_path / "HandHistory")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    there: dict[str, Any] = {}
    for code in blocks:
        exec(code, there)  # noqa: S102 - our own page
    assert there["stats"].height > 0  # the filter of the page leaves the hand of the sample
    printed = capsys.readouterr().out
    assert re.search(r"BB\W+vpip\W+0\W+1\W+0\.0\W", printed)  # Carol checked the big blind,
    assert re.search(r"BB\W+wtsd\W+1\W+1\W+1\.0\W", printed)  # and went to showdown
    assert re.search(r"Carol\W+USD\W+1\W+2000\b", printed)
    assert re.search(r"1 hands True \[\]", printed)
    assert there["lost"]["net"].to_list() == [-1600]
    assert "3600 0 ['fold', 'call', 'call', 'check'" in printed
    assert (tmp_path / "hands.duckdb").is_file()
    assert [path.name for path in (tmp_path / "anonymized").rglob("*.txt")]
    assert (tmp_path / "tables" / "hands.parquet").is_file()
    assert [path.name for path in (tmp_path / "simulated").rglob("*.txt")]
    assert there["rows"]["hands"].height == 1
    assert (tmp_path / "parts" / "hands" / "part-0000000000.parquet").is_file()


def test_the_setup_section_is_what_ci_pastes() -> None:
    """`.ci/run` reads two blocks of one line each out of this section."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("\n## Set up\n")[1].split("\n## ", maxsplit=1)[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert [block.count("\n") for block in blocks] == [1, 1]
    assert 'badugi-hh report "sample_histories' in blocks[0]
    assert "pytest" in blocks[1]


def test_codes_that_pages_name_exist() -> None:
    for path in MARKDOWN:
        named = set(re.findall(r"`([TGHRCMSX]\d\d)`", path.read_text(encoding="utf-8")))
        assert named <= CODES.keys(), path


def test_files_that_pages_name_exist() -> None:
    """A page that names `badugi_hh/…`, `tests/…` and the like names what is there."""
    ours = "badugi_hh|tests|docs|grammars|reports|sample_histories|benchmarks"
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in MARKDOWN
        for name in re.findall(rf"`((?:{ours})/[\w./-]*)`", path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == []


def test_the_rooms_of_the_architecture_page_are_those_of_the_code() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    printed = dict.fromkeys(LAYERS, 0)
    for layer, package in re.findall(r"^\| (\d) \| `badugi_hh/(\w+)", text, re.MULTILINE):
        printed[package] = int(layer)
    assert {package: layer for package, layer in printed.items() if not package.startswith("__")} == {
        package: layer for package, layer in LAYERS.items() if not package.startswith("__")
    }


def test_every_picture_is_small_and_on_a_page() -> None:
    """`docs/build_images.py` takes the pictures."""
    pictures = {path.name: path for path in (ROOT / "docs" / "images").iterdir()}
    assert {path.suffix for path in pictures.values()} == {".webp"}
    assert max(path.stat().st_size for path in pictures.values()) <= 100_000
    pages = "".join(page.read_text(encoding="utf-8") for page in MARKDOWN)
    assert {name.rpartition("/")[2] for name in re.findall(r"images/[\w-]+\.\w+", pages)} == pictures.keys()

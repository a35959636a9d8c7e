"""The house rules that no linter knows: layers, data-only folders, the wheel, and what no file may hold."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from support.layers import LAYERS

import badugi_hh

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "badugi_hh"

# Neighbours on one layer of which the first may use the second.
STEPS = {
    ("leaks", "stats"), ("solve", "odds"), ("ring", "solve"), ("cli", "api"), ("cli", "__init__"),
    ("__init__", "api"), ("__main__", "cli"),
}  # fmt: skip

# The packages that may use a library; no other is used.
LIBRARIES = {
    "duckdb": {"store", "stats", "leaks", "report", "api", "cli"},
    "jinja2": {"report"},
    "lark": {"history"},
    "markupsafe": {"report"},
    "numpy": {"bulk", "engine", "odds", "outputs", "ring", "solve", "stats", "store"},
    "backports": {"history"},  # backports.zstd
    "platformdirs": {"store", "api", "cli"},
    "plotly": {"report"},
    "polars": {"bulk", "store", "stats", "leaks", "report", "api", "cli"},
    "rich": {"cli"},
    "typer": {"cli"},
    "watchfiles": {"api"},
}

MORE_FOR_COMMANDS = {"badugi_hh.problems"}
"""What commands import beside the public names, the API and what prints: the codes that `explain` describes."""

DATA_FOLDERS = ("baselines", "grammars", "reports", "tables")
LONGEST_MODULE = 500


# --- layers


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def package(module):
    """Return the package of a module: `badugi_hh.history.parse` lives in `history`."""
    return module.split(".")[1] if "." in module else "__init__"


def imports(tree):
    """Yield the full name of every module that `tree`, the code of a module or a part of it, imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


def at_module_level(tree):
    """Leave out the bodies of functions: what they import is imported only when they run."""

    class Bodies(ast.NodeTransformer):
        def visit_FunctionDef(self, node):
            pass

        def visit_AsyncFunctionDef(self, node):
            pass

    return Bodies().visit(tree)


def is_downward(importer, imported):
    first, second = package(importer), package(imported)
    return first == second or LAYERS[second] < LAYERS[first] or (first, second) in STEPS


@dataclass(frozen=True, slots=True)
class Imported:
    """The names that a module imports: all of them, and those at once."""

    all: frozenset[str]
    at_module_level: frozenset[str]


@cache
def imported_by(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    everywhere = frozenset(imports(tree))
    return Imported(everywhere, frozenset(imports(at_module_level(tree))))


def test_every_room_has_a_floor():
    assert {package(module) for module in MODULES} <= LAYERS.keys()


def test_imports_lead_downwards():
    for module in MODULES:
        ours = {name for name in imported_by(module).all if name.split(".")[0] == "badugi_hh"}
        unknown = sorted(name for name in ours if name not in MODULES)
        assert unknown == [], module
        upward = sorted(name for name in ours if not is_downward(module, name))
        assert upward == [], f"{module} imports from its own or a higher layer"


def test_the_parts_of_stats_import_earlier_parts_only():
    parts = ["definitions", "selection", "engine"]
    for module in MODULES:
        if module.startswith("badugi_hh.stats."):
            names = [name.split(".") for name in imported_by(module).all]
            used = {name[2] for name in names if name[:2] == ["badugi_hh", "stats"] and len(name) > 2}
            assert used <= set(parts[: parts.index(module.split(".")[2]) + 1]), module


def test_a_command_calls_the_api_and_prints():
    """Arguments in, one call, output: what a command computes a Python user gets by the same call."""
    for module in MODULES:
        if module.startswith("badugi_hh.cli.commands."):
            ours = {name for name in imported_by(module).all if name.startswith("badugi_hh.")}
            deeper = {name for name in ours if name.split(".")[1] not in {"api", "cli", "wording"}}
            assert sorted(deeper - MORE_FOR_COMMANDS) == [], module


def test_some_tests_of_every_room_are_quick():
    """So that `-m quick` says something of each. Nothing there is of full size: `-m quick` would run that, too."""
    packages = set()
    for path in (ROOT / "tests").glob("*/test_*.py"):
        text = path.read_text(encoding="utf-8")
        if "pytest.mark.quick" in text:
            whole = re.search(r"^pytestmark = pytest\.mark\.quick$", text, re.MULTILINE)
            assert not (whole and re.search(r"^[^\"]*pytest\.mark\.long", text, re.MULTILINE)), path.name
            names = re.findall(r"^ *(?:from|import) badugi_hh\.(\w+)", text, re.MULTILINE)
            packages |= {name for name in names if name in LAYERS}
    assert {package for package in LAYERS if (PACKAGE / package).is_dir()} <= packages


def test_the_tests_of_a_package_are_in_the_folder_of_its_name():
    """`project` holds those of the project itself: its docs, its wheel and its rules; `training` is no package."""
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - {
        "problems"
    }  # with their replay
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert folders == packages | {"project", "fuzz", "training"}
    assert not list((ROOT / "tests").glob("test_*.py"))


def test_no_test_module_is_imported():
    """What several of them use is in `tests/support`, so that each can be read, run and moved by itself."""
    imported = re.compile(r"^ *(?:from|import) .*\b(?:test_\w+|conftest)\b", re.MULTILINE)
    paths = sorted((ROOT / "tests").rglob("*.py"))
    assert [path.name for path in paths if imported.search(path.read_text(encoding="utf-8"))] == []


def test_the_floors_can_fail():
    assert not is_downward("badugi_hh.engine.table", "badugi_hh.history.events")
    assert not is_downward("badugi_hh.history.parse", "badugi_hh.odds.draws")
    assert not is_downward("badugi_hh.stats.engine.evaluate", "badugi_hh.leaks")
    assert is_downward("badugi_hh.leaks.find", "badugi_hh.stats.engine.evaluate")
    tree = ast.parse("from badugi_hh.engine import cards\ndef f():\n    import lark")
    assert list(imports(tree)) == ["badugi_hh.engine.cards", "lark"]
    assert "lark" not in list(imports(at_module_level(tree)))
    with pytest.raises(AssertionError, match="relative"):
        list(imports(ast.parse("from . import events")))


def test_no_modules_import_each_other_in_a_circle():
    graph = {
        module: {
            name
            for name in imported_by(module).at_module_level
            if name in MODULES and name not in {module, "badugi_hh"}
        }
        for module in MODULES
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_two_classes_share_a_name():
    """A class that is named in a message, a signature or a search is one thing."""
    homes = {}
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_libraries_are_declared_and_keep_to_their_rooms():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[^\w-]", needed, maxsplit=1)[0] for needed in project["dependencies"]}
    standard = sys.stdlib_module_names | {"compression"}  # part of it from Python 3.14 on
    for module in MODULES:
        used = {name.split(".")[0] for name in imported_by(module).all}
        for library in sorted(used - standard - {"badugi_hh"}):
            assert library in declared, f"{module} imports {library}, which pyproject.toml does not name"
            assert package(module) in LIBRARIES[library], f"{module} may not import {library}"


def test_the_package_starts_light():
    """Reading a version or a rule loads no library, preparing hands no DuckDB, a command no other, and a search no checks."""
    code = f"""
import sys
def loaded(*names):
    print([name for name in sys.modules if name.startswith(names)])
import badugi_hh, badugi_hh.engine.values
loaded(*{sorted(LIBRARIES)})
import badugi_hh.store.prepare
loaded("duckdb")
"""
    commands = """
import sys
def loaded(*names):
    print([name for name in sys.modules if name.startswith(names)])
sys.argv = ["badugi-hh", "import", "--help"]
from badugi_hh.cli import main
try: main()
except SystemExit: pass
loaded("badugi_hh.cli.commands.", "duckdb", "polars", "lark", "plotly", "rich")
from badugi_hh.store.database import open_database
from badugi_hh.store.info import describe
describe(open_database(None), None)
loaded("numpy", "polars")
import badugi_hh.api.search
loaded("badugi_hh.leaks", "badugi_hh.solve", "lark", "numpy")
import badugi_hh.api.odds, badugi_hh.api.hands
loaded("numpy")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"
    done = subprocess.run([sys.executable, "-c", commands], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-4:] == ["['badugi_hh.cli.commands.import_']", *["[]"] * 3]


def test_a_module_fits_one_reading():
    for module, path in MODULES.items():
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= LONGEST_MODULE, f"{module} has {lines} lines; would two modules be clearer?"


def test_a_file_name_means_one_thing():
    """Only the files of one command have a common name: that in `cli/commands` and those that do its work."""
    commands = {path.stem for path in (PACKAGE / "cli" / "commands").glob("*.py")}
    names = Counter(path.stem for path in MODULES.values() if path.stem not in commands | {"__init__"})
    assert [name for name, number in names.items() if number > 1] == []


# --- data-only folders and the wheel


def data_files():
    return {
        path.relative_to(ROOT).as_posix()
        for folder in DATA_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not path.is_relative_to(ROOT / "reports" / "examples")
    }


def test_data_folders_hold_no_python():
    """A Python file there would break editable installs."""
    assert [name for name in data_files() if name.endswith((".py", ".pyc"))] == []
    assert any(name.startswith("grammars/") and name.endswith(".lark") for name in data_files())
    assert any(name.startswith("reports/") for name in data_files())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(wheel):
    """A pattern in .gitignore drops files from a wheel without a word; comparing the names shows it."""
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = (path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".toml"} or path.name == "py.typed")
    code = {path.relative_to(ROOT).as_posix() for path in ours}
    assert held == code | {f"badugi_hh/{name}" for name in data_files()}


def test_an_installed_wheel_finds_its_data(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from badugi_hh.installation import data_folder\n"
        f"for name in {DATA_FOLDERS}: print(data_folder(name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.split() == [str(tmp_path / "badugi_hh" / name) for name in DATA_FOLDERS]


def test_an_installation_without_its_data_says_so():
    from badugi_hh.installation import data_folder

    with pytest.raises(FileNotFoundError, match="the folder 'nowhere' is missing from this installation"):
        data_folder("nowhere")


def test_the_version_is_reported_once_and_logged():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == badugi_hh.__version__
    assert f"## {badugi_hh.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# --- what no file may hold


def files():
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_names_a_place_of_one_machine():
    # Each pattern is spelled so that it does not find itself.
    place = re.compile(r"(?<![\w.])/(?:w[o]rk|r[o]ot|h[o]me/\w|U[s]ers/\w|tmp/[a-z])|\.\./sh[a]red")
    found = []
    for path in files():
        content = path.read_bytes()
        if (
            b"\0" in content or path == ROOT / ".ci" / "run"
        ):  # it may look for real histories beside the checkout
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            if len(line) < 5000 and place.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []


def test_nothing_is_left_unfinished():
    mark = re.compile(r"T[O]DO|F[I]XME|X[X]X|NotImplemented[E]rror")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        if path.suffix in {".py", ".lark", ".jinja", ".html", ".css", ".js", ".md", ".toml"}
        if "reports/examples" not in path.as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if mark.search(line)
    ]
    assert found == []


def test_text_files_are_plain_utf8_without_stray_blanks():
    """Histories keep the trailing blanks and line ends of the client; everything else has none."""
    found = []
    for path in files():
        if path.suffix not in {".py", ".md", ".toml", ".lark", ".jinja", ".css"}:
            continue
        text = path.read_bytes().decode("utf-8")
        if "\r" in text or "\t" in text or (not text.endswith("\n") and text):
            found.append(str(path.relative_to(ROOT)))
        found += [
            f"{path.relative_to(ROOT)}:{number}"
            for number, line in enumerate(text.splitlines(), 1)
            if line != line.rstrip(" ")
        ]
    assert found == []


def test_no_file_is_large():
    """Tables of solved games may be larger, together no more than 45 MB."""
    sizes = {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in files()}
    large = {name for name, size in sizes.items() if size > 2_000_000}
    assert {name for name in large if not name.startswith("tables/")} == set()
    assert sum(size for name, size in sizes.items() if name.startswith("tables/")) <= 45_000_000

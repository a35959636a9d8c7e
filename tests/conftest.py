"""What several tests share: where the histories lie, and files that hold expected output."""

import functools
import gc
import logging
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
import typer.testing
from hypothesis import settings
from support.hand_made import database, emptied, rolled_back
from support.two_views import ANN

from badugi_hh.outputs import kept
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.importer import import_paths

if TYPE_CHECKING:
    from support.browser import Browser

    from badugi_hh.report.kinds import ReportKind
    from badugi_hh.report.page_model import Page

ROOT = Path(__file__).resolve().parent.parent

# A fixed search, so that a red run means a change; without a deadline, so that a busy machine is no failure.
settings.register_profile("badugi_hh", deadline=None, derandomize=True)
settings.load_profile("badugi_hh")


# A process builds the tree of commands once, and building it takes longer than most commands of the tests.
if hasattr(typer.testing, "_get_command"):
    typer.testing._get_command = functools.cache(typer.testing._get_command)  # noqa: SLF001

os.environ.pop("COLUMNS", None)  # of the terminal that the tests run in
os.environ.pop("PYTHONUNBUFFERED", None)  # with it nothing is left to write when a process ends
os.environ["TZ"] = "UTC"  # a process finds the time zone of the computer once
os.environ["BADUGI_HH_DB"] = str(ROOT / "absent" / "hands.duckdb")  # no test opens the user's own database


def _raise_logged(record: logging.LogRecord) -> bool:
    """Let an error that is logged, such as a failure of the arrays of an import, fail its test."""
    if record.levelno >= logging.ERROR:
        raise AssertionError(record.getMessage())
    return True


logging.getLogger("badugi_hh").addFilter(_raise_logged)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files of expected output instead of comparing with them",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick`, leave out files without such a test: importing all of them takes as long as the tests of half."""
    if config.option.markexpr == "quick" and collection_path.suffix == ".py":
        return "pytest.mark.quick" not in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite runs on all cores; for few tests, workers would take longer to start than they save.

    There is a worker more than there are cores, because some tests wait: for a lock, a signal or a browser.
    """
    few = config.args_source is not pytest.Config.ArgsSource.TESTPATHS or config.option.markexpr == "quick"
    if not few and not config.option.update_golden:  # files that other tests read are written by one process
        from xdist.plugin import pytest_xdist_auto_num_workers as count_cores

        return count_cores(config) + 1
    config.option.dist = "no"
    return 0


# Folders whose files share what takes long to make, so that a worker runs them all: the tables of solved
# games, or a browser and the pages of a report.
_GROUPS = {"solve": "solver", "report": "pages", "wording": "pages"}


@functools.cache
def _group_of(file: str) -> str:
    """Return the name under which a worker runs a file, with all others of that name.

    The page of the samples by months is another than that of other tests of pages, so another worker can have its tests.
    """
    text = (ROOT / file).read_text(encoding="utf-8")
    page = "months" if "monthly_" in text else "pages" if "report_page" in text else None
    return page or _GROUPS.get(file.split("/")[-2], file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A worker runs whole files, and groups of files that share what takes long to make."""
    if config.option.dist != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group_of(super()._split_scope(nodeid))

    return Scheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from walking through thousands of collected tests again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # most objects of a test are in no cycle


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the groups and the longest files, so that at the end no worker has much left while the others wait."""
    rank = {}
    for path in {item.path for item in items}:
        group = _group_of(path.as_posix())
        rank[path] = (
            group in {"solver", "pages", "months"},
            path.name == "test_crashes.py",
            group,
            path.stat().st_size,
        )
    items.sort(key=lambda item: rank[item.path], reverse=True)


@pytest.fixture
def kept_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let what is kept beside the compiled modules lie in a folder of its own."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(kept, "cache_from_source", lambda _: str(folder / "kept.pyc"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return folder


@pytest.fixture(scope="session")
def real() -> Path:
    """The folder of real histories, which are other people's and no part of this project."""
    named = os.environ.get("BADUGI_HH_REAL")
    if not named:
        pytest.skip("no real histories: BADUGI_HH_REAL names no folder")
    folder = Path(named)
    if not folder.is_dir():
        pytest.fail(f"BADUGI_HH_REAL names {named}, which is no folder")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def samples(root: Path) -> Path:
    """The histories that this project simulated; `broken` below it holds one file per problem code."""
    return root / "sample_histories"


@pytest.fixture(scope="session")
def tables() -> Iterator[duckdb.DuckDBPyConnection]:
    """The tables and views of the project in memory, without rows; only `con` writes there."""
    with closing(database()) as con:
        yield con


@pytest.fixture
def con(tables: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database for rows made by hand; whatever a test writes there is rolled back."""
    with rolled_back(tables):
        yield tables


@pytest.fixture(scope="session")
def memory() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database in memory as the program makes it; only `empty` writes there."""
    with closing(open_database(None)) as con:
        yield con


@pytest.fixture
def empty(memory: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database without rows, for code that opens transactions of its own."""
    with emptied(memory):
        yield memory


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A file with the hand `ANN` of `support.two_views`."""
    path = tmp_path / "history.txt"
    path.write_text(ANN, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def one_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the hand `ANN` of `support.two_views`, to be copied and not to be changed."""
    folder = tmp_path_factory.mktemp("one-hand")
    (folder / "history.txt").write_text(ANN, encoding="utf-8")
    with opened(folder / "hands.duckdb") as con:
        import_paths(con, [folder / "history.txt"])
    return folder / "hands.duckdb"


@pytest.fixture(scope="session")
def sampled(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of samples, cash games in two currencies and a tournament, to be copied and not to be changed."""
    path = tmp_path_factory.mktemp("sampled") / "hands.duckdb"
    with opened(path) as con:
        import_paths(con, [min(samples.glob(f"HH*{kind}*.txt")) for kind in ("T7", "$0.25", "€")])
    return path


@pytest.fixture(scope="session")
def monthly(sampled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of these samples spread over months, with prices; see `support.report_hands`. It is not to be changed."""
    from support.report_hands import copy_by_months

    path = tmp_path_factory.mktemp("monthly") / "hands.duckdb"
    copy_by_months(sampled, path)
    return path


@pytest.fixture(scope="session")
def monthly_view(monthly: Path) -> "Page":
    """The model of the page about these hands."""
    from badugi_hh.report.compose import compose

    with closing(open_database(monthly, read_only=True)) as con:
        return compose(con, Filter())


@pytest.fixture(scope="session")
def monthly_con(monthly: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(open_database(monthly, read_only=True)) as con:
        yield con


@pytest.fixture(scope="session")
def monthly_page(monthly_view: "Page", tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page about these hands."""
    from badugi_hh.report.page import render

    out = tmp_path_factory.mktemp("monthly-page") / "report.html"
    out.write_text(render(monthly_view), encoding="utf-8")
    return out


@pytest.fixture(scope="session")
def report_hands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The hands of `support.report_hands` in memory, not to be changed."""
    from support.report_hands import import_report_hands

    with closing(import_report_hands(tmp_path_factory.mktemp("report-hands"))) as con:
        yield con


@pytest.fixture(scope="session")
def report_view(report_hands: duckdb.DuckDBPyConnection) -> "Page":
    """The model of the page about these hands."""
    from badugi_hh.report.compose import compose  # plotly takes long to import

    return compose(report_hands, Filter())


@pytest.fixture(scope="session")
def report_page(report_view: "Page", tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page about these hands, as the command writes it."""
    from badugi_hh.report.page import render

    out = tmp_path_factory.mktemp("report") / "report.html"
    out.write_bytes(render(report_view).encode())
    return out


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """A browser. From its start on, this process has a running event loop, and a test that needs its own starts a process."""
    from support.browser import Browser, start_playwright

    playwright = start_playwright()
    with closing(Browser(playwright)) as opened_browser:
        yield opened_browser
    playwright.stop()


@pytest.fixture(scope="session")
def composed_pages() -> "dict[ReportKind, Page]":
    """The model of the first page of each kind that a test composed with `composed_once`."""
    return {}


@pytest.fixture
def only_views(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the pages of a kind have the named views alone, for tests that need no others.

    Without the view that shows them, no leaks are looked for, which takes half of the time.
    """
    from badugi_hh.leaks import Found
    from badugi_hh.report.kinds import VIEWS, ReportKind

    def limit(*views: str, kind: "ReportKind" = ReportKind.TRACKER) -> None:
        monkeypatch.setitem(VIEWS, kind, views)
        if "leaks" not in views:
            monkeypatch.setattr("badugi_hh.leaks.find_all", lambda *_: Found([], None, {}))

    return limit


@pytest.fixture
def composed_once(composed_pages: "dict[ReportKind, Page]", monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `report` write the same short page of a kind always, for tests of what happens to its file."""
    from badugi_hh.report import compose as composing
    from badugi_hh.report.kinds import VIEWS, ReportKind

    compose = composing.compose

    def compose_once(*args: object, kind: ReportKind = ReportKind.TRACKER, **options: object) -> "Page":
        if kind not in composed_pages:
            with monkeypatch.context() as patch:
                patch.setitem(VIEWS, kind, ("quality",))
                composed_pages[kind] = compose(*args, kind=kind, **options)
        return composed_pages[kind]

    monkeypatch.setattr(composing, "compose", compose_once)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file `tests/golden/<name>`, or write it there with `--update-golden`."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"{path} is missing; pytest --update-golden writes it"
        assert text == path.read_text(encoding="utf-8")

    return compare

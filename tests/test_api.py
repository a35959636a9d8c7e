"""The Python face: the verbs of the command line on one object, loaded only when it is opened."""

import subprocess
import sys
from pathlib import Path

import pytest
from support import two_views as views
from support.hand_made import play

import badugi_hh
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.database import DatabaseError


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "history.txt"
    path.write_text(views.ANN, encoding="utf-8")
    return path


def test_from_files_to_figures(history: Path, tmp_path: Path) -> None:
    with badugi_hh.open(tmp_path / "hands.duckdb") as hands:
        assert hands.import_paths(history).stored == 1
        found = hands.stats(names=["hands", "vpip"])
        assert found["player"].to_list() == ["Ann", "Ann"]
        assert found.select("statistic", "value").rows() == [("hands", 1.0), ("vpip", 1.0)]
        by_position = hands.stats(player="Ben", by="position", names=["hands"])
        assert by_position.select("player", "statistic", "chances").rows() == [("Ben", "hands", 1)]
        assert hands.stats(Filter(player="Ben"), by=["position"], names=["hands"]).equals(by_position)
        late = hands.stats(Filter(every_player=True), by="late", names=["hands"])
        assert late.select("player", "late").rows() == [("Ann", "late"), ("Ben", "not late")]
        only = hands.stats(Filter(every_player=True), only={"late": "late"}, names=["hands"])
        assert only["player"].to_list() == ["Ann"]
        faced = hands.stats(player="Ben", by="opener", only={"position": "BB"}, names=["three_bet"])
        assert faced.select("opener", "chances").rows() == [("SB", 1)]
        assert hands.stats(by=["position", "position"], names=["hands"]).columns.count("position") == 1
        split = hands.stats(by=["position", "table_size"], names=["hands", "w_sd"])
        assert hands.stats(by="position,table-size", names="hands, w-sd").equals(split)
        assert split.columns[2:4] == ["position", "table_size"]
        both = hands.compare("hero", "Ben", names=["vpip"])
        assert both.select("first", "second", "first_value").rows() == [("hero", "Ben", 1.0)]
        hands.alias("Benjamin", "Ben", me=True)
        assert hands.stats(names=["hands"])["player"].to_list() == ["Benjamin"]
        hands.alias("Benjamin", me=False)
        assert {finding.player for finding in hands.leaks()} == {"Ann"}
        assert hands.sql("SELECT player, net FROM seats WHERE net > ?", [0]).rows() == [("Ann", 90)]
        hands.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with pytest.raises(DatabaseError, match="the database is closed"):
        hands.sql("SELECT 1")
    with pytest.raises(DatabaseError, match="the database is closed"):
        hands.stats()
    with badugi_hh.open(str(tmp_path / "hands.duckdb"), read_only=True) as hands:
        assert hands.sql("SELECT count(*) AS n FROM hands")["n"].to_list() == [1]
        assert hands.sql("SELECT 2 AS n WHERE false").is_empty()


def test_the_place_is_the_users_own_unless_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, history: Path
) -> None:
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "own.duckdb"))
    with badugi_hh.open() as hands:
        hands.import_paths(str(history))
    assert (tmp_path / "own.duckdb").exists()
    with badugi_hh.open(":memory:") as hands:
        assert hands.sql("SELECT count(*) AS n FROM hands")["n"].to_list() == [0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.txt", "own.duckdb"]


@pytest.mark.quick
def test_mistakes_are_told(tmp_path: Path, history: Path) -> None:
    with pytest.raises(DatabaseError, match="is no badugi-hh database"):
        badugi_hh.open(history)
    with pytest.raises(DatabaseError, match="no hands yet"):
        badugi_hh.open(tmp_path / "missing.duckdb", read_only=True)
    with (
        badugi_hh.open(":memory:") as hands,
        pytest.raises(FilterError, match="there is no statistic 'luck'"),
    ):
        hands.stats(names=["luck"])


@pytest.mark.parametrize("where", ["true) OR (true", "true; SELECT 1", "true) /*", "-- nothing", "SELECT 1"])
def test_a_condition_is_one_wherever_it_comes_from(where: str) -> None:
    with pytest.raises(FilterError, match="cannot be used"):
        Filter(where=where)


def test_stakes_come_by_their_size() -> None:
    """As the command line shows them: by currency and size, tournament chips after money, the unknown last."""
    with badugi_hh.open(":memory:") as hands:
        stakes = ["€1/€2", "$10/$20", "$2/$4", "1000/2000", "$0.25/$0.50", "200/400", None]
        for key, text in enumerate(stakes):
            play(hands.con, key, stakes=text)
        found = hands.stats(by="stakes", names=["hands"])["stakes"].to_list()
        assert found == ["$0.25/$0.50", "$2/$4", "$10/$20", "€1/€2", "200/400", "1000/2000", "unknown"]


def test_importing_the_package_loads_no_library() -> None:
    code = "import sys, badugi_hh; print([n for n in ('duckdb', 'polars', 'lark', 'plotly', 'typer') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.quick
def test_what_the_package_offers() -> None:
    assert sorted(badugi_hh.__all__) == [
        *("AliasError", "DatabaseError", "Filter", "FilterError", "InputError", "OutputError"),
        *("__version__", "open"),
    ]
    assert badugi_hh.Filter is Filter
    assert badugi_hh.FilterError is FilterError
    assert badugi_hh.DatabaseError is DatabaseError
    with pytest.raises(AttributeError, match="'badugi_hh' has no attribute 'nothing'"):
        _ = badugi_hh.nothing


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("DROP TABLE seats", "sql answers one query and changes nothing"),
        ("SELECT 1; DROP TABLE seats", "sql answers one query and changes nothing"),
        ("COMMIT", "sql answers one query and changes nothing"),
        ("", "sql answers one query and changes nothing"),
        (
            "WITH new AS (INSERT INTO aliases VALUES ('a', 'b', 'c', true) RETURNING *) SELECT * FROM new",
            "cannot answer: Cannot write",
        ),
        ("SELECT nothing FROM seats", "the database cannot answer: there is no column nothing"),
        ("SELEC 1", "the database cannot answer: syntax error"),
    ],
)
def test_sql_only_reads(history: Path, query: str, told: str) -> None:
    with badugi_hh.open(":memory:") as hands:
        hands.import_paths(history)
        with pytest.raises(DatabaseError, match=told):
            hands.sql(query)
        assert hands.sql("SELECT count(*) AS n FROM aliases")["n"].to_list() == [0]
        assert hands.sql("DESCRIBE seats").height > 10
        assert hands.stats(names="hands")["value"].to_list() == [1.0]
        hands.alias("Benjamin", "Ben")  # no transaction is left open


def test_what_filters_cannot_mean_is_told(history: Path) -> None:
    with badugi_hh.open(":memory:") as hands:
        hands.import_paths(history)
        with pytest.raises(FilterError, match="there is no player 'nobody'"):
            hands.stats(player="nobody")
        with pytest.raises(FilterError, match="min_hands is 0; it is a whole number, 1 or more"):
            hands.stats(min_hands=0)
        with pytest.raises(FilterError, match="no hand has stakes 'low'; there are"):
            hands.leaks(Filter(stakes="low"))
        with pytest.raises(FilterError, match="no hand has stakes 'high'"):
            hands.compare("hero", "pool", Filter(stakes="high"))
        with pytest.raises(FilterError, match="since is '2024-03-01'; give a datetime"):
            Filter(since="2024-03-01")  # type: ignore[arg-type]
        assert hands.stats(only={"position": "btn"}).is_empty()
        assert hands.stats(only={"position": "sb"}, names="hands")["player"].to_list() == ["Ann"]
        hands.con.execute("DROP TABLE draws")
        with pytest.raises(DatabaseError, match="the database cannot answer: there is no table"):
            hands.stats()

"""The Python API: the commands as methods of one object and as functions, loaded only when they are used."""

import json
import subprocess
import sys
from itertools import chain
from shutil import copyfile

import pytest
from support import two_views as views
from support.commands import answer, run
from support.hand_made import play

import badugi_hh
from badugi_hh.api.hands import Hands
from badugi_hh.api.search import COLUMNS, IN_BIG_BETS
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.cli.commands.db import DbAction
from badugi_hh.leaks.checks import CHECKS
from badugi_hh.problems import CODES
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.database import DatabaseError


@pytest.mark.usefixtures("composed_once")
def test_from_files_to_figures(history, tmp_path):
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
        assert set(hands.stats(Filter(tz="Asia/Tokyo"), names="hands", by="day")["tz"]) == {"Asia/Tokyo"}
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


def test_the_place_is_the_users_own_unless_named(tmp_path, monkeypatch, history):
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "own.duckdb"))
    with badugi_hh.open() as hands:
        hands.import_paths(str(history))
    assert (tmp_path / "own.duckdb").exists()
    with badugi_hh.open(":memory:") as hands:
        assert hands.sql("SELECT count(*) AS n FROM hands")["n"].to_list() == [0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.txt", "own.duckdb"]


@pytest.mark.quick
def test_mistakes_are_reported(tmp_path, history):
    with pytest.raises(DatabaseError, match="is no badugi-hh database"):
        badugi_hh.open(history)
    with pytest.raises(DatabaseError, match="no hands yet"):
        badugi_hh.open(tmp_path / "missing.duckdb", read_only=True)
    with (
        badugi_hh.open(":memory:") as hands,
        pytest.raises(FilterError, match="there is no statistic 'lucky'"),
    ):
        hands.stats(names=["lucky"])


@pytest.mark.parametrize(
    "where", ["true) OR (true", "true; SELECT 1", "true) /*", "true LIMIT 1", "-- nothing"]
)
def test_a_condition_is_one_wherever_it_comes_from(where):
    with pytest.raises(FilterError, match="cannot be used"):
        Filter(where=where)


def test_stakes_come_by_their_size():
    """As the command line shows them: by currency and size, tournament chips after money, the unknown last."""
    with badugi_hh.open(":memory:") as hands:
        stakes = ["€1/€2", "$10/$20", "$2/$4", "1000/2000", "$0.25/$0.50", "200/400", None]
        for key, text in enumerate(stakes):
            play(hands.con, key, stakes=text)
        found = hands.stats(by="stakes", names=["hands"])["stakes"].to_list()
        assert found == ["$0.25/$0.50", "$2/$4", "$10/$20", "€1/€2", "200/400", "1000/2000", "unknown"]


@pytest.mark.quick
def test_what_the_package_offers():
    assert " ".join(sorted(badugi_hh.__all__)) == (
        "AliasError DatabaseError Filter FilterError Finding HandError Hands HeadsUpPot ImportReport InputError OddsError OutputError "
        "Problem SolveError TagError "
        "Validation Watched __version__ draws equity explain hand_numbers open pot_solution "
        "rows_from simulate_hands solution validate watch write_part"
    )
    assert all(getattr(badugi_hh, name) for name in badugi_hh.__all__)
    assert badugi_hh.Hands is Hands
    assert badugi_hh.Filter is Filter
    assert badugi_hh.FilterError is FilterError
    assert badugi_hh.DatabaseError is DatabaseError
    with pytest.raises(AttributeError, match="'badugi_hh' has no attribute 'nothing'"):
        _ = badugi_hh.nothing


@pytest.mark.parametrize(
    ("query", "message"),
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
def test_sql_only_reads(one_hand, tmp_path, query, message):
    with badugi_hh.open(copyfile(one_hand, tmp_path / "hands.duckdb")) as hands:
        with pytest.raises(DatabaseError, match=message):
            hands.sql(query)
        assert hands.sql("SELECT count(*) AS n FROM aliases")["n"].to_list() == [0]
        assert hands.sql("DESCRIBE seats").height > 10
        assert hands.stats(names="hands")["value"].to_list() == [1.0]
        hands.alias("Benjamin", "Ben")  # no transaction is left open


def test_invalid_filters_are_refused(history):
    with badugi_hh.open(":memory:") as hands:
        hands.import_paths(history)
        with pytest.raises(FilterError, match="min_hands is 0; it is a whole number, 1 or more"):
            hands.stats(min_hands=0)
        with pytest.raises(FilterError, match="no hand has stakes 'low'; there is only"):
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


# --- a method for each command


@pytest.mark.quick
def test_every_command_has_a_method_or_function_of_its_name():
    actions = {"db": list(DbAction)}  # each action of `db` is a method
    for name in chain.from_iterable(actions.get(name, [name]) for name in COMMANDS):
        function = name if name in actions["db"] else find_command(name).__name__
        offered = getattr(Hands, function, None) or getattr(badugi_hh, function)
        assert callable(offered), name
        assert offered.__doc__, name


@pytest.fixture(scope="module")
def samples_db(tmp_path_factory, samples):
    """Cash games, tournaments, and hands in the quarantine."""
    path = tmp_path_factory.mktemp("db") / "hands.duckdb"
    with badugi_hh.open(path) as hands:
        hands.import_(min(samples.glob("HH*T7*.txt")), min(samples.glob("HH*$0.25*.txt")), prices=False)
        hands.import_(*sorted((samples / "broken").glob("R0[1-4]*.txt")), prices=False)
    return path


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], {}),
        (["--sort", "pot", "--reverse"], {"sort": "pot", "reverse": True, "limit": 20}),
        (["--game", "cash", "--all", "--limit", "0"], {"hand_filter": Filter(game="cash", every_player=True)}),
    ],
)  # fmt: skip
def test_hands_are_those_of_the_command(samples_db, arguments, options):
    listed = answer("hands", "--db", samples_db, *arguments)
    with badugi_hh.open(samples_db, read_only=True) as hands:
        frame = hands.hands(**options)
    assert frame.columns == [*COLUMNS, *IN_BIG_BETS]
    moments = frame["played_at"].dt.strftime("%Y-%m-%dT%H:%M:%S").to_list()
    rows = frame.drop("played_at", *(name for name in IN_BIG_BETS if name != "loss_bb")).to_dicts()
    if "limit" not in options and not arguments:
        moments, rows = moments[:20], rows[:20]
    assert [hand.pop("played_at") for hand in listed] == moments
    assert listed == rows
    assert rows


@pytest.mark.parametrize(("order", "column"), [("net", "net"), ("pot", "total_pot")])
def test_results_of_hands_are_compared_in_big_bets(samples_db, order, column):
    """What is unknown comes last: hands without a hero have nobody's result."""
    with badugi_hh.open(samples_db, read_only=True) as hands:
        frame, lowest = (hands.hands(sort=order, reverse=reverse) for reverse in (False, True))
        big_bets = dict(hands.sql("SELECT hand_id, big_bet FROM hands").iter_rows())
    known = frame.drop_nulls(column)
    assert frame.head(known.height).equals(known)
    found = [amount / big_bets[number] for number, amount in known.select("hand_id", column).iter_rows()]
    assert known[f"{order}_bb"].to_list() == pytest.approx(found)
    assert found == sorted(found, reverse=True)
    assert known[column].to_list() != sorted(known[column], reverse=True)
    assert lowest[f"{order}_bb"].to_list() == [*sorted(found), *[None] * (frame.height - known.height)]


def test_hands_that_cannot_be_listed(samples_db):
    with badugi_hh.open(samples_db, read_only=True) as hands:
        with pytest.raises(FilterError, match=r"there is no order 'nett'; did you mean net\?"):
            hands.hands(sort="nett")
        with pytest.raises(FilterError, match="limit is -1"):
            hands.hands(limit=-1)
        with pytest.raises(FilterError, match="cannot be used"):
            hands.hands(Filter(where="nothing > 1"))
        assert hands.hands(Filter(where="hands.total_pot < 0")).is_empty()
        assert hands.hands(limit=0).equals(hands.hands())
    with badugi_hh.open(":memory:") as hands, pytest.raises(TypeError, match=r"import_paths\(\*paths\)"):
        hands.import_paths([samples_db])  # type: ignore[arg-type]


def test_a_hand_is_replayed(samples_db):
    with badugi_hh.open(samples_db, read_only=True) as hands:
        number = hands.hands(limit=1)["hand_id"][0]
        played = hands.replay(f"#{number}")
        assert (played.hand.id, played.ok, played.problems) == (number, True, ())
        assert hands.replay(int(number)).hand.id == number
        assert played.total_pot == hands.hands(limit=1)["total_pot"][0]
        quarantined = hands.replay(hands.quarantine()[0].hand or "")
        assert not quarantined.ok
        assert [problem.code.id for problem in quarantined.problems] == ["R01"]
        with pytest.raises(badugi_hh.HandError, match="there is no hand 17 in the database"):
            hands.replay("17")
        with pytest.raises(
            LookupError, match="there are no rules 'stars'; there are pokerstars, wsop-tournament"
        ):
            hands.replay(number, rules="stars")


def test_a_text_that_cannot_be_read_is_not_replayed(tmp_path):
    file = tmp_path / "odd.txt"
    file.write_text(views.ANN.replace("Ben: ", "Ben juggles: ", 1), encoding="utf-8")
    with badugi_hh.open(":memory:") as hands:
        assert hands.import_(file).quarantined == 1
        (problem,) = hands.quarantine()
        with pytest.raises(badugi_hh.HandError, match="is in the quarantine and cannot be played") as caught:
            hands.replay(problem.hand or "")
    assert problem.message in [each.message for each in caught.value.problems]


def test_hands_are_exported(samples_db, tmp_path):
    with badugi_hh.open(samples_db) as hands:
        number = hands.sql("SELECT count(*) FROM hands").item()
        written = hands.export(tmp_path / "all")
        assert written.hands == number
        assert badugi_hh.validate(tmp_path / "all").hands == number
        cash = hands.export(tmp_path / "cash", Filter(game="cash"), anonymize=True)
        assert 0 < cash.hands < number
        player = hands.sql("SELECT player FROM seats ORDER BY player LIMIT 1").item()
        assert not any(player in file.read_text(encoding="utf-8-sig") for file in cash.files)
        own = hands.export(tmp_path / "own", player=player)
        assert own.hands == hands.sql("SELECT count(*) FROM seats WHERE player = ?", [player]).item()


def test_hands_are_simulated(tmp_path):
    with badugi_hh.open(":memory:") as hands:
        written = hands.simulate(tmp_path / "new", 12, seed=5, betting="no-limit", players=3)
        checked = badugi_hh.validate(*written.files)
        assert (checked.hands, checked.ok, checked.files) == (12, True, len(written.files))
        hands.import_(tmp_path / "new")
        assert hands.sql("SELECT DISTINCT betting, players FROM hands").rows() == [("no-limit", 3)]
        with pytest.raises(ValueError, match="11 players; Badugi is for 2 to 10"):
            hands.simulate(tmp_path / "more", players=11)
    alone = badugi_hh.simulate_hands(tmp_path / "alone", 12, seed=5, betting="no-limit", players=3)
    assert [file.read_bytes() for file in alone.files] == [file.read_bytes() for file in written.files]


def test_histories_are_validated_without_a_database(samples, tmp_path):
    checked = badugi_hh.validate(samples / "broken", str(samples / "alice-bob-carol-ted.txt"))
    assert not checked.ok
    assert {problem.code.id for problem in checked.problems} == CODES.keys()
    shown = run("validate", samples / "broken", samples / "alice-bob-carol-ted.txt", "--json")
    assert [problem.message for problem in checked.problems] == [
        json.loads(line)["message"] for line in shown.stdout.splitlines()
    ]
    assert (
        f"{checked.hands:,} hands in {checked.files:,} files, {checked.other_games:,} of other games"
        in shown.stderr
    )
    (tmp_path / "torn.gz").write_bytes(b"\x1f\x8b torn")
    (tmp_path / "notes.pdf").write_bytes(b"")
    torn = badugi_hh.validate(tmp_path)
    assert (torn.files, torn.hands, torn.ok, len(torn.unreadable), len(torn.skipped)) == (0, 0, False, 1, 1)
    with pytest.raises(badugi_hh.InputError, match="missing"):
        badugi_hh.validate(tmp_path / "missing")
    with pytest.raises(LookupError, match="there are no rules 'stars'"):
        badugi_hh.validate(samples, rules="stars")


@pytest.mark.quick
def test_codes_statistics_and_leak_checks_are_explained():
    assert badugi_hh.explain("r03") is CODES["R03"]
    assert badugi_hh.explain() == tuple(CODES.values())
    stat = badugi_hh.explain(" VPIP ")
    assert (stat.statistic, stat.title, stat.rows, stat.needs_prices) == ("vpip", "VPIP", "seats", False)
    assert stat.formula.startswith("proportion: how often an action was taken of its opportunities")
    assert stat.sql == "-- opportunities\ndecisions_0 > 0 AND NOT walk\n-- made\nvoluntary_0 > 0"
    assert badugi_hh.explain("luck_adjusted").needs_prices
    check = badugi_hh.explain("b1-ep-many")
    assert (check.check, check.grade, check.rows) == ("B1-EP-MANY", "B", "decisions")
    assert check.baseline == "9% to 15% (author; fixed limit, six-handed)"
    assert check.flagged == "above it, from 60 opportunities on"
    assert check.sql.endswith(
        "\n-- limited to\nbetting = 'fixed' AND players >= 3\n-- made\naction = 'raise'"
    )
    assert badugi_hh.explain("A8").baseline == badugi_hh.explain("A8").flagged == ""
    node = badugi_hh.explain("Before.first-in")
    assert (node.node, node.title) == ("before.first-in", "before the draw, first in")
    assert node.parts["before.first-in.btn"] == "from the button"
    assert list(badugi_hh.explain("all").parts)[:2] == ["before", "draw-1"]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("R3", "R13 or R03"),
        ("wtds", "wtsd"),
        ("went to showdown", "wtsd"),
        ("B35", "B35-FIRST or B35-SECOND"),
        ("b4", "B4-BTN or B4-SB? "),
    ],
)
def test_a_name_that_nothing_has_is_answered_with_similar_ones(name, question):
    with pytest.raises(LookupError) as error:
        badugi_hh.explain(name)
    assert error.value.args[0].startswith(
        f"there is no problem code, statistic, leak check or node of losses {name!r}; did you mean {question}"
    )


def test_every_statistic_and_check_is_explained_as_it_is_counted():
    for name, stat in STATS.items():
        explained = badugi_hh.explain(name)
        assert explained.sentence == stat.sentence
        assert all(predicate in explained.sql for predicate in stat.kind.over)
    for name, check in CHECKS.items():
        explained = badugi_hh.explain(name)
        assert (explained.advice, explained.source) == (check.leak.advice, check.leak.source)
        situation = check.situation
        for predicate in (*situation.scope, *situation.limits.where, *situation.made, *situation.compared):
            assert predicate in explained.sql


def test_nothing_is_printed_at_the_end(history):
    """Where NumPy is installed, Polars keeps the type of what it reads, and DuckDB reports its own types as leaks."""
    code = (
        "import sys, badugi_hh, numpy\n"
        "with badugi_hh.open(':memory:') as hands:\n"
        "    hands.import_paths(sys.argv[1], prices=False)\n"
        "    hands.stats(by='session')\n"
        "    hands.hands(limit=1)\n"
        "    hands.sql('SELECT 1')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(history)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_a_database_that_is_only_read_is_not_compacted(history, tmp_path):
    path = tmp_path / "hands.duckdb"
    with badugi_hh.open(path) as hands:
        hands.import_paths(history)
        assert hands.compact().after == path.stat().st_size
        assert hands.check(full=True).ok  # it is open again
    before = path.read_bytes()
    with badugi_hh.open(path, read_only=True) as hands:
        with pytest.raises(DatabaseError, match="opened with read_only"):
            hands.compact()
        assert hands.info().hands  # the connection is still open
    with badugi_hh.open(":memory:") as hands, pytest.raises(DatabaseError, match="is in memory"):
        hands.compact()
    assert path.read_bytes() == before


def test_the_outcome_of_a_backup_is_reported_though_the_database_cannot_be_opened_again(
    history, tmp_path, monkeypatch
):
    """Another process can open the database first."""

    def refuse(path, **_):
        raise DatabaseError(f"{path} is in use")

    hands = badugi_hh.open(tmp_path / "hands.duckdb")
    hands.import_paths(history)
    with monkeypatch.context() as patched:
        patched.setattr("badugi_hh.api.open_database.open_database", refuse)
        assert hands.backup(tmp_path / "copy.duckdb").to.exists()
        with pytest.raises(DatabaseError, match=r"copy.duckdb exists"):
            hands.backup(tmp_path / "copy.duckdb")
    with pytest.raises(DatabaseError, match="the database is closed; open it again"):
        hands.info()

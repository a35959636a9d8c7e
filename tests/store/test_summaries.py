"""Summaries of tournaments in the database: joined with the hands, in any order, once, and never preferred where they differ."""

from shutil import copyfile
from zipfile import ZipFile

import pytest
from support.commands import run

import badugi_hh
from badugi_hh import Filter

HERO, FIRST, SECOND = "Marmalade Heron", "$oap Bubble", "Nimbus44"
"""The hero finishes 4th in the hands of the tournament, and the others play on."""
NUMBER = "788835106"


@pytest.fixture(scope="module")
def tournament(samples):
    """Return the hands of the tournament."""
    (path,) = samples.glob(f"HH*T{NUMBER}*")
    return path


@pytest.fixture
def new(tmp_path):
    with badugi_hh.open(tmp_path / "hands.duckdb") as opened:
        yield opened


@pytest.fixture(scope="module")
def of_hands(tournament, tmp_path_factory):
    path = tmp_path_factory.mktemp("hands") / "hands.duckdb"
    with badugi_hh.open(path) as opened:
        opened.import_paths(tournament, prices=False)
    return path


@pytest.fixture
def hands(of_hands, tmp_path):
    """A database that has the hands of the tournament."""
    with badugi_hh.open(copyfile(of_hands, tmp_path / "hands.duckdb")) as opened:
        yield opened


def summary(*places, finished=True):
    """Return a summary of the tournament whose list of players has these lines."""
    end = "Tournament finished 2031/03/04 17:05:59 ET\n" if finished else ""
    listed = "".join(f"  {n}: {each}\n" for n, each in enumerate(places, 1))
    return (
        f"PokerStars Tournament #{NUMBER}, Badugi Limit\nBuy-In: $5.00/$0.50 USD\n6 players\n"
        f"Total Prize Pool: $12.00 USD\nTournament started 2031/03/04 16:05:59 ET\n{end}{listed}\n"
    )


def entry(hands, player):
    (row,) = hands.sql("FROM tournament_entries WHERE player = ?", [player]).to_dicts()
    return row


def _summary_last(hands, tournament, text):
    hands.import_paths(tournament, prices=False)
    hands.import_paths(text, prices=False)


def _summary_first(hands, tournament, text):
    hands.import_paths(text, prices=False)
    hands.import_paths(tournament, prices=False)


def _twice(hands, tournament, text):
    copy = text.with_name("copy.txt")
    copy.write_text(text.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    hands.import_paths(tournament, text, copy, text, prices=False)


def _zipped(hands, tournament, text):
    with ZipFile(text.with_name("all.zip"), "w") as archive:
        archive.write(tournament, "HH.txt")
        archive.write(text, "TS.txt")
    hands.import_paths(text.with_name("all.zip"), prices=False)


@pytest.mark.parametrize("order", [_summary_last, _summary_first, _twice, _zipped])
def test_a_summary_adds_places_and_prizes(order, tournament, new, tmp_path):
    text = tmp_path / "TS.txt"
    text.write_text(summary(f"{FIRST} (Malta), $9.00 (75%)", f"{SECOND} (Peru),"), encoding="utf-8")
    order(new, tournament, text)
    won, lost = entry(new, FIRST), entry(new, SECOND)
    assert (won["place"], won["prize"], won["prize_currency"], won["summarized"]) == (1, 900, "USD", True)
    assert (lost["place"], lost["prize"], lost["summarized"]) == (2, 0, True)
    assert (won["pool"], won["fee"], won["entries"]) == (500, 50, 1)
    assert new.sql("SELECT count(*) AS n FROM tournament_summaries")["n"].to_list() == [1]
    assert new.sql("FROM tournament_conflicts").is_empty()
    figures = new.stats(Filter(player=FIRST), names="itm,prizes,avg_finish,summarized,roi")
    by_name = dict(zip(figures["statistic"], figures["value"], strict=True))
    assert by_name == {
        "itm": 1.0,
        "prizes": 900.0,
        "avg_finish": 1.0,
        "summarized": 1.0,
        "roi": pytest.approx((900 - 550) / 550),
    }


def test_a_further_entry_costs_a_further_buy_in(hands, tmp_path):
    text = tmp_path / "TS.txt"
    lines = [f"{FIRST} [2] (Malta), $9.00 (75%)", "Somebody (Peru),", f"{FIRST} (Malta),"]
    text.write_text(
        summary(*lines)
        + "You finished in 1st place.\nYou made 2 rebuys and 0 addons for a total of USD 4.00.\n",
        encoding="utf-8",
    )
    hands.import_paths(text, prices=False)
    won = entry(hands, FIRST)
    assert (won["entries"], won["again"], won["place"], won["prize"]) == (2, True, None, 900)
    assert (won["pool"], won["fee"]) == (1400, 100)


def test_a_later_summary_completes_an_earlier_one(hands, tmp_path):
    running = summary(f"{FIRST} (Malta), still playing", f"{SECOND} (Peru),", finished=False)
    whole = summary(f"{FIRST} (Malta), $9.00 (75%)", f"{SECOND} (Peru),")
    text = tmp_path / "TS.txt"
    text.write_text(running, encoding="utf-8")
    hands.import_paths(text, prices=False)
    assert not entry(hands, FIRST)["summarized"]
    assert (entry(hands, SECOND)["place"], entry(hands, SECOND)["summarized"]) == (2, True)
    text.write_text(whole, encoding="utf-8")
    hands.import_paths(text, prices=False)
    assert (entry(hands, FIRST)["place"], entry(hands, FIRST)["prize"]) == (1, 900)
    assert entry(hands, SECOND)["place"] == 2


def test_what_hands_and_summary_state_differently_is_unknown(tournament, hands, tmp_path):
    text = tmp_path / "TS.txt"
    text.write_text(summary(f"{HERO} (Malta), $9.00 (75%)"), encoding="utf-8")
    hands.import_paths(text, prices=False)
    conflicts = hands.sql(
        "SELECT result, of_hands, of_summary FROM tournament_conflicts ORDER BY result"
    ).rows()
    assert conflicts == [("place", 4, 1), ("prize", 0, 900)]
    assert (entry(hands, HERO)["place"], entry(hands, HERO)["prize"]) == (None, None)
    done = run("import", tournament, text, "--no-prices", "--db", tmp_path / "again.duckdb")
    assert "2 results of tournaments in which hands and summary differ" in done.stderr


def test_a_text_with_an_error_is_kept_whole(tmp_path):
    text, database = tmp_path / "TS.txt", tmp_path / "hands.duckdb"
    text.write_text(summary("Ann (Malta),").replace("Buy-In:", "Cost:"), encoding="utf-8")
    for _ in range(2):  # also once the file is known
        done = run("import", text, "--no-prices", "--db", database)
        assert done.exit_code == 1
        assert "TS.txt:2: G02 error: this line of a tournament summary has no known form" in done.stderr
        assert "1 tournament summary; 1 problem" in done.stdout
    with badugi_hh.open(database, read_only=True) as hands:
        kept = hands.sql("SELECT site, code, text FROM tournament_summaries").rows()
    assert kept == [(None, "G02", text.read_text(encoding="utf-8").rstrip())]
    checked = run("validate", text)
    assert checked.exit_code == 1
    assert "TS.txt:2: G02 error" in checked.output


def test_a_line_that_is_not_read_is_a_warning(tournament, hands, tmp_path):
    """The text is stored with its values and its code."""
    text = tmp_path / "TS.txt"
    text.write_text(
        summary(f"{FIRST} (Malta), $9.00 (75%)").replace("6 players", "Xy\n6 players"), encoding="utf-8"
    )
    done = run("import", tournament, text, "--no-prices", "--db", tmp_path / "other.duckdb")
    assert done.exit_code == 0
    assert "TS.txt:3: T06 warning: this line of a tournament summary has no known form" in done.stderr
    hands.import_paths(text, prices=False)
    assert hands.sql("SELECT entrants, code FROM tournament_summaries").rows() == [(6, "T06")]
    problem = "SELECT line, code, severity, found FROM problems WHERE code LIKE 'T%'"
    assert hands.sql(problem).rows() == [(3, "T06", "warning", "Xy")]
    assert (entry(hands, FIRST)["prize"], entry(hands, FIRST)["pool"]) == (900, 500)
    hands.retry()
    assert hands.sql(problem).rows() == [(3, "T06", "warning", "Xy")]
    assert hands.sql("SELECT count(*) FROM tournament_places").rows() == [(1,)]
    text.rename(tmp_path / "TS2.txt").write_text(text.name, encoding="utf-8")
    assert not hands.check(full=True).faults


@pytest.mark.parametrize(
    ("own", "lines", "entries", "pool", "fee"),
    [
        # listed with their marks; the line without a place names nobody
        ("You finished the tournament (eliminated at hand #290000000201).", 2, 2, 1000, 100),
        # two buy-ins and $3.00 for an add-on
        ("You finished in 1st place.\nYou made 1 re-entries and 1 addons for a total of $8.50.", 1, 2, 1300, 100),
        # a line that is not read
        ("You finished in 1st place.\nYou bought in twice, for $11.00.", 1, 1, None, None),
    ],
)  # fmt: skip
def test_what_a_player_paid_in_all(own, lines, entries, pool, fee, hands, tmp_path):
    """Hand-checked: one entry is $5.00 + $0.50, and the prize of $9.00 is won once."""
    text = tmp_path / "TS.txt"
    listed = [f"{FIRST} (Malta), $9.00 (75%)"]
    if lines == 2:
        listed = [f"{FIRST} [2] (Malta), $9.00 (75%)", f"{FIRST} (Malta),"]
    text.write_text(summary(*listed) + f"{own}\n", encoding="utf-8")
    hands.import_paths(text, prices=False)
    stored = hands.sql(
        "SELECT place, entry, prize, playing FROM tournament_places ORDER BY prize DESC"
    ).rows()
    assert stored[0] == (1, lines, 900, False)
    assert [row[2:] for row in stored[1:]] == (entries - 1) * [(0, False)]
    won = entry(hands, FIRST)
    assert (won["entries"], won["prize"], won["pool"], won["fee"]) == (entries, 900, pool, fee)
    figures = hands.stats(Filter(player=FIRST), names="tournament_net")
    cost = None if pool is None else pool + fee
    assert figures["value"].to_list() == [None if cost is None else 900 - cost]


def test_bounties_of_a_summary_count_those_of_missing_hands(hands, tmp_path):
    text = tmp_path / "TS.txt"
    own = "You finished in 2nd place.\nYou collected 3 bounties for a total of USD 1.50.\n"
    text.write_text(summary(f"{SECOND} (Peru),", f"{FIRST} (Malta), $9.00 (75%)") + own, encoding="utf-8")
    before = entry(hands, FIRST)
    hands.import_paths(text, prices=False)
    after = entry(hands, FIRST)
    assert (before["bounties"], after["bounties"]) == (0, 150)
    assert hands.stats(Filter(player=FIRST), names="tournament_net")["value"].to_list() == [900 + 150 - 550]


def test_an_entry_that_goes_on_leaves_the_result_open(hands, tmp_path):
    text = tmp_path / "TS.txt"
    lines = [f"{FIRST} [2] (Malta), still playing", f"{SECOND} (Peru), still playing", f"{FIRST} (Malta),"]
    text.write_text(summary(*lines, finished=False), encoding="utf-8")
    hands.import_paths(text, prices=False)
    first = entry(hands, FIRST)
    assert (first["entries"], first["place"], first["prize"], first["pool"]) == (2, None, None, 1000)
    assert not entry(hands, SECOND)["summarized"]


def test_a_summary_that_grows_is_read_again(hands, tmp_path):
    text, whole = tmp_path / "TS.txt", summary(f"{FIRST} (Malta), $9.00 (75%)").rstrip()
    for end in (whole.index(", $9.00") + 1, whole.index(" (75%)") + 3, len(whole)):
        text.write_text(whole[:end], encoding="utf-8")
        hands.import_paths(text, prices=False)
    assert hands.sql("SELECT code, text FROM tournament_summaries").rows() == [(None, whole)]
    assert entry(hands, FIRST)["prize"] == 900
    assert not hands.check(full=True).faults


def test_a_text_with_an_error_is_read_again(hands, tmp_path):
    """As after an upgrade that knows its lines: the code is planted on a text that has no error."""
    text = tmp_path / "TS.txt"
    text.write_text(summary(f"{FIRST} (Malta), $9.00 (75%)"), encoding="utf-8")
    for again in (hands.retry, lambda: hands.import_paths(text.rename(tmp_path / "TS2.txt"), prices=False)):
        hands.import_paths(text, prices=False)
        hands.con.execute("DELETE FROM tournament_places")
        hands.con.execute("UPDATE tournament_summaries SET code = 'G02', site = NULL, tournament_id = NULL")
        hands.con.execute(
            "INSERT INTO problems BY NAME SELECT file_key, line, code FROM tournament_summaries"
        )
        hands.con.execute("DELETE FROM files WHERE path LIKE '%TS%'")
        assert not entry(hands, FIRST)["summarized"]
        again()
        assert again is not hands.retry or hands.sql("FROM problems").is_empty()
        assert entry(hands, FIRST)["prize"] == 900

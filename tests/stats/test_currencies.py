"""Hands of two currencies that have the same sign: nothing of one is added to the other, wherever amounts are added."""

from contextlib import closing
from dataclasses import replace

import pytest
from support.commands import answer
from support.hand_made import database, play
from support.spread import few

from badugi_hh.history.write import write
from badugi_hh.simulate import CashGame, SitAndGo, simulate
from badugi_hh.stats.definitions.kinds import Total
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database

MONEY = [stat.name for stat in STATS.values() if isinstance(stat.kind, Total) and stat.kind.unit is None]
EVERYBODY = Filter(every_player=True)
ENTRY = {"game": "tournament", "entry_pool": 500, "entry_bounty": 0, "entry_fee": 50}


def texts(code, seed, first):
    """Hands of a cash game and of tournaments, all amounts with `$`, numbered from `first`; those of two codes are alike."""
    games = (CashGame("Alcyone IV", 6, 5, 25, 50), SitAndGo(2, 500, 50, hands_per_level=3))
    for game in games:
        for hand in simulate(40, seed, games=(game,)):
            own = replace(hand, id=str(first + int(hand.id)))
            if hand.tournament is None:
                own = replace(own, stakes=replace(hand.stakes, currency=code), table=f"Moth {code}")
            else:
                number = str(first + int(hand.tournament.id))
                buy_in = hand.tournament.buy_in.replace("USD", code)
                entered = replace(hand.tournament, id=number, buy_in=buy_in)
                own = replace(own, tournament=entered, table=f"{number} 1")
            yield write(own)


def stored(folder, *codes, seed):
    """A database with the hands of these codes."""
    for nth, code in enumerate(codes):
        hands = "\n\n\n\n".join(texts(code, seed, nth * 10**9))
        (folder / f"{'-'.join(codes)}-{code}.txt").write_text(hands, encoding="utf-8")
    path = folder / f"{'-'.join(codes)}.duckdb"
    answer("import", "--no-prices", "--db", path, *folder.glob(f"{'-'.join(codes)}-*.txt"))
    return path


def sums(path):
    """The amounts of each player: by player and statistic, the value in each unit."""
    with closing(open_database(path, read_only=True)) as con:
        groups = evaluate(con, EVERYBODY, names=(*MONEY, "roi"))
    found = {}
    for group in groups:
        for name, measure in group.stats.items():
            for part in measure.parts or (measure,):
                if part.unit is not None and "cents" in part.unit_text:
                    found[group.player, name, part.unit_text] = part.value
    return found


@pytest.mark.parametrize(
    ("first", "second", "seed"), few([("USD", "CAD", 1), ("MXN", "QXJ", 2)], ("USD", "CAD", 1))
)
def test_two_codes_with_one_sign_are_added_apart(first, second, seed, tmp_path):
    both = stored(tmp_path, first, second, seed=seed)
    found = sums(both)
    alone = sums(stored(tmp_path, first, seed=seed)) | sums(stored(tmp_path, second, seed=seed))
    assert found == alone
    assert {name for _, name, _ in found} >= {"net", "rake_paid", "buy_ins", "fees", "prizes", "roi"}
    with closing(open_database(both, read_only=True)) as con:
        denominations = con.execute("SELECT DISTINCT denomination FROM hands ORDER BY 1").fetchall()
        assert denominations == sorted([(f"{first} cents",), (f"{second} cents",), ("tournament chips",)])
        assert con.execute("SELECT DISTINCT stakes FROM hands WHERE game = 'cash' ORDER BY 1").fetchall() == [
            ("$0.25/$0.50",) if first == "USD" else (f"0.25/0.50 {first}",),
            (f"0.25/0.50 {second}",),
        ]
        for view in ("tournaments", "tournament_entries"):
            assert con.execute(f"SELECT DISTINCT currency FROM {view} ORDER BY 1").fetchall() == sorted(
                [(first,), (second,)]
            )
        prizes = "SELECT DISTINCT prize_currency FROM tournament_entries WHERE prize > 0 ORDER BY 1"
        assert con.execute(prizes).fetchall() == sorted([(first,), (second,)])


@pytest.mark.quick
@pytest.mark.parametrize(
    ("hands", "due"),
    [
        ([{"prize": 1050, "prize_currency": "CAD"}], ("CAD", 500)),
        ([{"prize": 1050, "prize_currency": "USD"}], ("CAD", None)),
        ([{"prize": 5, "prize_currency": None}], ("CAD", None)),  # chips for money
        ([{"prize": 0, "prize_currency": None}], ("CAD", -550)),
        ([{"prize": 1050, "prize_currency": "USD", "entry_currency": None}], ("", None)),  # money for chips
        ([{"prize": 900, "prize_currency": None, "entry_currency": None}], ("", 350)),
        ([{}, {"prize": 1050, "prize_currency": "CAD", "entry_currency": "USD"}], ("CAD", None)),
        ([{"prize": 600, "prize_currency": "CAD"}, {"prize": 700, "prize_currency": "USD"}], ("CAD", None)),
        ([{"prize": 600, "prize_currency": "CAD"}, {"prize": 700, "prize_currency": "CAD"}], ("CAD", 200)),
    ],
)  # fmt: skip
def test_a_tournament_adds_one_currency_only(hands, due):
    with closing(database()) as con:
        for key, hand in enumerate(hands):
            entry = {**ENTRY, "entry_currency": "CAD", **hand}
            play(con, key, tournament_id="1", **entry, place=2 if "prize" in hand else None)
        (found,) = evaluate(con, Filter(), names=("tournament_net",))
    net = found.stats["tournament_net"]
    assert net.value == due[1]
    if due[1] is not None:
        assert net.unit.currency == (due[0] or None)


@pytest.mark.quick
def test_hands_and_a_summary_in_two_currencies_state_no_cost():
    with closing(database()) as con:
        play(con, 1, tournament_id="1", **ENTRY, entry_currency="CAD", place=2, prize=0)
        con.execute(
            "INSERT INTO tournament_summaries (file_key, line, site, tournament_id, pool, bounty, fee, currency) "
            "VALUES (1, 1, 'PokerStars', '1', 500, 0, 50, 'USD')"
        )
        con.execute(
            "INSERT INTO tournament_places (file_key, line, place, player, entry, prize, playing, qualified, spent) "
            "VALUES (1, 1, 2, 'Ann', 1, 0, false, false, 500)"
        )
        query = "SELECT pool, fee, currency FROM tournament_entries"
        assert con.execute(query).fetchall() == [(None, None, "CAD")]
        con.execute("UPDATE tournament_summaries SET currency = 'CAD'")
        assert con.execute(query).fetchall() == [(1000, 50, "CAD")]

"""Every grade B check: a row that counts, one that is an opportunity only, and near misses that are not even that."""

from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from support.hand_made import Together, database, each, insert, play, play_each, row

from badugi_hh import leaks
from badugi_hh.api.behind import Behind
from badugi_hh.engine.cards import cards
from badugi_hh.engine.values import value
from badugi_hh.leaks import LEAKS, equities
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS, MISTAKE_CHECKS
from badugi_hh.leaks.checks.discarding import BREAK_GAIN, ROUGH_GAIN, SMOOTH_GAIN, STAY_GAIN
from badugi_hh.leaks.equities import DRAW_V_PAT, LOW_DRAW, STRONG_PAT, Matchup
from badugi_hh.leaks.row_notes import describe_decision, describe_draw, describe_seat
from badugi_hh.odds.equity import equity
from badugi_hh.odds.keeps import rank_keeps
from badugi_hh.odds.ranges import ONE, PAT
from badugi_hh.odds.spots import Player, Spot, hand_player
from badugi_hh.odds.trials import simulate_keeps
from badugi_hh.odds.unbeatable import WORST_HAND_EQUITY, loses_to_all, unseen
from badugi_hh.stats.definitions.intervals import wilson
from badugi_hh.stats.selection.filters import Filter

Row = dict[str, Any]


def of(text):
    """Return the value of a hand written in ranks, each in another suit: `KQJT`."""
    return value(cards(" ".join(rank + suit for rank, suit in zip(text, "cdhs", strict=False))))


TRI_5, TRI_8, TRI_9, TRI_T = of("53A"), of("842"), of("942"), of("T42")
PAIR = of("52")
BADUGI_8, BADUGI_9, BADUGI_T, BADUGI_J, BADUGI_Q, BADUGI_K = map(
    of, ("8642", "9642", "T542", "J532", "Q532", "K532")
)


@dataclass(frozen=True)
class Example:
    """`base` counts against or for the player; `left` changes it to an opportunity only, each of `none` to neither."""

    base: Row
    left: Row
    none: tuple[Row, ...]
    hand: Row = field(default_factory=dict)


NO_LIMIT = {"betting": "no-limit"}
HEADS_UP = {"players": 2}
KNOWN = {"knowledge": "dealt"}
HIDDEN = (*each(hero=False, knowledge="shown", forced="timed_out"),)
OPEN = row(round=0, folded_to=True, level_full=1, level_any=1, price=10, action="raise")
FOLD, CALL, RAISE, CHECK, BET = ({"action": name} for name in ("fold", "call", "raise", "check", "bet"))
STEAL = row(
    round=0, position="BB", opener="BTN", level_full=2, level_any=2, price=10, pot=35, pot_to_win=35, behind=0
)
FACES = row(level_full=1, level_any=1, price=20, pot=120, pot_to_win=120)
COLD = row(round=0, position="CO", level_full=2, level_any=2, price=20, opener="MP")


def opens(position):
    other = {"position": "BB"}
    return Example(row(OPEN, position=position), CALL, (other, *each(folded_to=False, can_raise=False)), {})


def steals(opener, action, left):
    none = (*each(opener="CO", callers=1, limpers=1, position="SB"), NO_LIMIT, HEADS_UP)
    return Example(row(STEAL, action, opener=opener), left, none)


def dealt(draw, worth, drawn, **more):
    return row(KNOWN, more, draw=draw, value_before=worth, drawn=drawn)


PAT_END = row(FACES, KNOWN, round=3, own_draw=1, best_opponent_draw=0, bettor_draw=0)
RIVER = row(KNOWN, round=3, own_draw=1, best_opponent_draw=1, behind=0)
OPENED = row(draw=1, drawn=3, position="BTN", opener="BTN")
PAT_FIRST = row(KNOWN, draw=2, drawn=0, previous_drawn=1)

EXAMPLES = {
    **{f"B1-EP-{end}": opens("MP") for end in ("MANY", "FEW")},
    **{f"B1-MP-{end}": opens("HJ") for end in ("MANY", "FEW")},
    **{f"B1-{place}-{end}": opens(place) for place in ("CO", "BTN", "SB") for end in ("MANY", "FEW")},
    "B2": Example(row(OPEN, CALL, position="CO"), RAISE, ({"position": "BB"}, NO_LIMIT)),
    "B3": Example(row(voluntary_0=1, raises_0=1), {"raises_0": 0}, (row(voluntary_0=0, raises_0=0), {"walk": True}, NO_LIMIT, HEADS_UP)),
    "B4-BTN": steals("BTN", FOLD, CALL),
    "B4-SB": steals("SB", FOLD, RAISE),
    "B5": Example({**COLD, **CALL}, FOLD, (*each(position="SB", own_voluntary=1), NO_LIMIT)),
    **{f"B6-{opener}-{end}": steals(opener, RAISE, CALL) for opener in ("BTN", "SB") for end in ("MANY", "FEW")},
    "B7": Example(
        row(
            FOLD,
            round=0,
            level_full=3,
            level_any=3,
            price=10,
            own_last="raise",
            opened=True,
            own_actions=1,
            own_voluntary=1,
            pot_to_win=65,
        ),
        CALL,
        (*each(opened=False, level_full=2, live=3), NO_LIMIT),
    ),
    "B8-THREE": Example(OPENED, {"drawn": 2}, (*each(opener="SB", draw=2, forced="timed_out"), NO_LIMIT)),
    "B8-TWO-MANY": Example(row(OPENED, drawn=2), {"drawn": 1}, (row(position="CO", opener="CO"), HEADS_UP)),
    "B8-TWO-FEW": Example(row(OPENED, drawn=2), {"drawn": 0}, ({"opener": "CO"}, NO_LIMIT)),
    "B9-ROUGH": Example(dealt(1, of("T2A"), 1), {"drawn": 2}, (*HIDDEN, *each(draw=2, live=3, value_before=(of("92A"), of("T42"))))),
    "B9-SMOOTH": Example(dealt(1, of("82A"), 2), {"drawn": 1}, (*HIDDEN, *each(live=3, value_before=of("92A"), draw=3))),
    "B10": Example(
        dealt(2, of("K532"), 0, fewest_before=0),
        {"drawn": 1},
        (
            *HIDDEN,
            *each(live=3, can_bet=False),
            {"fewest_before": 1},  # the opponent draws
            {"value_before": of("Q532")},  # only against an opponent who drew before
            {"value_before": of("K732")},  # a rough hand
            {"draw": 3},
        ),
    ),
    "B11": Example(
        dealt(3, BADUGI_J, 1, fewest_seen=1),
        {"drawn": 0},
        (
            *HIDDEN,
            *each(live=3, can_bet=False),
            {"fewest_seen": 0},  # against a pat hand
            *each(value_before=BADUGI_K, draw=1),
        ),
    ),
    "B12": Example(
        dealt(2, BADUGI_J, 1, previous_drawn=0, level_faced=2),
        {"drawn": 0},
        (*HIDDEN, *each(previous_drawn=1, level_faced=1, value_before=BADUGI_Q), NO_LIMIT),
    ),
    "B13": Example(
        row(BET, round=2, own_draw=0, best_opponent_draw=1),
        CHECK,
        (*each(round=3, own_draw=1, live=3, can_raise=False), NO_LIMIT),
    ),
    "B14": Example(
        row(KNOWN, BET, round=1, own_draw=1, best_opponent_draw=0, value=TRI_5),
        CHECK,
        (*HIDDEN, *each(value=BADUGI_K, own_draw=0, best_opponent_draw=1, round=3), NO_LIMIT),
    ),
    "B15": Example(
        row(KNOWN, BET, round=2, own_draw=1, best_opponent_draw=1, value=TRI_5),
        CHECK,
        (*HIDDEN, *each(value=(of("63A"), BADUGI_8), best_opponent_draw=2, live=3), NO_LIMIT),
    ),
    "B16": Example(
        row(FACES, KNOWN, FOLD, round=1, own_draw=1, best_opponent_draw=1, value=TRI_8),
        CALL,
        (*HIDDEN, *each(round=2, value=(TRI_9, BADUGI_8), live=3, level_any=2), NO_LIMIT),
    ),
    "B17": Example(
        row(
            KNOWN,
            CALL,
            round=2,
            own_draw=1,
            best_opponent_draw=0,
            bettor_draw=0,
            value=TRI_9,
            level_full=1,
            level_any=1,
            price=20,
            pot=80,
            pot_to_win=80,
        ),
        FOLD,
        (
            *HIDDEN,
            {"pot_to_win": 100},  # the price is 14 % with one more bet
            *each(value=TRI_8, bettor_draw=1),
            *each(value=(BADUGI_8, PAIR), live=3),
        ),
    ),
    "B18": Example(row(FACES, FOLD, round=3, bettor_draw=1), CALL, (*each(round=2, level_any=2, bettor_draw=0, live=3), NO_LIMIT)),
    "B19": Example(
        row(PAT_END, CALL, value=TRI_9, result="won at showdown"),
        {"result": "lost at showdown"},
        (*HIDDEN, {"value": TRI_8}, row(value=TRI_9, bettor_draw=1), FOLD, *each(round=2, live=3)),
    ),
    "B20-BADUGI": Example(
        row(RIVER, BET, value=BADUGI_K),
        CHECK,
        (*HIDDEN, *each(value=TRI_5, best_opponent_draw=0, behind=1, live=3, can_raise=False)),
    ),
    "B20-TRI": Example(row(RIVER, BET, value=TRI_5), CHECK, (*HIDDEN, *each(value=(of("63A"), BADUGI_8), behind=1))),
    "B21-MANY": Example(row(RIVER, BET, value=TRI_9), {"value": TRI_8}, (*HIDDEN, CHECK, {"round": 2}, NO_LIMIT)),
    "B21-FEW": Example(row(RIVER, BET, value=PAIR), {"value": BADUGI_8}, (*HIDDEN, CHECK, NO_LIMIT)),
    "B22-MANY": Example(row(PAT_FIRST, value_before=TRI_8), {"value_before": BADUGI_K}, (*HIDDEN, *each(drawn=1, previous_drawn=0))),
    "B22-FEW": Example(row(PAT_FIRST, value_before=TRI_8), {"value_before": BADUGI_K}, (*each(can_bet=False, previous_drawn=0), NO_LIMIT)),
    "B22-OPEN": Example(
        row(OPENED, KNOWN, drawn=0, value_before=TRI_8),
        {"value_before": BADUGI_8},
        (*HIDDEN, *each(opener="SB", draw=2), NO_LIMIT),
    ),
    "B23-ABANDON": Example(row(snowed=1, drawn_1=0, drawn_2=1), {"drawn_2": 0}, (*each(snowed=None, drawn_2=None),)),
    "B23-PAT": Example(
        row(PAT_FIRST, value_before=TRI_8, fewest_seen=0, fewest_before=2),
        {"fewest_seen": 1},
        (*HIDDEN, *each(value_before=BADUGI_8, drawn=1, can_bet=False, previous_drawn=0)),
    ),
    "B24": Example({"drawn_1": 0}, {"drawn_1": 1}, ({"dealt": False},)),
    "B25": Example(
        row(PAT_END, FOLD, value=BADUGI_8),
        CALL,
        (*HIDDEN, *each(value=BADUGI_9, bettor_draw=1, level_any=2, live=3), NO_LIMIT),
    ),
    "B26": Example(
        row(FACES, round=1, own_draw=0, best_opponent_draw=1, own_last="check", value=BADUGI_8)
        | KNOWN
        | RAISE,
        CALL,
        (*HIDDEN, *each(own_last=None, value=TRI_5, round=3, can_raise=False), NO_LIMIT),
    ),
    **{
        f"B35-{end}": Example(
            row(KNOWN, BET, round=round_, own_draw=1, best_opponent_draw=2, price=0, value=BADUGI_8),
            CHECK,
            (
                *HIDDEN,
                *each(value=TRI_5, own_draw=2, best_opponent_draw=0, round=3, can_raise=False, live=3),
                NO_LIMIT,
            ),
        )
        for end, round_ in (("FIRST", 1), ("SECOND", 2))
    },
    "B27": Example(
        row(PAT_END, RAISE, level_any=2, level_full=2, value=BADUGI_9),
        CALL,
        (*HIDDEN, *each(level_any=1, value=(BADUGI_8, BADUGI_Q), bettor_draw=1)),
    ),
    "B28": Example(
        row(COLD, KNOWN, CALL, level_full=3, level_any=3, value=PAIR),
        FOLD,
        (*HIDDEN, *each(level_full=2, value=TRI_T, position="BB"), NO_LIMIT),
    ),
    "B29": Example(row(STEAL, RAISE, position="SB"), CALL, (FOLD, *each(position="BB", can_raise=False), HEADS_UP)),
    "B32": Example(dealt(1, BADUGI_J, 0, live=3), {"live": 2}, (*HIDDEN, *each(value_before=BADUGI_T, draw=2), NO_LIMIT)),
    "B34-MANY": Example(row(saw_draw=True, showdown=True), {"showdown": False}, ({"saw_draw": False}, NO_LIMIT)),
    "B34-FEW": Example(row(saw_draw=True, showdown=True), {"showdown": False}, ({"saw_draw": False},)),
    "B34-WON": Example(row(showdown=True, result="won at showdown"), {"result": "lost at showdown"}, ({"showdown": False}, NO_LIMIT)),
}  # fmt: skip
NUTS, LOW = "As 2h 3c 4d", "As 2h 3c 5d"
WITH_NUTS = row(KNOWN, value=1, hand_1=NUTS, hand_3=NUTS)
WITH_LOW = row(value=2, hand_1=LOW, hand_3=LOW)
DOMINATED = row(hand_before="As 2h 7d Kd", kept="As 2h Kd", kept_equity=0.4)
EXAMPLES |= {
    "A1": Example(
        dealt(3, of("72A"), 1, **DOMINATED, proof="P1", dominating="As 2h 7d", dominating_equity=0.5),
        {"proof": "P2"},
        (*HIDDEN, *each(drawn=0, kept_equity=None, draw=2)),
    ),
    "A6": Example(row(FACES, WITH_NUTS, FOLD, round=1), CALL, (*HIDDEN, WITH_LOW, {"price": 0})),
    "A7": Example(
        {**RIVER, **WITH_NUTS, **CHECK},
        BET,
        (*HIDDEN, WITH_LOW, *each(behind=1, opponents_able=0, can_raise=False, round=1)),
    ),
    "A8": Example(
        row(FACES, RIVER, CALL, value=of("K"), hand_3="Kc Kd Kh Ks"),
        FOLD,
        (
            *HIDDEN,
            {"behind": 1},
            row(value=of("Q"), hand_3="Qc Qd Qh Qs"),  # four kings are worse
            row(value=of("T"), hand_3="Kc Qc Jc Tc"),  # four jacks are worse
            row(value=of("KQ"), hand_3="Kc Kd Kh Qs"),
        ),
    ),
    "A9": Example(
        row(round=3, level_any=1, price=4, pot_to_win=100, value=of("5432"), hand_3="5s 4h 3c 2d")
        | KNOWN
        | FOLD,
        CALL,
        (*HIDDEN, *each(price=6, value=of("632A")), *each(price=0, live=3)),
    ),
    "A12": Example(
        row(FOLD, round=0, position="BB", live=2, price=1, pot=80, pot_to_win=70),
        CALL,
        (
            {"pot_to_win": 80},
            {"pot_to_win": 40},  # 2.4 % of the pot
            *each(price=4, live=3, position="CO", forced="sitting_out", game="tournament"),
        ),
    ),
}
IN_OTHER_TESTS = {"A2", "A4", "A5", "B31"}  # test_leaks.py, and below
_OF_HAND = ("betting", "players", "game")
_OF_SEAT = ("result", "hand_1", "hand_3")
_OF_PRICE = ("proof", "dominating", "kept_equity", "dominating_equity")


def cases(example):
    base = example.base
    found = row(made=base, left={**base, **example.left})
    return found | {f"none {nth}": {**base, **change} for nth, change in enumerate(example.none)}


@pytest.fixture(scope="module")
def counted():
    """Return what each check finds of each case; all cases lie in one database, each with its own player."""
    together = Together()
    for id_, example in EXAMPLES.items():
        table = CHECKS[id_].situation.rows
        for name, case in cases(example).items():
            together.case = f"{id_} {name}"
            of_hand = {key: case[key] for key in _OF_HAND if key in case}
            own = {key: value for key, value in case.items() if key not in of_hand}
            if table == "seats":
                play(together, 1, **{**own, **of_hand})
                continue
            of_seat = {key: own.pop(key) for key in _OF_SEAT if key in own}
            of_seat |= {key: own[key] for key in ("position",) if key in own}  # both have it
            price = {key: own.pop(key) for key in _OF_PRICE if key in own}
            play(together, 1, **of_seat, **of_hand)
            insert(together, table, row(own, hand_key=1))
            if price:
                insert(together, "draw_prices", row(price, hand_key=1, n=30, seat=1))
    with closing(database()) as con:
        together.append_to(con)
        findings = leaks.find(con, Filter(every_player=True), ignored=IN_OTHER_TESTS)
    return {(finding.player, finding.leak.id): finding for finding in findings}


def find_one(con, check, selected=None):
    """Return the finding of one check alone, of the selected hands or of all hands of the user."""
    (finding,) = leaks.find(con, selected or Filter(), ignored=LEAKS.keys() - {check})
    return finding


def test_too_few_bluffs_show_the_missed_hands_that_were_checked():
    """Value bets are opportunities of B21-FEW, but no mistakes; a pair that was checked is worse than three to a nine."""
    bets = [row(BET, value=BADUGI_8)] * 60
    checked = [row(CHECK, value=each) for each in (TRI_8, TRI_9, PAIR)]
    with closing(database()) as con:
        play(con, *range(len(bets + checked)))
        insert(con, "decisions", *(row(RIVER, act, hand_key=n) for n, act in enumerate(bets + checked)))
        finding = find_one(con, "B21-FEW")
        listed, parameters = Behind(leak="B21-FEW").seats(con, Filter()) or ("", [])
        behind = con.execute(f"SELECT hand_key FROM ({listed}) ORDER BY hand_key", parameters).fetchall()
    assert (finding.made, finding.chances, finding.verdict) == (0, 60, leaks.Verdict.FLAG)
    assert [hand.note.partition(" after")[0] for hand in finding.hands] == [
        "checked with 2-card: 5,2",
        "checked with 3-card: 9,4,2",
    ]
    assert {hand.cost for hand in finding.hands} == {None}
    assert behind == [(61,), (62,)]


@pytest.mark.parametrize(
    ("after", "others", "minutes", "verdict"),
    [(6, 2, 1, leaks.Verdict.WATCH), (2, 2, 1, leaks.Verdict.FINE), (6, 2, 4, leaks.Verdict.TOO_FEW)],
)
def test_hands_after_losses_are_compared_with_the_others(after, others, minutes, verdict):
    """In 20 rounds of 30 hands the first loses nine big bets, and the next 20 are after a loss; the first 20 are neither.

    Of ten hands the player plays so many. At one hand in four minutes the loss is too long ago.
    """
    played = {
        n: {
            "played_at": datetime(2024, 3, 1) + timedelta(minutes=minutes * n),  # noqa: DTZ001 - UTC, as stored
            "net": -180 if n % 30 == 0 else 0,
            "voluntary_0": int(n % 10 < (after if 0 < n % 30 <= 20 else others)),
        }
        for n in range(600)
    }
    with closing(database()) as con:
        play_each(con, played)
        finding = find_one(con, "B31")
    assert finding.verdict is verdict
    if minutes == 1:
        assert (finding.made, finding.chances) == (38 * after + 1, 19 * 20 + 1)
        assert f"{others * 10}% of {19 * 10 + 9}" in finding.source
    else:
        assert (finding.made, finding.chances, finding.hands) == (0, 0, ())


@pytest.mark.parametrize("tilt", [0.0, 0.3])
@pytest.mark.parametrize("column", ["players", "big_bet"])
def test_hands_after_losses_are_compared_at_tables_of_the_same_size_and_limit(column, tilt):
    """At short tables, or at a lower limit, both swings and the share of hands played are larger: neither is a leak.

    Blocks of a hundred hands alternate between both; one that plays more hands after losses is found.
    """
    random = Random(3)  # noqa: S311 - repeatable, not secret
    values_of = {"players": (3, 8), "big_bet": (20, 40)}[column]
    played, nets = {}, [0.0] * 20
    for n in range(3000):
        first = n // 100 % 2 == 0
        big_bet = values_of[not first] if column == "big_bet" else 20
        lost = sum(nets[-20:]) <= -8
        plays = random.random() < (0.55 if first else 0.20) + (tilt if lost else 0.0)
        net = round(random.gauss(0, 3 if first else 1.5) * big_bet) if plays else -big_bet // 4
        nets.append(net / big_bet)
        played[n] = row(net=net, voluntary_0=int(plays), big_bet=big_bet)
        played[n]["played_at"] = datetime(2024, 3, 1) + timedelta(minutes=n)  # noqa: DTZ001 - UTC, as stored
        if column == "players":
            played[n]["players"] = values_of[not first]
    with closing(database()) as con:
        play_each(con, played)
        finding = find_one(con, "B31")
    assert finding.verdict is (leaks.Verdict.WATCH if tilt else leaks.Verdict.FINE)
    assert finding.chances > 300


@pytest.mark.parametrize(
    ("bluffs", "missed", "verdict"),
    [(5, 60, leaks.Verdict.WATCH), (20, 60, leaks.Verdict.FINE), (0, 39, leaks.Verdict.TOO_FEW)],
)
def test_bets_that_show_the_draw_are_compared_with_missed_draws(bluffs, missed, verdict):
    """59 of 60 badugis bet: 5 of 60 missed hands bet, at most 18 %, is too few; 20 of 60 is not; 39 are no sample."""
    example = EXAMPLES["B35-FIRST"]
    actions = [(BADUGI_8, BET)] * 59 + [(BADUGI_8, CHECK)]
    actions += [(TRI_5, BET)] * bluffs + [(TRI_5, CHECK)] * (missed - bluffs)
    with closing(database()) as con:
        play(con, *range(len(actions)))
        rows = (row(example.base, action, hand_key=n, value=v) for n, (v, action) in enumerate(actions))
        insert(con, "decisions", *rows)
        finding = find_one(con, "B35-FIRST")
    assert (finding.made, finding.chances, finding.verdict) == (59, 60, verdict)
    _, most = wilson(bluffs, missed) or (0, 0)
    assert (finding.baseline.low, finding.baseline.high) == (0.0, pytest.approx(min(1.0, most + 0.7)))
    assert f"{bluffs / missed:.0%} of {missed}" in finding.source
    assert finding.hands == ()  # each bet with a badugi is right by itself


@pytest.mark.parametrize("id_", ["B8-TWO-FEW", "B22-FEW"])
def test_opportunities_that_are_no_mistakes_are_not_listed(id_):
    """Those who snow too rarely stand pat with badugis, and those who draw two too rarely draw one: neither is wrong."""
    example = EXAMPLES[id_]
    with closing(database()) as con:
        play(con, *range(200), position="BTN")
        insert(con, "draws", *(row(example.base, example.left, hand_key=n) for n in range(200)))
        finding = find_one(con, id_)
        listed, parameters = Behind(leak=id_).seats(con, Filter()) or ("", [])
        assert con.execute(listed, parameters).fetchall() == []
    assert (finding.verdict in {leaks.Verdict.FLAG, leaks.Verdict.WATCH}, finding.hands) == (True, ())


def test_every_check_has_an_example():
    assert EXAMPLES.keys() | IN_OTHER_TESTS == LEAKS.keys()


@pytest.mark.parametrize("id_", EXAMPLES)
def test_a_check_counts_its_opportunities(counted, id_):
    for name in cases(EXAMPLES[id_]):
        found = counted.get((f"Ann, {id_} {name}", id_))
        counts = (0, 0) if found is None else (found.made, found.chances)  # None: not dealt in
        assert counts == row(made=(1, 1), left=(0, 1)).get(name, (0, 0)), name


def test_ids_are_those_of_the_list():
    assert len(LEAKS) >= 40
    for id_, check in FREQUENCY_CHECKS.items():
        assert check.situation.rows in {"seats", "decisions", "draws"}
        assert check.baseline.low <= check.baseline.high, id_
        assert bool(check.situation.limits.where) == bool(check.situation.limits.reason), id_


@pytest.mark.parametrize(
    ("hand", "kept", "better", "thrown", "reason"),
    [
        # The queen of clubs is gone: 9 of the 10 clubs make a badugi, and 10 spades.
        ("5h 3s 6d 3c", "5h 3s 6d", "5h 6d 3c", "Qc", ", with 9 outs; 5h 6d 3c has 10 outs"),
        ("2d 5s 7h 9h", "2d 5s 9h", "2d 5s 7h", "", ", with 10 outs; 2d 5s 7h has as many outs and is lower"),
        # Of ten clubs 9c, 7c and 8c are gone, of ten hearts Kh.
        ("2d 3s Kh 9c", "2d 3s Kh", "2d 3s 9c", "7c 8c", ", with 7 outs; 2d 3s 9c has 9 outs and is lower"),
        # The two of clubs is gone, and the king of spades.
        (
            "5h 3s 6d 3c",
            "5h 3s 6d",
            "5h 6d 3c",
            "2c Ks",
            ", with 9 outs; 5h 6d 3c has as many outs, lower ones",
        ),
        ("4s Js 9c 3c", "4s 9c", "4s 3c", "", "; 4s 3c is lower"),  # two cards have no outs
        ("4s 4c 9d Kd", "4s 9d Kd", "4c 9d Kd", "", "; 4c 9d Kd is better"),
    ],
)
def test_wrong_cards_kept_are_described_with_their_outs(hand, kept, better, thrown, reason):
    case = row(hand_before=hand, hand=hand, kept=kept, dominating=better, draw=3)
    case |= row(thrown_before=thrown, reshuffled=False)
    note = MISTAKE_CHECKS["A1"].note
    assert note(case) == f"kept {kept} of {hand} at draw 3{reason}"
    assert "outs" not in note(row(case, reshuffled=True))


def test_frequencies_without_a_numeric_source_are_heuristics():
    """Equity says which play is better, but not how rarely the other is made; a heuristic is never a flag."""
    assert {FREQUENCY_CHECKS[id_].baseline.kind for id_ in ("B9-ROUGH", "B9-SMOOTH", "B27")} == {"heuristic"}


def test_a_cost_that_is_assumed_is_declared_so():
    assumed = {id_ for id_, leak in LEAKS.items() if leak.assumed}
    assert assumed == {id_ for id_, leak in LEAKS.items() if "assumption" in leak.model}
    assert {"B1-CO-MANY", "B2", "B3", "B5", "B18", "B21-FEW", "B28", "B29"} <= assumed
    assert not {"A1", "B13"} & assumed
    assert LEAKS["B2"].model == "0.3 small bets each, an assumption"
    assert (LEAKS["B2"].as_json()["assumed"], LEAKS["B13"].as_json()["assumed"]) == (True, False)


# --- the equities in the cost models

TRIALS = 2000  # `test_matchups_in_full` has 100,000
SLACK = 0.04  # three standard errors and the rounding to two digits
MATCHUPS = [each for each in vars(equities).values() if isinstance(each, Matchup)]
MATCHUPS += [*DRAW_V_PAT.values(), *LOW_DRAW.values()]


def share(matchup, trials):
    players = (Player(matchup.range, matchup.draws), Player(matchup.other, matchup.other_draws))
    return equity(Spot(players), trials=trials).shares[0]


@pytest.mark.parametrize("matchup", MATCHUPS, ids=lambda each: f"{each.range.name} {each.draws}")
def test_equities_are_what_the_odds_give(matchup):
    assert share(matchup, TRIALS) == pytest.approx(matchup.equity, abs=SLACK)


def test_the_worst_hand_wins_what_a_folded_blind_needs():
    """Four eights win least, 1.8 %: the opponent then has a seven at most. Three kings and a queen win 3.6 %."""
    for hand in ("8c 8d 8h 8s", "8c 8d 8h Kc", "7c 8c 8d Kd", "Kc Kd Kh Qc", "Kc Qc Jc Tc"):
        best = rank_keeps(cards(hand), 3, STRONG_PAT, trials=20_000)[0]
        assert best.equity is not None
        assert best.equity > WORST_HAND_EQUITY, hand
    assert MISTAKE_CHECKS["A12"].leak.source.endswith(f"even against {STRONG_PAT.name} that stands pat")


def test_a_hand_that_loses_to_all_is_known_by_the_cards():
    four_kings = cards("Kc Kd Kh Ks")
    assert loses_to_all(four_kings, unseen(four_kings))
    queens = cards("Qc Qd Qh Qs")
    assert not loses_to_all(queens, unseen(queens))
    assert loses_to_all(queens, unseen(queens, cards("Kc")))  # no four kings are left
    suited = cards("Kc Qc Jc Tc")
    assert not loses_to_all(suited, unseen(suited))  # others may hold the same in another suit, or four jacks
    assert not loses_to_all(cards("Kc Kd Kh Qs"), unseen(cards("Kc Kd Kh Qs")))


def gain(hand, wrong, right, other, draws, trials):
    """Return the equity that keeping `right` gains over keeping `wrong`, with `draws` draws left."""
    spot = Spot((hand_player(cards(hand), draws), other))
    first, second = simulate_keeps(spot, (cards(wrong), cards(right)), trials, 0)
    return second.shares[0] - first.shares[0]


def gains(trials):
    """Return by check the assumed gain of the right draw, and the gain in a typical case."""
    drawing = {draws: Player(ONE, draws) for draws in (1, 3)}
    rough = gain("Ac 2d Th Ts", "Ac 2d Th", "Ac 2d", drawing[3], 3, trials)
    smooth = gain("Ac 2d 8h 8s", "Ac 2d", "Ac 2d 8h", drawing[3], 3, trials)
    ten = gain("Ac 2d 3h Ts", "Ac 2d 3h", "Ac 2d 3h Ts", drawing[1], 1, trials)
    king = gain("Ac 3d 5h Ks", "Ac 3d 5h Ks", "Ac 3d 5h", Player(PAT, 0), 2, trials)
    return {
        "B9-ROUGH": (ROUGH_GAIN, rough),
        "B9-SMOOTH": (SMOOTH_GAIN, smooth),
        "B10": (BREAK_GAIN, king),
        "B11": (STAY_GAIN, ten),
    }


def test_gains_of_draws_are_what_the_odds_give():
    for id_, (assumed, found) in gains(4000).items():
        assert found == pytest.approx(assumed, abs=0.04), id_


@pytest.mark.long
def test_gains_in_full():
    for id_, (assumed, found) in gains(100_000).items():
        assert found == pytest.approx(assumed, abs=0.01), id_


@pytest.mark.long
def test_matchups_in_full():
    for matchup in MATCHUPS:
        assert share(matchup, 100_000) == pytest.approx(matchup.equity, abs=0.01)


# --- the words for a row


def test_a_row_is_described_with_what_is_known():
    decision = row(action="bet", value=TRI_5, round=2, own_draw=1, best_opponent_draw=0, live=2)
    assert describe_decision(decision) == (
        "bet with 3-card: 5,3,A after draw 2 (drew 1, against an opponent who stood pat)"
    )
    assert describe_decision(row(decision, action="fold", value=None, round=0)) == (
        "folded before the first draw"
    )
    assert describe_decision(row(decision, live=4)).endswith("against 3 opponents; one stood pat)")
    draw = row(drawn=0, hand_before=None, draw=1, fewest_seen=None, fewest_before=None, live=2)
    assert describe_draw(draw) == "stood pat at draw 1"
    known = row(draw, drawn=2, hand_before="As 2c Kd Ks", fewest_before=1)
    assert describe_draw(known) == "drew 2 from As 2c Kd Ks at draw 1, against an opponent who drew 1"
    assert describe_draw(row(draw, live=3)) == "stood pat at draw 1, against 2 opponents"
    assert describe_draw(row(known, live=3)).endswith("against 2 opponents; one drew 1")
    seat = row(hand_0=None, draw_line="1-0-0", result="lost at showdown")
    assert describe_seat(seat) == "drew 1-0-0, lost at showdown"

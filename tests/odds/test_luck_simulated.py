"""Luck of hand-made and simulated hands: which terms a hand has, that they average to zero, and what they explain."""

from itertools import islice

import numpy as np
import polars as pl
import pytest
from support.histories import HAND as THREE_DRAWS
from support.two_views import ANN, BEN

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, cards
from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import Rows
from badugi_hh.odds.luck import GROWTH, starting_luck
from badugi_hh.odds.next_draw import shares
from badugi_hh.replay import replay
from badugi_hh.simulate import simulate
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths
from badugi_hh.store.prepare import frames_of
from badugi_hh.store.price_rows import luck_of

TABLES = ("hands", "seats", "events", "draws")
TERMS = ("starting_luck", "draw_luck_1", "draw_luck_2", "draw_luck_3", "draw_luck", "all_in_luck")
CHUNK = 5000

ALL_IN = """\
PokerStars Hand #300000000004:  Badugi Limit ($0.50/$1 USD) - 2024/05/01 20:00:00 ET
Table 'Tests' 6-max Seat #1 is the button
Seat 1: Ann ($2 in chips)\x20
Seat 2: Ben ($2 in chips)\x20
Ann: posts small blind $0.25
Ben: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Ann [As 2c 3d Kd]
Ann: raises $0.50 to $1
Ben: raises $0.50 to $1.50
Ann: raises $0.50 to $2 and is all-in
Ben: calls $0.50 and is all-in
*** FIRST DRAW ***
Ben: stands pat\x20
Ann: discards 1 card [Kd]
Dealt to Ann [As 2c 3d] [Qd]
*** SECOND DRAW ***
Ben: stands pat\x20
Ann: discards 1 card [Qd]
Dealt to Ann [As 2c 3d] [4h]
*** THIRD DRAW ***
Ben: stands pat\x20
Ann: stands pat on [As 2c 3d 4h]
*** SHOW DOWN ***
Ben: shows [8s 7c 6d 5h] (Badugi: 8,7,6,5)
Ann: shows [As 2c 3d 4h] (Badugi: 4,3,2,A)
Ann collected $3.80 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.20\x20
Seat 1: Ann (button) (small blind) showed [As 2c 3d 4h] and won ($3.80) with a Badugi: 4,3,2,A
Seat 2: Ben (big blind) showed [8s 7c 6d 5h] and lost with a Badugi: 8,7,6,5
"""


def imported(folder, *texts):
    """The rows of histories, each in its own file."""
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    with opened(None) as con:
        report = import_paths(con, [folder])
        assert (report.quarantined, report.stored) == (0, 1)
        return {name: pl.DataFrame(ArrowStream(con.sql(f"FROM {name}"))) for name in TABLES}


def luck_by_seat(frames):
    return {row["seat"]: row for row in luck_of(frames)["luck"].iter_rows(named=True)}


def expected_luck(kept, gone, drawn, opponents, left):
    """The luck of a one-card draw as a share of the pot, by counting the cards."""
    share, held = shares(opponents, left), cards(kept)
    unseen = [card for card in DECK if card not in {*held, *cards(gone)}]
    mean = sum(share[values.value((*held, card))] for card in unseen) / len(unseen)
    return float(share[values.value((*held, *cards(drawn)))] - mean)


# --- hands made by hand


def test_the_terms_of_a_hand(tmp_path):
    """Ben drew one card before Ann, who made a nine; the pot of two big bets could still grow."""
    (luck,) = luck_by_seat(imported(tmp_path, ANN)).values()
    assert luck["starting_luck"] == starting_luck(2)[values.value(cards("As 2c 3d Kh"))] > 0
    drawn = expected_luck("As 2c 3d", "Kh", "9h", ((1, 3),), 2)
    assert luck["draw_luck_1"] == pytest.approx(2.0 * GROWTH[1] * drawn)
    assert luck["draw_luck"] == luck["draw_luck_1"] > 0.3
    assert luck["draw_luck_2"] is luck["draw_luck_3"] is None
    assert luck["all_in_luck"] == 0


def test_players_of_both_views_have_a_row(tmp_path):
    """When Ben drew, Ann had not drawn yet."""
    luck = luck_by_seat(imported(tmp_path, ANN, BEN))
    assert sorted(luck) == [1, 2]
    drawn = expected_luck("4s 5c 6d", "6h", "Qh", ((None, 3),), 2)
    assert luck[2]["draw_luck"] == pytest.approx(2.0 * GROWTH[1] * drawn)


def test_standing_pat_is_a_draw_without_luck(tmp_path):
    """At the third draw Bo, who is all-in, and Cy have drawn one card at the draw before and will draw after Ann."""
    (luck,) = luck_by_seat(imported(tmp_path, THREE_DRAWS)).values()
    assert luck["draw_luck_2"] == 0
    drawn = expected_luck("As 3h 5d", "Kc 8h 6s", "9c", ((1, 2), (1, 2)), 0)
    assert luck["draw_luck_3"] == pytest.approx(3.8 / 0.5 * GROWTH[3] * drawn)
    assert luck["draw_luck"] == pytest.approx(luck["draw_luck_1"] + luck["draw_luck_3"])
    assert luck["all_in_luck"] == 0  # betting went on


def test_an_all_in_result_is_compared_with_the_equity(tmp_path):
    """Three draws to A23 against 8-7-6-5, which stands pat: a hand is missed if all of its cards are no outs.

    Unseen cards: 52 - 8 = 44. Outs at each draw: the 4, 6, 7 and 8 of hearts. Another heart makes a worse badugi, which
    stands pat and loses: 9, T, J, Q and K.
    """
    luck = luck_by_seat(imported(tmp_path, ALL_IN))[1]
    outs, lost = len(cards("4h 6h 7h 8h")), len(cards("9h Th Jh Qh Kh"))
    equity, still = 0.0, 1.0
    for unseen in (44, 43, 42):
        equity += still * outs / unseen
        still *= 1 - (outs + lost) / unseen
    won, expected = 3.80, equity * 4.00 * (1 - 0.20 / 4.00)
    assert luck["all_in_luck"] == pytest.approx(won - expected, abs=4 * 4.00 * 0.01)
    # The luck of the draws is that of the pot as it is: no bet can follow.
    drawn = expected_luck("As 2c 3d", "Kd", "Qd", ((0, 3),), 2)
    assert luck["draw_luck_1"] == pytest.approx(4.0 * drawn)


def test_a_mistake_after_all_betting_is_no_bad_luck(tmp_path):
    """Ann stands pat with three cards at the first draw: she had two draws left to improve."""
    drew = "Ann: discards 1 card [Kd]\nDealt to Ann [As 2c 3d] [Qd]"
    stood = "Ann: stands pat on [As 2c 3d Kd]"
    text = ALL_IN.replace(drew, stood).replace("discards 1 card [Qd]", "discards 1 card [Kd]")
    luck = luck_by_seat(imported(tmp_path, text))[1]
    equity = 4 / 44 + (1 - 9 / 44) * 4 / 43
    assert luck["all_in_luck"] == pytest.approx(3.80 * (1 - equity), abs=4 * 3.80 * 0.01)


@pytest.mark.parametrize("rules", ["pokerstars", "home"])
def test_after_a_reshuffle_the_cards_are_not_equally_likely(tmp_path, rules):
    """A draw after a reshuffle has no term, and the others keep theirs."""
    frames = imported(tmp_path, THREE_DRAWS)
    renamed = frames["hands"].with_columns(rules=pl.lit(rules))
    shuffled = frames["events"].with_columns(
        kind=pl.when(pl.col("round") == 3).then(pl.lit("DeckReshuffled")).otherwise(pl.col("kind"))
    )
    plain = luck_by_seat(frames)[1]
    luck = luck_by_seat({**frames, "hands": renamed, "events": shuffled})[1]
    assert luck["draw_luck_1"] == plain["draw_luck_1"]
    assert plain["draw_luck_3"]
    assert luck["draw_luck_3"] == 0


# --- simulated hands


def frames_of_hands(hands):
    """Yield the rows of hands, some thousand at a time."""
    hands = iter(hands)
    while chunk := list(islice(hands, CHUNK)):
        rows = Rows()
        for hand_key, hand in enumerate(chunk):
            add_rows(rows, replay(hand, rules=POKERSTARS), hand_key)
        yield frames_of(rows)


@pytest.fixture(scope="module", params=[600, pytest.param(200_000, marks=pytest.mark.long)])
def results(request):
    """The luck of the hero's hands, with the net result and the share of the rake in big bets."""
    found = []
    for frames in frames_of_hands(simulate(request.param, seed=15)):
        stakes = frames["hands"].select("hand_key", "big_bet")
        seats = frames["seats"].select("hand_key", "seat", "net").join(stakes, on="hand_key")
        found.append(luck_of(frames)["luck"].join(seats, on=["hand_key", "seat"]))
    return pl.concat(found).with_columns(net=pl.col("net") / pl.col("big_bet"))


@pytest.mark.parametrize("term", TERMS)
def test_luck_averages_to_zero(results, term):
    """Within four standard errors; the bunching bias of draws is smaller than they are."""
    luck = results[term].drop_nulls().to_numpy()
    assert len(luck) > 100
    assert abs(luck.mean()) <= 4 * luck.std() / np.sqrt(len(luck))


def test_the_adjusted_result_has_the_same_mean_and_varies_less(results):
    net = results["net"].to_numpy()
    luck = results["starting_luck"].to_numpy() + results["draw_luck"].to_numpy()
    assert abs(luck.mean()) <= 4 * luck.std() / np.sqrt(len(luck))
    assert (net - luck).std() <= 0.9 * net.std()
    # The luck is worth what it says: no multiple of it would explain much more.
    slope = np.cov(net, luck)[0, 1] / luck.var()
    assert slope == pytest.approx(1, abs=0.05 + 4 * (net - luck).std() / (luck.std() * np.sqrt(len(net))))

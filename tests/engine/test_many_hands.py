"""Many hands side by side go as the table plays each of them."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from support.tables import allowed

from badugi_hh.engine.many_hands import BETTINGS, DRAWING, OVER, SHOWDOWN, HandStates
from badugi_hh.engine.rules import POKERSTARS, Betting, Post
from badugi_hh.engine.table import Phase, Table

S = 10
HANDS = 150
PHASES = {Phase.BETTING: 0, Phase.DRAWING: DRAWING, Phase.SHOWDOWN: SHOWDOWN, Phase.OVER: OVER}


def begin(random: Random, betting: Betting) -> Table:
    """A table with some short stacks, odd blinds and posts of players who join."""
    rules = replace(POKERSTARS, betting=betting, small_blind=7, big_blind=15, small_bet=15, big_bet=30)
    seats = sorted(random.sample(range(1, S + 1), random.randint(2, S)))
    stacks = {seat: random.choice((random.randint(1, 60), random.randint(60, 900))) for seat in seats}
    table = Table(rules, stacks, button=seats[-1])
    small, big = table.order[:2] if len(seats) > 2 else table.order[::-1]
    posts = [(small, Post.SMALL_BLIND), (big, Post.BIG_BLIND)]
    posts += [
        (seat, random.choice((Post.BIG_BLIND, Post.BOTH_BLINDS)))
        for seat in table.order[2:]
        if random.random() < 0.1
    ]
    for seat, post in posts:
        table.post(seat, post, table.post_bounds(seat, post)[1])
    table.deal({})
    return table


def many(tables: list[Table], betting: Betting) -> HandStates:
    """The same hands as arrays."""

    def of_places(values: str) -> np.ndarray:
        rows = [[getattr(table, values)[seat] for seat in table.order] for table in tables]
        return np.array([row + [0] * (S - len(row)) for row in rows]).T

    stakes = [np.full(len(tables), value) for value in (BETTINGS.index(betting), 15, 15, 30)]
    stack, put_in = of_places("stacks"), of_places("put_in")
    return HandStates.after_posts(
        stakes,
        np.array([(1 << len(table.order)) - 1 for table in tables]),
        (stack + put_in - of_places("dead"), stack, of_places("street")),
        put_in.sum(axis=0),
        np.array([table.order.index(table.big_blind) for table in tables]),
    )


def assert_same(tables: list[Table], hands: HandStates) -> None:
    assert hands.phase.tolist() == [PHASES[table.phase] for table in tables]
    for name in ("pot", "round", "bets", "stub", "level", "full", "last_raise"):
        assert getattr(hands, name).tolist() == [getattr(table, name) for table in tables], name
    for place, table in enumerate(tables):
        seats = range(len(table.order))
        assert [table.order[n] for n in seats if hands.live[place] >> n & 1] == [*table.live]
        assert [table.order[n] for n in seats if hands.able[place] >> n & 1] == [*table.able]
        assert [hands.stack[n, place] for n in seats] == [table.stacks[seat] for seat in table.order]
        assert [hands.street[n, place] for n in seats] == [table.street[seat] for seat in table.order]
        assert [hands.acted[n, place] for n in seats if hands.live[place] >> n & 1] == [
            table.acted.get(seat, -1) for seat in table.live
        ]
        assert [[each for each in hands.drawn[1:, n, place] if each >= 0] for n in seats] == [
            table.drawn[seat] for seat in table.order
        ]
        assert table.actor is None or table.order[hands.actor[place]] == table.actor
        assert hands.aggressor[table.round, place] == (
            -1 if table.aggressor is None else table.order.index(table.aggressor)
        )


def assert_same_reshuffles(tables: list[Table], hands: HandStates, of: np.ndarray) -> None:
    needed = hands.at(of).reshuffle(np.arange(len(of)))
    assert needed.tolist() == [allowed(tables[n].verify_reshuffle) for n in of]


@pytest.mark.parametrize("betting", Betting)
def test_hands_go_as_at_the_table(betting):
    random = Random(str(betting))  # noqa: S311 -- no secret
    tables = [begin(random, betting) for _ in range(HANDS)]
    hands, reshuffled, steps = many(tables, betting), 0, 0
    while True:
        assert_same(tables, hands)
        legal = [table.legal_actions() for table in tables]
        of = np.array([n for n, each in enumerate(legal) if each is not None and not each.draws], int)
        options = hands.options(of, hands.actor[of])
        bounds = list(zip(options.low.tolist(), options.high.tolist(), strict=True))
        assert options.price.tolist() == [legal[n].call or 0 for n in of]
        assert options.can_raise.tolist() == [legal[n].bet is not None for n in of]
        assert [legal[n].bet for n in of] == [
            each if can else None for each, can in zip(bounds, options.can_raise, strict=True)
        ]
        folds, raises, paid = np.zeros(len(of), bool), np.zeros(len(of), bool), options.price.copy()
        for k, n in enumerate(of):
            table, seat, chance = tables[n], legal[n].seat, random.random()
            if chance < 0.15:
                table.fold(seat)
                folds[k], paid[k] = True, 0
            elif chance < 0.5 and legal[n].bet is not None:
                to = random.choice((*legal[n].bet, random.randint(*legal[n].bet)))
                paid[k], raises[k] = to - table.street[seat], True
                table.bet_to(seat, to)
            elif legal[n].call:
                table.call(seat)
            else:
                table.check(seat)
        hands.act(options, folds, raises, paid)
        of = np.array([n for n, each in enumerate(legal) if each is not None and each.draws], int)
        shuffles = np.array([n for n in of if legal[n].reshuffle and random.random() < 0.5], int)
        reshuffled += len(shuffles)
        assert hands.at(of).stub_before.max(initial=-1) == -1
        assert_same_reshuffles(tables, hands, of)
        for n in shuffles:
            tables[n].reshuffle()
        hands.reshuffle(shuffles)
        assert_same_reshuffles(tables, hands, of)
        drawn = np.array([random.choice(tables[n].legal_actions().draws) for n in of], int)
        for count in range(5):
            allowed = hands.has_cards(of, np.full(len(of), count)).tolist()
            assert allowed == [count in tables[n].legal_actions().draws for n in of]
        for n, count in zip(of, drawn, strict=True):
            tables[n].draw(tables[n].actor, int(count))
        hands.draw(of, hands.actor[of], drawn)
        steps += len(of)
        if not any(legal):
            break
        back = [(n, table.uncalled()) for n, table in enumerate(tables)]
        due = [(n, seat, amount) for n, each in back if each for seat, amount in [each]]
        of = np.array([n for n, _, _ in due], int)
        assert hands.uncalled(of)[0].tolist() == [amount for _, _, amount in due]
        places = np.array([tables[n].order.index(seat) for n, seat, _ in due], int)
        hands.return_uncalled(of, places, np.array([amount for _, _, amount in due], int))
        for n in of:
            tables[n].return_uncalled()
    assert reshuffled
    assert steps > 5 * HANDS

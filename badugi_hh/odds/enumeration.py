"""Exact results of draws: every sequence of drawn cards is enumerated, with its probability.

The unseen cards are all cards that are neither known nor dead; players do not know the cards of others and never draw
their own discards. A spot in which the deck can run out is never enumerated. No answer is an estimate: where a spot has
too many cases the functions return None, and `trials` simulates it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import rows_by_size, take_with
from badugi_hh.odds.ranges import hands
from badugi_hh.odds.spots import EXACT, Equity, Player, Spot, can_run_out, mask_of, no_hand, schedule
from badugi_hh.odds.states import Masks, Numbers, after_draw, card_sets, counts_all, set_masks, states
from badugi_hh.user_error import OddsError

CASES = 1_500_000
"""The largest number of sequences of draws that are enumerated one by one."""

Chances = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Cases:
    """Cases, one in a row: the cards that are not in the deck, the states of the players, and the probability."""

    used: Masks
    states: tuple[Numbers, ...]
    chance: Chances


def _draw(cases: _Cases, place: int, keep: Cards | None) -> _Cases | None:
    """Return the cases after a draw of one player, None where there are more than `CASES`."""
    found: list[_Cases] = []
    state = cases.states[place]
    if keep is not None and not counts_all(keep):
        groups = [(len(keep), np.arange(len(state)))]
    else:
        keep = None
        groups = rows_by_size(state)
        pat = np.flatnonzero(states().size[state] == 4)
        if pat.size:
            found.append(
                _Cases(cases.used[pat], tuple(each[pat] for each in cases.states), cases.chance[pat])
            )
    sizes = [len(rows) * len(card_sets(4 - kept)) for kept, rows in groups]
    if sum(sizes) > CASES:
        return None
    for kept, rows in groups:
        masks = set_masks(4 - kept)
        at, drawn = np.nonzero((cases.used[rows, None] & masks) == 0)
        if keep is not None:
            after = take_with(keep, list(card_sets(4 - kept)[drawn].T))
        else:
            after = after_draw(kept)[state[rows[at]].astype(np.intp) - states().first[kept], drawn]
        from_row = rows[at]
        ways = np.bincount(at, minlength=len(rows))
        new = [each[from_row] for each in cases.states]
        new[place] = after
        found.append(_Cases(cases.used[from_row] | masks[drawn], tuple(new), (cases.chance[rows] / ways)[at]))
    return _Cases(
        np.concatenate([each.used for each in found]),
        tuple(np.concatenate(column) for column in zip(*(each.states for each in found), strict=True)),
        np.concatenate([each.chance for each in found]),
    )


def _start(players: Sequence[Player], used: np.uint64) -> _Cases | None:
    """Return the hands that the players can hold; None where there are too many, or only a sample."""
    cases = _Cases(np.array([used]), (), np.ones(1))
    for player in players:
        if player.range.hand is not None:
            state = np.full(len(cases.used), player.start[0], np.uint16)
            cases = _Cases(cases.used, (*cases.states, state), cases.chance)
            continue
        dealt = hands(player.range)
        if dealt.sampled:
            return None
        dealt = dealt.without(used)
        if not len(dealt.state):
            raise OddsError(no_hand(player.range))
        if len(dealt.state) * len(cases.used) > CASES:
            return None
        at, drawn = np.nonzero((cases.used[:, None] & dealt.seen) == 0)
        cases = _Cases(
            cases.used[at] | dealt.seen[drawn],
            (*(state[at] for state in cases.states), dealt.state[drawn]),
            cases.chance[at] * dealt.weight[drawn],
        )
    if not len(cases.used):
        return None
    return _Cases(cases.used, cases.states, cases.chance / cases.chance.sum())


def _play(players: Sequence[Player], used: np.uint64) -> _Cases | None:
    cases = _start(players, used)
    for round_ in schedule(players):
        for place, drawn in round_:
            player = players[place]
            if cases is None:
                return None
            if player.pat or (player.range.hand is not None and drawn < player.start[1]):
                continue
            cases = _draw(cases, place, player.keep if drawn == 0 else None)
    return cases


def final_states(player: Player, used: np.uint64) -> tuple[Numbers, Chances] | None:
    """Return the states that a player can end with, and their probabilities; None where there are too many cases.

    `used` has the player's hand and all other cards that cannot be drawn. A state can be in several rows.
    """
    cases = _play((player,), used)
    return None if cases is None else (cases.states[0], cases.chance)


def enumerate_spot(spot: Spot) -> Equity | None:
    """Return the exact equity of a spot, None where it has too many cases or the deck can run out."""
    if can_run_out(spot):
        return None
    cases = _play(spot.players, mask_of(spot.known))
    if cases is None:
        return None
    value = np.stack([states().value[state] for state in cases.states])
    won = value == value.min(axis=0)
    shares = ((won / won.sum(axis=0)) * cases.chance).sum(axis=1)
    shares = np.clip(shares / shares.sum(), 0, 1)
    return Equity(EXACT, None, tuple(shares.tolist()), (0.0,) * len(shares))

"""How much of a result was luck: the values of the cards received, minus what they were worth on average.

Each term is a value after some cards are dealt minus the exact average of that value over all cards that could have been
dealt, so its average is zero whatever the value function is, and subtracting it from a result leaves the expected result
as it is. `value_function` only decides how much of the variance a term explains. Nothing here reads hands or stores
anything. Sources: White and Bowling, Learning a Value Analysis Tool for Agent Evaluation (IJCAI 2009); Burch et al.,
AIVAT (arXiv 1612.06915).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from badugi_hh.odds.dealing import Rows
from badugi_hh.odds.equity import equity
from badugi_hh.odds.next_draw import Floats, shares, values_after, ways_to_values
from badugi_hh.odds.spots import Player, Spot, mask_of
from badugi_hh.odds.states import Masks, Numbers, set_masks, values_of_hands

STARTING_STAKE = 0.8
"""Big bets that a starting hand is worth for each player's part by which its share of the pot exceeds an equal part."""
GROWTH = {1: 5 / 3, 2: 3 / 2, 3: 7 / 6}
"""The pot that a share is worth after each draw if bets can follow, as a multiple of the pot at the draw.

Like `STARTING_STAKE`, fitted to simulated hands of fixed limit; another number explains less, but biases nothing.
"""
TRIALS = 2500
"""The standard error of a simulated share of an all-in pot is at most 1 point."""

_TOGETHER = 256
"""How many draws are averaged at once, 2 MB."""


@cache
def starting_luck(players: int) -> Floats:
    """Return the luck of being dealt a hand of each value, in big bets, at a table of `players` players.

    A hand is worth `STARTING_STAKE` times `players` times the share of the pot by which it exceeds an equal part against
    hands dealt at random, and 0 if it does not. The average over all 270,725 hands is subtracted. Every hand is equally
    likely whatever the players do, so the term has no bias, provided that all hands dealt are counted, folded ones too.

    Raises:
        ValueError: there are fewer than two players.
    """
    if players < 2:
        raise ValueError(f"a hand has at least two players, not {players}")
    share = shares(((None, 3),) * (players - 1), 3)
    worth = STARTING_STAKE * np.maximum(players * share - 1, 0)
    return np.asarray(worth - worth[values_of_hands()].mean())


def draw_luck(kept: Masks, gone: Masks, after: Numbers, worth: Floats, context: Rows) -> Floats:
    """Return the luck of each draw: the worth of the value `after` it minus its average over all possible draws.

    `kept` has the cards kept, `gone` these and all other cards that the player has held in the hand: the unseen cards
    are equally likely. `context` is the row of `worth` that has the worth of each value at this draw, such as
    `value_function.shares`; the result has its unit. A draw of no card has no luck.

    The unseen cards are equally likely only if the opponents' play says nothing about them. Players who stay hold cards of a
    certain kind (bunching), which docs/odds.md measures.
    """
    return np.asarray(worth[context, after] - expected_worth(kept, gone, worth, context))


def expected_worth(kept: Masks, gone: Masks, worth: Floats, context: Rows) -> Floats:
    """Return the average worth of the values after all draws to four cards; the arguments are those of `draw_luck`."""
    found = np.empty(len(kept))
    one = np.bitwise_count(kept) == 3
    for rows in (np.flatnonzero(one), np.flatnonzero(~one)):
        for start in range(0, len(rows), _TOGETHER):
            part: Rows = rows[start : start + _TOGETHER]
            if one[part[0]]:
                ways = (set_masks(1) & gone[part, None]) == 0
                after = worth[context[part, None], values_after(kept[part], 1)]
            else:
                ways, after = ways_to_values(kept[part], gone[part]), worth[context[part]]
            found[part] = (after * ways).sum(axis=1) / ways.sum(axis=1)
    return found


def all_in_value(players: Sequence[Player], reach: Sequence[int]) -> tuple[float, ...]:
    """Return what each player wins on average when all betting is over: the sum of equity times pot.

    `reach` is the total of the pots that each player can win, in cents or chips; the result has the same unit. Side pots
    follow from it: a player who can win more can also win all pots of the others. The hand of every player is known;
    players keep their best cards at each draw but for those that `keep` names at the next one, or stand `pat` to the end.
    The equity is exact where the draws can be enumerated, otherwise simulated.

    The value has no bias if the hands are known from the moment when betting was over; docs/odds.md says when they are not.

    Raises:
        OddsError: a card is in two places.
    """
    won = [0.0] * len(players)
    below = 0
    for level in sorted({own for own in reach if own}):
        places = [place for place, own in enumerate(reach) if own >= level]
        for place, share in zip(places, _pot_shares(players, places), strict=True):
            won[place] += share * (level - below)
        below = level
    return tuple(won)


def _pot_shares(players: Sequence[Player], places: Sequence[int]) -> tuple[float, ...]:
    """Return the shares of a pot among the players at `places`; the cards of the others are dead."""
    if len(places) == 1:
        return (1.0,)
    others = [player for place, player in enumerate(players) if place not in places]
    dead = tuple(card for player in others for card in (*(player.range.hand or ()), *player.thrown))
    spot = Spot(tuple(players[place] for place in places), dead)
    # Another seed for other hands, so that the errors of many hands cancel.
    seed = int(mask_of(card for player in players for card in player.range.hand or ()))
    return equity(spot, trials=TRIALS, seed=seed).shares

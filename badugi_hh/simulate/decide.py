"""Decides what a simulated player does, from their style, their cards and what is visible at the table.

Decisions are believable, not optimal. Nothing here looks at hidden cards or changes the table; the bounds of the
table decide which bets are possible.

The strength of a hand, a rough probability that it wins at showdown, is a rule of thumb rounded from hot-and-cold equities.
Exact odds are in `badugi_hh.odds`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import combinations

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Betting
from badugi_hh.engine.table import Table
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.styles import Style

_SMALL_PRICE = 0.05  # of the pot, for which a careful player calls with any cards and three draws
_LAST_DRAW = 2  # after this number of draws
_LOW = 4  # five: the highest second card with which a player discards a higher one
_ROUGH_TWO, _ROUGH_ONE = 7, 9  # the highest rank kept in a two-card hand (eight) and in a one-card hand (ten)
# How often a badugi beats an opponent's badugi, by its highest rank, 4 to king.
_BADUGI_BEATS_BADUGI = (1.0, 0.97, 0.9, 0.8, 0.66, 0.5, 0.37, 0.26, 0.15, 0.06)
# How often a three-card hand beats an opponent's three-card hand, by its highest rank, 3 to king.
_TRI_BEATS_TRI = (0.97, 0.92, 0.83, 0.72, 0.6, 0.48, 0.36, 0.25, 0.15, 0.08, 0.04)
# How often a player who draws one, two, or three and more cards makes a badugi, by the number of draws counted
# (the draw just taken and the draws to come).
_ONE_MAKES = (0.0, 0.21, 0.38, 0.51)
_TWO_MAKE = (0.0, 0.05, 0.15, 0.28)
_MORE_MAKE = (0.0, 0.01, 0.07, 0.17)


class BettingAction(Enum):
    """A betting decision; `BET` is a bet or a raise."""

    FOLD = auto()
    CHECK_OR_CALL = auto()
    BET = auto()


@dataclass(slots=True)
class PlayerState:
    """A player within one hand: their style, their cards, whether they are snowing, and their discards."""

    style: Style
    hand: Cards
    snowing: bool = False
    thrown: Cards = ()

    @property
    def value(self) -> int:
        """Return the value of the current hand."""
        return values.value(self.hand)


def decide_action(table: Table, seat: int, state: PlayerState, chance: Chance) -> BettingAction:
    """Return what the player does in a betting round."""
    action = (
        _act_before_draw(table, seat, state, chance)
        if table.round == 0
        else _act_after_draw(table, seat, state, chance)
    )
    if action is BettingAction.BET and table.bet_bounds(seat) is None:
        return BettingAction.CHECK_OR_CALL
    price = table.price(seat)
    if (
        action is BettingAction.FOLD
        and state.style.careful
        and 0 < price <= _SMALL_PRICE * table.pot
        and not table.round
    ):
        return BettingAction.CHECK_OR_CALL
    if action is BettingAction.FOLD and not price:
        return BettingAction.FOLD if chance.happens(state.style.fold_free) else BettingAction.CHECK_OR_CALL
    return action


def decide_bet_total(table: Table, seat: int, chance: Chance) -> int:
    """Return the total to bet or raise to: the only one in fixed limit, else a share of the pot."""
    bounds = table.bet_bounds(seat)
    if bounds is None:
        raise ValueError(f"seat {seat} wants to bet, but no bet is possible")
    least, most = bounds
    if table.rules.betting is Betting.FIXED or least == most:
        return least
    quarters = chance.between(2, 6 if table.rules.betting is Betting.NO_LIMIT else 4)
    pot_after_call = table.pot + table.price(seat)
    return max(least, min(most, table.level + pot_after_call * quarters // 4))


def decide_discards(table: Table, seat: int, state: PlayerState, chance: Chance) -> Cards:
    """Return the cards that the player discards, none to stand pat; `state` records a snow."""
    style, hand = state.style, state.hand
    best = values.best_subset(hand)
    opponents = [other for other in table.live if other != seat]
    pat_behind = any(table.drawn[other][-1:] == [0] for other in opponents)
    bets_follow = table.stacks[seat] > 0 and len(table.able) > 1
    if state.snowing:
        state.snowing = not (pat_behind and chance.happens(style.gives_up))
    elif len(best) < 4 and bets_follow and len(opponents) <= 2 and not pat_behind:
        poor = len(best) < 3 or best[0] >> 2 > style.tri[table.round]
        state.snowing = poor and chance.happens(style.snow)
    if state.snowing and not bets_follow and style.snow_short < 1:
        state.snowing = chance.happens(style.snow_short)
    if state.snowing or (len(best) < 4 and not bets_follow and chance.happens(style.pat_short)):
        return ()
    kept = _select_kept(best, style, table.round)
    if style.careful and table.round == _LAST_DRAW and 0 < len(kept) < 4:
        kept = _select_best_keep(state, len(kept))
    if len(kept) < 4 and chance.happens(style.wrong_keep):
        kept = _select_wrong_keep(hand, kept)
    return tuple(card for card in hand if card not in kept)


def _select_kept(best: Cards, style: Style, draw: int) -> Cards:
    """Return the kept part of the cards that count, highest first, without the top card if it is too high."""
    high = best[0] >> 2
    match len(best):
        case 4:
            return best if high <= style.pat[draw] else best[1:]
        case 3:
            return best if high <= style.tri[draw] or best[1] >> 2 > _LOW else best[1:]
        case 2:
            return best if high <= _ROUGH_TWO else best[1:]
        case _:
            return best if high <= _ROUGH_ONE else ()


def _select_best_keep(state: PlayerState, size: int) -> Cards:
    """Return the cards of this number that make the best hands on average, of all sets of as many cards."""
    from badugi_hh.odds.distribution import after_next_draw  # loads NumPy, which few players need
    from badugi_hh.odds.spots import mask_of

    unseen = ~mask_of((*state.hand, *state.thrown)) & mask_of(range(52))

    def goodness(kept: Cards) -> int:
        """Return the sum over all draws of the number of values that are worse."""
        return int(after_next_draw(kept, unseen).cumsum().sum())

    return max(combinations(state.hand, size), key=goodness)


def _select_wrong_keep(hand: Cards, kept: Cards) -> Cards:
    """Return another subset of `hand` of the same size whose cards all count, or `kept` if there is none."""
    for other in combinations(hand, len(kept)):
        if other and set(other) != set(kept) and len(values.best_subset(other)) == len(kept):
            return other
    return kept


def _act_before_draw(table: Table, seat: int, state: PlayerState, chance: Chance) -> BettingAction:
    """Decide before the first draw, from the ranges of starting hands."""
    style, value = state.style, state.value
    in_blind = seat in {table.small_blind, table.big_blind}
    behind = len(table.order) - 1 - table.order.index(seat)  # the blinds not counted
    raised = table.level > table.rules.big_blind  # in a game without blinds, also by the first bet
    if raised:
        entry = style.defend if in_blind else style.early
        if seat == table.small_blind and style.complete is not None:
            entry = style.complete
    elif style.opening:
        place = 0 if in_blind else behind + 1
        entry = style.opening[min(place, len(style.opening) - 1)]
    else:
        entry = style.late if in_blind or behind <= 1 else style.early
    strong = style.strong.holds(value)
    has_raised = raised and table.put_in[seat] >= 2 * table.rules.min_bet
    stays = has_raised and style.stays > 0 and chance.happens(style.stays)
    if not (stays or entry.holds(value) or chance.happens(style.loose)):
        return BettingAction.FOLD
    if raised and seat == table.big_blind and chance.happens(style.fold_blind):
        return BettingAction.FOLD
    if raised:
        bets = table.level // table.rules.min_bet
        if (
            bets >= 3
            and not strong
            and table.put_in[seat] < 2 * table.rules.min_bet
            and not chance.happens(0.3)
        ):
            return BettingAction.FOLD
        return (
            BettingAction.BET if strong and chance.happens(style.three_bet) else BettingAction.CHECK_OR_CALL
        )
    if seat == table.big_blind and not strong:
        return BettingAction.CHECK_OR_CALL
    return BettingAction.BET if chance.happens(style.raise_first) else BettingAction.CHECK_OR_CALL


def _act_after_draw(table: Table, seat: int, state: PlayerState, chance: Chance) -> BettingAction:
    """Decide after a draw, from the rough probability of winning given how many cards each opponent drew."""
    style = state.style
    left = 3 - table.round
    drew = [table.drawn[other][-1] for other in table.live if other != seat]
    win = chance_to_win(state.value, left, drew)
    drawn = table.drawn[seat][-1]
    price = table.price(seat)
    fair = 1 / (len(drew) + 1)
    if price == 0:
        if state.snowing:
            return BettingAction.BET if chance.happens(0.9) else BettingAction.CHECK_OR_CALL
        if win > fair * style.edge:
            trap = left > 0 and win > 0.8 and chance.happens(style.slow_play)
            share = style.bet_ahead if min(drew) > drawn else 1.0
            return (
                BettingAction.BET
                if not trap and chance.happens(style.aggression * share)
                else BettingAction.CHECK_OR_CALL
            )
        bluff = style.bluff if left or style.last_bluff is None else style.last_bluff
        if len(drew) > 1 or drew[0] == 0:
            bluff *= style.bluff_pat
        if chance.happens(bluff):
            return BettingAction.BET
        return BettingAction.CHECK_OR_CALL if win > 0.05 and left else BettingAction.FOLD
    win *= _discount(table, seat)
    if state.snowing:
        return BettingAction.FOLD if left == 0 or chance.happens(0.4) else BettingAction.CHECK_OR_CALL
    if win > max(0.62 - style.bluff / 4, fair * 1.4) and chance.happens(style.aggression):
        trap = left > 0 and chance.happens(style.slow_play)
        return BettingAction.CHECK_OR_CALL if trap else BettingAction.BET
    if style.chase and left and drawn and min(drew) == 0 and chance.happens(style.chase):
        return BettingAction.CHECK_OR_CALL
    sticky = style.sticky if left or style.last_sticky is None else style.last_sticky
    if win + sticky > price / (table.pot + price) * (0.85 if left else 1.0):
        return BettingAction.CHECK_OR_CALL
    return BettingAction.BET if chance.happens(style.bluff / 12) else BettingAction.FOLD


def _discount(table: Table, seat: int) -> float:
    """Return the factor by which a player discounts their probability of winning, given the bets of this round."""
    if table.rules.betting is Betting.FIXED:
        bets = table.level // table.rules.bet_size(table.round)
    else:
        bets = 3 if table.street[seat] else 1
    return (1.0, 1.0, 0.94, 0.88, 0.84)[min(bets, 4)]


def chance_to_win(value: int, draws_left: int, opponents: Iterable[int]) -> float:
    """Return the rough probability, 0 to 1, that a hand of this value wins.

    Args:
        value: the current value of the hand (1 best … 1092).
        draws_left: the draws to come, 0 to 2.
        opponents: the number of cards that each live opponent drew last (0 = stood pat).
    """
    chance = 1.0
    for drew in opponents:
        chance *= _against(value, draws_left, min(drew, 3))
    return chance


@cache
def _against(value: int, left: int, drew: int) -> float:
    size = values.size(value)
    high = values.ranks(value)[0]
    if size == 4:
        beats = _BADUGI_BEATS_BADUGI[high - 3]
        if drew == 0:
            return beats
        makes = (_ONE_MAKES, _TWO_MAKE, _MORE_MAKE)[drew - 1][left + 1]
        return 1 - makes * (1 - beats)
    if size == 3:
        return _tri_against(high, left, drew)
    chance = (0.03, 0.1, 0.2, 0.25)[drew] * left + (0.02, 0.05, 0.3, 0.45)[drew]
    return chance if size == 2 else chance / 2


def _tri_against(high: int, left: int, drew: int) -> float:
    if left == 0:
        beats = _TRI_BEATS_TRI[high - 2]
        return (0.04, 0.79 * beats, 0.95 * min(1, beats + 0.25), 0.98 * min(1, beats + 0.35))[drew]
    if drew == 0:
        return _ONE_MAKES[left] * (0.75 if high <= 4 else 0.6 if high <= 6 else 0.4)
    even = 0.5 if drew == 1 else 0.68
    return min(0.85, max(0.2, even + 0.05 * (5 - high)))

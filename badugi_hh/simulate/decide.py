"""What a simulated player does: his style, his cards and what he sees on the table, turned into one act.

Decisions are believable, not optimal. Nothing here looks at hidden cards or moves the table; the table's own
bounds decide what is possible.
"""

from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Betting
from badugi_hh.engine.table import Table
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.strength import chance_to_win
from badugi_hh.simulate.styles import Style

_LOW = 4  # five: the highest card worth keeping when a higher one is thrown away
_ROUGH_TWO, _ROUGH_ONE = 7, 9  # an eight over one card, a ten alone


class Act(Enum):
    """A betting decision; betting and raising are one."""

    FOLD = auto()
    CHECK_OR_CALL = auto()
    BET = auto()


@dataclass(slots=True)
class Mind:
    """A player within one hand: his style, his cards, and whether he stands pat as a bluff."""

    style: Style
    hand: Cards
    snowing: bool = False

    @property
    def value(self) -> int:
        """Return the value of the hand held now."""
        return values.value(self.hand)


def choose_act(table: Table, seat: int, mind: Mind, chance: Chance) -> Act:
    """Return what the player does in a betting round."""
    act = _open(table, seat, mind, chance) if table.round == 0 else _continue(table, seat, mind, chance)
    if act is Act.BET and table.bet_bounds(seat) is None:
        return Act.CHECK_OR_CALL
    if act is Act.FOLD and not table.price(seat):
        return Act.FOLD if chance.happens(mind.style.fold_free) else Act.CHECK_OR_CALL
    return act


def choose_total(table: Table, seat: int, chance: Chance) -> int:
    """Return the total to bet or raise to: the only one in fixed limit, else a share of the pot."""
    bounds = table.bet_bounds(seat)
    if bounds is None:
        raise ValueError(f"seat {seat} chose to bet where no bet is possible")
    least, most = bounds
    if table.rules.betting is Betting.FIXED or least == most:
        return least
    quarters = chance.between(2, 6 if table.rules.betting is Betting.NO_LIMIT else 4)
    pot_after_call = table.pot + table.price(seat)
    return max(least, min(most, table.level + pot_after_call * quarters // 4))


def choose_throw(table: Table, seat: int, mind: Mind, chance: Chance) -> Cards:
    """Return the cards that the player throws away, none to stand pat; a snow is remembered in `mind`."""
    style, hand = mind.style, mind.hand
    best = values.best_subset(hand)
    opponents = [other for other in table.live if other != seat]
    pat_behind = any(table.drawn[other][-1:] == [0] for other in opponents)
    bets_follow = table.stacks[seat] > 0 and len(table.able) > 1
    if mind.snowing:
        mind.snowing = not (pat_behind and chance.happens(0.4))
    elif len(best) < 4 and bets_follow and len(opponents) <= 2 and not pat_behind:
        poor = len(best) < 3 or best[0] >> 2 > style.tri[table.round]
        mind.snowing = poor and chance.happens(style.snow)
    if mind.snowing or (len(best) < 4 and not bets_follow and chance.happens(style.pat_short)):
        return ()
    kept = _worth_keeping(best, style, table.round)
    if len(kept) < 4 and chance.happens(style.wrong_keep):
        kept = _another_keep(hand, kept)
    return tuple(card for card in hand if card not in kept)


def _worth_keeping(best: Cards, style: Style, draw: int) -> Cards:
    """Return the cards kept of those that count, highest first; the top card goes where it is too high."""
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


def _another_keep(hand: Cards, kept: Cards) -> Cards:
    """Return as many other cards of different ranks and suits, where there are, as a careless player keeps."""
    for other in combinations(hand, len(kept)):
        if other and set(other) != set(kept) and len(values.best_subset(other)) == len(kept):
            return other
    return kept


def _open(table: Table, seat: int, mind: Mind, chance: Chance) -> Act:
    """Decide before the first draw, by starting ranges."""
    style, value = mind.style, mind.value
    in_blind = seat in {table.small_blind, table.big_blind}
    behind = len(table.order) - 1 - table.order.index(seat)  # the blinds not counted
    raised = table.level > table.rules.big_blind  # in a game of antes alone the first bet, too
    if raised:
        entry = style.defend if in_blind else style.early
    else:
        entry = style.late if in_blind or behind <= 1 else style.early
    strong = style.strong.holds(value)
    if not (entry.holds(value) or chance.happens(style.loose)):
        return Act.FOLD
    if raised and seat == table.big_blind and chance.happens(style.fold_blind):
        return Act.FOLD
    if raised:
        bets = table.level // table.rules.min_bet
        if (
            bets >= 3
            and not strong
            and table.put_in[seat] < 2 * table.rules.min_bet
            and not chance.happens(0.3)
        ):
            return Act.FOLD
        return Act.BET if strong and chance.happens(style.three_bet) else Act.CHECK_OR_CALL
    if seat == table.big_blind and not strong:
        return Act.CHECK_OR_CALL
    return Act.BET if chance.happens(style.raise_first) else Act.CHECK_OR_CALL


def _continue(table: Table, seat: int, mind: Mind, chance: Chance) -> Act:
    """Decide after a draw, by the rough chance of winning against what the opponents drew."""
    style = mind.style
    left = 3 - table.round
    drew = [table.drawn[other][-1] for other in table.live if other != seat]
    win = chance_to_win(mind.value, left, drew)
    own = table.drawn[seat][-1]
    price = table.price(seat)
    fair = 1 / (len(drew) + 1)
    if price == 0:
        if mind.snowing:
            return Act.BET if chance.happens(0.9) else Act.CHECK_OR_CALL
        if win > fair * 1.15:
            trap = left > 0 and win > 0.8 and chance.happens(style.slow_play)
            share = style.bet_ahead if min(drew) > own else 1.0
            return Act.BET if not trap and chance.happens(style.aggression * share) else Act.CHECK_OR_CALL
        bluff = style.bluff if len(drew) == 1 and drew[0] > 0 else style.bluff / 5
        if chance.happens(bluff):
            return Act.BET
        return Act.CHECK_OR_CALL if win > 0.05 and left else Act.FOLD
    win *= _belief(table, seat)
    if mind.snowing:
        return Act.FOLD if left == 0 or chance.happens(0.4) else Act.CHECK_OR_CALL
    if win > max(0.62 - style.bluff / 4, fair * 1.4) and chance.happens(style.aggression):
        trap = left > 0 and chance.happens(style.slow_play)
        return Act.CHECK_OR_CALL if trap else Act.BET
    if win + style.sticky > price / (table.pot + price) * (0.85 if left else 1.0):
        return Act.CHECK_OR_CALL
    return Act.BET if chance.happens(style.bluff / 12) else Act.FOLD


def _belief(table: Table, seat: int) -> float:
    """Return how much of his chance a player still believes in, given how strongly the others have bet."""
    if table.rules.betting is Betting.FIXED:
        bets = table.level // table.rules.bet_size(table.round)
    else:
        bets = 3 if table.street[seat] else 1
    return (1.0, 1.0, 0.94, 0.88, 0.84)[min(bets, 4)]

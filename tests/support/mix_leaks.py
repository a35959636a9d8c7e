"""Leaks of players of a strategy, as changes of their mixes: at two players first, then at full tables."""

from badugi_hh.engine.values import ranks, size, value
from support.players import BIG_BLIND, SMALL_BLIND, Mix, Seen

HIJACK, CUTOFF = 3, 4


def moved(mix: Mix, away: tuple[str, ...], to: str, part: float = 1.0) -> Mix:
    """Return a mix with a part of the shares of some actions given to another one."""
    if to not in mix:
        return mix
    given = {name: part * mix[name] for name in away if name in mix}
    return {
        name: each - given.get(name, 0.0) + (sum(given.values()) if name == to else 0.0)
        for name, each in mix.items()
    }


def folds_to_the_last_bet(seen: Seen, mix: Mix) -> Mix:
    """Fold half of what is called or raised after the last draw."""
    return moved(mix, ("call", "raise"), "fold", 0.5) if seen.last_round else mix


def breaks_nines(seen: Seen, mix: Mix) -> Mix:
    """Draw one card to every badugi with a nine as its highest card at the second draw."""
    held = value(seen.held)
    nine = size(held) == 4 and ranks(held)[0] == 8
    return moved(mix, ("0", "2"), "1") if nine and seen.drawing and seen.table.round == 1 else mix


def never_raises_the_button(seen: Seen, mix: Mix) -> Mix:
    """Call with every hand that is raised on the button."""
    return mix if seen.line else moved(mix, ("raise",), "call")


def calls_the_last_bet(seen: Seen, mix: Mix) -> Mix:
    """Never fold after the last draw."""
    return moved(mix, ("fold",), "call") if seen.last_round else mix


def checks_behind(seen: Seen, mix: Mix) -> Mix:
    """Check after the last draw, and after a check of the opponent, with every hand that is bet."""
    return moved(mix, ("bet",), "check") if seen.last_round and seen.line[-1] == "check" else mix


def opens_the_hijack_wide(seen: Seen, mix: Mix) -> Mix:
    """Raise a sixth of the hands that are folded first in from the hijack, about half again as many as are played."""
    first_in = seen.first_round and seen.seat == HIJACK and set(seen.line) <= {"fold"}
    return moved(mix, ("fold",), "raise", 1 / 6) if first_in else mix


def folds_the_blind_to_the_cutoff(seen: Seen, mix: Mix) -> Mix:
    """Fold half of what the big blind plays against a raise of the cutoff."""
    faced = seen.first_round and seen.seat == BIG_BLIND and seen.table.bets == 2
    return moved(mix, ("call", "raise"), "fold", 0.5) if faced and seen.table.aggressor == CUTOFF else mix


def never_raises_again(seen: Seen, mix: Mix) -> Mix:
    """Call in place of raising a raise before the draw."""
    return moved(mix, ("raise",), "call") if seen.first_round and seen.table.bets >= 2 else mix


def calls_raises_cold(seen: Seen, mix: Mix) -> Mix:
    """Call a quarter of the raises before the draw that are folded outside the blinds."""
    cold = (
        seen.first_round
        and seen.seat < SMALL_BLIND
        and seen.table.bets == 2
        and not seen.table.street[seen.seat]
    )
    return moved(mix, ("fold",), "call", 0.25) if cold else mix


def folds_to_raises(seen: Seen, mix: Mix) -> Mix:
    """Fold half of what is played against a raise before the draw outside the big blind."""
    faced = seen.first_round and seen.seat != BIG_BLIND and seen.table.bets >= 2
    return moved(mix, ("call", "raise"), "fold", 0.5) if faced else mix


def folds_behind_limps(seen: Seen, mix: Mix) -> Mix:
    """Fold what is played behind a limp outside the big blind."""
    limped = seen.first_round and seen.seat != BIG_BLIND and seen.table.bets == 1 and "call" in seen.line
    return moved(mix, ("call", "raise"), "fold") if limped else mix

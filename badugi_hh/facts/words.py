"""Who judges a decision or draw, and the word for it by what it loses: words that players know from analyzers of other games.

A word is decided beyond the error of the loss, so that no action is called a mistake that may be none.
"""

from enum import StrEnum


class Judge(StrEnum):
    """What the loss of a decision rests on, in the order in which they speak; see docs/schema.md, `losses`."""

    CARDS = "cards"
    GAME = "game"
    BLUEPRINT = "blueprint"
    EQUITY = "equity"


BEST, FINE, INACCURACY, MISTAKE, BLUNDER = WORDS = ("best", "fine", "inaccuracy", "mistake", "blunder")
MISTAKE_FROM, BLUNDER_FROM = 0.15, 0.5
"""A loss that exceeds its error by as much is a mistake or a blunder, in big bets; one that exceeds it by less is an inaccuracy."""


def word_of(loss: float, error: float) -> str:
    """Return the word for a loss with a standard error, both in big bets."""
    if loss <= error:
        return FINE if loss > 0 else BEST
    beyond = loss - error
    return BLUNDER if beyond >= BLUNDER_FROM else MISTAKE if beyond >= MISTAKE_FROM else INACCURACY


IS_WRONG = "loss > loss_error"
"""SQL for whether a row of `losses` loses more than its error."""
IS_MISTAKE = f"loss - loss_error >= {MISTAKE_FROM}"
"""SQL for whether the word of a row of `losses` is mistake or blunder."""
WORD = (
    f"CASE WHEN NOT {IS_WRONG} THEN CASE WHEN loss > 0 THEN '{FINE}' ELSE '{BEST}' END "
    f"WHEN loss - loss_error >= {BLUNDER_FROM} THEN '{BLUNDER}' WHEN {IS_MISTAKE} THEN '{MISTAKE}' ELSE '{INACCURACY}' END"
)
"""SQL for the word of a row of `losses`."""

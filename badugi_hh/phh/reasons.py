"""Why a hand is not written as PHH: each reason, declared once, with what PHH lacks.

`docs/export.md` is generated from this list.
"""

LIMIT = "the game is not fixed limit"
CANCELLED = "the site cancelled the hand"
CASHED_OUT = "a player cashed out, so the site paid a part of the pot"
EXTRA_BLIND = "a player posts a live blind out of turn"
SHORT = "a player is all-in for less than the bet or blind, and later bets follow another rule than in PHH"
CAPPED = "a betting round has more than four bets and raises"
UNMATCHED = "a player raises, and no opponent has the chips to call the raise"
SHORT_ANTE = "a player is all-in for less than the ante, and another player posts a dead blind"
LOST_CARDS = "cards of a player are known only until a draw, or a discard is known without the hand"
PART_SHOWN = "a player shows a part of a hand at the showdown"

REASONS = {
    LIMIT: "the only variant for Badugi, `FB`, is fixed limit",
    CANCELLED: "a hand ends only with its last action",
    CASHED_OUT: "the chips of a hand come from its players only",
    EXTRA_BLIND: (
        "a further live blind is a straddle, after which another player begins; PokerKit reads a negative blind as a post, "
        "which the standard excludes"
    ),
    SHORT: (
        "a call has no amount and a raise has one possible amount; after a short all-in, readers of PHH expect another amount "
        "than poker rooms"
    ),
    CAPPED: "readers allow four bets and raises in a round of fixed limit",
    UNMATCHED: "readers allow no raise that nobody can call",
    SHORT_ANTE: "`ante_trimming_status` would also limit the dead blind",
    LOST_CARDS: "a discard must be a part of the hand as known so far",
    PART_SHOWN: "a showdown has whole hands, or mucked ones",
}
"""What PHH lacks, by the reason."""


class PhhError(Exception):
    """A hand that PHH cannot represent; the message is one of `REASONS`."""

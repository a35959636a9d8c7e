"""Problem codes of the play: rules (R) and cards (C)."""

from badugi_hh.problems.declaration import HAND_EDITED, NO_VALUES, declare
from badugi_hh.problems.problem import Severity

# Rules: what the engine does not allow.
OUT_OF_TURN = declare(
    "R01",
    Severity.ERROR,
    "an action out of turn",
    "Another player, or nobody, was due to act here.",
    "Expected is the player who was due and what they may do; found is the player who acted.",
    HAND_EDITED,
)
ILLEGAL_ACTION = declare(
    "R02",
    Severity.ERROR,
    "an action that is not allowed",
    "For example a check facing a bet, a call with nothing to call, or an action of a folded player.",
    "Expected is what the player may do; found is what they do in the text.",
    HAND_EDITED,
)
WRONG_AMOUNT = declare(
    "R03",
    Severity.ERROR,
    "a wrong amount",
    "The amount of the call, bet or raise is not the amount that the rules give.",
    "Expected is the amount that the rules give; found is the amount in the text.",
    HAND_EDITED,
)
OVER_CAP = declare(
    "R04",
    Severity.ERROR,
    "a raise above the cap",
    "The round already had its last allowed bet.",
    "Expected is the highest total of the round; found is the total in the text.",
    "If the room plays another cap, select its rules with --rules.",
)
NOT_REOPENED = declare(
    "R05",
    Severity.WARNING,
    "a raise that a short all-in did not reopen",
    "The player had acted already and faced only an all-in raise of less than half a bet.",
    "Expected is the minimum raise that lets the player raise again; found is the raise that they faced.",
    "Nothing to do; rooms differ here, so the hand is stored.",
)
UNFINISHED_ROUND = declare(
    "R06",
    Severity.ERROR,
    "a round that is not finished",
    "The next part of the hand begins while players still have to act or to draw.",
    "Expected is the part that is not finished, or the missing line; found is the part that begins.",
    HAND_EDITED,
)
BAD_BLIND = declare(
    "R07",
    Severity.ERROR,
    "a post that does not fit",
    "A blind or ante is missing, has a wrong amount, is posted twice, after the deal or in the wrong order.",
    "Expected is the amount, player or post that is due; found is the one in the text.",
    HAND_EDITED,
)
BAD_ALL_IN = declare(
    "R08",
    Severity.ERROR,
    "a wrong all-in mark",
    "A line has `and is all-in` exactly when the player's last chips go in.",
    "Expected is whether the amounts put the player all-in; found is whether the text says so.",
    HAND_EDITED,
)
BAD_DRAW = declare(
    "R09",
    Severity.ERROR,
    "a draw that is not allowed",
    "A player draws 0 to 4 cards once per draw, in order from the left of the button.",
    "Expected is what the player may draw; found is what they draw in the text.",
    HAND_EDITED,
)
BAD_RESHUFFLE = declare(
    "R10",
    Severity.ERROR,
    "a reshuffle that does not fit the deck",
    "The discards are reshuffled exactly when the deck cannot fill the next player's draw.",
    "Expected is what the deck allows: a reshuffle, none, or a number of cards; found is what the text has.",
    HAND_EDITED,
)
BAD_CAP_LINE = declare(
    "R11",
    Severity.WARNING,
    "a cap announced in the wrong place",
    "`Betting is capped` follows the last allowed bet of a round.",
    NO_VALUES,
    "Nothing to do; the line changes no chips.",
)
SHOWDOWN_ORDER = declare(
    "R12",
    Severity.WARNING,
    "a showdown in another order",
    "The last bettor shows first, otherwise the first player left of the button; side pots come first.",
    "Expected is the player who is due to show; found is the player who shows.",
    "Nothing to do; the order changes no chips.",
)
SHOWN_ONCE = declare(
    "R13",
    Severity.WARNING,
    "an incomplete showdown",
    "At a showdown each remaining player shows or mucks exactly once, and no other player does.",
    NO_VALUES,
    "A line is missing, appears twice or names another player; the hand is stored, because no chips depend on it.",
)

# Cards: what the known cards contradict.
CARD_TWICE = declare(
    "C01",
    Severity.ERROR,
    "a card in two places",
    "Two players, or one player twice, cannot have the same card unless the deck was reshuffled between.",
    NO_VALUES,
    HAND_EDITED,
)
NOT_HELD = declare(
    "C02",
    Severity.ERROR,
    "a card that the player does not hold",
    "The cards discarded, kept or shown must be those that the player held at that moment.",
    "Expected are the cards that the player held; found are those in the text, or the one too many.",
    HAND_EDITED,
)
OWN_DISCARD = declare(
    "C03",
    Severity.ERROR,
    "a discard that returned to its player",
    "The room never deals a player a card that they discarded in the same hand.",
    NO_VALUES,
    "If the room has other rules, select its rules with --rules.",
)
WRONG_COUNT = declare(
    "C04",
    Severity.ERROR,
    "a wrong number of cards",
    "A hand has four cards, and a player draws as many cards as they discard.",
    "Expected is how many cards there must be; found is how many there are.",
    HAND_EDITED,
)
WRONG_DESCRIPTION = declare(
    "C05",
    Severity.ERROR,
    "a wrong description of a hand",
    "The client describes each hand of four cards that it shows, and the description is the value of these cards.",
    "Expected is the description of the cards; found is the one in the text, if there is one.",
    HAND_EDITED,
)
MISSING_CARDS = declare(
    "C06",
    Severity.WARNING,
    "missing cards of a player whose cards are shown",
    "If a file shows the cards of a player, it shows the cards they discard, keep and draw in each draw.",
    NO_VALUES,
    "A line is missing or was changed; the hand is stored, and the cards of the player are unknown from there on.",
)

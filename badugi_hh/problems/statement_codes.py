"""Problem codes of what a hand states: money (M), the summary (S), and statements across hands (X)."""

from badugi_hh.problems.declaration import HAND_EDITED, NO_VALUES, declare
from badugi_hh.problems.problem import Severity

# Money: what the amounts contradict.
WRONG_UNCALLED = declare(
    "M01",
    Severity.ERROR,
    "a wrong uncalled bet",
    "The part of the last bet that no player called is returned to the bettor.",
    "Expected is the amount that was not called; found is the amount in the text.",
    HAND_EDITED,
)
WRONG_POT = declare(
    "M02",
    Severity.ERROR,
    "a wrong pot",
    "The total pot, and each main and side pot, must be what the players put in, less the rake.",
    "Expected is the sum of the chips put in; found is the pot in the text.",
    HAND_EDITED,
)
WRONG_COLLECTED = declare(
    "M03",
    Severity.ERROR,
    "a wrong amount collected",
    "The amounts that the winners collect from a pot and the rake must add up to the pot.",
    "Expected is the pot less its share of the rake; found is the sum that the winners collect.",
    HAND_EDITED,
)
WRONG_WINNER = declare(
    "M04",
    Severity.ERROR,
    "a pot that went to the wrong player",
    "A pot goes to the best hand among its players, in equal shares to equal hands.",
    "Expected are the players with the best hand, found are those who collected the pot, if they are given.",
    HAND_EDITED,
)
ODD_RAKE = declare(
    "M05",
    Severity.WARNING,
    "an unusual rake",
    "No rake is taken in tournaments or before the first draw, and never more than a tenth of the pot.",
    NO_VALUES,
    "Nothing to do; sites change their rake, so the hand is stored.",
)

# Summary: where it contradicts the hand above it.
WRONG_SEAT_SUMMARY = declare(
    "S01",
    Severity.ERROR,
    "a summary line that contradicts the hand",
    "Each summary line must match the hand: when the player folded, which cards they showed or mucked, how much they collected.",
    "Expected is what the player did in the hand; found is what the summary states.",
    HAND_EDITED,
)
MISSING_SEAT_SUMMARY = declare(
    "S02",
    Severity.ERROR,
    "a seat missing from the summary, or one too many",
    "Each player who was dealt in has one summary line, and no other player has one.",
    "Expected is the player or the line that is due; found is what is there.",
    HAND_EDITED,
)
STILL_IN = declare(
    "S03",
    Severity.WARNING,
    "a bounty for a player who is still in",
    "A player who is eliminated in a hand has no chips left after it.",
    "Expected is no chips; found is what the player has left.",
    "Nothing to do; no chips of the hand depend on it.",
)

# Across hands: these belong to the table and quarantine no hand.
VIEWS_DISAGREE = declare(
    "X01",
    Severity.WARNING,
    "two views of one hand that disagree",
    "Two views of one hand, from two players, must agree in all public lines. They have the same header, table and seats.",
    "Expected is the line of the first view, found is the line of this one, if one line differs.",
    "Compare the two files; the one stored first is kept, and the other's text with it.",
)
CHIPS_LOST = declare(
    "X02",
    Severity.WARNING,
    "chips that do not carry over",
    "A player begins a hand with another stack than the hand before left: in a tournament a larger or smaller one, at a "
    "cash table a smaller one.",
    "Expected is the stack after the hand before; found is the stack in this hand.",
    "A hand in between is missing (clients write none while the player sits out), or a stack is wrong. "
    "Only `validate` checks this; `import` does not.",
)
BUTTON_SKIPPED = declare(
    "X03",
    Severity.WARNING,
    "a button that has passed a player",
    "From one hand of a table to the next the button must not pass a player who is dealt into both.",
    "Expected is the seat of the player who was passed; found is the seat of the button.",
    "A hand in between is missing (clients write none while the player sits out), or the button is wrong. "
    "Only `validate` checks this; `import` does not.",
)
REPEATED = declare(
    "X04",
    Severity.WARNING,
    "a hand under two numbers",
    "Two consecutive hands are equal in each line below the header: cards, bets, draws and stacks.",
    NO_VALUES,
    "One of them was copied and has another number. Remove it, or the hand counts twice. "
    "Only `validate` checks this; `import` does not.",
)
NUMBER_TWICE = declare(
    "X05",
    Severity.ERROR,
    "a hand number that another hand has",
    "A hand with this number was read before, and it has another game, time, table, button or other seats. Two views of "
    "one hand have the same, so these are two hands.",
    "Expected is the text of the first hand, found is the text of this one.",
    "A header was copied, or the number was edited. The hand that was read first is stored, and this one is "
    "quarantined.",
)
BLINDS_DIFFER = declare(
    "X06",
    Severity.ERROR,
    "small blinds that differ at one table",
    "At the same stakes all hands of a table have the same small blind; at a cash table this holds for hands within ten "
    "minutes of each other.",
    "Expected is the small blind of most of the table's hands, or the first of two; found is the posted amount.",
    "The amount was edited, or the hand belongs to another table. It quarantines no hand. Only `validate` checks this; "
    "`import` does not.",
)
NOT_DEALT = declare(
    "X07",
    Severity.WARNING,
    "a hand without the cards of its player",
    "The client writes `Dealt to …` in each hand in which its player is dealt in. The hands before and after this one in "
    "the file have that line; in this one the same player is dealt in, and the line is missing.",
    "Expected is the missing line.",
    "The line was deleted; export the hand again and import it: the complete copy adds the cards. Until then the hand is "
    "stored, the player's cards are unknown, and the player's statistics omit it. `validate` names such hands; `import` only "
    "counts them.",
)

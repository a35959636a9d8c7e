"""The list of problem codes: what can be wrong with a history.

Help, `docs/codes.md` and `badugi-hh explain` are derived from this list. `badugi_hh.problem` defines what a problem is.
"""

import copyreg

from badugi_hh.examples import EXAMPLES
from badugi_hh.problem import Code as Code  # noqa: PLC0414 -- all rooms take these from here
from badugi_hh.problem import Part as Part  # noqa: PLC0414
from badugi_hh.problem import Place as Place  # noqa: PLC0414
from badugi_hh.problem import Problem as Problem  # noqa: PLC0414
from badugi_hh.problem import Severity as Severity  # noqa: PLC0414
from badugi_hh.problem import Span as Span  # noqa: PLC0414

CODES: dict[str, Code] = {}


def _declare(id_: str, severity: Severity, title: str, why: str, values: str, advice: str) -> Code:
    code = Code(id_, severity, title, why, values, advice, EXAMPLES[id_])
    if id_ in CODES:
        raise ValueError(f"the code {id_} is declared twice")
    CODES[id_] = code
    return code


def code_of(id_: str) -> Code:
    """Return the code with this number.

    Raises:
        KeyError: there is no such code.
    """
    return CODES[id_]


# Codes are compared by identity, so a problem from another process has the codes of this one.
copyreg.pickle(Code, lambda code: (code_of, (code.id,)))

_REPORT = "If the file is as the client wrote it, please report the hand; until then it stays quarantined."
_EDITED = (
    "The hand was edited, damaged in copying, or played under other rules. Export it again from the client; "
    "if it is as the client wrote it, please report the hand."
)

# Text: the file as a whole.
BINARY = _declare(
    "T01",
    Severity.ERROR,
    "bytes that are not text",
    "The file is neither UTF-8, UTF-16 nor cp1252 text, so no hand can be read from it. Or a part of its text is "
    "replaced by zero bytes, which happens when a computer crashes while the client writes; that text is lost.",
    "No values are reported.",
    "Name the text file that the client saved, or a folder, .zip or .gz of such files. All complete hands of a file "
    "with zero bytes are read; request the others from the client.",
)
NO_HANDS = _declare(
    "T02",
    Severity.WARNING,
    "no hand history in the file",
    "No line of the file is the header of a hand.",
    "No values are reported.",
    "Check that this is a hand-history file; tournament summaries and notes contain no hands.",
)
STRAY_TEXT = _declare(
    "T03",
    Severity.WARNING,
    "text that belongs to no hand",
    "There are lines before the first header of the file. They belong to no hand.",
    "Found is the first of those lines.",
    "Usually the end of a hand whose beginning was cut off; export the file again to get that hand.",
)
LOCALIZED = _declare(
    "T04",
    Severity.ERROR,
    "a hand in another language",
    "The client wrote this hand in the language of its user interface; only English text is read.",
    "Found is the header.",
    "Set Hand History Language to English in the client (Settings, Playing History, Hand History); request older hands by mail.",
)
OTHER_SITE = _declare(
    "T05",
    Severity.ERROR,
    "a hand of another site",
    "The header is that of another site's hand history.",
    "Found is the header.",
    "Only PokerStars-style histories are read; convert the file, or leave it out.",
)

# Grammar: a line, or the order of lines, that no form covers.
BAD_HEADER = _declare(
    "G01",
    Severity.ERROR,
    "a header that cannot be read",
    "The first line names PokerStars and a hand number, but its game, stakes or time cannot be read; "
    "or it names a game that is neither Badugi nor another known game.",
    "Found is the header.",
    _REPORT,
)
UNKNOWN_LINE = _declare(
    "G02",
    Severity.ERROR,
    "a line of no known form",
    "The grammar has no form for this line, so its content would be lost.",
    "Found is the line.",
    _REPORT,
)
MISPLACED_LINE = _declare(
    "G03",
    Severity.ERROR,
    "a line in a wrong place",
    "The line has a known form, but not in this part of a hand; or the line that begins this part is missing.",
    "Expected is the missing line, if there is one; found is the line itself, if it is given.",
    _EDITED,
)
CUT_OFF = _declare(
    "G04",
    Severity.ERROR,
    "a hand that is cut off",
    "The hand ends before its summary; the rest is missing.",
    "Expected is the missing line, if only one is missing.",
    "Export the hand again: the client was closed or the copy was interrupted while it was written.",
)
BAD_AMOUNT = _declare(
    "G05",
    Severity.ERROR,
    "an amount that cannot be read",
    "An amount must be whole chips in chip games, or money of the header's currency with at most two decimals.",
    "Found is the amount, or the stakes in the header.",
    _EDITED,
)
BAD_CARDS = _declare(
    "G06",
    Severity.ERROR,
    "cards that cannot be read",
    "Cards are a rank of 23456789TJQKA and a suit of cdhs, separated by blanks.",
    "Found is the text between the brackets.",
    _EDITED,
)
UNKNOWN_NAME = _declare(
    "G07",
    Severity.ERROR,
    "a player who is not at the table",
    "The line names a player who has no seat line in the hand.",
    "Found is the line, or the name in it.",
    _EDITED,
)
BAD_TIME = _declare(
    "G08",
    Severity.ERROR,
    "a time that does not exist",
    "The date and time in the header do not exist.",
    "Found is the time.",
    _EDITED,
)
TIME_IN_DOUBT = _declare(
    "G09",
    Severity.WARNING,
    "a time in doubt",
    "UTC cannot be derived from the time zone in the header: that takes ET, UTC, or an ET time in brackets. Or the "
    "local time does not match the ET time in brackets.",
    "Found is the local time with its zone.",
    "If the zone was edited or copied wrongly, export the hand again. A hand without UTC is stored, but filters by date "
    "do not find it.",
)

# Shape: what every hand must have.
BAD_SEATS = _declare(
    "H01",
    Severity.ERROR,
    "seats that contradict each other",
    "Two lines have the same seat or name, a seat number exceeds the size of the table, or fewer than two players are dealt in.",
    "Expected are the possible numbers; found is the number in the text, if it is given.",
    _EDITED,
)
CANCELLED = _declare(
    "H02",
    Severity.WARNING,
    "a cancelled hand",
    "The room cancelled the hand and returned all bets; no statistic counts it.",
    "No values are reported.",
    "Nothing to do; the hand is stored, marked as cancelled.",
)
UNUSUAL_ORDER = _declare(
    "H03",
    Severity.WARNING,
    "lines in an unusual order or wording",
    "The client writes seats by number, the total pot before them, shown hands before the winner of their pot, and `1 card`.",
    "No values are reported.",
    "Nothing to do; no chips depend on it. If the file is as the client wrote it, please report the hand.",
)
UNUSUAL_STAKES = _declare(
    "H04",
    Severity.WARNING,
    "stakes of an unusual kind",
    "In fixed limit the big bet is twice the small bet.",
    "Expected is twice the small bet; found is the big bet of the header.",
    "Check the header; the hand is stored, and its results are counted in the big bet that it names.",
)
UNUSUAL_BLIND = _declare(
    "H05",
    Severity.WARNING,
    "a small blind of an unusual size",
    "In fixed limit the header does not name the small blind. The replay uses the posted amount. At these stakes it is "
    "neither half the small bet nor the room's own amount, or it is as large as the big blind.",
    "Expected is the room's small blind, or the usual minimum and maximum; found is the posted amount.",
    "If the room has other blinds, nothing to do: the hand is stored as it was played. If the amount was edited, "
    "a call, the pot or another hand of the table usually contradicts it, which is an error.",
)

# Rules: what the engine does not allow.
OUT_OF_TURN = _declare(
    "R01",
    Severity.ERROR,
    "an action out of turn",
    "Another player, or nobody, was due to act here.",
    "Expected is the player who was due and what they may do; found is the player who acted.",
    _EDITED,
)
ILLEGAL_ACTION = _declare(
    "R02",
    Severity.ERROR,
    "an action that is not allowed",
    "For example a check facing a bet, a call with nothing to call, or an action of a folded player.",
    "Expected is what the player may do; found is what they do in the text.",
    _EDITED,
)
WRONG_AMOUNT = _declare(
    "R03",
    Severity.ERROR,
    "a wrong amount",
    "The amount of the call, bet or raise is not the amount that the rules give.",
    "Expected is the amount that the rules give; found is the amount in the text.",
    _EDITED,
)
OVER_CAP = _declare(
    "R04",
    Severity.ERROR,
    "a raise above the cap",
    "The round already had its last allowed bet.",
    "Expected is the highest total of the round; found is the total in the text.",
    "If the room plays another cap, select its rules with --rules.",
)
NOT_REOPENED = _declare(
    "R05",
    Severity.WARNING,
    "a raise that a short all-in did not reopen",
    "The player had acted already and faced only an all-in raise of less than half a bet.",
    "Expected is the minimum raise that lets the player raise again; found is the raise that they faced.",
    "Nothing to do; rooms differ here, so the hand is stored.",
)
UNFINISHED_ROUND = _declare(
    "R06",
    Severity.ERROR,
    "a round that is not finished",
    "The next part of the hand begins while players still have to act or to draw.",
    "Expected is the part that is not finished, or the missing line; found is the part that begins.",
    _EDITED,
)
BAD_BLIND = _declare(
    "R07",
    Severity.ERROR,
    "a post that does not fit",
    "A blind or ante is missing, has a wrong amount, is posted twice, after the deal or in the wrong order.",
    "Expected is the amount, player or post that is due; found is the one in the text.",
    _EDITED,
)
BAD_ALL_IN = _declare(
    "R08",
    Severity.ERROR,
    "a wrong all-in mark",
    "A line has `and is all-in` exactly when the player's last chips go in.",
    "Whether the player is all-in: expected by the amounts, found in the text.",
    _EDITED,
)
BAD_DRAW = _declare(
    "R09",
    Severity.ERROR,
    "a draw that is not allowed",
    "A player draws 0 to 4 cards once per draw, in order from the left of the button.",
    "Expected is what the player may draw; found is what they draw in the text.",
    _EDITED,
)
BAD_RESHUFFLE = _declare(
    "R10",
    Severity.ERROR,
    "a reshuffle that does not fit the deck",
    "The discards are reshuffled exactly when the deck cannot fill the next player's draw.",
    "Both are whether the deck is reshuffled, or how many cards are left in it.",
    _EDITED,
)
BAD_CAP_LINE = _declare(
    "R11",
    Severity.WARNING,
    "a cap announced in the wrong place",
    "`Betting is capped` follows the last allowed bet of a round.",
    "No values are reported.",
    "Nothing to do; the line changes no chips.",
)
SHOWDOWN_ORDER = _declare(
    "R12",
    Severity.WARNING,
    "a showdown in another order",
    "The last bettor shows first, otherwise the first player left of the button; side pots come first.",
    "Expected is the player who is due to show; found is the player who shows.",
    "Nothing to do; the order changes no chips.",
)
SHOWN_ONCE = _declare(
    "R13",
    Severity.WARNING,
    "an incomplete showdown",
    "At a showdown each remaining player shows or mucks exactly once, and no other player does.",
    "No values are reported.",
    "A line is missing, is there twice or names another player; the hand is stored, because no chips depend on it.",
)

# Cards: what the known cards contradict.
CARD_TWICE = _declare(
    "C01",
    Severity.ERROR,
    "a card in two places",
    "Two players, or one player twice, cannot have the same card unless the deck was reshuffled between.",
    "No values are reported.",
    _EDITED,
)
NOT_HELD = _declare(
    "C02",
    Severity.ERROR,
    "a card that the player does not hold",
    "The cards discarded, kept or shown must be those that the player held at that moment.",
    "Expected are the cards that the player held; found are those in the text, or the one too many.",
    _EDITED,
)
OWN_DISCARD = _declare(
    "C03",
    Severity.ERROR,
    "a discard that returned to its player",
    "The room never deals a player a card that they discarded in the same hand.",
    "No values are reported.",
    "If the room has other rules, select its rules with --rules.",
)
WRONG_COUNT = _declare(
    "C04",
    Severity.ERROR,
    "a wrong number of cards",
    "A hand has four cards, and a player draws as many cards as they discard.",
    "Expected is how many cards there must be; found is how many there are.",
    _EDITED,
)
WRONG_DESCRIPTION = _declare(
    "C05",
    Severity.ERROR,
    "a wrong description of a hand",
    "The description must be the value of the cards in the same line.",
    "Expected is the description of the cards; found is the one in the text.",
    _EDITED,
)
MISSING_CARDS = _declare(
    "C06",
    Severity.WARNING,
    "missing cards of a player whose cards are shown",
    "If a file shows the cards of a player, it shows the cards they discard, keep and draw in each draw.",
    "No values are reported.",
    "A line is missing or was changed; the hand is stored, and the cards of the player are unknown from there on.",
)

# Money: what the amounts contradict.
WRONG_UNCALLED = _declare(
    "M01",
    Severity.ERROR,
    "a wrong uncalled bet",
    "The part of the last bet that no player called is returned to the bettor.",
    "Expected is the amount that was not called; found is the amount in the text.",
    _EDITED,
)
WRONG_POT = _declare(
    "M02",
    Severity.ERROR,
    "a wrong pot",
    "The total pot, and each main and side pot, must be what the players put in, less the rake.",
    "Expected is the sum of the chips put in; found is the pot in the text.",
    _EDITED,
)
WRONG_COLLECTED = _declare(
    "M03",
    Severity.ERROR,
    "a wrong amount collected",
    "The amounts that the winners collect from a pot and the rake must add up to the pot.",
    "Expected is the pot less its share of the rake; found is the sum that the winners collect.",
    _EDITED,
)
WRONG_WINNER = _declare(
    "M04",
    Severity.ERROR,
    "a pot that went to the wrong player",
    "A pot goes to the best hand among its players, in equal shares to equal hands.",
    "Expected are the players with the best hand, found are those who collected the pot, if they are given.",
    _EDITED,
)
ODD_RAKE = _declare(
    "M05",
    Severity.WARNING,
    "an unusual rake",
    "No rake is taken in tournaments or before the first draw, and never more than a tenth of the pot.",
    "No values are reported.",
    "Nothing to do; rooms change their rake, so the hand is stored.",
)

# Summary: where it contradicts the hand above it.
WRONG_SEAT_SUMMARY = _declare(
    "S01",
    Severity.ERROR,
    "a summary line that contradicts the hand",
    "Each summary line must match the hand: when the player folded, which cards they showed or mucked, how much they collected.",
    "Expected is what the player did in the hand; found is what the summary states.",
    _EDITED,
)
MISSING_SEAT_SUMMARY = _declare(
    "S02",
    Severity.ERROR,
    "a seat missing from the summary, or one too many",
    "Each player who was dealt in has one summary line, and no other player has one.",
    "Expected is the player or the line that is due; found is what is there.",
    _EDITED,
)
STILL_IN = _declare(
    "S03",
    Severity.WARNING,
    "a bounty for a player who is still in",
    "A player who is eliminated in a hand has no chips left after it.",
    "Expected is no chips; found is what the player has left.",
    "Nothing to do; no chips of the hand depend on it.",
)

# Across hands: these belong to the table and quarantine no hand.
VIEWS_DISAGREE = _declare(
    "X01",
    Severity.WARNING,
    "two views of one hand that disagree",
    "Two views of one hand, from two players, must agree in all public lines. They have the same header, table and seats.",
    "Expected is the line of the first view, found is the line of this one, if one line differs.",
    "Compare the two files; the one stored first is kept, and the other's text with it.",
)
CHIPS_LOST = _declare(
    "X02",
    Severity.WARNING,
    "chips that do not carry over",
    "A player begins a hand with another stack than the hand before left: in a tournament a larger or smaller one, at a "
    "cash table a smaller one.",
    "Expected is the stack after the hand before; found is the stack in this hand.",
    "A hand in between is missing (clients write none while the player sits out), or a stack is wrong. "
    "Only `validate` checks this; `import` does not.",
)
BUTTON_SKIPPED = _declare(
    "X03",
    Severity.WARNING,
    "a button that has passed a player",
    "From one hand of a table to the next the button must not pass a player who is dealt into both.",
    "Expected is the seat of the player who was passed; found is the seat of the button.",
    "A hand in between is missing (clients write none while the player sits out), or the button is wrong. "
    "Only `validate` checks this; `import` does not.",
)
REPEATED = _declare(
    "X04",
    Severity.WARNING,
    "a hand under two numbers",
    "Two consecutive hands are equal in each line below the header: cards, bets, draws and stacks.",
    "No values are reported.",
    "One of them was copied and has another number. Remove it, or the hand counts twice. "
    "Only `validate` checks this; `import` does not.",
)
NUMBER_TWICE = _declare(
    "X05",
    Severity.ERROR,
    "a hand number that another hand has",
    "A hand with this number was read before, and it has another game, time, table, button or other seats. Two views of "
    "one hand have the same, so these are two hands.",
    "Expected is the text of the first hand, found is the text of this one.",
    "A header was copied, or the number was edited. The hand that was read first is stored, and this one is "
    "quarantined.",
)
BLINDS_DIFFER = _declare(
    "X06",
    Severity.ERROR,
    "small blinds that differ at one table",
    "At the same stakes all hands of a table have the same small blind; at a cash table this holds for hands within ten "
    "minutes of each other.",
    "Expected is the small blind of most of the table's hands, or the first of two; found is the posted amount.",
    "The amount was edited, or the hand belongs to another table. It quarantines no hand. Only `validate` checks this; "
    "`import` does not.",
)

"""What can be wrong with a history: the one list of codes.

Help, `docs/codes.md` and `badugi-hh explain` are derived from the list here; nothing else describes a code. What a
problem is stands in `badugi_hh.problem`.
"""

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


_E, _W = Severity.ERROR, Severity.WARNING
_REPORT = "If the file is as the client wrote it, please report the hand; until then it stays quarantined."
_EDITED = (
    "The hand was edited, damaged in copying, or played under other rules. Export it again from the client; "
    "if it is as the client wrote it, please report the hand."
)

# Text: the file as a whole.
BINARY = _declare(
    "T01",
    _E,
    "bytes that are not text",
    "The file is neither UTF-8, UTF-16 nor cp1252 text, so no hand can be read from it; or zero bytes stand in the "
    "place of text, as a computer leaves them that goes down while the client writes, and what stood there is lost.",
    "Neither is given.",
    "Give the text file that the client saved, or a folder, .zip or .gz of such files. Of a file with zero bytes all "
    "whole hands are read; request the others again from the client.",
)
NO_HANDS = _declare(
    "T02",
    _W,
    "no hand history in the file",
    "No line of the file is the header of a hand.",
    "Neither is given.",
    "Check that this is a hand-history file; tournament summaries and notes hold no hands.",
)
STRAY_TEXT = _declare(
    "T03",
    _W,
    "text that belongs to no hand",
    "Lines stand before the first header of the file, so no hand can own them.",
    "Found is the first of those lines.",
    "Usually the end of a hand whose beginning was cut off; export the file again to get that hand.",
)
LOCALIZED = _declare(
    "T04",
    _E,
    "a hand in another language",
    "The client wrote this hand in the language of its user interface; only English text is read.",
    "Found is the header.",
    "Set Hand History Language to English in the client (Settings, Playing History, Hand History); request older hands by mail.",
)
OTHER_SITE = _declare(
    "T05",
    _E,
    "a hand of another site",
    "The header is that of another site's hand history.",
    "Found is the header.",
    "Only PokerStars-style histories are read; convert the file, or leave it out.",
)

# Grammar: a line, or the order of lines, that no form covers.
BAD_HEADER = _declare(
    "G01",
    _E,
    "a header that cannot be read",
    "The first line names PokerStars and a hand number, but its game, stakes or time cannot be read; "
    "or it names a game that is neither Badugi nor any other that is known.",
    "Found is the header.",
    _REPORT,
)
UNKNOWN_LINE = _declare(
    "G02",
    _E,
    "a line of no known form",
    "No line form of the grammar reads this line, so what it says would be lost.",
    "Found is the line.",
    _REPORT,
)
MISPLACED_LINE = _declare(
    "G03",
    _E,
    "a line where it cannot stand",
    "The line has a known form, but not in this part of a hand; or the line that begins this part is missing.",
    "Expected is the line that is missing, if one is; found is the line, where it is given.",
    _EDITED,
)
CUT_OFF = _declare(
    "G04",
    _E,
    "a hand that is cut off",
    "The hand ends before its summary; what follows is missing.",
    "Expected is the line that is missing, where there is but one.",
    "Export the hand again: the client was closed, or the copy ended, while it was written.",
)
BAD_AMOUNT = _declare(
    "G05",
    _E,
    "an amount that cannot be read",
    "An amount must be whole chips in chip games, or money of the header's currency with at most two decimals.",
    "Found is the amount, or the stakes in the header.",
    _EDITED,
)
BAD_CARDS = _declare(
    "G06",
    _E,
    "cards that cannot be read",
    "Cards are a rank of 23456789TJQKA and a suit of cdhs, separated by blanks.",
    "Found is what stands between the brackets.",
    _EDITED,
)
UNKNOWN_NAME = _declare(
    "G07",
    _E,
    "a player who is not at the table",
    "The line acts for a name that no seat line of the hand names.",
    "Found is the line, or the name in it.",
    _EDITED,
)
BAD_TIME = _declare(
    "G08",
    _E,
    "a time that does not exist",
    "The header's date and time are no moment of the calendar.",
    "Found is the time.",
    _EDITED,
)
TIME_IN_DOUBT = _declare(
    "G09",
    _W,
    "a time in doubt",
    "The header's zone gives no UTC: only ET and UTC do, and others where the ET time stands beside them. Or the local "
    "time is not that of the ET time beside it.",
    "Found is the local time with its zone.",
    "If the zone was edited or copied wrongly, export the hand again. A hand without UTC is stored, but is left out "
    "where dates are asked for.",
)

# Shape: what every hand must have.
BAD_SEATS = _declare(
    "H01",
    _E,
    "seats that contradict each other",
    "A seat or a name stands twice, a seat is above the table's size, or fewer than two players are dealt in.",
    "Where they are given: the numbers that are possible, and the number in the text.",
    _EDITED,
)
CANCELLED = _declare(
    "H02",
    _W,
    "a cancelled hand",
    "The room cancelled the hand and gave all bets back; it counts for no statistic.",
    "Neither is given.",
    "Nothing to do; the hand is stored, marked as cancelled.",
)
UNUSUAL_ORDER = _declare(
    "H03",
    _W,
    "lines in an unusual order or wording",
    "The client writes seats by number, the total pot before them, a pot's shows before its winner; and `1 card`.",
    "Neither is given.",
    "Nothing to do; no chips depend on it. If the file is as the client wrote it, please report the hand.",
)
UNUSUAL_STAKES = _declare(
    "H04",
    _W,
    "stakes of an unusual kind",
    "In fixed limit the big bet is twice the small bet.",
    "Expected is twice the small bet; found is the big bet of the header.",
    "Check the header; the hand is stored, and its results are counted in the big bet that it names.",
)
UNUSUAL_BLIND = _declare(
    "H05",
    _W,
    "a small blind of an unusual size",
    "In fixed limit the header does not name the small blind. The post does, and the hand is played on from it; at "
    "these stakes neither half the small bet nor the room's own amount is posted, or the small blind is as large as the "
    "big blind.",
    "Expected is the room's small blind, or the least and the most that is usual; found is the one that is posted.",
    "If the room has other blinds, nothing to do: the hand is stored as it was played. If the amount was edited, "
    "most often a call, the pot or another hand of the table contradicts it, which is an error.",
)

# Rules: what the engine does not allow.
OUT_OF_TURN = _declare(
    "R01",
    _E,
    "an action out of turn",
    "Another player, or nobody, was due to act here.",
    "Expected is who was due and what he may do; found is who did what.",
    _EDITED,
)
ILLEGAL_ACTION = _declare(
    "R02",
    _E,
    "an action that is not allowed",
    "For example a check facing a bet, a call with nothing to call, or an act of a folded player.",
    "Expected is what the player may do; found is what the text says he did.",
    _EDITED,
)
WRONG_AMOUNT = _declare(
    "R03",
    _E,
    "a wrong amount",
    "The amount of the call, bet or raise is not the one that the rules of the table give.",
    "Expected is the amount that the rules give; found is the amount in the text.",
    _EDITED,
)
OVER_CAP = _declare(
    "R04",
    _E,
    "a raise above the cap",
    "The round already had its last allowed bet.",
    "Expected is the highest total of the round; found is the total in the text.",
    "If the room plays another cap, choose its rules with --rules.",
)
NOT_REOPENED = _declare(
    "R05",
    _W,
    "a raise that a short all-in did not reopen",
    "The player had acted already and was only facing an all-in raise of less than half a bet.",
    "Expected is the least raise that gives the player a second turn to raise; found is the raise that he faced.",
    "Nothing to do; rooms differ here, so the hand is stored.",
)
UNFINISHED_ROUND = _declare(
    "R06",
    _E,
    "a round that is not finished",
    "The next part of the hand begins while players still have to act or to draw.",
    "Expected is what was still under way, or the missing line; found is what begins.",
    _EDITED,
)
BAD_BLIND = _declare(
    "R07",
    _E,
    "a post that does not fit",
    "A blind or ante is missing, is of a wrong amount, stands twice or after the deal, or comes in the wrong order.",
    "Expected is the amount, player or post that is due; found is the one in the text.",
    _EDITED,
)
BAD_ALL_IN = _declare(
    "R08",
    _E,
    "a wrong all-in mark",
    "`and is all-in` must stand exactly where the player's last chips go in.",
    "Whether the player's chips are all in: expected by the amounts, found in the text.",
    _EDITED,
)
BAD_DRAW = _declare(
    "R09",
    _E,
    "a draw that is not allowed",
    "A player draws 0 to 4 cards once per draw, in order from the left of the button.",
    "Expected is what the player may draw; found is what the text says.",
    _EDITED,
)
BAD_RESHUFFLE = _declare(
    "R10",
    _E,
    "a reshuffle that does not fit the deck",
    "The discards are reshuffled exactly when the deck cannot fill the next player's draw.",
    "Both say whether the deck is reshuffled, or how many cards are left in it.",
    _EDITED,
)
BAD_CAP_LINE = _declare(
    "R11",
    _W,
    "a cap announced where there is none",
    "`Betting is capped` follows the last allowed bet of a round.",
    "Neither is given.",
    "Nothing to do; the line changes no chips.",
)
SHOWDOWN_ORDER = _declare(
    "R12",
    _W,
    "a showdown in another order",
    "The last bettor shows first, otherwise the first player left of the button; side pots come first.",
    "Expected is who shows first; found is who does.",
    "Nothing to do; the order changes no chips.",
)
SHOWN_ONCE = _declare(
    "R13",
    _W,
    "a showdown that is not told whole",
    "At a showdown every player left shows or mucks once, and nobody else does.",
    "Neither is given.",
    "A line is missing, stands twice or names another player; the hand is stored, since no chips depend on it.",
)

# Cards: what the known cards contradict.
CARD_TWICE = _declare(
    "C01",
    _E,
    "a card in two places",
    "A known card cannot be with two players, or twice with one, before the deck is reshuffled.",
    "Neither is given.",
    _EDITED,
)
NOT_HELD = _declare(
    "C02",
    _E,
    "a card that the player does not hold",
    "The cards discarded, kept or shown must be those that the player held at that moment.",
    "Expected are the cards that the player held; found are those in the text, or the one too many.",
    _EDITED,
)
OWN_DISCARD = _declare(
    "C03",
    _E,
    "a discard that came back",
    "The room never deals a player a card that he has thrown away in the same hand.",
    "Neither is given.",
    "If the room plays otherwise, choose its rules with --rules.",
)
WRONG_COUNT = _declare(
    "C04",
    _E,
    "a wrong number of cards",
    "A hand has four cards, and a draw brings as many as were discarded.",
    "Expected is how many cards there must be; found is how many there are.",
    _EDITED,
)
WRONG_DESCRIPTION = _declare(
    "C05",
    _E,
    "a hand described wrongly",
    "The description in words must be the value of the cards beside it.",
    "Expected is the value of the cards in words; found are the words of the text.",
    _EDITED,
)
MISSING_CARDS = _declare(
    "C06",
    _W,
    "cards that the file should tell",
    "Whoever's cards a file shows, it shows with every draw: what he throws away, keeps and is dealt.",
    "Neither is given.",
    "A line is missing or was changed; the hand is stored, and his cards are unknown from there on.",
)

# Money: what the amounts contradict.
WRONG_UNCALLED = _declare(
    "M01",
    _E,
    "a wrong uncalled bet",
    "The part of the last bet that nobody called goes back.",
    "Expected is the amount that nobody called; found is the amount in the text.",
    _EDITED,
)
WRONG_POT = _declare(
    "M02",
    _E,
    "a wrong pot",
    "The total pot, and each main and side pot, must be what the players put in, less the rake.",
    "Expected is the pot that the players' chips make; found is the pot in the text.",
    _EDITED,
)
WRONG_COLLECTED = _declare(
    "M03",
    _E,
    "a wrong amount collected",
    "What the winners collect from a pot, plus the rake, must be the pot.",
    "Expected is the pot less its share of the rake; found is what the winners take.",
    _EDITED,
)
WRONG_WINNER = _declare(
    "M04",
    _E,
    "a pot that went to the wrong player",
    "A pot goes to the best hand among its players, in equal shares to equal hands.",
    "Where they are given: the players with the best hand, and those who took the pot.",
    _EDITED,
)
ODD_RAKE = _declare(
    "M05",
    _W,
    "an unusual rake",
    "No rake is taken in tournaments or before the first draw, and never more than a tenth of the pot.",
    "Neither is given.",
    "Nothing to do; rooms change their rake, so the hand is stored.",
)

# Summary: where it contradicts the hand above it.
WRONG_SEAT_SUMMARY = _declare(
    "S01",
    _E,
    "a summary line that contradicts the hand",
    "Each summary line must say what its player did: folded when, showed or mucked which cards, collected how much.",
    "Expected is what the player did in the hand; found is what the summary says.",
    _EDITED,
)
MISSING_SEAT_SUMMARY = _declare(
    "S02",
    _E,
    "a seat missing from the summary, or one too many",
    "Every player who was dealt in has one summary line, and nobody else.",
    "Expected is the player or the line that is due; found is what stands there.",
    _EDITED,
)
STILL_IN = _declare(
    "S03",
    _W,
    "a bounty for a player who is still in",
    "Whoever is eliminated in a hand has no chips left after it.",
    "Expected is no chips; found is what the player has left.",
    "Nothing to do; no chips of the hand depend on it.",
)

# Across hands: these belong to the table, and no hand is kept out for them.
VIEWS_DISAGREE = _declare(
    "X01",
    _W,
    "two files tell one hand differently",
    "Two views of the same hand must agree in everything that is public; they have one header, table and seats.",
    "What the first view says, and what this one says, where one line differs.",
    "Compare the two files; the one stored first is kept, and the other's text with it.",
)
CHIPS_LOST = _declare(
    "X02",
    _W,
    "chips that do not carry over",
    "A player begins a hand with other chips than the hand before left him: in a tournament with more or fewer, at "
    "a cash table with fewer.",
    "Expected is what the hand before left the player; found is what this one gives him.",
    "A hand in between is missing (clients write none while their player sits out), or a stack is wrong. "
    "`validate` looks for it, `import` does not.",
)
BUTTON_SKIPPED = _declare(
    "X03",
    _W,
    "a button that has passed somebody",
    "From one hand of a table to the next the button stays behind nobody who was dealt into both.",
    "Expected is the seat of the player who was passed; found is the seat of the button.",
    "A hand in between is missing (clients write none while their player sits out), or the button is wrong. "
    "`validate` looks for it, `import` does not.",
)
REPEATED = _declare(
    "X04",
    _W,
    "a hand under two numbers",
    "Two hands in a row are the same in every line but the header: cards, bets, draws and stacks.",
    "Neither is given.",
    "One of them was copied and given another number; find out which, or the hand counts twice. "
    "`validate` looks for it, `import` does not.",
)
NUMBER_TWICE = _declare(
    "X05",
    _E,
    "a hand number that another hand has",
    "A hand of this number was read before, and it has another game, time, table, button or other seats: two clients at "
    "one table tell the same of these, so it is no second view of it.",
    "What the first hand says, and what this one says.",
    "A header was copied, or the number was edited. The hand that was read first is kept and counted, and this one stays "
    "in the quarantine.",
)
BLINDS_DIFFER = _declare(
    "X06",
    _E,
    "small blinds that differ at one table",
    "The hands of a table have one small blind as long as the stakes are the same; at a cash table that holds for hands "
    "within ten minutes of each other.",
    "Expected is the small blind of most of the table's hands, of two the first; found is the one that is posted here.",
    "The amount was edited, or the hand belongs to another table. No hand is kept out for it: `validate` looks for it, "
    "`import` does not.",
)

"""Problem codes of the text: the file (T), the grammar (G), and the shape that every hand has (H)."""

from badugi_hh.problems.declaration import HAND_EDITED, NO_VALUES, REPORT_HAND, declare
from badugi_hh.problems.problem import Severity

# Text: the file as a whole.
BINARY = declare(
    "T01",
    Severity.ERROR,
    "bytes that are not text",
    "The file is neither UTF-8, UTF-16 nor cp1252 text, so no hand can be read from it. Or a part of its text is "
    "replaced by zero bytes, which happens when a computer crashes while the client writes; that text is lost.",
    NO_VALUES,
    "Name the text file that the client saved, or a folder, .zip, .gz or .zst of such files. All complete hands of a file "
    "with zero bytes are read; request the others from the client.",
)
NO_HANDS = declare(
    "T02",
    Severity.WARNING,
    "no hand history in the file",
    "No line of the file is the header of a hand, and it is no tournament summary of PokerStars.",
    NO_VALUES,
    "Check that this is a hand-history file; notes and tournament summaries of other rooms contain no hands.",
)
STRAY_TEXT = declare(
    "T03",
    Severity.WARNING,
    "text that belongs to no hand",
    "There are lines before the first hand of the file that are not lines of a hand.",
    "Found is the first of those lines.",
    "Usually a note, or the beginning of an email; nothing to do if no hand is missing.",
)
LOCALIZED = declare(
    "T04",
    Severity.ERROR,
    "a hand in another language",
    "The client wrote this hand in the language of its user interface; only English text is read. A hand whose header "
    "names another known game, such as Hold'em, is counted as a hand of another game.",
    "Found is the header.",
    "Set Hand History Language to English in the client (Settings, Playing History, Hand History); request older hands by email.",
)
OTHER_SITE = declare(
    "T05",
    Severity.ERROR,
    "a hand of another site",
    "The header is that of another site's hand history.",
    "Found is the header.",
    "Only PokerStars-style histories are read; convert the file, or leave it out.",
)

# Grammar: a line, or the order of lines, that no form covers.
BAD_HEADER = declare(
    "G01",
    Severity.ERROR,
    "a header that cannot be read",
    "The first line names PokerStars and a hand number, but its game, stakes or time cannot be read; "
    "or it names a game that is neither Badugi nor another known game.",
    "Found is the header.",
    REPORT_HAND,
)
UNKNOWN_LINE = declare(
    "G02",
    Severity.ERROR,
    "a line of no known form",
    "The grammar has no form for this line, so its content would be lost.",
    "Found is the line.",
    REPORT_HAND,
)
MISPLACED_LINE = declare(
    "G03",
    Severity.ERROR,
    "a line in a wrong place",
    "The line has a known form, but not in this part of a hand; or the line that begins this part is missing.",
    "Expected is the missing line, if there is one; found is the line itself, if it is given.",
    HAND_EDITED,
)
CUT_OFF = declare(
    "G04",
    Severity.ERROR,
    "a hand that is cut off",
    "The hand ends before its summary or within it, or its header is missing. Lines of a hand at the beginning of a file, "
    "and a second table line or total pot below a summary, are a hand without a header.",
    "Expected is the missing line, if only one is missing; found is the incomplete line of the summary, or the first line "
    "of a hand without a header.",
    "Export the hand again: the client was closed or the copy was interrupted while it was written, or lines were deleted.",
)
BAD_AMOUNT = declare(
    "G05",
    Severity.ERROR,
    "an amount that cannot be read",
    "An amount must be whole chips in chip games, or money of the header's currency with at most two decimals.",
    "Found is the amount, or the stakes in the header.",
    HAND_EDITED,
)
BAD_CARDS = declare(
    "G06",
    Severity.ERROR,
    "cards that cannot be read",
    "Cards are a rank of 23456789TJQKA and a suit of cdhs, separated by blanks.",
    "Found is the text between the brackets.",
    HAND_EDITED,
)
UNKNOWN_NAME = declare(
    "G07",
    Severity.ERROR,
    "a player who is not at the table",
    "The line names a player who has no seat line in the hand.",
    "Found is the line, or the name in it.",
    HAND_EDITED,
)
BAD_TIME = declare(
    "G08",
    Severity.ERROR,
    "a time that does not exist",
    "The date and time in the header do not exist.",
    "Found is the time.",
    HAND_EDITED,
)
TIME_IN_DOUBT = declare(
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
BAD_SEATS = declare(
    "H01",
    Severity.ERROR,
    "seats that contradict each other",
    "Two lines have the same seat or name, a seat number exceeds the size of the table, or fewer than two players are dealt in.",
    "Expected are the possible numbers; found is the number in the text, if it is given.",
    HAND_EDITED,
)
CANCELLED = declare(
    "H02",
    Severity.WARNING,
    "a cancelled hand",
    "The site cancelled the hand and returned all bets; no statistic counts it.",
    NO_VALUES,
    "Nothing to do; the hand is stored, marked as cancelled.",
)
UNUSUAL_ORDER = declare(
    "H03",
    Severity.WARNING,
    "lines in an unusual order or wording",
    "The client writes seats by number, the total pot before them, shown hands before the winner of their pot, and `1 card`.",
    NO_VALUES,
    "Nothing to do; no chips depend on it. If the file is as the client wrote it, please report the hand.",
)
UNUSUAL_STAKES = declare(
    "H04",
    Severity.WARNING,
    "stakes of an unusual kind",
    "In fixed limit the big bet is twice the small bet.",
    "Expected is twice the small bet; found is the big bet of the header.",
    "Check the header; the hand is stored, and its results are counted in the big bet that it names.",
)
UNUSUAL_BLIND = declare(
    "H05",
    Severity.WARNING,
    "a small blind of an unusual size",
    "In fixed limit the header does not name the small blind. The replay uses the posted amount. At these stakes it is "
    "neither half the small bet nor the room's own amount, or it is as large as the big blind.",
    "Expected is the room's small blind, or the usual minimum and maximum; found is the posted amount.",
    "If the room has other blinds, nothing to do: the hand is stored as it was played. If the amount was edited, "
    "a call, the pot or another hand of the table usually contradicts it, which is an error.",
)

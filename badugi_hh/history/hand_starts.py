"""Finds the lines that start a hand: of a room that is read, of PokerStars in another language, or of another site.

Hands that cannot be parsed are recognized too, so that each of them is quarantined by itself and is not appended to
the hand before it. The headers of `ROOMS` are parsed by their rooms.
"""

import re

from badugi_hh.problems import LOCALIZED, OTHER_SITE, Code

MARKS = ("#", "№", "PokerStars", "<game ", "<session ", "<description ", "***** ", "Winamax Poker - ")
"""Every line that can start a hand contains one of these strings, so that a fast search finds the candidates."""

MARGIN = r"[\ufeff \t]*+(?:>[> \t]*+)?"
"""The text that may precede a header on its line: an indent, the byte order mark of an appended file, marks of a quotation."""

_KIND = r"(?:Zoom |Home Game |Home )?(?:Hand|Game) #"
_UPPER_CASE_KIND = (
    r"(?:ZOOM |HOME GAME |HOME )?(?:HAND|GAME) #"  # `POKERSTARS GAME #`, as one tracker writes it
)

# At the start of a line, a header with an incomplete number counts: it is not a line of the hand before.
ROOMS = {
    "PokerStars": rf"PokerStars {_KIND}|POKERSTARS {_UPPER_CASE_KIND}",
    "Full Tilt": r"Full ?Tilt ?Poker(?:\.[a-z]{2,3})? Game #",
    "Full Tilt on the software of PokerStars": r"Full Tilt (?:Zoom )?Hand #",
}
"""How the headers of the rooms begin whose histories are read, by the names of the rooms."""

_READ = re.compile(f"{MARGIN}(?:{'|'.join(f'({start})' for start in ROOMS.values())})")
# Within a line, only a complete header counts: `Ann: PokerStars Hand #71234567890: Tournament …`.
_HEADER_IN_LINE = re.compile(f"\ufeff?(?:PokerStars {_KIND}|POKERSTARS {_UPPER_CASE_KIND})[0-9]++:")
_NUMBER = r"(?:[#№]|[Nn](?:r\b\.?|\.?[°º]|\.)) ?[0-9]++"
_WORD = r"[^\W\d_]{1,20}"
# `Раздача PokerStars №271234567890:` or `Mano n.º 271234567890 de Zoom de PokerStars:`. A tournament summary has a
# comma after its number and is not a hand.
_LOCALIZED = re.compile(
    rf"{MARGIN}(?:(?:{_WORD} ){{0,3}}PokerStars(?! {_KIND})(?: {_WORD}){{0,3}} ?{_NUMBER}"
    rf"|(?:{_WORD} ){{1,2}}{_NUMBER} (?:{_WORD} ){{0,4}}PokerStars) ?:"
)

LANGUAGES = {
    "Russian": r"\bРаздача\b",
    "Portuguese": r"\bMão\b",
    "French": r"\bMain\b",
    "Spanish": r"\bMano n",
    "German": r"\bHand Nr\b|\bSpiel\b",
    "Swedish": r"\bhand nr\b",
    "Italian or Spanish": r"\bMano\b",
}
"""The word for "hand" that identifies each language.

The Russian and the Portuguese words are known from files, the next four from published parsers
(`Main PokerStars n°1 :`, `Mano n.º 1 de Zoom de PokerStars:`, `PokerStars Hand Nr. 1:`, `PokerStars hand nr 1:`).
"""

SITES = {
    "KingsClub": r"#[0-9]++: [^:]{1,60} - [0-9.,]{1,12}/[0-9.,]{1,12}[ \t]*$",
    "the Merge network": r"<game id=|<description type=",
    "iPoker": r"<game gamecode=|<session sessioncode=",
    "Everleaf": r"Everleaf Gaming Game #|\*{5} Hand history for game #",
    "Ongame": r"\*{5} History for hand ",
    "Betfair": r"\*{5} Betfair Poker Hand History for Game ",
    "PartyPoker": r"\*{5} Hand History [Ff]or Game ",
    "888": r"#Game No ?:|\*{5} (?:888poker|Cassava|Pacific Poker)(?: \w{1,20})? Hand History for Game ",
    "Winamax": r"Winamax Poker - ",
    "Run It Once": r"Run It Once(?: Poker)? Hand #[0-9]++:",
    "GGPoker": r"Poker Hand #[A-Z]*[0-9][0-9A-Za-z]*+:",
    "Bovada": r"(?:Bovada|Bodog)(?:\.[a-z]{2,3})? Hand #",
    "Ignition": r"Ignition(?: Casino)? Hand #",
    "the Winning network": r"(?:Game )?Hand #[0-9-]{7,}+ - ",
    "the Cake network": r"Hand#[0-9A-Z]{7,}+ - ",
    "the Cereus network": r"Phase #C?[0-9]{7,}+: ",
}
"""The headers of hands at other sites."""

_LIKE_POKERSTARS = re.compile(
    MARGIN + r"(?P<name>\w[\w.&-]{0,30}+(?: [\w.&-]{1,30}+){0,3}?)(?: Zoom| Home Game)? (?:Hand|Game) "
    r"#(?=[^0-9:]{0,40}+[0-9])[\w-]{1,60}+: "
    r"(?=.*\b(?:Limit\b|[NPF]L))(?=.*[0-9]{4}[/-][0-9]{1,2}[/-][0-9])"
    r".*[\s(][^\s()0-9/]{0,5}[0-9.,]++[KM]?/[^()0-9/]{0,5}[0-9.,]++(?!/)"
)
"""The header of a room that writes like PokerStars: `Phenom Poker Hand #ab12cd: Badugi Limit ($1/$2) - 2026/09/01 …`.

It has a limit, stakes and a date. Without one of them it can be a note or an action: `My Hand #7: folds`.
"""
_READ_NAMES = ("pokerstarszoom", "pokerstarshomegame", "pokerstars", "fulltiltpoker", "fulltilt")
_MOST_ERRORS = 2

_OTHER_SITE = re.compile(f"{MARGIN}(?:{'|'.join(f'({form})' for form in SITES.values())})")

# The first line of a hand (or a file) of another site, and the header of the hand below it, together form one header.
_PAIRS = {
    "<description ": "<game ",
    "<session ": "<game ",
    "#Game No": r"\*{5} ",
    "Everleaf Gaming Game ": r"\*{5} Hand history for game ",
}
_FIRST = re.compile(f"{MARGIN}({'|'.join(_PAIRS)})")
_SECOND = {first: re.compile(MARGIN + second) for first, second in _PAIRS.items()}


def find_hand_starts(line: str) -> list[int]:
    """Return the offsets in a line at which a hand starts, in order; usually none, or 0.

    An offset above 0 is a header that follows a cut-off line without a line end. A header within quotation marks is
    table talk and starts no hand.
    """
    known = _READ.match(line)
    starts = [0] if known or find_foreign(line) else []
    begin = known.end() if known else 0
    if line.find("PokerStars", begin) >= 0 or line.find("POKERSTARS", begin) >= 0:
        talk = line.index('"') if line.rstrip(" \t").endswith('"') else len(line)
        starts += [match.start() for match in _HEADER_IN_LINE.finditer(line, begin, talk)]
    return starts


def find_room(line: str) -> str | None:
    """Return the room of a hand's first line, a name in `ROOMS`; None where its histories are not read."""
    match = _READ.match(line)
    return list(ROOMS)[(match.lastindex or 1) - 1] if match else None


def find_foreign(line: str) -> tuple[Code, str] | None:
    """Return the problem code and the name of the language or site of a hand's first line; None for the rooms that are read.

    The name completes the phrase "this hand is in" (a language) or "this is a hand of" (a site).
    """
    if "PokerStars" in line and (match := _LOCALIZED.match(line)):
        spoken = (language for language, word in LANGUAGES.items() if re.search(word, match.group()))
        return LOCALIZED, next(spoken, "another language")
    if match := _OTHER_SITE.match(line):
        return OTHER_SITE, list(SITES)[(match.lastindex or 1) - 1]
    if (match := _LIKE_POKERSTARS.match(line)) and not _is_damaged_name(match["name"]):
        return OTHER_SITE, match["name"]
    return None


def _is_damaged_name(name: str) -> bool:
    """Return whether a name can be that of a room that is read, misspelled, cut off, or with other text beside it."""
    written = name.replace(" ", "").casefold()
    return any(
        known in written or written in known or _count_errors(written, known) <= _MOST_ERRORS
        for known in _READ_NAMES
    )


def _count_errors(written: str, name: str) -> int:
    """Return the number of characters that were added, lost or changed in a name."""
    counts = list(range(len(name) + 1))
    for n, char in enumerate(written, 1):
        before, counts[0] = counts[0], n
        for m, due in enumerate(name, 1):
            before, counts[m] = counts[m], min(counts[m] + 1, counts[m - 1] + 1, before + (char != due))
    return counts[-1]


def is_continued(before: str, line: str) -> bool:
    """Return whether two lines that could each start a hand are the two lines of one header."""
    first = _FIRST.match(before)
    return first is not None and _SECOND[first[1]].match(line) is not None

"""Which lines begin a hand, and whose: PokerStars in English, in another language, or another site.

Hands that nobody here can read are recognized all the same, so that each of them is quarantined by itself and does
not become the tail of the hand before it. What a header says is read elsewhere.
"""

import re

from badugi_hh.problems import LOCALIZED, OTHER_SITE, Code

MARKS = ("#", "№", "PokerStars", "<game ", "<session ", "<description ", "***** ", "Winamax Poker - ")
"""Every line that can begin a hand has one of these in it: a quick way to find the few lines to look at."""

MARGIN = r"[\ufeff \t]*+"
"""What can stand before a header on its line: an indent, and the byte order mark of a file that was appended."""

_KIND = r"(?:Zoom |Home Game |Home )?(?:Hand|Game) #"
_LOUD_KIND = r"(?:ZOOM |HOME GAME |HOME )?(?:HAND|GAME) #"  # `POKERSTARS GAME #`, as one tracker writes it

# At the start of a line a torn number is still a header: whatever it is, it is no line of the hand before.
_ENGLISH = re.compile(f"{MARGIN}(?:PokerStars {_KIND}|POKERSTARS {_LOUD_KIND})")
# Within a line only a whole header counts: `Ann: PokerStars Hand #71234567890: Tournament …`.
_GLUED = re.compile(f"\ufeff?(?:PokerStars {_KIND}|POKERSTARS {_LOUD_KIND})[0-9]++:")
_NUMBER = r"(?:[#№]|[Nn](?:r\b\.?|\.?[°º]|\.)) ?[0-9]++"
_WORD = r"[^\W\d_]{1,20}"
# `Раздача PokerStars №271234567890:` or `Mano n.º 271234567890 de Zoom de PokerStars:`. A tournament summary has a
# comma after its number and is no hand.
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
"""The word for a hand, by which a language is told.

The Russian and the Portuguese one are known from files, the next four from parsers that others have published
(`Main PokerStars n°1 :`, `Mano n.º 1 de Zoom de PokerStars:`, `PokerStars Hand Nr. 1:`, `PokerStars hand nr 1:`).
"""

SITES = {
    "Full Tilt": r"Full ?Tilt ?Poker(?:\.[a-z]{2,3})? Game #",
    "KingsClub": r"#[0-9]++: [^:]{1,60} - [0-9.,]{1,12}/[0-9.,]{1,12}[ \t]*$",
    "the Merge network": r"<game id=|<description type=",
    "iPoker": r"<game gamecode=|<session sessioncode=",
    "Everleaf": r"Everleaf Gaming Game #|\*{5} Hand history for game #",
    "Ongame": r"\*{5} History for hand ",
    "Betfair": r"\*{5} Betfair Poker Hand History for Game ",
    "PartyPoker": r"\*{5} Hand History [Ff]or Game ",
    "888": r"#Game No ?:|\*{5} (?:888poker|Cassava|Pacific Poker)(?: \w{1,20})? Hand History for Game ",
    "Winamax": r"Winamax Poker - ",
    "GGPoker": r"Poker Hand #[A-Z]*[0-9]++:",
    "Bovada": r"(?:Bovada|Bodog)(?:\.[a-z]{2,3})? Hand #",
    "Ignition": r"Ignition(?: Casino)? Hand #",
    "the Winning network": r"(?:Game )?Hand #[0-9-]{7,}+ - ",
    "the Cake network": r"Hand#[0-9A-Z]{7,}+ - ",
    "the Cereus network": r"Stage #C?[0-9]{7,}+: ",
}
"""The header of a hand at other sites."""

_OTHER_SITE = re.compile(f"{MARGIN}(?:{'|'.join(f'({form})' for form in SITES.values())})")

# A line that opens a hand (or a file) of another site, and the hand's own header below it: together one header.
_PAIRS = tuple(
    (re.compile(MARGIN + first), re.compile(MARGIN + second))
    for first, second in (
        ("<description ", "<game "),
        ("<session ", "<game "),
        ("#Game No", r"\*{5} "),
        ("Everleaf Gaming Game ", r"\*{5} Hand history for game "),
    )
)


def hand_starts(line: str) -> list[int]:
    """Return the offsets in a line at which a hand begins, in order; usually none, or 0.

    A later offset is that of a header glued to a line that was cut off. A header within quotation marks is table
    talk and begins nothing.
    """
    english = _ENGLISH.match(line)
    starts = [0] if english or foreign(line) else []
    talk = line.index('"') if line.rstrip(" \t").endswith('"') else len(line)
    starts += [match.start() for match in _GLUED.finditer(line, english.end() if english else 0, talk)]
    return starts


def foreign(line: str) -> tuple[Code, str] | None:
    """Return the code and the name of the language or site of a hand's first line; None for English PokerStars.

    The name is one that stands well after "this hand is in" or "this is a hand of".
    """
    if match := _LOCALIZED.match(line):
        spoken = (language for language, word in LANGUAGES.items() if re.search(word, match.group()))
        return LOCALIZED, next(spoken, "another language")
    if match := _OTHER_SITE.match(line):
        return OTHER_SITE, list(SITES)[(match.lastindex or 1) - 1]
    return None


def continues(before: str, line: str) -> bool:
    """Return whether two lines that could each begin a hand are the two lines of one header."""
    return any(first.match(before) and second.match(line) for first, second in _PAIRS)

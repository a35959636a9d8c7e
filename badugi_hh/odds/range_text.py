"""Reads ranges as players write them: `badugi 8-`, `tri 7-, A2xx*0.5`, `As 2h 3d Kd`, `two-one-pat`.

A range is a list of items with commas between them. `docs/odds.md` has the grammar; nothing here computes odds.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from badugi_hh.engine import values
from badugi_hh.engine.cards import RANKS, SUITS, Cards, card, names
from badugi_hh.odds.ranges import ANY, LINE_NAMES, Range, RangePart, of_hand, of_line, up_to
from badugi_hh.user_error import OddsError

_DRAWS = 3

SIZES = {
    **dict.fromkeys(("badugi", "badugis", "4-card"), 4),
    **dict.fromkeys(("tri", "tris", "three-card", "3-card"), 3),
    **dict.fromkeys(("two-card", "2-card"), 2),
    **dict.fromkeys(("one-card", "1-card"), 1),
}
EXAMPLES = "badugi 8-, tri 7-, 2-card 5-, A23x, As 2h 3d Kd, pat, one, two-one, any, tri 7-*0.5"

_RANK = f"[{RANKS}{RANKS.lower()}]"
_CLASS = re.compile(
    rf"(?P<size>[a-z1-4-]+?)s?(?:\s*(?P<low>{_RANK})(?P<rest>[-+]|-(?P<high>{_RANK}))?)?", re.ASCII
)
_WORD = re.compile(
    rf"(?P<ranks>{_RANK}{{1,4}})(?P<others>x{{0,3}})|(?P<printed>{_RANK}(?:-{_RANK}){{2,3}})", re.ASCII
)
"""The ranks that count, without hyphens or as the program prints them; `6-9` alone could also be six to nine."""
_CARD = rf"(?:10|{_RANK})[{SUITS}]"
_HAND = re.compile(rf"(?:{_CARD}\s*)+", re.ASCII | re.IGNORECASE)
_CARDS = re.compile(_CARD, re.ASCII | re.IGNORECASE)
_PARTS = re.compile("10.?|..?")  # of a word without blanks
_BETWEEN = re.compile(r"[][(){},;\s]+")
"""What may stand between cards, and around a hand."""
_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc", "\ufe0e\ufe0f")
"""Suits as pages print them; a selector of their form may follow one."""
_WEIGHT = re.compile(r"(?P<item>.*?)\s*\*\s*(?P<weight>[\d.]+%?)", re.ASCII)


def parse_range(text: str) -> Range:
    """Return the range that a text states.

    Raises:
        OddsError: an item is not understood, or names no hand.
    """
    text = text.translate(_SYMBOLS)
    if _is_like_hand(text):  # its cards may have commas between them
        return of_hand(parse_hand(text))
    parts = tuple(part for item in text.split(",") for part in _parse_item(item.strip(), text))
    if len(parts) == 1 and parts[0].hand is not None:
        return of_hand(parts[0].hand)
    return Range(" ".join(text.split()), parts)


def parse_hand(text: str) -> Cards:
    """Return the four cards of a hand, written as for `parse_cards`.

    Raises:
        OddsError: these are not four different cards.
    """
    found = parse_cards(text)
    if len(found) != 4:
        raise OddsError(
            f"a hand has 4 cards, and {text.strip()!r} has {len(found)}; write it like 'As 2h 3d Kd'"
        )
    return found


def parse_cards(text: str) -> Cards:
    """Return the cards of a text as players write them, none for an empty text.

    `As 2h`, `as2h`, `As, 2h`, `[As 2h]` and `A♠ 2♥` are the same, and `10d` is `Td`.

    Raises:
        OddsError: a part of the text is no card, or a card is there twice.
    """
    found = [_card(part, word) for word, part in _split_cards(text.translate(_SYMBOLS))]
    if twice := [each for place, each in enumerate(found) if each in found[:place]]:
        raise OddsError(f"{names(twice[:1])} is twice in {text.strip()!r}; every card is in one place")
    return tuple(found)


def _split_cards(text: str) -> list[tuple[str, str]]:
    """Return what stands for one card each, with the word that has it."""
    return [(word, part) for word in _BETWEEN.sub(" ", text).split() for part in _PARTS.findall(word)]


def _is_like_hand(text: str) -> bool:
    """Return whether a text is at most four cards, or most of it is."""
    parts = _split_cards(text)
    return len(parts) <= 4 and 2 * sum(bool(_CARDS.fullmatch(part)) for _, part in parts) > len(parts)


def _card(text: str, word: str) -> int:
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    try:
        return card(rank + suit)
    except ValueError:
        where = "" if text == word else f" in {word!r}"
        raise OddsError(
            f"{text!r}{where} is no card; a card is a rank ({RANKS}, 10) and a suit ({SUITS}), for example As or Td"
        ) from None


def _parse_item(item: str, text: str) -> tuple[RangePart, ...]:
    weight = 1.0
    if found := _WEIGHT.fullmatch(item):
        item, weight = found["item"], _weight(found["weight"], text)
    for read in _READERS:
        parts = read(item)
        if parts is not None:
            return tuple(replace(part, weight=weight) for part in parts)
    what = f"{item!r}" if item else "an empty item"
    raise OddsError(f"the range {text.strip()!r} has {what}, which is no range; write for example {EXAMPLES}")


def _weight(text: str, range_text: str) -> float:
    try:
        weight = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        weight = 0.0
    if not 0 < weight <= 1:
        raise OddsError(
            f"the range {range_text.strip()!r} has the weight {text}; a weight is above 0 and at most 1, for example *0.5"
        )
    return weight


def _read_any(item: str) -> tuple[RangePart, ...] | None:
    return ANY.parts if item.lower() in {"any", "random"} else None


def _read_line(item: str) -> tuple[RangePart, ...] | None:
    names = item.lower().split("-")
    if any(name not in LINE_NAMES for name in names):
        return None
    if len(names) > _DRAWS:
        raise OddsError(f"the draw line {item} has {len(names)} draws; a hand has at most {_DRAWS}")
    return of_line(tuple(LINE_NAMES.index(name) for name in names)).parts


def _read_class(item: str) -> tuple[RangePart, ...] | None:
    found = _CLASS.fullmatch(item.lower())
    size = SIZES.get(found["size"]) if found else None
    if found is None or size is None:
        return None
    low = RANKS.index(found["low"].upper()) if found["low"] else 12
    first, last = (0, low) if not found["low"] else (low, low)
    match found["rest"]:
        case None:
            pass
        case "-":
            first = 0
        case "+":
            last = 12
        case _:
            first, last = sorted((low, RANKS.index(found["high"].upper())))
    held = [ranks for ranks in up_to(size, RANKS[last]) if ranks[-1] >= first]
    if not held:
        raise OddsError(f"{item!r} is no hand: the best {found['size']} hand is {RANKS[size - 1]} high")
    return (RangePart(frozenset(values.value_of(ranks) for ranks in held)),)


def _read_word(item: str) -> tuple[RangePart, ...] | None:
    found = _WORD.fullmatch(item)
    if found is None or (found["others"] and len(item) != 4):
        return None
    letters = found["ranks"] or found["printed"].replace("-", "")
    ranks = tuple(RANKS.index(rank.upper()) for rank in letters)
    if len(set(ranks)) != len(ranks):
        raise OddsError(
            f"{item!r} names a rank twice; write different ranks, such as A23x or 5-3-A, or the cards of one hand"
        )
    return (RangePart(frozenset({values.value_of(ranks)})),)


def _read_hand(item: str) -> tuple[RangePart, ...] | None:
    item = _BETWEEN.sub(" ", item).strip()
    like_hand = _is_like_hand(item) or _HAND.fullmatch(item) or len(item.split()) == 4
    return (RangePart(hand=parse_hand(item)),) if like_hand else None


_READERS: tuple[Callable[[str], tuple[RangePart, ...] | None], ...] = (
    _read_any,
    _read_line,
    _read_class,
    _read_word,
    _read_hand,
)

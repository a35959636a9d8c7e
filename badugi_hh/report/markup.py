"""Formats cards as markup in four colours, and marks English texts on pages in another language."""

import re

from markupsafe import Markup, escape

from badugi_hh.wording.catalogue import catalogue
from badugi_hh.wording.formats import UNKNOWN
from badugi_hh.wording.language import Language, language

_SUITS = {"c": ("♣", "club"), "d": ("♦", "diamond"), "h": ("♥", "heart"), "s": ("♠", "spade")}
_CARD_LENGTH = 2
_SEVERAL_CARDS = re.compile(r"(\b[A2-9TJQK][cdhs](?: [A2-9TJQK][cdhs]\b)+)")


def cards(names: str | None) -> Markup:
    """Return cards (`As 3h 8h 6s`) as markup in four colours, each with its full name for screen readers.

    Text that is not a card is shown unchanged, escaped.
    """
    if not names:
        return Markup('<span class="unknown">{}</span>').format(UNKNOWN)
    return Markup('<span class="hand">{}</span>').format(
        Markup("").join(_card(name) for name in names.split())
    )


def english(text: str) -> str:
    """Return an English text, marked as such for readers aloud on a page in another language."""
    return text if language() is Language.EN else Markup('<span lang="en">{}</span>').format(text)


def with_cards(text: str, *, in_english: bool = False) -> Markup:
    """Return a text, escaped, in which two or more adjacent cards are formatted as cards; `in_english` marks it as `english` does."""
    mark = english if in_english else escape
    parts = _SEVERAL_CARDS.split(text)
    return Markup("").join(cards(part) if place % 2 else mark(part) for place, part in enumerate(parts))


def _card(name: str) -> Markup:
    rank, suit = name[:1], name[1:]
    if len(name) != _CARD_LENGTH or suit not in _SUITS:
        return escape(name)
    sign, style = _SUITS[suit]
    words = catalogue()["cards"]
    spoken = words["name"].format(rank=words.get(rank, rank), suit=words[suit])
    return Markup('<span class="card {}" role="img" aria-label="{}">{}<i>{}</i></span>').format(
        style, spoken, rank, sign
    )

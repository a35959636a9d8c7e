"""The language of the words of a page, from the call that composes it to the one that renders it.

English is declared with the statistics and in `reports/text.toml`; the other languages have a catalogue each. Numbers have
the decimal mark and the thousands separator of the language; dates and the field's terms are the same in all of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Language(StrEnum):
    """A language that a report can have."""

    EN = "en"
    IT = "it"
    RU = "ru"


_current = ContextVar("language", default=Language.EN)

_SEPARATORS = {Language.EN: ".,", Language.IT: ",.", Language.RU: ",\u00a0"}


def language() -> Language:
    """Return the language of the page that is being composed or rendered; English outside of `in_language`."""
    return _current.get()


@contextmanager
def in_language(selected: Language) -> Iterator[None]:
    """Compose and render in a language within this block."""
    token = _current.set(selected)
    try:
        yield
    finally:
        _current.reset(token)


def separators() -> str:
    """Return the decimal mark and the thousands separator of the language of the page, two characters."""
    return _SEPARATORS[language()]


def plural_form(number: int, forms: list[str]) -> str:
    """Return the form of a noun after a number: of one and many, or as in Russian of one, two to four, and more."""
    if len(forms) == 2:
        return forms[number != 1]
    last = number % 10
    if number % 100 in range(11, 15) or last == 0 or last > 4:
        return forms[2]
    return forms[0 if last == 1 else 1]

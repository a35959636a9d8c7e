"""Names and values as a user writes them, and the error where one does not exist."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

from badugi_hh.suggest import alike, did_you_mean
from badugi_hh.user_error import UserError

Member = TypeVar("Member", bound=StrEnum)

MOST = 8
"""The number of values that a message lists."""


class FilterError(UserError, ValueError):
    """A filter that cannot be applied; the message is one line."""


def split_names(names: Iterable[str] | str) -> tuple[str, ...]:
    """Return names of statistics or dimensions, each once: `("a-b,C", "c")` and `"a_b, c"` are `("a_b", "c")`."""
    texts = (names,) if isinstance(names, str) else names
    words = (name.strip().lower().replace("-", "_") for text in texts for name in text.split(","))
    return tuple(dict.fromkeys(words))


def unknown_value(why: str, text: str, known: Sequence[str], *, most: int = MOST) -> FilterError:
    """Return the error `why`, which states that a fixed list has no `text`, with similar values, or with the list.

    Of a longer list the message has the first `most` values, or none if there are similar ones.
    """
    question = did_you_mean(alike(text, known))
    if question and len(known) > MOST:
        return FilterError(f"{why}; {question}")
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    listed = f"there are {', '.join(known[:most])}{more}"
    return FilterError(f"{why}; {question}{question and ' '}{listed}")


def member_of(kind: type[Member], text: str, what: str) -> Member:
    """Return the member of this value; `what` names in the message what the members are.

    Raises:
        FilterError: there is no such member.
    """
    try:
        return kind(text)
    except ValueError:
        raise unknown_value(f"there is no {what} {text!r}", text, list(kind)) from None

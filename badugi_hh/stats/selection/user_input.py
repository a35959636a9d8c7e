"""Names and values as a user writes them, and the error where one does not exist."""

from collections.abc import Iterable, Sequence

from badugi_hh.suggest import alike, did_you_mean

MOST = 8
"""Values that a message names."""


class FilterError(ValueError):
    """A filter that cannot be applied; the message is one line."""


def parted(names: Iterable[str] | str) -> tuple[str, ...]:
    """Return names of statistics or dimensions, each once: `("a-b,C", "c")` and `"a_b, c"` are `("a_b", "c")`."""
    texts = (names,) if isinstance(names, str) else names
    found = (name.strip().lower().replace("-", "_") for text in texts for name in text.split(","))
    return tuple(dict.fromkeys(found))


def unknown_value(why: str, text: str, known: Sequence[str], *, most: int = MOST) -> FilterError:
    """Return the error `why`, which says that a fixed list has no `text`, with what was probably meant, and what there is.

    Of a list longer than `most` the first are named, and none where one was probably meant.
    """
    question = did_you_mean(alike(text, known))
    if question and len(known) > MOST:
        return FilterError(f"{why}; {question}")
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    listed = f"there are {', '.join(known[:most])}{more}"
    return FilterError(f"{why}; {question}{question and ' '}{listed}")

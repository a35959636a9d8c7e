"""The lines of a batch of hands with what they state: the input of the replay, and of the rows.

Shapes: H hands, sorted by falling number of steps, so that the hands with a k-th step are the first ones; L lines of events
in the order of the texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import Array, Unproved
from badugi_hh.bulk.forms import ANY_SIGN, WRONG, Forms, read_forms
from badugi_hh.bulk.headers import Headers, read_headers
from badugi_hh.bulk.line_kinds import UNKNOWN, LineKind, allowed_kinds
from badugi_hh.bulk.marked_lines import EventLines, Seats, read_text
from badugi_hh.history.money import Money, currency_of_buy_in, read_money

Lines = TypeVar("Lines", Seats, EventLines)


@dataclass(slots=True)
class BatchLines:
    """The hands of a batch that are not unproved yet, as lines. `order` [H] is the place of each hand in the input.

    `form` [L] is the place of each line in `forms`, `kind` [L] that of its form, and `n` [L] the number of the event.
    """

    headers: Headers
    seats: Seats
    lines: EventLines
    forms: Forms
    form: Array
    kind: Array
    n: Array
    order: Array
    unproved: Unproved

    @property
    def hands(self) -> int:
        """Return the number of hands."""
        return len(self.order)

    def of(self, *kinds: LineKind) -> Array:
        """Return the indices of the lines of some kinds."""
        return np.flatnonzero(np.isin(self.kind, kinds))

    def amount(self, lines: Array) -> Array:
        """Return the amounts of lines."""
        amount: Array = self.forms.amount[self.form[lines]]
        return amount

    def prizes(self, lines: Array) -> list[Money | None]:
        """Return the prize of each line, None where it has none."""
        columns = self.headers.columns.select("tournament_id", "currency", "buy_in")
        hands = columns[self.order[self.lines.hand[lines]]].iter_rows()
        texts = self.forms.prize.gather(self.form[lines])
        return [
            text and read_money(text, currency_of_buy_in(buy_in) if tournament else currency)
            for text, (tournament, currency, buy_in) in zip(texts, hands, strict=True)
        ]


def read_batch(texts: Sequence[str]) -> BatchLines:
    """Read texts of hands, each of which begins with a header."""
    unproved = Unproved(len(texts))
    text = read_text(texts, unproved)
    headers = read_headers(text.header, text.table, unproved)
    lines = text.lines
    different = pl.DataFrame({"text": lines.text.unique()}).with_row_index("form")
    form = (
        pl.DataFrame({"text": lines.text})
        .join(different, on="text", how="left", maintain_order="left")["form"]
        .to_numpy()
    )
    forms = read_forms(different["text"])
    kind = forms.kind[form]
    _check_forms(lines, forms, form, kind, headers, unproved)
    counts = np.bincount(lines.hand, minlength=len(texts))
    n = np.arange(len(form)) - (np.cumsum(counts) - counts)[lines.hand] + 1
    steps = np.bincount(
        lines.hand[(kind >= LineKind.FOLDS) & (kind <= LineKind.RESHUFFLED)], minlength=len(texts)
    )
    order = np.argsort(-steps, kind="stable")
    order = order[unproved.proved[order]]
    unproved.renumber(order)
    place = np.full(len(texts), -1, np.int64)
    place[order] = np.arange(len(order))
    kept = place[lines.hand] >= 0
    return BatchLines(
        _take(headers, order),
        _keep(text.seats, place),
        _keep(lines, place),
        forms,
        form[kept],
        kind[kept],
        n[kept],
        order,
        unproved,
    )


def _take(headers: Headers, order: Array) -> Headers:
    """Return the headers of some hands in an order; the columns are still those of all hands."""
    arrays: dict[str, Any] = {
        field.name: value[order]
        for field in fields(headers)
        if isinstance(value := getattr(headers, field.name), np.ndarray)
    }
    return replace(headers, **arrays)


def _keep(lines: Lines, place: Array) -> Lines:
    """Return the lines of the hands that have a place, with their hands renumbered."""
    kept = place[lines.hand] >= 0
    values = {field.name: getattr(lines, field.name) for field in fields(lines)}
    few: dict[str, Any] = {
        name: each[kept] if isinstance(each, np.ndarray) else each.filter(pl.Series(kept))
        for name, each in values.items()
    }
    return replace(lines, **few | {"hand": place[lines.hand[kept]]})


def _check_forms(
    lines: EventLines, forms: Forms, form: Array, kind: Array, headers: Headers, unproved: Unproved
) -> None:
    """Note lines without a form, in a wrong section, or with amounts of another sign."""
    unproved.add(lines.hand[kind == UNKNOWN])
    allowed = np.zeros((len(allowed_kinds()), len(LineKind) + 1), bool)
    for section, names in enumerate(allowed_kinds()):
        allowed[section, [LineKind[name] for name in names if name in LineKind.__members__]] = True
    allowed[:, LineKind.DEALING : LineKind.SUMMARY + 1] = True
    unproved.add(lines.hand[~allowed[lines.section, kind]])
    sign = forms.sign[form]
    unproved.add(lines.hand[sign == WRONG])
    chips = headers.tournament | (headers.sign == 0)
    due = np.where(chips, 0, headers.sign)[lines.hand]
    unproved.add(lines.hand[(sign != ANY_SIGN) & (sign != due)])

"""Large tables of cases: a few of them in the ordinary suite, all of them with `-m long`."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def spread(*axes: Iterable[Any], times: int = 1) -> list[Any]:
    """Return every combination of the axes, for `parametrize`; most of them have the mark `long`.

    Those without it are `times` as many as the longest axis has values: the first value of each axis goes with the
    first of the others, the second with the second, and a shorter axis begins again. So every value occurs. Each
    further round moves the axes against each other.
    """
    values = [tuple(axis) for axis in axes]
    ordinary = {
        tuple((row + turn * place) % len(axis) for place, axis in enumerate(values))
        for turn in range(times)
        for row in range(max(map(len, values)))
    }
    return [
        pytest.param(
            *(axis[index] for axis, index in zip(values, indexes, strict=True)),
            marks=() if indexes in ordinary else pytest.mark.long,
        )
        for indexes in product(*(range(len(axis)) for axis in values))
    ]


def few(values: Iterable[Any], *ordinary: Any) -> list[Any]:
    """Return the values, for `parametrize`; all but those named after them have the mark `long`.

    A value of several arguments is a tuple.
    """
    values = tuple(values)
    assert set(ordinary) <= set(values)
    return [
        value
        if value in ordinary
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long)
        for value in values
    ]

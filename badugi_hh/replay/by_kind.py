"""Groups the events of a hand by kind, once, for checks and rows that are about some kinds only."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from badugi_hh.history.events import Event

Kind = TypeVar("Kind", bound=Event)


class ByKind:
    """The events of one hand by kind."""

    __slots__ = ("_groups",)

    def __init__(self, events: Iterable[Event]) -> None:
        groups: defaultdict[type[Event], list[Any]] = defaultdict(list)
        for event in events:
            groups[type(event)].append(event)
        self._groups = groups

    def of(self, kind: type[Kind]) -> Sequence[Kind]:
        """Return the events of a kind in the order of the hand."""
        return self._groups.get(kind, ())

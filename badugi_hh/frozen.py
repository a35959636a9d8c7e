"""Frozen dataclasses for values that are made by the hundred in each hand: events, actions, draws.

The type checker sees `dataclasses.dataclass`, so that mypy refuses an assignment to a field. At run time nothing refuses
it: the constructor of a frozen dataclass calls `object.__setattr__` for each field, and takes twice the time. Equality
and hash are those of a frozen dataclass. Values that are made less often use `dataclasses.dataclass`, except those of a
compiled package that processes send each other: pickle sets the fields of a compiled object, which a frozen one refuses. A
class uses the decorator of its base class.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from collections.abc import Callable
    from functools import partial

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Return the decorator of a dataclass that is frozen for the type checker only."""
        assert frozen  # noqa: S101  # other dataclasses do not need this module
        return partial(dataclasses.dataclass, slots=slots, unsafe_hash=True)


__all__ = ["dataclass"]

"""The first and the last of the values that belong to one place of an array.

NumPy does not promise in which order it assigns several values to one place: where all strides are negative it turns the
order around. So no assignment in this package may have a place twice with values that differ.
"""

import numpy as np

from badugi_hh.bulk.doubts import Array


def find_first(
    shape: int | tuple[int, ...], where: Array | tuple[Array, ...], values: Array, none: int
) -> Array:
    """Return the least of the values at each place of an array of a shape, `none`, which is more than all, where there is none."""
    found: Array = np.full(shape, none, np.int64)
    np.minimum.at(found, where, values)
    return found


def find_last(shape: int | tuple[int, ...], where: Array | tuple[Array, ...], values: Array) -> Array:
    """Return the greatest of the values at each place of an array of a shape, -1 where there is none."""
    found: Array = np.full(shape, -1, np.int64)
    np.maximum.at(found, where, values)
    return found

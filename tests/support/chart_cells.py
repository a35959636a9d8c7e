"""Reads the grids of range charts."""

from badugi_hh.solve.range_charts import RangeChart, grid_cells
from badugi_hh.solve.solved_table import LEVELS


def cells(chart: RangeChart, size: int) -> dict[tuple[int, int], tuple[int, ...] | None]:
    """Return the parts of the actions of each cell of a grid."""
    digits, free = chart.grids[4 - size], len(chart.actions) - 1
    found: dict[tuple[int, int], tuple[int, ...] | None] = {}
    for cell in grid_cells(size):
        if digits[0] in ".?":
            found[cell], digits = None, digits[1:]
        else:
            mix = [int(digit, 16) for digit in digits[:free]]
            found[cell], digits = (*mix, LEVELS - sum(mix)), digits[free:]
    assert digits == ""
    return found

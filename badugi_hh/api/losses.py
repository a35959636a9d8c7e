"""Where the selected players lose against best play, as trees whose nodes add up."""

import duckdb

from badugi_hh.leaks.loss_tree import LossTree, loss_trees
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve


def losses(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[LossTree]:
    """Return the tree of losses of each selected player; see `Hands.losses`.

    Raises:
        FilterError: the filter cannot be used, or keeps a value that decisions or draws do not have.
    """
    return loss_trees(con, resolve(con, hand_filter))

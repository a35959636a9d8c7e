"""Junk dimensions: columns with few distinct combinations of values, which the database stores once more per combination.

A condition over such columns is evaluated once per combination instead of once per row; decision 0007 explains why that
is fast. The dimension tables and their keys are private: their names begin with an underscore, `docs/schema.md` does
not list them, and they may change in any version. This module declares no columns and does not depend on the statistics.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JunkDimension:
    """Columns of a table that together have few distinct combinations of values.

    The dimension table `name` has a row for each combination, numbered in its column `key`; each row of the described
    table has the key of its combination.
    """

    name: str
    columns: tuple[str, ...]

    @property
    def key(self) -> str:
        """Return the name of the column that numbers the combinations."""
        return f"{self.name}_key"


SEAT_DIMENSIONS = (
    JunkDimension(
        "_seat_dimension",
        (
            "hero",
            "position",
            "dealt",
            "extra_blind",
            "drawn_1",
            "drawn_2",
            "drawn_3",
            "snowed",
            "walk",
            "forced_1",
            "decisions_0",
            "voluntary_0",
            "raises_0",
            "saw_draw",
            "showdown",
            "result",
            "shown",
        ),
    ),
)
DECISION_DIMENSIONS = (
    JunkDimension(
        "_decision_context_dimension",
        (
            "hero",
            "round",
            "position",
            "live",
            "extra_blind",
            "limpers",
            "limped",
            "folded_to",
            "blinds_only",
            "opener",
            "knowledge",
            "forced",
        ),
    ),
    JunkDimension(
        "_decision_action_dimension",
        (
            "level_full",
            "level_any",
            "callers",
            "own_actions",
            "own_last",
            "own_voluntary",
            "opened",
            "aggressor",
            "previous_aggressor",
            "aggressor_behind",
            "previous_cbet",
            "previous_bets",
            "can_raise",
            "own_draw",
            "best_opponent_draw",
            "bettor_draw",
            "action",
            "all_in",
        ),
    ),
)
DRAW_DIMENSIONS = (
    JunkDimension(
        "_draw_dimension",
        (
            "hero",
            "draw",
            "live",
            "drawn",
            "previous_drawn",
            "pats_before",
            "level_faced",
            "fewest_seen",
            "fewest_before",
            "last_cards",
            "knowledge",
            "forced",
        ),
    ),
)

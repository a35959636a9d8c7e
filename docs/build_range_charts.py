"""Builds tables/range-charts.json: the range charts of all tables that come with the program. It takes a few seconds.

Run it after a change of a table or of `badugi_hh.solve.range_charts`.
"""

from pathlib import Path

from badugi_hh.solve.game import GAMES
from badugi_hh.solve.shipped_tables import SAME_GAME
from badugi_hh.solve.stored_charts import NAME, charts_text, computed_charts


def main() -> None:
    """Compute the charts of each table and write the file."""
    spots = [spot for spot in GAMES if spot not in SAME_GAME]
    text = charts_text({spot: computed_charts(spot) for spot in spots})
    (Path(__file__).parents[1] / "tables" / NAME).write_text(text, "utf-8")


if __name__ == "__main__":
    main()

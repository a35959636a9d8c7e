"""Builds tables/range-charts.json: the range charts of all tables that come with the program. It takes a few seconds.

Run it after a change of a table or of `badugi_hh.solve.range_charts`.
"""

from pathlib import Path

from badugi_hh.ring.opening_charts import TABLE, table_charts
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.stored_charts import NAME, SpotCharts, charts_text, computed_charts


def main() -> None:
    """Compute the charts of each table and write the file."""
    charts = {spot: computed_charts(spot) for spot in GAMES} | {TABLE: SpotCharts(None, table_charts())}
    text = charts_text(charts)
    (Path(__file__).parents[1] / "tables" / NAME).write_text(text, "utf-8")


if __name__ == "__main__":
    main()

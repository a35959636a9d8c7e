"""Builds tables/range-charts.json: the range charts of all tables that come with the program. It takes a few seconds.

Run it after a change of a table or of `badugi_hh.solve.range_charts`.
"""

from pathlib import Path

from badugi_hh.solve.game import SPOTS
from badugi_hh.solve.stored_charts import NAME, charts_text, computed_charts


def main() -> None:
    """Compute the charts of each table and write the file."""
    text = charts_text({spot: computed_charts(spot) for spot in SPOTS})
    (Path(__file__).parents[1] / "tables" / NAME).write_text(text, "utf-8")


if __name__ == "__main__":
    main()

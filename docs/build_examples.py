"""Write a rendered report of each kind into `reports/examples/`, from `sample_histories/`.

    python docs/build_examples.py              # write all
    python docs/build_examples.py tracker      # write these kinds

The pages have at most sixty hands, but for that of leaks, and load plotly from its public address, to keep the repository small; what
`badugi-hh report` writes loads nothing. The tests compare the pages with what this script renders.
"""

import os
import sys
from contextlib import closing
from pathlib import Path

from badugi_hh.report.compose import compose
from badugi_hh.report.hand_table import MOST as EVERY
from badugi_hh.report.kinds import ReportKind
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "reports" / "examples"
MOST = 60
"""The hands that an example lists."""

HISTORIES = ("*Mizar II*.txt", "*EUR Limit*.txt", "*$3.00*.txt")  # cash in two currencies and a tournament
OPPONENT = "One More Card"


def render_example(kind: ReportKind) -> str:
    """Return the page of a kind; the names of files in it are relative to the repository."""
    of_texts = kind is ReportKind.VALIDATION
    names = ["broken/*.txt"] if of_texts else HISTORIES
    paths = [
        path.relative_to(ROOT) for name in names for path in sorted((ROOT / "sample_histories").glob(name))
    ]
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        with closing(open_database(None)) as con:
            unread = import_paths(con, paths).unread
            if not of_texts:
                price_hands(con)
            hand_filter = Filter(player=OPPONENT if kind is ReportKind.OPPONENT else None)
            # losses add up only where all hands are listed
            most = EVERY if kind is ReportKind.LEAKS else MOST
            return render(compose(con, hand_filter, kind=kind, most=most, unread=unread), online=True)
    finally:
        os.chdir(before)


def main(names: list[str]) -> None:
    """Write the pages of the named kinds, or all."""
    for kind in [ReportKind(name) for name in names] or list(ReportKind):
        path = FOLDER / f"{kind}.html"
        path.write_text(render_example(kind), encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])

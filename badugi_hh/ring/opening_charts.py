"""Range charts of a full table before the first draw: opening from each seat, answers to raises, and answers to re-raises."""

from badugi_hh.ring.answers import answer_at_table
from badugi_hh.ring.hand_row import BIG_BLIND, BUTTON, SEATS, SMALL_BLIND
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.range_charts import RangeChart, chart_of
from badugi_hh.solve.solve_error import SolveError

TABLE = TABLES[-1]
"""The game of the charts: a table of eight; with fewer players the first seats are missing."""
_EARLY, _MIDDLE, _HIJACK, _CUTOFF = 0, 2, 3, 4
_OPENERS = (_EARLY, _MIDDLE, _HIJACK, _CUTOFF, BUTTON, SMALL_BLIND)
_ANSWERS = (
    *((opener, BIG_BLIND) for opener in _OPENERS),
    *((opener, SMALL_BLIND) for opener in (_EARLY, _HIJACK, _CUTOFF, BUTTON)),
    *((opener, BUTTON) for opener in (_EARLY, _HIJACK, _CUTOFF)),
    *((opener, _CUTOFF) for opener in (_EARLY, _HIJACK)),
)
"""The seat that raises first and the seat that answers; all others fold."""


def _lines() -> list[str]:
    first = ["fold " * seat for seat in range(BIG_BLIND)]
    raised = {pair: _raised(*pair) for pair in _ANSWERS}
    again = [
        f"{line} raise {'fold ' * (SEATS - 1 - seat)}"
        for (opener, seat), line in raised.items()
        if opener >= _HIJACK and seat in {BUTTON, BIG_BLIND}
    ]
    return [" ".join(line.split()) for line in (*first, *raised.values(), *again)]


def _raised(opener: int, seat: int) -> str:
    return f"{'fold ' * opener} raise {'fold ' * (seat - opener - 1)}"


LINES = tuple(_lines())


def table_charts() -> tuple[RangeChart, ...]:
    """Return the charts of the lines of which the blueprint knows something."""
    charts = []
    for line in LINES:
        try:
            answer = answer_at_table(TABLE, line)
        except SolveError:
            continue
        if not answer.reason:
            charts.append(chart_of(answer, 0, ((), ())))
    return tuple(charts)

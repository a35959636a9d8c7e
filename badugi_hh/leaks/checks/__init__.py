"""The declarations of all leak checks, by grade: `mistakes` (A), and one module for each part of a hand (B)."""

from badugi_hh.leaks.checks.discarding import DISCARDING_CHECKS
from badugi_hh.leaks.checks.drawing_rounds import DRAWING_ROUND_CHECKS
from badugi_hh.leaks.checks.last_round import LAST_ROUND_CHECKS
from badugi_hh.leaks.checks.mistakes import MISTAKES
from badugi_hh.leaks.checks.opening import OPENING_CHECKS
from badugi_hh.leaks.leak import Leak
from badugi_hh.leaks.leak_check import PRICED, Check, FrequencyCheck
from badugi_hh.stats.selection.filters import FilterError
from badugi_hh.suggest import alike, did_you_mean


def _number(check: Check) -> int:
    return int(check.leak.id[1:].partition("-")[0])


MISTAKE_CHECKS: dict[str, Check] = {check.leak.id: check for check in MISTAKES}
FREQUENCY_CHECKS: dict[str, FrequencyCheck] = {
    check.leak.id: check
    for check in sorted(
        (*OPENING_CHECKS, *DISCARDING_CHECKS, *DRAWING_ROUND_CHECKS, *LAST_ROUND_CHECKS), key=_number
    )
}
CHECKS: dict[str, Check] = {**MISTAKE_CHECKS, **FREQUENCY_CHECKS}
"""All checks by id."""
LEAKS: dict[str, Leak] = {id_: check.leak for id_, check in CHECKS.items()}
"""The words of all checks by id."""
NEED_PRICES = tuple(id_ for id_, check in CHECKS.items() if PRICED in check.situation.limits.where)
"""The checks that cannot look at hands without prices."""


def matching(name: str) -> tuple[str, ...]:
    """Return the ids of the checks that a user names: `b4` is `B4-BTN` and `B4-SB`.

    Raises:
        FilterError: there is no such check.
    """
    wanted = name.strip().upper()
    ids = tuple(id_ for id_ in CHECKS if id_ == wanted or id_.startswith(f"{wanted}-"))
    if not ids:
        question = did_you_mean(alike(wanted, CHECKS))
        raise FilterError(
            f"there is no check {name!r}; {question or 'badugi-hh leaks --list lists the checks'}"
        )
    return ids

"""All grade B checks by id. To add one, declare it in the module of its part of a hand in `leaks/checks`."""

from badugi_hh.leaks.checks.discarding import DISCARDING_CHECKS
from badugi_hh.leaks.checks.drawing_rounds import DRAWING_ROUND_CHECKS
from badugi_hh.leaks.checks.last_round import LAST_ROUND_CHECKS
from badugi_hh.leaks.checks.opening import OPENING_CHECKS
from badugi_hh.leaks.frequency_check import FrequencyCheck

_NUMBERED = (*OPENING_CHECKS, *DISCARDING_CHECKS, *DRAWING_ROUND_CHECKS, *LAST_ROUND_CHECKS)


def _number(check: FrequencyCheck) -> int:
    return int(check.leak.id[1:].partition("-")[0])


FREQUENCY_CHECKS: dict[str, FrequencyCheck] = {
    check.leak.id: check for check in sorted(_NUMBERED, key=_number)
}

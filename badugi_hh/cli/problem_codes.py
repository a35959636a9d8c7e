"""Problem codes that a user names: found in the list, or refused with a suggestion."""

from badugi_hh.cli.console import fail
from badugi_hh.problems import CODES
from badugi_hh.suggest import alike, did_you_mean


def read_codes(given: list[str]) -> set[str]:
    """Return the codes in lists such as `M05,R12`."""
    named = {code.strip().upper() for each in given for code in each.split(",")} - {""}
    if unknown := sorted(named - CODES.keys()):
        fail(f"there is no problem code {unknown[0]!r} to ignore; {suggest_code(unknown[0])}")
    return named


def suggest_code(code: str) -> str:
    """Return a sentence with the codes that are spelled like this one."""
    question = did_you_mean(alike(code, CODES))
    return f"{question}{question and ' '}`badugi-hh explain` lists them all"

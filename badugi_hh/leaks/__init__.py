"""Leak checks: each is declared once, and reports the hands behind its result."""

from badugi_hh.leaks.checks import LEAKS
from badugi_hh.leaks.finder import find, find_with_rows
from badugi_hh.leaks.finding import Finding, Instance
from badugi_hh.leaks.leak import Baseline, Leak, Verdict

__all__ = ["LEAKS", "Baseline", "Finding", "Instance", "Leak", "Verdict", "find", "find_with_rows"]

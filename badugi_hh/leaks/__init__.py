"""Leak checks: each is declared once, and reports the hands behind its result."""

from badugi_hh.leaks.checks import LEAKS
from badugi_hh.leaks.finder import Found, find, find_all
from badugi_hh.leaks.finding import Finding, Instance
from badugi_hh.leaks.leak import Baseline, Leak, Verdict

__all__ = ["LEAKS", "Baseline", "Finding", "Found", "Instance", "Leak", "Verdict", "find", "find_all"]

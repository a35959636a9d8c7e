"""Leak checks: each is declared once, and reports the hands behind its result."""

from badugi_hh.leaks.finder import LEAKS, find
from badugi_hh.leaks.leak import Baseline, Finding, Instance, Leak, Verdict

__all__ = ["LEAKS", "Baseline", "Finding", "Instance", "Leak", "Verdict", "find"]

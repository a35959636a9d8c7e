"""Badugi hand histories: parse, replay, measure and report."""

__version__ = "0.1.0"

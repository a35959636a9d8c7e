"""Checks histories against the rules of a room: actions, draws, results and problems."""

from badugi_hh.replay.absence import out_at_start
from badugi_hh.replay.continuity import TableContinuity, TableEntry, make_entry, read_entry
from badugi_hh.replay.records import Action, Draw, Replay, Result
from badugi_hh.replay.replay import replay
from badugi_hh.replay.stakes import rules_of

__all__ = [
    "Action",
    "Draw",
    "Replay",
    "Result",
    "TableContinuity",
    "TableEntry",
    "make_entry",
    "out_at_start",
    "read_entry",
    "replay",
    "rules_of",
]

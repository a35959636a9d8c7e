"""A history held against the engine: steps, results and problems."""

from badugi_hh.replay.records import Action, Draw, Replay, Result
from badugi_hh.replay.replay import replay, rules_of

__all__ = ["Action", "Draw", "Replay", "Result", "replay", "rules_of"]

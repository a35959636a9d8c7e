"""A history held against the engine: steps, results and problems."""

from badugi_hh.replay.records import Action, Draw, Replay, Result
from badugi_hh.replay.replay import replay, rules_of
from badugi_hh.replay.session import Sessions

__all__ = ["Action", "Draw", "Replay", "Result", "Sessions", "replay", "rules_of"]

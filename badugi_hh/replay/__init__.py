"""A history held against the engine: steps, results and problems."""

from badugi_hh.replay.absence import out_at_start
from badugi_hh.replay.records import Action, Draw, Replay, Result
from badugi_hh.replay.replay import replay, rules_of
from badugi_hh.replay.session import Sessions

__all__ = ["Action", "Draw", "Replay", "Result", "Sessions", "out_at_start", "replay", "rules_of"]

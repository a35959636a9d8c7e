"""A history held against the engine: steps, results and problems."""

from badugi_hh.replay.absence import out_at_start
from badugi_hh.replay.records import Action, Draw, Replay, Result
from badugi_hh.replay.replay import replay
from badugi_hh.replay.session import Sessions
from badugi_hh.replay.stakes import rules_of

__all__ = ["Action", "Draw", "Replay", "Result", "Sessions", "out_at_start", "replay", "rules_of"]

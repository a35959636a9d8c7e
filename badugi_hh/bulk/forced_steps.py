"""For whom the site acts, as `badugi_hh.replay.absence` has it: players who sit out, and players whose time is up.

Shapes: H hands, N seat lines, L lines of events, T steps.
"""

import numpy as np

from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.play_steps import Steps
from badugi_hh.bulk.unproved import Array, find_first

FORCED = ("sitting_out", "timed_out")
NOT_FORCED = -1

_GONE = (LineKind.SITS_OUT, LineKind.SITTING_OUT)
_SEATS = 16  # more than a seat number


def out_at_start(batch: BatchLines) -> Array:
    """Return for each seat line [N] whether its player is sitting out when the hand begins.

    A line after the deal that a player sits out is true from that line on, unless they had returned before it.
    """
    lines = batch.of(*_GONE, LineKind.RETURNED)
    lines = lines[(batch.lines.section[lines] > 0) & (batch.lines.seat[lines] > 0)]
    where = batch.lines.seat[lines], batch.lines.hand[lines]
    first = find_first((_SEATS, batch.hands), where, lines, len(batch.kind))
    goes = np.append(batch.kind, LineKind.RETURNED)[first] != LineKind.RETURNED
    seats = batch.seats
    out: Array = seats.sitting_out & ~goes[seats.number, seats.hand]
    return out


def find_forced(batch: BatchLines, steps: Steps, out: Array) -> Array:
    """Return for each step [T] why the site acted for the player, `NOT_FORCED` if it did not; `out` is of each seat line."""
    disconnected = batch.forms.disconnected[batch.form[steps.line]]
    forced = np.where(disconnected, FORCED.index("timed_out"), NOT_FORCED).astype(np.int8)
    lines = batch.of(*_GONE, LineKind.RETURNED, LineKind.TIMED_OUT)
    lines = lines[batch.lines.seat[lines] > 0]
    seats = batch.seats
    spoken = np.zeros((_SEATS, batch.hands), bool)
    spoken[batch.lines.seat[lines], batch.lines.hand[lines]] = True
    spoken[seats.number[out], seats.hand[out]] = True
    place = np.flatnonzero(
        spoken[batch.lines.seat[steps.line], steps.hand] & (steps.kind < LineKind.UNCALLED)
    )
    if not len(place):
        return forced
    # The start, the talk and the steps of each of these players, in order.
    start = np.flatnonzero(spoken[seats.number, seats.hand])
    line = np.concatenate([np.full(len(start), -1), lines, steps.line[place]])
    player = np.concatenate(
        [
            seats.hand[start] * _SEATS + seats.number[start],
            batch.lines.hand[lines] * _SEATS + batch.lines.seat[lines],
            steps.hand[place] * _SEATS + batch.lines.seat[steps.line[place]],
        ]
    )
    kind = np.concatenate(
        [np.where(out[start], LineKind.SITS_OUT, LineKind.RETURNED), batch.kind[lines], steps.kind[place]]
    )
    order = np.lexsort((line, player))
    is_step = order >= len(start) + len(lines)
    kind = kind[order]
    index = np.arange(len(order))
    says = np.isin(kind, (*_GONE, LineKind.RETURNED))
    is_out = kind[np.maximum.accumulate(np.where(says, index, 0))] != LineKind.RETURNED
    late = kind == LineKind.TIMED_OUT
    # Time runs out for one action only: the last line before that is no talk about sitting out.
    matters = np.maximum.accumulate(np.where(late | is_step | (line[order] < 0), index, 0))
    timed_out = np.zeros(len(order), bool)
    timed_out[1:] = late[matters[:-1]]
    why = np.where(is_out, 0, np.where(timed_out, 1, NOT_FORCED))[is_step]
    at = place[order[is_step] - len(start) - len(lines)]
    forced[at] = np.where(why == NOT_FORCED, forced[at], why)
    return forced

"""Reads hands in bulk: the rows of all hands of which the arrays prove that nothing is wrong or unusual.

This is the entry to the package. A hand is accepted only if every stage proved what the full check proves (`history.parse`,
`replay`, `facts.add_rows`), and found nothing to report; every other hand is left to it.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from badugi_hh.bulk.batch import BatchLines, read_batch
from badugi_hh.bulk.check_ends import check_results
from badugi_hh.bulk.decision_frame import make_decisions, make_draws
from badugi_hh.bulk.hand_cards import find_cards
from badugi_hh.bulk.line_kinds import MARK, LineKind
from badugi_hh.bulk.play_steps import follow
from badugi_hh.bulk.row_values import PlayerArrays, find_forced, out_at_start
from badugi_hh.bulk.seat_frame import make_events, make_hands, make_seats
from badugi_hh.bulk.set_tables import set_tables
from badugi_hh.facts.schema import TABLES
from badugi_hh.history.encoding import straighten

RULES = "pokerstars"
"""The rules that are known here."""

LONGEST = 50_000
"""The number of characters of the longest text that is read; a hand has some 1,600."""

_COLUMNS = {table.name: table.names for table in TABLES}


def read_hands(texts: Sequence[str], rules: str) -> dict[str, pl.DataFrame]:
    """Return the rows, by table, of the hands that nothing is wrong with, which have a row in `hands`; nothing if there are none.

    The keys are the places of the texts, in order. `rules` is a name in `ROOMS`.
    """
    places = [place for place, text in enumerate(texts) if _is_plain(text)] if rules == RULES else []
    if not places:
        return {}
    batch = read_batch([texts[place] for place in places])
    if not batch.hands:
        return {}
    table = set_tables(batch)
    played = follow(batch, table)
    cards = find_cards(batch, played)
    results = check_results(batch, played, cards)
    _check_talk(batch)
    out = out_at_start(batch)
    forced = find_forced(batch, played.steps, out)
    players = PlayerArrays(batch, table, batch.seats.name)
    decisions, betting = make_decisions(played, cards, players, forced)
    frames = {
        "hands": make_hands(batch, played, results, rules),
        "seats": make_seats(batch, played, cards, results, players, betting, forced, out),
        "events": make_events(batch),
        "decisions": decisions,
        "draws": make_draws(played, cards, players, betting, forced),
    }
    proved = pl.Series(batch.unproved.proved)
    key = pl.Series(np.array(places, np.int32))
    for name, frame in frames.items():
        kept = frame if proved.all() else frame.filter(proved.gather(frame["hand_key"]))
        keyed = kept.with_columns(hand_key=key.gather(kept["hand_key"]))
        frames[name] = keyed.select(_COLUMNS[name])
    return {} if frames["hands"].is_empty() else frames


def _is_plain(text: str) -> bool:
    """Return whether a text begins with a header, is not very long, and has no character with a meaning here."""
    if not text.startswith("PokerStars ") or len(text) > LONGEST or MARK in text or "\0" in text:
        return False
    if text.isascii():
        return True
    if straighten(text) != text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:  # a half of a surrogate pair
        return False
    return True


def _check_talk(batch: BatchLines) -> None:
    """Note a line of talk by a seated player whose name was not marked, or was marked within another name."""
    lines = batch.of(*(kind for kind in LineKind if kind >= LineKind.SAID))
    who = batch.forms.events["who"].gather(batch.form[lines])
    said = pl.DataFrame({"hand": batch.lines.hand[lines], "name": who}).drop_nulls()
    seated = pl.DataFrame({"hand": batch.seats.hand, "name": batch.seats.name})
    batch.unproved.add(said.join(seated, on=["hand", "name"], how="semi")["hand"].to_numpy())
    batch.unproved.add(said.filter(pl.col("name").str.contains(MARK, literal=True))["hand"].to_numpy())

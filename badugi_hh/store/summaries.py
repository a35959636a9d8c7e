"""Stores the summaries of tournaments: every text once, with the entries that it lists."""

from collections.abc import Iterable, Iterator

import duckdb

from badugi_hh.facts.columns import TOURNAMENT_PLACES, TOURNAMENT_SUMMARIES
from badugi_hh.history.summary import Finisher, Summary, SummaryText
from badugi_hh.store.append import Appender, Row
from badugi_hh.store.known_files import File


def store_summaries(
    con: duckdb.DuckDBPyConnection, appender: Appender, found: Iterable[tuple[File, SummaryText]]
) -> None:
    """Store summaries of files that have keys, but for texts that are stored already; add their problems to the files."""
    texts = {each.text: (file, each) for file, each in found}
    query = "SELECT text FROM tournament_summaries WHERE text IN (SELECT unnest(?::VARCHAR[]))"
    known = {text for (text,) in con.execute(query, [list(texts)]).fetchall()} if texts else set()
    summaries: list[Row] = []
    places: list[Row] = []
    for file, each in texts.values():
        if each.text in known:
            continue
        at = file.key, each.line
        if isinstance(each.read, Summary):
            summaries.append((*at, *_summary_row(each.read), None, each.text))
            places += [(*at, *row) for row in _place_rows(each.read)]
        else:
            nothing = (None,) * (len(TOURNAMENT_SUMMARIES.columns) - 4)
            summaries.append((*at, *nothing, each.read.code.id, each.text))
    appender.append(TOURNAMENT_SUMMARIES, summaries)
    appender.append(TOURNAMENT_PLACES, places)


def _summary_row(found: Summary) -> Row:
    pool, currency = found.pool, found.pool.currency if found.pool else None
    prizes = found.prize_pool
    return (
        found.site,
        found.id,
        found.game,
        found.buy_in,
        pool and pool.amount,
        found.bounty and found.bounty.amount,
        found.fee and found.fee.amount,
        currency,
        found.entrants,
        prizes and prizes.amount,
        prizes and prizes.currency,
        found.started.utc,
        found.finished and found.finished.utc,
    )


def _place_rows(found: Summary) -> Iterator[Row]:
    for each in found.finishers:
        prize, currency, text = _prize_of(each)
        spent = _spent(found) if each.place == found.own_place else None
        yield (
            each.place,
            each.player,
            each.entry,
            each.country,
            prize,
            currency,
            text,
            each.playing,
            each.qualified,
            spent,
        )
    if not found.finishers and found.player is not None and found.own_place is not None:
        own = found.own_prize
        amounts = (0, None, None) if own is None else (own.amount, own.currency, own.text)
        yield found.own_place, found.player, 1, None, *amounts, False, False, _spent(found)


def _prize_of(each: Finisher) -> tuple[int | None, str | None, str | None]:
    if each.prize is not None:
        return each.prize.amount, each.prize.currency, each.prize.text
    return (None if each.playing or each.qualified else 0), None, None


def _spent(found: Summary) -> int | None:
    return None if found.spent is None else found.spent.amount

"""Stores the summaries of tournaments: every text once, with the entries that it lists."""

from collections.abc import Iterable, Iterator

import duckdb

from badugi_hh.facts.columns import TOURNAMENT_PLACES, TOURNAMENT_SUMMARIES
from badugi_hh.history.summary import Finisher, Summary, SummaryText, parse_summary
from badugi_hh.store.append import Row, append_rows
from badugi_hh.store.known_files import File


def store_summaries(con: duckdb.DuckDBPyConnection, found: Iterable[tuple[File, SummaryText]]) -> None:
    """Store summaries of files that have keys, but for texts that are stored already without an error."""
    texts = {each.text: (file, each) for file, each in found}
    if not texts:
        return
    among = "text IN (SELECT unnest(?::VARCHAR[]))"
    # A text with an error is read again: this version may know its lines.
    con.execute(f"DELETE FROM tournament_summaries WHERE code IS NOT NULL AND {among}", [list(texts)])
    query = f"SELECT text FROM tournament_summaries WHERE {among}"
    known = {text for (text,) in con.execute(query, [list(texts)]).fetchall()}
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
    append_rows(con, TOURNAMENT_SUMMARIES, summaries)
    append_rows(con, TOURNAMENT_PLACES, places)


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


def retry_summaries(con: duckdb.DuckDBPyConnection) -> int:
    """Read the texts with an error again, and return how many have none now."""
    found = []
    for key, line, text in con.execute(
        "SELECT file_key, line, text FROM tournament_summaries WHERE code IS NOT NULL"
    ).fetchall():
        read = parse_summary("", line, text)
        if isinstance(read, Summary):
            found.append((File("", 0, "", key=key), SummaryText("", line, text, read)))
            con.execute(
                "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND line BETWEEN ? AND ?",
                [key, line, line + text.count("\n")],
            )
    store_summaries(con, found)
    return len(found)


def _place_rows(found: Summary) -> Iterator[Row]:
    alone = [each.place for each in found.finishers].count(found.own_place or 0) == 1
    for each in found.finishers:
        prize, currency, text = _prize_of(each)
        spent = _spent(found) if alone and each.place == found.own_place else None
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
    same = found.pool is not None and found.spent is not None and found.spent.currency == found.pool.currency
    return found.spent.amount if found.spent is not None and same else None

"""Stores the summaries of tournaments: every text once, with the entries that it lists."""

from collections.abc import Iterable, Iterator

import duckdb

from badugi_hh.facts.columns import TOURNAMENT_PLACES, TOURNAMENT_SUMMARIES
from badugi_hh.history.summary import Finisher, Summary, SummaryText, parse_summary
from badugi_hh.store.append import Row, append_rows
from badugi_hh.store.known_files import File


def store_summaries(con: duckdb.DuckDBPyConnection, read: Iterable[tuple[File, SummaryText]]) -> None:
    """Store summaries of files that have keys, but for texts that are stored already without an error."""
    texts = {summary.text: (file, summary) for file, summary in read}
    if not texts:
        return
    among = "text IN (SELECT unnest(?::VARCHAR[]))"
    # A text with an error is read again: this version may know its lines.
    con.execute(f"DELETE FROM tournament_summaries WHERE code IS NOT NULL AND {among}", [list(texts)])
    query = f"SELECT text FROM tournament_summaries WHERE {among}"
    known = {text for (text,) in con.execute(query, [list(texts)]).fetchall()}
    summaries: list[Row] = []
    places: list[Row] = []
    for file, summary in texts.values():
        if summary.text in known:
            continue
        at = file.key, summary.line
        if isinstance(summary.read, Summary):
            summaries.append((*at, *_summary_row(summary.read), None, summary.text))
            places += [(*at, *row) for row in _place_rows(summary.read)]
        else:
            nothing = (None,) * (len(TOURNAMENT_SUMMARIES.columns) - 4)
            summaries.append((*at, *nothing, summary.read.code.id, summary.text))
    append_rows(con, TOURNAMENT_SUMMARIES, summaries)
    append_rows(con, TOURNAMENT_PLACES, places)


def _summary_row(summary: Summary) -> Row:
    pool, currency = summary.pool, summary.pool.currency if summary.pool else None
    prizes = summary.prize_pool
    return (
        summary.site,
        summary.id,
        summary.game,
        summary.buy_in,
        pool and pool.amount,
        summary.bounty and summary.bounty.amount,
        summary.fee and summary.fee.amount,
        currency,
        summary.entrants,
        prizes and prizes.amount,
        prizes and prizes.currency,
        summary.started.utc,
        summary.finished and summary.finished.utc,
    )


def retry_summaries(con: duckdb.DuckDBPyConnection) -> int:
    """Read the texts with an error again, and return how many have none now."""
    readable = []
    for key, line, text in con.execute(
        "SELECT file_key, line, text FROM tournament_summaries WHERE code IS NOT NULL"
    ).fetchall():
        read = parse_summary("", line, text)
        if isinstance(read, Summary):
            readable.append((File("", 0, "", key=key), SummaryText("", line, text, read)))
            con.execute(
                "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND line BETWEEN ? AND ?",
                [key, line, line + text.count("\n")],
            )
    store_summaries(con, readable)
    return len(readable)


def _place_rows(summary: Summary) -> Iterator[Row]:
    alone = [finisher.place for finisher in summary.finishers].count(summary.own_place or 0) == 1
    for finisher in summary.finishers:
        prize, currency, text = _prize_of(finisher)
        spent = _spent(summary) if alone and finisher.place == summary.own_place else None
        yield (
            finisher.place,
            finisher.player,
            finisher.entry,
            finisher.country,
            prize,
            currency,
            text,
            finisher.playing,
            finisher.qualified,
            spent,
        )
    if not summary.finishers and summary.player is not None and summary.own_place is not None:
        won = summary.own_prize
        amounts = (0, None, None) if won is None else (won.amount, won.currency, won.text)
        yield summary.own_place, summary.player, 1, None, *amounts, False, False, _spent(summary)


def _prize_of(finisher: Finisher) -> tuple[int | None, str | None, str | None]:
    if finisher.prize is not None:
        return finisher.prize.amount, finisher.prize.currency, finisher.prize.text
    return (None if finisher.playing or finisher.qualified else 0), None, None


def _spent(summary: Summary) -> int | None:
    same = (
        summary.pool is not None
        and summary.spent is not None
        and summary.spent.currency == summary.pool.currency
    )
    return summary.spent.amount if summary.spent is not None and same else None

"""Stores the summaries of tournaments: every text once, with the entries that it lists."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import duckdb

from badugi_hh.facts.schema import PROBLEMS, TOURNAMENT_PLACES, TOURNAMENT_SUMMARIES
from badugi_hh.history.summary import SummaryText, parse_summary
from badugi_hh.history.tournament_summary import Finisher, Summary
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.store.arrow import Row, append_rows, problem_row
from badugi_hh.store.known_files import File


def store_summaries(con: duckdb.DuckDBPyConnection, read: Iterable[tuple[File, SummaryText]]) -> None:
    """Store summaries of files that have keys, but for texts that are stored already and have no problem."""
    texts = {summary.text: (file, summary) for file, summary in read}
    if not texts:
        return
    among = "text IN (SELECT unnest(?::VARCHAR[]))"
    # A text with a problem is read again: this version may know its lines.
    again = f"FROM tournament_summaries WHERE code IS NOT NULL AND {among}"
    con.execute(
        f"DELETE FROM tournament_places WHERE (file_key, line) IN (SELECT (file_key, line) {again})",
        [list(texts)],
    )
    con.execute(f"DELETE {again}", [list(texts)])
    query = f"SELECT text FROM tournament_summaries WHERE {among}"
    known = {text for (text,) in con.execute(query, [list(texts)]).fetchall()}
    summaries: list[Row] = []
    places: list[Row] = []
    for file, summary in texts.values():
        if summary.text in known:
            continue
        at = file.key, summary.line
        if summary.read is not None:
            summaries.append((*at, *_summary_row(summary.read), summary.code, summary.text))
            places += [(*at, *row) for row in _place_rows(summary.read)]
        else:
            nothing = (None,) * (len(TOURNAMENT_SUMMARIES.columns) - 4)
            summaries.append((*at, *nothing, summary.code, summary.text))
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
        summary.started and summary.started.utc,
        summary.finished and summary.finished.utc,
    )


def retry_summaries(con: duckdb.DuckDBPyConnection, *, every: bool = False) -> int:
    """Read the texts with a problem again, or `every` text, and return how many with a problem are read better now."""
    where = "" if every else "WHERE code IS NOT NULL"
    texts = con.execute(f"SELECT file_key, line, code, text FROM tournament_summaries {where}").fetchall()
    con.execute(
        "DELETE FROM tournament_places WHERE (file_key, line) IN "
        f"(SELECT (file_key, line) FROM tournament_summaries {where})"
    )
    con.execute(f"DELETE FROM tournament_summaries {where}")
    read, better = [], 0
    problems: list[Row] = []
    for key, line, code, text in texts:
        summary = parse_summary("", line, text)
        read.append((File(key=key), summary))
        better += code is not None and summary.read is not None and summary.code != code
        problems += [problem_row(key, problem) for problem in summary.problems]
        con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND line BETWEEN ? AND ?",
            [key, line, line + text.count("\n")],
        )
    store_summaries(con, read)
    append_rows(con, PROBLEMS, problems)
    return better


def recall_summaries(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> None:
    """Count the summaries of files that were imported before, and add the errors of those that are not read."""
    known = [file for file in files if file.known]
    hashes = [[file.sha256 for file in known]]
    of_files = "FROM tournament_summaries AS s JOIN files USING (file_key)"
    among = "sha256 IN (SELECT unnest(?::VARCHAR[]))"
    counts = dict(
        con.execute(f"SELECT sha256, count(*) {of_files} WHERE {among} GROUP BY sha256", hashes).fetchall()
    )
    errors = con.execute(
        f"SELECT sha256, p.line, p.code, p.message, p.found {of_files} JOIN problems AS p ON p.file_key = s.file_key "
        "AND p.hand_key IS NULL AND p.severity = 'error' "
        "AND p.line BETWEEN s.line AND s.line + length(s.text) - length(replace(s.text, chr(10), '')) "
        f"WHERE s.site IS NULL AND {among} ORDER BY p.line",
        hashes,
    ).fetchall()
    by_hash: defaultdict[str, list[tuple[int, str, str, str | None]]] = defaultdict(list)
    for sha256, *error in errors:
        by_hash[sha256].append(tuple(error))
    for file in known:
        file.summaries = counts.get(file.sha256, 0)
        file.unread_summaries = [
            Problem(CODES[code], Place(file.name, line), message, found=found)
            for line, code, message, found in by_hash[file.sha256]
        ]
        file.problems += file.unread_summaries


def _place_rows(summary: Summary) -> Iterator[Row]:
    for finisher in summary.finishers:
        yield (
            finisher.place,
            finisher.player,
            finisher.entry,
            finisher.country,
            *_prize_of(finisher),
            finisher.playing,
            finisher.qualified,
            finisher.spent,
            finisher.bounties,
            finisher.cost_unknown,
        )


def _prize_of(finisher: Finisher) -> tuple[int | None, str | None, str | None]:
    if finisher.prize is not None:
        return finisher.prize.amount, finisher.prize.currency, finisher.prize.text or None
    return (None if finisher.playing or finisher.qualified else 0), None, None

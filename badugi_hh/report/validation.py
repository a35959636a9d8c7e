"""Composes the report of kind validation: what was imported, the problems by code, and the texts in the quarantine.

It is about the whole database and has no results: no amounts, and nothing about how anybody plays.

The view of the data's quality is also on other pages.
"""

import os
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from badugi_hh.installation import __version__
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.report.kinds import VIEWS, ReportKind, words_of
from badugi_hh.report.measured_cells import english
from badugi_hh.report.page_model import (
    Cell,
    Fact,
    Page,
    PageColumn,
    PlainTable,
    ProblemGroup,
    QuarantinedText,
)
from badugi_hh.report.queries import database_counts, database_gaps
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.computation import MODEL
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import UNKNOWN, count, counted, percent

_Row = dict[str, Any]

MOST_FILES = 1_000
MOST_PROBLEMS = 100
"""The problems of one code that the page lists."""

MOST_TEXTS = 200
LONGEST = 20_000
"""The characters of a text in the quarantine that the page shows."""


def compose_validation(con: duckdb.DuckDBPyConnection, unread: Sequence[str] = ()) -> Page:
    """Return the page about everything that was imported; it has no views if nothing was.

    `unread` has a line for each file that an import could not read: the database has nothing of these.
    """
    counts = database_counts(con)
    who = say("about", "imported")
    title = say("page", "title", who=who)
    made = say("notes", "made_of_files", version=__version__, files=counted(counts["files"], "file"))
    if not counts["files"] and not unread:
        return Page(title, who, (), made, ReportKind.VALIDATION)
    hands, gaps = database_gaps(con)
    problems = _problems(con)
    counts["problems"] = sum(number for _, number, _ in problems)
    about = (
        counted(counts["files"], "file"),
        counted(counts["seen"], "hand"),
        counted(counts["problems"], "problem"),
    )
    quarantined, texts = _quarantine(con)
    return Page(
        title,
        who,
        about,
        made,
        ReportKind.VALIDATION,
        views=VIEWS[ReportKind.VALIDATION],
        quality=quality(counts, gaps, hands, outdated=MODEL.has_other(con), kind=ReportKind.VALIDATION),
        files=_files(con, counts["files"]),
        unread=tuple(english(line) for line in unread),
        problems=tuple(_group(*found) for found in problems),
        quarantine=texts,
        quarantined=quarantined,
    )


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], *, texts: int) -> PlainTable:
    """Return a table of the named columns, of which the first `texts` are aligned to the left."""
    words = catalogue()["tables"]
    heads = tuple(
        PageColumn(words[name], style="left" if nth < texts else "") for nth, name in enumerate(columns)
    )
    return PlainTable(title, heads, tuple(map(tuple, rows)))


def _files(con: duckdb.DuckDBPyConnection, number: int) -> PlainTable:
    """Return the files with what became of their hands, those with errors first; `number` is that of all files."""
    names = ("stored", "duplicates", "other_games", "quarantined")
    found = con.execute(
        f"SELECT path, hands_seen, {', '.join(names)} FROM files ORDER BY quarantined DESC, file_key LIMIT ?",
        [MOST_FILES],
    ).fetchall()
    rows = [
        (
            Cell(_shown(path), style="wrap"),
            *(
                Cell(count(number), tone="loss" * (nth == 4 and number > 0))
                for nth, number in enumerate(numbers)
            ),
        )
        for path, *numbers in found
    ]
    which = "files_first" if len(rows) < number else "files"
    title = say("tables", which, shown=count(len(rows)), all=count(number))
    return _table(title, ("file", "read", *names), rows, texts=1)


def _shown(path: str) -> str:
    """Return the path of a file from the working folder if the file lies below it."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path


def _problems(con: duckdb.DuckDBPyConnection) -> list[tuple[str, int, list[_Row]]]:
    """Return the codes of the problems, each with their number and the first of them: errors first, then by number."""
    query = """
        SELECT code, severity, path, line, hand_id, message, expected, found,
            count(*) OVER (PARTITION BY code) AS number
        FROM problems JOIN files USING (file_key)
        QUALIFY row_number() OVER (PARTITION BY code ORDER BY file_key, line) <= ?
        ORDER BY severity, number DESC, code, file_key, line
    """
    rows = pl.DataFrame(ArrowStream(con.sql(query, params=[MOST_PROBLEMS]))).iter_rows(named=True)
    groups = ((str(code), list(group)) for code, group in groupby(rows, key=lambda row: row["code"]))
    return [(code, int(group[0]["number"]), group) for code, group in groups]


def _group(code: str, number: int, rows: Sequence[_Row]) -> ProblemGroup:
    declared = CODES[code]
    cells = [
        (
            Cell(f"{_shown(row['path'])}:{row['line']}", style="wrap"),
            Cell(str(row["hand_id"] or UNKNOWN), style="left"),
            Cell(english(str(row["message"])), style="left wrap"),
            Cell(english(str(row["expected"] or UNKNOWN)), style="left"),
            Cell(english(str(row["found"] or UNKNOWN)), style="left"),
        )
        for row in rows
    ]
    table = _table(
        f"{code} {declared.title}", ("place", "hand", "message", "expected", "found"), cells, texts=5
    )
    return ProblemGroup(
        code,
        english(str(declared.severity)),
        english(declared.title),
        count(number),
        english(declared.why),
        english(declared.advice),
        say("problems", "selected", shown=count(len(rows)), all=count(number)) if len(rows) < number else "",
        table,
    )


def _quarantine(con: duckdb.DuckDBPyConnection) -> tuple[str, tuple[QuarantinedText, ...]]:
    """Return how many of the texts in the quarantine are shown, and these with their first errors; empty if it is."""
    query = """
        WITH shown AS (SELECT *, count(*) OVER () AS number FROM quarantine ORDER BY file_key, line LIMIT ?)
        SELECT path, shown.line, shown.hand_id, shown.text, shown.number, shown.code,
            (SELECT min_by((line, message, expected, found), line) FROM problems
             WHERE file_key = shown.file_key AND hand_key IS NULL AND code = shown.code AND line >= shown.line)
        FROM shown JOIN files USING (file_key) ORDER BY file_key, shown.line
    """
    rows = con.execute(query, [MOST_TEXTS]).fetchall()
    if not rows:
        return "", ()
    texts = []
    for path, line, hand, text, _, code, error in rows:
        which = "hand" if hand else "no_hand"
        more = len(text) - LONGEST
        cut = f"\n{say('quarantine', 'cut', more=count(more))}" if more > 0 else ""
        at, message, expected, found = error or (line, CODES[code].title, None, None)
        place = Place(_shown(path), at)
        problem = Problem(CODES[code], place, message, hand, expected, found)
        title = say("quarantine", which, place=f"{place.file}:{line}", hand=hand)
        texts.append(QuarantinedText(title, english(str(problem)), text[:LONGEST] + cut))
    number = rows[0][4]
    which = "selected" if len(texts) < number else "one" if number == 1 else "all"
    return say("quarantine", which, shown=count(len(texts)), all=count(number)), tuple(texts)


def quality(
    database: Mapping[str, int],
    gaps: Mapping[str, int],
    hands: int,
    *,
    outdated: bool,
    kind: ReportKind = ReportKind.TRACKER,
) -> tuple[Fact, ...]:
    """Return the figures about the database, as from `queries.database_counts`, and about the `hands` of the report.

    `gaps` are as from `gaps_of`. `outdated` is true if the prices are of another version of the model.
    """
    labels, notes = words_of(kind, "quality"), dict(catalogue()["quality_notes"])
    if outdated:
        notes["priced"] = notes["outdated"]
    return tuple(
        Fact(
            labels[name],
            f"{count(number)} ({percent(number / hands)})" if name in gaps and hands else count(number),
            notes.get(name, ""),
        )
        for name, number in {**database, **gaps}.items()
    )


def gaps_of(rows: pl.DataFrame) -> dict[str, int]:
    """Return what the hands of the report do not state; `rows` is as from `queries.seat_rows`."""
    once = rows.unique("hand_key")
    return {
        "warned": once.filter(pl.col("status") == "warned").height,
        "undated": once["played_at"].null_count(),
        "unsized": once["net_bb"].null_count(),
        "hidden": once.height - rows.filter(known_0="dealt")["hand_key"].n_unique(),
    }

"""The output of `stats`: tables in the terminal, or JSON, CSV or Parquet, to standard output or a file."""

from contextlib import redirect_stdout
from dataclasses import replace
from enum import StrEnum
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

from badugi_hh.cli.console import fail, note, note_zone, say, say_csv, say_json
from badugi_hh.cli.databases import checked_output
from badugi_hh.cli.stats_tables import show_comparison, show_long_table, show_wide_table
from badugi_hh.cli.tables import say_folded, show_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    import polars as pl

    from badugi_hh.outputs import OutputFile
    from badugi_hh.stats.engine.compare import Comparison
    from badugi_hh.stats.engine.evaluate import Group
    from badugi_hh.stats.selection.filters import Filter

_NO_TITLES = "omitted in a narrow terminal: the titles of the statistics; badugi-hh stats --list has them"


class StatsFormat(StrEnum):
    """The output formats of `stats`."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def select_format(form: StatsFormat | None, out: "Path | None", *, as_json: bool) -> StatsFormat:
    """Return the requested format; exit if the options contradict each other."""
    if as_json and form not in {None, StatsFormat.JSON}:
        fail(f"--json and --format {form} contradict each other; use one of them")
    if form is StatsFormat.PARQUET and out is None:
        fail("parquet is a binary format; name a file with -o FILE")
    return StatsFormat.JSON if as_json else form or StatsFormat.TABLE


def open_output(
    out: "Path | None", form: StatsFormat, db: "Path | None", *, force: bool
) -> "OutputFile | None":
    """Return the output file, checked before any work; None for text on standard output."""
    if out is None or (str(out) == "-" and form is not StatsFormat.PARQUET):
        return None
    return checked_output(out, db, force=force)


def _write(
    form: StatsFormat,
    out: "OutputFile | None",
    show: "Callable[[], None]",
    value: "Callable[[], Any]",
    frame: "Callable[[], pl.DataFrame]",
) -> None:
    """Print a result in its format, or write it to `out`; `value` returns JSON, `frame` a Polars frame."""
    if out is not None:
        out.write(_content(form, show, value, frame))
        if not out.is_stream:
            note(f"{out.path} is written")
    elif form is StatsFormat.JSON:
        say_json(value())
    elif form is StatsFormat.CSV:
        say_csv(frame())
    else:
        show()


def _content(
    form: StatsFormat,
    show: "Callable[[], None]",
    value: "Callable[[], Any]",
    frame: "Callable[[], pl.DataFrame]",
) -> bytes:
    """Return a result as the bytes of a file; a table and a Parquet file have a mark by which they are recognized."""
    from badugi_hh.outputs.marks import TABLE, sign
    from badugi_hh.report.own_files import mark_of
    from badugi_hh.store.csv_texts import as_csv

    if form is StatsFormat.PARQUET:
        binary, rows = BytesIO(), frame()
        rows.write_parquet(binary, metadata=mark_of(rows))
        return binary.getvalue()
    if form is StatsFormat.CSV:
        return as_csv(frame()).encode()
    with redirect_stdout(StringIO()) as text:
        if form is StatsFormat.TABLE:
            say(TABLE)
        _write(form, None, show, value, frame)
    content = text.getvalue().encode()
    return sign(content) if form is StatsFormat.TABLE else content


def list_stats(form: StatsFormat, out: "OutputFile | None", names: "Sequence[str] | None") -> None:
    """List all statistics, or those of `names`, in a table for each group of statistics.

    The table of all statistics is followed by the dimensions and by general notes; the other formats have only the
    statistics.
    """
    from badugi_hh.stats.definitions.notes import NOTES
    from badugi_hh.stats.definitions.registry import OF_PRICES
    from badugi_hh.stats.engine.frames import catalogue_frame
    from badugi_hh.stats.selection.dimensions import DIMENSIONS
    from badugi_hh.stats.selection.statistic_names import selected_stats

    stats = selected_stats(names)

    def show() -> None:
        for part in dict.fromkeys(stat.group for stat in stats):
            texts = [
                (s.name, f"{s.title}. {s.sentence}{' Needs prices.' if s.name in OF_PRICES else ''}")
                for s in stats
                if s.group == part
            ]
            show_table((part, "description"), texts, whole=(0,), tight=True)
        if names is None:
            splits = [(each.name, each.of, each.title) for each in DIMENSIONS.values()]
            show_table(("dimension", "splits", "description"), splits, whole=(0,), tight=True)
            for text in NOTES:
                say_folded(text, 2)

    _write(form, out, show, lambda: catalogue_frame(stats).to_dicts(), lambda: catalogue_frame(stats))


def write_groups(
    form: StatsFormat,
    out: "OutputFile | None",
    groups: "Sequence[Group]",
    by: "Sequence[str]",
    *,
    of: int | None = None,
    long: bool = False,
    sessions: "Sequence[str]" = (),
) -> None:
    """Print the statistics of players, split by the dimensions `by`, or write them to `out`.

    `of` is the number of available statistics, for the note about omitted ones. A `long` table has a row for each
    statistic of each group. A table has the numbers of the sessions that start at `sessions`.
    """
    from badugi_hh.stats.engine.frames import stats_frame

    def show() -> None:
        if not groups:
            return
        shown = _numbered(groups, sessions)
        wide = (len(groups) > 1 or groups[0].by) and not long
        if not (wide and show_wide_table(shown)) and not show_long_table(shown):
            note(_NO_TITLES)
        _note_rest(len(groups[0].stats), of)
        note_zone(groups[0].tz)
        if sessions:
            note(
                "badugi-hh hands --session N lists the hands of a session by its number, for the same players"
            )

    _write(form, out, show, lambda: [group.as_json() for group in groups], lambda: stats_frame(groups, by))


def _numbered(groups: "Sequence[Group]", sessions: "Sequence[str]") -> "list[Group]":
    """Return groups of sessions with the number before each start, `12  2024-03-01 20:15`; the first of `sessions` is 1."""
    width = len(str(len(sessions)))
    labels = {start: f"{number:{width}}  {start}" for number, start in enumerate(sessions, start=1)}
    return [
        replace(
            group,
            by={
                name: labels.get(value, value) if name == "session" else value
                for name, value in group.by.items()
            },
        )
        for group in groups
    ]


def write_comparison(
    form: StatsFormat,
    out: "OutputFile | None",
    comparisons: "Sequence[Comparison]",
    by: "Sequence[str]",
    *,
    full: bool = True,
    long: bool = False,
) -> None:
    """Print both sides of a comparison, split by the dimensions `by`, or write them to `out`.

    Only a table that is not `full` omits statistics, those that are less known. A `long` table has a row for each side,
    with its interval.
    """
    from badugi_hh.stats.engine.frames import comparison_frame

    def show() -> None:
        shown = (
            comparisons
            if full
            else [
                replace(each, stats={name: each.stats[name] for name in best_known(each.stats)})
                for each in comparisons
            ]
        )
        if not show_comparison(shown, long=long):
            note(_NO_TITLES)
        if shown:
            _note_rest(len(shown[0].stats), len(comparisons[0].stats))
            note_zone(shown[0].tz)

    _write(
        form,
        out,
        show,
        lambda: [comparison.as_json() for comparison in comparisons],
        lambda: comparison_frame(comparisons, by),
    )


def stats_that_fit(hand_filter: "Filter", by: "Sequence[str]") -> list[str]:
    """Return the statistics that can be split by the dimensions `by` and by those of the filter's `only`."""
    from badugi_hh.stats.definitions.registry import STATS
    from badugi_hh.stats.selection.dimensions import dimensions
    from badugi_hh.stats.selection.filters import unfit

    split = dimensions(by)
    return [name for name, stat in STATS.items() if unfit(stat.rows, split, hand_filter) is None]


def best_known(names: "Iterable[str]") -> list[str]:
    """Return the best-known of the statistics, or all if none of them is well known."""
    from badugi_hh.stats.definitions.registry import BEST_KNOWN

    known = list(names)
    return [name for name in BEST_KNOWN if name in known] or known


def _note_rest(shown: int, of: int | None) -> None:
    if of is not None and shown < of:
        note(f"{shown} of {of} statistics shown; --full shows all, --stat NAMES selects some")

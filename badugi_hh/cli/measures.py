"""How `stats` tells its figures: tables in the terminal, or one of the forms that programs read, also into a file."""

import sys
from contextlib import contextmanager, redirect_stdout
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from badugi_hh.cli.console import console, fail, note, say, say_json, show_table, visible
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import polars as pl

    from badugi_hh.stats.compare import Comparison, Contrast
    from badugi_hh.stats.evaluate import Group
    from badugi_hh.stats.kinds import Measure

_WIDE = 120  # cells that a comparison with titles takes

FEW = 30
"""Chances below which a share says little, and is greyed."""
_NARROW = 80  # columns of a table of players that goes into a file or a pipe


class Form(StrEnum):
    """How statistics are told."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def form_of(form: Form | None, out: "Path | None", *, as_json: bool) -> Form:
    """Return the form asked for; end the command where the options contradict each other."""
    if as_json and form not in {None, Form.JSON}:
        fail(f"--json and --format {form} are two forms; ask for one of them")
    if form is Form.PARQUET and out is None:
        fail("parquet is no text; name a file for it: -o FILE")
    return Form.JSON if as_json else form or Form.TABLE


def _deliver(
    form: Form,
    out: "Path | None",
    show: "Callable[[], None]",
    value: "Callable[[], Any]",
    frame: "Callable[[], pl.DataFrame]",
) -> None:
    """Print an answer in its form, or write it to `out`: `show` prints the table, `value` and `frame` give the rest."""
    if form is Form.PARQUET and out is not None:
        with _writing(out), out.open("wb") as binary:
            frame().write_parquet(binary)
    elif out is not None:
        with _writing(out), out.open("w", encoding="utf-8", newline="\n") as file, redirect_stdout(file):
            if form is Form.CSV:
                file.write(frame().write_csv())
            else:
                _deliver(form, None, show, value, frame)
    elif form is Form.JSON:
        say_json(value())
    elif form is Form.CSV:
        for line in frame().write_csv().removesuffix("\n").split("\n"):
            say(line)
    else:
        show()
    if out is not None:
        note(f"{out} is written")


@contextmanager
def _writing(out: "Path") -> "Iterator[None]":
    try:
        yield
    except OSError as error:
        fail(f"{out} cannot be written: {(error.strerror or type(error).__name__).lower()}")


def list_stats(form: Form, out: "Path | None", names: "Sequence[str] | None") -> None:
    """Tell what statistics there are, or of those `names`; a table for each part of the game."""
    from badugi_hh.stats.frames import catalogue_frame
    from badugi_hh.stats.registry import chosen_stats

    stats = chosen_stats(names)

    def show() -> None:
        for part in dict.fromkeys(stat.group for stat in stats):
            rows = [(s.name, s.title, s.kind.name, s.sentence) for s in stats if s.group == part]
            show_table((part, "", "kind", "what it says"), rows, whole=(0,))

    _deliver(form, out, show, lambda: catalogue_frame(stats).to_dicts(), lambda: catalogue_frame(stats))


def deliver_groups(form: Form, out: "Path | None", groups: "Sequence[Group]", by: "Sequence[str]") -> None:
    """Tell the statistics of players; `by` names the dimensions they are split by."""
    from badugi_hh.stats.frames import stats_frame

    def show() -> None:
        if by and groups:
            _show_split(groups)
        elif not _show_players(groups):
            for group in groups:
                _show_group(group)

    _deliver(form, out, show, lambda: [group.as_json() for group in groups], lambda: stats_frame(groups, by))


def deliver_comparison(
    form: Form, out: "Path | None", comparisons: "Sequence[Comparison]", by: "Sequence[str]"
) -> None:
    """Tell both sides of a comparison, of each part where they are split by the dimensions `by`."""
    from badugi_hh.stats.frames import comparison_frame

    if not comparisons:
        note("the two share no part of this split; both can be looked at alone with --player")
    _deliver(
        form,
        out,
        lambda: _show_comparison(comparisons),
        lambda: [comparison.as_json() for comparison in comparisons],
        lambda: comparison_frame(comparisons, by),
    )


def _show_comparison(comparisons: "Sequence[Comparison]") -> None:
    """Print both sides of every statistic, and how far they are apart: shares in percentage points."""
    from badugi_hh.stats.dimensions import DIMENSIONS
    from badugi_hh.stats.registry import STATS

    if not comparisons:
        return
    narrow = console().width < _WIDE  # the titles, which `--list` has too, are left out for want of room
    one = comparisons[0]
    if all(DIMENSIONS[name].apart for name in one.by):
        first, second = (sum(each.hands[side] for each in comparisons) for side in (0, 1))
        say(f"{one.first}: {counted(first, 'hand')}, {one.second}: {counted(second, 'hand')}")
    for part in dict.fromkeys(STATS[name].group for name in one.stats):
        told = [
            (name, each.by, each.stats[name])
            for name in one.stats
            if STATS[name].group == part
            for each in comparisons
        ]
        rows = [
            (name, *(() if narrow else (STATS[name].title,)), *by.values(), *_contrast_cells(contrast))
            for name, by, contrast in told
        ]
        grey = [
            nth for nth, (*_, contrast) in enumerate(told) if _few(contrast.first) or _few(contrast.second)
        ]
        heads = (part, *(() if narrow else ("",)), *one.by)
        right = range(len(heads), len(heads) + 6)
        counts = "chances" if narrow else "made/chances"
        cells = (one.first, counts, one.second, counts, "difference", "95% range")
        show_table(
            (*heads, *cells), rows, right=right, grey=grey, whole=(0, *right[1::2], *right[4:]), tight=narrow
        )


def _contrast_cells(contrast: "Contrast") -> tuple[str, ...]:
    from badugi_hh.report.formats import UNKNOWN, decimal, money

    difference, ends = UNKNOWN, UNKNOWN
    unit = contrast.first.unit or ""
    if contrast.difference is not None and unit.endswith("cents"):
        currency = unit.removesuffix("cents").strip() or None
        difference = money(int(contrast.difference), currency, "cent", signed=True)
    elif contrast.difference is not None:
        scale = 100 if contrast.first.is_share else 1
        difference = decimal(scale * contrast.difference, 1 if scale > 1 else 2, signed=True)
        if contrast.low is not None and contrast.high is not None:
            low, high = (decimal(scale * end, signed=True) for end in (contrast.low, contrast.high))
            ends = f"{low} to {high}"
    return (*_cells(contrast.first)[:2], *_cells(contrast.second)[:2], difference, ends)


def _few(measure: "Measure") -> bool:
    return measure.kind == "proportion" and measure.n < FEW


def _show_players(groups: "Sequence[Group]") -> bool:
    """Print several players below each other, a row each, and return True; False where that is too wide."""
    from rich.cells import cell_len

    if len(groups) < 2:
        return False
    heads = ["player", "hands"]
    for name in groups[0].stats:
        heads += [name, "chances"]
    rows = []
    for group in groups:
        figures = [cell for measure in group.stats.values() for cell in _cells(measure)[:2]]
        rows.append([visible(group.player), f"{group.hands:,}", *figures])
    width = sum(max(map(cell_len, column)) + 2 for column in zip(heads, *rows, strict=True))
    if width > (console().width if sys.stdout.isatty() else _NARROW):
        return False
    grey = [nth for nth, group in enumerate(groups) if any(map(_few, group.stats.values()))]
    columns = range(len(heads))
    show_table(heads, rows, right=columns[1:], grey=grey, whole=columns, tight=True)
    return True


def _show_group(group: "Group") -> None:
    """Print the statistics of one player, a table for each part of the game."""
    from badugi_hh.stats.registry import STATS

    say(f"{group.player}: {counted(group.hands, 'hand')}")
    for part in dict.fromkeys(STATS[name].group for name in group.stats):
        measures = [
            (name, told)
            for name, measure in group.stats.items()
            if STATS[name].group == part
            for told in _games(measure)
        ]
        rows = [(name, _of_game(STATS[name].title, measure), *_cells(measure)) for name, measure in measures]
        _show_figures((part, ""), rows, [measure for _, measure in measures])


def _show_split(groups: "Sequence[Group]") -> None:
    """Print the statistics of groups side by side: for each statistic a row for each group."""
    from badugi_hh.stats.dimensions import DIMENSIONS

    for player in dict.fromkeys(group.player for group in groups):
        own = [group for group in groups if group.player == player]
        measures = [
            (name, group, told)
            for name in own[0].stats
            for group in own
            for told in _games(group.stats[name])
            if told.n
        ]
        rows = [(_of_game(name, told), *group.by.values(), *_cells(told)) for name, group, told in measures]
        apart = all(DIMENSIONS[name].apart for name in own[0].by)
        say(f"{player}: {counted(sum(group.hands for group in own), 'hand')}" if apart else player)
        if rows:
            _show_figures(("", *own[0].by), rows, [measure for *_, measure in measures])


def _games(measure: "Measure") -> "Sequence[Measure]":
    """Return the parts of a measure that is told for each game, else the measure."""
    return [part for part in measure.parts if part.game] or [measure]


def _of_game(title: str, measure: "Measure") -> str:
    return f"{title}, {measure.game}" if measure.game else title


def _show_figures(
    heads: "Sequence[str]", rows: "Sequence[Sequence[object]]", measures: "Sequence[Measure]"
) -> None:
    grey = [nth for nth, one in enumerate(measures) if _few(one)]
    right = range(len(heads), len(heads) + 3)
    show_table(
        (*heads, "value", "made/chances", "95% range"), rows, right=right, grey=grey, whole=(0, *right[1:])
    )


def _cells(measure: "Measure") -> tuple[str, str, str]:
    counts = measure.kind in {"proportion", "ratio"}
    raw = f"{measure.made:,}/{measure.chances:,}" if counts else f"{measure.n:,}"
    return _value(measure), raw, _range(measure)


def _value(measure: "Measure") -> str:
    from badugi_hh.report.formats import UNKNOWN, decimal, money, percent

    if measure.parts:
        return ", ".join(f"{_value(part)} {part.game or ''}".rstrip() for part in measure.parts)
    if measure.value is None:
        return UNKNOWN
    if measure.is_share:
        return percent(measure.value)
    unit = (measure.unit or "").replace(" per 100 hands", "/100")
    if unit.endswith("cents"):
        return money(int(measure.value), unit.removesuffix("cents").strip() or None, "cent")
    if isinstance(measure.value, int):
        one = unit.removesuffix("s") if abs(measure.value) == 1 else unit
        return f"{decimal(measure.value, 0)} {one}".rstrip()
    return f"{decimal(measure.value, 2)} {'' if unit in {'ratio', 'place'} else unit}".rstrip()


def _range(measure: "Measure") -> str:
    from badugi_hh.report.formats import UNKNOWN, decimal, percent_range

    if measure.low is None or measure.high is None:
        return UNKNOWN
    if measure.is_share:
        return percent_range(measure.low, measure.high)
    return f"{decimal(measure.low)} to {decimal(measure.high)}"

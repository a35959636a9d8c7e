"""Builds the sections of results and shares: frames in, parts of the page model out.

Nothing here queries the database. Results in big bets are summed only within one currency or one kind of chips.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from badugi_hh.engine.cards import RANKS
from badugi_hh.engine.values import ranks
from badugi_hh.facts.schema import TOURNAMENT_CHIPS
from badugi_hh.history.money import SIGNS
from badugi_hh.report.measured_cells import measured, signed
from badugi_hh.report.page_model import (
    DrawsView,
    Plot,
    ResultRow,
    Signed,
    Starts,
    StatisticGroup,
    StatisticRow,
)
from badugi_hh.report.page_statistics import describe, group_title
from badugi_hh.report.result_chart import result_chart
from badugi_hh.report.split_tables import each_game
from badugi_hh.solve.range_charts import KINDS
from badugi_hh.stats.definitions.estimates import Estimate, Moments, average
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.kinds.kind import amount_in
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.frames import running_results
from badugi_hh.wording.catalogue import catalogue, say, stat_sentence, stat_title
from badugi_hh.wording.formats import UNKNOWN, count, counted, decimal, enumerate_names, money, percent

BY_POSITION = ("vpip", "pfr", "steal", "three_bet", "wtsd", "w_sd", "winrate")
LINES_SHOWN = 15


def denomination_label(denomination: str) -> str:
    """Return the label of a denomination: `USD`, `tournaments`, `play money`."""
    return str(catalogue()["denominations"].get(denomination, denomination.removesuffix(" cents")))


def results(rows: pl.DataFrame) -> tuple[Plot, ...]:
    """Return one chart for each currency or kind of chips, those with most hands first.

    `rows` is as from `queries.seat_rows`, of one or more players.
    """
    parts = running_results(rows)
    return tuple(_results_of(nth, part, several=len(parts) > 1) for nth, part in enumerate(parts))


def _results_of(nth: int, part: pl.DataFrame, *, several: bool) -> Plot:
    """Return the chart of one denomination; tournament chips are no money, and have no chart of amounts."""
    denomination = part["denomination"][0]
    label = denomination_label(denomination)
    unit = amount_in(denomination)
    words = catalogue()["charts"]
    summaries = [_summary(part, "", lambda bets: decimal(bets, signed=True))]
    switches: tuple[tuple[str, ...], ...] = ((words["hands"], words["dates"]),)
    money = None
    if denomination != TOURNAMENT_CHIPS:
        summaries.insert(0, _summary(part, "_money", lambda amount: gain_text(round(amount), denomination)))
        switches = (*switches, (label, words["big_bets"]))
        money = {"label": label, "sign": SIGNS.get(unit.currency or "", "")}
    data = result_chart(part, summaries, money, 100 if unit.is_money else 1) if part.height > 1 else None
    title = label[:1].upper() + label[1:] if several else ""
    return Plot(f"chart-results-{nth + 1}", data, 17, summaries[0], title, switches, denomination)


def gain_text(amount: int, denomination: str) -> str:
    """Return an amount of a denomination with its sign: `+$1.50`."""
    unit = amount_in(denomination)
    return money(amount, unit.currency, "cent" if unit.is_money else "chip", signed=True)


def _summary(part: pl.DataFrame, suffix: str, text_of: Callable[[float], str]) -> str:
    """Return a chart of results in a sentence; `suffix` ends the names of the columns of its unit."""
    last = part.row(-1, named=True)
    total = part[f"total{suffix}"]
    texts = {name: text_of(last[f"{name}{suffix}"]) for name in ("total", "showdown", "other")}
    texts |= {"highest": text_of(max(0.0, total.max())), "lowest": text_of(min(0.0, total.min()))}  # type: ignore[type-var, arg-type]
    which = "results_money" if suffix else "results"
    summary = say("captions", which, hands=counted(part.height, "hand"), **texts)
    if priced := part["luck"].count():
        which = "adjusted" if priced == part.height else "adjusted_some"
        adjusted = text_of(last[f"adjusted{suffix}"])
        summary += " " + say("captions", which, adjusted=adjusted, priced=counted(priced, "hand"))
    return summary


def draws(drawn: Mapping[int, Measure], rows: pl.DataFrame) -> DrawsView:
    """Return the chart of the draws and the most frequent draw lines.

    `drawn` has the distribution of the number of cards drawn, by draw number; `rows` is as from `queries.seat_rows`.
    """
    taken = {draw: measure for draw, measure in sorted(drawn.items()) if measure.n}
    if not taken:
        return DrawsView(None, "", ())
    parts = [_draw_summary(draw, measure) for draw, measure in taken.items()]
    bars = [
        (
            draw,
            say("tables", "nth_draw", nth=catalogue()["ordinals"][draw - 1]),
            [measure.counts.get(drawn, 0) for drawn in range(5)],
        )
        for draw, measure in taken.items()
    ]
    summary = say("captions", "draws", parts=". ".join(parts))
    several = sum(measure.n for measure in taken.values()) > 1
    data = {"kind": "draws", "draws": bars} if several else None
    chart = Plot("chart-draws", data, 5 + 3.4 * len(parts), summary)
    lined = rows.select("draw_line", "net_bb", "won").filter(pl.col("draw_line").is_not_null())
    lines = by_frequency(lined["draw_line"])
    if len(lines) <= LINES_SHOWN:
        caption = say("tables", "lines_all")
    else:
        caption = say("tables", "lines_caption", shown=count(LINES_SHOWN), all=count(len(lines)))
    shown = (
        _result_row(line, lined.filter(pl.col("draw_line") == line), lined.height, {"line": line})
        for line in lines[:LINES_SHOWN]
    )
    return DrawsView(chart, caption, tuple(shown), LINES_SHOWN)


def starts(rows: pl.DataFrame) -> Starts:
    """Return results by starting hand, for hands where the history shows the player's cards from the deal on.

    `rows` is as from `queries.seat_rows`, with the classes of `label_starts`. Hands known only from a showdown are excluded, because shown hands are not a
    representative sample of the hands dealt.
    """
    read = rows.select("start", "net_bb", "won", "hand_key")
    known = read.filter(pl.col("start").is_not_null() & pl.col("net_bb").is_not_null())
    if not known.height:
        return Starts(None, ())
    parts = {part["start"][0]: part for part in known.partition_by("start")}
    present = {name: label for name, label in class_labels().items() if name in parts}
    dots = []
    for name, label in present.items():
        mean, low, high = _mean(parts[name]["net_bb"])
        numbers = {"n": parts[name].height, "value": mean, "low": low, "high": high}
        dots.append({"label": label, "part": {"class": name}, **numbers})
    data = {"kind": "starts", "dots": dots} if len(dots) > 1 else None
    chart = Plot("chart-starts", data, 4 + 1.9 * len(present), _starts_summary(dots))
    rows_of = ((name, label, parts[name]) for name, label in present.items())
    return Starts(
        chart, tuple(_result_row(label, part, known.height, {"class": name}) for name, label, part in rows_of)
    )


def label_starts(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows with the column `start`, the class of the starting hand; NULL if it is not known from the deal on.

    `rows` is as from `queries.seat_rows`. The class of badugis of 8 or lower has the name `4-8`.
    """
    names = {value: class_of(value) for value in rows["value_0"].drop_nulls().unique()}
    name = pl.col("value_0").replace_strict(names, default=None, return_dtype=pl.String)
    return rows.with_columns(start=pl.when(pl.col("known_0") == "dealt").then(name))


def class_of(value: int) -> str:
    """Return the class of the starting hand with this value."""
    counted = ranks(value)
    kind = next(kind for kind in KINDS if kind[0] == len(counted) and counted[0] <= kind[1])
    return _class_name(*kind)


def class_labels() -> dict[str, str]:
    """Return the label of each class of starting hands, the best first."""
    return {_class_name(*kind): str(label) for kind, label in zip(KINDS, catalogue()["starts"], strict=True)}


def _class_name(size: int, highest: int) -> str:
    return f"{size}-{RANKS[highest]}"


def statistics(
    stats: Mapping[str, Measure], games: Mapping[str, str], *, you: bool = True
) -> tuple[StatisticGroup, ...]:
    """Return every statistic with at least one opportunity, in the order and groups of the registry, without totals.

    Results in big bets have a row for each game. `games` is as for `each_game`. `you` is true if the reader is the
    player.
    """
    groups: dict[str, list[StatisticRow]] = {}
    for name, game, measure in _by_game(stats, games):
        stat = STATS[name]
        title = f"{stat_title(stat)}, {games[game]}" if game else stat_title(stat)
        cell = measured(measure, stat.rows)
        if cell is None:
            continue
        groups.setdefault(stat.group, []).append(
            StatisticRow(
                name,
                title,
                stat_sentence(stat, you=you),
                cell,
                game,
                counted=describe(stat) is not None,
            )
        )
    return tuple(StatisticGroup(group_title(group), tuple(rows)) for group, rows in groups.items())


def _by_game(stats: Mapping[str, Measure], games: Mapping[str, str]) -> Iterator[tuple[str, str, Measure]]:
    """Yield the name, the game if there is a row for each, and the measure of each row of the table of statistics."""
    for name, measure in stats.items():
        if any(part.game for part in measure.parts):
            for game, part in each_game(measure, games).items():
                yield name, game, part
        else:
            yield name, "", measure


def by_frequency(column: pl.Series) -> list[str]:
    """Return the known values of a column, the most frequent first."""
    counts = column.drop_nulls().value_counts().sort("count", column.name, descending=[True, False])
    return [str(value) for value in counts[column.name]]


def _draw_summary(draw: int, measure: Measure) -> str:
    """Return how many cards were drawn at a draw, as a sentence that lists every number that occurs."""
    words = catalogue()["captions"]["drawn"]
    shares = [
        words[drawn].format(share=percent(times / measure.n))
        for drawn, times in sorted(measure.counts.items())
        if times
    ]
    part: str = catalogue()["captions"]["draw_parts"][draw - 1]
    return part.format(times=count(measure.n), shares=enumerate_names(shares, most=len(words)))


def _starts_summary(dots: Sequence[dict[str, Any]]) -> str:
    enough = sorted((dot for dot in dots if dot["n"] >= ENOUGH), key=lambda dot: dot["value"])
    if len(enough) < 2:
        return say("captions", "starts_none", enough=ENOUGH)
    worst, best = (
        f"{dot['label']} ({decimal(dot['value'], 2, signed=True)})" for dot in (enough[0], enough[-1])
    )
    return say("captions", "starts", enough=ENOUGH, best=best, worst=worst)


def _result_row(label: str, rows: pl.DataFrame, all_: int, part: Mapping[str, str]) -> ResultRow:
    bets = rows["net_bb"].drop_nulls()
    mean, low, high = _mean(bets) if len(bets) else (None, None, None)
    ends = {"low": decimal(low, 2, signed=True), "high": decimal(high, 2, signed=True)}
    interval = UNKNOWN if low is None else say("figures", "interval", **ends)
    return ResultRow(
        label,
        count(rows.height),
        percent(rows.height / all_),
        percent((rows["won"] > 0).mean()),  # type: ignore[arg-type]
        signed(round(float(bets.sum()), 6)) if len(bets) else Signed(UNKNOWN, ""),
        signed(mean, 2) if low is not None and high is not None and low * high > 0 else _unproven(mean),
        interval,
        rows.height < ENOUGH,
        part,
    )


def _unproven(mean: float | None) -> Signed:
    """Return a mean whose interval includes zero, or that has none: a number without a tone."""
    return Signed(decimal(mean, 2, signed=True), "")


def _mean(bets: pl.Series) -> Estimate:
    """Return the mean and its 95% interval by Student's t; the interval of a single value is unknown."""
    moments = Moments(len(bets), bets.mean(), bets.std())  # type: ignore[arg-type]
    mean, low, high = (None if end is None else round(end, 9) for end in average(moments))
    return mean, low, high

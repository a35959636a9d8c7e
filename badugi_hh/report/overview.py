"""Builds the top of the page: the players, the headline figures, and sentences that explain them."""

from collections.abc import Mapping
from datetime import datetime

import polars as pl

from badugi_hh.report.charts import ENOUGH
from badugi_hh.report.formats import count, counted, day, decimal, enumerate_names, money, percent
from badugi_hh.report.page_model import Headline, measured, signed
from badugi_hh.report.sections import denomination_label
from badugi_hh.report.text import address, catalogue, say
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter

HEADLINES = ("vpip", "pfr", "wtsd", "w_sd")
_LONGEST_LIST = 3
_NAMED = 8


def who(rows: pl.DataFrame, hand_filter: Filter) -> str:
    """Return the players of the report as text: at most three names, those with most hands first."""
    words = catalogue()["about"]
    if hand_filter.every_player and hand_filter.player is None:
        return str(words["everyone"])
    names = rows.group_by("player").len().sort("len", "player", descending=[True, False])["player"]
    return enumerate_names(names.to_list()) or hand_filter.player or str(words["nobody"])


def about(rows: pl.DataFrame) -> tuple[str, ...]:
    """Return the period, the games and the stakes."""
    first, last = rows["played_at"].min(), rows["played_at"].max()
    if not isinstance(first, datetime) or not isinstance(last, datetime):
        period = say("about", "undated")
    elif day(first) == day(last):
        period = day(first)
    else:
        period = say("about", "period", first=day(first), last=day(last))
    games = catalogue()["games"]
    kinds = list(game_labels(rows).values())
    betting = [games.get(name, name) for name in by_frequency(rows["betting"])]
    stakes = by_frequency(rows.filter(pl.col("game") == "cash")["stakes"])
    played = rows["tournament_id"].drop_nulls().n_unique()
    tournaments = (
        say("about", "one_tournament") if played == 1 else say("about", "tournaments", count=count(played))
    )
    items = (
        period,
        enumerate_names(kinds),
        enumerate_names(betting),
        enumerate_names(stakes, most=_LONGEST_LIST),
        tournaments if played else "",
        _together(rows),
    )
    return tuple(item for item in items if item)


def game_labels(rows: pl.DataFrame) -> dict[str, str]:
    """Return the label of each game of the hands, the most frequent first: cash games, tournaments, play money."""
    return {game: str(catalogue()["games"].get(game, game)) for game in by_frequency(rows["game"])}


def figures(
    rows: pl.DataFrame, stats: Mapping[str, Measure], rates: Mapping[str, Measure], *, you: bool = True
) -> tuple[Headline, ...]:
    """Return the headline figures: hands, net by denomination, big bets per 100 hands by game, and four shares.

    `rows` is as from `queries.seat_rows`. `stats` has the statistics `HEADLINES`, `rates` the win rate of each game by
    its label. `you` is true if the reader is the player. Cash games and tournaments are never combined, because
    tournament chips are not money.
    """
    words = catalogue()["figures"]
    tables = rows["table_name"].n_unique()
    note = say("figures", "tables", tables=count(tables)) if tables > 1 else words["one_table"]
    found = [Headline(words["hands"], count(rows["hand_key"].n_unique()), note)]
    for part in sorted(
        rows.partition_by("denomination"), key=lambda part: (-part.height, part["denomination"][0])
    ):
        unit = (part["currency"][0], part["unit"][0])
        net, rake = int(part["net"].sum()), int(part["rake_share"].sum())
        note = (
            say("figures", "rake", rake=money(rake, *unit))
            if rake
            else say("figures", "in_hands", hands=counted(part.height, "hand"))
        )
        label = say("figures", "net", unit=denomination_label(part["denomination"][0]))
        found.append(Headline(label, money(net, *unit, signed=True), note, tone=signed(net).tone))
    for label, rate in rates.items():
        title = say("figures", "winrate_in", game=label) if len(rates) > 1 else words["winrate"]
        found.extend(_headline(title, "winrate", rate, you=you))
    for name in HEADLINES:
        found.extend(_headline(words[name], name, stats[name], you=you))
    return tuple(found)


def _headline(title: str, name: str, measure: Measure, *, you: bool) -> list[Headline]:
    """Return the headline of a statistic, an empty list without an opportunity."""
    cell = measured(measure)
    if cell is None:
        return []
    return [
        Headline(
            title,
            cell.value,
            cell.counts,
            say("figures", "ninety_five", interval=cell.interval) if cell.interval else say("figures", "few"),
            "few" if cell.few else cell.tone,
            address(STATS[name].sentence, you=you),
        )
    ]


def reading(
    stats: Mapping[str, Measure], rates: Mapping[str, Measure], subject: str, *, every_player: bool
) -> tuple[str, ...]:
    """Return sentences that explain the headline figures, as far as the number of hands allows.

    `rates` is as for `figures`. `subject` names the players in a sentence. For `every_player` the win rate is left
    out, because all players together lose the rake.
    """
    sentences: list[str] = []
    for label, rate in rates.items():
        where = say("reading", "in_game", game=label) if len(rates) > 1 else ""
        sentences += [] if every_player else _verdict(rate, subject, where)
    for name, needed in (("style", ("vpip", "pfr")), ("showdown", ("wtsd", "w_sd"))):
        if all(stats[key].n >= ENOUGH for key in needed):
            sentences.append(say("reading", name, **{key: percent(stats[key].value) for key in needed}))
    if len(rates) > 1:
        sentences.append(say("reading", "mixed", games=enumerate_names(list(rates))))
    return tuple(sentences)


def _verdict(rate: Measure, subject: str, where: str) -> list[str]:
    if rate.value is None or rate.low is None or rate.high is None or rate.n < ENOUGH:
        return []
    if rate.value >= 0:
        which = "winning" if rate.low > 0 else "open_won"
    else:
        which = "losing" if rate.high < 0 else "open_lost"
    numbers = {
        "rate": decimal(abs(rate.value)),
        "low": decimal(rate.low, signed=True),
        "high": decimal(rate.high, signed=True),
        "hands": counted(rate.n, "hand"),
    }
    return [say("reading", which, who=subject, where=where, **numbers)]


def _together(rows: pl.DataFrame) -> str:
    """Return the note that several players are counted together, with the hands of each; empty for one player."""
    counts = rows.group_by("player").len().sort("len", "player", descending=[True, False])
    if counts.height == 1:
        return ""
    named = [f"{name} ({count(hands)})" for name, hands in counts.iter_rows()]
    return say("about", "together", count=count(counts.height), names=enumerate_names(named, most=_NAMED))


def by_frequency(column: pl.Series) -> list[str]:
    """Return the known values of a column, the most frequent first."""
    counts = column.drop_nulls().value_counts().sort("count", column.name, descending=[True, False])
    return [str(value) for value in counts[column.name]]

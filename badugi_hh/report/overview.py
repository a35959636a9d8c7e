"""Builds the top of the page: the players, the headline figures, and sentences that explain them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import polars as pl

from badugi_hh.report.anonymous import Names
from badugi_hh.report.measured_cells import measured, signed
from badugi_hh.report.page_model import Headline, Sentence
from badugi_hh.report.sections import by_frequency, denomination_label
from badugi_hh.report.split_tables import amount_text, each_game
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.wording.catalogue import catalogue, say, stat_sentence, stat_title
from badugi_hh.wording.formats import UNKNOWN, count, counted, day, decimal, enumerate_names, money, percent

RATES = {
    "winrate": "winrate_in",
    "luck_adjusted": "luck_adjusted_in",
}  # with the label for one of several games
HEADLINES = ("vpip", "pfr", "wtsd", "w_sd")
_VERDICTS = {  # by whether the player won, and whether the interval excludes zero
    (True, True): "winning",
    (True, False): "open_won",
    (False, True): "losing",
    (False, False): "open_lost",
}
_TOURNAMENT = "tournament"
_LONGEST_LIST = 3
_NAMED = 8


def who(rows: pl.DataFrame, hand_filter: Filter, names: Names) -> str:
    """Return the players of the report as text: at most three names, those with most hands first."""
    words = catalogue()["about"]
    if hand_filter.every_player and hand_filter.player is None:
        return str(words["everyone"])
    players = rows.group_by("player").len().sort("len", "player", descending=[True, False])["player"]
    if players.is_empty():
        return names.of(hand_filter.player) if hand_filter.player else str(words["nobody"])
    return enumerate_names(players.to_list())


def about(rows: pl.DataFrame, tz: str | None, left_out: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the period, the time zone, the games, the stakes and the players.

    `tz` is that of the filter; `left_out` are the user's names that do not count.
    """
    first, last = rows["shown_at"].min(), rows["shown_at"].max()
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
        say("about", "zone", zone=tz or UTC_NAME) if isinstance(first, datetime) else "",
        enumerate_names(kinds),
        enumerate_names(betting),
        enumerate_names(stakes, most=_LONGEST_LIST),
        tournaments if played else "",
        _together(rows),
        say("about", "left_out", names=enumerate_names(list(left_out))) if left_out else "",
    )
    return tuple(item for item in items if item)


def game_labels(rows: pl.DataFrame) -> dict[str, str]:
    """Return the label of each game of the hands, the most frequent first: cash games, tournaments, play money."""
    return {game: str(catalogue()["games"].get(game, game)) for game in by_frequency(rows["game"])}


def figures(
    rows: pl.DataFrame, stats: Mapping[str, Measure], games: Mapping[str, str], *, you: bool = True
) -> tuple[Headline, ...]:
    """Return the headline figures: net by denomination, that of tournaments, results in big bets by game, hands, and four shares.

    `rows` is as from `queries.seat_rows`, `games` as from `game_labels`. `stats` has all statistics. `you` is true if the
    reader is the player. Cash games and tournaments are never combined, because tournament chips are not money.
    """
    words = catalogue()["figures"]
    found: list[Headline] = []
    of_money = rows.filter(pl.col("game") != _TOURNAMENT)
    read = of_money.select("denomination", "currency", "unit", "net", "rake_share")
    for part in sorted(
        read.partition_by("denomination"), key=lambda part: (-part.height, part["denomination"][0])
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
    found.extend(_of_tournaments(stats, games, you=you))
    for name, within in RATES.items():
        for game, rate in each_game(stats[name], games).items():
            title = say("figures", within, game=games[game]) if len(games) > 1 else words[name]
            found.extend(replace(each, within=game) for each in _headline(title, name, rate, you=you))
    tables = rows["table_name"].n_unique()
    note = say("figures", "tables", tables=count(tables)) if tables > 1 else words["one_table"]
    found.append(Headline(words["hands"], count(rows["hand_key"].n_unique()), note))
    for name in HEADLINES:
        found.extend(_headline(words[name], name, stats[name], you=you))
    return tuple(found)


def _of_tournaments(
    stats: Mapping[str, Measure], games: Mapping[str, str], *, you: bool
) -> Iterator[Headline]:
    """Yield the net of tournaments by currency, with the return, how often they paid, and the mean place; nothing without any."""
    all_, net, roi = (stats[name] for name in ("tournaments_unknown", "tournament_net", "roi"))
    if not all_.n:
        return
    unknown = int(all_.value or 0)
    several = bool(net.parts)  # of which currency an unknown one would be, is not said
    returns = {part.unit and part.unit.denomination: part.value for part in roi.parts or (roi,)}
    for part in net.parts or (net,):
        if part.value is None and not unknown:
            continue  # tournaments that cost and paid nothing
        note = counted(part.n if several else all_.n, "tournament")
        if unknown and not several:
            note = say("figures", "net_unknown", unknown=count(unknown), tournaments=note)
        unit = part.unit and part.unit.denomination
        label = ", ".join([games[_TOURNAMENT], *([denomination_label(unit)] if unit and several else [])])
        returned = returns.get(unit)
        yield Headline(
            say("figures", "net", unit=label),
            UNKNOWN if part.value is None else amount_text(part, gain=True),
            note,
            "" if returned is None else say("figures", "roi", roi=percent(returned)),
            signed(part.value).tone,
            stat_sentence(STATS["tournament_net"], you=you),
            _TOURNAMENT,
        )
    if unknown and several:
        stat = STATS["tournaments_unknown"]
        counts = say("figures", "rows", rows=counted(all_.n, "tournament"))
        sentence = stat_sentence(stat, you=you)
        yield Headline(stat_title(stat), count(unknown), counts, sentence=sentence, game=_TOURNAMENT)
    for name in ("itm", "avg_finish"):
        for each in _headline(stat_title(STATS[name]), name, stats[name], you=you):
            yield replace(each, game=_TOURNAMENT)


def _headline(title: str, name: str, measure: Measure, *, you: bool) -> list[Headline]:
    """Return the headline of a statistic, an empty list without an opportunity."""
    cell = measured(measure, STATS[name].rows)
    if cell is None:
        return []
    return [
        Headline(
            title,
            cell.value,
            cell.counts,
            say("figures", "ninety_five", interval=cell.interval) if cell.interval else say("figures", "few"),
            "few" if cell.few else cell.tone,
            stat_sentence(STATS[name], you=you),
            stat=name,
        )
    ]


def reading(
    rows: pl.DataFrame, stats: Mapping[str, Measure], games: Mapping[str, str], subject: str
) -> tuple[Sentence, ...]:
    """Return sentences that explain the results, one for each game with enough hands.

    `rows`, `stats` and `games` are as for `figures`. `subject` names the players in a sentence. Where money or play chips
    have another sign than the big bets, one more sentence says which and why.
    """
    rates, adjusted = each_game(stats["winrate"], games), each_game(stats["luck_adjusted"], games)
    sentences: list[Sentence] = []
    opposite: list[Sentence] = []
    for game, label in games.items():
        rate = rates.get(game)
        if rate is None or rate.value is None or rate.low is None or rate.high is None or rate.n < ENOUGH:
            continue
        where = say("reading", "in_game", game=label) if len(games) > 1 else ""
        sentences.append(Sentence(_verdict(rate, adjusted.get(game), subject, where), game))
        if game == _TOURNAMENT:
            continue  # its net is no sum of the results of hands
        sums = rows.filter(pl.col("game") == game).group_by("denomination").agg(pl.col("net").sum())
        others = [name for name, net in sorted(sums.iter_rows()) if net * rate.value < 0]
        if others:
            units, in_units = (
                enumerate_names([denomination_label(name, form) for name in others])
                for form in ("denominations", "denominations_after_in")
            )
            text = say("reading", "opposite", where=where, units=units, in_units=in_units)
            opposite.append(Sentence(text, game))
    return (*sentences, *opposite)


def note(games: Mapping[str, str], *, filters: bool) -> str:
    """Return the note that several games are reported separately, and what selects one; empty for one game.

    With `filters` the page has a filter for the game, otherwise the command has an option.
    """
    if len(games) < 2:
        return ""
    mixed = say("reading", "mixed", games=enumerate_names(list(games.values())))
    return f"{mixed} {say('reading', 'mixed_filter' if filters else 'mixed_option')}"


def _verdict(rate: Measure, adjusted: Measure | None, subject: str, where: str) -> str:
    value, low, high = rate.value or 0.0, rate.low or 0.0, rate.high or 0.0
    sentence = say(
        "reading",
        _VERDICTS[value >= 0, low * high > 0],
        who=subject,
        where=where,
        rate=decimal(abs(value)),
        low=decimal(low, signed=True),
        high=decimal(high, signed=True),
        hands=counted(rate.n, "hand"),
    )
    if adjusted is None or adjusted.value is None or adjusted.low is None or adjusted.n < ENOUGH:
        return sentence
    ends = {"low": decimal(adjusted.low, signed=True), "high": decimal(adjusted.high, signed=True)}
    return f"{sentence} {say('reading', 'adjusted', rate=decimal(adjusted.value, signed=True), **ends)}"


def _together(rows: pl.DataFrame) -> str:
    """Return the note that several players are counted together, with the hands of each; empty for one player."""
    counts = rows.group_by("player").len().sort("len", "player", descending=[True, False])
    if counts.height == 1:
        return ""
    named = [f"{name} ({count(hands)})" for name, hands in counts.iter_rows()]
    return say("about", "together", count=count(counts.height), names=enumerate_names(named, most=_NAMED))

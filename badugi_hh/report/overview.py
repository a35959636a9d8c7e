"""Builds the top of the page: the players, the headline figures, and sentences that explain them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import polars as pl

from badugi_hh.facts.schema import PLAY_CHIPS
from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.measured_cells import measured, signed
from badugi_hh.report.page_model import Headline
from badugi_hh.report.sections import by_frequency, denomination_label, gain_text
from badugi_hh.report.split_tables import each_game
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.wording.catalogue import catalogue, say, stat_sentence
from badugi_hh.wording.formats import UNKNOWN, count, counted, day, decimal, enumerate_names, percent


@dataclass(frozen=True, slots=True)
class Entered:
    """The net of tournaments of one denomination, None if no hand states it, and what is known of them in words."""

    net: int | None
    about: str


RATES = ("winrate", "luck_adjusted")
"""The results of each game; `winrate_in` names that of one of several."""
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


def who(rows: pl.DataFrame, hand_filter: Filter, names: ShownNames) -> str:
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
    """Return the headline figures: the sum by currency, results in big bets by game, hands, and four shares.

    `rows` is as from `queries.seat_rows`, `games` as from `game_labels`. `stats` has all statistics. `you` is true if the
    reader is the player. A sum is what cash games won and tournaments paid, less their cost: tournament chips are no money,
    and their results in big bets are left to the statistics, unless there are no others.
    """
    words = catalogue()["figures"]
    found = list(_sums(rows, stats, games))
    shown = {game: label for game, label in games.items() if game != _TOURNAMENT} or games
    for name in RATES:
        for game, rate in each_game(stats[name], games).items():
            if game in shown:
                title = say("figures", f"{name}_in", game=games[game]) if len(shown) > 1 else words[name]
                headlines = _headline(title, name, rate, you=you)
                found.extend(replace(each, within=game, place="rate") for each in headlines)
    tables = rows["table_name"].n_unique()
    note = say("figures", "tables", tables=count(tables)) if tables > 1 else words["one_table"]
    found.append(Headline(words["hands"], count(rows["hand_key"].n_unique()), note))
    for name in HEADLINES:
        found.extend(_headline(words[name], name, stats[name], you=you))
    return tuple(found)


def _sums(rows: pl.DataFrame, stats: Mapping[str, Measure], games: Mapping[str, str]) -> Iterator[Headline]:
    """Yield the sum of each currency and of play chips, those with most hands first."""
    tournaments = tournaments_by_denomination(stats)
    played = rows.filter(pl.col("game") != _TOURNAMENT)
    cash = dict(
        played.group_by("denomination")
        .agg(pl.len(), pl.sum("net"), pl.sum("rake_share"))
        .select("denomination", pl.struct("len", "net", "rake_share"))
        .iter_rows()
    )
    order = sorted(cash, key=lambda unit: (-cash[unit]["len"], unit))
    for unit in [*order, *(unit for unit in tournaments if unit not in cash)]:
        own, entered = cash.get(unit), tournaments.get(unit)
        nets = [int(own["net"])] if own else []
        if entered and entered.net is not None:
            nets.append(entered.net)
        if own and entered and entered.net is not None:
            note = say(
                "figures",
                "parts",
                cash=games.get("play money" if unit == PLAY_CHIPS else "cash", ""),
                won=gain_text(nets[0], unit),
                tournaments=games[_TOURNAMENT],
                paid=gain_text(nets[1], unit),
            )
        elif own and own["rake_share"]:
            note = say("figures", "rake", rake=gain_text(int(own["rake_share"]), unit).lstrip("+"))
        elif own:
            note = say("figures", "in_hands", hands=counted(own["len"], "hand"))
        else:
            note = ""
        yield Headline(
            say("figures", "net", unit=denomination_label(unit) if unit else games[_TOURNAMENT]),
            gain_text(sum(nets), unit) if nets else UNKNOWN,
            note,
            entered.about if entered else "",
            signed(sum(nets)).tone,
            place="money",
        )


def tournaments_by_denomination(stats: Mapping[str, Measure]) -> dict[str, Entered]:
    """Return the net of the tournaments by denomination, in cents or play chips, with what is known of them.

    A net that no tournament states has the denomination "". `stats` has all statistics.
    """
    unknown, net, roi = (stats[name] for name in ("tournaments_unknown", "tournament_net", "roi"))
    if not unknown.n:
        return {}
    returns = {part.unit and part.unit.denomination: part.value for part in roi.parts or (roi,)}
    known = [part for part in net.parts or (net,) if part.value is not None and part.unit]
    itm, place = stats["itm"], stats["avg_finish"]
    of_all = [
        say("figures", "itm", made=count(itm.made or 0), chances=count(itm.n)) if itm.n else "",
        say("figures", "place", place=decimal(place.value, 1)) if place.n else "",
        say("figures", "net_unknown", unknown=count(int(unknown.value or 0))) if unknown.value else "",
    ]
    found = {}
    for nth, part in enumerate(known):
        denomination = part.unit.denomination if part.unit else ""
        returned = returns.get(denomination)
        about = [
            counted(part.n if len(known) > 1 else unknown.n, "tournament"),
            "" if returned is None else say("figures", "roi", roi=percent(returned)),
            *(of_all if not nth else ()),
        ]
        found[denomination] = Entered(int(part.value or 0), ", ".join(filter(None, about)))
    if not known and unknown.value:
        found[""] = Entered(None, ", ".join([counted(unknown.n, "tournament"), *filter(None, of_all)]))
    return found


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


def reading(stats: Mapping[str, Measure], games: Mapping[str, str], subject: str) -> tuple[str, str]:
    """Return a sentence that explains the result in big bets of the game with most hands, and this game.

    Both are empty if the hands are too few.

    Tournaments are explained only if there is no other game. `stats` and `games` are as for `figures`; `subject` names the
    players in a sentence.
    """
    game = next((game for game in games if game != _TOURNAMENT), _TOURNAMENT)
    rate = each_game(stats["winrate"], games).get(game)
    if rate is None or rate.value is None or rate.low is None or rate.high is None or rate.n < ENOUGH:
        return "", ""
    sentence = say(
        "reading",
        _VERDICTS[rate.value >= 0, rate.low * rate.high > 0],
        who=subject,
        where=say("reading", "in_game", game=games[game]) if len(games) > 1 else "",
        rate=decimal(abs(rate.value)),
        low=decimal(rate.low, signed=True),
        high=decimal(rate.high, signed=True),
        hands=counted(rate.n, "hand"),
    )
    return sentence, game


def note(games: Mapping[str, str], *, filters: bool) -> str:
    """Return the note that several games are reported separately, and what selects one; empty for one game.

    With `filters` the page has a filter for the game, otherwise the command has an option.
    """
    if len(games) < 2:
        return ""
    mixed = say("reading", "mixed", games=enumerate_names(list(games.values())))
    return f"{mixed} {say('reading', 'mixed_filter' if filters else 'mixed_option')}"


def _together(rows: pl.DataFrame) -> str:
    """Return the note that several players are counted together, with the hands of each; empty for one player."""
    counts = rows.group_by("player").len().sort("len", "player", descending=[True, False])
    if counts.height == 1:
        return ""
    named = [f"{name} ({count(hands)})" for name, hands in counts.iter_rows()]
    return say("about", "together", count=count(counts.height), names=enumerate_names(named, most=_NAMED))

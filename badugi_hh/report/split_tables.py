"""Builds tables of statistics: a row for each part of the hands, a column for each statistic.

The values are those of `stats.engine.evaluate`; nothing here counts. A result in big bets has a column for each game,
because a big bet is money in one and chips in the others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from badugi_hh.facts.schema import PLAY_CHIPS
from badugi_hh.report.measured_cells import measured, signed
from badugi_hh.report.page_model import PageColumn, Share, SplitRow, SplitTable
from badugi_hh.report.page_statistics import describe
from badugi_hh.report.queries import FIELDS
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import Group
from badugi_hh.wording.catalogue import catalogue, stat_sentence, stat_title
from badugi_hh.wording.formats import MINUS, count, counted, value_text

_FIELD_OF = {dimension: field for field, dimension in FIELDS.items()}
GAINS = ("net", "tournament_net")
"""Totals of amounts that are gains or losses."""
MONEY = (*GAINS, "buy_ins", "fees", "prizes", "bounties")
"""Totals of amounts, which are shown with their currency."""


def each_game(measure: Measure, games: Mapping[str, str]) -> dict[str, Measure]:
    """Return a result in big bets for each game, by the game.

    `games` are the labels by game, the most frequent game first, as from `overview.game_labels`.
    """
    parts = {part.game or part.within: part for part in measure.parts or (measure,)}
    return {game: parts.get(game, measure) for game in games if parts.keys() & {game, None}}


def split_table(
    groups: Sequence[Group],
    names: Sequence[str],
    games: Mapping[str, str],
    *,
    title: str,
    head: str,
    label: Callable[[Group], str] | None = None,
    you: bool = True,
    titles: Mapping[str, str] | None = None,
    times: bool = True,
) -> SplitTable:
    """Return the table of the statistics `names`; `title` and `head`, of the column that names the rows, are names of texts.

    `label` names the row of a group; by default that is its value of the dimension `head`. `games` is as for `each_game`.
    `titles` replaces titles of statistics where the heading of the table says the rest. With `times` a column has the number
    of hands. `you` is true if the reader is the player.
    """
    words = catalogue()["tables"]
    columns: list[tuple[str, str, str]] = []
    for name in names:
        text = (titles or {}).get(name, stat_title(STATS[name]))
        several = len(games) > 1 and any(_by_game(group.stats[name]) for group in groups)
        of_games = [(name, f"{text}, {label}", game) for game, label in games.items()]
        columns += of_games if several else [(name, text, "")]
    return SplitTable(
        words[title],
        words[head],
        words["times"] if times else "",
        tuple(
            PageColumn(
                text,
                stat_sentence(STATS[name], you=you),
                stat=name,
                game=game,
                whole=describe(STATS[name]) is None,
            )
            for name, text, game in columns
        ),
        tuple(
            SplitRow(
                label(group) if label else group.by[head],
                count(group.hands),
                group.hands,
                tuple(_cell(name, group, game, games) for name, _, game in columns),
                _part(group.by),
            )
            for group in groups
        ),
    )


def insert_column(
    table: SplitTable, at: int, column: PageColumn, cells: Sequence[Share | None]
) -> SplitTable:
    """Return a table with one more column in front of the column `at`; it has a cell for each row."""
    return replace(
        table,
        columns=(*table.columns[:at], column, *table.columns[at:]),
        rows=tuple(
            replace(row, cells=(*row.cells[:at], cell, *row.cells[at:]))
            for row, cell in zip(table.rows, cells, strict=True)
        ),
    )


def _part(by: Mapping[str, str]) -> Mapping[str, str] | None:
    """Return the values of fields that select a group on the page, None if it has a dimension of single rows."""
    if not by or not by.keys() <= _FIELD_OF.keys():
        return None
    return {_FIELD_OF[name]: value for name, value in by.items()}


def _cell(name: str, group: Group, game: str, games: Mapping[str, str]) -> Share | None:
    """Return a statistic as a cell, None where it has no value; of several games, that of the column."""
    measure = group.stats[name]
    if name in MONEY:
        return _amount(measure, gain=name in GAINS)
    if game:
        part = each_game(measure, games).get(game)
        return None if part is None else measured(part, STATS[name].rows)
    share = measured(measure, STATS[name].rows)
    if share is None or share.counts != counted(group.hands, "hand"):
        return share
    return replace(share, counts="")  # the row states its hands


def _by_game(measure: Measure) -> bool:
    return measure.within is not None or any(part.game for part in measure.parts)


def _amount(measure: Measure, *, gain: bool) -> Share | None:
    """Return a total as a cell; amounts of several currencies are listed, and have neither tone nor key."""
    if measure.value is None and not measure.parts:
        return None
    parts = measure.parts or (measure,)
    texts = [amount_text(part, gain=gain) for part in parts]
    if len(parts) > 1:
        return Share(texts[0], "", "", few=False, more=tuple(texts[1:]))
    number, unit = int(parts[0].value or 0), parts[0].unit
    tone = signed(number).tone if gain else ""
    denomination = "" if unit is None else unit.denomination
    return Share(texts[0], "", "", few=False, tone=tone, key=float(number), unit=denomination)


def amount_text(measure: Measure, *, gain: bool) -> str:
    """Return money with its sign, or a number of chips; gains with a plus if `gain` is true."""
    amount = int(measure.value or 0)
    plus = "+" if gain and amount > 0 else ""
    if measure.unit is None or measure.unit.is_money:
        return f"{plus}{value_text(measure)}"
    return f"{plus or MINUS * (amount < 0)}{counted(abs(amount), chip_noun(measure.unit.denomination))}"


def chip_noun(denomination: str | None) -> str:
    """Return the noun of `counted` for the chips of a denomination; a cell can have both kinds."""
    return "play chip" if denomination == PLAY_CHIPS else "chip"

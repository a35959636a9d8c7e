"""The model of the page: the values that the template shows.

Numbers are already formatted as text. The template decides only where each value appears.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from badugi_hh.report.kinds import ReportKind


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart: the data that `reports/figures.js` draws, height in rem, a text summary, and a title where a section has several charts.

    The data are None where the chart would have one point only: the summary says it.
    A switch has the labels of its options, of which the chart shows the first. A chart of amounts names their denomination.
    """

    id: str
    data: Mapping[str, Any] | None
    height: float
    summary: str
    title: str = ""
    switches: tuple[tuple[str, ...], ...] = ()
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class Signed:
    """A number with a sign; its tone is `gain`, `loss` or empty."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class Headline:
    """One of the headline figures below the title.

    `stat` is the name of its statistic, if it is the value of one, and `within` the game if there is a figure for each.
    `place` is where the page shows it: `money`, `rate` or `share`.
    """

    label: str
    value: str
    note: str
    interval: str = ""
    tone: str = ""
    sentence: str = ""
    stat: str = ""
    within: str = ""
    place: str = "share"


@dataclass(frozen=True, slots=True)
class IntervalLine:
    """A share, its interval and its baseline, as positions on a line from 0 to 100 percent."""

    at: str
    low: str
    high: str
    due_low: str = ""
    due_high: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """A value with its counts and interval; `few` marks fewer than 30 opportunities.

    `key` is the number to sort by, None if the value has no place in an order; only keys of the same `unit` have an order.
    `more` are further values of the cell. A proportion is also a `line`. `selects` is the query of the hands that the value
    leads to, if it is not that of the row and its statistic.
    """

    value: str
    counts: str
    interval: str
    few: bool
    tone: str = ""
    key: float | None = None
    more: tuple[str, ...] = ()
    unit: str = ""
    line: IntervalLine | None = None
    selects: str = ""


@dataclass(frozen=True, slots=True)
class PageColumn:
    """A column of a table: its title, a sentence that explains it, CSS classes, and whether rows are sorted by it.

    `stat` is the name of the statistic of its cells, and `game` the game if there is a column for each. `whole` is true if
    the page cannot count the statistic. `field` is the field of the page of which a row without a name of one has a value,
    and `value` what follows in that value.
    """

    title: str
    sentence: str = ""
    style: str = ""
    sorted: bool = False
    stat: str = ""
    game: str = ""
    whole: bool = False
    field: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class SplitRow:
    """The statistics of one part of the hands: a cell for each column, None without an opportunity.

    `part` has the values of fields of the page that select the part, None if it has none; the name of a field is empty if
    each column has its own `field`. `stats` are the names of
    the statistics of its cells if they are not those of the columns; `hands` is then the number of rows of the first.
    """

    label: str
    hands: str
    key: int
    cells: tuple[Share | None, ...]
    part: Mapping[str, str] | None = None
    stats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SplitTable:
    """Statistics by parts of the hands; `head` is the title of the column that names the parts, `times` of their number, if shown.

    `game` is the only game whose hands the table can have, empty if it can have those of any. `counted` is false if its
    statistics are not those of the selected seats.
    """

    title: str
    head: str
    times: str
    columns: tuple[PageColumn, ...]
    rows: tuple[SplitRow, ...]
    game: str = ""
    counted: bool = True

    @property
    def filtered(self) -> bool:
        """Return whether the page counts any of its rows again under a selection."""
        return self.counted and any(row.part is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A class of hands with its results in big bets; `part` has the fields of the page that select it."""

    label: str
    hands: str
    share: str
    won: str
    net: Signed
    mean: Signed
    interval: str
    few: bool
    part: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DrawsView:
    """The draws: the chart, what each draw brought, which hands stood pat, and the `most` frequent draw lines."""

    chart: Plot | None
    caption: str
    lines: tuple[ResultRow, ...]
    most: int = 0
    by_draw: SplitTable | None = None
    pat: SplitTable | None = None
    by_hand: SplitTable | None = None


@dataclass(frozen=True, slots=True)
class Starts:
    """Results by starting hand, and the matrix of those played."""

    chart: Plot | None
    rows: tuple[ResultRow, ...]
    matrix: SplitTable | None = None


@dataclass(frozen=True, slots=True)
class StatisticRow:
    """One row of the table of all statistics, of the statistic `name`.

    `game` is that of the row if there is one for each; `counted` states that the page can count the statistic.
    """

    name: str
    title: str
    sentence: str
    cell: Share
    game: str
    counted: bool


@dataclass(frozen=True, slots=True)
class StatisticGroup:
    """The statistics of one group of the registry."""

    title: str
    rows: tuple[StatisticRow, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that a leak names; `key` is its anchor on the page, None if the page does not list the hand.

    `step` is the number of the step of its replay, from 1, in which the leak is, None if there is none. `is_priced` states that
    its cost is known, and not assumed.
    """

    key: int | None
    hand: str
    note: Markup
    step: int | None = None
    is_priced: bool = False


@dataclass(frozen=True, slots=True)
class Trend:
    """How a frequency differs in the latest hands from that before: the difference, its interval, and what it means.

    `key` is positive where the leak became worse, and None where a check has no frequency.
    """

    note: str
    difference: str
    tone: str
    key: float | None


@dataclass(frozen=True, slots=True)
class LeakCard:
    """The card of one finding, and its row of the table; `kind` is `flag`, `watch`, `fine` or `few`, and `anchor` its id on the page.

    `id` and `name` are those of its check. `title` is an instruction if something is known that one can be given for, and else
    the name. `due` is the range on the bar. `cost_key` is the cost in big bets per 100 hands, and `chances` the number of
    opportunities; `number` is that of the hands behind it.
    """

    kind: str
    anchor: str
    verdict: str
    title: str
    name: str
    reason: str
    sentence: str
    observed: str
    share: str
    counts: str
    due: str
    grade: str
    source: str
    cost: str
    model: str
    scale: IntervalLine | None
    hands: tuple[Case, ...]
    excluded: tuple[str, ...]
    id: str
    chances: int
    cost_key: float = 0.0
    cost_text: str = ""
    cost_note: str = ""
    number: int = 0
    all_hands: str = ""
    trend: Trend | None = None


@dataclass(frozen=True, slots=True)
class Leaks:
    """The cards of the notable findings (`first`) and of the others (`rest`); `note` is about all of them.

    `latest` is the title of the trends, empty if there are none.
    """

    empty: str
    first: tuple[LeakCard, ...]
    rest: tuple[LeakCard, ...]
    rest_title: str
    note: str = ""
    latest: str = ""

    @property
    def by_grade(self) -> dict[str, list[LeakCard]]:
        """Return the cards of the notable findings by grade: habits, and what the cards prove."""
        found = {grade: [card for card in self.first if card.id.startswith(grade)] for grade in ("B", "A")}
        return {grade: cards for grade, cards in found.items() if cards}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the hands table: its text, the number it sorts by (None for a text), and the denomination of an amount."""

    text: str | Markup
    key: float | None = None
    style: str = ""
    tone: str = ""
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class HandList:
    """The listed hands; `selection` states how they were selected.

    `first` are the rows of the first page, `listing` all rows as JSON, by column, `replays` the columns
    of their replays, as from `replay_columns.replay_block`, and `texts` the texts of some by their keys. `save` states how many of the hands the page can save, and `command` how to replay another one.
    """

    selection: str
    caption: str
    columns: tuple[PageColumn, ...]
    first: tuple[tuple[Cell, ...], ...]
    listing: dict[str, Any]
    replays: dict[str, Any]
    texts: dict[str, str]
    save: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure about the data of the report, and what it means."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table of texts; the first cell of a row is its head."""

    title: str
    columns: tuple[PageColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """All problems of one code: what the code means, how many there are, and the first of them.

    `selection` states how many of them the table has; it is empty if it has all.
    """

    code: str
    severity: str
    title: str
    number: str
    why: str
    advice: str
    selection: str
    table: PlainTable


@dataclass(frozen=True, slots=True)
class QuarantinedText:
    """The text of a hand in the quarantine, its place, and its first error."""

    title: str
    error: str
    text: str


@dataclass(frozen=True, slots=True)
class FilterField:
    """A field of a selection of hands: its name in the address, its title, and its values with their labels."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RangesOfSpot:
    """The range charts of a spot: its title, what they claim, and the id of the block that the page draws."""

    name: str
    title: str
    claim: str
    block: str


@dataclass(frozen=True, slots=True)
class RangeCharts:
    """Range charts of solved games: what they are, the spots, and the blocks of JSON by id."""

    claim: str
    spots: tuple[RangesOfSpot, ...]
    blocks: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole report; `views` is empty if there was nothing to report.

    `losses` is the chart of losses, and `loss_block` its data as from `loss_columns.loss_block`; None where nothing is judged.
    `reading` is a sentence about the results of one game, `reading_game`. `unread` has a line for each file that could not be
    read at all, and `quarantined` states how many of all texts in the quarantine are shown.
    """

    title: str
    who: str
    about: tuple[str, ...]
    made: str
    kind: ReportKind = ReportKind.TRACKER
    figures: tuple[Headline, ...] = ()
    reading: str = ""
    reading_game: str = ""
    views: tuple[str, ...] = ()
    note: str = ""
    stakes: SplitTable | None = None
    results: tuple[Plot, ...] = ()
    swings: PlainTable | None = None
    positions: SplitTable | None = None
    position_chart: Plot | None = None
    draws: DrawsView | None = None
    betting: tuple[SplitTable, ...] = ()
    betting_charts: tuple[Plot, ...] = ()
    leaks: Leaks | None = None
    losses: Plot | None = None
    loss_block: Mapping[str, Any] | None = None
    starts: Starts | None = None
    opponents: SplitTable | None = None
    opponent_draws: SplitTable | None = None
    sessions: tuple[SplitTable, ...] = ()
    statistics: tuple[StatisticGroup, ...] = ()
    quality: tuple[Fact, ...] = ()
    files: PlainTable | None = None
    unread: tuple[str, ...] = ()
    problems: tuple[ProblemGroup, ...] = ()
    quarantine: tuple[QuarantinedText, ...] = ()
    quarantined: str = ""
    hands: HandList | None = None
    filters: tuple[FilterField, ...] = ()
    ranges: RangeCharts | None = None

    @property
    def plots(self) -> tuple[Plot, ...]:
        """Return all charts of the page that are drawn."""
        of_draws, of_starts = (part and part.chart for part in (self.draws, self.starts))
        plots = (*self.results, self.position_chart, of_draws, *self.betting_charts, of_starts, self.losses)
        return tuple(plot for plot in plots if plot and plot.data is not None)

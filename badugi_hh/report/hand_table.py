"""Builds the table of hands, a row for each selected seat, and fills the views of leaks and hands with replays and texts.

The rows are packed by column: the different texts of a column, and for each row the number of its text. A page lists at
most `MOST` hands, because a browser cannot hold more, and has the texts of fewer, so that it stays small; it states
both.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import duckdb
import polars as pl
from markupsafe import Markup

from badugi_hh.engine.cards import cards as parse_cards
from badugi_hh.engine.values import value
from badugi_hh.leaks import Found
from badugi_hh.leaks.changes import Change
from badugi_hh.problems import CODES
from badugi_hh.report.anonymous import Pseudonymous, ShownNames
from badugi_hh.report.findings import leak_cards, select_notable
from badugi_hh.report.kinds import ReportKind
from badugi_hh.report.loss_columns import dearest_hands, loss_block, loss_chart
from badugi_hh.report.measured_cells import cards
from badugi_hh.report.page_model import Cell, HandList, Page, PageColumn, PlainTable
from badugi_hh.report.page_selection import filter_fields, own_options, page_hands
from badugi_hh.report.queries import hand_labels, hand_texts, players_of
from badugi_hh.report.replay_columns import Facts, replay_block, steps_of
from badugi_hh.report.replay_rows import several_views, stored_best_play, stored_problems, stored_rows
from badugi_hh.report.sections import by_frequency
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.store.connection import place_of
from badugi_hh.store.database import default_path
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import UNKNOWN, count, decimal, minute, money

MOST = 100_000
PAGE = 50
PRICED = 250
"""The most recent hands whose decisions are priced again, with the mixes, which takes five milliseconds a hand."""

TEXTS, ANONYMOUS_TEXTS = 25_000, 1_000
"""The most recent hands of which the page has the text, with names and without."""

SWINGS = 5
"""The hands with the largest gains, and as many with the largest losses, that a report of a session lists first."""

EXTREMES = 100
"""The hands with the largest results, won or lost, which count as the most recent ones."""


@dataclass(frozen=True, slots=True)
class _Field:
    """A column: the columns of the frame that it reads, and what makes a cell of their values."""

    title: str
    reads: tuple[str, ...]
    make: Callable[..., Cell]
    style: str = ""
    kind: str = ""


def select_listed(
    rows: pl.DataFrame,
    named: Collection[tuple[str, str]],
    most: int = MOST,
) -> pl.DataFrame:
    """Return the seats to list, the most recent first; `first` marks those of hands that leaks name or with the largest results.

    `rows` is as from `queries.seat_rows`. `named` has (site, hand_id) of the hands that leaks name. After these hands and those
    with the largest results in big bets the list is filled up with the most recent of the others.
    """
    read = rows.select("site", "hand_id", "net_bb")  # all columns of a million rows take seconds
    known = pl.DataFrame(sorted(named), schema={"site": pl.String, "hand_id": pl.String}, orient="row")
    marked = (
        read.with_row_index("row_")
        .reverse()
        .with_row_index("order_")
        .join(
            known.with_columns(named_=pl.lit(value=True)),
            on=["site", "hand_id"],
            how="left",
            maintain_order="left",
        )
        .with_columns(pl.col("named_").fill_null(value=False))
    )
    largest = (
        marked.filter(pl.col("net_bb").is_not_null())
        .sort(pl.col("net_bb").abs(), "order_", descending=[True, False])
        .head(min(EXTREMES, most))["order_"]
    )
    selected = (
        marked.with_columns(first_=pl.col("named_") | pl.col("order_").is_in(largest.implode()))
        .sort("first_", "order_", descending=[True, False])
        .head(most)
        .sort("order_")
    )
    return rows[selected["row_"]].with_columns(first=selected["first_"])


def hand_table(
    listed: pl.DataFrame,
    all_hands: int,
    replays: Mapping[str, Any],
    texts: Mapping[int, str],
    labels: Mapping[int, Mapping[str, Any]] | None,
    block: Mapping[str, Any],
) -> HandList:
    """Return the table of the seats of `select_listed`, out of `all_hands` hands.

    `replays` is the block of their replays, `texts` has the texts of some by hand key, `labels` the user's tags and notes, None where the page is not to have any, and `block` selects the hands, as from
    `page_selection.page_hands`.
    """
    tags = {key: ", ".join(own["tags"]) for key, own in (labels or {}).items() if own["tags"]}
    listed = listed.with_columns(
        tags=pl.col("hand_key").replace_strict(tags, default=None, return_dtype=pl.String)
    )
    fields = _fields(listed, tagged=bool(tags))
    shown = listed["hand_key"].n_unique()
    numbers = {
        "shown": count(shown),
        "all": count(all_hands),
        "texts": count(len(texts)),
    }
    complete = shown == all_hands
    which = "selected" if not complete else "one" if all_hands == 1 else "all"
    selection = say("hands", which, **numbers)
    if len(texts) < shown:
        selection += " " + say("hands", "texts", **numbers)
    return HandList(
        selection,
        say("tables", "hands_all" if complete else "hands", **numbers),
        tuple(PageColumn(field.title, style=field.style, sorted=not nth) for nth, field in enumerate(fields)),
        tuple(
            tuple(_shown(field, row) for field in fields) for row in listed.head(PAGE).iter_rows(named=True)
        ),
        {
            **block,
            "page": PAGE,
            "partly": "" if complete else say("filters", "partly", **numbers),
            "with_text": [int(key in texts) for key in listed["hand_key"]],
            "columns": [_packed(field, listed) for field in fields],
            "cards": catalogue()["cards"],
            "sites": listed["site"].to_list()
            if listed["site"].n_unique() > 1
            else listed["site"][:1].to_list(),
            "own_labels": None if labels is None else {str(key): own for key, own in labels.items()},
        },
        dict(replays),
        {str(key): texts[key] for key in sorted(texts)},
        save=say("hands", "save", saved=count(len(texts)), all=count(shown)),
    )


def swings(listed: pl.DataFrame, each: int = SWINGS) -> PlainTable | None:
    """Return the hands with the largest gains and losses in big bets, `each` of both, with links; None without any.

    `listed` is as from `select_listed`.
    """
    fields = _fields(listed)
    by_result = listed.filter(pl.col("net_bb").is_not_null()).sort("net_bb", descending=True)
    gains, losses = by_result.filter(pl.col("net_bb") > 0), by_result.filter(pl.col("net_bb") < 0)
    shown = pl.concat([gains.head(each), losses.tail(each)])
    rows = []
    for row in shown.iter_rows(named=True):
        first, *rest = (_shown(field, row) for field in fields)
        link = Markup('<a href="#hand-{}">{}</a>').format(row["hand_key"], first.text)
        rows.append((replace(first, text=link), *rest))
    columns = tuple(PageColumn(field.title, style=field.style) for field in fields)
    return PlainTable(say("tables", "swings"), columns, tuple(rows)) if rows else None


def _fields(listed: pl.DataFrame, *, tagged: bool = False) -> tuple[_Field, ...]:
    """Return the columns: what a phone shows without scrolling comes first."""
    several, judged = listed["player"].n_unique() > 1, listed["lost"].count() > 0
    words = catalogue()["tables"]
    unit = ("currency", "unit", "denomination")
    return (
        _Field(words["when"], ("shown_at", "local_time"), _when, "left", "when"),
        _Field(words["dealt"], ("hand_0", "value_0"), _dealt, "left", "cards"),
        _Field(words["net"], ("net", *unit), _net, kind="signed"),
        _Field(words["net_bb"], ("net_bb",), _bets, kind="signed"),
        *((_Field(words["lost"], ("lost",), _lost, kind="lost"),) if judged else ()),
        _Field(words["final"], ("held",), _held, "left", "cards"),
        _Field(words["line"], ("draw_line",), _plain, "left", "line"),
        _Field(words["position"], ("position",), _plain, "left"),
        _Field(words["stakes"], ("stakes",), _plain, "left"),
        _Field(words["pot"], ("total_pot", *unit), _pot, kind="amount"),
        _Field(words["hand"], ("hand_id",), _plain, "left", "number"),
        *((_Field(words["player"], ("player",), _plain, "left"),) if several else ()),
        *((_Field(words["tags"], ("tags",), _plain, "left"),) if tagged else ()),
    )


def _packed(field: _Field, listed: pl.DataFrame) -> dict[str, Any]:
    """Return a column as its different texts, the keys to sort them by, and for each row the number of its text.

    Without `rows`, each row has its own text; without `keys`, the texts are sorted. Amounts of several denominations have
    `units`: the number of the denomination of each text, of which that with the most rows is 0.
    """
    names = list(field.reads)
    different = listed.select(names).unique(maintain_order=True).with_row_index("place_")
    cells = [field.make(*row) for row in different.select(names).iter_rows()]
    places = listed.select(names).join(
        different, on=names, how="left", nulls_equal=True, maintain_order="left"
    )
    packed: dict[str, Any] = {"kind": field.kind, "texts": [cell.text for cell in cells]}
    if any(cell.key is not None for cell in cells):
        packed["keys"] = [None if cell.key is None else round(cell.key, 3) for cell in cells]
    denominations = by_frequency(listed["denomination"])
    if len(denominations) > 1 and any(cell.denomination for cell in cells):
        packed["units"] = [denominations.index(cell.denomination) for cell in cells]
    if different.height < listed.height:
        packed["rows"] = places["place_"].to_list()
    return packed


def _when(shown_at: Any, local_time: str | None) -> Cell:
    return Cell(minute(shown_at) if shown_at else local_time or UNKNOWN)


def _plain(text: str | None) -> Cell:
    return Cell(text or UNKNOWN)


def _shown(field: _Field, row: Mapping[str, Any]) -> Cell:
    """Return a cell as the page shows it: cards in their colours."""
    cell = field.make(*(row[name] for name in field.reads))
    text = cards(None if cell.text == UNKNOWN else cell.text) if field.kind == "cards" else cell.text
    return replace(cell, text=text, style=field.style)


def _dealt(hand: str | None, worth: int | None) -> Cell:
    return Cell(hand or UNKNOWN, worth)


def _held(hand: str | None) -> Cell:
    return Cell(hand or UNKNOWN, None if hand is None else value(parse_cards(hand)))


def _pot(pot: int | None, currency: str | None, unit: str | None, denomination: str) -> Cell:
    return Cell(money(pot, currency, unit), pot, denomination=denomination)


def _net(net: int | None, currency: str | None, unit: str | None, denomination: str) -> Cell:
    return Cell(money(net, currency, unit, signed=True), net, tone=_tone(net), denomination=denomination)


def _bets(bets: float | None) -> Cell:
    return Cell(decimal(bets, signed=True), bets, tone=_tone(bets))


def _lost(bets: float | None) -> Cell:
    return Cell(decimal(bets, 2), bets)


def _tone(number: float | None) -> str:
    if not number:
        return ""
    return "gain" if number > 0 else "loss"


def add_hand_views(
    page: Page,
    tables: Evaluator,
    rows: pl.DataFrame,
    stats: Mapping[str, Measure],
    others: Collection[str],
    found: Found,
    trends: Mapping[str, Change] | None,
    progress: Callable[[str, float], None],
    *,
    most: int,
) -> Page:
    """Return the page with its leaks and at most `most` of its hands.

    `rows` and `stats` are as for `compose.add_counted_views`; `others` are the players, by the names of the page,
    who are not the reader, `found` is that of all leak checks, and `trends` has the changes of habits, None for one session.
    """
    con, hand_filter, names, kind = tables.con, tables.hand_filter, tables.names, page.kind
    hands = rows["hand_key"].n_unique()
    progress("leaks in the latest hands", 0.62)
    findings = names.findings(found.findings)
    named = {(hand.site, hand.hand_id) for finding in select_notable(findings) for hand in finding.hands}
    named |= set(dearest_hands(rows).iter_rows())
    several = rows["player"].n_unique() > 1  # the list of a check is that of all players together
    listed = select_listed(rows, named, most)
    keys = {
        (site, hand_id): key
        for site, hand_id, key in listed.select("site", "hand_id", "hand_key").iter_rows()
    }
    progress("replays and texts", 0.8)
    played = stored_rows(con, listed["hand_key"].unique())
    if isinstance(names, Pseudonymous):  # the lines about bounties name players
        played["events"] = played["events"].filter(pl.col("kind") != "BountyWon")
    replayed = _replays(con, listed, played, names)
    texts = hand_texts(
        con, _leading(listed, ANONYMOUS_TEXTS if isinstance(names, Pseudonymous) else TEXTS), names
    )
    progress("the table of hands", 0.87)
    players = names.rows(players_of(con, listed["hand_key"].unique()))
    ids = {finding.leak.id for finding in findings if finding.made or finding.chances}
    block = page_hands(
        tables, listed, players, ids, found.behind, stats, statistics=kind is not ReportKind.LEAKS
    )
    if not isinstance(names, Pseudonymous):
        block["own"] = own_options(con, hand_filter, rows["player"].unique().to_list())
    times = {} if several else {id_: len(gaps) for id_, gaps in block["leaks"].items()}
    at = {(keys.get((hand.site, hand.hand_id), 0), hand.n) for finding in findings for hand in finding.hands}
    whole = listed["hand_key"].n_unique() == hands
    cards = leak_cards(
        findings,
        keys,
        others,
        steps_of(played["events"], at),
        times,
        trends,
        to_use=kind is ReportKind.OPPONENT,
        complete=whole,
    )
    # They add up to those of `leaks` only if all hands are listed.
    losses = loss_block(con, hand_filter, listed, played["events"], block["denominations"]) if whole else None
    page = replace(
        page,
        leaks=cards,
        losses=loss_chart() if losses else None,
        loss_block=losses,
        swings=swings(listed) if kind is ReportKind.SESSION else None,
    )
    # Notes may name players.
    labels = None if isinstance(names, Pseudonymous) else hand_labels(con, listed["hand_key"].unique())
    listing = hand_table(listed, hands, replayed, texts, labels, block)
    return replace(page, hands=replace(listing, command=_replay_command(con)), filters=filter_fields(block))


def _replay_command(con: duckdb.DuckDBPyConnection) -> str:
    """Return the sentence with the command that replays a hand `{hand}`, which names a database or a history if it must."""
    path = place_of(con)
    if path is None:
        return say("hands", "command_file", hand="{hand}")
    own = path.absolute() == default_path().absolute()
    return say("hands", "command" if own else "command_db", hand="{hand}")


def _replays(
    con: duckdb.DuckDBPyConnection, listed: pl.DataFrame, played: Facts, names: ShownNames
) -> dict[str, Any]:
    """Return the block of the replays of all listed hands, whose rows are `played`."""
    keys = listed["hand_key"].unique(maintain_order=True).to_list()
    rows = {**played, "seats": names.rows(played["seats"])}
    problems = stored_problems(con, keys)
    if isinstance(names, Pseudonymous):  # the messages of problems name players
        for problem in chain.from_iterable(problems.values()):
            problem["text"] = CODES[problem["code"]].title
    wanted = _leading(listed, PRICED)
    return replay_block(
        rows,
        keys,
        stored_best_play(con, wanted),
        problems=problems,
        merged=several_views(con, keys),
        partly=len(wanted) < len(keys),
    )


def _leading(listed: pl.DataFrame, recent: int) -> list[int]:
    """Return the keys of the so many most recent hands, of those that leaks name, and of those with the largest results."""
    first = listed.with_row_index("place").filter(pl.col("first") | (pl.col("place") < recent))
    return first["hand_key"].unique(maintain_order=True).to_list()

"""Builds the block of replays of a page: the events, the seats and the prices of hands as plain columns.

`reports/hand_steps.js` reads one hand of them when it is opened. A column has a value for each event, or only for the
kinds of events that have one, in order; so a hand takes about 100 bytes of the page. Nothing here queries a database or
replays a hand, and the script only adds up chips: `replay_rows` gives the rows, the rules engine made them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import polars as pl

from badugi_hh.facts.words import WORD, WORDS
from badugi_hh.history.events import Section
from badugi_hh.history.money import SIGNS
from badugi_hh.store.verdicts import StepVerdict
from badugi_hh.wording.best_play import BestPlay, action_name, command_of
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.hand_steps import about, finish, hand_name, pot_name, tournament_win

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table, with at least the columns of `replay_rows.READ`."""

_BEGUN = {
    Section.DEALING: "0",
    Section.FIRST_DRAW: "1",
    Section.SECOND_DRAW: "2",
    Section.THIRD_DRAW: "3",
    Section.SHOW_DOWN: "4",
}
_LETTERS = {
    "Posted": "p",
    "Dealt": "d",
    "Discarded": "x",
    "StoodPat": "s",
    "Drew": "w",
    "Folded": "f",
    "Checked": "k",
    "Called": "c",
    "Bet": "b",
    "Raised": "r",
    "UncalledReturned": "u",
    "Showed": "h",
    "Mucked": "m",
    "Collected": "o",
    "CashedOut": "q",
    **dict.fromkeys(("Finished", "WonTournament", "DeckReshuffled", "BettingCapped"), "t"),
    **dict.fromkeys(("HandCancelled", "BreakSkipped", "BountyWon"), "t"),
}
"""The letter of each kind of event that the replayer shows; a capital one is all-in. A fold that shows cards is `g`."""
_AMOUNTS, _CARDS, _TEXTS = "pcbruoq", "dxwhg", "pot"
_ACTIONS, _DECIDED = "fgkcbr", "fgkcbrxs"
_NO_STEPS = "1234w"
_TOGETHER = 20_000
"""The hands whose events are joined together, so that a page of many hands takes less memory."""
_FOUR_CARDS = len("As 2c 3d 4h")
_FINISH = re.compile(r"place (\d+)(?:, (.+))?")
_SENTENCES = {
    "DeckReshuffled": "reshuffled",
    "BettingCapped": "capped",
    "HandCancelled": "cancelled",
    "BreakSkipped": "break_skipped",
}


def replay_block(
    facts: Facts,
    keys: Sequence[int],
    best: Mapping[int, BestPlay],
    *,
    problems: Mapping[int, list[dict[str, Any]]],
    merged: Collection[int] = (),
    partly: bool = False,
    stopped: bool = False,
) -> dict[str, Any]:
    """Return the columns of the hands of these keys, in their order; a key without rows is left out.

    `best` has what is said of the decisions of a hand, and `problems` its problems as from `replay_rows.problem_data`, by its key.
    `merged` are the keys of hands whose lines are those of several texts. `partly` says that not all hands were
    judged; `stopped` says that the replay did not reach the end. Amounts are cents or chips, equities are per mille, and cards are written without spaces.
    """
    stored = facts["hands"]["hand_key"]
    present = set(stored)
    order = pl.DataFrame(
        {"hand_key": [key for key in keys if key in present]}, schema={"hand_key": stored.dtype}
    )
    hands = order.with_row_index("hand").join(
        facts["hands"], on="hand_key", how="left", maintain_order="left"
    )
    numbered = hands.select("hand_key", "hand", "small_bet", "button")
    seats = numbered.join(facts["seats"], on="hand_key").sort("hand", "seat")
    seats = seats.with_columns(place=pl.int_range(pl.len()).over("hand"))
    known = _known(facts)
    parts = list(numbered.iter_slices(_TOGETHER)) or [numbered]  # a report may list no hand
    events = pl.concat(
        _events(part.join(facts["events"], on="hand_key").sort("hand", "n"), seats, facts, known)
        for part in parts
    )
    return {
        "keys": hands["hand_key"].to_list(),
        **_of_hands(hands, seats, events),
        **_of_seats(seats, events),
        **_of_events(events),
        "best": _best(events, best),
        "problems": {
            nth: problems[key] for nth, key in hands.select("hand", "hand_key").iter_rows() if key in problems
        },
        "merged": hands.filter(pl.col("hand_key").is_in(list(merged)))["hand"].to_list(),
        "partly": partly,
        "stopped": stopped,
        "values": _values(seats),
    }


def _of_hands(hands: pl.DataFrame, seats: pl.DataFrame, events: pl.DataFrame) -> dict[str, Any]:
    """Return the columns with a value for each hand."""
    units = hands.select("currency", "unit").unique(maintain_order=True).with_row_index("nth")
    rows = hands.join(units, on=("currency", "unit"), how="left", nulls_equal=True, maintain_order="left")
    counts = {
        name: hands.select("hand")
        .join(frame.group_by("hand").len(), on="hand", how="left", maintain_order="left")["len"]
        .fill_null(0)
        for name, frame in (("seats", seats), ("events", events))
    }
    return {
        "seat_counts": counts["seats"].to_list(),
        "event_counts": counts["events"].to_list(),
        "units": [_unit(currency, unit) for _, currency, unit in units.iter_rows()],
        "unit": rows["nth"].to_list(),
        "about": _coded(
            pl.Series([about(*row) for row in hands.select(_ABOUT).iter_rows()], dtype=pl.String)
        ),
        "big_bets": hands["big_bet"].to_list(),
        "rake": hands["rake"].to_list(),
        "cancelled": hands.filter("cancelled")["hand"].to_list(),
    }


_ABOUT = ("stakes", "betting", "tournament_id", "level", "table_name")


def _unit(currency: str | None, unit: str) -> dict[str, Any]:
    """Return what stands before and after an amount, as `formats.js` reads it."""
    sign = SIGNS.get(currency or "", "")
    return {"cents": unit == "cent", "before": sign, "after": f" {currency}" if currency and not sign else ""}


def _of_seats(seats: pl.DataFrame, events: pl.DataFrame) -> dict[str, Any]:
    """Return the columns with a value for each seat, by hand and number of the seat.

    `known` has a letter for each number of draws: how the cards are known, as `seats.known_0` has it, or `-`. `shown` are
    the cards that no event shows.
    """
    stages = range(4)
    how = [pl.col(f"known_{stage}").str.slice(0, 1).fill_null("-") for stage in stages]
    later = [
        pl.when(pl.col(f"known_{stage}").is_in(["shown", "back"])).then(f"hand_{stage}") for stage in stages
    ]
    seen = (
        events.filter(pl.col("letter").is_in(["h", "g"]))
        .group_by("hand", "place")
        .agg(pl.last("cards").alias("seen"))
    )
    rows = seats.select("hand", "place", known=pl.concat_str(how), held=pl.coalesce(*later)).join(
        seen, on=("hand", "place"), how="left", maintain_order="left"
    )
    shown = rows.select(pl.when(pl.col("held").ne_missing(pl.col("seen"))).then("held"))["held"]
    marks = seats.select(
        pl.when("hero").then(pl.lit("h")).otherwise(pl.lit(""))
        + pl.when(pl.col("seat") == pl.col("button")).then(pl.lit("b")).otherwise(pl.lit(""))
        + pl.when("dealt").then(pl.lit("")).otherwise(pl.lit("a"))
    ).to_series()
    return {
        "players": _coded(seats["player"]),
        "positions": _coded(seats["position"]),
        "marks": _coded(marks),
        "stacks": seats["stack"].to_list(),
        "known": _coded(rows["known"]),
        "shown": _packed(shown.fill_null("")),
        "value": seats.select(
            pl.concat_list(f"value_{stage}" for stage in stages).list.drop_nulls().explode()
        )
        .to_series()
        .drop_nulls()
        .to_list(),
    }


def _values(seats: pl.DataFrame) -> dict[int, str]:
    """Return the hands that occur in words, by their values."""
    found = {value for stage in range(4) for value in seats[f"value_{stage}"].drop_nulls().unique()}
    return {value: hand_name(value) for value in sorted(found)}


def steps_of(events: pl.DataFrame, wanted: Collection[tuple[int, int | None]]) -> dict[tuple[int, int], int]:
    """Return the number of the step, from 1, of some events; an event is given by the key of its hand and its number."""
    keys = _frame_of_events(wanted, events)
    steps = numbered_steps(events.filter(pl.col("hand_key").is_in(keys["hand_key"].implode())))
    return {(key, n): step for key, n, step in steps.join(keys, on=("hand_key", "n")).iter_rows()}


def numbered_steps(events: pl.DataFrame) -> pl.DataFrame:
    """Return the `step` of the replay, from 1, of each event that has one, by `hand_key` and `n`."""
    shown = _lettered(events.sort("hand_key", "n")).filter(~pl.col("letter").is_in(list(_NO_STEPS)))
    step = pl.int_range(pl.len()).over("hand_key") + 2  # the first one is the table
    return shown.select("hand_key", "n", step=step)


def _frame_of_events(numbers: Collection[tuple[int, int | None]], events: pl.DataFrame) -> pl.DataFrame:
    """Return keys of hands and numbers of events as a frame with the types of `events`, so that the two can be joined."""
    types = {name: events.schema[name] for name in ("hand_key", "n")}
    return pl.DataFrame(list(numbers), schema=types, orient="row")


def _lettered(events: pl.DataFrame) -> pl.DataFrame:
    """Return the events that a replayer shows, in the same order, with their letters; those of the summary are left out."""
    begun = pl.col("text").replace_strict(
        {str(section): sign for section, sign in _BEGUN.items()}, default=None
    )
    folded = pl.when(pl.col("cards").is_null()).then(pl.lit("f")).otherwise(pl.lit("g"))
    letter = (
        pl.when(pl.col("kind") == "SectionBegan")
        .then(begun)
        .when(pl.col("kind") == "Folded")
        .then(folded)
        .when((pl.col("kind") == "Showed") & (pl.col("cards").str.len_chars() < _FOUR_CARDS))
        .then(pl.lit("t"))
        .otherwise(pl.col("kind").replace_strict(_LETTERS, default=None))
    )
    shown = events.filter(pl.col("round").is_not_null()).with_columns(letter=letter)
    return shown.filter(pl.col("letter").is_not_null())


def _events(rows: pl.DataFrame, seats: pl.DataFrame, facts: Facts, known: pl.DataFrame) -> pl.DataFrame:
    """Return the events to show, each with its letter, its place among those of the hand, and what is known of it."""
    thrown = facts["draws"].select("hand_key", "n", "thrown", "kept")
    prices = facts["decisions"].select("hand_key", "n", "price", "pot_to_win")
    found = (
        _lettered(rows)
        .join(seats.select("hand", "seat", "place"), on=("hand", "seat"), how="left", maintain_order="left")
        .join(thrown, on=("hand_key", "n"), how="left", maintain_order="left")
        .join(prices, on=("hand_key", "n"), how="left", maintain_order="left")
        .join(known, on=("hand_key", "n"), how="left", maintain_order="left")
    )
    live = (
        pl.when((pl.col("letter") == "p") & (pl.col("text") == "ante"))
        .then(0)
        .when((pl.col("letter") == "p") & (pl.col("text") == "small & big blinds"))
        .then(pl.min_horizontal("amount", "small_bet"))
        .when((pl.col("letter") == "p") & (pl.col("text") == "small blind") & _big_blind_before())
        .then(0)
        .otherwise("amount")
    )
    return found.select(
        *("hand_key", "hand", "n", "line", "letter", "place", "all_in", "count", "price", "pot_to_win"),
        *("equity", "error", "word", "judge", "loss", "keep"),
        at=pl.int_range(pl.len()).over("hand"),
        cards=pl.when(pl.col("letter") == "x").then(pl.coalesce("thrown", "cards")).otherwise("cards"),
        amount=pl.when(pl.col("letter") == "r").then("raised_to").otherwise("amount"),
        by="amount",
        dead=pl.col("amount") - live,
        text=_texts(found),
    )


def _big_blind_before() -> pl.Expr:
    """Return whether a big blind was posted before an event of its hand; a small blind after it is dead."""
    big = (pl.col("letter") == "p") & (pl.col("text") == "big blind")
    return big.cum_sum().over("hand") > 0


def _known(facts: Facts) -> pl.DataFrame:
    """Return the shares of the pot of decisions and draws in per mille, and the verdicts on them.

    A verdict is the place of its word, the first letter of its judge, the loss in hundredths of a big bet, and the cards to keep.
    """
    mille = {
        name: (1000 * pl.col(name)).round().cast(pl.Int32)
        for name in ("equity", "kept_equity", "equity_error")
    }
    keys = ("hand_key", "n")
    equities = pl.concat(
        [
            facts["decision_prices"].select(*keys, equity=mille["equity"], error=mille["equity_error"]),
            facts["draw_prices"].select(*keys, equity=mille["kept_equity"], error=mille["equity_error"]),
        ]
    )
    words = {word: nth for nth, word in enumerate(WORDS)}
    verdicts = facts["losses"].select(
        *keys,
        "keep",
        judge=pl.col("judge").str.slice(0, 1),
        word=pl.sql_expr(WORD).replace_strict(words, return_dtype=pl.Int8),
        loss=(100 * pl.col("loss")).round().cast(pl.Int32),
    )
    return equities.join(verdicts, on=keys, how="full", coalesce=True)


def _texts(events: pl.DataFrame) -> pl.Expr:
    """Return the text of each event that has one: the post, the pot, or the sentence of a rare event."""
    pots = events.filter(pl.col("letter") == "o")["text"].unique().drop_nulls()
    rare = events.filter(pl.col("letter") == "t").select("kind", "text", "cards").unique()
    sentences = [_sentence(*row) for row in rare.iter_rows()]
    place = pl.concat_str("kind", "text", "cards", separator="\n", ignore_nulls=True)
    return (
        pl.when(pl.col("letter") == "p")
        .then(pl.col("text").replace(catalogue()["steps"]["blinds"]))
        .when(pl.col("letter") == "o")
        .then(pl.col("text").replace({pot: pot_name(pot) for pot in pots}))
        .when(pl.col("letter") == "t")
        .then(place.replace(dict(zip(rare.select(place).to_series(), sentences, strict=True))))
    )


def _sentence(kind: str, text: str | None, cards: str | None) -> str:
    """Return a rare event as a sentence, from the values of its row."""
    if kind in _SENTENCES:
        return say("steps", _SENTENCES[kind])
    if kind == "Showed":
        return say("steps", "shows", cards=cards)
    if kind == "WonTournament":
        return tournament_win(text)
    if kind == "Finished":
        place = _FINISH.fullmatch(text or "")
        return finish(*place.groups()) if place else finish(None, None)
    return text or ""


def _of_events(events: pl.DataFrame) -> dict[str, Any]:
    """Return the columns of the events: letters, seats and lines of all, and the values of some letters in order."""

    def of(letters: str, name: str) -> pl.Series:
        return events.filter(pl.col("letter").is_in(list(letters)))[name]

    capital = (
        pl.when(pl.col("all_in").fill_null(value=False))
        .then(pl.col("letter").str.to_uppercase())
        .otherwise("letter")
    )
    lines = events.select(pl.col("line").diff().over("hand").fill_null(pl.col("line")))["line"]
    deads = of("p", "dead")
    return {
        "letters": "".join(events.select(capital)["letter"]),
        "actors": "".join(events.select(pl.col("place").cast(pl.String).fill_null("-"))["place"]),
        "lines": lines.to_list(),
        "amounts": of(_AMOUNTS, "amount").to_list(),
        "by": of("r", "by").to_list(),
        "dead": deads.to_list() if (deads > 0).any() else [],
        "cards": _packed(of(_CARDS, "cards").fill_null("")),
        "drawn": of("x", "count").to_list(),
        "texts": _coded(of(_TEXTS, "text")),
        "prices": of(_ACTIONS, "price").fill_null(0).to_list(),
        "to_win": events.filter(pl.col("letter").is_in(list(_ACTIONS)) & (pl.col("price") > 0))[
            "pot_to_win"
        ].to_list(),
        "equities": of(_DECIDED, "equity").to_list(),
        "errors": of(_DECIDED, "error").to_list(),
        "verdicts": "".join(of(_DECIDED, "word").cast(pl.String).fill_null("-")),
        "judges": "".join(of(_DECIDED, "judge").fill_null("-")),
        "losses": events.filter(pl.col("letter").is_in(list(_DECIDED)) & (pl.col("word") > 0))[
            "loss"
        ].to_list(),
        "keeps": _packed(of("xs", "keep")),
    }


def _best(events: pl.DataFrame, best: Mapping[int, BestPlay]) -> dict[int, dict[str, Any]]:
    """Return what is said of the decisions of hands, by the places of a hand and of its event."""
    shown = events.filter(pl.col("hand_key").is_in(list(best)))
    found: dict[int, dict[str, Any]] = {
        hand: {"quiet": best[key].no_claim, "steps": {}}
        for key, hand in shown.select("hand_key", "hand").unique(maintain_order=True).iter_rows()
    }
    known = [(key, n) for key, play in best.items() for n in (*play.decisions, *play.unknown)]
    noted = _frame_of_events(known, shown)
    rows = shown.join(noted, on=("hand_key", "n"), how="semi", maintain_order="left")
    for key, hand, n, at in rows.select("hand_key", "hand", "n", "at").iter_rows():
        decision = best[key].decisions.get(n)
        notes = {"notes": best[key].notes(n)}
        found[hand]["steps"][at] = notes if decision is None else {**notes, **_mix(decision)}
    return found


def _mix(found: StepVerdict) -> dict[str, Any]:
    """Return of each option the name, the word, the share and the cost, what was done, and the error of its cost.

    Where a solver judges, also the spot, the line and the hand of the decision, and whether a command prints it.
    """
    mix = zip(found.actions, found.mix or (None,) * len(found.actions), found.cost, strict=True)
    said: dict[str, Any] = {
        "mix": [
            [name, action_name(found, name), None if share is None else round(share, 3), round(cost, 2)]
            for name, share, cost in mix
        ],
        "taken": found.taken,
        "error": round(found.error, 2),
    }
    if found.spot is not None:
        said["at"] = [found.spot, " ".join(found.line), found.class_name, command_of(found) is not None]
    return said


def _coded(column: pl.Series) -> dict[str, list[Any]]:
    """Return a column of texts as its different texts, and for each row the place of its text, -1 for none."""
    different = column.drop_nulls().unique(maintain_order=True)
    places = (
        column.replace_strict(
            different, pl.int_range(len(different), eager=True), default=-1, return_dtype=pl.Int32
        )
        if len(different)
        else pl.Series([-1] * len(column))
    )
    return {"texts": different.to_list(), "rows": places.to_list()}


def _packed(cards: pl.Series) -> list[str]:
    """Return cards without spaces."""
    return cards.str.replace_all(" ", "", literal=True).to_list()

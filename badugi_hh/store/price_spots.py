"""Turns the rows of hands into spots that can be priced: a known hand, its draws left, and the opponents' public draws.

Only what the player knew is used: the own cards, and how many cards each opponent in the hand drew. A row is no spot if
a fact is missing: the cards are unknown, an opponent's draw is, the deck could run out or has been shuffled again, or
opponents who have not acted yet may fold before the first draw, or are too many. Nothing here computes an equity.

What opponents have shown is one number of base 16, in which each of them adds 1 to a digit: 0 to 4 for the cards drawn at
the present draw, 5 to 9 for those at the draw before, of opponents who have not drawn yet, and 10 for neither.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl

from badugi_hh.engine.cards import RANKS, SUITS
from badugi_hh.engine.rules import ROOMS
from badugi_hh.odds.blockers import Indexes
from badugi_hh.odds.hand_prices import Flags, KeepSpots, changes
from badugi_hh.odds.opposition import Opponents, opponent
from badugi_hh.odds.states import Masks

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table, in the order of hands and events; of `events` at least those of reshuffles."""

DRAWS = 3
MOST_OPPONENTS = 5
"""More have no price: how much they depend on each other is known for pairs only."""
_BASE = 16
_BEFORE, _NEITHER = 5, 10
_HAND, _PLAYER = ["hand_key", "draw"], ["hand_key", "seat"]
_HANDS = [f"hand_{round_}" for round_ in range(DRAWS + 1)]
HELD = pl.coalesce([pl.when(pl.col("round") == round_).then(hand) for round_, hand in enumerate(_HANDS)])
"""The hand held in the round of a row, of the columns of `seats`."""
_LONGEST = len("As 2h 3d 4c ")


def shown_draws(facts: Facts) -> pl.DataFrame:
    """Return the draws with what was known before them.

    `shown` is what the opponents have shown, `shown_by_all` what all players show with this draw, and `own` the player's part
    of it. `gone` are the player's known discards before the draw, and `thrown_now` those at it, as masks. Draws that have
    these columns are returned as they are.
    """
    if "shown" in facts["draws"].columns:
        return facts["draws"]
    draws = facts["draws"]
    powers = np.power(_BASE, np.arange(_NEITHER + 1, dtype=np.uint64), dtype=np.uint64)
    own = powers[draws["drawn"].to_numpy()]
    earlier = powers[(draws["previous_drawn"] + _BEFORE).fill_null(_NEITHER).to_numpy()]
    thrown = masks_of(draws["thrown"])
    key, number, seat = (draws[name].to_numpy() for name in ("hand_key", "draw", "seat"))
    new = changes(key, number)
    of_draw, last = np.cumsum(new) - 1, np.append(new[1:], True)[: len(new)]
    by_now, earlier_by_now = sums_since(new, own), sums_since(new, earlier)
    order = np.lexsort((seat, key))
    another, gone = changes(key[order], seat[order])[1:], np.zeros_like(thrown)
    for _ in range(1, DRAWS):
        gone[order[1:]] = np.where(another, 0, (gone | thrown)[order[:-1]])
    return draws.with_columns(
        own=own,
        thrown_now=thrown,
        shown=by_now - own + earlier_by_now[last][of_draw] - earlier_by_now,
        shown_by_all=by_now[last][of_draw],
        gone=gone,
    )


def sums_since(new: Flags, values: Masks) -> Masks:
    """Return the sums of the values since the last row that is `new`, its own and that of each row included."""
    sums = np.cumsum(values)
    return np.asarray(sums - (sums - values)[new][np.cumsum(new) - 1])


def priced_spots(facts: Facts) -> tuple[pl.DataFrame, pl.DataFrame, KeepSpots]:
    """Return those of the draws and of the decisions that can be priced, and the spots of both in order.

    The decisions have the bets of their hand. The first places of `against` have one to `MOST_OPPONENTS` badugis.
    """
    draws = shown_draws(facts)
    rows = [_draws(draws), _decisions(facts, draws)]
    columns = ["hand_key", "n", "live", "held", "gone", "left", "number", "shown"]
    fit, spots = _spots(facts, pl.concat([frame.select(columns) for frame in rows]))
    return rows[0].filter(fit[: rows[0].height]), rows[1].filter(fit[rows[0].height :]), spots


def _draws(draws: pl.DataFrame) -> pl.DataFrame:
    known = pl.col("hand_before").is_not_null() & pl.col("kept").is_not_null() & pl.col("forced").is_null()
    return draws.filter(known).with_columns(
        held="hand_before", number="draw", left=DRAWS + 1 - pl.col("draw")
    )


def _decisions(facts: Facts, draws: pl.DataFrame) -> pl.DataFrame:
    fold, before = pl.col("action") == "fold", pl.col("round") == 0
    last = draws.select(
        *_PLAYER, "own", "shown_by_all", round="draw", gone=pl.col("gone") | pl.col("thrown_now")
    )
    rows = facts["decisions"].join(last, on=[*_PLAYER, "round"], how="left", maintain_order="left")
    own = rows["own"].fill_null(0).to_numpy()
    folds = np.where(rows.select(fold).to_series().to_numpy(), own, 0)
    new = changes(rows["hand_key"].to_numpy(), rows["round"].to_numpy())
    after_draw = pl.col("shown_by_all") - (sums_since(new, folds) + own - folds)
    rows = rows.with_columns(
        shown=pl.when(before)
        .then((pl.col("live") - 1).cast(pl.UInt64) * _BASE**_NEITHER)
        .otherwise(after_draw),
        gone=pl.when(before).then(0).otherwise("gone"),
        number=pl.max_horizontal("round", 1),
        left=DRAWS - pl.col("round"),
    ).filter(
        pl.col("knowledge").is_in(["dealt", "back"])
        & pl.col("forced").is_null()
        & pl.col("shown").is_not_null()
        & (pl.col("live") > 1)
        & (~before | (pl.col("behind") == 0) | (pl.col("live") == 2))
    )
    held = facts["seats"].select(*_PLAYER, *_HANDS)
    bets = facts["hands"].select("hand_key", "betting", "small_bet", "big_bet")
    rows = rows.join(held, on=_PLAYER, how="left", maintain_order="left")
    rows = rows.join(bets, on="hand_key", how="left", maintain_order="left")
    return rows.with_columns(held=HELD)


def reshuffles(facts: Facts) -> pl.DataFrame:
    """Return by hand the first event at which the deck was shuffled again, and its draw: `reshuffled`, `reshuffled_draw`."""
    events = facts["events"].filter(pl.col("kind") == "DeckReshuffled")
    return events.group_by("hand_key").agg(
        reshuffled=pl.col("n").min(), reshuffled_draw=pl.col("round").min()
    )


def _spots(facts: Facts, rows: pl.DataFrame) -> tuple[pl.Series, KeepSpots]:
    """Return which rows can be priced, because their opponents and the deck are known, and their spots."""
    burns = {name: DRAWS * room.burn for name, room in ROOMS.items()}
    rules = pl.col("rules").replace_strict(burns, default=None, return_dtype=pl.Int64)
    rows = rows.join(
        facts["hands"].select("hand_key", burnt=rules), on="hand_key", how="left", maintain_order="left"
    )
    rows = rows.join(reshuffles(facts), on="hand_key", how="left", maintain_order="left")
    shown, place = distinct(rows.select("shown", "number"))
    groups = [_opponents(digits, number) for digits, number in shown.iter_rows()]
    badugis = [(opponent(0, 1),) * number for number in range(1, MOST_OPPONENTS + 1)]
    against = list(dict.fromkeys([*badugis, *filter(None, groups)]))
    places = {group: number for number, group in enumerate(against)}
    of_opponents = pl.DataFrame(
        {
            "opponents": [places.get(group, 0) for group in groups],
            "known": [len(group) for group in groups],
            "cards": [sum(4 + drawn * left for drawn, left in group) for group in groups],
        },
    )[place]
    rows = rows.hstack(of_opponents)
    needed = 4 + pl.col("gone").bitwise_count_ones() + 3 * pl.col("left") + pl.col("cards") + pl.col("burnt")
    fit = (
        rows.select(
            (pl.col("known") == pl.col("live") - 1)
            & pl.col("known").is_between(1, MOST_OPPONENTS)
            & (pl.col("reshuffled").is_null() | (pl.col("n") < pl.col("reshuffled")))
            & (needed <= 52)
        )
        .to_series()
        .fill_null(value=False)
    )
    rows = rows.filter(fit)
    left, opponents = (rows[name].to_numpy().astype(np.intp) for name in ("left", "opponents"))
    return fit, KeepSpots(masks_of(rows["held"]), rows["gone"].to_numpy(), left, opponents, against)


def _opponents(shown: int, number: int) -> Opponents:
    """Return opponents by what they have shown at draw `number`, in one order for equal ones; nothing if a draw is not known."""
    draws = last_draws(shown, number)
    if number > 1 and any(drawn is None for drawn, _ in draws):
        return ()
    return tuple(sorted(opponent(drawn, left) for drawn, left in draws))


def last_draws(shown: int, number: int) -> list[tuple[int | None, int]]:
    """Return what opponents have shown at draw `number`: the cards of their last draw, if any, and the draws left with it."""
    draws: list[tuple[int | None, int]] = []
    for digit in range(_NEITHER + 1):
        drawn, earlier = (None, 0) if digit == _NEITHER else (digit % _BEFORE, digit // _BEFORE)
        draws += [(drawn, DRAWS + 1 - number + earlier)] * (shown // _BASE**digit % _BASE)
    return draws


def distinct(rows: pl.DataFrame) -> tuple[pl.DataFrame, Indexes]:
    """Return the distinct rows of a frame, and the place of each row among them."""
    distinct_rows = rows.unique(maintain_order=True)
    places = rows.join(
        distinct_rows.with_row_index("place"), on=rows.columns, how="left", maintain_order="left"
    )
    return distinct_rows, places["place"].to_numpy().astype(np.intp)


def masks_of(texts: pl.Series) -> Masks:
    """Return the mask of the cards named in each text, at most four; 0 for no text."""
    return np.asarray(np.bitwise_or.reduce(cards_in(texts), axis=1))


def cards_in(texts: pl.Series) -> Masks:
    """Return the mask of each card named in a text (row) by its place (column), 0 where there is none."""
    joined = texts.fill_null("").str.pad_end(_LONGEST).str.join("").item()
    letters = np.frombuffer(joined.encode(), np.uint8).reshape(-1, 4, 3)
    return np.asarray(_RANKS[letters[:, :, 0]] << _SUITS[letters[:, :, 1]])


_RANKS, _SUITS = np.zeros(128, np.uint64), np.zeros(128, np.uint64)
"""The mask of the ace of clubs and of each other club by the letter of its rank; the shift to another suit by its letter."""
_RANKS[[ord(rank) for rank in RANKS]] = np.left_shift(np.uint64(1), 4 * np.arange(13, dtype=np.uint64))
_SUITS[[ord(suit) for suit in SUITS]] = np.arange(4)

"""What each different line states, by its kind: amounts, cards, counts, and the columns of its event.

A marked line without a name recurs from hand to hand, so a batch of H hands has about 4 H different ones. The kind of a line
comes from the grammar, once for each template: the line with all its cards, amounts and values alike. That the line
itself has the form is then proved by the grammar's pattern, which also gives its groups.

Shapes: F different lines, in any order. Cards are numbers as in `badugi_hh.engine.cards`, -1 for none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import DESCRIPTIONS, Array, count_cards, names_of, read_cards, values
from badugi_hh.bulk.line_kinds import EVENTS, GROUPS, MARK, TEXTS, UNKNOWN, LineKind, kind_of, pattern_of
from badugi_hh.history.money import MAX_DIGITS, SIGNS

SIGN_OF = {"": 0} | {sign: number for number, sign in enumerate(SIGNS.values(), 1)}
"""The numbers of the signs that are read here, as `Forms.sign` has them; chips have 0."""

ANY_SIGN, WRONG = -1, -2
"""The sign of a line without an amount, and that of a line that is unproved."""

TAGS = ("", " (button)", " (small blind)", " (button) (small blind)", " (big blind)", " (button) (big blind)")
"""The tags of a summary line, by the sum of 1 for the button, 2 for the small and 4 for the big blind."""

POSTS = ("small blind", "big blind", "small & big blinds")
SMALL, BIG, BOTH = range(3)
"""What is posted, by its number in `Forms.count`."""

MOST_POTS = 10
"""The most pots of a hand: one for each player."""

_AMOUNT = rf"^([$€£₹]?)([0-9]{{1,{MAX_DIGITS}}})(?:\.([0-9]{{1,2}}))?$"
_PART = r"(?:Main|Side) pot(?:-[0-9]{1,2})? [^ ]+\."
_NAMES = sorted({name for names in GROUPS.values() for name in names if name})
_KIND = pl.col("kind")
_TALK = range(LineKind.SAID, LineKind.BREAK_SKIPPED)
_COUNTED = (LineKind.DISCARDS, LineKind.STANDS_PAT, LineKind.DEALT_DRAWN)
_MAYBE_ALL_IN = (LineKind.CALLS, LineKind.BETS, LineKind.RAISES, LineKind.POSTS)


@dataclass(slots=True)
class Forms:
    """The different lines. All [F]; `cards` is [F, 4], and `parts` [F, MOST_POTS] has the pots of a total, -1 for none.

    `other` is the total of a raise, or the rake. `count` is a number of cards or of draws, a number in `POSTS`, or that of a
    pot: 0 the only pot, 1 the main pot, 2 the only side pot, 3 and more the numbered ones. `sign` is that of all amounts. `events` has the columns of the event's row that the line alone gives, and `who`, the name in a line of talk
    without a mark. `place` is that of a line that ends a tournament for a player, -1 for none, and `prize`
    the text of what the player receives, NULL for nothing.
    """

    kind: Array
    sign: Array
    amount: Array
    other: Array
    count: Array
    all_in: Array
    disconnected: Array
    cards: Array
    tags: Array
    parts: Array
    place: Array
    prize: pl.Series
    events: pl.DataFrame


def read_forms(lines: pl.Series) -> Forms:
    """Read marked lines that are all different."""
    found = _match(lines)
    kind = found["kind"].to_numpy()
    wrong = kind == UNKNOWN
    amount, amount_sign = read_amounts(found["amount"])
    other, other_sign = read_amounts(found["other"])
    sign = np.where(amount_sign == ANY_SIGN, other_sign, amount_sign)
    wrong |= (
        (amount_sign == WRONG) | (other_sign == WRONG) | ((other_sign >= 0) & (other_sign != amount_sign))
    )
    cards, count = _read_cards(found, kind, wrong)
    one_card = ((found["count"] == "1") == (found["noun"] == "card")).fill_null(value=True).to_numpy()
    wrong |= ~one_card & (kind == LineKind.DISCARDS)
    wrong |= found["cashed_out"].is_not_null().to_numpy()
    tags = _find(found["tags"], TAGS)
    wrong |= (tags < 0) & (kind >= LineKind.SEAT_FOLDED_BEFORE) & (kind <= LineKind.SEAT_MUCKED)
    posts = _find(found["post"], POSTS)
    wrong |= (posts < 0) & (kind == LineKind.POSTS)
    count = np.where(
        kind == LineKind.POSTS, posts, np.where(kind == LineKind.COLLECTED, _number_pots(found["pot"]), count)
    )
    parts = _read_parts(found["parts"], sign, wrong)
    place = found["place"].cast(pl.Int32).fill_null(-1).to_numpy()
    wrong |= place == 0
    sign[wrong] = WRONG
    all_in = found["all_in"].is_not_null().to_numpy() | found["did_not_bet"].is_not_null().to_numpy()
    return Forms(
        kind,
        sign,
        amount,
        other,
        count.astype(np.int8),
        all_in,
        found["disconnected"].is_not_null().to_numpy(),
        cards,
        tags,
        parts,
        place,
        found["prize"],
        make_event_columns(found, amount, other, cards, count, all_in),
    )


def _match(lines: pl.Series) -> pl.DataFrame:
    """Return the kind of each line and its groups by name, NULL where it has none."""
    template = (
        lines.str.replace_all(r"\[[^\]]+\]", "[]")
        .str.replace_all(r"[$€£₹][0-9]+(?:\.[0-9]+)?|[0-9]{2,}", "0")
        .str.replace_all(r"(?:Badugi|[1-4]-card): [2-9TJQKA,]+", "value")
    )
    chat = lines.str.contains(' said, "', literal=True)
    template = pl.select(pl.when(chat).then(lines).otherwise(template)).to_series()
    different = template.unique().to_list()
    number = [
        int(LineKind[name]) if (name := kind_of(each)) in LineKind.__members__ else UNKNOWN
        for each in different
    ]
    kind = template.replace_strict(different, number, return_dtype=pl.Int8)
    all_lines = pl.DataFrame({"kind": kind, "text": lines}).with_row_index("form")
    parts = [
        _extract(of_kind, LineKind(number))
        for (number,), of_kind in all_lines.partition_by("kind", as_dict=True).items()
        if number != UNKNOWN
    ]
    schema = {"kind": pl.Int8, "form": pl.get_index_type(), **dict.fromkeys(_NAMES, pl.String)}
    found = pl.concat([pl.DataFrame(schema=schema), *pl.collect_all(parts)], how="diagonal")
    return (
        all_lines.select("form")
        .join(found, on="form", how="left", maintain_order="left")
        .with_columns(pl.col("kind").fill_null(UNKNOWN))
    )


def _extract(of_kind: pl.DataFrame, kind: LineKind) -> pl.LazyFrame:
    """Return the lines that have the form of a kind, with its groups."""
    names = GROUPS[kind]
    fields = ["whole", *(name or f"_{n}" for n, name in enumerate(names))]
    groups = pl.col("text").str.extract_groups(pattern_of(kind.name)).struct.rename_fields(fields)
    found = of_kind.lazy().select("form", "kind", groups=groups).unnest("groups")
    return found.filter(pl.col("whole").is_not_null()).select("form", "kind", *filter(None, names))


def read_amounts(texts: pl.Series) -> tuple[Array, Array]:
    """Return amounts in cents, or in chips, and the numbers of their signs; `ANY_SIGN` where there is no text."""
    groups = pl.col("text").str.extract_groups(_AMOUNT).struct.rename_fields(["sign", "whole", "cents"])
    parts = pl.DataFrame({"text": texts}).with_columns(groups=groups).unnest("groups")
    sign = pl.col("sign").replace_strict(list(SIGN_OF), list(SIGN_OF.values()), default=None)
    whole = pl.col("whole").cast(pl.Int64)
    cents = pl.col("cents").str.pad_end(2, "0").cast(pl.Int64).fill_null(0)
    wrong = pl.col("sign").is_null() | ((sign == 0) & pl.col("cents").is_not_null())
    found = parts.select(
        pl.when(sign > 0).then(whole * 100 + cents).otherwise(whole).fill_null(0),
        sign=pl.when(pl.col("text").is_null())
        .then(ANY_SIGN)
        .when(wrong)
        .then(WRONG)
        .otherwise(sign)
        .cast(pl.Int8),
    )
    amount, number = found.get_columns()
    return amount.to_numpy(), number.to_numpy().copy()


def _find(texts: pl.Series, known: tuple[str, ...]) -> Array:
    """Return the place of each text among the known ones, -1 for any other."""
    places = texts.replace_strict(list(known), list(range(len(known))), default=-1, return_dtype=pl.Int8)
    return places.fill_null(-1).to_numpy()


def _read_cards(found: pl.DataFrame, kind: Array, wrong: Array) -> tuple[Array, Array]:
    """Return the cards of each line, kept before drawn ones, and a count: of the cards drawn, else the one of the line.

    A line whose cards are no cards, or do not have the value that it states, is set to be wrong.
    """
    cards = np.full((len(kind), 4), -1, np.int8)
    count = found["count"].cast(pl.Int64).fill_null(-1).to_numpy().copy()
    count[(kind == LineKind.STANDS_PAT) | (kind == LineKind.SEAT_FOLDED_BEFORE)] = 0
    none_kept = (found["cards"] == "") & found["drawn"].is_not_null()
    named = (found["cards"].is_not_null() & ~none_kept.fill_null(value=False)).to_numpy()
    cards[named] = read_cards(found["cards"].filter(pl.Series(named)))
    many = count_cards(cards)
    drew = found["drawn"].is_not_null().to_numpy()
    drawn = read_cards(found["drawn"].filter(pl.Series(drew)))
    count[drew] = count_cards(drawn)
    wrong |= cards[:, 0] == -2
    wrong[drew] |= (drawn[:, 0] == -2) | (many[drew] + count[drew] != 4)
    place = np.arange(4)[None, :] - many[drew, None]
    cards[drew] = np.where(place < 0, cards[drew], np.take_along_axis(drawn, np.maximum(place, 0), axis=1))
    whole = named & np.isin(
        kind,
        (
            LineKind.DEALT,
            LineKind.STANDS_PAT,
            LineKind.SHOWS,
            LineKind.SEAT_WON,
            LineKind.SEAT_LOST,
            LineKind.SEAT_MUCKED,
        ),
    )
    wrong |= (
        (whole & (many != 4))
        | (named & (kind == LineKind.DISCARDS) & (many != count))
        | (named & (kind == LineKind.FOLDS))
    )
    wrong |= (kind == LineKind.DISCARDS) & ((count < 1) | (count > 4))
    stated = np.isin(kind, (LineKind.SHOWS, LineKind.SEAT_WON, LineKind.SEAT_LOST))
    held = cards[stated & ~wrong]
    due = pl.Series([*DESCRIPTIONS, ""]).gather(values(held) - 1)
    wrong[stated & ~wrong] |= (
        due != found["description"].filter(pl.Series(stated & ~wrong)).fill_null("")
    ).to_numpy()
    return np.maximum(cards, -1), count


def _number_pots(names: pl.Series) -> Array:
    numbered = names.str.extract("-([1-9][0-9]*)$", 1).cast(pl.Int64) + 2
    plain = names.replace_strict(
        ["pot", "main pot", "side pot"], [0, 1, 2], default=None, return_dtype=pl.Int64
    )
    return pl.select(pl.coalesce(plain, numbered, pl.lit(-1))).to_series().to_numpy()


def _read_parts(parts: pl.Series, sign: Array, wrong: Array) -> Array:
    """Return the amounts of the pots that a total names, in order; a total with a wrong part is set to be wrong."""
    amounts = np.full((len(parts), MOST_POTS), -1, np.int64)
    at = np.flatnonzero((parts.fill_null("") != "").to_numpy())
    if not len(at):
        return amounts
    each = parts.gather(at).str.extract_all(_PART)
    many = each.list.len().to_numpy()
    wrong[at[many > MOST_POTS]] = True
    for n in range(min(int(many.max()), MOST_POTS)):
        pot = each.list.get(n, null_on_oob=True)
        name, amount = pot.str.extract("^(.+) ", 1), pot.str.extract(r"^.+ (.+)\.$", 1)
        due = np.where(many == 2, "Side pot", f"Side pot-{n}") if n else np.full(len(at), "Main pot")
        value, of_sign = read_amounts(amount)
        here = many > n
        wrong[at] |= here & (
            (of_sign != sign[at]) | (name != pl.Series(due)).fill_null(value=True).to_numpy()
        )
        amounts[at[here], n] = value[here]
    return amounts


def make_event_columns(
    found: pl.DataFrame, amount: Array, other: Array, cards: Array, count: Array, all_in: Array
) -> pl.DataFrame:
    """Return `Forms.events` from the kind and the groups of each line, and its arrays as `Forms` has them."""
    drew = (found["kind"] == int(LineKind.DEALT_DRAWN)).to_numpy()
    kept = 4 - count.astype(np.int64)
    place = np.arange(4)[None, :]
    drawn = np.take_along_axis(cards, np.clip(place + kept[:, None], 0, 3), axis=1)
    drawn = np.where(place < count[:, None], drawn, -1)
    columns = found.with_columns(
        amount=pl.when(pl.col("amount").is_not_null()).then(pl.Series(amount)),
        other=pl.Series(other),
        cards=names_of(np.where(drew[:, None], drawn, cards)),
        kept=names_of(np.where(place < kept[:, None], cards, -1)).fill_null(""),
        count=pl.Series(count).cast(pl.Int8),
        all_in=pl.Series(all_in),
    )
    return columns.select(
        _choose(EVENTS).alias("kind"),
        "amount",
        _of([LineKind.RAISES], pl.col("other")).alias("raised_to"),
        "cards",
        _of(_COUNTED, pl.col("count")).alias("count"),
        _of(_MAYBE_ALL_IN, pl.col("all_in")).alias("all_in"),
        _text().alias("text"),
        _who().alias("who"),
    )


def _choose(texts: Mapping[LineKind, str]) -> pl.Expr:
    """Return the text of each kind, NULL for any other."""
    return _KIND.replace_strict(list(texts), list(texts.values()), default=None, return_dtype=pl.String)


def _of(kinds: Sequence[int], value: pl.Expr) -> pl.Expr:
    """Return a value of the lines of some kinds, NULL for any other."""
    return pl.when(_KIND.is_in([int(kind) for kind in kinds])).then(value)


def _text() -> pl.Expr:
    """Return the further text of an event."""
    begun = _choose(TEXTS)
    said = pl.col("who").str.extract(r'^.*? said, "(.*)$', 1)
    words = pl.coalesce(_of([LineKind.SAID], said), pl.col("words"))
    prize = pl.concat_str(pl.lit(", "), "prize").fill_null("")
    return pl.coalesce(
        _of(_TALK, pl.concat_str(begun, pl.lit(": "), words).str.strip_chars_end(": ")),
        _of([LineKind.DEALT_DRAWN], pl.concat_str(pl.lit("kept "), "kept").str.strip_chars()),
        _of([LineKind.SHOWS], pl.col("description")),
        _of([LineKind.POSTS], pl.col("post")),
        _of([LineKind.COLLECTED], pl.col("pot")),
        _of([LineKind.FINISHED], pl.concat_str(pl.lit("place "), pl.col("place").cast(pl.Int32), prize)),
        _of([LineKind.WINS_TOURNAMENT], pl.col("prize")),
        _of([LineKind.POT], pl.concat_str(pl.lit("rake "), "other")),
        begun,
    )


def _who() -> pl.Expr:
    """Return the name in a line of talk, NULL where it is marked."""
    said = pl.col("who").str.extract(r'^(.*?) said, "', 1)
    name = pl.coalesce(
        _of([LineKind.SAID], said),
        _of([LineKind.SITS_OUT], pl.col("who").str.strip_suffix(": ")),
        pl.col("who").str.strip_suffix(" "),
    )
    return pl.when(name != MARK).then(name)

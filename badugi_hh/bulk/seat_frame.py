"""The rows of `hands`, `seats` and `events`, as `badugi_hh.facts` has them.

Shapes: as in `play_steps`; N rows of seats, one for each seat line, in the order of the texts.
"""

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import Array, find_first, names_of, take
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.check_ends import Results
from badugi_hh.bulk.decision_frame import BettingArrays
from badugi_hh.bulk.hand_cards import DEALT, Cards
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.marked_lines import SUMMARY
from badugi_hh.bulk.play_steps import PlayedSteps
from badugi_hh.bulk.row_values import FORCED, NOT_FORCED, SOURCES, PlayerArrays, choose, numbers
from badugi_hh.engine.many_hands import BIT, NOBODY, NOTHING, ROUNDS, S
from badugi_hh.engine.values import size
from badugi_hh.facts.seat_rows import CLASSES

_CLASS_OF_VALUE = np.array([0, *(size(value) for value in range(1, 1093))], np.int8)
_CLASSES = ["", *(CLASSES[cards] for cards in (1, 2, 3, 4))]
_RESULTS = ("folded", "won uncontested", "won at showdown", "lost at showdown", "not dealt")
_FOLDED, _UNCONTESTED, _WON, _LOST, _NOT_DEALT = range(5)
_WORST_BADUGI = 715


def make_hands(batch: BatchLines, played: PlayedSteps, results: Results, rules: str) -> pl.DataFrame:
    """Return the rows of `hands`, in the order of the texts."""
    place = np.argsort(batch.order)
    key = batch.order[place]
    return batch.headers.columns[key].with_columns(
        hand_key=numbers(key, pl.Int32),
        players=numbers(played.table.players[place], pl.Int8),
        total_pot=pl.Series(results.total[place]),
        rake=pl.Series(results.rake[place]),
        rules=pl.lit(rules),
        cancelled=pl.lit(value=False),
        status=pl.lit("ok"),
    )


def make_seats(
    batch: BatchLines,
    played: PlayedSteps,
    cards: Cards,
    results: Results,
    players: PlayerArrays,
    betting: BettingArrays,
    forced: Array,
    out: Array,
) -> pl.DataFrame:
    """Return the rows of `seats`; `forced` is of each step, `out` of each seat line."""
    seats, table, hand = batch.seats, played.table, batch.seats.hand
    dealt = table.dealt
    place = np.minimum(table.place_of[seats.number, hand], S - 1).astype(np.int64)
    put_in, won = table.put_in[place, hand] * dealt, results.won[place, hand] * dealt
    in_pot = results.in_pot[place, hand] & dealt
    at_showdown = in_pot & results.at_showdown[hand]
    known = np.where(dealt[None, :, None], cards.known[:, place, hand], -1)
    source = np.where(dealt, cards.source[:, place, hand], -1)
    value = np.where(dealt, cards.value[:, place, hand], -1)
    drawn = [
        numbers(each, pl.Int8, none=NOTHING)
        for each in np.where(dealt, played.drawn[1:, place, hand], NOTHING)
    ]
    draw_line = pl.concat_str(*drawn, separator="-", ignore_nulls=True)
    drew = played.round[hand] > 0
    left = played.left[place, hand]
    forced_first, snowed = _find_first_draws(played, forced, cards)
    ended = np.where(at_showdown, np.where(won > 0, _WON, _LOST), np.where(in_pot, _UNCONTESTED, _FOLDED))
    rows = batch.order[hand]
    big = place == table.big_blind[hand]
    counts = {
        "rake_share": table.put_in,
        "rake_dealt": (np.arange(S)[:, None] < table.players).astype(np.int64),
        "rake_won": results.won,
    }
    hand_id = take(batch.headers.number, rows)
    return pl.DataFrame(
        {
            "hand_key": numbers(rows, pl.Int32),
            "site": pl.repeat("PokerStars", len(rows), eager=True),
            "hand_id": hand_id,
            "seat": seats.number,
            "player": seats.name,
            "hero": (cards.hero[hand] == place) & dealt,
            "stack": table.stack_of,
            "position": players.position(np.where(dealt, place, NOBODY), hand),
            "dealt": dealt,
            "sitting_out": out,
            "extra_blind": ((table.extra[hand] & BIT[place]) != 0) & dealt,
            "put_in": put_in,
            "won": won,
            "net": won - put_in,
            **{
                name: _share_rake(batch, table.number_of, results.rake, weights)[place, hand] * dealt
                for name, weights in counts.items()
            },
            "reach": results.reach[place, hand] * in_pot,
            **{f"hand_{stage}": names_of(known[stage]) for stage in range(4)},
            **{f"known_{stage}": choose(SOURCES, source[stage]) for stage in range(4)},
            **{f"value_{stage}": numbers(value[stage], pl.Int16, none=-1) for stage in range(4)},
            "starting_class": choose(_CLASSES, np.where(value[0] > 0, _CLASS_OF_VALUE[value[0]], -1)),
            "draw_line": pl.select(pl.when(drawn[0].is_not_null()).then(draw_line)).to_series(),
            **{f"drawn_{draw}": each for draw, each in enumerate(drawn, 1)},
            "forced_1": choose(FORCED, np.where(dealt, forced_first[place, hand], NOT_FORCED)),
            "snowed": numbers(np.where(dealt, snowed[place, hand], 0), pl.Int8, none=0),
            "walk": in_pot & ~betting.acted[place, hand] & big & ~drew,
            "decisions_0": numbers(betting.decisions[place, hand] * dealt, pl.Int16),
            "voluntary_0": numbers(betting.voluntary[place, hand] * dealt, pl.Int16),
            "raises_0": numbers(betting.raises[place, hand] * dealt, pl.Int16),
            "saw_draw": drew & dealt & (left != 0),
            "showdown": at_showdown,
            "result": choose(_RESULTS, np.where(dealt, ended, _NOT_DEALT)),
            "pots_shared": results.shared[place, hand] * dealt,
            "shown": cards.shown[place, hand] & dealt,
            **_make_finishes(batch),
        }
    ).with_columns(pl.col("pots_shared").cast(pl.Int8))


def _find_first_draws(played: PlayedSteps, forced: Array, cards: Cards) -> tuple[Array, Array]:
    """Return why each first draw was forced [S, H], and the first draw at which each player snowed [S, H], 0 for none."""
    steps, hands = played.steps, len(played.live)
    picked = np.flatnonzero((steps.kind == LineKind.DISCARDS) | (steps.kind == LineKind.STANDS_PAT))
    place, hand = np.minimum(steps.place[picked], S - 1).astype(np.int64), steps.hand[picked]
    number = steps.round[picked].astype(np.int64)
    why = np.full((S, hands), NOT_FORCED, np.int8)
    first = number == 0
    why[place[first], hand[first]] = forced[picked][first]
    snows = (steps.kind[picked] == LineKind.STANDS_PAT) & (forced[picked] == NOT_FORCED)
    snows &= (cards.source[number, place, hand] == DEALT) & (cards.value[number, place, hand] > _WORST_BADUGI)
    snowed = find_first((S, hands), (place[snows], hand[snows]), number[snows] + 1, ROUNDS)
    return why, np.where(snowed < ROUNDS, snowed, 0)


def _share_rake(batch: BatchLines, number_of: Array, rake: Array, weights: Array) -> Array:
    """Split the rake of each hand by weights [S, H] in whole units, by the largest remainder.

    The number of the hand decides between equal remainders, as in `badugi_hh.facts.seat_rows`.
    """
    total = weights.sum(axis=0)
    shares, rest = np.divmod(rake * weights, np.maximum(total, 1))
    left = np.where((rake > 0) & (total > 0), rake - shares.sum(axis=0), 0)
    hands = np.flatnonzero(left)
    numbers_here = np.where(number_of[:S, hands] > 0, number_of[:S, hands], 99).astype(np.int64)
    dealt = numbers_here < 99
    players = dealt.sum(axis=0)
    ids = take(batch.headers.number, batch.order[hands]).str.slice(-9).cast(pl.Int64).to_numpy()
    by_seat = np.argsort(np.argsort(numbers_here, axis=0), axis=0)
    turn = (by_seat - ids) % np.maximum(players, 1)
    key = np.where(dealt, turn - rest[:, hands] * 16, np.iinfo(np.int64).max)
    place = np.argsort(np.argsort(key, axis=0), axis=0)
    shares[:, hands] += (place < left[hands]) & dealt
    return np.where((rake > 0) & (total > 0), shares, 0)


def _make_finishes(batch: BatchLines) -> dict[str, pl.Series]:
    """Return the columns of places, prizes, bounties and rebuys."""
    seats, hands = batch.seats, batch.hands
    lines = batch.of(LineKind.FINISHED, LineKind.WINS_TOURNAMENT)
    place_of_line = np.where(
        batch.kind[lines] == LineKind.WINS_TOURNAMENT, 1, batch.forms.place[batch.form[lines]]
    )
    line_of = np.full((S + 1, hands), -1, np.int64)
    line_of[batch.lines.seat[lines], batch.lines.hand[lines]] = np.arange(len(lines))
    found = line_of[seats.number, seats.hand]
    some = found >= 0
    place = np.full(len(found), -1, np.int64)
    place[some] = place_of_line[found[some]]
    some &= place > 0
    prize = np.where(some & (place > 1), 0, -1)  # a place without a prize
    currencies: list[str | None] = [None] * len(found)
    for seat, money in zip(np.flatnonzero(some), batch.prizes(lines[found[some]]), strict=True):
        if money is not None:
            prize[seat] = -1 if money.amount is None else money.amount
            currencies[seat] = money.currency
    currency = pl.Series(currencies, dtype=pl.String)
    cash = ~batch.headers.tournament[seats.hand]
    rebought, entry = (_says(batch, kind) & ~cash for kind in (LineKind.REBUYS, LineKind.WINS_ENTRY))
    prize[entry] = -1  # of unknown value
    return {
        "place": numbers(place, pl.Int32, none=-1),
        "prize": numbers(prize, pl.Int64, none=-1),
        "prize_currency": currency.set(pl.Series(entry), None),
        "bounty_won": numbers(np.where(cash, -1, 0), pl.Int64, none=-1),
        "rebought": pl.Series(rebought).set(pl.Series(cash), None),
    }


def _says(batch: BatchLines, kind: LineKind) -> Array:
    """Return for each seat line whether a line of talk of this kind names its player."""
    lines = batch.of(kind)
    named = np.zeros((S + 1, batch.hands), bool)
    named[batch.lines.seat[lines], batch.lines.hand[lines]] = True
    found: Array = named[batch.seats.number, batch.seats.hand]
    return found


def make_events(batch: BatchLines) -> pl.DataFrame:
    """Return the rows of all hands: one for each line of an event."""
    lines, seats, hand = batch.lines, batch.seats, batch.lines.hand
    nobody = len(seats.name)
    name_of = np.full((S + 1, batch.hands), nobody, np.int64)
    name_of[seats.number, seats.hand] = np.arange(nobody)
    names = seats.name.extend_constant(None, 1)
    events = batch.forms.events[batch.form.astype(np.int64)]
    draws = np.clip(lines.section.astype(np.int64) - 1, 0, 3)
    return events.with_columns(text=_show_prizes(batch, events["text"])).select(
        "kind",
        "amount",
        "raised_to",
        "cards",
        "count",
        "all_in",
        "text",
        hand_key=numbers(batch.order[hand], pl.Int32),
        n=numbers(batch.n, pl.Int32),
        line=numbers(lines.number, pl.Int32),
        round=numbers(np.where(lines.section == SUMMARY, -1, draws), pl.Int8, none=-1),
        seat=numbers(lines.seat, pl.Int8, none=0),
        player=pl.coalesce(take(names, name_of[lines.seat, hand]), pl.col("who")),
    )


def _show_prizes(batch: BatchLines, texts: pl.Series) -> pl.Series:
    """Return the texts with the code of a prize whose sign would be taken for that of another currency."""
    lines = batch.of(LineKind.FINISHED, LineKind.WINS_TOURNAMENT)
    prizes = batch.prizes(lines)
    shown = [
        (line, text.removesuffix(prize.text) + prize.shown)
        for line, text, prize in zip(lines, texts.gather(lines), prizes, strict=True)
        if prize is not None and prize.shown != prize.text
    ]
    return texts.scatter([line for line, _ in shown], [text for _, text in shown]) if shown else texts

"""The end of each hand: pots, rake, who wins what, the showdown, and every line of the summary.

Whatever a line states otherwise than the table leaves the hand unproved.

Shapes: as in `play_steps`; P = 10 pots, the main pot first. Arrays by pot are [P, H] or [P, S, H]; most batches need few of them.
"""

from dataclasses import dataclass

import numpy as np

from badugi_hh.bulk.arrays import NO_VALUE, Array, find_first, find_last
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.forms import MOST_POTS
from badugi_hh.bulk.hand_cards import Cards, final_values
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.marked_lines import SHOW_DOWN, SUMMARY
from badugi_hh.bulk.play_steps import PlayedSteps
from badugi_hh.engine.many_hands import BIT, COUNT, NOBODY, OVER, SHOWDOWN, S

_NEVER = 1 << 40
"""A line after all others."""


@dataclass(slots=True)
class Results:
    """The ends of hands.

    `total` and `rake` [H]; `won`, `shared` (pots won together with others) and `reach` (the sum of the pots that a player can
    win) [S, H]; `in_pot` [S, H] are the players who have not folded, and `at_showdown` [H] the hands with a showdown.
    """

    total: Array
    rake: Array
    won: Array
    shared: Array
    reach: Array
    in_pot: Array
    at_showdown: Array


@dataclass(slots=True)
class _Pots:
    """The pots: `count` [H], `amount` [P, H] and `member` [P, S, H], of the `many` pots that the hand with most has."""

    many: int
    count: Array
    amount: Array
    member: Array


def check_results(batch: BatchLines, played: PlayedSteps, cards: Cards) -> Results:
    """Return the results of all hands, and note every line that contradicts them."""
    in_pot = (played.live & BIT[:S, None]) != 0
    at_showdown = played.phase == SHOWDOWN
    pots = _build_pots(played, in_pot)
    total, rake, net = _check_totals(batch, played, pots)
    won, first_collected, shared = _check_winners(batch, played, cards, pots, net)
    _check_showdown(batch, played, pots, first_collected)
    _check_sections(batch, played)
    _check_summary(batch, played, cards, won.sum(axis=0), in_pot)
    _check_cap_lines(batch, played)
    reach = (pots.amount[:, None, :] * pots.member).sum(axis=0)
    return Results(total, rake, won.sum(axis=0), shared, reach, in_pot, at_showdown)


def _build_pots(played: PlayedSteps, in_pot: Array) -> _Pots:
    """Return the main pot and the side pots, as `badugi_hh.engine.state` builds them."""
    hands = len(played.live)
    counted = played.table.put_in - played.table.dead
    at_most = np.where(in_pot, counted, -1).max(axis=0)
    amounts: list[Array] = []
    members: list[Array] = []
    below = np.zeros(hands, np.int64)
    count = np.zeros(hands, np.int64)
    while True:
        level = np.where(in_pot & (counted > below), counted, _NEVER).min(axis=0)
        more = (level < _NEVER) & (level <= at_most)
        if not more.any() or len(amounts) == MOST_POTS:
            break
        level = np.where(more, level, below)
        amount = (np.minimum(counted, level) - np.minimum(counted, below)).sum(axis=0)
        # A folded player's chips above every live player's are in the last pot, dead blinds in the main pot.
        over = np.where(level == at_most, np.maximum(counted - level, 0).sum(axis=0), 0)
        amounts.append(
            np.where(more, amount + over, 0) + (played.table.dead.sum(axis=0) if not amounts else 0)
        )
        members.append(in_pot & (counted >= level) & more)
        count += more
        below = level
    many = len(amounts)
    amount = np.array(amounts, np.int64).reshape(many, hands)
    return _Pots(many, count, amount, np.array(members, bool).reshape(many, S, hands))


def _check_totals(batch: BatchLines, played: PlayedSteps, pots: _Pots) -> tuple[Array, Array, Array]:
    """Return the total pot and the rake of each hand, and the amount of each pot after the rake [P, H]."""
    unproved, hands = batch.unproved, batch.hands
    lines = batch.of(LineKind.POT)
    hand, form = batch.lines.hand[lines], batch.form[lines]
    unproved.add(np.bincount(hand, minlength=hands) != 1)
    total, rake = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    total[hand], rake[hand] = batch.forms.amount[form], batch.forms.other[form]
    parts = np.full((MOST_POTS, hands), -1, np.int64)
    parts[:, hand] = batch.forms.parts[form].T
    summary = batch.of(*range(LineKind.SEAT_FOLDED_BEFORE, LineKind.SEAT_MUCKED + 1))
    first_seat = find_first(hands, batch.lines.hand[summary], summary, _NEVER)
    unproved.add(hand[lines > first_seat[hand]])
    unproved.add((total != played.pot) | (pots.count == 0))
    drew = (played.drawn >= 0).any(axis=(0, 1))
    unproved.add((rake > 0) & (batch.headers.tournament | ~drew | (rake * 10 > total)))
    named = (parts >= 0).sum(axis=0)
    unproved.add(named != np.where(pots.count > 1, pots.count, 0))
    net = np.zeros((max(pots.many, 1), hands), np.int64)
    net[0] = total - rake
    several = pots.count > 1
    for pot in range(pots.many):
        net[pot] = np.where(several, np.maximum(parts[pot], 0), net[pot])
        unproved.add(several & (net[pot] > pots.amount[pot]))
    unproved.add(several & (total - net.sum(axis=0) != rake))
    return total, rake, net


def _check_winners(
    batch: BatchLines, played: PlayedSteps, cards: Cards, pots: _Pots, net: Array
) -> tuple[Array, Array, Array]:
    """Return what each player won of each pot [P, S, H], the first line that takes a pot [P, H], and the pots shared."""
    unproved, hands = batch.unproved, batch.hands
    many = max(pots.many, 1)
    lines = batch.of(LineKind.COLLECTED)
    hand = batch.lines.hand[lines]
    place = played.table.place_of[batch.lines.seat[lines], hand]
    name = batch.forms.count[batch.form[lines]].astype(np.int64)
    count = pots.count[hand]
    pot = np.select([name == 0, name == 1, name == 2], [0, 0, 1], name - 2)
    due = np.select([name == 0, name == 1, name == 2], [count == 1, count > 1, count == 2], count > 2)
    fine = due & (pot >= 0) & (pot < count) & (place != NOBODY)
    unproved.add(hand[~fine])
    lines, hand, place, pot = lines[fine], hand[fine], place[fine].astype(np.int64), pot[fine]
    won, times = np.zeros((many, S, hands), np.int64), np.zeros((many, S, hands), np.int8)
    np.add.at(won, (pot, place, hand), batch.amount(lines))
    np.add.at(times, (pot, place, hand), 1)
    first = find_first((many, hands), (pot, hand), lines, _NEVER)
    value = final_values(cards, played)
    shared = np.zeros((S, hands), np.int8)
    for n in range(pots.many):
        wins, member, exists = times[n] > 0, pots.member[n], pots.amount[n] > 0
        unproved.add((times[n] > 1).any(axis=0) | (wins & ~member).any(axis=0))
        unproved.add(exists & ((won[n].sum(axis=0) != net[n]) | ~wins.any(axis=0)))
        least = np.where(wins, won[n], _NEVER).min(axis=0)
        unproved.add(exists & (won[n].max(axis=0) - least > 1))
        known = np.where(member, value, NO_VALUE)
        best = known.min(axis=0)
        worse = (wins & (known != best) & (known != NO_VALUE)).any(axis=0)
        hidden = (wins & (known == NO_VALUE)).any(axis=0)
        missed = (member & (known == best) & ~wins).any(axis=0)
        unproved.add((best != NO_VALUE) & (worse | (missed & ~hidden)))
        shared += wins & (wins.sum(axis=0) > 1)
    return won, first, shared


def _check_showdown(batch: BatchLines, played: PlayedSteps, pots: _Pots, first_collected: Array) -> None:
    """Check who shows or mucks, how often, in which order, and before which pot."""
    unproved, hands = batch.unproved, batch.hands
    lines = batch.of(LineKind.SHOWS, LineKind.MUCKS, LineKind.NO_SHOW)
    hand, kind = batch.lines.hand[lines], batch.kind[lines]
    place = np.minimum(played.table.place_of[batch.lines.seat[lines], hand], S - 1).astype(np.int64)
    at_showdown = played.phase == SHOWDOWN
    unproved.add(hand[(played.live[hand] & BIT[place]) == 0])
    unproved.add(hand[kind == np.where(at_showdown[hand], LineKind.NO_SHOW, LineKind.MUCKS)])
    line_of = np.full((S, hands), -1, np.int64)
    line_of[place, hand] = lines
    shows = np.bincount(hand, minlength=hands)
    unproved.add((shows != (line_of >= 0).sum(axis=0)) | (at_showdown & (shows != COUNT[played.live])))
    first = first_collected.min(axis=0)
    unproved.add(hand[(kind == LineKind.NO_SHOW) & (lines < first[hand])])
    # The players of the last pot show first, in each pot from the last bettor on.
    last_pot = np.zeros((S, hands), np.int64)
    for n in range(pots.many):
        last_pot = np.where(pots.member[n], n, last_pot)
        late = pots.member[n] & (line_of > first_collected[n])
        unproved.add(at_showdown & late.any(axis=0))
    start = np.maximum(played.aggressor[played.round, np.arange(batch.hands)], 0)
    start = np.where(played.live & BIT[start], start, 0)
    turn = (np.arange(S)[:, None] - start) % S - S * last_pot
    shown = line_of >= 0
    key = np.where(shown, line_of, _NEVER)
    order = np.argsort(key, axis=0, kind="stable")
    in_order = np.take_along_axis(np.where(shown, turn, _NEVER), order, axis=0)
    unproved.add(at_showdown & (np.diff(in_order, axis=0) < 0).any(axis=0))


def _check_sections(batch: BatchLines, played: PlayedSteps) -> None:
    """Check the marker lines, and that the pot is decided after the last step."""
    unproved, section = batch.unproved, batch.lines.section
    at_showdown = played.phase == SHOWDOWN
    before = np.flatnonzero(section != SUMMARY)
    last = find_last(batch.hands, batch.lines.hand[before], section[before])
    unproved.add(last != np.where(at_showdown, SHOW_DOWN, played.round + 1))
    unproved.add(~at_showdown & (played.phase != OVER))
    last_step = find_last(batch.hands, played.steps.hand, played.steps.line)
    end = batch.of(LineKind.SHOWS, LineKind.MUCKS, LineKind.NO_SHOW, LineKind.COLLECTED)
    hand = batch.lines.hand[end]
    early = (end < last_step[hand]) | (at_showdown[hand] & (section[end] != SHOW_DOWN))
    unproved.add(hand[early])
    collected = batch.of(LineKind.COLLECTED)
    last_collected = find_last(batch.hands, batch.lines.hand[collected], collected)
    finished = batch.of(LineKind.FINISHED)
    hand = batch.lines.hand[finished]
    unproved.add(hand[finished < last_collected[hand]])
    ended = batch.of(LineKind.FINISHED, LineKind.WINS_TOURNAMENT)
    hand = batch.lines.hand[ended]
    unproved.add(hand[~batch.headers.tournament[hand]])
    key = hand * (S + 1) + batch.lines.seat[ended]
    _, places, times = np.unique(key, return_inverse=True, return_counts=True)
    unproved.add(hand[times[places] > 1])
    winners = batch.lines.hand[batch.of(LineKind.WINS_TOURNAMENT)]
    unproved.add(np.bincount(winners, minlength=batch.hands) > 1)


def _check_summary(batch: BatchLines, played: PlayedSteps, cards: Cards, won: Array, in_pot: Array) -> None:
    """Check the lines of the seats: one for each player in order, with the tags, the outcome and the amount that are due."""
    unproved, table = batch.unproved, played.table
    lines = batch.of(*range(LineKind.SEAT_FOLDED_BEFORE, LineKind.SEAT_MUCKED + 1))
    hand, seat, kind = batch.lines.hand[lines], batch.lines.seat[lines], batch.kind[lines]
    form = batch.form[lines]
    place = table.place_of[seat, hand]
    unproved.add(np.bincount(hand, minlength=batch.hands) != table.players)
    unproved.add(hand[place == NOBODY])
    unproved.add(hand[1:][(np.diff(hand) == 0) & (np.diff(seat) <= 0)])
    place = np.minimum(place, S - 1).astype(np.int64)
    tags = 1 * (seat == batch.headers.button[hand])
    tags = tags + 2 * (place == table.small_blind[hand]) + 4 * (place == table.big_blind[hand])
    unproved.add(hand[tags != batch.forms.tags[form]])
    left, amount = played.left[place, hand], won[place, hand]
    by_line, at_showdown = cards.by_line[place, hand], played.phase[hand] == SHOWDOWN
    before = kind == LineKind.SEAT_FOLDED_BEFORE
    no_chips = (left == 0) & (table.put_in[place, hand] == 0)
    folded = (before & (left == 0) & (batch.forms.all_in[form] == no_chips)) | (
        (kind == LineKind.SEAT_FOLDED) & (left == batch.forms.count[form])
    )
    stated = batch.forms.amount[form]
    uncontested = ((kind == LineKind.SEAT_COLLECTED) & (stated == amount)) | (
        (kind == LineKind.SEAT_MUCKED) & by_line
    )
    lost = kind == np.where(by_line, LineKind.SEAT_LOST, LineKind.SEAT_MUCKED)
    contested = np.where(amount > 0, (kind == LineKind.SEAT_WON) & (stated == amount), lost)
    due = np.where(in_pot[place, hand], np.where(at_showdown, contested, uncontested), folded)
    unproved.add(hand[~due])


def _check_cap_lines(batch: BatchLines, played: PlayedSteps) -> None:
    """Check that each line that calls the betting capped follows the last bet, but for table talk."""
    lines = batch.of(LineKind.CAPPED)
    if not len(lines):
        return
    quiet = np.where(batch.kind < LineKind.SAID, np.arange(len(batch.kind)), 0)
    above = np.maximum.accumulate(quiet)[lines - 1]
    steps = played.steps
    at = np.minimum(np.searchsorted(steps.line, above), len(steps.line) - 1)
    up = (steps.kind[at] == LineKind.BETS) | (steps.kind[at] == LineKind.RAISES)
    follows = (steps.line[at] == above) & up & (steps.capped[at] != 0)
    batch.unproved.add(batch.lines.hand[lines[~follows]])

"""Compares the hands of one table: stacks, the button, missing hands, the small blind, and whose cards they have.

These problems belong to the table: they do not make a hand invalid. Stacks and button are compared between two
consecutive hands. Where the hero has left the table for a while, or sits at another table of the tournament, the next
hand is compared with none. Other games lie between two Badugi hands of a mix, and each Zoom hand has its own table.
The small blinds of all hands of a table at the same stakes are compared, but not those before a pause with those after it,
because the site can have changed its blinds meanwhile. In a hand without the
cards of anybody, the hero of the hands before and after it in the file must not be playing.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, pairwise

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.engine.seating import clockwise
from badugi_hh.history.events import Hand, Posted, SectionBegan, Stakes, Talk, Talked
from badugi_hh.history.money import write_amount
from badugi_hh.problems import Code, Part, Place, Problem
from badugi_hh.replay.records import Replay
from badugi_hh.replay.stakes import posted_small_blind

PAUSE = timedelta(minutes=10)
"""A longer time between two hands of a cash table is a pause: what was dealt meanwhile is unknown."""


Group = tuple[str, str, str | None]
"""A site, a table or tournament, and whose view it is, None for that of an observer."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A player in one hand: the seat, its line in the file, and the chips before and after."""

    seat: int
    line: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TableHand:
    """What one hand states about its table.

    `alone` marks a hand that no other hand of the file can follow directly. `small_post` is a small blind of fixed limit that
    was posted in full, 0 without one. `moved` are the players who came, left or
    bought chips around it. `paused` marks a hand in which the hero sat out or left. `big_blind` and `hero` are seats,
    `hero_posts` is what the hero paid before the deal. `undealt` are the players of a hand without a hero who were dealt
    in and did not sit out, and `deal_line` is the line above that of the hero's cards. `digest` is equal for hands with
    the same lines below the header.
    """

    id: str
    at: datetime
    place: Place
    table: str
    cash: bool
    alone: bool
    stakes: Stakes
    small_post: int
    post_line: int
    button: int
    button_line: int
    dead_button: bool
    small_blind: int | None
    big_blind: int | None
    hero: int | None
    hero_posts: frozenset[Post]
    stays: dict[str, Stay]
    moved: frozenset[str]
    paused: bool
    undealt: frozenset[str]
    deal_line: int
    digest: int

    def amount(self, amount: int) -> str:
        """Return an amount as the text of the hand has it."""
        return write_amount(amount, self.stakes.sign if self.cash else "")


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What the comparison of hands needs of one hand; `hand` is None if the hand can only lie between two others.

    Hands are compared within a group: those of one table, or tournament, from the view of one player.
    """

    id: str
    group: Group = ("", "", None)
    hand: TableHand | None = None


def read_entry(replay: Replay, place: Place) -> TableEntry:
    """Return the entry of a hand that begins at `place`; a hand with an error can only lie between two others."""
    if not replay.ok or replay.cancelled:
        return TableEntry(replay.hand.id)
    stacks = {
        seat.seat: seat.stack - result.put_in + result.won
        for seat in replay.hand.seats
        if (result := replay.results.get(seat.seat)) is not None
    }
    table = replay.table
    blinds = (table.small_blind, table.big_blind) if table else (None, None)
    return make_entry(replay.hand, place, stacks, blinds, dead_button=replay.rules.dead_button)


def make_entry(
    hand: Hand,
    place: Place,
    stacks: Mapping[int, int],
    blinds: tuple[int | None, int | None],
    *,
    dead_button: bool,
) -> TableEntry:
    """Return the entry of a hand without an error.

    Args:
        hand: the hand as parsed.
        place: file and first line of the hand.
        stacks: the chips at the end, by the seat of each player who was dealt in.
        blinds: the seats of the small and the big blind, None where nobody posted it.
        dead_button: the rule of the room.
    """
    if hand.moment.utc is None:
        return TableEntry(hand.id)
    where = hand.tournament.id if hand.tournament else hand.table
    small_blind, big_blind = blinds
    hero = hand.hero
    talk = [event for event in hand.events if isinstance(event, Talked)]
    moving = {Talk.JOINED, Talk.LEFT, Talk.REMOVED, Talk.REBOUGHT, Talk.ADDED}
    away = {event.player for event in talk if event.kind in {Talk.SITS_OUT, Talk.SITTING_OUT, Talk.LEFT}}
    sections = hand.of(SectionBegan)
    post = posted_small_blind(hand) if hand.stakes.betting is Betting.FIXED else None
    table_hand = TableHand(
        id=hand.id,
        at=hand.moment.utc,
        place=place,
        table=hand.table,
        cash=hand.tournament is None,
        alone=hand.mix is not None or "Zoom" in hand.kind,
        stakes=hand.stakes,
        small_post=post.amount if post else 0,
        post_line=place.line + (post.line if post else 1) - 1,
        button=hand.button,
        button_line=place.line + hand.button_line - 1,
        dead_button=dead_button,
        small_blind=small_blind,
        big_blind=big_blind,
        hero=next((seat.seat for seat in hand.seats if seat.player == hero), None),
        hero_posts=frozenset(event.post for event in hand.of(Posted) if event.player == hero),
        stays={
            seat.player: Stay(seat.seat, place.line + seat.line - 1, seat.stack, stacks[seat.seat])
            for seat in hand.seats
            if seat.seat in stacks
        },
        moved=frozenset(event.player for event in talk if event.kind in moving),
        paused=hero in away,
        undealt=frozenset(
            seat.player
            for seat in hand.seats
            if hero is None and seat.dealt and not seat.sitting_out and seat.player not in away
        ),
        deal_line=place.line + (sections[0].line if sections else 1) - 1,
        digest=hash(
            (hand.button, hand.seats, tuple(event for event in hand.events if not isinstance(event, Talked)))
        ),
    )
    return TableEntry(hand.id, (hand.site, where, hero), table_hand)


@dataclass(slots=True)
class TableContinuity:
    """Checks the hands of all tables; add them in any order, then call `check`."""

    _hands: dict[Group, list[TableHand]] = field(default_factory=dict)
    _left_out: list[tuple[int, str]] = field(default_factory=list)
    _last: str = ""  # the number of the hand that was added last
    _above_unnumbered: set[str] = field(default_factory=set)

    def add(self, entry: TableEntry | None) -> None:
        """Add a hand, or the number of one that cannot be compared and can be between two others.

        None is a hand without a number, which is below the hand that was added last.
        """
        if entry is None:
            self._above_unnumbered.add(self._last)
            return
        self._last = entry.id
        if entry.hand is None:
            self._left_out.append(_order(entry.id))
            return
        self._hands.setdefault(entry.group, []).append(entry.hand)

    def check(self) -> list[Problem]:
        """Return the problems between the hands of each table, by file and line, in whatever order they were added.

        The numbers of a site increase, so they give the order of hands, even in the repeated hour of the clock change.
        """
        problems: list[Problem] = []
        views: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for (site, where, _), hands in self._hands.items():
            views[site, where] += [_order(hand.id) for hand in hands]
        left_out = sorted(self._left_out)
        for (site, where, _), hands in self._hands.items():
            # Hands of the table from the view of another player, or of none.
            others = views[site, where] if len(views[site, where]) > len(hands) else []
            between = sorted({*others} - {_order(hand.id) for hand in hands})
            in_order = sorted(hands, key=lambda hand: _order(hand.id))
            for before, after in pairwise(in_order):
                first, second = _order(before.id), _order(after.id)
                gap = before.id in self._above_unnumbered or any(
                    bisect_right(numbers, first) < bisect_left(numbers, second)
                    for numbers in (left_out, between)
                )
                if first != second and not gap and _follows(before, after):
                    problems += _compare(before, after)
        problems += _find_undealt(self._hands)
        problems += _compare_blinds(self._hands)
        return sorted(problems, key=lambda problem: (problem.place.file, problem.place.line))


def _order(number: str) -> tuple[int, str]:
    """Return a key that sorts hand numbers by size, however many digits they have."""
    digits = number.lstrip("0")
    return len(digits), digits


def _follows(before: TableHand, after: TableHand) -> bool:
    """Return whether the second hand can follow the first directly at one table."""
    if before.table != after.table or before.paused or after.paused or before.alone or after.alone:
        return False
    return not before.cash or timedelta(0) <= after.at - before.at <= PAUSE


def _came_back(before: TableHand, after: TableHand) -> bool:
    """Return whether the hero posts like a returning player: both blinds, a dead blind, or a big blind out of turn.

    With two players at the table neither can be away while hands are dealt.
    """
    dead = Post.SMALL_BLIND in after.hero_posts and after.small_blind != after.hero
    if dead or Post.BOTH_BLINDS in after.hero_posts:
        return True
    two = before.stays.keys() == after.stays.keys() and len(after.stays) == 2
    if Post.BIG_BLIND not in after.hero_posts or before.big_blind is None or two:
        return False
    return clockwise([stay.seat for stay in after.stays.values()], before.big_blind)[0] != after.hero


def _compare(before: TableHand, after: TableHand) -> Iterator[Problem]:
    between = f"between #{before.id} and #{after.id}"
    if before.digest == after.digest:
        what = f"#{after.id} repeats #{before.id} in every line below the header"
        yield _problem(codes.REPEATED, after, after.place.line, what)
        return
    if after.cash and _came_back(before, after):
        return
    wrong = list(_lost_chips(before, after))
    if wrong:
        player, due, found = wrong[0]
        others = f", and {len(wrong) - 1} more do not carry over" if len(wrong) > 1 else ""
        yield _problem(
            codes.CHIPS_LOST,
            after,
            after.stays[player].line,
            f"hand missing {between}, or a stack is wrong: the chips of {player} changed{others}",
            expected=after.amount(due),
            found=after.amount(found),
            part=Part.AMOUNT,
        )
    if skipped := _skipped(before, after):
        yield _problem(
            codes.BUTTON_SKIPPED,
            after,
            after.button_line,
            f"hand missing {between}, or the button is wrong: it has passed {skipped}",
            expected=f"seat {before.stays[skipped].seat}",
            found=f"seat {after.button}",
            part=Part.BUTTON,
        )


def _lost_chips(before: TableHand, after: TableHand) -> Iterator[tuple[str, int, int]]:
    """Yield each player whose stack is not what the hand before left, with the expected and the found stack.

    At a cash table chips can be bought between two hands, so only a smaller stack is wrong there. A player who lost all
    chips has bought new ones if they are dealt in again.
    """
    for player, stay in before.stays.items():
        now = after.stays.get(player)
        if now is None or now.seat != stay.seat or not stay.after or player in before.moved | after.moved:
            continue
        bought = after.cash and now.before > stay.after
        if now.before != stay.after and not bought:
            yield player, stay.after, now.before


def _skipped(before: TableHand, after: TableHand) -> str | None:
    """Return a player of both hands whom the button has passed between them, or None.

    With a dead button, and where two players become more or more become two, the blinds decide where the button goes.
    They can belong to empty seats, which a history does not show, so such hands are not compared.
    """
    two = min(len(before.stays), len(after.stays)) == 2
    if after.dead_button or (two and before.stays.keys() != after.stays.keys()):
        return None
    for player, stay in before.stays.items():
        if player in before.moved | after.moved:
            continue
        now = after.stays.get(player)
        stayed = now is not None and now.seat == stay.seat and stay.after > 0
        if stayed and _is_between(before.button, stay.seat, after.button):
            return player
    return None


def _is_between(first: int, seat: int, last: int) -> bool:
    """Return whether a seat is passed clockwise from `first` to `last`; a full turn where both are one seat."""
    if seat in {first, last}:
        return False
    return first < seat < last if first < last else seat > first or seat < last


def _find_undealt(groups: Mapping[Group, Sequence[TableHand]]) -> Iterator[Problem]:
    """Yield a problem for each hand without a hero in which the hero of the hands around it in the file is playing."""
    with_cards: defaultdict[tuple[str, str, str], list[tuple[tuple[int, str], str, TableHand]]] = defaultdict(
        list
    )
    for (site, where, hero), hands in groups.items():
        if hero is not None:
            for hand in hands:
                with_cards[hand.place.file, site, where].append((_order(hand.id), hero, hand))
    for placed in with_cards.values():
        placed.sort(key=lambda entry: entry[0])
    for (site, where, hero), hands in groups.items():
        for hand in hands if hero is None else ():
            others = with_cards.get((hand.place.file, site, where), [])
            at = bisect_left(others, _order(hand.id), key=lambda entry: entry[0])
            if any(other.id == hand.id for _, _, other in others[at : at + 1]):  # another view of the hand
                continue
            around = [other for other in others[max(at - 1, 0) : at + 1] if _is_near(hand, other[2])]
            heroes = {name for _, name, _ in around}
            if len(heroes) == 1 and heroes <= hand.undealt:
                (name,) = heroes
                numbers = " and ".join(f"#{other.id}" for _, _, other in around)
                what = f"the cards of {name} are missing, which this file has in {numbers}"
                yield _problem(codes.NOT_DEALT, hand, hand.deal_line, what, expected=f"Dealt to {name} […]")


def _is_near(hand: TableHand, other: TableHand) -> bool:
    """Return whether another hand is of the same table, and at a cash table not before or after a pause."""
    return hand.table == other.table and (not hand.cash or abs(hand.at - other.at) <= PAUSE)


def _problem(
    code: Code,
    hand: TableHand,
    line: int,
    message: str,
    *,
    expected: str | None = None,
    found: str | None = None,
    part: Part | None = None,
) -> Problem:
    return Problem(code, Place(hand.place.file, line), message, hand.id, expected, found, part=part)


def _compare_blinds(groups: Mapping[Group, Sequence[TableHand]]) -> Iterator[Problem]:
    """Yield a problem for each hand with another small blind than most hands of its table, or tournament, and stakes.

    Of two amounts in equally many hands the first one counts. Views of one hand count once.
    """
    runs: dict[tuple[str, str, bool, Stakes], list[list[TableHand]]] = {}
    placed = [(group, hand) for group, hands in groups.items() for hand in hands if hand.small_post]
    for (site, where, _), hand in sorted(placed, key=lambda each: _order(each[1].id)):
        here = runs.setdefault((site, where, hand.cash, hand.stakes), [])
        if not here or (hand.cash and not timedelta(0) <= hand.at - here[-1][-1].at <= PAUSE):
            here.append([])
        here[-1].append(hand)
    for run in chain.from_iterable(runs.values()):
        counts = Counter(amount for _, amount in dict.fromkeys((hand.id, hand.small_post) for hand in run))
        ((most, _),) = counts.most_common(1)
        first = next(hand.id for hand in run if hand.small_post == most)
        for hand in run:
            if hand.small_post != most:
                yield _problem(
                    codes.BLINDS_DIFFER,
                    hand,
                    hand.post_line,
                    f"the small blind of this table was another in #{first}, at the same stakes",
                    expected=hand.amount(most),
                    found=hand.amount(hand.small_post),
                    part=Part.AMOUNT,
                )

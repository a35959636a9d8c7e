"""A session at a cash table: people sit down, wait for their blind, run out of chips, buy in again and leave."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from badugi_hh.engine.rules import Post
from badugi_hh.engine.seating import Seating, clockwise, next_seating, seating
from badugi_hh.history.events import Hand, Layout, Stakes, Talk, Talked
from badugi_hh.simulate.games import CashGame
from badugi_hh.simulate.play import Seated, Setting, play
from badugi_hh.simulate.styles import Player
from badugi_hh.simulate.world import World

_SHORT_BUY_INS = 0.3  # share of buy-ins of one to five big bets, so that all-ins happen
_LEAVES, _ARRIVES, _RETURNS = 0.012, 0.12, 0.3  # per hand
_MISSED = (Post.BIG_BLIND, Post.SMALL_BLIND, Post.BOTH_BLINDS)  # by whoever sat out


@dataclass(slots=True)
class _Guest:
    """Somebody at the table: `owes` what he must post to be dealt in again, `away` while he sits out."""

    player: Player
    stack: int
    owes: Post | None = None
    away: bool = False


@dataclass(slots=True)
class _CashTable:
    game: CashGame
    world: World
    guests: dict[int, _Guest] = field(default_factory=dict)
    button: int = 0  # before the first hand
    where: Seating | None = None
    before: list[Talked] = field(default_factory=list)
    after: list[Talked] = field(default_factory=list)


def cash_session(game: CashGame, world: World) -> Iterator[Hand]:
    """Yield hand after hand of a cash table where the hero sits, without end."""
    table = _CashTable(game, world)
    _open_table(table)
    while True:
        yield _play_hand(table)


def _open_table(table: _CashTable) -> None:
    world = table.world
    seats = world.chance.sample(range(1, table.game.seats + 1), table.game.players)
    others = world.chance.sample(world.pool, table.game.players - 1)
    for seat, player in zip(seats, (world.hero, *others), strict=True):
        table.guests[seat] = _Guest(player, _buy_in(table))
    table.button = world.chance.pick(seats)


def _buy_in(table: _CashTable) -> int:
    chance = table.world.chance
    few = chance.happens(_SHORT_BUY_INS)
    bets = chance.between(2, 10) if few else chance.between(16, 70)
    return bets * table.game.high // 2


def _play_hand(table: _CashTable) -> Hand:
    game, world = table.game, table.world
    _move_guests(table)
    dealt_in, entering = _seat_guests(table)
    where = table.where or seating(dealt_in, table.button)
    table.button = where.button
    rules = game.rules(world.room)
    title = Hand(
        site="PokerStars",
        id=world.next_hand_id(),
        kind="Hand",
        game="Badugi",
        stakes=Stakes(rules.betting, game.low, game.high, game.currency),
        moment=world.moment(game.zone),
        table=game.table,
        button=where.button,
        seats=(),
        events=(),
        max_seats=game.seats,
        layout=Layout(newline="\r\n"),
    )
    seated = [
        Seated(
            seat,
            table.guests[seat].player,
            table.guests[seat].stack,
            owes=table.guests[seat].owes if seat in entering else None,
        )
        for seat in dealt_in
    ]
    before, after = tuple(table.before), tuple(table.after)
    setting = Setting(title, rules, where, world.hero.name, rake=game.rake, before=before, after=after)
    played = play(setting, seated, world.chance)
    for seat, chips in played.stacks.items():
        guest = table.guests[seat]
        guest.stack, guest.owes, guest.away = chips, None, guest.player.name in played.absent
    world.pass_time(15 + 3 * len(played.hand.events) + world.chance.below(20))
    return played.hand


def _move_guests(table: _CashTable) -> None:
    """Let people leave, buy in again, come back and sit down before a hand; the hero stays and is there."""
    world, guests, chance = table.world, table.guests, table.world.chance
    table.before, table.after = [], []
    for seat, guest in sorted(guests.items()):
        is_hero = guest.player is world.hero
        if guest.away and (is_hero or chance.happens(_RETURNS)):
            guest.owes, guest.away = None if is_hero else chance.pick(_MISSED), False
        broke = guest.stack == 0
        if not is_hero and len(guests) > 2 and chance.happens(0.3 if broke else _LEAVES):
            del guests[seat]
            table.after.append(Talked(guest.player.name, Talk.LEFT, "leaves the table"))
        elif broke or (guest.stack < table.game.high and chance.happens(0.3)):
            guest.stack += _buy_in(table)
    free = [seat for seat in range(1, table.game.seats + 1) if seat not in guests]
    if free and len(guests) < table.game.players and (len(guests) < 2 or chance.happens(_ARRIVES)):
        _seat_newcomer(table, chance.pick(free))


def _seat_newcomer(table: _CashTable, seat: int) -> None:
    world = table.world
    here = {guest.player.name for guest in table.guests.values()}
    others = [player for player in world.pool if player.name not in here]
    if not others:
        return
    player = world.chance.pick(others)
    table.guests[seat] = _Guest(player, _buy_in(table), owes=Post.BIG_BLIND)
    table.after.append(Talked(player.name, Talk.JOINED, f"joins the table at seat #{seat}"))


def _seat_guests(table: _CashTable) -> tuple[list[int], set[int]]:
    """Move the button and return who is dealt in, and who among them posts to enter.

    Who enters waits while he would have the button or the small blind, or the button would pass him.
    """
    guests = table.guests
    joined = {event.player for event in table.after if event.kind is Talk.JOINED}
    ready = [seat for seat, guest in guests.items() if guest.player.name not in joined]
    regular = {seat for seat in ready if guests[seat].owes is None and not guests[seat].away}
    if len(regular) < 2:
        for seat in guests:
            guests[seat].owes, guests[seat].away = None, False
        table.after = [event for event in table.after if event.kind is not Talk.JOINED]
        regular, ready = set(guests), list(guests)
    entering = {seat for seat in ready if guests[seat].owes is not None}
    early = _move_button(table, regular, entering)
    for seat in sorted(early):
        text = "will be allowed to play after the button"
        table.before.append(Talked(guests[seat].player.name, Talk.ALLOWED_AFTER_BUTTON, text))
    away = [seat for seat in ready if guests[seat].away]
    table.before += [Talked(guests[seat].player.name, Talk.SITS_OUT, "sits out") for seat in sorted(away)]
    return sorted(regular | entering - early), entering - early


def _move_button(table: _CashTable, regular: set[int], entering: set[int]) -> set[int]:
    """Move button and blinds as the room does; return who of those entering must wait for them to pass."""
    room, before = table.world.room, table.where
    if room.dead_button and before is not None:
        where = next_seating(room, regular | entering, before)
        order = clockwise(regular | entering, where.button)
        early = entering & {where.button, *order[: order.index(where.big_blind)]}
        table.where = next_seating(room, regular | entering - early, before)
        return early
    order = clockwise(regular | entering, table.button)
    button, small_blind = [seat for seat in order if seat in regular][:2]
    early = entering & set(order[: order.index(small_blind)])
    table.where = seating(regular | entering - early, button)
    return early

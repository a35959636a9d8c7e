"""A session at a cash table: players sit down, wait for their blind, lose their chips, buy in again and leave."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from badugi_hh.engine.rules import Post
from badugi_hh.engine.seating import Seating, clockwise, next_seating, seating
from badugi_hh.history.events import Hand, Stakes, Talk, Talked
from badugi_hh.simulate.games import CashGame
from badugi_hh.simulate.play import Deal, Seated
from badugi_hh.simulate.world import World

_SHORT_BUY_INS = 0.3  # share of buy-ins of one to five big bets, which lead to all-ins
_LEAVES, _ARRIVES, _RETURNS = 0.012, 0.12, 0.3  # probabilities per hand
_MISSED = (Post.BIG_BLIND, Post.SMALL_BLIND, Post.BOTH_BLINDS)  # owed by players who sat out


@dataclass(slots=True)
class _CashTable:
    game: CashGame
    world: World
    occupants: dict[int, Seated] = field(default_factory=dict)
    button: int = 0  # before the first hand
    where: Seating | None = None
    before: list[Talked] = field(default_factory=list)
    after: list[Talked] = field(default_factory=list)


def cash_session(game: CashGame, world: World) -> Iterator[Hand]:
    """Yield the hands of a cash table where the hero sits; the iterator has no end."""
    table = _CashTable(game, world)
    _fill_table(table)
    while True:
        yield _play_hand(table)


def _fill_table(table: _CashTable) -> None:
    world = table.world
    seats = world.chance.sample(range(1, table.game.seats + 1), table.game.players)
    others = world.chance.sample(world.pool, table.game.players - 1)
    for seat, player in zip(seats, (world.hero, *others), strict=True):
        table.occupants[seat] = Seated(player, _buy_in(table))
    table.button = world.chance.pick(seats)


def _buy_in(table: _CashTable) -> int:
    chance = table.world.chance
    few = chance.happens(_SHORT_BUY_INS)
    bets = chance.between(2, 10) if few else chance.between(16, 70)
    return bets * table.game.high // 2


def _play_hand(table: _CashTable) -> Hand:
    game, world = table.game, table.world
    _move_players(table)
    dealt_in = _seat_players(table)
    where = table.where or seating(dealt_in, table.button)
    table.button = where.button
    rules = game.rules(world.room)
    stakes = Stakes(rules.betting, game.low, game.high, game.currency)
    title = world.title(stakes, game.zone, game.table, where.button, game.seats)
    seated = {seat: table.occupants[seat] for seat in dealt_in}
    return Deal(
        title, rules, where, seated, world, rake=game.rake, before=table.before, after=table.after
    ).play()


def _move_players(table: _CashTable) -> None:
    """Let players leave, buy in again, return and sit down before a hand; the hero never leaves or sits out."""
    world, occupants, chance = table.world, table.occupants, table.world.chance
    table.before, table.after = [], []
    for seat, occupant in sorted(occupants.items()):
        is_hero = occupant.player is world.hero
        if occupant.away and (is_hero or chance.happens(_RETURNS)):
            occupant.owes, occupant.away = None if is_hero else chance.pick(_MISSED), False
        broke = occupant.stack == 0
        if not is_hero and len(occupants) > 2 and chance.happens(0.3 if broke else _LEAVES):
            del occupants[seat]
            table.after.append(Talked(occupant.player.name, Talk.LEFT, "leaves the table"))
        elif broke or (occupant.stack < table.game.high and chance.happens(0.3)):
            occupant.stack += _buy_in(table)
    free = [seat for seat in range(1, table.game.seats + 1) if seat not in occupants]
    if free and len(occupants) < table.game.players and (len(occupants) < 2 or chance.happens(_ARRIVES)):
        _seat_new_player(table, chance.pick(free))


def _seat_new_player(table: _CashTable, seat: int) -> None:
    world = table.world
    here = {occupant.player.name for occupant in table.occupants.values()}
    others = [player for player in world.pool if player.name not in here]
    if not others:
        return
    player = world.chance.pick(others)
    table.occupants[seat] = Seated(player, _buy_in(table), owes=Post.BIG_BLIND)
    table.after.append(Talked(player.name, Talk.JOINED, f"joins the table at seat #{seat}"))


def _seat_players(table: _CashTable) -> list[int]:
    """Move the button; return the seats dealt in, those that post to enter among them.

    A player who enters waits while they would have the button or the small blind, or while the button would pass
    them.
    """
    occupants = table.occupants
    joined = {event.player for event in table.after if event.kind is Talk.JOINED}
    ready = [seat for seat, occupant in occupants.items() if occupant.player.name not in joined]
    regular = {seat for seat in ready if occupants[seat].owes is None and not occupants[seat].away}
    if len(regular) < 2:
        for seat in occupants:
            occupants[seat].owes, occupants[seat].away = None, False
        table.after = [event for event in table.after if event.kind is not Talk.JOINED]
        regular, ready = set(occupants), list(occupants)
    entering = {seat for seat in ready if occupants[seat].owes is not None}
    early = _move_button(table, regular, entering)
    for seat in sorted(early):
        text = "will be allowed to play after the button"
        table.before.append(Talked(occupants[seat].player.name, Talk.ALLOWED_AFTER_BUTTON, text))
    away = [seat for seat in ready if occupants[seat].away]
    table.before += [Talked(occupants[seat].player.name, Talk.SITS_OUT, "sits out") for seat in sorted(away)]
    return sorted(regular | entering - early)


def _move_button(table: _CashTable, regular: set[int], entering: set[int]) -> set[int]:
    """Move button and blinds by the room's rule; return the entering seats that must wait until they have passed."""
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

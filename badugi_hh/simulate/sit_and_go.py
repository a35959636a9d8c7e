"""A one-table tournament, from the first hand until the hero is eliminated or wins."""

from collections.abc import Iterator
from dataclasses import dataclass

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.seating import Seating, next_seating, seating
from badugi_hh.history.events import Hand, Stakes, Tournament
from badugi_hh.simulate.games import ROMAN, SitAndGo, table_size
from badugi_hh.simulate.payout import Standing
from badugi_hh.simulate.play import HandSetup, Seated, SimulatedHand, play
from badugi_hh.simulate.styles import StyledPlayer
from badugi_hh.simulate.world import World

_RETURNS = 0.4  # probability per hand, for an absent player


@dataclass(slots=True)
class _Entrant:
    player: StyledPlayer
    stack: int
    absent: bool = False


def tournament_session(game: SitAndGo, world: World) -> Iterator[Hand]:
    """Yield the hands of one tournament, until the hero is eliminated or wins."""
    chance = world.chance
    number = str(700_000_000 + chance.below(90_000_000))
    players = [world.hero, *chance.sample(world.pool, game.seats - 1)]
    chance.shuffle(players)
    entrants = {seat: _Entrant(player, game.stack) for seat, player in enumerate(players, 1)}
    where = seating(entrants, chance.between(1, game.seats))
    hands = 0
    while len(entrants) > 1 and any(entrant.player is world.hero for entrant in entrants.values()):
        if hands:
            where = next_seating(world.room, entrants, where)
        level = hands // game.hands_per_level
        _return_absent(entrants, world, game.rules(world.room, level).big_blind)
        played = _play_hand(game, world, entrants, number=number, where=where, level=level)
        hands += 1
        for seat, chips in played.stacks.items():
            entrants[seat].stack, entrants[seat].absent = chips, entrants[seat].player.name in played.absent
            if not chips:
                del entrants[seat]
        yield played.hand


def _return_absent(entrants: dict[int, _Entrant], world: World, big_blind: int) -> None:
    """Let absent players return; a player whose next blinds could put them all-in always returns."""
    for entrant in entrants.values():
        due_back = entrant.player is world.hero or entrant.stack <= 2 * big_blind
        if entrant.absent and (due_back or world.chance.happens(_RETURNS)):
            entrant.absent = False


def _play_hand(
    game: SitAndGo, world: World, entrants: dict[int, _Entrant], *, number: str, where: Seating, level: int
) -> SimulatedHand:
    rules = game.rules(world.room, level)
    fixed = game.betting is Betting.FIXED
    stakes = (
        (rules.betting, rules.small_bet, rules.big_bet)
        if fixed
        else (rules.betting, rules.small_blind, rules.big_blind)
    )
    title = Hand(
        site="PokerStars",
        id=world.next_hand_id(),
        kind="Hand",
        game="Badugi",
        stakes=Stakes(*stakes),
        moment=world.moment(game.zone),
        table=f"{number} 1",
        button=where.button,
        seats=(),
        events=(),
        tournament=Tournament(
            id=number,
            level=ROMAN[min(level, len(ROMAN) - 1)],
            buy_in=f"{dollars(game.buy_in)}+{dollars(game.fee)} USD",
            match_round="Match Round I" if game.seats == 2 else None,
        ),
        max_seats=table_size(game.seats),
    )
    seated = [
        Seated(seat, entrant.player, entrant.stack, absent=entrant.absent)
        for seat, entrant in sorted(entrants.items())
    ]
    standing = Standing(len(entrants), tuple(dollars(prize) for prize in game.prizes))
    played = play(
        HandSetup(title, rules, where, world.hero.name, standing=standing, open_cards=world.open_cards),
        seated,
        world.chance,
    )
    world.pass_time(15 + 3 * len(played.hand.events) + world.chance.below(20))
    return played


def dollars(cents: int) -> str:
    """Return an amount as buy-ins and prizes are written, always with cents: `$2.00`."""
    return f"${cents // 100}.{cents % 100:02d}"

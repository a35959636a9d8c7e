"""Heads-up hands played by the engine: its rules, its cards, its values and its pots, and not the solver's.

A hand is dealt from a row of 22 cards, four for each player and seven more for each to draw from.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from numpy.random import Generator

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.state import share
from badugi_hh.engine.table import Phase, Table
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.decide import BettingAction, PlayerState, decide_action, decide_discards
from badugi_hh.simulate.styles import Style
from badugi_hh.solve.game import Game
from badugi_hh.solve.solved_table import SolvedTable

RULES = replace(POKERSTARS, small_blind=1, big_blind=2, small_bet=2, big_bet=4)
"""Amounts are half small bets, as in the games of `solve`; a big bet is 4."""
OPENER, BIG_BLIND = 1, 3


@dataclass(slots=True)
class HandInPlay:
    """A hand at the engine's table: the line so far, and the cards of both players."""

    table: Table
    line: list[str] = field(default_factory=list)
    held: dict[int, Cards] = field(default_factory=dict)
    states: dict[int, PlayerState] = field(default_factory=dict)


Decide = Callable[[HandInPlay, int], str]
"""Returns the word of the action of a seat: `raise`, `call`, or the number of cards to draw."""


def play(game: Game, cards: list[int], exchanged: int, decide: dict[int, Decide]) -> float:
    """Return what the opener wins in `heads-up`, `sb-bb` or a game with a dead small blind, in half small bets.

    In the last two a third player is dealt in and folds. Their cards do not matter, so they are not known.
    """
    folds = 2 if game.dead else {"heads-up": None, "sb-bb": 4}[game.name]
    stacks = dict.fromkeys([OPENER, BIG_BLIND, *([folds] if folds else [])], 1000)
    table = Table(replace(RULES, cap=game.cap), stacks, button=folds if game.name == "sb-bb" else OPENER)
    table.post(folds if game.dead else OPENER, Post.SMALL_BLIND, 1)
    table.post(BIG_BLIND, Post.BIG_BLIND, 2)
    hand = HandInPlay(table)
    stubs = {}
    for player, seat in enumerate((OPENER, BIG_BLIND)):
        place = player ^ exchanged
        hand.held[seat] = tuple(cards[4 * place : 4 * place + 4])
        stubs[seat] = cards[8 + 7 * place : 15 + 7 * place]
    table.deal(dict(hand.held))
    while table.phase in {Phase.BETTING, Phase.DRAWING} and table.actor is not None:
        seat = table.actor
        if seat not in hand.held:
            table.fold(seat)
            continue
        word = decide[seat](hand, seat)
        hand.line.append(word)
        act(hand, seat, word, stubs[seat])
    table.return_uncalled()
    won = 0
    for pot in table.pots():
        best = min(values.value(hand.held[seat]) for seat in pot.seats) if len(pot.seats) > 1 else None
        winners = [seat for seat in pot.seats if best is None or values.value(hand.held[seat]) == best]
        shares = share(2 * pot.amount, winners)  # half a unit in a split pot
        won += shares.get(OPENER, 0)
    return won / 2 - table.put_in[OPENER]


def act(hand: HandInPlay, seat: int, word: str, stub: list[int]) -> None:
    """Pass an action to the table; cards are drawn from the stub of the player, which gets shorter."""
    table = hand.table
    if table.phase is Phase.DRAWING:
        count = int(word)
        thrown = discards(hand.held[seat], count)
        drawn = tuple(stub[:count])
        del stub[:count]
        table.draw(seat, count, thrown, drawn)
        kept = iter(drawn)
        hand.held[seat] = tuple(next(kept) if card in thrown else card for card in hand.held[seat])
        return
    match word:
        case "fold":
            table.fold(seat)
        case "check":
            table.check(seat)
        case "call":
            table.call(seat)
        case _:
            bounds = table.bet_bounds(seat)
            assert bounds is not None
            assert bounds[0] == bounds[1]
            table.bet_to(seat, bounds[0])


def discards(held: Cards, count: int) -> Cards:
    """The cards that do not count, the highest first, and then the highest of those that do; of a pair the lower suit counts."""
    subsets = (tuple(card for place, card in enumerate(held) if bits >> place & 1) for bits in range(1, 16))
    counting = [subset for subset in subsets if len(values.best_subset(subset)) == len(subset)]
    best = min(counting, key=lambda subset: (values.value(subset), sorted(subset)))
    order = sorted(held, key=lambda card: (card not in best, card), reverse=True)
    return tuple(order[:count])


def plays_line(words: list[str]) -> Decide:
    """A player who takes the actions of a line."""
    return lambda hand, _seat: words[len(hand.line)]


def plays_table(table: SolvedTable, random: Generator) -> Decide:
    """A player of a table; where it ends they check and call, and draw the cards that do not count."""

    def decide(hand: HandInPlay, seat: int) -> str:
        engine, held = hand.table, hand.held[seat]
        node = table.lines.get(" ".join(hand.line))
        if node is not None:
            state = table.game.after(table.game.root, " ".join(hand.line))
            shares = table.mixes(node)[:, values.value(held) - 1].astype(float)
            return table.game.moves(state)[random.choice(len(shares), p=shares / shares.sum())][0]
        if engine.phase is Phase.DRAWING:
            return str(min(4 - len(values.best_subset(held)), most_drawn(engine, seat)))
        return "call" if engine.price(seat) else "check"

    return decide


def plays_style(style: Style, chance: Chance) -> Decide:
    """A player of the simulator; they draw no more cards than the games of `solve` allow."""

    def decide(hand: HandInPlay, seat: int) -> str:
        table = hand.table
        state = hand.states.setdefault(seat, PlayerState(style, hand.held[seat]))
        state.hand = hand.held[seat]
        if table.phase is Phase.DRAWING:
            return str(min(len(decide_discards(table, seat, state, chance)), most_drawn(table, seat)))
        match decide_action(table, seat, state, chance):
            case BettingAction.FOLD:
                return "fold" if table.price(seat) else "check"
            case BettingAction.BET if table.bet_bounds(seat) is not None:
                return "raise" if table.price(seat) or not table.round else "bet"
            case _:
                return "call" if table.price(seat) else "check"

    return decide


def most_drawn(table: Table, seat: int) -> int:
    """At most 3, 2 and 2 cards, and after a draw of k no more than k, or one after standing pat."""
    before = table.drawn[seat]
    most = (3, 2, 2)[len(before)]
    return min(most, max(before[-1], 1)) if before else most

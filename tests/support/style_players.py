"""Duplicate deals at a table of six: the same cards, with a seat played by the blueprint and by a style of the simulator."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from badugi_hh.engine.cards import DECK
from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.ring.hand_row import ACTOR, CALL, FOLD, LENGTH, OVER, PHASE, RAISE, SEATS, act, deal
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.decide import BettingAction, PlayerState, decide_action, decide_discards
from badugi_hh.simulate.styles import Style
from support.ring_players import COUNT, FIRST, UNIT, mix_of, results
from support.table_players import keep_lowest, mean_per_100, pick

_RULES = replace(POKERSTARS, small_blind=UNIT, big_blind=2 * UNIT, small_bet=2 * UNIT, big_bet=4 * UNIT)
_ACTIONS = {BettingAction.FOLD: FOLD, BettingAction.CHECK_OR_CALL: CALL, BettingAction.BET: RAISE}


def _table() -> Table:
    table = Table(_RULES, dict.fromkeys(range(FIRST, SEATS), 10_000), button=SEATS - 3)
    table.post(SEATS - 2, Post.SMALL_BLIND, _RULES.small_blind)
    table.post(SEATS - 1, Post.BIG_BLIND, _RULES.big_blind)
    table.deal({})
    return table


def play_styles(seed: str, styles: Mapping[int, Style]) -> list[float] | None:
    """Return what the seats win in big bets, those without a style playing the blueprint; None if the deck runs out."""
    cards = Random(seed)  # noqa: S311 -- no secret
    deck = cards.sample(DECK, len(DECK))
    chances, chance = Random(cards.random()), Chance(cards.randrange(2**31))  # noqa: S311 -- no secret
    table, hand = _table(), [0] * LENGTH
    deal(hand, COUNT)
    held = {seat: tuple(deck.pop() for _ in range(4)) for seat in range(FIRST, SEATS)}
    states = {seat: PlayerState(style, held[seat]) for seat, style in styles.items()}
    while hand[PHASE] != OVER:
        seat = hand[ACTOR]
        drawing = bool(hand[PHASE] & 1)
        assert table.actor == seat
        assert (table.phase is Phase.DRAWING) == drawing
        kept = held[seat]
        if seat in states:
            states[seat].hand = held[seat]
            if drawing:
                thrown = decide_discards(table, seat, states[seat], chance)[:3]
                kept = tuple(card for card in held[seat] if card not in thrown)
                action = len(thrown)
            else:
                action = _ACTIONS[decide_action(table, seat, states[seat], chance)]
                action = CALL if action == FOLD and not table.price(seat) else action
        else:
            mix, actions = mix_of(hand, held[seat])
            action = actions[pick(mix, chances.random())]
            if drawing:
                kept = keep_lowest(held[seat], 4 - action)
        if drawing:
            if len(deck) < action:
                return None
            held[seat] = kept + tuple(deck.pop() for _ in range(action))
            legal = table.legal_actions()
            assert legal is not None
            if action not in legal.draws:
                table.reshuffle()
            table.draw(seat, action)
        elif action == FOLD:
            table.fold(seat)
        elif action == RAISE:
            bounds = table.bet_bounds(seat)
            assert bounds is not None
            table.bet_to(seat, bounds[0])
        elif table.price(seat):
            table.call(seat)
        else:
            table.check(seat)
        act(hand, action)
    return results(hand, held)


def gain_over(style: Style, others: Style | None, deals: int, seed: int) -> tuple[float, float]:
    """Return what the blueprint wins more than a style in its seat, in big bets per 100 hands, and the standard error.

    The other five play a style, or the blueprint; the seat goes round.
    """
    gains = []
    for deal_ in range(deals):
        seat = FIRST + deal_ % COUNT
        table = {} if others is None else dict.fromkeys(range(FIRST, SEATS), others)
        without = {other: each for other, each in table.items() if other != seat}
        ours, theirs = (
            play_styles(f"{seed} {deal_}", players) for players in (without, without | {seat: style})
        )
        if ours and theirs:
            gains.append(ours[seat - FIRST] - theirs[seat - FIRST])
    return mean_per_100(gains)

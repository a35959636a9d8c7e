"""Histories of hands that PokerKit deals, with its rules; the lines are written here and not by this project.

The hero is a sound player: at a table of two they play as the solved game, else they open as many hands as published
standards, keep what counts, bet what is ahead and fold what is behind. The opponents take every action sometimes, so that
hands come to lines that best play hardly ever sees.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np
from pokerkit import Automation, FixedLimitBadugi, Mode, State

from badugi_hh.engine.cards import cards as read_cards
from badugi_hh.engine.cards import name as card_name
from badugi_hh.engine.values import best_subset, ranks, value
from badugi_hh.solve.classes import deal
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table

HERO = "Hero of Kit"
_NAMES = (HERO, "Vega", "Deneb", "Altair", "Mira", "Rigel")
_RANKS = "A23456789TJQK"
_STACK = 20_000
_SECTIONS = ("", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW")
_FOLDED = ("before the Draw", "after the 1st Draw", "after the 2nd Draw", "after the 3rd Draw")
_OPENS = (0.12, 0.16, 0.24, 0.32)
"""The share of hands that the hero opens, the button last; the blinds play half of theirs."""


def dealt_histories(count: int, seed: int, players: int) -> str:
    """Return the text of `count` hands at a table of 2 to 6 players, of which the hero's cards are known."""
    random.seed(seed)  # PokerKit shuffles with the module's functions
    start = datetime(2024, 5, 1, 12)  # noqa: DTZ001 - as the client writes it
    hands = (
        "\n".join(_Hand(n, players).lines(seed * 100_000 + n, start + timedelta(minutes=n)))
        for n in range(1, count + 1)
    )
    return "\n\n\n".join(hands) + "\n"


def _money(cents: int) -> str:
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"


def _described(cards: list[str]) -> str:
    held = ranks(value(read_cards(" ".join(cards))))
    return f"{'Badugi' if len(held) == 4 else f'{len(held)}-card'}: {','.join(_RANKS[rank] for rank in held)}"


def _class(cards: list[str]) -> int:
    return value(read_cards(" ".join(cards))) - 1


_BETTER = np.cumsum(deal())
"""The share of hands before the draw that are as good as a class or better."""


@dataclass
class _Hand:
    """One hand. PokerKit numbers the players from the left of the button; heads-up the big blind is the first."""

    n: int
    players: int
    line: list[str] = field(default_factory=list)
    folded: dict[int, int] = field(default_factory=dict)
    raised: int | None = None

    def __post_init__(self) -> None:
        blinds = (100, 50) if self.players == 2 else (50, 100)
        self.state: State = FixedLimitBadugi.create_state(
            tuple(Automation), True, 0, (50, 100), 100, 200, (_STACK,) * self.players, self.players,
            mode=Mode.CASH_GAME,
        )  # fmt: skip
        assert tuple(self.state.bets[:2]) == blinds
        self.button = self.n % self.players
        self.seats = [(self.button + 1 + index) % self.players for index in range(self.players)]
        self.names = [_NAMES[seat] for seat in self.seats]
        self.me = self.names.index(HERO)
        self.big = blinds.index(100)

    def cards(self, index: int) -> list[str]:
        return [repr(card) for card in self.state.hole_cards[index]]

    def lines(self, number: int, when: datetime) -> Iterator[str]:
        state, names = self.state, self.names
        yield f"PokerStars Hand #{number}:  Badugi Limit ($1/$2 USD) - {when:%Y/%m/%d %H:%M:%S} ET"
        yield f"Table 'Kit {self.players}-{self.n}' {self.players}-max Seat #{self.button + 1} is the button"
        yield from (f"Seat {seat + 1}: {_NAMES[seat]} ($200 in chips) " for seat in range(self.players))
        yield f"{names[1 - self.big]}: posts small blind $0.50"
        yield f"{names[self.big]}: posts big blind $1"
        yield "*** DEALING HANDS ***"
        yield f"Dealt to {HERO} [{' '.join(self.cards(self.me))}]"
        last = [self.cards(index) for index in range(self.players)]
        returned = 0
        while state.status:
            last = [self.cards(index) or last[index] for index in range(self.players)]
            if state.stand_patter_or_discarder_index is not None:
                yield f"*** {_SECTIONS[state.street_index or 0]} ***"
                yield from self._draws()
                continue
            bets = list(state.bets)
            yield self._act(state.actor_index or 0)
            left = [index for index in range(self.players) if index not in self.folded]
            if len(left) == 1:
                returned = bets[left[0]] - max(bet for index, bet in enumerate(bets) if index != left[0])
                yield f"Uncalled bet ({_money(returned)}) returned to {names[left[0]]}"
        yield from self._end(last, returned)

    def _act(self, actor: int) -> str:
        state, name = self.state, self.names[actor]
        price, level = state.checking_or_calling_amount or 0, max(state.bets)
        to = state.min_completion_betting_or_raising_to_amount
        moves = ["fold"] * (price > 0) + ["call" if price else "check"]
        if to is not None and to <= 4 * (100 if (state.street_index or 0) < 2 else 200):  # the blind is a bet
            moves.append("raise" if level else "bet")
        action = self._hero(moves) if actor == self.me else random.choices(moves, (1, 4, 2)[-len(moves) :])[0]  # noqa: S311 - repeatable, not secret
        self.line.append(action)
        if action == "fold":
            self.folded[actor] = state.street_index or 0
            state.fold()
            return f"{name}: folds "
        if action in {"check", "call"}:
            state.check_or_call()
            return f"{name}: calls {_money(price)}" if price else f"{name}: checks "
        assert to is not None
        self.raised = actor
        state.complete_bet_or_raise_to(to)
        return (
            f"{name}: raises {_money(to - level)} to {_money(to)}" if level else f"{name}: bets {_money(to)}"
        )

    def _mix(self, moves: list[str]) -> str | None:
        """Return an action of the solved game, None where it has no answer."""
        table = find_table("heads-up")
        if self.players > 2 or " ".join(self.line) not in table.lines:
            return None
        found = look_up(table, " ".join(self.line))
        shares = found.mix[:, _class(self.cards(self.me))]
        action = random.choices(found.actions, shares.tolist())[0]  # noqa: S311 - repeatable, not secret
        return action if action in moves else None

    def _hero(self, moves: list[str]) -> str:
        if action := self._mix(moves):
            return action
        held, street = _class(self.cards(self.me)), self.state.street_index or 0
        passive = "check" if "check" in moves else "call"
        if street == 0:
            plays = _BETTER[held] <= (_OPENS[-(self.players - self.me)] if self.me > 1 else 0.5)
            return (moves[-1] if self.raised is None or held < 500 else passive) if plays else moves[0]
        good = held < (300 if street == 3 else 715 if street == 2 else 850)
        if good and self.raised is None:
            return moves[-1]
        return passive if held < (760 if street == 3 else 950) else moves[0]

    def _draws(self) -> Iterator[str]:
        """Yield the draws of a round; the cards come when all players have thrown theirs."""
        state, thrown, self.raised = self.state, {}, None
        while (index := state.stand_patter_or_discarder_index) is not None:
            cards = self.cards(index)
            if index == self.me and (count := self._mix([str(each) for each in range(4)])):
                kept = [name for name in cards if name in _lowest(cards)[: 4 - int(count)]]
            elif index == self.me or random.random() < 0.8:  # noqa: S311 - repeatable, not secret
                kept = _lowest(cards) or cards[:1]
            else:
                kept = cards[: random.randint(1, 4)]  # noqa: S311 - repeatable, not secret
            thrown[index] = kept, [card for card in cards if card not in kept]
            self.line.append(str(len(thrown[index][1])))
            state.stand_pat_or_discard("".join(thrown[index][1]))
        for index, (kept, gone) in thrown.items():
            name, mine = self.names[index], index == self.me
            if not gone:
                yield f"{name}: stands pat on [{' '.join(kept)}]" if mine else f"{name}: stands pat "
                continue
            yield f"{name}: discards {len(gone)} card{'s' * (len(gone) > 1)}" + f" [{' '.join(gone)}]" * mine
            if mine:
                new = [card for card in self.cards(index) if card not in kept]
                yield f"Dealt to {name} [{' '.join(kept)}] [{' '.join(new)}]"

    def _end(self, last: list[list[str]], returned: int) -> Iterator[str]:
        state, names = self.state, self.names
        left = [index for index in range(self.players) if index not in self.folded]
        pot = (
            sum(_STACK - stack + gain for stack, gain in zip(state.stacks, self._collected(), strict=True))
            - returned
        )
        collected = {index: gain for index, gain in enumerate(self._collected()) if gain > 0}
        showdown = len(left) > 1
        if showdown:
            yield "*** SHOW DOWN ***"
            first = self.raised if self.raised is not None else left[0]
            for index in sorted(left, key=lambda each: (each - first) % self.players):
                yield f"{names[index]}: shows [{' '.join(last[index])}] ({_described(last[index])})"
        for index, gain in collected.items():
            yield f"{names[index]} collected {_money(gain - (0 if showdown else returned))} from pot"
        if not showdown:
            yield f"{names[left[0]]}: doesn't show hand "
        yield "*** SUMMARY ***"
        yield f"Total pot {_money(pot)} | Rake $0 "
        for seat in range(self.players):
            index = self.seats.index(seat)
            role = " (button)" * (seat == self.button)
            role += " (small blind)" * (index == 1 - self.big) + " (big blind)" * (index == self.big)
            head = f"Seat {seat + 1}: {names[index]}{role}"
            if index in self.folded:
                street = self.folded[index]
                idle = " (didn't bet)" * (state.payoffs[index] == 0)
                yield f"{head} folded {_FOLDED[street]}{idle}"
            elif not showdown:
                yield f"{head} collected ({_money(collected[index] - returned)})"
            else:
                gain = collected.get(index)
                done = f"won ({_money(gain)})" if gain else "lost"
                yield f"{head} showed [{' '.join(last[index])}] and {done} with a {_described(last[index])}"

    def _collected(self) -> list[int]:
        """Return what each player was paid at the end, by PokerKit's record."""
        found = [0] * self.players
        for done in self.state.operations:
            if type(done).__name__ == "ChipsPulling":
                found[done.player_index] += done.amount
        return found


def _lowest(cards: list[str]) -> list[str]:
    """Return the cards that count, the lowest first."""
    counting = {card_name(card) for card in best_subset(read_cards(" ".join(cards)))}
    return sorted((card for card in cards if card in counting), key=lambda card: _RANKS.index(card[0]))

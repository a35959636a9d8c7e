"""Pays out a simulated hand: the showdown pot by pot, rake, places in a tournament, the summary.

The engine computes the pots, their shares and the order of showing. This module decides whether players show cards
that they need not show, and how much rake the simulated room takes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.state import Pot, share
from badugi_hh.engine.table import Phase, Table
from badugi_hh.history.events import (
    ANY_EVENT,
    Collected,
    Finished,
    Mucked,
    NotShown,
    Outcome,
    PotSummary,
    SeatSummary,
    Section,
    SectionBegan,
    Showed,
    WonTournament,
)
from badugi_hh.history.money import read_money
from badugi_hh.history.write import pot_names
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.styles import StyledPlayer


@dataclass(frozen=True, slots=True)
class Rake:
    """A room's share of a pot, in hundredths of a percent (`basis_points`), limited by `caps`.

    `caps` are in cents, for 2, for 3 to 4, and for 5 or more players dealt in. Fractions of a cent are rounded half to
    even. A hand that ends before the first draw is not raked.
    """

    basis_points: int
    caps: tuple[int, int, int]

    def of(self, amount: int, players: int) -> int:
        """Return the rake of a pot of `amount` cents."""
        whole, rest = divmod(amount * self.basis_points, 10_000)
        up = rest * 2 > 10_000 or (rest * 2 == 10_000 and whole % 2 == 1)
        return min(whole + up, self.caps[0 if players == 2 else 1 if players < 5 else 2])


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a tournament before a hand: how many players are left, and the prizes by place."""

    left: int
    prizes: tuple[str, ...]


@dataclass(slots=True)
class Payout:
    """One hand during its payout.

    `players` and `hands` are by seat. Without `rake` the pots are not raked; without `standing` the hand is no part
    of a tournament. After `award_pots`, `events` has the last events of the hand.
    """

    table: Table
    players: Mapping[int, StyledPlayer]
    hands: Mapping[int, Cards]
    chance: Chance
    rake: Rake | None = None
    standing: Standing | None = None
    events: list[ANY_EVENT] = field(default_factory=list)
    won: dict[int, int] = field(default_factory=dict)
    showed: set[int] = field(default_factory=set)
    pots: tuple[Pot, ...] = field(init=False)
    net: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.pots = self.table.pots()
        self.net = self._take_rake()

    def award_pots(self) -> dict[int, int]:
        """Award the pots after the last betting round, when the uncalled bet has been returned; return the chips by seat."""
        if self.table.phase is Phase.OVER:
            self._award_uncontested()
        else:
            self._show_down()
        stacks = {seat: chips + self.won.get(seat, 0) for seat, chips in self.table.stacks.items()}
        if self.standing is not None:
            self.events += self._finishes(self.standing, stacks)
        self.events += self._summary()
        return stacks

    def _take_rake(self) -> list[int]:
        """Return each pot after rake: the main pot is raked first, then each side pot with the rest of the rake."""
        net, gross, taken = [], 0, 0
        for pot in self.pots:
            gross += pot.amount
            due = self._rake_of(gross) - taken
            taken += due
            net.append(pot.amount - due)
        return net

    def _rake_of(self, amount: int) -> int:
        before_first_draw = self.table.phase is Phase.OVER and self.table.round == 0
        if self.rake is None or before_first_draw:
            return 0
        return self.rake.of(amount, len(self.table.order))

    def _award_uncontested(self) -> None:
        (winner,) = self.table.live
        player = self.players[winner]
        if self.net:  # there is no pot where everybody folds to a single blind
            self._collect(winner, self.net[0], "pot")
        if self.chance.happens(player.style.shows / 2):
            self._show(winner)
        elif self.chance.happens(0.75):
            self.events.append(NotShown(player.name))

    def _show_down(self) -> None:
        """Show hands and award the pots, the last side pot first, the main pot last."""
        self.events.append(SectionBegan(Section.SHOW_DOWN))
        value_of = {seat: values.value(self.hands[seat]) for seat in self.table.live}
        done: set[int] = set()
        names = pot_names(len(self.pots))
        for number in reversed(range(len(self.pots))):
            seats = self.pots[number].seats
            for seat in self.table.showdown_order():
                if seat in seats and seat not in done:
                    done.add(seat)
                    to_beat = min(
                        (value_of[other] for other in self.showed if other in seats), default=values.WORST
                    )
                    if value_of[seat] <= to_beat or self.chance.happens(self.players[seat].style.shows / 4):
                        self._show(seat)
                    else:
                        self.events.append(Mucked(self.players[seat].name))
            best = min(value_of[seat] for seat in seats)
            winners = [seat for seat in self.table.live if seat in seats and value_of[seat] == best]
            for seat, amount in share(self.net[number], winners).items():
                self._collect(seat, amount, names[number])

    def _collect(self, seat: int, amount: int, pot: str) -> None:
        self.won[seat] = self.won.get(seat, 0) + amount
        self.events.append(Collected(self.players[seat].name, amount, pot))

    def _show(self, seat: int) -> None:
        self.showed.add(seat)
        hand = self.hands[seat]
        self.events.append(Showed(self.players[seat].name, hand, values.describe(values.value(hand))))

    def _finishes(self, standing: Standing, stacks: Mapping[int, int]) -> Iterator[ANY_EVENT]:
        """Yield the players who leave the tournament, the better place (more chips before the hand) first."""
        table = self.table
        before = {seat: table.stacks[seat] + table.put_in[seat] for seat in table.order}
        out = sorted((seat for seat in table.order if not stacks[seat]), key=lambda seat: -before[seat])
        for place, seat in enumerate(out, standing.left - len(out) + 1):
            prize = standing.prizes[place - 1] if place <= len(standing.prizes) else None
            yield Finished(self.players[seat].name, place, read_money(prize) if prize else None)
        if standing.left - len(out) == 1:
            winner = next(seat for seat in table.order if stacks[seat])
            yield WonTournament(self.players[winner].name, read_money(standing.prizes[0]))

    def _summary(self) -> Iterator[ANY_EVENT]:
        yield SectionBegan(Section.SUMMARY)
        total = sum(pot.amount for pot in self.pots)
        parts = tuple(zip(pot_names(len(self.pots)), self.net, strict=True)) if len(self.pots) > 1 else ()
        yield PotSummary(total, total - sum(self.net), parts)
        for seat in sorted(self.table.order):
            yield self._seat_summary(seat)

    def _seat_summary(self, seat: int) -> SeatSummary:
        table, name, hand = self.table, self.players[seat].name, self.hands[seat]
        places = (
            (table.button, "button"),
            (table.small_blind, "small blind"),
            (table.big_blind, "big blind"),
        )
        tags = tuple(tag for place, tag in places if place == seat)
        if seat in table.folded:
            draws = len(table.drawn[seat])
            idle = not draws and table.put_in[seat] == table.antes[seat]
            return SeatSummary(name, seat, Outcome.FOLDED, tags, street=draws, did_not_bet=idle)
        won = self.won.get(seat)
        if table.phase is Phase.OVER:
            return SeatSummary(name, seat, Outcome.COLLECTED, tags, amount=won or 0)
        if seat not in self.showed:
            return SeatSummary(name, seat, Outcome.MUCKED, tags, cards=hand)
        outcome = Outcome.SHOWED_LOST if won is None else Outcome.SHOWED_WON
        described = values.describe(values.value(hand))
        return SeatSummary(name, seat, outcome, tags, cards=hand, amount=won, description=described)

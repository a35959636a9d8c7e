"""Plays one hand at the engine's table and records it as a client does: seats, posts, deal, bets, draws.

The engine's table decides which actions are legal and who acts next. `decide` selects an action. This module passes
the action to the table and records an event for every line that a client prints. `payout` plays the showdown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Post, Rules
from badugi_hh.engine.seating import Seating
from badugi_hh.engine.table import Phase, Table
from badugi_hh.history.events import (
    ANY_EVENT,
    Bet,
    BettingCapped,
    Called,
    Checked,
    Dealt,
    DeckReshuffled,
    Discarded,
    Drew,
    Folded,
    Hand,
    Posted,
    Raised,
    Seat,
    Section,
    SectionBegan,
    StoodPat,
    Talk,
    Talked,
    UncalledReturned,
)
from badugi_hh.simulate.chance import Deck
from badugi_hh.simulate.decide import (
    BettingAction,
    PlayerState,
    decide_action,
    decide_bet_total,
    decide_discards,
)
from badugi_hh.simulate.payout import Payout, Rake, Standing
from badugi_hh.simulate.styles import StyledPlayer
from badugi_hh.simulate.world import World

_DRAW_SECTIONS = (Section.FIRST_DRAW, Section.SECOND_DRAW, Section.THIRD_DRAW)

_PHRASES = (
    "nh",
    "ty",
    "so close: one card short",
    'he said "pat"',
    "gg all",
    "brb - kettle: on",
    "not again...",
    "was that a snow?",
    ":)",
)


@dataclass(slots=True)
class Seated:
    """A player at the table, with the chips before or after a hand.

    A player who is `away` sits out; in a tournament they are dealt in, and fold when it is their turn. `owes` is the post
    out of turn that a player pays to enter the game.
    """

    player: StyledPlayer
    stack: int
    owes: Post | None = None
    away: bool = False


@dataclass(slots=True)
class Deal:
    """One hand; `play` plays it.

    `title` is the hand as known before the deal: header, table and button, without seats and events. `seating` names the
    seats of the blinds; a seat without a player posts nothing. `seated` are the players who are dealt in, by seat.
    `standing` is the state of the tournament, `rake` the room's share in a cash game. `before` and `after` are lines of
    table talk before the posts and after the deal.
    """

    title: Hand
    rules: Rules
    seating: Seating
    seated: Mapping[int, Seated]
    world: World
    rake: Rake | None = None
    standing: Standing | None = None
    before: Sequence[Talked] = ()
    after: Sequence[Talked] = ()
    table: Table = field(init=False)
    deck: Deck = field(init=False)
    names: dict[int, str] = field(init=False)
    states: dict[int, PlayerState] = field(default_factory=dict)
    events: list[ANY_EVENT] = field(default_factory=list)

    def __post_init__(self) -> None:
        stacks = {seat: entry.stack for seat, entry in self.seated.items()}
        self.table = Table(self.rules, stacks, self.title.button)
        self.deck = Deck(self.rules, self.world.chance)
        self.names = {seat: entry.player.name for seat, entry in self.seated.items()}

    def play(self) -> Hand:
        """Play from the posts to the summary, and let the time pass; give the players their new stacks, and note who is away."""
        table, events, world = self.table, self.events, self.world
        seats = tuple(
            Seat(seat, entry.player.name, entry.stack, sitting_out=entry.away, line=line)
            for line, (seat, entry) in enumerate(self.seated.items(), 3)
        )
        events.extend(self.before)
        self._post_blinds()
        self._deal()
        events.extend(self.after)
        while True:
            self._bet()
            if table.phase is not Phase.DRAWING:
                break
            self._draw()
        players = {seat: entry.player for seat, entry in self.seated.items()}
        hands = {seat: state.hand for seat, state in self.states.items()}
        payout = Payout(table, players, hands, world.chance, self.rake, self.standing)
        for seat, chips in payout.award_pots().items():
            self.seated[seat].stack, self.seated[seat].owes = chips, None
        events.extend(payout.events)
        numbered = enumerate(events, 3 + len(seats))
        world.pass_time(15 + 3 * len(events) + world.chance.below(20))
        return replace(
            self.title, seats=seats, events=tuple(replace(event, line=line) for line, event in numbered)
        )

    def _post_blinds(self) -> None:
        rules, where = self.rules, self.seating
        due = {
            Post.ANTE: rules.ante,
            Post.SMALL_BLIND: rules.small_blind,
            Post.BIG_BLIND: rules.big_blind,
            Post.BOTH_BLINDS: rules.small_blind + rules.big_blind,
        }
        posts = [(seat, Post.ANTE) for seat in self.seated]
        posts += [(where.small_blind, Post.SMALL_BLIND), (where.big_blind, Post.BIG_BLIND)]
        in_turn = {where.small_blind, where.big_blind}
        posts += [
            (seat, entry.owes) for seat, entry in self.seated.items() if entry.owes and seat not in in_turn
        ]
        for seat, post in posts:
            if amount := min(due[post], self.table.stacks.get(seat, 0)):
                self.table.post(seat, post, amount)
                self._record(Posted(self.names[seat], post, amount, self._is_all_in(seat)))

    def _deal(self) -> None:
        self._record(SectionBegan(Section.DEALING))
        for seat, entry in self.seated.items():
            self.states[seat] = PlayerState(entry.player.style, self.deck.deal(4))
        self.table.deal({seat: state.hand for seat, state in self.states.items()})
        for seat, name in self.names.items():
            if self._is_open(name):
                self._record(Dealt(name, self.states[seat].hand))

    def _bet(self) -> None:
        """Play one betting round, which may be empty, and return the uncalled part of the last bet."""
        table = self.table
        while table.phase is Phase.BETTING and table.actor is not None:
            seat = table.actor
            if self.seated[seat].away:
                self._fold(seat)
            elif self.world.chance.happens(self.states[seat].style.absent):
                self._time_out(seat)
            else:
                self._act(seat)
            self._chat()
        if due := table.uncalled():
            seat, amount = due
            table.return_uncalled()
            self._record(UncalledReturned(self.names[seat], amount))

    def _act(self, seat: int) -> None:
        table, name = self.table, self.names[seat]
        match decide_action(table, seat, self.states[seat], self.world.chance):
            case BettingAction.FOLD:
                self._fold(seat)
            case BettingAction.CHECK_OR_CALL if price := table.price(seat):
                table.call(seat)
                self._record(Called(name, price, self._is_all_in(seat)))
            case BettingAction.CHECK_OR_CALL:
                table.check(seat)
                self._record(Checked(name))
            case BettingAction.BET:
                before, to = table.level, decide_bet_total(table, seat, self.world.chance)
                table.bet_to(seat, to)
                all_in = self._is_all_in(seat)
                self._record(Raised(name, to - before, to, all_in) if before else Bet(name, to, all_in))
                if table.capped and not all_in:
                    self._record(BettingCapped())

    def _fold(self, seat: int) -> None:
        self.table.fold(seat)
        self.deck.throw(seat, self.states[seat].hand)
        self._record(Folded(self.names[seat]))

    def _time_out(self, seat: int) -> None:
        """Fold for a player who did not act in time; they sit out until they return."""
        name = self.names[seat]
        lost = self.world.chance.happens(0.3)
        if lost:
            self._record(Talked(name, Talk.DISCONNECTED, "is disconnected"))
        self._record(Talked(name, Talk.TIMED_OUT, "has timed out" + " while disconnected" * lost))
        self._fold(seat)
        self._record(Talked(name, Talk.SITTING_OUT, "is sitting out"))
        if self.world.chance.happens(0.4):
            self.seated[seat].away = True
            return
        if lost:
            self._record(Talked(name, Talk.CONNECTED, "is connected"))
        self._record(Talked(name, Talk.RETURNED, "has returned"))

    def _draw(self) -> None:
        """Play one draw: each player in turn discards and draws."""
        table = self.table
        round_ = table.round
        self._record(SectionBegan(_DRAW_SECTIONS[round_]))
        if self.rules.burn:
            self.deck.burn()
        while table.round == round_ and table.actor is not None:
            seat = table.actor
            name, state = self.names[seat], self.states[seat]
            thrown = self._limit_discards(seat, decide_discards(table, seat, state, self.world.chance))
            drawn = self.deck.draw(seat, len(thrown))
            kept = tuple(card for card in state.hand if card not in thrown)
            table.draw(seat, len(thrown), thrown, drawn)
            self.deck.throw(seat, thrown, round_ + 1)
            state.hand, state.thrown = kept + drawn, state.thrown + thrown
            if not thrown:
                self._record(StoodPat(name, state.hand if self._is_open(name) else None))
            elif self._is_open(name):
                self._record(Discarded(name, len(thrown), thrown))
                self._record(Drew(name, kept, drawn))
            else:
                self._record(Discarded(name, len(thrown)))

    def _limit_discards(self, seat: int, thrown: Cards) -> Cards:
        """Reshuffle if the room does so for this draw; return as many of the discards as the deck can replace."""
        table, deck, draw = self.table, self.deck, self.table.round + 1
        legal = table.legal_actions()
        if legal is None:
            raise ValueError(f"seat {seat} draws out of turn")
        most = max(legal.draws)
        if len(thrown) > most and legal.reshuffle and deck.available(seat, renewed_at=draw) >= len(thrown):
            table.reshuffle()
            deck.renew(draw, most if self.rules.deal_out_first else 0)
            self._record(DeckReshuffled())
            return thrown
        return thrown[: min(most, deck.available(seat))]

    def _chat(self) -> None:
        entry = self.world.chance.pick(tuple(self.seated.values()))
        if self.world.chance.happens(entry.player.style.talk):
            self._record(Talked(entry.player.name, Talk.SAID, self.world.chance.pick(_PHRASES)))

    def _is_open(self, name: str) -> bool:
        return self.world.open_cards or name == self.world.hero.name

    def _is_all_in(self, seat: int) -> bool:
        return not self.table.stacks[seat]

    def _record(self, event: ANY_EVENT) -> None:
        self.events.append(event)

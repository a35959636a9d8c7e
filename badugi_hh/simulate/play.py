"""Plays one hand at the engine's table and tells it as a client does: seats, posts, deal, bets, draws.

The table decides what is legal and who is next; the players decide; this module only carries one to the other and
writes down an event for everything that a client would print. What happens after the last bet is in `settle`.
"""

from collections.abc import Sequence
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
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.decide import Act, Mind, choose_act, choose_throw, choose_total
from badugi_hh.simulate.deck import Deck
from badugi_hh.simulate.settle import Rake, Standing, settle
from badugi_hh.simulate.styles import Player

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


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at the table; `absent` ones fold in turn (tournament), `owes` is what one posts out of turn to enter."""

    seat: int
    player: Player
    stack: int
    absent: bool = False
    owes: Post | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What one hand is played under.

    `title` is the hand as far as it is known before the deal: header, table, button, no seats, no events;
    `seating` says whose the blinds are, a seat without a player posts none. `hero` is the name whose cards are dealt openly. `standing` is the state of the tournament, `rake` the room's share in
    a cash game. `before` and `after` are lines of talk before the posts and after the deal.
    """

    title: Hand
    rules: Rules
    seating: Seating
    hero: str
    rake: Rake | None = None
    standing: Standing | None = None
    before: tuple[Talked, ...] = ()
    after: tuple[Talked, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played: its history, every seat's chips afterwards, and who is absent from now on."""

    hand: Hand
    stacks: dict[int, int]
    absent: frozenset[str]


def play(setting: Setting, seated: Sequence[Seated], chance: Chance) -> Played:
    """Play one hand with the players seated, all of whom are dealt in."""
    return _Deal(setting, seated, chance).play()


@dataclass(slots=True)
class _Deal:
    """One hand while it is played."""

    setting: Setting
    seated: Sequence[Seated]
    chance: Chance
    table: Table = field(init=False)
    deck: Deck = field(init=False)
    names: dict[int, str] = field(init=False)
    minds: dict[int, Mind] = field(default_factory=dict)
    events: list[ANY_EVENT] = field(default_factory=list)
    absent: set[str] = field(init=False)

    def __post_init__(self) -> None:
        stacks = {seated.seat: seated.stack for seated in self.seated}
        self.table = Table(self.setting.rules, stacks, self.setting.title.button)
        self.deck = Deck(self.setting.rules, self.chance)
        self.names = {seated.seat: seated.player.name for seated in self.seated}
        self.absent = {seated.player.name for seated in self.seated if seated.absent}

    def play(self) -> Played:
        """Play from the posts to the summary."""
        table, events = self.table, self.events
        events.extend(self.setting.before)
        self._post_blinds()
        self._deal()
        events.extend(self.setting.after)
        while True:
            self._bet()
            if table.phase is not Phase.DRAWING:
                break
            self._draw()
        players = {one.seat: one.player for one in self.seated}
        hands = {seat: mind.hand for seat, mind in self.minds.items()}
        rake, standing = self.setting.rake, self.setting.standing
        ending = settle(table, players, hands, self.chance, rake=rake, standing=standing)
        events.extend(ending.events)
        return Played(self._hand(), ending.stacks, frozenset(self.absent))

    def _hand(self) -> Hand:
        seats = tuple(
            Seat(one.seat, one.player.name, one.stack, sitting_out=one.absent, line=line)
            for line, one in enumerate(self.seated, 3)
        )
        numbered = enumerate(self.events, 3 + len(seats))
        events = tuple(replace(event, line=line) for line, event in numbered)
        return replace(self.setting.title, seats=seats, events=events)

    def _post_blinds(self) -> None:
        rules, where = self.setting.rules, self.setting.seating
        due = {
            Post.ANTE: rules.ante,
            Post.SMALL_BLIND: rules.small_blind,
            Post.BIG_BLIND: rules.big_blind,
            Post.BOTH_BLINDS: rules.small_blind + rules.big_blind,
        }
        posts = [(one.seat, Post.ANTE) for one in self.seated]
        posts += [(where.small_blind, Post.SMALL_BLIND), (where.big_blind, Post.BIG_BLIND)]
        in_turn = {where.small_blind, where.big_blind}
        posts += [(one.seat, one.owes) for one in self.seated if one.owes and one.seat not in in_turn]
        for seat, post in posts:
            if amount := min(due[post], self.table.stacks.get(seat, 0)):
                self.table.post(seat, post, amount)
                self._say(Posted(self.names[seat], post, amount, self._is_all_in(seat)))

    def _deal(self) -> None:
        self._say(SectionBegan(Section.DEALING))
        for one in self.seated:
            self.minds[one.seat] = Mind(one.player.style, self.deck.deal(4))
        self.table.deal({seat: mind.hand for seat, mind in self.minds.items()})
        for one in self.seated:
            if one.player.name == self.setting.hero:
                self._say(Dealt(one.player.name, self.minds[one.seat].hand))

    def _bet(self) -> None:
        """Play one betting round, which may be empty, and the return of what nobody called."""
        table = self.table
        while table.phase is Phase.BETTING and table.actor is not None:
            seat = table.actor
            if self.names[seat] in self.absent:
                self._fold(seat)
            elif self.chance.happens(self.minds[seat].style.absent):
                self._time_out(seat)
            else:
                self._act(seat)
            self._chat()
        if due := table.uncalled():
            seat, amount = due
            table.return_uncalled()
            self._say(UncalledReturned(self.names[seat], amount))

    def _act(self, seat: int) -> None:
        table, name = self.table, self.names[seat]
        match choose_act(table, seat, self.minds[seat], self.chance):
            case Act.FOLD:
                self._fold(seat)
            case Act.CHECK_OR_CALL if price := table.price(seat):
                table.call(seat)
                self._say(Called(name, price, self._is_all_in(seat)))
            case Act.CHECK_OR_CALL:
                table.check(seat)
                self._say(Checked(name))
            case Act.BET:
                before, to = table.level, choose_total(table, seat, self.chance)
                table.bet_to(seat, to)
                all_in = self._is_all_in(seat)
                self._say(Raised(name, to - before, to, all_in) if before else Bet(name, to, all_in))
                if table.capped and not all_in:
                    self._say(BettingCapped())

    def _fold(self, seat: int) -> None:
        self.table.fold(seat)
        self.deck.throw(seat, self.minds[seat].hand)
        self._say(Folded(self.names[seat]))

    def _time_out(self, seat: int) -> None:
        """Fold for a player who did not act in time; he sits out until he comes back."""
        name = self.names[seat]
        lost = self.chance.happens(0.3)
        if lost:
            self._say(Talked(name, Talk.DISCONNECTED, "is disconnected"))
        self._say(Talked(name, Talk.TIMED_OUT, "has timed out" + " while disconnected" * lost))
        self._fold(seat)
        self._say(Talked(name, Talk.SITTING_OUT, "is sitting out"))
        if self.chance.happens(0.4):
            self.absent.add(name)
            return
        if lost:
            self._say(Talked(name, Talk.CONNECTED, "is connected"))
        self._say(Talked(name, Talk.RETURNED, "has returned"))

    def _draw(self) -> None:
        """Play one draw: everybody in turn throws and takes."""
        table, hero = self.table, self.setting.hero
        round_ = table.round
        self._say(SectionBegan(_DRAW_SECTIONS[round_]))
        if self.setting.rules.burn:
            self.deck.burn()
        while table.round == round_ and table.actor is not None:
            seat = table.actor
            name, mind = self.names[seat], self.minds[seat]
            thrown = self._served(seat, choose_throw(table, seat, mind, self.chance))
            drawn = self.deck.draw(seat, len(thrown))
            kept = tuple(card for card in mind.hand if card not in thrown)
            table.draw(seat, len(thrown), thrown, drawn)
            self.deck.throw(seat, thrown, round_ + 1)
            mind.hand = kept + drawn
            if not thrown:
                self._say(StoodPat(name, mind.hand if name == hero else None))
            elif name == hero:
                self._say(Discarded(name, len(thrown), thrown))
                self._say(Drew(name, kept, drawn))
            else:
                self._say(Discarded(name, len(thrown)))

    def _served(self, seat: int, thrown: Cards) -> Cards:
        """Reshuffle if the room does so for this draw; return as many of the discards as the deck can make good."""
        table, deck, draw = self.table, self.deck, self.table.round + 1
        legal = table.legal_actions()
        if legal is None:
            raise ValueError(f"seat {seat} draws out of turn")
        most = max(legal.draws)
        if len(thrown) > most and legal.reshuffle and deck.available(seat, renewed_at=draw) >= len(thrown):
            table.reshuffle()
            deck.renew(draw, most if self.setting.rules.deal_out_first else 0)
            self._say(DeckReshuffled())
            return thrown
        return thrown[: min(most, deck.available(seat))]

    def _chat(self) -> None:
        one = self.chance.pick(self.seated)
        if self.chance.happens(one.player.style.talk):
            self._say(Talked(one.player.name, Talk.SAID, self.chance.pick(_PHRASES)))

    def _is_all_in(self, seat: int) -> bool:
        return not self.table.stacks[seat]

    def _say(self, event: ANY_EVENT) -> None:
        self.events.append(event)

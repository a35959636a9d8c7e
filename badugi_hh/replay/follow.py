"""Replays one hand: plays its events on the engine's table, line by line, and notes where they are not allowed.

An event that the rules do not allow is a problem that names what was due. Where the rules leave only one way to go on,
the replay goes on from there (`badugi_hh.replay.betting_lines`). Otherwise it stops, and only the text of the rest is checked.
"""

from typing import assert_never

from badugi_hh import problems as codes
from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.rules import Rules
from badugi_hh.engine.state import Pot
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.turns import read_situation
from badugi_hh.engine.violation import RuleError, Violation
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Section
from badugi_hh.problems import Part, Place
from badugi_hh.replay.absence import Absence
from badugi_hh.replay.betting_lines import ACT_OF, play_action, resume
from badugi_hh.replay.consistency import check_consistency, check_tournament
from badugi_hh.replay.hand_results import ClaimedResults, check_results
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import DRAW_OF, MARKER_OF, Action, Draw, Replay, Result
from badugi_hh.replay.stakes import MissingPosts, check_small_blind, rules_of


class _StopError(Exception):
    """The replay cannot go on; the problem is noted already."""


def follow(hand: Hand, room: Rules, place: Place) -> Replay:
    """Return a hand's replay under a room's rules; `place` is where it begins in its file."""
    return _Follower(hand, room, place).run()


class _Follower:
    def __init__(self, hand: Hand, room: Rules, place: Place) -> None:
        self.hand = hand
        self.rules = rules_of(hand, room)
        self.report = ProblemReport(place, hand)
        check_small_blind(hand, room, self.report)
        self.dealt_in = [seat for seat in hand.seats if seat.dealt]
        self.seat_of = {seat.player: seat.seat for seat in self.dealt_in}
        self.claimed = ClaimedResults()
        self.actions: list[Action] = []
        self.draws: list[Draw] = []
        self.rounds: list[int] = []  # draws begun at each event
        self.pots: list[int] = []  # chips in the pot after each event
        self.left: dict[int, int] = {}  # draws begun when each seat folded
        self.draws_begun = 0
        self.absence = Absence(hand)
        self.dealt: set[str] = set()  # players with a line of dealt cards so far
        self.drew: set[int] = set()  # index of each draw that belongs to a discard
        self.line = 0  # the line that is being played
        self.shown_down = False  # the showdown has begun

    def run(self) -> Replay:
        table: Table | None = None
        finished = False
        try:
            stacks = {seat.seat: seat.stack for seat in self.dealt_in}
            self.table = table = Table(self.rules, stacks, self.hand.button)
            self.posts = MissingPosts(self.hand, self.seat_of, table, self.report)
            for n, event in enumerate(self.hand.events):
                self.line = event.line
                try:
                    self.play(n, event)
                except RuleError as error:
                    self.resume(event, error)
                self.rounds.append(self.draws_begun)
                self.pots.append(table.pot)
            finished = True
        except RuleError as error:
            empty = next((seat for seat in self.dealt_in if seat.stack <= 0), None)
            what = f"{empty.player} is dealt in without chips" if empty else str(error)
            self.report.add(codes.BAD_SEATS, empty.line if empty else 2, what)
        except _StopError:
            pass
        side_pots = self.divide_pot(table) if finished and table is not None else ()
        results: dict[int, Result] = {}
        if finished and table is not None:
            results = check_results(self.hand, table, side_pots, self.claimed, self.left, self.report)
        check_consistency(self.hand, self.report, played=finished)
        check_tournament(self.hand, results, self.report)
        return Replay(
            self.hand,
            self.rules,
            table,
            tuple(self.actions),
            tuple(self.draws),
            tuple(self.rounds),
            tuple(self.pots),
            side_pots,
            results,
            self.claimed.pot.total if self.claimed.pot else None,
            self.claimed.pot.rake if self.claimed.pot else None,
            False,
            tuple(self.report.problems),
        )

    def divide_pot(self, table: Table) -> tuple[Pot, ...]:
        """Return the main pot and the side pots.

        PokerStars has written a main and a side pot where a player sits out, is all-in with the blind and folds, and also
        one pot. Both give every player the same chips, so the pots of the text are those that count.
        """
        pots = table.pots()
        named = self.claimed.pot.parts if self.claimed.pot else ()
        if len(named) > len(pots):
            more = table.pots(folded_all_in=True)
            return more if len(more) == len(named) else pots
        return pots

    # --- one event

    def resume(self, event: ev.ANY_EVENT, error: RuleError) -> None:
        """After an event that the rules do not allow, go on if there is only one way to do so, or stop."""
        player = event.player if isinstance(event, ev.PlayerEvent) else None
        self.report.add_violation(error, self.line, player)
        seat = None if player is None else self.seat_of.get(player)
        if not resume(self.table, seat, event, error):
            raise _StopError from None
        self.report.resume(self.line)

    def play(self, n: int, event: ev.ANY_EVENT) -> None:
        """Play an event."""
        table = self.table
        match event:
            case ev.SeatSummary():
                self.claimed.seats.append(event)
            case ev.SectionBegan():
                self.begin(event)
            case ev.Folded():
                self.act(n, event)
                if event.cards:
                    table.show(self.seat(event), event.cards)
            case ev.Checked() | ev.Called() | ev.Bet() | ev.Raised():
                self.act(n, event)
            case ev.Discarded():
                self.draw(n, event, event.count, event.cards)
            case ev.StoodPat():
                self.draw(n, event, 0, ())
            case ev.Posted():
                seat = self.seat(event)
                self.posts.before(event.post, event.line)
                table.post(seat, event.post, event.amount)
                self.check_all_in(event, seat, event.all_in)
            case ev.Dealt():
                self.check_deal(event)
            case ev.Drew():
                if n not in self.drew:
                    self.misplaced(event, f"{event.player} is dealt cards without a discard just before")
            case ev.DeckReshuffled():
                table.reshuffle()
            case ev.BettingCapped():
                if not table.capped or not self.follows_bet(n):
                    when = "after the last bet" if table.capped else "before the last bet"
                    self.report.add(codes.BAD_CAP_LINE, event.line, f"the betting is called capped {when}")
            case ev.UncalledReturned():
                table.verify_return_uncalled(self.seat(event), event.amount)
                table.return_uncalled()
            case ev.Showed():
                self.show(event)
            case ev.Mucked() | ev.NotShown():
                self.require_end(event, event.player)
                self.claimed.showdown.append((self.seat(event), event))
            case ev.Collected():
                self.require_end(event, event.player)
                self.claimed.collected.append((self.seat(event), event))
            case ev.Talked():
                self.absence.note(event)
            case ev.PotSummary():
                if self.claimed.pot is not None:
                    self.misplaced(event, "a second line for the total pot")
                else:
                    self.claimed.pot = event
            case ev.CashedOut():
                self.require_end(event, event.player)
                self.claimed.cashed_out[self.seat(event)] = event.amount
            case ev.Finished() | ev.WonTournament() | ev.BountyWon():
                pass
            case ev.HandCancelled() | ev.BreakSkipped():
                pass
            case _:
                assert_never(event)

    def follows_bet(self, n: int) -> bool:
        """Return whether the last event before this one, other than table talk, is a bet or raise."""
        events = self.hand.events
        while n and isinstance(events[n - 1], ev.Talked):
            n -= 1
        return n > 0 and isinstance(events[n - 1], ev.Bet | ev.Raised)

    def begin(self, event: ev.SectionBegan) -> None:
        table = self.table
        section, again = event.section, False
        if section is Section.DEALING:
            if table.phase is Phase.POSTING:
                self.posts.before(None, event.line)
            self.deal()
            return
        if section in DRAW_OF:
            due = table.phase is Phase.DRAWING and table.round == DRAW_OF[section] - 1
            again = DRAW_OF[section] <= self.draws_begun
            self.draws_begun = max(self.draws_begun, DRAW_OF[section])
        elif section is Section.SHOW_DOWN:
            again = self.shown_down
            due = table.phase is Phase.SHOWDOWN and not again
            self.shown_down = True
        else:
            due = table.phase in {Phase.SHOWDOWN, Phase.OVER}
        if not due and again:
            self.misplaced(event, f"*** {section} *** is there a second time, or after a later part")
            return
        if not due:
            when = f"after {table.round} of 3 draws" if table.round else "before the first draw"
            waiting, expected = f"{self.report.name(table.actor)} is due", f"{table.phase} {when}"
            if table.phase is Phase.OVER:
                waiting, expected = "all but one have folded", f"*** {Section.SUMMARY} ***"
            what = f"{section.lower()} begins, but {waiting}"
            raise RuleError(Violation.UNFINISHED, what, expected=expected, found=section.lower())
        self.require_returned(event)
        if event.pot is not None and event.pot != table.pot:
            what = "the pot before this draw is not what the players put in"
            self.report.add(
                codes.WRONG_POT,
                event.line,
                what,
                expected=table.pot,
                found=event.pot,
                part=Part.AMOUNT,
            )
        if section is Section.SUMMARY:
            self.claimed.summary = event.line

    def deal(self) -> None:
        """Deal the hands that the text names, without those that the rules do not allow."""
        hands: dict[int, Cards] = {}
        for deal in self.hand.of(ev.Dealt):
            seat = self.seat(deal)
            try:
                self.table.verify_deal(hands | {seat: deal.cards})
            except RuleError as error:
                self.report.add_violation(error, deal.line, deal.player)
                self.report.resume(deal.line)
            else:
                hands.setdefault(seat, deal.cards)
        self.table.deal(hands)

    def check_deal(self, event: ev.Dealt) -> None:
        """Note a hand dealt to a player a second time, or after the betting has begun."""
        if self.actions or event.player in self.dealt:
            self.misplaced(event, f"{event.player} is dealt a hand again, or after the betting has begun")
        self.dealt.add(event.player)

    def misplaced(self, event: ev.Event, message: str) -> None:
        """Note a line that cannot be here; the replay skips it."""
        self.report.add(codes.MISPLACED_LINE, event.line, message)
        self.report.resume(event.line)

    def require_marker(self, draws: int, seat: int) -> None:
        """Note a missing marker line of this draw, before a line of the player whose turn it is."""
        if seat != self.table.actor:
            return
        self.report.add(
            codes.UNFINISHED_ROUND,
            self.line,
            f"{MARKER_OF[draws]} is missing before this line of {self.report.name(seat)}",
            expected=MARKER_OF[draws],
        )
        self.report.resume(self.line)
        self.draws_begun = draws

    def require_returned(self, event: ev.Event) -> None:
        """Note an uncalled bet that should have been returned before this line."""
        if due := self.table.uncalled():
            self.report.add(
                codes.WRONG_UNCALLED,
                event.line,
                f"the uncalled bet of {self.report.name(due[0])} is not returned",
                expected=due[1],
                found=0,
            )
            self.report.resume(event.line)
            self.table.return_uncalled()

    def require_end(self, event: ev.Event, player: str) -> None:
        if self.table.phase not in {Phase.SHOWDOWN, Phase.OVER}:
            raise RuleError(Violation.UNFINISHED, "the pot is decided before the betting is over")
        if self.table.phase is Phase.SHOWDOWN and not self.shown_down:
            marker = f"*** {Section.SHOW_DOWN} ***"
            what = f"{marker} is missing before this line"
            self.report.add(codes.UNFINISHED_ROUND, event.line, what, expected=marker)
            self.shown_down = True
        if player in self.seat_of and self.seat_of[player] in self.table.folded:
            raise RuleError(Violation.ILLEGAL, "the player has folded already")
        self.require_returned(event)

    # --- betting

    def act(self, n: int, event: ev.Act) -> None:
        table, seat = self.table, self.seat(event)
        if self.draws_begun != table.round and table.phase is Phase.BETTING:
            self.require_marker(table.round, seat)
        raises = isinstance(event, ev.Bet | ev.Raised)
        can_raise = raises or (seat == table.actor and table.may_raise(seat))
        situation = read_situation(table, seat, can_raise=can_raise)
        had, all_in, disconnected = table.put_in[seat], False, False
        play_action(table, seat, event, self.report)
        if isinstance(event, ev.Folded):
            self.left[seat] = self.draws_begun
        if isinstance(event, ev.Folded | ev.Checked):
            disconnected = event.disconnected
        else:
            all_in = event.all_in
            self.check_all_in(event, seat, all_in)
        self.actions.append(
            Action(
                n=n,
                seat=seat,
                act=ACT_OF[type(event)],
                amount=table.put_in[seat] - had,
                all_in=all_in,
                forced=self.absence.forced(event.player, disconnected),
                situation=situation,
            )
        )

    def check_all_in(self, event: ev.PlayerEvent, seat: int, marked: bool) -> None:
        left = self.table.stacks[seat]
        if marked != (left == 0):
            mark = "is marked as all-in" if marked else "is not marked as all-in"
            self.report.add(
                codes.BAD_ALL_IN,
                event.line,
                f"{event.player} {mark}, with {self.report.amount(left)} left",
                expected="all-in" if left == 0 else "not all-in",
                found="all-in" if marked else "not all-in",
                part=Part.ALL_IN,
            )

    # --- draws and cards

    def draw(self, n: int, event: ev.Discarded | ev.StoodPat, count: int, thrown: Cards | None) -> None:
        table, seat = self.table, self.seat(event)
        if self.draws_begun != table.round + 1 and table.phase is Phase.DRAWING:
            self.require_marker(table.round + 1, seat)
        held = table.hands[seat]
        if held is None and event.cards and event.player not in self.dealt:
            self.miss_cards(event.line, f"no line has the cards that {event.player} was dealt")
        if isinstance(event, ev.StoodPat) and event.cards is not None and held is not None:
            self.same_cards(event.cards, held, "stands pat on")
        drew = self.next_drew(n, event.player)
        drawn = drew.drawn if drew else None
        if thrown is None and held is not None and (drew or count == 4):
            kept = drew.kept if drew else ()
            thrown = tuple(card for card in held if card not in kept)
        state = (table.round + 1, count, table.pot, table.put_in[seat], table.live, table.able)
        if drew and held is not None and not event.cards and drew.kept == drew.drawn:
            # A fault of the client in 2012: it names no discard, and the whole new hand twice.
            self.miss_cards(event.line, f"no line has the cards that {event.player} discards and draws")
            table.cards.hands[seat] = held = thrown = drawn = drew = None
        elif held is not None and count and drew is None:
            # They should be on the next line.
            self.miss_cards(event.line + 1, f"no line has the cards that {event.player} draws")
        if drew:
            table.verify_draw(seat, count, thrown)
            self.line = drew.line  # of the drawn cards
            table.verify_draw(seat, count, thrown, drawn)
            if held is not None and thrown is not None:
                self.same_cards(drew.kept, tuple([card for card in held if card not in thrown]), "keeps")
        table.draw(seat, count, thrown, drawn)
        self.draws.append(
            Draw(
                n,
                seat,
                *state,
                before=held,
                thrown=thrown,
                drawn=drawn if count else (),
                after=table.hands[seat],
                forced=self.absence.forced(event.player, event.disconnected),
            )
        )

    def miss_cards(self, line: int, message: str) -> None:
        """Note missing cards of a player whose cards the file shows."""
        self.report.add(codes.MISSING_CARDS, line, message)

    def next_drew(self, n: int, player: str) -> ev.Drew | None:
        """Return the draw that follows this discard, where the text has it."""
        events = self.hand.events
        for number in range(n + 1, len(events)):
            event = events[number]
            if isinstance(event, ev.Drew) and event.player == player:
                self.drew.add(number)
                return event
            if not isinstance(event, ev.Talked):
                return None
        return None

    def same_cards(self, named: Cards, held: Cards, verb: str) -> None:
        if set(named) != set(held) or len(named) != len(held):
            raise RuleError(
                Violation.NOT_HELD,
                f"{verb} other cards than were held",
                expected=names(held),
                found=names(named),
            )

    def show(self, event: ev.Showed) -> None:
        seat = self.seat(event)
        self.require_end(event, event.player)
        self.claimed.showdown.append((seat, event))
        self.table.show(seat, event.cards)

    # --- who

    def seat(self, event: ev.PlayerEvent) -> int:
        try:
            return self.seat_of[event.player]
        except KeyError:
            self.report.add(
                codes.UNKNOWN_NAME,
                event.line,
                f"{event.player} acts but has no seat in this hand",
                found=event.player,
                part=Part.PLAYER,
            )
            raise _StopError from None

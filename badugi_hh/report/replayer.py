"""The data of the replayer: one hand as steps with the state of the table after each, ready for display.

Chips come from the engine's table, cards from `badugi_hh.facts.known_cards`, prices from `replayer_prices`. All texts
are formatted here, so that `reports/replayer.js` only overlays the changes of each step and computes nothing. A card
that no line has shown by a step is unknown there; a card that a later line proves is marked `later`.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from badugi_hh.engine.cards import Cards, cards, names
from badugi_hh.engine.values import describe, value
from badugi_hh.facts.players import Players
from badugi_hh.history import events as ev
from badugi_hh.history.events import Section
from badugi_hh.odds.price import pot_odds, required_equity
from badugi_hh.problems import Problem
from badugi_hh.replay import Draw, Replay, TableState, replay_with_states
from badugi_hh.report.replayer_prices import HandPrices
from badugi_hh.report.templates import json_markup, render_alone
from badugi_hh.wording.best_play import BestPlay
from badugi_hh.wording.catalogue import catalogue, replayer_words, say
from badugi_hh.wording.formats import decimal, enumerate_names, percent
from badugi_hh.wording.hand_steps import Step, amount, steps, title
from badugi_hh.wording.solver_claims import claims_of

HIDDEN = "?"
"""A card that is unknown."""

_ANY = 5  # in place of the number of cards of a player who has not drawn; the texts have it after four
_DRAWING = (ev.Discarded, ev.StoodPat)
_COLLECTING = {Section.FIRST_DRAW, Section.SECOND_DRAW, Section.THIRD_DRAW, Section.SHOW_DOWN}
"""The sections at whose beginning the bets are in the pot."""
_NO_PRICES = HandPrices()
_NO_BEST_PLAY = BestPlay()

State = dict[str, Any]
"""What the display shows of one seat; a state of later steps replaces each value that a step names."""


def replay_data(
    replay: Replay,
    prices: HandPrices = _NO_PRICES,
    solved: BestPlay = _NO_BEST_PLAY,
    *,
    first_line: int = 1,
    tables: Sequence[TableState] | None = None,
    tz: str | None = None,
) -> dict[str, Any]:
    """Return a replayed hand as the JSON object that `reports/replayer.js` draws.

    `first_line` is the line of the file at which the hand begins, for the lines of its problems. `tables` are the
    states that `replay_with_states` returns, if they are known, and `tz` is the time zone of its time. The object has `id`,
    `title`, `seats`, `start` (a state for each seat), `steps` and `problems`. A step has the texts `part`, `text` (without
    the name of its player), `pot` and `notes`, its `line` in the hand, the index of its `seat`, the number `n` of its event, the indices of its
    `problems`, and in `set` the changed values of states by index of the seat; `later` are notes that follow from cards
    that are known only later. `solver` has the spot, the line and the class of a covered decision. An unknown card is `?`.
    """
    if tables is None:
        _, tables = replay_with_states(replay.hand, rules=replay.rules)
    return _Builder(replay, prices, solved, first_line, tables).build(title(replay.hand, tz))


def render_replay(hand: dict[str, Any], texts: Sequence[str]) -> str:
    """Return the page of a hand as HTML; `hand` is from `replay_data`, `texts` are its views as written.

    The text marks the line of a step only if there is one view: a merged hand has the lines of one of them.
    """
    text = "\n\n\n".join(texts)
    words = {**replayer_words(), "claims": claims_of([hand])}
    shown = {**hand, "text": text, "marked": len(texts) == 1}
    return render_alone(
        "replay.html.jinja",
        ("formats.js", "replayer.js", "replay_page.js"),
        ("style.css", "replayer.css"),
        hand=hand,
        text=text,
        words=words,
        data=json_markup({"hand": shown, "words": words}),
    )


class _Builder:
    """Builds the states of the seats, event by event."""

    def __init__(
        self,
        replay: Replay,
        prices: HandPrices,
        solved: BestPlay,
        first_line: int,
        tables: Sequence[TableState],
    ) -> None:
        self.replay = replay
        self.hand = replay.hand
        self.prices = prices
        self.solved = solved
        self.first_line = first_line
        self.players = Players(replay)
        self.index = {seat.seat: place for place, seat in enumerate(self.hand.seats)}
        self.seat_of = {seat.player: seat.seat for seat in self.hand.seats}
        self.tables = tables
        self.actions = {action.n: action for action in replay.actions}
        self.draws = {draw.n: draw for draw in replay.draws}
        self.drawn: dict[int, list[str]] = {seat: [] for seat in self.index}  # number of cards at each draw
        self.last: dict[int, Draw | None] = dict.fromkeys(self.index)
        self.paid = dict.fromkeys(self.index, 0)  # chips from pots so far
        self.revealed: set[int] = set()  # seats that have shown all four cards
        self.dealt = False
        self.betting = True  # the bets of the round are not in the pot yet
        self.shown = {seat: self._state(seat, None) for seat in self.index}

    def build(self, title: str) -> dict[str, Any]:
        start = [dict(self.shown[seat.seat]) for seat in self.hand.seats]
        found = list(self._steps())
        return {
            "id": self.hand.id,
            "title": title,
            "seats": [self._seat(seat) for seat in self.hand.seats],
            "start": start,
            "steps": found,
            "problems": [self._problem(problem) for problem in self.replay.problems],
            **({"quiet": self.solved.no_claim} if self.solved.no_claim else {}),
        }

    def _seat(self, seat: ev.Seat) -> dict[str, Any]:
        return {
            "seat": seat.seat,
            "name": seat.player,
            "position": self.players.positions.get(seat.seat, ""),
            "hero": seat.seat in self.players.heroes,
            "button": seat.seat == self.hand.button,
            "away": not seat.dealt,
        }

    def _problem(self, problem: Problem) -> dict[str, Any]:
        return {
            "code": problem.code.id,
            "severity": str(problem.severity),
            "text": problem.words,
            "line": self._line_of(problem),
        }

    def _line_of(self, problem: Problem) -> int:
        return max(problem.place.line - max(self.first_line, 1) + 1, 0)

    # --- steps

    def _steps(self) -> Iterator[dict[str, Any]]:
        yield self._step(say("replayer", "start"), part=say("replayer", "before"), n=0, pot="")
        by_event = {step.n: step for step in steps(self.replay)}
        waiting: dict[int, State] = {}  # changes by events that are no steps of their own
        for n, event in enumerate(self.hand.events[: len(self.replay.pots)]):
            self._note(n, event)
            table = self.tables[n] if n < len(self.tables) else None
            self._merge(waiting, self._changes(table, self._changed_by(event)))
            if isinstance(event, ev.SectionBegan) and event.section is Section.SUMMARY:
                break
            step = by_event.get(n)
            if step is not None:
                yield self._as_step(step, event, waiting)
                waiting = {}
            elif isinstance(event, ev.SectionBegan) and event.section is Section.DEALING:
                part = say("replayer", "deal")
                yield self._step(say("replayer", "dealt"), part=part, line=event.line, n=n, changes=waiting)
                waiting = {}
        yield self._end()

    def _as_step(self, step: Step, event: ev.ANY_EVENT, changes: dict[int, State]) -> dict[str, Any]:
        seat = None if step.player is None else self.seat_of.get(step.player)
        text = step.text if seat is not None or step.player is None else f"{step.player} {step.text}"
        found = self._step(text, part=step.part, line=step.line, n=step.n, seat=seat, changes=changes)
        found["n"] = step.n + 1
        if notes := self._price_of_call(step.n):
            found["notes"] = notes
        if notes := self._prices(step.n, event, seat):
            later = seat is not None and self.shown[seat]["known"] == "later"
            found.setdefault("later" if later else "notes", []).extend(notes)
        if solved := self.solved.decisions.get(step.n + 1):
            found["solver"] = [solved.at.spot, " ".join(solved.at.line), solved.at.class_name]
        return found

    def _step(
        self,
        text: str,
        *,
        part: str,
        n: int,
        line: int = 0,
        seat: int | None = None,
        pot: str | None = None,
        changes: Mapping[int, State] | None = None,
    ) -> dict[str, Any]:
        """Return a step without the entries that are empty."""
        if pot is None:
            chips = self.replay.pots[n] - sum(self.paid.values())
            pot = amount(self.hand, max(chips, 0))
        step: dict[str, Any] = {"part": part, "text": text, "pot": pot}
        if line:
            step["line"] = line
        if seat is not None:
            step["seat"] = self.index[seat]
        if changes:
            step["set"] = {str(self.index[seat]): changed for seat, changed in changes.items() if changed}
        problems = [
            place
            for place, problem in enumerate(self.replay.problems)
            if line and self._line_of(problem) == line
        ]
        if problems:
            step["problems"] = problems
        return step

    def _end(self) -> dict[str, Any]:
        """Return the last step: the result, or the line at which the replay ended."""
        hand, replay = self.hand, self.replay
        finished = bool(replay.results)
        self.betting = False
        if finished:
            self.revealed |= self.players.shown.keys()
        if replay.cancelled:
            text = say("replayer", "cancelled")
        elif not finished:
            text = say("replayer", "stopped")
        elif replay.total_pot is None or replay.rake is None:
            text = say("replayer", "over")
        else:
            text = say(
                "replayer", "result", pot=amount(hand, replay.total_pot), rake=amount(hand, replay.rake)
            )
        table = self.tables[-1] if self.tables else None
        changes = self._changes(table, self.index)
        for seat, result in replay.results.items():
            changes.setdefault(seat, {})["net"] = amount(hand, result.won - result.put_in, signed=True)
        return self._step(text, part=say("replayer", "end"), n=0, pot="", changes=changes)

    # --- states

    def _note(self, n: int, event: ev.ANY_EVENT) -> None:
        """Note what an event changes besides chips."""
        match event:
            case ev.SectionBegan():
                self.dealt = self.dealt or event.section is Section.DEALING
                if event.section in _COLLECTING:
                    self.betting = False
                    self.last = dict.fromkeys(self.index)  # cards are new until the next draw
            case ev.Dealt():
                self.dealt = True
            case ev.Discarded() | ev.StoodPat() if event.player in self.seat_of:
                seat = self.seat_of[event.player]
                self.drawn[seat].append("0" if isinstance(event, ev.StoodPat) else str(event.count))
                self.last[seat] = self.draws.get(n)
            case ev.Bet() | ev.Raised() | ev.Called() | ev.Checked() | ev.Posted():
                self.betting = True
            case ev.Showed() | ev.Folded() if event.player in self.seat_of:
                if event.cards is not None and len(event.cards) == 4:
                    self.revealed.add(self.seat_of[event.player])
            case ev.Collected() | ev.CashedOut() if event.player in self.seat_of:
                self.paid[self.seat_of[event.player]] += event.amount

    def _changed_by(self, event: ev.ANY_EVENT) -> Collection[int]:
        """Return the seats whose state an event can change: that of its player, or all at the beginning of a section."""
        if isinstance(event, ev.SectionBegan):
            return self.index
        if isinstance(event, ev.PlayerEvent) and event.player in self.seat_of:
            return (self.seat_of[event.player],)
        return ()

    def _changes(self, table: TableState | None, seats: Collection[int]) -> dict[int, State]:
        """Return the values that differ from those shown so far, by seat; from now on they count as shown."""
        changes = {}
        for seat in seats:
            before = self.shown[seat]
            state = self._state(seat, table)
            changed = {name: found for name, found in state.items() if before[name] != found}
            if changed:
                changes[seat] = changed
                before.update(changed)
        return changes

    @staticmethod
    def _merge(into: dict[int, State], changes: Mapping[int, State]) -> None:
        for seat, changed in changes.items():
            into.setdefault(seat, {}).update(changed)

    def _state(self, seat: int, table: TableState | None) -> State:
        hand = self.hand
        info = hand.seats[self.index[seat]]
        stack, bet = info.stack, 0
        if table is not None and seat in table.stacks:
            stack, bet = table.stacks[seat], table.bets[seat] if self.betting else 0
        state: State = {
            "stack": amount(hand, stack + self.paid[seat]),
            "bet": amount(hand, bet) if bet else "",
            "folded": table is not None and seat in table.folded,
            "draws": "-".join(self.drawn[seat]),
            "won": say("replayer", "won", amount=amount(hand, self.paid[seat])) if self.paid[seat] else "",
        }
        return state | self._cards(seat, dealt=info.dealt and self.dealt)

    def _cards(self, seat: int, *, dealt: bool) -> State:
        """Return the cards of a seat, their value, how they are known, and the last discard."""
        if not dealt:
            return {"cards": [], "known": "", "value": "", "fresh": [], "out": []}
        known = self.players.known[seat]
        stage = min(len(self.drawn[seat]), 3)
        held, source = known.cards[stage], known.source[stage]
        draw = self.last[seat]
        fresh: Cards = (draw.drawn or ()) if draw and held else ()
        return {
            "cards": _texts(held) if held else [HIDDEN] * 4,
            "known": self._knowledge(seat, source),
            "value": describe(value(held)) if held else "",
            "fresh": _texts(fresh),
            "out": [] if draw is None else _texts(draw.thrown) if draw.thrown else [HIDDEN] * draw.count,
        }

    def _knowledge(self, seat: int, source: str | None) -> str:
        """Return `dealt`, `shown`, `later` (a later line shows these cards) or an empty text for unknown cards."""
        if source in {None, "dealt"}:
            return source or ""
        return "shown" if seat in self.revealed else "later"

    # --- prices

    def _price_of_call(self, n: int) -> list[str]:
        """Return the price of a call, the pot odds, and the share of the pot that it needs."""
        action = self.actions.get(n)
        if action is None or not action.situation.price:
            return []
        price, to_win = action.situation.price, action.situation.to_win
        return [
            say(
                "replayer",
                "call",
                price=amount(self.hand, price),
                pot=amount(self.hand, to_win),
                odds=decimal(pot_odds(to_win, price)),
                required=percent(required_equity(to_win, price)),
            )
        ]

    def _prices(self, n: int, event: ev.ANY_EVENT, seat: int | None) -> list[str]:
        """Return what the cards of a decision or a draw were worth, and how best play goes on, where that is known."""
        best = self.solved.notes(n + 1)
        if isinstance(event, _DRAWING):
            row = self.prices.draws.get(n + 1)
            notes = [] if row is None else self._draw_notes(row, self.draws.get(n), self._opponents(seat))
            return [*notes, *best]
        row = self.prices.decisions.get(n + 1)
        if row is None:
            return best
        equity, error = percent(row["equity"]), _error(row["equity_error"])
        return [
            say("replayer", "equity", opponents=self._opponents(seat), equity=equity, error=error),
            *best,
        ]

    def _opponents(self, own: int | None) -> str:
        """Return the opponents of a seat whose hands a price is about, by the cards that they drew last.

        The price of a hand that drew four cards is that of one that drew three.
        """
        others = [seat.seat for seat in self.hand.seats if seat.dealt and seat.seat != own]
        live = [seat for seat in others if not self.shown[seat]["folded"]]
        drew = Counter(int(self.drawn[seat][-1]) if self.drawn[seat] else _ANY for seat in live)
        one, several = catalogue()["replayer"]["opponent"], catalogue()["replayer"]["opponents"]
        named = [
            one[number] if count == 1 else several[number].format(count=count)
            for number, count in sorted(drew.items())
        ]
        return enumerate_names(named, most=len(one))

    @staticmethod
    def _draw_notes(row: Mapping[str, Any], draw: Draw | None, opponents: str) -> list[str]:
        if draw is None or draw.before is None:
            return []
        thrown = draw.thrown or ()
        kept = [card for card in draw.before if card not in thrown]
        best = cards(row["best_kept"]) if row["best_kept"] else ()
        equity, error = percent(row["kept_equity"]), _error(row["equity_error"])
        name = "kept" if kept else "kept_none"
        notes = [say("replayer", name, cards=names(kept), opponents=opponents, equity=equity, error=error)]
        loss = row["best_equity"] - row["kept_equity"]
        # Computed in other trials than those that found the best cards, a small loss can come out as a gain.
        if set(best) != set(kept) and loss > 0:
            more = decimal(100 * loss)
            name = "best" if best else "best_none"
            notes.append(
                say("replayer", name, cards=names(best), equity=percent(row["best_equity"]), loss=more)
            )
        return notes


def _texts(held: Cards | None) -> list[str]:
    return [names((card,)) for card in held or ()]


def _error(error: float) -> str:
    return say("replayer", "error", error=percent(error)) if error else ""

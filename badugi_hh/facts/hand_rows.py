"""Turns a replay into rows of the database, in the order of the columns of `badugi_hh.facts.columns`.

The rows have only what the replay knows; a value that the text does not state is None.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.rules import Post
from badugi_hh.engine.values import is_badugi, size, value
from badugi_hh.facts.columns import DECISIONS, GAMES, PLAY_CHIPS, TOURNAMENT_CHIPS
from badugi_hh.facts.decision_rows import decision_rows
from badugi_hh.facts.draw_rows import draw_rows
from badugi_hh.facts.entries import TournamentResult, entry_of, tournament_results
from badugi_hh.facts.known_cards import Known, known_cards, shown_hands
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.money import SIGNS, write_amount
from badugi_hh.replay import Action, Draw, Replay, out_at_start

CLASSES = {4: "badugi", 3: "three-card", 2: "two-card", 1: "one-card"}
_BEFORE_THE_BUTTON = ("CO", "HJ", "MP")
_NO_RESULT = TournamentResult()


def rows(replay: Replay, hand_key: int, *, rules: str = "pokerstars") -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of `hands`, `seats`, `events`, `decisions` and `draws` for a hand without errors.

    Args:
        replay: a replay that is `ok`.
        hand_key: the key of the hand in the database.
        rules: name of the rules it was replayed under.
    """
    known = known_cards(replay)
    positions = find_positions(replay)
    dealt = {event.player for event in replay.hand.events if isinstance(event, ev.Dealt)}
    heroes = {seat.seat for seat in replay.hand.seats if seat.player in dealt}
    extra = _extra_blinds(replay)
    decisions = list(decision_rows(replay, hand_key, positions, known, heroes, extra))
    return {
        "hands": [_hand_row(replay, hand_key, rules)],
        "seats": list(_seat_rows(replay, hand_key, positions, known, heroes, extra)),
        "events": list(_event_rows(replay, hand_key)),
        "decisions": decisions,
        "draws": list(
            draw_rows(
                replay, hand_key, positions, known, heroes, _levels_faced(decisions), _opener(decisions)
            )
        ),
    }


def find_positions(replay: Replay) -> dict[int, str]:
    """Return the position of every seat dealt in.

    The blinds are the seats that posted them. The other seats are BTN, CO, HJ, MP and then EP, counted back from the
    last to act, which is BTN even if the button is at an empty seat. In heads-up play the button is SB.
    """
    table = replay.table
    if table is None:
        return {}
    positions = {}
    if table.small_blind is not None:
        positions[table.small_blind] = "SB"
    if table.big_blind is not None:
        positions[table.big_blind] = "BB"
    others = [seat for seat in reversed(table.order) if seat not in positions]
    labels = iter(("BTN", *_BEFORE_THE_BUTTON))
    return positions | {seat: next(labels, "EP") for seat in others}


def _extra_blinds(replay: Replay) -> set[int]:
    """Return the seats that posted a live big blind in addition to the player in the big blind."""
    if replay.table is None:
        return set()
    seats = {seat.player: seat.seat for seat in replay.hand.seats}
    posted = {
        seats[event.player]
        for event in replay.hand.events
        if isinstance(event, ev.Posted) and event.post in {Post.BIG_BLIND, Post.BOTH_BLINDS}
    }
    return posted - {replay.table.big_blind}


_SEAT, _ROUND, _PRICE, _LEVEL = map(DECISIONS.names.index, ("seat", "round", "price", "level_full"))
_POSITION, _ACTION = map(DECISIONS.names.index, ("position", "action"))


def _levels_faced(decisions: list[tuple[object, ...]]) -> dict[tuple[object, object], int]:
    """Return the most full bets that each seat faced in each betting round, by seat and round."""
    faced: dict[tuple[object, object], int] = {}
    for row in decisions:
        level = row[_LEVEL]
        if row[_PRICE] and isinstance(level, int):
            key = row[_SEAT], row[_ROUND]
            faced[key] = max(level, faced.get(key, 0))
    return faced


def _opener(decisions: list[tuple[object, ...]]) -> object:
    """Return the position of the player who made the first raise before the first draw, None if there was none."""
    raises = (row[_POSITION] for row in decisions if row[_ROUND] == 0 and row[_ACTION] in {"bet", "raise"})
    return next(raises, None)


def _hand_row(replay: Replay, hand_key: int, rules: str) -> tuple[object, ...]:
    hand = replay.hand
    tournament = hand.tournament
    denomination = denomination_of(hand.stakes.currency, tournament=tournament is not None)
    entry = entry_of(tournament.buy_in if tournament else None)
    return (
        hand_key,
        hand.site,
        hand.id,
        hand.moment.utc,
        hand.moment.local,
        hand.moment.zone,
        hand.moment.ambiguous,
        hand.table,
        game_of(denomination),
        str(hand.stakes.betting),
        hand.stakes.low,
        hand.stakes.high,
        stakes_text(hand),
        hand.stakes.currency,
        "cent" if hand.stakes.currency and not tournament else "chip",
        denomination,
        tournament.id if tournament else None,
        tournament.level if tournament else None,
        tournament.buy_in if tournament else None,
        entry.pool,
        entry.bounty,
        entry.fee,
        entry.currency,
        hand.max_seats,
        hand.button,
        sum(seat.dealt for seat in hand.seats),
        replay.total_pot,
        replay.rake,
        rules,
        replay.cancelled,
        "warned" if replay.problems else "ok",
    )


def denomination_of(currency: str | None, *, tournament: bool) -> str:
    """Return the denomination of the amounts of a hand: cents of a currency, tournament chips or play chips."""
    if tournament:
        return TOURNAMENT_CHIPS
    return f"{currency} cents" if currency else PLAY_CHIPS


def game_of(denomination: str) -> str:
    """Return the game that is played for amounts of a denomination."""
    return GAMES.get(denomination, "cash")


def stakes_text(hand: Hand) -> str:
    """Return the stakes as a short text, `$0.25/$0.50`, `20/40`."""
    stakes = hand.stakes
    if stakes.currency is None or hand.tournament:
        return f"{stakes.low}/{stakes.high}"
    sign = SIGNS.get(stakes.currency, f"{stakes.currency} ")
    return f"{write_amount(stakes.low, sign)}/{write_amount(stakes.high, sign)}"


def _seat_rows(
    replay: Replay,
    hand_key: int,
    positions: dict[int, str],
    known: dict[int, Known],
    heroes: set[int],
    extra_blinds: set[int],
) -> Iterator[tuple[object, ...]]:
    of_put_in = _rake_shares(replay, {seat: result.put_in for seat, result in replay.results.items()})
    equal = _rake_shares(replay, dict.fromkeys(replay.results, 1))
    of_won = _rake_shares(replay, {seat: result.won for seat, result in replay.results.items()})
    pots = replay.table.pots() if replay.table is not None else ()
    finishes = tournament_results(replay.hand) if replay.hand.tournament else {}
    first_draw_reached = max(replay.rounds, default=0) >= 1 and not replay.cancelled
    out = out_at_start(replay.hand)
    shown, sold = shown_hands(replay), _sold_and_lost(replay)
    drawn_by: dict[int, list[Draw]] = {seat.seat: [] for seat in replay.hand.seats}
    for draw in replay.draws:
        drawn_by[draw.seat].append(draw)
    acted_by: dict[int, list[Action]] = {seat.seat: [] for seat in replay.hand.seats}
    for action in replay.actions:
        if action.seat in action.able:
            acted_by[action.seat].append(action)
    for seat in replay.hand.seats:
        cards, source = known[seat.seat].cards, known[seat.seat].source
        result = replay.results.get(seat.seat)
        drawn = [draw.count for draw in drawn_by[seat.seat]]
        own = acted_by[seat.seat]
        before = [action.act for action in own if action.round == 0 and action.forced is None]
        finish = finishes.get(seat.player, _NO_RESULT)
        yield (
            hand_key,
            replay.hand.site,
            replay.hand.id,
            seat.seat,
            seat.player,
            seat.seat in heroes,
            seat.stack,
            positions.get(seat.seat),
            seat.dealt,
            seat.player in out,
            seat.seat in extra_blinds,
            result.put_in if result else 0,
            result.won if result else 0,
            result.won - result.put_in if result else 0,
            of_put_in.get(seat.seat, 0),
            equal.get(seat.seat, 0),
            of_won.get(seat.seat, 0),
            sum([pot.amount for pot in pots if seat.seat in pot.seats]),
            *map(_text, cards),
            *source,
            *[value(held) if held else None for held in cards],
            CLASSES[size(value(cards[0]))] if cards[0] else None,
            "-".join(map(str, drawn)) or None,
            *[drawn[draw] if draw < len(drawn) else None for draw in range(3)],
            drawn_by[seat.seat][0].forced if drawn else None,
            _snowed(drawn_by[seat.seat], known[seat.seat]),
            bool(
                result
                and result.left is None
                and not own
                and positions.get(seat.seat) == "BB"
                and not first_draw_reached
            ),
            len(before),
            sum([act in {"call", "bet", "raise"} for act in before]),
            sum([act in {"bet", "raise"} for act in before]),
            first_draw_reached and result is not None and result.left != 0,
            bool(result and result.showdown),
            _result(replay, seat.seat, sold),
            result.shared if result else 0,
            seat.seat in shown,
            finish.place,
            finish.prize,
            finish.prize_currency,
            finish.bounty_won,
            finish.rebought,
        )


def _snowed(draws: list[Draw], known: Known) -> int | None:
    """Return the first draw at which the player stood pat without a badugi, if the cards were dealt openly.

    A draw at which the site acted for the player does not count.
    """
    for draw in draws:
        held, source = known.cards[draw.draw - 1], known.source[draw.draw - 1]
        stood_pat = draw.count == 0 and draw.forced is None
        if stood_pat and source == "dealt" and held and not is_badugi(held):
            return draw.draw
    return None


def _sold_and_lost(replay: Replay) -> set[int]:
    """Return the seats that cashed out and did not win: the site paid them, not a pot."""
    sold = {event.player for event in replay.hand.events if isinstance(event, ev.CashedOut)}
    lines = [event for event in replay.hand.events if isinstance(event, ev.SeatSummary)]
    return {line.seat for line in lines if line.player in sold and line.outcome is not ev.Outcome.SHOWED_WON}


def _result(replay: Replay, seat: int, sold: set[int]) -> str:
    result = replay.results.get(seat)
    if result is None:
        return "not dealt"
    if replay.cancelled:
        return "cancelled"
    if result.left is not None:
        return "folded"
    if not result.showdown:
        return "won uncontested"
    return "won at showdown" if result.won and seat not in sold else "lost at showdown"


def _rake_shares(replay: Replay, weights: Mapping[int, int]) -> dict[int, int]:
    """Split the rake in proportion to the weights of the seats, in whole units, by the largest-remainder method.

    The number of the hand decides between equal remainders, so that no seat pays more than others in the long run.
    """
    total = sum(weights.values())
    if not replay.rake or not total:
        return {}
    exact = {seat: divmod(replay.rake * weight, total) for seat, weight in weights.items()}
    left = replay.rake - sum([whole for whole, _ in exact.values()])
    seats = sorted(exact)
    first = int(replay.hand.id[-9:]) % len(seats)
    turn = {seat: place for place, seat in enumerate(seats[first:] + seats[:first])}
    up = sorted(exact, key=lambda seat: (-exact[seat][1], turn[seat]))[:left]
    return {seat: whole + (seat in up) for seat, (whole, _) in exact.items()}


def _event_rows(replay: Replay, hand_key: int) -> Iterator[tuple[object, ...]]:
    seats = {seat.player: seat.seat for seat in replay.hand.seats}
    summary = False
    for index, event in enumerate(replay.hand.events):
        summary = summary or (isinstance(event, ev.SectionBegan) and event.section is ev.Section.SUMMARY)
        player = event.player if isinstance(event, ev.PlayerEvent) else None
        amount, to, cards, count, all_in, text = _details(event)
        yield (
            hand_key,
            index + 1,
            event.line,
            None if summary else replay.rounds[index],
            type(event).__name__,
            seats.get(player) if player is not None else None,
            player,
            amount,
            to,
            _text(cards),
            count,
            all_in,
            text,
        )


_Details = tuple[int | None, int | None, Cards | None, int | None, bool | None, str | None]
_NO_DETAILS: _Details = (None, None, None, None, None, None)


def _details(event: ev.ANY_EVENT) -> _Details:
    """Return amount, raised_to, cards, count, all_in and text of an event; frequent events come first."""
    match event:
        case ev.Checked():
            return _NO_DETAILS
        case ev.Dealt() | ev.Folded():
            return None, None, event.cards, None, None, None
        case ev.SeatSummary():
            return event.amount, None, event.cards, None, None, str(event.outcome)
        case ev.SectionBegan():
            return None, None, None, None, None, str(event.section)
        case ev.Posted():
            return event.amount, None, None, None, event.all_in, str(event.post)
        case ev.Called() | ev.Bet():
            return event.amount, None, None, None, event.all_in, None
        case ev.Raised():
            return event.by, event.to, None, None, event.all_in, None
        case ev.Discarded():
            return None, None, event.cards, event.count, None, None
        case ev.StoodPat():
            return None, None, event.cards, 0, None, None
        case ev.Drew():
            return None, None, event.drawn, len(event.drawn), None, f"kept {names(event.kept)}".strip()
        case ev.Showed():
            return None, None, event.cards, None, None, event.description
        case ev.UncalledReturned():
            return event.amount, None, None, None, None, None
        case ev.Collected():
            return event.amount, None, None, None, None, event.pot
        case ev.CashedOut():
            return event.amount, None, None, None, None, None if event.fee is None else f"fee {event.fee}"
        case ev.Finished():
            prize = f", {event.prize}" if event.prize else ""
            return None, None, None, None, None, f"place {event.place}{prize}" if event.place else None
        case ev.WonTournament():
            return None, None, None, None, None, event.prize.text if event.prize else None
        case ev.Talked():
            return None, None, None, None, None, f"{event.kind}: {event.words}".rstrip(": ")
        case ev.BountyWon():
            return None, None, None, None, None, event.text
        case ev.PotSummary():
            return event.total, None, None, None, None, f"rake {event.rake}"
        case (
            ev.DeckReshuffled()
            | ev.BettingCapped()
            | ev.Mucked()
            | ev.NotShown()
            | ev.HandCancelled()
            | ev.BreakSkipped()
        ):
            return _NO_DETAILS
        case _:
            assert_never(event)


def _text(cards: Cards | None) -> str | None:
    return None if cards is None else names(cards)

"""Turns the results of a replay into the rows of `seats`: what each player put in, won and held."""

from collections.abc import Mapping
from dataclasses import fields

from badugi_hh.engine.cards import names
from badugi_hh.engine.values import is_badugi, size, value
from badugi_hh.facts.entries import TournamentResult, tournament_results
from badugi_hh.facts.players import Known, Players
from badugi_hh.facts.schema import Columns
from badugi_hh.history import events as ev
from badugi_hh.replay import Draw, Replay, out_at_start

CLASSES = {4: "badugi", 3: "three-card", 2: "two-card", 1: "one-card"}
_NO_RESULT = TournamentResult()


def add_seats(to: Columns, replay: Replay, hand_key: int, players: Players) -> None:
    """Add one row per player at the table, dealt in or not."""
    hand, results = replay.hand, replay.results
    of_put_in = _share_rake(replay, {seat: result.put_in for seat, result in results.items()})
    equal = _share_rake(replay, dict.fromkeys(results, 1))
    of_won = _share_rake(replay, {seat: result.won for seat, result in results.items()})
    pots = replay.side_pots
    finishes = tournament_results(hand) if hand.tournament else {}
    first_draw_reached = max(replay.rounds, default=0) >= 1 and not replay.cancelled
    out = out_at_start(hand)
    shown, sold = players.shown, _sold_and_lost(replay)
    acted: set[int] = set()
    # Before the first draw, without those that the site decided.
    acts_before: dict[int, list[str]] = {seat: [] for seat in players.names}
    for action in replay.actions:
        if action.seat not in action.situation.able:
            continue
        acted.add(action.seat)
        if action.situation.round == 0 and action.forced is None:
            acts_before[action.seat].append(action.act)
    for player in hand.seats:
        seat = player.seat
        known, draws = players.known[seat], players.draws[seat]
        result = results.get(seat)
        put_in, won = (result.put_in, result.won) if result else (0, 0)
        position = players.positions.get(seat)
        to.seat.append(seat)
        to.player.append(player.player)
        to.hero.append(seat in players.heroes)
        to.stack.append(player.stack)
        to.position.append(position)
        to.dealt.append(player.dealt)
        to.sitting_out.append(player.player in out)
        to.extra_blind.append(seat in players.extra_blinds)
        to.put_in.append(put_in)
        to.won.append(won)
        to.net.append(won - put_in)
        to.rake_share.append(of_put_in.get(seat, 0))
        to.rake_dealt.append(equal.get(seat, 0))
        to.rake_won.append(of_won.get(seat, 0))
        to.reach.append(sum([pot.amount for pot in pots if seat in pot.seats]))
        for stage, (cards, source) in enumerate(zip(known.cards, known.source, strict=True)):
            getattr(to, f"hand_{stage}").append(names(cards) if cards else None)
            getattr(to, f"known_{stage}").append(source)
            getattr(to, f"value_{stage}").append(value(cards) if cards else None)
        dealt = known.cards[0]
        to.starting_class.append(CLASSES[size(value(dealt))] if dealt else None)
        drawn = [draw.count for draw in draws]
        to.draw_line.append("-".join([str(count) for count in drawn]) if drawn else None)
        for draw in (1, 2, 3):
            getattr(to, f"drawn_{draw}").append(drawn[draw - 1] if draw <= len(drawn) else None)
        to.forced_1.append(draws[0].forced if draws else None)
        to.snowed.append(_find_snow(draws, known))
        in_to_the_end = result is not None and result.left is None
        to.walk.append(in_to_the_end and seat not in acted and position == "BB" and not first_draw_reached)
        acts = acts_before[seat]
        raises = acts.count("bet") + acts.count("raise")
        to.decisions_0.append(len(acts))
        to.voluntary_0.append(raises + acts.count("call"))
        to.raises_0.append(raises)
        to.saw_draw.append(first_draw_reached and result is not None and result.left != 0)
        to.showdown.append(result is not None and result.showdown)
        to.result.append(_name_result(replay, seat, sold))
        to.pots_shared.append(result.shared if result else 0)
        to.shown.append(seat in shown)
        finish = finishes.get(player.player, _NO_RESULT)
        for field in fields(finish):
            getattr(to, field.name).append(getattr(finish, field.name))
    count = len(hand.seats)
    to.hand_key += [hand_key] * count
    to.site += [hand.site] * count
    to.hand_id += [hand.id] * count


def _find_snow(draws: list[Draw], known: Known) -> int | None:
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
    sold = {event.player for event in replay.hand.of(ev.CashedOut)}
    if not sold:
        return set()
    lines = replay.hand.of(ev.SeatSummary)
    return {line.seat for line in lines if line.player in sold and line.outcome is not ev.Outcome.SHOWED_WON}


def _name_result(replay: Replay, seat: int, sold: set[int]) -> str:
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


def _share_rake(replay: Replay, weights: Mapping[int, int]) -> dict[int, int]:
    """Split the rake in proportion to the weights of the seats, in whole units, by the largest-remainder method.

    The number of the hand decides between equal remainders, so that no seat pays more than others in the long run.
    """
    if not replay.rake:
        return {}
    total = sum(weights.values())
    if not total:
        return {}
    exact = {seat: divmod(replay.rake * weight, total) for seat, weight in weights.items()}
    left = replay.rake - sum([whole for whole, _ in exact.values()])
    if not left:
        return {seat: whole for seat, (whole, _) in exact.items()}
    seats = sorted(exact)
    first = int(replay.hand.id[-9:]) % len(seats)
    turn = {seat: place for place, seat in enumerate(seats[first:] + seats[:first])}
    up = sorted(exact, key=lambda seat: (-exact[seat][1], turn[seat]))[:left]
    return {seat: whole + (seat in up) for seat, (whole, _) in exact.items()}

"""Players at the engine's table with real cards, each with a strategy; their hands as rows of a database.

A strategy is the table of a solved game, best play at a full table, a style of the simulator, or a line of actions. A leak is a change of the
mixes of one player, as in `mix_leaks`. What it costs is known from play: the same deals are played with it and without it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import duckdb
from best_players import mix_of

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.values import best_subset, size, value
from badugi_hh.ring.hand_row import FEWEST_PLAYERS, SEATS
from badugi_hh.ring.table_line import PLAYERS
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.decide import BettingAction, PlayerState, decide_action, decide_discards
from badugi_hh.simulate.styles import Style
from badugi_hh.solve.game import TABLES, Game
from badugi_hh.solve.look_up import follow, with_cheapest
from badugi_hh.solve.solved_table import SolvedTable
from support.hand_made import insert

Row = dict[str, Any]
Mix = dict[str, float]
RULES = replace(POKERSTARS, small_blind=5, big_blind=10, small_bet=10, big_bet=20)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
STACK = 1000
SMALL_BLIND, BIG_BLIND = 6, 7
"""Seats, which are numbered as in `hand_row`: those of n players are the last n."""


class Seen(NamedTuple):
    """What a player sees who acts: the table, all actions so far, and the own seat and cards."""

    table: Table
    line: tuple[str, ...]
    seat: int
    held: Cards

    @property
    def drawing(self) -> bool:
        """Whether the player draws."""
        return self.table.phase is Phase.DRAWING

    @property
    def first_round(self) -> bool:
        """Whether the player bets before the first draw."""
        return self.table.round == 0 and not self.drawing

    @property
    def last_round(self) -> bool:
        """Whether the player bets after the last draw."""
        return self.table.round == 3


Player = Callable[[Seen], str | Cards]
"""Returns the word of an action, or the cards that are kept at a draw."""
MixOf = Callable[[Seen], Mix]
"""Returns the shares of the actions, none where the strategy ends."""
Leak = Callable[[Seen, Mix], Mix]
"""Returns the mix of a player, from that of the strategy."""
Step = tuple[int, str, Row]
"""The seat of a decision or draw, its table in the database, and its row."""


# --- a hand


def play(
    table: Table,
    held: dict[int, Cards],
    stubs: Mapping[int, list[int]],
    players: Mapping[int, Player],
    wanted: Callable[[Seen], object] = bool,
) -> list[Step] | None:
    """Play a hand to its end, and return its `wanted` steps; None if the cards of a stub do not suffice. `held` has the last hands."""
    line: tuple[str, ...] = ()
    steps: list[Step] = []
    while table.phase in {Phase.BETTING, Phase.DRAWING}:
        assert table.actor is not None
        seat = table.actor
        seen = Seen(table, line, seat, held[seat])
        done = players[seat](seen)
        if isinstance(done, str):
            steps += [(seat, "decisions", _decision(seen, done))] if wanted(seen) else []
            _bet(table, seat, done)
            line = (*line, done)
            continue
        thrown = tuple(card for card in held[seat] if card not in done)
        if len(thrown) > len(stubs[seat]):
            return None
        steps += [(seat, "draws", _draw(seen, done))] if wanted(seen) else []
        drawn = tuple(stubs[seat].pop() for _ in thrown)
        table.draw(seat, len(thrown), thrown, drawn)
        held[seat] = (*done, *drawn)
        line = (*line, str(len(thrown)))
    table.return_uncalled()
    return steps


def _bet(table: Table, seat: int, word: str) -> None:
    if word in {"bet", "raise"}:
        bounds = table.bet_bounds(seat)
        assert bounds is not None
        assert bounds[0] == bounds[1]
        table.bet_to(seat, bounds[0])
    else:
        {"fold": table.fold, "check": table.check, "call": table.call}[word](seat)


def _decision(seen: Seen, word: str) -> Row:
    table, live = seen.table, len(seen.table.live)
    return {
        "value": value(seen.held) if seen.held else None, "live": live, "pot": table.pot, "price": table.price(seen.seat), "round": table.round,
        "action": word, "level_any": table.bets, "folded_to": seen.first_round and live == SEATS - seen.seat and table.bets == 1,
    }  # fmt: skip


def _draw(seen: Seen, kept: Cards) -> Row:
    return {
        "value_before": value(seen.held), "value_kept": value(kept) if kept else None, "live": len(seen.table.live),
        "draw": seen.table.round + 1, "drawn": 4 - len(kept),
    }  # fmt: skip


def results(table: Table, held: Mapping[int, Cards]) -> dict[int, float]:
    """Return what the seats win in an ended hand, in its smallest unit."""
    won = {seat: -float(paid) for seat, paid in table.put_in.items()}
    for pot in table.pots():
        best = min(value(held[seat]) for seat in pot.seats)
        winners = [seat for seat in pot.seats if len(pot.seats) == 1 or value(held[seat]) == best]
        for seat in winners:
            won[seat] += pot.amount / len(winners)
    return won


Deal = tuple[Table, dict[int, Cards], dict[int, list[int]]]
"""A table at which the blinds are posted, the hands, and the cards that the seats draw."""


def deal(count: int, random: Random) -> Deal:
    """Deal a hand to so many players; each of two has half of the other cards, so that both always draw the same."""
    deck = random.sample(DECK, len(DECK))
    seats = range(SEATS - count, SEATS)
    held = {seat: tuple(deck.pop() for _ in range(4)) for seat in seats}
    stubs = {SMALL_BLIND: deck[::2], BIG_BLIND: deck[1::2]} if count == 2 else dict.fromkeys(seats, deck)
    table = Table(RULES, dict.fromkeys(seats, STACK), SMALL_BLIND - (count > 2))
    table.post(SMALL_BLIND, Post.SMALL_BLIND, RULES.small_blind)
    table.post(BIG_BLIND, Post.BIG_BLIND, RULES.big_blind)
    table.deal(held)
    return table, held, stubs


# --- strategies


def no_leak(_seen: Seen, mix: Mix) -> Mix:
    """Return the mix as it is."""
    return mix


def mixed(mix_of: MixOf, random: Random, leak: Leak = no_leak) -> Player:
    """A player who mixes actions, with a leak; where the strategy ends, nobody bets or folds, and incomplete hands draw."""

    def act(seen: Seen) -> str | Cards:
        chance, mix = random.random(), mix_of(seen)
        if mix:
            word = pick(leak(seen, mix), chance)
        elif seen.drawing:
            word = str(min(4 - size(value(seen.held)), most_drawn(seen)))
        else:
            word = "call" if seen.table.price(seen.seat) else "check"
        return keep_lowest(seen.held, 4 - int(word)) if seen.drawing else word

    return act


def pick(mix: Mix, chance: float) -> str:
    """Return the action in whose part of the mix a number from 0 to 1 lies."""
    total = sum(mix.values())
    for action, part in mix.items():
        chance -= part / total
        if chance < 0:
            return action
    return max(mix, key=lambda action: mix[action])


def keep_lowest(hand: Cards, number: int) -> Cards:
    """Return the lowest cards that count, and others where fewer count."""
    counting = sorted(best_subset(hand))
    others = [card for card in hand if card not in counting]
    return tuple((*counting[:number], *others)[:number])


def most_drawn(seen: Seen) -> int:
    """Return the most cards that the games of `solve` let a player draw: 3, 2 and 2, and no more than before, or one after standing pat."""
    before = seen.table.drawn[seen.seat]
    most = (3, 2, 2)[len(before)]
    return min(most, max(before[-1], 1)) if before else most


def of_table(table: SolvedTable) -> MixOf:
    """The mixes of the table of a solved game; with a hand that it never holds at a line, the action of the lowest cost."""
    places = {(): table.start}

    @cache
    def shares(line: tuple[str, ...]) -> Any:
        if line not in places:
            shares(line[:-1])
            places[line] = follow(table, list(line), places[line[:-1]])
        node = table.lines[" ".join(line)]
        return with_cheapest(table.mixes(node), table.costs(node), places[line].mine)

    @cache
    def words(line: tuple[str, ...]) -> list[str]:
        return [word for word, _ in table.game.moves(table.game.after(table.game.root, " ".join(line)))]

    def mix_of(seen: Seen) -> Mix:
        if " ".join(seen.line) not in table.lines:
            return {}
        return dict(zip(words(seen.line), shares(seen.line)[:, value(seen.held) - 1].tolist(), strict=True))

    return mix_of


def of_best(seen: Seen) -> Mix:
    """The mix of best play at a full table, none where it has nothing."""
    return mix_of(TABLES[len(seen.table.order) - FEWEST_PLAYERS], seen.line, seen.held)


def plays_style(style: Style, chance: Chance) -> Player:
    """A player of the simulator in one hand, who draws no more cards than the games of `solve` allow."""
    states: list[PlayerState] = []

    def act(seen: Seen) -> str | Cards:
        table, seat = seen.table, seen.seat
        state = states[0] if states else PlayerState(style, seen.held)
        states[:] = [state]
        state.hand = seen.held
        if seen.drawing:
            thrown = decide_discards(table, seat, state, chance)[: most_drawn(seen)]
            return tuple(card for card in seen.held if card not in thrown)
        match decide_action(table, seat, state, chance):
            case BettingAction.FOLD if table.price(seat):
                return "fold"
            case BettingAction.BET if table.bet_bounds(seat) is not None:
                return "raise" if table.level else "bet"
            case _:
                return "call" if table.price(seat) else "check"

    return act


def plays_line(words: Iterable[str]) -> Player:
    """Players who take the actions of a line in turn, and discard the highest cards; of a pair the lower suit counts."""
    left = iter(words)

    def act(seen: Seen) -> str | Cards:
        word = next(left)
        if not seen.drawing:
            return word
        subsets = (
            tuple(card for place, card in enumerate(seen.held) if bits >> place & 1) for bits in range(1, 16)
        )
        counting = [subset for subset in subsets if len(best_subset(subset)) == len(subset)]
        best = min(counting, key=lambda subset: (value(subset), sorted(subset)))
        return tuple(sorted(seen.held, key=lambda card: (card not in best, card))[: 4 - int(word)])

    return act


# --- many hands


def play_table(
    con: duckdb.DuckDBPyConnection, mix_of: MixOf, count: int, hands: int, seed: int, leak: Leak = no_leak
) -> None:
    """Store hands of Ann, who has the leak, and of others with the same strategy; the seats go round and all cards are known."""
    random = Random(seed)  # noqa: S311 -- no secret
    rows: dict[str, list[Row]] = {name: [] for name in ("hands", "seats", "decisions", "draws")}
    for key in range(hands):
        names = {SEATS - count + nth: NAMES[(nth + key) % count] for nth in range(count)}
        of_hand = {"hand_key": key, "hand_id": str(key)}
        rows["hands"].append({**of_hand, "players": count, "rules": "pokerstars"})
        players = {
            seat: {"seat": seat, "player": name, "position": PLAYERS[seat]} for seat, name in names.items()
        }
        rows["seats"] += [{**of_hand, **player, "hero": True, "stack": STACK} for player in players.values()]
        steps, _ = play_hand(
            mix_of, count, random, {seat: leak for seat, name in names.items() if name == "Ann"}
        )
        for n, (seat, table, row) in enumerate(steps, 10):
            rows[table].append({"hand_key": key, "n": n, **players[seat], "knowledge": "dealt", **row})
    for name, each in rows.items():
        insert(con, name, *each)


def play_hand(
    mix_of: MixOf, count: int, random: Random, leaks: Mapping[int, Leak]
) -> tuple[list[Step], dict[int, float]]:
    """Return the steps of a hand and what the seats win, in big bets; nothing if the cards run out. Of two players the steps end with the table."""
    table, held, stubs = deal(count, random)
    chances = Random(random.random())  # noqa: S311 -- no secret
    players = {seat: mixed(mix_of, chances, leaks.get(seat, no_leak)) for seat in held}
    steps = play(table, held, stubs, players, mix_of if count == 2 else bool)
    if steps is None:
        return [], {}
    return steps, {seat: won / RULES.big_bet for seat, won in results(table, held).items()}


def price_of(mix_of: MixOf, count: int, leak: Leak, hands: int, seed: int) -> tuple[float, float]:
    """Return what a leak costs in big bets per 100 hands over all seats, and its standard error."""
    costs = []
    for key in range(hands):
        seat = SEATS - count + key % count
        sound, leaking = (
            play_hand(mix_of, count, Random(f"{seed} {key}"), leaks)[1]  # noqa: S311 -- no secret
            for leaks in ({}, {seat: leak})
        )
        costs.append(sound[seat] - leaking[seat] if sound and leaking else 0.0)
    return mean_per_100(costs)


def mean_per_100(each: Sequence[float]) -> tuple[float, float]:
    """Return what is won or lost in 100 hands, and its standard error."""
    mean = sum(each) / len(each)
    return 100 * mean, 100 * sqrt((sum(one * one for one in each) / len(each) - mean**2) / len(each))


def gain_over(style: Style, others: Style | None, deals: int, seed: int) -> tuple[float, float]:
    """Return what the blueprint wins more than a style in its seat, in big bets per 100 hands, and the standard error.

    The other five of six players play a style, or the blueprint; the seat goes round.
    """
    gains = []
    for nth in range(deals):
        seat = BIG_BLIND - nth % len(NAMES)
        won = []
        for own in (None, style):
            random = Random(f"{seed} {nth}")  # noqa: S311 -- no secret
            table, held, stubs = deal(len(NAMES), random)
            chances, chance = Random(random.random()), Chance(random.randrange(2**31))  # noqa: S311 -- no secret
            styles = {each: own if each == seat else others for each in held}
            players = {
                each: mixed(of_best, chances) if plays is None else plays_style(plays, chance)
                for each, plays in styles.items()
            }
            if play(table, held, stubs, players) is not None:
                won.append(results(table, held)[seat] / RULES.big_bet)
        if len(won) == 2:
            gains.append(won[0] - won[1])
    return mean_per_100(gains)


def play_cards(game: Game, cards: list[int], exchanged: int, players: tuple[Player, Player]) -> float:
    """Return what the opener wins with 22 cards in `heads-up`, `sb-bb` or a game with a dead small blind, in half small bets.

    Each player has four cards and draws from seven. In the last two games a third player is dealt in and folds.
    """
    opener, third = 1, 2 if game.dead else 4
    seats = (opener, 3) if game.name == "heads-up" else (opener, 3, third)
    rules = replace(POKERSTARS, small_blind=1, big_blind=2, small_bet=2, big_bet=4, cap=game.cap)
    table = Table(rules, dict.fromkeys(seats, STACK), third if game.name == "sb-bb" else opener)
    table.post(third if game.dead else opener, Post.SMALL_BLIND, 1)
    table.post(3, Post.BIG_BLIND, 2)
    places = {opener: exchanged, 3: 1 - exchanged}
    held = {seat: tuple(cards[4 * place : 4 * place + 4]) for seat, place in places.items()}
    stubs = {seat: cards[8 + 7 * place : 15 + 7 * place][::-1] for seat, place in places.items()}
    table.deal(held)
    held[third] = ()
    play(table, held, stubs, dict(zip(held, (*players, lambda _: "fold"), strict=True)))
    return results(table, held)[opener]

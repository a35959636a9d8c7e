"""The training of the blueprint on small games: Kuhn poker of two players, whose value is known, and of three.

With more than two players an equilibrium is known by this: no player gains by another strategy.
"""

from collections import defaultdict
from collections.abc import Callable
from itertools import permutations
from random import Random
from types import ModuleType
from typing import Any

import blueprint_costs
import build_blueprint
import numpy as np
import pytest

from badugi_hh.ring import table_spots
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    CALL,
    INSIDE,
    LENGTH,
    NOBODY,
    OVER,
    PAID,
    PENDING,
    PHASE,
    RAISER,
    SEATS,
    act,
)

Hand = Any  # integers by the places of hand_row
PASS, BET = 0, 1
SLIP, SLIPS = 0.02, (0.25, 0.75)
"""How often everybody slips in the training, and what they do then."""


class Kuhn:
    """Kuhn poker: everybody antes one and has one of as many cards and one more; one bet of one may be made and called."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.cards = list(range(players + 1))
        self.numbers: dict[tuple[int, ...], int] = {}

    def begin_hand(
        self, hand: Hand, held: Hand, deck: Hand, slip: float, _loose: float, slips: Hand, rng: Random
    ) -> tuple[int, bool]:
        deck[: len(self.cards)] = rng.sample(self.cards, len(self.cards))
        held[: self.players] = deck[: self.players]
        slips[:] = slip
        self.begin(hand)
        return self.players, False

    def begin(self, hand: Hand) -> None:
        hand[:] = 0
        hand[INSIDE] = hand[PENDING] = (1 << self.players) - 1
        hand[RAISER] = NOBODY
        hand[PAID : PAID + self.players] = 1

    def take(self, hand: Hand, _held: Hand, _deck: Hand, _places: Hand, action: int) -> None:
        actor = hand[ACTOR]
        bit = 1 << actor
        if action == BET:
            hand[PAID + actor] += 1
            if hand[RAISER] == NOBODY:
                hand[RAISER], hand[PENDING] = actor, hand[INSIDE]
        elif hand[RAISER] != NOBODY:
            hand[INSIDE] &= ~bit
        hand[PENDING] &= ~bit
        if hand[PENDING] == 0:
            hand[PHASE] = OVER
        while hand[PENDING] and not hand[PENDING] >> hand[ACTOR] & 1:
            hand[ACTOR] = (hand[ACTOR] + 1) % self.players

    def won_by(self, hand: Hand, held: Hand, seat: int) -> float:
        paid = hand[PAID : PAID + self.players]
        best = max((held[other], other) for other in range(self.players) if hand[INSIDE] >> other & 1)[1]
        return float((paid.sum() if seat == best else 0) - paid[seat])

    def may(self, _hand: Hand, action: int, _size: int) -> bool:
        return action <= BET

    def locate(self, hand: Hand, held: Hand) -> tuple[int, int, int]:
        seen = (*hand[[ACTOR, RAISER, INSIDE, PENDING]].tolist(), int(held[hand[ACTOR]]))
        number = self.numbers.setdefault(seen, len(self.numbers))
        return 2 * number, number, 1


Shares = Callable[[Hand, Hand], Any]


def worth(
    game: Kuhn, hand: Hand, hands: list[Any], chances: Any, seat: int, shares: Shares, *, best: bool
) -> Any:
    """Return what a seat wins with one of its cards, with its best answer to the others or by its shares.

    `hands` are the deals of that card, `chances` how likely each is if the others play so far.
    """
    if hand[PHASE] == OVER:
        return sum(
            chance * game.won_by(hand, held, seat) for chance, held in zip(chances, hands, strict=True)
        )
    own = hand[ACTOR] == seat
    mixes = np.array([shares(hand, held) for held in hands])
    if not own:
        mixes = (1 - SLIP) * mixes + SLIP * np.array(SLIPS)
    values = []
    for action in (PASS, BET):
        after = hand.copy()
        game.take(after, None, None, None, action)
        weighed = chances * (1.0 if own and best else mixes[:, action])
        values.append(worth(game, after, hands, weighed, seat, shares, best=best))
    return max(values) if own and best else sum(values)


def won(game: Kuhn, seat: int, shares: Shares, *, best: bool) -> float:
    """Return what a seat wins a hand."""
    total = 0.0
    deals = [np.array(deal) for deal in permutations(game.cards, game.players)]
    for card in game.cards:
        hands = [deal for deal in deals if deal[seat] == card]
        hand = np.zeros(PAID + 100, np.int64)
        game.begin(hand)
        total += worth(game, hand, hands, np.full(len(hands), 1 / len(deals)), seat, shares, best=best)
    return total


@pytest.fixture
def training() -> ModuleType:
    """The training as plain Python."""
    return build_blueprint


def trained(
    training: ModuleType, monkeypatch: pytest.MonkeyPatch, game: Kuhn, hands: int, enough: int
) -> Shares:
    """Return the shares of the actions that a training on a game finds."""
    for name in ("begin_hand", "take", "won_by", "may", "locate"):
        monkeypatch.setattr(training, name, getattr(game, name))
    monkeypatch.setattr(training, "ACTIONS", (2,))
    monkeypatch.setattr(training, "random_numbers", Random)
    monkeypatch.setattr(training, "uniform", Random.random)
    monkeypatch.setattr(training, "draw_random", Random.random)
    monkeypatch.setattr(training, "seed_decision", lambda *_: None)
    monkeypatch.setattr(training, "ENOUGH", enough)
    arrays = [np.zeros(2_000), np.zeros(2_000), *(np.zeros(1_000) for _ in range(3))]
    rounds = 20
    for nth in range(1, rounds + 1):
        training.play_hands(
            hands // rounds, 2, nth, arrays[0], arrays[0], True, *arrays, float(nth), SLIP, 0.0, 1.0
        )

    def shares(hand: Hand, held: Hand) -> Any:
        at, _, _ = game.locate(hand, held)
        played = arrays[1][at : at + 2]
        return played / played.sum() if played.any() else (0.5, 0.5)

    return shares


@pytest.fixture
def few_spots(training, monkeypatch):
    """Trainings with arrays of three spots a phase."""
    spots = (3,) * len(blueprint_costs.WIDTH)
    groups = np.concatenate([[0], np.cumsum(spots * blueprint_costs.WIDTH)])
    actions = np.concatenate([[0], np.cumsum(spots * blueprint_costs.WIDTH * blueprint_costs.ACTIONS)])
    monkeypatch.setattr(table_spots, "SPOTS", spots)
    for module in (training, blueprint_costs):
        monkeypatch.setattr(module, "FIRST", actions)
        monkeypatch.setattr(module, "FIRST_GROUP", groups)


@pytest.mark.usefixtures("few_spots")
def test_a_training_goes_on_where_it_was(training, tmp_path):
    one, other = training.Training(7, 20), training.Training(7, 20)
    random = np.random.default_rng(1)
    for array in one.arrays:
        array[:] = random.random(array.size)
    one.rounds = 12
    one.save(tmp_path / "training-7.npz")
    other.go_on(tmp_path / "training-7.npz")
    assert other.rounds == 12
    assert all(np.array_equal(a, b) for a, b in zip(one.arrays, other.arrays, strict=True))
    assert one.random.random() != other.random.random()
    assert [path.name for path in tmp_path.iterdir()] == ["training-7.npz"]


@pytest.mark.usefixtures("few_spots")
def test_other_groups_are_refused(training, tmp_path, monkeypatch):
    training.Training(7, 20).save(tmp_path / "training-7.npz")
    for name, other in (("GROUPS", training.GROUPS + 1), ("SPOTS_AS_WRITTEN", "other")):
        with monkeypatch.context() as changed:
            changed.setattr(training, name, other)
            with pytest.raises(SystemExit, match="other spots or groups"):
                training.Training(7, 20).go_on(tmp_path / "training-7.npz")


@pytest.mark.usefixtures("few_spots")
def test_what_is_forgotten_counts_little(training):
    one = training.Training(7, 20)
    for nth, array in enumerate(one.arrays, 1):
        array[:] = nth
    one.forget()
    assert [float(array[0]) for array in one.arrays] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])


class Nothing:
    """The weights of players who know nothing: they choose among all actions alike."""

    def __getitem__(self, place: int) -> float:
        return 0.0


def test_slips_become_fewer(training):
    """Good players slip as often as at the beginning until that is forgotten, and hardly at the end; real ones always as often."""
    begin, settled = training.BEGINNING, training.SETTLED
    slips = [training.GOOD.after(part).slip for part in (0, begin, (begin + settled) / 2, settled, 1)]
    assert slips == pytest.approx([0.02, 0.02, (0.02 * 0.002) ** 0.5, 0.002, 0.002])
    assert training.REAL.after(1) == training.REAL
    assert training.GOOD.after(1)[2:] == training.GOOD[2:]


def test_what_is_seen_at_loose_tables_counts_less(training, monkeypatch):
    monkeypatch.setattr(training, "random_numbers", Random)
    monkeypatch.setattr(training, "uniform", Random.random)
    monkeypatch.setattr(training, "ENOUGH", -1)
    monkeypatch.setattr(training, "LEAST", -np.ones(7))
    nothing, once = defaultdict[int, float](float), defaultdict[int, float](lambda: 1.0)
    counted = []
    for loose_table in (0.0, 1.0):
        sums: dict[int, float] = defaultdict(float)
        arrays = (nothing, sums, once, nothing, nothing)
        training.play_hands(1, 2, 5, nothing, nothing, True, *arrays, 3.0, 0.02, loose_table, 0.1)
        counted.append(max(sums.values()))
    assert counted[1] <= 0.3 < counted[0]


def test_others_hold_and_do_the_same_whatever_the_learner_draws(training, monkeypatch):
    monkeypatch.setattr(training, "uniform", Random.random)
    seed_decision = lambda rng, seed, hand: rng.seed(f"{seed} {hand[[PHASE, ACTOR, BETS]]}")  # noqa: E731
    monkeypatch.setattr(training, "seed_decision", seed_decision)
    rng = Random(3)  # noqa: S311 -- no secret
    drew = 0
    for seed in range(40):
        hand, held = np.zeros(LENGTH, np.int64), np.zeros(SEATS, np.int64)
        deck = np.arange(52)
        training.begin_hand(hand, held, deck, 0.02, 0.15, np.zeros(SEATS), rng)
        while hand[PHASE] == 0:
            act(hand, CALL)
        learner = hand[ACTOR]
        size = training.locate(hand, held)[2]
        ends = []
        for number in (0, max(4 - size, 1)):
            copy, hold, there = hand.copy(), held.copy(), np.array([[4 * SEATS], [0]])
            decks = np.stack([deck, deck[::-1]])
            training.take(copy, hold, decks[1], there[1], number)
            training.play_out(copy, hold, learner, decks, there, Nothing(), Nothing(), NOBODY, np.zeros(SEATS), np.zeros(4), seed, rng)  # fmt: skip
            ends.append((copy, hold))
        (one, its_cards), (other, other_cards) = ends
        assert one[INSIDE] == other[INSIDE]
        its_cards[learner] = other_cards[learner] = 0
        assert its_cards.tolist() == other_cards.tolist()
        drew += its_cards.tolist() != [0 if seat == learner else int(held[seat]) for seat in range(SEATS)]
    assert drew > 20


def test_a_shuffle_leaves_the_cards_before_its_place(training, monkeypatch):
    monkeypatch.setattr(training, "uniform", Random.random)
    deck = np.arange(52)
    training.shuffle(deck, 40, Random(1))  # noqa: S311 -- no secret
    assert deck[:40].tolist() == list(range(40))
    assert sorted(deck[40:].tolist()) == list(range(40, 52))
    assert deck[40:].tolist() != list(range(40, 52))


def test_a_crowded_round_learns_only_from_later_decisions_among_many(training, monkeypatch):
    monkeypatch.setattr(training, "random_numbers", Random)
    monkeypatch.setattr(training, "uniform", Random.random)
    monkeypatch.setattr(training, "ENOUGH", -1)
    monkeypatch.setattr(training, "LEAST", -np.ones(7))
    locate, at = training.locate, [(0, 0)]

    def noted(hand, held):
        at[0] = int(hand[PHASE]), int(hand[INSIDE]).bit_count()
        return locate(hand, held)

    class Sums(defaultdict[int, float]):
        def __setitem__(self, place: int, share: float) -> None:
            learned.add(at[0])

    monkeypatch.setattr(training, "locate", noted)
    nothing, once = defaultdict[int, float](float), defaultdict[int, float](lambda: 1.0)
    for least in (2, 3, 4):
        learned: set[tuple[int, int]] = set()
        arrays = (nothing, Sums(float), once, nothing, nothing)
        training.play_hands(60, least, 5, nothing, nothing, True, *arrays, 3.0, 0.02, 0.15, 0.1)
        assert min(players for _, players in learned) == least
        assert min(phase for phase, _ in learned) == (0 if least == 2 else 1)
        assert max(phase for phase, _ in learned) > 1


def test_two_players_of_kuhn_poker_win_what_is_known(training, monkeypatch):
    game = Kuhn(2)
    shares = trained(training, monkeypatch, game, 6_000, 1_500)
    assert won(game, 0, shares, best=False) == pytest.approx(-1 / 18, abs=0.01)
    assert won(game, 0, shares, best=True) == pytest.approx(-1 / 18, abs=0.02)
    assert won(game, 1, shares, best=True) == pytest.approx(1 / 18, abs=0.02)


@pytest.mark.parametrize(
    ("hands", "most"), [(3_000, 0.2), pytest.param(30_000, 0.015, marks=pytest.mark.long)]
)
def test_no_player_of_three_gains_by_another_strategy(training, monkeypatch, hands, most):
    """Against those who choose by chance they gain 0.55 to 0.83 antes a hand."""
    game = Kuhn(3)
    shares = trained(training, monkeypatch, game, hands, hands)
    gains = [won(game, seat, shares, best=True) - won(game, seat, shares, best=False) for seat in range(3)]
    assert min(gains) >= -1e-9
    assert max(gains) < most

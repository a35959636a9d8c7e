"""Which hands a blueprint takes together: groups of hands with as many cards, the same plan and nearly the same worth.

A plan is the number of cards that a hand draws if nobody bets: so K-3-2-A, which throws its king before the last draw, is not
taken together with Q-J-T-9, which stands pat. In draws badugis have also as good three cards without the highest one.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.ring.hand_row import MOST_DRAWN, may_draw
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE, class_size, deal, no_buckets
from badugi_hh.solve.transitions import Draws, draw_id, kept_class, usual_end

_SHARES = (  # the groups of badugis, three-card, two-card and one-card hands of each phase
    (24, 42, 34, 4),
    (38, 26, 16, 2),
    (15, 18, 8, 2),
    (38, 18, 8, 2),
    (17, 18, 6, 2),
    (36, 18, 6, 2),
    (22, 18, 3, 1),
)
_LAST = 6
_REST_PARTS = (1 / 9, 2 / 9, 1 / 3, 2 / 3)
"""At these shares badugis that stand pat are divided by what they keep if they throw their highest card, the best rest first."""
_HELPS = 1.15
"""The highest of three cards helps if it makes a hand worth more than so many times as much."""
_OPPONENTS = 2


class Plan(NamedTuple):
    """What each class of hands is worth, the chance to beat two usual hands at the end, and how many cards it draws for that."""

    worth: NDArray[np.float64]
    drawn: NDArray[np.int64]


@cache
def plan(draws: int) -> Plan:
    """Return the plan of each class with so many draws left."""
    if not draws:
        mass = usual_end().astype(np.float64)
        worse = 1 - (np.cumsum(mass) - mass / 2) / mass.sum()
        return Plan(worse**_OPPONENTS, np.zeros(CLASSES, np.int64))
    after, change = plan(draws - 1).worth[None], Draws(no_buckets(), np.float64)
    worth = np.stack(
        [change.average(np.array([draw_id(n, 0, last=False)]), after)[0] for n in range(MOST_DRAWN + 1)]
    )
    sizes = [class_size(number) for number in range(CLASSES)]
    worth[[[not may_draw(n, size) for size in sizes] for n in range(MOST_DRAWN + 1)]] = -1
    return Plan(worth.max(axis=0), worth.argmax(axis=0))


@cache
def groups(phase: int) -> NDArray[np.int64]:
    """Return the group of each class in a phase, by size, by plan and by worth."""
    taken = taken_as(phase)
    mass = (
        np.bincount(taken, usual_classes(phase), CLASSES) ** 0.75
    )  # the best hands are rare and win the most
    worth = plan(MOST_DRAWN - phase // 2).worth
    found = np.zeros(CLASSES, np.int64)
    first = 0
    kinds = _kinds(phase)
    for (size, drawn, _), numbers in kinds:
        of_size = slice(FIRST_OF_SIZE[size], FIRST_OF_SIZE.get(size - 1, CLASSES))
        wanted = _SHARES[phase][4 - size]
        alike = [mass[of].sum() for (*kind, _), of in kinds if kind == [size, drawn]]
        block = numbers[np.argsort(-worth[numbers], kind="stable")]
        up_to = np.cumsum(mass[block])
        share = float(np.mean(alike) / mass[of_size].sum())  # parts of one plan have as many groups
        count = max(round(wanted * share), min(2, wanted))
        middle = (up_to - mass[block] / 2) / up_to[-1]
        if size == 4 and phase == 0:
            middle **= 0.5  # the best badugis part most before the draw
        found[block] = first + np.minimum((middle * count).astype(np.int64), count - 1)
        first += count
    return np.unique(found[taken], return_inverse=True)[1].astype(np.int64)


def _kinds(phase: int) -> list[tuple[tuple[int, int, int], NDArray[np.int64]]]:
    """Return the classes of each kind, the best ones first: as many cards, the same plan, and in draws badugis with about the same rest."""
    worth, drawn = plan(MOST_DRAWN - phase // 2)
    sizes = np.array([class_size(number) for number in range(CLASSES)])
    rest = np.zeros(CLASSES, np.int64)
    if phase & 1:
        mass = usual_classes(phase)
        of_rest = worth[[_without_highest(number) for number in range(CLASSES)]]
        pat = np.flatnonzero((sizes == 4) & (drawn == 0))
        pat = pat[np.argsort(-of_rest[pat], kind="stable")]
        middle = np.cumsum(mass[pat]) - mass[pat] / 2
        rest[pat] = np.searchsorted(_REST_PARTS, middle / mass[pat].sum())
    kinds = np.stack([4 - sizes, drawn, rest])
    own = taken_as(phase) == np.arange(CLASSES)
    return [
        ((4 - kind[0], kind[1], kind[2]), np.flatnonzero((kind == kinds.T).all(axis=1) & own))
        for kind in np.unique(kinds[:, own], axis=1).T.tolist()
    ]


@cache
def taken_as(phase: int) -> NDArray[np.int64]:
    """Return as which class each class is taken: in bets three cards whose highest hardly helps are what they are without.

    So T-2-A bets as 2-A. A badugi is always one, and in draws each hand is itself, since only that may stand pat.
    """
    number = np.arange(CLASSES)
    if phase & 1 or phase == _LAST:
        return number
    worth = plan(MOST_DRAWN - phase // 2).worth
    kept = np.array([_without_highest(each) for each in range(CLASSES)])
    of_three = np.array([class_size(each) == 3 for each in range(CLASSES)])
    return np.where(of_three & (worth < _HELPS * worth[kept]), kept, number)


def _without_highest(number: int) -> int:
    """Return the class of a class without its highest card, of one card the class itself."""
    size = class_size(number)
    return int(kept_class(5 - size)[number]) if size > 1 else number


def width(phase: int) -> int:
    """Return the number of groups of a phase."""
    return int(groups(phase).max()) + 1


def blocks(phase: int) -> list[NDArray[np.int64]]:
    """Return the groups of each kind of hands, whose neighbours are alike."""
    return [np.unique(groups(phase)[block]) for _, block in _kinds(phase)]


def orders(phase: int) -> list[NDArray[np.int64]]:
    """Return groups from the best to the worst one: those of each kind of hands in a betting round, and all badugis before the draw."""
    if phase & 1:
        return []
    badugis = np.flatnonzero(groups(phase) <= groups(phase)[: FIRST_OF_SIZE[3]].max())
    worth = plan(MOST_DRAWN - phase // 2).worth
    found = blocks(phase)
    if phase == 0:
        of_group = np.bincount(groups(phase)[badugis], worth[badugis]) / np.bincount(groups(phase)[badugis])
        found = [
            np.argsort(-of_group, kind="stable"),
            *(block for block in found if block[0] >= len(of_group)),
        ]
    return found


@cache
def neighbours(phase: int) -> NDArray[np.int64]:
    """Return pairs of groups, one by one as columns: the first has a hand with one card a rank lower than a hand of the second.

    In draws that card is the highest one of a badugi, so that both break to the same cards.
    """
    of, pairs = groups(phase), set()
    for number in range(FIRST_OF_SIZE[3] if phase & 1 else CLASSES):
        held = values.ranks(number + 1)
        for place in range(1 if phase & 1 else len(held)):
            lower = (*held[:place], held[place] - 1, *held[place + 1 :])
            if lower[place] >= 0 and len({*lower}) == len(held):
                pairs.add((int(of[values.value_of(lower) - 1]), int(of[number])))
    return np.array(sorted((better, worse) for better, worse in pairs if better != worse)).T


def better_badugis() -> NDArray[np.int64]:
    """Return all pairs of groups of badugis before the draw as columns, the better one first."""
    badugis, *_ = orders(0)
    return np.stack([badugis[place] for place in np.triu_indices(len(badugis), 1)])


@cache
def usual_classes(phase: int) -> NDArray[np.float64]:
    """Return the distribution of classes in a phase if all cards that do not count have been drawn."""
    mass, draws = deal().astype(np.float64), Draws(no_buckets(), np.float64)
    for _ in range(phase // 2):
        after = np.zeros(CLASSES)
        for size, start in FIRST_OF_SIZE.items():
            held = np.zeros((1, CLASSES))
            part = slice(start, FIRST_OF_SIZE.get(size - 1, CLASSES))
            held[0, part] = mass[part]
            after += draws.spread(np.array([draw_id(4 - size, 0, last=False)]), held)[0]
        mass = after
    return mass

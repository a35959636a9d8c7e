"""Games with published solutions as trees of `public_tree.NODE`: Kuhn and Leduc poker, and a half-street game."""

from itertools import product

import numpy as np

from badugi_hh.solve.public_tree import CHANCE, FIXED, MATRIX, NODE, SHOWDOWN, set_ends, set_offsets
from badugi_hh.solve.solver import Setup


class Growth:
    """Nodes in depth-first order, and the matrices of their payoffs to player 0."""

    def __init__(self):
        self.rows = []
        self.matrices = []

    def decide(self, player, *branches):
        self.rows.append((player, len(branches), -1, 0, 0, 0, (0, 0), (0, 0)))
        for branch in branches:
            branch()

    def chance(self, *branches):
        self.decide(CHANCE, *branches)

    def end(self, payoffs):
        self.rows.append((MATRIX, 0, -1, 0, 0, len(self.matrices), (0, 0), (0, 0)))
        self.matrices.append(np.asarray(payoffs, np.float32))

    def show(self, win, lose):
        self.rows.append((SHOWDOWN, 0, -1, 0, 0, 0, (win, win), (lose, lose)))

    def fold(self, first):
        self.rows.append((FIXED, 0, -1, 0, 0, 0, (first, -first), (first, -first)))

    def setup(self, ranges):
        nodes = np.array(self.rows, NODE)
        set_ends(nodes)
        classes = len(ranges[0])
        slots = set_offsets(nodes, (classes, classes))
        matrices = np.zeros((2, len(self.matrices), classes, classes), np.float32)
        for number, matrix in enumerate(self.matrices):
            matrices[0, number] = matrix
            matrices[1, number] = -matrix.T
        ranges = tuple(np.asarray(each, np.float32) for each in ranges)
        return Setup(nodes, slots, ranges, np.arange(classes, dtype=np.int16), matrices=matrices)


def kuhn():
    """Three cards, one each; an ante of 1 and one bet of 1. Class 0 is the lowest card."""
    dealt = (1 - np.eye(3)) / 6
    higher = np.sign(np.subtract.outer(np.arange(3), np.arange(3)))
    game = Growth()

    def answer(player, stake):
        game.decide(player, lambda: game.end(dealt * stake), lambda: game.end(dealt * higher * 2))

    game.decide(
        0,
        lambda: game.decide(1, lambda: game.end(dealt * higher), lambda: answer(0, -1)),
        lambda: answer(1, 1),
    )
    return game.setup((np.ones(3), np.ones(3)))


def leduc():
    """Six cards in three ranks, one each, then one on the board; bets of 2 and 4, two in a round, an ante of 1."""
    deal = np.array([[1 / 15 if a == b else 2 / 15 for b in range(3)] for a in range(3)])
    game = Growth()

    def strength(card, board):
        return 3 if card == board else card

    def betting(number, weights, board):
        size = (2, 4)[number]

        def after(paid, actor, bets, acted):
            stakes, mine = list(paid), paid[actor]

            def passive():
                if acted:
                    go_on((paid[1 - actor],) * 2)
                else:
                    after(paid, 1 - actor, bets, True)

            def folds():
                game.end(weights * (paid[1] if actor else -paid[0]))

            def raises():
                stakes[actor] = max(paid) + size
                after(tuple(stakes), 1 - actor, bets + 1, True)

            facing = mine < max(paid)
            game.decide(actor, *([folds] if facing else []), passive, *([raises] if bets < 2 else []))

        def go_on(paid):
            if number:
                sign = [
                    [np.sign(strength(a, board) - strength(b, board)) for b in range(3)] for a in range(3)
                ]
                game.end(weights * np.array(sign) * paid[0])
                return

            def reveal(board):
                left = np.array([[2 - (a == board) - (b == board) for b in range(3)] for a in range(3)])
                return lambda: betting(1, weights * left / 4, board)(paid, 0, 0, False)

            game.chance(*(reveal(board) for board in range(3)))

        return after

    betting(0, deal, None)((1, 1), 0, 0, False)
    return game.setup((np.ones(3), np.ones(3)))


def half_street(pot, bet):
    """A player with the best hand or the worst may bet into a player with the middle hand; `pot` before the bet."""
    paid = pot / 2
    game = Growth()
    game.decide(
        0,
        lambda: game.show(paid, -paid),
        lambda: game.decide(1, lambda: game.fold(paid), lambda: game.show(paid + bet, -paid - bet)),
    )
    return game.setup(([0.5, 0, 0.5], [0, 1, 0]))


def linear_program_value(setup):
    """Return the value of a game to player 0 as the solution of its linear program in sequence form.

    It reads the tree on its own: sequences are pairs of a class and the last own action, and payoffs come from the
    terminals. Classes of probability 0 are left out, and no node may draw.
    """
    from scipy.optimize import linprog

    nodes = setup.nodes
    classes = [np.flatnonzero(each) for each in setup.ranges]
    sequences = [{(): 0}, {(): 0}]
    constraints = [[({0: 1.0}, 1.0)], [({0: 1.0}, 1.0)]]
    payoffs = {}

    def number(player, key):
        return sequences[player].setdefault(key, len(sequences[player]))

    def visit(node, last):
        kind = nodes["kind"][node]
        if kind < 2:
            child = node + 1
            children = []
            for _ in range(nodes["count"][node]):
                children.append(child)
                child = int(nodes["end"][child])
            for held in classes[kind]:
                parent = number(kind, (held, *last[kind]) if last[kind] else ())
                row = {number(kind, (held, node, a)): 1.0 for a in range(len(children))}
                row[parent] = -1.0
                constraints[kind].append((row, 0.0))
            for a, each in enumerate(children):
                after = list(last)
                after[kind] = (node, a)
                visit(each, tuple(after))
            return
        for mine, theirs in product(*classes):
            x = number(0, (mine, *last[0]) if last[0] else ())
            y = number(1, (theirs, *last[1]) if last[1] else ())
            win, lose = float(nodes["win"][node][0]), float(nodes["lose"][node][0])
            worth = win if mine < theirs else lose if mine > theirs else (win + lose) / 2
            chance = float(setup.ranges[0][mine]) * float(setup.ranges[1][theirs])
            payoffs[x, y] = payoffs.get((x, y), 0.0) + chance * worth

    visit(0, ((), ()))
    sizes = [len(each) for each in sequences]
    matrices, sides = [], []
    for player in (0, 1):
        matrix = np.zeros((len(constraints[player]), sizes[player]))
        for place, (row, _) in enumerate(constraints[player]):
            for column, value in row.items():
                matrix[place, column] = value
        matrices.append(matrix)
        sides.append(np.array([side for _, side in constraints[player]]))
    gain = np.zeros(sizes)
    for (x, y), value in payoffs.items():
        gain[x, y] = value
    # Maximize f·q with F'q <= A'x, Ex = e, x >= 0.
    free = len(sides[1])
    solved = linprog(
        np.concatenate([np.zeros(sizes[0]), -sides[1]]),
        A_ub=np.hstack([-gain.T, matrices[1].T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=np.hstack([matrices[0], np.zeros((len(sides[0]), free))]),
        b_eq=sides[0],
        bounds=[(0, None)] * sizes[0] + [(None, None)] * free,
    )
    assert solved.status == 0, solved.message
    return -solved.fun

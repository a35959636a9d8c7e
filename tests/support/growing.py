"""Texts of any length in which a careless reader goes over the same piece again and again."""

from collections.abc import Callable

GROWING: dict[str, Callable[[str, int], str]] = {
    "hands": lambda hand, n: hand * n,
    "brackets": lambda hand, n: hand + "[" * (200 * n),
    "talk": lambda hand, n: hand + "Ann said, " * (100 * n),
    "markers": lambda hand, n: hand.replace("*** SUMMARY ***", "*** SUMMARY ***\n" * n),
    "unknown players": lambda hand, n: hand.replace("*** DEALING", "x: folds \n" * (10 * n) + "*** DEALING"),
    "chips": lambda hand, n: hand.replace("in chips", "(" * (40 * n) + "in chips"),
    "glued": lambda _, n: "PokerStars Hand #" * (50 * n),
    "headers": lambda _, n: "PokerStars Hand #1: \n" * n,
    "marks": lambda _, n: " " * (2000 * n) + "#" * (500 * n),
    "margin": lambda _, n: "\ufeff \t" * (1000 * n),
    "names": lambda _, n: "Seat 1: " + "a (" * (500 * n),
}
"""Makes a text of a hand and a number, in proportion to the number."""

"""The tree of losses as data: street, situation, kind of hand, and what was done instead of what.

A level is a list of branches in order: a row belongs to the first branch whose predicate is true, and to the last one, which
has none, if no other is. So every judged decision and draw is in exactly one leaf. The words of a leaf, joined by full stops,
are its id, and those of its parents the beginnings of the id. `loss_tree` adds up the losses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from badugi_hh.facts.schema import DECISIONS, DRAWS
from badugi_hh.leaks.leak import Phrase
from badugi_hh.stats.selection.filters import FilterError
from badugi_hh.suggest import alike, did_you_mean

ALL = "all"
"""The id of the node of all losses."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of a level: its word in an id, its title, its predicate, and a level within it.

    The predicate is SQL over the columns of the row set and of its losses, empty for the last branch of a level.
    """

    word: str
    title: Phrase
    where: str = ""
    parts: "tuple[Branch, ...]" = ()


Level = tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Street:
    """A betting round or a draw: `code` as in `verdicts.street`, its row set, and the levels below it."""

    code: str
    word: str
    title: Phrase
    rows: str
    where: str
    levels: tuple[Level, ...]


def _branch(word: str, title: str, where: str = "", parts: Level = ()) -> Branch:
    return Branch(word, Phrase(title), where, parts)


_HANDS: Level = (
    _branch("badugi-to-8", "badugi to 8", "value <= 70"),
    _branch("badugi-9-t", "badugi 9 to T", "value <= 210"),
    _branch("badugi-j-q", "badugi J to Q", "value <= 495"),
    _branch("badugi-k", "badugi K", "value <= 715"),
    _branch("three-to-6", "three cards to 6", "value <= 735"),
    _branch("three-7-8", "three cards to 7 or 8", "value <= 771"),
    _branch("three-9-k", "three cards to 9 or worse", "value <= 1001"),
    _branch("two-to-4", "two cards to 4", "value <= 1007"),
    _branch("two-5-k", "two cards to 5 or worse", "value <= 1079"),
    _branch("one", "one card"),
)

_SEATS: Level = (
    _branch("heads-up", "heads-up", "players = 2"),
    _branch("btn", "from the button", "position = 'BTN'"),
    _branch("co", "from the cutoff", "position = 'CO'"),
    _branch("sb", "from the small blind", "position = 'SB'"),
    _branch("hj", "from the hijack", "position = 'HJ'"),
    _branch("early", "from early position"),
)
_BEFORE: Level = (
    _branch(
        "re-raise",
        "facing a re-raise",
        "level_any >= 3",
        (
            _branch("own", "after raising", "own_last = 'raise'"),
            _branch("cold", "without having raised"),
        ),
    ),
    _branch("big-blind", "in the big blind facing a raise", "position = 'BB' AND level_any >= 2"),
    _branch("raise", "facing a raise", "level_any >= 2"),
    _branch("option", "in the big blind without a raise", "position = 'BB' AND price = 0"),
    _branch("first-in", "first in", "folded_to", _SEATS),
    _branch("limp", "behind a limp"),
)

_OPPONENT_DREW: Level = (
    _branch("pat", "against a pat hand", "best_opponent_draw = 0"),
    _branch("one", "against a draw of one card", "best_opponent_draw = 1"),
    _branch("more", "against draws of more cards"),
)
_AFTER: Level = (
    _branch("raise", "facing a raise", "level_any >= 2", _OPPONENT_DREW),
    _branch("bet", "facing a bet", "price > 0", _OPPONENT_DREW),
    _branch("first", "leading or checked to", parts=_OPPONENT_DREW),
)

_FIRST_DRAW: Level = (
    _branch("first", "before the opponents draw", "fewest_seen IS NULL"),
    _branch("pat", "behind a pat hand", "fewest_seen = 0"),
    _branch("drawing", "behind opponents who drew"),
)
_LATER_DRAW: Level = (
    _branch("newly-pat", "behind an opponent who is newly pat", "fewest_seen = 0 AND fewest_before > 0"),
    _branch("pat", "against a pat hand", "fewest_seen = 0 OR (fewest_before = 0 AND fewest_seen IS NULL)"),
    _branch("drawing", "against opponents who draw"),
)

NOTHING_LOST = "best"
"""The word of decisions and draws that lose nothing."""
DO = {
    **{action: Phrase(action) for action in ("fold", "check", "call", "bet", "raise")},
    "pat": Phrase("stand pat"),
    **{str(number): Phrase("draw {number}", number=number) for number in (1, 2, 3, 4)},
}
"""An action in a title or an instruction, by its word."""
OTHER_CARDS = "other-cards"
"""The word of draws of the best number of cards that kept other cards than the best."""


def _deed(done: str, best: str, where: str = "") -> Branch:
    return Branch(f"{done}-{best}", Phrase("{done} instead of {best}", done=DO[done], best=DO[best]), where)


def _instead(done: str, best: str) -> Branch:
    """Return the branch of draws of a wrong number of cards."""
    codes = {"pat": "0"}
    return _deed(done, best, f"action = '{codes.get(done, done)}' AND best = '{codes.get(best, best)}'")


_BEST = _branch(NOTHING_LOST, "nothing lost", "loss <= 0")
_DEEDS: Level = (
    _BEST,
    *(_deed("fold", best, f"action = 'fold' AND best = '{best}'") for best in ("check", "call", "bet")),
    _deed("fold", "raise", "action = 'fold'"),
    _deed("call", "fold", "action = 'call' AND best = 'fold'"),
    _deed("call", "raise", "action = 'call'"),
    _deed("raise", "fold", "price > 0 AND best = 'fold'"),
    _deed("raise", "call", "price > 0"),
    _deed("check", "raise", "action = 'check' AND best = 'raise'"),
    _deed("check", "bet", "action = 'check'"),
    _deed("raise", "check", "action = 'raise'"),
    _deed("bet", "check"),
)
_DRAWN = ("pat", "1", "2", "3", "4")
_DRAW_DEEDS: Level = (
    _BEST,
    *(_instead(done, best) for done in _DRAWN for best in _DRAWN if done != best),
    _branch(OTHER_CARDS, "kept other cards than the best"),
)

_WHICH = ("first", "second", "third")
STREETS = (
    Street("b0", "before", Phrase("before the draw"), DECISIONS.name, "round = 0", (_BEFORE, _HANDS, _DEEDS)),
    *(
        street
        for number, which in enumerate(_WHICH, start=1)
        for street in (
            Street(
                f"d{number}",
                f"draw-{number}",
                Phrase(f"at the {which} draw"),
                DRAWS.name,
                f"draw = {number}",
                (_FIRST_DRAW if number == 1 else _LATER_DRAW, _HANDS, _DRAW_DEEDS),
            ),
            Street(
                f"b{number}",
                f"after-{number}",
                Phrase(f"after the {which} draw"),
                DECISIONS.name,
                f"round = {number}",
                (_AFTER, _HANDS, _DEEDS),
            ),
        )
    ),
)
"""The streets in the order of play."""


def leaf_sql(rows: str) -> str:
    """Return SQL for the id of the leaf of a row of `decisions` or `draws` with its loss.

    The hand held is the column `value`, and what was done `action`, as in `verdicts`.
    """
    below = {street: " || '.' || ".join(map(_level_sql, street.levels)) for street in STREETS}
    cases = (
        f"WHEN {street.where} THEN '{street.word}.' || {words}"
        for street, words in below.items()
        if street.rows == rows
    )
    return f"CASE {' '.join(cases)} END"


def _level_sql(level: Level) -> str:
    """Return SQL for the words of a level, those of levels within it included."""
    words = [
        f"'{branch.word}.' || {_level_sql(branch.parts)}" if branch.parts else f"'{branch.word}'"
        for branch in level
    ]
    cases = (f"WHEN {branch.where} THEN {own}" for branch, own in zip(level[:-1], words, strict=False))
    return f"(CASE {' '.join(cases)} ELSE {words[-1]} END)"


def parents(id_: str) -> tuple[str, ...]:
    """Return the ids of a node and of the nodes above it, `ALL` first."""
    return ALL, *accumulate(id_.split("."), "{}.{}".format)


@cache
def titles() -> dict[str, tuple[Phrase, ...]]:
    """Return the titles of all nodes by id: those of the levels from the street down to the node."""
    found: dict[str, tuple[Phrase, ...]] = {ALL: (Phrase("all decisions and draws"),)}
    for street in STREETS:
        found[street.word] = (street.title,)
        found.update(_titles_below(street.word, (street.title,), street.levels))
    return found


def _titles_below(
    id_: str, above: tuple[Phrase, ...], levels: Sequence[Level]
) -> Iterator[tuple[str, tuple[Phrase, ...]]]:
    if not levels:
        return
    for branch in levels[0]:
        of_branch = f"{id_}.{branch.word}", (*above, branch.title)
        yield of_branch
        yield from _titles_below(*of_branch, (*((branch.parts,) if branch.parts else ()), *levels[1:]))


def is_node(name: str) -> bool:
    """Return whether a name that a user gives is meant as the id of a node, and not of a leak check."""
    first = name.strip().lower().partition(".")[0]
    return first == ALL or first in {street.word for street in STREETS}


def find_node(name: str) -> str:
    """Return the id of the node of this name.

    Raises:
        FilterError: there is no such node.
    """
    wanted = name.strip().lower()
    if wanted not in titles():
        question = did_you_mean(alike(wanted, titles()))
        raise FilterError(f"there is no node {name!r} of losses; {question or 'badugi-hh leaks lists nodes'}")
    return wanted

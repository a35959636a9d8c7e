"""How many faults the validator finds: correct hands are broken in every way that `faults_operators.py` knows.

`python tests/faults.py` is the program; `tests/replay/test_faults.py` holds the counts to floors.
"""

import argparse
import os
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from badugi_hh.engine.rules import FULL_TILT, POKERSTARS, Betting
from badugi_hh.history.source import Source, find_sources, read_blocks
from badugi_hh.history.write import write
from badugi_hh.problems import Problem
from badugi_hh.replay import TableContinuity
from badugi_hh.simulate import POOL, CashGame, Game, SitAndGo, StyledPlayer, simulate
from badugi_hh.simulate.chance import Chance
from badugi_hh.store.hand_checks import Views, check_block, summarize
from support.faults_operators import OPERATORS, Fault
from support.faults_text import ACTIONS, HandText, like, units
from support.restate import as_full_tilt

# A table where nearly everybody stays in, so that the deck runs out now and then.
WILD = tuple(StyledPlayer(player.name, replace(player.style, loose=0.6, sticky=0.2)) for player in POOL)

GAMES: tuple[tuple[Game, Sequence[StyledPlayer]], ...] = (
    (CashGame("Alcyone IV", 8, 7, 25, 50), POOL),
    (SitAndGo(6, 500, 50, hands_per_level=4), POOL),
    (CashGame("Hassaleh VII", 8, 8, 25, 50), WILD),
    (CashGame("Mizar II", 6, 5, 50, 100, betting=Betting.POT), POOL),
    (CashGame("Thuban", 2, 2, 100, 200), POOL),
    (CashGame("Zaurak III", 4, 3, 200, 400, currency="EUR", zone="CET", betting=Betting.NO_LIMIT), POOL),
    (SitAndGo(2, 1000, 50, hands_per_level=3), POOL),
    (CashGame("Electra IX", 8, 8, 5, 10, zone="CET", betting=Betting.HALF_POT), WILD),
    (SitAndGo(8, 200, 20, hands_per_level=4), WILD),
)


@dataclass(slots=True)
class Missed:
    """A fault that was not found, or not at its line."""

    operator: str
    hand_text: HandText
    fault: Fault
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Score:
    """The counts of one kind of fault. `alarms` are reported faults that nothing in the text can show."""

    tried: int = 0
    detectable: int = 0
    detected: int = 0
    right: int = 0
    alarms: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    crashed: Counter[str] = field(default_factory=Counter)
    missed: list[Missed] = field(default_factory=list)
    astray: list[Missed] = field(default_factory=list)
    alarmed: list[Missed] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share of detectable faults that were detected."""
        return self.detected / self.detectable if self.detectable else 1.0

    @property
    def right_rate(self) -> float:
        """The share of detected faults with a problem at a right line."""
        return self.right / self.detected if self.detected else 1.0


def problems_of(text: str) -> tuple[list[Problem], list[str]]:
    """Return the problems that `validate` reports for a text, and the lines of its blocks."""
    blocks, problems = read_blocks(Source.of("hand.txt", text.encode("utf-8", "surrogatepass")))
    found = list(problems)
    for block in blocks:
        found += check_block(block, POKERSTARS).problems
    return found, [line for block in blocks for line in block.text.split("\n")]


def simulated(count: int, seed: int, *, full_tilt: bool = False) -> Iterator[HandText]:
    """Yield simulated hands, the same number of each game; of each session every third.

    Full Tilt had no half pot limit.
    """
    each = -(-count // len(GAMES))
    for number, (game, pool) in enumerate(GAMES):
        if full_tilt and game.betting is Betting.HALF_POT:
            continue
        room = FULL_TILT if full_tilt else POKERSTARS
        hands = simulate(sys.maxsize, 1000 * seed + number, games=(game,), pool=pool, room=room)
        if full_tilt:
            hands = as_full_tilt(hands)
        for hand in islice(hands, 0, 3 * each, 3):
            yield HandText(lines_of(write(hand)))


def real_hands(folder: Path) -> Iterator[HandText]:
    """Yield the real Badugi hands below a folder in which nothing is wrong."""
    for source in find_sources([folder]):
        for block in read_blocks(source)[0]:
            checked = check_block(block, POKERSTARS)
            if checked.ok and not checked.problems:
                yield HandText(lines_of(block.text))


def lines_of(text: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in text.splitlines() if line.strip())


def run(hands: Iterable[HandText], seed: int, times: int = 1) -> dict[str, Score]:
    """Break each hand with each operator `times` times, and return the score of each operator."""
    scores = {name: Score() for name in OPERATORS}
    for hand_text in hands:
        assert not problems_of("\n".join(hand_text.lines) + "\n")[0], hand_text.id
        for name, operator in OPERATORS.items():
            for time in range(times):
                chance = Chance(zlib.crc32(f"{seed} {name} {hand_text.id} {time}".encode()))
                if (fault := operator(hand_text, chance)) is not None and fault.lines != hand_text.lines:
                    _judge(scores[name], name, hand_text, fault)
    return scores


def _judge(score: Score, name: str, hand_text: HandText, fault: Fault) -> None:
    try:
        problems, _ = problems_of("\n".join(fault.lines) + "\n")
    except Exception as error:  # noqa: BLE001 - whatever the validator raises is a miss, and named as one
        problems = []
        score.crashed[f"{type(error).__name__}: {error}"] += 1
    missed = Missed(name, hand_text, fault, tuple(problems))
    score.tried += 1
    if fault.why is not None:
        score.alarms += bool(problems)
        if problems:
            score.alarmed.append(missed)
        return
    score.detectable += 1
    score.codes.update({problem.code.id for problem in problems})
    if not problems:
        score.missed.append(missed)
        return
    score.detected += 1
    if any(problem.place.line - 1 in fault.right for problem in problems):
        score.right += 1
    else:
        score.astray.append(missed)


def run_sessions(seed: int, hands: int = 30) -> dict[str, Score]:
    """Break each game's session: leave a hand out, repeat one under another number, change a small blind throughout,
    leave out the header of a hand, or the cards of the hero.

    Such a fault is detectable where a player has fewer chips than the hand before left: chips can be bought between two
    hands, but not taken from the table. A missing hand is not detectable where the hero posts like a player who sat it
    out: clients write no hands that their player does not play. A small blind that its own hand does not contradict is
    detectable by an earlier hand with another small blind at the same stakes. The cards of the hero are known to be
    missing by the hand before at the same table, which names them.
    """
    names = ("hand_missing", "hand_repeated", "small_blind_changed", "header_missing", "hero_cards_missing")
    scores = {name: Score() for name in names}

    def judge(
        name: str,
        session: list[HandText],
        right: Callable[[Problem], bool],
        *,
        detectable: bool,
        code: str = "",
    ) -> None:
        """Count a session with a fault; only problems with this code show it, and one of them must be `right`."""
        score = scores[name]
        score.tried += 1
        if detectable:
            problems = [each for each in session_problems(session) if each.code.id.startswith(code)]
            score.detectable += 1
            score.detected += bool(problems)
            score.right += any(map(right, problems))
            score.codes.update({problem.code.id for problem in problems})

    for number, (game, pool) in enumerate(GAMES):
        dealt = simulate(hands, 1000 * seed + number, games=(game,), pool=pool)
        hand_text = [HandText(lines_of(write(hand))) for hand in dealt]
        for before, hand, after in zip(hand_text, hand_text[1:], hand_text[2:], strict=False):
            if changed := _with_another_small_blind(hand):
                known = before.stakes == changed.stakes and _small_blind(before) is not None
                judge("small_blind_changed", [before, changed], _is_of(changed), detectable=known, code="X06")
            below = len(before.lines) + 3
            torn = [before, HandText(hand.lines[1:]), after]
            judge("header_missing", torn, lambda problem, at=below: problem.place.line == at, detectable=True)
            own = hand.find("dealt", "drew")
            if own and session_problems([before, hand]) == []:
                rest = HandText(tuple(line for n, line in enumerate(hand.lines) if n not in own))
                shown = any(
                    problem.hand == hand.id and problem.code.id[0] != "X"
                    for problem in session_problems([before, rest])
                )
                same_table = before.lines[1].split("'")[1] == hand.lines[1].split("'")[1]
                judge("hero_cards_missing", [before, rest], _is_of(hand), detectable=not shown and same_table)
            again = HandText((hand.lines[0].replace(hand.id, f"{hand.id}1"), *hand.lines[1:]))
            gone = _chips_vanish(before, after) and not _may_have_sat_out(before, after)
            judge("hand_missing", [before, after], _is_of(after), detectable=gone)
            judge("hand_repeated", [hand, again], _is_of(again), detectable=_chips_vanish(hand, again))
    return scores


def _is_of(hand_text: HandText) -> Callable[[Problem], bool]:
    return lambda problem: problem.hand == hand_text.id


def _small_blind(hand_text: HandText) -> int | None:
    """Return the index of the small blind of a fixed-limit hand where the player had chips left after it."""
    posts = [index for index in hand_text.find("post") if " posts small blind " in hand_text.lines[index]]
    whole = posts and not hand_text.lines[posts[0]].endswith(" and is all-in")
    return posts[0] if whole and " Badugi Limit " in hand_text.lines[0] else None


def _with_another_small_blind(hand_text: HandText) -> HandText | None:
    """Return the hand with a larger small blind where nothing else holds it: the player raises before any call.

    The raise says the total of the round, which has the small blind in it.
    """
    index = _small_blind(hand_text)
    own = [
        at
        for at in hand_text.find(*ACTIONS)
        if index is not None and hand_text.who[at] == hand_text.who[index]
    ]
    posts = [at for at in hand_text.find("post") if "small" in hand_text.lines[at]]
    if index is None or not own or hand_text.kinds[own[0]] != "raises" or len(posts) > 1:
        return None
    head, amount = hand_text.lines[index].rsplit(" ", 1)
    step = 100 if "Tournament #" in hand_text.lines[0] else 1
    line = f"{head} {like(amount, units(amount) + step)}"
    return HandText((*hand_text.lines[:index], line, *hand_text.lines[index + 1 :]))


def _chips_vanish(first: HandText, second: HandText) -> bool:
    return any(
        name in second.seats and second.seats[name].stack < left for name, left in first.left_with.items()
    )


def _may_have_sat_out(first: HandText, second: HandText) -> bool:
    """Return whether the hero of a cash game posts both blinds, or the big blind though others were to post it."""
    posts = {
        second.who[index]: second.lines[index]
        for index in second.find("post")
        if "ante" not in second.lines[index]
    }
    own = posts.get(second.hero, "")
    if "Tournament" in second.lines[0] or "small & big" in own:
        return "small & big" in own
    before = next(
        (first.who[index] for index in first.find("post") if "big blind " in first.lines[index]), None
    )
    if (
        "big blind " not in own
        or before is None
        or set(first.seats) == set(second.seats) == set(second.dealt[:2])
    ):
        return False
    start, end = first.seats[before].number, second.seats[second.hero].number
    return any(0 < (second.seats[name].number - start) % 10 < (end - start) % 10 for name in second.dealt)


def session_problems(session: list[HandText]) -> list[Problem]:
    text = "\n\n\n".join("\n".join(hand_text.lines) for hand_text in session)
    views, sessions = Views(POKERSTARS), TableContinuity()
    blocks, found = read_blocks(Source.of("session.txt", text.encode()))
    for block in blocks:
        checked = check_block(block, POKERSTARS)
        found += checked.problems
        check = summarize(checked)
        found += filter(None, [views.compare(check, block)])
        sessions.add(check.entry)
    return found + sessions.check()


def table(scores: dict[str, Score]) -> str:
    """Return the scores as lines of text, the sum last."""
    rows = [
        f"{'fault':24}{'tried':>7}{'detectable':>12}{'detected':>10}{'rate':>8}{'right line':>12}{'alarms':>8}"
    ]
    total = Score()
    for name, score in scores.items():
        rows.append(
            _row(name, score)
            + "  "
            + " ".join(code for code, _ in score.codes.most_common(4))
            + (f" CRASH {dict(score.crashed)}" if score.crashed else "")
        )
        for part in ("tried", "detectable", "detected", "right", "alarms"):
            setattr(total, part, getattr(total, part) + getattr(score, part))
    return "\n".join([*rows, _row("all", total)])


def _row(name: str, score: Score) -> str:
    return (
        f"{name:24}{score.tried:7}{score.detectable:12}{score.detected:10}{score.rate:8.1%}"
        f"{score.right_rate:12.1%}{score.alarms:8}"
    )


def show(missed: Missed) -> str:
    """Return one fault in a few lines."""
    fault = missed.fault
    said = "; ".join(f"{p.place.line} {p.code.id} {p.message}" for p in missed.problems[:3])
    lines = [
        f"{missed.operator}, hand {missed.hand_text.id}, line {fault.line + 1}",
        f"  - {fault.before}",
        f"  + {fault.after}",
    ]
    if said:
        right = " ".join(str(line + 1) for line in sorted(fault.right))
        lines.append(f"  said: {said} (right: {right})")
    if fault.why:
        lines.append(f"  hidden: {fault.why}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Print the table and what was missed."""
    parser = argparse.ArgumentParser(description="Break correct hands and count what the validator notices.")
    parser.add_argument("--hands", type=int, default=270, help="simulated hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-tilt", action="store_true", help="as the client of Full Tilt writes them")
    parser.add_argument("--times", type=int, default=1, help="faults of each kind in each hand")
    parser.add_argument(
        "--show", metavar="OPERATOR", help="all that was missed, led astray or alarmed, of one kind"
    )
    options = parser.parse_args(arguments)
    if options.show and options.show not in OPERATORS:
        parser.error(f"no operator {options.show}; there are {', '.join(OPERATORS)}")
    hands = list(simulated(options.hands, options.seed, full_tilt=options.full_tilt))
    if named := os.environ.get("BADUGI_HH_REAL"):
        hands += real_hands(Path(named) / "pokerstars")
    scores = run(hands, options.seed, options.times)
    hand_text = [
        f"{len(hands)} hands\n{table(scores)}\n",
        f"whole hands of a session\n{table(run_sessions(options.seed))}\n",
    ]
    if options.show:
        score = scores[options.show]
        for title, faults in (
            ("missed", score.missed),
            ("wrong line", score.astray),
            ("alarm", score.alarmed),
        ):
            hand_text += [f"{title}: {show(each)}" for each in faults]
    else:
        hand_text += [show(each) for score in scores.values() for each in score.missed]
    print("\n".join(hand_text))  # noqa: T201 - this is what the program is for

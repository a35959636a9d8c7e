"""`replay`: one hand step by step, from the database or from a file, in the terminal or as a page."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from badugi_hh.cli.console import fail, note, say, say_json, standard_input, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    Db,
    Force,
    Json,
    NoWait,
    RulesOption,
    Site,
    Tz,
    argument,
    option,
    read_path,
    zone_of,
)
from badugi_hh.cli.tables import say_folded, show_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from badugi_hh.api.replay import PlayedHand


def replay(
    hand: Annotated[str | None, argument("HAND", "the site's number of the hand")] = None,
    site: Site = None,
    file: Annotated[
        Path | None,
        option(
            "--file -f FILE",
            "read the hand from this file, not from the database; - is standard input",
            parser=read_path,
        ),
    ] = None,
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    as_json: Json = False,
    html: Annotated[
        bool, option("--html", "write the hand as an HTML page with a replayer into the file of --out")
    ] = False,
    out: Annotated[
        Path | None, option("--out -o FILE", "the HTML file to write; - is standard output")
    ] = None,
    force: Force = False,
    tz: Tz = None,
) -> None:
    """Replay one hand step by step. Prints actions, known cards, the pot after each action, results and problems.

    A hand in the quarantine is replayed up to its first error. HAND is optional if FILE has only one hand.

    Beside each decision of known cards stands what the action taken costs against the best one, in big bets, with its
    standard error: by the cards, by best play with the share of each action, or else if nobody bets again.

    With --html, the hand is one page that works offline: the table at each step, with the value of each known hand, the
    pot odds of each call, and the equity of the player whose cards the history shows. Arrow keys go from step to step.
    """
    from badugi_hh.api.replay import write_page
    from badugi_hh.api.report import check_page

    tz = zone_of(tz)
    _refuse(html=html, out=out, as_json=as_json)
    inputs = () if file is None else (file,)
    output = None if out is None else check_page(out, db, force=force, inputs=inputs)
    with _played(hand, site, file, db, rules, wait=not no_wait) as played:
        if output is not None:
            write_page(played, output, tz=tz)
        elif as_json:
            say_json(played)
        else:
            _show(played, tz)
    if output is not None and not output.is_stream:
        say(f"{out} is written")


def _refuse(*, html: bool, out: Path | None, as_json: bool) -> None:
    """Exit if the options of the page do not fit each other."""
    if not html and out is not None:
        fail("--out is the file of the page; add --html")
    if html and as_json:
        fail("--html and --json exclude each other; give one of them")
    if html and out is None:
        fail("--html needs the file of the page; add --out FILE, for example -o hand.html")


@contextmanager
def _played(
    hand: str | None, site: str | None, file: Path | None, db: Path | None, rules: str, *, wait: bool
) -> "Iterator[PlayedHand]":
    """Yield the replayed hand, whose database is open meanwhile."""
    from badugi_hh.api.replay import HandError, replay_file

    try:
        if file is not None:
            yield replay_file(file, hand, rules=rules, stdin=standard_input([file]))
        elif hand is None:
            fail("no HAND; `badugi-hh hands` lists the numbers, --file reads a file")
        else:
            with opened(db, wait=wait) as hands:
                yield hands.find_replay(hand, rules=rules, site=site)
    except HandError as error:
        note(*map(str, error.problems))
        fail(str(error))


def _show(hand: "PlayedHand", tz: str | None) -> None:
    from badugi_hh.wording.best_play import WHERE_EXPLAINED, command_of
    from badugi_hh.wording.hand_steps import amount, result_texts, seat_texts, steps, title

    played, solved, labels = hand.replay, hand.best_play(), hand.labels()
    say_folded(title(played.hand, tz))
    if labels.tags:
        say_folded(visible(f"tags: {', '.join(labels.tags)}"))
    if labels.note:
        say_folded(visible(f"note: {labels.note}"))
    seats = [(seat, place, visible(player), *more) for seat, place, player, *more in seat_texts(played)]
    show_table(("seat", "position", "player", "stack", "cards"), seats, right=(0, 3))
    part = ""
    rows: list[tuple[str, ...]] = []
    commands: list[str] = []
    for step in steps(played):
        pot = "" if step.pot is None else amount(played.hand, step.pot)
        best = solved.short(step.n + 1)
        player = visible(step.player or "")
        rows.append((step.part if step.part != part else "", player, visible(step.text), pot, best))
        decision = solved.decisions.get(step.n + 1)
        if decision and (command := command_of(decision)):
            commands.append(command)
        part = step.part
    covered = any(best for *_, best in rows)
    heads = ("", "player", "does", "pot", "best play")[: 4 + covered]
    show_table(heads, [row[: len(heads)] for row in rows], right=(3,), repeated=0)
    if played.results:
        results = [(visible(player), *more) for player, *more in result_texts(played)]
        show_table(("player", "held", "put in", "won", "net"), results, right=(2, 3, 4))
        if played.rake is not None and played.total_pot is not None:
            say(f"pot {amount(played.hand, played.total_pot)}, rake {amount(played.hand, played.rake)}")
    if commands:
        say_folded(
            "best play at these decisions, with deep stacks; without --hand it is printed for all hands:"
        )
        for command in commands:
            say(f"  {command}")
    if covered:
        say_folded(WHERE_EXPLAINED)
    if solved.no_claim:
        say_folded(solved.no_claim)
    for problem in played.problems:
        line = f"line {problem.place.line}: {problem.code.id} {problem.severity}: {problem.words}"
        say(str(problem) if problem.place.file else line)
    if not played.ok:
        say("this hand is not in the statistics; `badugi-hh explain CODE` describes a problem")

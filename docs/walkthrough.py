"""Real output for hand-written pages: one sample hand followed through the packages.

Nothing here is kept or compared; each function runs the package on the sample and returns a piece of Markdown.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_pages import table
from typer.testing import CliRunner

from badugi_hh.cli.app import build_app
from badugi_hh.engine.cards import names
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import DECISIONS, Rows
from badugi_hh.history.events import ANY_EVENT, Hand
from badugi_hh.history.parse import Reading, parse
from badugi_hh.history.source import Block, find_sources, read_blocks
from badugi_hh.phh.betting import REASONS
from badugi_hh.problems import Place
from badugi_hh.replay import Replay
from badugi_hh.replay import replay as replay_hand
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "sample_histories/alice-bob-carol-ted.txt"
WRONG = ("Carol: calls $4", "Carol: calls $3")  # the change that the rules do not let pass


def fence(text: str, language: str = "text") -> str:
    """Return `text` as a fenced block."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def columns(head: Sequence[str], body: Iterable[Sequence[object]]) -> str:
    """Return a fenced table of columns as wide as they need to be; None is a dash."""
    lines = [list(head), *(["-" if cell is None else str(cell) for cell in line] for line in body)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return fence(
        "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
        )
    )


@cache
def the_block() -> Block:
    """Return the one block of the sample file."""
    (source,) = find_sources([ROOT / SAMPLE])
    blocks, _ = read_blocks(source)
    (block,) = blocks
    return block


@cache
def the_replay() -> Replay:
    """Return the sample hand, replayed."""
    return replay_hand(hand_of(parse(the_block())))


def hand_of(reading: Reading) -> Hand:
    """Return the hand, which must be whole."""
    if reading.hand is None:
        raise ValueError(f"the sample was not read: {reading.problems}")
    return reading.hand


def text() -> str:
    """Return the hand as its file has it."""
    return fence("\n".join(line.rstrip() for line in the_block().text.split("\n")))


def events() -> str:
    """Return the events of the hand, one a line, with their line numbers."""
    return fence("\n".join(f"{event.line:>3}  {shown(event)}" for event in the_replay().hand.events))


def shown(event: ANY_EVENT) -> str:
    """Return an event much as Python would write it: fields at their default left out, cards by name."""
    said = []
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "line" or value == field.default:
            continue
        if field.name in {"cards", "kept", "drawn"}:
            written = f"<{names(value)}>"
        else:
            written = str(value) if isinstance(value, Enum) else repr(value)
        said.append(written if field.name in {"player", "section"} else f"{field.name}={written}")
    return f"{type(event).__name__}({', '.join(said)})"


def player_of(seat: int) -> str:
    """Return the name at a seat of the sample hand."""
    return next(taken.player for taken in the_replay().hand.seats if taken.seat == seat)


def actions() -> str:
    """Return the betting actions with the state in which they were taken."""
    return columns(
        ("round", "pot", "player", "to call", "may raise", "does", "puts in"),
        (
            (
                action.situation.round,
                action.situation.pot,
                player_of(action.seat),
                action.situation.price,
                "yes" if action.situation.can_raise else "no",
                action.act,
                action.amount,
            )
            for action in the_replay().actions
        ),
    )


def draws() -> str:
    """Return the draws."""
    return columns(
        ("draw", "player", "draws", "before", "thrown", "after"),
        (
            (
                draw.draw,
                player_of(draw.seat),
                draw.count,
                *(
                    None if cards is None else names(cards) or "none"
                    for cards in (draw.before, draw.thrown, draw.after)
                ),
            )
            for draw in the_replay().draws
        ),
    )


def results() -> str:
    """Return what every seat put in and won."""
    return columns(
        ("player", "put in", "won", "net", "showdown"),
        (
            (player_of(seat), r.put_in, r.won, r.won - r.put_in, "yes" if r.showdown else "no")
            for seat, r in the_replay().results.items()
        ),
    )


def disagreement() -> str:
    """Return a changed line of the hand and the problems that it makes."""
    block = the_block()
    wrong = replace(block, text=block.text.replace(*WRONG, 1))
    place = Place(Path(block.file).name, block.line)
    found = replay_hand(hand_of(parse(wrong)), place=place).problems
    return fence("\n".join([f"{WRONG[0]}   becomes   {WRONG[1]}", "", *map(str, found)]))


def decisions() -> str:
    """Return the hero's rows of `decisions`, with some of their columns."""
    shown = ("n", "round", "position", "price", "pot", "live", "level_full", "own_draw", "best_opponent_draw")
    shown += ("value", "knowledge", "action", "amount")
    rows = Rows()
    add_rows(rows, the_replay(), 1)
    found = rows.columns(DECISIONS)
    body = zip(found["hero"], zip(*[found[name] for name in shown], strict=True), strict=True)
    return columns(shown, (row for hero, row in body if hero))


def statistic() -> str:
    """Return what `badugi-hh explain` prints about one statistic, and the statistic of the sample hand."""
    with open_database(None) as con:
        import_paths(con, [ROOT / SAMPLE])
        groups = evaluate(con, Filter(every_player=True), names=["wtsd"])
    counted = columns(
        ("player", "hands", "made", "chances"),
        ((g.player, g.hands, g.stats["wtsd"].made, g.stats["wtsd"].chances) for g in groups),
    )
    return shell("badugi-hh explain wtsd", printed("explain", "wtsd")) + "\n" + counted


SHOWN = ("hands", "winrate", "vpip", "pfr", "three_bet", "wtsd", "w_sd", "pat_1", "snow_3", "bet_ahead_b2")


def stats_command() -> str:
    """Return what `badugi-hh stats` prints about the first of the sample sessions."""
    first = min((ROOT / "sample_histories").glob("HH*.txt"))
    with TemporaryDirectory() as folder:
        db = str(Path(folder) / "hands.duckdb")
        printed("import", str(first), "--db", db)
        options = [part for name in SHOWN for part in ("--stat", name)]
        return shell(f"badugi-hh stats {' '.join(options)}", printed("stats", "--db", db, *options))


def validate_command() -> str:
    """Return what `badugi-hh validate` prints about some of the broken samples."""
    paths = "sample_histories/broken/R0[34]*"
    with chdir(ROOT):
        return shell(f"badugi-hh validate '{paths}'", printed("validate", paths))


def equity_command() -> str:
    """Return what `badugi-hh equity` prints about a badugi that is worth breaking."""
    rough, smooth = "Ac 2d 3h Ks", "4c 5d 6h 7s"
    return shell(f"badugi-hh equity '{rough}' '{smooth}'", printed("equity", rough, smooth))


def printed(*command: str) -> str:
    """Return what a command prints, on both streams."""
    result = CliRunner(env={"COLUMNS": None}).invoke(build_app(), command)  # as wide as in a pipe
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def shell(command: str, output: str) -> str:
    """Return a command and its output as they look in a terminal."""
    lines = [line.rstrip() for line in output.splitlines()]
    while lines and not lines[0]:
        del lines[0]
    return fence("\n".join([f"$ {command}", *lines]))


def phh_refusals() -> str:
    """Return the table of the hands that PHH cannot represent."""
    return table(("reason", "what PHH lacks"), REASONS.items())


BLOCKS: dict[str, Callable[[], str]] = {
    "text": text,
    "events": events,
    "actions": actions,
    "draws": draws,
    "results": results,
    "disagreement": disagreement,
    "rows": decisions,
    "statistic": statistic,
    "phh-refusals": phh_refusals,
    "stats-command": stats_command,
    "validate-command": validate_command,
    "equity-command": equity_command,
}

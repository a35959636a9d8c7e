"""Dataclasses that are frozen for the type checker only: what mypy refuses, and what equals what."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from badugi_hh.frozen import dataclass
from badugi_hh.history.events import Discarded, Event, Folded

ROOT = Path(__file__).parent.parent
CHECK = """\
from badugi_hh.history.events import Folded
from badugi_hh.replay import Action

def change(event: Folded, action: Action) -> None:
    event.player = "bob"
    action.amount = 1
    print(event.player, action.amount)
"""


@dataclass(frozen=True, slots=True)
class Value:
    first: int
    second: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    first: int
    second: str = dataclasses.field(default="", compare=False)


def test_mypy_refuses_an_assignment(tmp_path: Path) -> None:
    code = tmp_path / "change.py"
    code.write_text(CHECK, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.partition("change.py:")[2] for line in found.stdout.splitlines()]
    assert lines[:-1] == [
        '5: error: Property "player" defined in "Folded" is read-only  [misc]',
        '6: error: Property "amount" defined in "Action" is read-only  [misc]',
    ], found.stdout


@pytest.mark.quick
def test_equality_and_hash_are_those_of_a_frozen_dataclass() -> None:
    assert hash(Value(1)) == hash(Frozen(1)) == hash(Value(1, "ignored"))
    assert Value(1) == Value(1, "ignored") != Value(2)
    assert Value(1) != Frozen(1)
    assert Value.__slots__ == Frozen.__slots__
    assert repr(Value(1)) == repr(Frozen(1)).replace("Frozen", "Value")


@pytest.mark.quick
def test_an_event_ignores_its_line_in_equality_and_hash() -> None:
    first, second = Folded("ann", line=3), Folded("ann", line=4)
    assert first == second
    assert len({first, second, Folded("bob", line=3)}) == 2
    assert {Discarded("ann", 1): 1}[Discarded("ann", 1, wrong_plural=True)] == 1
    assert not hasattr(first, "__dict__")


@pytest.mark.quick
def test_an_event_can_be_sent_copied_and_replaced() -> None:
    event: Event = Folded("ann", (1, 2), line=3)
    for other in (pickle.loads(pickle.dumps(event)), copy.copy(event)):  # noqa: S301
        assert (other, other.line) == (event, 3)
    assert dataclasses.replace(event, line=5).line == 5

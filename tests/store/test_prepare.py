"""Hands that are prepared in groups have the outcomes and the rows of hands that are prepared one by one."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from support import two_views as views

from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.parse import Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.store import hand_checks
from badugi_hh.store.prepare import FaultyHand, OtherGame, PreparedHand, prepare

pytestmark = pytest.mark.quick

TEXTS = (views.ANN, None, views.WRONG, None, views.OTHER_GAME, views.CUT_OFF, views.ANN, views.ANN)


@pytest.mark.parametrize(
    ("group", "characters"), [(1, 10**6), (2, 10**6), (3, 10**6), (100, 1), (100, 10**6)]
)
def test_groups_change_nothing(monkeypatch: pytest.MonkeyPatch, group: int, characters: int) -> None:
    blocks = [
        None if text is None else Block("a.txt", line, text.strip(), "\n", "")
        for line, text in enumerate(TEXTS, start=1)
    ]
    alone = [prepare([block], "pokerstars") for block in blocks]
    monkeypatch.setattr(hand_checks, "GROUP", group)
    monkeypatch.setattr(hand_checks, "MOST_CHARACTERS", characters)
    together = prepare(blocks, "pokerstars")
    assert list(together.outcomes) == [outcome for each in alone for outcome in each.outcomes]
    assert {type(each) for each in together.outcomes} == {PreparedHand, FaultyHand, OtherGame, type(None)}
    for name, frame in together.frames.items():
        placed = [
            each.frames[name].with_columns(pl.lit(place, pl.Int32).alias("hand_key"))
            for place, each in enumerate(alone)
        ]
        assert_frame_equal(frame, pl.concat(placed))
    assert together.frames["hands"]["hand_key"].to_list() == [0, 6, 7]


def test_a_group_ends_after_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [Block("a.txt", 1, views.ANN.strip(), "\n", "")] * 5
    parsed: list[Block] = []

    def note(block: Block) -> Reading:
        parsed.append(block)
        return parse(block)

    monkeypatch.setattr(hand_checks, "parse", note)
    monkeypatch.setattr(hand_checks, "MOST_CHARACTERS", len(blocks[0].text) + 1)
    checks = hand_checks.check_blocks(blocks, ROOMS["pokerstars"])
    assert [len(parsed) for _ in checks] == [2, 2, 4, 4, 5]

"""The sample histories: made again byte for byte, and the deal of the rules.

`pytest --update-golden` rewrites the sample files.
"""

from itertools import islice

import pytest
from support.samples import sample_hands, write_samples

from badugi_hh.history import events as ev
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.replay import replay

EXAMPLE = "alice-bob-carol-ted.txt"


def read(paths):
    """Read and replay the hands of some files, every one of which must be read whole."""
    replays = []
    for source in find_sources(paths):
        blocks, problems = read_blocks(source)
        assert not problems
        for block in blocks:
            reading = parse(block)
            assert reading.hand is not None, reading.problems
            replays.append(replay(reading.hand))
    return replays


@pytest.mark.parametrize("number", [320, pytest.param(None, marks=pytest.mark.long)])
def test_the_sample_files_are_those_of_the_seed(number, samples, tmp_path, request, monkeypatch):
    """The first hands are those of two files and a part of the third."""
    if request.config.getoption("--update-golden"):
        for path in samples.glob("HH*.txt"):
            path.unlink()
        write_samples(samples)
    played = tuple(islice(sample_hands(), number))
    monkeypatch.setattr("support.samples.sample_hands", lambda: iter(played))
    made = write_samples(tmp_path)
    there = sorted(path for path in samples.glob("HH*.txt"))
    assert [path.name for path in sorted(made)] == [path.name for path in there[: len(made)]]
    for path in sorted(made)[:-1] if number else made:
        assert path.read_bytes() == (samples / path.name).read_bytes(), path.name
    last = max(made)
    assert (samples / last.name).read_bytes().startswith(last.read_bytes().rstrip())
    hands = [result.hand for result in read(sorted(made))]
    assert sorted(hands, key=lambda hand: hand.id) == list(played)


def test_the_samples_are_not_too_large(samples):
    assert sum(path.stat().st_size for path in samples.glob("*.txt")) < 4_000_000


def test_the_example_is_the_deal_of_the_rules(samples):
    """Four players, $2/$4: Carol's eight-high badugi wins $36 from Alice's nine-high."""
    (result,) = read([samples / EXAMPLE])
    assert not result.problems
    hand = result.hand
    assert {seat.player: seat.seat for seat in hand.seats} == {"Alice": 1, "Bob": 2, "Carol": 3, "Ted": 4}
    assert (hand.button, hand.stakes.low, hand.stakes.high) == (1, 200, 400)
    assert result.rake == 0
    assert {seat: one.won for seat, one in result.results.items()} == {1: 0, 2: 0, 3: 3600, 4: 0}
    # Before the first draw $2 each from three, then $2 each, then $8 from two, then $4 from two.
    assert {seat: one.put_in for seat, one in result.results.items()} == {1: 1600, 2: 400, 3: 1600, 4: 0}
    assert [(draw.seat, draw.draw, draw.count) for draw in result.draws] == [
        *((2, 1, 2), (3, 1, 2), (1, 1, 1)),
        *((2, 2, 1), (3, 2, 0), (1, 2, 1)),
        *((3, 3, 1), (1, 3, 0)),
    ]
    shown = {event.player: event.description for event in hand.events if isinstance(event, ev.Showed)}
    assert shown == {"Alice": "Badugi: 9,6,4,2", "Carol": "Badugi: 8,7,5,3"}

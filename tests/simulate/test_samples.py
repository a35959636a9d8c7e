"""The sample histories: made again byte for byte, and holding what a reader of samples looks for.

`pytest --update-golden` rewrites the sample files.
"""

from collections import Counter
from itertools import islice

import pytest
from support.samples import sample_hands, write_samples

from badugi_hh.history import events as ev
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.replay import replay
from badugi_hh.simulate import HERO

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


@pytest.fixture(scope="module")
def replays(samples):
    return read(sorted(samples.glob("HH*.txt")))


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


@pytest.mark.long
def test_the_sample_files_are_read_whole(replays):
    assert not any(result.problems for result in replays)


def test_the_samples_are_not_too_large(samples):
    assert sum(path.stat().st_size for path in samples.glob("*.txt")) < 4_000_000


@pytest.mark.long
def test_the_samples_show_what_the_game_has(replays):
    hands = [result.hand for result in replays]
    assert 1500 <= len(hands) <= 2500
    assert all(hand.hero == HERO.name for hand in hands)
    assert sum(hand.tournament is not None for hand in hands) >= 300
    assert {len(hand.seats) for hand in hands} == set(range(2, 9))
    counts = Counter()
    for result in replays:
        hand = result.hand
        events = Counter(type(event) for event in hand.events)
        won = Counter(event.pot for event in hand.events if isinstance(event, ev.Collected))
        counts["side pots"] += "main pot" in won
        counts["two side pots"] += "side pot-2" in won
        counts["ties"] += any(times > 1 for times in won.values())
        counts["caps"] += events[ev.BettingCapped]
        counts["reshuffles"] += events[ev.DeckReshuffled]
        counts["finishes"] += events[ev.Finished]
        counts["won tournaments"] += events[ev.WonTournament]
        counts["time-outs"] += any(
            isinstance(event, ev.Talked) and event.kind is ev.Talk.TIMED_OUT for event in hand.events
        )
        stacks = {seat.seat: seat.stack for seat in hand.seats}
        # A player without chips, or whom nobody left can call, draws on.
        counts["all-in draws"] += any(draw.seat not in draw.able and draw.count for draw in result.draws)
        counts["short blinds"] += any(stack < hand.stakes.low for stack in stacks.values())
    least = {
        "side pots": 40,
        "two side pots": 1,
        "ties": 3,
        "caps": 40,
        "reshuffles": 3,
        "finishes": 15,
        "won tournaments": 2,
        "time-outs": 3,
        "all-in draws": 60,
        "short blinds": 3,
    }
    assert {name: counts[name] >= number for name, number in least.items()} == dict.fromkeys(least, True), (
        counts
    )


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
    acts = [(action.situation.round, action.seat, action.act) for action in result.actions]
    assert acts == [
        *((0, 4, "fold"), (0, 1, "call"), (0, 2, "call"), (0, 3, "check")),
        *((1, 2, "check"), (1, 3, "bet"), (1, 1, "call"), (1, 2, "call")),
        *((2, 2, "check"), (2, 3, "bet"), (2, 1, "raise"), (2, 2, "fold"), (2, 3, "call")),
        *((3, 3, "check"), (3, 1, "bet"), (3, 3, "call")),
    ]
    shown = {event.player: event.description for event in hand.events if isinstance(event, ev.Showed)}
    assert shown == {"Alice": "Badugi: 9,6,4,2", "Carol": "Badugi: 8,7,5,3"}

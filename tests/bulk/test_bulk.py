"""Hands read as arrays: what is accepted is what the full check finds nothing wrong with, and its rows are equal."""

import logging
import random
import re
from contextlib import closing
from functools import cache
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from support.database_rows import everything
from support.faults import GAMES, lines_of, simulated
from support.faults_operators import OPERATORS
from support.histories import HAND, WALK
from support.pokerkit_hands import dealt_histories

from badugi_hh.bulk import valid_hands
from badugi_hh.bulk.line_kinds import EVENTS, GROUPS, LineKind, allowed_kinds, pattern_of
from badugi_hh.bulk.valid_hands import read_hands
from badugi_hh.engine.rules import POKERSTARS, Betting
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import Rows
from badugi_hh.history.lines import grammar
from badugi_hh.history.pokerstars import DIALECT
from badugi_hh.history.source import Block, Source, find_sources, read_blocks
from badugi_hh.history.write import write
from badugi_hh.simulate import CashGame, SitAndGo, simulate
from badugi_hh.simulate.chance import Chance
from badugi_hh.store import hand_checks
from badugi_hh.store import prepare as preparing
from badugi_hh.store.database import open_database
from badugi_hh.store.hand_checks import check_block, check_texts, summarize
from badugi_hh.store.importer import import_sources
from badugi_hh.store.prepare import FaultyHand, PreparedHand, frames_of, prepare

RULES = "pokerstars"
SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"


def blocks_of(texts):
    return [Block("hands.txt", 1, text) for text in texts]


def blocks_in(folder):
    return [block for source in find_sources([folder], []) for block in read_blocks(source)[0]]


def texts_in(text):
    return [block.text for block in read_blocks(Source.of("hands.txt", text.encode()))[0]]


def simulated_texts(betting, hands, seed):
    games = (
        CashGame("Alcyone IV", 8, 6, 25, 50, betting=betting),
        SitAndGo(6, 500, 50, hands_per_level=4, betting=betting),
        CashGame("Zaurak III", 4, 3, 100, 200, currency="EUR", zone="CET", betting=betting),
        SitAndGo(2, 1000, 50, hands_per_level=3, betting=betting),
    )
    each = hands // len(games)
    return [
        "\n".join(lines_of(write(hand)))
        for number, game in enumerate(games)
        for hand in simulate(each, 100 * seed + number, games=(game,))
    ]


def accepted(frames):
    return frames["hands"]["hand_key"].to_list() if frames else []


def check_equal(blocks, monkeypatch):
    """Compare everything that both ways prepare; return the share of the clean hands that the arrays accept.

    Each way reads a text once: what it says of the text is kept for the comparisons that follow.
    """
    arrays = read_hands([block.text for block in blocks], RULES)
    check = cache(check_block)
    for module in (hand_checks, preparing):
        monkeypatch.setattr(module, "check_block", check)
        monkeypatch.setattr(module, "find_valid", lambda *_: (arrays, None))
    both = prepare(blocks, RULES)
    checked = check_texts(blocks, RULES)
    assert checked == [summarize(check(block, POKERSTARS)) for block in blocks]
    monkeypatch.setattr(preparing, "find_valid", lambda *_: ({}, None))
    full = prepare(blocks, RULES)
    assert both.outcomes == full.outcomes
    for name, frame in full.frames.items():
        assert_frame_equal(both.frames[name], frame)
    clean = {
        place
        for place, outcome in enumerate(full.outcomes)
        if isinstance(outcome, PreparedHand) and not outcome.problems
    }
    assert clean.issuperset(accepted(arrays))
    return len(accepted(arrays)) / max(len(clean), 1)


def check_sound(texts):
    """Check that no text with a problem is accepted, and that the rows are right; return how many texts are accepted."""
    found = read_hands(texts, RULES)
    full = [
        check_block(block, POKERSTARS) for block in blocks_of([texts[place] for place in accepted(found)])
    ]
    faulty = [each.reading.block.text for each in full if not each.ok or each.problems]
    assert faulty == []
    rows = Rows()
    for place, checked in zip(accepted(found), full, strict=True):
        add_rows(rows, checked.replay, place, rules=RULES)
    for name, frame in frames_of(rows).items() if found else ():
        assert_frame_equal(found[name], frame)
    return len(full)


# --- equal rows


@pytest.mark.quick
def test_few_hands_of_every_form(monkeypatch):
    texts = [HAND, WALK, HAND.replace("Cy", "Señor [x]"), WALK.replace(" ET]", " CET]"), "", "PokerStars"]
    assert check_equal(blocks_of(texts), monkeypatch) == 1


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.long)])
def test_the_samples(step, monkeypatch):
    """Their broken hands too: the full check finds the same problems, in the same order."""
    assert check_equal([*blocks_in(SAMPLES / "broken"), *blocks_in(SAMPLES)[::step]], monkeypatch) > 0.98


@pytest.mark.parametrize("betting", Betting)
@pytest.mark.parametrize("hands", [100, pytest.param(100_000, marks=pytest.mark.long)])
def test_simulated_hands_of_each_limit(betting, hands, monkeypatch):
    for seed in range(-(-hands // 5_000)):
        blocks = blocks_of(simulated_texts(betting, min(hands, 5_000), seed))
        assert check_equal(blocks, monkeypatch) > 0.99


def test_hands_that_pokerkit_deals(monkeypatch):
    texts = [text for players in (2, 4, 6) for text in texts_in(dealt_histories(40, 3, players))]
    assert check_equal(blocks_of(texts), monkeypatch) > 0.95


def test_real_hands(real, monkeypatch):
    assert check_equal(blocks_in(real), monkeypatch) > 0.95


def test_hands_of_any_currency(monkeypatch):
    """The arrays take those with a sign that they know, whatever the code; the prizes are in it too."""
    texts = simulated_texts(Betting.FIXED, 240, seed=9)
    usual = check_equal(blocks_of(texts), monkeypatch)
    assert usual > 0.9
    assert any(" receives $" in text for text in texts)
    other = [text.replace(" USD", " CAD" if nth % 2 else " XYZ", 1) for nth, text in enumerate(texts)]
    assert check_equal(blocks_of(other), monkeypatch) == usual
    odd = [text.replace(" USD", " CAD", 1).replace("$", "C$") for text in texts]
    assert 0 < check_equal(blocks_of(odd), monkeypatch) < usual


def test_hands_of_other_rules_are_left_to_the_full_check():
    assert read_hands([HAND], "home") == {}


@pytest.mark.quick
@pytest.mark.parametrize("stage", ["read_batch", "follow", "make_decisions"])
@pytest.mark.parametrize("error", [IndexError("mistake"), MemoryError(), pl.exceptions.ComputeError("no")])
def test_a_mistake_in_the_arrays_costs_no_hand_and_is_named(stage, error, monkeypatch, caplog):
    """The full check reads the hands, and it alone finds what is wrong with one. In the suite the mistake is an error."""
    blocks = blocks_of([HAND, HAND.replace("calls", "CALLS"), WALK])
    full = prepare(blocks, RULES)

    def fail(*_):
        raise error

    monkeypatch.setattr(valid_hands, stage, fail)
    monkeypatch.setattr(hand_checks, "FEW", 0)
    with pytest.raises(AssertionError, match="3 hands are therefore read one by one"):
        prepare(blocks, RULES)
    monkeypatch.setattr(logging.getLogger("badugi_hh"), "filters", [])
    found = prepare(blocks, RULES)
    named = f"{type(error).__name__} in test_bulk.py, line "
    assert [found.failure, *caplog.messages][1].startswith(found.failure)
    assert found.failure.startswith(named)
    with closing(open_database(None)) as con:
        report = import_sources(con, [Source.of("a.txt", HAND.encode())])
    assert [failure.startswith(named) for failure in report.as_json()["failures"]] == [True]
    assert report.stored == 1
    assert found.outcomes == full.outcomes
    assert [type(outcome) for outcome in found.outcomes] == [PreparedHand, FaultyHand, PreparedHand]
    for name, frame in full.frames.items():
        assert_frame_equal(found.frames[name], frame)


def test_a_sound_hand_is_read_once(monkeypatch):
    """The full check gets unproved hands only, and all of them where they are few."""
    seen = []

    def note(block, rules):
        seen.append(block.text)
        return check_block(block, rules)

    monkeypatch.setattr(preparing, "check_block", note)
    faulty = HAND.replace("calls $0.25", "calls $0.26", 1)
    blocks = blocks_of([HAND, faulty, WALK])
    prepare(blocks, RULES)
    assert len(seen) == len(blocks)
    seen.clear()
    monkeypatch.setattr(hand_checks, "FEW", len(blocks))
    prepare(blocks, RULES)
    assert seen == [faulty]


# --- damages


def damage(text, chance, others):
    """Return a text with one random change of a line or a character."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    line = lines[place]
    match chance.randrange(9):
        case 0:
            lines[place] = re.sub(r"\d", str(chance.randrange(10)), line, count=chance.randrange(1, 3))
        case 1:
            numbers = re.findall(r"\d+(?:\.\d\d)?", text)
            found = list(re.finditer(r"\d+(?:\.\d\d)?", line))
            if found:
                each = chance.choice(found)
                lines[place] = line[: each.start()] + chance.choice(numbers) + line[each.end() :]
        case 2:
            cards = re.findall(r"\b[2-9TJQKA][cdhs]\b", text)
            found = list(re.finditer(r"\b[2-9TJQKA][cdhs]\b", line))
            if found:
                each = chance.choice(found)
                lines[place] = line[: each.start()] + chance.choice(cards) + line[each.end() :]
        case 3:
            del lines[place]
        case 4:
            lines.insert(chance.randrange(len(lines)), line)
        case 5:
            lines.insert(chance.randrange(len(lines)), lines.pop(place))
        case 6:
            lines.insert(place, chance.choice(others))
        case 7:
            return replace_everywhere(text, chance)
        case _:
            at = chance.randrange(len(line) + 1)
            lines[place] = line[:at] + chance.choice(["", *' :[]()$€.,#"ae0\t\xa0\u2028']) + line[at + 1 :]
    return "\n".join(lines)


WORDS = (
    r"(?<![\w.])[$€]?\d+(?:\.\d\d)?(?![\w.])",  # amounts and other numbers
    r"\b[2-9TJQKA][cdhs]\b",
    r"(?<=: )[^:\n]+(?= \([^)\n]* in chips)",  # names
    r"\b(?:Pot|No|Half Pot|Limit|Badugi|E[TU]R?|USD|CET|Hand|pot|button|Seat)\b",
)


def replace_everywhere(text, chance):
    """Return a text in which one amount, card, name or word is another one of the text, or its beginning or more, in all lines."""
    found = re.findall(chance.choice(WORDS), text) or ["Seat"]
    old, new = chance.choice(found), chance.choice(found)
    new = chance.choice(
        [new, new, new, new + "0", new[:-1], new + ".00", new.upper(), f"{new} (button)", f"{new}: x"]
    )
    return re.sub(rf"(?<![\w.$€]){re.escape(old)}(?![\w.])", lambda _: new, text)


def damaged(count, seed):
    chance = random.Random(seed)  # noqa: S311 -- reproducible
    texts = ["\n".join(hand.lines) for hand in simulated(max(count // 40, 45), seed)] + [HAND, WALK]
    others = [line for text in texts for line in text.split("\n")]
    for _ in range(count):
        text = chance.choice(texts)
        for _ in range(chance.choice([1, 1, 2])):
            text = damage(text, chance, others)
        yield text


def known_faults(hands, seed):
    """Return simulated hands, each broken in every way that `OPERATORS` knows."""
    texts = []
    for hand in simulated(hands, seed):
        chance = Chance(int(hand.id))
        faults = (operator(hand, chance) for operator in OPERATORS.values())
        texts += ["\n".join(fault.lines) for fault in faults if fault is not None]
    return texts


@pytest.mark.parametrize("count", [1_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_no_damaged_hand_is_accepted(count):
    accepted = 0
    for seed in range(-(-count // 5_000)):
        accepted += check_sound(list(damaged(min(count, 5_000), seed)))
    assert accepted > count / 50  # some changes leave a hand without a fault


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_torn_hands_alone(step):
    """Nothing that other hands of a batch have is needed: pots, steps, players."""
    lines = WALK.split("\n")
    for start in range(1, len(lines)):
        for stop in (start + 1, start + 2, start + 5, len(lines))[start % step :: step]:
            check_sound(["\n".join(lines[:start] + lines[stop:])])


@pytest.mark.parametrize("hands", [len(GAMES) * 2, pytest.param(len(GAMES) * 200, marks=pytest.mark.long)])
def test_no_known_fault_is_accepted(hands):
    check_sound(known_faults(hands, 8))


@pytest.mark.parametrize("count", [50, pytest.param(20_000, marks=pytest.mark.long)])
def test_an_import_of_damaged_hands_stores_the_same(count, monkeypatch):
    """All rows, codes and lines are equal, also where damaged hands have one number."""
    texts = [*damaged(count, 5), *known_faults(-(-count // 1_000) * len(GAMES), 5)]
    source = Source.of("hands.txt", "\n\n\n".join(texts).encode())
    found = []
    for few in (0, len(texts) * 2):
        monkeypatch.setattr(hand_checks, "FEW", few)
        with closing(open_database(None)) as con:
            report = import_sources(con, [source])
            found.append((everything(con), report.problems, report.per_file[0].counts))
    assert found[0] == found[1]
    assert len(found[0][1]) > count / 2


# --- the forms of lines


@pytest.mark.quick
def test_every_kind_is_one_of_the_grammar_with_its_groups():
    for kind in LineKind:
        assert kind.name in grammar().patterns
        groups = re.compile(pattern_of(kind.name)).groups - 1
        assert groups == len(GROUPS[kind]), kind
        assert kind in EVENTS
        assert any(kind.name in kinds for kinds in allowed_kinds())


TALK = (
    'NAME said, "nh: well [As] played"',
    "NAME joins the table at seat #3",
    "NAME leaves the table",
    "NAME has timed out",
    "NAME has timed out while disconnected",
    "NAME is connected",
    "NAME is disconnected",
    "NAME: sits out",
    "NAME: is sitting out",
    "NAME is sitting out",
    "NAME has returned",
    "NAME will be allowed to play after the button",
    "NAME was removed from the table for failing to post",
    "NAME re-buys and receives 3000 chips for $5.00",
    "NAME takes the add-on and receives 2000 chips for $5.00",
    "NAME wins an entry to tournament #98765432",
    "All players have agreed to skip the break. Game resuming.",
)


def test_talk_anywhere(monkeypatch):
    """Who sits out and whose time is up, at every place of a hand, of seated players and of others."""
    chance = random.Random(4)  # noqa: S311 -- reproducible
    texts = []
    for text in simulated_texts(Betting.FIXED, 240, 3):
        lines = text.split("\n")
        names = re.findall(r"^Seat \d+: (.+) \(.* in chips", text, re.MULTILINE)
        for _ in range(chance.randrange(1, 6)):
            name = chance.choice([*names, chance.choice(names), "Stranger"])
            lines.insert(chance.randrange(2, len(lines) + 1), chance.choice(TALK).replace("NAME", name))
        marked = chance.choice([*names, "nobody"])
        texts.append(
            re.sub(
                rf"(?m)^(Seat \d: {re.escape(marked)} \(.* in chips\))",
                r"\1 is sitting out",
                "\n".join(lines),
            )
        )
    assert check_equal(blocks_of(texts), monkeypatch) > 0.8


@pytest.mark.quick
def test_kinds_that_only_the_full_check_reads():
    """A new kind of line is one of these, until the arrays can hold it: it only makes hands slow."""
    read_apart = {"CASH_HEADER", "TOURNAMENT_HEADER", "TABLE", "SEAT"}
    left = DIALECT.makers.keys() - set(LineKind.__members__) - read_apart
    assert left == {"CASHED_OUT", "BOUNTY", "CANCELLED", "ADDS", "SEAT_NOT_DEALT"}


@pytest.mark.quick
def test_names_that_could_be_parts_of_lines():
    """A hand is in doubt where a name could be read in another way, and accepted where it cannot."""
    names = ["Cy: folds", "Seat 3", "Dealt to Ann", "x collected y", "Cy:", "*** Cy", 'said, "']
    texts = [HAND.replace("Cy", name) for name in names]
    ann = HAND.replace("Cy", "Ann [As 3h]")
    check_sound([*texts, ann, HAND.replace("Alcyone IV", "Ann: Bo").replace("Cy", "Table 'Ann")])
    plain = [
        HAND.replace("Cy", name) for name in ("Ann2", "(button)", "[As]", "$5", "Bo Bo", "月", "is all-in")
    ]
    assert accepted(read_hands(plain, RULES)) == list(range(len(plain)))


@pytest.mark.quick
def test_texts_that_cannot_be_columns():
    texts = [HAND.replace("Cy", each) for each in ("\ue000", "\0", "\ud800")] + [
        HAND + "\n" * 60_000,
        "",
        "x",
    ]
    assert read_hands(texts, RULES) == {}
    assert read_hands([], RULES) == {}
    assert isinstance(read_hands([HAND], RULES)["hands"], pl.DataFrame)

"""The grammar by itself: the examples in its comments, its order of lines, and Lark's own lexer beside ours."""

import re
from dataclasses import replace
from itertools import combinations
from random import Random

import interegular
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from support.histories import HAND as HAND_TEXT

from badugi_hh.history import lines
from badugi_hh.history.lines import MAX_LINE_LENGTH, NO_FORM, UNKNOWN, grammar
from badugi_hh.history.names import Names
from badugi_hh.history.pokerstars import DIALECT
from badugi_hh.installation import data_folder

TEXT = (data_folder("grammars") / "pokerstars.lark").read_text(encoding="utf-8")
SEATS = ["Seat 1: Bo (500 in chips) ", "Seat 2: Ann of Skye (500 in chips) ", "Seat 3: Ann (500 in chips) "]
NAMES = Names(SEATS, DIALECT.names, grammar().read)
_EXAMPLE = re.compile(r"// (?P<example>\S.*?)(?: {3}.*)?")
_TERMINAL = re.compile(r"(?P<kind>[A-Z_]+)(?:\.-?[0-9]+)?: .*")


def examples():
    """Yield each example above a terminal with the terminal's name."""
    waiting = []
    for line in TEXT.split("\n"):
        if example := _EXAMPLE.fullmatch(line):
            waiting.append(example["example"])
            continue
        if terminal := _TERMINAL.fullmatch(line):
            yield from ((terminal["kind"], example) for example in waiting)
        waiting = []


@pytest.mark.parametrize("name", ["pokerstars", "full-tilt"])
def test_a_grammar_is_the_same_from_where_it_is_kept(kept_folder, monkeypatch, name):
    text = (data_folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")
    whole = Lark(text, parser="lalr", lexer=lines._NoLexer)  # noqa: SLF001 -- that of Lark compares all patterns
    made = grammar.__wrapped__(name)
    monkeypatch.setattr(lines, "_saved", lambda _: pytest.fail("it is kept"))
    again = grammar.__wrapped__(name)
    expected = {each.name: each.pattern.to_regexp() for each in whole.terminals}
    assert [*made.patterns.items()] == [*again.patterns.items()]
    assert made.patterns == {
        kind: expected[kind] for kind in expected.keys() - {UNKNOWN, *whole.ignore_tokens}
    }
    forms = [lines.Form(kind) for kind in ("CASH_HEADER", "TABLE", "SEAT", "POT", "CASH_HEADER")]
    assert again.place(forms) == made.place(forms) == grammar(name).place(forms)


def mark(names, lines):
    """Return the marked lines without the names."""
    return [line for line, _ in names.mark_lines(lines)]


def place(lines):
    """Return the forms of marked lines in their order."""
    return list(grammar().place([grammar().read(line) for line in lines]))


def test_the_grammar_has_examples():
    assert len(dict(examples())) >= 25


@pytest.mark.parametrize(("kind", "example"), list(examples()), ids=[example for _, example in examples()])
def test_an_example_is_read_by_the_terminal_below_it(kind, example):
    (marked,) = mark(NAMES, [example])
    assert grammar().read(marked).kind == kind


def test_every_kind_of_line_is_converted():
    """mypy cannot know the terminals of the grammar, so that this test names one without a function."""
    assert grammar().patterns.keys() - DIALECT.makers.keys() == {"CASH_HEADER", "TOURNAMENT_HEADER", "TABLE"}
    assert DIALECT.makers.keys() <= grammar().patterns.keys()


@pytest.fixture(scope="module")
def lark():
    """Lark's parser of the grammar."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lark.lexer.has_interegular", False)  # it takes seconds; the tests below use it
        return Lark(TEXT, parser="lalr", lexer="contextual")


@pytest.mark.long
def test_no_two_kinds_read_one_line():
    """Lark proves with interegular that no two kinds of one part and rank can read the same line."""
    assert Lark(TEXT, parser="lalr", lexer="contextual", strict=True).options.strict


def test_some_kinds_read_no_line_of_another(lark):
    """The same proof for some kinds; `-m long` has all of them."""
    some = Random(8).sample(sorted(lark.terminals, key=lambda kind: kind.name), 25)  # noqa: S311 - repeatable, not secret
    forms = {kind.name: interegular.parse_pattern(kind.pattern.to_regexp()).to_fsm() for kind in some}
    together = {
        pair
        for lexer in lark.parser.lexer.lexers.values()
        for first, second in combinations(lexer.terminals, 2)
        if first.priority == second.priority
        and (pair := frozenset((first.name, second.name))) <= forms.keys()
    }
    assert len(together) > 50
    for first, second in together:
        assert forms[first].isdisjoint(forms[second]), (first, second)


HAND = HAND_TEXT.split("\n")
AT_TABLE = Names(HAND, DIALECT.names, grammar().read)


def test_larks_own_lexer_finds_the_same_kinds(lark):
    marked = mark(AT_TABLE, HAND)
    kinds = [form.kind for form in place(marked)]
    assert UNKNOWN not in kinds
    assert [token.type for token in lark.parse("\n".join(marked) + "\n").children] == kinds


@given(st.lists(st.sampled_from(HAND), max_size=30))
def test_lines_in_any_order_are_placed_or_not(lines):
    marked = mark(AT_TABLE, [HAND[0], *lines])
    placed = place(marked)
    for line, form in zip(marked, placed, strict=True):
        assert replace(form, missing=()) in {grammar().read(line), NO_FORM}
    missing = [section for form in placed for section in form.missing]
    assert len(missing) == len({*missing})
    if not missing:
        kept = [line for line, form in zip(marked, placed, strict=True) if form is not NO_FORM]
        assert NO_FORM not in place(kept)


@pytest.mark.parametrize("at", range(2, 9))
def test_only_the_misplaced_line_is_not_read(at):
    lines = [*HAND[:at], "*** FIRST DRAW ***", *HAND[at:]]
    placed = place(mark(AT_TABLE, lines))
    assert [number for number, form in enumerate(placed) if form is NO_FORM] == [at]


@pytest.mark.parametrize(
    "piece", ["x", " wins", ' said, "', "Ann: folds", " for eliminating ", "\x00", " leaves the table"]
)
def test_long_lines_are_answered(piece):
    """A form that went over such a line again for each part of it would take hours; `benchmarks/growth.py` has times."""
    line = piece * (5_000_000 // len(piece))
    assert grammar().read(mark(AT_TABLE, [line])[0]) is NO_FORM
    assert grammar().find_unseated_name(line) is None
    grammar().read(line[: MAX_LINE_LENGTH - 1])

"""Loads the grammar of a room from `grammars/`: the form of each line, and the order in which lines may appear.

This is the only module that reads hands with Lark. A grammar has one terminal for each kind of line, so a line is one
token. The kind of a line is the terminal that matches it. Rooms share the names of kinds. Lark's LALR parser decides from the kinds alone whether each line
may appear where it does. Sequences of kinds recur from hand to hand, so the parser's state after each is cached.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Any, TypeAlias

import lark
from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_interactive_parser import InteractiveParser

from badugi_hh.installation import data_folder
from badugi_hh.outputs.kept import kept, made_by

MAX_LINE_LENGTH = 8192
"""The longest line that is parsed, in characters; the longest lines of the client, chat, have a few hundred."""

_KNOWN_LINES, _LONGEST_KNOWN = 1 << 14, 200
"""The number of lines whose forms are remembered, and the length of the longest one; only chat and damaged lines are longer."""

UNKNOWN = "UNKNOWN"

SECTIONS = ("DEALING", "FIRST", "SECOND", "THIRD", "SUMMARY")
"""The kinds of the marker lines that must precede the lines of their section."""

DRAW_SECTIONS = {"FIRST", "SECOND", "THIRD"}
"""The marker lines after which players draw."""

_ACTS = {"FOLDS", "CHECKS", "CALLS", "BETS", "RAISES"}
_DRAWS = {"DISCARDS", "STANDS_PAT"}

MARK = chr(0xD800)
"""The character for a player's name: half a surrogate pair, which no decoded file contains. A line has at most one."""

_PLAYER = f"({MARK})"  # the grammar's PLAYER, as Lark returns it
_ANY_TEXT = ("([^", "((?!")  # how a terminal begins that begins with any text
_MARKER = re.compile(r"(?:\\\*){3}.+?(?:\\\*){3}")

Groups: TypeAlias = tuple[str | Any, ...]
"""The groups of a terminal, typed as those of `re.Match`: a group that took no part is None."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a marked line: its kind (the name of a terminal) and the groups of the terminal.

    `missing` are the marker lines that are missing before this line.
    """

    kind: str
    groups: Groups = ()
    missing: tuple[str, ...] = ()


NO_FORM = Form(UNKNOWN)


def is_header(form: Form) -> bool:
    """Return whether a line is the first one of a hand."""
    return form.kind.endswith("HEADER")


class _NoLexer(Lexer):
    """Replaces Lark's lexer, which is not needed: this module matches the lines itself."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002 - Lark's interface
        return iter(())


@dataclass(slots=True, eq=False)
class _Position:
    """A state of Lark's parser within a hand, and the state after each kind of line, None where it cannot appear."""

    parser: InteractiveParser
    after: dict[str, "_Position | None"] = field(default_factory=dict)


class _Kinds:
    """Some kinds of lines in one expression, and the numbers of each kind's groups in it."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self.expression = re.compile("|".join(f"(?P<{kind}>{text})" for kind, text in patterns.items()))
        # The groups of a kind are between its own named group and that of the next kind.
        bounds = pairwise([*self.expression.groupindex.values(), self.expression.groups + 1])
        self.groups = {
            kind: tuple(range(first + 1, last)) for kind, (first, last) in zip(patterns, bounds, strict=True)
        }


class Grammar:
    """The parser of whole hands, and the form of any line by itself."""

    def __init__(self, name: str) -> None:
        text = (data_folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")
        # Lark takes longer to read a grammar than to parse a thousand hands.
        saved = kept(name, f"{lark.__version__} {text}".encode() + made_by("history"), lambda: _saved(text))
        self._lark = Lark.load(BytesIO(saved))
        terminals = [
            terminal
            for terminal in sorted(self._lark.terminals, key=lambda terminal: -terminal.priority)
            if terminal.name != UNKNOWN and terminal.name not in self._lark.lexer_conf.ignore
        ]
        self.patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in terminals}
        self.markers = {kind: _find_marker(self.patterns[kind]) for kind in SECTIONS}
        # A line is compared only with the kinds that it can have, by the place of the mark in it; those that begin
        # with any text come last, as in the grammar.
        anybody = {kind: text for kind, text in self.patterns.items() if text.startswith(_ANY_TEXT)}
        others = {kind: text for kind, text in self.patterns.items() if kind not in anybody}
        self._begun = _Kinds({kind: text for kind, text in others.items() if text.startswith(_PLAYER)})
        self._marked = _Kinds({kind: text for kind, text in others.items() if not text.startswith(_PLAYER)})
        self._unmarked = _Kinds({kind: text for kind, text in others.items() if _PLAYER not in text})
        self._by_anybody = _Kinds(anybody)
        self._beginning = _Position(self._lark.parse_interactive())
        self._positions: dict[tuple[int, ...], _Position] = {}
        # A marked line has no player's name, so that it recurs from hand to hand.
        self.recall = lru_cache(_KNOWN_LINES)(self._read)

    def place(self, forms: Sequence[Form]) -> Sequence[Form]:
        """Return the forms of a hand's lines, with `NO_FORM` in place of each one that cannot appear where it does.

        Where the marker line of a section is missing, it is in `missing` of the first line of that section.
        """
        position = self._beginning
        for form in forms:
            after = position.after.get(form.kind) or self._find_after(position, form.kind)
            if after is None:
                break
            position = after
        else:
            return forms
        # Try two readings: only sections without any marker line are missing, or any section may be missing here.
        kinds = [form.kind for form in forms]
        readings = [self._place(forms, [section for section in SECTIONS if section not in kinds])]
        readings.append(self._place(forms, list(SECTIONS)))
        return min(readings, key=lambda placed: sum((form is NO_FORM) + len(form.missing) for form in placed))

    def _place(self, forms: Sequence[Form], missing_sections: list[str]) -> list[Form]:
        """Return the forms, with `NO_FORM` in place of each form that cannot appear where it does.

        `missing_sections` are the sections whose marker lines may be missing.
        """
        # The last summary line counts, of those directly above a total pot if there are any.
        pairs = enumerate(pairwise([*forms, NO_FORM]))
        summaries = [(below.kind == "POT", n) for n, (form, below) in pairs if form.kind == "SUMMARY"]
        last = max(summaries)[1] if summaries else None
        position = self._beginning
        placed: list[Form] = []
        for n, form in enumerate(forms):
            early = form.kind == "SUMMARY" and n != last
            inserted = None if early else self._insert_sections(position, form.kind, missing_sections)
            if inserted is None:
                after = self._find_after(position, UNKNOWN)
                assert after is not None  # noqa: S101  # a line without a form may appear anywhere
                position = after
                placed.append(NO_FORM)
                continue
            missing, position = inserted
            placed.append(form)
            for section in missing:
                at = n if section in {"DEALING", "SUMMARY"} else _first_draw(placed)
                placed[at] = replace(placed[at], missing=(*placed[at].missing, self.markers[section]))
            missing_sections = [
                section for section in missing_sections if section not in {*missing, form.kind}
            ]
        return placed

    def _insert_sections(
        self, position: _Position, kind: str, missing_sections: Sequence[str]
    ) -> tuple[tuple[str, ...], _Position] | None:
        """Return the shortest list of sections of `missing_sections` after which a kind can appear, and the state after it."""
        after = self._find_after(position, kind)
        if after is not None:
            return (), after
        candidates = []
        for n, section in enumerate(missing_sections):
            after_section = self._find_after(position, section)
            if after_section is not None and (
                rest := self._insert_sections(after_section, kind, missing_sections[n + 1 :])
            ):
                candidates.append(((section, *rest[0]), rest[1]))
        return min(candidates, key=lambda candidate: len(candidate[0]), default=None)

    def _find_after(self, position: _Position, kind: str) -> _Position | None:
        """Return the parser's state after a line of this kind, None where it cannot appear; results are cached."""
        try:
            return position.after[kind]
        except KeyError:
            after = position.after[kind] = self._step(position.parser, kind)
            return after

    def _step(self, before: InteractiveParser, kind: str) -> _Position | None:
        parser = before.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]  # Lark's method has no types
        try:
            parser.feed_token(Token(kind, kind))
        except UnexpectedToken:
            return None
        return self._positions.setdefault(tuple(parser.parser_state.state_stack), _Position(parser))

    def read(self, line: str) -> Form:
        """Return the form of a marked line by itself, or `NO_FORM`; the line has no line end."""
        return self.recall(line) if len(line) <= _LONGEST_KNOWN else self._read(line)

    def _read(self, line: str) -> Form:
        kind, match, groups = self._match(line)
        return NO_FORM if match is None else Form(kind, match.group(0, 0, *groups)[2:])

    def find_groups(self, line: str) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the kind of a marked line, and the start and the end of each group of its terminal, -1 for none."""
        kind, match, groups = self._match(line)
        return kind, () if match is None else tuple(match.span(group) for group in groups)

    def _match(self, line: str) -> tuple[str, re.Match[str] | None, tuple[int, ...]]:
        """Return the kind of a marked line, the match of its terminal, and the numbers of the terminal's groups."""
        if len(line) <= MAX_LINE_LENGTH:
            named = self._marked if MARK in line else self._unmarked
            for kinds in (self._begun if line.startswith(MARK) else named, self._by_anybody):
                match = kinds.expression.fullmatch(line + "\n")
                if match is not None and match.lastgroup is not None:
                    return match.lastgroup, match, kinds.groups[match.lastgroup]
        return UNKNOWN, None, ()

    def find_unseated_name(self, line: str) -> str | None:
        """Return the name in a line that would have a form if that player had a seat, None for any other line."""
        forms = self._for_anybody if len(line) <= MAX_LINE_LENGTH else ()
        match = next(filter(None, (form.fullmatch(line + "\n") for form in forms)), None)
        return None if match is None else match["name"]

    @cached_property
    def _for_anybody(self) -> list[re.Pattern[str]]:
        return [
            re.compile(pattern.replace(_PLAYER, "(?P<name>.+?)"))
            for kind, pattern in self.patterns.items()
            if _PLAYER in pattern and kind != "SEAT_NOT_DEALT"  # that any text after a seat's number would be
        ]


def _saved(text: str) -> bytes:
    """Return the parser of a grammar as Lark saves it."""
    saved = BytesIO()
    Lark(text, parser="lalr", lexer=_NoLexer).save(saved)
    return saved.getvalue()


def _first_draw(placed: Sequence[Form]) -> int:
    """Return the index where the marker line of the next draw belongs.

    It is the first draw after an action of the last section, or the last line.
    """
    begins = (n for n, form in enumerate(placed[:-1]) if form.kind in SECTIONS or form.missing)
    acted = False
    for n in range(max(begins, default=0), len(placed)):
        acted |= placed[n].kind in _ACTS
        if acted and placed[n].kind in _DRAWS:
            return n
    return len(placed) - 1


def _find_marker(pattern: str) -> str:
    """Return the text between the stars of a marker line, with the stars: `*** FIRST DRAW ***`."""
    match = _MARKER.search(pattern)
    assert match is not None, pattern  # noqa: S101  # every grammar writes its markers so
    return re.sub(r"\\(.)", r"\1", match.group())


@cache
def grammar(name: str = "pokerstars") -> Grammar:
    """Return the grammar of `grammars/NAME.lark`, built once."""
    return Grammar(name)


def is_cut(line: str, players: Collection[str], known: Grammar, endings: Iterable[str]) -> bool:
    """Return whether a marked line is the beginning of a line of a summary; `players` are the names of the seats.

    A text can end anywhere if the client was closed or a copy was interrupted. A line of no known form that none of
    the `endings` completes is not cut off, but unknown.
    """
    seat, colon, name = line.partition(": ")
    if colon and MARK not in line:  # the name may be incomplete too
        line = f"{seat}: {MARK}" if any(player.startswith(name) for player in players) else line
    return any(known.read(line + ending) is not NO_FORM for ending in endings)


def find_endings(lines: Iterable[str]) -> tuple[str, ...]:
    """Return what can complete one of these lines, the shortest ending first."""
    return tuple(sorted({line[start:] for line in lines for start in range(1, len(line))}, key=len))

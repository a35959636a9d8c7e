"""The grammar of `grammars/pokerstars.lark`, ready to use: what one line says, and where each kind of line may stand.

This is the only module that uses Lark. The grammar has one terminal for each kind of line, so a line is one token:
its kind is the terminal that reads it, and Lark's LALR parser decides from the kinds alone whether each may stand
where it does. Marked lines recur from hand to hand, so what a line says is kept and looked up again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, cast

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer, LexerState

from badugi_hh.folders import data_folder

LONGEST = 8192
"""The most characters of a line that is read; the client's longest lines, of chat, have some hundred."""

KEPT = 1 << 14
"""How many different lines are kept; a session of ten thousand hands has about as many."""

UNKNOWN = "UNKNOWN"

SECTIONS = {
    "DEALING": "*** DEALING HANDS ***",
    "FIRST": "*** FIRST DRAW ***",
    "SECOND": "*** SECOND DRAW ***",
    "THIRD": "*** THIRD DRAW ***",
    "SUMMARY": "*** SUMMARY ***",
}
"""The lines without which those of a section cannot stand where they do."""

_ACTS = {"FOLDS", "CHECKS", "CALLS", "BETS", "RAISES"}
_DRAWS = {"DISCARDS", "STANDS_PAT"}

_PLAYER = "([\ud800-\udbff])"  # the grammar's PLAYER, as Lark gives it back


@dataclass(frozen=True, slots=True)
class Form:
    """What a marked line says: its kind, the name of a terminal, and what the terminal's groups hold.

    `missing` is the line of a section that the hand lacks before this one.
    """

    kind: str
    groups: tuple[str, ...] = ()
    missing: str | None = None


NO_FORM = Form(UNKNOWN)


class _KindLexer(Lexer):
    """Gives the parser a token for each kind in a list: lines have been read already, one by one."""

    __future_interface__ = 2  # Lark hands over the list as it is

    def __init__(self, conf: Any) -> None:
        self._tokens = {terminal.name: Token(terminal.name, terminal.name) for terminal in conf.terminals}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002 - Lark's interface
        kinds: Iterable[str] = cast("Any", lexer_state.text)
        return map(self._tokens.__getitem__, kinds)


class Grammar:
    """The parser of whole hands, and the form of any line by itself."""

    def __init__(self) -> None:
        text = (data_folder("grammars") / "pokerstars.lark").read_text(encoding="utf-8")
        self._lark = Lark(text, parser="lalr", lexer=_KindLexer)
        terminals = [
            terminal
            for terminal in sorted(self._lark.terminals, key=lambda terminal: -terminal.priority)
            if terminal.name != UNKNOWN and terminal.name not in self._lark.ignore_tokens
        ]
        self.patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in terminals}
        self._line = re.compile("|".join(f"(?P<{kind}>{text})" for kind, text in self.patterns.items()))
        # The groups of a kind stand between its own named group and the next kind's.
        bounds = pairwise([*self._line.groupindex.values(), self._line.groups + 1])
        self._groups = {
            kind: slice(first, last - 1) for kind, (first, last) in zip(self.patterns, bounds, strict=True)
        }
        self.read = lru_cache(maxsize=KEPT)(self._read)

    def parse(self, lines: Sequence[str]) -> list[Form]:
        """Return the form of each line of a hand, `NO_FORM` for a line that has none or cannot stand there.

        The lines are marked, without blank ones and without their ends. Where the hand lacks the line of a section,
        the first line of that section tells it.
        """
        forms = list(map(self.read, lines))
        try:
            self._lark.parse([form.kind for form in forms])
        except UnexpectedToken:
            return self._place(forms)
        return forms

    def _place(self, forms: Sequence[Form]) -> list[Form]:
        """Return the forms with `NO_FORM` in the place of each that cannot stand where it does."""
        lacking = [section for section in SECTIONS if all(form.kind != section for form in forms)]
        parser = self._lark.parse_interactive()
        placed: list[Form] = []
        for form in forms:
            if (after := _feed(parser, form.kind)) is not None:
                parser = after
                placed.append(form)
                continue
            for section in lacking:
                after = _feed(parser, section, form.kind)
                if after is not None:
                    parser = after
                    placed.append(form)
                    at = len(placed) - 1 if section in {"DEALING", "SUMMARY"} else _first_draw(placed)
                    placed[at] = replace(placed[at], missing=SECTIONS[section])
                    lacking.remove(section)
                    break
            else:
                parser.feed_token(Token(UNKNOWN, UNKNOWN))
                placed.append(NO_FORM)
        return placed

    def _read(self, line: str) -> Form:
        """Return the form of a marked line, wherever it may stand, or `NO_FORM`."""
        match = self._line.fullmatch(line + "\n") if len(line) <= LONGEST else None
        if match is None or match.lastgroup is None:
            return NO_FORM
        return Form(match.lastgroup, match.groups()[self._groups[match.lastgroup]])

    def acts_for_nobody(self, line: str) -> bool:
        """Return whether a line would have a form if the name in it had a seat."""
        return len(line) <= LONGEST and any(form.fullmatch(line + "\n") for form in self._for_anybody)

    @cached_property
    def _for_anybody(self) -> list[re.Pattern[str]]:
        return [
            re.compile(pattern.replace(_PLAYER, "(.+)"))
            for pattern in self.patterns.values()
            if _PLAYER in pattern
        ]


def _feed(parser: Any, *kinds: str) -> Any | None:
    """Return a parser that has read these kinds as well, None where they cannot stand there."""
    after = parser.copy(deepcopy_values=False)
    try:
        for kind in kinds:
            after.feed_token(Token(kind, kind))
    except UnexpectedToken:
        return None
    return after


def _first_draw(placed: Sequence[Form]) -> int:
    """Return the index of the first draw after an action of the last section, or of the last line.

    There the line of the next draw should stand.
    """
    first = max((index for index, form in enumerate(placed[:-1]) if form.kind in SECTIONS), default=0)
    acted = False
    for index in range(first, len(placed)):
        acted |= placed[index].kind in _ACTS
        if acted and placed[index].kind in _DRAWS:
            return index
    return len(placed) - 1


@cache
def grammar() -> Grammar:
    """Return the grammar, built once."""
    return Grammar()

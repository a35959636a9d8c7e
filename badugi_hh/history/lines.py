"""The grammar of `grammars/pokerstars.lark`, ready to use: the parser, and each kind of line by itself.

This is the only module that uses Lark.
"""

import re
from functools import cache, lru_cache

from lark import Lark, Token, UnexpectedInput, UnexpectedToken

from badugi_hh.folders import data_folder

PLAYER = "\x01(\\d+)\x02"


class Grammar:
    """The parser of whole hands, and the pattern of every kind of line."""

    def __init__(self) -> None:
        text = (data_folder("grammars") / "pokerstars.lark").read_text(encoding="utf-8")
        self._lark = Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=False)
        self.forms = {
            terminal.name: re.compile(terminal.pattern.to_regexp())
            for terminal in self._lark.terminals
            if terminal.name != "UNKNOWN" and terminal.pattern.to_regexp().endswith("\n")
        }
        self._any = re.compile("|".join(f"(?:{form.pattern})" for form in self.forms.values()))
        anybody = {name: form.pattern.replace(PLAYER, "(.+)") for name, form in self.forms.items()}
        self._unnamed = [
            re.compile(anybody[name]) for name in anybody if anybody[name] != self.forms[name].pattern
        ]
        # Which of many forms a line has is asked for every line of every hand, and most lines recur.
        self.is_form = lru_cache(maxsize=8192)(self._is_form)

    def parse(self, text: str) -> list[Token]:
        """Return the lines of a hand in order, each a token of its kind; `UNKNOWN` where no kind fits its place.

        Raises:
            lark.exceptions.LarkError: the text has not even a first line.
        """
        return self._lark.parse(text, on_error=_take_as_unknown).children  # type: ignore[return-value]

    def _is_form(self, line: str) -> bool:
        """Return whether a marked line (without its end) has the form of some kind of line."""
        return self._any.fullmatch(line + "\n") is not None

    def form_of(self, line: str) -> str | None:
        """Return the first kind of line whose form a marked line has, wherever it may stand."""
        return next((name for name, form in self.forms.items() if form.fullmatch(line + "\n")), None)

    def acts_for_nobody(self, line: str) -> bool:
        """Return whether a line would be read if the name that opens it had a seat."""
        return any(form.fullmatch(line + "\n") for form in self._unnamed)


def _take_as_unknown(error: UnexpectedInput) -> bool:
    """Go on after a line whose form is known but that cannot stand here, taking it as `UNKNOWN`."""
    if not isinstance(error, UnexpectedToken) or error.token.type == "$END":
        return False
    error.interactive_parser.feed_token(Token.new_borrow_pos("UNKNOWN", error.token, error.token))
    return True


@cache
def grammar() -> Grammar:
    """Return the grammar, built once."""
    return Grammar()

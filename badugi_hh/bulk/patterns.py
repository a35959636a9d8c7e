"""The grammar's forms of lines for Polars: the same patterns, with a mark that Polars can hold.

`badugi_hh.history.lines` alone reads the grammar. Its patterns mean the same in both languages of regular expressions.
"""

from functools import cache, lru_cache

from badugi_hh.history import lines

MARK = "\ue000"
"""The character for a player's name; a text that contains it is left to the full check."""


@cache
def pattern_of(kind: str) -> str:
    """Return the pattern of a whole line of a kind; its first group is the line, and the grammar's groups follow."""
    pattern = lines.grammar().patterns[kind].replace(lines.MARK, MARK).removesuffix("[ \t]*\n")
    return f"^({pattern})$"


@lru_cache(maxsize=1 << 14)
def kind_of(line: str) -> str:
    """Return the kind of a marked line, UNKNOWN for none."""
    return lines.grammar().read(line.replace(MARK, lines.MARK)).kind


@cache
def allowed_kinds() -> tuple[frozenset[str], ...]:
    """Return the kinds of lines that may appear in each section, from its number."""
    grammar = lines.grammar()
    begun = ["CASH_HEADER", "TABLE"]
    allowed = []
    for marker in ("", "DEALING", "FIRST", "SECOND", "THIRD", "SHOW_DOWN", "SUMMARY"):
        begun += [marker] if marker else []
        before = [lines.Form(kind) for kind in begun]
        lists = {kind: [*before, lines.Form(kind)] for kind in grammar.patterns}
        allowed.append(frozenset(kind for kind, forms in lists.items() if grammar.place(forms) is forms))
    return tuple(allowed)

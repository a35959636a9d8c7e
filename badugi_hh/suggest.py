"""Suggests names for a word that is not in a list of names, such as a misspelled statistic or position.

Suggestions only appear in messages; no suggestion is ever applied. The only domain knowledge here is the synonyms.
"""

import re
from collections.abc import Callable, Iterable, Mapping

_SYNONYMS = {
    "BTN": ("button", "bu", "dealer"),
    "CO": ("cutoff", "cut-off"),
    "HJ": ("hijack", "hi-jack"),
    "MP": ("middle", "middle position", "lojack", "lo-jack", "LJ"),
    "EP": ("early", "early position", "UTG", "under the gun"),
    "SB": ("small blind", "small"),
    "BB": ("big blind", "big"),
    "fixed": ("limit", "FL", "fixed limit"),
    "half-pot": ("HP", "half pot limit"),
    "pot": ("PL", "pot limit"),
    "no-limit": ("NL", "nolimit"),
    "cash": ("ring", "ring game", "cash game", "real money"),
    "tournament": ("tourney", "MTT", "SNG", "sit and go"),
    "play money": ("play", "play chips", "fun", "free"),
}
"""Other words of players for some names; a synonym is used only if its name is among the known names."""


_KIND = re.compile(r"^[A-Z][\w ]* Error: ")
_MISSING = {
    "column": re.compile(
        r'(?:column named|Referenced column|^Column) "([^"]+)"(?: not found| does not exist|$)'
    ),
    "table": re.compile(r'(?:^Table with name |Referenced table ")([^"]+?)"? (?:does not exist|not found)'),
    "function": re.compile(r"Function with name (.+) does not exist"),
}
"""Patterns of DuckDB's errors about a name that does not exist, by the kind of the name."""
_CANDIDATES = ("Candidate ", "Did you mean ")
_QUOTED = re.compile(r'"([^"]+)"')


def alike(text: str, known: Iterable[str], *, titles: Mapping[str, str] | None = None) -> list[str]:
    """Return up to three known names that are similar to the text, contain it, or have it as a synonym.

    Case, hyphens, underscores and spaces are ignored. `titles` maps names to further synonyms. If the text is exactly a
    name or a synonym, only that name is returned.
    """
    from difflib import get_close_matches

    names = sorted(known)
    folded = {_fold(each): each for each in names}
    others = {_fold(other): name for other, name in (titles or {}).items()}
    others |= {_fold(other): name for name in names for other in _SYNONYMS.get(name, ())}
    query = _fold(text)
    if query in folded or query in others:
        return [(folded | others)[query]]
    within = [each for each in folded if query and query in each]
    begun = [each for each in within if each.startswith(query)]
    matches = [*begun, *get_close_matches(query, folded, n=3), *within]
    matches += get_close_matches(query, others, n=3)
    everything = others | folded
    return list(dict.fromkeys(everything[match] for match in matches))[:3]


def did_you_mean(names: Iterable[str], *, show: Callable[[str], str] = str) -> str:
    """Return the question `did you mean …?` with the names, empty without a name."""
    meant = " or ".join(map(show, names))
    return f"did you mean {meant}?" if meant else ""


_READ_ONLY = "attached in read-only mode!"


def why_no_answer(message: str) -> str:
    """Return DuckDB's error about a query in one line, with similar names among those that DuckDB suggests."""
    first = _KIND.sub("", message.partition("\n")[0])
    if first.endswith(_READ_ONLY):
        return "it would change the database, which is only read"
    for what, missing in _MISSING.items():
        if found := missing.search(first):
            candidates = (line for line in message.split("\n") if line.startswith(_CANDIDATES))
            names = [name for line in candidates for name in _QUOTED.findall(line)]
            question = did_you_mean(alike(found[1], names))
            return f"there is no {what} {found[1]}{question and '; '}{question}"
    return first


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())

"""Write the reference pages, and the blocks of real output in hand-written pages, from the code itself.

    python docs/build_pages.py            # write the pages that changed
    python docs/build_pages.py --check    # write nothing; list the stale pages and exit with 1

A page is a pure function of what is declared in the package. A hand-written page holds blocks between
`<!-- built: NAME -->` and `<!-- end -->`; the text between them is replaced by the output of the code.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import walkthrough
from commands_page import commands_page
from leak_pages import leaks_page, opponent_page
from markdown_pages import listed, page
from stats_page import stats_page

from badugi_hh.facts.schema import SHARED, TABLES, Column
from badugi_hh.facts.views import VIEWS
from badugi_hh.problems import CODES
from badugi_hh.problems.problem import Severity

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- built: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
WRITTEN_BY_HAND = (
    "README.md",
    *(f"docs/{name}.md" for name in ("architecture", "export", "histories", "odds")),
)

GROUPS = {
    "T": "Text: the file as a whole",
    "G": "Grammar: a line that no form covers",
    "H": "Shape: what every hand must have",
    "R": "Rules: what the table does not allow",
    "C": "Cards: what the known cards contradict",
    "M": "Money: what the amounts contradict",
    "S": "Summary: where it contradicts the hand above it",
    "X": "Across hands",
}


def codes_page() -> str:
    """Return `docs/codes.md`: every problem code with its cause."""
    parts = [
        (
            "A code is an error unless it says *warning*. An error quarantines the hand, whole, with its text; across the hands of "
            "a table it quarantines none. A warning stores the hand with `status = 'warned'`. `badugi-hh explain CODE` "
            "prints what to do, and an example.\n"
        )
    ]
    for letter, title in GROUPS.items():
        codes = [code for code in CODES.values() if code.id.startswith(letter)]
        parts.append(f"## {title}\n")
        parts.append(
            listed(
                (
                    f"`{code.id}` {code.title}{', *warning*' if code.severity is Severity.WARNING else ''}",
                    re.sub(r"(?<=[^.;])(\. [A-Z]|[;:] ).*|\.$", "", code.why),
                )
                for code in codes
            )
        )
    return page("Problem codes", "badugi_hh/problems/codes.toml", *parts)


def schema_page() -> str:
    """Return `docs/schema.md`: every table, view and column of the database."""
    parts = [
        (
            "One DuckDB file holds everything. Amounts are integers in the hand's unit: cents in money games, chips in "
            "tournaments and play money. Times are UTC. NULL means that the value is unknown or does not apply. Tables join on "
            "`hand_key`. `badugi-hh sql QUERY` queries the database read-only. Tables and columns whose names begin "
            "with `_` are internal and may change in any version.\n"
        ),
        f"Tables: {', '.join(f'[{t.name}](#{t.name})' for t in TABLES)}.\n",
        f"Views store nothing; they combine rows of the tables: {', '.join(f'[{v.name}](#{v.name})' for v in VIEWS)}.\n",
    ]
    shared = SHARED.values()
    parts += ["## Shared columns\n", _columns(shared)]
    for t in (*TABLES, *VIEWS):
        parts.append(f"## {t.name}\n")
        parts.append(f"{t.meaning[0].upper()}{t.meaning[1:]}.\n")
        if own := [c for c in t.columns if c not in shared]:
            parts.append(_columns(own))
        if names := [f"`{c.name}`" for c in t.columns if c in shared]:
            parts.append(f"[Shared](#shared-columns): {', '.join(names)}\n")
    return page("The database", "badugi_hh/facts/", *parts)


def _columns(columns: Iterable[Column]) -> str:
    return listed((f"`{c.name}` {c.type}", c.meaning) for c in columns)


def decisions_page() -> str:
    """Return `docs/decisions/README.md`: the decisions by number, with their titles."""
    titles = []
    for path in sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md")):
        number, _, title = (
            path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").partition(" ")
        )
        titles.append((f"[{number}]({path.name})", title))
    text = "Each page has what was decided, the reasons with their figures, and what was rejected. Pages state what holds today.\n"
    return page("Decisions", "the titles of the decisions", text, listed(titles))


PAGES: dict[str, Callable[[], str]] = {
    "docs/codes.md": codes_page,
    "docs/schema.md": schema_page,
    "docs/commands.md": commands_page,
    "docs/stats.md": stats_page,
    "docs/leaks.md": leaks_page,
    "docs/opponent.md": opponent_page,
    "docs/decisions/README.md": decisions_page,
}


def fill(text: str, blocks: dict[str, Callable[[], str]]) -> str:
    """Return a hand-written page with its blocks rebuilt.

    Raises:
        KeyError: the page names an unknown block.
    """
    return BLOCK.sub(lambda found: f"{found[1]}{blocks[found['name']]()}{found[3]}", text)


def expected() -> dict[str, str]:
    """Return every page that is built, in whole or in part: path below the checkout -> text."""
    built = {path: make() for path, make in PAGES.items()}
    for path in WRITTEN_BY_HAND:
        built[path] = fill((ROOT / path).read_text(encoding="utf-8"), walkthrough.BLOCKS)
    return built


def stale() -> dict[str, str]:
    """Return the pages whose file differs from what the code says: path -> due text."""
    return {
        path: text
        for path, text in expected().items()
        if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text
    }


def main() -> int:
    """Write the stale pages, or only list them."""
    parser = argparse.ArgumentParser(description="Write the pages of docs/ that are derived from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is stale")
    check = parser.parse_args().check
    pages = stale()
    for path, text in pages.items():
        print(f"{'stale' if check else 'written'}: {path}")
        if not check:
            (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and pages else 0


if __name__ == "__main__":
    sys.exit(main())

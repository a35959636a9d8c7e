"""Markdown for the pages that are written from the code: tables, lists, and whole pages that say where they come from."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; a bar within a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines
    )


def listed(items: Iterable[tuple[str, str]]) -> str:
    """Return a Markdown list of names and what they are."""
    return "".join(f"- {name}: {text}\n" for name, text in items)


def page(title: str, source: str, *parts: str) -> str:
    """Return a whole page that says where it comes from."""
    note = f"<!-- Written by docs/build_pages.py from {source}; change it there. -->"
    return "\n".join([f"# {title}\n", f"{note}\n", *parts]).rstrip("\n") + "\n"

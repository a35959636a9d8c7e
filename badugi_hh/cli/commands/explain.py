"""`explain`: describes a problem code, a statistic or a leak check."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from badugi_hh.api.explain import ExplainedStat
from badugi_hh.api.explain import explain as find_entries
from badugi_hh.cli.completion import explained_names
from badugi_hh.cli.console import fail, note, say, say_json
from badugi_hh.cli.options import Json, argument
from badugi_hh.cli.tables import say_folded
from badugi_hh.problems import Code

if TYPE_CHECKING:
    from badugi_hh.api.explain import ExplainedLeak


def explain(
    name: Annotated[
        str | None,
        argument(
            "NAME",
            "a problem code such as R03, a statistic such as vpip or a leak check such as B13; default: all codes",
            autocompletion=explained_names,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Describe a problem code, a statistic or a leak check; without NAME, list all codes.

    Of a code it prints what to do and an example, of the others the formula, the source and the SQL that counts them.
    `stats --list` and `leaks --list` list their names.
    """
    if name is None:
        codes = find_entries()
        if as_json:
            say_json([_as_json(listed) for listed in codes])
            return
        for listed in codes:
            say_folded(f"{listed.id}  {listed.severity:7}  {listed.title}")
        note("`badugi-hh stats --list` and `badugi-hh leaks --list` list the other names that explain knows")
        return
    try:
        entry = find_entries(name)
    except LookupError as error:
        fail(str(error))
    if as_json:
        say_json(_as_json(entry))
        return
    heading, paragraphs, label, block = _parts(entry)
    say_folded(heading)
    for paragraph in filter(None, paragraphs):
        say("")
        say_folded(paragraph)
    say("")
    say(label)
    for line in block.split("\n"):
        say(f"    {line}")


def _parts(entry: "Code | ExplainedStat | ExplainedLeak") -> tuple[str, tuple[str, ...], str, str]:
    """Return the heading of an entry, its paragraphs, and a block of text with its label."""
    if isinstance(entry, Code):
        heading = f"{entry.id}: {entry.title} ({entry.severity})"
        return heading, (entry.why, entry.values, entry.advice), "for example:", entry.example
    label = f"counted as SQL over the rows of {entry.rows}:"
    if isinstance(entry, ExplainedStat):
        prices = "It needs prices, which badugi-hh db price computes." if entry.needs_prices else ""
        heading = f"{entry.statistic}: {entry.title} (statistic, {entry.group})"
        return heading, (entry.sentence, entry.formula, prices), label, entry.sql
    paragraphs = (
        entry.sentence,
        entry.advice,
        entry.use and f"against such a player: {entry.use[0].lower()}{entry.use[1:]}",
        f"source: {entry.source}",
        entry.baseline and f"baseline: {entry.baseline}; a frequency {entry.flagged} is a leak",
        entry.cost and f"cost: {entry.cost}",
        entry.excluded and f"excluded: {entry.excluded}",
        f"grade {entry.grade} is {entry.meaning}",
    )
    return f"{entry.check}: {entry.title} (leak check, grade {entry.grade})", paragraphs, label, entry.sql


def _as_json(entry: "Code | ExplainedStat | ExplainedLeak") -> dict[str, object]:
    fields = asdict(entry)
    return {"code": fields.pop("id"), **fields} if isinstance(entry, Code) else fields

"""`explain`: describes a problem code, a statistic, a leak check or a node of losses."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from badugi_hh.api.explain import ExplainedNode, ExplainedStat
from badugi_hh.api.explain import explain as find_entries
from badugi_hh.cli.completion import explained_names
from badugi_hh.cli.console import fail, note, say, say_json
from badugi_hh.cli.options import Json, argument
from badugi_hh.cli.tables import say_folded
from badugi_hh.problems import Code

if TYPE_CHECKING:
    from badugi_hh.api.explain import Explained


def explain(
    name: Annotated[
        str | None,
        argument(
            "NAME",
            "a problem code such as R03, a statistic such as vpip, a leak check such as B13 or a node of losses such as before.first-in; default: all codes",
            autocompletion=explained_names,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Describe a problem code, a statistic, a leak check or a node of losses; without NAME, list all codes.

    Of a code it prints what to do and an example, of a node the nodes below it, of the others the formula, the source and the SQL
    that counts them.

    `stats --list` and `leaks --list` list their names, and `leaks` prints nodes.
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
    if block:
        say("")
        say(label)
    for line in block.splitlines():
        say(f"    {line}")


def _parts(entry: "Explained") -> tuple[str, tuple[str, ...], str, str]:
    """Return the heading of an entry, its paragraphs, and a block of text with its label."""
    if isinstance(entry, Code):
        heading = f"{entry.id}: {entry.title} ({entry.severity})"
        return heading, (entry.why, entry.values, entry.advice), "for example:", entry.example
    if isinstance(entry, ExplainedNode):
        lost = "What the decisions and draws of a player lost there against best play, as leaks prints it."
        hands = f"`badugi-hh hands --leak {entry.node} --limit 0` lists the hands, the dearest first."
        block = "\n".join(f"{id_}  {title}" for id_, title in entry.parts.items())
        return f"{entry.node}: {entry.title} (node of losses)", (lost, hands), "the nodes below it:", block
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


def _as_json(entry: "Explained") -> dict[str, object]:
    fields = asdict(entry)
    return {"code": fields.pop("id"), **fields} if isinstance(entry, Code) else fields

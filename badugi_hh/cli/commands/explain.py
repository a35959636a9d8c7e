"""`explain`: describes a problem code."""

from dataclasses import asdict
from typing import Annotated

import typer

from badugi_hh.api.explain import explain as find_codes
from badugi_hh.cli.completion import one_of_these
from badugi_hh.cli.console import fail, say, say_json
from badugi_hh.cli.options import Json
from badugi_hh.cli.tables import say_folded
from badugi_hh.problems import CODES, Code


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            autocompletion=one_of_these(CODES),
            help="a problem code such as R03; default: all",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Describe a problem code. Prints what to do about it and an example; without CODE, lists all codes."""
    if code is None:
        codes = find_codes()
        if as_json:
            say_json([_code_as_json(listed) for listed in codes])
            return
        for listed in codes:
            say_folded(f"{listed.id}  {listed.severity:7}  {listed.title}")
        return
    try:
        described = find_codes(code)
    except LookupError as error:
        fail(str(error))
    if as_json:
        say_json(_code_as_json(described))
        return
    say_folded(f"{described.id}: {described.title} ({described.severity})")
    for paragraph in (described.why, described.values, described.advice):
        say("")
        say_folded(paragraph)
    say("")
    say("for example:")
    for line in described.example.split("\n"):
        say(f"    {line}")


def _code_as_json(code: Code) -> dict[str, str]:
    fields = asdict(code)
    return {"code": fields.pop("id"), **fields}

"""`validate` and `explain`: what is wrong with histories, and what a problem code means."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.cli.console import console, fail, note, plain, say, say_json, told
from badugi_hh.cli.gather import counted
from badugi_hh.cli.options import DEFAULT_ROOM, Json, Paths, RulesOption

if TYPE_CHECKING:
    from badugi_hh.problems import Code, Problem


def validate(paths: Paths = None, rules: RulesOption = DEFAULT_ROOM, as_json: Json = False) -> None:
    """Check histories against the rules: one line for each problem, file and line first.

    Nothing is stored. Ends with status 1 where there is any problem. With --json each line is one object.
    """
    with told():
        if not paths:
            fail("no PATHS; name the files or folders to check")
        from badugi_hh.engine.rules import ROOMS
        from badugi_hh.history.source import InputError, find_sources, read_blocks
        from badugi_hh.store.reading import Views, check_block, is_other_game

        files = hands = other = errors = warnings = 0
        unreadable: list[str] = []

        def tell(problem: "Problem") -> None:
            nonlocal errors, warnings
            errors += problem.severity == "error"
            warnings += problem.severity == "warning"
            if as_json:
                say_json(_as_json(problem), lines=True)
            else:
                say(str(problem))

        views = Views(ROOMS[rules])
        for source in find_sources(paths):
            try:
                blocks, problems = read_blocks(source)
            except InputError as error:
                unreadable.append(str(error))
                continue
            files += 1
            for problem in problems:
                tell(problem)
            for block in blocks:
                checked = check_block(block, ROOMS[rules])
                hands += 1
                other += is_other_game(checked.reading)
                for problem in checked.problems:
                    tell(problem)
                if disagreement := views.compare(checked):
                    tell(disagreement)
        note(
            f"{counted(hands, 'hand')} in {counted(files, 'file')}, {other:,} of other games: "
            f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
        )
        if unreadable:
            fail("; ".join(unreadable))
        if errors or warnings:
            raise typer.Exit(1)


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="such as R03; without it, all", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Say what a problem code means and what to do about it, with an example; without CODE, list them all."""
    with told():
        from badugi_hh.problems import CODES

        if code is None:
            if as_json:
                say_json([_code_as_json(each) for each in CODES.values()])
                return
            for each in CODES.values():
                say(f"{each.id}  {each.severity:7}  {each.title}")
            return
        found = CODES.get(code.upper())
        if found is None:
            fail(f"there is no problem code {code!r}; `badugi-hh explain` lists them all")
        if as_json:
            say_json(_code_as_json(found))
            return
        say(f"{found.id}: {found.title} ({found.severity})")
        for paragraph in (found.why, found.values, found.advice):
            say("")
            console().print(plain(paragraph))
        say("")
        say("for example:")
        for line in found.example.split("\n"):
            say(f"    {line}")


def _as_json(problem: "Problem") -> dict[str, Any]:
    return {
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "code": problem.code.id,
        "severity": str(problem.severity),
        "message": problem.message,
        "hand": problem.hand,
        "expected": problem.expected,
        "found": problem.found,
    }


def _code_as_json(code: "Code") -> dict[str, str]:
    return {
        "code": code.id,
        "severity": str(code.severity),
        "title": code.title,
        "why": code.why,
        "values": code.values,
        "advice": code.advice,
        "example": code.example,
    }

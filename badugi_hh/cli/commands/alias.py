"""`alias`: which screen names are one person, and which person is the user."""

from typing import Annotated

import typer

from badugi_hh.cli.console import exit_on_user_error, fail, note, say_json
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json
from badugi_hh.cli.tables import show_table
from badugi_hh.report.formats import counted


def alias(
    person: Annotated[
        str | None,
        typer.Argument(metavar="PERSON", help="what the person is called here", show_default=False),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="screen names of the person", show_default=False),
    ] = None,
    me: Annotated[bool, typer.Option("--me", help="the person is you")] = False,
    not_me: Annotated[bool, typer.Option("--not-me", help="the person is not you after all")] = False,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="NAME", help="take this screen name away again; may be given again"),
    ] = None,
    site: Annotated[
        str | None, typer.Option(metavar="ROOM", help="the room of the names, where several rooms have them")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Join screen names into one person, say which person is you, or list who is joined.

    Nothing is joined unless named here. All statistics then count a person's hands together, and `--player` takes the
    person or any of his names. Where a person is marked with --me, his hands are looked at instead of the heroes'.
    """
    with exit_on_user_error():
        from badugi_hh.store.aliases import dealt_together, join_names, list_aliases, separate_names
        from badugi_hh.store.database import default_path, has_database

        if remove and person is not None:
            fail("--remove NAME stands alone; whose name it is need not be said")
        if (me or not_me) and (person is None or me == not_me):
            fail("--me or --not-me needs the person: badugi-hh alias PERSON --me")
        path = db or default_path()
        changes = bool(remove or names or me or not_me)
        # A change makes no database where there is none.
        with opened(path, read_only=not (changes and has_database(path))) as con:
            if remove:
                separate_names(con, remove, site=site)
            elif person is not None and changes:
                join_names(con, person, names or (), me=me if me or not_me else None, site=site)
                hands, first = dealt_together(con, person) if names else (0, None)
                if hands:
                    note(
                        f"several names of {person!r} were dealt in together in {counted(hands, 'hand')}, first in "
                        f"{first}; if they are two people, badugi-hh alias --remove NAME parts them"
                    )
            joined = [row for row in list_aliases(con) if person in {None, row.person}]
        if as_json:
            say_json([row.as_json() for row in joined])
        elif not joined and person is not None:
            fail(f"there is no person {person!r}; badugi-hh alias {person!r} NAME joins a screen name to him")
        elif not joined:
            note("no screen names are joined; badugi-hh alias PERSON NAME joins some")
        else:
            rows = [(row.person, "me" if row.is_me else "", row.player, row.site) for row in joined]
            show_table(("person", "", "screen name", "room"), rows, whole=(0, 2), names=(0, 2))

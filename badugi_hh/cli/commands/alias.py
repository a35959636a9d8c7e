"""`alias`: joins screen names to persons and marks the person who is the user."""

from typing import Annotated

from badugi_hh.cli.console import fail, note, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait, Site, argument, option
from badugi_hh.cli.tables import show_table
from badugi_hh.wording.formats import counted


def alias(
    person: Annotated[str | None, argument("PERSON", "the name of the person")] = None,
    names: Annotated[list[str] | None, argument("NAME", "screen names of the person")] = None,
    me: Annotated[bool, option("--me", "the person is you")] = False,
    not_me: Annotated[bool, option("--not-me", "the person is not you")] = False,
    remove: Annotated[
        list[str] | None, option("--remove NAME", "remove this screen name from its person; repeatable")
    ] = None,
    site: Site = None,
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Join screen names to a person. Without NAME, mark the person who is you, or list persons.

    Screen names are never joined automatically. Statistics count all hands of a person together; `--player` takes the
    person or one of their screen names. With a person marked by --me, the commands use that person's hands by default
    instead of the heroes' hands.
    """
    if remove and person is not None:
        fail("--remove takes only screen names; omit PERSON")
    if (me or not_me) and (person is None or me == not_me):
        fail("--me or --not-me needs the person: badugi-hh alias PERSON --me")
    changes = bool(remove or names or me or not_me)
    with opened(db, read_only=not changes, wait=not no_wait) as hands:
        if remove:
            hands.separate(*remove, site=site)
        elif person is not None and changes:
            together, first = hands.alias(person, *(names or ()), me=me if me or not_me else None, site=site)
            if together:
                note(
                    f"several names of {person!r} were dealt in together in {counted(together, 'hand')}, first in "
                    f"{first}; if they are two people, badugi-hh alias --remove NAME separates them"
                )
        joined = [row for row in hands.aliases() if person in {None, row.person}]
    if as_json:
        say_json(joined)
    elif not joined and person is not None:
        fail(
            f"there is no person {person!r}; badugi-hh alias {person!r} NAME joins a screen name to a new person"
        )
    elif not joined:
        note("no screen names are joined; badugi-hh alias PERSON NAME joins one")
    else:
        rows = [
            (visible(row.person), "me" if row.is_me else "", visible(row.player), row.site) for row in joined
        ]
        show_table(("person", "", "screen name", "site"), rows, whole=(0, 2))

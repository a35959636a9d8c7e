"""`tag`: gives hands a tag by which every command can select them, and carries labels from one database to another."""

from pathlib import Path
from typing import Annotated

from badugi_hh.cli.console import fail, note, read_text, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait, Site, argument, option, read_path
from badugi_hh.cli.tables import show_table
from badugi_hh.wording.formats import counted


def tag(
    names: Annotated[
        list[str] | None, argument("HAND… TAG", "the site's numbers of the hands, then the tag")
    ] = None,
    remove: Annotated[
        str | None,
        option("--remove TAG", "take this tag from the hands, or from every hand if none is named"),
    ] = None,
    source: Annotated[
        Path | None,
        option(
            "--from FILE",
            "add the tags and notes of a file that `badugi-hh tag --json` printed, or make the changes that a page saved",
            parser=read_path,
        ),
    ] = None,
    site: Site = None,
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Give hands a tag. Without arguments, list the tags.

    Every command that selects hands takes --tag: `badugi-hh stats --tag bluff`. A tag belongs to the site's number of the
    hand, so it stays when the hand is imported again. --json prints all tags and notes, as --from reads them.
    """
    if sum((bool(source), bool(remove), bool(names and not remove))) > 1:
        fail("--from takes a file alone; tag the hands in another run")
    if names and not remove and len(names) == 1:
        fail("give at least one hand and then the tag: badugi-hh tag HAND TAG")
    text = read_text(source) if source else None
    changes = bool(names or remove or source)
    with opened(db, read_only=not changes, create=bool(source), wait=not no_wait) as hands:
        if source is not None:
            read = hands.read_tags(source, text=text)
            note(
                f"changed: the tags and notes of {counted(len(read.hands), 'hand')} and {counted(len(read.players), 'player')}"
            )
            if read.absent:
                note(
                    f"{counted(len(read.absent), 'hand')} not in the database yet; their tags and notes wait for them"
                )
        elif remove:
            taken = hands.tag(remove, *(names or ()), remove=True, site=site)
            note(f"{remove!r} is taken from {counted(taken, 'hand')}")
        elif names:
            *numbers, label = names
            marked = hands.tag(label, *numbers, site=site)
            note(f"{label!r} marks {counted(marked, 'hand')}; --tag selects them")
        labels = hands.tags()
    if as_json:
        say_json(labels)
    elif not changes:
        rows = [
            (label, hand["hand"], hand["site"]) for hand in labels["hands"] for label in hand.get("tags", ())
        ]
        if not rows:
            note("no hand has a tag; badugi-hh tag HAND TAG gives it one")
            return
        show_table(("tag", "hand", "site"), [tuple(map(visible, row)) for row in sorted(rows)], whole=(1,))

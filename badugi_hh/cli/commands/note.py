"""`note`: writes down what is worth remembering of a hand or a player."""

from typing import Annotated

from badugi_hh.cli import console
from badugi_hh.cli.completion import player_names
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait, Site, argument, option
from badugi_hh.cli.tables import show_table


def note(
    words: Annotated[
        list[str] | None,
        argument("[HAND] TEXT", "the site's number of the hand, then the note; '' removes it"),
    ] = None,
    player: Annotated[
        str | None,
        option(
            "--player NAME", "the note is about this player, by the screen name", autocompletion=player_names
        ),
    ] = None,
    site: Site = None,
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Write a note on a hand or, with --player, on a player. Without a text, list the notes.

    `replay` prints the note of a hand, `opponent` those of a player. A note replaces an earlier one. --json prints all tags
    and notes, as `tag --from` reads them.
    """
    most = 1 if player is not None else 2
    if words and len(words) != most:
        console.fail(
            "put the note in quotes, after the number of the hand or the name of the player: badugi-hh note HAND 'TEXT'"
        )
    with opened(db, read_only=not words, wait=not no_wait) as hands:
        if words:
            hands.note(words[-1], hand=words[0] if player is None else None, player=player, site=site)
            about = f"hand {words[0]}" if player is None else repr(player)
            console.note(f"the note on {about} is {'kept' if words[-1].strip() else 'removed'}")
        labels = hands.tags()
    if as_json:
        console.say_json(labels)
    elif not words:
        rows = [
            tuple(map(console.visible, (each.get("player") or each["hand"], each["note"], each["site"])))
            for each in (*labels["hands"], *labels["players"])
            if "note" in each and player in {None, each.get("player")}
        ]
        if not rows:
            console.note("there is no note; badugi-hh note HAND TEXT writes one")
            return
        show_table(("hand or player", "note", "site"), rows)

"""What a database is given: histories, and what the user says of hands and players."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.api.choices import find_rules
from badugi_hh.api.open_database import OpenDatabase, one_line_errors
from badugi_hh.store.aliases import Alias, dealt_together, join_names, list_aliases, separate_names
from badugi_hh.store.progress_shares import Progress, part_of
from badugi_hh.store.tags import (
    Read,
    TagError,
    as_file,
    list_labels,
    note_hand,
    note_player,
    read_file,
    remove_tags,
    tag_hands,
)

if TYPE_CHECKING:
    from badugi_hh.problems import Problem
    from badugi_hh.store.importer import ImportReport, RetryReport


class StoredHands(OpenDatabase):
    """A database to which hands, names and labels are added; see `badugi_hh.api.hands.Hands`."""

    @one_line_errors
    def import_paths(
        self,
        *paths: Path | str,
        rules: str = "pokerstars",
        progress: Progress | None = None,
        prices: bool = True,
        stdin: bytes | None = None,
    ) -> "ImportReport":
        """Import files, folders, globs, archives (`.zip`, `.gz`, `.zst`) and saved mails (`.eml`, `.mbox`); files and hands that are stored already are not counted twice.

        The report has the number of hands by outcome (`stored`, `duplicates`, `other_games`, `quarantined`) and the
        problems; its `notes` say what is unknown of them. `progress` is called with the name of a file, the hands read so far,
        and the share that is done (0 to 1). `-` is a file of this name, or with `stdin` these bytes. `prices` False stores the
        hands without prices; see `price`. An error that interrupts it, such as Ctrl-C, has a note that says what is kept.

        Raises:
            InputError: a path is missing or has no history.
            TypeError: a path is no path, such as a list of paths.
        """
        from badugi_hh.api.imports import READING, import_histories, one_thread

        find_rules(rules)
        if any(not isinstance(path, Path | str) for path in paths):
            raise TypeError("give each path as an argument of its own: import_paths(*paths)")
        with one_thread(self.con):
            reading = part_of(progress, 0, READING if prices else 1)
            report = import_histories(self.con, paths, rules=rules, progress=reading, stdin=stdin)
            if not prices:
                return report
            priced = self.price(progress=part_of(progress, READING, 1))
            return replace(report, seconds=report.seconds + priced.seconds)

    import_ = import_paths

    @one_line_errors
    def retry(
        self, *, rules: str = "pokerstars", prices: bool = True, progress: Progress | None = None
    ) -> "RetryReport":
        """Check the hands in the quarantine again, and store those without an error; the report has the numbers."""
        from badugi_hh.store.importer import retry_quarantine

        find_rules(rules)
        report = retry_quarantine(self.con, rules=rules)
        if prices and report.counts.stored:
            report = replace(report, seconds=report.seconds + self.price(progress=progress).seconds)
        return report

    @one_line_errors
    def quarantine(self) -> "list[Problem]":
        """Return the first error of each hand in the quarantine, in the order of their import."""
        from badugi_hh.store.texts import list_quarantine

        return list_quarantine(self.con)

    @one_line_errors
    def alias(
        self, person: str, *names: str, me: bool | None = None, site: str | None = None
    ) -> tuple[int, str | None]:
        """Join screen names to a person; with `me` True the person is the user, with False not.

        `site` is the site of the names, needed only if several sites have them. The result is the number of hands in which several
        names of the person were dealt in, and the first of them, where names were joined: they may then be two people.

        Raises:
            AliasError: a name is unknown or joined to another person; see `badugi_hh.store.aliases.join_names`.
        """
        join_names(self.con, person, names, me=me, site=site)
        return dealt_together(self.con, person) if names else (0, None)

    @one_line_errors
    def aliases(self) -> list[Alias]:
        """Return all joined screen names, each with its person, the user's first."""
        return list_aliases(self.con)

    @one_line_errors
    def separate(self, *names: str, site: str | None = None) -> None:
        """Remove screen names from their persons, all or none.

        Raises:
            AliasError: a name is joined to no person, or on several sites and `site` is None.
        """
        separate_names(self.con, names, site=site)

    @one_line_errors
    def tag(self, name: str, *hands: str | int, remove: bool = False, site: str | None = None) -> int:
        """Give hands a tag, by the site's numbers; with `remove` take it from them, or from every hand if none is named.

        `Filter(tag=name)` selects them. A tag stays when the hands are imported again. The result is the number of hands.

        Raises:
            TagError: a hand is not in the database, or has no such tag.
        """
        if remove:
            return remove_tags(self.con, [*map(str, hands)], name, site=site)
        tag_hands(self.con, [*map(str, hands)], name, site=site)
        return len(hands)

    @one_line_errors
    def note(
        self, text: str, *, hand: str | int | None = None, player: str | None = None, site: str | None = None
    ) -> None:
        """Write the note on a hand, by the site's number, or on a player, by the screen name; an empty text removes it.

        Raises:
            TagError: there is no such hand or player, or not exactly one of them is named.
        """
        if (hand is None) == (player is None):
            raise TagError("a note is about a hand or about a player; name one of them")
        if hand is not None:
            note_hand(self.con, str(hand), text, site=site)
        elif player is not None:
            note_player(self.con, player, text, site=site)

    @one_line_errors
    def tags(self) -> dict[str, Any]:
        """Return all tags and notes as JSON values; written to a file, `read_tags` adds them to another database."""
        return as_file(list_labels(self.con))

    @one_line_errors
    def read_tags(self, path: Path | str, *, text: str | None = None) -> Read:
        """Add the tags and notes of a file that `badugi-hh tag --json` printed, or make the changes that a page saved.

        `text` is what the file has, if it was read already. The result has the `hands` and `players` with new labels, and the
        hands of the file that are `absent`.

        Raises:
            TagError: it is no such file, or cannot be read.
        """
        try:
            text = Path(path).read_text(encoding="utf-8") if text is None else text
        except (OSError, UnicodeDecodeError) as error:
            raise TagError(f"{path} cannot be read: {error}; check the path") from error
        try:
            return read_file(self.con, text)
        except TagError as error:
            raise TagError(f"{path}: {error}") from error

    @one_line_errors
    def find_names(self, start: str, most: int) -> list[str]:
        """Return names of players and persons that begin so, those with most hands first."""
        query = """
            SELECT name FROM (SELECT player AS name FROM seats UNION ALL SELECT person FROM aliases)
            WHERE starts_with(name, ?) GROUP BY name ORDER BY count(*) DESC, name LIMIT ?
        """
        return [name for (name,) in self.con.execute(query, [start, most]).fetchall()]

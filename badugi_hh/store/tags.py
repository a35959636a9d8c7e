"""The labels that the user gives: tags of hands, and notes on hands and players.

A label belongs to the site's number of a hand, or to a screen name at a site, and not to a stored row. So it stays when
hands are imported again or rebuilt, and only `remove_tags` and an empty note take one away. Files of labels carry them from
one database to another.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from badugi_hh.as_json import IF_ANY, AsJson
from badugi_hh.store.connection import transaction
from badugi_hh.suggest import alike, did_you_mean
from badugi_hh.user_error import UserError

UNTAGGED = "no tag"
"""The value of the dimension `tag` for hands without one, which is therefore no tag."""

FORM = "badugi-hh tags"
"""The value of `form` in a file of labels."""

_LISTED = "SELECT site, hand_id, tag FROM tags ORDER BY site, hand_id, tag"
_NOTED = "SELECT site, hand_id, player, note FROM notes ORDER BY site, hand_id NULLS LAST, player"


class TagError(UserError, ValueError):
    """A label that cannot be set; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """What a label is about: a hand, by the site's number, or a player, by the screen name; the other is empty."""

    site: str
    hand: str = ""
    player: str = ""

    def __post_init__(self) -> None:
        if not all(isinstance(text, str) for text in (self.site, self.hand, self.player)):
            raise TagError("the site, the number of a hand and the name of a player are texts")
        if not self.site or bool(self.hand) == bool(self.player):
            raise TagError("a label needs a site, and either the number of a hand or the name of a player")


@dataclass(frozen=True, slots=True)
class Labels(AsJson):
    """The tags and the note of one subject; only hands have tags."""

    tags: tuple[str, ...] = field(default=(), metadata=IF_ANY)
    note: str = field(default="", metadata=IF_ANY)


NOTHING = Labels()


@dataclass(slots=True)
class Read:
    """What a file of labels changed: the hands and players with new labels, and the hands of the file that are not stored."""

    hands: set[Subject] = field(default_factory=set)
    players: set[Subject] = field(default_factory=set)
    absent: set[Subject] = field(default_factory=set)


def tag_hands(
    con: duckdb.DuckDBPyConnection, hands: Sequence[str], tag: str, *, site: str | None = None
) -> None:
    """Give hands a tag, by the site's numbers; all get it, or none. `site` is needed where several have a number.

    Raises:
        TagError: a hand is not in the database, or the tag is empty.
    """
    with transaction(con):
        for subject in [_hand(con, number, site) for number in hands]:
            row = [subject.site, subject.hand, checked_tag(tag)]
            con.execute("DELETE FROM tags WHERE site = ? AND hand_id = ? AND tag = ?", row)
            con.execute("INSERT INTO tags VALUES (?, ?, ?)", row)


def remove_tags(
    con: duckdb.DuckDBPyConnection, hands: Sequence[str], tag: str, *, site: str | None = None
) -> int:
    """Take a tag from hands, or from every hand if none is named, and return from how many.

    Raises:
        TagError: a named hand does not have the tag, or no hand has it.
    """
    with transaction(con):
        tagged = con.execute(
            "SELECT site, hand_id FROM tags WHERE tag = ? ORDER BY ALL", [tag.strip()]
        ).fetchall()
        chosen = {Subject(*each) for each in tagged if not hands and site in {None, each[0]}}
        for number in hands:
            sites = [of for of, has in tagged if has == number and site in {None, of}]
            if not sites:
                raise TagError(f"hand {number} does not have the tag {tag!r}; badugi-hh tag lists all tags")
            chosen.add(Subject(_only(f"hand {number}", sites), number))
        if not chosen:
            raise TagError(f"no hand has the tag {tag!r}; badugi-hh tag lists all tags")
        for subject in chosen:
            row = [subject.site, subject.hand, tag.strip()]
            con.execute("DELETE FROM tags WHERE site = ? AND hand_id = ? AND tag = ?", row)
    return len(chosen)


def note_hand(con: duckdb.DuckDBPyConnection, hand: str, note: str, *, site: str | None = None) -> None:
    """Set the note on a hand, by the site's number; an empty one removes it.

    Raises:
        TagError: the hand is not in the database and has no note, or several sites have the number.
    """
    with transaction(con):
        _set_note(con, _hand(con, hand, site), note)


def note_player(con: duckdb.DuckDBPyConnection, player: str, note: str, *, site: str | None = None) -> None:
    """Set the note on a player, by the screen name; an empty one removes it.

    Raises:
        TagError: no hand has such a player and there is no note, or several sites have one.
    """
    with transaction(con):
        query = "SELECT site FROM seats WHERE player = ? UNION SELECT site FROM notes WHERE player = ? ORDER BY site"
        sites = [of for (of,) in con.execute(query, [player, player]).fetchall() if site in {None, of}]
        if not sites:
            names = con.execute("SELECT DISTINCT player FROM seats").fetchall()
            question = did_you_mean(alike(player, [name for (name,) in names]), show=repr)
            raise TagError(
                f"no hand in the database has a player {player!r}; {question or 'use a screen name'}"
            )
        _set_note(con, Subject(_only(f"player {player!r}", sites), player=player), note)


def list_labels(con: duckdb.DuckDBPyConnection) -> dict[Subject, Labels]:
    """Return all labels, those of hands first."""
    tags: dict[Subject, list[str]] = {}
    notes: dict[Subject, str] = {}
    for site, number, tag in con.execute(_LISTED).fetchall():
        tags.setdefault(Subject(site, number), []).append(tag)
    for site, number, player, note in con.execute(_NOTED).fetchall():
        notes[Subject(site, number or "", player or "")] = note
    subjects = sorted({*tags, *notes}, key=lambda subject: (not subject.hand, subject))
    return {subject: Labels(tuple(tags.get(subject, ())), notes.get(subject, "")) for subject in subjects}


def labels_of(con: duckdb.DuckDBPyConnection, subject: Subject) -> Labels:
    """Return the labels of a hand or player."""
    return list_labels(con).get(subject, NOTHING)


def notes_on(con: duckdb.DuckDBPyConnection, person: str) -> tuple[str, ...]:
    """Return the notes on the screen names of a person, or on a screen name."""
    query = (
        "SELECT note FROM notes WHERE player = ? OR (site, player) IN (SELECT (site, player) FROM aliases WHERE person = ?) "
        "ORDER BY site, player"
    )
    return tuple(note for (note,) in con.execute(query, [person, person]).fetchall())


def as_file(labels: Mapping[Subject, Labels]) -> dict[str, Any]:
    """Return labels as the JSON of a file that `read_file` reads."""
    file: dict[str, Any] = {"form": FORM, "hands": [], "players": []}
    for subject, marks in labels.items():
        named = {"hand": subject.hand} if subject.hand else {"player": subject.player}
        entry = {"site": subject.site, **named, **marks.as_json()}
        file["hands" if subject.hand else "players"].append(entry)
    return file


def read_file(con: duckdb.DuckDBPyConnection, text: str) -> Read:
    """Join the labels of a file with those of the database; all of them, or none.

    Nothing is lost: a hand keeps its tags, and where both have a note the new one is written below the old one. An entry
    may say what its labels were `before`, as the page of a report does: then what was taken away there is taken away here.

    Raises:
        TagError: the text is no file of labels.
    """
    wanted = _entries(text)
    read = Read()
    with transaction(con):
        present = list_labels(con)
        for subject, labels, before in wanted:
            now = present.get(subject, NOTHING)
            kept = [tag for tag in now.tags if tag in labels.tags or tag not in before.tags]
            joined = Labels(tuple(sorted({*kept, *labels.tags})), _joined(now.note, labels.note, before.note))
            if joined != now:
                _set_tags(con, subject, joined.tags)
                _set_note(con, subject, joined.note)
                present[subject] = joined
                (read.hands if subject.hand else read.players).add(subject)
            stored = "SELECT 1 FROM hands WHERE site = ? AND hand_id = ?"
            if subject.hand and not con.execute(stored, [subject.site, subject.hand]).fetchall():
                read.absent.add(subject)
    return read


def checked_tag(tag: str) -> str:
    """Return a tag without blanks around it.

    Raises:
        TagError: it is no text that can be a tag.
    """
    name = tag.strip() if isinstance(tag, str) else ""
    if not name:
        raise TagError("the tag is empty; give it a name")
    if "," in name or not name.isprintable() or name == UNTAGGED:
        raise TagError(f"{name!r} cannot be a tag; use a name without commas and control characters")
    return name


def _joined(now: str, new: str, before: str) -> str:
    """Return the note that has every line of the stored one and of the new one, but for what was edited away."""
    if now in {before, ""}:
        return new
    lines = now.split("\n")
    return "\n".join([now, *(line for line in new.split("\n") if line and line not in lines)])


def _entries(text: str) -> list[tuple[Subject, Labels, Labels]]:
    """Return the entries of a file: what each is about, its labels, and what they were before."""
    try:
        content = json.loads(text)
        entries = {FORM: (*content["hands"], *content["players"])}[content["form"]]
        return [
            (
                Subject(entry["site"], entry.get("hand", ""), entry.get("player", "")),
                _labels(entry),
                _labels(entry.get("before", {})),
            )
            for entry in entries
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TagError("it is no file of tags and notes; badugi-hh tag --json prints one") from error


def _labels(entry: Mapping[str, Any]) -> Labels:
    tags, note = entry.get("tags", []), entry.get("note", "")
    note.encode()  # half a surrogate pair is no text
    if not isinstance(note, str) or not isinstance(tags, list) or (tags and "player" in entry):
        raise TagError("an entry needs a list of `tags`, only for a hand, and a `note`")
    return Labels(tuple(map(checked_tag, tags)), note.strip())


def _set_tags(con: duckdb.DuckDBPyConnection, subject: Subject, tags: Sequence[str]) -> None:
    con.execute("DELETE FROM tags WHERE site = ? AND hand_id = ?", [subject.site, subject.hand])
    for tag in dict.fromkeys(tags):
        con.execute("INSERT INTO tags VALUES (?, ?, ?)", [subject.site, subject.hand, tag])


def _set_note(con: duckdb.DuckDBPyConnection, subject: Subject, note: str) -> None:
    key = [subject.site, subject.hand or None, subject.player or None]
    con.execute(
        "DELETE FROM notes WHERE site = ? AND hand_id IS NOT DISTINCT FROM ? AND player IS NOT DISTINCT FROM ?",
        key,
    )
    if note.strip():
        con.execute("INSERT INTO notes VALUES (?, ?, ?, ?)", [*key, note.strip()])


def _hand(con: duckdb.DuckDBPyConnection, number: str, site: str | None) -> Subject:
    sites = _sites_of(con, number, site)
    if not sites:
        raise TagError(f"there is no hand {number} in the database; badugi-hh hands lists the numbers")
    return Subject(_only(f"hand {number}", sites), number)


def _sites_of(con: duckdb.DuckDBPyConnection, number: str, site: str | None) -> list[str]:
    query = "SELECT site FROM hands WHERE hand_id = ? UNION SELECT site FROM notes WHERE hand_id = ? ORDER BY site"
    known = con.execute(query, [number, number]).fetchall()
    return [of for (of,) in known if site in {None, of}]


def _only(what: str, sites: Sequence[str]) -> str:
    if len(sites) > 1:
        raise TagError(f"{what} is on {' and '.join(sites)}; select one with --site")
    return sites[0]

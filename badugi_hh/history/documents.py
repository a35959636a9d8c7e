"""Recognizes documents and archives that are not read, by their first bytes or by name, and says what to do with each kind.

A player may have hands in them, so they are named; nothing here opens one.
"""

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from badugi_hh.history.archives import find_format
from badugi_hh.history.hand_starts import find_hand_starts, find_room
from badugi_hh.history.summary_lines import is_summary_header


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its name for one and for several, what to do, its suffixes, and how its files begin."""

    one: str
    many: str
    advice: str
    suffixes: tuple[str, ...]
    beginning: re.Pattern[bytes]


_COPY = "select the text of the hands, paste it into a .txt file and import that"
_SAVE = "open it, save it as plain text (.txt) and import that"
_UNPACK = "unpack it and name the folder"
_TAGS = b"html|head|body|meta|title|style|script|div|span|pre|table|center|font|p|br"
_OFFICE = re.compile(rb"(?s)\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|PK\x03\x04")

KINDS = (
    FileKind(
        "a web page",
        "web pages",
        _COPY,
        (".html", ".htm", ".xhtml", ".mht", ".mhtml"),
        re.compile(
            rb"(?i)<!doctype html|<!--|<\?xml[^>]*>\s*<(?:!doctype )?html|<(?:%b)[\s/>]|from: <saved by"
            % _TAGS
        ),
    ),
    FileKind("a document in rich text", "documents in rich text", _SAVE, (".rtf",), re.compile(rb"\{\\rtf")),
    FileKind("a PDF document", "PDF documents", _COPY, (".pdf",), re.compile(rb"%PDF-")),
    FileKind(
        "an office document", "office documents", _SAVE, (".docx", ".doc", ".odt", ".xlsx", ".xls"), _OFFICE
    ),
    FileKind(
        "a mail of Outlook",
        "mails of Outlook",
        "save it as .eml, or as plain text (.txt), and import that",
        (".msg", ".pst"),
        re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|!BDN"),
    ),
    FileKind(
        "a picture",
        "pictures",
        "save the text of the hands, which the client writes into .txt files",
        (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp"),
        re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|(?s:BM.{4}\0{4})|(?s:RIFF.{4}WEBP)"),
    ),
    FileKind("a RAR archive", "RAR archives", _UNPACK, (".rar",), re.compile(rb"Rar!\x1a\x07")),
    FileKind("a 7-Zip archive", "7-Zip archives", _UNPACK, (".7z",), re.compile(rb"7z\xbc\xaf\x27\x1c")),
    FileKind(
        "an archive",
        "archives of other kinds",
        _UNPACK,
        (".tar", ".tgz", ".bz2", ".xz"),
        re.compile(rb"(?s)BZh[1-9]1AY&SY|\xfd7zXZ\x00|[^\x00].{256}ustar"),
    ),
)
HEAD = 8192
"""The number of bytes that are examined to recognize a file: some hands."""

_PAGE = KINDS[0]
_BY_SUFFIX = {suffix: kind for kind in KINDS for suffix in kind.suffixes}
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_IN_PAGE = re.compile(r"(?i)<br|</[a-z]|&(?:#x?[0-9a-f]+|[a-z]+);")
_PACKED = b"PK\x03\x04"


def find_kind(name: str) -> FileKind | None:
    """Return the kind of a file by its suffix; None if it has none of these."""
    return _BY_SUFFIX.get(PurePath(name).suffix.lower())


def explain_nothing(path: str, skipped: Iterable[str], suffixes: Sequence[str]) -> str:
    """Return why no history is in a folder with files of these suffixes, or in an archive or a file of mails, which have none.

    `skipped` are the names of its files.
    """
    for name in skipped:
        if (kind := find_kind(name)) is not None:
            return f"there is no history in {path}: {name} is {kind.one}; {kind.advice}"
    if suffixes:
        *most, last = suffixes
        return f"no {', '.join(most)} or {last} file lies in {path}; name a folder of hand histories"
    if path.lower().endswith(".zip"):
        return f"no .txt file lies in {path}; unpack it first if its histories are in archives within it"
    return f"no mail in {path} has a hand history; name a file with the mails that have one"


def explain_document(name: str, head: bytes) -> str | None:
    """Return what a file with these first bytes is and what to do, None if it may be a history.

    The suffix counts only where files of two kinds begin alike, and where hands as the client writes them lie below a tag or
    a comment: by another name than that of a web page such a file is a history.
    """
    begun = _first_characters(head)
    kinds = [kind for kind in KINDS if kind.beginning.match(begun)]
    named = find_kind(name)
    if begun.startswith(b"<") and named is not _PAGE and _has_plain_hand(begun):
        return None
    if named in kinds:
        kinds = [named]
    elif begun.startswith(_PACKED):
        kinds = []  # any file that is packed like a .zip
    if not kinds and name.lower().endswith(".txt") and (form := find_format(begun)) is not None:
        return f"{name} is a {form} archive; give it the ending {form}"
    return f"{name} is {kinds[0].one}; {kinds[0].advice}" if kinds else None


def begins_history(head: bytes) -> bool:
    """Return whether a file with these first bytes has a header of a hand or of a summary in its first lines."""
    lines = _first_characters(head).decode("utf-8", "replace").splitlines()
    return any(find_room(line) is not None or is_summary_header(line) for line in lines)


def _has_plain_hand(begun: bytes) -> bool:
    """Return whether the first hand begins at the start of a line, and no tag or entity of HTML follows."""
    lines = begun.decode("utf-8", "replace").splitlines()
    starts = ((number, find_hand_starts(line)) for number, line in enumerate(lines))
    number, offsets = next(((number, found) for number, found in starts if found), (0, []))
    return offsets[:1] == [0] and not any(map(_IN_PAGE.search, lines[number:]))


def _first_characters(head: bytes) -> bytes:
    """Return the first bytes without blanks before them, those of UTF-16 as UTF-8."""
    head = head[:HEAD]
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            head = head.decode(encoding, "replace").encode("utf-8", "replace")
    return head.removeprefix(codecs.BOM_UTF8).lstrip()

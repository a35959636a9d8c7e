"""Decodes bytes to text: UTF-8 or UTF-16, with or without a byte order mark, and cp1252 otherwise.

No byte is dropped. A byte that is not valid UTF-8 becomes one cp1252 character, so that a name cut in the middle of a
character damages only that name. Zero bytes are kept as characters, because a crash can leave them among valid text. Half a
character at the end of UTF-16 becomes a line of its own below blank ones, so that it is no part of a hand.
Data that are not text are rejected, with the reason.

What copying does to a hand is undone for parsing: curly quotation marks and no-break blanks in the places where the client writes
others, but not in names and chat. Every character keeps its place, so that carets point at the right one.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain, repeat

SAMPLE = 65_536
"""The number of characters that are examined to distinguish text from other data."""

MOST_CONTROLS = 0.05
"""The share of control characters above which data are not text; random bytes have more than twice as many."""

LEAST_PLAIN = 0.5
"""The share of printable ASCII characters above which data are UTF-16 without a mark; random bytes have a thousandth."""

_HEAD = 4 * (SAMPLE + 1)  # bytes that contain at least SAMPLE characters in any encoding
_FIRST = 8192  # bytes, some hands
_ZEROS = re.compile("\0+")
_CONTROLS = bytes([*range(9), 11, *range(14, 32), 127])
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_NOT_PLAIN = re.compile(r"[^\t\r\n -~]+")
_AS_CP1252 = "badugi_hh.as_cp1252"
_APART = "badugi_hh.half_a_character_apart"
# The five bytes that cp1252 does not define map to the characters of the same number, as in browsers.
_CP1252 = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]
_BLANKS = "\u00a0\u2007\u202f"
_TYPOGRAPHIC = f"{_BLANKS}\u2018\u2019\u201c\u201d"
_TABLE = re.compile(
    "^([ \t]*Table )['\u2018\u2019]([^\n]*)['\u2018\u2019](?= [^\n]*Seat #[0-9]+ is the button)", re.MULTILINE
)
_SAID = re.compile('( said, )["\u201c\u201d]([^\n]*)["\u201c\u201d](?=[ \t]*$)', re.MULTILINE)
_NOT = re.compile("(?<=doesn)\u2019(?=t show hand)|(?<=didn)\u2019(?=t bet)")
_CLUB = re.compile(r"\{[^}\n]*\}")
_SEAT = re.compile(r"^Seat [0-9]{1,3}: ([^\n]+) \(\S+(?: in chips)?[,)]", re.MULTILINE)
_MOST_NAMES = 100  # no table has more


class NotTextError(ValueError):
    """The bytes are not text; the message has the reason."""


def find_encoding(pieces: Iterable[bytes]) -> str:
    """Return the encoding of a file's bytes, for `decode`; reads all pieces of a text, and the first ones of other data.

    Raises:
        NotTextError: the bytes are not text.
    """
    rest = iter(pieces)
    head = b""
    for piece in rest:
        head += piece
        if len(head) >= _HEAD:
            break
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise NotTextError("the file starts with the byte order mark of UTF-32, which no client writes")
    marked = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    encoding = marked or _find_utf16(head) or "utf-8"
    sample = "".join(decode([head], encoding))[:SAMPLE]
    if "\0" in sample:
        sample = _ZEROS.sub("\0", sample)  # any number of adjacent zeros counts as one
    encoded = sample.encode()
    controls = len(encoded) - len(encoded.translate(None, _CONTROLS))
    if controls > MOST_CONTROLS * len(sample):
        if encoding == "utf-8" and 0 in head:
            raise NotTextError(f"byte {head.find(0)} is zero, and the file is not UTF-16")
        raise NotTextError(f"{controls} of its first {len(sample)} characters are control characters")
    for _ in rest:
        pass
    return encoding


def _find_utf16(head: bytes) -> str | None:
    """Return the byte order of UTF-16 without a mark by the text in it, None for other data."""
    first = head[: min(_FIRST, len(head) // 2 * 2)]
    little = first[1::2].count(0) > first[::2].count(0)
    encoding = "utf-16-le" if little else "utf-16-be"
    sample = _ZEROS.sub("\0", "".join(decode([first], encoding)))
    return encoding if len(_NOT_PLAIN.sub("", sample)) > LEAST_PLAIN * len(sample) else None


def decode(pieces: Iterable[bytes], encoding: str) -> Iterator[str]:
    """Yield the text of a file's bytes, without its byte order mark.

    The pieces may end within a character.
    """
    errors = _AS_CP1252 if encoding == "utf-8" else _APART
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    first = True
    for piece, last in chain(zip(pieces, repeat(False), strict=False), [(b"", True)]):
        if text := decoder.decode(piece, last):
            yield text.removeprefix("\ufeff") if first else text
            first = False


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Return the cp1252 characters of bytes that are not valid UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join([_CP1252[byte] for byte in wrong]), error.end


def _half_apart(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement of a half of a surrogate pair in UTF-16, and of half a character at the end."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd" if error.end - error.start > 1 else "\n\n\n\ufffd", error.end


codecs.register_error(_AS_CP1252, _as_cp1252)
codecs.register_error(_APART, _half_apart)


def unbroken(text: str) -> str:
    """Return a text with blanks in place of no-break blanks, of the same length."""
    if text.isascii():
        return text
    for blank in _BLANKS:  # faster than `translate`, which looks at each character
        text = text.replace(blank, " ")
    return text


def straighten(text: str) -> str:
    """Return the text of a hand with the marks and blanks that the client writes."""
    if not _is_marked(text):
        return text
    plain = unbroken(text)
    plain = _TABLE.sub(r"\1'\2'", plain)
    plain = _NOT.sub("'", _SAID.sub(r'\1"\2"', plain))
    spans = [match.span(2) for pattern in (_TABLE, _SAID) for match in pattern.finditer(plain)]
    spans += [club.span() for club in _CLUB.finditer(plain, 0, plain.find("\n"))]
    seats = list(_SEAT.finditer(plain))[:_MOST_NAMES]
    names = {text[seat.start(1) : seat.end(1)] for seat in seats}
    if marked := sorted(filter(_is_marked, names), key=len, reverse=True):
        spans += [name.span() for name in re.finditer("|".join(map(re.escape, marked)), text)]
    characters = list(plain)
    for start, end in spans:
        characters[start:end] = text[start:end]
    return "".join(characters)


def _is_marked(text: str) -> bool:
    """Return whether a text has one of the marks or blanks; a search for each is faster than one for all."""
    return not text.isascii() and any(mark in text for mark in _TYPOGRAPHIC)

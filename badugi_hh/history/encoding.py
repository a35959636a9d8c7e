"""Bytes to text: UTF-8 and UTF-16, each with or without a byte order mark, and cp1252 where a file is neither.

No byte is dropped: a byte that is no UTF-8 is one cp1252 character, so a name cut in the middle costs nothing but that
name. Zero bytes stay as characters: a crash leaves them in the place of text, and what stands around them is whole.
What is not text at all is refused, with the reason.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain

SAMPLE = 65_536
"""How many characters are looked at to tell text from other data."""

MOST_CONTROLS = 0.05
"""The share of control characters from which on data is no text; random bytes have more than twice as many."""

_HEAD = 4 * (SAMPLE + 1)  # bytes that hold so many characters, whatever the encoding
_ZEROS = re.compile("\0+")
_CONTROLS = frozenset(map(chr, [*range(9), 11, *range(14, 32), 127]))
_AS_CP1252 = "badugi_hh.as_cp1252"
# The five bytes that cp1252 leaves open stand for themselves, as in browsers.
_CP1252 = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]


class NotTextError(ValueError):
    """The bytes are not text; the message says by what that is seen."""


def find_encoding(pieces: Iterable[bytes]) -> str:
    """Return the encoding of a file's bytes, for `decode`; they are looked at to the end.

    Raises:
        NotTextError: the bytes are no text.
    """
    rest = iter(pieces)
    head = b""
    for piece in rest:
        head += piece
        if len(head) >= _HEAD:
            break
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise NotTextError("the file begins with the mark of UTF-32, which no client writes")
    encoding = _utf16(head) or "utf-8"
    for _ in rest:
        pass
    # However many zeros stand in a row, they are one damage.
    sample = _ZEROS.sub("\0", "".join(decode([head], encoding))[:SAMPLE])
    controls = sum(map(sample.count, _CONTROLS))
    if controls > MOST_CONTROLS * len(sample):
        if encoding == "utf-8" and 0 in head:
            raise NotTextError(f"byte {head.find(0)} is zero, and the file is not UTF-16")
        raise NotTextError(f"{controls} of its first {len(sample)} characters are control characters")
    return encoding


def decode(pieces: Iterable[bytes], encoding: str) -> Iterator[str]:
    """Yield the text of a file's bytes, without its byte order mark; the pieces may end within a character."""
    errors = _AS_CP1252 if encoding == "utf-8" else "replace"  # of UTF-16, half a last character
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    first = True
    for piece, last in chain(((piece, False) for piece in pieces), [(b"", True)]):
        if text := decoder.decode(piece, last):
            yield text.removeprefix("\ufeff") if first else text
            first = False


def _utf16(data: bytes) -> str | None:
    """Return the kind of UTF-16 that the data are, by their mark or by where their zero bytes stand."""
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    sample = data[: 2 * SAMPLE].rstrip(b"\0")  # zeros at the end can be those of a crash
    if 0 not in sample:
        return None
    # Digits, blanks and line ends have a zero half in any language; the other half is hardly ever zero.
    low, high = sample[0::2].count(0), sample[1::2].count(0)
    if max(low, high) < len(sample) / 20 or min(low, high) > max(low, high) / 20:
        return None
    return "utf-16-le" if high > low else "utf-16-be"


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Give the cp1252 characters of bytes that are no UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join([_CP1252[byte] for byte in wrong]), error.end


codecs.register_error(_AS_CP1252, _as_cp1252)

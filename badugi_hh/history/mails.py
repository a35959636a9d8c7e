"""Reads saved mails: a `.eml`, and the mails of a `.mbox`, as the text and the attachments that may hold hands.

The encoding of a mail is undone, and HTML becomes text; nothing else is changed, and no hand is parsed. Of a `.mbox`, one
mail at a time is in memory.
"""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from enum import Enum
from html.parser import HTMLParser
from pathlib import PurePath, PureWindowsPath
from quopri import decodestring

from badugi_hh.history.archives import PIECE, UNREADABLE, ArchiveError, Stream
from badugi_hh.history.documents import HEAD, explain_document
from badugi_hh.history.encoding import decode

_SAMPLE = 65_536  # bytes of a mail that show whether its text is encoded
_BLANKS = b" \t\r\n\xef\xbb\xbf"
_LINE = rb"[^\r\n]*(?:\r\n|[\r\n]|\Z)"
_FIELD = re.compile(rb"([!-9;-~]+):" + _LINE + rb"(?:[ \t]+\S" + _LINE + rb")*")
_SENT = re.compile(rb"From " + _LINE)  # the line above each mail of a .mbox
_DATED = re.compile(rb"From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]{1,2} [0-9:]{5,8} ")
_QUOTED_PRINTABLE = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
_NEXT = re.compile(rb"(?:(?<=\n\n)|(?<=\n\r\n))From ")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_USUAL = frozenset(
    b"from to subject date mime-version content-type received return-path delivered-to message-id".split()
)
_OF_LIBRARY = (AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What the library raises for header fields or HTML that make no sense."""

_CHARSETS = {"iso-8859-1": "cp1252", "us-ascii": "utf-8"}  # what senders and browsers mean by these names


@dataclass(frozen=True, slots=True)
class MailPart:
    """An attachment, or the text of a mail in UTF-8, whose `name` is empty.

    `damage` is the reason why it cannot be read, and what to do; it is empty for a part that can.
    """

    name: str
    data: bytes
    damage: str = ""


class MailForm(Enum):
    """The form of a file of mails."""

    MAIL = ".eml"
    BOX = ".mbox"


def find_form(name: str, opener: Callable[[], Stream]) -> MailForm | None:
    """Return the form of a file of mails by its suffix or else its first lines, None for another file.

    What a browser saves like a mail is a web page. Without the suffix, one mail counts only if its text is encoded: what
    merely begins like a mail is read as text, with all its lines.
    """
    try:
        with closing(opener()) as stream:
            head = stream.read(HEAD)
            if is_mail(head):
                head += stream.read(_SAMPLE)
    except UNREADABLE:
        head = b""
    if explain_document(name, head) is not None:
        return None
    suffix = PurePath(name).suffix.lower()
    if suffix in {form.value for form in MailForm}:
        return MailForm(suffix)
    if not is_mail(head):
        return None
    mail = head.lstrip(_BLANKS)
    if _DATED.match(mail):
        return MailForm.BOX
    return MailForm.MAIL if _is_encoded(mail) else None


def _is_encoded(mail: bytes) -> bool:
    """Return whether the first bytes of a mail state an encoding, parts or HTML, and the text below is written so."""
    try:
        message = message_from_bytes(mail)
        encoding = str(message.get("Content-Transfer-Encoding", "")).strip().lower()
        kind = message.get_content_type()
    except _OF_LIBRARY:
        return False
    if kind.startswith("multipart/"):
        return message.is_multipart()
    text = re.split(rb"\r\n\r\n|\n\n|\r\r", mail, maxsplit=1)[-1].strip()
    if encoding == "quoted-printable":
        return _QUOTED_PRINTABLE.search(text) is not None
    if encoding == "base64":
        lines = [line for line in map(bytes.strip, text.splitlines()) if line]
        return 2 * sum(_BASE64.fullmatch(line) is not None for line in lines) > len(lines)
    return kind == "text/html" and text.startswith(b"<")


def is_mail(head: bytes) -> bool:
    """Return whether a file of these first bytes is a saved mail or a `.mbox`.

    It begins with header fields, of which at least two are usual in mails.
    """
    head = head[:HEAD].lstrip(_BLANKS)
    above = _SENT.match(head)
    at, fields = above.end() if above else 0, set[bytes]()
    while field := _FIELD.match(head, at):
        fields.add(field[1].lower())
        at = field.end()
    return len(fields & _USUAL) > 1


def read_mails(stream: Stream, largest: int, *, in_box: bool) -> Iterator[list[MailPart]]:
    """Yield the parts of each mail of a file: its text, if it has one, and its attachments.

    Raises:
        ArchiveError: a mail has more than `largest` bytes.
    """
    for data in split_box(stream, largest) if in_box else [stream.read(largest + 1)]:
        if len(data) > largest:
            raise ArchiveError(f"it has a mail of more than {largest // 1024**2} MiB; remove that mail")
        yield read_mail(data)


def split_box(box: Stream, largest: int) -> Iterator[bytes]:
    """Yield each mail of a `.mbox`, or the beginning of the first one of more than `largest` bytes.

    A mail begins with a line `From …` below a blank line.
    """
    rest, scanned = bytearray(), 0
    while scanned <= largest and (piece := box.read(PIECE)):
        rest += piece
        done = 0
        for begin in [found.start() for found in _NEXT.finditer(rest, max(scanned - 8, 1))]:
            yield bytes(rest[done:begin])
            done = begin
        del rest[:done]
        scanned = len(rest)
    if rest:
        yield bytes(rest)


def read_mail(data: bytes) -> list[MailPart]:
    """Return the text of a mail, if it has one, and its attachments in order, each with a name of its own."""
    data = data.lstrip(_BLANKS)
    if _SENT.match(data):  # the line above a mail in a `.mbox`
        data = _QUOTED.sub(rb"\1", data)
    parts: list[MailPart] = []
    text = ""
    try:
        text = _read_text(message_from_bytes(data), parts)
    except _OF_LIBRARY:
        parts.append(MailPart("", b"", "its header fields or its HTML are damaged; save the mail again"))
    body = [part for part in parts if not part.name][:1]  # damaged
    if text.strip() and not body:
        body = [MailPart("", text.encode("utf-8", "surrogatepass"))]
    parts = [part for part in parts if part.name]
    names = Counter[str]()
    for place, part in enumerate(parts):
        names[part.name] += 1
        if (number := names[part.name]) > 1:
            path = PurePath(part.name)
            parts[place] = replace(part, name=f"{path.stem} ({number}){path.suffix}")
    return [*body, *parts]


def _read_text(message: Message, parts: list[MailPart]) -> str:
    """Return the text of a message and of those within it, with a blank line between them.

    Attachments are added to `parts`, and so is a damaged text.
    """
    if message.is_multipart():
        texts = [_read_text(each, parts) for each in message.get_payload() if isinstance(each, Message)]
        texts = [text for text in texts if text.strip()]
        if message.get_content_type() == "multipart/alternative" and texts:
            return _select(texts[0], texts[-1])
        return "\n\n".join(texts)
    name = _file_name(message)
    # A multipart without parts is damaged.
    if not name and message.get_content_maintype() not in {"text", "multipart"}:
        return ""
    try:
        data = _decode(message)
    except ArchiveError as error:
        parts.append(MailPart(name, b"", str(error)))
        return ""
    if name:
        parts.append(MailPart(name, data))
        return ""
    text = _to_text(data, message)
    if message.get_content_subtype() == "html":
        try:
            return read_html(text)
        except ArchiveError as error:
            parts.append(MailPart("", b"", str(error)))
            return ""
    if str(message.get_param("format", "")).lower() == "flowed":
        return _join_flowed(text, delete=str(message.get_param("delsp", "")).lower() == "yes")
    return text


def _select(plain: str, rich: str) -> str:
    """Return one of two alternatives: the first, or the second if it has the same words in fewer lines.

    Programs that send both wrap the lines of the first.
    """
    lines = [sum(map(bool, map(str.strip, text.splitlines()))) for text in (plain, rich)]
    return rich if lines[1] < lines[0] and plain.split() == rich.split() else plain


def _file_name(message: Message) -> str:
    """Return the name of an attachment without folders; it is empty for a text of the mail."""
    name = message.get_filename() or ""
    with suppress(HeaderParseError, LookupError, UnicodeError):
        name = str(make_header(decode_header(name)))
    return "".join(filter(str.isprintable, PureWindowsPath(name).name))


def _decode(message: Message) -> bytes:
    """Return the bytes that a message without parts has encoded.

    Raises:
        ArchiveError: they are damaged.
    """
    encoding = str(message.get("Content-Transfer-Encoding", "")).strip().lower()
    del message["Content-Transfer-Encoding"]  # then the library returns the bytes as they are
    data = message.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    if encoding == "quoted-printable":
        return decodestring(data)
    if encoding == "base64":
        try:
            return b64decode(b"".join(data.split()), validate=True)
        except Base64Error as error:
            raise ArchiveError("its base64 text is damaged; save the mail again") from error
    return data


def _to_text(data: bytes, message: Message) -> str:
    """Return text by the character set that the message states, or like that of a file if it is not in this one."""
    stated = str(message.get_content_charset() or "").lower()
    try:
        text = data.decode(_CHARSETS.get(stated, stated or "utf-8"))
    except (LookupError, UnicodeError):
        text = "".join(decode([data], "utf-8"))
    return text.replace("\r\n", "\n")


def _join_flowed(text: str, *, delete: bool) -> str:
    """Return a text of `format=flowed` with the lines that its writer had (RFC 3676): one that ends with a blank goes on.

    With `delete`, the blank was added.
    """
    lines: list[str] = []
    goes_on = None  # the quotation marks before a line that goes on
    for line in text.split("\n"):
        content = line.lstrip(">")
        marks = line[: len(line) - len(content)]
        content = content.removeprefix(" ")
        if goes_on == marks:
            lines[-1] += content
        else:
            lines.append(f"{marks} {content}" if marks else content)
        goes_on = marks if content.endswith(" ") and content != "-- " else None
        if goes_on is not None and delete:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def read_html(html: str) -> str:
    """Return the text of HTML with the lines that a browser shows.

    Raises:
        ArchiveError: it is too large, or ends within a tag or a script.
    """
    if len(html) > LARGEST_HTML:
        size = LARGEST_HTML // 1024**2
        raise ArchiveError(f"its HTML is larger than {size} MiB; copy the hands into a .txt file")
    reader = _HtmlReader()
    reader.feed(html)
    if len(reader.rawdata) > _LONGEST_REST:  # the library would examine it once for each `<` in it
        raise ArchiveError("its HTML ends within a tag or a script; copy the hands into a .txt file")
    reader.close()
    return reader.text()


LARGEST_HTML = 16 * 1024 * 1024
"""The largest number of characters of HTML that is read; larger HTML is refused."""

_LONGEST_REST = 4096
_LINES = re.compile(
    "address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|footer|form|h[1-6]|header|hr|html|li|main"
    "|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul"
)
_CELLS = frozenset({"td", "th"})
_HIDDEN = frozenset({"head", "script", "style", "title"})
_SPACE = re.compile(r"[ \t\r\n\f]+")


class _HtmlReader(HTMLParser):
    """Collects the lines of a page: an element of `_LINES` and `<br>` end a line, other space is one blank."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []  # the pieces of the last line
        self._has_words = False  # whether one of these pieces is not blank
        self._hidden = 0
        self._as_written = 0  # the number of open <pre>

    def text(self) -> str:
        """Return the lines."""
        return "\n".join([*self._lines, "".join(self._line)])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 -- of HTMLParser
        """Begin a line, or hide what follows."""
        self._hidden = 0 if tag == "body" else self._hidden + (tag in _HIDDEN)  # </head> may be missing
        self._as_written += tag == "pre"
        if tag == "br":
            self._end_line()
        else:
            self._separate(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a line, or show what follows."""
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        self._as_written = max(0, self._as_written - (tag == "pre"))
        self._separate(tag)

    def handle_data(self, data: str) -> None:
        """Add text."""
        if self._hidden:
            return
        if self._as_written:
            first, *others = re.split(r"\r\n|\r|\n", data)
            self._add(first)
            for line in others:
                self._end_line()
                self._add(line)
            return
        text = _SPACE.sub(" ", data)
        if not self._line or self._line[-1].endswith(" "):
            text = text.removeprefix(" ")
        self._add(text)

    def _add(self, text: str) -> None:
        if text:
            self._line.append(text)
            self._has_words = self._has_words or not text.isspace()

    def _end_line(self) -> None:
        self._lines.append("".join(self._line))
        self._line, self._has_words = [], False

    def _separate(self, tag: str) -> None:
        """End a line or a cell of a table with words."""
        if self._has_words and _LINES.fullmatch(tag):
            self._end_line()
        elif self._has_words and tag in _CELLS:
            self._add(" ")

"""Documents and archives that are not read are one line that says what they are and what to do, not a problem for each hand."""

from pathlib import Path

import pytest
from support.commands import run
from support.histories import HAND
from support.two_views import ANN

from badugi_hh.history.source import InputError, find_sources, read_blocks

COPY = "select the text of the hands, paste it into a .txt file and import that"
SAVE = "open it, save it as plain text (.txt) and import that"
UNPACK = "unpack it and name the folder"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99


def reason(path, data):
    """What is said of a file, None if it is read."""
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    (source,) = find_sources([path])
    try:
        read_blocks(source)
    except InputError as error:
        return str(error).removeprefix(f"{path} is ")
    return None


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("a.html", f"<!DOCTYPE html>\n<html><pre>{ANN}</pre></html>", f"a web page; {COPY}"),
        ("a.txt", f'<div class="post">{ANN}</div>', f"a web page; {COPY}"),
        ("a.txt", f"<html>{ANN}".encode("utf-16"), f"a web page; {COPY}"),
        ("a.txt", f"<pre>\n{ANN}</pre>", f"a web page; {COPY}"),
        ("a.txt", f"<html><body>\n{ANN}".replace("\n", "<br>\n"), f"a web page; {COPY}"),
        ("a.txt", f"<html><pre>{ANN}\n\n{ANN}", f"a web page; {COPY}"),
        ("a.xhtml", f'<?xml version="1.0"?>\n<!DOCTYPE html>{ANN}', f"a web page; {COPY}"),
        ("a.mhtml", f"From: <Saved by Any Browser>\nSubject: a\n\n{ANN}", f"a web page; {COPY}"),
        ("a.txt", r"{\rtf1\ansi " + ANN, f"a document in rich text; {SAVE}"),
        ("a.pdf", b"%PDF-1.7\n\xe2\xe3\xcf\xd3", f"a PDF document; {COPY}"),
        ("a.doc", OLE, f"an office document; {SAVE}"),
        ("a.msg", OLE, "a mail of Outlook; save it as .eml, or as plain text (.txt), and import that"),
        ("a.docx", b"PK\x03\x04\x14\0", f"an office document; {SAVE}"),
        ("a.rar", b"Rar!\x1a\x07\x01\0", f"a RAR archive; {UNPACK}"),
        ("a.txt", b"7z\xbc\xaf\x27\x1c\0\x04", f"a 7-Zip archive; {UNPACK}"),
        ("a.tar", b"a.txt".ljust(257, b"\0") + b"ustar\x0000", f"an archive; {UNPACK}"),
    ],
)
@pytest.mark.quick
def test_a_document_is_one_line(tmp_path, name, data, what):
    assert reason(tmp_path / name, data) == what


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.html", ANN),
        ("a.txt", ANN.replace("Ann", "<html>")),
        ("a.txt", f"<brown> said hello\n{ANN}"),
        ("a.txt", f"<html><body>\n> {ANN}"),
        ("a.txt", f"<!-- exported by a tool -->\n\n{ANN}"),
        ("a.txt", f"<!-- exported by a tool -->\r\n{ANN}".encode("utf-16")),
        ("a.txt", "Rar!"),
    ],
)
def test_text_is_read_whatever_its_name(tmp_path, name, data):
    assert reason(tmp_path / name, data) is None


@pytest.mark.parametrize("above", ["<pre>", "<!-- exported by a tool -->"])
def test_hands_below_a_tag_are_read(tmp_path, above):
    path = tmp_path / "a.txt"
    path.write_text(f"{above}\n{ANN}", encoding="utf-8")
    (source,) = find_sources([path])
    (block,), (stray,) = read_blocks(source)
    assert (block.text, block.line, stray.code.id, stray.place.line) == (ANN.rstrip("\n"), 2, "T03", 1)


@pytest.mark.parametrize("command", [["import", "--no-prices", "--db"], ["validate"]])
def test_a_document_alone_exits_with_2_and_beside_hands_is_listed(tmp_path, command):
    command = [*command, tmp_path / "hands.duckdb"] if command[-1] == "--db" else command
    page, hands = tmp_path / "in" / "a.html", tmp_path / "in" / "b.txt"
    page.parent.mkdir()
    page.write_text(f"<html>{ANN}", encoding="utf-8")
    line = f"badugi-hh: {page} is a web page; {COPY}\n"
    done = run(*command, page)
    assert (done.exit_code, done.stderr.endswith(line)) == (2, True)
    done = run(*command, page.parent)
    assert (done.exit_code, done.stderr) == (
        2,
        f"badugi-hh: there is no history in {page.parent}: {page} is a web page; {COPY}\n",
    )
    hands.write_text(ANN, encoding="utf-8")
    done = run(*command, page.parent)
    assert done.exit_code == 0
    assert f"1 file that is a web page skipped, {page}: {COPY}\n" in done.stderr
    done = run(*command, page, hands)
    assert (done.exit_code, done.stderr.endswith(line)) == (2, True)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("hands.log", "utf-8-sig"), ("hands.csv", "utf-16"), ("hands", "utf-8"), ("hands.doc", "utf-8")],
)
def test_hands_in_a_folder_are_found_under_any_name(tmp_path, name, encoding):
    """They were skipped, and a folder of them was no history."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text(HAND, encoding=encoding)
    (tmp_path / "in" / "notes.md").write_text("PokerStars is a room", encoding="utf-8")
    skipped = []
    (source,) = find_sources([tmp_path / "in"], skipped)
    assert [block.text for block in read_blocks(source)[0]] == [HAND.rstrip()]
    assert [Path(each).name for each in skipped] == ["notes.md"]

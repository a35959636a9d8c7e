"""Saved mails are read as the text that their sender wrote and the files that are attached to them."""

import gzip
import io
import zipfile
from base64 import encodebytes

import pytest
from support.two_views import ANN

from badugi_hh import problems as codes
from badugi_hh.history.mails import read_html, split_box
from badugi_hh.history.source import InputError, find_sources, read_blocks

HEADS = "From: Ann <ann@example.org>\nTo: bob@example.org\nSubject: hands\nMIME-Version: 1.0\n"
HAND = ANN.rstrip("\n")
OTHER = HAND.replace("001:", "002:")
NAMED = HAND.replace("Ann", "Zoë €")


def mail(text, *fields, heads=HEADS):
    return (heads + "".join(f"{field}\n" for field in fields) + "\n").encode() + (
        text if isinstance(text, bytes) else text.encode()
    )


def many(kind, *parts):
    """A mail of several parts, each with its fields and its text."""
    body = b"".join(b"--cut\n" + mail(text, *fields, heads="") + b"\n" for *fields, text in parts)
    return mail(body + b"--cut--\n", f'Content-Type: multipart/{kind}; boundary="cut"')


def attached(name, data, kind="application/octet-stream"):
    return (
        f'Content-Type: {kind}; name="{name}"',
        f'Content-Disposition: attachment; filename="{name}"',
        "Content-Transfer-Encoding: base64",
        encodebytes(data),
    )


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.txt", text)
    return file.getvalue()


def found(path, data):
    """The hands of each source in a file."""
    path.write_bytes(data)
    return {
        source.name.removeprefix(f"{path.parent}/"): [block.text for block in read_blocks(source)[0]]
        for source in find_sources([path])
    }


def quoted_printable(text, charset):
    from quopri import encodestring

    return encodestring(text.encode(charset))


PLAIN = "Content-Type: text/plain; charset={}".format
ENCODINGS = [
    (PLAIN("utf-8"), "8bit", NAMED.encode()),
    (PLAIN("windows-1252"), "quoted-printable", quoted_printable(NAMED, "cp1252")),
    (PLAIN("windows-1252"), "8bit", NAMED.encode("cp1252")),
    (PLAIN('"iso-8859-1"'), "8bit", NAMED.encode("cp1252")),
    (PLAIN("iso-8859-15"), "QUOTED-PRINTABLE ", quoted_printable(NAMED, "iso-8859-15")),
    (PLAIN("utf-8"), "base64", encodebytes(NAMED.encode())),
    (PLAIN("utf-16"), "Base64", encodebytes(NAMED.encode("utf-16"))),
    (PLAIN("x-unknown"), "8bit", NAMED.encode()),
    (PLAIN("utf-8"), "8bit", NAMED.encode("cp1252")),
    ("X-Any: without a type", "8bit", NAMED.encode("cp1252")),
]


@pytest.mark.parametrize(("kind", "encoding", "data"), ENCODINGS)
@pytest.mark.parametrize("name", ["a.eml", "a.txt"])
def test_a_mail_is_read_in_its_encoding(tmp_path, kind, encoding, data, name):
    sent = mail(data, kind, f"Content-Transfer-Encoding: {encoding}")
    assert found(tmp_path / name, sent) == {name: [NAMED]}
    assert found(tmp_path / name, sent.replace(b"\n", b"\r\n")) == {name: [NAMED]}


@pytest.mark.quick
def test_the_lines_are_those_of_the_decoded_text(tmp_path):
    path = tmp_path / "a.eml"
    path.write_bytes(
        mail(quoted_printable(f"two\nlines\n{HAND}", "utf-8"), "Content-Transfer-Encoding: quoted-printable")
    )
    (source,) = find_sources([path])
    (block,), (stray,) = read_blocks(source)
    assert (block.line, stray.code, stray.place.line) == (3, codes.STRAY_TEXT, 1)
    assert source.path == str(path)


def test_a_mail_on_standard_input_is_recognized():
    sent = many("mixed", (PLAIN("utf-8"), HAND))
    (source,) = find_sources(["-"], stdin=sent)
    blocks, problems = read_blocks(source)
    assert (source.name, [block.text for block in blocks], problems) == ("<stdin>", [HAND], [])
    (source,) = find_sources(["-"], stdin=many("mixed", attached("a.png", b"x")))
    with pytest.raises(InputError, match="there is no hand history in the mail of <stdin>"):
        read_blocks(source)


QUOTED = "Content-Transfer-Encoding: quoted-printable"
BASE64 = "Content-Transfer-Encoding: base64"
HTML = "Content-Type: text/html"
PARTS = 'Content-Type: multipart/mixed; boundary="cut"'
LIKE_MAILS = [
    "From: 2024/03/01\nTo: 2024/03/31\n\nHands of March\n\n",
    *(mail("", *fields).decode() for fields in [(), (HTML,), (BASE64,), (QUOTED,), (PARTS,), (HTML, QUOTED)]),
    mail("Hands\n\n", BASE64).decode(),
    f"From ann@example.org\n{mail('').decode()}",
]


@pytest.mark.parametrize("name", ["a.txt", "a.zip", "-"])
@pytest.mark.parametrize("head", LIKE_MAILS)
def test_a_text_that_begins_like_a_mail_keeps_its_lines(tmp_path, name, head):
    path, text = tmp_path / name, f"{head}{HAND}\n\n{OTHER}".encode()
    path.write_bytes(zipped(a=text) if name == "a.zip" else text)
    (source,) = find_sources(["-" if name == "-" else path], stdin=text)
    blocks, problems = read_blocks(source)
    assert [block.text for block in blocks] == [HAND, OTHER]
    assert blocks[0].line == head.count("\n") + 1
    assert {problem.code for problem in problems} == {codes.STRAY_TEXT}
    assert problems[0].place.line == 1


# --- several parts


def test_attachments_are_sources_of_their_own(tmp_path):
    data = many(
        "mixed",
        (PLAIN("utf-8"), f"see below\n\n{HAND}"),
        attached("HH1.txt", OTHER.encode("utf-16")),
        attached("..\\x/HH1.TXT", OTHER.encode()),
        attached("all.zip", zipped(b=OTHER, c=HAND)),
        attached("d.txt.gz", gzip.compress(HAND.encode())),
        attached("logo.png", b"\x89PNG"),
        attached("page.html", b"<html>"),
    )
    skipped = []
    path = tmp_path / "a.eml"
    assert found(path, data) == {
        "a.eml": [HAND], "a.eml/HH1.txt": [OTHER], "a.eml/HH1.TXT": [OTHER], "a.eml/all.zip/b.txt": [OTHER],
        "a.eml/all.zip/c.txt": [HAND], "a.eml/d.txt.gz": [HAND],
    }  # fmt: skip
    list(find_sources([path], skipped))
    assert skipped == [f"{path}/logo.png", f"{path}/page.html"]


def test_a_forwarded_mail_is_read(tmp_path):
    inner = mail(quoted_printable(HAND, "utf-8"), "Content-Transfer-Encoding: quoted-printable")
    data = many("mixed", (PLAIN("utf-8"), "look at this"), ("Content-Type: message/rfc822", inner))
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND]}


@pytest.mark.parametrize("plain", [HAND, ""])
def test_text_comes_before_html(tmp_path, plain):
    html = f"<html><body><pre>{HAND if not plain else 'other words'}</pre></body></html>"
    data = many("alternative", (PLAIN("utf-8"), plain), ("Content-Type: text/html", html))
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND]}


# --- HTML


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br>b<BR/>c", "a\nb\nc"),
        ("<p>a</p>\n\n<p>b</p>", "a\nb\n"),
        ("<div>a<div>b</div></div>c", "a\nb\nc"),
        ("<pre>a\n  b\r\nc</pre>d", "a\n  b\nc\nd"),
        ("a \n  b\t<i>c</i> d", "a b c d"),
        ("&lt;a&gt; &#x27;b&#39; &amp; c&nbsp;d &euro;", "<a> 'b' & c\xa0d €"),
        ("<head><title>t</title><style>s</style><body>a<script>x</script>", "a"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a  b \nc \n"),
        ("<!-- x -->a<o:p></o:p><!--[if mso]>y<![endif]-->", "a"),
        ("a < b", "a < b"),
    ],
)
def test_html_becomes_the_lines_of_a_browser(html, text):
    assert read_html(html) == text


# --- damage


def test_damaged_text_is_one_line_and_keeps_nothing_out(tmp_path):
    damaged = encodebytes(HAND.encode())[:-8]
    base64 = "Content-Transfer-Encoding: base64"
    data = many(
        "mixed",
        (PLAIN("utf-8"), base64, damaged),
        (*attached("b.txt", b"")[:3], damaged),
        attached("c.txt", HAND.encode()),
    )
    path = tmp_path / "a.eml"
    path.write_bytes(data)
    text, attachment, whole = find_sources([path])
    for source in (text, attachment):
        with pytest.raises(InputError) as raised:
            read_blocks(source)
        assert str(raised.value) == (
            f"{source.name} cannot be read: its base64 text is damaged; save the mail again"
        )
    assert [block.text for block in read_blocks(whole)[0]] == [HAND]


def test_a_damaged_archive_in_a_mail_is_named(tmp_path):
    path = tmp_path / "a.eml"
    path.write_bytes(many("mixed", attached("b.zip", zipped(b=HAND)[:-30])))
    (source,) = find_sources([path])
    with pytest.raises(InputError, match=r"a\.eml/b\.zip cannot be read: it is not a \.zip archive"):
        read_blocks(source)


# --- files of many mails


SENT = b"From ann@example.org Mon Jan  1 00:00:00 2024\n"


@pytest.mark.parametrize("name", ["a.mbox", "a.txt"])
def test_the_mails_of_a_box_with_hands_are_sources(tmp_path, name):
    boxed = [
        mail(HAND),
        mail("no hands here\n"),
        mail(OTHER.replace("Ann", "From Ann").replace("\nFrom Ann", "\n>From Ann")),
        many("mixed", (PLAIN("utf-8"), "see there"), attached("b.txt", HAND.encode())),
    ]
    path = tmp_path / name
    assert found(path, b"".join(SENT + each + b"\n\n" for each in boxed)) == {
        f"{name}/1": [HAND],
        f"{name}/3": [OTHER.replace("Ann", "From Ann")],
        f"{name}/4/b.txt": [HAND],
    }
    skipped = []
    list(find_sources([path], skipped))
    assert skipped == [f"{path} (1 of its mails without a hand history)"]


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
@pytest.mark.parametrize("size", [1, 2, 7, 4096])
def test_a_box_is_split_in_pieces_of_any_size(monkeypatch, newline, size):
    monkeypatch.setattr("badugi_hh.history.mails.PIECE", size)
    mails = [(SENT + each + b"\n").replace(b"\n", newline) for each in (b"a: b\n\nc\n", b"", b"From \n")]
    data = b"".join(mails)
    assert list(split_box(io.BytesIO(data), 1024)) == mails


def test_mails_in_a_folder_and_in_an_archive_count(tmp_path):
    folder = tmp_path / "mails"
    (folder / "Badugi.mbox").mkdir(parents=True)
    (folder / "a.EML").write_bytes(mail(HAND))
    (folder / "Badugi.mbox" / "mbox").write_bytes(SENT + mail(HAND))
    with zipfile.ZipFile(folder / "b.zip", "w") as archive:
        archive.writestr("c.eml", mail(OTHER))
        archive.writestr(
            "d.txt",
            mail(
                quoted_printable(NAMED, "cp1252"),
                PLAIN("cp1252"),
                "Content-Transfer-Encoding: quoted-printable",
            ),
        )
    sources = list(find_sources([folder]))
    assert {source.name.removeprefix(f"{folder}/"): read_blocks(source)[0][0].text for source in sources} == {
        "a.EML": HAND,
        "b.zip/c.eml": OTHER,
        "b.zip/d.txt": NAMED,
        "Badugi.mbox/mbox/1": HAND,
    }

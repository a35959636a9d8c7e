"""Saved mails are read as the text that their sender wrote and the files that are attached to them."""

import gzip
import io
import time
import timeit
import zipfile
from base64 import encodebytes

import pytest
from support.two_views import ANN

from badugi_hh import problems as codes
from badugi_hh.history import mails as mails_module
from badugi_hh.history import source as source_module
from badugi_hh.history.mails import Form, find_form, is_mail, read_html, read_mail, split_box
from badugi_hh.history.source import InputError, find_sources, read_blocks

HEADS = "From: Ann <ann@example.org>\nTo: bob@example.org\nSubject: hands\nMIME-Version: 1.0\n"
HAND = ANN.rstrip("\n")
OTHER = HAND.replace("001:", "002:")
NAMED = HAND.replace("Ann", "Zoë €")
WRAPPED = "\n".join(
    f"{line[:60]}\n{line[60:]}" if len(line) > 72 and line[59:61].isalnum() is False else line
    for line in HAND.split("\n")
)


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


@pytest.mark.parametrize("before", ["", "X-Long: " + "a" * 9000 + "\n"])
@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ((QUOTED,), "preface " * 300 + "\n\n" + HAND.replace(" - ", " =\n- ", 1)),
        ((BASE64,), encodebytes(HAND.encode()).decode() + "\n--\nA list\n"),
        ((HTML,), "\n<pre>" + HAND),
        ((PARTS,), f"--cut\n\n{HAND}\n--cut--"),
    ],
)
def test_a_text_that_is_an_encoded_mail_is_one(tmp_path, before, fields, text):
    data = mail(text, *fields, heads=HEADS + before)
    assert find_form("a.txt", lambda: io.BytesIO(data)) is Form.MAIL
    assert find_form("a.txt", lambda: io.BytesIO(data.replace(b"\n", b"\r\n"))) is Form.MAIL


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        ("From: a\nTo: b\n\n", True),
        ("\n\n\ufeffFrom: a\nTo: b\n\n", True),
        ("From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a\nDate: b\n\n", True),
        ("Delivered-To: a\r\nX-Any: b\r\n folded\r\n\tagain\r\nReceived: c\r\n", True),
        ("From: a\n\nTo: b\n", False),
        ("X-Any: a\nFrom: b\n\n", False),
        (f"{HAND}\nFrom: a\nTo: b\n\n", False),
        ("Ann said:\nFrom: a\nTo: b\n\n", False),
        ("", False),
    ],
)  # fmt: skip
def test_what_a_mail_begins_with(head, is_one):
    assert is_mail(head.encode()) is is_one


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
        "a.eml": [HAND],
        "a.eml/HH1.txt": [OTHER],
        "a.eml/HH1.TXT": [OTHER],
        "a.eml/all.zip/b.txt": [OTHER],
        "a.eml/all.zip/c.txt": [HAND],
        "a.eml/d.txt.gz": [HAND],
    }
    list(find_sources([path], skipped))
    assert skipped == [f"{path}/logo.png", f"{path}/page.html"]


def test_equal_names_are_numbered_and_encoded_names_are_read(tmp_path):
    data = many(
        "mixed",
        attached("HH.txt", HAND.encode()),
        attached("HH.txt", OTHER.encode()),
        attached("=?utf-8?B?SEjDqS50eHQ=?=", HAND.encode()),
    )
    assert found(tmp_path / "a.eml", data) == {
        "a.eml/HH.txt": [HAND],
        "a.eml/HH (2).txt": [OTHER],
        "a.eml/HHé.txt": [HAND],
    }


def test_a_forwarded_mail_is_read(tmp_path):
    inner = mail(quoted_printable(HAND, "utf-8"), "Content-Transfer-Encoding: quoted-printable")
    data = many("mixed", (PLAIN("utf-8"), "look at this"), ("Content-Type: message/rfc822", inner))
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND]}


@pytest.mark.parametrize("plain", [HAND, ""])
def test_text_comes_before_html(tmp_path, plain):
    html = f"<html><body><pre>{HAND if not plain else 'other words'}</pre></body></html>"
    data = many("alternative", (PLAIN("utf-8"), plain), ("Content-Type: text/html", html))
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND]}


def test_html_gives_the_lines_that_a_mail_program_wrapped(tmp_path):
    html = "".join(f"<div>{line}</div>" for line in HAND.replace("  ", " &nbsp;").split("\n"))
    assert WRAPPED.count("\n") > HAND.count("\n")
    data = many("alternative", (PLAIN("utf-8"), WRAPPED), ("Content-Type: text/html", html))
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND.replace("  ", " \xa0")]}


@pytest.mark.parametrize("delete", [False, True])
def test_lines_of_a_flowed_text_are_joined(delete):
    text = "one \ntwo\n> three \n> four\nfive \n\n-- \nsix\n from\n"
    (part,) = read_mail(
        mail(
            text, f"Content-Type: text/plain; charset=utf-8; format=flowed; delsp={'yes' if delete else 'no'}"
        )
    )
    between = "" if delete else " "
    lines = f"one{between}two\n> three{between}four\nfive{between}\n-- \nsix\nfrom\n"
    assert part.data.decode() == lines


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


def test_the_time_for_html_of_one_line_is_not_quadratic():
    def seconds(times):
        return timeit.timeit(
            lambda: read_html("<b>xxxxxxxxxx</b>" * times), timer=time.process_time, number=1
        )

    assert seconds(100_000) < 100 * max(seconds(3_000), seconds(3_000))


@pytest.mark.parametrize("piece", ["<a ", "<a/", "<a x='>' y=\"", "<!--", "<![if", "<script><"])
def test_html_that_ends_within_a_tag_is_one_line(tmp_path, piece):
    path = tmp_path / "a.eml"
    path.write_bytes(mail(f"<p>{HAND}" + piece * 20_000, "Content-Type: text/html"))
    (source,) = find_sources([path])
    with pytest.raises(
        InputError, match=r"a\.eml cannot be read: its HTML ends within a tag or a script; copy the hands"
    ):
        read_blocks(source)
    assert read_html(f"a{piece}").startswith("a")


def test_html_that_is_too_large_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(mails_module, "LARGEST_HTML", 1024**2)
    path = tmp_path / "a.eml"
    path.write_bytes(mail("<p>" + "x" * 1024**2, "Content-Type: text/html"))
    (source,) = find_sources([path])
    with pytest.raises(
        InputError, match=r"a\.eml cannot be read: its HTML is larger than 1 MiB; copy the hands into"
    ):
        read_blocks(source)


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


def test_damaged_header_fields_are_one_line_and_keep_nothing_out(tmp_path):
    path = tmp_path / "a.eml"
    fields = ("Content-Type: text/plain; name*0*=a; name*=b; name*1=c", "see there")
    path.write_bytes(many("mixed", attached("b.txt", HAND.encode()), fields))
    damaged, whole = find_sources([path])
    with pytest.raises(
        InputError, match=r"a\.eml cannot be read: its header fields or its HTML are damaged; save the mail"
    ):
        read_blocks(damaged)
    assert [block.text for block in read_blocks(whole)[0]] == [HAND]


@pytest.mark.parametrize("end", [b"", b"--cut\n"])
def test_a_mail_without_its_end_is_read(tmp_path, end):
    data = many("mixed", (PLAIN("utf-8"), HAND)).removesuffix(b"--cut--\n") + end
    assert found(tmp_path / "a.eml", data) == {"a.eml": [HAND]}
    assert found(tmp_path / "a.eml", mail(HAND, "Content-Type: multipart/mixed")) == {"a.eml": [HAND]}


def test_a_mail_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "LARGEST", 1024**2)
    large = mail(HAND + "\n" * 1024**2)
    for name, data in {"a.eml": large, "a.mbox": b"From a\n" + large}.items():
        path = tmp_path / name
        path.write_bytes(data)
        (source,) = find_sources([path])
        with pytest.raises(
            InputError, match="cannot be read: it has a mail of more than 1 MiB; remove that mail"
        ):
            read_blocks(source)


def test_a_mail_that_was_changed_meanwhile_is_one_line(tmp_path):
    paths = [tmp_path / "a.eml", tmp_path / "b.eml"]
    for path in paths:
        path.write_bytes(many("mixed", attached("b.txt", HAND.encode()), attached("c.txt", HAND.encode())))
    _, of_first, *_ = find_sources(paths)
    paths[0].write_bytes(mail(HAND))
    with pytest.raises(InputError, match=r"a\.eml/c\.txt cannot be read: it was changed meanwhile"):
        read_blocks(of_first)


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
    assert [each for _, each in split_box(io.BytesIO(data), 1024)] == [*mails]
    assert all(data[start:].startswith(each) for start, each in split_box(io.BytesIO(data), 1024))


def test_a_box_without_hands_is_one_line(tmp_path):
    path = tmp_path / "a.mbox"
    path.write_bytes(SENT + mail("nothing"))
    with pytest.raises(InputError, match=r"no mail in .*a\.mbox has a hand history; name a file with"):
        find_sources([path])


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


def test_an_empty_mail_has_no_history(tmp_path):
    (tmp_path / "a.eml").write_bytes(mail(""))
    (tmp_path / "b.eml").write_bytes(mail("no hands"))
    skipped = []
    (source,) = find_sources([tmp_path], skipped)
    assert [problem.code for problem in read_blocks(source)[1]] == [codes.NO_HANDS]
    assert skipped == [f"{tmp_path / 'a.eml'} (an empty mail)"]

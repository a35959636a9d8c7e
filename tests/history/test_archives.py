"""Compressed files, and inputs without end: each is read, or refused in one line, with little memory."""

import gzip
import os
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from badugi_hh.history import archives, blocks
from badugi_hh.history import source as source_module
from badugi_hh.history.blocks import HandTooLongError, split_blocks
from badugi_hh.history.source import InputError, find_sources, read_blocks

pytestmark = pytest.mark.quick

zstd = archives.import_zstd()

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "alice-bob-carol-ted.txt"
HAND = SAMPLE.read_bytes()
GZIP = gzip.compress(HAND, mtime=0)  # the same in each process that runs tests
DAMAGED = "the archive is damaged; copy it again from where it came from"


def refused(path, data):
    """Return why the only source in a file of these bytes cannot be read; one line without the name of the file."""
    path.write_bytes(data)
    (source,) = find_sources([path])
    with pytest.raises(InputError) as raised:
        source.scan()
    name, _, reason = str(raised.value).partition(" cannot be read: ")
    assert name in {str(path), f"{path}/b.txt"}
    assert "\n" not in reason
    return reason


def with_window(log, data):
    """Return a frame that needs 2**log bytes of memory to unpack."""
    encoder = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: log})
    return encoder.compress(data) + encoder.flush()


# --- .zst


@pytest.mark.parametrize("piece", [1, 7, 1024**2])
def test_a_zst_is_unpacked(tmp_path, monkeypatch, piece):
    """Of one frame, of two, and of two with a skippable frame between them, in pieces of any size."""
    monkeypatch.setattr(archives, "PIECE", piece)
    monkeypatch.setattr(source_module, "PIECE", piece)
    one, two = zstd.compress(HAND[:900]), zstd.compress(HAND[900:])
    skippable = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"
    for number, data in enumerate((zstd.compress(HAND), one + two, skippable + one + skippable + two)):
        (tmp_path / f"{number}.ZST").write_bytes(data)
    found = list(find_sources([tmp_path]))
    assert [source.name for source in found] == [str(tmp_path / f"{number}.ZST") for number in range(3)]
    assert {b"".join(source.pieces()) for source in found} == {HAND}


def test_an_empty_zst_is_an_empty_file(tmp_path):
    (tmp_path / "a.zst").write_bytes(b"")
    (source,) = find_sources([tmp_path])
    _, (problem,) = read_blocks(source)
    assert problem.code.id == "T02"


def test_a_zst_on_standard_input_is_recognized():
    for data in (zstd.compress(HAND), gzip.compress(HAND), HAND):
        (source,) = find_sources(["-"], stdin=data)
        assert b"".join(source.pieces()) == HAND


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zstd.compress(HAND)[:-9], "the archive is truncated; copy it again from where it came from"),
        (zstd.compress(HAND) + b"junk", "other data after the end of the archive; copy it again from where it came from"),
        (zstd.compress(HAND)[:30] + b"\xff" * 30 + zstd.compress(HAND)[60:], DAMAGED),
        (HAND, "it is not a .zst archive; give it the right name"),
        (with_window(30, HAND), "it needs more than 128 MiB of memory to unpack; unpack it first"),
    ],
    ids=["truncated", "appended", "damaged", "no archive", "window"],
)  # fmt: skip
def test_a_zst_that_cannot_be_read(tmp_path, data, reason):
    assert refused(tmp_path / "a.zst", data) == reason


def test_a_missing_library_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, zstd.__name__.rpartition(".")[0], None)
    reason = refused(tmp_path / "a.zst", zstd.compress(HAND))
    assert reason == "the library for .zst is not installed; unpack it first"


# --- .gz and .zip


def zipped(tmp_path, *, encrypted=0, method=None, check=0):
    """A `.zip` of the sample, with other values in the fields of its member."""
    path = tmp_path / "whole"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b.txt", HAND)
    data = bytearray(path.read_bytes())
    path.unlink()
    central = data.index(b"PK\x01\x02")
    data[6] |= encrypted
    data[central + 8] |= encrypted
    data[central + 16] ^= check
    if method is not None:
        data[8] = data[central + 10] = method
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (GZIP[:100], "the archive is truncated; copy it again from where it came from"),
        (GZIP[:-8] + b"0123" + GZIP[-4:], DAMAGED),
        (GZIP[:20] + b"\xff" * 20 + GZIP[40:], DAMAGED),
        (GZIP + b"other", "other data after the end of the archive; copy it again from where it came from"),
        (HAND, "it is not a .gz archive, or a truncated one; copy it again or give it the right name"),
    ],
    ids=["truncated", "checksum", "damaged", "other data", "no archive"],
)
def test_a_gzip_that_cannot_be_read(tmp_path, data, reason):
    assert refused(tmp_path / "a.gz", data) == reason


def test_a_zip_that_cannot_be_read(tmp_path):
    out = tmp_path / "a.zip"
    whole = zipped(tmp_path)
    no_zip = "it is not a .zip archive, or a truncated one; copy it again or give it the right name"
    assert {refused(out, data) for data in (HAND, whole[:-30], b"")} == {no_zip}
    assert refused(out, whole[:60] + b"\xff" * 30 + whole[90:]) == DAMAGED
    assert refused(out, zipped(tmp_path, check=1)) == DAMAGED
    assert refused(out, zipped(tmp_path, encrypted=1)) == "it is encrypted; unpack it with its password first"
    assert (
        refused(out, zipped(tmp_path, method=97))
        == "it is compressed in a way that is not supported; unpack it first"
    )


def test_an_archive_in_an_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "nest.zip", "w") as archive:
        archive.writestr("in.zip", zipped(tmp_path))
    with pytest.raises(InputError) as raised:
        find_sources([tmp_path / "nest.zip"])
    assert str(raised.value) == (
        f"no .txt file lies in {tmp_path / 'nest.zip'}; unpack it first if its histories are in archives within it"
    )


# --- archives that expand without end


def test_a_small_archive_of_many_bytes_is_refused(tmp_path, monkeypatch):
    """A megabyte is read of each, not what they would expand to."""
    monkeypatch.setattr(source_module, "LARGEST", 1024**2)
    blanks = b" " * 64 * 1024**2
    asked = []

    class Counting(BytesIO):
        def read(self, size=-1, /):
            asked.append(size or 0)
            return super().read(size)

    monkeypatch.setitem(
        archives.OPENERS, ".gz", lambda file: archives.open_gzip(Path(str(file)).read_bytes())
    )
    monkeypatch.setattr(archives, "BytesIO", Counting)
    for name, data in (("a.gz", gzip.compress(blanks)), ("a.zst", zstd.compress(blanks))):
        (tmp_path / name).write_bytes(data)
        (source,) = find_sources([tmp_path / name])
        with pytest.raises(InputError, match=r"a\.\w+ is larger than 1 MiB; split it into smaller files"):
            source.scan()
    assert 0 < len(asked) < 40


def test_a_member_is_refused_by_its_stated_size(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "LARGEST", 1024**2)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b.txt", bytes(1024**2 + 1))
        archive.writestr("c.txt", HAND)
    large, small = find_sources([tmp_path])
    monkeypatch.setattr(large, "opener", None)  # it is not opened
    with pytest.raises(InputError, match=r"a\.zip/b\.txt is larger than 1 MiB"):
        large.scan()
    assert b"".join(small.pieces()) == HAND


def test_a_zip_of_overlapping_members_is_refused(tmp_path):
    """Its directory lists one member 200 times, so that it expands to more than its compression can."""
    with zipfile.ZipFile(tmp_path / "one.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("000.txt", bytes(2 * 1024**2))
    data = (tmp_path / "one.zip").read_bytes()
    central, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[central:end]
    entries = b"".join(entry.replace(b"000.txt", b"%03d.txt" % number) for number in range(200))
    number = (200).to_bytes(2, "little")
    tail = data[end : end + 8] + number + number + len(entries).to_bytes(4, "little") + data[end + 16 :]
    reason = refused(tmp_path / "a.zip", data[:central] + entries + tail)
    assert reason.startswith("it would expand to 419,430,400 bytes, ")
    assert reason.endswith(" times its size; unpack it first if that is right")


# --- folders and files without end


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_links_in_a_circle_end(tmp_path, monkeypatch):
    """In each folder two links lead back to where it lies: following them would never end."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    for number in range(2):
        (tmp_path / "in" / "deep" / f"up{number}").symlink_to("..")
        (tmp_path / "in" / f"self{number}").symlink_to(".")
    (tmp_path / "in" / "deep" / "h.txt").write_bytes(HAND)
    (tmp_path / "in" / "alone").symlink_to("alone")  # a link to itself
    assert [source.name for source in find_sources([tmp_path])] == [str(tmp_path / "in" / "deep" / "h.txt")]
    monkeypatch.chdir(tmp_path)
    (alone,) = find_sources(["in/alone"])
    with pytest.raises(InputError, match=r"in/alone cannot be read: Too many levels of symbolic links"):
        alone.scan()


# --- lines and hands without end


def endless(text):
    """Yield a text, then one line that does not end."""
    yield text
    while True:
        yield "x" * 1000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HAND.decode() + "\n\n" + HAND.decode(), "the hand from line 55 is longer than"),
        ("no header\n", "the text above the first hand is longer than"),
    ],
)
def test_a_line_without_end_is_refused(monkeypatch, text, message):
    monkeypatch.setattr(blocks, "LONGEST", 20_000)
    with pytest.raises(HandTooLongError, match=message):
        list(split_blocks("a.txt", endless(text)))

"""Archives that cannot be read are named with what is wrong and what to do, in words of this tool.

What the tool itself wrote beside histories is no history.
"""

import gzip
import zipfile
from pathlib import Path

import pytest

from badugi_hh.history.source import InputError, find_sources

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "alice-bob-carol-ted.txt"
HAND = SAMPLE.read_bytes()
GZIP = gzip.compress(HAND, mtime=0)  # the same in each process that runs tests
DAMAGED = "the archive is damaged; copy it again from where it came from"


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


def said(path, data):
    path.write_bytes(data)
    (source,) = find_sources([path])
    said = ""
    try:
        source.scan()
    except InputError as error:
        said = str(error)
    name, _, reason = said.partition(" cannot be read: ")
    assert name in {str(path), f"{path}/b.txt"}
    return reason


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
@pytest.mark.quick
def test_a_gzip_that_cannot_be_read(tmp_path, data, reason):
    assert said(tmp_path / "a.gz", data) == reason


@pytest.mark.quick
def test_a_zip_that_cannot_be_read(tmp_path):
    out = tmp_path / "a.zip"
    whole = zipped(tmp_path)
    no_zip = "it is not a .zip archive, or a truncated one; copy it again or give it the right name"
    assert said(out, HAND) == said(out, whole[:-30]) == said(out, b"") == no_zip
    assert said(out, whole[:60] + b"\xff" * 30 + whole[90:]) == DAMAGED
    assert said(out, zipped(tmp_path, check=1)) == DAMAGED
    assert said(out, zipped(tmp_path, encrypted=1)) == "it is encrypted; unpack it with its password first"
    assert (
        said(out, zipped(tmp_path, method=97))
        == "it is compressed in a way that is not supported; unpack it first"
    )


@pytest.mark.quick
def test_an_archive_in_an_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "nest.zip", "w") as archive:
        archive.writestr("in.zip", zipped(tmp_path))
    with pytest.raises(InputError) as raised:
        find_sources([tmp_path / "nest.zip"])
    assert str(raised.value) == (
        f"no .txt file lies in {tmp_path / 'nest.zip'}; unpack it first if its histories are in archives within it"
    )

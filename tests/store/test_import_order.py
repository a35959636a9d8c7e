"""The same hands are the same database: in any order of files, twice, in pieces, packed, and in several processes."""

import gzip
import re
import zipfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from support.database_rows import content
from support.two_views import ANN, BEN

from badugi_hh.history.archives import import_zstd
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store import hand_checks, intake
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

HANDS = 30


@pytest.fixture(scope="module")
def histories(tmp_path_factory, root):
    """Return a folder of simulated histories, one of them twice, two views of a hand, and files with faults."""
    folder = tmp_path_factory.mktemp("histories")
    paths = write_files(simulate(HANDS, 11), folder)
    (folder / "z-again.txt").write_bytes(paths[0].read_bytes() + b"\n")
    ben = BEN.replace("2024/05/01 20:00:00 ET", "2024/05/02 2:00:00 CET [2024/05/01 20:00:00 ET]")
    (folder / "ann.txt").write_text(ANN, encoding="utf-8")
    (folder / "ben.txt").write_text(
        ben.replace("Ben: checks", 'Ben said, "nh"\nBen: checks'), encoding="utf-8"
    )
    for path in sorted((root / "sample_histories" / "broken").glob("?0[13]-*")):
        (folder / f"broken-{path.name}").write_bytes(path.read_bytes())
    return folder


def import_all(paths, *, times=1):
    """Import paths into a new database, all of them several times; return its rows."""
    with closing(open_database(None)) as con:
        for _ in range(times):
            report = import_paths(con, paths)
        assert report.unreadable == ()
        return content(con, places=False)


@pytest.fixture(scope="module")
def expected(histories):
    """Return what the folder as a whole gives."""
    rows = import_all([histories])
    assert len(rows["hands"]) > HANDS
    assert all(rows[name] for name in ("quarantine", "problems", "duplicates", "draws", "hand_texts"))
    return rows


# --- what lies on the disk


def files_of(histories):
    return sorted(path for path in histories.iterdir() if path.suffix == ".txt")


def as_files(histories, folder, random):
    """Return each file by itself, in any order."""
    del folder
    return random.sample(files_of(histories), len(files_of(histories)))


def as_pieces(histories, folder, random):
    """Return files of one to five hands each, in any order; a file is cut only at the header of a hand.

    Two hands that contradict each other stay in one file: the first of them is stored.
    """
    pieces = []
    for source in find_sources([histories]):
        scan = source.scan()
        if scan.encoding is None or "broken-X" in source.name:
            pieces.append(Path(source.name))
            continue
        text = b"".join(source.pieces()).decode(scan.encoding)
        ends = [match.end() for match in re.finditer("\r\n|\r|\n", text)]
        starts = [[0, *ends][block.line - 1] for block in read_blocks(source)[0]]
        bounds = [0]
        while len(starts) > 1 and (starts := starts[random.randint(1, 5) :]):
            bounds.append(starts[0])
        for number, (start, end) in enumerate(zip(bounds, [*bounds[1:], len(text)], strict=True)):
            piece = folder / f"{len(pieces):04}-{number}.txt"
            piece.write_bytes(text[start:end].encode(scan.encoding))
            pieces.append(piece)
    random.shuffle(pieces)
    return pieces


def as_zips(histories, folder, random):
    """Return three archives, which share the files between them."""
    shares = [folder / f"{number}.zip" for number in range(3)]
    for path in files_of(histories):
        with zipfile.ZipFile(random.choice(shares), "a", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, path.name)
    return [folder]


def as_compressed(histories, folder, random):
    """Return a folder in which each file is a `.gz` or a `.zst`, some with a folder of their own."""
    zstd = import_zstd()
    for number, path in enumerate(files_of(histories)):
        suffix, pack = random.choice([(".gz", gzip.compress), (".zst", zstd.compress)])
        inside = folder / random.choice(["", "x", "x/y"])
        inside.mkdir(parents=True, exist_ok=True)
        (inside / f"{random.randint(0, 9)}{number}{suffix}").write_bytes(pack(path.read_bytes()))
    return [folder]


@pytest.fixture
def small(monkeypatch):
    """Read, prepare and store few hands at a time, and prepare most of them as arrays."""
    monkeypatch.setattr(intake, "BATCH", 20)
    monkeypatch.setattr(hand_checks, "FEW", 10)


PACKINGS = [as_files, as_pieces, as_zips, as_compressed]
ORDINARY = {(as_pieces, 2)}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("pack", "seed"),
    [
        pytest.param(
            pack,
            seed,
            id=f"{pack.__name__}-{seed}",
            marks=() if (pack, seed) in ORDINARY else pytest.mark.long,
        )
        for pack in PACKINGS
        for seed in range(1, 9)
    ],
)
def test_the_same_hands_are_the_same_database(pack, seed, histories, expected, tmp_path):
    random = Random(seed)  # noqa: S311 - repeatable, not secret
    paths = pack(histories, tmp_path, random)
    found = import_all(paths, times=random.choice((1, 2)))
    for table, rows in expected.items():
        if not (
            pack is as_pieces and table == "duplicates"
        ):  # a piece with the bytes of another is a copy of a file
            assert found[table] == rows, table

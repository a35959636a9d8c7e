"""Large files are read in parts: the same blocks, problems and database as in one part, and memory that does not grow."""

import gc
import gzip
import tracemalloc
from contextlib import closing

import pytest
from support.database_rows import everything

from badugi_hh.history import source as source_module
from badugi_hh.history.blocks import Block
from badugi_hh.history.source import Source, find_sources, stream_blocks
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store import batches, intake
from badugi_hh.store.batches import read_batches
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.known_files import KnownFiles

SIZES = (1, 2, 3, 7, 61, 997, 4096)
MOST = 60_000  # bytes of a text that is read in pieces of a few bytes


def read_in_pieces(source, size, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(source_module, "PIECE", size)
        return list(stream_blocks(source))


def forms(data):
    """A text in the encodings and with the line ends of clients, and torn at its end."""
    yield data
    yield data[:-7]
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    yield text.replace("\n", "\r").encode("utf-16")
    yield "".join("\ufeff" + text[:3000].replace("\n", "\r\n") for _ in range(2)).encode("utf-16-be")
    yield text[:3000].encode("cp1252", "replace") + b"\xe9\0\0\0"


def check_pieces(paths, monkeypatch):
    """Compare each text in pieces with the whole; return how many were compared."""
    checked = 0
    for path in paths:
        for data in forms(path.read_bytes()):
            source = Source.of(path.name, data)
            whole = read_in_pieces(source, 1 << 30, monkeypatch)
            for size in SIZES:
                if size < 997:
                    source = Source.of(path.name, data[-MOST:])
                    whole = read_in_pieces(source, 1 << 30, monkeypatch) if size == 1 else whole
                elif size == 997:
                    source = Source.of(path.name, data)
                    whole = read_in_pieces(source, 1 << 30, monkeypatch)
                assert read_in_pieces(source, size, monkeypatch) == whole, (path, size)
            checked += 1
    return checked


def test_a_file_in_pieces_is_split_like_the_whole(root, monkeypatch):
    broken = sorted((root / "sample_histories" / "broken").iterdir())
    assert check_pieces(broken[::15], monkeypatch) == 5 * len(broken[::15])


@pytest.mark.long
def test_every_sample_in_pieces_is_split_like_the_whole(root, monkeypatch):
    assert check_pieces(sorted((root / "sample_histories").rglob("*.txt")), monkeypatch)


@pytest.mark.long
def test_a_real_file_in_pieces_is_split_like_the_whole(real, monkeypatch):
    assert check_pieces([path for path in sorted(real.rglob("*")) if path.is_file()], monkeypatch)


# --- the database


def imported(*paths):
    with closing(open_database(None)) as con:
        report = import_paths(con, paths)
        return everything(con), report


@pytest.fixture(scope="module")
def large(tmp_path_factory, root):
    """A folder with one file of many hands: simulated, some twice or torn, with faults, and of other games."""
    folder = tmp_path_factory.mktemp("large")
    hands = [path.read_bytes() for path in write_files(simulate(40, 3), folder / "simulated")]
    broken = [path.read_bytes() for path in sorted((root / "sample_histories" / "broken").glob("?0[13]-*"))]
    data = b"stray\r\n" + b"\r\n".join([*hands, *broken, hands[0][:900] + b"\0\0\0\n\n", *hands[:2]])
    (folder / "all").mkdir()
    (folder / "all" / "b.txt").write_bytes(data)
    (folder / "all" / "a.txt").write_bytes(hands[0][:2000])
    (folder / "all" / "c.txt.gz").write_bytes(gzip.compress(data[::-1][:50] + hands[-1]))
    return folder / "all"


@pytest.mark.parametrize("size", [*(pytest.param(size, marks=pytest.mark.long) for size in (1, 7, 40)), 19])
def test_the_parts_of_a_file_change_nothing(large, monkeypatch, size):
    rows, report = imported(large)
    assert report.hands_seen > 60
    assert rows["quarantine"]
    monkeypatch.setattr(intake, "BATCH", size)
    in_parts, reported = imported(large)
    assert in_parts == rows
    for file, same in zip(reported.per_file, report.per_file, strict=True):
        assert (file.name, file.counts) == (same.name, same.counts)
        assert sorted(map(repr, file.problems)) == sorted(map(repr, same.problems))


def test_progress_only_grows_and_ends_at_one(large, monkeypatch):
    monkeypatch.setattr(intake, "BATCH", 12)
    monkeypatch.setattr(source_module, "PIECE", 5000)
    seen = []
    with closing(open_database(None)) as con:
        report = import_paths(con, [large], progress=lambda _, hands, share: seen.append((hands, share)))
    assert seen == sorted(seen)
    assert seen[-1] == (report.hands_seen, pytest.approx(1.0))
    assert len({share for _, share in seen}) > 10


def test_a_file_that_is_changed_while_it_is_read_is_not_stored(large, tmp_path, monkeypatch):
    """The other files are; and a copy of it, unchanged, is not mistaken for a known one."""
    data = (large / "b.txt").read_bytes()
    for name in ("1.txt", "2.txt"):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "0.txt").write_bytes((large / "a.txt").read_bytes())
    monkeypatch.setattr(intake, "BATCH", 40)
    monkeypatch.setattr(source_module, "PIECE", 4096)
    import_batch = intake.Intake.import_batch

    def change(self, blocks, *rest):
        import_batch(self, blocks, *rest)
        if blocks and blocks[0][0].name.endswith("1.txt"):
            (tmp_path / "1.txt").write_bytes(data.replace(b"calls", b"CALLS"))

    with monkeypatch.context() as patched:
        patched.setattr(intake.Intake, "import_batch", change)
        rows, report = imported(tmp_path)
    (tmp_path / "1.txt").unlink()
    without, alone = imported(tmp_path)
    assert report.unreadable == (
        f"{tmp_path / '1.txt'} was changed while it was read; run the command again",
    )
    assert [file.counts for file in report.per_file] == [file.counts for file in alone.per_file]
    assert rows == without


def test_memory_does_not_grow_with_the_file(large, tmp_path, monkeypatch):
    monkeypatch.setattr(intake, "BATCH", 100)
    monkeypatch.setattr(source_module, "PIECE", 50_000)
    data = (large / "b.txt").read_bytes()
    peaks = []
    with closing(open_database(None)) as con:
        known = KnownFiles(con)
    for times in (1, 9, 15):  # what the first one loads stays
        path = tmp_path / f"{times}.txt"
        path.write_bytes(data * times)
        gc.collect()
        tracemalloc.start()
        hands = sum(len(batch.blocks) for batch in read_batches(find_sources([path]), known))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert hands > 60 * times
    assert peaks[2] < 1.2 * peaks[1] < len(data) * 9


def test_an_import_keeps_no_hand_of_the_batches_before(large, tmp_path, monkeypatch):
    """Neither of a large file nor of small files that are stored together."""
    data = (large / "b.txt").read_bytes()
    (tmp_path / "large.txt").write_bytes(data * 2)
    for number in range(3):
        (tmp_path / f"small-{number}.txt").write_bytes(data[: -50 * number - 50])
    monkeypatch.setattr(intake, "BATCH", 50)
    monkeypatch.setattr(batches, "MOST_BATCHES", 100)
    kept = []

    def count(*_):
        gc.collect()
        kept.append(sum(isinstance(each, Block) for each in gc.get_objects()))

    gc.freeze()  # what was there before is no hand of this import, and takes long to walk through
    try:
        with closing(open_database(None)) as con:
            report = import_paths(con, [tmp_path], progress=count)
    finally:
        gc.unfreeze()
    assert report.hands_seen > 350
    assert max(kept) <= 200  # of the batch that is stored, the next one, and the one that is read

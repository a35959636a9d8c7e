"""The memory that DuckDB uses while a database file is imported into and closed."""

from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from badugi_hh.store.connection import limited_memory
from badugi_hh.store.database import open_database, write_log
from badugi_hh.store.importer import import_paths

pytestmark = pytest.mark.quick

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
SMALL = SAMPLES / "alice-bob-carol-ted.txt"
LIMIT = "122.0 MiB"  # 128 MB


def limit(con):
    ((found,),) = con.execute("SELECT current_setting('memory_limit')").fetchall()
    return str(found)


class Spy:
    """A connection that notes the limit of each checkpoint, the first of which may fail."""

    def __init__(self, con, error=None):
        self.con = con
        self.error = error
        self.limits = []

    def execute(self, query):
        if query == "CHECKPOINT":
            self.limits.append(limit(self.con))
            if self.error is not None:
                error, self.error = self.error, None
                raise error
        return self.con.execute(query)


def test_an_import_and_the_checkpoint_after_it_have_the_limit(tmp_path):
    path = tmp_path / "hands.duckdb"
    with closing(open_database(path)) as con:
        before = limit(con)
        seen = []
        import_paths(con, [SMALL], progress=lambda *_: seen.append(limit(con)))
        assert set(seen) == {LIMIT}
        assert limit(con) == before
        spy = Spy(con)
        write_log(spy, path)  # type: ignore[arg-type]
        assert spy.limits == [LIMIT]
        assert limit(con) == before != LIMIT
        assert not path.with_name("hands.duckdb.wal").exists()


def test_without_space_for_temporary_files_the_checkpoint_has_no_limit(tmp_path):
    path = tmp_path / "hands.duckdb"
    with closing(open_database(path)) as con:
        before = limit(con)
        import_paths(con, [SMALL])
        spy = Spy(con, duckdb.OutOfMemoryException("failed to offload data block"))
        write_log(spy, path)  # type: ignore[arg-type]
        assert spy.limits == [LIMIT, before]
        assert not path.with_name("hands.duckdb.wal").exists()


def test_a_limit_of_the_user_is_there_again_afterwards(tmp_path):
    with closing(open_database(tmp_path / "hands.duckdb")) as con:
        con.execute("SET memory_limit = '2 GiB'")
        with limited_memory(con):
            with limited_memory(con):
                assert limit(con) == LIMIT
            assert limit(con) == LIMIT
        assert limit(con) == "2.0 GiB"

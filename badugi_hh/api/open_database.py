"""A database that is open: closing it, and the methods that check, describe, price, compact and copy it as a whole.

`badugi_hh.api.hands` adds what is asked of its hands.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from logging import getLogger
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

import duckdb

from badugi_hh.store.database import (
    DatabaseError,
    DatabaseInUseError,
    explained,
    open_database,
    refuse_parquet_database,
    when_free,
    write_log,
)
from badugi_hh.store.progress_shares import Progress
from badugi_hh.suggest import why_no_answer

if TYPE_CHECKING:
    from badugi_hh.store.check import CheckReport
    from badugi_hh.store.copies import Backup, Compacted
    from badugi_hh.store.info import Info
    from badugi_hh.store.price_pass import PriceReport

Result = TypeVar("Result")
Database = TypeVar("Database", bound="OpenDatabase")
Arguments = ParamSpec("Arguments")


def one_line_errors(
    method: Callable[Concatenate[Database, Arguments], Result],
) -> Callable[Concatenate[Database, Arguments], Result]:
    """Turn the errors of DuckDB in a method into DatabaseError, whose message is one line.

    It means that the database was closed or changed, is damaged, or that a query cannot be run.
    """

    @wraps(method)
    def run(self: Database, /, *args: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            with explained(self.path):
                return method(self, *args, **options)
        except duckdb.ConnectionException as error:
            raise DatabaseError("the database is closed; open it again with badugi_hh.open") from error
        except duckdb.Error as error:
            raise DatabaseError(f"the database cannot answer: {why_no_answer(str(error))}") from error

    return run


def _announce(busy: DatabaseInUseError) -> None:
    """Log what is waited for; without a configuration of `logging`, Python prints a warning to standard error."""
    getLogger("badugi_hh").warning(
        "waiting for %s, which uses %s; no_wait=True raises an error instead", busy.holder, busy.path
    )


class OpenDatabase:
    """A database, open until `close` or the end of a `with` block; see `badugi_hh.api.hands.Hands`.

    One of Parquet files has no prices to compute, and is not checked, described, compacted or copied: these methods raise DatabaseError.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        read_only: bool = False,
        no_wait: bool = False,
        announce: Callable[[DatabaseInUseError], None] = _announce,
    ) -> None:
        self.path = path
        self._read_only = read_only
        self._announce = None if no_wait else announce
        self.con = self._when_free(self._open)

    @one_line_errors
    def price(self, *, progress: Progress | None = None) -> "PriceReport":
        """Store the prices of all hands that have none: what draws and decisions of known hands were worth.

        An interrupted call keeps the prices so far.
        """
        from badugi_hh.store.price_pass import price_hands

        refuse_parquet_database(self.path, "price")
        try:
            return price_hands(self.con, progress=progress)
        except BaseException as error:
            if self.path is not None:
                error.add_note("the prices so far are kept; badugi-hh db price continues")
            raise

    @one_line_errors
    def check(self, *, full: bool = False, progress: Progress | None = None) -> "CheckReport":
        """Check that all rows can be read and fit each other; with `full`, also that they follow from the stored texts.

        `progress` is called with a file's name, the texts parsed so far, and the share of all texts. The `faults` of the
        report are empty for a sound database.
        """
        from badugi_hh.store.check import check_database

        refuse_parquet_database(self.path, "check")
        return check_database(self.con, full=full, progress=progress)

    @one_line_errors
    def info(self) -> "Info":
        """Return the size of the database, its versions, the number of its hands and files, and the size of each table."""
        from badugi_hh.store.info import describe

        refuse_parquet_database(self.path, "info")
        return describe(self.con, self.path)

    def compact(self) -> "Compacted":
        """Rewrite the database file without free space; `con` is closed, and another connection takes its place.

        It needs about as much disk as the file.

        Raises:
            DatabaseError: the database is in memory, opened with `read_only`, or cannot be compacted and is unchanged.
        """
        from badugi_hh.store.copies import compact

        refuse_parquet_database(self.path, "compact")
        if self._read_only:
            raise DatabaseError("the database is opened with read_only; open it without, to compact it")
        return self._while_closed(compact)

    def backup(self, to: Path | str) -> "Backup":
        """Copy the database to the new file `to`; `con` is closed, and another connection takes its place.

        An existing file is never replaced.

        Raises:
            DatabaseError: the database is in memory, or cannot be copied.
        """
        from badugi_hh.store.copies import back_up

        refuse_parquet_database(self.path, "backup")
        return self._while_closed(lambda path: back_up(path, Path(to)))

    def _open(self) -> duckdb.DuckDBPyConnection:
        return open_database(self.path, read_only=self._read_only)

    def _when_free(self, action: Callable[[], Result]) -> Result:
        """Return the result of an action that opens the database, as soon as no other process uses it."""
        return action() if self._announce is None else when_free(action, self._announce)

    def _while_closed(self, work: Callable[[Path], Result]) -> Result:
        """Return the result of work on the file of the database, which is closed meanwhile."""
        if self.path is None:
            raise DatabaseError("the database is in memory and has no file")
        self.close()
        try:
            path = self.path
            return self._when_free(lambda: work(path))
        finally:
            with suppress(DatabaseError):  # another process was faster: `con` stays closed
                self.con = self._open()

    def close(self) -> None:
        """Close the database.

        Raises:
            DatabaseError: the disk is too full to move the latest changes into the database; they stay in its log.
        """
        try:
            if self.path is not None and not self._read_only:
                write_log(self.con, self.path)
        finally:
            self.con.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.con.close()

"""The Python face: one object over a database, with the same verbs as the command line.

It adds nothing of its own; each method is one call into the room that does the work.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import duckdb

from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.aliases import join_names
from badugi_hh.store.database import (
    DatabaseError,
    OlderDatabaseError,
    default_path,
    explained,
    open_database,
    write_log,
)
from badugi_hh.store.disk import why_full
from badugi_hh.store.importer import ImportReport, Progress, import_paths
from badugi_hh.store.retry import RetryReport, retry_quarantine
from badugi_hh.suggest import why_no_answer

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.leaks import Finding


HEROES = Filter()
"""All hands of the persons marked as me, or else of the heroes, whose cards the files show."""
_READING = {
    duckdb.StatementType.SELECT,
    duckdb.StatementType.EXPLAIN,
    duckdb.StatementType.MULTI,  # what a PIVOT is made of
}


@contextmanager
def _clearly(path: Path | None) -> Iterator[None]:
    """Turn what DuckDB says of the database at `path` into one line.

    Raises:
        DatabaseError: the database was closed or changed, is damaged, or a query cannot be run.
    """
    try:
        with explained(path):
            yield
    except duckdb.ConnectionException as error:
        raise DatabaseError("the database is closed; open it again with badugi_hh.open") from error
    except duckdb.Error as error:
        what = f"the database cannot answer: {why_no_answer(str(error))}"
        raise DatabaseError(why_full(error) or what) from error


class Hands:
    """A database of hands, open until `close` or the end of a `with` block.

    `con` is the DuckDB connection, for whatever is not offered here. Every method raises DatabaseError where the
    database is closed or was changed from outside so that it cannot answer.
    """

    def __init__(
        self, path: Path | None, *, read_only: bool = False, progress: Progress | None = None
    ) -> None:
        self._path = path
        self._read_only = read_only
        try:
            self.con = open_database(path, read_only=read_only)
        except OlderDatabaseError as older:
            if read_only:
                raise
            from badugi_hh.store.upgrade import upgrade

            upgrade(older.path, progress)
            self.con = open_database(path)

    def import_paths(
        self, *paths: Path | str, rules: str = "pokerstars", progress: Progress | None = None
    ) -> ImportReport:
        """Import files, folders, globs, `.zip` and `.gz`, and return the account; `-` is a file of this name.

        Raises:
            InputError: a path is missing or holds no history.
        """
        with _clearly(self._path):
            return import_paths(self.con, paths, rules=rules, progress=progress)

    def retry(self, *, rules: str = "pokerstars") -> RetryReport:
        """Read the hands in the quarantine again, store those that pass now, and return the account."""
        with _clearly(self._path):
            return retry_quarantine(self.con, rules=rules)

    def alias(self, person: str, *names: str, me: bool | None = None, site: str | None = None) -> None:
        """Join screen names to a person, and mark him as the user where `me` is not None.

        Raises:
            AliasError: a name is unknown or somebody else's; see `badugi_hh.store.aliases.join_names`.
        """
        with _clearly(self._path):
            join_names(self.con, person, names, me=me, site=site)

    def stats(
        self,
        chosen: Filter = HEROES,
        *,
        player: str | None = None,
        names: Sequence[str] | str | None = None,
        by: Sequence[str] | str = (),
        only: Mapping[str, str] | None = None,
        min_hands: int = 1,
    ) -> "pl.DataFrame":
        """Return a row for each statistic of `names` (all for None), chosen player, and part of a split.

        `chosen` says which hands and whose, as `badugi_hh.Filter`: `player`, `every_player`, `since` and `until`
        (datetimes, UTC), `stakes` as written, `betting` (`"fixed"`, `"half-pot"`, `"pot"`, `"no-limit"`), `game`
        (`"cash"`, `"tournament"`, `"play money"`), `position` (`"BTN"`), `where` (an SQL condition), `session_gap` (minutes):

            hands.stats(Filter(since=datetime(2024, 3, 1), stakes="$0.25/$0.50"), by="position,month")
            hands.stats(Filter(every_player=True, game="cash"), names="vpip,pfr", min_hands=100)
            hands.stats(player="Carol", names="three_bet", only={"opener": "BTN"})

        `player` takes the place of the filter's own; `names` and `by` are lists, or texts with commas; `only` keeps one
        part of each of its dimensions. All names are listed by `badugi-hh stats --list`. Players with fewer than
        `min_hands` hands are left out. The columns are those of `badugi_hh.stats.engine.frames.stats_frame`: shares are
        fractions of 1, what is unknown is null. Where no hand is left the frame has no row.

        Raises:
            FilterError: there is no such statistic, dimension, player or value, the filter cannot be used, or
                `min_hands` is below 1.
        """
        from badugi_hh.stats.engine.evaluate import evaluate
        from badugi_hh.stats.engine.frames import stats_frame
        from badugi_hh.stats.selection.resolve import settle

        if not isinstance(min_hands, int) or min_hands < 1:
            raise FilterError(f"min_hands is {min_hands!r}; it is a whole number, 1 or more")
        chosen = chosen if player is None else replace(chosen, player=player)
        chosen = replace(chosen, only=(*chosen.only, *(only or {}).items()))
        with _clearly(self._path):
            chosen = settle(self.con, chosen, names)
            return stats_frame(evaluate(self.con, chosen, names=names, by=by, min_hands=min_hands), by)

    def compare(
        self,
        first: str,
        second: str,
        chosen: Filter = HEROES,
        *,
        names: Sequence[str] | str | None = None,
        by: Sequence[str] | str = (),
    ) -> "pl.DataFrame":
        """Return a row for each statistic of two sides: players, `hero`, or `pool` for everybody else.

        The columns are those of `badugi_hh.stats.engine.frames.comparison_frame`.

        Raises:
            FilterError: a side has no hand, or a name or the filter cannot be used.
        """
        from badugi_hh.stats.engine.compare import compare
        from badugi_hh.stats.engine.frames import comparison_frame

        with _clearly(self._path):
            return comparison_frame(compare(self.con, first, second, chosen, names=names, by=by), by)

    def leaks(self, chosen: Filter = HEROES) -> "list[Finding]":
        """Return what every leak check says of each chosen player.

        Raises:
            FilterError: the filter cannot be used.
        """
        from badugi_hh.leaks import find
        from badugi_hh.stats.selection.resolve import settle

        with _clearly(self._path):
            return find(self.con, settle(self.con, chosen))

    def sql(self, query: str, parameters: Iterable[Any] = ()) -> "pl.DataFrame":
        """Return the answer to an SQL query, which only reads, as a Polars frame.

        Raises:
            DatabaseError: the query cannot be run, is more than one, or would change the database.
        """
        import polars as pl

        with _clearly(self._path):
            statements = duckdb.extract_statements(query)
            if len(statements) != 1 or statements[0].type not in _READING:
                raise DatabaseError("sql answers one query and changes nothing; `con` is there for all else")
            # A query may hide a change, such as WITH x AS (INSERT …): the transaction refuses it.
            self.con.execute("BEGIN TRANSACTION READ ONLY")
            try:
                return pl.DataFrame(self.con.sql(query, params=list(parameters)))
            finally:
                self.con.execute("ROLLBACK")

    def report(self, out: Path | str, chosen: Filter = HEROES, *, force: bool = False) -> None:
        """Write the report of the chosen hands to one HTML file.

        A report that is there already is replaced, any other file only with `force`; a database and a history that was
        imported never are.

        Raises:
            FilterError: the filter cannot be used.
            OutputError: the file would replace what it must not, or cannot be written.
        """
        from badugi_hh.report.compose import write_report
        from badugi_hh.stats.selection.resolve import settle

        with _clearly(self._path):
            write_report(self.con, settle(self.con, chosen), Path(out), force=force)

    def close(self) -> None:
        """Close the database.

        Raises:
            DatabaseError: the disk is too full to move the latest changes into the database; they stay in its log.
        """
        try:
            if self._path is not None and not self._read_only:
                write_log(self.con, self._path)
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


def open_hands(
    path: Path | str | None = None, *, read_only: bool = False, progress: Progress | None = None
) -> Hands:
    """Open the database at `path`, the user's own for None, and one in memory for `:memory:`.

    A database of an older schema is upgraded first, which takes as long as the import of its hands; the database as it
    was is kept beside it as `<name>.schema-<version>`. `progress` is called with a file's name, the hands done and the
    share of all that is done. With `read_only` no file is changed, and an older database is refused.

    Raises:
        DatabaseError: it is no database of this program, is damaged or in use, has a newer schema, or an older one and
            cannot be upgraded.
    """
    if path == ":memory:":
        return Hands(None)
    return Hands(default_path() if path is None else Path(path), read_only=read_only, progress=progress)

"""Compares what two installations of badugi-hh report about the same histories.

    python benchmarks/compare_figures.py OLD NEW PATH…

OLD and NEW are two `badugi-hh` programs, for example of two clones. Each imports every PATH into a new database and
answers `validate`, `import`, `stats` (also `--by position` and `--all`) and `leaks`, all with `--json`; then the two databases are
compared table by table, row by row. Every difference is printed as its place, the old value and the new one, followed by
the number of values that were compared. The exit status is 1 where anything differs. Times of import are not compared.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

_RUNS = (
    ("validate", "--json"),
    ("import", "--json"),
    ("stats", "--json"),
    ("stats", "--by", "position", "--json"),
    ("stats", "--all", "--json"),
    ("leaks", "--json"),
)
_OF_PATHS = {"validate", "import"}
_UNSTABLE = {"seconds", "imported_at"}  # differ from run to run
_SKIPPED = {"meta"}  # names the version itself
_NAMING = ("player", "leak", "file", "line", "code")  # keys that name an object of a list
_SHOWN = 40  # differences of one answer or table that are printed


def answer(tool: str, words: tuple[str, ...], paths: list[str], database: Path) -> Any:
    """Return what a command prints, as JSON; the objects of `validate` as a list.

    Raises:
        SystemExit: the command ends with a status that no answer has.
    """
    about = paths if words[0] in _OF_PATHS else []
    where = [] if words[0] == "validate" else ["--db", str(database)]
    command = [tool, *words, *about, *where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- the user names it
    if done.returncode not in {0, 1}:
        raise SystemExit(f"{tool} {' '.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
    if words[0] == "validate":
        return [json.loads(line) for line in done.stdout.splitlines()]
    return json.loads(done.stdout)


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every plain value of a JSON value with its place, such as `Ann.stats.vpip.made`."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in _UNSTABLE:
                yield from leaves(each, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        met: Counter[str] = Counter()
        for each in value:
            names = [str(each[key]) for key in _NAMING if key in each] if isinstance(each, dict) else []
            name = ":".join(names)
            yield from leaves(each, f"{place}[{name}#{met[name]}]")
            met[name] += 1
    else:
        yield place, value


def compare_answers(title: str, old: Any, new: Any) -> tuple[int, int]:
    """Print the differences of two JSON values; return how many there are, and how many values were compared."""
    before, after = dict(leaves(old)), dict(leaves(new))
    places = list(dict.fromkeys((*before, *after)))
    absent = "absent"
    different = [
        f"{place}: {before.get(place, absent)!r} -> {after.get(place, absent)!r}"
        for place in places
        if before.get(place, absent) != after.get(place, absent)
        or type(before.get(place)) is not type(after.get(place))
    ]
    show(title, different)
    return len(different), len(places)


def compare_databases(old: Path, new: Path) -> tuple[int, int]:
    """Print the differences of two databases; return how many there are, and how many rows the old one has."""
    con = duckdb.connect()
    for name, path in (("old", old), ("new", new)):
        con.execute(f"ATTACH '{path}' AS {name} (READ_ONLY)")
    columns: dict[str, dict[str, list[str]]] = {"old": {}, "new": {}}
    for name, tables in columns.items():
        for table, column in con.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = ? AND NOT internal "
            "AND table_name IN (SELECT table_name FROM duckdb_tables() WHERE database_name = ?) "
            "AND table_name[1] <> '_' AND column_name[1] <> '_'",  # internal: keys depend on the order of rows
            [name, name],
        ).fetchall():
            tables.setdefault(table, []).append(column)
    found = rows = 0
    for table in sorted({*columns["old"], *columns["new"]} - _SKIPPED):
        before, after = columns["old"].get(table, []), columns["new"].get(table, [])
        different = [f"column {name} is gone" for name in before if name not in after]
        different += [f"column {name} is new" for name in after if name not in before]
        shared = [f'"{name}"' for name in before if name in after and name not in _UNSTABLE]
        if shared:
            ((count,),) = con.execute(f"SELECT count(*) FROM old.{table}").fetchall()
            rows += count
            for one, other, word in (("old", "new", "only old"), ("new", "old", "only new")):
                query = f"SELECT {{0}} FROM {one}.{table} EXCEPT ALL SELECT {{0}} FROM {other}.{table} ORDER BY ALL"
                extra = con.execute(query.format(", ".join(shared))).fetchall()
                different += [f"{word}: {row}" for row in extra]
        show(f"table {table}", different)
        found += len(different)
    con.close()
    return found, rows


def show(title: str, different: list[str]) -> None:
    """Print the first differences, and how many others there are."""
    if different:
        print(f"{title}: {len(different):,} differences")
        for line in different[:_SHOWN]:
            print(f"    {line}")
        if len(different) > _SHOWN:
            print(f"    and {len(different) - _SHOWN:,} more")


def main() -> None:
    """Run both programs and compare all that they answer."""
    parser = argparse.ArgumentParser(description="Compare what two installations report about histories.")
    parser.add_argument("old", help="the badugi-hh program to compare with")
    parser.add_argument("new", help="the badugi-hh program that is compared")
    parser.add_argument("paths", nargs="+", help="histories, as `import` takes them")
    asked = parser.parse_args()
    found = values = 0
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder, "old.duckdb"), Path(folder, "new.duckdb")
        for words in _RUNS:
            both = [
                answer(tool, words, asked.paths, database)
                for tool, database in ((asked.old, old), (asked.new, new))
            ]
            different, compared = compare_answers(" ".join(words), *both)
            found, values = found + different, values + compared
        different, rows = compare_databases(old, new)
        found += different
    print(f"{values:,} values and {rows:,} rows compared, {found:,} differences")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()

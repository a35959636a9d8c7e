"""Makes `schema-N.duckdb.xz`, a small database of the schema of the code that runs this, from `histories/`.

Run it with the code of a schema before that schema is raised:

    .venv/bin/python tests/databases/make_database.py

An older schema needs a checkout of its last commit, named in PYTHONPATH. Commands that an older version
does not have are left out: schema 1 has no aliases and no pseudonyms. Those of schemas 1 to 8 were made at the commits
f312ea5, a5a7610, 95262c3, d917bad, a12f4d6, a9bc165, e2cfe7b and 467e624, with DuckDB 2.0.0.
"""

import lzma
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

HERE = Path(__file__).resolve().parent
HISTORIES = HERE / "histories"
COMMANDS = (
    ("import", "cash.txt", "tournament.txt", "example.txt", "ann.txt", "faults.txt", "zeros.txt"),
    ("import", "ben.txt", "number twice.txt"),
    ("import", "home.txt", "--rules", "home"),
    ("alias", "Ann Example", "Ann", "--me"),
    ("alias", "Ben Example", "Ben"),
    ("export", "--anonymize", "--out", "{out}"),
)
"""What the database has been through, in this order; paths lie in `histories/`."""


def fill(database: Path) -> None:
    """Run the commands of the version at hand that it has; every status but 0 and 1 is an error."""
    with tempfile.TemporaryDirectory() as scratch:
        known = _run(["--help"]).stdout
        for name, *options in COMMANDS:
            if f" {name} " not in known:
                continue
            arguments = [option.format(out=Path(scratch, "out")) for option in options]
            done = _run([name, *arguments, "--db", str(database)])
            if done.returncode not in {0, 1}:
                raise SystemExit(f"{name} ended with status {done.returncode}:\n{done.stderr}")


def _run(arguments: list[str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from badugi_hh.cli import main; main()", *arguments]
    return subprocess.run(
        command,
        cwd=HISTORIES,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "200"},
        check=False,
    )


def main() -> None:
    """Write the compressed database beside this file."""
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch, "hands.duckdb")
        fill(database)
        with duckdb.connect(str(database)) as con:
            con.execute("CHECKPOINT")
            ((version,),) = con.execute("SELECT schema_version FROM meta").fetchall()
        target = HERE / f"schema-{version}.duckdb.xz"
        target.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        sys.stdout.write(f"{target.name}: {target.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()

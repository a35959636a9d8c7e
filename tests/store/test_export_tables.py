"""Export as Parquet, CSV and JSON: what is read back equals the database, and nothing in a CSV file is a formula."""

import json
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from support.commands import answer, run
from support.small_files import files_of_at_most
from support.spread import few

import badugi_hh
from badugi_hh.facts.schema import LOSSES
from badugi_hh.store import export_hands as batches
from badugi_hh.store.database import opened
from badugi_hh.store.export import export_hands
from badugi_hh.store.export_formats import ExportFormat
from badugi_hh.store.export_tables import DICTIONARY, TABLES, columns_of
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
FILES = (
    SAMPLES / "alice-bob-carol-ted.txt",
    SAMPLES / "HH20240326 T736133872 Limit Badugi $10.00 + $0.50.txt",
    SAMPLES / "HH20240325 Zaurak III - €1-€2 - EUR Limit Badugi.txt",
)
DANGEROUS = (
    *("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "'quoted", "''", "", "\uff1d1"),
    *('"=1"', "a,b", "a;=1", "tab\tinside", "None"),
)
STARTS = tuple("=+-@\t\r\n\uff0b\uff0d\uff1d\uff20")


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """A database in which players, tables and chat have names that a spreadsheet reads as formulas."""
    path = tmp_path_factory.mktemp("tables") / "hands.duckdb"
    with opened(path) as con:
        import_paths(con, list(FILES))
        price_hands(con)
        players = [
            name for (name,) in con.execute("SELECT player FROM seats GROUP BY ALL ORDER BY ALL").fetchall()
        ]
        for player, name in zip(players, DANGEROUS, strict=False):
            for table in ("seats", "decisions", "draws", "events"):
                con.execute(f"UPDATE {table} SET player = ? WHERE player = ?", [name, player])
        con.execute("DELETE FROM priced_hands WHERE hand_key = 2")
        for number, name in enumerate(DANGEROUS, 1):
            con.execute("UPDATE hands SET table_name = ? WHERE hand_key = ?", [name, number])
            con.execute("UPDATE events SET text = ? WHERE hand_key = ? AND n = 1", [name, number])
    return path


@pytest.fixture
def con(db):
    with opened(db, read_only=True) as con:
        yield con


def due(con, table):
    """The rows that an export of a table must have."""
    order = {"hands": "hand_key", "seats": "hand_key, seat", "luck": "hand_key, seat"}.get(
        table, "hand_key, n"
    )
    joined = (
        table
        if table in {"hands", "seats"}
        else f"{table} JOIN (SELECT hand_key, site, hand_id FROM hands) USING (hand_key)"
    )
    (declared,) = (each for each in TABLES if each.name == table)
    names = ", ".join(f'"{column.name}"' for column in columns_of(declared))
    if table == "hands":
        joined += " LEFT JOIN (SELECT hand_key, true AS marked FROM priced_hands) USING (hand_key)"
        names = names.replace('"priced"', "coalesce(marked, false) AS priced")
    return pl.DataFrame(con.sql(f"SELECT {names} FROM {joined} ORDER BY {order}"))


def types(folder, table):
    """The columns of a table and their types, by the data dictionary."""
    dictionary = json.loads((folder / DICTIONARY).read_text(encoding="utf-8"))
    (found,) = (each for each in dictionary["tables"] if each["table"] == table)
    assert all(column["meaning"] for column in found["columns"])
    return {column["name"]: column["type"] for column in found["columns"]}


def test_parquet_reads_back_equal(con, tmp_path):
    done = export_hands(con, tmp_path / "out", ExportFormat.PARQUET)
    assert [file.name for file in done.files] == [*(f"{table.name}.parquet" for table in TABLES), DICTIONARY]
    for table in TABLES:
        path = tmp_path / "out" / f"{table.name}.parquet"
        assert_frame_equal(pl.read_parquet(path), due(con, table.name))
        described = duckdb.sql(f"DESCRIBE FROM '{path}'").fetchall()
        assert {name: kind for name, kind, *_ in described} == types(tmp_path / "out", table.name)
    hands = pl.read_parquet(tmp_path / "out" / "hands.parquet")
    assert done.hands == hands.height > 0
    assert hands.filter(~pl.col("priced"))["hand_key"].to_list() == [2]


def test_a_database_of_parquet_files_is_exported_with_its_keys(tmp_path):
    rows = badugi_hh.rows_from({FILES[0].name: FILES[0].read_bytes()})
    badugi_hh.write_part(rows, tmp_path / "db", 3)
    with badugi_hh.open(tmp_path / "db", read_only=True) as hands:
        for form in ("parquet", "csv", "json", "phh", "pokerstars"):
            assert hands.export(tmp_path / form, file_format=form).hands == 1
    path = tmp_path / "parquet" / "seats.parquet"
    described = duckdb.sql(f"DESCRIBE FROM '{path}'").fetchall()
    assert {name: kind for name, kind, *_ in described} == types(tmp_path / "parquet", "seats")
    assert pl.read_parquet(path)["hand_key"].unique().to_list() == [(3 << 32) + 1]


def test_csv_reads_back_equal_and_no_cell_is_a_formula(con, tmp_path):
    export_hands(con, tmp_path / "out", ExportFormat.CSV)
    seen = 0
    for table in TABLES:
        path, columns = tmp_path / "out" / f"{table.name}.csv", types(tmp_path / "out", table.name)
        found = pl.DataFrame(duckdb.sql(f"FROM read_csv('{path}', columns={columns}, header=true)"))
        assert_frame_equal(found.with_columns(pl.col(pl.String).str.strip_prefix("'")), due(con, table.name))
        for cells in pl.read_csv(path, infer_schema=False):
            if columns[cells.name] == "VARCHAR":
                texts = cells.drop_nulls()
                assert [text for text in texts if not text or text.startswith(STARTS)] == []
                seen += texts.str.starts_with("'").sum()
    assert seen > len(DANGEROUS)
    assert set(DANGEROUS) <= set(due(con, "events")["text"])


def test_statistics_in_csv_are_no_formulas_either(db, tmp_path):
    out = tmp_path / "stats.csv"
    printed = run("stats", "--db", db, "--all", "--stat", "vpip", "--csv").stdout
    players = {line.partition(",")[0] for line in printed.splitlines()[1:]}
    assert {"'+1", "'-1", "'@SUM(1)", "''quoted"} <= players
    out.write_text(printed, encoding="utf-8")
    cells = pl.read_csv(out)["player"]
    assert [cell for cell in cells if cell.startswith(STARTS)] == []
    names = cells.str.strip_prefix("'")
    assert {"+1", "-1", "@SUM(1)", "'quoted", "=cmd|' /C calc'!A0"} <= set(names)


def test_json_reads_back_equal(con, tmp_path):
    export_hands(con, tmp_path / "out", ExportFormat.JSON)
    lines = (tmp_path / "out" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    hands = [json.loads(line) for line in lines]
    keys = set(types(tmp_path / "out", "hands"))
    assert all(hand.keys() == keys | {table.name for table in TABLES[1:]} for hand in hands)
    for table in TABLES:
        rows = due(con, table.name)
        if table.name == "hands":
            found = [{key: hand[key] for key in keys} for hand in hands]
        else:
            own = {"hand_key", "site", "hand_id"}
            found = [{key: hand[key] for key in own} | row for hand in hands for row in hand[table.name]]
            assert set(types(tmp_path / "out", table.name)) == set(rows.columns) - own
        frame = pl.DataFrame(found, schema=rows.schema | {"played_at": pl.String}, infer_schema_length=None)
        if "played_at" in rows.columns:
            frame = frame.with_columns(pl.col("played_at").str.to_datetime(time_unit="us"))
        else:
            frame = frame.drop("played_at")
        assert_frame_equal(frame.select(rows.columns), rows)
    streamed = duckdb.sql(f"SELECT count(*) FROM read_json('{tmp_path / 'out' / 'hands.jsonl'}')").fetchall()
    assert streamed == [(len(hands),)]


@pytest.mark.parametrize(
    "form",
    [
        ExportFormat.PARQUET,
        *(pytest.param(form, marks=pytest.mark.long) for form in (ExportFormat.CSV, ExportFormat.JSON)),
    ],
)
def test_the_size_of_the_batches_does_not_matter(con, tmp_path, monkeypatch, form):
    export_hands(con, tmp_path / "large", form)
    monkeypatch.setattr(batches, "BATCH", 20)
    seen = []
    done = export_hands(con, tmp_path / "small", form, progress=lambda *state: seen.append(state))
    for file in done.files:
        other = tmp_path / "large" / file.name
        if form is ExportFormat.PARQUET and file.suffix == ".parquet":
            assert_frame_equal(pl.read_parquet(file), pl.read_parquet(other))
        else:
            assert file.read_bytes() == other.read_bytes()
    shares = [share for _, _, share in seen]
    assert len(shares) > 5
    assert shares == sorted(shares)
    assert 0 <= min(shares) < max(shares) < 1


def test_all_seats_of_each_selected_hand(db, tmp_path):
    done = answer("export", "--db", db, "--format", "parquet", "--player", "+1", "-o", tmp_path / "out")
    with opened(db, read_only=True) as con:
        for table in TABLES:
            found = pl.read_parquet(tmp_path / "out" / f"{table.name}.parquet")
            rows = due(con, table.name)
            keys = [
                key for (key,) in con.execute("SELECT hand_key FROM seats WHERE player = '+1'").fetchall()
            ]
            assert_frame_equal(found, rows.filter(pl.col("hand_key").is_in(keys)))
            assert found.height < rows.height
            assert found.height or table is LOSSES  # the hands have no pot that a solved game covers
    assert (done["format"], done["hands"]) == ("parquet", len(keys))
    assert done["files"] == [
        str(tmp_path / "out" / name) for name in (*(f"{t.name}.parquet" for t in TABLES), DICTIONARY)
    ]


@pytest.mark.parametrize("form", few(["parquet", "csv", "json"], "parquet"))
def test_without_names(sampled, tmp_path, form):
    path = tmp_path / "hands.duckdb"
    path.write_bytes(sampled.read_bytes())
    with badugi_hh.open(path) as hands:
        people = hands.sql("SELECT DISTINCT player FROM events WHERE player IS NOT NULL")["player"].to_list()
        chat = hands.sql("SELECT text FROM events WHERE kind = 'Talked' AND text LIKE 'said%'")["text"]
        key = hands.sql("SELECT min(hand_key) AS first FROM hands WHERE tournament_id IS NULL")["first"][0]
        hands.con.execute("UPDATE hands SET table_name = 'Our club 1' WHERE hand_key = ?", [key])
        hands.con.execute(
            r"UPDATE hand_texts SET text = regexp_replace(text, '#(\d+): +', '#\1: {Our club} ') WHERE hand_key = ?",
            [key],
        )
        hands.export(tmp_path / "out", file_format=form, anonymize=True)
        pseudonyms = dict(hands.sql("SELECT * FROM pseudonyms").iter_rows())
        counts = hands.sql("SELECT count(*) AS n, sum(net) AS net FROM seats").row(0)
    assert chat.len() > 0
    assert set(pseudonyms) >= set(people)
    if form == "parquet":
        frames = [pl.read_parquet(file) for file in (tmp_path / "out").glob("*.parquet")]
        cells = {
            cell
            for frame in frames
            for name in frame.columns
            if frame.schema[name] == pl.String
            for cell in frame[name].unique()
        }
        text = "\n".join(str(cell) for cell in cells)
        seats = pl.read_parquet(tmp_path / "out" / "seats.parquet")
        assert (seats.height, seats["net"].sum()) == counts
        assert set(seats["player"]) <= set(pseudonyms.values())
    else:
        files = (tmp_path / "out").iterdir()
        text = "\n".join(file.read_text(encoding="utf-8") for file in files if file.name != DICTIONARY)
    assert [name for name in people if len(name) > 3 and name in text] == []
    assert "said" not in text
    assert "Our club" not in text
    assert "Private club" in text


def test_a_full_disk_leaves_no_file(db, tmp_path):
    with files_of_at_most(3_000):
        done = run("export", "--db", db, "--format", "parquet", "-o", tmp_path / "out")
    assert done.exit_code == 2
    assert "cannot be written: file too large; name another place with --out" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []

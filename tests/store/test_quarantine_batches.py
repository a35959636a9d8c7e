"""Which hands are in the quarantine does not depend on the batches of an import, nor on the number of imports."""

from contextlib import closing
from random import Random

import pytest
from support import two_views as views
from support.database_rows import content

from badugi_hh.store import batches, intake
from badugi_hh.store.check import check_database
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

FAULTY = views.ANN.replace("Ben: calls $0.50", "Ben: calls $0.40")
TEXTS = {
    "A": views.ANN,
    "B": views.BEN,
    "C": views.CUT_OFF,
    "F": FAULTY,
    "U": views.ANN.replace("Ben: checks", "Ben: ponders\nBen: checks"),
    "O": "\n".join(line for line in FAULTY.split("\n") if not line.startswith("Dealt to")),
    "D": views.BEN_OTHERWISE,
    "N": FAULTY.replace("2024/05/01", "2024/05/03"),
}
"""Correct texts of one hand (A, B, and D, which differs), an incomplete one, faulty ones, and one with another time."""


def write(folder, files):
    paths = [folder / f"{number}.txt" for number in range(len(files))]
    for number, (path, names) in enumerate(zip(paths, files, strict=True)):
        text = "".join(TEXTS[name].rstrip("\n") + "\n\n\n" for name in names)
        path.write_text(text + "\n" * number, encoding="utf-8")  # no file has the bytes of another
    return paths


def imported(*imports):
    with closing(open_database(None)) as con:
        for paths in imports:
            import_paths(con, paths)
        assert not check_database(con).faults
        return content(con)


def check_batches(folder, files, monkeypatch):
    """Compare one batch with batches of one hand, and with an import of each file."""
    paths = write(folder, files)
    rows = imported(paths)
    assert imported(*([path] for path in paths)) == rows, files
    monkeypatch.setattr(intake, "BATCH", 1)
    assert imported(paths) == rows, files
    monkeypatch.setattr(batches, "MOST_BATCHES", 1)
    assert imported(paths) == rows, files
    monkeypatch.undo()
    return rows


@pytest.mark.parametrize(
    ("files", "quarantined"),
    [
        pytest.param(("F", "A", "F"), 1, marks=pytest.mark.long),
        (("U", "OAUAO"), 2),  # the last text has been replaced and comes again
        pytest.param(("FA", "FF"), 1, marks=pytest.mark.long),
        pytest.param(("FF", "A"), 0, marks=pytest.mark.long),
        pytest.param(("FC", "B", "F"), 2, marks=pytest.mark.long),  # another hero replaces nothing
    ],
)
def test_a_faulty_text_after_its_correct_one_is_quarantined(files, quarantined, tmp_path, monkeypatch):
    rows = check_batches(tmp_path, files, monkeypatch)
    assert len(rows["quarantine"]) == quarantined


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_any_texts_of_a_hand(seed, tmp_path, monkeypatch):
    random = Random(seed)  # noqa: S311 - repeatable, not secret
    for _ in range(20):
        names = "".join(random.choices(sorted(TEXTS), k=random.randint(2, 6)))
        cut = random.randint(1, len(names) - 1)
        check_batches(tmp_path, (names[:cut], names[cut:]), monkeypatch)

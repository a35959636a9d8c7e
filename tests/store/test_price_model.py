"""Prices of another version of the model: reported, never mixed with those of the present one, and computed again."""

import json
from shutil import copyfile

import numpy as np
import pytest
from support.commands import run
from support.prices import KnownHand, price_draw, price_hand
from support.two_views import ANN, BEN

from badugi_hh.engine.cards import cards
from badugi_hh.odds.luck import draw_luck, starting_luck
from badugi_hh.odds.next_draw import share_table
from badugi_hh.odds.spots import mask_of
from badugi_hh.store import computation
from badugi_hh.store.database import opened


@pytest.fixture(scope="module")
def other_model(tmp_path_factory):
    """Return a database whose prices are of another model: they differ from those of this one."""
    folder = tmp_path_factory.mktemp("other-model")
    path = folder / "hands.duckdb"
    (folder / "ann.txt").write_text(ANN, encoding="utf-8")
    run("import", folder / "ann.txt", "--db", path)
    assert _priced(path) == (1, 1, False)
    with opened(path) as con:
        con.execute("UPDATE draw_prices SET kept_equity = 0.125")
        con.execute("COMMENT ON TABLE priced_hands IS 'prices of model 1'")
    return path


@pytest.fixture
def outdated(other_model, tmp_path):
    """Return a copy of this database."""
    return copyfile(other_model, tmp_path / "hands.duckdb")


def _priced(path):
    """The number of priced hands and of all hands, and whether the prices are those of another model."""
    info = json.loads(run("db", "info", "--db", path, "--json").stdout)
    return info["priced_hands"], info["hands"], info["prices_outdated"]


def _kept(path):
    with opened(path, read_only=True) as con:
        return con.execute("SELECT kept_equity FROM draw_prices ORDER BY ALL").fetchall()


def test_prices_of_another_model_are_reported_and_computed_again(outdated):
    assert "another version of the model" in run("db", "info", "--db", outdated).stderr
    assert json.loads(run("db", "info", "--db", outdated, "--json").stdout)["prices_outdated"] is True
    assert f"badugi-hh db price --db {outdated} computes them again" in run("leaks", "--db", outdated).stderr
    run("db", "compact", "--db", outdated)
    assert _kept(outdated) == [(0.125,)]
    assert json.loads(run("db", "price", "--db", outdated, "--json").stdout)["hands"] == 1
    assert _kept(outdated) != [(0.125,)]
    assert len(_kept(outdated)) == 1
    assert run("db", "info", "--db", outdated).stderr == ""
    assert "all hands have prices" in run("db", "price", "--db", outdated).stdout


ANOTHER = "the prices are of another version of the model; badugi-hh db price --db "


@pytest.mark.parametrize(
    ("command", "noted"),
    [
        ("stats", True),
        ("stats --stat vpip", False),
        ("export --out {}", False),
        ("export --out {} --format parquet", True),
    ],
)
def test_a_command_that_uses_prices_of_another_model_says_so(outdated, tmp_path, command, *, noted):
    done = run(*command.format(tmp_path / "out").split(), "--db", outdated)
    assert (ANOTHER in done.stderr) is noted


@pytest.mark.parametrize(
    ("options", "priced", "left"), [([], (2, 2, False), 0), (["--no-prices"], (1, 2, True), 1)]
)
def test_an_import_computes_the_prices_of_another_model_again_or_leaves_them(
    outdated, tmp_path, options, priced, left
):
    (tmp_path / "other.txt").write_text(BEN.replace("0001:", "0002:"), encoding="utf-8")
    run("import", tmp_path / "other.txt", "--db", outdated, *options)
    assert _priced(outdated) == priced
    assert _kept(outdated).count((0.125,)) == left
    assert len(_kept(outdated)) == priced[0]


# --- the version of the model

PINNED = {
    "hand": [0.893913, 0.0025, 0.662287, 0.0045, 0.058327, 0.0045, 0.663124, 0.007],
    "draw": [0.225021, 0.662287, 0.006, 0.140885, 0.140885, 0.0, 0.375605, 0.663124, 0.007],
    "luck": [0.479492, 3.823482, -0.154691, -0.154691],
}


def test_a_change_of_prices_changes_the_version_of_the_model():
    """If this fails, prices or luck have changed: increase `PRICE_MODEL`, and pin the new figures."""
    spots = [
        KnownHand(cards(hand), cards(thrown), draws, opponents)
        for hand, thrown, draws, opponents in (
            ("As 2h 3d 9c", "Kh", 0, ((1, 1),)),
            ("As 2h 3d Kd", "Qd", 1, ((1, 2),)),
            ("As 2h Kh Kd", "", 2, ((0, 1), (1, 2))),
            ("4s 5h 8d Tc", "", 3, ((2, 3), (3, 3))),
        )
    ]
    figures = {"hand": [], "draw": []}
    for spot in spots:
        price = price_hand(spot)
        figures["hand"] += (price.equity, price.error)
        if spot.draws:
            draw = price_draw(spot, cards("As 2h") if spot.draws < 3 else cards("4s 5h 8d"))
            figures["draw"] += (draw.kept.equity, draw.best.equity, draw.loss_error)
    kept, gone = (np.array([mask_of(cards(held))]) for held in ("As 2h 3d", "As 2h 3d Kd"))
    worth, after = share_table([(((1, 1), (0, 2)), 1)]), np.array([100], np.uint16)
    figures["luck"] = [
        *draw_luck(kept, gone, after, worth, np.zeros(1, np.intp)),
        *starting_luck(6)[[1, 500, 1092]],
    ]
    assert computation.PRICE_MODEL == 10
    assert {name: [round(float(each), 6) for each in found] for name, found in figures.items()} == PINNED

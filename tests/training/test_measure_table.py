"""A small run of the program that plays solved strategies with real cards."""

import sys
from pathlib import Path

import measure_table

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


def test_it_prints_what_it_measures(monkeypatch, capsys):
    options = ["--spot", "heads-up", "--table", str(GOLDEN), "--deals", "100"]
    monkeypatch.setattr(sys, "argv", ["measure_table", *options])
    measure_table.main()
    assert "card removal: " in capsys.readouterr().out

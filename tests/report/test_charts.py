"""Charts, their colours, and how numbers, money and cards are written. The frames are made up here."""

import re
from datetime import datetime
from functools import partial
from math import sqrt
from statistics import NormalDist, stdev

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages import plotly_figure

from badugi_hh.report import measured_cells
from badugi_hh.report.result_chart import result_chart, thin
from badugi_hh.report.templates import colours
from badugi_hh.stats.engine.frames import running_results
from badugi_hh.wording import formats

HOSTILE = '</script><img src=x onerror="alert(1)">&amp;'


def running(bets, showdowns, luck=None, hand_id=None):
    """The running results of hands at $0.50/$1, in big bets."""
    hands = range(1, len(bets) + 1)
    frame = pl.DataFrame(
        {
            "net_bb": bets,
            "net": [round(100 * bet) for bet in bets],
            "big_bet": [100] * len(bets),
            "luck": luck or [None] * len(bets),
            "at_showdown": showdowns,
            "hand_key": list(hands),
            "hand_id": [hand_id or str(hand - 1) for hand in hands],
            "played_at": [datetime.fromisoformat("2026-03-01 20:15")] * len(bets),
            "shown_at": [datetime.fromisoformat("2026-03-01 20:15")] * len(bets),
            "denomination": ["USD cents"] * len(bets),
        },
        schema_overrides={"net_bb": pl.Float64, "luck": pl.Float64, "at_showdown": pl.Boolean},
    )
    (found,) = running_results(frame)
    return found


def luminance(colour):
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_of_white_and_black():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_on_every_ground(dark):
    grounds = ("paper", "sheet", "wash")
    words = (
        "ink", "quiet", "faint", "baize", "gain", "loss", "flag", "watch", "club", "diamond", "heart",
        "spade",
    )  # fmt: skip
    pairs = [(word, ground) for word in words for ground in grounds]
    pairs += [("on-dark", "draw-0"), ("on-dark", "draw-1"), ("on-light", "draw-2"), ("on-light", "draw-3")]
    poor = {
        pair: round(found, 2)
        for pair in pairs
        if (found := contrast(colours()[pair[0]][dark], colours()[pair[1]][dark])) < 4.5
    }
    assert not poor


@given(st.lists(st.tuples(st.floats(-20, 20), st.booleans()), min_size=1, max_size=400))
def test_thinning_keeps_order_ends_and_extremes(hands):
    frame = running(*(list(column) for column in zip(*hands, strict=True)))
    columns = ("total", "showdown", "other")
    kept = thin(frame, columns, buckets=7)
    assert kept.height <= max(7 * 2 * 3 + 2, 0)
    assert kept["hand"].to_list() == sorted(set(kept["hand"]))
    assert (kept["hand"][0], kept["hand"][-1]) == (1, len(hands))
    for column in columns:
        assert kept[column].min() == frame[column].min()
        assert kept[column].max() == frame[column].max()
    assert kept.join(frame, on=frame.columns, how="anti", nulls_equal=True).height == 0


def test_the_interval_of_the_running_result_is_that_of_the_mean():
    bets = [float((number * 7919) % 41 - 20) for number in range(60)]
    frame = running(bets, [True] * 60)
    assert frame["low"].is_null().sum() == frame["high"].is_null().sum() == 29
    reach = NormalDist().inv_cdf(0.975) * stdev(bets) * sqrt(60)
    assert frame["low"][-1] == pytest.approx(sum(bets) - reach)
    assert frame["high_money"][-1] == pytest.approx(100 * (sum(bets) + reach))


def test_the_lines_of_a_chart_are_in_money_and_in_big_bets():
    frame = running([1.5, -4.0], [True, False], [0.5, 0.25])
    data = result_chart(frame, ["in dollars", "in big bets"], {"label": "USD", "sign": "$"}, 100)
    assert data["dates"] == ["2026-03-01 20:15"] * 2
    due = {"total": [1.5, -2.5], "showdown": [1.5, 1.5], "other": [0.0, -4.0], "adjusted": [1.0, -3.25]}
    assert data["bets"] == data["money"] == {**due, "low": [None, None], "high": [None, None]}
    alone = result_chart(running([1.5], [True]), ["in big bets"], None, 1)
    assert alone["money"] is None
    assert [*alone["bets"]] == ["total", "showdown", "other", "low", "high"]


# --- figures, which the page draws of these data


def dot(group, n, value, low, high):
    made = round(value * n)
    return {
        "group": group,
        "name": "VPIP",
        "stat": "vpip",
        "part": {"position": group},
        "made": made,
        "n": n,
        "value": value,
        "low": low,
        "high": high,
        "others": None,
        "range": None,
    }


@pytest.fixture
def drawn(browser, report_page):
    """Return what draws data on a page."""
    browser.open(report_page, width=1280, view="quality")
    return partial(plotly_figure, browser)


@pytest.mark.browser
def test_figures_are_in_the_colours_of_the_theme(drawn, report_view):
    for plot in report_view.plots:
        for dark in (False, True):
            found = set(re.findall(r"#[0-9a-fA-F]{3,8}\b", drawn(plot.data, dark=dark).to_json()))
            assert found, plot.id
            assert found <= {pair[dark] for pair in colours().values()}, plot.id


@pytest.mark.browser
def test_shares_have_intervals_and_are_hollow_with_few_chances(drawn):
    dots = [dot("BTN", 30, 0.4, 0.276, 0.538), dot("SB", 29, 0.5, 0.3, 0.7)]
    figure = drawn({"kind": "shares", "names": ["VPIP"], "dots": dots})
    shown = [trace for trace in figure.data if trace.text]
    assert [trace.text[0].split(",")[0] for trace in shown] == ["BTN", "SB"]
    assert [(trace.marker.color, trace.marker.symbol) for trace in shown] == [
        (colours()["own"][0], "circle"),
        (colours()["faint"][0], "circle-open"),
    ]
    assert shown[0].x[0] - shown[0].error_x.arrayminus[0] == pytest.approx(27.6)
    assert shown[0].x[0] + shown[0].error_x.array[0] == pytest.approx(53.8)
    assert shown[0].customdata == ("stat=vpip&made=yes&position=BTN",)


@pytest.mark.browser
def test_the_bars_of_each_draw_fill_the_hundred(drawn):
    bars = [(1, "first draw", [10, 70, 15, 5, 0]), (2, "second draw", [1, 2, 0, 0, 0])]
    figure = drawn({"kind": "draws", "draws": bars})
    assert [sum(shares) for shares in zip(*(bar.x for bar in figure.data), strict=True)] == [
        pytest.approx(100)
    ] * 2
    assert {bar.name: round(bar.x[0]) for bar in figure.data} == {"pat": 10, "one": 70, "two": 15, "three": 5}


@pytest.mark.browser
def test_what_comes_from_a_history_is_no_markup_in_hover_labels(drawn):
    numbered = result_chart(running([1.0], [True], hand_id=HOSTILE), [""], None, 1)
    shares = {"kind": "shares", "names": ["VPIP"], "dots": [dot(HOSTILE, 2, 0.5, 0.1, 0.9)]}
    for data in (numbered, shares):
        figure = drawn(data).to_json()
        assert "<img" not in figure
        assert "&#60;img" in figure


# --- numbers, money, cards


@pytest.mark.parametrize(
    ("amount", "currency", "unit", "signed", "text"),
    [
        (123456, "USD", "cent", False, "$1,234.56"),
        (-5, "USD", "cent", True, "−$0.05"),
        (5, "EUR", "cent", True, "+€0.05"),
        (0, "GBP", "cent", True, "£0.00"),
        (1234, "INR", "cent", False, "₹12.34"),
        (1050, "CAD", "cent", False, "10.50 CAD"),
        (1050, None, "cent", False, "10.50"),
        (1500, None, "chip", True, "+1,500 chips"),
        (1, None, "chip", False, "1 chip"),
        (None, "USD", "cent", False, "–"),
    ],
)
def test_money(amount, currency, unit, signed, text):
    assert formats.money(amount, currency, unit, signed=signed) == text


@given(st.integers(-(10**12), 10**12))
def test_no_cent_is_lost_in_writing(amount):
    text = formats.money(amount, "USD", "cent")
    assert int(re.sub(r"[^0-9−]", "", text).replace("−", "-")) == amount


def test_cards_have_four_colours_and_names():
    shown = measured_cells.cards("As Td 9h 2c")
    assert re.findall(r'class="card (\w+)"', shown) == ["spade", "diamond", "heart", "club"]
    assert re.findall(r'aria-label="([^"]+)"', shown) == [
        "ace of spades",
        "ten of diamonds",
        "9 of hearts",
        "2 of clubs",
    ]
    assert "<img" not in measured_cells.cards(HOSTILE)

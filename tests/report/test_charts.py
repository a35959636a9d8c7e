"""Charts, their colours, and how numbers, money and cards are written. The frames are made up here."""

import re
from datetime import datetime
from math import sqrt
from statistics import NormalDist, stdev

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages import plotly_figure

from badugi_hh.report import charts, measured_cells
from badugi_hh.report.result_chart import InMoney, result_chart, thin
from badugi_hh.report.templates import theme
from badugi_hh.stats.engine.frames import running_results
from badugi_hh.wording import formats

pytestmark = pytest.mark.quick

HOSTILE = '</script><img src=x onerror="alert(1)">&amp;'
DOTS = ["group", "name", "made", "chances", "value", "low", "high"]


def with_query(frame):
    """Return the rows of a frame, which all lead to the same hands."""
    return frame.with_columns(selects=pl.lit("position=BTN")).to_dicts()


def results_over_time(frame):
    return plotly_figure(result_chart(frame, InMoney("USD", 100, "in dollars"))[0])


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


def all_figures():
    return {
        "results": results_over_time(running([1.5, -0.5, 0.0], [True, False, False])),
        "with luck": results_over_time(running([1.5, -0.5], [True, False], [0.5, -0.25])),
        "one hand": results_over_time(running([1.5], [True])),
        "shares": plotly_figure(
            charts.shares_with_intervals(
                with_query(
                    pl.DataFrame(
                        [("BTN", "VPIP", 20, 50, 0.4, 0.3, 0.5), ("SB", "VPIP", 1, 2, 0.5, 0.1, 0.9)],
                        DOTS,
                        orient="row",
                    )
                ),
                ["VPIP"],
                ["BTN", "SB"],
            )
        ),
        "draws": plotly_figure(
            charts.cards_drawn(
                with_query(
                    pl.DataFrame(
                        [(1, 0, 1), (1, 1, 6), (1, 4, 3), (3, 0, 2)], ["draw", "drawn", "times"], orient="row"
                    )
                )
            )
        ),
        "starts": plotly_figure(
            charts.results_by_start(
                with_query(
                    pl.DataFrame(
                        [("badugi", 40, 1.5, 0.5, 2.5), ("one card", 1, -0.5, None, None)],
                        ["label", "hands", "mean", "low", "high"],
                        orient="row",
                    )
                )
            )
        ),
    }


def test_every_colour_of_a_figure_has_a_dark_partner():
    for name, figure in all_figures().items():
        colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b", figure.to_json()))
        assert colours, name
        assert colours <= set(theme().exchange()), name


def test_light_colours_differ_so_that_none_is_exchanged_for_anothers_partner():
    light = [pair[0] for pair in theme().colours.values()]
    assert len(set(light)) == len(light)


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
        if (found := contrast(theme().colours[pair[0]][dark], theme().colours[pair[1]][dark])) < 4.5
    }
    assert not poor


def test_results_without_luck_are_a_line_of_their_own_where_luck_is_known():
    figure = results_over_time(running([1.5, -4.0, 2.0], [True, False, True], [1.0, 0.0, 0.5]))
    assert [line.name for line in figure.data] == [
        "all hands", "showdown", "no showdown", "luck-adjusted", *["95% interval"] * 2,
    ]  # fmt: skip
    assert list(figure.data[3].y) == [0.0, 0.5, -3.5, -2.0]


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


def test_switches_replace_hands_by_dates_and_bets_by_money():
    frame = running([1.5, -4.0], [True, False], [0.5, 0.25])
    figure, switches = result_chart(frame, InMoney("USD", 100, "in dollars", "$"), "in big bets")
    (hands, dates), (money, bets) = switches
    assert (bets.summary, money.summary) == ("in big bets", "in dollars")
    assert (bets.layout["yaxis.tickformat"], money.layout["yaxis.tickformat"]) == (",~r", "$,~r")
    assert [option.label for option in (hands, dates, bets, money)] == ["hands", "dates", "big bets", "USD"]
    assert hands.data["x"] == [list(plotly_figure(figure).data[0].x)] == [[0, 1, 2]]
    assert dates.data["x"] == [["2026-03-01 20:15:00"] * 3]
    assert [list(line) for line in money.data["y"]] == [list(line.y) for line in plotly_figure(figure).data]
    assert money.data["y"] == [
        [0.0, 1.5, -2.5], [0.0, 1.5, 1.5], [0.0, 0.0, -4.0], [0.0, 1.0, -3.25], *[[None, None, None]] * 2,
    ]  # fmt: skip
    _, (along,) = result_chart(frame, None)
    assert along == (hands, dates)


def test_shares_with_few_chances_are_grey_and_hollow():
    rows = [("BTN", "VPIP", 15, 30, 0.5, 0.3, 0.7), ("SB", "VPIP", 15, 29, 0.5, 0.3, 0.7)]
    figure = plotly_figure(
        charts.shares_with_intervals(
            with_query(pl.DataFrame(rows, DOTS, orient="row")), ["VPIP"], ["BTN", "SB"]
        )
    )
    grey = theme().light("faint")
    drawn = {
        label.split(",")[0]: (trace.marker.color == grey, "open" in trace.marker.symbol)
        for trace in figure.data
        for label in trace.text or ()
    }
    assert drawn == {"BTN": (False, False), "SB": (True, True)}


def test_intervals_reach_from_low_to_high():
    rows = [("BTN", "VPIP", 20, 50, 0.4, 0.276, 0.538)]
    figure = plotly_figure(
        charts.shares_with_intervals(with_query(pl.DataFrame(rows, DOTS, orient="row")), ["VPIP"], ["BTN"])
    )
    dots = next(trace for trace in figure.data if trace.text)
    assert dots.x[0] - dots.error_x.arrayminus[0] == pytest.approx(27.6)
    assert dots.x[0] + dots.error_x.array[0] == pytest.approx(53.8)


def test_the_bars_of_each_draw_fill_the_hundred():
    counts = [(1, 0, 10), (1, 1, 70), (1, 2, 15), (1, 3, 5), (2, 0, 1), (2, 1, 2), (3, 0, 4)]
    figure = plotly_figure(
        charts.cards_drawn(with_query(pl.DataFrame(counts, ["draw", "drawn", "times"], orient="row")))
    )
    assert list(figure.data[0].y) == ["first draw", "second draw", "third draw"]
    for place in range(3):
        assert sum(bar.x[place] for bar in figure.data) == pytest.approx(100)
    assert {bar.name: round(bar.x[0], 1) for bar in figure.data} == {
        "pat": 10,
        "one": 70,
        "two": 15,
        "three": 5,
    }


def test_what_comes_from_a_history_is_no_markup_in_hover_labels():
    frame = running([1.0], [True], hand_id=HOSTILE)
    shares = with_query(pl.DataFrame([(HOSTILE, "VPIP", 1, 2, 0.5, 0.1, 0.9)], DOTS, orient="row"))
    for figure in (
        results_over_time(frame),
        plotly_figure(charts.shares_with_intervals(shares, ["VPIP"], [HOSTILE])),
    ):
        assert "<img" not in figure.to_json()
        assert "&lt;img" in figure.to_json()


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

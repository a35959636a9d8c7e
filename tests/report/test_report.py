"""The report as a page: what it holds, what it cannot be made to do, and how a browser shows it."""

import json
import re
from base64 import b64encode
from collections import Counter
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import build_examples
import polars as pl
import pytest
from support.pages import Outline, unpacked
from support.report_hands import HANDS, HOSTILE, column

from badugi_hh.engine.cards import RANKS
from badugi_hh.engine.values import ranks
from badugi_hh.installation import data_folder
from badugi_hh.leaks import LEAKS
from badugi_hh.outputs import OutputError
from badugi_hh.report.compose import compose, write_report
from badugi_hh.report.hand_table import hand_table, select_listed
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.page import render
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.range_view import CHARTED
from badugi_hh.report.sections import results
from badugi_hh.simulate import HERO, CashGame, SitAndGo, simulate, write_files
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.computation import MODEL
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import compute
from badugi_hh.wording.best_play import claims_of
from badugi_hh.wording.catalogue import address, catalogue, replayer_words
from badugi_hh.wording.formats import decimal


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Make a database of simulated hands, with the arguments of `simulate`."""
    opened = []

    def make(n, **how):
        con = open_database(None)
        opened.append(con)
        if n:
            folder = tmp_path_factory.mktemp("histories")
            write_files(simulate(n, 7, **how), folder)
            assert import_paths(con, [folder]).stored == n
        return con

    yield make
    for con in opened:
        con.close()


@pytest.fixture(scope="module")
def outline(report_page):
    return Outline(report_page.read_text(encoding="utf-8"))


# --- what the page says


def test_all_views_are_there_and_linked(outline, report_view):
    sections = [section["id"] for section in outline.all("section")]
    assert tuple(sections) == VIEWS[ReportKind.TRACKER]
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [link["href"] for link in outline.all("a")]
    assert {f"#{name}" for name in VIEWS[ReportKind.TRACKER]} <= set(links)
    listed = {f"hand-{key}" for key in report_view.hands.listing["keys"]} | {
        f"hand-{key}-{step}"
        for key, events in zip(
            report_view.hands.replays["keys"], report_view.hands.replays["event_counts"], strict=True
        )
        for step in range(1, events + 3)
    }
    leaks = {f"hands?leak={card.id}" for card in (*report_view.leaks.first, *report_view.leaks.rest)}
    spots = {f"best-play/{spot}" for spot in CHARTED}
    assert {link.removeprefix("#") for link in links} <= set(ids) | listed | leaks | spots


def test_headline_figures_are_those_of_the_statistics(report_hands, outline):
    vpip = evaluate(report_hands, Filter(), names=("vpip",))[0].stats["vpip"]
    assert f"VPIP {100 * vpip.value:.1f}% {vpip.made:,} of {vpip.n:,}" in outline.text


def test_net_is_reported_per_currency_as_integers_add_up(report_hands, outline):
    sums = report_hands.execute(
        "SELECT currency, CAST(sum(net) AS BIGINT) FROM seats JOIN hands USING (hand_key) "
        "WHERE hero AND dealt AND game = 'cash' GROUP BY currency"
    ).fetchall()
    signs = {"USD": "$", "EUR": "€"}
    assert {currency for currency, _ in sums} == {"USD", "EUR"}
    for currency, net in sums:
        sign = "−" if net < 0 else "+"
        shown = f"Net, {currency} {sign}{signs[currency]}{abs(net) // 100:,}.{abs(net) % 100:02d}"
        assert shown in outline.text


def test_results_have_one_chart_per_currency_and_kind_of_chips(report_view):
    plots = report_view.results
    assert {plot.title for plot in plots} == {"USD", "EUR", "Tournaments"}
    units = {plot.title: [label for labels in plot.switches[1:] for label in labels] for plot in plots}
    assert units == {"USD": ["USD", "big bets"], "EUR": ["EUR", "big bets"], "Tournaments": []}
    for plot in plots:
        total, showdown, other, *_ = plot.data["bets"].values()
        assert total[-1] == pytest.approx(showdown[-1] + other[-1], abs=0.02)


@pytest.mark.parametrize(
    ("luck", "summary"),
    [
        ([None, None], None),
        ([0.5, 1.0], "Without the luck of starting hands and draws: −0.5."),
        ([0.5, None], "Without the luck of starting hands and draws, which is known for 1 hand: +0.5."),
    ],
)
def test_the_chart_of_results_has_a_line_without_luck_where_luck_is_known(luck, summary):
    """A hand without prices keeps its result."""
    rows = {"net_bb": [2.0, -1.0], "luck": pl.Series(luck, dtype=pl.Float64), "at_showdown": [True, False]}
    rows |= {"hand_key": [1, 2], "hand_id": ["11", "12"], "denomination": ["USD cents"] * 2}
    rows |= {"net": [200, -100], "big_bet": [100] * 2}
    (plot,) = results(
        pl.DataFrame(rows).with_columns(
            played_at=pl.lit(None, pl.Datetime), shown_at=pl.lit(None, pl.Datetime)
        )
    )
    lines = ["total", "showdown", "other", *(["adjusted"] if summary else []), "low", "high"]
    assert [*plot.data["money"]] == lines
    in_money, in_bets = plot.data["summaries"]
    assert in_bets.endswith(summary or "the lowest 0.0.")
    assert plot.summary == in_money
    assert in_money.startswith("+$1.00 after 2 hands: +$2.00 with a showdown and −$1.00 without. ")
    lowest = (summary or "The highest point is +$2.00, the lowest $0.00.").replace("0.5.", "$0.50.")
    assert in_money.endswith(lowest)


def test_every_position_has_its_row_and_counts_sum_up(report_hands, report_view):
    whole = evaluate(report_hands, Filter(), names=("vpip",))[0].stats["vpip"]
    counts = [
        tuple(int(part.replace(",", "")) for part in row.cells[0].counts.split(" of "))
        for row in report_view.positions.rows
    ]
    assert tuple(map(sum, zip(*counts, strict=True))) == (whole.made, whole.n)


def test_starting_hands_have_the_mean_and_interval_of_their_results(report_hands, report_view):
    rows = seat_rows(report_hands, Filter())
    assert sum(int(row.hands) for row in report_view.starts.rows) == HANDS
    label = "three cards, J to K"
    worth = [
        row["net_bb"]
        for row in rows.iter_rows(named=True)
        if len(counted := ranks(row["value_0"])) == 3 and counted[0] >= RANKS.index("J")
    ]
    row = next(row for row in report_view.starts.rows if row.label == label)
    assert int(row.hands) == len(worth) > 30
    mean, reach = (
        fmean(worth),
        2.0 * stdev(worth) / sqrt(len(worth)),
    )  # 2.0 is near Student's t from 60 values on
    low, high = (float(end.replace("−", "-")) for end in row.interval.split(" to "))
    assert float(row.mean.text.replace("−", "-")) == pytest.approx(mean, abs=0.005)
    assert (low, high) == (pytest.approx(mean - reach, abs=0.05), pytest.approx(mean + reach, abs=0.05))


def test_cash_games_and_tournaments_are_never_one_result(report_hands, report_view):
    by_game = {
        group.by["game"]: group
        for group in evaluate(report_hands, Filter(), names=("winrate",), by=("game",))
    }
    assert {game: group.hands for game, group in by_game.items()} == {"cash": 180, "tournament": 30}
    rates = {figure.label: figure for figure in report_view.figures if figure.label.startswith("Big bets")}
    due = decimal(by_game["cash"].stats["winrate"].value, signed=True)
    shown = rates.pop("Big bets per 100 hands")
    assert (shown.value, shown.note) == (due, f"{by_game['cash'].hands} hands")
    assert f" {due[1:]} big bets per 100 hands in cash games" in report_view.reading
    assert not [label for label in rates if "without luck" not in label]
    titles = [row.title for group in report_view.statistics for row in group.rows]
    assert {"Win rate, cash games", "Win rate, tournaments"} <= set(titles)
    assert "Win rate" not in titles
    assert "Results of cash games and tournaments are reported separately" in report_view.note


def test_several_heroes_are_named_and_said_to_be_counted_as_one(only_views, database, tmp_path):
    only_views("overview")
    con = database(60, games=(CashGame("Gamma", 6, 6, 25, 50),))
    write_files(
        simulate(40, 8, games=(CashGame("Delta", 6, 6, 25, 50),), hero=replace(HERO, name="Second Me")),
        tmp_path,
    )
    import_paths(con, [tmp_path])
    view = compose(con, Filter())
    assert view.who == f"{HERO.name} and Second Me"
    assert view.about[-1] == (
        f"2 players counted together, with their hands: {HERO.name} (60) and Second Me (40)"
    )
    assert view.reading.startswith(f"{HERO.name} and Second Me together ")
    assert ("Hands", "100") in [(figure.label, figure.value) for figure in view.figures]
    assert "Player" in [column.title for column in view.hands.columns]


def test_all_hands_are_listed_while_they_are_few(report_view):
    whole = report_view.hands
    assert len(set(whole.listing["keys"])) == HANDS
    assert whole.selection == f"This table lists all {HANDS} hands."
    assert len(whole.first) == 50
    assert len(column(report_view, "when")) == HANDS


def test_the_list_of_hands_is_capped_and_says_so(report_hands):
    rows = seat_rows(report_hands, Filter())
    named = {("PokerStars", rows["hand_id"][5])}
    selected = select_listed(rows, named, most=150)
    view = hand_table(selected, HANDS, {}, {}, None, {})
    assert len(view.listing["with_text"]) == 150
    assert f"150 of {HANDS}" in view.selection
    first = selected.filter("first")
    assert named <= set(first.select("site", "hand_id").iter_rows())
    biggest = report_hands.execute(
        "SELECT hand_key FROM seats JOIN hands USING (hand_key) WHERE hero ORDER BY abs(net) / big_bet DESC LIMIT 3"
    ).fetchall()
    assert {key for (key,) in biggest} <= set(first["hand_key"])
    assert selected["played_at"].is_sorted(descending=True)


def test_the_table_sorts_by_what_it_shows_and_knows_the_players(report_hands, report_view):
    keys = report_view.hands.listing["keys"]
    titles = [each.title for each in report_view.hands.columns]
    assert titles == [
        catalogue()["tables"][name]
        for name in ("when", "dealt", "net", "net_bb", "final", "line", "position", "stakes", "pot", "hand")
    ]
    amounts = report_hands.execute(
        "SELECT hand_key, net, net / big_bet, total_pot, coalesce(currency, 'chips') FROM seats JOIN hands USING (hand_key) WHERE hero"
    ).fetchall()
    units = {key: unit for key, *_, unit in amounts}
    most = [unit for unit, _ in sorted(Counter(units.values()).items(), key=lambda item: (-item[1], item[0]))]
    assert len(most) == 3
    for nth, name in enumerate(("net", "net_bb", "pot"), start=1):
        packed = report_view.hands.listing["columns"][titles.index(catalogue()["tables"][name])]
        due = {key: values[nth - 1] for key, *values, _ in amounts}
        rows = packed.get("rows", range(len(keys)))
        assert [packed["keys"][row] for row in rows] == [pytest.approx(due[key], abs=0.001) for key in keys]
        if name == "net_bb":
            assert "units" not in packed
        else:
            assert [most[packed["units"][row]] for row in rows] == [units[key] for key in keys]
    names, rows = report_view.hands.listing["players"].values()
    hand = dict(
        report_hands.execute(
            "SELECT hand_key, list(player ORDER BY player) FROM seats GROUP BY hand_key"
        ).fetchall()
    )
    assert [sorted(names[name] for name in row) for row in rows] == [hand[key] for key in keys]


def test_hands_carry_their_replay_and_their_text_as_written(report_hands, outline, report_view):
    found = report_view.hands.replays
    texts = dict(report_hands.execute("SELECT hand_key, text FROM hand_texts").fetchall())
    assert report_view.hands.texts == {str(key): text for key, text in texts.items()}
    assert found["keys"] == report_view.hands.listing["keys"]
    block = json.loads(unpacked(outline.block("hand-replays")))
    assert block == json.loads(
        json.dumps({"columns": found, "words": {**replayer_words(), "claims": claims_of(found)}})
    )


@pytest.mark.long
def test_the_report_of_the_samples_has_less_than_4_mb(samples):
    with closing(open_database(None)) as con:
        import_paths(con, sorted(samples.glob("HH*.txt")))
        compute(con, MODEL)
        assert len(render(compose(con, Filter())).encode()) < 4_000_000


# --- texts


def test_a_player_who_does_not_read_is_not_addressed(only_views, report_hands, outline):
    only_views("overview", "positions", "statistics", "draws", "betting")
    other = report_hands.execute(
        "SELECT player FROM seats WHERE NOT hero GROUP BY player ORDER BY count(*) DESC, player LIMIT 1"
    ).fetchall()[0][0]
    assert re.search(r"\b[Yy]our?\b", outline.text)
    page = compose(report_hands, Filter(player=other))
    text = render(page).partition("<script")[0]
    assert not re.search(
        r"\byour?\b", re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL), re.IGNORECASE
    )


def test_every_text_that_addresses_the_player_can_speak_of_another():
    texts = [stat.sentence for stat in STATS.values()]
    texts += [text for leak in LEAKS.values() for text in (leak.sentence, leak.advice)]
    printed = [address(text, you=False) for text in texts]
    assert not [text for text in printed if re.search(r"\b(you|your|yours|yourself)\b", text, re.IGNORECASE)]
    assert not [
        text
        for text in printed
        if re.search(r"\b(to|before|gives|than|for|from|with|of|behind) they\b", text)
    ]


# --- empty states


def test_without_hands_no_file_is_written_and_the_page_says_what_to_do(database, tmp_path):
    out = tmp_path / "empty.html"
    con, nobody = database(0), Filter(player="nobody <b>")
    assert not write_report(con, Filter(), out)
    assert not out.exists()
    found = Outline(render(compose(con, nobody)))
    assert catalogue()["empty"]["report"] in found.text
    assert "nobody <b>" in found.text
    assert not found.all("b")


def test_chips_alone_are_no_money(only_views, database):
    only_views("overview", "positions")
    view = compose(database(40, games=(SitAndGo(3, 300, 30),)), Filter())
    labels = [figure.label for figure in view.figures]
    assert "Net, tournaments" in labels
    assert not any("USD" in label or "chips" in label for label in labels)
    shown = Outline(render(view)).text.split(catalogue()["headings"]["positions"])[0]
    assert not re.search(r"\d chips", shown)


# --- what the page cannot be made to do


def test_names_are_text_and_never_markup(report_hands, outline):
    assert HOSTILE in outline.text
    assert "<img src=" in unpacked(outline.block("hand-replays"))
    assert not outline.all("img")
    assert all(not attributes for attributes in outline.all("b"))  # the dots of the scales
    assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)


def test_three_scripts_run_and_the_policy_knows_them(outline):
    ids = [script.get("id") for script in outline.all("script")]
    ranges = ["range-charts", *(f"range-charts-{spot}" for spot in CHARTED)]
    assert ids == [None, "charts", "seats", "hand-replays", "practice", "hand-texts", *ranges, "plotly", None]
    assert {script.get("type") for script in outline.all("script") if script.get("id")} == {"text/plain"}
    assert set(json.loads(unpacked(outline.block("charts")))) == {"plots", "words"}
    policy = next(meta["content"] for meta in outline.all("meta") if meta.get("http-equiv"))
    allowed = set(re.findall(r"'sha256-([^']+)'", policy))
    running = (outline.scripts[0], unpacked(outline.block("plotly")), outline.scripts[-1])
    assert allowed == {b64encode(sha256(text.encode()).digest()).decode() for text in running}
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-inline" not in policy.split("style-src")[0]


def test_nothing_is_loaded_from_elsewhere(report_page, outline):
    plotly = outline.block("plotly")
    assert "plotly.js v" in unpacked(plotly)
    assert report_page.stat().st_size - len(plotly) < 1_600_000
    for tag, attributes in outline.tags:
        for name in ("src", "href", "data", "action", "poster", "srcset"):
            value = attributes.get(name) or "#"
            assert value.startswith(("#", "data:,")), (tag, value)
    style = (data_folder("reports") / "style.css").read_text(encoding="utf-8")
    assert not re.search(r"url\(|@import|@font-face|https?:", style)


def test_samples_load_plotly_by_its_hash_instead(report_view):
    found = Outline(render(report_view, online=True))
    outside = [script for script in found.all("script") if script.get("src")]
    assert [re.sub(r"\d+\.\d+\.\d+", "N", script["src"]) for script in outside] == [
        "https://cdn.plot.ly/plotly-N.min.js"
    ]
    assert outside[0]["integrity"].startswith("sha256-")


def test_a_report_is_written_whole_or_not_at_all(report_hands, report_view, tmp_path, monkeypatch):
    monkeypatch.setattr("badugi_hh.report.compose.compose", lambda *_, **__: report_view)
    out = tmp_path / "report.html"
    assert write_report(report_hands, Filter(), out)
    older = out.read_bytes()

    def refuse(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OutputError, match=r"report\.html cannot be written: the disk is full"):
        write_report(report_hands, Filter(), out)
    assert out.read_bytes() == older
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_one_hand_is_enough_for_a_page_and_progress_names_each_part_and_grows(database, tmp_path):
    steps = []
    con = database(1, games=(CashGame("Theta", 6, 6, 25, 50),))
    write_report(
        con, Filter(), tmp_path / "report.html", progress=lambda what, share: steps.append((what, share))
    )
    shares = [share for _, share in steps]
    assert shares == sorted(set(shares))
    assert 0.0 == shares[0] < shares[-1] < 1.0
    assert len({what for what, _ in steps}) == len(steps) > 5
    outline = Outline((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert not re.search(r"\b1 (hands|habits|players|tables)\b", outline.text)
    assert tuple(section["id"] for section in outline.all("section")) == VIEWS[ReportKind.TRACKER]


# --- the words


def test_every_text_of_the_catalogue_is_used(root):
    used = "".join(
        path.read_text(encoding="utf-8")
        for folder, kind in (
            ("badugi_hh/report", "*.py"),
            ("badugi_hh/wording", "*.py"),
            ("reports", "*.jinja"),
            ("reports", "*.js"),
        )
        for path in (root / folder).glob(kind)
    )
    by_value = {
        "games", "denominations", "denominations_after_in", "headings", "leads", "ordinals", "draw_states",
        "hand_sizes", "types", "betting", "drawn", "starts", "cards",
    }  # fmt: skip
    for section, words in catalogue().items():
        if section in by_value | {"kickers", *ReportKind}:
            continue
        for name in words:
            base, about = re.fullmatch(r"(.+?)(_together_about|_together|_about|)", name).groups()
            composed = (
                about and f'"{base}"' in used and f'}}{about}"' in used
            )  # a column's name leads to its sentences
            assert composed or re.search(rf"\b{name}\b", used), f"{section}.{name}"


def test_tables_and_charts_can_be_heard(outline):
    tables = outline.all("table")
    assert len(outline.all("caption")) == len(tables)
    assert all(head.get("scope") for head in outline.all("th"))
    charts = [part for part in outline.all("div") if part.get("class") == "chart"]
    assert charts
    assert all(part["role"] == "img" and part["aria-label"] for part in charts)
    assert len(outline.all("h1")) == 1
    levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


# --- the rendered sample


@pytest.mark.parametrize(
    "kind",
    [
        kind if kind is ReportKind.TRACKER else pytest.param(kind, marks=pytest.mark.long)
        for kind in ReportKind
    ],
)
def test_the_sample_report_is_what_the_sample_histories_give(kind, request):
    """Compare what a reader of the sample sees; `docs/build_examples.py` or `pytest --update-golden` rewrites it."""
    path = build_examples.FOLDER / f"{kind}.html"
    html = build_examples.render_example(kind)
    if request.config.getoption("--update-golden"):
        path.write_text(html, encoding="utf-8", newline="\n")
    shown, due = Outline(path.read_text(encoding="utf-8")), Outline(html)
    stale = f"run: python docs/build_examples.py {kind}"
    assert shown.text == due.text, stale
    assert shown.hands == due.hands, stale
    scripts = {script.get("id") for script in due.all("script")}
    for block in {"hand-list", "hand-replays"} & scripts:
        assert unpacked(shown.block(block)) == unpacked(due.block(block)), stale


# --- the views that are tables


def test_tables_have_the_values_of_the_statistics(report_hands, report_view):
    """Each cell is what `evaluate` returns for the same part of the hands."""
    (before, first, *_) = report_view.betting
    by_position = {
        group.by["position"]: group
        for group in evaluate(report_hands, Filter(), names=("rfi",), by=("position",))
    }
    for row in before.rows:
        measure = by_position[row.label].stats["rfi"]
        shown = row.cells[0]
        assert (shown.key if shown else None) == measure.value
        if shown:
            assert shown.counts == f"{measure.made:,} of {measure.n:,}"
    states = evaluate(report_hands, Filter(), names=("bet_b1",), by=("draw_state",))
    found = {row.label: row.cells[0].key for row in first.rows if row.cells[0]}
    assert first.times == ""  # each statistic has its own decisions
    due = {group.by["draw_state"]: group.stats["bet_b1"].value for group in states if group.stats["bet_b1"].n}
    assert found == {
        "all": evaluate(report_hands, Filter(), names=("bet_b1",))[0].stats["bet_b1"].value,
        **due,
    }


def test_opponents_are_the_other_players_with_enough_hands(report_hands, report_view):
    due = report_hands.execute(
        "SELECT player, count(*) FROM seats WHERE NOT hero AND dealt GROUP BY player HAVING count(*) >= 30 ORDER BY 2 DESC, 1"
    ).fetchall()
    assert [(row.label, row.key) for row in report_view.opponents.rows] == due
    assert due


def test_sessions_add_up_to_all_hands(report_view):
    months, sessions, tournaments = report_view.sessions
    assert sum(row.key for row in months.rows) == sum(row.key for row in sessions.rows) == HANDS
    assert [row.label for row in sessions.rows] == sorted((row.label for row in sessions.rows), reverse=True)
    assert sum(row.key for row in tournaments.rows) == 30


def test_the_quality_of_the_data_is_that_of_the_database(report_hands, report_view):
    facts = {fact.label: fact.value for fact in report_view.quality}
    words = catalogue()["quality"]
    assert facts[words["stored"]] == facts[words["seen"]] == f"{HANDS}"
    assert facts[words["priced"]] == "0"
    assert facts[words["undated"]] == "0 (0.0%)"
    assert len(facts) == len(words)

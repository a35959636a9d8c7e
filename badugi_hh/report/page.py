"""Renders the page, and the page of one hand, as one file: template, style, script, charts and the plotly bundle; it loads nothing.

Charts and bundle are compressed; the script reads them while the page loads, so that printing has every chart. The
content security policy of the page allows no connection, and only its own script and plotly, by their hashes. Text from
a history cannot run code even if escaping failed.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from markupsafe import Markup
from plotly.offline import get_plotlyjs, get_plotlyjs_version

from badugi_hh.outputs.file import GENERATOR
from badugi_hh.outputs.kept import kept
from badugi_hh.replay import Replay
from badugi_hh.report.kinds import words_of
from badugi_hh.report.measured_cells import SUITS
from badugi_hh.report.page_model import Page
from badugi_hh.report.replay_columns import Facts, replay_block
from badugi_hh.report.replay_rows import problem_data
from badugi_hh.report.templates import (
    environment,
    json_markup,
    made_of,
    pack,
    pack_json,
    policy,
    read_asset,
    render_alone,
    script_hash,
    style_of,
)
from badugi_hh.wording.best_play import BestPlay, claims_of
from badugi_hh.wording.catalogue import catalogue, replayer_words
from badugi_hh.wording.hand_steps import title
from badugi_hh.wording.language import language, separators

EARLY = "theme.js"
"""The file of the script in the head."""

SCRIPTS = (
    *("formats.js", "hand_steps.js", "replayer.js", "figures.js", "charts.js", "views.js", "tables.js"),
    *("tips.js", "kinds.js", "seats.js", "losses.js", "links.js", "counted.js", "running_results.js"),
    *("results_by_part.js", "filtered_charts.js", "hands.js", "labels.js", "hand_window.js"),
    *("selection.js", "grids.js", "best_play.js", "drill.js"),
)
"""The files of the page's script, in the order in which they run."""


def render(page: Page, *, online: bool = False) -> str:
    """Return the page as HTML.

    With `online` the page does not contain plotly but loads the same version from its public address, checked by hash;
    this is for samples in a repository only.
    """
    script = Markup().join(read_asset(name) for name in SCRIPTS)
    return (
        environment()
        .get_template("report.html.jinja")
        .render(
            page=page,
            generator=GENERATOR,
            text=catalogue(),
            language=language(),
            separators=separators(),
            nouns=json.dumps(catalogue().get("nouns", {}), ensure_ascii=False),
            words={section: words_of(page.kind, section) for section in ("tabs", "headings", "leads")},
            suits={suit: sign for sign, suit in SUITS.values()},
            style=style_of("style.css", "replayer.css", "grids.css", "best_play.css", "drill.css"),
            early=read_asset(EARLY),
            script=script,
            bundle=_bundle(online=online) if page.plots else "",
            blocks=_blocks(page),
            policy=policy(_hashes(script, online=online)),
        )
    )


def _hashes(script: str, *, online: bool) -> list[str]:
    own = [script_hash(read_asset(EARLY)), script_hash(script), packed_plotly()[0]]
    return [*own, _address()] if online else own


def _address() -> str:
    return f"https://cdn.plot.ly/plotly-{get_plotlyjs_version()}.min.js"


def _bundle(*, online: bool) -> Markup:
    hashed, packed = packed_plotly()
    if not online:
        return Markup('<script type="text/plain" id="plotly">{}</script>').format(Markup(packed))  # noqa: S704
    return Markup('<script src="{}" integrity="{}" crossorigin="anonymous"></script>').format(
        _address(), hashed.strip("'")
    )


@cache
def packed_plotly() -> tuple[str, str]:
    """Return the hash of plotly and its text, compressed; they are kept."""

    def make() -> bytes:
        text = get_plotlyjs()
        return f"{script_hash(text)} {pack(text)}".encode()

    found = kept("plotly", get_plotlyjs_version().encode() + made_of(), make)
    hashed, packed = str(found, "ascii").split()
    return hashed, packed


def _blocks(page: Page) -> dict[str, Markup]:
    """Return the compressed blocks of JSON that the script reads, by their ids."""
    blocks: dict[str, Any] = {"charts": _charts(page)} if page.plots else {}
    if page.hands:
        blocks["seats"] = page.hands.listing
        replays = page.hands.replays
        blocks["hand-replays"] = {
            "columns": replays,
            "words": {**replayer_words(), "claims": claims_of(replays)},
        }
        if "drill" in page.views:
            blocks["practice"] = catalogue()["drill"]
        if page.hands.texts:
            blocks["hand-texts"] = page.hands.texts
    if page.loss_block:
        blocks["losses"] = page.loss_block
    if page.ranges:
        blocks |= page.ranges.blocks
    return {name: pack_json(block) for name, block in blocks.items()}


def _charts(page: Page) -> dict[str, Any]:
    """Return the data of the charts, and their words."""
    words = {name: catalogue()[name] for name in ("charts", "captions", "lists")}
    return {"plots": {plot.id: plot.data for plot in page.plots}, "words": words}


def render_replay(
    replay: Replay,
    rows: Facts,
    texts: Sequence[str],
    solved: BestPlay | None = None,
    *,
    first_line: int = 1,
    tz: str | None = None,
    labels: Sequence[str] = (),
) -> str:
    """Return the page of a replayed hand as HTML; `rows` are from `replay_rows.replayed_rows`, `texts` are its views as written.

    `labels` are lines with the user's tags and note. `first_line` is the line of the file at which the hand begins, for the lines of its problems, and `tz` the time zone of its
    time. The text marks the line of a step only if there is one view: a merged hand has the lines of one of them.
    """
    text = "\n\n\n".join(texts)
    columns = replay_block(
        rows,
        [0],
        {} if solved is None else {0: solved},
        problems={0: [problem_data(problem, first_line) for problem in replay.problems]},
        merged=[0] if len(texts) > 1 else (),
        stopped=not replay.results,
    )
    words = {**replayer_words(), "claims": claims_of(columns)}
    number = replay.hand.id
    return render_alone(
        "replay.html.jinja",
        ("formats.js", "hand_steps.js", "replayer.js", "replay_page.js"),
        ("style.css", "replayer.css"),
        number=number,
        labels=labels,
        text=text,
        words=words,
        data=json_markup(
            {
                "columns": columns,
                "number": number,
                "title": title(replay.hand, tz),
                "text": text,
                "words": words,
            }
        ),
    )

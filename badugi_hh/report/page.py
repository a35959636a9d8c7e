"""Renders the page as one file: template, style, script, charts and the plotly bundle; it loads nothing.

Charts and bundle are compressed; the script reads them when the first chart comes into view. The content security
policy of the page allows no connection, and only its own script and plotly, by their hashes. Text from a history
cannot run code even if escaping failed.
"""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Any

import jinja2
from markupsafe import Markup
from plotly.offline import get_plotlyjs, get_plotlyjs_version

from badugi_hh.folders import data_folder
from badugi_hh.outputs.marks import GENERATOR
from badugi_hh.report.packed import pack
from badugi_hh.report.page_model import Page
from badugi_hh.report.text import catalogue
from badugi_hh.report.theme import theme

SCRIPTS = ("charts.js", "views.js", "hands.js")
"""The files of the page's script, in the order in which they run."""

SUITS = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}


def render(page: Page, *, online: bool = False) -> str:
    """Return the page as HTML.

    With `online` the page does not contain plotly but loads the same version from its public address, checked by hash;
    this is for samples in a repository only.
    """
    script = "".join((data_folder("reports") / name).read_text(encoding="utf-8") for name in SCRIPTS)
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(
            page=page,
            generator=GENERATOR,
            text=catalogue(),
            suits=SUITS,
            theme={
                "fonts": Markup(theme().fonts()),  # noqa: S704 - the project's own file
                "light": theme().variables(dark=False),
                "dark": theme().variables(dark=True),
            },
            style=Markup((data_folder("reports") / "style.css").read_text(encoding="utf-8")),  # noqa: S704
            script=Markup(script),  # noqa: S704 - the project's own files
            bundle=_bundle(online=online),
            charts=_charts(page),
            policy=_policy(script, online=online),
        )
    )


def _policy(script: str, *, online: bool) -> str:
    scripts = [_hash(script), _hash(_plotly())]
    if online:
        scripts.append(_address())
    return (
        f"default-src 'none'; script-src {' '.join(scripts)}; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


@cache
def _plotly() -> str:
    return str(get_plotlyjs())


def _address() -> str:
    return f"https://cdn.plot.ly/plotly-{get_plotlyjs_version()}.min.js"


def _bundle(*, online: bool) -> Markup:
    if not online:
        return Markup('<script type="text/plain" id="plotly">{}</script>').format(_packed_plotly())
    return Markup('<script src="{}" integrity="{}" crossorigin="anonymous"></script>').format(
        _address(), _hash(_plotly()).strip("'")
    )


@cache
def _packed_plotly() -> Markup:
    return pack(_plotly())


def _charts(page: Page) -> Markup:
    """Return the figures and the dark colours as compressed JSON."""
    figures: dict[str, Any] = {plot.id: json.loads(plot.figure.to_json()) for plot in page.plots}
    return pack(json.dumps({"figures": figures, "dark": theme().exchange()}, separators=(",", ":")))


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_folder("reports")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

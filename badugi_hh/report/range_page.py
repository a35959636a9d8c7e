"""Renders the page of range charts as one file that loads nothing: template, styles, scripts and compressed charts.

The content security policy allows no connection, and only the scripts of the page, by their hashes.
"""

from badugi_hh import __version__
from badugi_hh.outputs.marks import GENERATOR
from badugi_hh.report.packed import pack_json
from badugi_hh.report.page_model import Ranges
from badugi_hh.report.templates import environment, read_asset, script_hash
from badugi_hh.report.theme import theme
from badugi_hh.wording.catalogue import catalogue, say


def render_ranges(ranges: Ranges) -> str:
    """Return the page of the range charts of spots as HTML."""
    scripts = [read_asset(name) for name in ("formats.js", "charts.js", "tables.js", "ranges.js")]
    policy = (
        f"default-src 'none'; script-src {' '.join(script_hash(script) for script in scripts)}; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        environment()
        .get_template("ranges.html.jinja")
        .render(
            ranges=ranges,
            words=catalogue()["ranges"],
            blocks={name: pack_json(block) for name, block in ranges.blocks.items()},
            generator=GENERATOR,
            policy=policy,
            fonts=theme().fonts(),
            light=theme().variables(dark=False),
            dark=theme().variables(dark=True),
            styles=[read_asset("style.css"), read_asset("ranges.css")],
            scripts=scripts,
            made=say("replayer", "made", version=__version__),
        )
    )

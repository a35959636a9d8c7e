"""Renders the page of one replayed hand as one file that loads nothing: template, styles, scripts and data.

The content security policy allows no connection, and only the scripts of the page, by their hashes.
"""

from collections.abc import Sequence
from typing import Any

from badugi_hh import __version__
from badugi_hh.outputs.marks import GENERATOR
from badugi_hh.report.templates import environment, json_markup, read_asset, script_hash
from badugi_hh.report.theme import theme
from badugi_hh.wording.catalogue import replayer_words, say
from badugi_hh.wording.solver_claims import claims_of


def render_replay(hand: dict[str, Any], texts: Sequence[str]) -> str:
    """Return the page of a hand as HTML; `hand` is from `replay_data`, `texts` are its views as written.

    The text marks the line of a step only if there is one view: a merged hand has the lines of one of them.
    """
    text = "\n\n\n".join(texts)
    shown = {**hand, "text": text, "marked": len(texts) == 1}
    words = {**replayer_words(), "claims": claims_of([hand])}
    scripts = [read_asset(name) for name in ("formats.js", "replayer.js", "replay_page.js")]
    policy = (
        f"default-src 'none'; script-src {' '.join(script_hash(script) for script in scripts)}; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        environment()
        .get_template("replay.html.jinja")
        .render(
            hand=hand,
            text=text,
            words=words,
            data=json_markup({"hand": shown, "words": words}),
            generator=GENERATOR,
            policy=policy,
            fonts=theme().fonts(),
            light=theme().variables(dark=False),
            dark=theme().variables(dark=True),
            styles=[read_asset("style.css"), read_asset("replayer.css")],
            scripts=scripts,
            made=say("replayer", "made", version=__version__),
        )
    )

"""The page of one hand: its replay, and its text as written."""

from collections.abc import Sequence

from badugi_hh.replay import Replay
from badugi_hh.report.replay_columns import Facts, replay_block
from badugi_hh.report.replay_rows import problem_data
from badugi_hh.report.templates import json_markup, render_alone
from badugi_hh.wording.best_play import BestPlay
from badugi_hh.wording.catalogue import replayer_words
from badugi_hh.wording.hand_steps import title
from badugi_hh.wording.solver_claims import claims_of


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

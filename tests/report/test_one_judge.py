"""Each decision and draw has one verdict: no place of the product calls an action both right and wrong."""

from contextlib import closing

import pytest

from badugi_hh.api.replay import verdict_json
from badugi_hh.api.search import find_hands
from badugi_hh.facts.words import BEST, BLUNDER, FINE, INACCURACY, IS_MISTAKE, MISTAKE, WORD, WORDS, word_of
from badugi_hh.leaks.check_counts import rows_of
from badugi_hh.leaks.checks import MISTAKE_CHECKS
from badugi_hh.leaks.rows_behind import confirm, fetch_behind
from badugi_hh.report.replay_columns import replay_block
from badugi_hh.report.replay_rows import stored_best_play, stored_rows
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.check import check_database
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

EVERYBODY = Filter(every_player=True)
NO_AMOUNT = {id_ for id_, check in MISTAKE_CHECKS.items() if check.cost is None}


@pytest.fixture(scope="module")
def priced(samples):
    """All samples, judged."""
    with closing(open_database(None)) as con:
        import_paths(con, [samples])
        price_hands(con)
        yield con


@pytest.fixture(scope="module")
def losses(priced):
    """The word of each judged step, with its loss, error, judge and best action, by hand and event."""
    rows = priced.execute("SELECT hand_key, n, loss, loss_error, judge, best, keep FROM losses").fetchall()
    return {(key, n): (word_of(loss, error), *rest, loss, error) for key, n, loss, error, *rest in rows}


@pytest.fixture(scope="module")
def said(priced):
    """What the replayer and the terminal say of all hands."""
    keys = [key for (key,) in priced.execute("SELECT hand_key FROM hands").fetchall()]
    return stored_best_play(priced, keys)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("loss", "error", "word"),
    [
        (0, 0.3, BEST), (0.1, 0.1, FINE), (0.1, 0.09, INACCURACY), (0.35, 0.1, MISTAKE), (0.15, 0, MISTAKE),
        (0.49, 0, MISTAKE), (0.6, 0.1, BLUNDER), (2, 1.9, INACCURACY),
    ],
)  # fmt: skip
def test_a_word_is_decided_beyond_the_error(loss, error, word, priced):
    assert word_of(loss, error) == word
    row = f"(SELECT {loss}::DOUBLE AS loss, {error}::DOUBLE AS loss_error)"
    assert priced.execute(f"SELECT {WORD}, {IS_MISTAKE} FROM {row}").fetchall() == [
        (word, word in {MISTAKE, BLUNDER})
    ]


def test_each_known_decision_is_judged_once_or_has_a_reason(priced):
    assert check_database(priced).faults == ()
    ((judged, both),) = priced.execute(
        "SELECT count(*), (SELECT count(*) FROM losses SEMI JOIN unjudged USING (hand_key, n)) FROM losses"
    ).fetchall()
    assert judged > 1000
    assert both == 0


def test_the_replayer_and_json_say_the_word_of_the_row(said, losses):
    reported = {(key, n): each for key, play in said.items() for n, each in play.decisions.items()}
    assert reported.keys() == losses.keys()
    for (key, n), each in reported.items():
        word, judge, best, keep, *_ = losses[key, n]
        printed = verdict_json(said[key], n - 1)
        assert (each.word, each.judge, each.best, each.keep) == (word, judge, best, keep)
        assert (printed["word"], printed["judge"], printed["best"]) == (word, judge, best)
        text = said[key].short(n)
        assert ("costs nothing" in text) == (word == BEST), text
        assert ("within its error" in text) == (word == FINE), text
        assert f"({word})" in text or word in {BEST, FINE}, text


def test_the_page_and_practice_say_the_word_of_the_row(priced, said, losses):
    keys = sorted(said)
    block = replay_block(stored_rows(priced, keys), keys, said, problems={})
    counts = [block["verdicts"].count(str(nth)) for nth in range(len(WORDS))]
    words = [word for word, *_ in losses.values()]
    assert counts == [words.count(word) for word in WORDS]
    assert len(block["losses"]) == sum(word != BEST for word in words)
    asked = 0
    for key, play in said.items():
        for n, each in play.decisions.items():
            costs = dict(zip(each.actions, each.cost, strict=True))
            wrong = each.word not in {BEST, FINE}
            asked += wrong
            if wrong and costs and each.keep is None:  # practice counts others within the error as right
                assert each.taken != each.best, (key, n)
                assert costs[each.best] == 0
            elif wrong:
                assert each.keep is not None, (key, n)
    assert asked > 100


def test_a_keep_that_is_best_is_another(priced):
    """And no draw that a solver judges has a verdict of equity beside it."""
    kept = priced.execute(
        "SELECT keep, kept, judge FROM losses JOIN draws USING (hand_key, n) WHERE keep IS NOT NULL"
    ).fetchall()
    assert {judge for *_, judge in kept} <= {"cards", "equity"}
    assert all(sorted(keep.split()) != sorted((cards or "").split()) for keep, cards, _ in kept)


def test_lists_and_sums_add_up_the_rows(priced, losses):
    found = find_hands(priced, EVERYBODY, sort="loss").frame
    listed = found["loss_bb"].drop_nulls()
    assert listed.is_sorted(descending=True)
    dealt = priced.execute("SELECT hand_key, n FROM verdicts").fetchall()
    total = sum(losses[key][-2] for key in dealt)
    assert listed.sum() == pytest.approx(total)
    names = ["loss", *(f"loss_{street}" for street in ("b0", "b1", "b2", "b3", "d1", "d2", "d3"))]
    sums = dict.fromkeys(names, 0.0)
    for group in evaluate(priced, EVERYBODY, names=names):
        for name in names:
            measure = group.stats[name]
            for part in measure.parts or (measure,):
                sums[name] += (part.value or 0) * part.n / 100
    assert sums["loss"] == pytest.approx(total)
    assert sum(sums.values()) == pytest.approx(2 * total)
    mistakes = sum(
        group.stats["mistakes_per_100"].made
        for group in evaluate(priced, EVERYBODY, names=["mistakes_per_100"])
    )
    assert mistakes == sum(losses[key][0] in {MISTAKE, BLUNDER} for key in dealt)


def test_no_check_counts_an_action_that_is_right(priced, losses):
    checks = [*MISTAKE_CHECKS.values()]
    behind = fetch_behind(priced, EVERYBODY, checks, confirm(priced, EVERYBODY, checks))
    assert {id_[0] for id_ in behind["id"]} == {"A"}
    for id_, key, n, cost in behind.select("id", "hand_key", "event", "cost").iter_rows():
        if (key, n) not in losses:
            assert cost is None
            continue
        word, *_, loss, _ = losses[key, n]
        assert word not in {BEST, FINE}, (id_, key, n)
        assert cost == (None if id_ in NO_AMOUNT else loss)


def test_what_the_cards_prove_is_what_grade_a_counts(priced):
    """The proofs of the pass and the SQL of the checks find the same actions."""
    found = set()
    for id_, check in MISTAKE_CHECKS.items():
        if id_ in NO_AMOUNT:
            continue
        query, parameters = rows_of(check.situation.rows, EVERYBODY, {*check.against, "proven"})
        rows = priced.execute(
            f"SELECT hand_key, n, proven FROM ({query}) WHERE {' AND '.join(map('({})'.format, check.against))} "
            "AND loss IS NOT NULL",
            parameters,
        ).fetchall()
        confirmed = confirm(priced, EVERYBODY, [check]).get(id_)
        found |= {(key, n) for key, n, _ in rows if confirmed is None or (key, n) in confirmed}
    proven = {*priced.execute("SELECT hand_key, n FROM losses WHERE proven IS NOT NULL").fetchall()}
    assert proven
    assert proven <= found

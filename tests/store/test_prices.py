"""Prices in the rows: equal to the odds of the same spots, complete, repeatable, and never for an unknown fact."""

from contextlib import closing
from dataclasses import replace
from itertools import combinations
from random import Random
from shutil import copyfile

import numpy as np
import polars as pl
import pytest
from support.commands import run
from support.hand_made import database, insert, play
from support.prices import KnownHand, price_draw, price_hand, price_hands_of
from support.two_views import ANN, BEN, WRONG

import badugi_hh
from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, cards, names
from badugi_hh.facts.schema import COMPUTED_TABLES, DECISIONS, DRAWS, EVENTS, HANDS, PRICE_TABLES, SEATS
from badugi_hh.odds.equity import equity
from badugi_hh.odds.opposition import KINDS, RANGES, opponent, table
from badugi_hh.odds.ranges import ANY, ONE, PAT, TWO
from badugi_hh.odds.spots import Player, Spot, hand_player
from badugi_hh.odds.states import VALUES, states
from badugi_hh.odds.trials import final_states_of
from badugi_hh.store import price_pass
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.check import check_database
from badugi_hh.store.computation import JUDGING, MODEL
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import count_unpriced, price_hands
from badugi_hh.store.price_rows import price

TRIALS = 40_000


def opponents_of(*known):
    """Return opponents by the range of their last draw, and the draws left."""
    return tuple(sorted(opponent(RANGES.index(range_), draws) for range_, draws in known))


def spot_of(hand, opponents):
    return Spot((hand, *(Player(RANGES[drawn], draws) for drawn, draws in opponents)))


# --- the prices are those of the odds


@pytest.mark.parametrize(
    ("hand", "kept", "draws", "opponents"),
    [
        ("As 2h 3d Kd", "As 2h", 1, opponents_of((ONE, 1))),
        ("As 2h 3d Kd", "2h 3d Kd", 3, opponents_of((ANY, 3))),
        ("As 2h 3d Kc", "As 2h 3d", 2, opponents_of((ONE, 2), (TWO, 3))),
        ("5s 6h 6d Kd", "5s 6h 6d Kd", 2, opponents_of((TWO, 2))),
        ("As 2h 2d Kd", "2h 2d", 1, opponents_of((PAT, 1))),
    ],
)
def test_the_price_of_any_keep_is_its_equity(hand, kept, draws, opponents):
    found = price_draw(KnownHand(cards(hand), (), draws, opponents), cards(kept))
    for keep, priced in ((cards(kept), found.kept), (found.best_keep, found.best)):
        spot = spot_of(hand_player(cards(hand), draws, keep), opponents)
        expected = equity(spot, trials=TRIALS)
        error = (priced.error**2 + expected.errors[0] ** 2) ** 0.5
        assert abs(priced.equity - expected.shares[0]) < max(4 * error, 1e-6)
    assert found.best.equity >= found.kept.equity


@pytest.mark.parametrize("hand", ["As 2h 3d Kc", "4s 6h 9d Kc", "As 2h 8d 8h"])
def test_the_best_cards_are_those_of_the_highest_equity(hand):
    """Of hands that break and hands that stay, by the exact equities of all keeps of three or four cards."""
    held, opponents = cards(hand), opponents_of((PAT, 1))
    exact = {
        frozenset(keep): equity(spot_of(hand_player(held, 1, keep), opponents)).shares[0]
        for size in (3, 4)
        for keep in combinations(held, size)
    }
    found = price_draw(KnownHand(held, (), 1, opponents), held)
    assert exact[frozenset(found.best_keep)] == max(exact.values())


def random_spots(number):
    """Return spots with 0 to 3 draws left, up to four discards, and one to three opponents."""
    random = Random(11)  # noqa: S311 - repeatable, not secret
    spots = []
    for _ in range(number):
        draws = random.randrange(4)
        drawn = random.sample(DECK, random.randint(4, 8))
        ranges = random.choices(
            [PAT, ONE, TWO, *([ANY] if draws == 3 else [])], k=random.choice((1, 1, 2, 3))
        )
        known = opponents_of(*((range_, max(1, draws)) for range_ in ranges))
        spots.append(KnownHand(tuple(sorted(drawn[:4])), tuple(sorted(drawn[4:])), draws, known))
    return spots


def made_hands(number):
    """Return badugis of three low cards against two to five opponents, who are hardest to price."""
    random = Random(12)  # noqa: S311 - repeatable, not secret
    spots = []
    while len(spots) < number:
        hand = tuple(sorted(random.sample(DECK, 4)))
        if values.is_badugi(hand) and hand[2] >> 2 <= 6:
            ranges = random.choices([PAT, ONE, ONE, TWO], k=2 + len(spots) % 4)
            spots.append(KnownHand(hand, (), 0, opponents_of(*((range_, 1) for range_ in ranges))))
    return spots


def test_the_final_values_of_opponents_are_those_of_their_draws():
    """The table that comes with the program, for an opponent who draws one card twice."""
    trials = 1 << 15
    state = final_states_of(Player(RANGES[1], 2), (), trials, (3,))
    found = np.bincount(states().value[state], minlength=VALUES)[:VALUES] / trials
    assert np.abs(np.cumsum(found) - np.cumsum(table()[KINDS.index((1, 2))])).max() < 2 / trials**0.5


@pytest.mark.parametrize("number", [12, pytest.param(160, marks=pytest.mark.long)])
def test_errors_of_prices_are_those_of_their_differences_from_the_equity(number):
    """The differences in units of the stated errors: none is above 4, and the errors are no smaller than they are."""
    differences = []
    spots = random_spots(number) + made_hands(number // 3)
    for spot, price_ in zip(spots, price_hands_of(spots), strict=True):
        own = hand_player(spot.hand, spot.draws, thrown=spot.thrown)
        expected = equity(spot_of(own, spot.opponents), trials=TRIALS)
        error = (price_.error**2 + expected.errors[0] ** 2) ** 0.5
        differences.append(abs(price_.equity - expected.shares[0]) / max(error, 1e-6))
    assert max(differences) < 4
    if number > 100:
        assert 0.5 < (sum(each**2 for each in differences) / len(differences)) ** 0.5 < 1


def test_a_price_does_not_depend_on_the_names_of_suits():
    first = KnownHand(cards("As 2h 3d Kd"), cards("Kh"), 2, opponents_of((ONE, 2), (TWO, 2)))
    second = KnownHand(cards("Ad 2c 3s Ks"), cards("Kc"), 2, first.opponents)
    assert price_hand(first).equity == pytest.approx(price_hand(second).equity, abs=1e-12)


def test_a_dominated_discard_has_the_better_cards():
    hand = cards("As 2h 3d Kd")
    spot = KnownHand(hand, (), 1, opponents_of((ONE, 1)))
    found = price_draw(spot, cards("As 2h Kd"))
    assert found.dominating == tuple(sorted(cards("As 2h 3d")))
    assert found.best_keep == found.dominating
    assert found.best.equity - found.kept.equity > 0.2
    right = price_draw(spot, cards("As 2h 3d"))
    assert (right.dominating, right.best_keep, right.loss_error) == (None, right.best_keep, 0)
    # As many cards are compared: to draw two is no dominated discard.
    two = price_draw(spot, cards("As 2h"))
    assert two.dominating is None
    assert names(two.best_keep) == names(sorted(cards("As 2h 3d")))


# --- rows of a hand


@pytest.fixture
def priced(tmp_path):
    (tmp_path / "ann.txt").write_text(ANN, encoding="utf-8")
    with opened(tmp_path / "hands.duckdb") as con:
        import_paths(con, [tmp_path / "ann.txt"])
        yield con


def test_the_rows_of_a_hand_get_the_prices_of_their_spots(priced):
    con = priced
    assert count_unpriced(con) == 1
    report = price_hands(con)
    assert (report.hands, report.draws, report.decisions) == (1, 1, 2)
    assert count_unpriced(con) == 0
    hand = cards("As 2c 3d Kh")
    expected = {
        0: (hand, (), opponents_of((ANY, 3))),
        1: (cards("As 2c 3d 9h"), cards("Kh"), opponents_of((ONE, 3))),
    }
    for round_, found, error in con.execute(
        "SELECT round, equity, equity_error FROM decision_prices JOIN decisions USING (hand_key, n, seat)"
    ).fetchall():
        held, thrown, opponents = expected[round_]
        spot = spot_of(hand_player(held, 3 - round_, thrown=thrown), opponents)
        assert abs(found - equity(spot, trials=TRIALS).shares[0]) < 5 * error
    ((kept, best, error, best_kept, proof),) = con.execute(
        "SELECT kept_equity, best_equity, equity_error, best_kept, proof FROM draw_prices"
    ).fetchall()
    # Ben, who acts first after the deal, has drawn one card.
    spot = spot_of(hand_player(hand, 3, cards("As 2c 3d")), opponents_of((ONE, 3)))
    assert abs(kept - equity(spot, trials=TRIALS).shares[0]) < 5 * error
    assert best >= kept
    assert (best_kept, proof) in {("As 2c 3d", None), ("As 2c 3d Kh", "P2")}


def test_a_second_view_of_a_hand_is_priced_again(priced, tmp_path):
    con = priced
    price_hands(con)
    (tmp_path / "ben.txt").write_text(BEN, encoding="utf-8")
    import_paths(con, [tmp_path / "ben.txt"])
    assert con.execute("SELECT count(*) FROM draw_prices").fetchall() == [(0,)]
    assert count_unpriced(con) == count_unpriced(con, JUDGING) == 1
    price_hands(con)
    assert con.execute("SELECT count(*) FROM draw_prices").fetchall() == [(2,)]
    assert con.execute("SELECT DISTINCT seat FROM losses ORDER BY seat").fetchall() == [(1,), (2,)]
    with closing(database()) as fresh:
        import_paths(fresh, [tmp_path / "ann.txt", tmp_path / "ben.txt"])
        price_hands(fresh)
        assert prices(fresh) == prices(con)


def prices(con):
    """Return all computed rows, with the numbers of the hands in place of their keys."""
    return {
        table.name: con.execute(
            f"SELECT hand_id, p.* EXCLUDE (hand_key) FROM {table.name} p JOIN hands USING (hand_key) ORDER BY ALL"
        ).fetchall()
        for table in COMPUTED_TABLES
    }


# --- batches


@pytest.fixture(scope="module")
def undisturbed(sampled, tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "hands.duckdb"
    copyfile(sampled, path)
    with opened(path) as con:
        _keep_some_hands(con)
        price_hands(con)
    return path


def _keep_some_hands(con):
    """Leave 30 hands to price and to judge."""
    for computation in (MODEL, JUDGING):
        computation.mark(con)
        done = computation.writes[0].name
        con.execute(f"INSERT INTO {done} SELECT hand_key FROM hands ORDER BY hand_key OFFSET 30")


@pytest.mark.parametrize(("during", "left"), [("prices", (10, 30)), ("losses", (0, 10))])
def test_an_interrupted_run_continues_with_the_same_prices(
    sampled, undisturbed, tmp_path, monkeypatch, during, left
):
    monkeypatch.setattr(price_pass, "MODEL", replace(MODEL, batch=10))
    monkeypatch.setattr(price_pass, "JUDGING", replace(JUDGING, batch=10))
    copyfile(sampled, tmp_path / "hands.duckdb")

    def interrupt(what, hands, _):
        if (what, hands) == (during, 20):
            raise KeyboardInterrupt

    with opened(tmp_path / "hands.duckdb") as con:
        _keep_some_hands(con)
        with pytest.raises(KeyboardInterrupt):
            price_hands(con, progress=interrupt)
        assert (count_unpriced(con), count_unpriced(con, JUDGING)) == left
        report = price_hands(con)
        assert (report.hands, report.judged_hands) == left
        with opened(undisturbed, read_only=True) as other:
            assert prices(con) == prices(other)


def test_the_progress_of_both_computations_grows_from_batch_to_batch(sampled, tmp_path, monkeypatch):
    monkeypatch.setattr(price_pass, "MODEL", replace(MODEL, batch=10))
    monkeypatch.setattr(price_pass, "JUDGING", replace(JUDGING, batch=10))
    steps = []
    with opened(copyfile(sampled, tmp_path / "hands.duckdb")) as con:
        _keep_some_hands(con)
        price_hands(con, progress=lambda *step: steps.append(step))
        assert steps == [
            *[("prices", hands, pytest.approx(2 * hands / (2 * 30 + 30))) for hands in (0, 10, 20, 30)],
            *[("losses", hands, pytest.approx((60 + hands) / 90)) for hands in (0, 10, 20, 30)],
        ]
        assert price_hands(con, progress=lambda *step: steps.append(step)).hands == 0
        assert len(steps) == 8


def test_prices_do_not_depend_on_the_hands_beside_them(undisturbed):
    with opened(undisturbed, read_only=True) as con:
        everything = {
            table.name: pl.DataFrame(
                ArrowStream(con.sql(f"SELECT {', '.join(table.names)} FROM {table.name}"))
            )
            for table in (HANDS, SEATS, EVENTS, DECISIONS, DRAWS)
        }
        some = [
            key for (key,) in con.execute("SELECT hand_key FROM hands ORDER BY hand_key LIMIT 30").fetchall()
        ][:9]
        alone = price(
            {name: frame.filter(pl.col("hand_key").is_in(some)) for name, frame in everything.items()}
        )
        for name, frame in alone.items():
            stored = con.execute(
                f"SELECT {', '.join(frame.columns)} FROM {name} WHERE hand_key IN (SELECT unnest(?::INTEGER[])) ORDER BY ALL",
                [some],
            ).fetchall()
            assert sorted(frame.rows(), key=repr) == sorted(stored, key=repr)


def test_what_prices_state_fits_their_rows(undisturbed):
    with opened(undisturbed, read_only=True) as con:
        wrong = {
            "a better keep without proof": "FROM draw_prices WHERE (best_equity > kept_equity AND proof IS NULL) "
            "OR (proof = 'P2' AND best_equity <= kept_equity)",
            "an exact price with an error": "FROM draw_prices WHERE (price_method = 'exact') <> (equity_error = 0)",
            "standing pat is no keep": "FROM draw_prices JOIN draws USING (hand_key, n, seat) "
            "WHERE proof IS NULL AND best_kept <> kept",
            "an unknown hand": "FROM decision_prices JOIN decisions USING (hand_key, n, seat) WHERE value IS NULL OR forced IS NOT NULL",
            "a bracket without the equity": "FROM decision_prices WHERE equity NOT IN (equity_low, equity_high)",
            "a bracket below zero": "FROM decision_prices WHERE equity_low < 0",
            "a bracket of a player who is all-in": "FROM decision_prices JOIN decisions USING (hand_key, n, seat) "
            "WHERE all_in AND equity_low <> equity_high",
            "a bracket after the last draw": "FROM decision_prices JOIN decisions USING (hand_key, n, seat) "
            "WHERE round = 3 AND equity_low <> equity_high",
            "a loss that is not that of the pot to win": "FROM draw_prices JOIN draws USING (hand_key, n, seat) "
            "JOIN seats USING (hand_key, seat) JOIN hands USING (hand_key) "
            "WHERE abs(equity_loss - (best_equity - kept_equity) * if(all_in, reach, draws.pot) / big_bet) > 0.001",
            "a floor above the equity": "FROM decision_prices WHERE floor_equity > equity + 0.1",
        }
        assert {what: con.execute(query).fetchall() for what, query in wrong.items()} == {
            what: [] for what in wrong
        }
        ((priced_draws, known),) = con.execute(
            "SELECT (SELECT count(*) FROM draw_prices), count(*) FROM draws WHERE kept IS NOT NULL AND forced IS NULL "
            "AND hand_key <= (SELECT max(hand_key) FROM draw_prices)"
        ).fetchall()
        assert known * 0.9 < priced_draws <= known


# --- facts that are not known


@pytest.fixture
def con():
    with closing(database()) as con:  # of its own, because pricing commits
        yield con


def last_draw(con, *, opponents=1, **row):
    """Insert one hand in which Ann draws a card on the last draw, after opponents who have drawn one."""
    play(con, 1, put_in=100, rules=row.pop("rules", "pokerstars"))
    held = cards("As 2h 3d Kd")
    base = {
        "hand_key": 1, "draw": 3, "position": "BTN", "live": opponents + 1, "drawn": 1, "put_in": 10,
        "pot": 20,
    }  # fmt: skip
    for seat in range(2, 2 + opponents):
        insert(
            con,
            "draws",
            {**base, "seat": seat, "player": f"P{seat}", "hero": False, "n": 10 + seat, "all_in": False}
            | {"opponents_able": 1, "can_bet": True, "last_cards": True, "pats_before": 0},
        )
    insert(
        con,
        "draws",
        {**base, "seat": 1, "player": "Ann", "hero": True, "n": 30, "all_in": False, "opponents_able": 1}
        | {"can_bet": True, "last_cards": True, "pats_before": 0, "knowledge": "dealt"}
        | {"hand_before": names(held), "kept": "As 2h 3d", "thrown": "Kd", "value_before": values.value(held)}
        | row,
    )


@pytest.mark.parametrize(
    ("row", "number"),
    [
        ({}, 1),
        ({"forced": "timed_out"}, 0),
        ({"hand_before": None, "kept": None, "thrown": None, "value_before": None}, 0),
        ({"kept": None}, 0),
        ({"rules": None}, 0),
        ({"live": 3}, 0),  # an opponent whose draw is not known
        ({"opponents": 7}, 0),  # too many
    ],
)
def test_a_draw_with_an_unknown_fact_has_no_price(con, row, number):
    last_draw(con, **row)
    report = price_hands(con)
    assert (report.hands, report.draws) == (1, number)


def test_a_draw_after_a_new_shuffle_has_no_price(con):
    last_draw(con)
    insert(con, "events", {"hand_key": 1, "n": 20, "line": 20, "round": 3, "kind": "DeckReshuffled"})
    assert price_hands(con).draws == 0


def test_standing_pat_with_an_incomplete_hand_is_proved_worse(con):
    last_draw(con, drawn=0, kept="As 2h 3d Kd", thrown="", all_in=True, can_bet=False)
    price_hands(con)
    ((proof, best, kept_equity, best_equity),) = con.execute(
        "SELECT proof, best_kept, kept_equity, best_equity FROM draw_prices"
    ).fetchall()
    assert (proof, best) == ("P0", "As 2h 3d")
    # LEAKS: 73.8 against 74.0 for A35 in place of A23, which wins more.
    assert best_equity > kept_equity


# --- import and retry


def test_an_import_stores_the_prices_of_the_pass(samples, tmp_path):
    history = min(samples.glob("HH*T736*.txt"))
    run("import", history, "--db", tmp_path / "at once.duckdb")
    run("import", history, "--db", tmp_path / "later.duckdb", "--no-prices")
    with opened(tmp_path / "at once.duckdb") as first, opened(tmp_path / "later.duckdb") as second:
        assert count_unpriced(first) == 0
        hands = count_unpriced(second)
        assert price_hands(second).hands == hands > 0
        assert prices(first) == prices(second)
        rows = badugi_hh.rows_from({history.name: history.read_bytes()}, prices=True)
        for table in PRICE_TABLES:
            assert sorted(rows[table.name].drop("hand_key").rows(), key=repr) == sorted(
                (row[1:] for row in prices(first)[table.name]), key=repr
            )
        assert len(prices(first)["draw_prices"]) > 10


def test_retry_prices_what_it_stores(tmp_path):
    path = tmp_path / "hands.duckdb"
    (tmp_path / "wrong.txt").write_text(WRONG, encoding="utf-8")
    assert run("import", tmp_path / "wrong.txt", "--db", path).exit_code == 1
    with opened(path) as con:
        assert count_unpriced(con) == 0
        con.execute("UPDATE quarantine SET text = ?", [ANN])
    for options, unpriced in ((["--no-prices"], 1), ([], 1)):
        run("retry", "--db", path, *options)
        with opened(path) as con:
            assert count_unpriced(con) == unpriced
    with badugi_hh.open(path) as hands:  # the retry without a hand to store has left the first as it was
        assert hands.price().hands == 1


# --- commands


def test_a_fault_of_the_prices_is_found(undisturbed, tmp_path):
    path = tmp_path / "hands.duckdb"
    copyfile(undisturbed, path)
    with opened(path) as con:
        for done in ("priced_hands", "judged_hands"):
            con.execute(
                f"DELETE FROM {done} WHERE hand_key NOT IN (FROM hands SELECT hand_key ORDER BY ALL LIMIT 30)"
            )
        assert not check_database(con).faults
        con.execute("DELETE FROM priced_hands WHERE hand_key = (SELECT min(hand_key) FROM decision_prices)")
        con.execute("UPDATE draw_prices SET kept_equity = 2 WHERE n = (SELECT min(n) FROM draw_prices)")
        con.execute(
            "UPDATE luck SET draw_luck = draw_luck + 1 WHERE hand_key = (SELECT max(hand_key) FROM luck)"
        )
        con.execute("INSERT INTO luck SELECT * REPLACE (99 AS seat) FROM luck LIMIT 2")
        con.execute("DELETE FROM judged_hands WHERE hand_key = (SELECT min(hand_key) FROM losses)")
        con.execute("UPDATE losses SET loss = -1 WHERE n = (SELECT max(n) FROM losses)")
        con.execute("INSERT INTO losses SELECT * FROM losses LIMIT 1")
        found = {(fault.table, fault.fault) for fault in check_database(con).faults}
    assert found == {
        ("decision_prices", "the row is not in decisions, or not of a priced hand"),
        ("draw_prices", "the row is not in draws, or not of a priced hand"),
        ("draw_prices", "an equity is not between 0 and 1"),
        ("luck", "the cards of the seat were not dealt openly, or the hand is not priced"),
        ("luck", "the luck of the draws does not add up"),
        ("losses", "the decisions and draws of known cards of judged hands are not those that are judged or unjudged"),
        ("losses", "two rows have the same key"),
        ("losses", "a loss or its error is below 0 or missing, or a loss has no best action"),
    }  # fmt: skip

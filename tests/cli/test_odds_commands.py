"""`equity` and `draws`: what they print, and what they refuse, on the command line and from Python."""

import pytest
from support.commands import answer, mistake, run

import badugi_hh
from badugi_hh.user_error import OddsError

A23, PAT = "As 2h 3d Kd", "9c 7h 5s 4d"
NO_BETTER = {"better_keep": None, "better_equity": None, "better_error": None}


def test_equity_of_two_hands_is_exact_with_one_draw_left():
    found = answer("equity", A23, PAT, "--draws", "1")
    assert found == {
        "method": "exact",
        "trials": None,
        "players": [
            {"hand": A23, "equity": pytest.approx(5 / 44, abs=1e-12), "error": 0.0, **NO_BETTER, "draws": 1},
            {"hand": PAT, "equity": pytest.approx(39 / 44, abs=1e-12), "error": 0.0, **NO_BETTER, "draws": 1},
        ],
    }
    assert answer("equity", A23, PAT, "--draws", "1", "--dead", "4c")["players"][0][
        "equity"
    ] == pytest.approx(4 / 43)


def test_a_range_and_its_error():
    found = answer("equity", A23, "-r", "tri 8-", "-d", "2", "--seed", "3", "--trials", "20000")
    assert (found["method"], found["trials"]) == ("simulated", 20_000)
    assert [player["hand"] for player in found["players"]] == [A23, "tri 8-"]
    named = answer("equity", A23, "-r", "three", "-r", "Any", "--trials", "10")["players"]
    assert [player["hand"] for player in named] == [A23, "three", "Any"]
    assert all(0 < player["error"] < 0.004 for player in found["players"])
    assert sum(player["equity"] for player in found["players"]) == pytest.approx(1)
    again = answer("equity", A23, "-r", "tri 8-", "-d", "2", "--seed", "3", "--trials", "20000")
    assert again == found
    frame = badugi_hh.equity(A23, "tri 8-", draws=2, seed=3, trials=20_000)
    assert frame["equity"].to_list() == [player["equity"] for player in found["players"]]
    assert frame.columns == ["hand", "equity", "error", *NO_BETTER, "draws", "method", "trials"]


def test_a_badugi_worth_breaking_is_reported_with_the_share_of_breaking_it():
    """The three outs of A-2-3 against 7-6-5-4 are a four, a five and a six of spades, of 44 cards at the first draw."""
    rough, smooth = "Ac 2d 3h Ks", "4c 5d 6h 7s"
    shown = " ".join(run("equity", rough, smooth, "--draws", "1").stdout.split())
    assert "draws left: 1; nobody bets or folds again, and every player keeps the best cards" in shown
    assert "player 1 wins 6.8% instead of 0.0% with only Ac 2d 3h kept at the next draw" in shown
    assert "player 2 wins" not in shown
    first, second = answer("equity", rough, smooth, "--draws", "1")["players"]
    broken = {"better_keep": "Ac 2d 3h", "better_equity": pytest.approx(3 / 44, abs=1e-12), "better_error": 0}
    assert first == {"hand": rough, "equity": 0, "error": 0, **broken, "draws": 1}
    assert second == {"hand": smooth, "equity": 1, "error": 0, **NO_BETTER, "draws": 1}
    frame = badugi_hh.equity(rough, smooth, draws=3)
    assert frame["better_keep"].to_list() == ["Ac 2d 3h", None]
    ways = badugi_hh.draws(rough, against=smooth, draws=3)
    assert frame["better_equity"][0] == pytest.approx(ways["equity"][0], abs=0.006)


def test_three_cards_of_which_two_win_more():
    """Against three cards up to an eight, two cards are worth more than a queen over them, and less than a six."""
    frame = badugi_hh.equity("2c 3d Qh Qs", "tri 8-", draws=3)
    assert frame["better_keep"].to_list() == ["2c 3d", None]
    assert frame["better_equity"][0] > frame["equity"][0] + 0.04
    assert badugi_hh.equity("2c 3d 6h Qs", "tri 8-", draws=3)["better_keep"].to_list() == [None, None]


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (("--draws", "0"), "draws left: 0 exact"),
        (("--pat", "1"), "every other player keeps the best cards"),
        (("--keep", "1=Ac 2d"), "every other player keeps the best cards"),
        (("--draws", "2,1"), "draws left: 2, 1; nobody"),
    ],
)
def test_the_assumption_about_draws_is_stated(option, text):
    shown = " ".join(run("equity", "Ac 2d 3h Ks", "4c 5d 6h 7s", "--trials", "1000", *option).stdout.split())
    assert text in shown
    assert ("player 1 wins" in shown) == (option[1] == "2,1")


def test_what_players_keep_and_how_often_they_draw():
    snow = answer("equity", A23, PAT, "--draws", "2", "--pat", "1")["players"]
    assert [player["equity"] for player in snow] == [0, 1]
    kept = answer("equity", A23, PAT, "--draws", "1", "--keep", "1=As 2h")
    assert kept["players"][0]["equity"] == badugi_hh.equity(A23, PAT, draws=1, keep={1: "As 2h"})["equity"][0]
    assert kept["players"][0]["equity"] < 5 / 44
    two, one = (answer("equity", A23, "7c 6h 5d 5s", "--draws", draws)["players"] for draws in ("2,1", "1,1"))
    assert two[0]["equity"] > one[0]["equity"]


def test_the_sixteen_keeps():
    found = answer("draws", "As 2h 3d Kd", "--draws", "3")
    assert len(found) == 16
    due = ["keep", "draw", "equity", "error", "badugi", "dominated_by", "badugi_error", "mean_value"]
    assert list(found[0]) == due
    assert [each["mean_value"] for each in found] == sorted(each["mean_value"] for each in found)
    best = {**found[0], "badugi": pytest.approx(2215 / 4324, abs=1e-12)}
    assert found[0] == best
    assert (found[0]["keep"], found[0]["draw"], found[0]["equity"], found[0]["error"]) == (
        "As 2h 3d",
        1,
        None,
        None,
    )
    by_keep = {each["keep"]: each for each in found}
    assert by_keep["As 2h 3d"]["badugi_error"] == 0
    assert 0.001 < by_keep[""]["badugi_error"] < 0.0015
    assert by_keep[""]["draw"] == 4
    assert by_keep["As 2h Kd"]["dominated_by"] == "As 2h 3d"
    assert by_keep["As 2h 3d"]["dominated_by"] == ""
    frame = badugi_hh.draws("As 2h 3d Kd", draws=3)
    assert frame["keep"].to_list() == [each["keep"] for each in found]
    assert frame["equity"].null_count() == 16


def test_a_discard_that_was_an_out():
    found = {each["keep"]: each for each in answer("draws", "As 2h 6d 6c", "--draws", "3")}
    assert found["As 2h 6d"]["badugi"] == pytest.approx(17611 / 34592, abs=1e-12)
    thrown = answer("draws", "As 2h 3d Kd", "--draws", "1", "--thrown", "4c 5c")
    assert thrown[0]["badugi"] == pytest.approx(8 / 46, abs=1e-12)


def test_a_better_hand_after_this_draw_is_no_proof_with_draws_left():
    """Q-7 and a card more make better hands next than 7c 7d Qc, and rougher badugis in the end."""
    for draws, better in (("1", "7d Qc Ks"), ("3", "")):
        found = {
            each["keep"]: each
            for each in answer(
                "draws", "7c 7d Qc Ks", "--draws", draws, "--trials", "1000", "--against", "9s 8h 5d 4c"
            )
        }
        assert found["7c 7d Qc"]["dominated_by"] == better
        for each in found.values():
            if each["dominated_by"]:
                other = found[each["dominated_by"]]
                assert other["equity"] >= each["equity"] - 4 * (each["error"] + other["error"])


def test_keeps_are_priced_against_a_hand_a_range_or_a_line():
    hand = answer("draws", A23, "--draws", "1", "--against", PAT)
    assert hand[0]["keep"] == "As 2h 3d"
    assert hand[0]["equity"] == pytest.approx(5 / 44, abs=1e-12)
    assert all(each["error"] == 0 for each in hand)
    exact = answer("draws", A23, "--draws", "1", "--against", "badugi 9-", "--trials", "2000")
    assert next(each for each in exact if each["keep"] == "As 2h 3d")["error"] == 0
    found = answer("draws", A23, "--draws", "1", "--against", "one", "--trials", "2000")
    assert {each["draw"] for each in found if not each["error"]} == {0}
    shares = [each["equity"] for each in found]
    assert shares == sorted(shares, reverse=True)
    assert all(each["error"] < 0.012 for each in found)


def test_tables():
    shown = run("equity", A23, PAT, "--draws", "1").stdout
    assert "11.4%" in shown
    assert shown.rstrip().endswith("exact")
    shown = run("equity", A23, "-r", "one", "-d", "2", "--trials", "1000").stdout
    assert "simulated: 1,000 trials, seed 0" in shown
    shown = run("draws", "As 2h 6d 6c", "--trials", "1000").stdout
    assert shown.split("\n")[1].split("  ")[-1].strip() == "dominated by"
    (best,) = (each for each in answer("draws", "As 2h 6d 6c") if each["keep"] == "As 2h 6d")
    assert best["mean_value"] == pytest.approx(426.0, abs=0.05)
    assert row_of(shown, "As 2h 6d")[1:] == ["1", "about Q-T-6-2", "50.9%", "0.0%"]
    drawn, _, chance, margin = row_of(shown, "–")[1:5]
    assert (drawn, chance[-1], margin) == ("4", "%", "3.0%")  # 1.96 standard errors of 1,000 trials
    shown = run("draws", "As 2h 6d 6c", "--draws", "1").stdout
    assert "±" not in shown
    assert "sorted by the final hand on average, best first" in shown
    (pat,) = (each for each in answer("draws", "Jh 7d 4c 2s", "--draws", "1") if not each["draw"])
    assert (
        pat["mean_value"] == 235
    )  # 210 up to a ten; of a jack with lower cards 20, J-7 3, J-7-4 1; this one
    shown_pat = run("draws", "Jh 7d 4c 2s", "--draws", "1").stdout
    assert row_of(shown_pat, "Jh 7d 4c 2s")[2] == "about J-7-4-2"
    shown = run("draws", A23, "--draws", "1", "--against", PAT).stdout
    assert "sorted by equity, best first" in shown
    assert "final hand" not in shown


def row_of(table, keep):
    """Return the cells of a row of a table, by its first cell."""
    rows = [
        [cell.strip() for cell in line.strip().split("  ") if cell.strip()] for line in table.splitlines()
    ]
    return next(row for row in rows if row and row[0] == keep)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["equity", "Ax 2h 3d Kd", PAT], "'Ax' is no card; a card is a rank"),
        (["equity", "As 2h 3d", PAT], "a hand has 4 cards, and 'As 2h 3d' has 3"),
        (["equity", A23, "As 7h 5s 4d"], "As is named twice"),
        (["equity", A23, PAT, "--dead", "9c"], "9c is named twice"),
        (["equity", "As As 3d Kd", PAT], "As is twice in 'As As 3d Kd'"),
        (["equity", A23], "an equity needs 2 to 10 players, not 1"),
        (["equity"], "an equity needs 2 to 10 players, not 0"),
        (["equity", A23, "-r", "badugy 8"], "'badugy 8', which is no range; write for example"),
        (["equity", A23, "-r", "A23x", "--dead", "Ac Ad Ah 2c 2d 2s"], "no hand of the range 'A23x' is left"),
        (["equity", A23, PAT, "--draws", "4"], "player 1 has 4 draws left; there are 0 to 3"),
        (["equity", A23, PAT, "--draws", "1,1,1"], "2 players and 3 numbers of draws"),
        (["equity", A23, PAT, "--draws", "x"], "--draws is 'x'; write a number"),
        (["equity", A23, PAT, "--keep", "As"], "--keep is 'As'; write the number of a player"),
        (["equity", A23, PAT, "--keep", "3=As"], "there is no player 3; the players are 1 to 2"),
        (["equity", A23, PAT, "--keep", "1=9c"], "player 1 does not hold 9c"),
        (["equity", A23, PAT, "--keep", "1=As", "--keep", "1=2h"], "--keep names player 1 twice; write all cards of a player in one --keep"),
        (["equity", A23, "-r", "one-two"], "no hand is drawn to like one-two"),
        (["equity", A23, "-r", "four-pat"], "no hand is drawn to like four-pat: in a line of several draws a player keeps the best cards, draws 0 to 3"),
        (["draws", "As 2h 3d"], "a hand has 4 cards, and 'As 2h 3d' has 3"),
        (["draws", A23, "--against", "As 7h 5s 4d"], "As is named twice"),
        (["draws", A23, "--thrown", "Kd"], "Kd is named twice"),
        (["draws", A23, "--draws", "4"], "less than or equal to 3"),
    ],
)  # fmt: skip
def test_mistakes_are_one_clear_line(arguments, message):
    assert message in " ".join(mistake(*arguments).split())
    assert message in " ".join(mistake(*arguments, "--json").split())


def test_mistakes_in_python():
    with pytest.raises(OddsError, match="no player 3"):
        badugi_hh.equity(A23, PAT, pat=[3])
    with pytest.raises(badugi_hh.OddsError, match="1 to 3 draws left"):
        badugi_hh.draws(A23, draws=0)


@pytest.mark.parametrize(
    ("player", "opponent", "method"),
    [(A23, PAT, "exact"), ("tri 6-", "badugi T-", "simulated")],
)
def test_one_draw_of_two_known_hands_is_exact_and_ranges_are_simulated(player, opponent, method):
    assert set(badugi_hh.equity(player, opponent, draws=1, trials=100)["method"]) == {method}

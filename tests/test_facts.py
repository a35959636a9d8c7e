"""Rows of one hand, held against what a person counts in its text."""

from test_replay import HAND, WALK, play

from badugi_hh.facts import TABLES, rows


def table(text: str, name: str) -> list[dict[str, object]]:
    """The rows of one table as dictionaries."""
    names = next(table.names for table in TABLES if table.name == name)
    result = play(text)
    assert result.ok, [str(problem) for problem in result.problems]
    return [dict(zip(names, row, strict=True)) for row in rows(result, 7)[name]]


def pick(rows_: list[dict[str, object]], *names: str) -> list[tuple[object, ...]]:
    return [tuple(row[name] for name in names) for row in rows_]


def test_the_hand():
    (hand,) = table(HAND, "hands")
    counted = {
        "hand_key": 7,
        "hand_id": "77700000002",
        "game": "cash",
        "betting": "fixed",
        "stakes": "$0.25/$0.50",
        "currency": "USD",
        "unit": "cent",
        "players": 4,
        "total_pot": 480,
        "rake": 20,
        "cancelled": False,
        "status": "ok",
    }
    assert {name: hand[name] for name in counted} == counted


def test_the_seats():
    seats = table(HAND, "seats")
    names = ("player", "hero", "position", "put_in", "won", "net", "rake_share", "draw_line", "result")
    assert pick(seats, *names) == [
        ("Ann", True, "BB", 200, 460, 260, 8, "2-0-1", "won at showdown"),
        ("Bo", False, "CO", 70, 0, -70, 3, "1-1-0", "lost at showdown"),
        ("Cy", False, "BTN", 200, 0, -200, 8, "0-1-0", "lost at showdown"),
        ("Dee", False, "SB", 10, 0, -10, 1, None, "folded"),
    ]
    ann, bo, cy, dee = seats
    assert [ann[f"hand_{n}"] for n in range(4)] == [
        "As 3h 8h 6s",
        "As 3h 5d Kc",
        "As 3h 5d Kc",
        "As 3h 5d 9c",
    ]
    assert [ann[f"known_{n}"] for n in range(4)] == ["dealt"] * 4
    # Bo shows a hand that he stood pat on at the third draw: it is known from the second draw on, not before.
    assert [bo[f"known_{n}"] for n in range(4)] == [None, None, "back", "shown"]
    assert [cy[f"hand_{n}"] for n in range(4)] == [None, None, "Qd 7h 4c 2s", "Qd 7h 4c 2s"]
    assert (ann["starting_class"], ann["saw_draw"], dee["saw_draw"]) == ("two-card", True, False)
    counts = pick(seats, "decisions_0", "voluntary_0", "raises_0", "walk")
    assert counts == [(1, 1, 0, False), (2, 2, 0, False), (1, 1, 1, False), (1, 0, 0, False)]


def test_the_decisions():
    decisions = table(HAND, "decisions")
    names = (
        "player",
        "round",
        "price",
        "pot",
        "live",
        "behind",
        "level_full",
        "callers",
        "limpers",
        "action",
        "amount",
    )
    assert pick(decisions, *names)[:5] == [
        ("Bo", 0, 25, 35, 4, 3, 1, 0, 0, "call", 25),
        ("Cy", 0, 25, 60, 4, 2, 1, 1, 1, "raise", 50),
        ("Dee", 0, 40, 110, 4, 2, 2, 0, 1, "fold", 0),
        ("Ann", 0, 25, 110, 3, 1, 2, 0, 1, "call", 25),
        ("Bo", 0, 25, 135, 3, 0, 2, 1, 1, "call", 25),
    ]
    first = [row for row in decisions if row["round"] == 1]
    assert pick(
        first, "player", "own_draw", "best_opponent_draw", "level_full", "level_any", "can_raise"
    ) == [
        ("Ann", 2, 0, 0, 0, True),
        ("Bo", 1, 0, 1, 1, False),
        ("Cy", 0, 1, 1, 1, True),
        ("Ann", 2, 0, 2, 2, True),
        ("Cy", 0, 1, 3, 3, True),
        ("Ann", 2, 0, 4, 4, False),
    ]
    opened = [row for row in decisions if row["opener"]]
    assert {row["opener"] for row in opened} == {"BTN"}
    assert pick(decisions, "folded_to")[:3] == [(True,), (False,), (False,)]
    last = [row for row in decisions if row["round"] == 3]
    assert pick(last, "player", "last_to_act", "knowledge", "previous_aggressor", "aggressor") == [
        ("Ann", False, "dealt", False, False),
        ("Cy", True, "shown", False, True),
    ]


def test_the_draws():
    draws = table(HAND, "draws")
    names = ("player", "draw", "drawn", "previous_drawn", "fewest_seen", "all_in", "can_bet", "knowledge")
    assert pick(draws, *names) == [
        ("Ann", 1, 2, None, None, False, True, "dealt"),
        ("Bo", 1, 1, None, 2, False, True, None),
        ("Cy", 1, 0, None, 1, False, True, None),
        ("Ann", 2, 0, 2, None, False, True, "dealt"),
        ("Bo", 2, 1, 1, 0, True, False, None),
        ("Cy", 2, 1, 0, 0, False, True, None),
        ("Ann", 3, 1, 0, None, False, True, "dealt"),
        ("Bo", 3, 0, 1, 1, True, False, "back"),
        ("Cy", 3, 0, 1, 0, False, True, "back"),
    ]
    assert pick(draws, "kept", "thrown", "hand_after")[0] == ("As 3h", "8h 6s", "As 3h 5d Kc")


def test_a_walk_is_no_decision():
    seats = table(WALK, "seats")
    assert pick(seats, "player", "position", "walk", "decisions_0", "net") == [
        ("Ann", "SB", False, 1, -10),
        ("Bo", "BB", True, 0, 10),
    ]


def test_a_player_folded_while_all_in_decided_nothing():
    text = WALK.replace("Ann ($6.80 in chips)", "Ann ($0.10 in chips)").replace(
        "posts small blind $0.10", "posts small blind $0.10 and is all-in"
    )
    assert table(text, "decisions") == []
    assert pick(table(text, "seats"), "player", "decisions_0", "result") == [
        ("Ann", 0, "folded"),
        ("Bo", 0, "won uncontested"),
    ]


def test_a_walk_without_a_small_blind():
    text = WALK.replace("Ann: posts small blind $0.10\n", "").replace("($0.15)", "($0.25)")
    text = (
        text.replace("Bo collected $0.20 from pot\n", "").replace("$0.20", "$0").replace(" (small blind)", "")
    )
    text = text.replace("folded before the Draw", "folded before the Draw (didn't bet)")
    assert pick(table(text, "seats"), "player", "position", "walk", "net") == [
        ("Ann", "BTN", False, 0),
        ("Bo", "BB", True, 0),
    ]


def test_a_short_all_in_raise_is_no_full_bet_in_no_limit():
    text = WALK.split("Ann: folds", maxsplit=1)[0].replace("Badugi Limit", "Badugi No Limit")
    text = text.replace("$0.25/$0.50", "$0.10/$0.25").replace("Ann ($6.80", "Ann ($3.80")
    text += """Ann: raises $0.50 to $0.75
Bo: raises $2.25 to $3
Ann: raises $0.80 to $3.80 and is all-in
Bo: folds
Uncalled bet ($0.80) returned to Ann
Ann collected $6 from pot
*** SUMMARY ***
Total pot $6 | Rake $0
Seat 1: Ann (button) (small blind) collected ($6)
Seat 2: Bo (big blind) folded before the Draw"""
    assert pick(table(text, "decisions"), "player", "level_full", "level_any") == [
        ("Ann", 1, 1),
        ("Bo", 2, 2),
        ("Ann", 3, 3),
        ("Bo", 3, 4),
    ]

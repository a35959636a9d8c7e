"""Compares consecutive hands of one table: what is reported for a gap, and that a valid file has no problem."""

import re

import pytest
from support.histories import HAND

from badugi_hh.engine.rules import HOME, POKERSTARS, WSOP_TOURNAMENT
from badugi_hh.history.source import Source, read_blocks
from badugi_hh.problems import Place
from badugi_hh.replay import TableContinuity, read_entry
from badugi_hh.store.hand_checks import check_block

pytestmark = pytest.mark.quick

NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Dee", 5: "Eve"}
DAY = "2024/02/16 22:{minute:02}:00 ET"


def money(cents):
    return f"${cents // 100}.{cents % 100:02}".removesuffix(".00")


def walk(number, button, stacks, *, at=None, talk=(), mix="", kind="Hand", hero=1, owes=None, blind=10):
    """Return a hand at $0.25/$0.50 in which all fold to the big blind; stacks by seat in cents.

    Who `owes` posts both blinds and folds. The blinds, usually of $0.10 and $0.25, move from the folders to the big blind.
    """
    seats = sorted(stacks, key=lambda seat: (seat <= button, seat))
    small, big = (seats[1], seats[0]) if len(seats) == 2 else seats[:2]
    paid = {small: blind, big: 25} | ({owes: 35} if owes else {})
    moment = at or DAY.format(minute=number)
    begin, close = (mix + " (", ")") if mix else ("", "")
    stakes = f"{begin}Badugi Limit, $0.25/$0.50{close}" if mix else "Badugi Limit ($0.25/$0.50 USD)"
    lines = [
        f"PokerStars {kind} #{number}:  {stakes} - {moment}",
        f"Table 'Vega' 6-max Seat #{button} is the button",
        *(f"Seat {seat}: {NAMES[seat]} ({money(stacks[seat])} in chips)" for seat in sorted(stacks)),
        *talk,
        f"{NAMES[small]}: posts small blind {money(blind)}",
        f"{NAMES[big]}: posts big blind $0.25",
        *([f"{NAMES[owes]}: posts small & big blinds $0.35"] if owes else []),
        "*** DEALING HANDS ***",
        f"Dealt to {NAMES[hero]} [As 3h 8h 6s]",
    ]
    order = [*seats[2:], small] if len(seats) > 2 else [small]
    lines += [f"{NAMES[seat]}: folds" for seat in order]
    if not owes:
        lines.append(f"Uncalled bet ({money(25 - blind)}) returned to {NAMES[big]}")
    pot = sum(paid.values()) - (0 if owes else 25 - blind)
    lines += [
        f"{NAMES[big]} collected {money(pot)} from pot",
        "*** SUMMARY ***",
        f"Total pot {money(pot)} | Rake $0",
    ]
    for seat in sorted(stacks):
        tags = "".join(
            f" ({tag})"
            for tag, holder in (("button", button), ("small blind", small), ("big blind", big))
            if holder == seat
        )
        if seat == big:
            lines.append(f"Seat {seat}: {NAMES[seat]}{tags} collected ({money(pot)})")
        else:
            bet = "" if paid.get(seat) else " (didn't bet)"
            lines.append(f"Seat {seat}: {NAMES[seat]}{tags} folded before the Draw{bet}")
    return "\n".join(lines)


def after(stacks, small, big):
    """Return the stacks after such a hand without a debt."""
    return {
        seat: chips + (10 if seat == big else -10 if seat == small else 0) for seat, chips in stacks.items()
    }


def in_tournament(hand):
    """Return a hand with chips for cents, in a tournament."""
    hand = re.sub(
        r"\$(\d+)(?:\.(\d\d))?", lambda m: str(int(m[1] + (m[2] or "00"))), hand.replace(" USD", "")
    )
    return hand.replace("Badugi Limit (", "Tournament #5, $1+$0.10 USD Badugi Limit - Level I (")


def problems_across(*hands, rules=POKERSTARS):
    """Return the problems across the hands; in themselves they have no error."""
    sessions = TableContinuity()
    blocks, problems = read_blocks(Source.of("table.txt", "\n\n\n".join(hands).encode()))
    assert not problems
    for block in blocks:
        checked = check_block(block, rules)
        assert checked.replay is not None, checked.problems
        assert checked.replay.ok, checked.problems
        sessions.add(read_entry(checked.replay, Place(block.file, block.line)))
    return sessions.check()


def found(*hands, tournament=False, rules=POKERSTARS):
    """Return code and hand of each problem across the hands, sorted."""
    hands = tuple(map(in_tournament, hands)) if tournament else hands
    return sorted((problem.code.id, problem.hand) for problem in problems_across(*hands, rules=rules))


FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
"""The button at seat 1 makes seat 2 the small and seat 3 the big blind."""
THEN = after(FOUR, 2, 3)
LESS = {**THEN, 2: THEN[2] - 10, 4: THEN[4] + 20}
"""What would be after a hand that nobody wrote."""


def test_a_hand_that_is_missing():
    assert found(walk(1, 1, FOUR), walk(3, 4, LESS)) == [("X02", "3"), ("X03", "3")]


def test_a_hand_between_that_another_player_reports():
    between = walk(2, 2, THEN).replace("Dealt to Ann", "Dealt to Cy")
    assert found(walk(1, 1, FOUR), between, walk(3, 4, LESS)) == []


def test_the_hero_sat_out_and_comes_back_at_his_big_blind():
    """Seat 4 was next to post the big blind, so a hand was dealt without the hero."""
    assert found(walk(1, 1, FOUR), walk(3, 3, LESS)) == []


def test_the_hero_sat_out_and_posts_what_he_owes():
    assert found(walk(1, 1, FOUR), walk(3, 3, {**LESS, 5: 900})) == [("X02", "3"), ("X03", "3")]
    assert found(walk(1, 1, FOUR), walk(3, 3, {**LESS, 5: 900}, owes=1)) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Bo leaves the table",), ("Bo joins the table at seat #2",)),
        (("Bo was removed from the table for failing to post",), ()),
        ((), ("Bo joins the table at seat #2",)),
    ],
)
def test_another_player_leaves_and_comes_back_with_less(first, second):
    fewer = {**THEN, 2: 500}
    assert found(walk(1, 1, FOUR), walk(2, 2, fewer)) == [("X02", "2")]
    assert found(walk(1, 1, FOUR, talk=first), walk(2, 2, fewer, talk=second)) == []


def test_between_the_hands_of_a_mix_other_games_are_played():
    assert found(walk(1, 1, FOUR, mix="8-Game"), walk(2, 4, LESS, mix="8-Game")) == []


def test_each_hand_of_zoom_has_another_table():
    assert found(walk(1, 1, FOUR, kind="Zoom Hand"), walk(2, 4, LESS, kind="Zoom Hand")) == []


def test_who_has_lost_all_chips_comes_back_with_new_ones():
    """Bo loses all chips in the first hand and is dealt in again in the second: they have entered again."""
    lost = HAND.replace("'Alcyone IV'", "'Vega'")
    (seat,) = [line for line in HAND.split("\n") if line.startswith("Seat 1: Ann (") and "in chips" in line]
    ann = round(100 * float(seat.partition("$")[2].split()[0])) + 460 - 200
    after_it = walk(77700000099, 1, {1: ann, 2: 700, 5: 900}, at="2024/03/04 16:08:00 ET")
    assert found(lost, after_it, tournament=True) == []
    assert found(lost, after_it.replace(money(ann), "$1"), tournament=True) == [("X02", "77700000099")]


def test_in_a_tournament_chips_do_not_grow():
    more = {**THEN, 4: 1500}
    assert found(walk(1, 1, FOUR), walk(2, 2, more)) == []  # bought
    assert found(walk(1, 1, FOUR), walk(2, 2, more), tournament=True) == [("X02", "2")]
    for line in (
        "Dee re-buys and receives 500 chips for $5.00",
        "Dee takes the add-on and receives 500 chips for $5.00",
        "Dee adds 500 chips (1 stack(s) of 500 chips). Dee has 2 stack(s) remaining.",
    ):
        assert found(walk(1, 1, FOUR), walk(2, 2, more, talk=(line,)), tournament=True) == []


def test_another_table_of_a_tournament_begins_anew():
    other = walk(3, 4, LESS).replace("'Vega'", "'Altair'")
    assert found(walk(1, 1, FOUR), walk(3, 4, LESS), tournament=True) != []
    assert found(walk(1, 1, FOUR), other, tournament=True) == []


def test_after_a_pause_a_cash_table_begins_anew():
    assert found(walk(1, 1, FOUR), walk(11, 4, LESS)) == [("X02", "11"), ("X03", "11")]
    assert found(walk(1, 1, FOUR), walk(12, 4, LESS)) == []


def test_of_a_dead_button_nothing_is_said():
    hands = walk(1, 1, FOUR), walk(3, 4, LESS)
    assert found(*hands, tournament=True) == [("X02", "3"), ("X03", "3")]
    assert found(*hands, tournament=True, rules=WSOP_TOURNAMENT) == [("X02", "3")]


@pytest.mark.parametrize("line", ["Ann: sits out", "Ann is sitting out", "Ann leaves the table"])
def test_a_hero_who_says_that_he_leaves_misses_hands(line):
    assert found(walk(1, 1, FOUR, talk=(line,)), walk(3, 4, LESS)) == []


def test_who_changes_seats_may_bring_other_chips():
    moved = walk(2, 3, {1: 1000, 3: 1010, 4: 1000, 5: 500}).replace("Eve", "Bo")
    assert found(walk(1, 1, FOUR), moved) == []


def test_one_small_blind_of_several_is_another():
    hands = [walk(number, 1, FOUR, blind=20 if number == 2 else 10) for number in range(1, 5)]
    for some, rules in ((hands, POKERSTARS), (hands[::-1], POKERSTARS), (hands, HOME)):
        (problem,) = (each for each in problems_across(*some, rules=rules) if each.code.id == "X06")
        assert (problem.hand, problem.expected, problem.found) == ("2", "$0.10", "$0.20")


# --- the cards of the hero


def observed(hand, *talk):
    """Return a hand without the line of the hero's cards, with these lines in its place."""
    return re.sub("Dealt to .*\n", "".join(f"{line}\n" for line in talk), hand)


AGAIN = after(THEN, 3, 4)


@pytest.mark.parametrize("tournament", [False, True])
def test_the_cards_of_the_hero_are_missing(tournament):
    """A deleted `Dealt to` line of a player who folds before the draw was not noticed."""
    first, second, third = walk(1, 1, FOUR), observed(walk(2, 2, THEN)), walk(3, 3, AGAIN)
    assert found(first, second, third, tournament=tournament) == [("X07", "2")]
    assert found(third, second, first, tournament=tournament) == [("X07", "2")]
    assert found(first, second, tournament=tournament) == [("X07", "2")]
    assert found(second, third, tournament=tournament) == [("X07", "2")]
    assert found(first, second, observed(third), tournament=tournament) == [("X07", "2"), ("X07", "3")]
    assert found(observed(first), second, observed(third), tournament=tournament) == []


def test_a_player_who_sits_out_in_a_tournament_may_have_no_cards():
    second = observed(walk(2, 2, THEN)).replace("Ann ($10 in chips)", "Ann ($10 in chips) is sitting out")
    assert "is sitting out" in second
    assert found(walk(1, 1, FOUR), second, walk(3, 3, AGAIN), tournament=True) == []


def test_the_view_of_an_observer_has_no_cards():
    first, second, third = walk(1, 1, FOUR), walk(2, 2, THEN), walk(3, 3, AGAIN)
    assert found(first, second, observed(second), third) == []
    assert found(first, observed(second), third.replace("Dealt to Ann", "Dealt to Bo")) == []
    sessions = TableContinuity()
    for file, hand in (("mine.txt", first), ("observed.txt", observed(second)), ("mine.txt", third)):
        ((block,), _) = read_blocks(Source.of(file, hand.encode()))
        sessions.add(read_entry(check_block(block, POKERSTARS).replay, Place(file, 1)))
    assert sessions.check() == []

"""What is said where nothing is left: each cause by its own name, and values as a database writes them."""

from datetime import datetime

import pytest
from support.hand_made import database, insert, play, play_each

from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.resolve import explain_no_hands, explain_unknown_luck, resolve
from badugi_hh.store.aliases import join_names


@pytest.fixture
def con(empty):
    """Ann, the hero, on the button at $1/$2; Ben in the small blind there, and alone at $2/$4 in the big blind."""
    ben = {"player": "Ben", "hero": False}
    play_each(
        empty, {1: {"position": "BTN", "stakes": "$1/$2"}, 2: {"position": "BB", "stakes": "$2/$4", **ben}}
    )
    insert(empty, "seats", {"hand_key": 1, "seat": 2, "position": "SB", **ben})
    return empty


EVERYBODY = Filter(every_player=True)


def test_an_empty_database_is_reported_before_anything_else():
    con = database()
    assert "has no hand yet; badugi-hh import" in explain_no_hands(con, Filter(stakes="$1/$2"))
    with pytest.raises(FilterError, match="has no hand yet"):
        resolve(con, Filter(player="Ann"))
    insert(con, "quarantine", {})
    assert "every hand of the database, 1 in all, is in the quarantine" in explain_no_hands(con, Filter())


@pytest.mark.parametrize(
    ("hand_filter", "printed"),
    [
        (Filter(since=datetime.fromisoformat("2100-01-01")), "no hand fits since=2100-01-01; no hand has a date"),
        (Filter(game="tournament"), "no hand fits game=tournament"),
        (Filter(only=(("position", "CO"),)), "no hand fits position=CO"),
        (Filter(where="hands.hand_key > 9"), "no hand fits where=hands.hand_key > 9"),
        (Filter(stakes="$2/$4"), "no hand of yours fits stakes=$2/$4, but those of other players do"),
        (Filter(player="Ann", position="SB"), "no hand of 'Ann' fits position=SB, but those of other"),
        (Filter(player="Ben", stakes="$1/$2", position="BB"), "no hand of 'Ben' fits all of these together: stakes=$1/$2, position=BB"),
    ],
)  # fmt: skip
def test_each_cause_is_reported(con, hand_filter, printed):
    assert evaluate(con, resolve(con, hand_filter), names="hands") == []
    assert explain_no_hands(con, resolve(con, hand_filter)).startswith(printed)


def test_too_few_hands_and_no_hero(con):
    few = "nobody has 3 hands of this kind; the most are 2"
    assert explain_no_hands(con, EVERYBODY, min_hands=3) == few
    con.execute("UPDATE seats SET hero = false")
    assert explain_no_hands(con, Filter()).startswith("no hand has a hero; --player NAME")


def test_capitals_do_not_matter(con):
    asked = Filter(every_player=True, only=(("position", "btn"), ("opponent", "BEN")))
    assert resolve(con, asked).only == (("position", "BTN"), ("opponent", "Ben"))
    assert resolve(con, Filter(position="bb", betting="FIXED")) == Filter(position="BB", betting="fixed")


def test_stakes_may_have_other_digits(con):
    for written in ("$1.00/$2.00", "$1/$2.0", "$1/$2"):
        assert resolve(con, Filter(stakes=written)).stakes == "$1/$2"
    for other in ("$1/$20", "$1,00/$2,00"):
        with pytest.raises(FilterError, match="no hand has stakes"):
            resolve(con, Filter(stakes=other))


def test_stakes_may_lack_their_currency(con):
    for written in ("1/2", "1.00/2"):
        assert resolve(con, Filter(stakes=written)).stakes == "$1/$2"
        assert resolve(con, Filter(only=(("stakes", written),))).only == (("stakes", "$1/$2"),)
    play(con, 3, stakes="€1/€2")
    with pytest.raises(FilterError, match=r"no hand has stakes '1/2'; did you mean '\$1/\$2' or '€1/€2'\?"):
        resolve(con, Filter(stakes="1/2"))
    assert resolve(con, Filter(stakes="2/4")).stakes == "$2/$4"
    con.execute("UPDATE hands SET stakes = NULL WHERE hand_key = 2")
    with pytest.raises(FilterError, match="no hand has stakes '/'"):
        resolve(con, Filter(stakes="/"))
    play(con, 4, stakes="1/2")  # chips
    assert resolve(con, Filter(stakes="1/2")).stakes == "1/2"


def test_stakes_may_be_those_of_a_header(con):
    play(con, 3, stakes="1/2 CAD")
    for written in ("$1/$2 CAD", "$1.00/$2.00 cad", "1/2 CAD", "1.00/2 CAD"):
        assert resolve(con, Filter(stakes=written)).stakes == "1/2 CAD"
    for written in ("$1/$2", "$1/$2 USD"):
        assert resolve(con, Filter(stakes=written)).stakes == "$1/$2"
    for other in ("1/2", "$1/$2 MXN", "€1/€2 CAD"):
        with pytest.raises(FilterError, match="no hand has stakes"):
            resolve(con, Filter(stakes=other))


def test_names_may_have_other_capitals(con):
    assert resolve(con, Filter(player="ann")).player == "Ann"
    join_names(con, "Benjamin", ["Ben"])
    assert resolve(con, Filter(player="BENJAMIN")).player == "Benjamin"
    play(con, 3, player="anN", hero=False)
    for written in ("Ann", "anN"):
        assert resolve(con, Filter(player=written)).player == written
    with pytest.raises(FilterError, match=r"there is no player 'ann'; did you mean 'Ann' or 'anN'\?"):
        resolve(con, Filter(player="ann"))


def test_a_session_may_be_named_by_its_day(con):
    con.execute("UPDATE hands SET played_at = '2024-05-02 10:00' WHERE hand_key = 1")
    con.execute("UPDATE hands SET played_at = '2024-05-03 10:00' WHERE hand_key = 2")
    asked = Filter(only=(("session", "2024-05-02"),))
    assert resolve(con, asked).only == (("session", "2024-05-02 10:00"),)
    with pytest.raises(FilterError, match=r"there is only 2024-05-02 10:00$"):  # Ben's session is not Ann's
        resolve(con, Filter(only=(("session", "nonsense"),)))
    with pytest.raises(FilterError, match="no hand of yours has session '2024-05-03 10:00'"):
        resolve(con, Filter(only=(("session", "2024-05-03 10:00"),)))
    play(con, 3, played_at=datetime.fromisoformat("2024-05-02 20:00"))
    with pytest.raises(FilterError, match="did you mean '2024-05-02 10:00' or '2024-05-02 20:00'"):
        resolve(con, asked)
    con.execute("UPDATE seats SET hero = false")
    with pytest.raises(FilterError, match="no hand has a hero"):
        resolve(con, asked)


def test_a_dimension_without_a_value_is_named():
    con = database()
    play(con, 1)
    for name, printed in (("cards_drawn", "cards-drawn"), ("opponent", "opponent")):
        with pytest.raises(FilterError, match=f"no hand has a known {printed}"):
            resolve(con, Filter(only=((name, "nonsense"),)))


def test_an_opponent_has_all_his_names(con):
    join_names(con, "Benjamin", ["Ben"])
    for name in ("Ben", "Benjamin", "benjamin"):
        assert resolve(con, Filter(only=(("opponent", name),))).only == (("opponent", "Benjamin"),)


@pytest.mark.parametrize(
    ("hand_filter", "printed"),
    [
        (Filter(player="Bem"), "there is no player 'Bem'; did you mean 'Ben'?"),
        (Filter(stakes="1/20"), "no hand has stakes '1/20'; did you mean '$1/$2'?"),
        (
            Filter(stakes="/"),
            "no hand has stakes '/'; did you mean '$1/$2' or '$2/$4'? A shell replaces $1 between double quotes; use single ones",
        ),
        (Filter(stakes="nothing"), "no hand has stakes 'nothing'; there are $1/$2, $2/$4"),
        (Filter(only=(("opponent", "Bem"),)), "no hand has opponent 'Bem'; did you mean 'Ben'?"),
        (Filter(only=(("position", "unknown"),)), "no hand has position 'unknown'; there are BTN, SB, BB"),
        (Filter(tag="bluff"), "no hand has a tag; badugi-hh tag HAND TAG gives it one"),
    ],
)
def test_unknown_values_are_refused(con, hand_filter, printed):
    with pytest.raises(FilterError) as found:
        resolve(con, hand_filter)
    assert str(found.value) == printed


def test_a_statistic_without_the_kept_part_is_reported(con):
    asked = Filter(only=(("draw_state", "ahead"),))
    with pytest.raises(FilterError) as found:
        resolve(con, asked, "three_bet,vpip")
    assert str(found.value) == (
        "vpip counts seats, and draw_state is known of decisions only; ask without one of the two"
    )
    assert resolve(con, asked, "three_bet") == asked


def test_a_stranger_called_as_a_person_is_found_by_the_name_that_he_is_reported_by(con):
    """Ann was joined to a person Bo before a hand of another Bo came."""
    join_names(con, "Bo", ["Ann"])
    play(con, 9, player="Bo", hero=False)
    everybody = {group.player: group.hands for group in evaluate(con, EVERYBODY, names="hands")}
    assert everybody["Bo (PokerStars)"] == 1
    for name, hands in everybody.items():
        (found,) = evaluate(con, resolve(con, Filter(player=name)), names="hands")
        assert (found.player, found.hands) == (name, hands)


def test_unknown_luck_has_a_reason(con):
    """One hand has prices; the cards of Ben are not dealt openly in it."""
    luck = {"starting_luck": 0.5, "draw_luck": 0.0}
    assert explain_unknown_luck(con, EVERYBODY) == (
        "luck is unknown, because none of the hands has prices; badugi-hh db price computes them"
    )
    insert(con, "priced_hands", {"hand_key": 1})
    insert(con, "luck", {"hand_key": 1, "seat": 1, **luck})
    assert explain_unknown_luck(con, Filter()) is None
    assert explain_unknown_luck(con, EVERYBODY) == (
        "luck is unknown for 2 of 3 hands, 1 of them without prices; badugi-hh db price computes prices"
    )
    assert explain_unknown_luck(con, Filter(player="Ben", stakes="$1/$2")) == (
        "luck is unknown for 1 of 1 hands, in which not all cards of the player were dealt openly"
    )

"""The leak cards of a report, and the rows of their table: what they say, and where they give no instruction."""

from dataclasses import replace

import pytest
from support.report_hands import HANDS

from badugi_hh.leaks import LEAKS, Baseline, Finding, Instance, Verdict, find, find_all, trends
from badugi_hh.leaks.changes import Direction, compare_periods
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.leaks.leak import HEURISTIC
from badugi_hh.report.findings import leak_cards
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.wording.catalogue import leak_advice, leak_title, split_advice
from badugi_hh.wording.language import Language, in_language

USUAL = Baseline(0.1, 0.3, "a solve", "solver", "any")


def finding(verdict, made=41, cost=1.25, **how):
    how = {"baseline": USUAL, **how}
    return FrequencyFinding(LEAKS["B13"], "Ann", verdict, made, 96, cost=cost, **how)


def test_leaks_come_flags_first_and_the_costliest_first():
    cards = leak_cards(
        [
            finding(Verdict.TOO_FEW),
            finding(Verdict.WATCH, cost=9.0),
            finding(Verdict.FLAG, cost=0.5),
            finding(Verdict.FINE, cost=None),
            finding(Verdict.FLAG, cost=2.0),
        ],
        {},
    )
    assert [(card.kind, card.cost[:10]) for card in cards.first] == [
        ("flag", "costs 2.00"),
        ("flag", "costs 0.50"),
        ("watch", "costs 9.00"),
    ]
    assert [card.kind for card in cards.rest] == ["few", "fine"]
    assert not cards.empty


def test_a_leak_card_has_its_numbers_range_source_advice_and_hands():
    hands = (
        Instance("PokerStars", "17", "Ann", "folded As 2d 3c Kh", 0.5),
        Instance("PokerStars", "18", "Ann", "", None),
    )
    card = leak_cards([finding(Verdict.FLAG, hands=hands)], {("PokerStars", "17"): 4}).first[0]
    leak = LEAKS["B13"]
    assert f"{card.title}: {card.reason[0].lower()}{card.reason[1:]}" == leak.advice
    assert (card.name, card.sentence) == (leak.title, leak.sentence)
    assert (card.share, card.counts) == ("42.7%", "41 of 96")
    assert card.observed == "Observed: 41 of 96, 42.7% (95% 33.3–52.7%)"
    assert card.due == "Right: 10.0–30.0%"
    assert card.source == "Source: a solve"
    assert [(case.key, case.hand) for case in card.hands] == [(4, "17"), (None, "18")]
    assert "(costs 0.50 big bets)" in card.hands[0].note
    assert (card.scale.low, card.scale.at, card.scale.due_high) == ("33.3", "42.7", "30.0")


def test_cards_without_a_finding_give_no_advice_and_claim_no_range():
    every = [
        finding(Verdict.FINE, baseline=replace(USUAL, low=0.0, high=1.0)),
        finding(Verdict.TOO_FEW),
        FrequencyFinding(LEAKS["B4-BTN"], "Ann", Verdict.TOO_FEW, 0, 0, baseline=USUAL),
    ]
    for to_use in (False, True):
        fine, few, none = leak_cards(every, {}, to_use=to_use).rest
        for card in (fine, few, none):
            assert (card.title, card.reason, card.cost, card.scale) == (card.name, "", "", None)
        assert "within" not in fine.verdict.lower()
        assert fine.due == ""
        assert few.due == "Right: 10.0–30.0%"
        assert none.observed == none.counts == "No opportunity"


@pytest.mark.parametrize(
    ("made", "kind", "verdict", "instructs"),
    [
        (41, "solver", Verdict.FLAG, True),
        (41, "solver", Verdict.WATCH, False),
        (41, HEURISTIC, Verdict.WATCH, True),
        (30, HEURISTIC, Verdict.WATCH, False),
    ],
)
def test_a_card_instructs_only_where_more_than_chance_is_behind_it(made, kind, verdict, instructs):
    """`watch` with an interval that reaches the range had advice as a flag has."""
    found = finding(verdict, made, baseline=replace(USUAL, kind=kind))
    (card,) = leak_cards([found], {}).first
    leak = found.leak
    assert (card.title == leak.advice.partition(":")[0]) is instructs
    assert (card.reason == f"Perhaps: b{leak.advice[1:]}") is not instructs
    assert card.verdict == ("Not proven" if instructs else "Not proven: may be chance")
    assert card.due.partition(":")[0] == ("Usual" if kind == HEURISTIC else "Right")
    (card,) = leak_cards([found], {}, to_use=True).first
    assert (f"{card.title}." == leak.use) is instructs


def test_an_instruction_is_short_and_says_what_to_do():
    for language in Language:
        with in_language(language):
            for leak in LEAKS.values():
                instruction, _ = split_advice(leak_advice(leak, you=True))
                assert 20 < len(instruction) <= 80, (language, leak.id, instruction)
                assert instruction[-1] != ".", leak.id
                assert instruction != leak_title(leak), leak.id


def test_a_row_of_the_table_says_what_became_of_a_leak():
    before, since = (finding(Verdict.FLAG, made) for made in (2, 41))
    changes = {change.since.leak.id: change for change in compare_periods([before], [since])}
    cards = leak_cards([finding(Verdict.FLAG)], {}, trends=changes)
    assert cards.latest == "Last 1,000 hands"
    trend = cards.first[0].trend
    assert (trend.note, trend.tone) == ("better", "gain")
    assert trend.difference == "+40.6 points (+29.9 to +50.7)"
    assert trend.key < 0  # more bets are no worse
    few = {"B13": replace(changes["B13"], direction=Direction.TOO_FEW)}
    assert leak_cards([finding(Verdict.FLAG)], {}, trends=few).first[0].trend is None
    alone = leak_cards([finding(Verdict.FLAG)], {}, behind={"B13": 1}, trends={})
    assert (alone.latest, alone.note) == ("", "The trend needs more than 1,000 hands with a date.")
    assert leak_cards([finding(Verdict.FLAG)], {}, trends=None).note == ""
    mistakes = Finding(LEAKS["A1"], "Ann", Verdict.FLAG, 2, 9)
    assert leak_cards([mistakes], {}, trends=changes).first[0].trend.key is None
    assert alone.first[0].all_hands == "See the hand"


def test_a_cost_that_is_assumed_says_so_on_its_card_and_beside_its_hands():
    hands = (Instance("PokerStars", "17", "Ann", "raised", 0.15),)
    own = replace(finding(Verdict.FLAG, cost_low=0.5, cost_high=2.0, hands=hands), leak=LEAKS["B2"])
    (card,) = leak_cards([own], {}).first
    assert card.cost == "assumed cost: 1.25 big bets per 100 hands"
    assert str(card.model) == (
        "Cost: 0.3 small bets each, an assumption<br>"
        "0.50 to 2.00 big bets per 100 hands, by the interval of the frequency"
    )
    assert str(card.hands[0].note) == "raised (assumed cost: 0.15 big bets)"


def trends_of(con, hand_filter):
    """Return the trends as a page has them."""
    moment = trends.latest_moment(con, hand_filter)
    return trends.find_trends(con, hand_filter, moment, find_all(con, hand_filter))


def test_trends_compare_the_latest_hands_with_those_before(report_hands, monkeypatch):
    monkeypatch.setattr(trends, "LATEST", 60)
    found = trends_of(report_hands, Filter())
    assert found.keys() == FREQUENCY_CHECKS.keys()
    whole = {each.leak.id: each for each in find(report_hands, Filter())}
    for id_, change in found.items():
        if id_ != "B31":  # its other hands are those of the same period
            parts = (change.before, change.since)
            assert sum(part.chances for part in parts) == whole[id_].chances, id_
            assert sum(part.made for part in parts) == whole[id_].made, id_
    assert found["B24"].since.chances == 60
    monkeypatch.setattr(trends, "LATEST", HANDS)
    assert trends.latest_moment(report_hands, Filter()) is None  # there are none before
    monkeypatch.setattr(trends, "LATEST", 60)
    assert trends.latest_moment(report_hands, Filter(every_player=True)) is None

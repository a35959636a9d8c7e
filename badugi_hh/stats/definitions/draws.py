"""The draws: how many cards, how often pat, and what a pat hand was.

Every live player has one opportunity at each draw, all-in players included. Statistics that need a player's own cards
count only hands whose file shows them dealt, because hands shown at showdown are a biased sample.

A snow is compared with the price of drawing: shares of the pot by hot-and-cold equity, heads-up, against a range that follows
from the cards of the last draw. `badugi_hh.odds.equity` computed them; a test computes them again.
"""

from functools import partial

from badugi_hh.engine.values import value_of
from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import (
    Conjunction,
    Distribution,
    ExcessOverBaseline,
    Median,
    MomentStatistic,
    ObservedMinusExpected,
    Proportion,
)
from badugi_hh.stats.definitions.kinds.kind import Unit, UnitKind, count_of, share_of
from badugi_hh.stats.definitions.stat import DRAWS, OWN, WORST_BADUGI, Stat, answers

_WORST_TRI = {"low": value_of((7, 6, 5)), "high": value_of((12, 11, 10))}

SHARES: dict[tuple[str, int, str], tuple[float, float, float, float]] = {
    ("low", 1, "now"): (0.41, 0.50, 0.58, 0.62),
    ("low", 2, "now"): (0.30, 0.50, 0.61, 0.65),
    ("low", 2, "before"): (0.30, 0.42, 0.50, 0.55),
    ("low", 3, "now"): (0.17, 0.50, 0.70, 0.73),
    ("low", 3, "before"): (0.17, 0.40, 0.52, 0.58),
    ("high", 1, "now"): (0.26, 0.34, 0.44, 0.45),
    ("high", 2, "now"): (0.18, 0.30, 0.44, 0.45),
    ("high", 2, "before"): (0.18, 0.25, 0.34, 0.36),
    ("high", 3, "now"): (0.10, 0.20, 0.50, 0.45),
    ("high", 3, "before"): (0.10, 0.16, 0.31, 0.32),
    ("few", 1, "now"): (0.27, 0.35, 0.44, 0.48),
    ("few", 2, "now"): (0.16, 0.30, 0.42, 0.45),
    ("few", 2, "before"): (0.16, 0.24, 0.32, 0.36),
    ("few", 3, "now"): (0.06, 0.19, 0.41, 0.40),
    ("few", 3, "before"): (0.06, 0.15, 0.26, 0.28),
}
"""Share of the pot by drawing hand (`low` = three cards up to an eight, `high` = three higher cards, `few` = fewer cards
that count), number of the draw, the opponent's last draw, and the opponent's number of cards.

`now`: the opponent drew at this draw, before the player; `before`: at the previous draw, so the opponent still draws at
this one. The four shares are for 0, 1, 2, and 3 or more cards; at the first draw the last share also applies to an
opponent who has not drawn yet.
"""
_SHOWN = "shown hands"
_GROUP, _SNOWS, _BROUGHT_GROUP = "draws", "snows", "what draws brought"
_draw_stat = partial(Stat, group=_GROUP, rows="draws")
_snow_stat = partial(Stat, group=_SNOWS, rows="seats")
_snow_draw_stat = partial(Stat, group=_SNOWS, rows="draws")
_result_stat = partial(Stat, group=_BROUGHT_GROUP, rows="draws")
_PAT, _DREW = "drawn = 0", "drawn > 0"
_INCOMPLETE = f"value_before > {WORST_BADUGI}"
_BADUGI = (f"value_after <= {WORST_BADUGI}",)
BADUGIS_DEALT = 17_160 / 270_725
"""The share of all hands of four cards that are badugis."""
BEST_ROUGH = value_of((9, 2, 1, 0))
"""The value of T-3-2-A, the best badugi that is called rough; greater values are worse."""
_ONE_CARD = (OWN, "hero", "knowledge = 'dealt'", "outs IS NOT NULL", "value_after IS NOT NULL")
_OUTS = "(CAST(outs AS DOUBLE) / unseen)"
_SNOWED = ("draw = snowed", "live = 2", "big_bet > 0")
_BROUGHT = "CAST(net + put_in AS DOUBLE) / big_bet"
_VOLUNTARY_PAT = ("drawn_1 = 0", "forced_1 IS NULL")
_LATER = (
    "((snowed = 1 AND drawn_2 IS NOT NULL) OR (snowed = 2 AND drawn_3 IS NOT NULL))",
)  # was there at a later draw
_AT_SHOWDOWN = ("showdown", "shown", "value_3 IS NOT NULL")
_VALUES = Unit(UnitKind.HAND_VALUE, "value, 1 best to 1092")
_PER_SNOW = Unit(UnitKind.BIG_BETS, "big bets", per="snow")
_WORST = value_of((12,))  # a king alone


def _drawing_share() -> str:
    by_hand = (
        f"WHEN value_before <= {_WORST_TRI['low']} THEN {_of_draws('low')} "
        f"WHEN value_before <= {_WORST_TRI['high']} THEN {_of_draws('high')} ELSE {_of_draws('few')}"
    )
    return f"(CASE WHEN value_before IS NULL THEN NULL {by_hand} END)"


def _of_draws(who: str) -> str:
    draws = sorted({draw for drawer, draw, _ in SHARES if drawer == who})
    return f"CASE {' '.join(f'WHEN draw = {draw} THEN {_of_counts(who, draw)}' for draw in draws)} END"


def _of_counts(who: str, draw: int) -> str:
    # The opponent's number of cards at this draw is better information than that of the previous draw.
    now, before = SHARES[who, draw, "now"], SHARES.get((who, draw, "before"))
    whens = [f"WHEN fewest_seen {_count(count, now)} THEN {share}" for count, share in enumerate(now)]
    if before is None:
        return f"CASE {' '.join(whens)} ELSE {now[-1]} END"
    whens += [
        f"WHEN fewest_before {_count(count, before)} THEN {share}" for count, share in enumerate(before)
    ]
    return f"CASE {' '.join(whens)} END"


def _count(count: int, shares: tuple[float, ...]) -> str:
    return f">= {count}" if count == len(shares) - 1 else f"= {count}"


DRAWING_SHARE = _drawing_share()
"""SQL over `draws` with one live opponent and no badugi: the share of the pot that the player wins by drawing."""


def _draw(number: int) -> tuple[Stat, ...]:
    which = DRAWS[number]
    here = (f"draw = {number}", OWN)
    dealt = (*here, "hero", "knowledge = 'dealt'")
    known = f"at the {which} draw, your cards being known"
    one_card = (*dealt, "outs IS NOT NULL", "value_after IS NOT NULL")

    def at(
        situation: str, where: Conjunction, *own: tuple[str, ...], group: str = _GROUP
    ) -> tuple[Stat, ...]:
        named = (
            (f"{name}_{number}", f"{title} at the {which} draw", *counted) for name, title, *counted in own
        )
        return answers(group, situation, where, *named, rows="draws")

    stats = (
        _draw_stat(
            f"drawn_{number}",
            f"Cards drawn at the {which} draw",
            f"How many cards you drew at the {which} draw, all-in or not; pat counts as 0.",
            kind=Distribution(here, "drawn", (0, 1, 2, 3, 4), count_of("cards")),
        ),
        *at(f"Of your {which} draws", here, ("pat", "Pat", ": stood pat", _PAT)),
        *at(f"Without a badugi {known}", (*dealt, _INCOMPLETE), ("snow", "Snow", ": stood pat", _PAT)),
        *at(
            f"With a badugi {known}",
            (*dealt, f"value_before <= {WORST_BADUGI}"),
            ("break", "Broke a badugi", ": discarded cards", _DREW),
        ),
        *at(
            f"An opponent who drew before you stood pat at the {which} draw",
            (*here, "fewest_seen = 0"),
            ("pat_after_pat", "Pat after a pat opponent", ": you stood pat too", _PAT),
            ("draw_after_pat", "Drew after a pat opponent", ": you drew", _DREW),
        ),
        *at(
            f"Stood pat on a badugi {known}: it was a ten or higher",
            (*dealt, _PAT, f"value_before <= {WORST_BADUGI}"),
            ("rough_pat", "Rough pat", "", f"value_before >= {BEST_ROUGH}"),
        ),
        *at(
            f"Drew one card to three that count {known}",
            one_card,
            ("made", "Made a badugi", ": made a badugi", *_BADUGI),
            group=_BROUGHT_GROUP,
        ),
        _result_stat(
            f"made_due_{number}",
            f"Badugis expected at the {which} draw",
            "In the same draws: the mean of the number of outs divided by the number of unseen cards, 10 of 48 without blockers.",
            kind=MomentStatistic(
                one_card, "CAST(outs AS DOUBLE) / unseen", share_of("the draws"), average, least=0, most=1
            ),
        ),
        *at(
            f"Drew {known}: had a better hand after it",
            (*dealt, _DREW, "value_before IS NOT NULL", "value_after IS NOT NULL"),
            ("improve", "Improved", "", "value_after < value_before"),
            group=_BROUGHT_GROUP,
        ),
        *at(
            f"Stood pat at the {which} draw on a hand that was shown in the end, or named in the summary: it was no "
            "badugi. Snows that win are seldom shown, so the true share is higher",
            (*here, _PAT, "last_cards", "shown", "value_before IS NOT NULL"),
            ("shown_snow", "Shown snows", "", _INCOMPLETE),
            group=_SHOWN,
        ),
    )
    if number == 1:
        return stats
    before = DRAWS[number - 1]
    return (
        *stats,
        *at(
            f"Stood pat at the {before} draw",
            (*here, "previous_drawn = 0"),
            ("stay_pat", "Stayed pat", f": stood pat again at the {which}", _PAT),
            ("pat_then_break", "Broke a pat hand", f": drew at the {which}", _DREW),
        ),
        *at(
            f"Stood pat at the {before} draw and then faced a raise: drew at the {which}",
            (*here, "previous_drawn = 0", "level_faced >= 2"),
            ("break_after_raise", "Broke a pat hand after a raise", "", _DREW),
        ),
        *at(
            f"Had drawn at every draw before: stood pat at the {which}",
            (*here, "pats_before = 0"),
            ("first_pat", "First pat", "", _PAT),
        ),
        *at(
            f"Drew at the {before} draw and had no badugi at the {which}, your cards being known: stood pat",
            (*dealt, "previous_drawn > 0", _INCOMPLETE),
            ("snow_after_draw", "Snow after drawing", "", _PAT),
            group=_SNOWS,
        ),
        *at(
            f"Drew at the {before} draw: drew more cards at the {which}",
            (*here, "previous_drawn > 0"),
            ("draw_up", "Drew more than before", "", "drawn > previous_drawn"),
        ),
    )


_ALTERNATIVE = f"{DRAWING_SHARE} * pot / big_bet"


def _shown_value(name: str, title: str, which: str, where: Conjunction) -> Stat:
    return Stat(
        name,
        title,
        f"The mean value of {which} that were shown or named at a showdown: 1 is 4-3-2-A, 715 the worst badugi.",
        _SHOWN,
        "seats",
        MomentStatistic(where, "CAST(value_3 AS DOUBLE)", _VALUES, average, least=1, most=_WORST),
    )


_OVER_HANDS = (
    _snow_stat(
        "pat_per_hand",
        "Pat at the first draw, of all hands",
        "Of the hands you were dealt: stood pat at the first draw. A badugi is dealt in 6.3 % of hands, so a higher share means snows.",
        kind=Proportion(("dealt",), _VOLUNTARY_PAT),
    ),
    _snow_stat(
        "pat_excess",
        "Pat hands beyond badugis dealt",
        "The same share minus the 6.3 % of hands that are dealt as a badugi: a value above 0 is the least share of snows.",
        kind=ExcessOverBaseline(("dealt",), _VOLUNTARY_PAT, BADUGIS_DEALT, share_of("the hands")),
    ),
    _snow_stat(
        "faux_draw",
        "Snow begun with a draw",
        "Of the hands in which you snowed: had drawn first, so that the snow looked like a made hand.",
        kind=Proportion(
            ("snowed IS NOT NULL",), ("(snowed > 1 AND drawn_1 > 0) OR (snowed > 2 AND drawn_2 > 0)",)
        ),
    ),
    _snow_stat(
        "sticky_snow",
        "Snow to the end",
        "Snowed before the third draw and was there at the next draw: stood pat at all draws that followed.",
        kind=Proportion(_LATER, ("drawn_3 = 0", "(snowed = 2 OR drawn_2 = 0)")),
    ),
    _snow_stat(
        "abandoned_snow",
        "Snow given up",
        "Snowed before the third draw and was there at the next draw: drew again later.",
        kind=Proportion(_LATER, ("drawn_3 > 0 OR (snowed = 1 AND drawn_2 > 0)",)),
    ),
    _snow_stat(
        "snow_uncontested",
        "Snow won without showdown",
        "Of the hands in which you snowed: won because everybody else folded.",
        kind=Proportion(("snowed IS NOT NULL",), ("result = 'won uncontested'",)),
    ),
    _snow_stat(
        "snow_net",
        "Result of snows",
        "Mean net result, in big bets, of the hands in which you snowed.",
        kind=MomentStatistic(
            ("snowed IS NOT NULL", "big_bet > 0"),
            "CAST(net AS DOUBLE) / big_bet",
            Unit(UnitKind.BIG_BETS, "big bets", per="hand"),
            average,
            by_game=True,
        ),
    ),
    _snow_draw_stat(
        "snow_brought",
        "Result of a snow heads-up",
        "Snowed against one opponent: the mean result in big bets from that draw on. Giving up would have a result of 0.",
        kind=MomentStatistic(_SNOWED, _BROUGHT, _PER_SNOW, average, by_game=True),
    ),
    _snow_draw_stat(
        "snow_alternative",
        "Value of drawing instead",
        "The same draws: the mean value of drawing, if nobody had bet or folded again: the pot times the equity of such a hand against the range that the opponent's last number of cards drawn implies.",
        kind=MomentStatistic(_SNOWED, _ALTERNATIVE, _PER_SNOW, average, by_game=True, least=0),
    ),
    _snow_draw_stat(
        "snow_gain",
        "Gained by snowing",
        "The same draws: the result of the snow minus the value of drawing instead.",
        kind=MomentStatistic(_SNOWED, f"{_BROUGHT} - {_ALTERNATIVE}", _PER_SNOW, average, by_game=True),
    ),
    _result_stat(
        "made_luck",
        "Badugis above expectation",
        "Badugis made with one-card draws, minus the number expected from the unseen cards.",
        kind=ObservedMinusExpected(_ONE_CARD, _BADUGI, _OUTS, count_of("badugis")),
    ),
    _result_stat(
        "made_luck_z",
        "Badugis above expectation, standardized",
        "The same in standard deviations: between −2 and 2 for nineteen players of twenty.",
        kind=ObservedMinusExpected(
            _ONE_CARD, _BADUGI, _OUTS, count_of("standard deviations"), standardized=True
        ),
    ),
    Stat(
        "pat_shown_is_badugi",
        "Pat hands that were badugis",
        "Stood pat at the third draw on a hand that was shown in the end, or named in the summary: it was a badugi.",
        _SHOWN,
        "draws",
        Proportion(
            ("draw = 3", OWN, "drawn = 0", "shown", "value_after IS NOT NULL"),
            _BADUGI,
        ),
    ),
    _shown_value("shown_value", "Value of shown hands", "your hands", _AT_SHOWDOWN),
    _shown_value(
        "shown_value_won",
        "Value of shown winners",
        "your winning hands",
        (*_AT_SHOWDOWN, "result = 'won at showdown'"),
    ),
    _shown_value(
        "shown_value_lost",
        "Value of shown losers",
        "your losing hands",
        (*_AT_SHOWDOWN, "result = 'lost at showdown'"),
    ),
    Stat(
        "shown_value_median",
        "Median value of shown hands",
        "Half of your hands that were shown or named at a showdown were better than this.",
        _SHOWN,
        "seats",
        Median(_AT_SHOWDOWN, "value_3", _VALUES),
    ),
)

DRAW_STATS = (*(stat for number in DRAWS for stat in _draw(number)), *_OVER_HANDS)

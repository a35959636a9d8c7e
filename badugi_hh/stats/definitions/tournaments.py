"""Tournaments: their cost, winnings and finishing places.

A row is a tournament that a player entered. A cost, prize or place that no hand states is unknown and not counted. A
tournament counts as a whole even if only some of its hands are selected.
"""

from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import MomentStatistic, Proportion, SumRatio, Total
from badugi_hh.stats.definitions.kinds.unit import Unit, UnitKind, count_of, share_of
from badugi_hh.stats.definitions.stat import Stat

_GROUP = "tournaments"
_COST = "(pool + bounty + fee)"
_CAME_BACK = "(prize + bounties)"
_PAID = (f"{_COST} > 0",)
_KNOWN = (*_PAID, "prize IS NOT NULL", "bounties IS NOT NULL")

TOURNAMENTS = (
    Stat(
        "tournaments",
        "Tournaments",
        "Tournaments in which you were dealt cards.",
        _GROUP,
        "entries",
        Total(("hands > 0",), "1", count_of("tournaments")),
    ),
    Stat(
        "buy_ins",
        "Buy-ins",
        "Buy-ins without the fee, of tournaments whose hands state it and in which you bought in once.",
        _GROUP,
        "entries",
        Total(_PAID, "pool + bounty"),
    ),
    Stat(
        "fees",
        "Fees",
        "Entry fees, of tournaments whose hands state them and in which you bought in once.",
        _GROUP,
        "entries",
        Total(_PAID, "fee"),
    ),
    Stat(
        "prizes",
        "Prizes",
        "Prizes of your finishing places, where a hand states them.",
        _GROUP,
        "entries",
        Total(("prize > 0",), "prize"),
    ),
    Stat(
        "bounties",
        "Bounties",
        "Bounties won for eliminating players, of tournaments whose hands state all of them.",
        _GROUP,
        "entries",
        Total(("bounty > 0", "bounties IS NOT NULL"), "bounties"),
    ),
    Stat(
        "roi",
        "Return on investment",
        "Prizes and bounties minus buy-ins and fees, divided by buy-ins and fees, of tournaments whose cost and result are known.",
        _GROUP,
        "entries",
        SumRatio(_KNOWN, f"{_CAME_BACK} - {_COST}", _COST, share_of("the cost"), in_denomination=True),
    ),
    Stat(
        "itm",
        "In the money",
        "Of your tournaments with a known result: finished in a place with a prize.",
        _GROUP,
        "entries",
        Proportion(("place IS NOT NULL", "prize IS NOT NULL"), ("prize > 0",)),
    ),
    Stat(
        "avg_finish",
        "Average place",
        "The mean of your finishing places, where a hand states them.",
        _GROUP,
        "entries",
        MomentStatistic(
            ("place IS NOT NULL",),
            "CAST(place AS DOUBLE)",
            Unit(UnitKind.PLACE, "place"),
            average,
            least=1,
            most="field",
        ),
    ),
)

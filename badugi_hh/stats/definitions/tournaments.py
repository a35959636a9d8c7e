"""Tournaments: what they cost, what they brought, and how far a player came.

A row is a tournament that a player entered. Where no hand says what it cost or brought, that is unknown and not
counted; a player's end is known only if a file tells it. A tournament counts whole even if only some of its hands
are chosen.
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
        "What you paid to enter, without the fee, where the hands tell it and you did not buy again.",
        _GROUP,
        "entries",
        Total(_PAID, "pool + bounty"),
    ),
    Stat(
        "fees",
        "Fees",
        "What the room kept of your entries, where the hands tell it and you did not buy again.",
        _GROUP,
        "entries",
        Total(_PAID, "fee"),
    ),
    Stat(
        "prizes",
        "Prizes",
        "What came with your places, where a hand tells how your tournament ended; counted are those with a prize.",
        _GROUP,
        "entries",
        Total(("prize > 0",), "prize"),
    ),
    Stat(
        "bounties",
        "Bounties",
        "What you won for eliminating others, where all of it is told.",
        _GROUP,
        "entries",
        Total(("bounty > 0", "bounties IS NOT NULL"), "bounties"),
    ),
    Stat(
        "roi",
        "Return on investment",
        "Prizes and bounties less buy-ins and fees, over buy-ins and fees, of tournaments whose cost and end are told.",
        _GROUP,
        "entries",
        SumRatio(_KNOWN, f"{_CAME_BACK} - {_COST}", _COST, share_of("the cost"), in_denomination=True),
    ),
    Stat(
        "itm",
        "In the money",
        "Of your tournaments whose end is told: finished in a place with a prize.",
        _GROUP,
        "entries",
        Proportion(("place IS NOT NULL", "prize IS NOT NULL"), ("prize > 0",)),
    ),
    Stat(
        "avg_finish",
        "Average place",
        "The mean of the places in which you finished, where a hand tells it.",
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

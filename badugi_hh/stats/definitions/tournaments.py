"""Tournaments: their cost, winnings and finishing places.

A row is a tournament that a player entered, with all entries of a player who entered again. A cost, prize or place that
neither a hand nor a summary states is unknown and not counted. A tournament counts as a whole even if only some of its hands are selected.
"""

from functools import partial

from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import MomentStatistic, Proportion, SumRatio, Total
from badugi_hh.stats.definitions.kinds.kind import Unit, UnitKind, count_of, share_of
from badugi_hh.stats.definitions.stat import Stat

_stat = partial(Stat, group="tournaments", rows="entries")
_COST = "(pool + bounty + fee)"
_CAME_BACK = "(prize + bounties)"
_PAID = (f"{_COST} > 0",)
_NET = f"{_CAME_BACK} - {_COST}"
_KNOWN = (*_PAID, f"{_NET} IS NOT NULL")

TOURNAMENTS = (
    _stat(
        "tournaments",
        "Tournaments",
        "Tournaments in which you were dealt cards.",
        kind=Total(("hands > 0",), "1", count_of("tournaments")),
    ),
    _stat(
        "tournament_net",
        "Net of tournaments",
        "Prizes and bounties minus buy-ins and fees, those of further entries included, of tournaments whose cost and result are known.",
        kind=Total((f"{_NET} IS NOT NULL", f"({_COST} > 0 OR {_CAME_BACK} > 0)"), _NET),
    ),
    _stat(
        "tournaments_unknown",
        "Tournaments of unknown net",
        "Tournaments of which neither hands nor a summary state the whole cost (such as that of a rebuy), the prize or a bounty.",
        kind=Total(("hands > 0",), f"CASE WHEN {_NET} IS NULL THEN 1 ELSE 0 END", count_of("tournaments")),
    ),
    _stat(
        "summarized",
        "Tournaments with a summary",
        "Tournaments of which a summary that the site wrote states your result.",
        kind=Total(("hands > 0",), "CASE WHEN summarized THEN 1 ELSE 0 END", count_of("tournaments")),
    ),
    _stat(
        "buy_ins",
        "Buy-ins",
        "Buy-ins without the fee, those of further entries included, of tournaments whose hands or summary state them.",
        kind=Total(_PAID, "pool + bounty"),
    ),
    _stat(
        "fees",
        "Fees",
        "Entry fees, those of further entries included, of tournaments whose hands or summary state them.",
        kind=Total(_PAID, "fee"),
    ),
    _stat(
        "prizes",
        "Prizes",
        "Prizes of your finishing places, of tournaments whose hands or summary state all of them.",
        kind=Total((f"(prize > 0 OR {_COST} > 0)", "prize IS NOT NULL"), "prize"),
    ),
    _stat(
        "bounties",
        "Bounties",
        "Bounties won for eliminating players, of tournaments whose hands or summary state all of them.",
        kind=Total(("(bounty > 0 OR bounties > 0)", "bounties IS NOT NULL"), "bounties"),
    ),
    _stat(
        "roi",
        "Return on investment",
        "Prizes and bounties minus buy-ins and fees, divided by buy-ins and fees, of tournaments whose cost and result are known.",
        kind=SumRatio(_KNOWN, _NET, _COST, share_of("the cost"), in_denomination=True),
    ),
    _stat(
        "itm",
        "In the money",
        "Of your tournaments with a known result: finished in a place with a prize.",
        kind=Proportion(("prize IS NOT NULL",), ("prize > 0",)),
    ),
    _stat(
        "avg_finish",
        "Average place",
        "The mean of your finishing places, where a hand or a summary states them.",
        kind=MomentStatistic(
            ("place IS NOT NULL",),
            "CAST(place AS DOUBLE)",
            Unit(UnitKind.PLACE, "place"),
            average,
            least=1,
            most="field",
        ),
    ),
)

"""Every statistic there is, by name. To add one, declare it in its group's module; docs and help follow."""

from collections.abc import Iterable

from badugi_hh.stats.definitions.draws import DRAW_STATS
from badugi_hh.stats.definitions.losses import LOSS_STATS
from badugi_hh.stats.definitions.luck_adjusted import LUCK_STATS
from badugi_hh.stats.definitions.postdraw import POSTDRAW
from badugi_hh.stats.definitions.predraw import PREDRAW
from badugi_hh.stats.definitions.price_losses import PRICE_STATS
from badugi_hh.stats.definitions.results import RESULTS
from badugi_hh.stats.definitions.row_sets import ROW_SETS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.definitions.tournaments import TOURNAMENTS


def _by_name(stats: Iterable[Stat]) -> dict[str, Stat]:
    named: dict[str, Stat] = {}
    for stat in stats:
        if stat.name in named:
            raise ValueError(f"the statistic {stat.name} is declared twice")
        if not stat.name.isidentifier() or stat.rows not in ROW_SETS:
            raise ValueError(f"the statistic {stat.name} over {stat.rows} cannot be declared")
        named[stat.name] = stat
    return named


STATS: dict[str, Stat] = _by_name(
    (*RESULTS, *LUCK_STATS, *TOURNAMENTS, *PREDRAW, *POSTDRAW, *DRAW_STATS, *PRICE_STATS, *LOSS_STATS)
)

OF_PRICES = frozenset(stat.name for stat in (*LUCK_STATS, *PRICE_STATS, *LOSS_STATS))
"""The statistics that are computed from the prices and the luck of the hands."""
OF_LOSSES = frozenset(stat.name for stat in LOSS_STATS)
"""Those that are computed from the losses of decisions and draws."""

BEST_KNOWN = (
    *("hands", "net", "tournament_net", "tournaments_unknown", "roi", "itm", "avg_finish"),
    *("winrate", "luck_adjusted", "wtsd", "w_sd", "won_without_showdown"),
    *(
        "vpip",
        "pfr",
        "rfi",
        "limp_first",
        "steal",
        "fold_to_steal",
        "three_bet",
        "fold_to_3bet",
    ),
    *("cbet_b1", "afq_b1", "afq_b2", "afq_b3", "fold_to_bet_b3"),
    *("drawn_1", "pat_1", "pat_2", "pat_3", "snow_1", "snow_2", "snow_3", "break_2", "break_3"),
)
"""The statistics that a player of fixed-limit badugi knows: results, tournaments, before the draw, after the draws, draws."""

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

OF_PRICES = frozenset(stat.name for stat in (*LUCK_STATS, *PRICE_STATS, *LOSS_STATS))
"""The statistics that are computed from the prices and the luck of the hands."""
OF_LOSSES = frozenset(stat.name for stat in LOSS_STATS)
"""Those that are computed from the losses of decisions and draws."""

BEST_KNOWN = (
    *("hands", "net", "tournament_net", "tournaments_unknown", "roi", "itm", "avg_finish"),
    *("winrate", "luck_adjusted", "wtsd", "w_sd", "won_without_showdown"),
    *("vpip", "pfr", "rfi", "limp_first", "steal", "fold_to_steal", "three_bet", "fold_to_3bet"),
    *("cbet_b1", "afq_b1", "afq_b2", "afq_b3", "fold_to_bet_b3"),
    *("drawn_1", "pat_1", "pat_2", "pat_3", "snow_1", "snow_2", "snow_3", "break_2", "break_3"),
)
"""The statistics that a player of fixed-limit badugi knows: results, tournaments, before the draw, after the draws, draws."""
NOTES = (
    (
        "Blinds, antes and posted chips are forced: they are not decisions, calls or raises. Actions that the site takes "
        "for a player who sits out or is timed out are not decisions either."
    ),
    "In fixed limit, a big bet is the larger bet size; in no limit, pot limit and half-pot limit it is the big blind.",
    (
        "Positions are named from the button backwards: BTN, CO, HJ, MP, and EP for all earlier seats, at tables of seven "
        "or more players. Heads-up, the button is SB."
    ),
    (
        "A hand is folded to a player if everybody before has folded. A newcomer who posted a blind and checked has not: a "
        "raise after that is neither a first raise nor a steal."
    ),
    (
        "A statistic that needs prices counts the hands with prices only: hands without prices are left out of it, and "
        "badugi-hh db price computes their prices. badugi-hh db info prints how many hands have prices."
    ),
    (
        "Luck is known where the hands have prices, which badugi-hh db price computes, and where all of the player's cards "
        "were dealt openly; other hands do not count in these statistics. Each term is the value of the cards received "
        "minus its exact average, so luck is zero on average. Luck has few large values, so its intervals are reliable "
        "only for many hands."
    ),
    (
        "What the cards kept, calls and folds are worth is known where they have prices, and where the cards were dealt openly. The prices "
        "assume that nobody bets or folds again, and that opponents hold what their numbers of cards drawn imply. Each "
        "differs from long simulations by half a point of the pot (root mean square), with three opponents and more by up to 1.6; the mean "
        "of many prices in one situation keeps a part of it. draw_loss is rare and large: there is no interval "
        "for fewer than 100 draws."
    ),
    (
        "What actions lost against best play has one judge for each decision and draw, with cards dealt openly: a proof by the cards, else a solved heads-up "
        "game or pot, else the blueprint of full tables, else the equity if nobody bets again; loss_coverage and loss_coverage_draws are the shares of those "
        "with a judge. The games and the blueprint do not cover straddles; "
        "live posts and small blinds far from half a small bet are not before the first draw, and with two players not at all. Losses are against opponents who play the "
        "equilibrium, or the blueprint with a few mistakes, without rake; against a weak opponent another action may be better. A player who plays the "
        "equilibrium has a loss of about 0.6 big bets per 100 hands, one who plays the blueprint of 0.3 to 0.6, which is the error of the tables, and each cost has an "
        "error that is partly the same for all hands of a kind, so that the intervals do not hold it."
    ),
    (
        "A tournament is always counted as a whole, with its cost, place and prizes. Its last hand decides the day, month or "
        "session of a split, and whether it is between two dates; any other filter counts it with one of its hands. Splits by "
        "what changes during a tournament, as by position, have no statistics of tournaments. What neither its hands nor a summary state is unknown: tournaments_unknown "
        "counts the tournaments without a known net."
    ),
)


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

"""Results and volume: hands, chips and big bets, and how pots were won."""

from functools import partial

from badugi_hh.stats.definitions.estimates import (
    average,
    bankroll,
    chance_of_winning,
    deviation_per_hundred,
    per_hundred,
    rows_needed,
)
from badugi_hh.stats.definitions.kinds import (
    ClusteredMean,
    Largest,
    MomentStatistic,
    Proportion,
    SumRatio,
    Total,
)
from badugi_hh.stats.definitions.kinds.kind import (
    BIG_BETS,
    CHANCE,
    HANDS,
    PER_100_HANDS,
    Unit,
    UnitKind,
    count_of,
    share_of,
)
from badugi_hh.stats.definitions.stat import Stat

_stat = partial(Stat, group="results", rows="seats")
_in_order = partial(Stat, group="results", rows="hand_sequence")
_ALL = ("dealt",)
_AT_TABLES = (*_ALL, "game <> 'tournament'")  # the chips of a tournament are no winnings: its prizes are
_HAS_BIG_BET = ("big_bet > 0",)
_MONEY = (*_HAS_BIG_BET, "game <> 'tournament'")
_BIG_BETS = "CAST(net AS DOUBLE) / big_bet"
# What the site paid to a loser who cashed out is not part of the pot.
_SHARE_WON = (
    "CAST(CASE WHEN result = 'lost at showdown' THEN 0 WHEN won + rake_won > reach THEN reach ELSE won + rake_won END "
    "AS DOUBLE) / reach"
)


def _rate(amount: str) -> MomentStatistic:
    return MomentStatistic(_HAS_BIG_BET, amount, PER_100_HANDS, per_hundred, by_game=True)


RESULTS = (
    _stat(
        "hands",
        "Hands",
        "Hands in which you were dealt cards.",
        kind=Total(_ALL, "1", HANDS),
    ),
    _stat(
        "net",
        "Net",
        "Your winnings minus what you put in, blinds and antes included, outside of tournaments, which tournament_net counts.",
        kind=Total(_AT_TABLES, "net"),
    ),
    _stat(
        "gross",
        "Net before rake",
        "Your net plus the rake of the pots that you won, outside of tournaments.",
        kind=Total(_AT_TABLES, "net + rake_won"),
    ),
    _stat(
        "winrate",
        "Win rate",
        "Big bets won per 100 hands; each hand counts in its own big bet, so different stakes are combined, but cash games, tournaments and play money are not.",
        kind=_rate(_BIG_BETS),
    ),
    _stat(
        "sd_100",
        "Standard deviation",
        "The standard deviation of the result of 100 hands, in big bets.",
        kind=MomentStatistic(_HAS_BIG_BET, _BIG_BETS, PER_100_HANDS, deviation_per_hundred, by_game=True),
    ),
    Stat(
        "winrate_sessions",
        "Win rate, range by sessions",
        "The win rate of your dated hands, with an interval from the differences between your sessions. It needs ten sessions.",
        "results",
        "sessions",
        ClusteredMean(("hands > 0",), "won", "hands", PER_100_HANDS),
    ),
    _stat(
        "p_winning",
        "Probability of winning",
        "The probability that your true win rate is above zero, if results of many hands are normally distributed; outside of tournaments.",
        kind=MomentStatistic(_MONEY, _BIG_BETS, CHANCE, chance_of_winning, by_game=True),
    ),
    _stat(
        "hands_needed",
        "Hands needed",
        "Hands after which your win rate, with your standard deviation, would have an interval that excludes zero; outside of tournaments.",
        kind=MomentStatistic(_MONEY, _BIG_BETS, HANDS, rows_needed, by_game=True),
    ),
    _stat(
        "bankroll",
        "Bankroll for a 5% risk of ruin",
        "Big bets that a player with your win rate and standard deviation loses with a probability of 5%; outside of tournaments; unknown for a negative win rate.",
        kind=MomentStatistic(_MONEY, _BIG_BETS, BIG_BETS, bankroll, by_game=True),
    ),
    _in_order(
        "max_downswing",
        "Largest downswing",
        "The largest fall of your running result below its previous peak, in big bets.",
        kind=Largest(("below_peak >= 0",), "below_peak", BIG_BETS),
    ),
    _stat(
        "blue_line",
        "Winnings at showdown",
        "Big bets per 100 hands won in the hands that you took to showdown.",
        kind=_rate(f"CASE WHEN showdown THEN {_BIG_BETS} ELSE 0.0 END"),
    ),
    _stat(
        "red_line",
        "Winnings without showdown",
        "Big bets per 100 hands won in all other hands; together with the line above it is the win rate.",
        kind=_rate(f"CASE WHEN showdown THEN 0.0 ELSE {_BIG_BETS} END"),
    ),
    _stat(
        "rake_paid",
        "Rake",
        "Your share of the rake, in proportion to the chips that you put into each hand.",
        kind=Total(_ALL, "rake_share"),
    ),
    _stat(
        "rake_dealt",
        "Rake, dealt",
        "Your share of the rake if all players dealt in pay equally, as some rooms count.",
        kind=Total(_ALL, "rake_dealt"),
    ),
    _stat(
        "rake_won",
        "Rake, winner pays",
        "The rake that was taken from what you collected.",
        kind=Total(_ALL, "rake_won"),
    ),
    _in_order(
        "sessions",
        "Sessions",
        "Sessions over all tables: a pause of 30 minutes between two hands, or as set, ends a session.",
        kind=Total(("session_first",), "1", count_of("sessions")),
    ),
    _in_order(
        "hours",
        "Hours",
        "Time from each hand to the next within sessions; simultaneous tables count once.",
        kind=Total(("seconds IS NOT NULL",), "seconds", count_of("hours"), divisor=3600),
    ),
    _in_order(
        "hands_per_hour",
        "Hands per hour",
        "Hands after the first of each session, per hour of the sessions.",
        kind=SumRatio(("seconds IS NOT NULL",), "3600", "seconds", Unit(UnitKind.COUNT, "hands", per="hour")),
    ),
    _stat(
        "wtsd",
        "Went to showdown",
        "Of the hands in which you saw the first draw: reached the showdown.",
        kind=Proportion(("saw_draw",), ("showdown",)),
    ),
    _stat(
        "w_sd",
        "Showdowns won",
        "Of your showdowns: won a pot or a part of one.",
        kind=Proportion(("showdown",), ("result = 'won at showdown'",)),
    ),
    _stat(
        "showdown_share",
        "Pots won at showdown",
        "Of the chips that you could win at each showdown, rake included: the share that you won; half for a "
        "pot split in two.",
        kind=MomentStatistic(
            ("showdown", "reach > 0"), _SHARE_WON, share_of("the chips"), average, least=0, most=1
        ),
    ),
    _stat(
        "won_without_showdown",
        "Hands won without showdown",
        "Of the hands in which you put chips in or saw the first draw: won because everybody else folded.",
        kind=Proportion(("put_in > 0 OR saw_draw",), ("result = 'won uncontested'",)),
    ),
    _stat(
        "w_draw",
        "Won when seeing the draw",
        "Of the hands in which you saw the first draw: won a pot or a part of one.",
        kind=Proportion(("saw_draw",), ("result IN ('won at showdown', 'won uncontested')",)),
    ),
)

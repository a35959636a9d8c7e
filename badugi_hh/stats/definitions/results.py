"""Results and volume: hands, chips and big bets, and how pots were won."""

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
from badugi_hh.stats.definitions.kinds.unit import (
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

_GROUP = "results"
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

RESULTS = (
    Stat(
        "hands",
        "Hands",
        "Hands in which you were dealt cards.",
        _GROUP,
        "seats",
        Total(_ALL, "1", HANDS),
    ),
    Stat(
        "net",
        "Net",
        "Your winnings minus what you put in, blinds and antes included, outside of tournaments, which tournament_net counts.",
        _GROUP,
        "seats",
        Total(_AT_TABLES, "net"),
    ),
    Stat(
        "gross",
        "Net before rake",
        "Your net plus the rake of the pots that you won, outside of tournaments.",
        _GROUP,
        "seats",
        Total(_AT_TABLES, "net + rake_won"),
    ),
    Stat(
        "winrate",
        "Win rate",
        "Big bets won per 100 hands; each hand counts in its own big bet, so different stakes are combined, but cash games, tournaments and play money are not.",
        _GROUP,
        "seats",
        MomentStatistic(_HAS_BIG_BET, _BIG_BETS, PER_100_HANDS, per_hundred, by_game=True),
    ),
    Stat(
        "sd_100",
        "Standard deviation",
        "The standard deviation of the result of 100 hands, in big bets.",
        _GROUP,
        "seats",
        MomentStatistic(_HAS_BIG_BET, _BIG_BETS, PER_100_HANDS, deviation_per_hundred, by_game=True),
    ),
    Stat(
        "winrate_sessions",
        "Win rate, range by sessions",
        "The win rate of your dated hands, with an interval from the differences between your sessions. It needs ten sessions.",
        _GROUP,
        "sessions",
        ClusteredMean(("hands > 0",), "won", "hands", PER_100_HANDS),
    ),
    Stat(
        "p_winning",
        "Probability of winning",
        "The probability that your true win rate is above zero, if results of many hands are normally distributed; outside of tournaments.",
        _GROUP,
        "seats",
        MomentStatistic(_MONEY, _BIG_BETS, CHANCE, chance_of_winning, by_game=True),
    ),
    Stat(
        "hands_needed",
        "Hands needed",
        "Hands after which your win rate, with your standard deviation, would have an interval that excludes zero; outside of tournaments.",
        _GROUP,
        "seats",
        MomentStatistic(_MONEY, _BIG_BETS, HANDS, rows_needed, by_game=True),
    ),
    Stat(
        "bankroll",
        "Bankroll for a 5% risk of ruin",
        "Big bets that a player with your win rate and standard deviation loses with a probability of 5%; outside of tournaments; unknown for a negative win rate.",
        _GROUP,
        "seats",
        MomentStatistic(_MONEY, _BIG_BETS, BIG_BETS, bankroll, by_game=True),
    ),
    Stat(
        "max_downswing",
        "Largest downswing",
        "The largest fall of your running result below its previous peak, in big bets.",
        _GROUP,
        "hand_sequence",
        Largest(("below_peak >= 0",), "below_peak", BIG_BETS),
    ),
    Stat(
        "blue_line",
        "Winnings at showdown",
        "Big bets per 100 hands won in the hands that you took to showdown.",
        _GROUP,
        "seats",
        MomentStatistic(
            _HAS_BIG_BET,
            f"CASE WHEN showdown THEN {_BIG_BETS} ELSE 0.0 END",
            PER_100_HANDS,
            per_hundred,
            by_game=True,
        ),
    ),
    Stat(
        "red_line",
        "Winnings without showdown",
        "Big bets per 100 hands won in all other hands; together with the line above it is the win rate.",
        _GROUP,
        "seats",
        MomentStatistic(
            _HAS_BIG_BET,
            f"CASE WHEN showdown THEN 0.0 ELSE {_BIG_BETS} END",
            PER_100_HANDS,
            per_hundred,
            by_game=True,
        ),
    ),
    Stat(
        "rake_paid",
        "Rake",
        "Your share of the rake, in proportion to the chips that you put into each hand.",
        _GROUP,
        "seats",
        Total(_ALL, "rake_share"),
    ),
    Stat(
        "rake_dealt",
        "Rake, dealt",
        "Your share of the rake if all players dealt in pay equally, as some rooms count.",
        _GROUP,
        "seats",
        Total(_ALL, "rake_dealt"),
    ),
    Stat(
        "rake_won",
        "Rake, winner pays",
        "The rake that was taken from what you collected.",
        _GROUP,
        "seats",
        Total(_ALL, "rake_won"),
    ),
    Stat(
        "sessions",
        "Sessions",
        "Sessions over all tables: a pause of 30 minutes between two hands, or as set, ends a session.",
        _GROUP,
        "hand_sequence",
        Total(("session_first",), "1", count_of("sessions")),
    ),
    Stat(
        "hours",
        "Hours",
        "Time from each hand to the next within sessions; simultaneous tables count once.",
        _GROUP,
        "hand_sequence",
        Total(("seconds IS NOT NULL",), "seconds", count_of("hours"), divisor=3600),
    ),
    Stat(
        "hands_per_hour",
        "Hands per hour",
        "Hands after the first of each session, per hour of the sessions.",
        _GROUP,
        "hand_sequence",
        SumRatio(("seconds IS NOT NULL",), "3600", "seconds", Unit(UnitKind.COUNT, "hands", per="hour")),
    ),
    Stat(
        "wtsd",
        "Went to showdown",
        "Of the hands in which you saw the first draw: reached the showdown.",
        _GROUP,
        "seats",
        Proportion(("saw_draw",), ("showdown",)),
    ),
    Stat(
        "w_sd",
        "Showdowns won",
        "Of your showdowns: won a pot or a part of one.",
        _GROUP,
        "seats",
        Proportion(("showdown",), ("result = 'won at showdown'",)),
    ),
    Stat(
        "showdown_share",
        "Pots won at showdown",
        "Of the chips that you could win at each showdown, rake included: the share that you won; half for a "
        "pot split in two.",
        _GROUP,
        "seats",
        MomentStatistic(
            ("showdown", "reach > 0"),
            _SHARE_WON,
            share_of("the chips"),
            average,
            least=0,
            most=1,
        ),
    ),
    Stat(
        "won_without_showdown",
        "Hands won without showdown",
        "Of the hands in which you put chips in or saw the first draw: won because everybody else folded.",
        _GROUP,
        "seats",
        Proportion(("put_in > 0 OR saw_draw",), ("result = 'won uncontested'",)),
    ),
    Stat(
        "w_draw",
        "Won when seeing the draw",
        "Of the hands in which you saw the first draw: won a pot or a part of one.",
        _GROUP,
        "seats",
        Proportion(("saw_draw",), ("result IN ('won at showdown', 'won uncontested')",)),
    ),
)

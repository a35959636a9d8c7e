"""Results and volume: hands, chips and big bets, and how pots were won."""

from badugi_hh.stats.kinds import Computed, Proportion, Total, deviation_per_hundred, per_hundred
from badugi_hh.stats.stat import Stat

_GROUP = "results"
_ALL = "dealt"
_HAS_BIG_BET = "big_bet > 0"
_BIG_BETS = "net * 1.0 / big_bet"
_PER_100 = "big bets per 100 hands"

RESULTS = (
    Stat(
        "hands",
        "Hands",
        "Hands in which you were dealt cards.",
        _GROUP,
        "seats",
        Total(_ALL, "1", "hands"),
    ),
    Stat(
        "net",
        "Net",
        "What you won less what you put in, blinds and antes included.",
        _GROUP,
        "seats",
        Total(_ALL, "net"),
    ),
    Stat(
        "winrate",
        "Win rate",
        "Big bets won per 100 hands; each hand counts in its own big bet, so stakes may be mixed.",
        _GROUP,
        "seats",
        Computed(_HAS_BIG_BET, _BIG_BETS, _PER_100, per_hundred),
    ),
    Stat(
        "sd_100",
        "Standard deviation",
        "How far the result of 100 hands usually lies from its mean, in big bets.",
        _GROUP,
        "seats",
        Computed(_HAS_BIG_BET, _BIG_BETS, _PER_100, deviation_per_hundred),
    ),
    Stat(
        "blue_line",
        "Won at showdown",
        "Big bets per 100 hands won in the hands that you took to showdown.",
        _GROUP,
        "seats",
        Computed(_HAS_BIG_BET, f"CASE WHEN showdown THEN {_BIG_BETS} ELSE 0.0 END", _PER_100, per_hundred),
    ),
    Stat(
        "red_line",
        "Won without showdown",
        "Big bets per 100 hands won in all other hands; together with the line above it is the win rate.",
        _GROUP,
        "seats",
        Computed(_HAS_BIG_BET, f"CASE WHEN showdown THEN 0.0 ELSE {_BIG_BETS} END", _PER_100, per_hundred),
    ),
    Stat(
        "rake_paid",
        "Rake",
        "Your part of the rake, by your share of each pot's chips.",
        _GROUP,
        "seats",
        Total(_ALL, "rake_share"),
    ),
    Stat(
        "wtsd",
        "Went to showdown",
        "Of the hands in which you saw the first draw: reached the showdown.",
        _GROUP,
        "seats",
        Proportion("saw_draw", "showdown"),
    ),
    Stat(
        "w_sd",
        "Won at showdown, share",
        "Of your showdowns: won a pot or a part of one.",
        _GROUP,
        "seats",
        Proportion("showdown", "result = 'won at showdown'"),
    ),
    Stat(
        "won_without_showdown",
        "Won without showdown, share",
        "Of the hands in which you put chips in or saw the first draw: won because everybody else folded.",
        _GROUP,
        "seats",
        Proportion("put_in > 0 OR saw_draw", "result = 'won uncontested'"),
    ),
    Stat(
        "w_draw",
        "Won when seeing the draw",
        "Of the hands in which you saw the first draw: won a pot or a part of one.",
        _GROUP,
        "seats",
        Proportion("saw_draw", "result IN ('won at showdown', 'won uncontested')"),
    ),
)

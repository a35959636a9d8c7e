"""What is known of an opponent as sentences and cells, for the terminal."""

from badugi_hh.leaks import LEAKS
from badugi_hh.leaks.opponent import LEAST_HANDS, NUMBERS, TYPE_RULES, Advice, Number, Profile
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.wording.formats import counted, decimal, percent, percent_range

_WIDE = 100  # big bets: rates of such intervals have no decimals


def together_text(game: str, yours: Measure, theirs: Measure) -> str:
    """Return the win rates of the hands of a game in which both were dealt in."""
    return f"{game}, {counted(yours.n, 'hand')}: you {_rate(yours)}, they {_rate(theirs)}"


def _rate(measure: Measure) -> str:
    """Return a win rate with its interval; a wide one, of few hands, without decimals."""
    places = int(max(map(abs, (measure.value or 0, measure.low or 0, measure.high or 0))) < _WIDE)
    value = decimal(measure.value, places, signed=True)
    if measure.low is None or measure.high is None:
        return value
    return f"{value} ({decimal(measure.low, places)} to {decimal(measure.high, places)})"


def type_text(profile: Profile) -> str:
    """Return the words of a type and the numbers behind them, or what it needs."""
    if not profile.type:
        behind = {number.name: number.title for number in NUMBERS}
        titles = " and ".join(repr(behind[rule.number]) for rule in TYPE_RULES)
        return f"too few hands for a type: it needs {LEAST_HANDS}, and {ENOUGH} opportunities of {titles} in fixed limit"
    reasons = [f"{word.number.title} {percent(word.number.value)}" for word in profile.type]
    unsure = [repr(word.word) for word in profile.type if not word.number.is_proven]
    if unsure:
        reasons.append(f"{' and '.join(unsure)} may be chance")
    return f"{' '.join(word.word for word in profile.type)} ({'; '.join(reasons)})"


def cells(number: Number) -> tuple[str, str, str, str, str, str]:
    """Return title, value, counts, interval, usual range and side of a number; a range without numeric source has a tilde."""
    side = {-1: "low", 1: "high"}.get(number.side or 0, "") if number.is_certain else ""
    if side and not number.is_proven:
        side += "?"
    interval = percent_range(*(number.interval or (None, None)))
    usual = f"{'~' if number.is_rough else ''}{percent_range(*(number.usual or (None, None)))}"
    counts = f"{number.made:,}/{number.chances:,}"
    return number.title, percent(number.value), counts, interval, usual, side


def advice_text(advice: Advice) -> str:
    """Return an advice with the number behind it."""
    number = advice.number
    label = number.name if number.name in LEAKS else number.title
    seen = f"{label}: {percent(number.value)} of {number.chances:,}"
    text = advice.text if advice.proven else f"perhaps: {advice.text[0].lower()}{advice.text[1:]}"
    return f"{text.removesuffix('.')} ({seen})"

"""Findings of leak checks and changes between two periods as the sentences and cells that the terminal shows."""

from collections.abc import Iterable

from badugi_hh.leaks.changes import Change
from badugi_hh.leaks.finding import (
    COSTS_OVERLAP,
    FEW_COSTS,
    Finding,
    FrequencyFinding,
)
from badugi_hh.wording.catalogue import address
from badugi_hh.wording.formats import decimal, percent, percent_range

OVERLAP = f"{COSTS_OVERLAP[0].upper()}{COSTS_OVERLAP[1:]}."
"""The sentence below several costs."""
_ASSUMED = "~"


def frequency(finding: Finding) -> str:
    """Return the counts of a finding, and the frequency with its interval."""
    seen = f"{finding.made:,} of {finding.chances:,}"
    if finding.interval is None:
        return seen
    return f"{seen}, {percent(finding.value)} ({percent_range(*finding.interval)})"


def usual_ranges(change: Change) -> str:
    """Return the baseline of both periods, or of each if they differ; nothing for grade A."""
    usual = [
        percent_range(finding.baseline.low, finding.baseline.high)
        for finding in (change.before, change.since)
        if isinstance(finding, FrequencyFinding)
    ]
    return ", then ".join(dict.fromkeys(usual))


def cells(finding: Finding) -> tuple[str, str, str]:
    """Return the title of a finding, its counts, and its cost with a mark if it is assumed."""
    cost = f"{_ASSUMED if finding.cost and finding.leak.assumed else ''}{decimal(finding.cost, 2)}"
    return finding.leak.title, f"{finding.made:,}/{finding.chances:,}", cost


def about_costs(findings: Iterable[Finding]) -> str:
    """Return what the costs of findings in a table are."""
    tilde = any(finding.cost and finding.leak.assumed for finding in findings)
    about = f"the cost is in big bets per 100 hands{f', with {_ASSUMED} an assumed one' if tilde else ''}"
    return f"{about}; {COSTS_OVERLAP}"


def sentences(finding: Finding, *, you: bool) -> list[str]:
    """Return all about a finding but for its hands; `you` says that its player is the user."""
    leak = finding.leak
    texts = [address(leak.sentence, you=you), _counted(finding)]
    if finding.is_interval_narrow:
        texts.append(FEW_COSTS)
    if isinstance(finding, FrequencyFinding):
        usual = finding.baseline
        between = percent_range(usual.low, usual.high)
        texts.append(f"the baseline is {between} ({usual.kind}: {usual.source})")
    else:
        texts.append(f"provable: {finding.source}")
    text = leak.use if leak.use and not you else address(leak.advice, you=you)
    text = text if finding.is_beyond_chance else f"perhaps: {text[0].lower()}{text[1:]}"
    texts.append(f"how to use it: {text}" if leak.use and not you else text)
    return texts + [f"not counted: {number:,} ({why})" for number, why in finding.excluded]


def hand_lines(finding: Finding) -> list[str]:
    """Return a line for each hand of a finding, with what happened in it and what it cost."""
    leak, lines = finding.leak, []
    for hand in finding.hands:
        about = "assumed: " if leak.assumed else "about "
        cost = f" ({about}{decimal(hand.cost, 2)} big bets)" if hand.cost else ""
        lines.append(f"hand {hand.hand_id}: {hand.note}{cost}")
    return lines


def _counted(finding: Finding) -> str:
    """Return the counts of a finding, and what it costs."""
    leak, seen = finding.leak, frequency(finding)
    if finding.cost is None:
        return seen
    costs = "assumed to cost" if leak.assumed else "costs" if finding.is_cost_certain else "may cost"
    seen += f"; {costs} about {decimal(finding.cost, 2)} big bets per 100 hands"
    if finding.priced is not None and finding.priced < finding.made:
        seen += f" for {finding.priced:,} of {finding.made:,} mistakes, the others have no price"
    if finding.cost_low is not None and finding.cost_high is not None:
        seen += f" ({decimal(finding.cost_low, 2)} to {decimal(finding.cost_high, 2)})"
    return f"{seen}: {leak.model}"

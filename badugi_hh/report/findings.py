"""Turns findings into the leak cards of the page, and the rows of their table: instruction, cost, frequency, trend, and hands."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from badugi_hh.leaks import Finding, Instance, Verdict
from badugi_hh.leaks.changes import Change, Direction, is_too_high
from badugi_hh.leaks.finding import FEW_MISTAKES, FrequencyFinding
from badugi_hh.leaks.leak import UNPROVEN
from badugi_hh.leaks.trends import LATEST
from badugi_hh.report.measured_cells import english, line, with_cards
from badugi_hh.report.page_model import Case, LeakCard, Leaks, Trend
from badugi_hh.wording.catalogue import (
    catalogue,
    leak_advice,
    leak_sentence,
    leak_text,
    leak_title,
    leak_use,
    say,
    split_advice,
)
from badugi_hh.wording.formats import count, counted, decimal, percent, percent_range

MOST = 24  # cards: flags first, then by cost
_KINDS = {Verdict.FLAG: "flag", Verdict.WATCH: "watch", Verdict.FINE: "fine", Verdict.TOO_FEW: "few"}
_ORDER = list(Verdict)
NO_FREQUENCY = Trend("", "", "", None)
"""The trend of mistakes, which are no habit."""


def select_notable(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that are shown first: flags, then `watch`, each sorted by cost, the highest first."""
    outside = [finding for finding in findings if finding.verdict in {Verdict.FLAG, Verdict.WATCH}]
    return tuple(sorted(outside, key=lambda one: (_ORDER.index(one.verdict), -(one.cost or 0.0)))[:MOST])


def leak_cards(
    findings: Sequence[Finding],
    keys: Mapping[tuple[str, str], int],
    others: Collection[str] = (),
    steps: Mapping[tuple[int, int], int] | None = None,
    behind: Mapping[str, int] | None = None,
    trends: Mapping[str, Change] | None = None,
    *,
    to_use: bool = False,
    complete: bool = True,
) -> Leaks:
    """Return the findings as cards: the notable findings, and for a single player the other findings in a second list.

    `keys` maps (site, hand_id) to the keys of the hands listed on the page, to which the cards link. `others` are the
    players that the texts do not address as `you`. `steps` has the steps of replays by hand key and event; a link opens its step.
    `behind` has the number of hands that the page lists for each check. `trends`
    are those of a single player, empty for too few hands, and None where no number of hands would give one. With `to_use` a card
    says what an opponent can do, and not what the player can do better. `complete` says that the page lists all hands.
    """
    several = len({finding.player for finding in findings}) > 1
    outside = select_notable(findings)
    inside = [finding for finding in findings if finding.verdict not in {Verdict.FLAG, Verdict.WATCH}]
    met: Counter[str] = Counter()
    cards = []
    for finding in (*outside, *(() if several else inside)):
        id_ = finding.leak.id
        met[id_] += 1
        anchor = f"leak-{id_}" + (f"-{met[id_]}" if met[id_] > 1 else "")  # of the second player
        you = finding.player not in others
        number = (behind or {}).get(id_, 0)
        is_rate = isinstance(finding, FrequencyFinding)
        card = replace(
            _card(finding, anchor, keys, steps or {}, several=several, you=you, to_use=to_use),
            number=number,
            all_hands=_all_hands(number, complete=complete),
            trend=_trend((trends or {}).get(id_)) if is_rate else NO_FREQUENCY,
        )
        cards.append(card)
    first, rest = tuple(cards[: len(outside)]), tuple(cards[len(outside) :])
    checked = sum(finding.verdict is Verdict.FINE for finding in findings)
    note = ""
    if not findings:
        note = say("empty", "leaks")
    elif not first:
        note = (
            say("empty", "leaks_none", checked=counted(checked, "habit"))
            if checked
            else say("empty", "leaks_few")
        )
    about = [say("leaks", "costs")] if sum(bool(card.cost) for card in cards) > 1 else []
    if findings and trends is not None and not trends and not several:
        about.append(say("leaks", "no_trend", hands=counted(LATEST, "hand")))
    return Leaks(
        note,
        first,
        rest,
        say("leaks", "rest", count=count(len(rest))),
        " ".join(about),
        say("leaks", "latest", hands=counted(LATEST, "hand")) if trends else "",
    )


def _card(
    finding: Finding,
    anchor: str,
    keys: Mapping[tuple[str, str], int],
    steps: Mapping[tuple[int, int], int],
    *,
    several: bool,
    you: bool,
    to_use: bool,
) -> LeakCard:
    leak, kind = finding.leak, _KINDS[finding.verdict]
    name = f"{leak_title(leak)} ({finding.player})" if several else leak_title(leak)
    title, reason = _instruct(finding, you=you, to_use=to_use)
    usual = finding.baseline if isinstance(finding, FrequencyFinding) else None
    notable = finding.is_notable
    numbers = {"made": count(finding.made), "chances": count(finding.chances)}
    observed = say("leaks", "observed_few" if finding.chances else "observed_none", **numbers)
    due, scale = "", None
    if usual and finding.value is not None and finding.interval is not None:
        interval = percent_range(*finding.interval)
        observed = say("leaks", "observed", value=percent(finding.value), interval=interval, **numbers)
        if notable:
            scale = line(finding.value, *finding.interval, (usual.low, usual.high))
    if usual and (usual.low, usual.high) != (0.0, 1.0):
        range_ = percent_range(usual.low, usual.high)
        due = say("leaks", "usual" if usual.kind in UNPROVEN else "due", range=range_)
    cost = _cost(finding)
    return LeakCard(
        kind,
        anchor,
        str(catalogue()["leaks"][_verdict(finding)]),
        f"{title} ({finding.player})" if title and several else title or name,
        name,
        reason,
        leak_sentence(leak, you=you),
        observed,
        percent(finding.value) if usual and finding.chances else "",
        _counts(finding),
        due,
        say("leaks", "grade", grade=leak.grade),
        _about("source", source=_source(finding)),
        cost,
        _model(finding),
        scale,
        tuple(_case(instance, finding, keys, steps, several=several) for instance in finding.hands),
        tuple(_about("excluded", number=count(number), why=_worded(why)) for number, why in finding.excluded),
        leak.id,
        finding.chances,
        finding.cost or 0.0 if cost else 0.0,
        cost_text=decimal(finding.cost, 2) if cost else "",
        cost_note=""
        if not cost or _form(finding) == "cost"
        else str(catalogue()["leaks"][f"{_form(finding)}_note"]),
    )


def _verdict(finding: Finding) -> str:
    """Return the name of the text for what is known of a leak."""
    if not finding.is_notable:
        return _KINDS[finding.verdict]
    return "proven" if finding.is_proven else "unproven" if finding.is_beyond_chance else "chance"


def _all_hands(number: int, *, complete: bool) -> str:
    """Return the text of the link to the hands behind a leak, empty if the page lists none."""
    if number == 1:
        return say("leaks", "one_hand")
    return (
        say("leaks", "all_hands" if complete else "some_hands", hands=counted(number, "hand"))
        if number
        else ""
    )


def _counts(finding: Finding) -> str:
    """Return how often the leak occurs."""
    if not finding.chances:
        return say("leaks", "observed_none")
    return say("figures", "counts", made=count(finding.made), chances=count(finding.chances))


def _instruct(finding: Finding, *, you: bool, to_use: bool) -> tuple[str, str]:
    """Return the instruction of a card and its reason; both are empty where nothing is known that one follows from.

    What chance may explain has no instruction, but a reason that says what would help.
    """
    leak = finding.leak
    advice = leak_use(leak) if to_use else leak_advice(leak, you=you)
    if not advice or not finding.is_notable:
        return "", ""
    if not finding.is_beyond_chance:
        return "", say("leaks", "perhaps", advice=f"{advice[0].lower()}{advice[1:]}")
    return (advice.removesuffix("."), "") if to_use else split_advice(advice)


def _trend(change: Change | None) -> Trend | None:
    """Return a change as a cell of the table, None with too few hands."""
    if change is None or change.difference is None or change.direction is Direction.TOO_FEW:
        return None
    low, high = (decimal(100 * (end or 0.0), signed=True) for end in (change.low, change.high))
    interval = say("figures", "interval", low=low, high=high)
    return Trend(
        catalogue()["leaks"]["trends"][change.direction.name.lower()],
        say("leaks", "points", number=decimal(100 * change.difference, signed=True), interval=interval),
        {Direction.IMPROVED: "gain", Direction.WORSE: "loss"}.get(change.direction, ""),
        change.difference if is_too_high(change.since.leak) else -change.difference,
    )


def _source(finding: Finding) -> Markup:
    """Return the source of the rule, or of the range and of its changes."""
    if not isinstance(finding, FrequencyFinding):
        return _worded(finding.source)
    return Markup("; ").join(map(_worded, (finding.baseline.source, *finding.baseline.changes)))


def _worded(text: str) -> Markup:
    """Return a text of a leak in the language of the page, escaped, or in English if it has none there."""
    return escape(leak_text(text) or english(text))


def _about(name: str, **values: str) -> Markup:
    """Return a text of a card as `say` does, escaped, which keeps the markup of its values."""
    return escape(catalogue()["leaks"][name]).format(**values)


def _cost(finding: Finding) -> str:
    """Return the cost of a notable finding as text, which says if it is uncertain; a cost is positive, as in all tables of costs."""
    if not finding.is_notable or finding.cost is None or round(finding.cost, 2) == 0:
        return ""
    return say("leaks", _form(finding), cost=decimal(finding.cost, 2))


def _form(finding: Finding) -> str:
    """Return the name of the text for a cost: calculated, perhaps 0, or assumed."""
    return "cost_assumed" if finding.leak.assumed else "cost" if finding.is_cost_certain else "cost_may"


def _model(finding: Finding) -> str:
    """Return how the cost is calculated, with its interval, and whether that is too narrow."""
    if finding.cost is None:
        return ""
    parts = [_about("model", model=_worded(finding.leak.model))]
    if _cost(finding) and finding.cost_low is not None and finding.cost_high is not None:
        ends = (decimal(cost, 2) for cost in (finding.cost_low, finding.cost_high))
        interval = say("figures", "interval", **dict(zip(("low", "high"), ends, strict=True)))
        name = "cost_interval_assumed" if finding.leak.assumed else "cost_interval"
        parts.append(_about(name, interval=interval))
        if finding.is_interval_narrow:
            parts.append(_about("cost_narrow", number=str(FEW_MISTAKES)))
    return Markup("<br>").join(parts)


def _case(
    instance: Instance,
    finding: Finding,
    keys: Mapping[tuple[str, str], int],
    steps: Mapping[tuple[int, int], int],
    *,
    several: bool,
) -> Case:
    leak, text = finding.leak, leak_text(instance.note)
    note = with_cards(instance.note, in_english=True) if text is None else with_cards(text)
    if several:
        note = Markup("{}: {}").format(instance.player, note)
    is_priced = instance.cost is not None and round(instance.cost, 2) > 0
    if is_priced:
        note = _about("case_assumed" if leak.assumed else "case", note=note, cost=decimal(instance.cost, 2))
    key = keys.get((instance.site, instance.hand_id))
    step = steps.get((key or 0, instance.n or 0))
    return Case(key, instance.hand_id, note, step, is_priced and not leak.assumed)

"""Turns findings into the leak cards of the page: verdict, observed frequency, baseline, advice, and hands."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup, escape

from badugi_hh.leaks import Finding, Instance, Verdict
from badugi_hh.leaks.finding import FEW_MISTAKES, FrequencyFinding, SolverFinding
from badugi_hh.leaks.rows_behind import SINGLE
from badugi_hh.report.markup import english, with_cards
from badugi_hh.report.measured_cells import line
from badugi_hh.report.page_model import Case, Leak, Leaks
from badugi_hh.wording.catalogue import catalogue, leak_advice, leak_sentence, leak_title, leak_use, say
from badugi_hh.wording.formats import count, counted, decimal, enumerate_names, money, percent, percent_range

TOP = 3
MOST = 24  # cards: flags first, then by cost
_KINDS = {Verdict.FLAG: "flag", Verdict.WATCH: "watch", Verdict.FINE: "fine", Verdict.TOO_FEW: "few"}
_ORDER = list(Verdict)


def select_notable(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that are shown first: flags, then `watch`, each sorted by cost, the highest first."""
    outside = [finding for finding in findings if finding.verdict in {Verdict.FLAG, Verdict.WATCH}]
    return tuple(sorted(outside, key=lambda one: (_ORDER.index(one.verdict), -(one.cost or 0.0)))[:MOST])


def leak_cards(
    findings: Sequence[Finding],
    keys: Mapping[tuple[str, str], int],
    others: Collection[str] = (),
    replays: Mapping[int, Mapping[str, Any]] | None = None,
    behind: Mapping[str, int] | None = None,
    big_bets: Mapping[str, Mapping[str, int]] | None = None,
    *,
    to_use: bool = False,
) -> Leaks:
    """Return the findings as cards: the notable findings, and for a single player the other findings in a second list.

    `keys` maps (site, hand_id) to the keys of the hands listed on the page, to which the cards link. `others` are the
    players that the texts do not address as `you`. `replays` has the replays by hand key; the link to one opens its step.
    `behind` has the number of hands that the page lists for each check, and `big_bets` by player the sum of the big bets of the
    hands for money, by currency. With `to_use` a card has no advice for the player, but what an opponent can do.
    """
    several = len({finding.player for finding in findings}) > 1
    outside = select_notable(findings)
    inside = [finding for finding in findings if finding.verdict not in {Verdict.FLAG, Verdict.WATCH}]
    met: Counter[str] = Counter()
    cards = []
    for finding in (*outside, *(() if several else inside)):
        met[finding.leak.id] += 1
        number = met[finding.leak.id]
        anchor = f"leak-{finding.leak.id}" + (f"-{number}" if number > 1 else "")  # of the second player
        you = finding.player not in others
        card = _card(finding, anchor, keys, replays or {}, several=several, you=you, to_use=to_use)
        number = (behind or {}).get(finding.leak.id, 0)
        cards.append(
            replace(
                card,
                number=say("leaks", "all_hands", hands=counted(number, "hand")) if number else "",
                so_far=_so_far(finding, (big_bets or {}).get(finding.player, {})) if card.cost else "",
            )
        )
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
    several_costs = sum(bool(card.cost) for card in cards) > 1
    about = (say("leaks", "english"), say("leaks", "costs") if several_costs else "")
    return Leaks(
        note, first, rest, say("leaks", "rest", count=count(len(rest))), " ".join(filter(None, about))
    )


def _card(
    finding: Finding,
    anchor: str,
    keys: Mapping[tuple[str, str], int],
    replays: Mapping[int, Mapping[str, Any]],
    *,
    several: bool,
    you: bool,
    to_use: bool,
) -> Leak:
    leak, kind = finding.leak, _KINDS[finding.verdict]
    usual = (finding.baseline.low, finding.baseline.high) if isinstance(finding, FrequencyFinding) else None
    numbers = {"made": count(finding.made), "chances": count(finding.chances)}
    observed, due, scale = (
        say("leaks", "observed_few" if finding.chances else "observed_none", **numbers),
        "",
        None,
    )
    notable = finding.is_notable
    if finding.value is not None and finding.interval is not None and usual:
        interval = percent_range(*finding.interval)
        observed = say("leaks", "observed", value=percent(finding.value), interval=interval, **numbers)
        scale = line(finding.value, *finding.interval, usual)
    if isinstance(finding, SolverFinding):
        observed += f"; {say('leaks', 'costly', number=count(finding.costly), cost=decimal(SINGLE, 2))}"
    if usual and usual != (0.0, 1.0):
        due = say("leaks", "due", range=percent_range(*usual))
    return Leak(
        kind,
        anchor,
        str(catalogue()["leaks"][kind]),
        f"{leak_title(leak)} ({finding.player})" if several else leak_title(leak),
        leak_sentence(leak, you=you),
        observed,
        due,
        say("leaks", "grade", grade=leak.grade),
        _about("source", source=english(finding.source)),
        (leak_use(leak) if to_use else leak_advice(leak, you=you)) if notable else "",
        _cost(finding),
        _model(finding),
        scale,
        tuple(
            _case(instance, keys, replays, several=several, assumed=leak.assumed)
            for instance in finding.hands
        ),
        tuple(_about("excluded", number=count(number), why=english(why)) for number, why in finding.excluded),
        leak.id,
        finding.cost or 0.0 if notable and _cost(finding) else 0.0,
    )


def _so_far(finding: Finding, big_bets: Mapping[str, int]) -> str:
    """Return what a leak has cost in money, as if every hand had the same share of it in its own big bet."""
    amounts = [
        money(round((finding.cost or 0.0) / 100 * sum_), currency, "cent")
        for currency, sum_ in sorted(big_bets.items())
    ]
    return say("leaks", "so_far", amounts=enumerate_names(amounts)) if amounts else ""


def top_leaks(cards: Leaks) -> tuple[Leak, ...]:
    """Return the cards with the largest costs, at most three."""
    costly = [card for card in cards.first if card.cost_key]
    return tuple(sorted(costly, key=lambda card: -card.cost_key)[:TOP])


def _about(name: str, **values: str) -> Markup:
    """Return a text of a card as `say` does, escaped, which keeps the markup of its values."""
    return escape(catalogue()["leaks"][name]).format(**values)


def _cost(finding: Finding) -> str:
    """Return the cost as text, which says if it is uncertain; a cost is positive, as in all tables of costs."""
    if finding.cost is None or round(finding.cost, 2) == 0:
        return ""
    name = "cost_assumed" if finding.leak.assumed else "cost" if finding.is_cost_certain else "cost_may"
    return say("leaks", name, cost=decimal(finding.cost, 2))


def _model(finding: Finding) -> str:
    """Return how the cost is calculated, with its interval, and whether that is too narrow."""
    if finding.cost is None:
        return ""
    parts = [_about("model", model=english(finding.leak.model))]
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
    keys: Mapping[tuple[str, str], int],
    replays: Mapping[int, Mapping[str, Any]],
    *,
    several: bool,
    assumed: bool,
) -> Case:
    note = with_cards(f"{instance.player}: {instance.note}" if several else instance.note)
    if instance.cost is not None and round(instance.cost, 2):
        note = _about("case_assumed" if assumed else "case", note=note, cost=decimal(instance.cost, 2))
    key = keys.get((instance.site, instance.hand_id))
    return Case(key, instance.hand_id, note, _step(replays.get(key or 0, {}), instance.n))


def _step(replay: Mapping[str, Any], n: int | None) -> int | None:
    """Return the number of the step of an event, from 1; None without an event or without its step."""
    events = [step.get("n") for step in replay.get("steps", ())]
    return events.index(n) + 1 if n is not None and n in events else None

"""The verdicts on the steps of replayed hands, as the texts of the replayer and of `replay`, and what such figures claim.

`badugi_hh.store.verdicts` reads the verdicts on hands; here they become sentences. Of steps without a judge one line says so.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from badugi_hh.facts.words import BEST, FINE, Judge
from badugi_hh.ring.answers import costs_at_table
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.hand_decisions import RARE, UNSURE
from badugi_hh.store.verdicts import HandVerdicts, StepVerdict
from badugi_hh.user_error import SolveError
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import decimal

_SHOWN = 0.005
"""The share from which an action is named."""
_LEAST_ERROR = 0.01
"""Half a step of the stored costs, in big bets."""
WHERE_EXPLAINED = "what costs and shares claim: docs/best-play.md"
"""The line of the terminal below costs and shares."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The verdicts on a hand by the number of their event from 1, and why other steps have none.

    `unknown` has the reasons of decisions in lines of a solved game, by event. `no_claim` is the sentence about all others, empty if
    there is none.
    """

    decisions: Mapping[int, StepVerdict] = field(default_factory=dict)
    unknown: Mapping[int, str] = field(default_factory=dict)
    no_claim: str = ""

    def notes(self, n: int) -> list[str]:
        """Return the sentences about the decision of event `n`: the mix and the cost of the action taken, or why there are none."""
        if n in self.unknown:
            return [say("best_play", "step", reason=self.unknown[n])]
        return notes_of(self.decisions[n]) if n in self.decisions else []

    def short(self, n: int) -> str:
        """Return what `notes` says, without the words around it."""
        if n in self.unknown:
            return self.unknown[n]
        return short_note(self.decisions[n]) if n in self.decisions else ""


def best_play(found: HandVerdicts) -> BestPlay:
    """Return what is said of a hand, from its verdicts."""
    words, decisions = catalogue()["best_play"]["reasons"], found.decisions
    unknown = {n: words[reason] for n, reason in found.reasons.items() if reason in {RARE, UNSURE}}
    others = Counter(reason for n, reason in found.reasons.items() if n not in unknown)
    if not others and (decisions or unknown or not any(found.unasked.values())):
        return BestPlay(decisions, unknown)
    times: Mapping[str, int] = others or found.unasked
    name = "no_claim_of_some" if decisions or unknown else "no_claim"
    reason = words[max(times, key=lambda each: times[each])]
    return BestPlay(decisions, unknown, say("best_play", name, reason=reason))


def command_of(found: StepVerdict) -> str | None:
    """Return the command that prints these costs for the hand held; without --hand it prints all hands. None where no command prints them.

    `solve` has deep stacks and the blinds of the game, which short stacks and antes are not.
    """
    if found.spot is None:
        return None
    line = " ".join(found.line)
    if found.spot in TABLES:
        try:
            costs = costs_at_table(found.spot, line, class_number(found.class_name))
        except SolveError:
            return None
        stored = zip(found.actions, found.cost, strict=True)
        if any(abs(costs.get(name, inf) - cost) > _LEAST_ERROR for name, cost in stored):
            return None
    return f'badugi-hh solve --spot {found.spot} --line "{line}" --hand {found.class_name}'


def notes_of(found: StepVerdict) -> list[str]:
    """Return the sentences about a decision: the mix, the cost of the action taken, and whether the cards kept are judged."""
    name = {Judge.CARDS: "by_cards", Judge.EQUITY: "by_equity"}.get(Judge(found.judge), "note")
    return [say("best_play", name, mix=_cost_text(found)), *_of_number(found)]


def short_note(found: StepVerdict) -> str:
    """Return the mix and the cost of the action taken, without the words around it; of cards and equity also their name."""
    if found.spot is None:
        return notes_of(found)[0].removesuffix(".")
    return "; ".join([_cost_text(found), *_of_number(found)])


def _of_number(found: StepVerdict) -> list[str]:
    return [say("best_play", "number_alone")] if found.cards_kept is False else []


def _cost_text(found: StepVerdict) -> str:
    action, error = action_name(found, found.taken), decimal(found.error, 2)
    if found.word == BEST:
        cost = say("best_play", "free", action=action)
    elif found.word == FINE:  # no loss is named that may be none
        cost = say("best_play", "within", action=action, error=error)
    else:
        word = catalogue()["best_play"]["words"][found.word]
        cost = say("best_play", "costs", action=action, cost=decimal(found.loss, 2), error=error, word=word)
    if found.spot is not None:
        return f"{_mix_text(found)}; {cost}"
    if found.word == BEST:
        return cost
    kept = found.keep if found.keep is None or found.keep else catalogue()["best_play"]["no_card"]
    best = action_name(found, found.best) if kept is None else say("best_play", "keep", cards=kept)
    return f"{cost}; {say('best_play', 'better', best=best)}"


def _mix_text(found: StepVerdict) -> str:
    """Return the actions with their shares, the most frequent first; the best one where the hand has no shares."""
    if found.mix is None:
        return say("best_play", "unheld", action=action_name(found, found.best))
    shares = sorted(zip(found.mix, found.actions, strict=True), key=lambda each: -each[0])
    return ", ".join(f"{action_name(found, name)} {share:.0%}" for share, name in shares if share >= _SHOWN)


def action_name(found: StepVerdict, name: str) -> str:
    """Return the name of an action of a decision in words; a call of the first player is a limp."""
    if name.isdigit():
        return str(catalogue()["best_play"]["draws"][int(name)])
    limps = name == "call" and found.spot is not None and not found.line
    return str(catalogue()["ranges"]["actions"]["limp" if limps else name])


def claims(spot: str, exploitability: float | None) -> list[str]:
    """Return the sentences about the costs and shares of a spot; `exploitability` is in big bets per hand, None at a full table."""
    if exploitability is None:
        return [say("best_play", "meaning"), say("best_play", "blueprint", spot=spot)]
    gain = say("best_play", "gain", spot=spot, gain=decimal(exploitability, 4))
    return [say("best_play", "meaning"), say("best_play", "steps"), gain]


def claims_of(replays: Mapping[str, Any]) -> dict[str, str]:
    """Return the sentences about the spots of replays by spot; these are as `replay_block` returns them.

    Raises:
        SolveError: this version comes without the table of a spot.
    """
    steps = (step for hand in replays.get("best", {}).values() for step in hand["steps"].values())
    spots = {step["at"][0] for step in steps if "at" in step}
    return {spot: " ".join(_shipped_claims(spot)) for spot in sorted(spots)}


def _shipped_claims(spot: str) -> list[str]:
    if spot in TABLES:
        return claims(spot, None)
    from badugi_hh.solve.shipped_tables import shipped_table  # loads NumPy
    from badugi_hh.solve.solved_table import read_header

    return claims(spot, float(read_header(shipped_table(spot))["exploitability_quantized"]))

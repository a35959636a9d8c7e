"""Makes replays small: of each step only what does not follow from the text of the hand and from the steps before it.

A rule reads the line of a step and predicts the step from it. What is predicted is left out and what differs is kept, so
that the page restores each replay as it was. `reports/replays.js` has the same rule; both change together. The rule
knows nothing of the game: a wrong prediction takes room and does no harm.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from badugi_hh.odds.price import pot_odds, required_equity
from badugi_hh.report.formats import MINUS, decimal, percent
from badugi_hh.report.hand_steps import PARTS
from badugi_hh.report.text import say

State = dict[str, Any]
Step = dict[str, Any]

EMPTY: State = {
    "stack": "",
    "bet": "",
    "folded": False,
    "draws": "",
    "won": "",
    "cards": [],
    "known": "",
    "value": "",
    "fresh": [],
    "out": [],
}
"""The state of a seat of which nothing is known."""

_DEALING, _SUMMARY = "*** DEALING HANDS ***", "*** SUMMARY ***"
_AMOUNT = re.compile(r"\d(?:[\d.,\u00a0\u202f]*\d)?", re.ASCII)
_OTHERS = re.compile(r"\D", re.ASCII)
_CENTS = re.compile(r"[.,]\d\d$", re.ASCII)
_CARDS = re.compile(r"\[([^\]]*)\]")
_SEAT = re.compile(r"Seat (\d+): .* \((.*) in chips\)", re.ASCII)
_PAYS = re.compile(r"(?:calls|bets|raises|posts)\b", re.ASCII)
_ACTS = re.compile(r"(?:folds|calls|raises)\b", re.ASCII)

_FIRST_NAME = 0xE000  # private characters stand for names, by the place of the seat
_VALUE_MARK = "\x01"
_MARKS = re.compile(r"[\x01\ue000-\ue0ff]")
_VALUE = re.compile(r"[2-9TJQKA][cdhs]\b|\d+(?:\.\d+)?", re.ASCII)
_FIELDS = ("part", "text", "pot", "seat", "notes", "later", "problems")


@dataclass(slots=True)
class _Table:
    """What the page knows before a step: the text, the seats, their states, and the step before."""

    lines: list[str]
    names: list[str]
    states: list[State]
    stacks: list[int]
    away: list[bool]
    form: tuple[str, bool, str]
    seats: dict[str, int | None] = field(default_factory=dict)  # by line
    line: int = 0
    part: str = ""
    pot: str = ""


def pack_replays(replays: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return replays by hand key as a block of the page; each has its `text`, and some have no steps.

    `templates` are the different lines of the texts, with marks in the place of numbers, cards and names. `rows` has for
    each hand the number of the template of each line, None for a hand that keeps its text, and `values` what stands in
    the place of the marks of a template, in the order of all texts.
    """
    light = {int(key): lighten(replay) for key, replay in replays.items()}
    templates: dict[str, int] = {}
    values: list[list[str]] = []
    rows = [_row(hand, templates, values) for hand in light.values()]
    return {
        "templates": list(templates),
        "rows": rows,
        "values": [" ".join(column) for column in values],
        "steps": [hand.get("steps") for hand in light.values()],
        "hands": [
            {
                name: value
                for name, value in hand.items()
                if name != "steps" and (row is None or name != "text")
            }
            for hand, row in zip(light.values(), rows, strict=True)
        ],
        "keys": list(light),
        "parts": PARTS,
    }


def _row(hand: Mapping[str, Any], templates: dict[str, int], values: list[list[str]]) -> list[int] | None:
    """Return the numbers of the templates of a text, and add new ones and the values of all."""
    text = hand["text"]
    if _MARKS.search(text):
        return None
    names = [seat["name"] for seat in hand.get("seats", ())]
    for place in sorted(range(len(names)), key=lambda place: -len(names[place])):
        text = text.replace(names[place], chr(_FIRST_NAME + place)) if names[place] else text
    row = []
    for line in text.split("\n"):
        template = _VALUE.sub(_VALUE_MARK, line)
        number = templates.setdefault(template, len(templates))
        if number == len(values):
            values.append([])
        values[number] += _VALUE.findall(line)
        row.append(number)
    return row


def lighten(replay: Mapping[str, Any]) -> dict[str, Any]:
    """Return a replay with those entries of each step that the page cannot predict; a step without any is 0.

    A replay has its `text`; one without steps stays as it is. An entry that is predicted and that the step does not have
    is None.
    """
    if "steps" not in replay:
        return dict(replay)
    states = [dict(state) for state in replay["start"]]
    form = _form(states[0]["stack"] if states else "")
    table = _Table(
        replay["text"].split("\n"),
        [seat["name"] for seat in replay["seats"]],
        states,
        [_number(state["stack"], form) for state in states],
        [seat["away"] for seat in replay["seats"]],
        form,
    )
    written = [found for line in table.lines if (found := _SEAT.match(line))]
    seats = [{name: value for name, value in seat.items() if value} for seat in replay["seats"]]
    start = [{name: value for name, value in state.items() if value != EMPTY[name]} for state in states]
    for place, (seat, state, found) in enumerate(zip(seats, start, written, strict=False)):
        if seat.get("seat") == int(found[1]):
            del seat["seat"]
        if place and state.get("stack") == _money(_number(found[2], form), form):
            del state["stack"]
    return {
        **replay,
        "seats": seats,
        "start": start,
        "steps": [_unpredicted(table, step) or 0 for step in replay["steps"]],
    }


def _unpredicted(table: _Table, step: Mapping[str, Any]) -> Step:
    """Return the entries of a step that are not predicted, and apply the step to the table."""
    own: Step = {}
    line = _next_line(table)
    if step.get("line", 0) != line:
        own["line"] = line = step.get("line", 0)
    due = _predict(table, line)
    changes = {int(place): values for place, values in step.get("set", {}).items()}
    differences = {}
    for place in sorted({*changes, *due["set"]}):
        actual, predicted = changes.get(place, {}), due["set"].get(place, {})
        names = [name for name in {**actual, **predicted} if actual.get(name) != predicted.get(name)]
        if names:
            differences[str(place)] = {name: actual.get(name) for name in names}
        table.states[place].update(actual)
    if differences:
        own["set"] = differences
    if due["text"] is not None and "seat" in due:
        due["text"] = _with_cards(due["text"], table.states[due["seat"]])
    others = step.keys() - {"n", "line", "set", *_FIELDS}  # the page has no numbers of events
    for name in (*_FIELDS, *sorted(others)):
        if step.get(name) != due.get(name):
            own[name] = step.get(name)
    table.line, table.part, table.pot = line or table.line, step["part"], step["pot"]
    return own


# --- the rule, as in reports/replays.js


def _next_line(table: _Table) -> int:
    """Return the number of the next line that is a step, 0 for a step without a line."""
    if not table.part:
        return 0  # the first step
    before = table.lines[table.line - 1] if table.line else ""
    for number in range(table.line + 1, len(table.lines) + 1):
        line = table.lines[number - 1]
        if line == _SUMMARY:
            break
        drawn = line.startswith("Dealt to ") and ": discards " in before
        if line == _DEALING or (_seat_of(table, line) is not None and not drawn):
            return number
    return 0


def _seat_of(table: _Table, line: str) -> int | None:
    """Return the index of the seat of a player that a line names as that of its action."""
    if line in table.seats:
        return table.seats[line]
    found = None
    for place, name in enumerate(table.names):
        named = line.startswith((f"{name}: ", f"{name} collected ", f"Dealt to {name} [")) or (
            line.startswith("Uncalled bet ") and line.endswith(f" returned to {name}")
        )
        if named and (found is None or len(name) > len(table.names[found])):
            found = place
    table.seats[line] = found
    return found


def _predict(table: _Table, line: int) -> Step:
    """Return what the step of a line is expected to be; in its text {cards} and the like are those after the step."""
    due: Step = {"line": line, "part": table.part, "text": None, "pot": table.pot, "set": {}}
    if not table.part:
        return due | {"part": say("replayer", "before"), "text": say("replayer", "start"), "pot": ""}
    sections = [each for each in table.lines[max(table.line - 1, 0) : max(line - 1, 0)] if each in PARTS]
    if sections:
        due["part"] = PARTS[sections[-1]]
    over = sections and sections[-1] != _DEALING
    cleared = [
        {name: EMPTY[name] for name in ("bet", "fresh", "out") if over and state[name] != EMPTY[name]}
        for state in table.states
    ]
    due["set"] = {place: values for place, values in enumerate(cleared) if values}
    raw = table.lines[line - 1].rstrip() if line else ""
    if not line:
        return _predict_end(table, due)
    if raw == _DEALING:
        return due | {
            "part": say("replayer", "deal"),
            "text": say("replayer", "dealt"),
            "set": _predict_deal(table, line),
        }
    seat = _seat_of(table, raw)
    if seat is None:
        return due
    due["seat"] = seat
    before = [state | values for state, values in zip(table.states, cleared, strict=True)]
    values = cleared[seat] | _read_action(table, raw, table.names[seat], before[seat], due)
    due["set"][seat] = {name: value for name, value in values.items() if table.states[seat][name] != value}
    if _ACTS.match(due["text"] or ""):
        note = _price_of_call(table, [state["bet"] for state in before], seat, before[seat])
        due |= {"notes": [note]} if note else {}
    return due


def _read_action(table: _Table, raw: str, name: str, state: State, due: Step) -> State:
    """Return the values of the player's state that a line changes; add its text and the pot to `due`."""
    stack, bet, pot = (_number(text, table.form) for text in (state["stack"], state["bet"], table.pot))
    text = raw.removeprefix(f"{name}: ").removeprefix(f"{name} ").removesuffix(f" returned to {name}")
    if text.startswith("Dealt to "):
        due["text"] = "is dealt {cards} ({value})"
        return {}
    held = [found.split() for found in _CARDS.findall(text)]
    if text.startswith("discards "):
        drawn = [found.split() for found in _CARDS.findall(table.lines[due["line"]])] if held else []
        return _read_discard(text, state, held, drawn, due)
    if text.startswith("stands pat"):
        due["text"] = "stands pat on {cards} ({value})" if held else "stands pat"
        return {"draws": f"{state['draws']}-0".removeprefix("-"), "fresh": [], "out": []}
    if text.startswith("folds") and not held:
        due["text"] = "folds"
        return {"folded": True}
    if text.startswith("shows ") and held:
        due["text"] = text.replace("[", "").replace("]", "")
        value = text.partition("(")[2].removesuffix(")")
        return {} if state["known"] == "dealt" else {"cards": held[0], "known": "shown", "value": value}
    if text.startswith("mucks"):
        due["text"] = "mucks"
        return {}
    amounts = [_number(found, table.form) for found in _AMOUNT.findall(text)]
    texts = iter([_money(amount, table.form) for amount in amounts])
    due["text"] = re.sub(re.escape(table.form[0]) + _AMOUNT.pattern, lambda _: next(texts), text)
    due["text"] = due["text"].replace(" and is all-in", ", all-in")
    if not amounts:
        return {}
    amount = amounts[-1]
    if text.startswith("Uncalled bet "):
        due["text"] = f"gets the uncalled {_money(amount, table.form)} back"
        due["pot"] = _money(pot - amount, table.form)
        return {"stack": _money(stack + amount, table.form), "bet": _bet(bet - amount, table.form)}
    if text.startswith("collected "):
        paid = _money(amount, table.form)
        due["text"] = f"wins {paid} from the {text.rpartition(' from ')[2]}"
        due["pot"] = _money(pot - amount, table.form)
        return {"stack": _money(stack + amount, table.form), "won": say("replayer", "won", amount=paid)}
    if _PAYS.match(text):
        put = amount - bet if text.startswith("raises ") else amount
        due["pot"] = _money(pot + put, table.form)
        return {"stack": _money(stack - put, table.form), "bet": _bet(bet + put, table.form)}
    return {}


def _read_discard(text: str, state: State, held: list[list[str]], drawn: list[list[str]], due: Step) -> State:
    """Return what a discard changes: `held` has the cards that a line shows, `drawn` those of the line after it."""
    number = text.split(" ")[1]
    changes: State = {"draws": f"{state['draws']}-{number}".removeprefix("-"), "fresh": []}
    due["text"] = f"discards {number}"
    if not held:
        return changes | {"out": ["?"] * int(number)}
    changes["out"] = held[0]
    due["text"] += " ({out})"
    if drawn:
        changes |= {"cards": [card for each in drawn for card in each], "fresh": drawn[-1]}
        due["text"] += ", draws {fresh}, holds {cards} ({value})"
    return changes


def _predict_deal(table: _Table, line: int) -> dict[int, State]:
    """Return the states that change when the cards are dealt."""
    hidden: dict[int, State] = {
        place: {"cards": ["?"] * 4} for place in range(len(table.names)) if not table.away[place]
    }
    dealt = table.lines[line] if line < len(table.lines) else ""
    seat = _seat_of(table, dealt)
    if dealt.startswith("Dealt to ") and seat is not None:
        hidden[seat] = {"cards": _CARDS.findall(dealt)[-1].split(), "known": "dealt"}
    return hidden


def _predict_end(table: _Table, due: Step) -> Step:
    """Return the last step: the pot and the rake, and what each player won or lost."""
    amounts: list[str] = next(
        (_AMOUNT.findall(each) for each in table.lines if each.startswith("Total pot ")), []
    )
    if len(amounts) > 1:
        pot, rake = (_money(_number(amounts[nth], table.form), table.form) for nth in (0, -1))
        due["text"] = say("replayer", "result", pot=pot, rake=rake)
    for place, state in enumerate(table.states):
        if not table.away[place]:
            net = _number(state["stack"], table.form) - table.stacks[place]
            sign = MINUS if net < 0 else "+" if net else ""
            due["set"].setdefault(place, {})["net"] = sign + _money(abs(net), table.form)
    return due | {"part": say("replayer", "end"), "pot": ""}


def _price_of_call(table: _Table, bets: Sequence[str], seat: int, state: State) -> str | None:
    """Return the note of the price of a call, None if there is nothing to call."""
    amounts = [_number(bet, table.form) for bet in bets]
    price = min(max(amounts) - amounts[seat], _number(state["stack"], table.form))
    pot = _number(table.pot, table.form)
    if price <= 0:
        return None
    return say(
        "replayer",
        "call",
        price=_money(price, table.form),
        pot=table.pot,
        odds=decimal(pot_odds(pot, price)),
        required=percent(required_equity(pot, price)),
    )


def _with_cards(text: str, state: State) -> str:
    """Return a text with the cards of a state in the place of {cards} and the like."""
    for name in ("cards", "fresh", "out", "value"):
        value = state[name]
        text = text.replace(f"{{{name}}}", value if isinstance(value, str) else " ".join(value))
    return text


def _form(text: str) -> tuple[str, bool, str]:
    """Return how amounts are written: what is before them, whether they have cents, and what is after them."""
    found = _AMOUNT.search(text)
    if found is None:
        return "", False, ""
    return text[: found.start()], _CENTS.search(found[0]) is not None, text[found.end() :]


@lru_cache(maxsize=4096)
def _number(text: str, form: tuple[str, bool, str]) -> int:
    """Return an amount as a number of cents or chips; no amount is 0."""
    digits = _OTHERS.sub("", text)
    return int(digits or 0) * (
        100 if digits and form[1] and not _CENTS.search(text.removesuffix(form[2])) else 1
    )


def _money(number: int, form: tuple[str, bool, str]) -> str:
    before, cents, after = form
    return f"{before}{decimal(number / 100, 2) if cents else decimal(number, 0)}{after}"


def _bet(number: int, form: tuple[str, bool, str]) -> str:
    return _money(number, form) if number > 0 else ""

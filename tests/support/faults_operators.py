"""The faults that are put into the text of a correct hand: one function for each, `OPERATORS` lists them.

An operator takes the hand and chance, and returns a `Fault` or None where it does not apply. `right` are the lines
at which a reader may honestly point: the changed line, or one that contradicts it. `why` is a proof, from the text
alone, that nobody could notice the fault; the validator has no say in it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from badugi_hh.simulate.chance import Chance
from support.faults_text import (
    ACTIONS,
    AMOUNT,
    DECK,
    DRAWS,
    FULL_TILT,
    MARKERS,
    MONEY,
    RANKS,
    HandText,
    best,
    like,
    units,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand with one fault; `right` holds indexes of its lines, `line` the index of the first one changed."""

    lines: tuple[str, ...]
    right: frozenset[int]
    line: int
    before: str
    after: str
    why: str | None = None


Operator = Callable[[HandText, Chance], Fault | None]

OPERATORS: dict[str, Operator] = {}


def _operator(function: Operator) -> Operator:
    OPERATORS[function.__name__] = function
    return function


def _change(
    text: HandText, index: int, new: str, also: set[int] | None = None, why: str | None = None
) -> Fault | None:
    """Return the fault of one line that reads otherwise."""
    old = text.lines[index]
    if new == old:
        return None
    lines = (*text.lines[:index], new, *text.lines[index + 1 :])
    return Fault(lines, frozenset({index, *(also or ())}), index, old, new, why)


def _pick(chance: Chance, indexes: list[int]) -> int | None:
    return chance.pick(indexes) if indexes else None


def _other(text: HandText, chance: Chance, name: str | None) -> str | None:
    others = [other for other in text.dealt if other != name]
    return chance.pick(others) if others and name in text.dealt else None


def _amounts(line: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"(?<![\w.#]){AMOUNT}(?![\w%])", line))


def _with_amount(text: HandText, chance: Chance, line: str, start: int) -> str:
    """Return the line with one of its amounts from `start` on a bit more or less, never nothing."""
    matches = [match for match in _amounts(line) if match.start() >= start]
    match = chance.pick(matches)
    value = units(match[0])
    step = text.step
    size = chance.pick([step, 5 * step, text.stakes[0], text.stakes[1], value])
    value = value - size if value > size and chance.happens(0.5) else value + size
    return line[: match.start()] + like(match[0], value) + line[match.end() :]


def _amount_of(text: HandText, chance: Chance, index: int, also: set[int]) -> Fault | None:
    line, name = text.lines[index], text.who[index]
    start = line.index(name) + len(name) if name and not line.startswith("Uncalled") else 0
    return _change(text, index, _with_amount(text, chance, line, start), also)


def _money(text: HandText, index: int) -> set[int]:
    """Return the lines that a wrong amount at `index` contradicts: the next amounts of the round, and the pot."""
    later = [at for at in text.find(*MONEY) if at > index]
    right = {*later[:2], *text.find("pot"), *text.about(index, text.who[index])}
    if text.kinds[index] == "post":  # the blinds say who acts first, and at which price
        first_draw = next((at for at in text.find("draw", "summary") if at > index), index)
        right |= {at for at in text.find("post", *ACTIONS) if at < first_draw}
    return right


# --- whole lines


@_operator
def drop_line(text: HandText, chance: Chance) -> Fault | None:
    """Leave a line out."""
    index = 1 + chance.below(len(text.lines) - 1)
    lines = text.lines[:index] + text.lines[index + 1 :]
    right = {text.after(index), *text.about(index, text.who[index])}
    if text.kinds[index] in MONEY:
        right |= _money(text, index)
    if text.kinds[index] in MARKERS:
        right.update([at for at in text.find(*MARKERS) if at > index][:1])
    moved = frozenset(max(0, at - (at > index)) for at in right) | {min(index, len(lines) - 1)}
    gone = text.lines[index]
    return Fault(lines, moved, index, gone, "", _optional(text, index))


def _optional(text: HandText, index: int) -> str | None:
    """Prove that a hand is whole without a line: the client leaves such lines out of other hands."""
    match text.kinds[index]:
        case "talk":
            return "table talk does not change the play"
        case "capped" | "no_show":
            return "the client does not always write it"
        case "finished":
            return "a player without chips may buy in again, so a place need not follow"
        case "seat_out":
            return "nobody need sit at a seat that is not dealt in"
        case "dealt" if not _shows_cards(text):
            return "files of observers name no cards of anybody, and no other line names the hero's"
        case "shows" if not text.find("showdown"):
            return "a winner whom nobody called need not show"
    return None


def _shows_cards(text: HandText) -> bool:
    """Whether some line but the first deal names cards that only the client's own player can know."""
    if text.find("drew") or len(text.find("dealt")) > 1:
        return True
    return any(text.cards_in(index) for index in text.find("throws", "pat"))


def _counted(text: HandText, index: int) -> set[int]:
    """Return the lines that say how many cards are dealt for the draw in this line, and the line after them."""
    if text.kinds[index] not in DRAWS or text.words is not FULL_TILT:
        return set()
    later = [at for at in text.find("counted", "drew") if at > index]
    own = [at for at in later if text.who[at] == text.who[index]][:1]
    last = next((at for at in text.find(*ACTIONS, *MARKERS) if at > index), index)
    return {*own, *(at for at in later if at < last), last}


@_operator
def double_line(text: HandText, chance: Chance) -> Fault | None:
    """Write a line twice."""
    index = 1 + chance.below(len(text.lines) - 1)
    line = text.lines[index]
    lines = (*text.lines[: index + 1], line, *text.lines[index + 1 :])
    why = "table talk does not change the play" if text.kinds[index] == "talk" else None
    right = {index, index + 1} | {at + 1 for at in _counted(text, index)}
    return Fault(lines, frozenset(right), index + 1, line, f"{line} / {line}", why)


@_operator
def copy_line(text: HandText, chance: Chance) -> Fault | None:
    """Write a line of the hand once more somewhere else."""
    index, place = 1 + chance.below(len(text.lines) - 1), 2 + chance.below(len(text.lines) - 2)
    if place in {index, index + 1}:
        return None
    line = text.lines[index]
    lines = (*text.lines[:place], line, *text.lines[place:])
    why = None
    if text.kinds[index] == "talk":
        why = "table talk does not change the play"
    right = {place, index + (index >= place), text.after(place - 1) + 1}
    return Fault(lines, frozenset(right), place, text.lines[place], line, why)


@_operator
def swap_neighbours(text: HandText, chance: Chance) -> Fault | None:
    """Change the order of two lines that follow each other."""
    index = 1 + chance.below(len(text.lines) - 2)
    return _swap(text, index, index + 1)


@_operator
def swap_lines(text: HandText, chance: Chance) -> Fault | None:
    """Let two lines change places."""
    first, second = sorted(chance.sample(range(1, len(text.lines)), 2))
    return _swap(text, first, second)


def _swap(text: HandText, first: int, second: int) -> Fault | None:
    lines = list(text.lines)
    lines[first], lines[second] = lines[second], lines[first]
    if lines[first] == lines[second]:
        return None
    before = f"{text.lines[first]} / {text.lines[second]}"
    after = f"{lines[first]} / {lines[second]}"
    right = {first, second, text.after(first), *_counted(text, first), *_counted(text, second)}
    if text.kinds[first] == text.kinds[second] == "post":  # the summary says who posted what
        right |= text.about(second, text.who[first], text.who[second])
    for index in (first, second):
        if text.kinds[index] in MARKERS:
            right.update([at for at in text.find(*MARKERS) if at > index][:1])
    return Fault(tuple(lines), frozenset(right), first, before, after, _same_order(text, first, second))


def _same_order(text: HandText, first: int, second: int) -> str | None:
    """Prove that a swap changes no order that is known.

    It does not where the lines without table talk stay in order, nor between the winners of one pot.
    """
    kinds = [kind for kind in text.kinds[first : second + 1] if kind != "talk"]
    if len(kinds) < 2 and "talk" in {text.kinds[first], text.kinds[second]}:
        return "table talk does not change the play"
    pots = {tuple(re.findall(text.words.pot, text.lines[at])) for at in (first, second)}
    if kinds == ["collected", "collected"] and len(pots) == 1:
        return "the winners of one pot are named in no order that is known"
    if (
        kinds
        and {text.kinds[first], text.kinds[second]} <= set(DRAWS)
        and text.who[first] == text.who[second]
    ):
        lines = list(text.lines)
        lines[first], lines[second] = lines[second], lines[first]
        hidden = text.who[first] != text.hero and text.words is not FULL_TILT
        if hidden and HandText(tuple(lines)).deck_lasts():
            return "the cards are hidden, and the deck lasts just as long"
    return None


# --- parts that are missing


@_operator
def truncate_line(text: HandText, chance: Chance) -> Fault | None:
    """Cut a line off."""
    index = chance.below(len(text.lines))
    line = text.lines[index]
    cut = line[: 1 + chance.below(len(line) - 1)].rstrip() if len(line) > 1 else ""
    also = _money(text, index) if text.kinds[index] in MONEY else text.about(index, text.who[index])
    return _change(text, index, cut, also, _cut_is_whole(text, index, cut))


def _cut_is_whole(text: HandText, index: int, cut: str) -> str | None:
    """Prove that what is left of a line is a line that the client could have written there."""
    kind, line = text.kinds[index], text.lines[index]
    if text.kind_of(index, cut) != kind:
        return None
    gone = line[len(cut) :]
    if (
        kind in MONEY
        and units(_amounts(cut)[-1][0]) == units(_amounts(line)[-1][0])
        and not re.search("all.in| with ", gone)
    ):
        return "the amount is the same, without its last zero"
    if kind == "talk" and re.search(r" joins the table at seat #[0-9]+$", cut):
        return "table talk does not change the play"
    if kind == "finished" and cut.endswith(" place"):
        return "whether a place pays is not stated by the hand"
    if kind == "end" and gone == ", mucked":
        return "some files do not say in the summary that the winner mucked"
    if kind == "end" and cut.endswith(" mucked"):
        return "files of observers do not name mucked cards"
    if kind == "folds" and cut.endswith(" folds"):
        return "cards need not be shown in folding, and a disconnection need not be stated"
    if gone.strip() == "(disconnect)":
        return "a disconnection need not be stated"
    return None


@_operator
def truncate_hand(text: HandText, chance: Chance) -> Fault | None:
    """Leave out all lines from one on."""
    index = 1 + chance.below(len(text.lines) - 1)
    lines = text.lines[:index]
    # The last line there is, the one that counts the pot, or the first: a hand as a whole is named by it.
    right = frozenset({index - 1, 0, *(at for at in text.find("pot", "summary") if at < index)})
    why = None
    if all(kind == "talk" for kind in text.kinds[index:]):
        why = "table talk does not change the play"
    return Fault(lines, right, index, text.lines[index], "", why)


# --- who


def _of_one_line(operate: Callable[[HandText, Chance, int], Fault | None], **kinds: tuple[str, ...]) -> None:
    """List operators that change a line of these kinds."""

    def operator(text: HandText, chance: Chance, kinds: tuple[str, ...]) -> Fault | None:
        index = _pick(chance, text.find(*kinds))
        return None if index is None else operate(text, chance, index)

    OPERATORS.update({name: partial(operator, kinds=own) for name, own in kinds.items()})


def _change_name(text: HandText, chance: Chance, index: int) -> Fault | None:
    """Put another player's name into the line."""
    name = text.who[index]
    other = _other(text, chance, name)
    if name is None or other is None:
        return None
    new = text.lines[index].replace(name, other, 1)
    also = text.about(index, name, other)
    if text.kinds[index] in MONEY:
        also |= _money(text, index)
    return _change(text, index, new, also)


_of_one_line(
    _change_name,
    change_actor=(*ACTIONS, *DRAWS, "mucks", "uncalled"),
    change_blind_poster=("post",),
    change_winner=("collected",),
    change_shower=("shows",),
)


@_operator
def change_name_to_stranger(text: HandText, chance: Chance) -> Fault | None:
    """Change a letter of a name in one line of the play."""
    index = _pick(
        chance, text.find(*ACTIONS, *DRAWS, *MONEY, "shows", "mucks", "end", "seat", "dealt", "drew")
    )
    name = text.who[index] if index is not None else None
    if index is None or name is None:
        return None
    new = text.lines[index].replace(name, name[:-1] + ("x" if name[-1] != "x" else "y"), 1)
    return _change(text, index, new, text.about(index, name))


# --- how much


# The total pot counts every amount, so none is free.
_of_one_line(
    lambda text, chance, index: _amount_of(text, chance, index, _money(text, index)),
    change_amount=("calls", "bets", "raises"),
    change_blind_amount=("post",),
    change_uncalled=("uncalled",),
)


@_operator
def change_collected(text: HandText, chance: Chance) -> Fault | None:
    """Change what is collected. Total pot, rake, and the player's line in the summary hold it."""
    index = _pick(chance, text.find("collected"))
    if index is None:
        return None
    also = {*text.find("collected", "pot"), *text.about(index, text.who[index])}
    return _amount_of(text, chance, index, also)


@_operator
def change_rake(text: HandText, chance: Chance) -> Fault | None:
    """Change the rake. What is collected and the total pot hold it: the pot is what was put in."""
    return _change_pot_line(text, chance, lambda match, line: match.start() > line.index("| Rake"))


@_operator
def change_total_pot(text: HandText, chance: Chance) -> Fault | None:
    """Change the total pot."""
    return _change_pot_line(text, chance, lambda match, _: match.start() < len("Total pot  "))


@_operator
def change_side_pot(text: HandText, chance: Chance) -> Fault | None:
    """Change a main or side pot of the summary."""
    return _change_pot_line(
        text, chance, lambda match, line: len("Total pot  ") < match.start() < line.index("| Rake")
    )


def _change_pot_line(
    text: HandText, chance: Chance, wanted: Callable[[re.Match[str], str], bool]
) -> Fault | None:
    index = _pick(chance, text.find("pot"))
    if index is None:
        return None
    line = text.lines[index]
    matches = [match for match in re.finditer(rf"(?<=\s){AMOUNT}(?=[.\s]|$)", line) if wanted(match, line)]
    if not matches:
        return None
    match = chance.pick(matches)
    value, step = units(match[0]), text.step
    size = step * chance.pick([1, 5, 25])
    value = value - size if value >= size and chance.happens(0.5) else value + size
    new = line[: match.start()] + like(match[0], value) + line[match.end() :]
    return _change(text, index, new, set(text.find("collected")))


@_operator
def change_stack(text: HandText, chance: Chance) -> Fault | None:
    """Change the chips that a player begins with."""
    name = chance.pick(list(text.seats))
    seat = text.seats[name]
    line = text.lines[seat.line]
    match = re.search(rf"(?<=\(){AMOUNT}(?= in chips|\))", line)
    if match is None:
        return None
    put, unit = text.put_in.get(name, 0), text.step
    stack = chance.pick([seat.stack + unit, seat.stack - unit, seat.stack + 10 * unit, put, put // 2 or unit])
    stack -= stack % unit
    if stack <= 0:
        return None
    new = line[: match.start()] + like(match[0], stack) + line[match.end() :]
    own = {at for at, who in enumerate(text.who) if who == name and text.kinds[at] in MONEY}
    return _change(text, seat.line, new, own, _free_stack(text, name, stack))


def _free_stack(text: HandText, name: str, stack: int) -> str | None:
    """Prove that no line depends on a stack: the player is not dealt in, or has chips left with both stacks."""
    if not text.seats[name].dealt:
        return "a stack that is not in play is held by nothing"
    if name not in text.all_in and stack > text.put_in[name] < text.seats[name].stack:
        return "the player keeps chips, so the stack can be any amount above what they put in"
    return None


@_operator
def change_stakes(text: HandText, chance: Chance) -> Fault | None:
    """Change a stake of the header."""
    match = re.search(text.words.stakes, text.lines[0])
    if match is None:
        return None
    which = 1 + chance.below(2)
    value = units(match[which])
    value = chance.pick([value * 2, value + 100, value + 500])
    new = text.lines[0][: match.start(which)] + like(match[which], value) + text.lines[0][match.end(which) :]
    return _change(text, 0, new, set(text.find("post", "calls", "bets", "raises")))


@_operator
def change_all_in(text: HandText, chance: Chance) -> Fault | None:
    """Add `and is all-in`, or take it away. The stacks are known, so no mark is free."""
    marked = [index for index, line in enumerate(text.lines) if line.endswith(text.words.all_in)]
    if marked and chance.happens(0.5):
        index = chance.pick(marked)
        new = text.lines[index].removesuffix(text.words.all_in)
    else:
        unmarked = [index for index in text.find("calls", "bets", "raises", "post") if index not in marked]
        index = chance.pick(unmarked)
        new = text.lines[index] + text.words.all_in
    name = text.who[index]
    assert name is not None
    return _change(text, index, new, {text.seats[name].line})


# --- cards


@_operator
def change_card(text: HandText, chance: Chance) -> Fault | None:
    """Change one card in one line."""
    if not text.cards:
        return None
    index, old = chance.pick(text.cards)
    new = chance.pick([card for card in DECK if card != old])
    return _change_card(text, index, old, new)


@_operator
def repeat_card(text: HandText, chance: Chance) -> Fault | None:
    """Put a card that another line names in the place of a card."""
    if not text.cards:
        return None
    index, old = chance.pick(text.cards)
    others = sorted({card for at, card in text.cards if at != index and card != old})
    return _change_card(text, index, old, chance.pick(others)) if others else None


def _change_card(text: HandText, index: int, old: str, new: str) -> Fault | None:
    also = {at for at, card in text.cards if card in {old, new}}
    if text.kinds[index] == "end":
        also.update(text.find("collected"))  # a hand that is now the best, or no longer
    line = text.lines[index]
    start = line.index("[", line.index(text.who[index] or ""))
    changed = line[:start] + line[start:].replace(old, new, 1)
    return _change(text, index, changed, also, _free_card(text, index, old, new))


def _free_card(text: HandText, index: int, old: str, new: str) -> str | None:
    """Prove that a card is held by nothing but its own line.

    The old card is named there alone, the new one nowhere, and no value of the showdown rests on it: a hand named
    as mucked must be no better than the best that was shown.
    """
    cards = [card for _, card in text.cards]
    if cards.count(old) > 1 or new in cards:
        return None
    if text.kinds[index] == "shows":
        held = tuple(new if card == old else card for card in text.cards_in(index))
        described = text.lines[index].rpartition("]")[2]
        if text.find("showdown") or (described and best(held) != best(text.cards_in(index))):
            return None
    if text.kinds[index] == "end":
        held = tuple(new if card == old else card for card in text.cards_in(index))
        shown = [text.cards_in(at) for at in text.find("shows")]
        if " mucked [" not in text.lines[index]:
            return None
        described = text.lines[index].rpartition("]")[2]
        if described and best(held) != best(text.cards_in(index)):
            return None
        if len(held) == 4 and shown and best(held) <= min(best(hand) for hand in shown):
            return None
    return "the card is named once, and nothing rests on it"


@_operator
def move_card(text: HandText, chance: Chance) -> Fault | None:
    """Give a card of one player's last hand to another player, in all lines after the last draw."""
    shown = [index for index in text.find("shows", "end") if len(text.cards_in(index)) == 4]
    hands = {text.who[index]: text.cards_in(index) for index in shown}
    if len(hands) < 2:
        return None
    giver, taker = chance.sample(sorted(hands, key=str), 2)
    old, new = chance.pick(hands[taker]), chance.pick(hands[giver])
    lines = list(text.lines)
    changed = [index for index in shown if text.who[index] == taker]
    for index in changed:
        start = lines[index].rindex("[")
        lines[index] = lines[index][:start] + lines[index][start:].replace(old, new)
    right = {*changed, *(at for at, card in text.cards if card in {old, new})}
    first = changed[0]
    return Fault(tuple(lines), frozenset(right), first, text.lines[first], lines[first])


@_operator
def return_discard(text: HandText, chance: Chance) -> Fault | None:
    """Let the hero draw a card that they discarded, and hold it from then on."""
    drew = text.find("drew")
    thrown = [(at, card) for at in text.find("throws") for card in text.cards_in(at)]
    index = _pick(chance, drew)
    own = sorted({card for at, card in thrown if index is not None and at < index})
    if index is None or not own:
        return None
    drawn = text.lines[index].rpartition("[")[2].rstrip("]").split()
    old, new = chance.pick(drawn), chance.pick(own)
    hero = text.who[index]
    lines = list(text.lines)
    changed = [index] + [at for at, card in text.cards if at > index and card == old and text.who[at] == hero]
    for at in changed:
        head, bracket, tail = lines[at].rpartition("[") if at == index else lines[at].partition("[")
        lines[at] = head + bracket + re.sub(rf"\b{old}\b", new, tail)
    right = {*changed, *(at for at, card in text.cards if card == new)}
    return Fault(tuple(lines), frozenset(right), index, text.lines[index], lines[index])


@_operator
def change_description(text: HandText, chance: Chance) -> Fault | None:
    """Describe a hand as another. The cards stand beside it."""
    index = _pick(
        chance,
        [
            i
            for i in text.find("shows", "end")
            if re.search(r"(?:Badugi|[123]-card): [A-K0-9, ]+\)?$", text.lines[i], re.IGNORECASE)
        ],
    )
    if index is None:
        return None
    head, _, tail = text.lines[index].rpartition(": ")
    comma = ", " if ", " in tail else ","
    ranks = tail.rstrip(")").split(comma)
    place = chance.below(len(ranks))
    ranks[place] = chance.pick([rank for rank in RANKS if rank != ranks[place]])
    return _change(text, index, f"{head}: {comma.join(ranks)}{')' if tail.endswith(')') else ''}")


@_operator
def change_draw_count(text: HandText, chance: Chance) -> Fault | None:
    """Let a player draw another number of cards, or 5, or stand pat."""
    index = _pick(chance, text.find(*DRAWS))
    if index is None:
        return None
    name, line = text.who[index], text.lines[index]
    old = int(text.count(index)) if text.kinds[index] == "throws" else 0
    new = chance.pick([count for count in (0, 1, 2, 3, 4, 5) if count != old])
    bracket = re.search(r" \[[^\]]*\]$", line)
    tail = bracket[0] if bracket else ""
    who = f"{name}{text.words.after_name}"
    said = f"{who} discards {new} card{'s' if new > 1 else ''}{tail}" if new else f"{who} stands pat"
    also = {text.after(index)} if name == text.hero else set()
    also |= _counted(text, index)
    also |= {
        at for at in text.find(*DRAWS, "reshuffled") if at > index
    }  # where the deck runs out, or does not
    fault = _change(text, index, said, also)
    return fault and replace(fault, why=_free_count(text, fault, new))


def _free_count(text: HandText, fault: Fault, new: int) -> str | None:
    """Prove that a number of cards is held by nothing: nobody names them, and the deck lasts as the hand says."""
    if text.who[fault.line] == text.hero or new > 4 or not HandText(fault.lines).deck_lasts():
        return None
    if text.words is FULL_TILT:  # another line counts the cards that are dealt
        return None
    return "the cards are hidden, and the deck lasts just as long"


@_operator
def swap_draws(text: HandText, chance: Chance) -> Fault | None:
    """Let a player draw before the one who is due, the cards that come with each."""
    pairs = []
    starts = text.find(*DRAWS)
    for first, second in pairwise(starts):
        if text.who[first] != text.who[second] and all(
            kind in {"drew", "dealt", "talk"} for kind in text.kinds[first + 1 : second]
        ):
            pairs.append((first, second))
    if not pairs:
        return None
    first, second = chance.pick(pairs)
    end = second + 1
    while end < len(text.lines) and text.kinds[end] in {"drew", "dealt"}:
        end += 1
    lines = (*text.lines[:first], *text.lines[second:end], *text.lines[first:second], *text.lines[end:])
    right = {*range(first, end), *_counted(text, first), *_counted(text, second)}
    return Fault(lines, frozenset(right), first, text.lines[first], text.lines[second])


@_operator
def misplace_reshuffle(text: HandText, chance: Chance) -> Fault | None:
    """Reshuffle the deck before a draw that does not need it, and no longer where it was."""
    was = _pick(chance, text.find("reshuffled"))
    due = None if was is None else text.after(was)
    place = _pick(chance, [index for index in text.find(*DRAWS) if index != due])
    if place is None:
        return None
    lines = [*text.lines[:place], "The deck is reshuffled", *text.lines[place:]]
    right = {place, place + 1}
    if was is not None and due is not None:
        gone = was + (was >= place)
        del lines[gone]
        right = {index - (index > gone) for index in (*right, due + (due >= place))}
    return Fault(tuple(lines), frozenset(right), min(right), text.lines[place], "The deck is reshuffled")


# --- markers, the button, the summary


@_operator
def change_marker(text: HandText, chance: Chance) -> Fault | None:
    """Write another marker."""
    markers = text.find(*MARKERS)
    index = chance.pick(markers)
    names = (text.words.dealing, "FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "SHOW DOWN", "SUMMARY")
    new = chance.pick([f"*** {name} ***" for name in names if f"*** {name} ***" != text.lines[index]])
    return _change(text, index, new, {text.after(index)})


@_operator
def change_seat(text: HandText, chance: Chance) -> Fault | None:
    """Change the number of a seat line."""
    name = chance.pick(list(text.seats))
    seat = text.seats[name]
    new = chance.pick([number for number in range(1, 11) if number != seat.number])
    line = text.lines[seat.line].replace(f"Seat {seat.number}:", f"Seat {new}:", 1)
    # The order of the seats is the order of play, and a seat may stand twice.
    also = {other.line for other in text.seats.values() if other.number == new}
    also |= text.about(seat.line, name) | set(text.find("post", "table")) | _first_of_rounds(text)
    return _change(text, seat.line, line, also, _free_seat(text, name, new))


def _free_seat(text: HandText, name: str, new: int) -> str | None:
    """Prove that a seat may have this number: it is not dealt in, free, within the table and still in order."""
    if text.seats[name].dealt:
        return None  # its line of the summary has the number
    numbers = [new if other == name else seat.number for other, seat in text.seats.items()]
    if sorted(set(numbers)) == numbers and new <= text.size:
        return "nothing else names a seat that is not dealt in"
    return None


def _first_of_rounds(text: HandText) -> set[int]:
    """Return the lines in which the order from the button first shows: one after each marker, and each draw."""
    return {text.after(index) for index in text.find("dealing", "draw")} | set(
        text.find(*DRAWS, *ACTIONS, "shows")
    )


@_operator
def change_button(text: HandText, chance: Chance) -> Fault | None:
    """Give the button to another seat."""
    (index,) = text.find("table")
    match = re.search(r"(?<=[Ss]eat #)[0-9]+", text.lines[index])
    if match is None:
        return None
    old = int(match[0])
    new = chance.pick([number for number in range(1, 11) if number != old])
    line = text.lines[index][: match.start()] + str(new) + text.lines[index][match.end() :]
    tag = r"\(button\)|\(small blind\)" if text.words is FULL_TILT else r"\(button\)"
    also = {i for i in text.find("end") if re.search(tag, text.lines[i])}
    also |= _first_of_rounds(text)
    also |= {i for i in text.find("end") if text.lines[i].startswith(f"Seat {new}:")}
    return _change(text, index, line, also, _free_button(text, old, new))


def _free_button(text: HandText, old: int, new: int) -> str | None:
    """Prove that the button may be at a seat: both seats are not dealt in, and nobody sits between them."""
    numbers = sorted(seat.number for seat in text.seats.values() if seat.dealt)
    if {old, new} & set(numbers) or new > text.size:
        return None
    if sum(number < old for number in numbers) % len(numbers) == sum(
        number < new for number in numbers
    ) % len(numbers):
        return "both seats are empty, and the same player sits to their left"
    return None


@_operator
def change_summary_number(text: HandText, chance: Chance) -> Fault | None:
    """Change a seat, an amount or a draw in a line of the summary. The hand above holds each."""
    index = chance.pick(text.find("end"))
    line, name = text.lines[index], text.who[index]
    assert name is not None
    tail = len(line) - len(line.partition(name)[2])
    draw = re.search(r"after the (1st|2nd|3rd) Draw$", line)
    won = re.search(rf"(?<=\(){AMOUNT}(?=\))", line[tail:])
    claim = chance.pick([name for name, found in (("seat", True), ("draw", draw), ("won", won)) if found])
    if claim == "draw" and draw:
        other = chance.pick([word for word in ("1st", "2nd", "3rd") if word != draw[1]])
        new = line.replace(draw[0], f"after the {other} Draw")
    elif claim == "won" and won:
        new = line[:tail] + _with_amount(text, chance, line[tail:], won.start())
    else:
        number = text.seats[name].number
        new = f"Seat {chance.pick([n for n in range(1, 11) if n != number])}:" + line.partition(":")[2]
    clash = {at for at in text.find("end") if text.lines[at].startswith(new.partition(":")[0] + ":")}
    return _change(text, index, new, {text.seats[name].line, *clash, *text.find("pot")})


@_operator
def change_summary_tag(text: HandText, chance: Chance) -> Fault | None:
    """Take `(button)`, `(small blind)` or `(big blind)` away, or give it to another line of the summary."""
    tags = (" (button)", " (small blind)", " (big blind)", " (didn't bet)")
    tagged = [(index, tag) for index in text.find("end") for tag in tags if tag in text.lines[index]]
    if not tagged:
        return None
    index, tag = chance.pick(tagged)
    return _change(text, index, text.lines[index].replace(tag, "", 1))


@_operator
def change_end(text: HandText, chance: Chance) -> Fault | None:
    """Say otherwise how a player's hand ended."""
    index = chance.pick(text.find("end"))
    line, name = text.lines[index], text.who[index]
    assert name is not None
    head = line[: line.index(name) + len(name)]
    head += "".join(re.findall(r" \((?:button|small blind|big blind)\)", line))
    ends = (
        "folded before the Draw",
        "folded after the 2nd Draw",
        "mucked",
        "collected ($1)",
        "mucked [2c 3d 4h 5s]",
    )
    # Mucked without cards is how observers see any hand that was neither folded nor shown.
    new = f"{head} {chance.pick([end for end in ends if not line.startswith(f'{head} {end}') and not (' mucked' in line and end == 'mucked')])}"
    return _change(text, index, new, text.about(0, name) | set(text.find("pot")))

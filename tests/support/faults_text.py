"""What a hand's text says, read a second time by a few patterns: nothing here is shared with the parser.

The faults of `faults.py` are made on these lines, and what no reader could notice is proved from them.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

AMOUNT = r"[$€£]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,2})?"
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
RANKS = "A23456789TJQK"
DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")

_ALL_IN = r"(?: and is all-in)?"
_WHOLE = {
    "dealing": r"\*\*\* DEALING HANDS \*\*\*",
    "draw": r"\*\*\* (?:FIRST|SECOND|THIRD) DRAW \*\*\*",
    "showdown": r"\*\*\* SHOW DOWN \*\*\*",
    "summary": r"\*\*\* SUMMARY \*\*\*",
    "table": r"Table '.*' .*Seat #[0-9]+ is the button",
    "pot": r"Total pot .* \| Rake .*",
    "capped": r"Betting is capped",
    "reshuffled": r"The deck is reshuffled",
}
_BY_NAME = {  # the name stands in place of the number sign
    "seat_out": r"Seat [0-9]+: # \(.* in chips\)(?: is sitting out)? out of hand .*",
    "seat": rf"Seat [0-9]+: # \({AMOUNT} in chips(?:, \S+ bounty)?\)(?: is sitting out)?",
    "end": r"Seat [0-9]+: #(?: \((?:button|small blind|big blind)\))* (?:folded|collected|showed|mucked)\b.*",
    "post": rf"#: posts (?:small blind|big blind|small & big blinds|the ante) {AMOUNT}{_ALL_IN}",
    "dealt": r"Dealt to # \[[^\]]*\]",
    "drew": r"Dealt to # \[[^\]]*\] \[[^\]]*\]",
    "throws": r"#: discards [0-9] cards?\b.*",
    "pat": r"#: stands pat\b.*",
    "folds": r"#: folds\b.*",
    "checks": r"#: checks\b.*",
    "calls": rf"#: calls {AMOUNT}{_ALL_IN}",
    "bets": rf"#: bets {AMOUNT}{_ALL_IN}",
    "raises": rf"#: raises {AMOUNT} to {AMOUNT}{_ALL_IN}",
    "uncalled": rf"Uncalled bet \({AMOUNT}\) returned to #",
    "shows": r"#: shows \[.*",
    "mucks": r"#: mucks hand",
    "no_show": r"#: doesn't show hand",
    "collected": rf"# collected {AMOUNT} from (?:pot|main pot|side pot(?:-[0-9]+)?)",
    "finished": r"# (?:finished the tournament in .*|wins the tournament and .*)",
}
_OTHER_WHOLE = _WHOLE | {
    "dealing": r"\*\*\* HOLE CARDS \*\*\*",
    "draw": rf"{_WHOLE['draw']}(?: \(.*Pot: .*\))?",
    "table": r"The button is in seat #[0-9]+",
}
_OTHER_BY_NAME = {
    "seat": rf"Seat [0-9]+: # \({AMOUNT}\)(?:, is sitting out)?",
    "out": r"Seat [0-9]+: # is sitting out",
    "end": _BY_NAME["end"],
    "post": rf"# (?:posts (?:(?:the|a dead) (?:small|big) blind of )?|antes ){AMOUNT}(?:, and is all in)?",
    "dealt": _BY_NAME["dealt"],
    "drew": _BY_NAME["drew"],
    "counted": r"# is dealt [0-9] cards?",
    "throws": r"# discards [0-9] cards?\b.*",
    "pat": r"# stands pat\b.*",
    "folds": r"# folds",
    "checks": r"# checks",
    "calls": rf"# calls {AMOUNT}(?:, and is all in)?",
    "bets": rf"# bets {AMOUNT}(?:, and is all in)?",
    "raises": rf"# raises to {AMOUNT}(?:, and is all in)?",
    "uncalled": rf"Uncalled bet of {AMOUNT} returned to #",
    "shows": r"# shows \[.*",
    "mucks": r"# mucks",
    "collected": rf"# (?:wins|ties for) the (?:pot|main pot|side pot(?: #[0-9]+)?) \({AMOUNT}\).*",
}


@dataclass(frozen=True, slots=True)
class Words:
    """How a room writes what the faults change: patterns of lines, and parts of them."""

    whole: dict[str, str]
    by_name: dict[str, str]
    seat: str
    all_in: str
    dealing: str
    after_name: str
    stakes: str
    size: str
    pot: str

    def patterns(self) -> tuple[dict[str, re.Pattern[str]], dict[str, re.Pattern[str]]]:
        """Return the patterns of lines without and with a name, which is a zero byte in them."""
        named = {kind: pattern.replace("#", "\x00", 1) for kind, pattern in self.by_name.items()}
        return (
            {kind: re.compile(pattern) for kind, pattern in self.whole.items()},
            {kind: re.compile(pattern) for kind, pattern in named.items()},
        )


POKERSTARS = Words(
    whole=_WHOLE,
    by_name=_BY_NAME,
    seat=rf"Seat (?P<seat>[0-9]+): (?P<name>.+) \((?P<stack>{AMOUNT}) in chips\b",
    all_in=" and is all-in",
    dealing="DEALING HANDS",
    after_name=":",
    stakes=rf"\((?P<low>{AMOUNT})/(?P<high>{AMOUNT})(?=[ )])",
    size=r" ([0-9]+)-max",
    pot=r" from (.*)",
)
FULL_TILT = Words(
    whole=_OTHER_WHOLE,
    by_name=_OTHER_BY_NAME,
    seat=rf"Seat (?P<seat>[0-9]+): (?P<name>.+) \((?P<stack>{AMOUNT})\)",
    all_in=", and is all in",
    dealing="HOLE CARDS",
    after_name="",
    stakes=rf" - (?P<low>{AMOUNT})/(?P<high>{AMOUNT})(?= - )",
    size=r" \(([0-9]+) max\)",
    pot=r" the (.*) \(",
)
_PATTERNS = {words.dealing: words.patterns() for words in (POKERSTARS, FULL_TILT)}

MARKERS = ("dealing", "draw", "showdown", "summary")
ACTIONS = ("folds", "checks", "calls", "bets", "raises")
DRAWS = ("throws", "pat")
MONEY = ("post", "calls", "bets", "raises", "uncalled", "collected")


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat line: the line's index, the number, the stack in the smallest unit, whether cards are dealt there."""

    line: int
    number: int
    stack: int
    dealt: bool


def units(amount: str) -> int:
    """Return an amount in cents, or chips as hundreds of one: `$1.05` is 105, `60` is 6000."""
    whole, _, part = amount.lstrip("$€£").replace(",", "").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") if part else 0)


def like(amount: str, value: int) -> str:
    """Return a value of `units` written as an amount of the same money."""
    sign = amount[0] if amount[0] in "$€£" else ""
    return f"{sign}{value // 100}" + (f".{value % 100:02d}" if value % 100 else "")


def best(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """Return the value of a Badugi hand by trying all its subsets: the lower, the better."""
    values = []
    for size in range(1, 5):
        for subset in combinations(cards, size):
            ranks, suits = {card[0] for card in subset}, {card[1] for card in subset}
            if len(ranks) == len(suits) == size:
                values.append((-size, sorted((RANKS.index(rank) for rank in ranks), reverse=True)))
    return min(values)


class HandText:
    """The lines of one hand, without blank lines and trailing blanks: the kind and the player of each."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.words = FULL_TILT if lines[0].startswith("Full") else POKERSTARS
        self.play, self.named = _PATTERNS[self.words.dealing]
        self.seats: dict[str, Seat] = {}
        for index, line in enumerate(lines):
            if line.startswith("*** "):
                break
            if match := re.match(self.words.seat, line):
                stack = units(match["stack"])
                # Who is sitting out is dealt in all the same, and folded by the room.
                dealt = " out of hand (" not in line
                self.seats[match["name"]] = Seat(index, int(match["seat"]), stack, dealt)
        self._longest = sorted(self.seats, key=len, reverse=True)
        read = [self._read(index, line) for index, line in enumerate(lines)]
        self.kinds = tuple(kind for kind, _ in read)
        self.who = tuple(name for _, name in read)
        for name in {self.who[index] for index in self.find("out")} & self.seats.keys():
            self.seats[name] = replace(self.seats[name], dealt=False)

    def _read(self, index: int, line: str) -> tuple[str, str | None]:
        if index == 0:
            return "header", None
        for kind, pattern in self.play.items():
            if pattern.fullmatch(line):
                return kind, None
        for name in self._longest:
            if name in line:
                marked = line.replace(name, "\x00", 1)
                for kind, pattern in self.named.items():
                    if pattern.fullmatch(marked):
                        return kind, name
        return "talk", None

    def kind_of(self, index: int, line: str) -> str:
        """Return what another line would be in this place."""
        return self._read(index, line)[0]

    def find(self, *kinds: str) -> list[int]:
        """Return the indexes of the lines of these kinds."""
        return [index for index, kind in enumerate(self.kinds) if kind in kinds]

    @cached_property
    def id(self) -> str:
        """The hand's number."""
        return self.lines[0].partition("#")[2].partition(":")[0]

    @cached_property
    def dealt(self) -> tuple[str, ...]:
        """The names that are dealt cards, by seat."""
        return tuple(name for name, seat in self.seats.items() if seat.dealt)

    @cached_property
    def hero(self) -> str | None:
        """The name whose cards are named when they are dealt."""
        return next((self.who[index] for index in self.find("dealt", "drew")), None)

    @cached_property
    def put_in(self) -> dict[str, int]:
        """What each player put in altogether, an uncalled bet not taken off."""
        put = dict.fromkeys(self.dealt, 0)
        round_ = dict.fromkeys(self.dealt, 0)
        blinds = [index for index in self.find("post") if "small & big" not in self.lines[index]]
        for index, (kind, name, line) in enumerate(zip(self.kinds, self.who, self.lines, strict=True)):
            if kind == "draw":
                round_ = dict.fromkeys(self.dealt, 0)
            if name not in put or kind not in MONEY[:4]:
                continue
            amounts = [units(each) for each in re.findall(AMOUNT, line.partition(name)[2])]
            more = amounts[-1] - round_[name] if kind == "raises" else amounts[-1]
            put[name] += more
            live = more
            if kind == "post" and re.search(r"the ante|antes", line):
                live = 0
            elif kind == "post" and "small & big" in line:
                live = min(more, self.stakes[0])
            elif (
                kind == "post"
                and "small blind" in line
                and any("big blind" in self.lines[i] for i in blinds if i < index)
            ):
                live = 0
            round_[name] += live
        return put

    @cached_property
    def left_with(self) -> dict[str, int]:
        """What each player has when the hand is over."""
        left = {name: self.seats[name].stack - put for name, put in self.put_in.items()}
        for index in self.find("uncalled", "collected"):
            line, name = self.lines[index], self.who[index]
            rest = line.replace(name or "", "", 1)
            match = re.search(AMOUNT, rest)
            if name in left and match:
                left[name] += units(match[0])
        return left

    @cached_property
    def stakes(self) -> tuple[int, int]:
        """The two amounts of the header."""
        match = re.search(self.words.stakes, self.lines[0])
        assert match, self.lines[0]
        return units(match["low"]), units(match["high"])

    @cached_property
    def step(self) -> int:
        """The smallest unit of its amounts, in those of `units`: a cent, or one chip."""
        return 100 if re.search(r"Tournament #|Sit & Go \(", self.lines[0]) else 1

    @cached_property
    def size(self) -> int:
        """The number of seats of the table, 10 where the text does not say it."""
        found = re.search(self.words.size, "\n".join(self.lines[:2]))
        return int(found[1]) if found else 10

    @cached_property
    def all_in(self) -> set[str]:
        """The names with a line that says that the player is all-in."""
        return {
            name
            for name, line in zip(self.who, self.lines, strict=True)
            if name and line.endswith(self.words.all_in)
        }

    @cached_property
    def cards(self) -> list[tuple[int, str]]:
        """Every card that is named, with the index of its line."""
        return [
            (index, card)
            for index, (kind, line) in enumerate(zip(self.kinds, self.lines, strict=True))
            if kind != "talk"
            for group in re.findall(r"\[[^\]]*\]", line)
            for card in CARD.findall(group)
            if index
        ]

    def cards_in(self, index: int) -> tuple[str, ...]:
        """Return the cards named in a line."""
        return tuple(card for at, card in self.cards if at == index)

    def deck_lasts(self) -> bool:
        """Return whether the deck is reshuffled just where a draw asks for more cards than are left.

        The new deck has every card that no player still in the hand holds.
        """
        players = set(self.dealt)
        left, short = 52 - 4 * len(players), False
        for index, kind in enumerate(self.kinds):
            name = self.who[index]
            if kind == "folds" and name:
                players.discard(name)
            elif kind == "reshuffled":
                before, left, short = left, 52 - 4 * len(players), True
            elif kind in DRAWS:
                count = int(self.count(index)) if kind == "throws" else 0
                if count > left or (short and count <= before):
                    return False
                left, short = left - count, False
        return not short

    def count(self, index: int) -> str:
        """Return the number of cards that a discard line says."""
        match = re.search(r" discards ([0-9])", self.lines[index])
        assert match, self.lines[index]
        return match[1]

    def after(self, index: int) -> int:
        """Return the index of the next line that is no table talk, or the last line's."""
        return next(
            (later for later in range(index + 1, len(self.lines)) if self.kinds[later] != "talk"),
            len(self.lines) - 1,
        )

    def about(self, index: int, *names: str | None) -> set[int]:
        """Return the first later line of each name, and its line in the summary."""
        found: set[int] = set()
        for name in names:
            if name is not None:
                own = [at for at, who in enumerate(self.who) if who == name]
                found.update([at for at in own if at > index][:1])
                found.update(at for at in own if self.kinds[at] == "end")
        return found

"""The histories that benchmarks import: simulated ones, and real ones multiplied with new names, suits and numbers.

And a plain `re` field extractor that reads them, with which the import is compared.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.history.write import HAND_GAP, write
from badugi_hh.simulate import simulate, write_files

_SUITS = "cdhs"
_CARDS = re.compile(r"\[[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*\]")
_HANDS_PER_FILE = 1_000

_SEAT = re.compile(r"Seat (\d+): (.+) \(\D?([\d.]+) in chips").match
_DEALT = re.compile(r"Dealt to (.+?) \[([^\]]*)\](?: \[([^\]]*)\])?").match
_TABLE = re.compile(r"Table '([^']*)' (\d+)-max Seat #(\d+)").match
_HEADER = re.compile(r"PokerStars .*?#(\d+): +(.*?) - .*?(\d{4}/\d\d/\d\d [\d:]+)").match
_OTHER = re.compile(
    r"(.+): (folds|checks|calls|bets|raises|posts|discards|stands pat|shows|mucks)"
    r"(?: [^\d\[]*([\d.]+))?(?: to \D?([\d.]+))?(?:[^\[]*\[([^\]]*)\])?"
    r"|(.+) collected \D?([\d.]+)"
    r"|Uncalled bet \(\D?([\d.]+)\) returned to (.+)"
    r"|Total pot \D?([\d.]+).*Rake \D?([\d.]+)"
).match


def write_simulated(number: int, seed: int, folder: Path) -> int:
    """Write simulated hands into `folder` as the client does, and return their number."""
    write_files(simulate(number, seed), folder)
    return number


def write_multiplied(real: Path, number: int, seed: int, folder: Path) -> int:
    """Write `number` hands made from the Badugi hands under `real`, and return their number; 0 if there are none.

    Each copy of the real hands has other player names, suits and hand numbers; chat is removed, amounts are kept.
    """
    hands = list(_badugi_hands(real))
    if not hands:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(seed)  # noqa: S311 -- reproducible
    texts: list[str] = []
    for copy in range(-(-number // len(hands))):
        suits = str.maketrans(_SUITS, "".join(random.sample(_SUITS, 4)))
        names: dict[str, str] = {}

        def rename(name: str, names: dict[str, str] = names, copy: int = copy) -> str:
            return names.setdefault(name, f"{chr(97 + random.randrange(26))}layer {copy}-{len(names)}")

        for place, hand in enumerate(hands):
            renamed = replace(anonymize(hand, rename), id=str(10**12 + copy * len(hands) + place))
            text = _CARDS.sub(lambda cards: cards[0].translate(suits), write(renamed))  # noqa: B023 -- used at once
            texts.append(text + "\n" * (HAND_GAP + 1))
    for start in range(0, number, _HANDS_PER_FILE):
        piece = "".join(texts[start : min(start + _HANDS_PER_FILE, number)])
        (folder / f"{start:08}.txt").write_text(piece, encoding="utf-8", newline="")
    return number


def _badugi_hands(real: Path) -> Iterable[Hand]:
    for source in find_sources([real], []):
        blocks, _ = read_blocks(source)
        for block in blocks:
            hand = parse(block).hand
            if hand is not None and hand.game == "Badugi":
                yield hand


def extract(text: str) -> list[list[tuple[str, ...]]]:
    """Return for each hand of a file the fields of each line that an expression matches.

    That is the least that a Python program can do to read a history: it checks nothing and drops what it does not know.
    """
    hands: list[list[tuple[str, ...]]] = []
    fields: list[tuple[str, ...]] = []
    for line in text.split("\n"):
        if line.startswith("Seat "):
            match = _SEAT(line)
        elif line.startswith("*** "):
            continue
        elif line.startswith("Dealt to "):
            match = _DEALT(line)
        elif line.startswith("Table "):
            match = _TABLE(line)
        elif match := _HEADER(line):
            fields = []
            hands.append(fields)
        else:
            match = _OTHER(line)
        if match:
            fields.append(match.groups())
    return hands

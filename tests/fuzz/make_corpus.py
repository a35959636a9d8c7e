"""Writes the corpus that a search begins with: `python tests/fuzz/make_corpus.py`, from the checkout.

The hands are simulated: one of each game that `tests/faults.py` breaks, one file of two hands, and one in UTF-16.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]

from support.faults import simulated  # noqa: E402 - run as a program, this file finds its checkout

CORPUS = HERE / "corpus"


def files():
    """Return the files of the corpus by name."""
    texts = ["\n".join(hand_text.lines) + "\n" for hand_text in simulated(9, 8)]
    made = {f"hand-{number}.txt": text.encode() for number, text in enumerate(texts, 1)}
    shortest = sorted(texts, key=len)
    made["two-hands.txt"] = f"\ufeff{shortest[0]}\n\n\n{shortest[1]}".replace("\n", "\r\n").encode()
    made["utf-16.txt"] = shortest[0].encode("utf-16")
    return made


if __name__ == "__main__":
    CORPUS.mkdir(exist_ok=True)
    for name, data in files().items():
        (CORPUS / name).write_bytes(data)

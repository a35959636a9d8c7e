"""The problem codes by name: `badugi_hh/problems/codes.toml` declares each of them with its severity and its texts."""

import tomllib
from pathlib import Path

from badugi_hh.problems.problem import Code, Severity

HAND_EDITED = (
    "The hand was edited, damaged in copying, or played under other rules. Export it again from the client; "
    "if it is as the client wrote it, please report the hand."
)
"""The advice of a code that declares none."""

NO_VALUES = "No values are reported."
"""What a code says of its values if it declares none."""


def _read_codes() -> dict[str, Code]:
    declared = tomllib.loads(Path(__file__).with_name("codes.toml").read_text(encoding="utf-8"))
    return {
        id_: Code(
            id_,
            Severity(texts["severity"]),
            texts["title"],
            texts["why"],
            texts.get("values", NO_VALUES),
            texts.get("advice", HAND_EDITED),
            texts["example"],
        )
        for id_, texts in declared.items()
    }


CODES = _read_codes()
"""All codes by number, in the order of `docs/codes.md`."""

# Text: the file as a whole.
BINARY = CODES["T01"]
NO_HANDS = CODES["T02"]
STRAY_TEXT = CODES["T03"]
LOCALIZED = CODES["T04"]
OTHER_SITE = CODES["T05"]
UNREAD_LINE = CODES["T06"]
COPIED = CODES["T07"]

# Grammar: a line, or the order of lines, that no form covers.
BAD_HEADER = CODES["G01"]
UNKNOWN_LINE = CODES["G02"]
MISPLACED_LINE = CODES["G03"]
CUT_OFF = CODES["G04"]
BAD_AMOUNT = CODES["G05"]
BAD_CARDS = CODES["G06"]
UNKNOWN_NAME = CODES["G07"]
BAD_TIME = CODES["G08"]
TIME_IN_DOUBT = CODES["G09"]

# Shape: what every hand must have.
BAD_SEATS = CODES["H01"]
CANCELLED = CODES["H02"]
UNUSUAL_ORDER = CODES["H03"]
UNUSUAL_STAKES = CODES["H04"]
UNUSUAL_BLIND = CODES["H05"]

# Rules: what the engine does not allow.
OUT_OF_TURN = CODES["R01"]
ILLEGAL_ACTION = CODES["R02"]
WRONG_AMOUNT = CODES["R03"]
OVER_CAP = CODES["R04"]
NOT_REOPENED = CODES["R05"]
UNFINISHED_ROUND = CODES["R06"]
BAD_BLIND = CODES["R07"]
BAD_ALL_IN = CODES["R08"]
BAD_DRAW = CODES["R09"]
BAD_RESHUFFLE = CODES["R10"]
BAD_CAP_LINE = CODES["R11"]
SHOWDOWN_ORDER = CODES["R12"]
SHOWN_ONCE = CODES["R13"]

# Cards: what the known cards contradict.
CARD_TWICE = CODES["C01"]
NOT_HELD = CODES["C02"]
OWN_DISCARD = CODES["C03"]
WRONG_COUNT = CODES["C04"]
WRONG_DESCRIPTION = CODES["C05"]
MISSING_CARDS = CODES["C06"]

# Money: what the amounts contradict.
WRONG_UNCALLED = CODES["M01"]
WRONG_POT = CODES["M02"]
WRONG_COLLECTED = CODES["M03"]
WRONG_WINNER = CODES["M04"]
ODD_RAKE = CODES["M05"]
LARGER_CHIPS = CODES["M06"]

# Summary: where it contradicts the hand above it.
WRONG_SEAT_SUMMARY = CODES["S01"]
MISSING_SEAT_SUMMARY = CODES["S02"]
STILL_IN = CODES["S03"]

# Across hands: these belong to the table and quarantine no hand.
VIEWS_DISAGREE = CODES["X01"]
CHIPS_LOST = CODES["X02"]
BUTTON_SKIPPED = CODES["X03"]
REPEATED = CODES["X04"]
NUMBER_TWICE = CODES["X05"]
BLINDS_DIFFER = CODES["X06"]
NOT_DEALT = CODES["X07"]

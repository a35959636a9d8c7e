"""Judges lines of no known form in a tournament summary: what each could have changed, if it were read.

Where the answer is not certain, it is the one that leaves more unknown. What such a line states is never taken from it.
"""

import re
from collections.abc import Collection
from enum import StrEnum

_OF_BUY_IN = re.compile(r"buy-?\s?in", re.IGNORECASE)
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_OF_PLACE = re.compile(r"finish|place|eliminat|knocked|bust", re.IGNORECASE)
_OF_A_PLACE = re.compile(r"([0-9]{1,9})(?:st|nd|rd|th)?\b")
_OF_RECIPIENT = re.compile(r"\byour?\b", re.IGNORECASE)
_OF_COST = re.compile(
    r"\bmade\b|pa(?:y|id)|bought|\bbuy|re-?buy|ent(?:er|r)|add-?on|spent|cost|\bfees?\b", re.IGNORECASE
)
_OF_WINNINGS = re.compile(
    r"\bwon\b|\bwin|award|prize|bount|ticket|\bseat|receiv|collect|credit|earn", re.IGNORECASE
)
_OF_AMOUNT = re.compile(r"[0-9]|[$€£₹]")
_OF_MONEY = re.compile(
    r"\byour?\b|re-?ent(?:er|r)|re-?b(?:uy|ought)|add-?on|bount|award|prize|buy-?\s?in|bought|receiv|\bcollect|\bearn"
    r"|\b(?:won|wins?|winnings|made|pay|pays|paid|payments?|spent|costs?|fees?|entry|entries|enters?|entered|tickets?|seats?|credit(?:s|ed)?)\b",
    re.IGNORECASE,
)
"""What a line below a summary and a blank line is about, if it has an amount; addresses have none of these words."""


class Unknown(StrEnum):
    """What a line leaves open about the recipient of a summary; the value completes "what the player …"."""

    COST = "paid"
    WINNINGS = "won"
    BOTH = "paid and won"


def states_buy_in(text: str) -> bool:
    """Return whether a line may state the buy-in."""
    return _OF_BUY_IN.search(text) is not None


def states_own_place(text: str) -> bool:
    """Return whether a line may state the place of the recipient."""
    you = _YOU.search(text)
    return you is not None and _OF_PLACE.search(text, you.end()) is not None


def place_of(text: str) -> int | None:
    """Return the place of a line that may be one of the list of players."""
    number = _OF_A_PLACE.match(text)
    return None if number is None else int(number[1])


def concerns_player(text: str, players: Collection[str]) -> bool:
    """Return whether a line can say what the recipient or one of these players paid or won: `Rebuys made: 3 for $5.00.`

    Other text has no number, no word for such a payment and no name of a player, or no more than one of them.
    """
    if text.startswith(("You ", "Your ")) and find_unknown(text) is not None:
        return True
    return _OF_AMOUNT.search(text) is not None and (
        _OF_MONEY.search(text) is not None or any(is_named(name, text) for name in players)
    )


def find_unknown(text: str, *, of_recipient: bool = False, below_start: bool = False) -> Unknown | None:
    """Return what a line leaves open about the recipient, None for nothing.

    `of_recipient` is true if all lines are about the recipient, because there is no list of players. Lines below those
    that describe the tournament (`below_start`) can be about the recipient without a word that says so.
    """
    cost, winnings, number = (form.search(text) is not None for form in (_OF_COST, _OF_WINNINGS, _OF_AMOUNT))
    addressed = _OF_RECIPIENT.search(text) is not None
    if not (
        of_recipient
        or (addressed and (number or cost or winnings))
        or (below_start and number and (cost or winnings))
    ):
        return None
    if cost == winnings:
        return Unknown.BOTH
    return Unknown.COST if cost else Unknown.WINNINGS


def is_named(name: str, text: str) -> bool:
    """Return whether a text has a name as a word of its own."""
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

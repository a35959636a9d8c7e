"""Splits the text of a tournament summary into its lines, each of one kind; `grammars/pokerstars-summary.lark` has them.

No line is lost: what has no known form is of the kind `UNKNOWN`. What the lines mean is up to `summary_reader`.

An amount is in the currency of the summary's code: a sign alone does not say which, `$` is also that of Canadian dollars.
Of a line of no known form, only what it could have changed is judged, and where that is not certain, more is left unknown.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from lark import Lark, Token

from badugi_hh.history.money import SIGNS, AmountError, Money, currency_of, read_amount
from badugi_hh.installation import data_folder

UNKNOWN = "UNKNOWN"
FOOTER = "FOOTER"
LONGEST_LINE = 1000
"""The number of characters of a line beyond which it is of no known form; names and countries are far shorter."""

_HEADER = re.compile(r"(?:PokerStars|Full Tilt) Tournament #[0-9]+, ")
_OTHER = re.compile(r"(?!Target )[A-Za-z][^\n]{0,40} Tournament (?:Summary |#[0-9]+[,:])")
_COUNTRY = re.compile(r" \((.*)\),(?: (.*))?$")
_NAME = re.compile(r"(.+?)(?: \[([2-9]|[1-9][0-9]{1,2})\])?")
_BLANKS = "".join(char for char in map(chr, range(1, 0x3001)) if char.isspace() or char < " ") + "\ufeff"
"""What is stripped from a line: white space and control characters, of which some files have one before a header."""
POINTS = {"FPP", "SC"}  # the room's own points are no money
_TICKETS = ("T$", "W$")  # what only buys into tournaments
AMOUNT = re.compile(r"(?:([A-Z]{3}) )?([^0-9]*)([0-9][0-9.,]*)(?: ([A-Z]{3}))?")
_GROUPED = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]{1,2})?")
_CHIPS_IN_PARTS = re.compile(r"[0-9,]+\.[0-9]{1,2}")  # play money divided among several
_WORD = re.compile(r"[^\W\d_]{2,}")  # a ticket and points have one, an amount of money only its code
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


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its kind, its text, the numbers of its first and its last line, and the groups of its terminal."""

    kind: str
    text: str
    number: int
    last: int
    groups: tuple[str | Any, ...]


def is_summary_header(line: str) -> bool:
    """Return whether a line is the first one of a summary that can be read."""
    return "Tournament #" in line and _HEADER.match(line.lstrip(_BLANKS)) is not None


def is_footer(line: str) -> bool:
    """Return whether a line is one that the room writes below its mails."""
    return _grammar()[1][FOOTER].fullmatch(line.strip(_BLANKS)) is not None


def begins_other_summary(line: str) -> bool:
    """Return whether a line begins like the summary of a tournament in another form, as other rooms write it."""
    return _OTHER.match(line.lstrip(_BLANKS)) is not None and not is_summary_header(line)


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, numbered from 1."""
    lark, patterns = _grammar()
    plain = "\n".join(line.strip(_BLANKS) for line in text.split("\n")) + "\n"
    lines = []
    for token in lark.parse(plain).scan_values(lambda node: isinstance(node, Token)):
        match = patterns[token.type].fullmatch(token)
        assert match is not None  # noqa: S101 -- Lark found the token by this expression
        first, written = token.line or 1, token.rstrip("\n")
        kind, groups = (token.type, match.groups()) if len(written) <= LONGEST_LINE else (UNKNOWN, (written,))
        lines.append(Line(kind, written, first, first + written.count("\n"), groups))
    return lines


@cache
def _grammar() -> tuple[Lark, Mapping[str, re.Pattern[str]]]:
    text = (data_folder("grammars") / "pokerstars-summary.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr", lexer="basic")
    return lark, {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in lark.terminals}


def split_entry(text: str) -> tuple[str, int, str, str] | None:
    """Return the name, the number of the entry, the country and the end of a line of the list; None unless one split leaves the parentheses of the country in pairs.

    Both may have parentheses: `TH(The age) (Antwerpen),` and `chelsearule5 (herne bay kent (uk)),`.
    """
    splits = (
        (text[: start.start()], match[1], match[2] or "")
        for start in re.finditer(r" \(", text)
        if (match := _COUNTRY.match(text, start.start())) and _is_paired(match[1])
    )
    first, second = next(splits, None), next(splits, None)
    if first is None or second is not None or not first[0]:
        return None
    named, country, end = first
    name = _NAME.fullmatch(named)
    assert name is not None  # noqa: S101 -- the expression matches every text that is not empty
    return name[1], int(name[2] or 1), country, end


def _is_paired(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def read_prize(text: str, code: str | None) -> Money:
    """Return a prize. A ticket, points, and play chips with decimals are no amount.

    Raises:
        AmountError: it is an amount, but not one of the summary's currency.
    """
    amount = AMOUNT.fullmatch(text)
    iso = (amount[1] or amount[4]) if amount else None
    without_code = text.replace(iso, "", 1) if iso and iso not in POINTS else text
    if (
        text.startswith(_TICKETS)
        or _WORD.search(without_code)
        or (code is None and _CHIPS_IN_PARTS.fullmatch(text))
    ):
        return Money(text, None, None)
    return read_money(text, code)


def read_money(text: str, code: str | None) -> Money:
    """Return an amount in the currency of a summary, whose `code` is None if it has none: `$80.00`, `EUR 0.90`, `1,500`.

    With a code, a sign only confirms it: `$` can be that of any currency that has no other sign. Without a code, the sign
    decides, and an amount without a sign is chips. Thousands have a comma.

    Raises:
        AmountError: the sign or the code is of another currency, or the digits are not an amount.
    """
    amount = AMOUNT.fullmatch(text)
    if amount is None or not _GROUPED.fullmatch(amount[3]):
        raise AmountError(f"{text} is not an amount in {code or 'chips'}", text)
    before, sign, digits, after = amount.groups()
    iso, sign = before or after, sign.strip()
    currency = iso or code or currency_of(sign)
    usual = SIGNS.get(currency or "")
    if sign:
        fits = currency is not None and currency_of(sign) == (currency if usual else "USD")
    else:
        fits = usual is None or iso is not None
    if not fits or (code is not None and currency != code):
        raise AmountError(f"{text} is not an amount in {code or currency or 'chips'}", text)
    plain = digits.replace(",", "")
    value = read_amount(plain, None) if currency is None else read_amount(f"${plain}", "USD")
    return Money(text, value, currency)


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

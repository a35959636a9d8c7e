"""Converts amounts between text (`$0.25`, `€5`, `1500`) and integers: cents for a currency, chips otherwise."""

from dataclasses import dataclass
from functools import lru_cache

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
"""The sign before an amount, by currency: the project's only table of currency signs."""

_CURRENCIES = {sign: currency for currency, sign in SIGNS.items()} | {"Rs": "INR", "Rs.": "INR"}
_SIGN_CHARACTERS = "".join(_CURRENCIES) + " "

MAX_DIGITS = 15
"""The longest whole part of an amount; sums of the amounts of a hand fit into the database's 64-bit integers."""


class AmountError(ValueError):
    """An amount that is not valid in its hand: another currency, or too many digits; `found` is its text."""

    def __init__(self, message: str, found: str) -> None:
        super().__init__(message)
        self.found = found


@dataclass(frozen=True, slots=True)
class Money:
    """A prize or a bounty: its text, and its value in cents of `currency`, or in chips where that is None.

    `amount` is None where the text is no amount: a ticket, a seat in another tournament.
    """

    text: str
    amount: int | None
    currency: str | None

    def __str__(self) -> str:
        return self.text


def currency_of(text: str) -> str | None:
    """Return the ISO code for the sign of an amount, or None for chips."""
    sign = text.rstrip("0123456789., ")
    return _CURRENCIES.get(sign.strip()) if sign else None


@lru_cache(maxsize=4096)
def read_amount(text: str, currency: str | None) -> int:
    """Return an amount in cents of `currency`, or in chips (`currency` None).

    Raises:
        AmountError: the sign is not that of `currency`, or the digits are not a valid amount.
    """
    if currency_of(text) != currency:
        raise AmountError(f"{text} is not in {currency or 'chips'}, the unit of this hand", text)
    digits = text.lstrip(_SIGN_CHARACTERS)
    whole, point, cents = digits.partition(".")
    number = whole.isdecimal() and whole.isascii()
    if not number or (point and (currency is None or not cents.isdecimal() or len(cents) > 2)):
        raise AmountError(f"{text} is not an amount in {currency or 'chips'}", text)
    if len(whole) > MAX_DIGITS:
        raise AmountError(f"{text} has more than {MAX_DIGITS} digits", text)
    return int(whole) if currency is None else int(whole) * 100 + int(cents.ljust(2, "0"))


@lru_cache(maxsize=4096)
def read_money(text: str) -> Money:
    """Return a prize or a bounty, in the currency of its own sign."""
    currency = currency_of(text)
    try:
        return Money(text, read_amount(text, currency), currency)
    except AmountError:
        return Money(text, None, None)


def write_amount(amount: int, sign: str) -> str:
    """Return an amount as the client writes it: `$5`, `$6.80`, or chips `1500`.

    `sign` is the sign of the currency, empty for chips.
    """
    if not sign:
        return str(amount)
    whole, cents = divmod(amount, 100)
    return f"{sign}{whole}.{cents:02}" if cents else f"{sign}{whole}"

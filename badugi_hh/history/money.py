"""Amounts as written (`$0.25`, `€5`, `1500`) as integers: cents where a currency is played, chips otherwise."""

from functools import lru_cache

_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "Rs": "INR", "Rs.": "INR"}

MOST_DIGITS = 15
"""Longest whole part of an amount: sums of a table's amounts still fit the database's 64 bits."""

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
"""The sign before an amount, by currency."""


class AmountError(ValueError):
    """An amount that does not fit the hand: another currency, or more digits than it has; `found` is its text."""

    def __init__(self, message: str, found: str) -> None:
        super().__init__(message)
        self.found = found


def currency_of(text: str) -> str | None:
    """Return the ISO code that the sign of an amount stands for, or None for chips."""
    sign = text.rstrip("0123456789., ")
    return _CURRENCIES.get(sign.strip()) if sign else None


@lru_cache(maxsize=4096)
def read_amount(text: str, currency: str | None) -> int:
    """Return an amount in cents of the currency that its sign stands for, or in chips (`currency` None).

    Raises:
        AmountError: another sign than the hand's, or digits that make no amount.
    """
    if currency_of(text) != currency:
        raise AmountError(f"{text} is not in {currency or 'chips'}, which the hand is played for", text)
    digits = text.lstrip("$€£₹Rs. ")
    whole, point, cents = digits.partition(".")
    number = whole.isdecimal() and whole.isascii()
    if not number or (point and (currency is None or not cents.isdecimal() or len(cents) > 2)):
        raise AmountError(f"{text} is no amount of {currency or 'chips'}", text)
    if len(whole) > MOST_DIGITS:
        raise AmountError(f"{text} has more than {MOST_DIGITS} digits", text)
    return int(whole) if currency is None else int(whole) * 100 + int(cents.ljust(2, "0"))


def write_amount(amount: int, sign: str) -> str:
    """Return an amount as the client writes it: `$5`, `$6.80`, and without a sign plain chips.

    `sign` is the currency's sign, or empty for chips.
    """
    if not sign:
        return str(amount)
    whole, cents = divmod(amount, 100)
    return f"{sign}{whole}.{cents:02}" if cents else f"{sign}{whole}"

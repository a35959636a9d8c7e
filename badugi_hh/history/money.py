"""Converts amounts between text (`$0.25`, `€5`, `1500`) and integers: cents for a currency, chips otherwise.

The currency is that of the header's code. A sign says which currency it is only where there is no code: many currencies
are written with `$`. Every currency is counted in hundredths, also one that has no cents, such as JPY.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
"""The sign before an amount, by currency: the project's only table of currency signs.

These currencies have no other sign, and `$` alone is also that of other currencies, which are shown by their codes.
"""

_SHARED = "$"
_CURRENCIES = {sign: currency for currency, sign in SIGNS.items()} | {
    "Rs": "INR",
    "Rs.": "INR",
    "US$": "USD",
}
# The sign of another currency: `C$`, `R$`, `¥`, `kr`, `zł`. Words and points (`FPP`, `SC`) are none, nor is `T$`, which
# buys into tournaments only.
_OTHER_SIGN = re.compile(
    r"(?![TW]\$)[A-Z]{0,2}[$¥฿\u20a0-\u20ab\u20ad-\u20b8\u20ba-\u20cf]|[A-Z]?[^\W\dA-Z_]{1,2}\.?"
)
_CODE = re.compile(r" ([A-Z]{3})$")

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

    @property
    def shown(self) -> str:
        """Return the text; with its code, `5.40 CAD`, where the sign would be taken for that of another currency."""
        if self.amount is None or self.currency is None or self.currency in SIGNS:
            return self.text
        return write_money(self.amount, self.currency)


@dataclass(frozen=True, slots=True)
class MoneyUnit:
    """What the amounts of a hand are in.

    `sign` is before each of them, empty for chips. `code` is the currency in the header: that of the amounts if they have a
    sign, else that of the prizes of the tournament; None where there is none.
    """

    code: str | None = None
    sign: str = ""

    @property
    def currency(self) -> str | None:
        """Return the currency of the amounts, None for chips."""
        return self.code if self.sign else None


def split_sign(text: str) -> tuple[str, str]:
    """Return the sign of an amount as written, with the blank after it, and the rest: `Rs. ` and `5`."""
    sign = text.rstrip("0123456789., ")
    rest = text[len(sign) :]
    if sign[-1:].isalpha():
        rest = rest.removeprefix(".")
    digits = rest.lstrip(" ")
    return text[: len(text) - len(digits)], digits


def sign_of(text: str) -> str:
    """Return the sign of an amount; `₹` also for `Rs.`"""
    sign = split_sign(text)[0].strip()
    currency = _CURRENCIES.get(sign)
    return sign if currency is None else SIGNS[currency]


def currency_of(text: str) -> str | None:
    """Return the ISO code for the sign of an amount without a code, None for chips and for an unknown sign."""
    return _CURRENCIES.get(split_sign(text)[0].strip())


def is_in(text: str, currency: str | None) -> bool:
    """Return whether the sign of an amount can be that of a currency; an amount in chips (None) has none."""
    sign = split_sign(text)[0].strip()
    if currency is None:
        return not sign
    if currency in SIGNS:
        return _CURRENCIES.get(sign) == currency
    return sign == _SHARED or (sign not in _CURRENCIES and bool(_OTHER_SIGN.fullmatch(sign)))


@lru_cache(maxsize=4096)
def read_amount(text: str, currency: str | None) -> int:
    """Return an amount in cents of `currency`, or in chips (`currency` None).

    Raises:
        AmountError: the sign cannot be that of `currency`, or the digits are not a valid amount.
    """
    if not is_in(text, currency):
        raise AmountError(f"{text} is not in {currency or 'chips'}, the unit of this hand", text)
    digits = split_sign(text)[1]
    whole, point, cents = digits.partition(".")
    number = (whole.isdecimal() and whole.isascii()) or (not whole and cents)
    if not number or (point and (currency is None or not cents.isdecimal() or len(cents) > 2)):
        raise AmountError(f"{text} is not an amount in {currency or 'chips'}", text)
    if len(whole) > MAX_DIGITS:
        raise AmountError(f"{text} has more than {MAX_DIGITS} digits", text)
    return int(whole) if currency is None else int(whole or 0) * 100 + int(cents.ljust(2, "0"))


@lru_cache(maxsize=4096)
def read_in(text: str, unit: MoneyUnit) -> int:
    """Return an amount of a hand, in cents or chips.

    Raises:
        AmountError: the sign is not that of the hand's other amounts, or the digits are not a valid amount.
    """
    amount = read_amount(text, unit.currency)
    if sign_of(text) != unit.sign:
        raise AmountError(f"{text} has another sign than the stakes of this hand, {unit.sign}", text)
    return amount


@lru_cache(maxsize=4096)
def read_money(text: str, code: str | None = None) -> Money:
    """Return a prize or a bounty of a tournament whose header has this currency.

    Where the sign cannot be that of the code, or there is no code, the currency is that of the sign.
    """
    currency = code if code is not None and is_in(text, code) else currency_of(text)
    try:
        return Money(text, read_amount(text, currency), currency)
    except AmountError:
        return Money(text, None, None)


@lru_cache(maxsize=256)
def currency_of_buy_in(text: str | None) -> str | None:
    """Return the currency of a buy-in, `$2.00+$0.20 USD`: that of its code, else that of its sign.

    It is None for chips, for points (`50FPP`) and for a buy-in that is free or not stated.
    """
    parts, currency = split_buy_in(text)
    return currency if sign_of(parts[0]) else None


def split_buy_in(text: str | None) -> tuple[list[str], str | None]:
    """Return the amounts of a buy-in as texts, and its code, else the currency of its sign."""
    text = (text or "").strip()
    code = _CODE.search(text)
    parts = _CODE.sub("", text).split("+")
    return parts, code[1] if code else currency_of(parts[0])


def write_amount(amount: int, sign: str) -> str:
    """Return an amount as the client writes it: `$5`, `$6.80`, or chips `1500`.

    `sign` is the sign of the currency, empty for chips.
    """
    return f"{sign}{write_cents(amount)}" if sign else str(amount)


def write_money(amount: int, currency: str) -> str:
    """Return an amount with its currency: `$6.80`, or with the code `6.80 CAD` where that has no sign of its own."""
    sign = SIGNS.get(currency)
    return write_amount(amount, sign) if sign else f"{write_cents(amount)} {currency}"


def write_cents(amount: int) -> str:
    """Return cents as text: `5`, `6.80`."""
    whole, cents = divmod(amount, 100)
    return f"{whole}.{cents:02}" if cents else str(whole)

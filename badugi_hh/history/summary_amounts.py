"""Reads the amounts of a tournament summary, which are all in the currency of its code.

A sign alone does not say which currency an amount is in: `$` is also that of Canadian dollars.
"""

import re

from badugi_hh.history.money import SIGNS, AmountError, Money, currency_of, read_amount

POINTS = {"FPP", "SC"}  # the room's own points are no money
_TICKETS = ("T$", "W$")  # what only buys into tournaments
AMOUNT = re.compile(r"(?:([A-Z]{3}) )?([^0-9]*)([0-9][0-9.,]*)(?: ([A-Z]{3}))?")
_GROUPED = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]{1,2})?")
_CHIPS_IN_PARTS = re.compile(r"[0-9,]+\.[0-9]{1,2}")  # play money divided among several
_WORD = re.compile(r"[^\W\d_]{2,}")  # a ticket and points have one, an amount of money only its code


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

"""Damaged copies of the first line of a hand."""

from collections.abc import Iterator


def damage(header: str) -> Iterator[str]:
    """Yield a header cut off, without some characters, with one of them changed, and with two that changed places."""
    for at in range(len(header)):
        yield header[:at]
        for length in (1, 2, 3):
            yield header[:at] + header[at + length :]
        for char in "x( -,":
            yield header[:at] + char + header[at + 1 :]
        yield header[:at] + header[at : at + 2][::-1] + header[at + 2 :]

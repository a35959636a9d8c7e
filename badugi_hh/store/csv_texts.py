"""Writes the texts of a CSV file so that a spreadsheet does not execute them, and so that each can be read back exactly."""

import polars as pl

ESCAPE = "'"
"""The character in front of an escaped text, which a spreadsheet does not execute."""

# A text that begins with one of these can be a formula; the last four are full-width forms.
_ESCAPED = f"^(?:[{ESCAPE}=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|$)"

READING = (
    "In text columns (VARCHAR) a text that is empty, or begins with ' or with a character that starts a formula in a "
    "spreadsheet (= + - @, their full-width forms, tab, line end), has one ' in front. To get the exact text, remove one ' "
    "from the start of each cell that begins with it."
)
"""How to read the texts back, for people."""


TIME = "%Y-%m-%d %H:%M:%S%.f"
"""The format of times."""


def escape_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame in which no text is empty or begins like a formula; only columns of texts change."""
    texts = (pl.col(name) for name, kind in frame.schema.items() if kind == pl.String)
    return frame.with_columns(
        pl.when(text.str.contains(_ESCAPED)).then(text.str.replace("^", ESCAPE)).otherwise(text)
        for text in texts
    )


def as_csv(frame: pl.DataFrame) -> str:
    """Return a frame as the text of a CSV file."""
    return escape_texts(frame).write_csv(datetime_format=TIME)

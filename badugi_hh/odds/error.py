"""The error of a question about odds; loaded without NumPy."""


class OddsError(ValueError):
    """A question about odds that has no answer; the message is one line that says what to do."""

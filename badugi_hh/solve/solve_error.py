"""The error of a question about solved games; loaded without NumPy."""


class SolveError(ValueError):
    """A game that cannot be solved, or a table or line that has no answer; the message is one line that says what to do."""

"""The error of a question about solved games; loaded without NumPy."""

from badugi_hh.user_error import UserError


class SolveError(UserError, ValueError):
    """A game that cannot be solved, or a table or line that has no answer; the message is one line that says what to do."""

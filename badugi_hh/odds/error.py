"""The error of a question about odds; loaded without NumPy."""

from badugi_hh.user_error import UserError


class OddsError(UserError, ValueError):
    """A question about odds that has no answer; the message is one line that says what to do."""

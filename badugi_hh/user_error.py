"""The errors that a user can correct, loaded without a library; the message of each is one line that says what to do."""


class UserError(Exception):
    """An error that the user can correct: an unusable file, name, option or question."""


class OddsError(UserError, ValueError):
    """A question about odds that has no answer; the message is one line that says what to do."""


class SolveError(UserError, ValueError):
    """A game that cannot be solved, or a table or line that has no answer; the message is one line that says what to do."""

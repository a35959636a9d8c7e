"""The base of the errors that a user can correct; the message of each is one line that says what to do."""


class UserError(Exception):
    """An error that the user can correct: an unusable file, name, option or question."""

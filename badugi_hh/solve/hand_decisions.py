"""The reasons why no solver judges decisions and draws of played hands, and the steps of what is stored of the others."""

from badugi_hh.solve.known import Reason

OTHER_LIMIT = "other limit"
OTHER_BLINDS = "other blinds"
OTHER_CAP = "other cap"
SHORT_STACK = "short stack"
MORE_PLAYERS = "more than two players"
TOO_MANY = "more than eight players"
NO_TABLE = "no table of the spot"
OUTSIDE = "line outside the table"
UNKNOWN = "cards unknown"
FORCED = "made by the site"
RARE, UNSURE = str(Reason.RARE), str(Reason.UNSURE)
REASONS = (
    OTHER_LIMIT,
    OTHER_BLINDS,
    OTHER_CAP,
    SHORT_STACK,
    MORE_PLAYERS,
    TOO_MANY,
    NO_TABLE,
    OUTSIDE,
    RARE,
    UNSURE,
    UNKNOWN,
    FORCED,
)
"""Why nothing is claimed of a decision."""

STEPS, LEVELS = 100, 255
"""A big bet has so many steps of a stored cost, and so many parts are stored of how often an option is taken."""

"""The tables of the database by name: `badugi_hh/facts/schema.toml` declares each of them with its columns.

The store creates its tables from this list, `row_columns` has a list for each column of the rows of a replay, and
`docs/schema.md` is generated from it.
"""

from badugi_hh.facts.schema import DECLARED, TableSchema

TOURNAMENT_CHIPS, PLAY_CHIPS = "tournament chips", "play chips"
"""The denominations that are not money."""
GAMES = {TOURNAMENT_CHIPS: "tournament", PLAY_CHIPS: "play money"}
"""The games that are not played for money, by denomination; all other denominations belong to cash games."""

META = DECLARED["meta"]
FILES = DECLARED["files"]
HANDS = DECLARED["hands"]
HAND_TEXTS = DECLARED["hand_texts"]
SEATS = DECLARED["seats"]
EVENTS = DECLARED["events"]
DECISIONS = DECLARED["decisions"]
DRAWS = DECLARED["draws"]
PROBLEMS = DECLARED["problems"]
QUARANTINE = DECLARED["quarantine"]
DUPLICATES = DECLARED["duplicates"]
PSEUDONYMS = DECLARED["pseudonyms"]
ALIASES = DECLARED["aliases"]
TOURNAMENT_SUMMARIES = DECLARED["tournament_summaries"]
TOURNAMENT_PLACES = DECLARED["tournament_places"]
TAGS = DECLARED["tags"]
NOTES = DECLARED["notes"]

TABLES: tuple[TableSchema, ...] = tuple(DECLARED.values())
"""All tables, in the order of `docs/schema.md`."""

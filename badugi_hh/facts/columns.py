"""The tables of the database, column by column: the schema is declared here and nowhere else.

The store creates its tables from this list, facts fill them in this order, and `docs/schema.md` is derived.
Amounts are integers in the hand's unit: cents in money games, chips in tournaments and play money.
NULL means that the text does not say.
"""

from badugi_hh.facts.junk_dimensions import DECISION_DIMENSIONS, DRAW_DIMENSIONS, SEAT_DIMENSIONS
from badugi_hh.facts.schema import Table, table

TOURNAMENT_CHIPS, PLAY_CHIPS = "tournament chips", "play chips"
"""What is no money: amounts of each are added up by themselves."""
GAMES = {TOURNAMENT_CHIPS: "tournament", PLAY_CHIPS: "play money"}
"""The games that are not played for money, by denomination; all other denominations belong to cash games."""

_KEY = ("hand_key", "INTEGER", "the hand, an integer of this database")
_SEAT = ("seat", "TINYINT", "seat number at the table")
_PLAYER = ("player", "VARCHAR", "screen name")
_POSITION = (
    "position",
    "VARCHAR",
    "BTN, SB, BB, and before them CO, HJ, MP, EP; heads-up the button is SB",
)
_KNOWLEDGE = (
    "knowledge",
    "VARCHAR",
    "how his cards are known: dealt (own file), shown (his last hand), back (that hand, earlier: pat since), or NULL",
)
_EXTRA_BLIND = (
    "extra_blind",
    "BOOLEAN",
    "posted a live big blind out of turn, so that he may check before the first draw",
)

META = table(
    "meta",
    "one row that says what kind of database this is",
    ("schema_version", "INTEGER", "version of these tables; an older one is upgraded, a newer one refused"),
    ("tool", "VARCHAR", "badugi-hh and its version, which made the tables"),
    ("created_at", "TIMESTAMP", "when, in UTC"),
)

FILES = table(
    "files",
    "one row per file that was imported",
    ("file_key", "INTEGER", "the file, an integer of this database"),
    ("path", "VARCHAR", "path as given, with the member's name inside an archive"),
    ("size", "BIGINT", "bytes"),
    ("sha256", "VARCHAR", "hash of the bytes: a file already known is not read again"),
    ("hands_seen", "INTEGER", "hands in the file = stored + duplicates + other games + quarantined"),
    ("stored", "INTEGER", "hands stored from this file"),
    ("duplicates", "INTEGER", "hands that were known already"),
    ("other_games", "INTEGER", "hands of other games"),
    ("quarantined", "INTEGER", "hands with an error, kept whole in the quarantine"),
    ("imported_at", "TIMESTAMP", "when, in UTC"),
)

HANDS = table(
    "hands",
    "one row per Badugi hand",
    _KEY,
    ("site", "VARCHAR", "the room, PokerStars"),
    ("hand_id", "VARCHAR", "the site's number of the hand, as text"),
    ("played_at", "TIMESTAMP", "when, in UTC; NULL where the zone is unknown"),
    ("local_time", "VARCHAR", "date and time as written"),
    ("zone", "VARCHAR", "time zone as written"),
    ("time_ambiguous", "BOOLEAN", "played in the doubled hour at the end of daylight saving time"),
    ("table_name", "VARCHAR", "name of the table"),
    ("game", "VARCHAR", "cash, tournament or play money"),
    ("betting", "VARCHAR", "fixed, pot, half-pot or no-limit"),
    ("small_bet", "BIGINT", "bet before and after the first draw (fixed limit); small blind otherwise"),
    ("big_bet", "BIGINT", "bet after the second and third draw (fixed limit); big blind otherwise"),
    ("stakes", "VARCHAR", "as written, for example $0.25/$0.50 or 20/40"),
    ("currency", "VARCHAR", "ISO code; NULL where chips are played"),
    ("unit", "VARCHAR", "cent or chip: what amounts count"),
    (
        "denomination",
        "VARCHAR",
        "what amounts are counted in, such as USD cents, tournament chips or play chips; only like ones are added",
    ),
    ("tournament_id", "VARCHAR", "number of the tournament"),
    ("level", "VARCHAR", "tournament level as written"),
    ("buy_in", "VARCHAR", "buy-in as written"),
    (
        "entry_pool",
        "BIGINT",
        "part of the buy-in for the prizes, in cents or play chips; NULL where it is not told or paid in points",
    ),
    ("entry_bounty", "BIGINT", "part of the buy-in that is the bounty; NULL as entry_pool"),
    ("entry_fee", "BIGINT", "part of the buy-in that the room keeps; NULL as entry_pool"),
    ("entry_currency", "VARCHAR", "ISO code of the buy-in; NULL where it is unknown, free or play chips"),
    ("max_seats", "TINYINT", "seats of the table"),
    ("button", "TINYINT", "seat of the button"),
    ("players", "TINYINT", "players dealt in"),
    ("total_pot", "BIGINT", "all pots, rake included"),
    ("rake", "BIGINT", "taken by the room"),
    ("rules", "VARCHAR", "the rules the hand was checked under"),
    ("cancelled", "BOOLEAN", "the room cancelled the hand"),
    ("status", "VARCHAR", "ok, or warned where a warning stands in problems"),
    former_names={"purse": "denomination"},
)

HAND_TEXTS = table(
    "hand_texts",
    "one row per view of a hand: two people's files of one hand are two views",
    _KEY,
    ("hero", "VARCHAR", "whose cards the file shows; NULL for an observer"),
    ("file_key", "INTEGER", "file it came from"),
    ("line", "INTEGER", "first line of the hand in that file"),
    ("text", "VARCHAR", "the hand as written, line ends normalized"),
)

SEATS = table(
    "seats",
    "one row per player and hand, dealt in or not",
    _KEY,
    ("site", "VARCHAR", "the room, as in hands"),
    ("hand_id", "VARCHAR", "the site's number of the hand, as in hands"),
    _SEAT,
    _PLAYER,
    ("hero", "BOOLEAN", "this player's cards were dealt openly in a file of this hand"),
    ("stack", "BIGINT", "chips before the hand"),
    _POSITION,
    ("dealt", "BOOLEAN", "was dealt cards"),
    ("sitting_out", "BOOLEAN", "was sitting out when the hand began, not only later in it"),
    _EXTRA_BLIND,
    ("put_in", "BIGINT", "all that went into the pot, less the uncalled bet that came back"),
    ("won", "BIGINT", "collected from all pots, or paid by the room to who cashed out"),
    ("net", "BIGINT", "won - put_in"),
    ("rake_share", "BIGINT", "part of the rake by share of the pot put in, largest remainders up"),
    ("rake_dealt", "BIGINT", "part of the rake if all players dealt in pay alike, largest remainders up"),
    ("rake_won", "BIGINT", "part of the rake by share of what was collected, largest remainders up"),
    ("reach", "BIGINT", "chips, rake included, of the pots that were his to win at the end; 0 after a fold"),
    ("hand_0", "VARCHAR", "cards dealt, where known"),
    ("hand_1", "VARCHAR", "cards after the first draw, where known"),
    ("hand_2", "VARCHAR", "cards after the second draw, where known"),
    ("hand_3", "VARCHAR", "cards after the third draw, where known"),
    ("known_0", "VARCHAR", "how hand_0 is known: dealt, shown, back"),
    ("known_1", "VARCHAR", "how hand_1 is known"),
    ("known_2", "VARCHAR", "how hand_2 is known"),
    ("known_3", "VARCHAR", "how hand_3 is known"),
    ("value_0", "SMALLINT", "value of hand_0, 1 (4-3-2-A) to 1092 (K)"),
    ("value_1", "SMALLINT", "value of hand_1"),
    ("value_2", "SMALLINT", "value of hand_2"),
    ("value_3", "SMALLINT", "value of hand_3"),
    ("starting_class", "VARCHAR", "badugi, three-card, two-card or one-card, of hand_0"),
    ("draw_line", "VARCHAR", "cards drawn at each draw taken, for example 2-1-0"),
    ("drawn_1", "TINYINT", "cards drawn at the first draw, 0 = pat, NULL = was not there"),
    ("drawn_2", "TINYINT", "cards drawn at the second draw"),
    ("drawn_3", "TINYINT", "cards drawn at the third draw"),
    ("forced_1", "VARCHAR", "sitting_out or timed_out where the room acted for him at the first draw"),
    (
        "snowed",
        "TINYINT",
        "first draw at which he chose to stand pat without a badugi; NULL if none, or his cards were not dealt openly",
    ),
    ("walk", "BOOLEAN", "big blind to whom everybody folded"),
    ("decisions_0", "SMALLINT", "own decisions before the first draw, forced ones left out"),
    ("voluntary_0", "SMALLINT", "calls, bets and raises among them"),
    ("raises_0", "SMALLINT", "raises among them"),
    ("saw_draw", "BOOLEAN", "was live at the first draw"),
    ("showdown", "BOOLEAN", "was live when the last betting ended with two or more players"),
    (
        "result",
        "VARCHAR",
        "folded, won uncontested, won at showdown, lost at showdown, cancelled or not dealt",
    ),
    ("pots_shared", "TINYINT", "pots among those won that were split with another player"),
    ("shown", "BOOLEAN", "all four of his last cards were shown, or named in the summary"),
    ("place", "INTEGER", "place in which he left the tournament in this hand; NULL if he did not"),
    (
        "prize",
        "BIGINT",
        "what came with the place, in cents or chips, 0 where its line names nothing; NULL if it is no amount",
    ),
    ("prize_currency", "VARCHAR", "ISO code of the prize"),
    (
        "bounty_won",
        "BIGINT",
        "bounties won in this hand, in cents or chips; NULL in money games and where shares cannot be told",
    ),
    ("rebought", "BOOLEAN", "bought chips again at this hand of a tournament"),
    junk_dimensions=SEAT_DIMENSIONS,
)

EVENTS = table(
    "events",
    "every event of every hand in order",
    _KEY,
    ("n", "INTEGER", "order within the hand, from 1"),
    ("line", "INTEGER", "line within the hand, from 1"),
    ("round", "TINYINT", "number of draws begun: 0 before the first draw … 3; NULL in the summary"),
    ("kind", "VARCHAR", "name of the event"),
    ("seat", "TINYINT", "seat of the player; NULL for others and for the table"),
    _PLAYER,
    ("amount", "BIGINT", "chips of the event"),
    ("raised_to", "BIGINT", "the player's total of the round after a raise"),
    ("cards", "VARCHAR", "cards named by the event"),
    ("count", "TINYINT", "cards discarded"),
    ("all_in", "BOOLEAN", "marked as all-in"),
    ("text", "VARCHAR", "further words: kind of post, pot, table talk"),
)

DECISIONS = table(
    "decisions",
    "one row per betting decision",
    _KEY,
    ("n", "INTEGER", "order of the event within the hand"),
    _SEAT,
    _PLAYER,
    ("hero", "BOOLEAN", "the player is a hero of the hand"),
    ("round", "TINYINT", "0 before the first draw … 3 after the third"),
    _POSITION,
    ("price", "BIGINT", "chips to call, at most the stack"),
    ("pot", "BIGINT", "chips in all pots before the action"),
    (
        "pot_to_win",
        "BIGINT",
        "chips among them that a call could win: less than pot where his stack cannot match what others put in",
    ),
    ("live", "TINYINT", "players who have not folded, this one included"),
    ("opponents_able", "TINYINT", "live opponents who still have chips"),
    _EXTRA_BLIND,
    ("behind", "TINYINT", "players who still get to act in this round if this one checks or calls"),
    ("level_full", "SMALLINT", "full bets faced: 0 none, 1 a bet or the big blind, 2 a raise, 3, 4 = cap"),
    ("level_any", "SMALLINT", "bets and raises faced, short all-ins counted too"),
    ("callers", "SMALLINT", "calls since the last bet or raise of this round"),
    ("limpers", "SMALLINT", "calls of the big blind before any raise (round 0)"),
    ("own_actions", "SMALLINT", "own decisions of this round before"),
    ("own_last", "VARCHAR", "own last action of this round: check, call, bet or raise"),
    ("own_voluntary", "SMALLINT", "own calls, bets and raises of this round before"),
    ("limped", "BOOLEAN", "round 0: called the big blind before anybody had raised"),
    ("folded_to", "BOOLEAN", "round 0: nobody but the blinds has put chips in"),
    ("blinds_only", "BOOLEAN", "nobody is live but the small and the big blind"),
    ("opener", "VARCHAR", "position of the player who made the first raise before the first draw, so far"),
    ("opened", "BOOLEAN", "made that raise himself"),
    ("aggressor", "BOOLEAN", "made the last bet or raise of an earlier round with one"),
    ("previous_aggressor", "BOOLEAN", "made the last bet or raise of the round before"),
    (
        "aggressor_behind",
        "BOOLEAN",
        "another player made the last bet or raise of the round before and still acts in this round",
    ),
    (
        "previous_cbet",
        "BOOLEAN",
        "opened the betting of the round before, having made the last bet or raise of the one before that",
    ),
    ("previous_bets", "SMALLINT", "bets and raises of the round before; NULL before the first draw"),
    ("last_to_act", "BOOLEAN", "acts last of all players who can act in this round"),
    ("can_raise", "BOOLEAN", "a bet or raise is allowed, or was made"),
    ("own_draw", "TINYINT", "cards drawn at the last draw, 0 = pat"),
    ("best_opponent_draw", "TINYINT", "fewest cards drawn at the last draw among live opponents"),
    (
        "bettor_draw",
        "TINYINT",
        "cards drawn at the last draw by who made the last bet or raise of this round; NULL if nobody did",
    ),
    ("value", "SMALLINT", "value of the player's hand at this moment, where known"),
    _KNOWLEDGE,
    ("forced", "VARCHAR", "sitting_out or timed_out where the room acted for the player"),
    ("action", "VARCHAR", "fold, check, call, bet or raise"),
    ("amount", "BIGINT", "chips put in by it"),
    ("all_in", "BOOLEAN", "with the last chips"),
    junk_dimensions=DECISION_DIMENSIONS,
)

DRAWS = table(
    "draws",
    "one row per draw decision, of all-in players too",
    _KEY,
    ("n", "INTEGER", "order of the event within the hand"),
    _SEAT,
    _PLAYER,
    ("hero", "BOOLEAN", "the player is a hero of the hand"),
    ("draw", "TINYINT", "1, 2 or 3"),
    _POSITION,
    ("opener", "VARCHAR", "position of the player who made the first raise before the first draw"),
    ("pot", "BIGINT", "chips in all pots"),
    ("put_in", "BIGINT", "the player's own chips among them"),
    ("live", "TINYINT", "players who have not folded, this one included"),
    ("all_in", "BOOLEAN", "the player has no chips left"),
    ("opponents_able", "TINYINT", "live opponents who still have chips"),
    (
        "can_bet",
        "BOOLEAN",
        "the player and at least one live opponent have chips left, so betting can follow",
    ),
    ("drawn", "TINYINT", "cards drawn, 0 = pat"),
    ("previous_drawn", "TINYINT", "cards drawn at the draw before; NULL at the first"),
    ("pats_before", "TINYINT", "earlier draws of the hand at which he stood pat"),
    (
        "level_faced",
        "SMALLINT",
        "most full bets that he faced in the betting round before this draw; NULL if he faced none",
    ),
    (
        "fewest_seen",
        "TINYINT",
        "fewest cards drawn at this draw by opponents who drew before; NULL if none did",
    ),
    (
        "fewest_before",
        "TINYINT",
        "fewest cards drawn at the draw before by live opponents; NULL at the first",
    ),
    ("last_cards", "BOOLEAN", "the cards that he had after this draw were his last: he drew none later"),
    ("hand_before", "VARCHAR", "cards before, where known"),
    ("kept", "VARCHAR", "cards kept, where known"),
    ("thrown", "VARCHAR", "cards thrown away, where known"),
    ("hand_after", "VARCHAR", "cards after, where known"),
    ("value_before", "SMALLINT", "value of hand_before"),
    ("value_kept", "SMALLINT", "value of the cards kept; NULL where none is kept or known"),
    ("value_after", "SMALLINT", "value of hand_after"),
    (
        "outs",
        "TINYINT",
        "unseen cards that make a badugi, if he draws one card to three that count; NULL as unseen",
    ),
    (
        "unseen",
        "TINYINT",
        "cards that he has not held in this hand before; NULL unless his cards were dealt openly",
    ),
    _KNOWLEDGE,
    ("forced", "VARCHAR", "sitting_out or timed_out where the room acted for the player"),
    junk_dimensions=DRAW_DIMENSIONS,
)

PROBLEMS = table(
    "problems",
    "one row per problem found",
    ("file_key", "INTEGER", "file it was found in"),
    ("hand_key", "INTEGER", "the stored hand; NULL where the hand is in quarantine or there is none"),
    ("hand_id", "VARCHAR", "the site's number of the hand; NULL where there is none"),
    ("line", "INTEGER", "line of the file, 0 = the whole file"),
    ("column_", "INTEGER", "column of the line, 0 = the whole line"),
    ("code", "VARCHAR", "code of the problem; badugi-hh explain CODE tells more"),
    ("severity", "VARCHAR", "error or warning"),
    ("message", "VARCHAR", "what is wrong"),
    ("expected", "VARCHAR", "what was expected"),
    ("found", "VARCHAR", "what stands there"),
)

QUARANTINE = table(
    "quarantine",
    "one row per hand that could not be stored whole, with its text",
    ("file_key", "INTEGER", "file it came from"),
    ("hand_id", "VARCHAR", "the site's number of the hand; NULL where it cannot be read"),
    ("line", "INTEGER", "first line of the hand in that file"),
    ("code", "VARCHAR", "code of the first error"),
    ("text", "VARCHAR", "the hand as written, line ends normalized"),
)

PSEUDONYMS = table(
    "pseudonyms",
    "one row per player who was exported without his name",
    _PLAYER,
    ("pseudonym", "VARCHAR", "what he is called in every such export of this database"),
)

ALIASES = table(
    "aliases",
    "one row per screen name that the user has joined to a person; no name is ever joined by itself",
    ("site", "VARCHAR", "the room where he plays under this name"),
    _PLAYER,
    ("person", "VARCHAR", "who that is: one person for all names of one player"),
    ("is_me", "BOOLEAN", "the person is the user; the same in all rows of a person"),
)

TABLES: tuple[Table, ...] = (
    META,
    FILES,
    HANDS,
    HAND_TEXTS,
    SEATS,
    EVENTS,
    DECISIONS,
    DRAWS,
    PROBLEMS,
    QUARANTINE,
    PSEUDONYMS,
    ALIASES,
)
"""The documented tables."""

DIMENSION_TABLES = tuple(private for rows in TABLES for private in rows.dimension_tables)
"""The private tables of junk dimensions, which the store fills itself."""

"""The tables of the database and their columns: the only declaration of the schema.

The store creates its tables from this list, `row_columns` has a list for each column of the rows of a replay, and
`docs/schema.md` is generated from it.
Amounts are integers in the hand's unit: cents in money games, chips in tournaments and play money. NULL means that the
value is unknown or does not apply.
"""

from badugi_hh.facts.price_columns import COMPUTED_TABLES
from badugi_hh.facts.schema import HAND_KEY, PLAYER, SEAT, JunkDimension, Table, table

TOURNAMENT_CHIPS, PLAY_CHIPS = "tournament chips", "play chips"
"""The denominations that are not money."""
GAMES = {TOURNAMENT_CHIPS: "tournament", PLAY_CHIPS: "play money"}
"""The games that are not played for money, by denomination; all other denominations belong to cash games."""

_POSITION = "position VARCHAR EP, MP, HJ, CO, BTN, SB or BB; the button is SB in heads-up play"
_KNOWLEDGE = "knowledge VARCHAR how the cards are known: dealt (in the own file), shown, or back (shown later, pat since)"
_FORCED = "forced VARCHAR sitting_out or timed_out if the site acted for the player, else NULL"
_EXTRA_BLIND = "extra_blind BOOLEAN posted a live big blind out of turn"

META = table(
    "meta",
    "one row that identifies the database",
    """
    schema_version INTEGER version of the schema
    tool VARCHAR the version of badugi-hh that created or upgraded the tables
    created_at TIMESTAMP time of creation, UTC
    """,
)

FILES = table(
    "files",
    "one row per imported file",
    """
    file_key INTEGER key of the file
    path VARCHAR absolute path without links; within an archive, with the member; `<stdin>` for standard input
    size BIGINT number of bytes, unpacked
    sha256 VARCHAR SHA-256 of the bytes; a file with a known hash is not imported again
    hands_seen INTEGER stored + duplicates + other games + quarantined
    stored INTEGER hands stored from this file
    duplicates INTEGER hands that were stored before
    other_games INTEGER hands of other games
    quarantined INTEGER hands with an error, in the table quarantine
    last_line INTEGER first line of the last hand, where reading continues when the file has grown; 0 if none; NULL if unknown
    last_offset BIGINT characters before the last hand; NULL where last_line is NULL
    imported_at TIMESTAMP time of the latest import, UTC
    """,
)

FILE_COPIES = table(
    "file_copies",
    "one row per further path of an imported file: a copy, or the file moved or renamed",
    """
    file_key INTEGER the file; its first path is in files
    path VARCHAR absolute path, as in files
    imported_at TIMESTAMP time of the first import under this path, UTC
    """,
)

HANDS = table(
    "hands",
    "one row per Badugi hand",
    f"""
    {HAND_KEY}
    site VARCHAR the poker site, PokerStars
    hand_id VARCHAR the site's number of the hand, as text
    played_at TIMESTAMP time, UTC; NULL if the time zone is unknown
    local_time VARCHAR date and time as written
    zone VARCHAR time zone as written
    time_ambiguous BOOLEAN in the repeated hour at the end of daylight saving time
    table_name VARCHAR name of the table
    game VARCHAR cash, tournament or play money
    betting VARCHAR fixed, pot, half-pot or no-limit
    small_bet BIGINT bet before and after the first draw (fixed limit); small blind otherwise
    big_bet BIGINT bet after the second and third draw (fixed limit); big blind otherwise
    stakes VARCHAR as written, for example $0.25/$0.50 or 20/40
    currency VARCHAR ISO code; NULL if the amounts are chips
    unit VARCHAR unit of the amounts: cent or chip
    denomination VARCHAR USD cents, EUR cents …, tournament chips or play chips; amounts of two denominations are never added
    tournament_id VARCHAR number of the tournament
    level VARCHAR tournament level as written
    buy_in VARCHAR buy-in as written
    entry_pool BIGINT part of the buy-in for the prize pool, in cents or play chips; NULL if not stated, or paid in points
    entry_bounty BIGINT part of the buy-in for the bounty, 0 for none; NULL where entry_pool is NULL
    entry_fee BIGINT part of the buy-in that the site keeps; NULL where entry_pool is NULL
    entry_currency VARCHAR ISO code of the buy-in; NULL if unknown, free, or play chips
    max_seats TINYINT number of seats at the table
    button TINYINT seat number of the button
    players TINYINT number of players dealt in
    total_pot BIGINT sum of all pots, including the rake
    rake BIGINT taken by the site
    rules VARCHAR name of the rules that the hand was checked with
    cancelled BOOLEAN the site cancelled the hand
    status VARCHAR ok, or warned if the table problems has a warning
    """,
)

HAND_TEXTS = table(
    "hand_texts",
    "one row per view of a hand: the files of two players of one hand are two views",
    f"""
    {HAND_KEY}
    hero VARCHAR screen name of the player whose cards the file shows; NULL for an observer
    file_key INTEGER the file that contains the text
    line INTEGER first line of the hand in the file
    text VARCHAR the text, with normalized line ends
    """,
)

SEATS = table(
    "seats",
    "one row per player and hand, dealt in or not",
    f"""
    {HAND_KEY}
    site VARCHAR as in hands
    hand_id VARCHAR as in hands
    {SEAT}
    {PLAYER}
    hero BOOLEAN the player's cards are dealt openly in a file of this hand
    stack BIGINT chips before the hand
    {_POSITION}; NULL if not dealt in
    dealt BOOLEAN was dealt cards
    sitting_out BOOLEAN was sitting out at the start of the hand
    {_EXTRA_BLIND}
    put_in BIGINT amount put into the pot, without uncalled bets that were returned
    won BIGINT collected from all pots, or paid by the site for a cashed-out hand
    net BIGINT won - put_in
    rake_share BIGINT share of the rake in proportion to put_in (largest remainder)
    rake_dealt BIGINT share of the rake if all players dealt in pay equally (largest remainder)
    rake_won BIGINT share of the rake in proportion to won (largest remainder)
    reach BIGINT total of the pots that the player could still win, including the rake; 0 after a fold
    hand_0 VARCHAR cards dealt, where known
    hand_1 VARCHAR after the first draw
    hand_2 VARCHAR after the second draw
    hand_3 VARCHAR after the third draw
    known_0 VARCHAR how hand_0 is known, as decisions.knowledge
    known_1 VARCHAR of hand_1
    known_2 VARCHAR of hand_2
    known_3 VARCHAR of hand_3
    value_0 SMALLINT value of hand_0, 1 (4-3-2-A) to 1092 (K)
    value_1 SMALLINT value of hand_1
    value_2 SMALLINT value of hand_2
    value_3 SMALLINT value of hand_3
    starting_class VARCHAR badugi, three-card, two-card or one-card, of hand_0
    draw_line VARCHAR number of cards drawn at each draw, for example 2-1-0
    drawn_1 TINYINT cards drawn at the first draw, 0 = pat; NULL if not in the hand
    drawn_2 TINYINT at the second draw
    drawn_3 TINYINT at the third draw
    forced_1 VARCHAR as draws.forced, at the first draw
    snowed TINYINT first draw at which the player stood pat, not forced, without a badugi; NULL if none, or cards not dealt openly
    walk BOOLEAN big blind, and all other players folded
    decisions_0 SMALLINT decisions before the first draw, without forced ones
    voluntary_0 SMALLINT calls, bets and raises among them
    raises_0 SMALLINT raises among them
    saw_draw BOOLEAN in the hand at the first draw
    showdown BOOLEAN not folded at the end of the last betting round, with at least one opponent
    result VARCHAR folded, won uncontested, won at showdown, lost at showdown, cancelled or not dealt
    pots_shared TINYINT number of the pots won that were split with another player
    shown BOOLEAN all four final cards were shown, or stated in the summary
    place INTEGER finishing place if the player left the tournament in this hand; NULL otherwise
    prize BIGINT prize for the place, in cents or chips, 0 for none; NULL without a place, or if not an amount
    prize_currency VARCHAR ISO code of the prize
    bounty_won BIGINT bounties won in this hand, in cents or chips; NULL in money games, and if the shares are unknown
    rebought BOOLEAN bought more chips in this hand of a tournament
    """,
    JunkDimension(
        "_seat_dimension",
        "hero position dealt extra_blind drawn_1 drawn_2 drawn_3 snowed walk forced_1 decisions_0 "
        "voluntary_0 raises_0 saw_draw showdown result shown",
    ),
)

EVENTS = table(
    "events",
    "every event of every hand in order",
    f"""
    {HAND_KEY}
    n INTEGER number of the event in the hand, from 1
    line INTEGER line within the hand, from 1
    round TINYINT number of draws started: 0 before the first draw … 3; NULL in the summary
    kind VARCHAR type of the event, for example Raised
    seat TINYINT seat of the player; NULL for events of observers and of the table
    {PLAYER}
    amount BIGINT amount of the event
    raised_to BIGINT the player's total of the round after a raise
    cards VARCHAR cards of the event
    count TINYINT cards discarded
    all_in BOOLEAN the line says all-in
    text VARCHAR further text: type of post, name of the pot, table talk
    """,
)

DECISIONS = table(
    "decisions",
    "one row per betting decision",
    f"""
    {HAND_KEY}
    n INTEGER number of the event within the hand
    {SEAT}
    {PLAYER}
    hero BOOLEAN as in seats
    round TINYINT 0 before the first draw … 3 after the third
    {_POSITION}
    price BIGINT amount to call, at most the stack
    pot BIGINT total of all pots before the action
    pot_to_win BIGINT part of pot that a call can win; less than pot if the stack is too short to match the bets
    live TINYINT players who have not folded, including this one
    opponents_able TINYINT live opponents who still have chips
    {_EXTRA_BLIND}
    behind TINYINT players still to act in this round if this player checks or calls
    level_full SMALLINT full bets faced: 0 none, 1 a bet or the big blind, 2 a raise … 4 the cap
    level_any SMALLINT bets and raises faced, including short all-ins
    callers SMALLINT calls since the last bet or raise of this round
    limpers SMALLINT calls of the big blind before any raise (round 0)
    own_actions SMALLINT decisions of the player earlier in this round
    own_last VARCHAR last action of the player in this round: check, call, bet or raise; NULL if none
    own_voluntary SMALLINT calls, bets and raises of the player earlier in this round
    limped BOOLEAN round 0: called the big blind before any raise
    folded_to BOOLEAN round 0: every player before has folded; one who posted a blind out of turn and checked has not
    blinds_only BOOLEAN only the small and the big blind have not folded
    opener VARCHAR position of the player who made the first raise before the first draw
    opened BOOLEAN the player made that raise
    aggressor BOOLEAN made the last bet or raise of the most recent earlier round with one
    previous_aggressor BOOLEAN made the last bet or raise of the previous round
    aggressor_behind BOOLEAN an opponent made the last bet or raise of the previous round and is still to act in this one
    previous_cbet BOOLEAN opened the betting in the previous round after making the last bet or raise of the round before it
    previous_bets SMALLINT bets and raises in the previous round; NULL before the first draw
    last_to_act BOOLEAN acts last of the players who can act in this round
    can_raise BOOLEAN a bet or raise is possible, or was made
    own_draw TINYINT cards drawn at the last draw, 0 = pat; NULL before the first draw
    best_opponent_draw TINYINT fewest cards that an opponent in the hand drew at the last draw; NULL before the first draw
    bettor_draw TINYINT cards drawn at the last draw by the player who made the last bet or raise of this round; NULL if none
    value SMALLINT value of the player's hand at the decision, 1 to 1092; NULL if unknown
    {_KNOWLEDGE}
    {_FORCED}
    action VARCHAR fold, check, call, bet or raise
    amount BIGINT amount put in
    all_in BOOLEAN with all remaining chips
    """,
    JunkDimension(
        "_decision_context_dimension",
        "hero round position live extra_blind limpers limped folded_to blinds_only opener knowledge forced",
    ),
    JunkDimension(
        "_decision_action_dimension",
        "level_full level_any callers own_actions own_last own_voluntary opened aggressor "
        "previous_aggressor aggressor_behind previous_cbet previous_bets can_raise own_draw "
        "best_opponent_draw bettor_draw action all_in",
    ),
)

DRAWS = table(
    "draws",
    "one row per draw decision, including those of all-in players",
    f"""
    {HAND_KEY}
    n INTEGER number of the event within the hand
    {SEAT}
    {PLAYER}
    hero BOOLEAN as in seats
    draw TINYINT 1, 2 or 3
    {_POSITION}
    opener VARCHAR as in decisions
    pot BIGINT total of all pots
    put_in BIGINT part of pot that the player put in
    live TINYINT players who have not folded, including this one
    all_in BOOLEAN the player has no chips left
    opponents_able TINYINT live opponents who still have chips
    can_bet BOOLEAN the player and at least one opponent in the hand have chips left, so betting can follow
    drawn TINYINT cards drawn, 0 = pat
    previous_drawn TINYINT cards drawn at the previous draw; NULL at the first
    pats_before TINYINT earlier draws of the hand at which the player stood pat
    level_faced SMALLINT most full bets that the player faced in the betting round before this draw; NULL if none
    fewest_seen TINYINT fewest cards drawn at this draw by an opponent who drew earlier; NULL if none did
    fewest_before TINYINT fewest cards drawn at the previous draw by an opponent in the hand; NULL at the first
    last_cards BOOLEAN the player drew no card later in the hand
    hand_before VARCHAR cards before, where known
    kept VARCHAR cards kept, where known
    thrown VARCHAR cards discarded, where known
    hand_after VARCHAR cards after, where known
    value_before SMALLINT value of hand_before
    value_kept SMALLINT value of the cards kept; NULL if none is kept or they are unknown
    value_after SMALLINT value of hand_after
    outs TINYINT unseen cards that make a badugi, for a one-card draw to three cards that count; NULL otherwise, from a reshuffle on, and where unseen is NULL
    unseen TINYINT cards that the player has not held in this hand; NULL unless the cards were dealt openly
    {_KNOWLEDGE}
    {_FORCED}
    """,
    JunkDimension(
        "_draw_dimension",
        "hero draw live drawn previous_drawn pats_before level_faced fewest_seen fewest_before "
        "last_cards knowledge forced",
    ),
)

PROBLEMS = table(
    "problems",
    "one row per problem found",
    """
    file_key INTEGER the file with the problem
    hand_key INTEGER the stored hand; NULL if the hand is in the quarantine, or for a problem of the file
    hand_id VARCHAR the site's number of the hand
    line INTEGER line of the file; 0 = the whole file
    code VARCHAR code of the problem; badugi-hh explain CODE describes it
    severity VARCHAR error or warning
    message VARCHAR description of the problem
    expected VARCHAR the value that the rules require
    found VARCHAR the value in the text
    """,
)

QUARANTINE = table(
    "quarantine",
    "one row per hand with an error, with its text; such a hand is not in the table hands",
    """
    file_key INTEGER the file that contains the text
    hand_id VARCHAR the site's number of the hand; NULL if it cannot be read
    line INTEGER first line of the hand in the file
    code VARCHAR code of the first error
    text VARCHAR the text, with normalized line ends
    """,
)

DUPLICATES = table(
    "duplicates",
    "one row per text of a hand that is not stored again, because it adds nothing to the hand",
    """
    file_key INTEGER the file that contains the text
    line INTEGER first line of the hand in the file
    hand_key INTEGER the stored hand; NULL for an incomplete text of a stored hand, and for a text that is in the quarantine
    text_hash VARCHAR first 16 hexadecimal digits of the SHA-256 of the text
    """,
)

PSEUDONYMS = table(
    "pseudonyms",
    "one row per player whose name was replaced in an export",
    f"""
    {PLAYER}
    pseudonym VARCHAR the replacement, the same in all anonymized exports of this database
    """,
)

ALIASES = table(
    "aliases",
    "one row per screen name that the user has joined to a person; names are never joined automatically",
    f"""
    site VARCHAR the poker site of the screen name
    {PLAYER}
    person VARCHAR name of the person, the same for all screen names of one player
    is_me BOOLEAN the person is the user; the same in all rows of one person
    """,
)

TOURNAMENT_SUMMARIES = table(
    "tournament_summaries",
    "one row per text of a tournament summary; a text with an error has only its place, its code and itself",
    """
    file_key INTEGER the file that contains the text
    line INTEGER first line of the summary in the file
    site VARCHAR the poker site
    tournament_id VARCHAR number of the tournament
    game VARCHAR the game as written
    buy_in VARCHAR buy-in as written
    pool BIGINT part of the buy-in for the prize pool, in cents of currency, or in play chips
    bounty BIGINT part of the buy-in for the bounty
    fee BIGINT part of the buy-in that the site keeps
    currency VARCHAR ISO code of the buy-in; NULL if it is free, play chips or the points of the site
    entrants INTEGER number of entries
    prize_pool BIGINT the total prize pool; NULL if it is not an amount
    prize_currency VARCHAR ISO code of the prize pool
    started_at TIMESTAMP start, UTC; NULL if the time zone is unknown
    finished_at TIMESTAMP end, UTC; NULL if the tournament went on, or the time zone is unknown
    code VARCHAR code of the error; NULL if every line was read
    text VARCHAR the text, with normalized line ends
    """,
)

TOURNAMENT_PLACES = table(
    "tournament_places",
    "one row per entry that a tournament summary lists",
    f"""
    file_key INTEGER the file that contains the summary
    line INTEGER first line of the summary in the file
    place INTEGER finishing place, or the rank of a player who went on playing
    {PLAYER}
    entry INTEGER number of the entry of this player, from 1
    country VARCHAR country or town as written; NULL in an email
    prize BIGINT the prize, 0 for none; NULL if it is not an amount, or the player went on playing
    prize_currency VARCHAR ISO code of the prize
    prize_text VARCHAR the prize as written
    playing BOOLEAN the player went on playing when the summary was written
    qualified BOOLEAN the player won an entry to the target tournament
    spent BIGINT cost of rebuys and add-ons; NULL where the summary states none
    """,
)

TAGS = table(
    "tags",
    "one row per tag that the user has given a hand, whether or not the hand is stored now",
    """
    site VARCHAR the poker site of the hand
    hand_id VARCHAR the site's number of the hand
    tag VARCHAR the tag
    """,
)

NOTES = table(
    "notes",
    "one row per hand or player on which the user has written a note",
    """
    site VARCHAR the poker site of the hand or player
    hand_id VARCHAR the site's number of the hand; NULL for a note on a player
    player VARCHAR screen name of the player; NULL for a note on a hand
    note VARCHAR the note
    """,
)

TABLES: tuple[Table, ...] = (
    META,
    FILES,
    FILE_COPIES,
    HANDS,
    HAND_TEXTS,
    SEATS,
    EVENTS,
    DECISIONS,
    DRAWS,
    *COMPUTED_TABLES,
    PROBLEMS,
    QUARANTINE,
    DUPLICATES,
    TOURNAMENT_SUMMARIES,
    TOURNAMENT_PLACES,
    PSEUDONYMS,
    ALIASES,
    TAGS,
    NOTES,
)
"""The documented tables."""

DIMENSION_TABLES = tuple(private for rows in TABLES for private in rows.dimension_tables)
"""The private tables of junk dimensions, which the store fills itself."""

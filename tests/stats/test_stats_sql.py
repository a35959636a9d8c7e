"""The statistics that a player looks at first, counted a second time by SQL over the lines of the hands.

The SQL reads what a history says line by line, the table `events`, and who sat where with how many chips. It knows
neither `decisions` nor `draws` nor anything else that the project derives: those are taken away before it runs. It
was written from the definitions alone: an opportunity is a decision that the player made (not the room), levels count in full
bets with the big blind as one, and nobody has a decision who is all-in, sits out or has run out of time.
"""

import duckdb
import pytest

from badugi_hh.engine.rules import Betting
from badugi_hh.simulate import games, simulate, write_files
from badugi_hh.stats.definitions.kinds import CountRatio
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

FORGET = """
-- Only what the text says is left: who sat where with what, the stakes, and the lines.
DROP TABLE decisions;
DROP TABLE draws;
CREATE OR REPLACE TABLE seats AS SELECT hand_key, seat, player, stack, dealt, sitting_out FROM seats;
CREATE OR REPLACE TABLE hands AS
    SELECT hand_key, big_bet, cancelled, tournament_id,
           betting = 'fixed' AS fixed,
           CASE betting WHEN 'fixed' THEN small_bet ELSE big_bet END AS big_blind
    FROM hands;
CREATE OR REPLACE TABLE events AS SELECT hand_key, n, round, kind, seat, amount, raised_to, all_in, text FROM events;
"""

VIEWS = """
-- The lines that bring chips in or decline to: posts and betting actions. `total` is what a post, bet or raise brings
-- the player's stake of this round to; `dead` is what goes straight into the pot and counts for no call: antes, and
-- the small blind that a player posts out of turn, which comes after the big blind, alone or together with a big one.
CREATE VIEW lines AS
WITH in_turn AS (
    SELECT hand_key, min(n) AS n FROM events WHERE kind = 'Posted' AND text = 'big blind' GROUP BY hand_key
)
SELECT events.hand_key, events.n, round, seat, kind, amount AS chips, coalesce(all_in, false) AS all_in,
       CASE WHEN text = 'ante' OR (text = 'small blind' AND events.n > in_turn.n) THEN amount
            WHEN text = 'small & big blinds' THEN greatest(0, amount - big_blind)
            ELSE 0 END AS dead,
       CASE kind WHEN 'Posted' THEN amount - dead WHEN 'Bet' THEN amount WHEN 'Raised' THEN raised_to END AS total,
       kind = 'Posted' AS is_post,
       kind IN ('Called', 'Bet', 'Raised') AS voluntary
FROM events JOIN hands USING (hand_key) LEFT JOIN in_turn USING (hand_key)
WHERE kind IN ('Posted', 'Folded', 'Checked', 'Called', 'Bet', 'Raised');

-- The blinds are who posted them in turn; the others count back from the last to act before the small blind.
CREATE VIEW blinds AS
SELECT hand_key,
       min_by(seat, n) FILTER (WHERE text = 'small blind' AND n < first_big) AS small_seat,
       min_by(seat, n) FILTER (WHERE text = 'big blind') AS big_seat
FROM (SELECT *, min(n) FILTER (WHERE text = 'big blind') OVER (PARTITION BY hand_key) AS first_big
      FROM events WHERE kind = 'Posted')
GROUP BY hand_key;

CREATE VIEW places AS
SELECT hand_key, seat, 'SB' AS place FROM blinds JOIN seats USING (hand_key) WHERE seat = small_seat
UNION ALL
SELECT hand_key, seat, 'BB' FROM blinds JOIN seats USING (hand_key) WHERE seat = big_seat
UNION ALL
SELECT hand_key, seat,
       CASE row_number() OVER (PARTITION BY hand_key ORDER BY (seat - big_seat + 100) % 100 DESC)
            WHEN 1 THEN 'BTN' WHEN 2 THEN 'CO' ELSE 'earlier' END
FROM blinds JOIN seats USING (hand_key)
WHERE dealt AND seat <> big_seat AND seat IS DISTINCT FROM small_seat;

-- Who posted a big blind out of turn may check, as the big blind may.
CREATE VIEW extra_blinds AS
SELECT DISTINCT hand_key, seat FROM events JOIN blinds USING (hand_key)
WHERE kind = 'Posted' AND text IN ('big blind', 'small & big blinds') AND seat <> big_seat;

-- Lines after which a player acts or the room acts for them: the room acts once for a player who has timed out, and
-- always for a player who sits out, from the seat line or the line that states it, until the player returns.
CREATE VIEW talk AS
SELECT hand_key, n, seat, split_part(text, ':', 1) AS said
FROM events
WHERE kind = 'Talked' AND seat IS NOT NULL;

CREATE VIEW own AS
SELECT hand_key, n, seat
FROM events JOIN seats USING (hand_key, seat)
WHERE kind IN ('Folded', 'Checked', 'Called', 'Bet', 'Raised', 'StoodPat', 'Discarded')
  AND NOT coalesce(
      (SELECT max_by(said, talk.n) <> 'returned' FROM talk
       WHERE talk.hand_key = events.hand_key AND talk.seat = events.seat AND talk.n < events.n
         AND said IN ('sits out', 'sitting out', 'returned')),
      sitting_out)
  AND NOT EXISTS (
      FROM talk
      WHERE talk.hand_key = events.hand_key AND talk.seat = events.seat AND said = 'timed out' AND talk.n < events.n
        AND NOT EXISTS (
            FROM lines AS between_
            WHERE between_.hand_key = talk.hand_key AND between_.seat = talk.seat
              AND between_.n > talk.n AND between_.n < events.n));

-- Each betting line with the level before it, in chips and in full bets. In fixed limit the full bets follow from the chips;
-- otherwise a raise is full if it is as large as any before it, and only an all-in may be smaller.
CREATE VIEW levels AS
SELECT * EXCLUDE (is_full),
       CASE WHEN fixed THEN level // big_blind
            ELSE 1 + coalesce(sum(is_full::INT) OVER earlier, 0) END AS full_bets
FROM (
    SELECT *, kind = 'Raised' AND (NOT all_in OR chips >= greatest(largest, big_blind)) AS is_full
    FROM (
        SELECT lines.*, fixed, big_blind,
               greatest(coalesce(max(total) OVER earlier, 0), CASE round WHEN 0 THEN big_blind ELSE 0 END) AS level,
               coalesce(max(chips) FILTER (WHERE kind = 'Raised') OVER earlier, 0) AS largest
        FROM lines JOIN hands USING (hand_key)
        WINDOW earlier AS (PARTITION BY hand_key, round ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    )
)
WINDOW earlier AS (PARTITION BY hand_key, round ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

-- Each decision that a player made, with what they had seen in this round. After a call a player has put in the level,
-- and faces a bet again only if the level has risen since. `could_raise` is for the round before the draw.
CREATE VIEW turns AS
SELECT seen.* EXCLUDE (is_post), player, place, extra_blinds.seat IS NOT NULL AS extra_blind,
       seen.level > own_stake AS must_pay,
       -- The player has more than a call, it is their first action or at least half a bet was raised since (without a limit: as
       -- much as the largest raise), and somebody is left who could answer.
       seats.stack - dead_before > seen.level
       AND (own_actions = 0
            OR seen.level - own_stake >= CASE WHEN seen.fixed THEN seen.big_blind / 2
                                                 ELSE greatest(largest, seen.big_blind) END)
       AND EXISTS (
           FROM seats AS other
           WHERE other.hand_key = seen.hand_key AND other.seat <> seen.seat AND other.dealt
             AND NOT EXISTS (
                 FROM lines
                 WHERE lines.hand_key = seen.hand_key AND lines.seat = other.seat AND lines.n < seen.n
                   AND (lines.kind = 'Folded' OR lines.all_in))
       ) AS could_raise
FROM (
    SELECT *,
           coalesce(max(CASE kind WHEN 'Called' THEN level ELSE total END) OVER mine, 0) AS own_stake,
           coalesce(sum(dead) OVER mine, 0) AS dead_before,
           coalesce(bool_or(all_in) OVER mine, false) AS was_all_in,
           count(*) FILTER (WHERE NOT is_post) OVER mine AS own_actions,
           last_value(kind) OVER mine AS own_last,
           count(*) FILTER (WHERE voluntary) OVER earlier AS voluntary_before,
           count(*) FILTER (WHERE kind = 'Checked') OVER earlier AS checks_before,
           count(*) FILTER (WHERE kind IN ('Bet', 'Raised')) OVER earlier AS raises_before,
           count(*) FILTER (WHERE kind = 'Called') OVER earlier AS calls_before,
           min_by(seat, n) FILTER (WHERE kind = 'Raised') OVER earlier AS first_raiser
    FROM levels
    WINDOW earlier AS (PARTITION BY hand_key, round ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
           mine AS (PARTITION BY hand_key, round, seat ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) AS seen
JOIN own USING (hand_key, n, seat)
JOIN seats USING (hand_key, seat)
JOIN hands USING (hand_key)
LEFT JOIN places USING (hand_key, seat)
LEFT JOIN extra_blinds USING (hand_key, seat)
WHERE NOT is_post AND NOT was_all_in AND NOT cancelled;

-- What each player dealt in brought to the pot and took from it. A bet or raise says what the player has in for the
-- round, later calls add to it; without one the post and the calls are all there is.
CREATE VIEW results AS
WITH last_totals AS (
    SELECT hand_key, round, seat, max(n) AS n, max_by(total, n) AS total
    FROM lines WHERE kind IN ('Bet', 'Raised') GROUP BY ALL
),
put_in AS (
    SELECT hand_key, seat, round,
           sum(lines.dead) + coalesce(any_value(last_totals.total), 0) + coalesce(sum(
               CASE WHEN kind = 'Called' AND lines.n > coalesce(last_totals.n, 0) THEN chips
                    WHEN kind = 'Posted' AND last_totals.n IS NULL THEN chips - dead END), 0) AS chips
    FROM lines LEFT JOIN last_totals USING (hand_key, round, seat)
    GROUP BY hand_key, seat, round
),
taken AS (
    SELECT hand_key, seat, sum(amount) AS chips FROM events
    WHERE kind IN ('Collected', 'UncalledReturned') GROUP BY ALL
)
SELECT hand_key, seat, player, big_bet, tournament_id,
       coalesce(any_value(taken.chips), 0) - coalesce(sum(put_in.chips), 0) AS net
FROM seats JOIN hands USING (hand_key)
LEFT JOIN taken USING (hand_key, seat) LEFT JOIN put_in USING (hand_key, seat)
WHERE dealt AND NOT cancelled
GROUP BY ALL;

-- Who was in the hand when the first draw began, and who was still in it at the showdown.
CREATE VIEW drawers AS
SELECT hand_key, seat, player,
       NOT bool_or(folded) AND hand_key IN (FROM events SELECT hand_key WHERE text = 'SHOW DOWN') AS shown_down,
       (hand_key, seat) IN (SELECT (hand_key, seat) FROM events WHERE kind = 'Collected') AS collected
FROM (
    SELECT hand_key, seat, player, coalesce(kind = 'Folded', false) AS folded,
           coalesce(kind = 'Folded' AND round = 0, false) AS folded_early
    FROM seats JOIN hands USING (hand_key) LEFT JOIN events USING (hand_key, seat)
    WHERE dealt AND NOT cancelled
)
WHERE hand_key IN (FROM events SELECT hand_key WHERE text = 'FIRST DRAW')
GROUP BY hand_key, seat, player
HAVING NOT bool_or(folded_early);
"""

# Hands in which the player made a decision before the draw, and what the player did.
BEFORE_THE_DRAW = """
SELECT player, count(*) FILTER (WHERE {}), count(*)
FROM (SELECT hand_key, player, bool_or(voluntary) AS paid, bool_or(kind = 'Raised') AS raised
      FROM turns WHERE round = 0 GROUP BY ALL)
GROUP BY player
"""

# Decisions that were a chance, and those in which it was taken.
DECISIONS = (
    "SELECT player, count(*) FILTER (WHERE {made}), count(*) FROM turns WHERE {chance} GROUP BY player"
)

# A newcomer who posted may check, and is then still in the hand. The big blind has no decision if all others fold.
UNOPENED = "round = 0 AND voluntary_before = 0 AND checks_before = 0 AND NOT extra_blind AND could_raise"

COUNTS = {
    "vpip": BEFORE_THE_DRAW.format("paid"),
    "pfr": BEFORE_THE_DRAW.format("raised"),
    "rfi": DECISIONS.format(chance=UNOPENED, made="kind = 'Raised'"),
    "steal": DECISIONS.format(chance=f"{UNOPENED} AND place IN ('CO', 'BTN', 'SB')", made="kind = 'Raised'"),
    "three_bet": DECISIONS.format(
        chance="round = 0 AND full_bets = 2 AND must_pay AND could_raise AND own_last IS DISTINCT FROM 'Raised'",
        made="kind = 'Raised'",
    ),
    # The player raised first, that raise was the last action of the player, and the player now faces three bets.
    "fold_to_3bet": DECISIONS.format(
        chance="round = 0 AND full_bets = 3 AND must_pay AND first_raiser = seat AND own_last = 'Raised'",
        made="kind = 'Folded'",
    ),
    # One raise, from a late place, no limp or check before it and no call after it, and the blind has not acted yet.
    "defend_steal": DECISIONS.format(
        chance="""round = 0 AND place IN ('SB', 'BB') AND full_bets = 2 AND must_pay AND own_actions = 0
                  AND raises_before = 1 AND calls_before = 0 AND checks_before = 0 AND (hand_key, first_raiser) IN
                      (SELECT (hand_key, seat) FROM places WHERE place IN ('CO', 'BTN', 'SB'))""",
        made="kind IN ('Called', 'Raised')",
    ),
    "bet_b1": DECISIONS.format(chance="round = 1 AND raises_before = 0", made="kind = 'Bet'"),
    # Bets and raises over calls.
    "af_b1": """
        SELECT player, count(*) FILTER (WHERE kind IN ('Bet', 'Raised')), count(*) FILTER (WHERE kind = 'Called')
        FROM turns WHERE round = 1 GROUP BY player""",
    # Every live player draws, an all-in player too.
    "pat_1": """
        SELECT player, count(*) FILTER (WHERE kind = 'StoodPat'), count(*)
        FROM events JOIN own USING (hand_key, n, seat) JOIN seats USING (hand_key, seat) JOIN hands USING (hand_key)
        WHERE kind IN ('StoodPat', 'Discarded') AND round = 1 AND NOT cancelled GROUP BY player""",
    "wtsd": "SELECT player, count(*) FILTER (WHERE shown_down), count(*) FROM drawers GROUP BY player",
    "w_sd": "SELECT player, count(*) FILTER (WHERE collected), count(*) FROM drawers WHERE shown_down GROUP BY player",
}
"""A query of player, made and chances for each statistic."""

RESULTS = (
    "SELECT player, count(*), coalesce(sum(net) FILTER (WHERE tournament_id IS NULL), 0), "
    "100 * avg(CAST(net AS DOUBLE) / big_bet) FROM results GROUP BY player"
)
"""Player, hands, the sum of results outside of tournaments, and big bets per 100 hands."""

SIMULATED = {
    "fixed limit": ({}, 700, 31),
    "no limit": ({"games": games(Betting.NO_LIMIT)}, 500, 32),
    "pot limit": ({"games": games(Betting.POT, players=8)}, 300, 33),
}
"""Cash games and tournaments: games, hands and seed."""
FEW = {"no limit": 160, "pot limit": 220}
"""How many of the hands the ordinary suite looks at, where that is enough to have everything in them."""
ALL = ", all hands"


@pytest.fixture(
    scope="module",
    params=[
        "fixed limit",
        "no limit",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("pot limit", *(few + ALL for few in FEW))),
        "real",
    ],
)
def both(request, tmp_path_factory):
    """The statistics as the project counts them, by player, and a connection to the lines alone."""
    con = open_database(None)
    if request.param == "real":
        import_paths(con, [request.getfixturevalue("real") / "pokerstars"])
    else:
        options, number, seed = SIMULATED[request.param.removesuffix(ALL)]
        number = FEW.get(request.param, number)
        folder = tmp_path_factory.mktemp("simulated")
        write_files(simulate(number, seed, **options), folder)
        assert import_paths(con, [folder]).stored == number
    names = ("hands", "net", "winrate", *COUNTS)
    found = {group.player: group.stats for group in evaluate(con, Filter(every_player=True), names=names)}
    con.execute(FORGET)
    con.execute(VIEWS)
    yield found, con
    con.close()


@pytest.mark.parametrize("name", COUNTS)
def test_made_and_chances_are_those_of_the_lines(both, name):
    found, con = both
    counted = {player: (made, chances) for player, made, chances in con.execute(COUNTS[name]).fetchall()}
    ratio = isinstance(STATS[name].kind, CountRatio)
    ours = {
        player: (stats[name].made, stats[name].chances if ratio else stats[name].n)
        for player, stats in found.items()
        if stats[name].n
    }
    assert ours == {player: counts for player, counts in counted.items() if counts != (0, 0)}
    assert ours


def test_hands_and_results_are_those_of_the_lines(both):
    found, con = both
    rows = con.execute(RESULTS).fetchall()
    assert sorted(player for player, *_ in rows) == sorted(found)
    for player, hands, net, rate in rows:
        stats = found[player]
        assert stats["hands"].value == hands
        parts = stats["net"].parts or (stats["net"],)
        assert sum(part.value or 0 for part in parts) == net, player
        rates = stats["winrate"].parts or (stats["winrate"],)  # of cash games and of tournaments
        pooled = sum(part.value * part.n for part in rates) / sum(part.n for part in rates)
        assert pooled == pytest.approx(rate, abs=1e-9), player


def test_the_lines_have_what_is_hard_to_count(both):
    """Players all-in, sitting out and timed out are there, so that it matters that they have no decision."""
    _, con = both
    for rows in (
        "lines WHERE all_in AND round = 0",
        "lines ANTI JOIN own USING (hand_key, n, seat) WHERE NOT is_post",
        "talk WHERE said = 'timed out'",
    ):
        (number,) = con.execute(f"SELECT count(*) FROM {rows}").fetchone()
        assert number > 0, rows


@pytest.mark.parametrize("both", ["fixed limit"], indirect=True)
@pytest.mark.parametrize(
    ("name", "term"),
    [
        ("rfi", "NOT extra_blind"), ("rfi", "could_raise"), ("rfi", "checks_before = 0"),
        ("steal", "place IN ('CO', 'BTN', 'SB')"), ("three_bet", "could_raise"),
        ("three_bet", "full_bets = 2"), ("fold_to_3bet", "full_bets = 3"),
        ("defend_steal", "calls_before = 0"), ("defend_steal", "checks_before = 0"),
        ("bet_b1", "raises_before = 0"),
    ],
)  # fmt: skip
def test_each_condition_matters(both, name, term):
    """Without one of its conditions a definition counts something else: the agreement above could fail."""
    _, con = both
    assert term in COUNTS[name]
    looser = con.execute(COUNTS[name].replace(term, "true", 1)).fetchall()
    assert sorted(looser) != sorted(con.execute(COUNTS[name]).fetchall())


def test_nothing_derived_is_left(both):
    _, con = both
    for rows in ("decisions", "draws", "seats WHERE saw_draw"):
        with pytest.raises(duckdb.Error, match=r"does not exist|not found"):
            con.execute(f"FROM {rows}")

"""Measures what players of best play seem to lose by the errors of the tables alone: `python training/measure_floor.py HANDS`.

Six players play the blueprint, and two the heads-up table, with real cards; the hands are judged as imported ones are. It writes
`baselines/best_play.toml`: the mean loss of a judged decision or draw by judge, street and position, in big bets. Run it after
each new table. The play is that of the tests (`tests/support`).
"""

import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support import ring_players, table_players  # noqa: E402 -- the folder is added above
from support.hand_made import database  # noqa: E402

from badugi_hh.solve.shipped_tables import find_table  # noqa: E402
from badugi_hh.store.computation import JUDGING  # noqa: E402
from badugi_hh.store.price_pass import compute  # noqa: E402

_FLOOR = """
    SELECT judge, street, seats.position, avg(loss), count(*)
    FROM verdicts JOIN seats USING (hand_key, seat) WHERE judge IN ('game', 'blueprint') GROUP BY ALL ORDER BY ALL
"""
_LEAST = 50
"""With fewer decisions a mean is left out: the floor is 0 there."""


def main(hands: int) -> None:
    """Play so many hands of each kind, and write the means."""
    means: dict[str, dict[str, dict[str, float]]] = {}
    for full in (True, False):
        with closing(database()) as con:
            if full:
                ring_players.play_table(con, hands, 11)
            else:
                table = table_players.TablePlay(find_table("heads-up"))
                table_players.play_table(con, table, hands, seed=11)
            compute(con, JUDGING)
            for judge, street, position, mean, number in con.execute(_FLOOR).fetchall():
                if judge == ("blueprint" if full else "game") and number >= _LEAST and position:
                    means.setdefault(judge, {}).setdefault(street, {})[position] = mean
    lines = [
        "# The mean loss of players of best play, by the errors of the tables alone: big bets for each judged decision or draw.",
        f"# python training/measure_floor.py {hands}",
    ]
    for judge, streets in means.items():
        for street, positions in streets.items():
            lines += ["", f"[{judge}.{street}]"]
            lines += [f"{position} = {mean:.5f}" for position, mean in positions.items()]
    (ROOT / "baselines" / "best_play.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))

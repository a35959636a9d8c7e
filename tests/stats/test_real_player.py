"""One real player's first hands, counted by a person from the text, one line for each.

Real histories are no part of the project: the folder is named by `BADUGI_HH_REAL`, and this test is skipped without
it. The player is the hero, whose cards the file shows, of the tournament that began at `BEGAN`; this file has neither
their name nor a number of a hand. To check the table, open that file and read the hands from the first.

Columns of `TABLE`, each as the text of the hand says:

- `hand`: its place in the file, from 1;
- `place`: by who posted the blinds; the others count back from the last to act before them: BTN, CO, HJ, MP, EP;
- `before`: what the player faced before the first draw: `o` all players before them had folded and they were not the big
  blind, `r` they faced exactly one raise and could raise, `or` the one and then the other, `-` neither;
- `paid`, `raised`: before the first draw, voluntarily;
- `draws`: cards drawn at each draw, P for pat, and `fold` where the player folded;
- `shown`: the player reached the showdown; `won`: the player collected;
- `net`: what the player collected minus what they put in, without uncalled bets. It is the difference of their chips in
  the seat lines of this hand and the next.
"""

from collections import Counter
from typing import NamedTuple

import pytest

from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

BEGAN = "2010-11-10 16:20:01"  # UTC; the header says 11:20:01 ET
FIRST_CHIPS, CHIPS_AFTER = 1500, 2570

TABLE = """
hand place before paid raised draws       shown won   net
   1 BTN   o      no   no     fold        no    no      0
   2 CO    o      yes  yes    P-P-P       no    yes   140
   3 MP    o      no   no     fold        no    no      0
   4 EP    o      no   no     fold        no    no      0
   5 BB    -      no   no     2-1-1       yes   no   -100
   6 SB    r      no   no     fold        no    no    -10
   7 BTN   r      no   no     fold        no    no      0
   8 CO    o      yes  no     2-1-1-fold  no    no    -40
   9 MP    o      no   no     fold        no    no      0
  10 BB    -      no   no     2-2-1-fold  no    no    -80
  11 SB    -      yes  no     2-1-P       yes   yes   880
  12 BTN   r      no   no     fold        no    no      0
  13 CO    r      no   no     fold        no    no      0
  14 HJ    -      no   no     fold        no    no      0
  15 MP    o      yes  no     fold        no    no    -40
  16 EP    o      no   no     fold        no    no      0
  17 BB    r      no   no     fold        no    no    -40
  18 SB    -      no   no     fold        no    no    -20
  19 BTN   r      no   no     fold        no    no      0
  20 CO    r      yes  no     2-2-P       yes   yes   490
  21 CO    r      yes  yes    P-P-P       yes   yes  1320
  22 HJ    or     yes  no     1-1-fold    no    no   -300
  23 EP    or     yes  no     1-1-1       yes   no   -420
  24 BB    -      no   no     2-1-1       yes   yes   480
  25 SB    -      no   no     fold        no    no    -30
  26 BTN   r      no   no     fold        no    no      0
  27 CO    o      no   no     fold        no    no      0
  28 HJ    r      no   no     fold        no    no      0
  29 MP    or     yes  no     2-fold      no    no   -120
  30 EP    or     yes  no     1-1-1-fold  no    no   -400
  31 BB    -      yes  no     P-P-P       yes   no   -640
"""


class Line(NamedTuple):
    hand: int
    place: str
    before: str
    paid: bool
    raised: bool
    draws: str
    shown: bool
    won: bool
    net: int

    @property
    def drawn(self):
        """Return the cards drawn at each draw that the player took."""
        return [0 if draw == "P" else int(draw) for draw in self.draws.split("-") if draw != "fold"]


def read(row):
    hand, place, before, paid, raised, draws, shown, won, net = row.split()
    said = {"yes": True, "no": False}
    return Line(int(hand), place, before, said[paid], said[raised], draws, said[shown], said[won], int(net))


LINES = [read(row) for row in TABLE.strip().splitlines()[1:]]


@pytest.fixture(scope="module")
def con(real):
    con = open_database(None)
    import_paths(con, [real / "pokerstars"])
    yield con
    con.close()


@pytest.fixture(scope="module")
def hero(con):
    """The one player whose cards the first hand of the tournament shows."""
    found = con.execute(
        "SELECT player FROM seats JOIN hands USING (hand_key) WHERE hero AND played_at = ?::TIMESTAMP",
        [BEGAN],
    ).fetchall()
    if not found:
        pytest.skip(f"no hand in this folder began at {BEGAN} UTC")
    ((name,),) = found
    return str(name)


def hand_filter(con, hero):
    """Return the hands of the table: those of the tournament up to the last line's."""
    times = con.execute(
        "SELECT played_at FROM seats JOIN hands USING (hand_key) WHERE player = ? AND played_at >= ?::TIMESTAMP "
        "ORDER BY played_at LIMIT ?",
        [hero, BEGAN, len(LINES)],
    ).fetchall()
    last = times[-1][0]
    return Filter(player=hero, where=f"played_at BETWEEN '{BEGAN}' AND '{last}'")


def stats(con, hand_filter):
    (group,) = evaluate(con, hand_filter)
    return dict(group.stats)


def test_the_table_is_whole():
    """Hands in order, no draw without its chips, and the chips of the first and the last hand."""
    assert [line.hand for line in LINES] == list(range(1, 32))
    assert FIRST_CHIPS + sum(line.net for line in LINES) == CHIPS_AFTER
    for line in LINES:
        assert (line.net > 0) == line.won
        assert not (line.shown and "fold" in line.draws)
        assert line.shown or line.won or "fold" in line.draws
        assert line.paid >= line.raised


def test_line_by_line(con, hero):
    predicate, parameters = hand_filter(con, hero).sql()
    rows = con.execute(
        f"SELECT seats.* FROM seats JOIN hands USING (hand_key) WHERE {predicate} ORDER BY played_at",
        parameters,
    )
    names = [column[0] for column in rows.description or ()]
    found = [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
    assert len(found) == len(LINES)
    chips = FIRST_CHIPS
    for line, row in zip(LINES, found, strict=True):
        drawn = [row["drawn_1"], row["drawn_2"], row["drawn_3"]]
        assert [count for count in drawn if count is not None] == line.drawn, line
        assert row["position"] == line.place, line
        assert (row["voluntary_0"] > 0, row["raises_0"] > 0) == (line.paid, line.raised), line
        assert (row["showdown"], row["result"].startswith("won")) == (line.shown, line.won), line
        assert (row["result"] == "folded") == ("fold" in line.draws), line
        assert (row["stack"], row["net"]) == (chips, line.net), line
        chips += line.net


def test_totals(con, hero):
    """Sums of the table's columns."""
    found = stats(con, hand_filter(con, hero))
    saw_draw = [line for line in LINES if line.drawn]
    opened = [line for line in LINES if "o" in line.before]
    late = [line for line in opened if line.place in {"CO", "BTN", "SB"}]
    raised_to = [line for line in LINES if "r" in line.before]
    shown = [line for line in LINES if line.shown]
    expected = {
        "vpip": (sum(line.paid for line in LINES), len(LINES)),
        "pfr": (sum(line.raised for line in LINES), len(LINES)),
        "rfi": (sum(line.raised for line in opened), len(opened)),
        "limp_first": (sum(line.paid and not line.raised for line in opened), len(opened)),
        "steal": (sum(line.raised for line in late), len(late)),
        "three_bet": (sum(line.raised for line in raised_to), len(raised_to)),
        "wtsd": (len(shown), len(saw_draw)),
        "w_sd": (sum(line.won for line in shown), len(shown)),
        "w_draw": (sum(line.won for line in saw_draw), len(saw_draw)),
        **{
            f"pat_{draw}": (
                sum(line.drawn[draw - 1] == 0 for line in saw_draw if len(line.drawn) >= draw),
                sum(len(line.drawn) >= draw for line in saw_draw),
            )
            for draw in (1, 2, 3)
        },
    }
    assert {name: (found[name].made, found[name].chances) for name in expected} == expected
    for draw in (1, 2, 3):
        counts = Counter(line.drawn[draw - 1] for line in saw_draw if len(line.drawn) >= draw)
        assert {count: times for count, times in found[f"drawn_{draw}"].counts.items() if times} == counts
    assert found["hands"].value == len(LINES)
    assert (found["net"].value, found["net"].n) == (None, 0)  # chips are no money
    net = found["tournament_net"]  # 27th of an entry of $2.20; the tournament counts as a whole
    assert (net.value, net.unit_text, found["tournaments_unknown"].value) == (-220, "USD cents", 0)


def test_the_win_rate_is_in_the_big_bets_of_each_level(con, hero):
    """Hands 1 to 10 at a big bet of 40, to 18 at 80, to 29 at 120, to 31 at 160."""
    levels = [
        (LINES[:10], 40, -90),
        (LINES[10:18], 80, 780),
        (LINES[18:29], 120, 1420),
        (LINES[29:], 160, -1040),
    ]
    for lines, _, net in levels:
        assert sum(line.net for line in lines) == net
    big_bets = sum(net / big_bet for _, big_bet, net in levels)
    assert big_bets == pytest.approx(12.8333, abs=1e-4)
    assert stats(con, hand_filter(con, hero))["winrate"].value == pytest.approx(100 * big_bets / 31)

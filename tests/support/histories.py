"""Invented hands whose every figure was counted by a person, and how a hand becomes a replay."""

from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.problems import Place
from badugi_hh.replay import Replay, replay

HAND = """\
PokerStars Hand #77700000002:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]
Table 'Alcyone IV' 6-max Seat #4 is the button
Seat 1: Ann ($6.80 in chips)\x20
Seat 2: Bo ($0.70 in chips)\x20
Seat 4: Cy ($10.25 in chips)\x20
Seat 6: Dee ($3.10 in chips)\x20
Dee: posts small blind $0.10
Ann: posts big blind $0.25
*** DEALING HANDS ***
Dealt to Ann [As 3h 8h 6s]
Bo: calls $0.25
Cy: raises $0.25 to $0.50
Dee: folds\x20
Ann: calls $0.25
Bo: calls $0.25
*** FIRST DRAW ***
Ann: discards 2 cards [8h 6s]
Dealt to Ann [As 3h] [5d Kc]
Bo: discards 1 card
Cy: stands pat\x20
Ann: bets $0.25
Bo: calls $0.20 and is all-in
Cy: raises $0.25 to $0.50
Ann: raises $0.25 to $0.75
Cy: raises $0.25 to $1
Betting is capped
Ann: calls $0.25
*** SECOND DRAW ***
Ann: stands pat on [As 3h 5d Kc]
Bo: discards 1 card
Cy: discards 1 card
Ann: checks\x20
Cy: checks\x20
*** THIRD DRAW ***
Ann: discards 1 card [Kc]
Dealt to Ann [As 3h 5d] [9c]
Bo: stands pat\x20
Cy: stands pat\x20
Ann: bets $0.50
Cy: calls $0.50
*** SHOW DOWN ***
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
Cy: mucks hand\x20
Ann collected $2.50 from side pot
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Ann collected $2.10 from main pot
*** SUMMARY ***
Total pot $4.80 Main pot $2.10. Side pot $2.50. | Rake $0.20\x20
Seat 1: Ann (big blind) showed [As 3h 5d 9c] and won ($4.60) with a Badugi: 9,5,3,A
Seat 2: Bo showed [2d 7c 4h Js] and lost with a Badugi: J,7,4,2
Seat 4: Cy (button) mucked [Qd 7h 4c 2s]
Seat 6: Dee (small blind) folded before the Draw"""

WALK = """\
PokerStars Hand #77700000003:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/04 22:06:59 CET [2024/03/04 16:06:59 ET]
Table 'Alcyone IV' 6-max Seat #1 is the button
Seat 1: Ann ($6.80 in chips)\x20
Seat 2: Bo ($5 in chips)\x20
Ann: posts small blind $0.10
Bo: posts big blind $0.25
*** DEALING HANDS ***
Ann: folds\x20
Uncalled bet ($0.15) returned to Bo
Bo collected $0.20 from pot
Bo: doesn't show hand\x20
*** SUMMARY ***
Total pot $0.20 | Rake $0\x20
Seat 1: Ann (button) (small blind) folded before the Draw
Seat 2: Bo (big blind) collected ($0.20)"""

EXTRA_BLIND = """\
PokerStars Hand #77700000004:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/04 22:07:59 CET [2024/03/04 16:07:59 ET]
Table 'Alcyone IV' 6-max Seat #4 is the button
Seat 1: Ann ($6.80 in chips)\x20
Seat 2: Bo ($5 in chips)\x20
Seat 4: Cy ($10.25 in chips)\x20
Seat 6: Dee ($3.10 in chips)\x20
Dee: posts small blind $0.10
Ann: posts big blind $0.25
Bo: posts big blind $0.25
*** DEALING HANDS ***
Bo: checks\x20
Cy: raises $0.25 to $0.50
Dee: folds\x20
Ann: folds\x20
Bo: calls $0.25
*** FIRST DRAW ***
Bo: stands pat\x20
Cy: discards 1 card
Bo: checks\x20
Cy: bets $0.25
Bo: folds\x20
Uncalled bet ($0.25) returned to Cy
Cy collected $1.35 from pot
Cy: doesn't show hand\x20
*** SUMMARY ***
Total pot $1.35 | Rake $0\x20
Seat 1: Ann (big blind) folded before the Draw
Seat 2: Bo folded after the 1st Draw
Seat 4: Cy (button) collected ($1.35)
Seat 6: Dee (small blind) folded before the Draw"""


TOURNAMENT = """\
PokerStars Hand #7:  Tournament #5, $1+$0.10 USD Badugi Limit - Level I (20/40) - 2024/03/04 22:05:00 ET
Table '5 1' 6-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bo (1500 in chips)
Seat 3: Cy (1500 in chips)
Bo: posts small blind 10
Cy: posts big blind 20
*** DEALING HANDS ***
Ann: folds
Bo: folds
Uncalled bet (10) returned to Cy
Cy collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0
Seat 1: Ann (button) folded before the Draw (didn't bet)
Seat 2: Bo (small blind) folded before the Draw
Seat 3: Cy (big blind) collected (20)"""


def shown_down(change: tuple[str, str], before: str, after: str = "", *, pot: str) -> str:
    """Return `WALK` with a change and another play before and after the first draw: both stand pat, and Bo wins the pot."""
    first, *later = (
        f"*** {name} DRAW ***\nBo: stands pat\nAnn: stands pat\n" for name in ("FIRST", "SECOND", "THIRD")
    )
    begin = WALK.partition("Ann: folds")[0]
    assert change[0] in begin
    return f"""{begin.replace(*change)}{before}{first}{after}{"".join(later)}*** SHOW DOWN ***
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Ann: mucks hand
Bo collected {pot} from pot
*** SUMMARY ***
Total pot {pot} | Rake $0
Seat 1: Ann (button) (small blind) mucked
Seat 2: Bo (big blind) showed [2d 7c 4h Js] and won ({pot}) with a Badugi: J,7,4,2"""


def play(text: str) -> Replay:
    """Read and replay one hand."""
    reading = parse(Block(file="a.txt", line=1, text=text))
    assert reading.hand, [str(problem) for problem in reading.problems]
    return replay(reading.hand, place=Place("a.txt", 1))


def changed(*changes: tuple[str, str]) -> str:
    """Return `HAND` with each old text, which must be there, replaced once by a new one."""
    text = HAND
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


ANTES = changed(
    (
        "Dee: posts small",
        "".join(f"{name}: posts the ante $0.05\n" for name in ("Dee", "Ann", "Bo", "Cy"))
        + "Dee: posts small",
    ),
    ("Bo ($0.70", "Bo ($0.75"),
    ("$4.80 Main pot $2.10.", "$5 Main pot $2.30."),
    ("Ann collected $2.10", "Ann collected $2.30"),
    ("won ($4.60)", "won ($4.80)"),
)

"""One invented hand as the clients of its two players wrote it down, and the same hand with differences."""

_HAND = """\
PokerStars Hand #300000000001:  Badugi Limit ($0.50/$1 USD) - 2024/05/01 20:00:00 ET
Table 'Tests' 6-max Seat #1 is the button
Seat 1: Ann ($20 in chips)\x20
Seat 2: Ben ($20 in chips)\x20
Ann: posts small blind $0.25
Ben: posts big blind $0.50
*** DEALING HANDS ***
{dealt}
Ann: raises $0.50 to $1
Ben: calls $0.50
*** FIRST DRAW ***
{draws}
Ben: checks\x20
Ann: bets $0.50
Ben: folds\x20
Uncalled bet ($0.50) returned to Ann
Ann collected $1.90 from pot
Ann: doesn't show hand\x20
*** SUMMARY ***
Total pot $2 | Rake $0.10\x20
Seat 1: Ann (button) (small blind) collected ($1.90)
Seat 2: Ben (big blind) folded after the 1st Draw
"""

ANN = _HAND.format(
    dealt="Dealt to Ann [As 2c 3d Kh]",
    draws="Ben: discards 1 card\nAnn: discards 1 card [Kh]\nDealt to Ann [As 2c 3d] [9h]",
)
BEN = _HAND.format(
    dealt="Dealt to Ben [4s 5c 6d 6h]",
    draws="Ben: discards 1 card [6h]\nDealt to Ben [4s 5c 6d] [Qh]\nAnn: discards 1 card",
)
BEN_OTHERWISE = BEN.replace(
    "Ben: discards 1 card [6h]\nDealt to Ben [4s 5c 6d] [Qh]", "Ben: stands pat on [4s 5c 6d 6h]"
)
BEN_IMPOSSIBLE = BEN.replace("Qh", "9h")
OTHER_GAME = ANN.replace("#300000000001", "#300000000002").replace("Badugi Limit", "Hold'em Limit")
WRONG = ANN.replace("#300000000001", "#300000000003").replace("Ben: calls $0.50", "Ben: calls $0.40")
CUT_OFF = ANN[: ANN.index("Ann collected")]
"""Each is a whole block; files put blank lines between them."""

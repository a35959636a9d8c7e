"""One short invented excerpt of a history for each problem code.

`…` marks omitted text. The complete hands are in `sample_histories/broken/`; a test compares every line here with
them. `badugi_hh.problems` adds each excerpt to its code.
"""

EXAMPLES: dict[str, str] = {
    "T01": r"\x00\x01\x02\x03\x04\x05\x06\x07\x08",
    "T02": """\
Shopping list

six lemons""",
    "T03": "Hello Ann,",
    "T04": "Раздача PokerStars №77700003702:  Бадуги Лимит ($0.25/$0.50 USD) - …",
    "T05": "Full Tilt Poker Game #77700003802: Table Alcyone - $0.25/$0.50 - Limit Badugi - …",
    "G01": "PokerStars Hand #77700000602:  Badugi Limit ($0.25/$0.5 - 2024/01/08 22:05:59 CET …",
    "G02": "Cy ponders for a while",
    "G03": """\
*** DEALING HANDS ***
Dealt to Ann [As 3h 8h 6s]
Bo: discards 1 card""",
    "G04": """\
*** SECOND DRAW ***
Ann: stands pat on [As 3h 5d Kc]
Bo: discards 1 card""",
    "G05": """\
PokerStars Hand #77700001002:  Badugi Limit ($0.25/$0.50 USD) - …
…
Ann: bets €0.50""",
    "G06": "Dealt to Ann [As 3h 8h 6x]",
    "G07": """\
Seat 6: Dee ($3.10 in chips)
…
Deedee: folds""",
    "G08": "PokerStars Hand #77700001302:  Badugi Limit (…) - … CET [2024/02/30 16:05:59 ET]",
    "G09": "PokerStars Hand #77700006102:  Badugi Limit (…) - 2024/01/15 23:05:59 CET [2024/01/15 16:05:59 ET]",
    "H01": """\
Table 'Alcyone IV' 6-max Seat #4 is the button
…
Seat 8: Cy ($10.25 in chips)""",
    "H02": """\
Ann: posts big blind $0.25
Hand cancelled""",
    "H03": """\
Seat 4: Cy (button) mucked [Qd 7h 4c 2s]
Seat 2: Bo showed [2d 7c 4h Js] and lost with a Badugi: J,7,4,2""",
    "H04": "PokerStars Hand #77700005402:  Badugi Limit ($0.25/$0.75 USD) - …",
    "H05": """\
PokerStars Hand #77700006202:  Badugi Limit ($0.25/$0.50 USD) - …
…
Ann: posts small blind $0.20
Bo: posts big blind $0.25""",
    "R01": """\
Seat 6: Dee ($3.10 in chips)
…
Dee: posts small blind $0.10
Ann: posts big blind $0.25
…
Cy: raises $0.25 to $0.50
Ann: calls $0.25""",
    "R02": """\
Cy: raises $0.25 to $0.50
Dee: checks""",
    "R03": """\
PokerStars Hand #77700002302:  Badugi Limit ($0.25/$0.50 USD) - …
…
*** THIRD DRAW ***
…
Ann: bets $0.25""",
    "R04": """\
Ann: bets $0.25
…
Cy: raises $0.25 to $0.50
Ann: raises $0.25 to $0.75
Cy: raises $0.25 to $1
Betting is capped
Ann: raises $0.25 to $1.25""",
    "R05": """\
Ann: bets $0.25
Bo: raises $0.10 to $0.35 and is all-in
Cy: calls $0.35
Ann: raises $0.15 to $0.50""",
    "R06": """\
*** SECOND DRAW ***
Ann: stands pat on [As 3h 5d Kc]
Bo: discards 1 card
Cy: discards 1 card
*** THIRD DRAW ***""",
    "R07": """\
PokerStars Hand #77700002702:  Badugi Limit ($0.25/$0.50 USD) - …
…
Ann: posts big blind $0.20""",
    "R08": """\
Seat 2: Bo ($0.70 in chips)
…
Bo: calls $0.25
…
Bo: calls $0.25
…
Bo: calls $0.20""",
    "R09": "Cy: discards 5 cards",
    "R10": """\
*** FIRST DRAW ***
…
Bo: discards 1 card
The deck is reshuffled""",
    "R11": """\
Ann: bets $0.25
Bo: calls $0.20 and is all-in
Cy: raises $0.25 to $0.50
Betting is capped""",
    "R12": """\
Ann: bets $0.50
Cy: calls $0.50
*** SHOW DOWN ***
Cy: shows [Qd 7h 4c 2s] (Badugi: Q,7,4,2)""",
    "R13": """\
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
Ann collected $2.50 from side pot
…
Seat 4: Cy (button) mucked [Qd 7h 4c 2s]""",
    "C01": """\
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
…
Bo: shows [3h 7c 4d Js] (Badugi: J,7,4,3)""",
    "C02": """\
Dealt to Ann [As 3h 8h 6s]
…
Ann: discards 2 cards [8h 6c]""",
    "C03": """\
Ann: discards 2 cards [8h 6s]
…
Ann: discards 1 card [Kc]
Dealt to Ann [As 3h 5d] [8h]""",
    "C04": "Ann: discards 1 card [8h 6s]",
    "C05": "Bo: shows [2d 7c 4h Js] (3-card: 7,4,2)",
    "C06": """\
Ann: discards 1 card [Kc]
Bo: stands pat""",
    "M01": """\
Ann: posts small blind $0.10
Bo: posts big blind $0.25
*** DEALING HANDS ***
Ann: folds
Uncalled bet ($0.10) returned to Bo""",
    "M02": "Total pot $4.90 Main pot $2.10. Side pot $2.50. | Rake $0.20",
    "M03": """\
Ann collected $2.40 from side pot
…
Total pot $4.80 Main pot $2.10. Side pot $2.50. | Rake $0.20""",
    "M04": """\
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
…
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Bo collected $2.10 from main pot""",
    "M05": "Total pot $4.80 Main pot $1.60. Side pot $2.50. | Rake $0.70",
    "S01": """\
Dee: folds
…
*** FIRST DRAW ***
…
Seat 6: Dee (small blind) folded after the 1st Draw""",
    "S02": """\
Seat 6: Dee ($3.10 in chips)
…
Total pot $4.80 Main pot $2.10. Side pot $2.50. | Rake $0.20
Seat 1: Ann (big blind) showed [As 3h 5d 9c] and won ($4.60) with a Badugi: 9,5,3,A
Seat 2: Bo showed [2d 7c 4h Js] and lost with a Badugi: J,7,4,2
Seat 4: Cy (button) mucked [Qd 7h 4c 2s]""",
    "S03": """\
Ann: folds
Uncalled bet (10) returned to Bo
Bo collected 20 from pot
…
Bo wins the $5 bounty for eliminating Ann""",
    "X01": """\
Ann: discards 2 cards [8h 6s]
…
Ann: discards 1 card""",
    "X02": """\
Seat 2: Bo (big blind) collected ($0.20)
…
Seat 2: Bo ($4.10 in chips)""",
    "X03": """\
Table 'Alcyone IV' 6-max Seat #1 is the button
…
Table 'Alcyone IV' 6-max Seat #1 is the button""",
    "X04": "PokerStars Hand #77700005702:  Badugi Limit ($0.25/$0.50 USD) - …",
    "X05": """\
PokerStars Hand #77700006002:  Badugi Limit ($0.25/$0.50 USD) - … [2024/02/14 16:05:59 ET]
…
PokerStars Hand #77700006002:  Badugi Limit ($0.25/$0.50 USD) - … [2024/02/14 16:07:59 ET]""",
    "X06": """\
Ann: posts small blind 5
…
PokerStars Hand #77700006302:  Badugi Limit (15/30) - …
…
Bo: posts small blind 7""",
    "X07": """\
Seat 1: Ann ($6.70 in chips)
…
*** DEALING HANDS ***
Ann: folds""",
}

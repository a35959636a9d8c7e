"""PHH: PokerKit reads every file and replays each hand to the same stacks, and what PHH cannot say is refused."""

import warnings
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from datetime import time
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory
from support.commands import answer, run
from support.histories import ANTES, HAND, WALK, changed, play
from support.two_views import ANN, BEN

from badugi_hh.history import events as ev
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.phh import betting, notation
from badugi_hh.phh.betting import REASONS, PhhChips, PhhError
from badugi_hh.phh.notation import write_phh
from badugi_hh.replay import replay
from badugi_hh.simulate import POOL, CashGame, SitAndGo, simulate
from badugi_hh.store.database import opened
from badugi_hh.store.export import export_hands
from badugi_hh.store.export_formats import ExportFormat

GAMES = (CashGame("Vega", 6, 6, 25, 50), CashGame("Deneb", 2, 2, 100, 200), SitAndGo(4, 300, 30))
PHH, POKERSTARS = ExportFormat.PHH, ExportFormat.POKERSTARS


@contextmanager
def allowed_warnings():
    """Silence what PokerKit says of legal folds without a bet, and of cards that come back after a reshuffle."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        warnings.filterwarnings("ignore", "A card being dealt")
        yield


def final_stacks(history):
    """The stacks after PokerKit's replay, which takes no rake."""
    with allowed_warnings():
        *_, state = history
    assert not state.status, "the hand is not over"
    return [Decimal(stack) for stack in state.stacks]


def assert_same_stacks(history):
    """Compare PokerKit's stacks with the results of the text: they differ by the rake, which only winners pay."""
    found = final_stacks(history)
    assert history.finishing_stacks is not None
    assert history.winnings is not None
    due = [Decimal(stack) for stack in history.finishing_stacks]
    more = [one - other for one, other in zip(found, due, strict=True)]
    assert sum(more) == Decimal(history.user_defined_fields["_rake"])
    for extra, won in zip(more, history.winnings, strict=True):
        assert extra >= 0
        assert won or not extra


def hands_of(folder):
    """The hands of the exported files."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.suffix == ".phhs":
            with path.open("rb") as file:
                hands = list(HandHistory.load_all(file))
            assert len(hands) > 1
            found += hands
        elif path.suffix == ".phh":
            with path.open("rb") as file:
                found.append(HandHistory.load(file))
    return found


def read(text):
    """PokerKit's reading of a history as PHH."""
    replayed = play(text)
    assert [str(problem) for problem in replayed.problems] == []
    return HandHistory.loads(write_phh(replayed))


class Unchecked(PhhChips):
    """PhhChips that PHH cannot represent, without the checks that refuse it."""

    def check_or_call(self, seat, amount):
        """Check or call."""
        self._put_in(seat, amount)

    def bet(self, seat, amount, size):  # noqa: ARG002
        """Bet or raise."""
        self._put_in(seat, amount)
        return self._bets[seat]


def check(hands, monkeypatch):
    """Compare every hand with PokerKit: written hands agree, and hands refused for their betting would not."""
    seen = Counter()
    for hand in hands:
        replayed = replay(hand)
        assert replayed.ok
        try:
            text = write_phh(replayed)
        except PhhError as error:
            reason = str(error)
            assert reason in REASONS
            seen[reason] += 1
            if reason in {betting.SHORT, betting.CAPPED, betting.UNMATCHED}:
                with monkeypatch.context() as patch:
                    patch.setattr(notation, "PhhChips", Unchecked)
                    try:
                        text = write_phh(replayed)
                    except PhhError:
                        continue
                with pytest.raises((ValueError, AssertionError)):
                    assert_same_stacks(HandHistory.loads(text))
            continue
        seen["written"] += 1
        try:
            assert_same_stacks(HandHistory.loads(text))
        except Exception as error:
            error.add_note(f"hand {hand.id}")
            raise
    return seen


def stored_hands(*paths):
    for source in find_sources(list(paths)):
        for block in read_blocks(source)[0]:
            hand = parse(block).hand
            if hand is not None and replay(hand).ok:
                yield hand


# --- whole files


def test_files_of_an_export_replay_to_the_same_stacks(sampled, tmp_path):
    with opened(sampled, read_only=True) as con:
        done = export_hands(con, tmp_path / "out", PHH)
        ((stored,),) = con.execute("SELECT count(*) FROM hands").fetchall()
        ids = {number for (number,) in con.execute("SELECT hand_id FROM hands").fetchall()}
    hands = hands_of(tmp_path / "out")
    assert len(hands) == done.hands
    assert done.hands + sum(refusal.hands for refusal in done.refused) == stored
    assert {str(hand.hand) for hand in hands} <= ids
    for hand in hands[::4]:  # `test_all_samples` compares them all
        assert_same_stacks(hand)


@pytest.mark.parametrize(
    "count", [pytest.param(60, id="60"), pytest.param(500, id="500", marks=pytest.mark.long)]
)
def test_simulated_hands(monkeypatch, count):
    seen = check(simulate(count, 3, games=GAMES, pool=POOL), monkeypatch)
    assert seen["written"] > count * 0.9


@pytest.mark.long
def test_all_samples(samples, monkeypatch):
    seen = check(stored_hands(*samples.glob("*.txt")), monkeypatch)
    assert seen["written"] > 2000
    assert seen[betting.EXTRA_BLIND] > 10
    assert seen[betting.SHORT] > 0


def test_real_hands(real, monkeypatch):
    seen = check(stored_hands(real / "pokerstars"), monkeypatch)
    assert seen.total() == 82
    assert seen["written"] >= 76


# --- one hand


@pytest.mark.quick
def test_the_fields_of_a_hand():
    hand = read(HAND)
    assert hand.variant == "FB"
    assert hand.players == ["Dee", "Ann", "Bo", "Cy"]
    assert hand.seats == [6, 1, 2, 4]
    assert hand.starting_stacks == [Decimal("3.10"), Decimal("6.80"), Decimal("0.70"), Decimal("10.25")]
    assert hand.blinds_or_straddles == [Decimal("0.10"), Decimal("0.25"), 0, 0]
    assert (hand.small_bet, hand.big_bet) == (Decimal("0.25"), Decimal("0.50"))
    assert hand.winnings == [0, Decimal("4.60"), 0, 0]
    assert hand.finishing_stacks == [3, Decimal("9.40"), 0, Decimal("8.25")]
    assert (hand.currency, hand.currency_symbol) == ("USD", "$")
    assert (hand.hand, hand.table, hand.seat_count, hand.venue) == (
        77700000002,
        "Alcyone IV",
        6,
        "PokerStars",
    )
    assert (hand.time, hand.time_zone) == (time(21, 5, 59), "UTC")
    assert (hand.day, hand.month, hand.year) == (4, 3, 2024)
    assert hand.user_defined_fields == {
        "_button": 4,
        "_rake": Decimal("0.20"),
        "_local_time": "2024/03/04 22:05:59 CET",
        "_shown": ["", "As3h5d9c", "2d7c4hJs", "Qd7h4c2s"],
    }
    assert hand.actions[:6] == [
        "d dh p1 ????????", "d dh p2 As3h8h6s", "d dh p3 ????????", "d dh p4 ????????", "p3 cc",
        "p4 cbr 0.50",
    ]  # fmt: skip
    draw = hand.actions.index("p2 sd 8h6s")
    assert hand.actions[draw : draw + 5] == ["p2 sd 8h6s", "p3 sd ??", "p4 sd", "d dh p2 5dKc", "d dh p3 ??"]
    assert hand.actions[-3:] == ["p2 sm As3h5d9c", "p4 sm", "p3 sm 2d7c4hJs"]


# Ann has less than the ante, Bo and Cy play on for a side pot.
SHORT_ANTE = """\
PokerStars Hand #77700000011: Tournament #900000042, $1.40+$0.10 USD Badugi Limit - Level V (50/100) - 2024/03/04 22:52:08 CET [2024/03/04 16:52:08 ET]
Table '900000042 1' 3-max Seat #1 is the button
Seat 1: Ann (7 in chips)\x20
Seat 2: Bo (300 in chips)\x20
Seat 3: Cy (300 in chips)\x20
Ann: posts the ante 7 and is all-in
Bo: posts the ante 10
Cy: posts the ante 10
Bo: posts small blind 25
Cy: posts big blind 50
*** DEALING HANDS ***
Bo: calls 25
Cy: checks\x20
*** FIRST DRAW ***
Bo: stands pat\x20
Cy: stands pat\x20
Ann: stands pat\x20
Bo: checks\x20
Cy: checks\x20
*** SECOND DRAW ***
Bo: stands pat\x20
Cy: stands pat\x20
Ann: stands pat\x20
Bo: checks\x20
Cy: checks\x20
*** THIRD DRAW ***
Bo: stands pat\x20
Cy: stands pat\x20
Ann: stands pat\x20
Bo: checks\x20
Cy: checks\x20
*** SHOW DOWN ***
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Cy: mucks hand\x20
Bo collected 106 from side pot
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
Ann collected 21 from main pot
*** SUMMARY ***
Total pot 127 Main pot 21. Side pot 106. | Rake 0\x20
Seat 1: Ann (button) showed [As 3h 5d 9c] and won (21) with a Badugi: 9,5,3,A
Seat 2: Bo (small blind) showed [2d 7c 4h Js] and won (106) with a Badugi: J,7,4,2
Seat 3: Cy (big blind) mucked [Kd Kh Ks Kc]"""


@pytest.mark.quick
def test_antes():
    hand = read(ANTES)
    assert hand.antes == [Decimal("0.05")] * 4
    assert not hand.ante_trimming_status
    assert_same_stacks(hand)
    short = read(SHORT_ANTE)
    assert short.antes == [10, 10, 7]
    assert short.ante_trimming_status
    assert final_stacks(short) == [346, 240, 21] == short.finishing_stacks
    assert (short.level, short.user_defined_fields["_level"]) == (5, "V")
    assert short.user_defined_fields["_tournament"] == "900000042"
    assert short.user_defined_fields["_buy_in"] == "$1.40+$0.10 USD"


@pytest.mark.quick
def test_a_dead_small_blind_is_an_ante():
    """Its chips are in the pot and count for no call, as those of an ante."""
    hand = read(
        changed(
            ("Ann: posts big blind $0.25", "Ann: posts big blind $0.25\nCy: posts small blind $0.10"),
            ("$4.80 Main pot $2.10.", "$4.90 Main pot $2.20."),
            ("Ann collected $2.10", "Ann collected $2.20"),
            ("won ($4.60)", "won ($4.70)"),
        )
    )
    assert hand.antes == [0, 0, 0, Decimal("0.10")]
    assert hand.blinds_or_straddles == [Decimal("0.10"), Decimal("0.25"), 0, 0]
    assert_same_stacks(hand)


@pytest.mark.quick
def test_a_reshuffle_is_a_comment_between_the_deals():
    played = play(HAND)
    text = write_phh(played)
    assert "reshuffled" not in text

    index = next(
        n
        for n, event in enumerate(played.hand.events)
        if isinstance(event, ev.Discarded) and event.player == "Bo"
    )
    events = (*played.hand.events[:index], ev.DeckReshuffled(), *played.hand.events[index:])
    draws = tuple(replace(draw, n=draw.n + (draw.n >= index)) for draw in played.draws)
    hand = HandHistory.loads(
        write_phh(replace(played, hand=replace(played.hand, events=events), draws=draws))
    )
    place = hand.actions.index("# the deck is reshuffled")
    assert hand.actions[place - 1 : place + 2] == ["d dh p2 5dKc", "# the deck is reshuffled", "d dh p3 ??"]
    assert_same_stacks(hand)


# --- what PHH cannot say

EXTRA = changed(
    (
        "Dee: posts small blind $0.10\nAnn: posts big blind $0.25",
        "Dee: posts small blind $0.10\nAnn: posts big blind $0.25\nBo: posts big blind $0.25",
    ),
    ("Bo: calls $0.25\nCy", "Bo: checks\nCy"),
)
CANCELLED = WALK.partition("*** DEALING")[0] + "Hand cancelled\n*** SUMMARY ***\nTotal pot $0 | Rake $0\x20"
CASHED_OUT = changed(
    ("Ann collected $2.50 from side pot\n", ""),
    ("Ann collected $2.10 from main pot", "Ann cashed out the hand for $4.55 | Cash Out Fee $0.05"),
    ("with a Badugi: 9,5,3,A", "with a Badugi: 9,5,3,A (pot not awarded as player cashed out)"),
)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (EXTRA, betting.EXTRA_BLIND),
        (CANCELLED, betting.CANCELLED),
        (CASHED_OUT, betting.CASHED_OUT),
        (WALK.replace("Badugi Limit", "Badugi Pot Limit").replace("$0.25/$0.50", "$0.10/$0.25"), betting.LIMIT),
    ],
    ids=["extra blind", "cancelled", "cash-out", "pot limit"],
)  # fmt: skip
def test_a_hand_that_needs_more_is_refused(text, reason):
    replayed = play(text)
    assert replayed.ok, [str(problem) for problem in replayed.problems]
    with pytest.raises(PhhError) as caught:
        write_phh(replayed)
    assert str(caught.value) == reason


def table(*stacks, live=()):
    """The betting of players with stacks, and blinds of the first of them."""
    chips = dict(enumerate(stacks))
    blinds = dict(enumerate(live))
    nothing = dict.fromkeys(chips, 0)
    return PhhChips(chips, nothing, nothing | blinds)


@pytest.mark.quick
def test_four_bets_in_a_round():
    play = table(900, 900)
    assert play.bet(0, 50, 50) == 50
    assert [play.bet(number % 2, 100 if number else 50, 50) for number in (1, 2, 3)] == [100, 150, 200]
    with pytest.raises(PhhError, match=betting.CAPPED):
        play.bet(0, 100, 50)
    play.check_or_call(0, 50)
    play.begin_round()
    assert play.bet(0, 100, 100) == 100


@pytest.mark.quick
def test_a_short_blind_and_short_raises():
    short_blind = table(900, 15, 900, live=(10, 15))
    with pytest.raises(PhhError, match="all-in for less"):
        short_blind.check_or_call(2, 25)
    completed = table(900, 70, 900)
    completed.bet(0, 50, 50)
    completed.bet(1, 70, 50)
    with pytest.raises(PhhError, match="all-in for less"):
        completed.bet(2, 100, 50)
    with pytest.raises(PhhError, match="all-in for less"):
        completed.bet(0, 70, 50)  # acted before the short raise
    assert completed.bet(2, 120, 50) == 120
    completed.check_or_call(0, 70)


def test_views_are_merged_and_reasons_are_counted(tmp_path):
    for number, text in enumerate((ANN, BEN, EXTRA, EXTRA.replace("#77700000002", "#77700000009"))):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    db = tmp_path / "hands.duckdb"
    assert run("import", tmp_path, "--no-prices", "--db", db).exit_code == 0
    done = run("export", "--db", db, "--format", "phh", "-o", tmp_path / "out", "--json")
    assert done.exit_code == 0
    (hand,) = hands_of(tmp_path / "out")
    assert hand.actions[:2] == ["d dh p1 4s5c6d6h", "d dh p2 As2c3dKh"]
    assert hand.user_defined_fields["_rake"] == Decimal("0.10")
    (line,) = [line for line in done.stderr.splitlines() if "out of turn" in line]
    assert line == (
        f"2 hands not exported, which phh cannot represent: {betting.EXTRA_BLIND} (for example hand 77700000002)"
    )
    found = answer("export", "--db", db, "--format", "phh", "-o", tmp_path / "out")
    assert found["refused"] == [{"reason": betting.EXTRA_BLIND, "hands": 2, "example": "77700000002"}]
    assert [Path(file).suffix for file in found["files"]] == [".phh"]
    assert answer("export", "--db", db, "-o", tmp_path / "histories")["refused"] == []

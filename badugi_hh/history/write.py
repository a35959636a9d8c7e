"""Writes a `Hand` as the text of the PokerStars client, the inverse of `parse`; `write_full_tilt` writes other hands.

The output follows the client byte for byte: two blanks after the number of a cash hand, a blank at the end of certain
lines, `$5` but `$6.80`. Where another text differs from this, the database keeps it: of a converted hand with commas in
amounts or capitals in its header, the output is what the client would have written. This module applies no rules: it
writes hands as they are, right or wrong.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from badugi_hh.engine import cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history import write_full_tilt
from badugi_hh.history.full_tilt import is_own_software
from badugi_hh.history.money import write_amount

HAND_GAP = 3
"""The number of blank lines that the client writes after each hand."""

LIMITS = {
    Betting.FIXED: "Limit",
    Betting.POT: "Pot Limit",
    Betting.HALF_POT: "Half Pot Limit",
    Betting.NO_LIMIT: "No Limit",
}
"""The names of the limit types in headers and file names."""

_POSTS = {post: f"posts {post}" for post in Post} | {Post.ANTE: "posts the ante"}
_MARKERS = {section: f"*** {section} ***" for section in ev.Section}


def write(hand: ev.Hand) -> str:
    """Return the text of a hand, its lines joined with line feeds; seats and events are in the order of their lines."""
    if is_own_software(hand):
        return write_full_tilt.write(hand)
    items: list[ev.Seat | ev.ANY_EVENT] = sorted([*hand.seats, *hand.events], key=lambda item: item.line)
    lines = [seat_line(hand, item) if isinstance(item, ev.Seat) else event_line(hand, item) for item in items]
    return "\n".join([header_line(hand), table_line(hand), *lines])


def header_line(hand: ev.Hand) -> str:
    """Return the first line of a hand."""
    stakes, tournament = hand.stakes, hand.tournament
    limit = LIMITS[stakes.betting]
    club = f"{{{hand.club}}} " if hand.club is not None else ""
    opening = f"{hand.site} {hand.kind} #{hand.id}: {club}"
    if tournament is None:
        stakes_text = _stakes(hand)
        game = (
            f"{hand.game} {limit} ({stakes_text})"
            if hand.mix is None
            else f"{hand.mix} ({hand.game} {limit}, {stakes_text})"
        )
        title = f" {game}"
    else:
        game = f"{hand.game} {limit}" if hand.mix is None else f"{hand.mix} ({hand.game} {limit})"
        buy_in = "" if tournament.buy_in is None else f"{tournament.buy_in} "
        match_round = "" if tournament.match_round is None else f"{tournament.match_round}, "
        title = (
            f"Tournament #{tournament.id}, {buy_in}{game}"
            f" - {match_round}Level {tournament.level} ({stakes.low}/{stakes.high})"
        )
    regulator = "" if hand.room_id is None else f" [ADM ID: {hand.room_id}]"
    return f"{opening}{title}{regulator} - {_moment(hand)}"


def table_line(hand: ev.Hand) -> str:
    """Return the second line of a hand."""
    size = "" if hand.max_seats is None else f" {hand.max_seats}-max"
    play_money = " (Play Money)" if hand.play_money else ""
    return f"Table '{hand.table}'{size}{play_money} Seat #{hand.button} is the button"


def seat_line(hand: ev.Hand, seat: ev.Seat) -> str:
    """Return the seat line of one player, before the deal."""
    if is_own_software(hand):
        return write_full_tilt.seat_line(hand, seat)
    bounty = "" if seat.bounty is None else f", {seat.bounty} bounty"
    if seat.sitting_out:
        status = "is sitting out"
    elif seat.out_of_hand is not None:
        status = f"out of hand ({seat.out_of_hand})"
    else:
        status = ""
    return f"Seat {seat.seat}: {seat.player} ({amount(hand, seat.stack)} in chips{bounty}) {status}"


def event_line(hand: ev.Hand, event: ev.ANY_EVENT) -> str:
    """Return the line of an event, with the blank at its end where the client writes one."""
    if is_own_software(hand):
        return write_full_tilt.event_line(hand, event)
    match event:
        case ev.SectionBegan():
            return _MARKERS[event.section]
        case ev.Posted():
            posted = f"{event.player}: {_POSTS[event.post]} {amount(hand, event.amount)}"
            return posted + _all_in(event.all_in)
        case ev.Dealt():
            return f"Dealt to {event.player} [{cards.names(event.cards)}]"
        case ev.Discarded():
            noun = "card" if (event.count == 1) != event.wrong_plural else "cards"
            thrown = "" if event.cards is None else f" [{cards.names(event.cards)}]"
            lost = " (disconnect)" if event.disconnected else ""
            return f"{event.player}: discards {event.count} {noun}{thrown}{lost}"
        case ev.StoodPat():
            held = "" if event.cards is None else f"on [{cards.names(event.cards)}]"
            return f"{event.player}: stands pat {held}{_disconnect(event.disconnected, after=held)}"
        case ev.Drew():
            kept = f"[{cards.names(event.kept)}] " if event.kept else ""
            return f"Dealt to {event.player} {kept}[{cards.names(event.drawn)}]"
        case ev.DeckReshuffled():
            return "The deck is reshuffled"
        case ev.Folded():
            shown = "" if event.cards is None else f"[{cards.names(event.cards)}]"
            return f"{event.player}: folds {shown}{_disconnect(event.disconnected, after=shown)}"
        case ev.Checked():
            return f"{event.player}: checks {_disconnect(event.disconnected)}"
        case ev.Called():
            return f"{event.player}: calls {amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Bet():
            return f"{event.player}: bets {amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Raised():
            by, to = amount(hand, event.by), amount(hand, event.to)
            return f"{event.player}: raises {by} to {to}{_all_in(event.all_in)}"
        case ev.BettingCapped():
            return "Betting is capped"
        case ev.UncalledReturned():
            return f"Uncalled bet ({amount(hand, event.amount)}) returned to {event.player}"
        case ev.Showed():
            described = "" if event.description is None else f" ({event.description})"
            return f"{event.player}: shows [{cards.names(event.cards)}]{described}"
        case ev.Mucked():
            return f"{event.player}: mucks hand "
        case ev.NotShown():
            return f"{event.player}: doesn't show hand "
        case ev.Collected():
            numbered = " " if event.pot.startswith("side pot-") else ""
            return f"{event.player} collected {amount(hand, event.amount)} from {event.pot}{numbered}"
        case ev.CashedOut():
            fee = "" if event.fee is None else f" | Cash Out Fee {amount(hand, event.fee)}"
            return f"{event.player} cashed out the hand for {amount(hand, event.amount)}{fee}"
        case ev.Finished():
            place = "" if event.place is None else f" in {ordinal(event.place)} place"
            prize = "" if event.prize is None else f" and received {event.prize}."
            return f"{event.player} finished the tournament{place}{prize}"
        case ev.WonTournament():
            prize = "" if event.prize is None else f" and receives {event.prize}"
            return f"{event.player} wins the tournament{prize} - congratulations!"
        case ev.BountyWon():
            return event.text
        case ev.HandCancelled():
            return "Hand cancelled"
        case ev.BreakSkipped():
            return "All players have agreed to skip the break. Game resuming."
        case ev.Talked():
            return _talk_line(event)
        case ev.PotSummary():
            parts = "".join(f" {name.capitalize()} {amount(hand, part)}." for name, part in event.parts)
            return f"Total pot {amount(hand, event.total)}{parts} | Rake {amount(hand, event.rake)} "
        case ev.SeatSummary():
            return _summary_line(hand, event)
    assert_never(event)


def _talk_line(talk: ev.Talked) -> str:
    match talk.kind:
        case ev.Talk.SAID:
            return f'{talk.player} said, "{talk.words}"'
        case ev.Talk.SITS_OUT:
            return f"{talk.player}: {talk.words} "
        case ev.Talk.JOINED | ev.Talk.CONNECTED | ev.Talk.DISCONNECTED:
            return f"{talk.player} {talk.words} "
        case _:
            return f"{talk.player} {talk.words}"


def _summary_line(hand: ev.Hand, summary: ev.SeatSummary) -> str:
    tags = "".join(f" ({tag})" for tag in summary.tags)
    shown = "" if summary.cards is None else f" [{cards.names(summary.cards)}]"
    described = "" if summary.description is None else f" with a {summary.description}"
    won = "" if summary.amount is None else f" ({amount(hand, summary.amount)})"
    match summary.outcome:
        case ev.Outcome.FOLDED:
            draw = f"after the {ordinal(summary.street)} Draw" if summary.street else "before the Draw"
            did = f"folded {draw}" + (" (didn't bet)" if summary.did_not_bet else "")
        case ev.Outcome.COLLECTED:
            did = f"collected{won}"
        case ev.Outcome.SHOWED_WON:
            did = f"showed{shown} and won{won}{described}"
        case ev.Outcome.SHOWED_LOST:
            did = f"showed{shown} and lost{described}"
        case ev.Outcome.MUCKED:
            did = f"mucked{shown}"
        case ev.Outcome.NOT_DEALT:
            return f"Seat {summary.seat}: {summary.player}{tags}"
        case _:
            assert_never(summary.outcome)
    cashed_out = ""
    if summary.cashed_out:
        won_it = summary.outcome is ev.Outcome.SHOWED_WON
        cashed_out = " (pot not awarded as player cashed out)" if won_it else " (cashed out)."
    return f"Seat {summary.seat}: {summary.player}{tags} {did}{cashed_out}"


def amount(hand: ev.Hand, number: int) -> str:
    """Return an amount in the hand's unit as the client writes it: `$5`, `$6.80`, or chips `1500`."""
    return write_amount(number, hand.stakes.sign)


def pot_names(count: int) -> tuple[str, ...]:
    """Return the names of the pots in the text, main pot first: one pot is `pot`, two or more side pots are numbered."""
    if count < 2:  # none where all folded to the only blind, which was returned
        return ("pot",)[:count]
    if count == 2:
        return ("main pot", "side pot")
    return ("main pot", *(f"side pot-{number}" for number in range(1, count)))


def ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `3rd`, `4th`, `11th`, `72nd` …"""
    tens, ones = divmod(number % 100, 10)
    suffix = "th" if tens == 1 else {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")
    return f"{number}{suffix}"


def _stakes(hand: ev.Hand) -> str:
    """Return `$0.25/$0.50 USD`; both stakes have cents if one has (`$0.50/$1.00`), unlike other amounts."""
    stakes = hand.stakes
    if stakes.currency is None:
        return f"{stakes.low}/{stakes.high}"
    sign = stakes.sign
    with_cents = bool(stakes.low % 100 or stakes.high % 100)
    low, high = (
        f"{sign}{stake // 100}.{stake % 100:02d}" if with_cents else f"{sign}{stake // 100}"
        for stake in (stakes.low, stakes.high)
    )
    cap = "" if stakes.cap is None else f" - {write_amount(stakes.cap, sign)} Cap - "
    return f"{low}/{high}{cap} {stakes.currency}"


def _moment(hand: ev.Hand) -> str:
    moment = hand.moment
    eastern = "" if moment.eastern is None else f" [{moment.eastern} ET]"
    return f"{moment.written}{eastern}"


def _all_in(all_in: bool) -> str:
    return " and is all-in" if all_in else ""


def _disconnect(disconnected: bool, *, after: str = "") -> str:
    if not disconnected:
        return ""
    return " (disconnect)" if after else "(disconnect)"


# --- files as the client names them

_BOM = "\ufeff"
_LONGEST = 180  # bytes
_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
_FORBIDDEN = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))  # in file names on some systems


def file_name(hand: ev.Hand) -> str:
    """Return the name of the file in which the client would save a hand; the date is the local day of the hand."""
    date = hand.moment.local.split(" ", maxsplit=1)[0].replace("/", "")
    game = f"{LIMITS[hand.stakes.betting]} {hand.game}"
    if hand.tournament is not None:
        buy_in = (hand.tournament.buy_in or "Freeroll").removesuffix(" USD").replace("+", " + ")
        name = f"HH{date} T{hand.tournament.id} {game} {buy_in}"
    else:
        sign = hand.stakes.sign
        low, high = (
            f"{sign}{stake // 100}.{stake % 100:02d}" if stake % 100 else f"{sign}{stake // 100}"
            for stake in (hand.stakes.low, hand.stakes.high)
        )
        name = f"HH{date} {hand.table} - {low}-{high} - {hand.stakes.currency} {game}"
    return f"{_fitting(name)}.txt"


def folder_name(name: str) -> str:
    """Return a folder name for a player that is valid on every system; two players can get the same folder name."""
    fitting = _fitting(name).strip(" .") or "_"
    return f"{fitting}_" if fitting.partition(".")[0].upper() in _RESERVED else fitting


def _fitting(name: str) -> str:
    """Return a name without forbidden characters, at most `_LONGEST` bytes long."""
    return name.translate(_FORBIDDEN).encode()[:_LONGEST].decode(errors="ignore")


def write_files(hands: Iterable[ev.Hand], folder: Path) -> list[Path]:
    """Write hands into files in `folder`; see `write_texts`."""
    return write_texts(((hand, write(hand)) for hand in hands), folder)


def write_texts(hands: Iterable[tuple[ev.Hand, str]], folder: Path) -> list[Path]:
    """Write texts of hands into files in `folder`, which is created if it does not exist; return the files in order of creation.

    Files start with a byte order mark, lines end with a carriage return and a line feed, and three blank lines follow every
    hand, as in the client's files. An existing file of the same name is replaced.

    Raises:
        OSError: the folder or a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[Path, None] = {}
    for hand, text in hands:
        path = folder / file_name(hand)
        new = path not in paths
        paths[path] = None
        lines = (text + "\n" * (HAND_GAP + 1)).replace("\n", "\r\n")
        with path.open("wb" if new else "ab") as file:
            file.write(((_BOM if new else "") + lines).encode())
    return list(paths)

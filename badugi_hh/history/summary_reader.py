"""Reads the lines of one tournament summary: what it cost, who finished where, and who won what.

A line that is not read is a warning, and what it could have changed is unknown. Where that is the buy-in, or the place
or the prize of the player to whom the summary was sent, the summary is not read at all. Nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from badugi_hh import problems as codes
from badugi_hh.history.events import Moment
from badugi_hh.history.money import AmountError, Money
from badugi_hh.history.summary_lines import (
    AMOUNT,
    POINTS,
    UNKNOWN,
    Line,
    Unknown,
    find_unknown,
    is_named,
    place_of,
    read_money,
    read_prize,
    split_entry,
    states_buy_in,
    states_own_place,
)
from badugi_hh.history.times import read_moment
from badugi_hh.history.tournament_summary import Finisher, Summary
from badugi_hh.problems import SHOWN, Code, Place, Problem

_END = re.compile(
    r"(?P<playing>still playing)|(?P<prize>.*?)(?: \([0-9.]+%\))? ?(?P<qualified>\(qualified for the target tournament\))?"
)

_MORE = re.compile(r"([0-9]+) (?:(re-?entr)|[a-z-]+)")
_BEFORE_START = {
    "HEADER",
    "SATELLITE",
    "FREEROLL",
    "BUY_IN",
    "PLAYERS",
    "ADDED",
    "PRIZE_POOL",
    "TARGET",
    "TICKETS",
    UNKNOWN,
}

_COMPLETE = re.compile(r".*(?:%\)|still playing|target tournament\))")
"""A line of the list to whose end nothing can be missing."""
_COMPLETE_SUM = re.compile(r".*\.[0-9]{2}(?: [A-Z]{3})?\.")
MAY_BE_CUT = "the file ends in this line, which may be cut off"

_NO_FORM = "this line of a tournament summary has no known form"


class _LineError(ValueError):
    """A line because of which the summary cannot be read; `found` is its wrong part."""

    def __init__(self, code: Code, message: str, found: str, line: int) -> None:
        super().__init__(message)
        self.code, self.found, self.line = code, found, line


def read_summary(
    file: str, line: int, lines: Sequence[Line], *, ends_in_line: bool = False
) -> tuple[Summary | None, tuple[Problem, ...]]:
    """Return the summary whose lines begin with its header, and its problems by line; None if one of them is an error.

    `line` is the number of the header in the file. `ends_in_line` is true if the last line may be cut off.
    """
    reader = _SummaryReader(lines, lines[-1] if ends_in_line else None)
    problems, summary = reader.warnings, None
    try:
        summary = reader.read()
    except _LineError as error:
        problems = [*problems, (error.code, error.line, str(error), error.found)]
    found = [
        Problem(code, Place(file, line + number - 1), message, found=wrong[:SHOWN] or None)
        for code, number, message, wrong in sorted(problems, key=lambda problem: problem[1])
    ]
    return summary, tuple(dict.fromkeys(found))


class _SummaryReader:
    """Converts the lines of one summary; `warnings` are the code, the line, the message and the wrong part.

    `cut` is the last line if it may be cut off.
    """

    def __init__(self, lines: Sequence[Line], cut: Line | None) -> None:
        self.warnings: list[tuple[Code, int, str, str]] = []
        self._lines = lines
        self._cut = cut
        self._unread: list[str] = []  # the lines that could be about anybody
        # of the player to whom the summary was sent
        self._cost_unknown, self._winnings_unknown = False, False

    def _warn(self, line: Line, message: str, found: str | None = None) -> None:
        self.warnings.append((codes.UNREAD_LINE, line.number, message, line.text if found is None else found))

    def read(self) -> Summary:
        header = self._lines[0]
        if header.kind != "HEADER":
            raise _LineError(codes.UNKNOWN_LINE, _NO_FORM, header.text, header.number)
        self._refuse_cut_off()
        buy_in = self._once("BUY_IN", "FREEROLL")
        place = self._once("OWN_PLACE")
        if place is not None and self._all("NOT_PLAYED"):
            message = "another line of the summary says that its recipient did not play"
            raise _LineError(codes.MISPLACED_LINE, message, place.text, place.number)
        own_place = None if place is None else int(place.groups[0])
        self._read_unknown(buy_in, own_place)
        self._code = self._find_code(buy_in)
        text, parts = self._buy_in(buy_in)
        dear = self._once("DEAR")
        own_prize = None
        if place is not None and place.groups[1] is not None:
            own_prize = self._exact(place.groups[1], self._code, place)
        player = None if dear is None else dear.groups[0]
        finishers = self._finishers(player, own_place, own_prize, parts)
        self._money_of("ADDED")
        return Summary(
            site=header.groups[0],
            id=header.groups[1],
            game=header.groups[2],
            entrants=int(players.groups[0]) if (players := self._once("PLAYERS")) else None,
            started=self._moment("STARTED"),
            finished=self._moment("FINISHED"),
            buy_in=text,
            pool=parts[0],
            bounty=parts[1],
            fee=parts[2],
            prize_pool=self._money_of("PRIZE_POOL"),
            finishers=tuple(finishers),
            player=player,
            own_place=own_place,
            own_prize=own_prize,
        )

    # --- the lines as a whole

    def _all(self, *kinds: str) -> list[Line]:
        return [line for line in self._lines if line.kind in kinds]

    def _refuse_cut_off(self) -> None:
        if all(line.kind in _BEFORE_START for line in self._lines):
            message = "the tournament summary ends before the line of its start"
            last = self._lines[-1]
            raise _LineError(codes.CUT_OFF, message, last.text, last.number)

    def _once(self, *kinds: str) -> Line | None:
        """Return the line of these kinds, None without one; where lines state different things, None or an error."""
        lines = self._all(*kinds)
        for line in lines[1:]:
            if line.groups == lines[0].groups:
                self._warn(line, "a tournament summary has this line once")
                continue
            message = f"the summary states this differently in line {lines[0].number}"
            if line.kind in {"BUY_IN", "FREEROLL", "OWN_PLACE", "DEAR"}:
                raise _LineError(codes.MISPLACED_LINE, message, line.text, line.number)
            self._warn(line, f"{message}; it is unknown")
            return None
        return lines[0] if lines else None

    def _read_unknown(self, buy_in: Line | None, own_place: int | None) -> None:
        """Warn of the lines of no known form, and note what each could have changed."""
        begun = False
        places = {int(line.groups[0]) for line in self._all("PLACE")}
        for line in self._lines:
            begun = begun or line.kind not in _BEFORE_START
            if line.kind != UNKNOWN:
                continue
            number = place_of(line.text)
            is_listed = number == own_place and places and own_place not in places
            if (
                states_buy_in(line.text)
                or (buy_in is None and not begun)
                or (own_place is None and states_own_place(line.text))
                or (number is not None and is_listed)
            ):
                raise _LineError(codes.UNKNOWN_LINE, _NO_FORM, line.text, line.number)
            self._unread.append(line.text)
            unknown = find_unknown(line.text, of_recipient=begun and not places, below_start=begun)
            self._cost_unknown |= unknown in {Unknown.COST, Unknown.BOTH}
            self._winnings_unknown |= unknown in {Unknown.WINNINGS, Unknown.BOTH}
            self._warn(
                line, f"{_NO_FORM}; what the player {unknown} counts as unknown" if unknown else _NO_FORM
            )

    # --- amounts

    def _find_code(self, buy_in: Line | None) -> str | None:
        """Return the code of the currency of all amounts, None if no line has one."""
        lines = [] if buy_in is None or buy_in.kind == "FREEROLL" else [buy_in]
        lines += [line for line in self._all("PRIZE_POOL") if AMOUNT.fullmatch(line.groups[0])]
        stated = [(line, line.groups[-1]) for line in lines if line.groups[-1] not in {None, *POINTS}]
        for line, iso in stated:
            if iso != stated[0][1]:
                message = f"the amounts of the summary are in {stated[0][1]}"
                raise _LineError(codes.BAD_AMOUNT, message, line.text, line.number)
        for line in self._all("ADDED", "OWN_PLACE", "BOUGHT", "BOUNTIES"):
            if line.kind == "ADDED":
                stated.append((line, line.groups[1]))
            elif line.groups[1] is not None and (amount := AMOUNT.fullmatch(line.groups[1])):
                stated.append((line, amount[1] or amount[4]))
        return next((iso for _, iso in stated if iso not in {None, *POINTS}), None)

    def _buy_in(
        self, line: Line | None
    ) -> tuple[str | None, tuple[Money | None, Money | None, Money | None]]:
        """Return the text of the buy-in, and its parts: for the prize pool, for the bounty, and for the site."""
        if line is None:
            return None, (None, None, None)
        *written, iso = (*line.groups, None) if line.kind == "FREEROLL" else line.groups
        parts = [part for part in written if part is not None]
        text = "/".join(parts) + (f" {iso}" if iso else "")
        if text == "Freeroll":
            return text, (Money(text, 0, None),) * 3
        if iso in POINTS:
            return text, (Money(text, None, None), None, None)
        sign = parts[0].rstrip("0123456789.,")
        # `$10.00/1.00 USD`: the sign of the first part is that of all
        amounts = [
            self._exact(f"{sign}{part}" if part[:1].isdecimal() else part, self._code, line) for part in parts
        ]
        none = Money("", 0, amounts[0].currency)
        bounty = amounts[1] if len(amounts) == 3 else none
        if len({amount.currency for amount in amounts}) > 1:
            message = f"{text} has amounts of several currencies"
            raise _LineError(codes.BAD_AMOUNT, message, text, line.number)
        return text, (amounts[0], bounty, amounts[-1] if len(amounts) > 1 else none)

    def _exact(self, text: str, code: str | None, line: Line) -> Money:
        """Return an amount that must be known."""
        try:
            return read_money(text, code)
        except AmountError as error:
            raise _LineError(codes.BAD_AMOUNT, str(error), error.found, line.number) from error

    def _money_of(self, kind: str) -> Money | None:
        """Return the amount of a line, without one if it cannot be read."""
        line = self._once(kind)
        if line is None:
            return None
        text, iso = line.groups if kind in {"PRIZE_POOL", "ADDED"} else (line.groups[1], None)
        if iso in POINTS:
            return Money(f"{text} {iso}", None, None)
        try:
            return read_prize(text, self._code)
        except AmountError as error:
            self._warn(line, f"{error}; it is unknown", error.found)
            return Money(text, None, None)

    def _moment(self, kind: str) -> Moment | None:
        line = self._once(kind)
        if line is None:
            return None
        local, zone, eastern = line.groups
        try:
            return read_moment(local.replace(" - ", " "), zone, eastern)
        except ValueError as wrong:
            self._warn(line, f"the time cannot be read: {wrong}; it is unknown", local)
            return None

    # --- the entries

    def _finishers(
        self,
        player: str | None,
        own_place: int | None,
        own_prize: Money | None,
        parts: Sequence[Money | None],
    ) -> list[Finisher]:
        """Return the entries of all players, those that the summary counts but does not list last."""
        listed = self._listed(own_place)
        own = [each for each in listed if each.place == own_place and not each.playing]
        if own_place is not None and player is not None and self._is_missing(player, own_place, listed):
            own = [Finisher(own_place, player, 1, None, own_prize or self._prize_cut_off())]
            listed += own
        elif own:
            self._compare(own[0], player, own_prize)
        hero = own[0].player if own else player if player in {each.player for each in listed} else None
        entries: Counter[str] = Counter()
        for each in listed:
            entries[each.player] = max(entries[each.player], each.entry)
        spent, bounties = self._bought(hero, entries, parts), self._bounties(parts)
        unread = "\n".join(self._unread)
        known = {(each.player, each.entry) for each in listed}
        listed = listed + [
            Finisher(None, name, entry, None, None)  # prizes begin where nobody can enter again
            for name, number in entries.items()
            for entry in range(1, number + 1)
            if (name, entry) not in known
        ]
        may_be = {hero} if hero is not None else set() if self._all("NOT_PLAYED") else set(entries)
        named = {name for name in entries if is_named(name, unread)}
        return [
            replace(
                each,
                prize=Money(each.prize.text if each.prize else "", None, None)
                if each.player in named or (each.player in may_be and self._winnings_unknown)
                else each.prize,
                spent=spent if each.player == hero and not self._cost_unknown else None,
                bounties=bounties if each.player == hero and not self._winnings_unknown else None,
                cost_unknown=each.player in named or (each.player in may_be and self._cost_unknown),
            )
            for each in listed
        ]

    @staticmethod
    def _is_missing(player: str, place: int, listed: Iterable[Finisher]) -> bool:
        """Return whether the list has neither the recipient nor their place."""
        return all(each.player != player and each.place != place for each in listed)

    def _prize_cut_off(self) -> Money | None:
        """Return an unknown prize of the recipient if their line may be cut off before it, else None."""
        if self._cut is None or self._cut.kind != "OWN_PLACE":
            return None
        self._warn(self._cut, f"{MAY_BE_CUT}; the prize is unknown")
        return Money("", None, None)

    def _compare(self, listed: Finisher, player: str | None, own_prize: Money | None) -> None:
        """Compare what the lines to the recipient state with the list."""
        prize = listed.prize.amount if listed.prize else 0
        if (player or listed.player) != listed.player or (own_prize and own_prize.amount != prize):
            message = f"the list has {listed.player} in this place, with {listed.prize or 'no prize'}"
            line = self._all("OWN_PLACE")[0]
            raise _LineError(codes.MISPLACED_LINE, message, line.text, line.number)

    def _listed(self, own_place: int | None) -> list[Finisher]:
        """Return the entries that are listed, each once."""
        entries: dict[tuple[str, int], Finisher] = {}
        for line in self._all("PLACE"):
            each = self._finisher(line, own_place)
            if each is None:
                continue
            key = each.player, each.entry
            before = entries.setdefault(key, each)
            if before is each:
                continue
            message = "the summary lists this entry of the player twice"
            if replace(before, line=each.line) == each:
                self._warn(line, message)
                continue
            if own_place in {before.place, each.place}:
                raise _LineError(codes.MISPLACED_LINE, message, each.player, line.number)
            self._warn(line, f"{message}; what differs is unknown")
            same_prize = (before.prize, before.qualified) == (each.prize, each.qualified)
            entries[key] = replace(
                before,
                place=before.place if before.place == each.place else None,
                prize=before.prize if same_prize else Money("", None, None),
                playing=before.playing or each.playing,
            )
        return self._with_places(list(entries.values()), own_place)

    def _with_places(self, entries: Iterable[Finisher], own_place: int | None) -> list[Finisher]:
        """Return entries without the places that several have."""
        first: dict[int, Finisher] = {}
        twice: set[int] = set()
        entries = list(entries)
        lines = {line.number: line for line in self._all("PLACE")}
        for each in entries:
            if each.place is None or first.setdefault(each.place, each) is each:
                continue
            message = f"the summary lists {first[each.place].player} in the same place"
            if each.place == own_place:
                raise _LineError(codes.MISPLACED_LINE, message, each.player, each.line)
            self._warn(lines[each.line], f"{message}; the place is unknown")
            twice.add(each.place)
        return [replace(each, place=None) if each.place in twice else each for each in entries]

    def _finisher(self, line: Line, own_place: int | None) -> Finisher | None:
        """Return the entry of a line of the list, None if it is not clear whose it is."""
        place, text = int(line.groups[0]), line.groups[1]
        parts = split_entry(text)
        if parts is None:
            message = "it is not clear where the name of the player ends and the country begins"
            if place == own_place:
                raise _LineError(codes.UNKNOWN_LINE, message, text, line.number)
            self._unread.append(line.text)
            self._warn(line, message, text)
            return None
        name, entry, country, ending = parts
        end = _END.fullmatch(ending)
        assert end is not None  # noqa: S101 -- the expression matches every text
        prize = None
        try:
            prize = read_prize(end["prize"], self._code) if end["prize"] else None
        except AmountError as error:
            if place == own_place:
                raise _LineError(codes.BAD_AMOUNT, str(error), error.found, line.number) from error
            self._warn(line, f"{error}; the prize is unknown", error.found)
            prize = Money(end["prize"], None, None)
        if line is self._cut and not _COMPLETE.fullmatch(line.text):
            self._warn(line, f"{MAY_BE_CUT}; the prize is unknown")
            prize = Money(end["prize"], None, None)
        return Finisher(
            place,
            name,
            entry,
            country,
            prize,
            bool(end["playing"]),
            bool(end["qualified"]),
            line=line.number,
        )

    def _bought(self, hero: str | None, entries: Counter[str], parts: Sequence[Money | None]) -> int | None:
        """Return what the recipient paid for rebuys and add-ons, None without them, and count their further entries."""
        lines = self._all("BOUGHT")
        again, others, total = 0, 0, 0
        counted: set[bool] = set()
        currency = parts[0].currency if parts[0] else None
        for line in lines:
            if self._is_cut_off(line):
                self._forget_cost(line, MAY_BE_CUT)
                return None
            items = _MORE.findall(line.groups[0])
            kinds = {bool(entry) for _, entry in items}
            if counted & kinds:
                self._forget_cost(line, "the summary counts the same twice")
                return None
            counted |= kinds
            again += sum(int(number) for number, entry in items if entry)
            others += sum(int(number) for number, entry in items if not entry)
            try:
                paid = read_money(line.groups[1], self._code)
            except AmountError as error:
                self._forget_cost(line, str(error))
                return None
            if paid.currency != currency or paid.amount is None:
                self._forget_cost(line, "the buy-in is not in the currency of this amount")
                return None
            total += paid.amount
        if not lines:
            return None
        if hero is None:
            if others or not any(number > again for number in entries.values()):
                self._forget_cost(lines[0], "the summary does not say whose line this is")
            return None
        if again and entries[hero] > again + 1:
            self._forget_cost(lines[0], f"the summary lists {entries[hero]} entries of {hero}")
            return None
        entries[hero] = max(entries[hero], again + 1)
        cost = [part.amount for part in parts if part is not None and part.amount is not None]
        rest = total - again * sum(cost)
        if again and (len(cost) < len(parts) or rest < 0 or (rest and not others)):
            self._forget_cost(lines[0], "this is not the buy-in of the further entries")
            return None
        return rest if others else None

    def _bounties(self, parts: Sequence[Money | None]) -> int | None:
        """Return what the recipient won for bounties, None if it is not stated, or not in the currency of the buy-in."""
        won = self._money_of("BOUNTIES")
        if self._cut is not None and self._cut.kind == "BOUNTIES" and self._is_cut_off(self._cut):
            self._winnings_unknown = True
            self._warn(self._cut, f"{MAY_BE_CUT}; what the player won counts as unknown")
        same = won is not None and parts[0] is not None and won.currency == parts[0].currency
        return won.amount if won is not None and same else None

    def _is_cut_off(self, line: Line) -> bool:
        """Return whether the total of a line may lack its last digits."""
        return line is self._cut and not _COMPLETE_SUM.fullmatch(line.text)

    def _forget_cost(self, line: Line, why: str) -> None:
        self._cost_unknown = True
        self._warn(line, f"{why}; what the player paid counts as unknown")

"""A database of hands as one object, whose methods are the commands that need a database.

Each method is one call into the package that does the work; errors of DuckDB become one line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.api.open_database import OpenDatabase, one_line_errors
from badugi_hh.api.room_rules import find_rules
from badugi_hh.api.simulate import simulate_hands
from badugi_hh.api.solve import solution
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.resolve import resolve
from badugi_hh.stats.selection.time_zones import check_zone
from badugi_hh.stats.selection.user_input import member_of
from badugi_hh.store.aliases import join_names
from badugi_hh.store.importer import ImportReport, RetryReport, import_paths, retry_quarantine
from badugi_hh.store.progress_shares import Progress
from badugi_hh.store.tags import (
    TagError,
    as_file,
    list_labels,
    note_hand,
    note_player,
    read_file,
    remove_tags,
    tag_hands,
)

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.api.opponent import Opponent
    from badugi_hh.leaks import Finding
    from badugi_hh.leaks.loss_tree import LossTree
    from badugi_hh.problems import Problem
    from badugi_hh.replay import Replay
    from badugi_hh.store.export_hands import Exported


HEROES = Filter()
"""The user's hands: those of the persons marked as me, or else of the heroes, whose cards the files show."""
EVERYBODY = Filter(every_player=True)
"""The hands of all players."""


class Hands(OpenDatabase):
    """A database of hands, open until `close` or the end of a `with` block.

    `con` is the DuckDB connection, for everything that has no method here, and `path` the file, None in memory. Every method raises DatabaseError if the
    database is closed or damaged, or was changed by another program so that its queries fail.

    `rules` is the name of the room whose rules the hands are checked against: `"pokerstars"`, `"wsop-tournament"`,
    `"wsop-live"` or `"home"`; other names raise LookupError.
    """

    @one_line_errors
    def import_paths(
        self,
        *paths: Path | str,
        rules: str = "pokerstars",
        progress: Progress | None = None,
        prices: bool = True,
    ) -> ImportReport:
        """Import files, folders, globs, archives (`.zip`, `.gz`, `.zst`) and saved mails (`.eml`, `.mbox`); files and hands that are stored already are not counted twice.

        The report has the number of hands by outcome (`stored`, `duplicates`, `other_games`, `quarantined`) and the
        problems. `progress` is called with the name of a file, the hands read so far, and the share of the bytes that
        is done (0 to 1). `-` is a file of this name. `prices` False stores the hands without prices; see `price`.

        Raises:
            InputError: a path is missing or has no history.
            TypeError: a path is no path, such as a list of paths.
        """
        find_rules(rules)
        if any(not isinstance(path, Path | str) for path in paths):
            raise TypeError("give each path as an argument of its own: import_paths(*paths)")
        report = import_paths(self.con, paths, rules=rules, progress=progress)
        return replace(report, seconds=report.seconds + self.price().seconds) if prices else report

    import_ = import_paths

    @one_line_errors
    def retry(self, *, rules: str = "pokerstars", prices: bool = True) -> RetryReport:
        """Check the hands in the quarantine again, and store those without an error; the report has the numbers."""
        find_rules(rules)
        report = retry_quarantine(self.con, rules=rules)
        if prices and report.counts.stored:
            report = replace(report, seconds=report.seconds + self.price().seconds)
        return report

    @one_line_errors
    def quarantine(self) -> "list[Problem]":
        """Return the first error of each hand in the quarantine, in the order of their import."""
        from badugi_hh.store.texts import list_quarantine

        return list_quarantine(self.con)

    @one_line_errors
    def alias(self, person: str, *names: str, me: bool | None = None, site: str | None = None) -> None:
        """Join screen names to a person; with `me` True the person is the user, with False not.

        `site` is the site of the names, needed only if several sites have them.

        Raises:
            AliasError: a name is unknown or joined to another person; see `badugi_hh.store.aliases.join_names`.
        """
        join_names(self.con, person, names, me=me, site=site)

    @one_line_errors
    def tag(self, name: str, *hands: str | int, remove: bool = False, site: str | None = None) -> None:
        """Give hands a tag, by the site's numbers; with `remove` take it from them, or from every hand if none is named.

        `Filter(tag=name)` selects them. A tag stays when the hands are imported again.

        Raises:
            TagError: a hand is not in the database, or has no such tag.
        """
        if remove:
            remove_tags(self.con, [*map(str, hands)], name, site=site)
        else:
            tag_hands(self.con, [*map(str, hands)], name, site=site)

    @one_line_errors
    def note(
        self, text: str, *, hand: str | int | None = None, player: str | None = None, site: str | None = None
    ) -> None:
        """Write the note on a hand, by the site's number, or on a player, by the screen name; an empty text removes it.

        Raises:
            TagError: there is no such hand or player, or not exactly one of them is named.
        """
        if (hand is None) == (player is None):
            raise TagError("a note is about a hand or about a player; name one of them")
        if hand is not None:
            note_hand(self.con, str(hand), text, site=site)
        elif player is not None:
            note_player(self.con, player, text, site=site)

    @one_line_errors
    def tags(self) -> dict[str, Any]:
        """Return all tags and notes as JSON values; written to a file, `read_tags` adds them to another database."""
        return as_file(list_labels(self.con))

    @one_line_errors
    def read_tags(self, path: Path | str) -> None:
        """Add the tags and notes of a file that `badugi-hh tag --json` printed, or make the changes that a page saved.

        Raises:
            TagError: it is no such file, or cannot be read.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TagError(f"{path} cannot be read: {error}; check the path") from error
        read_file(self.con, text)

    @one_line_errors
    def stats(
        self,
        hand_filter: Filter = HEROES,
        *,
        player: str | None = None,
        names: Sequence[str] | str | None = None,
        by: Sequence[str] | str = (),
        only: Mapping[str, str] | None = None,
        min_hands: int = 1,
    ) -> "pl.DataFrame":
        """Return a row for each statistic of `names` (all for None), selected player, and part of a split.

        `hand_filter` selects hands and players, see `help(badugi_hh.Filter)`:

            hands.stats(Filter(since=datetime(2024, 3, 1), stakes="$0.25/$0.50"), by="position,month")
            hands.stats(Filter(every_player=True, game="cash"), names="vpip,pfr", min_hands=100)
            hands.stats(player="Carol", names="three_bet", only={"opener": "BTN"})
            hands.stats(Filter(tz="Europe/Rome"), names="net", by="day")

        `player` replaces the player of the filter. `names` and `by` are lists, or texts with commas; `only` keeps one
        part of each of its dimensions. `badugi-hh stats --list` lists all names. Players with fewer than
        `min_hands` hands are omitted. The columns are those of `badugi_hh.stats.engine.frames.stats_frame`: shares are
        fractions of 1, unknown values are null. Without a hand the frame has no row.

        Raises:
            FilterError: there is no such statistic, dimension, player or value, the filter cannot be used, or
                `min_hands` is below 1.
        """
        from badugi_hh.stats.engine.evaluate import evaluate
        from badugi_hh.stats.engine.frames import stats_frame

        if not isinstance(min_hands, int) or min_hands < 1:
            raise FilterError(f"min_hands is {min_hands!r}; it is a whole number, 1 or more")
        hand_filter = hand_filter if player is None else replace(hand_filter, player=player)
        hand_filter = replace(hand_filter, only=(*hand_filter.only, *(only or {}).items()))
        hand_filter = resolve(self.con, hand_filter, names)
        return stats_frame(evaluate(self.con, hand_filter, names=names, by=by, min_hands=min_hands), by)

    @one_line_errors
    def compare(
        self,
        first: str,
        second: str,
        hand_filter: Filter = HEROES,
        *,
        names: Sequence[str] | str | None = None,
        by: Sequence[str] | str = (),
    ) -> "pl.DataFrame":
        """Return a row for each statistic of two sides: players, `hero` for the user, or `pool` for all other players.

        The columns are those of `badugi_hh.stats.engine.frames.comparison_frame`.

        Raises:
            FilterError: a side has no hand, or a name or the filter cannot be used.
        """
        from badugi_hh.stats.engine.compare import compare
        from badugi_hh.stats.engine.frames import comparison_frame

        hand_filter = resolve(self.con, hand_filter, names)
        return comparison_frame(compare(self.con, first, second, hand_filter, names=names, by=by), by)

    @one_line_errors
    def leaks(
        self,
        hand_filter: Filter = HEROES,
        *,
        baselines: Path | str | None = None,
        ignored: Iterable[str] = (),
    ) -> "list[Finding]":
        """Return the result of every leak check for each selected player, with the hands that show a leak.

        `baselines` is a TOML file with ranges that replace those of the package; `ignored` are ids of checks left out.

        Raises:
            FilterError: the filter or the file of baselines cannot be used, or there is no such check.
        """
        from badugi_hh.api.leaks import leaks

        return leaks(self.con, hand_filter, baselines=baselines, ignored=ignored)

    @one_line_errors
    def losses(self, hand_filter: Filter = HEROES) -> "list[LossTree]":
        """Return where each selected player loses against best play, those with most hands first.

        A tree has the losses of all judged decisions and draws by street, situation, kind of hand, and what was done instead of what. Each node
        is the sum of its `children` and of its hands, which `hands(leak=node.id)` lists. `dearest` are the nodes to work on,
        `situations` those below the streets, and `root` is the sum of all.

        Raises:
            FilterError: the filter cannot be used, or keeps a value that decisions or draws do not have.
        """
        from badugi_hh.api.losses import losses

        return losses(self.con, hand_filter)

    @one_line_errors
    def opponent(self, player: str, hand_filter: Filter = HEROES) -> "Opponent":
        """Return what is known of another player: ten numbers, a type in two words, and how to play against it.

        `player` replaces the player of the filter. `hands` is the number of their hands; `profile` has the `numbers`, each
        with its usual range, the words of the `type`, empty with too few hands, and the `advice`, each with the number that it
        comes from; see `badugi_hh.leaks.opponent`. `together` has your results and theirs in the hands in which both were dealt
        in, by game, in big bets per 100 hands.

        Raises:
            FilterError: there is no such player or no hand of theirs, the player is you, or the filter cannot be used.
        """
        from badugi_hh.api.opponent import opponent

        return opponent(self.con, player, hand_filter)

    @one_line_errors
    def sql(self, query: str, parameters: Iterable[Any] = ()) -> "pl.DataFrame":
        """Return the answer to an SQL query, which only reads, as a Polars frame.

        Raises:
            DatabaseError: the query cannot be run, is more than one, or would change the database.
        """
        from badugi_hh.api.query import read_query

        return read_query(self.con, query, parameters)

    @one_line_errors
    def report(
        self,
        out: Path | str,
        hand_filter: Filter = HEROES,
        *,
        kind: str = "tracker",
        language: str = "en",
        anonymize: bool = False,
        force: bool = False,
    ) -> None:
        """Write the report of the selected hands to one HTML file; no file if there are none.

        `kind` is `"tracker"`; `"session"` for the last session, or one that the filter keeps (`only=(("session",
        "2024-03-29 18:02"),)`, or its number `"12"`); `"leaks"`; `"opponent"` for the weak points of another player; or
        `"validation"` for all imported files, their problems and the quarantine. `language` is `"en"`, `"it"` or `"ru"`.

        With `anonymize` the user is `Hero`, a second name of theirs `Hero2`, all others have the pseudonyms of `export`, and chat is omitted. An earlier report is replaced, another file only with `force`; a database never is.

        Raises:
            FilterError: the filter cannot be used, does not fit the kind, or there is no such kind or language.
            OutputError: the file must not be replaced, or cannot be written.
        """
        from badugi_hh.report.compose import write_report
        from badugi_hh.report.kinds import ReportKind
        from badugi_hh.wording.language import Language

        write_report(
            self.con,
            hand_filter,
            Path(out),
            kind=member_of(ReportKind, kind, "kind of report"),
            language=member_of(Language, language, "language"),
            anonymize=anonymize,
            force=force,
        )

    @one_line_errors
    def hands(
        self,
        hand_filter: Filter = HEROES,
        *,
        player: str | None = None,
        sort: str = "played",
        reverse: bool = False,
        limit: int | None = None,
        leak: str | None = None,
        stat: str | None = None,
        made: bool | None = None,
    ) -> "pl.DataFrame":
        """Return a row for each selected hand and player: the newest hand first, `limit` hands at most (all for 0 or None).

        `leak` restricts the list to the hands that a leak check counts against the player (`"B4"` is B4-BTN and B4-SB),
        `stat` to the opportunities of a statistic: those taken if `made` is true, those not taken if it is false. The
        filter's `only` keeps the hands of a part of a split, `Filter(only=(("session", "12"),))`, and of a dimension of
        decisions or draws those with such a decision or draw.

        `player` replaces the player of the filter. `sort` is `"played"`, or `"net"`, `"pot"` or `"loss"` for the highest first,
        compared in big bets; `reverse` is the other way round:

            hands.hands(Filter(position="BTN", where="seats.net < 0"), sort="net", reverse=True, limit=50)

        Columns: `site`, `hand_id`, `played_at` (UTC), `table_name`, `stakes`, `game`, `currency`, `unit` (`cent` or
        `chip`), `players`, `total_pot`, `status`, `player`, `position`, `hand_0` and `hand_3` (the cards dealt, and those
        after the third draw), `draw_line`, `held` (the cards after the last draw), `net`; and in big bets `net_bb` and
        `pot_bb`, null for a hand without a big bet, `loss_bb`, what the player's judged decisions and draws lost against the
        best ones, null where none is judged, and `cost_bb`, what the mistakes that `leak` counts cost, null where that is
        unknown and without `leak`. Amounts are whole cents or chips. Hands without a hero, as
        observers save them, are in the user's list too, with nulls for the player. Hands in the quarantine are not
        there; `quarantine` lists them.

        Raises:
            FilterError: the filter, the order, the check, the statistic or the limit cannot be used.
        """
        from badugi_hh.api.behind import Behind
        from badugi_hh.api.search import find_hands

        hand_filter = hand_filter if player is None else replace(hand_filter, player=player)
        rows = Behind(leak, stat, made)
        return find_hands(self.con, hand_filter, rows, sort=sort, reverse=reverse, limit=limit).frame

    @one_line_errors
    def replay(self, number: str | int, *, rules: str = "pokerstars", site: str | None = None) -> "Replay":
        """Return the replay of one hand, by the site's number: its actions, draws, results and problems.

        A hand in the quarantine is replayed up to its first error. `problems` are those of the text and of the replay, by
        line. The fields are described in `badugi_hh.replay.records`; amounts are whole cents or chips.

        Raises:
            HandError: there is no such hand, several sites have one and `site` is None, or its text cannot be replayed.
        """
        from badugi_hh.api.replay import replay_stored

        return replay_stored(self.con, str(number), rules=rules, site=site).replay

    @one_line_errors
    def replay_page(
        self,
        number: str | int,
        out: Path | str,
        *,
        rules: str = "pokerstars",
        site: str | None = None,
        force: bool = False,
        tz: str | None = None,
    ) -> None:
        """Write one hand, by the site's number, as an HTML page with a replayer.

        The page shows the table at each step, with stored prices, or else with prices computed now. The time of the hand is
        that of the time zone `tz`, `"Europe/Rome"`; None is UTC. An earlier page is replaced, another file only with
        `force`; a database never is.

        Raises:
            FilterError: there is no such time zone.
            HandError: there is no such hand, or its text cannot be replayed.
            OutputError: the file must not be replaced, or cannot be written.
        """
        from badugi_hh.api.replay import replay_stored, write_page
        from badugi_hh.outputs import OutputFile

        if tz is not None:
            check_zone(tz)
        page = OutputFile(Path(out), database=self.path, force=force)
        page.check()
        write_page(replay_stored(self.con, str(number), rules=rules, site=site), page, self.con, tz=tz)

    @one_line_errors
    def export(
        self,
        out: Path | str,
        hand_filter: Filter = EVERYBODY,
        *,
        player: str | None = None,
        file_format: str = "pokerstars",
        anonymize: bool = False,
        force: bool = False,
        progress: Progress | None = None,
    ) -> "Exported":
        """Write the selected hands into the folder `out`, in the format `file_format`.

        `"pokerstars"` writes histories, one file per day and table or tournament, each line as it was read, `"phh"` Poker Hand History
        files. `"parquet"` and `"csv"` write a file for each table, `"json"` a file with an object for each hand, all
        with a data dictionary:

            hands.export("csv", file_format="csv")
            hands.export("parquet", Filter(since=datetime(2024, 3, 1)), file_format="parquet")

        Without a player in the filter the hands of all players are written, with one the hands in which that player has
        a seat, and all seats of each hand. With `anonymize` all players have pseudonyms, the same in every export, and
        chat and bounties are omitted. An earlier export of this database is replaced, another file only with `force`. `progress` is called with the name of a file, the hands done, and the share of all
        that is done (0 to 1). The result has the number of `hands`, the `files`, the files of an earlier export that were
        `removed`, and in `refused` the number of hands that PHH cannot represent, by `reason`, with an `example`.

        Raises:
            FilterError: the filter cannot be used, or there is no such format.
            OutputError: the folder has other files, or cannot be written.
        """
        from badugi_hh.api.export import export

        hand_filter = (
            hand_filter if player is None else replace(hand_filter, player=player, every_player=False)
        )
        return export(
            self.con,
            Path(out),
            hand_filter,
            file_format,
            anonymize=anonymize,
            force=force,
            progress=progress,
        )

    simulate = staticmethod(simulate_hands)
    solve = staticmethod(solution)

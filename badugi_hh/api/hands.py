"""A database of hands as one object, whose methods are the commands that need a database.

Each method is one call into the package that does the work; errors of DuckDB become one line. A method with the name of a
command returns its table; one that begins with `find` returns all that the command prints about it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.api.open_database import one_line_errors
from badugi_hh.api.simulate import simulate_hands
from badugi_hh.api.solve import pot_solution, solution
from badugi_hh.api.stored_hands import StoredHands
from badugi_hh.stats.selection.default_players import leave_out_rare
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import check_zone

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.api.leaks import FoundLeaks
    from badugi_hh.api.opponent import Opponent
    from badugi_hh.api.query import QueryRows
    from badugi_hh.api.replay import PlayedHand
    from badugi_hh.api.report import Reported
    from badugi_hh.api.search import FoundHands
    from badugi_hh.api.stats import FoundStats, Names
    from badugi_hh.leaks import Finding
    from badugi_hh.leaks.finder import Progress as PartProgress
    from badugi_hh.leaks.loss_tree import LossTree
    from badugi_hh.outputs import OutputFile
    from badugi_hh.replay import Replay
    from badugi_hh.store.export_hands import Exported
    from badugi_hh.store.progress_shares import Progress


HEROES = Filter()
"""The user's hands: those of the persons marked as me, or else of the heroes, whose cards the files show."""
EVERYBODY = Filter(every_player=True)
"""The hands of all players."""


def _of_player(hand_filter: Filter, player: str | None) -> Filter:
    return hand_filter if player is None else replace(hand_filter, player=player)


class Hands(StoredHands):
    """A database of hands, open until `close` or the end of a `with` block.

    `con` is the DuckDB connection, for everything that has no method here, and `path` the file, None in memory. Every method raises DatabaseError if the
    database is closed or damaged, or was changed by another program so that its queries fail.

    `rules` is the name of the room whose rules the hands are checked against: `"pokerstars"`, `"wsop-tournament"`,
    `"wsop-live"` or `"home"`; other names raise LookupError.
    """

    def _selected(self, hand_filter: Filter, names: "Names" = None, *, usual: bool = False) -> Filter:
        """Return a filter as everything behind this object takes it, with each name and value as the database writes it.

        With `usual`, rare names of the user are left out. `names` are the statistics that it is for.

        Raises:
            FilterError: there is no such player, dimension or value; see `resolve`.
        """
        from badugi_hh.stats.selection.resolve import resolve  # loads Polars, which many methods do not need

        chosen = leave_out_rare(self.con, hand_filter) if usual else hand_filter
        return resolve(self.con, chosen, names)

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

        `player` replaces the player of the filter. `names` and `by` are lists, or texts with commas; `only` keeps one
        part of each of its dimensions. `badugi-hh stats --list` lists all names. Players with fewer than
        `min_hands` hands are omitted. The columns are those of `badugi_hh.stats.engine.frames.stats_frame`: shares are
        fractions of 1, unknown values are null. Without a hand the frame has no row.

        Raises:
            FilterError: there is no such statistic, dimension, player or value, the filter cannot be used, or
                `min_hands` is below 1.
        """
        kept = (*hand_filter.only, *(only or {}).items())
        chosen = _of_player(replace(hand_filter, only=kept), player)
        return self.find_stats(chosen, names=names, by=by, min_hands=min_hands).frame

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
        return self.find_stats(hand_filter, compare=(first, second), names=names, by=by).frame

    @one_line_errors
    def find_stats(
        self,
        /,
        hand_filter: Filter = HEROES,
        *,
        compare: tuple[str, str] | None = None,
        names: "Names" = None,
        usual: bool = False,
        **options: Any,
    ) -> "FoundStats":
        """Return the statistics, or with `compare` those of two sides, with sentences about them, as `stats` prints them.

        `options` are `by` and `min_hands` of `stats`, and `best_known`: without `names` they are then the best-known ones. With `usual`
        rare names of the user do not count, which a comparison leaves out of its own. Errors are those of `stats` and `compare`.
        """
        from badugi_hh.api.stats import find_comparison, find_stats

        chosen = self._selected(hand_filter, names, usual=usual and compare is None)
        if compare is not None:
            return find_comparison(self.con, *compare, chosen, names=names, **options)
        return find_stats(self.con, chosen, names=names, **options)

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
        from badugi_hh.leaks import find

        path = None if baselines is None else Path(baselines)
        return find(self.con, self._selected(hand_filter), baselines=path, ignored=ignored)

    @one_line_errors
    def losses(self, hand_filter: Filter = HEROES) -> "list[LossTree]":
        """Return where each selected player loses against best play, those with most hands first.

        A tree has the losses of all judged decisions and draws by street, situation, kind of hand, and what was done instead of what. Each node
        is the sum of its `children` and of its hands, which `hands(leak=node.id)` lists. `dearest` are the nodes to work on,
        `situations` those below the streets, and `root` is the sum of all.

        Raises:
            FilterError: the filter cannot be used, or keeps a value that decisions or draws do not have.
        """
        from badugi_hh.leaks.loss_tree import loss_trees

        return loss_trees(self.con, self._selected(hand_filter))

    @one_line_errors
    def find_leaks(
        self, /, hand_filter: Filter = HEROES, *, usual: bool = False, **options: Any
    ) -> "FoundLeaks":
        """Return the results of the checks with sentences about them, as `leaks` prints them.

        `options` are those of `leaks`, `progress`, and `before`: a moment, for the results before it beside those since. With `usual`,
        rare names of the user do not count.

        Raises:
            FilterError: as for `leaks`, or one of the two periods is empty by the filter's own times.
        """
        from badugi_hh.api.leaks import find_leaks

        return find_leaks(self.con, self._selected(hand_filter, usual=usual), **options)

    @one_line_errors
    def opponent(
        self, player: str, hand_filter: Filter = HEROES, *, progress: "PartProgress | None" = None
    ) -> "Opponent":
        """Return what is known of another player: ten numbers, a type in two words, and how to play against it.

        `player` replaces the player of the filter. `hands` is the number of their hands; `profile` has the `numbers`, each
        with its usual range, the words of the `type`, empty with too few hands, and the `advice`, each with the number that it
        comes from; see `badugi_hh.leaks.opponent`. `together` has your results and theirs in the hands in which both were dealt
        in, by game, in big bets per 100 hands.

        Raises:
            FilterError: there is no such player or no hand of theirs, the player is you, or the filter cannot be used.
        """
        from badugi_hh.api.opponent import opponent

        theirs = replace(hand_filter, player=player, every_player=False, others=False)
        return opponent(self.con, player, self._selected(theirs), progress=progress)

    @one_line_errors
    def sql(self, query: str, parameters: Iterable[Any] = ()) -> "pl.DataFrame":
        """Return the answer to an SQL query, which only reads, as a Polars frame.

        Raises:
            DatabaseError: the query cannot be run, is more than one, or would change the database.
        """
        from badugi_hh.api.query import read_query

        return read_query(self.con, query, parameters)

    @one_line_errors
    def find_rows(self, query: str) -> "QueryRows":
        """Return the answer to SQL as rows, as `sql` prints them: several columns can have one name, and values any type.

        Only `read_only` keeps a query from changing the database.

        Raises:
            DatabaseError: the query cannot be answered.
        """
        from badugi_hh.api.query import fetch_rows

        return fetch_rows(self.con, query, self.path)

    @one_line_errors
    def report(
        self,
        out: "Path | str | OutputFile",
        hand_filter: Filter = HEROES,
        *,
        kind: str = "tracker",
        language: str = "en",
        anonymize: bool = False,
        force: bool = False,
        unread: Sequence[str] = (),
        progress: "PartProgress | None" = None,
    ) -> "Reported":
        """Write the report of the selected hands to one HTML file; no file if there are none, as the result says.

        `kind` is `"tracker"`; `"session"` for the last session, or one that the filter keeps (`only=(("session",
        "2024-03-29 18:02"),)`, or its number `"12"`); `"leaks"`; `"opponent"` for the weak points of another player; or
        `"validation"` for all imported files, their problems and the quarantine. `language` is `"en"`, `"it"` or `"ru"`.

        With `anonymize` the user is `Hero`, a second name of theirs `Hero2`, all others have the pseudonyms of `export`, and chat is omitted. An earlier report is replaced, another file only with `force`; a database never is.
        `unread` has a line for each file that an import could not read.

        Raises:
            FilterError: the filter cannot be used, does not fit the kind, or there is no such kind or language.
            OutputError: the file must not be replaced, or cannot be written.
        """
        from badugi_hh.api.report import check_page, check_report, write
        from badugi_hh.outputs import OutputFile

        selected = check_report(kind, hand_filter, anonymize=anonymize)
        file = out if isinstance(out, OutputFile) else check_page(out, self.path, force=force)
        chosen = self._selected(hand_filter, usual=kind != "validation")
        options = {"anonymize": anonymize, "unread": unread, "progress": progress}
        return write(self.con, file, chosen, selected, language=language, **options)

    def hands(
        self,
        hand_filter: Filter = HEROES,
        *,
        player: str | None = None,
        sort: str | None = None,
        reverse: bool = False,
        limit: int | None = None,
        leak: str | None = None,
        stat: str | None = None,
        made: bool | None = None,
    ) -> "pl.DataFrame":
        """Return a row for each selected hand and player: the newest hand first, `limit` hands at most (all for 0 or None).

        `leak` restricts the list to the hands that a leak check counts against the player (`"B4"` is B4-BTN and B4-SB), or in which
        a node of losses lost something, `stat` to the opportunities of a statistic: those taken if `made` is true, those not taken if it is false. The
        filter's `only` keeps the hands of a part of a split, `Filter(only=(("session", "12"),))`, and of a dimension of
        decisions or draws those with such a decision or draw.

        `player` replaces the player of the filter. `sort` is `"played"` (the default but for a node of losses), or `"net"`, `"pot"` or `"loss"` for the highest first,
        compared in big bets; `reverse` is the other way round:

            hands.hands(Filter(position="BTN", where="seats.net < 0"), sort="net", reverse=True, limit=50)

        Columns: `site`, `hand_id`, `played_at` (UTC), `table_name`, `stakes`, `game`, `currency`, `unit` (`cent` or
        `chip`), `players`, `total_pot`, `status`, `player`, `position`, `hand_0` and `hand_3` (the cards dealt, and those
        after the third draw), `draw_line`, `held` (the cards after the last draw), `net`; and in big bets `net_bb` and
        `pot_bb`, null for a hand without a big bet, `loss_bb`, what the player's judged decisions and draws lost against the
        best ones, null where none is judged, and `cost_bb`, what the mistakes that `leak` counts cost, null where that is
        unknown and without `leak`. Amounts are whole cents or chips. Hands without a hero, as
        observers save them, are in the user's list too, with nulls for the player; those in the quarantine are not.

        Raises:
            FilterError: the filter, the order, the check, the statistic or the limit cannot be used.
        """
        chosen = _of_player(hand_filter, player)
        return self.find_hands(
            chosen, leak=leak, stat=stat, made=made, sort=sort, reverse=reverse, limit=limit
        ).frame

    @one_line_errors
    def find_hands(self, /, hand_filter: Filter = HEROES, **options: Any) -> "FoundHands":
        """Return the frame of `hands` with the number of hands without the limit, and sentences about them, as `hands` prints them.

        `options` are those of `hands`.
        """
        from badugi_hh.api.search import find_hands

        return find_hands(self.con, self._selected(hand_filter), **options)

    def replay(self, number: str | int, *, rules: str = "pokerstars", site: str | None = None) -> "Replay":
        """Return the replay of one hand, by the site's number: its actions, draws, results and problems.

        A hand in the quarantine is replayed up to its first error. `problems` are those of the text and of the replay, by
        line. The fields are described in `badugi_hh.replay.records`; amounts are whole cents or chips.

        Raises:
            HandError: there is no such hand, several sites have one and `site` is None, or its text cannot be replayed.
        """
        return self.find_replay(number, rules=rules, site=site).replay

    @one_line_errors
    def find_replay(
        self, number: str | int, *, rules: str = "pokerstars", site: str | None = None
    ) -> "PlayedHand":
        """Return the replay of one hand with its texts, best play and labels, as `replay` prints it; errors are those of `replay`."""
        from badugi_hh.api.replay import replay_stored

        return replay_stored(self.con, str(number), rules=rules, site=site)

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
        from badugi_hh.api.replay import write_page
        from badugi_hh.api.report import check_page

        if tz is not None:
            check_zone(tz)
        page = check_page(out, self.path, force=force)
        write_page(self.find_replay(number, rules=rules, site=site), page, tz=tz)

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
        progress: "Progress | None" = None,
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
        `removed`, in `refused` the number of hands that PHH cannot represent, by `reason`, with an `example`, and the number of
        hands in the quarantine, which are not written.

        Raises:
            FilterError: the filter cannot be used, or there is no such format.
            OutputError: the folder has other files, or cannot be written.
        """
        from badugi_hh.api.export import export

        named = player or hand_filter.player
        chosen = self._selected(replace(hand_filter, player=named, every_player=named is None))
        options = {"anonymize": anonymize, "force": force, "progress": progress}
        return export(self.con, Path(out), chosen, file_format, **options)

    simulate = staticmethod(simulate_hands)
    solve = staticmethod(solution)
    pot = staticmethod(pot_solution)

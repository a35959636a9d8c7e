"""The report of selected hands as one HTML page, and what there is to say of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.outputs import OutputFile
from badugi_hh.report.kinds import ReportKind, check_options
from badugi_hh.wording.language import Language

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter

KINDS = tuple(ReportKind)
"""The kinds of reports."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What became of a report: whether it was `written`, and `notes` why not, or what the figures lack."""

    written: bool
    notes: tuple[str, ...] = ()


def check_page(
    out: Path | str,
    database: Path | None,
    *,
    force: bool = False,
    inputs: Iterable[Path | str] = (),
    option: str = "--out",
) -> OutputFile:
    """Return the file of a page, after the check that it can be written; `option` names it in messages.

    `database`, the user's own for None, and the files below `inputs` are never replaced.

    Raises:
        InputError: there is no such input.
        OutputError: the file must not be replaced, or cannot be written.
    """
    from badugi_hh.history.source import list_files
    from badugi_hh.store.database import default_path

    read, own = list_files(inputs), database or default_path()
    file = OutputFile(Path(out), inputs=read, database=own, force=force, option=option)
    file.check()
    return file


def check_report(kind: str, hand_filter: "Filter", *, anonymize: bool) -> ReportKind:
    """Return the kind of a report of this name; nothing has to be imported to say that it cannot be.

    Raises:
        FilterError: there is no such kind, or the filter or the pseudonyms do not fit it.
    """
    from badugi_hh.stats.selection.user_input import member_of

    selected = member_of(ReportKind, kind, "kind of report")
    check_options(selected, hand_filter, anonymize=anonymize)
    return selected


def write(
    con: "duckdb.DuckDBPyConnection",
    out: OutputFile,
    hand_filter: "Filter",
    kind: ReportKind,
    *,
    language: str,
    **options: Any,
) -> Reported:
    """Write the page of the hands of a resolved filter; see `Hands.report`."""
    from badugi_hh.api import remarks
    from badugi_hh.report.compose import write_report
    from badugi_hh.stats.selection.resolve import explain_no_hands
    from badugi_hh.stats.selection.user_input import member_of

    selected = member_of(Language, language, "language")
    if not write_report(con, hand_filter, out, kind=kind, language=selected, **options):
        return Reported(False, (explain_no_hands(con, hand_filter),))
    return Reported(True, () if kind is ReportKind.VALIDATION else tuple(remarks.without_costs(con)[0]))

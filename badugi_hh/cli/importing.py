"""What `import`, `retry`, `report` and `validate` print of the files that they read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh import ImportReport

_NAMED = 5
"""So many skipped documents of one kind are named at most."""

QUARANTINE_HINT = "`badugi-hh hands --quarantined` lists the hands in the quarantine"


def import_summary(report: "ImportReport") -> str:
    """Return the number of hands by outcome in one line; known files and those that cannot be read are counted separately."""

    def number(name: str, *, known: bool) -> int:
        return sum(getattr(file.counts, name) for file in report.per_file if file.known == known)

    parts = []
    not_text = len(report.not_text)
    if fresh := report.files - len(report.known) - not_text:
        parts.append(
            f"{counted(number('hands_seen', known=False), 'hand')} in {counted(fresh, 'file')}: {number('stored', known=False):,} stored, "
            f"{counted(number('duplicates', known=False), 'duplicate')}, {number('other_games', known=False):,} of other games, "
            f"{number('quarantined', known=False):,} quarantined"
        )
    if report.known:
        parts.append(
            f"{counted(len(report.known), 'file')} known already, with {counted(number('hands_seen', known=True), 'hand')}: "
            f"{number('duplicates', known=True):,} known, {number('other_games', known=True):,} of other games, "
            f"{number('quarantined', known=True):,} quarantined"
        )
    if report.grown:
        parts.append(f"{counted(len(report.grown), 'file')} grown since an earlier import")
    if report.unread:
        parts.append(f"{counted(len(report.unread), 'file')} cannot be read")
    if report.summaries:
        parts.append(summaries_text(report.summaries))
    if report.problems:
        files = len({problem.place.file for problem in report.problems})
        parts.append(f"{counted(len(report.problems), 'problem')} in {counted(files, 'file')}")
    return "; ".join(parts)


def summaries_text(number: int) -> str:
    """Return a number of tournament summaries."""
    return f"{number:,} tournament {'summary' if number == 1 else 'summaries'}"


def print_skipped(skipped: Sequence[str]) -> None:
    """Print the number of skipped files of folders, archives and mails to standard error, and what can be done about them.

    Documents and archives that may have hands are named, at most `_NAMED` of each kind; of all others the first one is.
    """
    from badugi_hh.history.documents import KINDS, find_kind

    kinds = [find_kind(name) for name in skipped]
    for kind in KINDS:
        names = [name for name, its_kind in zip(skipped, kinds, strict=True) if its_kind is kind]
        if names:
            what = f"1 file that is {kind.one}" if len(names) == 1 else f"{len(names):,} {kind.many}"
            more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
            note(f"{what} skipped, {', '.join(names[:_NAMED])}{more}: {kind.advice}")
    others = [name for name, kind in zip(skipped, kinds, strict=True) if kind is None]
    if others:
        more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
        # A name with a reason behind it is not skipped for its suffix, which is said below.
        first = next((name for name in others if name.endswith(")")), others[0])
        note(
            f"{counted(len(others), 'file')} skipped, {first}{more}: badugi-hh reads the .txt, .zip, .gz, .zst, .eml and "
            ".mbox files of a folder and others that begin with a hand, the .txt, .eml and .mbox files of a .zip, and the .txt, .zip, .gz and .zst files of a mail"
        )

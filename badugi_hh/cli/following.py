"""Folds problems that may follow from one line: the first few are printed, then the number of the others.

Shared by `validate` and the commands that import. Nothing here prints.
"""

from badugi_hh.problems import Problem

_PRINTED = 3  # problems that may follow from one line, printed one by one


class Following:
    """The problems that came last and may follow from one line of one file."""

    def __init__(self, rest: str) -> None:
        """Fold problems; `rest` is how to see those that are not printed, after a semicolon."""
        self._rest = rest
        self._cause: tuple[str, int] | None = None  # file, line
        self._printed = 0
        self._others: list[str] = []  # the codes of those that are not printed

    def add(self, problem: Problem) -> tuple[str | None, bool]:
        """Return the line about earlier problems that has to be printed first, and whether to print this problem."""
        cause = None if problem.after is None else (problem.place.file, problem.after)
        ended = None
        if cause is None or cause != self._cause:
            ended = self.end()
            self._cause = cause
        if cause is not None and self._printed == _PRINTED:
            self._others.append(problem.code.id)
            return ended, False
        self._printed += cause is not None
        return ended, True

    def end(self) -> str | None:
        """Return the line about the problems that were not printed, None if all were."""
        cause, others = self._cause, self._others
        self._cause, self._printed, self._others = None, 0, []
        if cause is None or not others:
            return None
        file, line = cause
        codes = ", ".join(sorted(set(others)))
        return f"{file}:{line}: {len(others):,} more of {codes} may follow from this line; {self._rest}"

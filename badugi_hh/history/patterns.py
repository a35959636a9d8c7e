"""Expands patterns of paths. A `**` does not follow links to folders, which may lead back to where they lie.

`glob` of the standard library follows them: in a folder with two links to its parent it does not end.
"""

import os
import re
from collections.abc import Iterator
from glob import escape, glob

_SEPARATORS = re.escape(os.sep + (os.altsep or ""))
_ANY_FOLDERS = re.compile(rf"(?<![^{_SEPARATORS}])\*\*(?:[{_SEPARATORS}]+|$)")


def expand_pattern(pattern: str) -> Iterator[str]:
    """Yield the paths that match a pattern of `glob`, in any order, some of them twice.

    `**` stands for any number of folders, without hidden ones and links.
    """
    found = _ANY_FOLDERS.search(pattern)
    if found is None:
        yield from glob(pattern)  # noqa: PTH207 - Path.glob takes no absolute pattern
        return
    before, after = pattern[: found.start()], pattern[found.end() :] or "*"
    for base in glob(before) if before else [""]:  # noqa: PTH207
        for folder, folders, _ in os.walk(base or os.curdir):
            folders[:] = [name for name in folders if not name.startswith(".")]
            inside = folder if base else folder.removeprefix(os.curdir).lstrip(os.sep)
            yield from expand_pattern(os.path.join(escape(inside), after))  # noqa: PTH118 - it keeps the path as given

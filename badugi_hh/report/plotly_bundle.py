"""The plotly bundle that a page contains: of the whole one only the modules that its charts use, a quarter of the size.

The bundle of the Python package is one script of about twelve hundred modules, most of them for maps, 3D and other charts
that no page has. esbuild wrote it: each module is a function `var NAME=wrap((exports,module)=>{...});` at the top level, and
a module that needs another calls `NAME()`. So the text is split where modules start, and the modules that are reached
from the last one, which registers the kinds of charts, are joined again. Nothing inside a module changes.

Minified code has no promised form. Only the bundles of `CHECKED`, whose pages the browser tests have drawn, are cut; a
page contains every other bundle whole, also one that was built again from a checked version.
"""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from plotly.offline import get_plotlyjs

CHECKED = {"4.1.1": "3b6e15d45dbb7fca5bd2094291e961ddc5472cd887009e6009a56dab668d721f"}
"""The SHA-256 of the bundles that are cut, in hexadecimal digits, by the version of plotly.js."""

REGISTERED = ("bar",)
"""The kinds of charts that are kept; `scatter` is part of the core."""

_WRAP = re.compile(r"[ ,;]([\w$]+)=\(\w,\w\)=>\(\)=>\{try\{return \w\|\|\w\(\(\w=\{exports:")
_WRAP_LATE = re.compile(
    r"[ ,;]([\w$]+)=\(\w,\w,\w\)=>\(\)=>\{if\(\w\)throw "
)  # of a module in the newer syntax
_CALL = re.compile(r"(?<![\w$.])([\w$]+)\(\)")
_REGISTER = re.compile(r"\.register\(\[([\w$(),]+)\]\)")


@cache
def whole_bundle() -> str:
    """Return the bundle of the installed plotly, as its public address has it."""
    return str(get_plotlyjs())


@cache
def page_bundle() -> str:
    """Return the bundle that a page contains."""
    whole = whole_bundle()
    return cut(whole) if bundle_hash(whole) in CHECKED.values() else whole


def bundle_hash(bundle: str) -> str:
    """Return the SHA-256 of a bundle as `CHECKED` has it."""
    return sha256(bundle.encode()).hexdigest()


def cut(bundle: str) -> str:
    """Return a bundle with only the modules that scatter charts and those of `REGISTERED` use.

    Raises:
        ValueError: the bundle does not have the form of a checked one.
    """
    wrap, late = (_name(form, bundle) for form in (_WRAP, _WRAP_LATE))
    parts = list(_split(bundle, wrap))
    part_of = {name: nth for nth, part in enumerate(parts) for name in _names(part, wrap, late)}
    listed = _REGISTER.search(parts[-1])
    if listed is None:
        raise ValueError("plotly: the list of the kinds of charts was not found")
    kinds = [name for name in _CALL.findall(listed[1]) if _kind(parts, part_of, name) in REGISTERED]
    if len(kinds) != len(REGISTERED):
        raise ValueError(f"plotly: {len(kinds)} of {len(REGISTERED)} kinds of charts were found")
    parts[-1] = parts[-1].replace(listed[1], ",".join(f"{name}()" for name in kinds))
    kept = {0, len(parts) - 1}
    reached = list(kept)
    while reached:
        needed = {part_of[name] for name in _CALL.findall(parts[reached.pop()]) if name in part_of} - kept
        kept |= needed
        reached.extend(needed)
    return "".join(parts[nth] for nth in sorted(kept))


def _name(form: re.Pattern[str], bundle: str) -> str:
    """Return the name of a function that wraps modules."""
    found = form.search(bundle)
    if found is None:
        raise ValueError("plotly: the functions that wrap modules were not found")
    return found[1]


def _split(bundle: str, wrap: str) -> Iterator[str]:
    """Yield the text before the first module, then each module with what follows it up to the next."""
    before = 0
    for start in re.finditer(rf"var [\w$]+={re.escape(wrap)}\((?:\([\w$,]*\)|[\w$]+)=>\{{", bundle):
        if bundle[start.start() - 1] in ";}":
            yield bundle[before : start.start()]
            before = start.start()
    yield bundle[before:]


def _names(part: str, wrap: str, late: str) -> Iterator[str]:
    """Yield the names by which other modules call those of a part."""
    if part.startswith("var ") and f"={wrap}(" in part[:100]:
        yield part[len("var ") : part.index("=")]
    for found in re.finditer(rf"={re.escape(late)}\(", part):
        yield re.split(r"[ ,;]", part[max(0, found.start() - 20) : found.start()])[-1]


def _kind(parts: list[str], part_of: dict[str, int], name: str) -> str:
    """Return the kind of chart that a module registers, through a module which only passes it on; empty if none."""
    for inner in (name, *_CALL.findall(parts[part_of[name]])[-1:]):
        found = re.search(r"[.{,]name[:=]\"(\w+)\"", parts[part_of[inner]])
        if found:
            return found[1]
    return ""

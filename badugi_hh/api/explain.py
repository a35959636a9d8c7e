"""The description of problem codes."""

from typing import overload

from badugi_hh.problems import CODES, Code
from badugi_hh.suggest import alike, did_you_mean


@overload
def explain(code: str) -> Code: ...
@overload
def explain(code: None = None) -> tuple[Code, ...]: ...
def explain(code: str | None = None) -> Code | tuple[Code, ...]:
    """Return the description of a problem code such as `"R03"`, or of all codes; case is ignored.

    Its fields are texts: `id`, `severity`, `title`, `why`, `values` (what `expected` and `found` of such a problem
    are), `advice` and `example`.

    Raises:
        LookupError: there is no such code.
    """
    if code is None:
        return tuple(CODES.values())
    described = CODES.get(code.strip().upper())
    if described is None:
        question = did_you_mean(alike(code, CODES))
        raise LookupError(
            f"there is no problem code {code!r}; {question}{question and ' '}`badugi-hh explain` lists them all"
        )
    return described

"""The list of problem codes: what can be wrong with a history.

Help, `docs/codes.md` and `badugi-hh explain` are derived from this list. `badugi_hh.problems.problem` defines what a problem is.
"""

# ruff: noqa: F403 -- a code is declared in one place, and every public name of these modules is offered here
from badugi_hh.problems.declaration import *
from badugi_hh.problems.declaration import CODES
from badugi_hh.problems.play_codes import *
from badugi_hh.problems.problem import *
from badugi_hh.problems.statement_codes import *
from badugi_hh.problems.text_codes import *

_FAMILIES = "TGHRCMSX"
for _id in sorted(CODES, key=lambda id_: (_FAMILIES.index(id_[0]), id_)):  # in the order of `docs/codes.md`
    CODES[_id] = CODES.pop(_id)

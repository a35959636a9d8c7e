"""What can be wrong with a history: what a problem is, and the list of problem codes.

Help, `docs/codes.md` and `badugi-hh explain` are derived from the list.
"""

# ruff: noqa: F403 -- a code is named in one place, and every public name of these modules is offered here
from badugi_hh.problems.codes import *
from badugi_hh.problems.problem import *

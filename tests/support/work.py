"""Work counted in calls of functions: the same on every machine and at every load, unlike time.

What a single call does, such as a search in a text, does not show; `benchmarks/growth.py` measures time.
"""

import sys
from collections.abc import Callable
from types import FrameType


def calls(action: Callable[[], object]) -> int:
    """Run an action and return how many calls of functions, Python's and C's, it made."""
    count = 0

    def count_one(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count_one)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count

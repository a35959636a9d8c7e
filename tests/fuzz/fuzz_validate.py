"""Feeds bytes to the path of `validate`: whatever a file holds, reading and checking it raises nothing
but an `InputError` for an archive or a document of another kind.

`one_input` is an ordinary function, which `test_fuzz.py` runs over `first_inputs`. To let atheris search (it is no
dependency of the project, so install it in a virtual environment of its own, beside this project):

    pip install atheris && mkdir FOUND && python tests/fuzz/fuzz_validate.py FOUND -max_total_time=300

FOUND gets the first inputs and new ones; a file `crash-…` in the working directory holds the bytes that raised.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def first_inputs():
    """Return what a search begins with, by name: simulated hands of each game, two in one file, and one in UTF-16."""
    sys.path.insert(0, str(TESTS))  # run as a program, this file finds its checkout
    from support.faults import simulated

    texts = ["\n".join(hand_text.lines) + "\n" for hand_text in simulated(9, 8)]
    shortest = sorted(texts, key=len)
    two = f"\ufeff{shortest[0]}\n\n\n{shortest[1]}".replace("\n", "\r\n")
    hands = {f"hand-{number}.txt": text.encode() for number, text in enumerate(texts, 1)}
    return hands | {"two-hands.txt": two.encode(), "utf-16.txt": shortest[0].encode("utf-16")}


def one_input(data):
    """Validate the bytes as one file; return how many problems it has, one for a file that cannot be read."""
    from badugi_hh.engine.rules import POKERSTARS
    from badugi_hh.history.source import InputError, Source, read_blocks
    from badugi_hh.store.hand_checks import Views, check_block, summarize

    try:
        blocks, problems = read_blocks(Source.of("fuzz.txt", data))
    except InputError:
        return 1
    count = len(problems)
    views = Views(POKERSTARS)
    for block in blocks:
        checked = check_block(block, POKERSTARS)
        for problem in checked.problems:
            assert str(problem).startswith("fuzz.txt"), problem
        count += len(checked.problems) + bool(views.compare(summarize(checked), block))
    return count


def main():
    """Search with atheris, with coverage of the project's own code."""
    import atheris  # no dependency of the project

    sys.path.insert(0, str(TESTS.parent))
    with atheris.instrument_imports(include=["badugi_hh"]):
        from badugi_hh.history.source import Source, read_blocks  # noqa: F401
        from badugi_hh.store.hand_checks import Views, check_block  # noqa: F401

    for name, data in first_inputs().items():
        (Path(sys.argv[1]) / name).write_bytes(data)

    def target(data):  # atheris takes no other return value
        one_input(data)

    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

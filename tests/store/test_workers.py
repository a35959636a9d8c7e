"""The processes that compute prices: their answers, and that they end with the process that started them."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from badugi_hh.store.workers import workers
from badugi_hh.user_error import UserError

# Each process says that it computes, and then needs longer than the test may last.
SLOW = """
import time
from dataclasses import replace

from badugi_hh.store.computation import MODEL
from badugi_hh.store.database import open_database
from badugi_hh.store.price_pass import MANY, compute


def slow(facts):
    print("computing", flush=True)
    time.sleep(120)


if __name__ == "__main__":
    con = open_database(None)
    con.execute(f"INSERT INTO hands BY NAME SELECT unnest(range({2 * MANY}))::INTEGER AS hand_key")
    compute(con, replace(MODEL, rows=slow), processes=2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals between processes")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_no_process_is_left(name, tmp_path):
    program = tmp_path / "slow.py"
    program.write_text(SLOW, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        process_group=0,
    ) as process:
        try:
            for _ in range(2):
                assert process.stdout.readline() == "computing\n"
            process.send_signal(getattr(signal, name))
            # The pipe ends when no process has it any more.
            assert process.communicate(timeout=30)[0] == ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def square(number):
    time.sleep(0.02 * (number % 3))
    return number * number


def end(_):
    os._exit(1)


def test_results_are_in_the_order_of_the_parts():
    with workers(2, square) as compute:
        assert compute(range(9)) == [number * number for number in range(9)]
        assert compute([3]) == [9]
        assert compute([]) == []


def test_a_process_that_ends_is_one_line():
    with (
        workers(2, end) as compute,
        pytest.raises(UserError, match="was ended; run badugi-hh db price again"),
    ):
        compute(range(5))

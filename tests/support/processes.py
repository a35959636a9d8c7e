"""Processes of Python that start at once: copies of one process that has loaded the program already.

Loading the program takes most of the time of a short run. So the first call of `run` or `Popen` starts a process that
loads it, and every run is a copy of that process, made with `fork`. A copy is a child of the test's process with a PID,
signals, an exit status, streams, an environment and a folder of its own, and it ends like every run of Python.

A test about the start itself (what is loaded, the name of the process, options of Python) needs a new process and takes
`subprocess`. So does a test of Ctrl-C: Polars changes how a signal interrupts a system call when it is imported. On
systems other than Linux, each run is a new process.
"""

import atexit
import ctypes
import functools
import gc
import inspect
import json
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_LOADER = f"""
import sys
sys.path.insert(0, {str(Path(__file__).resolve().parent.parent)!r})
from support.processes import end_copy, load_and_copy
code = load_and_copy(int(sys.argv.pop()))
try:
    exec(code, {{"__name__": "__main__"}})
finally:
    end_copy()
"""
_CHILD_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): processes below this one whose parent ends become its children."""
_LENGTH = struct.Struct("!I")
_PID = struct.Struct("!i")


class Popen(subprocess.Popen[Any]):
    """`subprocess.Popen` for `[sys.executable, "-c", code, ...]` and `[sys.executable, "-m", module, ...]`."""

    def _execute_child(self, *args: Any) -> None:  # the step of `subprocess` that starts the new process
        """Start a copy instead of a new process."""
        own = inspect.signature(super()._execute_child).bind(*args).arguments  # type: ignore[misc]
        program, option, code, *arguments = map(os.fspath, own["args"])
        if program != sys.executable or option not in {"-c", "-m"}:
            raise ValueError(f"not a run of Python: {own['args']}")
        if own["pass_fds"] or own["preexec_fn"]:
            raise ValueError("a copy has the standard streams alone, and runs nothing before its code")
        if (loaded := _loaded()) is None:
            super()._execute_child(*args)  # type: ignore[misc]
            return
        if option == "-m":
            code = f"import runpy; runpy.run_module({code!r}, run_name='__main__', alter_sys=True)"
        run = {
            "code": code,
            "argv": ["-c", *arguments],
            "cwd": os.fspath(own["cwd"] or Path.cwd()),
            "env": dict(os.environ if own["env"] is None else own["env"]),
            "session": own["start_new_session"],
        }
        names = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        pipes = [own[name] for name in names]
        streams = [
            standard if end == -1 else end for standard, end in enumerate((pipes[0], pipes[3], pipes[5]))
        ]
        self._child_created = True
        try:
            self.pid = loaded.copy(run, streams)
        finally:
            self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def run(
    command: Sequence[Any],
    *,
    input: Any = None,  # noqa: A002 - the name in `subprocess.run`
    timeout: float | None = None,
    check: bool = False,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """`subprocess.run` for these commands."""
    if options.pop("capture_output", False):
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with Popen(command, **options) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(process.args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


class _Loaded:
    """The process that has loaded the program, as seen by the test's process."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _LOADER, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True,  # Ctrl-C ends the tests, and this process with them
            )
        self._lock = threading.Lock()

    def copy(self, run: dict[str, Any], streams: list[int]) -> int:
        """Start a run with these standard streams and return its PID."""
        text = json.dumps(run).encode()
        with self._lock:
            socket.send_fds(self._socket, [_LENGTH.pack(len(text))], streams)
            self._socket.sendall(text)
            answer = self._socket.recv(_PID.size, socket.MSG_WAITALL)
        if not answer:
            raise OSError("the process that copies itself has ended")
        pid: int = _PID.unpack(answer)[0]
        return pid

    def end(self) -> None:
        self._socket.close()
        self._process.wait()


@functools.cache
def _loaded() -> _Loaded | None:
    """Start the process that is copied; None where the system cannot make the copies children of this process."""
    if sys.platform != "linux" or ctypes.CDLL(None).prctl(_CHILD_SUBREAPER, 1, 0, 0, 0):
        return None
    loaded = _Loaded()
    atexit.register(loaded.end)
    return loaded


def load_and_copy(channel: int) -> str:
    """Load the program, copy this process for each run, and return the code to run in the copies."""
    _load()
    tests = os.getppid()
    with socket.socket(fileno=channel) as runs:
        while True:
            length, streams, _, _ = socket.recv_fds(runs, _LENGTH.size, 3)
            if not length:
                os._exit(0)
            run = json.loads(runs.recv(_LENGTH.unpack(length)[0], socket.MSG_WAITALL))
            if (between := os.fork()) == 0:
                break
            os.waitpid(between, 0)
            for stream in streams:
                os.close(stream)
        between = os.getpid()
        if os.fork():
            os._exit(0)
        while os.getppid() == between:  # until that process has ended, and the tests' process is the parent
            os.sched_yield()
        if os.getppid() != tests:
            os._exit(1)
        runs.sendall(_PID.pack(os.getpid()))
    for standard, stream in enumerate(streams):
        os.dup2(stream, standard)
        os.close(stream)
    if run["session"]:
        os.setsid()
    os.environ.clear()
    os.environ.update(run["env"])
    _open_streams()
    os.chdir(run["cwd"])
    sys.argv = run["argv"]
    code: str = run["code"]
    return code


def end_copy() -> None:
    """End a copy as Python ends a process, but without freeing each object, unless an exception is to be printed."""
    fault = sys.exc_info()[1]
    status = fault.code or 0 if isinstance(fault, SystemExit) else 0
    if isinstance(status, str) or not isinstance(fault, SystemExit | None):
        gc.unfreeze()
        return
    gc.collect()  # closes connections
    threading._shutdown()  # noqa: SLF001
    atexit._run_exitfuncs()  # noqa: SLF001
    try:
        sys.stdout.flush()
    except OSError:
        gc.unfreeze()
        raise
    os._exit(status & 0xFF)


def _open_streams() -> None:
    """Open the standard streams again: the objects of the start know what the streams were then."""
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "").partition(":")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old = getattr(sys, name)
        stream = open(  # noqa: SIM115 - until the end of the process
            number,
            "w" if number else "r",
            encoding=encoding or old.encoding,
            errors=(number < 2 and errors) or old.errors,
            closefd=False,
        )
        if name == "stderr":
            stream.reconfigure(line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _load() -> None:
    """Import what most runs need, and build the parser.

    A copy has none of the threads of this process. Those that Polars starts when it is imported free memory and delete
    files, and a copy does without them. Its threads for queries, and all threads of DuckDB, start with the first query,
    so that nothing here may run one.
    """
    from badugi_hh.api import hands, replay, validate  # noqa: F401
    from badugi_hh.cli.app import COMMANDS, find_command
    from badugi_hh.history.blocks import Block
    from badugi_hh.store.hand_checks import check_texts
    from support.two_views import ANN

    for name, _ in COMMANDS:
        find_command(name)
    check_texts([Block("a.txt", 1, ANN.strip(), "\n", "")], "pokerstars")
    gc.collect()
    gc.freeze()

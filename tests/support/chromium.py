"""A browser for tests: Chromium driven over a pair of pipes by its own protocol, with no library and no network."""

import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Self

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_PATIENCE = 60.0  # seconds for any answer; the machine may be busy
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--proxy-server=127.0.0.1:9",  # nothing listens there
    "--remote-debugging-pipe",
)


class Browser:
    """One page of a headless Chromium. `requests` and `complaints` (console and log) gather what happened."""

    def __init__(self, profile: Path) -> None:
        assert PROGRAM is not None
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._number = 0
        self._buffer = b""
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        # The protocol wants file descriptors 3 and 4, which the shell makes of ours.
        script = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'
        self._process = subprocess.Popen(
            ["bash", "-c", script, PROGRAM, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    _session: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._session = None
            self.ask("Browser.close")
            self._process.wait(timeout=10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        finally:
            os.close(self._to)
            os.close(self._from)

    def open(
        self, page: Path, *, width: int, height: int = 900, dark: bool = False, scripts: bool = True
    ) -> None:
        """Load a page from disk in a window of this size, and wait until its scripts have run."""
        self.requests.clear()
        self.complaints.clear()
        self.ask("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Page.navigate", url=page.as_uri())
        deadline = time.monotonic() + _PATIENCE
        while self.evaluate("document.readyState") != "complete":
            if time.monotonic() > deadline:
                raise TimeoutError(f"{page} did not load")
            time.sleep(0.05)
        if scripts:
            self.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")

    def evaluate(self, script: str) -> Any:
        """Return the value of a script run in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command of the protocol and return its result."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self._note(answer)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], _PATIENCE)
            part = os.read(self._from, 1 << 16) if ready else b""
            if not part:
                raise TimeoutError("the browser does not answer")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _note(self, event: dict[str, Any]) -> None:
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(event["params"]["request"]["url"])
            case "Log.entryAdded":
                self.complaints.append(event["params"]["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(str(event["params"]["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if event["params"]["type"] in {"error", "warning", "assert"}:
                self.complaints.append(str(event["params"]["args"]))

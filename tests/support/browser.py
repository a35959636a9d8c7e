"""A browser for tests: one page of the system's Chromium, driven by Playwright, without a network."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
REQUIRED = "BADUGI_HH_BROWSER_TESTS"
"""With this variable, as in `.ci/run`, missing libraries are a failure and not a reason to skip."""

_FLAGS = ("--no-sandbox", "--disable-gpu", "--proxy-server=127.0.0.1:9")  # nothing listens there
_LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
_SHOW_ALL = """() => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: '.view { display: block !important; }' }));
    for (const part of document.querySelectorAll('details')) part.open = true;
    for (const body of document.querySelectorAll('tbody')) [...body.rows].slice(2).forEach((row) => row.remove());
    document.querySelectorAll('.findings, .group').forEach((part) => [...part.children].slice(3).forEach((one) => one.remove()));
    document.querySelectorAll('.chart').forEach((part) => part.replaceChildren());
}"""
_SMALL = """(selector) => [...document.querySelectorAll(selector)]
    .flatMap((part) => [...part.querySelectorAll('a, button, input, select, summary')])
    .filter((part) => part.checkVisibility())
    .map((part) => (part.type === 'checkbox' ? part.closest('label') ?? part : part))
    .map((part) => [part, part.getBoundingClientRect()])
    .filter(([, { width, height }]) => height < 39.5 || width < 24)
    .map(([part, { width, height }]) => `${part.outerHTML.slice(0, 90)}: ${width} x ${height}`)"""
SHOWN = "[...document.querySelectorAll('.view')].filter((part) => part.offsetHeight).map((part) => part.id)"
"""The views that show."""

_PATIENCE = 60_000  # milliseconds for any answer; the machine may be busy


def start_playwright() -> "Playwright":
    """Start Playwright, or skip the test where Chromium or the extra `browser` is not installed."""
    if PROGRAM is None:
        pytest.skip("no Chromium is installed")
    try:
        import axe_playwright_python  # noqa: F401 - needed by `Browser.violations`
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        if REQUIRED in os.environ:
            pytest.fail("Chromium is here, but not the extra: pip install -e '.[browser]'")
        pytest.skip("the extra is not installed: pip install -e '.[browser]'")
    return sync_playwright().start()


def until(browser: "Browser", condition: str, *, seconds: float = 20) -> None:
    """Wait until a condition of the page is true; fail with its text if that takes longer."""
    met = browser.evaluate(
        f"""(async () => {{
            const end = Date.now() + {1000 * seconds};
            while (!({condition}) && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
            return Boolean({condition});
        }})()"""
    )
    if not met:
        pytest.fail(f"not true after {seconds} s: {condition}")


def see(browser: "Browser", view: str) -> None:
    """Open a view and scroll through it until all its charts are drawn, those of each currency in turn."""
    browser.evaluate(
        f"""(async () => {{
            const view = document.getElementById({view!r});
            const wait = () => new Promise((done) => setTimeout(done, 30));
            location.hash = {view!r};
            await wait();
            for (const button of [null, ...view.querySelectorAll('.pick button')]) {{
                button?.click();
                const end = Date.now() + 20000;
                const charts = [...view.querySelectorAll('.chart')].filter((part) => part.offsetHeight);
                for (const chart of charts)
                    while (!chart.querySelector('.main-svg .trace')) {{
                        if (Date.now() > end) throw new Error(`${{chart.id}} is not drawn`);
                        chart.scrollIntoView();
                        await wait();
                    }}
            }}
        }})()"""
    )


class Browser:
    """A Chromium with one page at a time, `page`. `requests` and `complaints` (console and errors) record what happened."""

    def __init__(self, playwright: "Playwright") -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._browser = playwright.chromium.launch(executable_path=PROGRAM, args=_FLAGS)
        self._scripts = True
        self._new_page()

    def _new_page(self) -> None:
        self.page = self._browser.new_page(java_script_enabled=self._scripts)
        self.page.set_default_timeout(_PATIENCE)
        self.page.on("request", lambda request: self.requests.append(request.url.partition("#")[0]))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type in {"error", "warning", "assert"}
                else None
            ),
        )

    def open(
        self, path: Path, *, width: int, view: str = "", dark: bool = False, scripts: bool = True
    ) -> None:
        """Load a page from disk in a window of this width, and wait until its scripts have run.

        A page opened at a `view` without charts does not unpack and run the library of charts.
        """
        from playwright.sync_api import TimeoutError as NotLoadedError

        if scripts != self._scripts:
            self.page.context.close()
            self._scripts = scripts
            self._new_page()
        else:
            self.page.goto("about:blank")  # only another part of the same page would not be loaded
        self.requests.clear()
        self.complaints.clear()
        address = f"{path.as_uri()}{view and '#'}{view}"
        try:
            self._load(address, width, dark=dark)
        except NotLoadedError:  # a busy Chromium never ends the loading of one page in some thousand
            self.page.context.close()
            self._new_page()
            self._load(address, width, dark=dark)

    def _load(self, address: str, width: int, *, dark: bool) -> None:
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(media="screen", color_scheme="dark" if dark else "light")
        self.page.goto(address)

    def evaluate(self, script: str) -> Any:
        """Return the value of a script run in the page."""
        return self.page.evaluate(script)

    def close(self) -> None:
        """End the browser."""
        self._browser.close()

    def unreadable(self, selector: str) -> list[str]:
        """Return the texts of an element that are cut off, outside of the window, or over one another."""
        return self.page.evaluate(_LOOK, selector)

    def small_targets(self, selector: str) -> list[str]:
        """Return what can be touched in an element and is less than 40 pixels high or 24 wide."""
        return self.page.evaluate(_SMALL, selector)

    def violations(self, within: str = "html", *, contrast: bool = True) -> list[str]:
        """Return the rules of axe-core that an element breaks, the whole page or one view, with the first elements.

        Views, details and the first rows of each table show at once, and charts are not drawn: this takes a tenth of the
        time. The contrast of texts takes most of what remains; without `contrast` it is left out.
        """
        from axe_playwright_python.sync_playwright import Axe

        self.page.evaluate(_SHOW_ALL)
        options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": contrast}}}
        found = Axe().run(self.page, within, options).response["violations"]
        return [
            f"{rule['id']} ({rule['impact']}): {node['html'][:120]} {_why(node)}"
            for rule in found
            for node in rule["nodes"][:3]
        ]


def _why(node: dict[str, Any]) -> str:
    return "; ".join(each["message"] for each in (*node["any"], *node["all"], *node["none"]))

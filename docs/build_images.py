"""Take the pictures of `docs/images/` from a report on `sample_histories/`, in the Chromium of the system.

    python docs/build_images.py                # take all
    python docs/build_images.py overview leaks # take these

Needs the extra `browser`. The pictures are WebP files of at most 100 kB, so that the repository stays small.
"""

import shutil
import sys
from base64 import b64decode
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.computation import JUDGING, MODEL
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import compute

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"
MOST_BYTES = 100_000
QUALITIES = (85, 70, 55)
DESKTOP, TALL, PHONE = (1200, 900), (1200, 1560), (390, 844)
STEP = "hand=249012376560&step=17"
"""The address of a step with a draw that lost much, in the sample of a replay."""


def pictures() -> dict[str, tuple[str, str, tuple[int, int], bool]]:
    """Return what to take, by the name of the file: the page, the view or the step in it, the size of the window, and whether it is dark."""
    views = {name: ("report", name, DESKTOP, False) for name in VIEWS[ReportKind.TRACKER]}
    return {
        **views,
        "overview": ("report", "overview", TALL, False),
        "overview-dark": ("report", "overview", TALL, True),
        "replay": ("replay", STEP, DESKTOP, False),
        "replay-dark": ("replay", STEP, DESKTOP, True),
        "phone": ("report", "statistics", PHONE, False),
        "problems": ("validation", "problems", DESKTOP, False),
    }


def write_pages(folder: Path) -> None:
    """Write the pages of which pictures are taken."""
    histories = sorted((ROOT / "sample_histories").glob("HH*.txt"))
    broken = sorted((ROOT / "sample_histories" / "broken").glob("*.txt"))
    for name, paths, kind in (
        ("report", histories, ReportKind.TRACKER),
        ("validation", broken, ReportKind.VALIDATION),
    ):
        with closing(open_database(None)) as con:
            import_paths(con, paths)
            if kind is ReportKind.TRACKER:
                compute(con, MODEL)
                compute(con, JUDGING)  # practice asks what was judged
            (folder / f"{name}.html").write_text(render(compose(con, Filter(), kind=kind)), encoding="utf-8")
    shutil.copy(ROOT / "reports" / "examples" / "replay.html", folder / "replay.html")


def take(page: Page, view: str) -> bytes:
    """Return the picture of a view, once its charts are drawn, of the best quality that is small enough."""
    if view != STEP:
        page.locator(f"#{view}.current").wait_for()
    for chart in page.locator(".current .chart").all():
        if chart.is_visible():
            chart.scroll_into_view_if_needed()  # a chart is drawn when it is seen
            chart.locator(".main-svg .trace").first.wait_for(state="attached")
    if view == "statistics":
        page.locator("details.group > summary").first.click()
    if view == "drill":  # a question and its answer
        page.locator("#drill-question .drill-on").click()
        page.keyboard.press("1")
        for confirm in page.locator("#drill-question .drill-confirm").all():  # of a draw
            confirm.click()
        page.locator("#drill-question .drill-on").wait_for()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_timeout(500)
    session = page.context.new_cdp_session(page)
    for quality in QUALITIES:
        options: dict[str, Any] = {"format": "webp", "quality": quality}
        data = b64decode(session.send("Page.captureScreenshot", options)["data"])
        if len(data) <= MOST_BYTES:
            return data
    raise ValueError(f"the picture of {view} has {len(data):,} bytes")


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    wanted = pictures()
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with TemporaryDirectory() as scratch, sync_playwright() as playwright:
        write_pages(Path(scratch))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name in names or list(wanted):
            file, view, (width, height), dark = wanted[name]
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
            )
            page.goto((Path(scratch) / f"{file}.html").as_uri() + f"#{view}")
            path = FOLDER / f"{name}.webp"
            path.write_bytes(take(page, view))
            page.close()
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])

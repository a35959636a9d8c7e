"""A page as a browser reads it: elements, scripts, and the text that shows."""

import gzip
from base64 import b64decode
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

if TYPE_CHECKING:
    from support.browser import Browser


class Outline(HTMLParser):
    """Reads a page as a browser does: elements with attributes, scripts, texts of hands, and all other text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.hands: list[str] = []
        self._words: list[str] = []
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in {"script", "style", "pre"}:
            self._inside = tag
            {"script": self.scripts, "pre": self.hands}.get(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        match self._inside:
            case "":
                self._words.append(data)
            case "script":
                self.scripts[-1] += data
            case "pre":
                self.hands[-1] += data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words).split())

    def block(self, name: str) -> str:
        """Return the content of a script element by its id."""
        return self.scripts[[script.get("id") for script in self.all("script")].index(name)]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def unpacked(block: str) -> str:
    """Return the text of a compressed block of the page."""
    return gzip.decompress(b64decode(block)).decode()


def plotly_figure(browser: "Browser", data: Mapping[str, Any] | None, *, dark: bool = False) -> go.Figure:
    """Return the figure that an open page draws of the data of a chart; what Plotly does not know is an error."""
    assert data is not None
    make = "async ([data, dark]) => badugiFigures.make(data, (await badugiCharts.ready()).words, [], dark)"
    return go.Figure(browser.page.evaluate(make, [dict(data), dark]))

"""Reads the theme of page and charts from `reports/theme.json`: fonts, and each colour in a light and a dark variant.

The page uses the colours as CSS variables. Plotly does not support CSS variables, so figures are drawn in the light
colours, which are all different, and the page's script replaces them with the dark colours. No other file defines a
colour.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from badugi_hh.installation import data_folder

ON_DRAWN = ("on-dark", "on-dark", "on-light", "on-light", "on-light")
"""The role of a text on the colour of a draw, by the number of cards."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Fonts as CSS lists, and colours by role: `(light, dark)`, each `#rrggbb`."""

    serif: str
    sans: str
    mono: str
    colours: dict[str, tuple[str, str]]

    def light(self, role: str) -> str:
        """Return the light colour of a role, which figures use."""
        return self.colours[role][0]

    def variables(self) -> str:
        """Return the colours as CSS declarations, `--ink: light-dark(#18211c, #e6ece7); …`."""
        return " ".join(
            f"--{role}: light-dark({light}, {dark});" for role, (light, dark) in self.colours.items()
        )

    def fonts(self) -> str:
        """Return the fonts as CSS declarations."""
        return f"--serif: {self.serif}; --sans: {self.sans}; --mono: {self.mono};"

    def exchange(self) -> dict[str, str]:
        """Return the dark colour for each light one."""
        return dict(self.colours.values())

    def template(self) -> dict[str, Any]:
        """Return the Plotly template of all charts: transparent background, muted axes, no zooming."""
        axis = {
            "automargin": True,
            "fixedrange": True,
            "gridcolor": self.light("rule"),
            "linecolor": self.light("rule"),
            "tickfont": {"color": self.light("quiet"), "size": 12},
            "title": {"font": {"color": self.light("quiet"), "size": 12}, "standoff": 10},
            "zerolinecolor": self.light("faint"),
            "zerolinewidth": 1,
        }
        return {
            "layout": {
                "autosize": True,
                "dragmode": False,
                "font": {"family": self.sans, "size": 13, "color": self.light("ink")},
                "hoverlabel": {
                    "bgcolor": self.light("sheet"),
                    "bordercolor": self.light("rule"),
                    "font": {"family": self.sans, "size": 13, "color": self.light("ink")},
                },
                "legend": {
                    "orientation": "h",
                    "x": 0,
                    "xanchor": "left",
                    "y": 1.02,
                    "yanchor": "bottom",
                    "itemclick": False,
                    "itemdoubleclick": False,
                },
                "margin": {"l": 8, "r": 12, "t": 36, "b": 40},
                "paper_bgcolor": "rgba(0,0,0,0)",
                "plot_bgcolor": "rgba(0,0,0,0)",
                "xaxis": axis,
                "yaxis": axis,
            }
        }


@cache
def theme() -> Theme:
    """Return the theme of `reports/theme.json`."""
    text = (data_folder("reports") / "theme.json").read_text(encoding="utf-8")
    found = json.loads(text)
    colours = {role: (pair["light"], pair["dark"]) for role, pair in found["colours"].items()}
    return Theme(found["serif"], found["sans"], found["mono"], colours)

"""What every page needs: the templates of `reports/`, the hashes of scripts, and JSON that is safe inside a page."""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256

import jinja2
from markupsafe import Markup

from badugi_hh.folders import data_folder


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the templates; it escapes every value, and a missing value is an error."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_folder("reports")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def read_asset(name: str) -> Markup:
    """Return a script or a style of `reports/`, unescaped: a file of this project."""
    return Markup((data_folder("reports") / name).read_text(encoding="utf-8"))  # noqa: S704


def script_hash(script: str) -> str:
    """Return the hash by which a content security policy allows a script of the page."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def json_markup(value: object) -> Markup:
    """Return a value as JSON that cannot end the script element around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704

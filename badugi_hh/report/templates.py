"""What every page needs: the templates of `reports/`, the hashes of scripts, and JSON that is safe inside a page."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256

import jinja2
from markupsafe import Markup, escape

from badugi_hh.folders import data_folder

_CODE = re.compile(r"`((?:badugi-hh|--)[^`]*)`|(badugi-hh [a-z]+)")


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the templates; it escapes every value, and a missing value is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_folder("reports")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["code"] = with_code
    return made


def with_code(text: str) -> Markup:
    """Return a text, escaped, in which commands are code, with the options that are with them between backticks."""
    marked = _CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", str(escape(text)))
    return Markup(marked)  # noqa: S704 - escaped before


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

"""What every page needs: templates, theme, the hashes of scripts, and data that is safe inside a page.

`reports/theme.json` has fonts, and each colour in a light and a dark variant; no other file defines a colour.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from badugi_hh.installation import __version__, data_folder
from badugi_hh.outputs.file import GENERATOR
from badugi_hh.outputs.kept import keep, read_kept
from badugi_hh.wording.catalogue import say
from badugi_hh.wording.formats import count

ON_DRAWN = ("on-dark", "on-dark", "on-light", "on-light", "on-light")
"""The role of a text on the colour of a draw, by the number of cards."""
_LEVEL = 4  # level 6 takes twice as long for 8 % of the size
_CODE = re.compile(r"`((?:badugi-hh|--)[^`]*)`|(badugi-hh [a-z]+)")
_UNBROKEN = re.compile(r"badugi-hh|--[a-z-]+")
"""The words of a command that a line does not break at their hyphens; `code` in `reports/formats.js` has the same."""


@cache
def colours() -> dict[str, tuple[str, str]]:
    """Return the light and the dark colour of each role, each `#rrggbb`."""
    return {role: (pair["light"], pair["dark"]) for role, pair in _theme()["colours"].items()}


def style_of(*names: str) -> Markup:
    """Return the style of a page: fonts and colours as variables, `--ink: light-dark(#18211c, #e6ece7);`, and styles of `reports/`."""
    fonts = " ".join(f"--{name}: {_theme()[name]};" for name in ("serif", "sans", "mono"))
    roles = " ".join(f"--{role}: light-dark({light}, {dark});" for role, (light, dark) in colours().items())
    variables = f":root {{ {fonts} {roles} }}\n"
    return Markup("").join([Markup(variables), *map(read_asset, names)])  # noqa: S704 - the project's own file


@cache
def _theme() -> dict[str, Any]:
    return dict(json.loads(read_asset("theme.json")))


class _KeptTemplates(jinja2.BytecodeCache):
    """Keeps compiled templates; Jinja compiles one again whose text has changed, or for another version of Python."""

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := read_kept(bucket.key, made_of()):
            bucket.bytecode_from_string(bytes(code))

    def dump_bytecode(self, bucket: Bucket) -> None:
        keep(bucket.key, made_of(), bucket.bytecode_to_string())


@cache
def made_of() -> bytes:
    """Return what kept templates and texts change with, beside themselves: the version of Jinja, and how this module makes them."""
    return jinja2.__version__.encode() + Path(__file__).read_bytes()


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the templates; it escapes every value, and a missing value is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_folder("reports")),
        bytecode_cache=_KeptTemplates(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["code"] = with_code
    made.filters["number"] = count
    return made


def with_code(text: str) -> Markup:
    """Return a text, escaped, in which commands are code, with the options that are with them between backticks."""

    def code(found: re.Match[str]) -> str:
        command = _UNBROKEN.sub(r"<span>\g<0></span>", found[1] or found[2])
        return f"<code>{command}</code>"

    return Markup(_CODE.sub(code, str(escape(text))))  # noqa: S704 - escaped before


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


def pack(text: str) -> Markup:
    """Return a text compressed by gzip, in base 64, as the content of a script element; equal texts give equal blocks."""
    packed = gzip.compress(text.encode(), _LEVEL, mtime=0)
    return Markup(b64encode(packed).decode())  # noqa: S704 - the alphabet has no markup


def pack_json(value: Any) -> Markup:
    """Return a value as JSON, compressed."""
    return pack(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def policy(hashes: Iterable[str]) -> str:
    """Return the content security policy of a page: it allows no connection, and only the scripts of these hashes."""
    return (
        f"default-src 'none'; script-src {' '.join(hashes)}; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def render_alone(template: str, scripts: Sequence[str], styles: Sequence[str], **values: Any) -> str:
    """Return a page with a template, scripts and styles of its own, as one file that loads nothing."""
    texts = [read_asset(name) for name in scripts]
    return (
        environment()
        .get_template(template)
        .render(
            values,
            generator=GENERATOR,
            policy=policy(map(script_hash, texts)),
            style=style_of(*styles),
            scripts=texts,
            made=say("replayer", "made", version=__version__),
        )
    )

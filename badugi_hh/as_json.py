"""The JSON of a result: one object, with a key for each field. It is what a command prints with `--json`."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from decimal import Decimal
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any

IF_ANY = MappingProxyType({"if_any": True})
"""The metadata of a field that the JSON leaves out if it is empty."""


class AsJson:
    """A dataclass with a JSON form."""

    __slots__ = ()

    def as_json(self) -> dict[str, Any]:
        """Return the object as `--json` prints it."""
        return {name: json_value(value) for name, value in self._json().items()}

    def _json(self) -> Mapping[str, Any]:
        """Return the value of each key, not yet converted; a class overrides it whose JSON is not its fields."""
        values = {each: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {each.name: value for each, value in values.items() if value or "if_any" not in each.metadata}


def json_value(value: Any) -> Any:
    """Return a value, or an object with a JSON form, as a JSON value: times in ISO format, and numbers that JSON lacks as null."""
    match value:
        case object(as_json=as_json):
            return as_json()
        case Mapping():
            return {str(key): json_value(each) for key, each in value.items()}
        case list() | tuple():
            return [json_value(each) for each in value]
        case date():
            return value.isoformat()
        case Decimal() | float() if not isfinite(value):
            return None
        case Decimal():
            return float(value)
        case bytes():
            return value.hex()
        case Path():
            return str(value)
    return value

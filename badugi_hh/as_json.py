"""The JSON of a result: one object, with a key for each field. It is what a command prints with `--json`."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
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
        return {name: _converted(value) for name, value in self._json().items()}

    def _json(self) -> Mapping[str, Any]:
        """Return the value of each key, not yet converted; a class overrides it whose JSON is not its fields."""
        values = {each: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {each.name: value for each, value in values.items() if value or "if_any" not in each.metadata}


def _converted(value: Any) -> Any:
    match value:
        case AsJson():
            return value.as_json()
        case Mapping():
            return {str(key): _converted(each) for key, each in value.items()}
        case list() | tuple():
            return [_converted(each) for each in value]
        case datetime():
            return value.isoformat()
        case Path():
            return str(value)
    return value

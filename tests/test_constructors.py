"""The constructors that a compiled installation has are those that `dataclass` makes, class by class."""

import copy
import inspect
import re
from contextlib import chdir
from dataclasses import MISSING, fields, is_dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("hatchling")
ROOT = Path(__file__).parents[1]
spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
assert spec is not None
assert spec.loader is not None
build = module_from_spec(spec)
spec.loader.exec_module(build)

pytestmark = pytest.mark.quick

with chdir(ROOT):
    SOURCES = {path: Path(path).read_text(encoding="utf-8") for path in build.find_modules()}
MODULES = [path for path, source in SOURCES.items() if build.with_constructors(source) != source]


def run(path: str, source: str) -> dict[str, type]:
    """Return the dataclasses of a module by its source, which need not be that of the imported module."""
    name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    module = ModuleType(name)
    module.__dict__["__package__"] = name.rpartition(".")[0]
    exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102 -- the source of this project
    return {
        each: kind
        for each, kind in vars(module).items()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == name
    }


def written_out(path: str) -> tuple[dict[str, type], dict[str, type]]:
    """Return the dataclasses of a module, and those with constructors that are written out."""
    source = SOURCES[path]
    return run(path, source), run(path, build.with_constructors(source))


def describe(kind: type) -> list[tuple[str, object, str | None, str]]:
    """Return the parameters of a constructor; a default that is created for each object is MISSING."""
    created = {field.name for field in fields(kind) if field.default_factory is not MISSING}
    return [
        (each.name, each.kind, None if each.name in created else str(each.annotation), repr(default))
        for each in inspect.signature(kind).parameters.values()
        for default in [MISSING if each.name in created else each.default]
    ]


@pytest.mark.parametrize("path", MODULES)
def test_the_constructors_are_those_of_dataclass(path: str) -> None:
    of_dataclass, own = written_out(path)
    assert of_dataclass.keys() == own.keys()
    for name, kind in of_dataclass.items():
        again = own[name]
        assert describe(again) == describe(kind)
        parameters = inspect.signature(kind).parameters
        given = {each: f"of {each}" for each in parameters}
        made = again(**given)
        assert repr(made) == repr(kind(**given))
        assert repr(copy.copy(made)) == repr(made)
        if "__getnewargs_ex__" in vars(again):
            arguments, options = made.__getnewargs_ex__()
            assert repr(again(*arguments, **options)) == repr(made)
        needed: dict[str, Any] = {
            each.name: 0 for each in parameters.values() if each.default is inspect.Parameter.empty
        }
        assert repr(again(**needed)) == repr(kind(**needed))
        assert (again.__hash__ is None) == (kind.__hash__ is None)


def test_events_have_constructors() -> None:
    of_dataclass, written = written_out("badugi_hh/history/events.py")
    own = written["Called"]
    assert "__getnewargs_ex__" in vars(own)
    assert "__getnewargs_ex__" not in vars(of_dataclass["Called"])
    assert copy.copy(own("Ann", 5, line=3)) == own("Ann", 5, line=4)
    assert hash(own("Ann", 5, line=3)) == hash(own("Ann", 5))


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("@dataclass(slots=True)\nclass A:\n    a: int = field(default=1, init=False)\n", "the field a"),
        ("@dataclass(slots=True)\nclass A:\n    a: ClassVar[int] = 1\n", "the field a"),
        ("@dataclass(slots=True)\nclass A:\n    _: KW_ONLY\n", "the field _"),
        (
            "@dataclass(slots=True)\nclass A:\n    a: list[int] = dataclasses.field(default_factory=list)\n",
            "the field a",
        ),
        (
            "@dataclass(slots=True)\nclass A:\n    a: 'list[int]' = field(default_factory=list)\n",
            "the field a",
        ),
        (
            "@dataclass(slots=True)\nclass A:\n    a: list[int] | None = field(default_factory=list)\n",
            "a created value that may be None",
        ),
        ("@dataclass(kw_only=True)\nclass A:\n    a: int\n", "an option of the dataclass"),
        ("@dataclass(init=False)\nclass A:\n    a: int\n", "an option of the dataclass"),
        ("@dataclass(slots=True)\nclass A(Event):\n    a: int\n", "a base class of another module"),
        (
            "@dataclass(slots=True)\nclass A:\n    a: int\n    def __post_init__(self): pass\n",
            "a constructor of its own",
        ),
        (
            "@dataclass(slots=True)\nclass A:\n    a: int\n@dataclass(slots=True)\nclass B(A):\n    a: int\n",
            "a field that is declared twice",
        ),
        ("@dataclass(slots=True)\nclass A:\n    pass\n", "no field"),
    ],
)
def test_other_forms_are_refused(source: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"no constructor is written for {why}")):
        build.with_constructors(source)

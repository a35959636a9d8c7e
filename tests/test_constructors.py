"""The constructors that a compiled installation has are those that `dataclass` makes, class by class."""

import copy
import inspect
import sys
from contextlib import chdir
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("hatchling")
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from hatch_build import _find_modules, with_constructors  # noqa: E402

pytestmark = pytest.mark.quick

with chdir(ROOT):
    MODULES = _find_modules()


def dataclasses_of(module: ModuleType) -> dict[str, type]:
    own = {name: each for name, each in vars(module).items() if isinstance(each, type)}
    return {
        name: each for name, each in own.items() if is_dataclass(each) and each.__module__ == module.__name__
    }


def written_out(path: str) -> tuple[ModuleType, ModuleType]:
    """Return a module and the same module with constructors."""
    name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    module = __import__(name, fromlist=["*"])
    written = ModuleType(name)
    written.__dict__["__package__"] = module.__package__
    source = with_constructors((ROOT / path).read_text(encoding="utf-8"))
    exec(compile(source, path, "exec"), written.__dict__)  # noqa: S102 -- the source of this project
    return module, written


def describe(kind: type) -> list[tuple[str, object, str | None, str]]:
    """Return the parameters of a constructor; a default that is made anew each time is MISSING."""
    made_anew = {field.name for field in fields(kind) if field.default_factory is not MISSING}
    return [
        (each.name, each.kind, None if each.name in made_anew else str(each.annotation), repr(default))
        for each in inspect.signature(kind).parameters.values()
        for default in [MISSING if each.name in made_anew else each.default]
    ]


@pytest.mark.parametrize("path", MODULES)
def test_the_constructors_are_those_of_dataclass(path: str) -> None:
    module, written = written_out(path)
    of_dataclass, own = dataclasses_of(module), dataclasses_of(written)
    assert of_dataclass.keys() == own.keys()
    for name, kind in of_dataclass.items():
        again = own[name]
        assert describe(again) == describe(kind)
        given = {each: f"of {each}" for each in inspect.signature(kind).parameters}
        assert repr(again(**given)) == repr(kind(**given))
        assert repr(copy.copy(again(**given))) == repr(kind(**given))
        needed = {
            each.name: 0
            for each in inspect.signature(kind).parameters.values()
            if each.default is inspect.Parameter.empty
        }
        assert repr(again(**needed)) == repr(kind(**needed))
        assert (again.__hash__ is None) == (kind.__hash__ is None)


def test_events_have_constructors() -> None:
    module, written = written_out("badugi_hh/history/events.py")
    event, own = module.Called, written.Called
    assert "__getnewargs_ex__" in vars(own)
    assert "__getnewargs_ex__" not in vars(event)
    assert copy.copy(own("Ann", 5, line=3)) == own("Ann", 5, line=4)
    assert hash(own("Ann", 5, line=3)) == hash(own("Ann", 5))


def test_an_unknown_option_of_a_field_is_refused() -> None:
    source = "@dataclass(slots=True)\nclass A:\n    a: int = field(default=1, init=False)\n"
    with pytest.raises(ValueError, match=r"A\.a: no constructor for \{'init'\}"):
        with_constructors(source)

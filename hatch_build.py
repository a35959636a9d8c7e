"""Compiles the packages in which an import spends its time, with mypyc, if `BADUGI_HH_COMPILE=1`.

Without it, or where compiling fails, the wheel is pure Python. The compiled modules are built from the same source, which
stays in the wheel; only the constructors of dataclasses are written out for mypyc, which would leave them interpreted. An
editable installation is never compiled, since an edit would have no effect.
"""

import ast
import os
import shutil
import sys
import tempfile
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "BADUGI_HH_COMPILE"
PACKAGES = ("engine", "history", "replay", "facts")
NOT_COMPILED = {"archives.py", "encoding.py", "files.py", "source.py"}  # they wait for the disk


class CompileHook(BuildHookInterface):
    """Adds compiled modules to the wheel."""

    PLUGIN_NAME = "custom"
    _folder: Path | None = None  # of the files that are compiled

    def dependencies(self) -> list[str]:
        """Return what the build needs: the types of the libraries are read too."""
        if not self._wanted():
            return []
        return ["mypy>=1.14", "setuptools>=77", *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the modules to the wheel beside their source."""
        if not self._wanted() or version == "editable":
            return
        folder = Path(tempfile.mkdtemp(prefix="badugi-hh-"))
        self._folder = folder
        try:
            _copy_source(Path(self.root), folder / "source")
            with chdir(folder / "source"):
                built = _compile(folder)
        except (Exception, SystemExit) as error:  # noqa: BLE001 -- mypyc exits where the compiler reports an error
            sys.stderr.write(f"{SWITCH}: not compiled, the installation is pure Python: {error}\n")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(
            {str(path): path.relative_to(folder / "lib").as_posix() for path in built}
        )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the compiled modules, which are in the wheel now."""
        if self._folder is not None:
            shutil.rmtree(self._folder)

    def _wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(SWITCH, "0") not in {"", "0"}


def _copy_source(root: Path, to: Path) -> None:
    """Copy the package `badugi_hh`, with the constructors of the dataclasses of its compiled modules."""
    shutil.copytree(root / "badugi_hh", to / "badugi_hh", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", to)
    with chdir(to):
        for name in find_modules():
            path = Path(name)
            path.write_text(with_constructors(path.read_text(encoding="utf-8")), encoding="utf-8")


def find_modules() -> list[str]:
    """Return the modules to compile of the project in the current folder."""
    files = [path for package in PACKAGES for path in Path("badugi_hh", package).glob("*.py")]
    return sorted(str(path) for path in files if path.name not in NOT_COMPILED)


def _compile(folder: Path) -> list[Path]:
    """Compile the packages of the project in the current folder; return the compiled modules, below `folder / "lib"`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    modules = find_modules()
    options = ["--config-file=pyproject.toml", f"--cache-dir={folder / 'cache'}"]
    extensions = mypycify(
        [*options, *modules], target_dir=str(folder / "c"), debug_level="0", multi_file=True
    )
    command = build_ext(Distribution({"name": "badugi-hh", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    return [Path(path) for path in command.get_outputs()]


# --- constructors


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a dataclass; `default` and `factory` are expressions, None for a field without one."""

    name: str
    type: str
    default: str | None
    factory: str | None
    by_name: bool  # given by name only

    @property
    def parameter(self) -> str:
        if self.factory is not None:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type}" + ("" if self.default is None else f" = {self.default}")

    @property
    def assignment(self) -> str:
        made = f"({self.factory})() if {self.name} is None else " if self.factory is not None else ""
        return f"self.{self.name} = {made}{self.name}"


def with_constructors(source: str) -> str:
    """Return a module with the constructors that `dataclass` would make, as source that mypyc compiles.

    Classes that are frozen at run time keep their own. mypyc calls the constructor of a class also where `pickle` and `copy`
    make an empty object, so its arguments are given to them.

    Raises:
        ValueError: a dataclass has a form for which no constructor is written.
    """
    lines = source.split("\n")
    frozen_by_checker = "from badugi_hh.frozen import dataclass" in lines
    known: dict[str, list[_Field]] = {}
    changes: list[tuple[ast.ClassDef, ast.Call]] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and (decorator := _find_decorator(node)) is not None:
            inherited = [field for base in node.bases for field in known.get(ast.unparse(base), ())]
            known[node.name] = [*inherited, *_find_fields(node)]
            if frozen_by_checker or "frozen" not in _options(decorator):
                _refuse_other_forms(node, decorator, known)
                changes.append((node, decorator))
    for node, decorator in reversed(changes):
        lines[node.end_lineno : node.end_lineno] = _write_constructor(known[node.name])
        if "frozen" in _options(decorator):
            lines[decorator.lineno - 1 : decorator.end_lineno] = [
                f"@{ast.unparse(_without_frozen(decorator))}"
            ]
    return "\n".join(lines).replace(
        "from badugi_hh.frozen import dataclass", "from dataclasses import dataclass"
    )


def _refuse_other_forms(node: ast.ClassDef, decorator: ast.Call, known: dict[str, list[_Field]]) -> None:
    """Raise for a dataclass for which no constructor is written."""
    bases = [ast.unparse(base) for base in node.bases]
    fields = known[node.name]
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    allowed = {("frozen", "True"), ("slots", "True"), ("eq", "False")}
    for wrong, why in (
        (set(_options(decorator).items()) - allowed, "an option of the dataclass"),
        (len(bases) > 1 or set(bases) - known.keys(), "a base class of another module, or two"),
        (own & {"__init__", "__post_init__"}, "a constructor of its own"),
        (len({field.name for field in fields}) < len(fields), "a field that is declared twice"),
        (not fields, "no field"),
        (any(field.factory and "None" in field.type for field in fields), "a created value that may be None"),
    ):
        if wrong:
            raise ValueError(f"{node.name}: no constructor is written for {why}")


def _find_decorator(node: ast.ClassDef) -> ast.Call | None:
    """Return the decorator `@dataclass(...)` of a class."""
    calls = (each for each in node.decorator_list if isinstance(each, ast.Call))
    return next((call for call in calls if ast.unparse(call.func) == "dataclass"), None)


def _options(decorator: ast.Call) -> dict[str | None, str]:
    return {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords}


def _without_frozen(decorator: ast.Call) -> ast.Call:
    """Return a decorator without `frozen`, whose classes have the same hash: mypy then accepts the constructor."""
    kept = [keyword for keyword in decorator.keywords if keyword.arg != "frozen"]
    hashed = ast.keyword("unsafe_hash", ast.Constant(value=True))
    return ast.Call(decorator.func, [], [*kept, *([] if "eq" in _options(decorator) else [hashed])])


def _find_fields(node: ast.ClassDef) -> list[_Field]:
    """Return the fields that a class declares itself."""
    found = []
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            options, default = {}, None if each.value is None else ast.unparse(each.value)
            type_ = ast.unparse(each.annotation)
            called = ast.unparse(each.value.func) if isinstance(each.value, ast.Call) else ""
            if isinstance(each.value, ast.Call) and called == "field":
                options = {keyword.arg: ast.unparse(keyword.value) for keyword in each.value.keywords}
                default = options.get("default")
            unknown = options.keys() - {"default", "default_factory", "kw_only", "compare", "repr"}
            special = any(name in type_ for name in ("ClassVar", "InitVar", "KW_ONLY"))
            quoted = "default_factory" in options and isinstance(each.annotation, ast.Constant)
            if unknown or special or quoted or called.endswith(".field"):
                raise ValueError(f"{node.name}: no constructor is written for the field {each.target.id}")
            factory, by_name = options.get("default_factory"), options.get("kw_only") == "True"
            found.append(_Field(each.target.id, type_, default, factory, by_name))
    return found


def _write_constructor(fields: list[_Field]) -> list[str]:
    """Return the lines of a constructor, and of what `pickle` gives to it."""
    in_order = [field for field in fields if not field.by_name]
    by_name = [field for field in fields if field.by_name]
    parameters = ["self", *(field.parameter for field in in_order)]
    parameters += ["*", *(field.parameter for field in by_name)] if by_name else []
    values = "".join(f"self.{field.name}, " for field in in_order)
    named = ", ".join(f"{field.name!r}: self.{field.name}" for field in by_name)
    return [
        "",
        f"    def __init__({', '.join(parameters)}) -> None:",
        *(f"        {field.assignment}" for field in fields),
        "",
        "    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:",
        f"        return ({values}), {{{named}}}",
    ]

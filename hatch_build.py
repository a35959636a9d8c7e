"""Compiles the packages in which an import spends its time, with mypyc, if `BADUGI_HH_COMPILE=1`.

Without it, or where compiling fails, the wheel is pure Python. The compiled modules are built from the same source, which
stays in the wheel. An editable installation is never compiled, since an edit would have no effect.
"""

import os
import shutil
import sys
import tempfile
from contextlib import chdir
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
            with chdir(self.root):
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


def _compile(folder: Path) -> list[Path]:
    """Compile the packages of the project in the current folder; return the compiled modules, below `folder / "lib"`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    files = [path for package in PACKAGES for path in Path("badugi_hh", package).glob("*.py")]
    modules = sorted(str(path) for path in files if path.name not in NOT_COMPILED)
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

"""The compiled installation (`BADUGI_HH_COMPILE=1`): the same source, with generated constructors, and the same tests.

The modules are built in a clone of the last commit, where the whole suite then runs, but for three tests of the files in the repository.
"""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.long

# Tests of the files of the repository, in which compiled modules do not belong.
OF_FILES = (
    "tests/test_project.py::test_the_wheel_holds_the_package_and_its_data_and_nothing_else",
    "tests/test_project.py::test_no_file_names_a_place_of_one_machine",
    "tests/test_project.py::test_no_file_is_large",
)


def build(clone: Path, out: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(clone)]
    env = os.environ | {"BADUGI_HH_COMPILE": "1"} | settings
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("compiled") / "badugi_hh"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(path)], check=True)
    return path


def test_the_suite_passes_with_compiled_modules(clone: Path, tmp_path: Path) -> None:
    done = build(clone, tmp_path)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.stem.endswith("any"), done.stderr
    with zipfile.ZipFile(wheel) as archive:
        compiled = [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        archive.extractall(clone, compiled)
    env = os.environ | {"PYTHONPATH": str(clone)}
    code = "from badugi_hh.engine import table; print(table.__file__)"
    command = [sys.executable, "-c", code]
    shown = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True, check=True)
    assert Path(shown.stdout.strip()).suffix in {".so", ".pyd"}
    command = [sys.executable, "-m", "pytest", *(f"--deselect={name}" for name in OF_FILES)]
    done = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_without_a_c_compiler_the_wheel_is_pure_python(clone: Path, tmp_path: Path) -> None:
    done = build(clone, tmp_path, CC="false")
    assert done.returncode == 0, done.stderr
    assert "BADUGI_HH_COMPILE: not compiled, the installation is pure Python" in done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stem.endswith("py3-none-any")

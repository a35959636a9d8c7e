"""How many changes of a package its tests notice: they run while one random place of it is changed.

    python tests/mutations.py PACKAGE [--seed S] [--number N]

prints each change with the first test that notices it, or `missed`, and how many were noticed. `PACKAGE` is a folder of
`badugi_hh`; the tests are those of the folder of `tests` with the same name. The files are changed in a copy. A change
can be one that nobody could notice: compare the numbers of two versions of the tests, with the same seed.
"""

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 900  # a change can make a loop endless
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")
_OPPOSITES = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def changed(node: ast.AST) -> ast.AST | None:
    """Return a node with another meaning, or None for a node of a kind that stays."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[operator]):
            new.ops = [_OPPOSITES[type(operator)]()]
        case ast.BoolOp(op=operator):
            new.op = _OPPOSITES[type(operator)]()
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            new.value = value + 1
        case ast.Return(value=ast.expr()):
            new.value = ast.Constant(None)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            new = ast.Pass()
        case _:
            return None
    return new


class Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def find_places(package: str) -> dict[tuple[Path, int], list[int]]:
    """Return the numbers of the nodes that can be changed, by file and line."""
    places: dict[tuple[Path, int], list[int]] = {}
    for path in sorted((ROOT / "badugi_hh" / package).rglob("*.py")):
        for number, node in enumerate(ast.walk(ast.parse(path.read_bytes()))):
            if changed(node) is not None:
                places.setdefault((path.relative_to(ROOT), getattr(node, "lineno", 0)), []).append(number)
    return places


def change(text: str, number: int) -> tuple[str, str]:
    """Return a module with one node changed, and what is said of it."""
    tree = ast.parse(text)
    old = list(ast.walk(tree))[number]
    new = changed(old) or old
    return ast.unparse(Replace(old, new).visit(tree)), f"{ast.unparse(old)}  ->  {ast.unparse(new)}"


def noticed(copied: Path, package: str) -> str | None:
    """Run the tests of a package; return the first that fails, or None."""
    options = f"-q -x -n0 -p no:cacheprovider tests/{package}".split()
    environment = {**os.environ, "PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    how = {"cwd": copied, "env": environment, "timeout": SECONDS, "capture_output": True, "text": True}
    try:
        run = subprocess.run([sys.executable, "-m", "pytest", *options], check=False, **how)
    except subprocess.TimeoutExpired:
        return "no end"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
    return None if run.returncode == 0 else failed[1] if failed else "no start"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=10)
    asked = parser.parse_args()
    places = find_places(asked.package)
    chance = random.Random(asked.seed)  # noqa: S311 - repeatable, not secret
    by = []
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(shutil.copytree(ROOT, Path(folder) / "copy", ignore=_LEFT_OUT))
        for path, line in chance.sample(sorted(places), min(asked.number, len(places))):
            text = (ROOT / path).read_text(encoding="utf-8")
            new, said = change(text, chance.choice(places[path, line]))
            (copied / path).write_text(new, encoding="utf-8")
            by.append(noticed(copied, asked.package))
            (copied / path).write_text(text, encoding="utf-8")
            print(f"{path}:{line}: {said}: {by[-1] or 'missed'}", flush=True)  # noqa: T201
    print(f"{sum(each is not None for each in by)} of {len(by)} changes noticed")  # noqa: T201


if __name__ == "__main__":
    main()

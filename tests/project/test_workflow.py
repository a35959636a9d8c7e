"""The workflow of the code host runs what the README says, letter by letter."""

import re
from pathlib import Path

WORKFLOW = Path(".github") / "workflows" / "check.yml"


def set_up_lines(root):
    """The lines of the shell blocks in the section *Set up*: two for a shell, then the same two for PowerShell."""
    text = (root / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## Set up\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```(?:sh|powershell)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def test_the_workflow_runs_the_lines_of_the_readme(root):
    wanted = set_up_lines(root)
    assert len(wanted) == 4
    steps = [line.strip() for line in (root / WORKFLOW).read_text(encoding="utf-8").splitlines()]
    assert [line for line in steps if "venv" in line] == wanted


def test_the_whole_check_installs_the_extras_after_both_lines(root):
    """A test that needs an extra without skipping itself fails in a fresh environment."""
    script = (root / ".ci" / "run").read_text(encoding="utf-8")
    first, second = (script.index(f'paste_line "${{lines[{nth}]##* && }}"') for nth in (0, 1))
    assert first < second < script.index("pip install")
    assert not re.search(r"export BADUGI_HH_(BROWSER|SOLVE)_TESTS", script)


def test_the_workflow_runs_the_whole_check_on_linux(root):
    text = (root / WORKFLOW).read_text(encoding="utf-8")
    assert "run: .ci/run" in text
    declared = (root / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.search(r'requires-python = ">=([\d.]+)"', declared)
    assert oldest is not None
    matrices = re.findall(r"python: \[(.*)\]", text)
    assert len(matrices) == 3
    assert all(matrix.startswith(f"'{oldest[1]}', ") for matrix in matrices)

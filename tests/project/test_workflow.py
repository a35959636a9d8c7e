"""What runs the checks takes the lines of README.md, and has none of its own."""

import re
import subprocess
import sys


def test_both_lines_of_the_readme_are_found(root):
    program = root / ".ci" / "readme_line.py"
    lines = [
        subprocess.run([sys.executable, program, nth], capture_output=True, text=True, check=True).stdout
        for nth in "1234"
    ]
    assert [line.split()[0] for line in lines] == ["python3", "python3", "py", "py"]
    assert all(line.endswith(" --out report.html\n") for line in lines[::2])
    assert all(line.endswith("python -m pytest\n") for line in lines[1::2])


def test_the_workflow_runs_the_whole_check_on_linux_and_the_lines_elsewhere(root):
    text = (root / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert re.findall(r"run: (.*)", text) == [
        ".ci/run",
        'line=$(python3 .ci/readme_line.py 1) && bash -c "$line"',
        'line=$(python3 .ci/readme_line.py 2) && bash -c "$line"',
        "$line = py .ci/readme_line.py 3; if ($LASTEXITCODE) { exit 1 }; Invoke-Expression $line",
        "$line = py .ci/readme_line.py 4; if ($LASTEXITCODE) { exit 1 }; Invoke-Expression $line",
        'line=$(python3 .ci/readme_line.py 2) && bash -c "$line -m long"',
    ]
    declared = (root / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.search(r'requires-python = ">=([\d.]+)"', declared)
    assert oldest is not None
    matrices = re.findall(r"python: \[(.*)\]", text)
    assert len(matrices) == 3
    assert all(matrix.startswith(f"'{oldest[1]}', ") for matrix in matrices)


def test_what_both_lines_do_not_install_comes_after_them(root):
    """A test that needs an extra without skipping itself fails in a fresh environment."""
    script = (root / ".ci" / "run").read_text(encoding="utf-8")
    assert script.index('paste_line "${second##* && } -m quick"') < script.index("pip install")
    assert "export BADUGI_HH_BROWSER" not in script

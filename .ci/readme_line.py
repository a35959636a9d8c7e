"""Print a line of the section "Set up" of README.md: 1 and 2 for a shell, 3 and 4 the same for PowerShell.

`.ci/run` and the workflow of the code host run these lines as a user would paste them, and have none of their own.
"""

import re
import sys
from pathlib import Path

text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
section = text.partition("\n## Set up\n")[2].partition("\n## ")[0]
blocks = re.findall(r"^```(?:sh|powershell)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
lines = "".join(blocks).splitlines()
if len(lines) != 4:
    sys.exit(
        'README.md: the section "Set up" must have two lines for a shell, and the same two for PowerShell'
    )
print(lines[int(sys.argv[1]) - 1])

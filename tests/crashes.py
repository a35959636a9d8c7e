"""How imports survive: they are killed at random moments, or find the disk full.

    python tests/crashes.py [--kills N] [--fills N] [--hands N] [--seed S]

prints what was done and every fault. A disturbed import is repeated, up to four times with another disturbance, then
without one; the database must then have the rows of an undisturbed import.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.crashes import main

if __name__ == "__main__":
    main(sys.argv[1:])

"""How many faults the validator finds: correct hands are broken in every way that `support.faults_operators` knows.

    python tests/faults.py [--hands N] [--seed S] [--show OPERATOR]

prints one row for each kind of fault, then every fault that was missed although nothing proves it to be hidden.
With `BADUGI_HH_REAL` naming a folder of real histories, those in its `pokerstars` are broken too.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.faults import main

if __name__ == "__main__":
    main(sys.argv[1:])

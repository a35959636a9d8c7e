"""The command `badugi-hh`, also as `python -m badugi_hh`."""

import gc
import os
import sys

RARE = (20_000, 20, 50)
"""When Python looks for garbage in cycles: modules and rows are many objects and few cycles. More is no faster."""


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line while the program is still being loaded, too."""
    gc.set_threshold(*RARE)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's products are small: more threads only wait
    try:
        from badugi_hh.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("badugi-hh: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()

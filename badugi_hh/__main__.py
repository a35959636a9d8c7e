"""The command `badugi-hh`, also as `python -m badugi_hh`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line while the program is still being loaded, too."""
    try:
        from badugi_hh.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("badugi-hh: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()

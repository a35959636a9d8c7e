"""`python -m badugi_hh` is the command `badugi-hh`."""

from badugi_hh.cli import main

if __name__ == "__main__":
    main()

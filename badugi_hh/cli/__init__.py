"""The command line: arguments in, one call, print. Each module holds the commands of one purpose.

Libraries are loaded by the command that needs them, so that help and mistakes are answered at once.
"""

from badugi_hh.cli.app import app, main

__all__ = ["app", "main"]

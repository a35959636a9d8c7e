"""The command line: arguments in, one call, print.

`commands` has a file for each command; the other modules are shared by several commands.

Libraries are loaded by the command that needs them, so that help and mistakes are answered at once.
"""

from badugi_hh.cli.app import main

__all__ = ["main"]

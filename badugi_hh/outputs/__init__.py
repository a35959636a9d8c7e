"""Writes what a user names with `--out`: one file or a folder of files, and never over something of the user's.

Every writer of the project goes through `OutputFile` and `OutputFolder`. Nothing here knows what is written.
"""

from badugi_hh.outputs.checks import OutputError
from badugi_hh.outputs.file import OutputFile
from badugi_hh.outputs.folder import OutputFolder, Written

__all__ = ["OutputError", "OutputFile", "OutputFolder", "Written"]

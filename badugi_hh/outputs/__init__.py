"""Writes the file or folder of `--out`, and never replaces a file of the user.

All commands write through `OutputFile` and `OutputFolder`. This module does not depend on the content.
"""

from badugi_hh.outputs.checks import OutputError
from badugi_hh.outputs.file import OutputFile
from badugi_hh.outputs.folder import OutputFolder, Written

__all__ = ["OutputError", "OutputFile", "OutputFolder", "Written"]

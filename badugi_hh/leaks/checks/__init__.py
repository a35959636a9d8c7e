"""The declarations of the grade B checks, one module for each part of a hand."""

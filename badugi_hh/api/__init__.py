"""The Python API: each command is a method of `Hands`, or a function of the package where it needs no database.

Each module is named after the method or function that it holds. The command line calls the same functions.
"""

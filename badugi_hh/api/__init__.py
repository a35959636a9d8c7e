"""The Python API: each command is a method of `Hands`, or a function of the package if it needs no database.

Each module is named after its method or function. The command line calls the same functions.
"""

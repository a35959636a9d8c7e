"""The version of the program. `pyproject.toml` states it too; a test compares them."""

__version__ = "1.0.0"

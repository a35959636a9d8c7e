"""The layers of the packages, which `tests/project/test_project.py` holds the code to, and `tests/project/test_docs.py` the picture."""

# A package may import packages of lower layers, and itself. See docs/architecture.md.
LAYERS = {
    "as_json": 0, "installation": 0, "user_error": 0, "engine": 1, "problems": 1, "outputs": 1, "suggest": 1,
    "odds": 2, "solve": 2, "ring": 2, "history": 2, "replay": 3, "simulate": 3, "facts": 4, "phh": 4,
    "bulk": 5, "store": 6, "stats": 7, "leaks": 7, "wording": 8, "report": 9, "api": 10, "cli": 10,
    "__init__": 10, "__main__": 10,
}  # fmt: skip

"""The layers of the packages, which `tests/project/test_project.py` holds the code to, and `tests/project/test_docs.py` the picture."""

# A package may import packages of lower layers, and itself. See docs/architecture.md.
LAYERS = {
    "installation": 0,
    "engine": 1,
    "problems": 1,
    "outputs": 1,
    "suggest": 1,
    "odds": 2,
    "solve": 2,
    "history": 2,
    "replay": 3,
    "simulate": 3,
    "facts": 4,
    "phh": 4,
    "store": 5,
    "stats": 6,
    "leaks": 6,
    "wording": 7,
    "report": 8,
    "api": 9,
    "cli": 9,
    "__init__": 9,
    "__main__": 9,
}

"""A replay turned into documented rows."""

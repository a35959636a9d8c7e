"""Turns a replay into the documented rows of the database."""

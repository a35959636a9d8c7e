"""Probabilities of draws: distributions of values, equities and ranges. Works on the engine's cards, never on text."""

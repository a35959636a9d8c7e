"""Draw mathematics on the engine's cards: distributions and equities. Knows no text."""

"""Fixed-limit Badugi at a full table: many hands played at once, a blueprint to play by, and how it is trained.

Uses the engine's hand values and the draw mathematics of `odds`. It reads no histories and no database.
"""

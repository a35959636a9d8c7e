"""A history held against the engine: steps, results and problems."""

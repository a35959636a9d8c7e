"""Equilibria of heads-up fixed-limit Badugi: the game as data, a solver, best responses, and tables to look up.

Uses the engine's hand values and the draw mathematics of `odds`. It reads no histories and no database.
"""

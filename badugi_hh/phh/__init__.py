"""Writes replayed hands in the Poker Hand History format (PHH)."""

"""Reads and writes hand histories: bytes to blocks to `Hand`, and back to text. Knows no rules."""

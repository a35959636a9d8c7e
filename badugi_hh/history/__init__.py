"""What a hand history says: bytes to blocks to `Hand` and back. Knows no rules."""

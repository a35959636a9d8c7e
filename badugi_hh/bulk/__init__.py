"""Reads, replays and checks thousands of hands at once, as arrays, where nothing in them is unusual."""

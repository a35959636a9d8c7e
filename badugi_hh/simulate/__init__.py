"""Deals and plays legal seeded hands through the engine, as `Hand`s."""

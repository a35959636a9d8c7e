"""The version of the model of prices, stored with a database so that prices of different models are never mixed.

It covers the prices of draws and decisions and the luck; nothing here computes one.
"""

PRICE_MODEL = 10
"""Increased with every change of a stored price or of luck: `db price` then computes all prices again."""

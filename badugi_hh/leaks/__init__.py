"""Leak checks: declared once, each with its hands."""

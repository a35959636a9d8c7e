"""Stores hands in a DuckDB file: schema, atomic import, quarantine and export."""

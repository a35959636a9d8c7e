"""The DuckDB file: schema, atomic import, quarantine."""

"""Statistics: declared once, evaluated by DuckDB."""

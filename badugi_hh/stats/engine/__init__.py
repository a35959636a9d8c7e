"""How statistics are counted: one query for many statistics, then estimates, comparisons and frames."""

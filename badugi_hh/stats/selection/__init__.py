"""Which hands and whose: filters, names, dimensions, and the rows that they select. Nothing here counts a statistic."""

"""What each statistic is: declarations, the kinds they are made of, and the registry. Nothing here runs a query."""

"""Charts and the one-page HTML report."""

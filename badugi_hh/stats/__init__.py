"""Statistics, in three parts, each of which imports only the parts before it.

`definitions` declares what each statistic is: a new statistic changes nothing else. `selection` turns a filter into the
rows that are counted. `engine` counts them.
"""

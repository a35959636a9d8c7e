"""The commands, each in the file of its name: arguments in, one call, print."""

"""The steps by which the tables came to be, in order."""

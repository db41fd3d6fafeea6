"""`thirtyone verify`: a game's file judged where it lies, with neither a database nor a network.

`command` is the command line, `verdicts` tells a report in words (docs/export.md).
"""

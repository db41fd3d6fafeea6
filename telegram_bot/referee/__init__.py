"""The referee: settles an argument at a card table from a description of it (docs/referee.md).

Rows in, verdicts out: `reading` takes a row apart, `kinds` names what can be settled, and
`command` is the command line.
"""

"""Games judged from their logs alone, without trust in whoever kept them (docs/export.md).

`forms` reads stored events by the letter, `game_file` is what a game is exported as, `causes`
finds what was done, `course` plays it again and compares, `decks` deals from the secrets that
were shown, and `judging` puts the verdicts together.
"""

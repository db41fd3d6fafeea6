"""How updates come in: each is handled first and confirmed afterwards.

Telegram sends an update until it is confirmed, by a later offset or by the answer to a webhook.
Here that happens when the update's events are committed, or when it is set aside with the reason
why it cannot be handled, so that a kill loses nothing. What comes twice is recognised by the turn
it belongs to.
"""

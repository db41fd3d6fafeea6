"""Chats, and topics of them, that are not written to for a while: what every question asks."""

from datetime import timedelta
from typing import Final

from psycopg import sql

EVERY_TOPIC: Final = -1
"""Stands for a whole chat where a topic is named."""

BRIEF: Final = timedelta(seconds=10)
"""A pause that is no longer than this costs nobody."""

LEFT_ALONE: Final = sql.SQL(
    """
    EXISTS (SELECT FROM thirtyone.chat_pauses pauses
             WHERE pauses.telegram_chat_id = chats.telegram_chat_id
               AND pauses.thread_id IN ({every_topic}, chats.thread_id)
               AND pauses.until > %(now)s)
    """
).format(every_topic=EVERY_TOPIC)
"""Whether a row of `chats` is not to be written to now."""

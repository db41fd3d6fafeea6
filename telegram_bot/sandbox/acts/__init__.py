"""What people do: write, tap, come and go, promote, mute, block, migrate.

Each act changes the world and queues the updates that Telegram would send to the bot.
"""

from telegram_bot.sandbox.acts.groups import (
    close_topic,
    create_group,
    create_topic,
    delete_group,
    delete_topic,
    migrate,
)
from telegram_bot.sandbox.acts.members import (
    add_member,
    block,
    demote,
    expire_ephemerals,
    promote,
    remove_member,
    restart_client,
    restrict,
    set_member,
    set_permissions,
    use_client,
)
from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.acts.talk import delete, edit, mark_read, say, send_photo
from telegram_bot.sandbox.acts.taps import tap

__all__ = [
    "ActRefusedError",
    "add_member",
    "block",
    "close_topic",
    "create_group",
    "create_topic",
    "delete",
    "delete_group",
    "delete_topic",
    "demote",
    "edit",
    "expire_ephemerals",
    "mark_read",
    "migrate",
    "promote",
    "remove_member",
    "restart_client",
    "restrict",
    "say",
    "send_photo",
    "set_member",
    "set_permissions",
    "tap",
    "use_client",
]

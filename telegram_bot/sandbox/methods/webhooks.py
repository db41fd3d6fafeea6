"""setWebhook, deleteWebhook, getWebhookInfo; the delivery itself is `webhook.py`."""

import re
from urllib.parse import urlsplit

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.updates import Webhook

_SECRET = re.compile(r"[A-Za-z0-9_-]*")


def set_webhook(call: Call) -> bool:
    """Bot API setWebhook; unlike Telegram's, it takes plain http, since all of this is local."""
    url = call.text("url")
    if not url:
        return delete_webhook(call)
    secret = call.text("secret_token")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise errors.webhook_url_invalid()
    if len(secret) > 256:
        raise errors.webhook_secret_long()
    if not _SECRET.fullmatch(secret):
        raise errors.webhook_secret_characters()
    updates = call.world.updates
    connections = call.number("max_connections", 40)
    updates.webhook = Webhook(url, secret, min(max(connections, 1), 100))
    allow_updates(call)
    _drop_pending(call)
    call.world.changed()
    return True


def delete_webhook(call: Call) -> bool:
    """Bot API deleteWebhook."""
    call.world.updates.webhook = None
    _drop_pending(call)
    call.world.changed()
    return True


def get_webhook_info(call: Call) -> Json:
    """Bot API getWebhookInfo."""
    updates = call.world.updates
    webhook = updates.webhook or Webhook("")
    info: Json = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(updates.pending()),
    }
    if webhook.url:
        info["max_connections"] = webhook.max_connections
    if webhook.last_error_date:
        info["last_error_date"] = int(webhook.last_error_date)
        info["last_error_message"] = webhook.last_error_message
    if updates.allowed is not None:
        info["allowed_updates"] = sorted(updates.allowed)
    return info


def allow_updates(call: Call) -> None:
    """Remember `allowed_updates`; what is no list of names changes nothing."""
    try:
        kinds = call.decoded("allowed_updates", "allowed updates")
    except errors.ApiError:
        return
    if isinstance(kinds, list):
        call.world.updates.allow([kind for kind in kinds if isinstance(kind, str)])


def _drop_pending(call: Call) -> None:
    if call.flag("drop_pending_updates"):
        call.world.updates.waiting.clear()

"""The Bot API methods that the sandbox knows: the table of contents.

getUpdates is missing here because it waits; see `polling.py`.
"""

from collections.abc import Callable

from telegram_bot.sandbox.methods import (
    answering,
    chat_info,
    editing,
    files,
    profile,
    sending,
    topics,
    webhooks,
)
from telegram_bot.sandbox.methods.call import Call

Method = Callable[[Call], object]

METHODS: dict[str, Method] = {
    "getMe": profile.get_me,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
    "deleteMyCommands": profile.delete_my_commands,
    "setMyName": profile.set_my_name,
    "getMyName": profile.get_my_name,
    "setMyDescription": profile.set_my_description,
    "getMyDescription": profile.get_my_description,
    "setMyShortDescription": profile.set_my_short_description,
    "getMyShortDescription": profile.get_my_short_description,
    "setWebhook": webhooks.set_webhook,
    "deleteWebhook": webhooks.delete_webhook,
    "getWebhookInfo": webhooks.get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendAnimation": sending.send_animation,
    "sendChatAction": sending.send_chat_action,
    "setMessageReaction": sending.set_message_reaction,
    "getFile": files.get_file,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "editEphemeralMessageText": editing.edit_ephemeral_text,
    "editEphemeralMessageCaption": editing.edit_ephemeral_caption,
    "editEphemeralMessageMedia": editing.edit_ephemeral_media,
    "editEphemeralMessageReplyMarkup": editing.edit_ephemeral_reply_markup,
    "deleteEphemeralMessage": editing.delete_ephemeral,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "answerCallbackQuery": answering.answer_callback_query,
    "getChat": chat_info.get_chat,
    "getChatMember": chat_info.get_chat_member,
    "getChatAdministrators": chat_info.get_chat_administrators,
    "getChatMemberCount": chat_info.get_chat_member_count,
    "leaveChat": chat_info.leave_chat,
    "pinChatMessage": chat_info.pin_chat_message,
    "unpinChatMessage": chat_info.unpin_chat_message,
    "unpinAllChatMessages": chat_info.unpin_all_chat_messages,
    "createForumTopic": topics.create_forum_topic,
    "closeForumTopic": topics.close_forum_topic,
    "reopenForumTopic": topics.reopen_forum_topic,
    "deleteForumTopic": topics.delete_forum_topic,
}
"""Every method by its name in the Bot API."""

METHODS_BY_LOWER_NAME = {name.lower(): (name, method) for name, method in METHODS.items()}

SPENDS_BUDGET = frozenset(
    name.lower()
    for name in METHODS
    if name.startswith(("send", "edit")) and name != "sendChatAction"
)
"""Methods that count against the chat's budget. Whether ephemeral messages do, nobody has told."""

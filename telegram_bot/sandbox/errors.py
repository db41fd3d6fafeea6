"""Telegram's own errors, word for word.

Each name is called to get an error ready to be raised, and says when Telegram answers so. The
texts are those of the public Bot API server and of answers seen from the real one.
"""

from dataclasses import dataclass, field
from functools import partial

from telegram_bot.sandbox.shapes import Json


@dataclass
class ApiError(Exception):
    """An answer with `ok: false`.

    Attributes:
        code: the HTTP status, repeated in the body as `error_code`.
        description: Telegram's text, with its prefix ("Bad Request: …").
        parameters: `retry_after` (seconds) or `migrate_to_chat_id`, if any.
    """

    code: int
    description: str
    parameters: Json = field(default_factory=dict)

    def body(self) -> Json:
        """Return the JSON body of the answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(text: str) -> ApiError:
    """Any 400; `text` is what follows "Bad Request: "."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """Any 403; `text` is what follows "Forbidden: "."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """Any 409; `text` is what follows "Conflict: "."""
    return ApiError(409, f"Conflict: {text}")


def too_many_requests(seconds: int) -> ApiError:
    """The budget is used up for `seconds` more."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def migrated(new_chat_id: int) -> ApiError:
    """The basic group has become the supergroup `new_chat_id`."""
    return ApiError(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        {"migrate_to_chat_id": new_chat_id},
    )


def not_implemented(what: str) -> ApiError:
    """The sandbox's own answer for what Telegram can do and the sandbox cannot."""
    return ApiError(501, f"Not Implemented: the sandbox does not know {what}")


def cant_parse_entities(why: str) -> ApiError:
    """The markup of a text is broken."""
    return bad_request(f"can't parse entities: {why}")


unauthorized = partial(ApiError, 401, "Unauthorized")
not_found = partial(ApiError, 404, "Not Found")
method_not_found = partial(ApiError, 404, "Not Found: method not found")
entity_too_large = partial(ApiError, 413, "Request Entity Too Large")

chat_id_empty = partial(bad_request, "chat_id is empty")
chat_not_found = partial(bad_request, "chat not found")
user_not_found = partial(bad_request, "user not found")
thread_not_found = partial(bad_request, "message thread not found")
topic_closed = partial(bad_request, "TOPIC_CLOSED")
not_a_forum = partial(bad_request, "the chat is not a forum")

text_empty = partial(bad_request, "message text is empty")
text_blank = partial(bad_request, "text must be non-empty")
text_too_long = partial(bad_request, "message is too long")
edited_text_too_long = partial(bad_request, "MESSAGE_TOO_LONG")
caption_too_long = partial(bad_request, "message caption is too long")
edited_caption_too_long = partial(bad_request, "MEDIA_CAPTION_TOO_LONG")
unsupported_parse_mode = partial(bad_request, "unsupported parse_mode")

not_modified = partial(
    bad_request,
    "message is not modified: specified new message content and reply markup are exactly "
    "the same as a current content and reply markup of the message",
)
edit_not_found = partial(bad_request, "message to edit not found")
cant_edit = partial(bad_request, "message can't be edited")
no_text_to_edit = partial(bad_request, "there is no text in the message to edit")
no_caption_to_edit = partial(bad_request, "there is no caption in the message to edit")
no_media_to_edit = partial(bad_request, "there is no media in the message to edit")
delete_not_found = partial(bad_request, "message to delete not found")
cant_delete = partial(bad_request, "message can't be deleted")
cant_delete_for_everyone = partial(bad_request, "message can't be deleted for everyone")
reply_not_found = partial(bad_request, "message to be replied not found")
pin_not_found = partial(bad_request, "message to pin not found")
unpin_not_found = partial(bad_request, "message to unpin not found")
react_not_found = partial(bad_request, "message to react not found")
message_id_empty = partial(bad_request, "message identifier is not specified")

markup_not_json = partial(bad_request, "can't parse reply keyboard markup JSON object")
markup_not_object = partial(bad_request, "object expected as reply markup")
markup_too_long = partial(bad_request, "reply markup is too long")
button_data_invalid = partial(bad_request, "BUTTON_DATA_INVALID")
button_type_invalid = partial(bad_request, "BUTTON_TYPE_INVALID")

# Nobody has written down how Telegram words these; what the bot must do about them is the same.
only_in_groups = partial(bad_request, "ephemeral messages can be sent only to groups")
not_a_receiver = partial(bad_request, "the user can't receive ephemeral messages in the chat")
not_eligible = partial(bad_request, "not enough rights to send the ephemeral message")
ephemeral_not_found = partial(bad_request, "MESSAGE_ID_INVALID")

query_too_old = partial(
    bad_request, "query is too old and response timeout expired or query ID is invalid"
)
answer_too_long = partial(bad_request, "MESSAGE_TOO_LONG")
answer_url_invalid = partial(bad_request, "URL_INVALID")

blocked = partial(forbidden, "bot was blocked by the user")
deactivated = partial(forbidden, "user is deactivated")
cant_initiate = partial(forbidden, "bot can't initiate conversation with a user")
bots_cant_talk = partial(forbidden, "bots can't send messages to bots")
group_deleted = partial(forbidden, "the group chat was deleted")
no_text_right = partial(bad_request, "not enough rights to send text messages to the chat")
no_photo_right = partial(bad_request, "not enough rights to send photos to the chat")
no_document_right = partial(bad_request, "not enough rights to send documents to the chat")
no_animation_right = partial(bad_request, "not enough rights to send animations to the chat")
no_pin_right = partial(bad_request, "not enough rights to manage pinned messages in the chat")
no_topic_right = partial(bad_request, "not enough rights to create a topic")
no_administrators = partial(bad_request, "there are no administrators in the private chat")
cant_leave = partial(bad_request, "chat member status can't be changed in private chats")

wrong_file = partial(bad_request, "wrong file_id or the file is temporarily unavailable")
image_process_failed = partial(bad_request, "IMAGE_PROCESS_FAILED")
photo_dimensions = partial(bad_request, "PHOTO_INVALID_DIMENSIONS")

other_poller = partial(
    conflict,
    "terminated by other getUpdates request; make sure that only one bot instance is running",
)
webhook_active = partial(
    conflict,
    "can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first",
)
poll_ended_by_webhook = partial(conflict, "terminated by setWebhook request")
webhook_url_invalid = partial(bad_request, "invalid webhook URL specified")
webhook_secret_long = partial(bad_request, "secret token is too long")
webhook_secret_characters = partial(bad_request, "secret token contains unallowed characters")

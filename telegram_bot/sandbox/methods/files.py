"""Pictures, documents and animations as a bot gives them, and getFile."""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.media import MAX_DOWNLOAD, Media, StoredFile, check_photo
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json


def media_from(call: Call, kind: str, given: str, *, upload: str) -> Media:
    """Return the media that a parameter names.

    Args:
        call: the request.
        kind: "photo", "document" or "animation".
        given: a file_id, "attach://name", or "".
        upload: the upload's name if `given` is empty.

    Raises:
        ApiError: 400, no file, no such file, or no such kind of file.
    """
    name = given.removeprefix("attach://") if given.startswith("attach://") else upload
    if name in call.files and (not given or given.startswith("attach://")):
        file = call.world.files.keep(call.files[name], kind)
    elif not given or given.startswith("attach://"):
        raise errors.bad_request(f"there is no {kind} in the request")
    elif "://" in given:
        raise errors.bad_request("failed to get HTTP URL content")
    else:
        file = _reused(call, kind, given)
    if kind == "photo":
        check_photo(file)
    return Media(kind, file, spoiler=call.flag("has_spoiler"))


def _reused(call: Call, kind: str, file_id: str) -> StoredFile:
    file = call.world.files.get(file_id)
    if file.kind != kind and not (file.kind == "animation" and kind == "document"):
        raise errors.bad_request(
            f"can't use file of type {file.kind.capitalize()} as {kind.capitalize()}"
        )
    return file


def get_file(call: Call) -> Json:
    """Bot API getFile."""
    if not call.has("file_id"):
        raise errors.bad_request("file_id not specified")
    file = call.world.files.get(call.text("file_id"))
    if len(file.upload.content) > MAX_DOWNLOAD:
        raise errors.bad_request("file is too big")
    return file.shape()

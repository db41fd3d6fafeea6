"""Files: uploaded once, known by their file_id, served again."""

import struct
from dataclasses import dataclass, field

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.shapes import Json

MAX_UPLOAD = 50 * 1024 * 1024
MAX_PHOTO = 10 * 1024 * 1024
MAX_DOWNLOAD = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came in a multipart request."""

    name: str
    content: bytes
    mime_type: str = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file on the sandbox's disk, which is its memory.

    Attributes:
        id: the file_id.
        kind: "photo", "document" or "animation", as it was first sent.
        width, height: in pixels, 0 for what is no image.
    """

    id: str
    kind: str
    upload: Upload
    width: int = 0
    height: int = 0

    @property
    def path(self) -> str:
        """The file_path of getFile."""
        return f"files/{self.id}"

    def shape(self) -> Json:
        """Return the File object."""
        return self.base_shape() | {"file_path": self.path}

    def base_shape(self) -> Json:
        """Return the fields that all kinds of files share."""
        return {
            "file_id": self.id,
            "file_unique_id": f"u{self.id}",
            "file_size": len(self.upload.content),
        }


@dataclass(frozen=True, slots=True)
class Media:
    """What a message shows besides text; `kind` is "photo", "document" or "animation"."""

    kind: str
    file: StoredFile
    spoiler: bool = False

    def shape(self) -> Json:
        """Return the fields of the Message."""
        file, base = self.file, self.file.base_shape()
        size: Json = {"width": file.width, "height": file.height}
        named: Json = {"file_name": file.upload.name, "mime_type": file.upload.mime_type}
        match self.kind:
            case "photo":
                shape: Json = {"photo": [base | size]}
            case "animation":
                animation = base | named | size | {"duration": 1}
                shape = {"animation": animation, "document": base | named}
            case _:
                shape = {"document": base | named}
        if self.spoiler:
            shape["has_media_spoiler"] = True
        return shape


@dataclass
class FileStore:
    """All files, in memory, with ids that a rerun repeats."""

    files: dict[str, StoredFile] = field(default_factory=dict)

    def keep(self, upload: Upload, kind: str) -> StoredFile:
        """Store an upload under a new file_id."""
        width, height = image_size(upload.content) or (0, 0)
        stored = StoredFile(f"sandboxfile{len(self.files) + 1:06}", kind, upload, width, height)
        self.files[stored.id] = stored
        return stored

    def get(self, file_id: str) -> StoredFile:
        """Return a stored file.

        Raises:
            ApiError: 400, there is none.
        """
        if file_id not in self.files:
            raise errors.wrong_file()
        return self.files[file_id]


def check_photo(file: StoredFile) -> None:
    """Refuse what Telegram refuses as a photo.

    Raises:
        ApiError: 400, no image or an impossible size.
    """
    width, height = file.width, file.height
    if not width or not height or len(file.upload.content) > MAX_PHOTO:
        raise errors.image_process_failed()
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise errors.photo_dimensions()


def image_size(content: bytes) -> tuple[int, int] | None:
    """Read width and height out of a PNG, GIF or JPEG; None for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return int(width), int(height)
    if content.startswith(b"\xff\xd8"):
        return _jpeg_size(content)
    return None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Walk a JPEG's segments to the frame header, which carries the size."""
    position = 2
    while position + 9 < len(content):
        marker, length = (
            content[position + 1],
            int.from_bytes(content[position + 2 : position + 4]),
        )
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return int(width), int(height)
        position += 2 + length
    return None

"""Chats, their members, their topics."""

from dataclasses import dataclass, field
from enum import StrEnum

from telegram_bot.sandbox.shapes import Json

SENDING = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
)
PERMISSIONS = (
    *SENDING,
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
)
_DEFAULT_RIGHTS = frozenset(RIGHTS) - {"can_promote_members"}
_DEFAULT_PERMISSIONS = frozenset(PERMISSIONS) - {"can_change_info", "can_pin_messages"}


class Kind(StrEnum):
    """The Bot API's chat types that the sandbox has."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Status(StrEnum):
    """The Bot API's member statuses."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's standing in a chat.

    Attributes:
        rights: what an administrator may, names as in ChatMemberAdministrator.
        permissions: what a restricted member may, names as in ChatPermissions.
        inside: whether a restricted member is in the chat; the restriction outlasts leaving.
    """

    user_id: int
    status: Status = Status.MEMBER
    rights: frozenset[str] = _DEFAULT_RIGHTS
    permissions: frozenset[str] = frozenset()
    anonymous: bool = False
    inside: bool = True

    @property
    def present(self) -> bool:
        """Whether they are in the chat."""
        return self.inside and self.status not in (Status.LEFT, Status.KICKED)

    @property
    def runs_chat(self) -> bool:
        """Whether they are an administrator or the owner."""
        return self.status in (Status.CREATOR, Status.ADMINISTRATOR)

    def has_right(self, right: str) -> bool:
        """Tell whether they may do `right` as an administrator."""
        return self.status is Status.CREATOR or (
            self.status is Status.ADMINISTRATOR and right in self.rights
        )

    def shape(self, user: Json) -> Json:
        """Return the ChatMember object of the right variant."""
        shape: Json = {"status": self.status.value, "user": user}
        match self.status:
            case Status.CREATOR:
                shape["is_anonymous"] = self.anonymous
            case Status.ADMINISTRATOR:
                shape |= {"can_be_edited": False, "is_anonymous": self.anonymous}
                shape |= {right: right in self.rights for right in RIGHTS}
            case Status.RESTRICTED:
                shape |= {"is_member": self.inside, "until_date": 0}
                shape |= {each: each in self.permissions for each in PERMISSIONS}
            case Status.KICKED:
                shape["until_date"] = 0
        return shape


@dataclass
class Topic:
    """A topic of a forum; its id is the id of the message that opened it."""

    id: int
    name: str
    icon_color: int = 7322096
    closed: bool = False

    def shape(self) -> Json:
        """Return the ForumTopic object."""
        return {"message_thread_id": self.id, "name": self.name, "icon_color": self.icon_color}


@dataclass
class Chat:
    """A private chat, a basic group or a supergroup (a forum, if it has topics).

    Attributes:
        permissions: what ordinary members may.
        migrated_to: the supergroup that this basic group has become.
        migrated_from: the basic group that this supergroup was.
        deleted: the group is gone.
    """

    id: int
    kind: Kind
    title: str = ""
    username: str = ""
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: frozenset[str] = _DEFAULT_PERMISSIONS
    topics: dict[int, Topic] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    migrated_from: int | None = None
    deleted: bool = False
    description: str = ""

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.kind is Kind.PRIVATE

    def member(self, user_id: int) -> Member:
        """Return somebody's standing; who was never here has left."""
        return self.members.get(user_id) or Member(user_id, Status.LEFT)

    def present(self) -> list[Member]:
        """Return those who are in the chat, in the order in which they came."""
        return [member for member in self.members.values() if member.present]

    def may(self, user_id: int, permission: str) -> bool:
        """Tell whether somebody may do `permission`, a name of ChatPermissions."""
        member = self.member(user_id)
        if self.is_private or member.runs_chat:
            return True
        if member.status is Status.RESTRICTED and permission not in member.permissions:
            return False
        return member.present and permission in self.permissions

    def permissions_shape(self) -> Json:
        """Return the ChatPermissions object."""
        return {each: each in self.permissions for each in PERMISSIONS}

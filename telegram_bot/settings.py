"""What an operator may set: by environment variables, or in a file `.env`."""

import re
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from projections.database import Database
from telegram_bot.errors import OperatorError
from telegram_bot.intake.address import Address

NAME = "thirtyone"


class Settings(BaseSettings):
    """The settings; each has the name of its variable in small letters, but `data`.

    Attributes:
        bot_token: The bot's token from @BotFather (`BOT_TOKEN`). Without one a sandbox is served.
        bot_api_url: The Bot API server; the bot appends `/bot<token>/<method>`.
        database_url: A PostgreSQL database. Without one it is embedded in `data`.
        data: The data directory (`DATA_DIR`).
        sandbox_host: Where the sandbox listens.
        sandbox_port: The sandbox's port.
        port: Where `/health` is answered and replays are shown over HTTP; nowhere without one.
        public_url: Where that port is reached from outside, for the link in a result.
        webhook_secret: What Telegram is to show with each update that it posts.
        webhook_url: Where Telegram is to post updates; without one it is polled.
        log_level: How much is logged.
        cut_seconds: How long a deal waits for cuts and mixes.
        cache_size: Games kept in memory between commands; 0 for none.
        chat_messages_per_minute: Messages and edits in one chat; Telegram allows about 20.
        chat_burst: Messages and edits in one chat at once.
        messages_per_second: Messages and edits over all; Telegram allows about 30.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,  # it may be a secret
        populate_by_name=True,
    )

    bot_token: SecretStr | None = None
    bot_api_url: str = "https://api.telegram.org"
    database_url: SecretStr | None = None
    data: Path = Field(default_factory=lambda: user_data_path(NAME), validation_alias="DATA_DIR")
    sandbox_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8031, ge=0, le=65_535)
    port: int | None = Field(default=None, ge=0, le=65_535)
    public_url: str | None = None
    webhook_secret: SecretStr | None = None
    webhook_url: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    cut_seconds: float = Field(default=6.0, ge=0, le=3_600)
    cache_size: int = Field(default=500, ge=0)
    chat_messages_per_minute: float = Field(default=18, gt=0)
    chat_burst: float = Field(default=5, ge=1)
    messages_per_second: float = Field(default=25, ge=1)

    @field_validator("bot_token")
    @classmethod
    def _is_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token and not re.fullmatch(r"\d+:[\w-]+", token.get_secret_value()):
            msg = "it is not a token, which looks like 123456:ABC-DEF; copy it from @BotFather"
            raise ValueError(msg)
        return token

    @field_validator("bot_api_url", "public_url", "webhook_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if url and not re.match(r"https?://[^/]", url):
            msg = "it is not an address that begins with https:// or http://"
            raise ValueError(msg)
        return url and url.rstrip("/")

    @field_validator("webhook_secret")
    @classmethod
    def _is_a_secret(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret and not re.fullmatch(r"[\w-]{16,256}", secret.get_secret_value(), re.ASCII):
            msg = "it is not a secret of 16 to 256 letters, digits, _ and -"
            raise ValueError(msg)
        return secret

    @field_validator("webhook_url")
    @classmethod
    def _can_be_served(cls, url: str | None, info: ValidationInfo) -> str | None:
        if url and not (info.data.get("webhook_secret") and info.data.get("port")):
            msg = "it needs WEBHOOK_SECRET and PORT as well"
            raise ValueError(msg)
        return url

    @field_validator("database_url")
    @classmethod
    def _is_a_database(cls, url: SecretStr | None) -> SecretStr | None:
        if url:
            Database(url.get_secret_value())
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @property
    def database(self) -> Database | None:
        """The operator's database, if there is one."""
        return Database(self.database_url.get_secret_value()) if self.database_url else None

    @property
    def webhook(self) -> Address | None:
        """Where Telegram is to post updates, if it is."""
        if self.webhook_url is None or self.webhook_secret is None:
            return None
        return Address(self.webhook_url, self.webhook_secret.get_secret_value())

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not show anywhere."""
        token = self.bot_token.get_secret_value() if self.bot_token else ""
        password = self.database.password if self.database else ""
        shown = self.webhook_secret.get_secret_value() if self.webhook_secret else ""
        return tuple(secret for secret in (token, password, shown) if secret)

    @property
    def cache_environment(self) -> dict[str, str]:
        """What to add to `Database.environment` for the cache of games.

        The library reads what other processes have added before each use.
        """
        if not self.cache_size:
            return {}
        return {
            "AGGREGATE_CACHE_MAXSIZE": str(self.cache_size),
            "AGGREGATE_CACHE_FASTFORWARD": "y",
        }


def load(**given: Any) -> Settings:
    """Read the settings; what is given has precedence over the environment.

    Raises:
        OperatorError: One of them is wrong.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except UnicodeDecodeError:
        msg = ".env is not a text file in UTF-8: write it anew, see .env.example"
        raise OperatorError(msg) from None
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        name = str(wrong["loc"][0]).upper()
        reason = wrong["msg"].removeprefix("Value error, ")
        msg = f"{name}: {reason} (set it in the environment or in .env)"
        raise OperatorError(msg) from None

"""The settings: environment variables or a file `.env`; `.env.example` lists them all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from games.reading import whole_number

ENV_FILE = Path(".env")
SQLITE_PREFIX = "sqlite:///"
POSTGRESQL_PREFIXES = ("postgresql://", "postgres://")


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one sentence that names the variable."""


class NoToken(SettingsError):
    """The token is missing, and nothing else is wrong."""

    def __init__(self, sentence: str, settings: Settings) -> None:
        super().__init__(sentence)
        self.settings = settings


class Settings(BaseSettings):
    """The settings of a bot; each field is the variable of the same name in capitals."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    # Not printed, because it may hold a password.
    database_url: str = Field(default="sqlite:///atelier.sqlite3", repr=False)
    source_url: str = ""
    privacy_url: str = ""
    terms_url: str = ""
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    thinking_seconds: float = Field(default=0.25, gt=0, le=60)
    board_seconds: float = Field(default=1.5, ge=0, le=60)
    present_seconds: float = Field(default=60.0, ge=0, le=600)
    dm_seconds: float = Field(default=3.0, ge=0, le=60)
    dm_retry_seconds: float = Field(default=60.0, gt=0, le=3600)
    restart_seconds: float = Field(default=5.0, ge=0, le=600)
    drawing_processes: int | None = Field(default=None, ge=0, le=64)
    keep_states_days: float | None = Field(default=None, ge=0, le=36500)
    shard_count: int | None = Field(default=None, ge=1)
    shard_ids: Annotated[list[int] | None, NoDecode] = None
    log_level: str = "INFO"
    log_format: str = "text"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"
    web_port: int | None = Field(default=None, ge=1, le=65535)
    web_host: str = "127.0.0.1"
    web_url: str = ""

    @field_validator("discord_token")
    @classmethod
    def _strip_token(cls, value: SecretStr) -> SecretStr:
        return SecretStr(value.get_secret_value().strip())

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, value: str) -> str:
        if value.startswith(POSTGRESQL_PREFIXES):
            return value
        if not value.startswith(SQLITE_PREFIX) or not value.removeprefix(SQLITE_PREFIX):
            raise ValueError(
                "it must look like sqlite:///file.sqlite3, with four slashes for an absolute path,"
                " or like postgresql://user:password@host/database"
            )
        return value

    @field_validator("source_url", "privacy_url", "terms_url")
    @classmethod
    def _check_page_url(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[^\s()<>]+", value):
            raise ValueError(
                "it must be the address of a page, such as https://example.org/atelier"
            )
        return value

    @field_validator("web_url")
    @classmethod
    def _check_web_url(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[^\s()<>/?#]+(/[^\s()<>?#]*)?", value):
            raise ValueError(
                "it must be the address under which people reach WEB_PORT, such as"
                " https://example.org or https://example.org/atelier"
            )
        return value.rstrip("/")

    @field_validator("discord_api_url", "discord_gateway_url")
    @classmethod
    def _check_discord_url(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://", "ws://", "wss://")):
            raise ValueError("it must be an address such as http://127.0.0.1:8080/api/v10")
        return value.rstrip("/")

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _parse_shard_ids(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        numbers = [whole_number(part.strip()) for part in value.split(",")]
        if None in numbers:
            raise ValueError("it must be numbers with commas between, such as 0,1")
        return numbers

    @field_validator(
        *("drawing_processes", "keep_states_days", "shard_count", "metrics_port", "web_port"),
        mode="before",
    )
    @classmethod
    def _parse_number(cls, value: object) -> object:
        if not isinstance(value, str) or not value.strip():
            return None if value == "" else value
        number = whole_number(value.strip())
        if number is None:
            raise ValueError("it must be a whole number, such as 1")
        return number

    @field_validator(
        *("thinking_seconds", "board_seconds", "present_seconds", "dm_seconds", "dm_retry_seconds"),
        mode="before",
    )
    @classmethod
    def _parse_seconds(cls, value: object) -> object:
        if isinstance(value, str) and not re.fullmatch("[0-9]{1,9}([.][0-9]{0,9})?", value.strip()):
            raise ValueError("it must be a number of seconds, such as 1.5")
        return value

    @field_validator("log_level")
    @classmethod
    def _check_log_level(cls, value: str) -> str:
        if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("it must be DEBUG, INFO, WARNING or ERROR")
        return value.upper()

    @field_validator("log_format")
    @classmethod
    def _check_log_format(cls, value: str) -> str:
        if value.lower() not in ("text", "json"):
            raise ValueError("it must be text or json")
        return value.lower()

    @property
    def database(self) -> Path | str:
        """The file of the database, or the address of a PostgreSQL server."""
        if self.database_url.startswith(POSTGRESQL_PREFIXES):
            return self.database_url
        return Path(self.database_url.removeprefix(SQLITE_PREFIX))

    @property
    def share_of_shards(self) -> float:
        """The part of all shards that this process connects, from 0 to 1."""
        if self.shard_count is None or self.shard_ids is None:
            return 1.0
        return len(self.shard_ids) / self.shard_count


def read_settings() -> Settings:
    """The settings of this process. Raises SettingsError where one is missing or wrong, and NoToken
    where only the token is missing.
    """
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]).upper()
        reason = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"{name} is not usable: {reason[0].lower()}{reason[1:]}.") from None
    except UnicodeDecodeError:
        raise SettingsError("The file .env is not plain text in UTF-8.") from None
    except OSError as error:
        raise SettingsError(f"The file .env cannot be read: {error.strerror}.") from None
    if isinstance(settings.database, Path):
        folder = settings.database.resolve().parent
        if not folder.is_dir():
            raise SettingsError(f"DATABASE_URL names a folder that does not exist: {folder}.")
    if settings.web_port and not settings.web_url:
        raise SettingsError(
            "WEB_PORT needs WEB_URL beside it: the address under which people reach that port, such"
            " as https://example.org."
        )
    if settings.shard_ids and not settings.shard_count:
        raise SettingsError("SHARD_IDS needs SHARD_COUNT beside it.")
    most = (settings.shard_count or 1) - 1
    if not all(0 <= shard <= most for shard in settings.shard_ids or []):
        raise SettingsError(
            f"SHARD_IDS is not usable: with this SHARD_COUNT they run from 0 to {most}."
        )
    if not settings.discord_token.get_secret_value():
        raise NoToken(
            "DISCORD_TOKEN is not usable: it is empty; the README says how to get a token."
            if "discord_token" in settings.model_fields_set
            else "DISCORD_TOKEN is missing: set it in the environment or in .env"
            " (see .env.example).",
            settings,
        )
    return settings

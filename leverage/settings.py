"""The product's settings: from `LEVERAGE_…` variables, else from `leverage.toml`, else the defaults here."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from leverage.errors import BadSettings

PROJECT = Path(__file__).resolve().parent.parent
FILE = PROJECT / "leverage.toml"
_HEADER = r"^[A-Za-z0-9-]{1,100}$"


class Settings(BaseSettings):
    """One value a setting; the variable is the name in capitals behind `LEVERAGE_`."""

    model_config = SettingsConfigDict(
        env_prefix="LEVERAGE_", env_ignore_empty=True, extra="forbid", frozen=True, protected_namespaces=()
    )

    home: Path = PROJECT / "data" / "store"
    """The folder of the store."""

    timezone: str | None = None
    """Whose “today” a deal's date is held against, such as `Europe/Berlin`; unset, the machine's own."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    log_format: Literal["text", "json"] = "text"
    """How a line of the log is written: as text, or as one JSON object."""

    """How much is said on stderr; no deal text and no secret at any level, see `leverage.logs`."""

    embedding: Literal["english", "multilingual"] = "english"
    """What finds memories by their meaning; `multilingual` needs the package of requirements-multilingual.txt."""

    model: str | None = None
    """The model that puts briefs into words, by its litellm name, such as `openai/gpt-4o-mini`; unset, nothing is sent."""

    model_base: str | None = Field(default=None, repr=False)  # may hold a password before its @
    """The address of a server of one's own that speaks as OpenAI's does, such as `http://localhost:11434/v1`."""

    model_timeout: float = Field(default=120, gt=0, le=3600)
    """How many seconds a narrative may take, all tries together."""

    model_retries: int = Field(default=1, ge=0, le=10)
    """How often a model that is busy or away is asked again."""

    model_max_tokens: int = Field(default=1200, ge=100, le=100_000)
    """How long a reply may be, in tokens."""

    model_prompt_tokens: int = Field(default=6000, ge=1000, le=1_000_000)
    """How much of the deals is sent at most, in tokens, the newest and most telling first."""

    ask_memories: int = Field(default=3, ge=1, le=20)
    """How many memories a question brings at most."""

    inbox: Path | None = None
    """The folder of notes, mails and transcripts that a scan reads; unset, none is scanned."""

    inbox_days: int = Field(default=90, ge=1, le=36_500)
    """How many days back the first scan of a folder reads."""

    rate_model: int = Field(default=30, ge=1, le=100_000)
    """How often a person may ask the model within 10 minutes; this and the next ones hold for the pages, not for commands."""

    rate_exports: int = Field(default=20, ge=1, le=100_000)
    """How often a person may export within 10 minutes."""

    rate_backups: int = Field(default=5, ge=1, le=100_000)
    """How often a person may take a backup within an hour."""

    rate_scans: int = Field(default=20, ge=1, le=100_000)
    """How often a person may scan the inbox or add texts to it within 10 minutes."""

    rate_imports: int = Field(default=20, ge=1, le=100_000)
    """How often a person may import within 10 minutes."""

    chroma_url: str | None = Field(default=None, repr=False)  # may hold a password before its @
    """The address of Chroma's own server, such as `http://chroma:8000`; unset, the banks are in the folder of the store."""

    chroma_headers: dict[str, SecretStr] = {}
    """What a proxy in front of that server asks for, as JSON: `{"Authorization": "Bearer …"}`."""

    chroma_timeout: float = Field(default=10, ge=0.5, le=15)
    """How many seconds that server may take for an answer."""

    chroma_api_key: SecretStr | None = Field(default=None, validation_alias=AliasChoices("CHROMA_API_KEY", "chroma_api_key"))
    """With `CHROMA_DATABASE`, the key to Chroma Cloud: the banks are there then."""

    chroma_tenant: str | None = Field(default=None, validation_alias=AliasChoices("CHROMA_TENANT", "chroma_tenant"))
    """The tenant on that server; in Chroma Cloud the key says it."""

    chroma_database: str | None = Field(default=None, validation_alias=AliasChoices("CHROMA_DATABASE", "chroma_database"))
    """The database on that server."""

    metrics_token: SecretStr | None = Field(default=None, min_length=32)
    """What whoever reads `/metrics` must show, 32 characters or more; unset, there are no metrics."""

    access: Path | None = None
    """The file that says who has which role and department; unset, `access.toml` in the folder of the store."""

    sign_in_hours: float = Field(default=8, ge=0.1, le=24 * 30)
    """How long a sign-in lasts, in hours."""

    sign_in_claim: Literal["email", "preferred_username", "upn"] = "email"
    """The claim that holds a person's address; with Entra ID `preferred_username` or `upn` where there is no `email`."""

    proxy_secret: SecretStr | None = Field(default=None, min_length=32)
    """What a proxy that signs people in sends along to prove that it is the proxy, 32 characters or more."""

    proxy_proof_header: str = Field(default="X-Leverage-Secret", pattern=_HEADER)
    """The header with that secret."""

    proxy_email_header: str | None = Field(default=None, pattern=_HEADER)
    """The header in which the proxy says a person's address."""

    proxy_name_header: str | None = Field(default=None, pattern=_HEADER)
    """The header in which it says the name."""

    proxy_groups_header: str | None = Field(default=None, pattern=_HEADER)
    """The header in which it says the groups, between commas."""

    proxy_addresses: str = ""
    """Where the proxy connects from, addresses or networks between commas; this machine always may."""

    @field_validator("timezone")
    @classmethod
    def _is_known(cls, name: str | None) -> str | None:
        if name is not None:
            try:
                ZoneInfo(name)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise ValueError("is no time zone; write one like Europe/Berlin") from None
        return name

    @field_validator("chroma_url")
    @classmethod
    def _is_address(cls, url: str | None) -> str | None:
        if url is not None and not re.match(r"https?://[^/\s]+", url):
            raise ValueError("is no address; write one like http://chroma:8000")
        return url

    @field_validator("proxy_addresses")
    @classmethod
    def _are_networks(cls, addresses: str) -> str:
        for each in filter(None, map(str.strip, addresses.split(","))):
            try:
                ip_network(each, strict=False)
            except ValueError:
                raise ValueError("has one that is no address; write some like 10.0.0.5 or 10.0.0.0/24") from None
        return addresses

    @field_validator("home", "inbox", "access")
    @classmethod
    def _is_whole(cls, folder: Path | None) -> Path | None:
        return folder.expanduser().absolute() if folder else None

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return where settings come from, the strongest first."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, FILE)

    @property
    def access_file(self) -> Path:
        """Where it stands who may see what."""
        return self.access or self.home / "access.toml"


def load_settings() -> Settings:
    """Return the settings; raises BadSettings, which names each wrong one."""
    try:
        return Settings()
    except ValidationError as problem:
        told = [
            f"LEVERAGE_{'_'.join(map(str, each['loc'])).upper()} {each['msg'].removeprefix('Value error, ')}."
            for each in problem.errors()
        ]
        raise BadSettings(f"A setting is wrong. {' '.join(told)} Correct it in the environment or in leverage.toml.") from None
    except (OSError, ValueError) as problem:
        raise BadSettings(f"The file leverage.toml can't be read: {problem}. Correct it or remove it.") from None

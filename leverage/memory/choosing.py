"""Which Chroma the settings name: a server, Chroma Cloud, or the folder of the store."""

from pathlib import Path
from typing import Any, Final

from chromadb.config import DEFAULT_DATABASE, DEFAULT_TENANT

from leverage.memory.chroma import Chroma
from leverage.memory.engine import Engine
from leverage.memory.server_client import CLOUD_RESULTS, Server
from leverage.memory.server_engine import ServerEngine
from leverage.settings import Settings

CLOUD: Final = "https://api.trychroma.com:443"
KEY_HEADER: Final = "x-chroma-token"
BANKS: Final = "banks"


def server_of(settings: Settings) -> Server | None:
    """Return the server that the settings name; None where the banks are in the store's own folder."""
    headers = {name: value.get_secret_value() for name, value in settings.chroma_headers.items()}
    tenant = settings.chroma_tenant or DEFAULT_TENANT
    if settings.chroma_url:
        database = settings.chroma_database or DEFAULT_DATABASE
        return Server(settings.chroma_url, headers, tenant, database, settings.chroma_timeout)
    if settings.chroma_api_key and settings.chroma_database:
        headers = {KEY_HEADER: settings.chroma_api_key.get_secret_value()}
        return Server(CLOUD, headers, tenant, settings.chroma_database, settings.chroma_timeout, CLOUD_RESULTS)
    return None


def engine_for(folder: Path, embedding: Any, settings: Settings) -> Chroma:
    """Return Chroma as the settings name it, for a store in a folder."""
    server = server_of(settings)
    return ServerEngine(server, embedding) if server else Engine(folder / BANKS, embedding)

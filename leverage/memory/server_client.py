"""A client of Chroma's own server, or of Chroma Cloud, whose every call ends in time."""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import chromadb.api.fastapi
import httpx
from chromadb.api import ClientAPI
from chromadb.api.client import Client
from chromadb.config import DEFAULT_DATABASE, DEFAULT_TENANT, Settings
from chromadb.errors import AuthorizationError, ChromaAuthError

CONNECT_SECONDS: Final = 3.0
CLOUD_RESULTS: Final = 300  # what Chroma Cloud gives or takes in one call
SERVER_RESULTS: Final = 2_000

_HEARTBEAT = "/api/v2/heartbeat"
_REFUSING = (401, 403, 407)
_opening = threading.Lock()

_PASSWORD = re.compile("//[^/@]*@")


@dataclass(frozen=True)
class Server:
    """Where a server is: its address, the headers that a proxy in front of it asks for, and the database on it.

    `seconds` is how long a call may take, `results` how many records one call may give or take.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    tenant: str = DEFAULT_TENANT
    database: str = DEFAULT_DATABASE
    seconds: float = 10.0
    results: int = SERVER_RESULTS

    @property
    def place(self) -> str:
        """What tells this store from others; no password of its address stands in it."""
        return f"{_PASSWORD.sub('//', self.url).rstrip('/')}#{self.tenant}/{self.database}"


def connect(server: Server) -> ClientAPI:
    """Return a client of a server. Raises ValueError or an error of httpx where the server is away or hangs."""
    address = httpx.URL(server.url)
    settings = Settings(
        anonymized_telemetry=False,
        chroma_api_impl="chromadb.api.fastapi.FastAPI",
        chroma_server_host=str(address),
        chroma_server_http_port=address.port or {"https": 443}.get(address.scheme, 80),
        chroma_server_ssl_enabled=address.scheme == "https",
        chroma_server_headers=dict(server.headers),
    )
    with _opening:  # Chroma finds its client by the name of this class, and has no setting for a time limit
        _Timed.seconds, _Timed.sessions = server.seconds, []
        chromadb.api.fastapi.FastAPI = _Timed  # type: ignore[misc]
        try:
            return Client(tenant=server.tenant, database=server.database, settings=settings)
        except BaseException:
            for each in _Timed.sessions:  # Chroma leaves them open
                each.close()
            raise
        finally:
            _Timed.sessions = []


def is_alive(server: Server, seconds: float) -> bool:
    """Say whether a server gives a sign of life in so many seconds; one that lets nobody in gives one, too."""
    address = httpx.URL(server.url)
    try:
        answer = httpx.get(f"{str(address).rstrip('/')}{_HEARTBEAT}", headers=dict(server.headers), timeout=seconds)
    except (httpx.HTTPError, OSError):
        return False
    return answer.is_success or answer.status_code in _REFUSING


def close(client: ClientAPI) -> None:
    """Close a client with its connections, which Chroma leaves open."""
    sessions = [each._server._session for each in (client, client._admin_client)]  # type: ignore[attr-defined,union-attr]
    client.close()  # type: ignore[attr-defined]
    for session in sessions:
        session.close()


def is_refused(problem: BaseException | None) -> bool:
    """Say whether a call failed since the server, or a proxy in front of it, does not let its caller in."""
    while problem is not None:
        if isinstance(problem, AuthorizationError | ChromaAuthError):
            return True
        if isinstance(problem, httpx.HTTPStatusError) and problem.response.status_code in _REFUSING:
            return True
        problem = problem.__cause__ or problem.__context__
    return False


class _Timed(chromadb.api.fastapi.FastAPI):
    """Chroma's client over HTTP; a server that hangs lets connections succeed and answers nothing for ever."""

    seconds = 10.0
    sessions: ClassVar[list[httpx.Client]] = []  # of the client that is being made

    def __init__(self, system: Any) -> None:
        super().__init__(system)
        self.sessions.append(self._session)
        self._session.timeout = httpx.Timeout(self.seconds, connect=min(CONNECT_SECONDS, self.seconds))

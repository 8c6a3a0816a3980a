"""How people come in, decided once at the start: nobody signs in, they sign in with a provider, or a proxy says who they are.

What is decided holds until the process ends. Settings that vanish or are half-written later change nothing, so a store that
was begun with sign-in never falls back to the person at the machine.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import streamlit as st
from streamlit.runtime.secrets import secrets_singleton

from leverage.access.claims import ONLY, Expected
from leverage.access.policy import Policies
from leverage.access.sign_ins import SignIns
from leverage.errors import BadSettings
from leverage.settings import Settings, load_settings

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
MARK: Final = "sign-in-is-on"  # in the folder of a store that was served with sign-in; it names the files that were there then
PROXY: Final = "proxy"  # by whose word people come in behind a proxy that signs them in
CALLBACK: Final = "/oauth2callback"
_DISCOVERY = "/.well-known/openid-configuration"
_NEEDED = ("client_id", "client_secret", "server_metadata_url")
_SHORTEST_SECRET = 32


@dataclass(frozen=True)
class Provider:
    """One provider of identities as the secrets name it; `name` is what `st.login` takes, None for the only one."""

    name: str | None
    label: str
    issuer: str
    client: str


@dataclass(frozen=True)
class Proxy:
    """What a proxy that signs people in must send; header names are in small letters."""

    secret: str = field(repr=False)
    secret_header: str
    email_header: str
    name_header: str | None
    groups_header: str | None
    networks: tuple[IPv4Network | IPv6Network, ...]


@dataclass(frozen=True)
class Entrance:
    """How people come in, and what it takes to know them."""

    kind: Literal["here", "sign_in", "proxy"]
    policies: Policies
    sign_ins: SignIns
    seconds: float
    providers: tuple[Provider, ...] = ()
    proxy: Proxy | None = None
    expected: Expected = field(default_factory=lambda: Expected({}, {}))
    cookie_secret: str = field(default="", repr=False)
    origin: str = ""

    @property
    def names(self) -> frozenset[str]:
        """By whose word people come in, as the access file names them."""
        return frozenset({PROXY} if self.kind == "proxy" else (each.name or ONLY for each in self.providers))

    @property
    def is_open(self) -> bool:
        """Whether nobody signs in: whoever sits at the machine may do everything."""
        return self.kind == "here"


_lock = threading.Lock()
_decided: Entrance | None = None


def entrance() -> Entrance:
    """Return how people come in, as decided at the start. Raises BadSettings where that can't be said."""
    global _decided
    with _lock:
        if _decided is None:
            _decided = decide(load_settings(), secrets())
        return _decided


def forget() -> None:
    """Let the next question be decided anew; for tests, each of which is a start of its own."""
    global _decided
    with _lock:
        _decided = None


def secrets() -> Mapping[str, Any] | None:
    """Return the section `auth` of the secrets, None where there is none. Raises BadSettings for a file that can't be read."""
    files = [Path(each) for each in st.get_option("secrets.files")]
    if not any(each.exists() for each in files):
        return None
    if not secrets_singleton.load_if_toml_exists():
        raise BadSettings("secrets.toml can't be read, so nobody knows whether people sign in. Correct it or remove it.")
    auth = secrets_singleton.get("auth")
    if auth is None:
        return None
    if not isinstance(auth, Mapping):
        raise BadSettings("“auth” in secrets.toml is no section. Write [auth] on a line of its own.")
    return {str(name): each for name, each in auth.items()}


def decide(settings: Settings, auth: Mapping[str, Any] | None) -> Entrance:
    """Return how people come in by these settings. Raises BadSettings, also for settings that are there in half."""
    if settings.access is not None and not settings.access.exists():
        raise BadSettings(
            f"LEVERAGE_ACCESS names {settings.access}, which is not there, so nobody knows who may do what. "
            "Put the file there, or take the setting out."
        )
    kept: dict[str, Any] = {
        "policies": Policies(settings.access_file),
        "sign_ins": SignIns(settings.home),
        "seconds": settings.sign_in_hours * 3600,
    }
    proxy = _proxy(settings)
    if auth is not None and proxy is not None:
        raise BadSettings(
            "Both [auth] in secrets.toml and LEVERAGE_PROXY_SECRET are set. People come in one way: keep one of them."
        )
    if proxy is not None:
        return Entrance("proxy", proxy=proxy, **kept)
    if auth is None:
        if (mark := settings.home / MARK).exists():
            raise BadSettings(
                "This store was served with sign-in, and now none is set up. Set it up again; or, if whoever is at this machine "
                f"may read and do everything, remove the file {mark}."
            )
        return Entrance("here", **kept)
    secret, origin = _shared(auth)
    providers = _providers(auth)
    issuers = {each.name or ONLY: each.issuer for each in providers}
    clients = {each.name or ONLY: each.client for each in providers}
    expected = Expected(issuers, clients, settings.sign_in_claim, settings.sign_in_hours * 3600)
    return Entrance("sign_in", providers=providers, expected=expected, cookie_secret=secret, origin=origin, **kept)


def _proxy(settings: Settings) -> Proxy | None:
    if settings.proxy_secret is None:
        others = (settings.proxy_email_header, settings.proxy_name_header, settings.proxy_groups_header, settings.proxy_addresses)
        if any(others):
            raise BadSettings("Headers of a proxy are named, but no LEVERAGE_PROXY_SECRET is set. Set it, or name no headers.")
        return None
    if settings.proxy_email_header is None:
        raise BadSettings("LEVERAGE_PROXY_SECRET is set; set LEVERAGE_PROXY_EMAIL_HEADER, too: the header with the address.")
    named = [settings.proxy_proof_header, settings.proxy_email_header, settings.proxy_name_header, settings.proxy_groups_header]
    names = [each.lower() if each else None for each in named]
    if len(set(filter(None, names))) < len([each for each in names if each]):
        raise BadSettings("Two headers of the proxy have the same name. Give each one of its own.")
    listed = [each.strip() for each in settings.proxy_addresses.split(",") if each.strip()]
    return Proxy(
        secret=settings.proxy_secret.get_secret_value(),
        secret_header=str(names[0]),
        email_header=str(names[1]),
        name_header=names[2],
        groups_header=names[3],
        networks=tuple(ip_network(each, strict=False) for each in listed),
    )


def _shared(auth: Mapping[str, Any]) -> tuple[str, str]:
    """Return the cookie secret and the origin of the app."""
    secret, redirect = auth.get("cookie_secret"), auth.get("redirect_uri")
    if not isinstance(secret, str) or len(secret) < _SHORTEST_SECRET:
        raise BadSettings(
            f"cookie_secret in [auth] of secrets.toml needs {_SHORTEST_SECRET} characters or more that nobody can guess: "
            'python -c "import secrets; print(secrets.token_urlsafe(32))"'
        )
    if not isinstance(redirect, str) or not redirect.endswith(CALLBACK):
        raise BadSettings(
            f"redirect_uri in [auth] of secrets.toml is the app's own address with {CALLBACK} behind it, "
            "such as https://leverage.example/oauth2callback."
        )
    if "{port}" in redirect:
        redirect = redirect.replace("{port}", str(st.get_option("server.port")))
    _need_https("redirect_uri", redirect)
    parts = urlsplit(redirect)
    if find_spec("authlib") is None:
        raise BadSettings("Sign-in needs the package Authlib. Install requirements.txt again.")
    return secret, f"{parts.scheme}://{parts.netloc}"


def _providers(auth: Mapping[str, Any]) -> tuple[Provider, ...]:
    named = {name: each for name, each in auth.items() if isinstance(each, Mapping) and name != "client_kwargs"}
    found = [_provider(None, auth)] if any(name in auth for name in _NEEDED) else []
    found += [_provider(name, section) for name, section in named.items()]
    if not found:
        raise BadSettings(f"[auth] in secrets.toml names no provider. It needs {', '.join(_NEEDED)}.")
    return tuple(found)


def _provider(name: str | None, section: Mapping[str, Any]) -> Provider:
    where = f"[auth.{name}]" if name else "[auth]"
    lacking = [each for each in _NEEDED if not isinstance(section.get(each), str) or not section[each].strip()]
    if lacking:
        raise BadSettings(f"{where} in secrets.toml lacks {', '.join(lacking)}.")
    if name and ("_" in name or name == ONLY):
        raise BadSettings(f"{where} in secrets.toml: a provider's name has no underscore and is not “{ONLY}”.")
    address = str(section["server_metadata_url"]).strip()
    _need_https("server_metadata_url", address)
    issuer = section.get("issuer") or address.removesuffix(_DISCOVERY)
    if issuer == address:
        raise BadSettings(f"{where} in secrets.toml: server_metadata_url ends with {_DISCOVERY}; else name the issuer, too.")
    label = section.get("label") or (name or "").replace("-", " ").title()
    return Provider(name, str(label), str(issuer), str(section["client_id"]))


def _need_https(name: str, address: str) -> None:
    parts = urlsplit(address)
    if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOCAL_NAMES)):
        raise BadSettings(f"{name} in secrets.toml begins with https://, except on localhost.")

"""Sign-ins for tests: a provider's settings, and cookies as Streamlit signs them, good ones and all the others."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from leverage.settings import load_settings
from pages.ui.entrance import Entrance, decide

SECRET = "a cookie secret that nobody can guess, for tests"
ISSUER = "http://localhost:9400"
ORIGIN = "http://localhost:8501"
CLIENT = "leverage"
COOKIE = "_streamlit_user"
POLICY = '[[rule]]\nrole = "admin"\nemails = ["ann@corp.example"]\n\n[[department]]\nname = "Finance"\ngroups = ["fin"]\n'


def auth(**changes: Any) -> dict[str, Any]:
    """Return the section `auth` of the secrets; what is changed to None is left out."""
    section = {
        "redirect_uri": f"{ORIGIN}/oauth2callback",
        "cookie_secret": SECRET,
        "client_id": CLIENT,
        "client_secret": "secret",
        "server_metadata_url": f"{ISSUER}/.well-known/openid-configuration",
    }
    return {name: value for name, value in (section | changes).items() if value is not None}


def signed_in(policy: str = POLICY) -> Entrance:
    """Return the way in by sign-in, with this policy in the store."""
    settings = load_settings()
    settings.access_file.parent.mkdir(parents=True, exist_ok=True)
    settings.access_file.write_text(policy, "utf-8")
    return decide(settings, auth())


def claims(issuer: str = ISSUER, **changes: Any) -> dict[str, Any]:
    """Return what a good token says; what is changed to None is left out."""
    now = int(time.time())
    said = {
        "iss": issuer,
        "aud": [CLIENT],
        "sub": "ann",
        "iat": now - 5,
        "exp": now + 3600,
        "nonce": "n",
        "email": "ann@corp.example",
        "email_verified": True,
        "name": "Ann Lee",
        "groups": ["fin"],
        "provider": "default",
        "is_logged_in": True,
    }
    return {name: value for name, value in (said | changes).items() if value is not None}


def cookie(said: Mapping[str, Any], *, age: int = 0, secret: str = SECRET, origin: str = ORIGIN) -> str:
    """Return the cookie with these claims, signed some seconds ago."""
    return signed(COOKIE, json.dumps(dict(said) | {"origin": origin}), age, secret)


def signed(name: str, content: object, age: int = 0, secret: str = SECRET) -> str:
    """Return a value signed under the name of its cookie."""

    class Earlier(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(time.time()) - age

    return str(URLSafeTimedSerializer(secret, salt=name, signer=Earlier).dumps(content))


def write_secrets(file: Path, issuer: str, origin: str = "http://localhost:{port}") -> None:
    """Write the secrets of an app that browsers reach at an origin, else on whichever port it is given."""
    section = auth(redirect_uri=f"{origin}/oauth2callback")
    section["server_metadata_url"] = f"{issuer}/.well-known/openid-configuration"
    lines = [f'{name} = "{value}"' for name, value in section.items()]
    file.write_text("\n".join(["[auth]", *lines, ""]), "utf-8")


async def answer(websocket: WebSocket, message: str) -> None:
    """Answer a message of a browser with itself; one that is the address of a file, as a page tells it."""
    if not message.startswith("/media/"):
        await websocket.send_text(message)
        return
    told = ForwardMsg()
    told.delta.new_element.download_button.url = message
    await websocket.send_bytes(told.SerializeToString())

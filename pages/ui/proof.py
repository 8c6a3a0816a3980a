"""What the server tells a page about whoever opened it, in a header that nobody but this process can write."""

import base64
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

HEADER: Final = "x-leverage-proved"  # the server drops one that a browser sends
_TOKEN = secrets.token_urlsafe(32)


def write(told: Mapping[str, Any]) -> str:
    """Return the header's value for what is known of a person, in JSON types."""
    return f"{_TOKEN}.{base64.urlsafe_b64encode(json.dumps(dict(told)).encode()).decode()}"


def read() -> Mapping[str, Any]:
    """Return what the server knows of the person of this session; nothing where it did not say so itself."""
    value = st.context.headers.get(HEADER) or ""
    token, _, content = value.partition(".")
    if not hmac.compare_digest(token.encode("utf-8", "surrogatepass"), _TOKEN.encode()):
        return {}
    told = json.loads(base64.urlsafe_b64decode(content))
    return told if isinstance(told, dict) else {}

"""The content security policy that the pages live with."""

import base64
import hashlib
import re
from pathlib import Path

import streamlit as st

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def content_policy() -> str:
    """Return the content security policy: nothing from elsewhere, and only the inline scripts that Streamlit's page holds."""
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in _INLINE_SCRIPT.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in hashes)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )

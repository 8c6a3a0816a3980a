"""Where the app shows a deal, a vendor or its flags, for what leaves the app: mails and calendars."""

from urllib.parse import urlencode, urlsplit

from leverage.errors import LeverageError

DEAL_PATH, BRIEF_PATH, WATCH_PATH = "deal", "brief", "watch"


def checked(address: str | None) -> str:
    """Return the address of the app without the slash at its end; nothing for none. Raises LeverageError for what is none."""
    if not address:
        return ""
    parts = urlsplit(address.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise LeverageError(f"“{address}” is no address of the app. Give it as in the browser, such as https://leverage.example.")
    return address.strip().rstrip("/")


def of_deal(app: str, deal_id: str) -> str:
    """Return the full address of a deal."""
    return f"{app}/{DEAL_PATH}?{urlencode({'deal': deal_id})}"


def of_brief(app: str, bank_id: str) -> str:
    """Return the full address of a vendor's brief."""
    return f"{app}/{BRIEF_PATH}?{urlencode({'vendor': bank_id})}"


def of_flags(app: str, bank_id: str) -> str:
    """Return the full address of a vendor's flags."""
    return f"{app}/{WATCH_PATH}?{urlencode({'vendor': bank_id})}"

"""The name under which a brief is saved."""

import re
from datetime import date

from slugify import slugify

from leverage.brief import Brief
from leverage.vendors import BANK_PREFIX

MOST_PRODUCT_CHARACTERS = 40


def file_name(brief: Brief, extension: str, printed: date) -> str:
    """Return a name such as `leverage-brief-microsoft-2026-11-29.html`: lower case ASCII, no folders.

    A brief of one product carries the product after the vendor, so that it never replaces the whole one.
    """
    vendor = _plain(brief.bank_id.removeprefix(BANK_PREFIX)) or "vendor"
    product = _plain(slugify(brief.product or "", max_length=MOST_PRODUCT_CHARACTERS)) or ("one-product" if brief.product else "")
    ending = re.sub(r"[^a-z0-9]", "", extension.lower())[:8] or "txt"
    name = "-".join(part for part in ("leverage-brief", vendor, product, printed.isoformat()) if part)
    return f"{name}.{ending}"


def playbook_name(bank_id: str, printed: date, *, is_archive: bool = False) -> str:
    """Return a name such as `leverage-playbook-microsoft-2026-11-29.md`, formed as that of a brief."""
    vendor = _plain(bank_id.removeprefix(BANK_PREFIX)) or "vendor"
    return f"leverage-playbook-{vendor}{'-archive' if is_archive else ''}-{printed.isoformat()}.md"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")

"""Every address between the pages is made and read here."""

from urllib.parse import urlencode, urlsplit

import streamlit as st

from leverage.vendors import BANK_PREFIX

VENDORS, BRIEF, LOG, EXPORT = "vendors.py", "brief.py", "log.py", "export.py"
BRIEF_PATH, LOG_PATH, EXPORT_PATH = "brief", "log", "export"
VENDOR, PRODUCT = "vendor", "product"
SEARCH, SORT, PAGE = "q", "sort", "page"


def to_vendor(vendor: str, product: str | None = None) -> dict[str, str]:
    """Return the query that leads to a vendor, and to one of its products."""
    return {VENDOR: vendor} | ({PRODUCT: product} if product else {})


def asked_vendor() -> str:
    """Return the vendor that the address names: a bank id or a name, or nothing."""
    return st.query_params.get(VENDOR, "").strip()


def is_bank_id(vendor: str) -> bool:
    """Say whether a vendor is named by a bank id, which is no name to show or to log under."""
    return vendor.startswith(BANK_PREFIX)


def brief_address(bank_id: str, product: str | None = None) -> str:
    """Return the full address of a brief, to be sent to a colleague."""
    here = urlsplit(st.context.url or "")
    folder = here.path.rstrip("/").removesuffix(f"/{BRIEF_PATH}")
    origin = f"{here.scheme}://{here.netloc}" if here.netloc else ""
    return f"{origin}{folder}/{BRIEF_PATH}?{urlencode(to_vendor(bank_id, product))}"

"""Every address between the pages is made and read here."""

from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

import streamlit as st

from leverage.vendors import BANK_PREFIX

Choice = TypeVar("Choice", bound=str)

VENDORS, BRIEF, DEAL, LOG, EXPORT = "vendors.py", "brief.py", "deal.py", "log.py", "export.py"
IMPORT, IMPORT_PATH = "importing.py", "import"
TABLE, TABLE_PATH = "table.py", "table"
PREPARE, PREPARE_PATH = "prepare.py", "prepare"
WATCH, WATCH_PATH = "watch.py", "watch"
NUMBERS, NUMBERS_PATH = "numbers.py", "numbers"
INBOX, INBOX_PATH = "inbox.py", "inbox"
PROPOSED, PROPOSED_PATH = "proposal.py", "proposal"
RECORD, ADMINISTRATION, PEOPLE, CARE = "record.py", "administration.py", "people.py", "care.py"
AUDIT, AUDIT_PATH = "audit.py", "audit"
ACCOUNT, ACCOUNT_PATH = "account.py", "account"
ACCESS, ACCESS_PATH = "access.py", "access"
CALENDAR_PATH, CALENDAR_KEY = "/leverage/dates.ics", "key"
BRIEF_PATH, DEAL_PATH, LOG_PATH, EXPORT_PATH = "brief", "deal", "log", "export"
RECORD_PATH, ADMINISTRATION_PATH, PEOPLE_PATH, CARE_PATH = "record", "administration", "people", "care"
VENDOR, PRODUCT, ONE_DEAL, EDITED, ERASE = "vendor", "product", "deal", "edit", "erase"
SEARCH, SORT, PAGE = "q", "sort", "page"
SAID, DAY = "said", "day"
SHOWN = "show"
PERIOD, DEPARTMENT, BY, OWNER = "period", "department", "by", "owner"
CURRENCY, SAVING = "currency", "saving"
WHO, ACT, SINCE, UNTIL = "who", "act", "since", "until"
PROPOSAL, INTO = "proposal", "into"
_TO_CHOOSE = "choose"


def page(file: str, path: str) -> Any:
    """Return a page for many links to it: one that is named by its file is sought on the disk for each."""
    return st.Page(file, title=path, url_path=path)


def to_vendor(vendor: str, product: str | None = None) -> dict[str, str]:
    """Return the query that leads to a vendor, and to one of its products."""
    return {VENDOR: vendor} | ({PRODUCT: product} if product else {})


def on_day(day: date) -> dict[str, str]:
    """Return the part of a query that tells a day."""
    return {DAY: day.isoformat()}


def asked_day() -> date | None:
    """Return the day that the address tells, or nothing."""
    try:
        return date.fromisoformat(st.query_params.get(DAY, ""))
    except ValueError:
        return None


def asked_product() -> str:
    """Return the product that the address names, or nothing."""
    return st.query_params.get(PRODUCT, "").strip()


def asked_filter(name: str) -> str:
    """Return what the address narrows questions to, by the name of the filter, or nothing."""
    return st.query_params.get(name, "").strip()


def ask_filter(name: str, value: str | None) -> None:
    """Let the address narrow questions to this, or no longer."""
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)


def asked_vendor() -> str:
    """Return the vendor that the address names: a bank id or a name, or nothing."""
    return st.query_params.get(VENDOR, "").strip()


def ask_vendor(bank_id: str | None) -> None:
    """Let the address name this vendor, or none."""
    if bank_id:
        st.query_params[VENDOR] = bank_id
    else:
        st.query_params.pop(VENDOR, None)


def to_deal(deal_id: str) -> dict[str, str]:
    """Return the query that leads to a deal."""
    return {ONE_DEAL: deal_id}


def deal_address(deal_id: str) -> str:
    """Return the address of a deal as seen from another page, for a link inside a sentence."""
    return f"{DEAL_PATH}?{urlencode(to_deal(deal_id))}"


def numbers_address(**chosen: str) -> str:
    """Return the address of the numbers that are shown, with this chosen beside or instead, for a link inside a sentence."""
    there = {name: st.query_params.get(name) for name in (PERIOD, VENDOR, DEPARTMENT, CURRENCY, SAVING, BY)} | chosen
    return f"{NUMBERS_PATH}?{urlencode({name: value for name, value in there.items() if value})}"


def to_edit(deal_id: str) -> dict[str, str]:
    """Return the query that leads from the form to the editing of a deal."""
    return {EDITED: deal_id}


def asked_deal() -> str:
    """Return the id of the deal that the address names, or nothing."""
    return st.query_params.get(ONE_DEAL, "").strip()


def asked_edit() -> str:
    """Return the id of the deal that the address asks to edit, or nothing."""
    return st.query_params.get(EDITED, "").strip()


def to_proposal(pending_id: str) -> dict[str, str]:
    """Return the query that leads to a proposal."""
    return {PROPOSAL: pending_id}


def ask_proposal(pending_id: str) -> None:
    """Let the address name this proposal and nothing else."""
    st.query_params.from_dict(to_proposal(pending_id))


def asked_proposal() -> str:
    """Return the id of the proposal that the address names, or nothing."""
    return st.query_params.get(PROPOSAL, "").strip()


def asked_into() -> str | None:
    """Return the deal that the address asks to merge a proposal into: blank while none is chosen, None where none is to be."""
    asked = st.query_params.get(INTO)
    return None if asked is None else "" if asked == _TO_CHOOSE else asked.strip()


def ask_into(deal_id: str | None) -> None:
    """Let the address ask to merge the proposal into this deal, into one to be chosen where it is blank, or into none."""
    if deal_id is None:
        st.query_params.pop(INTO, None)
    else:
        st.query_params[INTO] = deal_id or _TO_CHOOSE


def to_erase(deal_id: str) -> dict[str, str]:
    """Return the query that leads to the erasure of a deal."""
    return {ERASE: deal_id}


def asked_to_erase() -> str:
    """Return the id of the deal that the address asks to erase, or nothing."""
    return st.query_params.get(ERASE, "").strip()


def drop_erase() -> None:
    """Let the address no longer ask to erase a deal."""
    st.query_params.pop(ERASE, None)


def asked_to_show(known: Iterable[Choice], otherwise: Choice) -> Choice:
    """Return which of several things the address asks to be shown."""
    asked = st.query_params.get(SHOWN)
    return next((each for each in known if each == asked), otherwise)


def ask_to_show(chosen: str, otherwise: str) -> None:
    """Let the address ask for what is shown, unless it is what is shown anyway."""
    if chosen != otherwise:
        st.query_params[SHOWN] = chosen
    else:
        st.query_params.pop(SHOWN, None)


def is_bank_id(vendor: str) -> bool:
    """Say whether a vendor is named by a bank id, which is no name to show or to log under."""
    return vendor.startswith(BANK_PREFIX)


def brief_address(bank_id: str, product: str | None = None) -> str:
    """Return the full address of a brief, to be sent to a colleague."""
    return f"{_address(BRIEF_PATH)}/{BRIEF_PATH}?{urlencode(to_vendor(bank_id, product))}"


def watch_address() -> str:
    """Return the full address of the app, asked from the page Watch."""
    return _address(WATCH_PATH)


def calendar_address(key: str) -> str:
    """Return the full address under which a calendar follows all dates."""
    return f"{_address(WATCH_PATH)}{CALENDAR_PATH}?{urlencode({CALENDAR_KEY: key})}"


def _address(page_path: str) -> str:
    """Return the full address of the app, asked from one of its pages."""
    here = urlsplit(st.context.url or "")
    folder = here.path.rstrip("/").removesuffix(f"/{page_path}")
    return f"{here.scheme}://{here.netloc}{folder}" if here.netloc else folder

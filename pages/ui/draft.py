"""The form as typed: held by the session while one moves between pages, and by the browser's notes beyond that.

Every change is kept at once, in the callback of its widget, since a run of the page may be cut short by the next one.
A form has a random key of its own: its widgets are named by it, and so is the deal that comes of it, together with its
content. Saving the same form twice thus logs one deal, and two tabs that hold one draft can't swallow each other's.
"""

import uuid
from collections.abc import Mapping
from datetime import date
from typing import Any

import streamlit as st

from leverage.deals import LABELS
from pages.ui import browser

DAYS = ("deal_date", "start_date", "end_date", "next_meeting")
_NOTE = "draft"
_KEY, _RESTORED = "form.key", "form.restored"
_ROWS, _PROBLEMS, _SEEDED = "rows", "problems", "seeded"


def open_draft(today: date) -> None:
    """Make sure that there is a form: the one at hand, else the one this browser kept, else an empty one."""
    if _KEY in st.session_state:
        return
    kept = browser.recall(_NOTE)
    if isinstance(kept, dict) and isinstance(kept.get("typed"), dict) and isinstance(kept.get("key"), str):
        start(_from_json(kept["typed"]), today, key=kept["key"])
        st.session_state[_RESTORED] = True
    else:
        start({}, today)


def start(typed: Mapping[str, Any], today: date, key: str | None = None) -> None:
    """Begin a form with these values, leaving the one before behind."""
    before = st.session_state.get(_KEY)
    for name in [each for each in st.session_state if before and str(each).startswith(f"{before}.")]:
        del st.session_state[name]
    st.session_state[_KEY] = key or uuid.uuid4().hex
    st.session_state.pop(_RESTORED, None)
    rows = [int(name.split(".")[1]) + 1 for name in typed if name.startswith("tactic.")]
    st.session_state[named(_ROWS)] = max([1, *rows])
    st.session_state[named(_SEEDED)] = today.isoformat()
    for name, value in ({"deal_date": today} | dict(typed)).items():
        st.session_state[named(name)] = value
    if typed:
        keep()
    else:
        browser.remember(_NOTE, None)


def propose_vendor(name: str | None) -> None:
    """Put a vendor into a form that names none yet."""
    if name and not st.session_state.get(named("vendor")):
        st.session_state[named("vendor")] = name


def vendor() -> str:
    """Return the vendor that the form names."""
    return str(st.session_state.get(named("vendor")) or "")


def named(field: str) -> str:
    """Return the key of the widget of a field in this form."""
    return f"{st.session_state[_KEY]}.{field}"


def form_key() -> str:
    """Return what names this form and no other."""
    return str(st.session_state[_KEY])


def typed() -> dict[str, Any]:
    """Return what is in the form by field, as its widgets hold it; tactics as `tactic.0`, `result.0` and so on."""
    fields = [*LABELS, *(f"{part}.{row}" for row in range(tactic_rows()) for part in ("tactic", "result"))]
    held = {field: st.session_state.get(named(field)) for field in fields}
    return {field: value for field, value in held.items() if value not in (None, "", [], ())}


def keep() -> None:
    """Keep the form with this browser; a form in which nobody typed is not kept."""
    now = typed()
    is_touched = set(now) - {"deal_date"} or now.get("deal_date") != date.fromisoformat(st.session_state[named(_SEEDED)])
    browser.remember(_NOTE, {"key": form_key(), "typed": _to_json(now)} if is_touched else None)


def changed(field: str) -> None:
    """Keep the form after a field changed, and take back what was said against that field."""
    part = field.split(".")[0]
    name = "tactics" if part in ("tactic", "result") else part
    if name in problems():
        problems()[name] = ""
    keep()


def was_restored() -> bool:
    """Say whether the form came back from an earlier visit."""
    return bool(st.session_state.get(_RESTORED))


def tactic_rows() -> int:
    """Return how many tactics the form has room for."""
    return int(st.session_state.get(named(_ROWS), 1))


def add_tactic() -> None:
    """Make room for one more tactic."""
    st.session_state[named(_ROWS)] = tactic_rows() + 1


def problems() -> dict[str, str]:
    """Return what kept the form from being saved, a sentence by field; blank for a field changed since."""
    said: dict[str, str] = st.session_state.setdefault(named(_PROBLEMS), {})
    return said


def refuse(sentences: Mapping[str, str]) -> None:
    """Note why the form could not be saved."""
    st.session_state[named(_PROBLEMS)] = dict(sentences)


def _to_json(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def _from_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in stored.items() if name.split(".")[0] in {*LABELS, "tactic", "result"}}
    for name in DAYS:
        try:
            values[name] = date.fromisoformat(values[name])
        except (KeyError, TypeError, ValueError):
            values.pop(name, None)
    return values

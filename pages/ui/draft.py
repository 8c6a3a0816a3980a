"""The form as typed: held by the session while one moves between pages, and by the browser's notes beyond that.

Every change is kept at once, in the callback of its widget, since a run of the page may be cut short by the next one.
There is one form for a new deal and one for each deal that is being edited, and they never mix. A form has a random
key of its own: its widgets are named by it, and so is the new deal that comes of it, together with its content. Saving
the same form twice thus logs one deal, and two tabs that hold one draft can't swallow each other's.
"""

import uuid
from collections.abc import Mapping
from datetime import date
from typing import Any

import streamlit as st

from leverage.deals import LABELS
from pages.ui import browser

# Fields that stand in rows of two widgets, by the parts of their names: `tactic.0` and `result.0`.
ROWS: Mapping[str, tuple[str, str]] = {"tactics": ("tactic", "result"), "signals": ("quote", "signal")}
_FEWEST_ROWS = {"tactics": 1, "signals": 0}
_PARTS = {part: name for name, parts in ROWS.items() for part in parts}
DAYS = ("deal_date", "start_date", "end_date", "next_meeting")
_NEW = ""
_KEY, _ABOUT, _KEYS = "form.key", "form.about", "form.keys"
_PROBLEMS, _CLEAN, _VERSION, _RESTORED, _CONFIRMED = "problems", "clean", "version", "restored", "confirmed"
_WORDS = "words"


def open_draft(today: date) -> None:
    """Turn to the form of a new deal: the one at hand, else the one this browser kept, else an empty one."""
    if _turn_to(_NEW):
        return
    kept = _recall()
    if kept is None:
        start({}, today)
    else:
        start(kept["typed"], today, key=kept["key"])
        st.session_state[named(_RESTORED)] = True


def open_edit(deal_id: str, filled: Mapping[str, Any], version: int) -> None:
    """Turn to the form that edits a deal: the one at hand, else the one this browser kept, else the deal as it is.

    `filled` is the deal at this version as the form holds it. A form in which nobody typed follows the deal.
    """
    if not _turn_to(deal_id):
        kept = _recall()
        if kept is None or not isinstance(kept.get("version"), int) or not isinstance(kept.get("clean"), dict):
            start_edit(filled, version)
            return
        start_edit(_from_json(kept["clean"]), kept["version"], typed=kept["typed"], key=kept["key"])
        st.session_state[named(_RESTORED)] = True
    if version_read() != version and not is_touched():
        start_edit(filled, version)


def start(typed: Mapping[str, Any], today: date, key: str | None = None) -> None:
    """Begin a form of a new deal with these values, leaving the one before behind."""
    _begin({"deal_date": today} | dict(typed), {"deal_date": today}, key)


def start_edit(filled: Mapping[str, Any], version: int, typed: Mapping[str, Any] | None = None, key: str | None = None) -> None:
    """Begin the form of the deal being edited: as filled at this version, or as typed over it."""
    _begin(filled if typed is None else typed, filled, key, version)


def retype(typed: Mapping[str, Any]) -> None:
    """Put other values into the form at hand, which began and was read as it is."""
    _begin(typed, st.session_state[named(_CLEAN)], None, version_read())


def finish() -> None:
    """Put the form at hand away for good; the next one begins anew."""
    about = st.session_state[_ABOUT]
    browser.remember(_note(), None)
    key = st.session_state.setdefault(_KEYS, {}).pop(about, None)
    for name in [each for each in st.session_state if key and str(each).startswith(f"{key}.")]:
        del st.session_state[name]
    st.session_state.pop(_KEY, None)
    st.session_state.pop(_ABOUT, None)


def drop_edit(deal_id: str) -> None:
    """Put away what was typed over a deal that is there no more."""
    if _turn_to(deal_id) or _recall() is not None:
        finish()


def typed_over(about: str) -> dict[str, Any]:
    """Return what somebody typed into the form about a deal or a proposal, here or at an earlier visit of this browser."""
    if _turn_to(about):
        return typed() if is_touched() else {}
    kept = _recall()
    return dict(kept["typed"]) if kept else {}


def propose(vendor: str | None, product: str, day: date | None) -> None:
    """Put a vendor into a form that names none yet, with the product and the day that the deal may be about."""
    if vendor and not st.session_state.get(named("vendor")):
        told = {"vendor": vendor, "product": product or None, "deal_date": day}
        st.session_state.update({named(field): value for field, value in told.items() if value})


def vendor() -> str:
    """Return the vendor that the form names."""
    return str(st.session_state.get(named("vendor")) or "")


def named(field: str) -> str:
    """Return the key of the widget of a field in this form."""
    return f"{st.session_state[_KEY]}.{field}"


def form_key() -> str:
    """Return what names this form and no other."""
    return str(st.session_state[_KEY])


def version_read() -> int:
    """Return the version of the deal that this form edits, as it was read."""
    return int(st.session_state.get(named(_VERSION), 0))


def typed() -> dict[str, Any]:
    """Return what is in the form by field, as its widgets hold it; tactics as `tactic.0`, `result.0` and so on."""
    fields = [*LABELS, *(f"{part}.{row}" for name, parts in ROWS.items() for row in range(rows(name)) for part in parts)]
    return _filled({field: st.session_state.get(named(field)) for field in fields})


def is_touched() -> bool:
    """Say whether the form holds anything but what it began with."""
    return typed() != _filled(st.session_state[named(_CLEAN)])


def keep() -> None:
    """Keep the form with this browser; a form in which nobody typed is not kept."""
    note: dict[str, Any] | None = None
    if is_touched():
        note = {"key": form_key(), "typed": _to_json(typed())}
        if st.session_state[_ABOUT] != _NEW:
            note |= {"version": version_read(), "clean": _to_json(st.session_state[named(_CLEAN)])}
    browser.remember(_note(), note)


def changed(field: str) -> None:
    """Keep the form after a field changed, and take back what was said against that field."""
    name = field_of(field)
    if name in problems():
        problems()[name] = ""
    keep()


def was_restored() -> bool:
    """Say whether the form holds what was left unsaved at an earlier visit."""
    return bool(st.session_state.get(named(_RESTORED)))


def leave_for_later() -> None:
    """Say at the next visit that the form holds what was left unsaved."""
    st.session_state[named(_RESTORED)] = True


def field_of(widget: str) -> str:
    """Return the field of the deal that a widget is of: `tactics` of `result.0`."""
    part = widget.split(".")[0]
    return _PARTS.get(part, part)


def rows(name: str) -> int:
    """Return how many rows the form has for a field that stands in rows."""
    return int(st.session_state.get(named(f"rows of {name}"), _FEWEST_ROWS[name]))


def add_row(name: str) -> None:
    """Make room for one more tactic or signal."""
    st.session_state[named(f"rows of {name}")] = rows(name) + 1


def problems() -> dict[str, str]:
    """Return what kept the form from being saved, a sentence by field; blank for a field changed since."""
    said: dict[str, str] = st.session_state.setdefault(named(_PROBLEMS), {})
    return said


def refuse(sentences: Mapping[str, str]) -> None:
    """Note why the form could not be saved."""
    st.session_state[named(_PROBLEMS)] = dict(sentences)


def note_words(words: Mapping[str, str]) -> None:
    """Note the words of a source that gave the form its values, by widget."""
    st.session_state[named(_WORDS)] = dict(words)


def words_of(widget: str) -> str:
    """Return the words of a source that gave a widget its value, or nothing."""
    return str(st.session_state.get(named(_WORDS), {}).get(widget, ""))


def confirm(*matters: str) -> None:
    """Note that somebody has answered a question about this form."""
    st.session_state[named(_CONFIRMED)] = confirmed() | set(matters)


def confirmed() -> frozenset[str]:
    """Return the questions about this form that have been answered."""
    return frozenset(st.session_state.get(named(_CONFIRMED), ()))


def _turn_to(about: str) -> bool:
    """Take the form about a deal, or a new one, to hand; return whether this session has it already."""
    st.session_state[_ABOUT] = about
    key = st.session_state.setdefault(_KEYS, {}).get(about)
    if key is None:
        return False
    st.session_state[_KEY] = key
    return True


def _begin(values: Mapping[str, Any], clean: Mapping[str, Any], key: str | None, version: int = 0) -> None:
    keys = st.session_state.setdefault(_KEYS, {})
    before = keys.get(st.session_state[_ABOUT])
    for name in [each for each in st.session_state if before and str(each).startswith(f"{before}.")]:
        del st.session_state[name]
    st.session_state[_KEY] = keys[st.session_state[_ABOUT]] = key or uuid.uuid4().hex
    own = {_CLEAN: dict(clean), _VERSION: version}
    for field, fewest in _FEWEST_ROWS.items():
        filled = [int(name.split(".")[1]) + 1 for name in values if "." in name and field_of(name) == field]
        own[f"rows of {field}"] = max([fewest, *filled])
    for name, value in (own | dict(values)).items():
        st.session_state[named(name)] = value
    keep()


def _note() -> str:
    """Return under which name the browser keeps the form at hand."""
    about = st.session_state[_ABOUT]
    return f"edit.{about}" if about != _NEW else "draft"


def _recall() -> dict[str, Any] | None:
    kept = browser.recall(_note())
    if isinstance(kept, dict) and isinstance(kept.get("typed"), dict) and isinstance(kept.get("key"), str):
        return kept | {"typed": _from_json(kept["typed"])}
    return None


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in values.items() if value not in (None, "", [], ())}


def _to_json(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def _from_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in stored.items() if name.split(".")[0] in {*LABELS, *_PARTS}}
    for name in DAYS:
        try:
            values[name] = date.fromisoformat(values[name])
        except (KeyError, TypeError, ValueError):
            values.pop(name, None)
    return values

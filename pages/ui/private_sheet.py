"""One's own target and limit for a meeting: held by this visit alone, never written anywhere."""

import streamlit as st

from pages.ui import frame

KEPT_NOWHERE = (
    "Only you see this, and only until you close or reload this page. "
    "It goes into no deal, no brief, no export and no log, and no colleague and no model reads it."
)
_FIELDS = (("target", "Your target", "What you want to reach"), ("limit", "Your limit", "Where you walk away"))


def draw(bank_id: str) -> None:
    """Draw the sheet for a vendor; what is typed lives in the state of this session and dies with it."""
    with frame.card(height="content"):
        frame.section("Your private sheet")
        st.markdown(KEPT_NOWHERE)
        for place, (name, label, hint) in zip(st.columns(2, gap="small"), _FIELDS, strict=True):
            place.text_input(label, placeholder=hint, max_chars=500, autocomplete="off", **_kept(bank_id, name))
        st.text_area("Your notes", height=90, max_chars=5_000, **_kept(bank_id, "notes"))
        st.button("Empty the sheet", type="tertiary", on_click=_empty, args=(bank_id,))


def _kept(bank_id: str, name: str) -> dict[str, str]:
    return {"key": f"private.{bank_id}.{name}", "persist_state": "session"}


def _empty(bank_id: str) -> None:
    for name in ("target", "limit", "notes"):
        st.session_state[f"private.{bank_id}.{name}"] = ""

"""Events on a vendor's page: listed with who and when, logged in a small form, removed and put back."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, Signal, events
from tests.pages.conftest import NASTY, shown
from tests.pages.test_log import press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

ME = {"by": "Tom Becker", "department": "Sales"}


@pytest.fixture
def bank_id(kb: KnowledgeBase, deal: Write) -> str:
    """Return the bank id of a vendor with one deal."""
    return kb.log(deal(product="Azure")).bank_id


def type_in(at: AppTest, **values: Any) -> AppTest:
    """Fill the fields of the form of an event by name."""
    for name, value in values.items():
        at.session_state[f"{at.session_state['event.key']}.{name}"] = value
    return at.run()


def test_an_event_is_logged_beside_the_deals(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """The day, what they did, of which kind, and a note; it shows at once, and counts as no deal."""
    at = page("brief.py", vendor=bank_id)
    assert "None is logged yet, such as a renewal letter or an outage." in shown(at)
    press(at, "Log an event")
    press(at, "Add another")
    type_in(
        at, **{"quote.0": "List prices rise by 9%", "signal.0": "price_increase", "quote.1": "Nobody rang", "note": "By post."}
    )
    press(at, "Save event")
    said = shown(at)
    for part in (
        "The event of 29 Nov 2026 is logged.",
        "Price increase] “List prices rise by 9%”",
        "“Nobody rang”",
        "By post.",
        "1 deal",
    ):
        assert part in said, part
    (event,) = events.of(kb, bank_id)
    assert event.signals == (Signal("price_increase", "List prices rise by 9%"), Signal("minor", "Nobody rang"))
    assert (event.by, event.department, event.product) == ("Priya Nair", "IT", None)
    assert "event.open" not in at.session_state


def test_whoever_logs_an_event_is_told_of_its_flag(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """Of one that it raised, with the way to it; a remark raises none, and the field says so."""
    at = press(page("brief.py", vendor=bank_id), "Log an event")
    assert any(each.placeholder == "Remark: raises no flag" for each in at.selectbox)
    type_in(at, **{"quote.0": "They stop the service.", "signal.0": "suspension_threat"})
    said = shown(press(at, "Save event"))
    assert "This raised a flag: threat to suspend. Someone should look." in said
    assert "Look at it on Watch" in said
    press(at, "Log an event")
    type_in(at, **{"quote.0": "They were rude."})
    assert "This raised a flag" not in shown(press(at, "Save event"))


def test_what_is_wrong_is_said_and_the_form_stays(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """Nothing is kept until it is right; Discard leaves nothing behind."""
    at = press(page("brief.py", vendor=bank_id), "Log an event")
    type_in(at, note="kept")
    press(at, "Save event")
    assert "What they did is blank." in shown(at)
    assert at.session_state[f"{at.session_state['event.key']}.note"] == "kept"
    press(at, "Discard")
    assert events.of(kb, bank_id) == []
    press(at, "Log an event")
    assert not at.session_state[f"{at.session_state['event.key']}.note"]


def test_an_event_is_removed_and_put_back(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """One press takes it out, another brings back the very same."""
    event = events.log(kb, bank_id, "2026-11-02", [("lock_in", "Export costs extra")], **ME)
    at = page("brief.py", vendor=bank_id)
    assert "Logged by Tom Becker, Sales" in shown(at)
    press(at, "Remove")
    assert events.of(kb, bank_id) == []
    assert "The event of 2 Nov 2026 is removed." in shown(at)
    press(at, "Undo")
    assert events.of(kb, bank_id) == [event]


def test_a_product_has_its_own_events(page: Open, kb: KnowledgeBase, deal: Write, bank_id: str) -> None:
    """Those of another product are left out, those of none stay."""
    kb.log(deal(product="Office", deal_date="2026-01-01"))
    for product in ("Azure", "Office", None):
        events.log(kb, bank_id, "2026-11-02", [f"about {product}"], product=product, **ME)
    said = shown(page("brief.py", vendor=bank_id, product="Azure"))
    assert ("“about Azure”" in said, "“about Office”" in said, "“about None”" in said) == (True, False, True)


def test_hostile_text_is_shown_literally(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """Quote, note, product and names are data; signals of a deal, too."""
    events.log(kb, bank_id, "2026-11-02", [("minor", NASTY)], note=NASTY, product=NASTY, by=NASTY, department=NASTY)
    assert shown(page("brief.py", vendor=bank_id)).count(NASTY) >= 5

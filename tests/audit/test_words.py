"""Rows of the trail in words: what was done and to what, without ids that name nothing to anybody."""

from typing import Any

import pytest

from leverage.access.acts import ACTS
from leverage.audit.trail import Trail
from leverage.audit.words import REFUSED, ROLE, SIGN_IN, did, in_words
from tests.audit.conftest import PRIYA

NAMES = {"vendor-acme": "Acme", "vendor-orbis": "Orbis"}


@pytest.mark.parametrize(
    ("act", "noted", "title", "more"),
    [
        ("log", {"vendor": "vendor-acme", "deal_ids": ["a"]}, "Logged: Acme, 1 deal", ""),
        ("export", {"what": "deals", "department": "", "retracted": "True"}, "Took a file: deals", "retracted deals too"),
        ("export", {"what": "deals", "department": "Finance"}, "Took a file: deals", "of Finance"),
        ("import", {"batch_id": "3f2a91", "rows": 1}, "Imported", "1 row"),
        ("merge", {"vendor": "vendor-acme", "also": "vendor-orbis"}, "Merged, split or renamed: Acme, with Orbis", ""),
        (
            "role",
            {"who": "tom@example.com", "role": "reader", "department": ""},
            "Came for the first time: reader",
            "",
        ),
        (
            "role",
            {"role": "admin", "department": "IT", "before": "reader"},
            "Came with another role or department: admin in IT",
            "before: reader",
        ),
        ("decide", {"pending_id": "9c1e", "failed": "EditConflict"}, "Decided a proposal", "it failed: EditConflict"),
        ("something_new", {"odd_name": "{x}"}, "Something new", "odd name: {x}"),
    ],
)
def test_a_row_reads_as_words(trail: Trail, act: str, noted: dict[str, Any], title: str, more: str) -> None:
    """Vendors by their names, counts in words, and nothing empty."""
    trail.note(PRIYA, act, **noted)
    words = in_words(trail.rows()[0], lambda vendor: NAMES.get(vendor, vendor))
    assert (words.title, words.more) == (title, more)
    assert words.who == noted.get("who", "")


def test_every_act_has_words_of_its_own() -> None:
    """No row is told by the name that the table of acts gives it, and no two acts read alike."""
    said = [did(act) for act in (*ACTS, SIGN_IN, ROLE, REFUSED)]
    assert len(set(said)) == len(said)
    assert not {each for each in ACTS if did(each).lower() == each.replace("_", " ")}

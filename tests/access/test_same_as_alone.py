"""Whatever deals there are and whoever looks: what they see is what a store of nothing but their deals would show."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, agenda, exports, savings, watch
from leverage.access.person import Person
from leverage.text import fold
from tests.fakes import Clock, WordEmbedding

DEPARTMENTS = ("IT", "Finance", "Legal")
PEOPLE = ("ann@corp.example", "ben@corp.example")
VENDORS = ("Acme", "Beta", "Gamma")


@st.composite
def deals(draw: st.DrawFn) -> list[Deal]:
    """Return some deals, each of its own, for some of all."""
    found = []
    for n in range(draw(st.integers(1, 8))):
        told: dict[str, Any] = {
            "vendor": draw(st.sampled_from(VENDORS)),
            "deal_date": draw(st.sampled_from(("2026-01-02", "2026-03-04", "2025-05-06"))),
            "logged_by": draw(st.sampled_from(("Ann Lee", "Ben Ott"))),
            "logged_by_email": draw(st.sampled_from((None, *PEOPLE))),
            "department": draw(st.sampled_from(DEPARTMENTS)),
            "outcome": draw(st.sampled_from(("agreed", "no_deal"))),
            "notes": f"Note {n}.",
            "discount_pct": draw(st.integers(0, 40)),
            "tactics": [(draw(st.sampled_from(("asked early", "waited"))), draw(st.sampled_from(("worked", "failed"))))],
            "signals": [("security_incident", f"Keys {n}.")] if draw(st.booleans()) else [],
            "end_date": draw(st.sampled_from((None, "2027-02-01"))),
            "visible_to": draw(st.lists(st.sampled_from((*DEPARTMENTS, "finance", "ANN@corp.example", *PEOPLE)), max_size=2)),
        }
        found.append(Deal(**told))
    return found


PERSONS = st.builds(
    Person,
    email=st.sampled_from(("", *PEOPLE, "Ben@Corp.Example")),
    department=st.sampled_from(("", *DEPARTMENTS, " fInance")),
    role=st.sampled_from(("reader", "contributor", "curator", "admin")),
)


def may_see(person: Person, deal: Deal) -> bool:
    """The rule, written once more in other words."""
    if not deal.visible_to or person.role == "admin":
        return True
    named = {fold(each) for each in deal.visible_to}
    is_there = bool(person.department) and fold(person.department) in {each for each in named if "@" not in each}
    addresses = {each.lower() for each in (*deal.visible_to, deal.logged_by_email or "") if "@" in each}
    return is_there or person.email in addresses


@settings(max_examples=15)
@given(told=deals(), persons=st.lists(PERSONS, min_size=1, max_size=2))
def test_a_view_is_a_store_of_its_own(told: Sequence[Deal], persons: Sequence[Person]) -> None:
    """Lists, records, counts, briefs, recall, flags, dates, savings and exports; only the number for others is more."""
    folder = Path(tempfile.mkdtemp())
    try:
        with KnowledgeBase.open(folder / "all", embedding=WordEmbedding(), clock=Clock()) as kb:
            kb.log_many([(each, None) for each in told])
            for n, person in enumerate(persons):
                with KnowledgeBase.open(folder / str(n), embedding=WordEmbedding(), clock=Clock()) as alone:
                    alone.log_many([(each, None) for each in told if may_see(person, each)])
                    for mine, theirs in zip(_seen(kb.view(person)), _seen(alone), strict=True):
                        assert mine == theirs
                for vendor in VENDORS:
                    kept = [each for each in dict.fromkeys(map(_whole, told)) if f"'{vendor}'" in each]
                    mine = [each for each in kept if any(may_see(person, one) and _whole(one) == each for one in told)]
                    is_known = bool(mine) or not kept
                    assert kb.view(person).brief(vendor).restricted == (len(kept) - len(mine) if is_known else 0)
    finally:
        shutil.rmtree(folder)


def _whole(deal: Deal) -> str:
    return repr(deal.to_json())


def _seen(kb: KnowledgeBase) -> list[Any]:
    return [
        kb.vendors(),
        kb.people(),
        kb.departments(),
        kb.deals_by_name("person"),
        kb.count(),
        [kb.count(department=each) for each in DEPARTMENTS],
        [kb.deals(each) for each in VENDORS],
        sorted((row.bank_id, sorted(each.deal_id for each in held)) for row, held in kb.records()),
        [replace(kb.brief(each), restricted=0) for each in VENDORS],
        [[(each.text, each.deal_ids) for each in kb.recall(vendor, "asked early", 20)] for vendor in VENDORS],
        [(each.flag_id, each.deal_ids) for each in watch.flags(kb)],
        [(each.bank_id, each.deal_id, each.day) for each in agenda.entries(kb, days=999)],
        savings.savings(kb),
        [_timeless(exports.table_csv(kb, each)) for each in exports.TABLES],
    ]


def _timeless(table: bytes) -> str:
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+Z?", "", table.decode("utf-8"))

"""A store in which restricted deals bear marks, and what reads all that comes back from it."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from leverage import Deal, KnowledgeBase, directory, events, feedback, playbook, watch
from leverage.access.person import Person
from leverage.access.rates import Rates
from leverage.imports import commit, plan
from leverage.inbox import Source, accept, add, pending
from leverage.wording import show_day
from tests.fakes import Clock, WordEmbedding
from tests.inbox.plain_notes import propose

WORD = "zyzzo"
ONLY_FOR = ["Board of Zyzzo"]
SECRET = "Quornix AG"  # a vendor of whom all deals are restricted
SECRET_TOO = "Quodlibet"  # another of its names
_DAYS = tuple(map(date.fromisoformat, ("2026-12-19", "2027-07-17", "2027-06-02", "2031-09-09", "2029-10-11")))
_MARKS = re.compile(r"zyzzo|987[ ,. ]?654|83\.21|" + "|".join(f"{day}|{show_day(day)}" for day in _DAYS), re.IGNORECASE)
_SECRET_NAMES = ("quornix", "quodlibet")

READER = Person("rita@corp.example", "Facilities", "reader", "Rita Reader")
CONTRIBUTOR = Person("carl@corp.example", "IT", "contributor", "Carl Contributor")
CURATOR = Person("cora@corp.example", "Finance", "curator", "Cora Curator")
NOBODY = Person(role="contributor")
ADMIN = Person("ada@corp.example", "IT", "admin", "Ada Admin")
OTHERS = (READER, CONTRIBUTOR, CURATOR, NOBODY)


class Model:
    """A model that keeps what it was asked and says something of the deal told first."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, messages: Any, schema: Any) -> str:
        self.asked.append(repr(messages))
        return '{"sentences": []}'


def plain(**more: Any) -> Deal:
    """Return a deal that everybody may see."""
    told = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Priya Nair", "department": "IT", "outcome": "agreed"}
    return Deal(**told | more)


def restricted(n: int, **more: Any) -> Deal:
    """Return a deal with marks in every field that can hold one."""
    marked = {
        "deal_date": date(2025, 1 + n, 3),
        "logged_by": "Zyzzo Person",
        "logged_by_email": "person@zyzzo.example",
        "department": "Zyzzo Department",
        "outcome": "agreed",
        "product": "Zyzzo Suite",
        "kind": "renewal",
        "discount_pct": "83.21",
        "discount_base": "list",
        "payment_terms": "zyzzo days net",
        "flexible_on": ["zyzzo length"],
        "firm_on": ["zyzzo cap"],
        "tactics": [("waited for zyzzo", "worked"), ("zyzzo rival", "failed")],
        "notes": f"Zyzzo note {n}.",
        "currency": "EUR",
        "list_price": "987654.32",
        "quoted_price": "987654.31",
        "final_price": "987654.30",
        "unit": "zyzzo seat",
        "quantity": "987654",
        "annual_value": "987654.29",
        "total_value": "987654.28",
        "term_months": 36,
        "start_date": "2024-08-01",
        "end_date": "2027-07-17",
        "auto_renews": True,
        "renewal_term_months": 12,
        "notice_days": 45,
        "billing_frequency": "each zyzzo",
        "uplift_asked_pct": "83.21",
        "uplift_agreed_pct": "3",
        "conceded": ["a zyzzo study"],
        "obtained": ["zyzzo training"],
        "competitor": "Zyzzo Rival",
        "contact": "Zyzzo Karin",
        "reseller": "Zyzzo Vale",
        "contract_ref": "ZYZZO-1",
        "links": ["https://example.com/zyzzo"],
        "next_meeting": "2026-12-19",
        "signals": [("late_delivery", "Zyzzo weeks late."), ("lock_in", "No zyzzo export."), ("minor", "Zyzzo rude.")],
        "visible_to": ONLY_FOR,
    }
    return Deal(**{"vendor": "Acme"} | marked | more)


class Store:
    """The store: `kb`, the ids of what is `hidden`, and what the model was `asked`."""

    def __init__(self, folder: Path) -> None:
        self.model = Model()
        self.kb = KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock(), model=self.model)
        self.kb.rates = Rates({}, self.kb.now)  # nobody is told to come again later
        self.hidden: list[str] = []
        self._fill()
        records = [self.kb.record(each) for each in self.hidden]
        self.before = [(each.values["visible_to"], each.version) for each in records if each]
        self.folder = folder.parent / "inbox"
        self.folder.mkdir()
        (self.folder / "call.txt").write_text("Date: 2026-03-07\n\nWe got 5% off list from Beta.\n", "utf-8")

    def _log(self, deal: Deal) -> str:
        deal_id = self.kb.log(deal).deal_id
        if deal.visible_to:
            self.hidden.append(deal_id)
        return deal_id

    def _fill(self) -> None:
        kb = self.kb
        shared = {"flexible_on": ["payment terms"], "tactics": [("asked early", "worked")], "notice_days": 30}
        late = {"signals": [("late_delivery", "A week late.")]}
        self.open = [
            self._log(plain(deal_date=day, discount_pct=pct, discount_base="list", end_date="2027-02-28", **shared, **late))
            for day, pct in (("2026-03-02", 10), ("2026-04-02", 12))
        ]
        self.third = self._log(plain(deal_date="2026-05-02", logged_by="Ben Ott", department="Sales", **late))
        self._log(plain(vendor="Beta", notes="Nothing to hide."))
        for n in range(3):
            self._log(restricted(n))
        # In one line of the brief what is open and what is not would meet.
        self._log(
            restricted(3, tactics=[("asked early", "failed"), ("waited for zyzzo", "worked")], flexible_on=["payment terms"])
        )
        for n in range(2):
            self._log(restricted(n, vendor=SECRET))
        gone = self._log(restricted(5))
        kb.retract(gone, "Zyzzo reason.")
        gone = self._log(restricted(5, vendor=SECRET))
        kb.retract(gone, "Zyzzo reason.")
        closed = self._log(plain(deal_date="2026-06-02", notes="Open, zyzzo to come.", contact="Zyzzo"))
        kb.edit(closed, restricted(6), 1)
        self.hidden.append(closed)
        self._beside(kb)
        self._imported(kb)
        self._accepted(kb)
        kb.reflect("Acme")
        kb.reflect(SECRET)
        self.model.asked.clear()

    def _beside(self, kb: KnowledgeBase) -> None:
        by = {"by": "Zyzzo Person", "department": "Zyzzo Department"}
        directory.add_alias(kb, SECRET, SECRET_TOO)
        directory.add_note(kb, SECRET, "fiscal year end", "Zyzzo month.", "Zyzzo paper", by="Zyzzo Person")
        events.log(kb, SECRET, "2026-10-01", [("security_incident", "Zyzzo keys.")], note="Zyzzo.", **by)
        playbook.write_notes(kb, SECRET, "Zyzzo notes.", version=0, **by)
        feedback.note(kb, SECRET, "zyzzo line", "helped", happened="Zyzzo happened.", **by)
        feedback.note(kb, "Acme", "waited for zyzzo", "helped", happened="Zyzzo happened.", deal_ids=[self.hidden[0]], **by)
        both = [self.hidden[1], self.open[0]]
        feedback.note(kb, "Acme", "asked early", "did_not_help", happened="Zyzzo happened.", deal_ids=both, **by)
        feedback.note(kb, "Acme", "asked early", "helped", by="Ben Ott", department="Sales", deal_ids=[self.open[0]])
        for vendor in ("Acme", SECRET):
            lesson = next(each for each in playbook.lessons(kb, vendor) if WORD in each.heading)
            playbook.confirm(kb, vendor, lesson.id, title="Zyzzo title", text="Zyzzo words.", **by)
        for flag in watch.flags(kb, SECRET)[:2]:
            watch.review(kb, flag.flag_id, "Zyzzo Person", "Zyzzo review.", department="Zyzzo Department")
        # Who looked at a flag that others see, too, is told; what they said is not.
        late = next(flag for flag in watch.flags(kb, "Acme") if flag.kind == "late_delivery")
        watch.review(kb, late.flag_id, "Ben Ott", "Zyzzo review.", department="Sales", verdict="kept_open")
        kb.edit(self.open[1], plain(deal_date="2026-04-02", discount_pct=13, discount_base="list"), 1)

    def _imported(self, kb: KnowledgeBase) -> None:
        rows = (
            "vendor,deal_date,logged_by,department,outcome,notes,visible_to\n"
            "Acme,2025-11-03,Zyzzo Person,Zyzzo Department,agreed,Zyzzo row.,Board of Zyzzo\n"
            "Acme,2025-12-03,Priya Nair,IT,agreed,Open row.,\n"
        )
        done = commit(kb, plan(rows.encode(), "rows.csv", kb=kb), by="Zyzzo Person")
        self.batch_id = done.batch_id
        self.hidden += [row.deal_id for row in kb.batch(done.batch_id) if row.audience]

    def _accepted(self, kb: KnowledgeBase) -> None:
        text = "Date: 2026-03-05\nFrom: Zyzzo Person\n\nDeal: Acme, 77% off list, with zyzzo patience\n"
        self.report_id = add(kb, [Source("zyzzo.txt", "text", text, "0" * 64)], propose=propose, by="Ben Ott").id
        (found,) = pending(kb)
        self.pending_id = found.id
        receipt = accept(kb, found.id, Deal(**found.proposal.values() | {"department": "IT", "visible_to": ONLY_FOR}), by="Zyzzo")
        self.hidden.append(receipt.deal_id)

    def found(self, value: Any, given: str = "") -> list[str]:
        """Return the marks that stand in a value, with ids of hidden deals, and names of the secret vendor but one `given`."""
        text = said(value)
        names = [each for each in _SECRET_NAMES if each not in given.lower()]
        return [
            *_MARKS.findall(text),
            *(each for each in self.hidden if each in text),
            *(each for each in names if each in text.lower()),
        ]


def said(value: Any) -> str:
    """Return all texts in a value: archives unpacked, iterators run to their ends, properties asked."""
    return "\n".join(_texts(value, 0))


def _texts(value: Any, depth: int) -> Iterator[str]:
    if value is None or isinstance(value, bool | int | float | Decimal | date | datetime | str | BaseException):
        yield str(value)
    elif isinstance(value, bytes):
        yield from _in_bytes(value)
    elif isinstance(value, Path):
        yield from _in_bytes(value.read_bytes())
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(key, depth + 1)
            yield from _texts(each, depth + 1)
    elif is_dataclass(value) and not isinstance(value, type):
        for name in {each.name for each in fields(value)} | _properties(value):
            with suppress(NotImplementedError):
                yield from _texts(getattr(value, name), depth + 1)
    elif isinstance(value, list | tuple | set | frozenset | Iterator):
        for each in value:
            yield from _texts(each, depth + 1)
    else:
        yield repr(value)


def _properties(value: Any) -> set[str]:
    return {name for name in dir(type(value)) if not name.startswith("_") and isinstance(getattr(type(value), name), property)}


def _in_bytes(data: bytes) -> Iterator[str]:
    if not data.startswith(b"PK"):
        yield data.decode("utf-8", "replace")
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            yield name
            yield from _in_bytes(archive.read(name))


def outcome(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the error that it raises, run to its end."""
    try:
        given = call()
        return list(given) if isinstance(given, Iterator) else given
    except Exception as problem:  # noqa: BLE001 - whatever it says is looked at
        return problem

"""What was put into a store by the release before this one, and what a release says of it; runs with either of them.

`previous_store.zip` and `previous_told.json` were made with it out of a working tree of that release (`COMMIT`):
`cd TREE && PYTHONPATH=. python HERE/tests/upgrade/previous.py make HERE/tests/upgrade`. With `told STORE` it says
what is in a store.
"""

import csv
import hashlib
import io
import json
import sys
import tempfile
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from leverage import Deal, KnowledgeBase, Signal, directory, events, exports, feedback, following, inbox, people, playbook, watch
from leverage.embedding import default_embedding
from leverage.inbox import Source

COMMIT = "afa93c7"
STORE, TOLD = "previous_store.zip", "previous_told.json"
TABLES = ("deals", "terms", "tactics", "events", "reviews", "feedback", "vendors")
NOTE = """Debrief with Orbis Cloud, 12 March 2026.
We agreed on a discount of 15% with Orbis Cloud and payment terms of net 45.
Orbis refused to move on the liability cap."""


class Clock:
    """A clock that moves a second at each look, from a day that stays."""

    def __init__(self, start: datetime = datetime(2026, 11, 29, 9, tzinfo=UTC)) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def opened(store: Path) -> KnowledgeBase:
    """Open a store as it was filled: with the embedding that ships, on the same day."""
    return KnowledgeBase.open(store, embedding=default_embedding(), clock=Clock(), timezone="UTC")


def deal(vendor: str, day: str, **more: Any) -> Deal:
    """Return a deal in one line."""
    plain = {"logged_by": "Priya Nair", "department": "IT", "outcome": "agreed"}
    return Deal(**plain | more, vendor=vendor, deal_date=day)


def source(name: str, text: str) -> Source:
    """Return a text for the inbox."""
    return Source(name, "text", text, hashlib.sha256(text.encode()).hexdigest())


def fill(kb: KnowledgeBase) -> None:
    """Fill an empty store with one of everything that the release kept."""
    ours = [
        deal(
            "Microsoft",
            f"2026-0{n}-14",
            product=("Azure", "Power BI")[n % 2],
            discount_pct=10 + n,
            discount_base="list",
            payment_terms="Net 60",
            flexible_on=["payment terms"],
            firm_on=["liability cap"],
            tactics=[("Asked before discussing length", "worked"), ("Waited", "failed")],
            notes=f"Remark {n}: “北京”, naïve, 10 % — and so on.",
            logged_by=("Priya Nair", "P. Nair", "Tom Becker")[n % 3],
            department=("IT", "Information Technology", "Procurement")[n % 3],
            signals=[Signal("price_increase", f"Up by {n} percent from May")] if n < 3 else [],
            notice_days=60,
            end_date="2027-02-01",
            next_meeting="2026-12-10",
        )
        for n in range(1, 7)
    ]
    receipts = kb.log_many([(each, None) for each in ours])
    ids = [each.deal_id for each in receipts]
    kb.edit(
        ids[0], deal("Microsoft", "2026-01-14", discount_pct=12, discount_base="list", notes="Put right."), 1, by="Tom Becker"
    )
    kb.retract(ids[1], "Told twice", by="Priya Nair")
    kb.forget(ids[2])
    kb.log(deal("MSFT Ireland", "2026-05-02", product="Teams", final_price="12.50", currency="EUR", unit="user", quantity="100"))
    kb.log(deal("SAP", "2026-04-03", outcome="no_deal", firm_on=["price"], department="Finance"))
    kb.log(deal("SAP Labs", "2026-06-03", flexible_on=["training"]))
    kb.log(deal("Acme", "2026-02-03", tactics=[("Bundled two contracts", "worked")], annual_value="120000", currency="USD"))
    directory.merge(kb, "MSFT Ireland", "Microsoft", by="Priya Nair")
    undone = directory.merge(kb, "SAP Labs", "SAP", by="Priya Nair")
    directory.undo(kb, undone.id, by="Priya Nair")
    directory.add_alias(kb, "Microsoft", "MSFT")
    directory.set_parent(kb, "SAP Labs", "SAP")
    directory.add_note(kb, "Acme", "Fiscal year", "Ends in June", "Their report", by="Ann")
    directory.rename(kb, "Acme", "Acme Corporation", by="Ann")
    people.merge(kb, "person", "P. Nair", "Priya Nair", by="Ann")
    people.merge(kb, "department", "Information Technology", "IT", by="Ann")
    people.set_left(kb, "Tom Becker", has_left=True, by="Ann")
    feedback.note(
        kb,
        "Microsoft",
        "Waited",
        "helped",
        happened="They called back",
        by="Ann",
        department="Legal",
        deal_ids=[ids[3]],
        key="one",
    )
    events.log(kb, "SAP", "2026-11-02", [Signal("price_increase", "9% from May")], by="Ann", department="Legal", key="two")
    events.log(
        kb, "Microsoft", "2026-11-03", [Signal("security_incident", "Keys were stolen")], by="Ann", department="Legal", key="six"
    )
    flag = watch.flags(kb, "Microsoft")[0]
    watch.review(kb, flag.flag_id, "Ann", "Asked their manager", verdict="dealt_with", department="Legal")
    following.follow(kb, "Ann", "SAP")
    lesson = playbook.lessons(kb, "Microsoft")[0]
    playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    playbook.write_notes(kb, "Microsoft", "By hand: call before the quarter ends.", by="Ann", version=0)
    inbox.add(kb, [source("debrief.txt", NOTE)], by="Ann")
    inbox.add(kb, [source("other.txt", NOTE.replace("Orbis", "Vale").replace("15%", "7%"))], by="Ann")
    taken = next(each for each in inbox.pending(kb) if each.source_name == "other.txt")
    inbox.accept(kb, taken.id, deal("Vale Cloud", "2026-03-12", discount_pct=7), by="Ann")


def let_wait(kb: KnowledgeBase) -> None:
    """Leave a deal waiting as a kill leaves it: told, on disk, and in no bank yet."""
    kb._replay.stop()
    kb._outbox.put(kb._writer.change_of(deal("Later", "2026-07-07", notes="This one waited."), "waiting"))
    kb.close()


def told(kb: KnowledgeBase) -> dict[str, Any]:
    """Return all that people can get out of a store, in JSON types."""
    names = [each.name for each in kb.vendors()]
    said = {
        "vendors": {each.name: each.deal_count for each in kb.vendors()},
        "briefs": {each: kb.brief(each).to_dict() for each in names},
        "recall": {each: [hit.text for hit in kb.recall(each, "was payment moved?", 5)] for each in names},
        "records": {
            row.name: sorted([[record.deal_id, len(record.versions()), record.is_live] for record in records])
            for row, records in kb.records()
        },
        "exports": {each: rows(exports.table_csv(kb, each)) for each in TABLES},
        "retracted": rows(exports.table_csv(kb, "deals", retracted=True)),
        "people": kb.deals_by_name("person"),
        "departments": kb.deals_by_name("department"),
        "followed": following.followed(kb, "Ann"),
        "flags": sorted([each.flag_id, each.status, len(each.reviews)] for each in watch.flags(kb, status="all")),
        "inbox": {state: sorted(each.source_name for each in inbox.pending(kb, state)) for state in ("open", "accepted")},
        "texts": sorted(inbox.source_of(kb, each.id).text for each in inbox.pending(kb)),
        "playbook": {each: playbook.page(kb, each) for each in names},
        "leads": {name: kb.bank_id(name) for name in ("MSFT", "MSFT Ireland", "Acme", "SAP Labs")},
        "waiting": len(kb.waiting()),
    }
    return json.loads(json.dumps(said, default=str, sort_keys=True))  # type: ignore[no-any-return]


def rows(table: bytes) -> list[dict[str, str]]:
    """Return what stands in a file."""
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))


def pack(store: Path, file: Path) -> None:
    """Put a closed store into a file; what is made anew by itself stays outside."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(store.rglob("*")):
            if path.is_file() and not path.name.startswith(("held-by", "store.lock")):
                archive.writestr(
                    zipfile.ZipInfo(path.relative_to(store).as_posix(), (2026, 11, 29, 9, 0, 0)), path.read_bytes(), 8, 9
                )


def make(out: Path, store: Path) -> None:
    """Make the store and what is told of it."""
    with opened(store) as kb:
        fill(kb)
    let_wait(opened(store))
    pack(store, out / STORE)
    with opened(store) as kb:
        (out / TOLD).write_text(json.dumps(told(kb), indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def main(asked: str, place: Path) -> None:
    """Do what is asked."""
    if asked == "make":
        with tempfile.TemporaryDirectory() as folder:
            make(place, Path(folder) / "store")
        return
    with opened(place) as kb:
        if asked == "log":  # a deal that is not everybody's, as an import of that release could bring one
            kb.log(deal("Acme", "2026-08-08", notes="For Finance", visible_to=["Finance"]))
        sys.stdout.write(json.dumps(told(kb)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

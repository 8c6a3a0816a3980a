"""Whatever a person asks, in whatever way, nothing of a deal that is kept from them comes back: no word, number, day or id."""

# ruff: noqa: E501

import importlib
import inspect
import io
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from typing import Any

import pytest

import leverage
from leverage import (
    LeverageError,
    agenda,
    asking,
    backup,
    digest,
    directory,
    erasure,
    events,
    exports,
    extracts,
    feedback,
    following,
    imports,
    inbox,
    keeping,
    last_digest,
    meetings,
    news,
    noting,
    people,
    playbook,
    re_embedding,
    savings,
    situations,
    subscription,
    twins,
    watch,
)
from leverage.access.person import Person
from leverage.access.view import View
from leverage.audit.vendors import vendor_names
from leverage.desk import Desk
from leverage.inbox import decision, origins
from leverage.memory.records import Memory
from leverage.playbook import suggesting
from tests.access.marked import (
    ADMIN,
    CONTRIBUTOR,
    CURATOR,
    NOBODY,
    OTHERS,
    READER,
    SECRET,
    SECRET_TOO,
    WORD,
    Store,
    outcome,
    plain,
    restricted,
)
from tests.inbox.plain_notes import propose

Ask = Callable[[Any, Store, str], Any]

VENDORS = ("Acme", SECRET, SECRET_TOO, "vendor-quornix-ag")
QUESTION = "What did patience, a study and payment terms do for the price, and who was rude or late?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store that is read, and changed by nobody."""
    made = Store(tmp_path_factory.mktemp("marked") / "store")
    yield made
    made.kb.close()


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store that persons change."""
    made = Store(tmp_path_factory.mktemp("changed") / "store")
    yield made
    made.kb.close()


def _plan(kb: Any, text: str) -> imports.Plan:
    return imports.plan(f"vendor,deal_date,logged_by,department,outcome,visible_to\n{text}\n".encode(), "rows.csv", kb=kb)


# What reads, by module and function; `v` is a vendor.
READS: Mapping[str, Ask] = {
    "agenda.entries": lambda kb, s, v: [agenda.entries(kb, days=3_000), agenda.entries(kb, vendor=v, days=3_000)],
    "agenda.next_to_decide": lambda kb, s, v: agenda.next_to_decide(kb, 3_000),
    "audit.vendors.vendor_names": lambda kb, s, v: vendor_names(kb),
    "agenda.stale": lambda kb, s, v: agenda.stale(kb),
    "asking.ask": lambda kb, s, v: [asking.ask(kb, v, QUESTION), asking.ask(kb, v, QUESTION, limit=99, in_words=False)],
    "asking.told_in_words": lambda kb, s, v: asking.told_in_words(kb, asking.ask(kb, v, QUESTION, in_words=False)),
    "digest.digest": lambda kb, s, v: [digest.digest(kb), digest.digest(kb, date(2020, 1, 1), "Priya Nair")],
    "digest.make": lambda kb, s, v: digest.make(kb, date(2020, 1, 1)),
    "directory.known.record": lambda kb, s, v: directory.record(kb, v),
    "directory.known.find_vendor": lambda kb, s, v: directory.known.find_vendor(kb, v),
    "directory.known.others": lambda kb, s, v: directory.others(kb),
    "directory.known.find_change": lambda kb, s, v: directory.known.find_change(kb, "vendor-quornix:x"),
    "directory.known.refuse_merged": lambda kb, s, v: directory.known.refuse_merged(kb, kb.bank_id(v), v),
    "directory.moves.preview_merge": lambda kb, s, v: [
        outcome(lambda: directory.preview_merge(kb, v, "Beta")),
        outcome(lambda: directory.preview_merge(kb, "Beta", v)),
    ],
    "directory.moves.preview_split": lambda kb, s, v: [
        outcome(lambda: directory.preview_split(kb, v, s.open[:1], "New")),
        outcome(lambda: directory.preview_split(kb, v, s.open[:1], SECRET_TOO)),
        *(outcome(partial(directory.preview_split, kb, v, [each], "New")) for each in s.hidden[:1]),
    ],
    "directory.suggesting.suggest": lambda kb, s, v: [directory.suggest(kb, each) for each in (v, "Quornixx", "Quodlibett", "Acm")],
    "erasure.feedback_with": lambda kb, s, v: [erasure.feedback_with(kb, each) for each in s.hidden],
    "erasure.lessons_with": lambda kb, s, v: [erasure.lessons_with(kb, each) for each in s.hidden],
    "erasure.preview_vendor": lambda kb, s, v: erasure.preview_vendor(kb, v),
    "erasure.preview_person": lambda kb, s, v: [erasure.preview_person(kb, "Priya Nair"), erasure.preview_person(kb, "Ben Ott")],
    "events.of": lambda kb, s, v: events.of(kb, v),
    "exports.workbook": lambda kb, s, v: [exports.workbook(kb), exports.workbook(kb, v, retracted=True)],
    "exports.deals_csv": lambda kb, s, v: [exports.deals_csv(kb), exports.deals_csv(kb, v, retracted=True)],
    "exports.terms_csv": lambda kb, s, v: exports.terms_csv(kb, v, retracted=True),
    "exports.tactics_csv": lambda kb, s, v: exports.tactics_csv(kb, v, retracted=True),
    "exports.vendors_csv": lambda kb, s, v: [exports.vendors_csv(kb), exports.vendors_csv(kb, v)],
    "exports.table_csv": lambda kb, s, v: [exports.table_csv(kb, each, v, retracted=True) for each in exports.TABLES],
    "exports.archive": lambda kb, s, v: [exports.archive(kb), exports.archive(kb, v, retracted=True)],
    "exports.choice.choose": lambda kb, s, v: exports.choice.choose(kb, v, retracted=True),
    "exports.naming.export_name": lambda kb, s, v: [exports.export_name(kb), exports.export_name(kb, v)],
    "feedback.of": lambda kb, s, v: feedback.of(kb, v),
    "following.followed": lambda kb, s, v: [following.followed(kb, each) for each in ("Zyzzo Person", "Priya Nair")],
    "following.is_following": lambda kb, s, v: following.is_following(kb, "Priya Nair", v),
    "imports.batches.batches": lambda kb, s, v: imports.batches(kb),
    "imports.committing.preview": lambda kb, s, v: [
        imports.preview(kb, _plan(kb, f"{v},2025-02-03,Ann Lee,IT,agreed,")),
        imports.preview(kb, _plan(kb, "Quornixx AG,2025-02-03,Ann,IT,agreed,")),
    ],
    "imports.mappings.mappings": lambda kb, s, v: imports.mappings(kb),
    "inbox.decision.find_one": lambda kb, s, v: decision.find_one(kb, s.pending_id),
    "inbox.decision.told_at": lambda kb, s, v: [decision.told_at(kb, each, 1) for each in s.hidden],
    "inbox.decision.counting_at": lambda kb, s, v: [decision.counting_at(kb, each) for each in s.hidden],
    "inbox.decision.receipt_of": lambda kb, s, v: [decision.receipt_of(kb, each, plain(vendor=v)).deal_count for each in s.hidden],
    "inbox.origins.accepted_from": lambda kb, s, v: [origins.accepted_from(kb, each) for each in s.hidden],
    "inbox.reports.reports": lambda kb, s, v: inbox.reports(kb),
    "inbox.shelf.pending": lambda kb, s, v: [inbox.pending(kb, each) for each in ("open", "accepted", "merged", "dismissed")],
    "inbox.shelf.find": lambda kb, s, v: inbox.find(kb, s.pending_id),
    "inbox.shelf.source_of": lambda kb, s, v: inbox.source_of(kb, s.pending_id),
    "last_digest.read": lambda kb, s, v: [last_digest.read(kb, each) for each in (None, "Zyzzo Person", "Priya Nair")],
    "meetings.due": lambda kb, s, v: meetings.due(kb, v),
    "news.of_vendor": lambda kb, s, v: news.of_vendor(kb, kb.bank_id(v)),
    "news.entered": lambda kb, s, v: news.entered(kb),
    "noting.of": lambda kb, s, v: [noting.of(kb, v, each) for each in (keeping.EVENTS, keeping.FEEDBACK, keeping.REVIEWS, keeping.LESSONS)],
    "people.book": lambda kb, s, v: people.book(kb),
    "people.known": lambda kb, s, v: people.known(kb),
    "people.suggestions": lambda kb, s, v: people.suggestions(kb),
    "people.like": lambda kb, s, v: people.like(kb, "Zyzo Persson"),
    "playbook.book.page": lambda kb, s, v: playbook.page(kb, v),
    "playbook.book.archive": lambda kb, s, v: playbook.archive(kb, v),
    "playbook.book.leaves": lambda kb, s, v: playbook.leaves(kb, v),
    "playbook.book.decided": lambda kb, s, v: playbook.decided(kb, v),
    "playbook.book.notes": lambda kb, s, v: playbook.notes(kb, v),
    "playbook.book.name_of": lambda kb, s, v: playbook.book.name_of(kb, v),
    "playbook.deciding.lessons": lambda kb, s, v: playbook.lessons(kb, v),
    "playbook.suggesting.suggested": lambda kb, s, v: suggesting.suggested(kb, v),
    "re_embedding.outdated": lambda kb, s, v: re_embedding.outdated(kb),
    "re_embedding.name_of": lambda kb, s, v: re_embedding.name_of(kb),
    "re_embedding.is_set": lambda kb, s, v: re_embedding.is_set(kb, "english"),
    "savings.reading.savings": lambda kb, s, v: [savings.savings(kb), savings.savings(kb, vendor=v)],
    "savings.reading.figures": lambda kb, s, v: [savings.figures(kb), savings.figures(kb, vendor=v)],
    "situations.advising.advise": lambda kb, s, v: situations.advise(kb, v, QUESTION),
    "situations.others.elsewhere": lambda kb, s, v: situations.elsewhere(kb, situations.advise(kb, "Beta", QUESTION)),
    "subscription.whose": lambda kb, s, v: subscription.whose(kb, "no key"),
    "twins.find_twins": lambda kb, s, v: [twins.find_twins(kb, restricted(n, vendor=v)) for n in range(4)],
    "watch.in_words.in_words": lambda kb, s, v: [watch.in_words(kb, flag) for flag in watch.flags(kb, status="all")],
    "watch.watching.flags": lambda kb, s, v: [watch.flags(kb, status="all"), watch.flags(kb, v, "all")],
    "watch.watching.open_counts": lambda kb, s, v: watch.open_counts(kb),
}  # fmt: skip

# What a person does, by module and function: (who at least, what is done). What is done is looked at, and what comes back.
DOES: Mapping[str, Ask] = {
    "events.log": lambda kb, s, v: events.log(kb, v, "2026-11-02", [("lock_in", "No export.")], by="x", department="IT"),
    "feedback.note": lambda kb, s, v: [
        feedback.note(kb, v, "asked early", "helped", by="x", department="IT", deal_ids=s.open[:1]),
        *(outcome(partial(feedback.note, kb, v, "q", "helped", by="x", department="IT", deal_ids=[each])) for each in s.hidden[:1]),
    ],
    "feedback.remove": lambda kb, s, v: [
        outcome(partial(feedback.remove, kb, v, each.id)) for each in feedback.of(s.kb, v) if WORD in repr(each).lower()
    ],
    "events.remove": lambda kb, s, v: [outcome(partial(events.remove, kb, v, each.id)) for each in events.of(s.kb, SECRET)],
    "events.put_back": lambda kb, s, v: [events.put_back(kb, v, each) for each in events.of(s.kb, v)],
    "following.follow": lambda kb, s, v: [following.follow(kb, "x", v), following.followed(kb, kb.person.called)],
    "following.unfollow": lambda kb, s, v: following.unfollow(kb, "x", v),
    "last_digest.remember": lambda kb, s, v: last_digest.remember(kb, "x", kb.now(), [flag.flag_id for flag in watch.flags(kb)]),
    "playbook.handwriting.write_notes": lambda kb, s, v: playbook.write_notes(kb, v, "Ours.", by="x", version=0),
    "playbook.deciding.confirm": lambda kb, s, v: [
        *(outcome(partial(playbook.confirm, kb, v, each.id, by="x")) for each in playbook.lessons(kb, v)[:1]),
        *(outcome(partial(playbook.confirm, kb, v, each.id, by="x")) for each in _lessons(s, v)),
    ],
    "playbook.deciding.edit": lambda kb, s, v: [
        outcome(partial(playbook.edit, kb, v, each.id, by="x", version=each.version, title="Other")) for each in _lessons(s, v)
    ],
    "playbook.deciding.drop": lambda kb, s, v: [outcome(partial(playbook.drop, kb, v, each.id, by="x")) for each in _lessons(s, v)],
    "playbook.deciding.take_back": lambda kb, s, v: [
        outcome(partial(playbook.take_back, kb, v, each.id)) for each in _lessons(s, v)
    ],
    "watch.watching.review": lambda kb, s, v: [
        outcome(partial(watch.review, kb, flag.flag_id, "x", "Seen.", department="IT", verdict="kept_open"))
        for flag in watch.flags(s.kb, v, "all")
    ],
    "watch.watching.reopen": lambda kb, s, v: [
        outcome(partial(watch.reopen, kb, flag.flag_id, "x", "Seen.", department="IT")) for flag in watch.flags(s.kb, v, "all")
    ],
    "inbox.deciding.accept": lambda kb, s, v: inbox.accept(kb, s.pending_id, plain(), by="x"),
    "inbox.deciding.merge": lambda kb, s, v: inbox.merge(kb, s.pending_id, s.third, plain(), 1, by="x"),
    "inbox.deciding.dismiss": lambda kb, s, v: inbox.dismiss(kb, s.pending_id, "No deal.", by="x"),
    "inbox.deciding.take_back": lambda kb, s, v: inbox.take_back(kb, s.pending_id),
    "inbox.undoing.undo": lambda kb, s, v: inbox.undo(kb, s.pending_id, by="x"),
    "inbox.shelf.add": lambda kb, s, v: inbox.add(kb, [_note()], by="x", propose=propose),
    "inbox.scanning.scan": lambda kb, s, v: inbox.scan(kb, s.folder, by="x"),
    "imports.batches.undo": lambda kb, s, v: imports.undo(kb, s.batch_id),
    "imports.mappings.save_mapping": lambda kb, s, v: imports.save_mapping(kb, "Ours", _plan(kb, "Acme,,,,,").columns),
    "imports.mappings.remove_mapping": lambda kb, s, v: imports.remove_mapping(kb, "Ours"),
    "imports.committing.commit": lambda kb, s, v: imports.commit(kb, _plan(kb, "Beta,2025-02-03,Ann Lee,IT,agreed,IT"), by="x"),
    "directory.names.add_alias": lambda kb, s, v: [outcome(partial(directory.add_alias, kb, "Beta", each)) for each in ("B", _name(v))],
    "directory.names.remove_alias": lambda kb, s, v: [directory.remove_alias(kb, "Beta", "B"), directory.remove_alias(kb, v, SECRET_TOO)],
    "directory.names.set_parent": lambda kb, s, v: directory.set_parent(kb, v, "Holding"),
    "directory.names.add_note": lambda kb, s, v: directory.add_note(kb, v, "year end", "June.", "A report", by="x"),
    "directory.names.remove_note": lambda kb, s, v: directory.remove_note(kb, v, "year end"),
    "directory.names.rename": lambda kb, s, v: [
        outcome(partial(directory.rename, kb, "Beta", _name(v))), outcome(partial(directory.rename, kb, v, "New name"))
    ],
    "directory.names.undo_rename": lambda kb, s, v: directory.names.undo_rename(kb, kb.bank_id(v), "vendor-quornix:x", "x"),
    "directory.moves.split": lambda kb, s, v: [
        outcome(partial(directory.split, kb, v, each, "New")) for each in ([s.third], s.hidden[:1], [s.open[0], s.hidden[0]])
    ],
    "directory.moves.merge": lambda kb, s, v: [
        outcome(partial(directory.merge, kb, "New", v)), outcome(partial(directory.merge, kb, v, "Beta"))
    ],
    "directory.moves.undo": lambda kb, s, v: [
        outcome(partial(directory.undo, kb, each.id)) for each in directory.record(s.kb, "Beta").moves if each.kind == "merge"
    ],
    "people.merge": lambda kb, s, v: people.merge(kb, "person", "Ben Ott", "Priya Nair"),
    "people.undo": lambda kb, s, v: [people.undo(kb, each.id) for each in people.book(kb).changes[-1:]],
    "people.set_left": lambda kb, s, v: people.set_left(kb, "Ben Ott", has_left=True),
    "erasure.erase_deal": lambda kb, s, v: [outcome(partial(erasure.erase_deal, kb, each)) for each in s.hidden],
    "erasure.erase_vendor": lambda kb, s, v: erasure.erase_vendor(kb, v),
    "erasure.erase_person": lambda kb, s, v: erasure.erase_person(kb, "Ben Ott"),
    "backup.writing.write": lambda kb, s, v: backup.write(kb, io.BytesIO()),
    "backup.writing.fill": lambda kb, s, v: backup.writing.fill(kb, io.BytesIO()),
    "re_embedding.re_embed": lambda kb, s, v: re_embedding.re_embed(kb),
    "repairs.check": lambda kb, s, v: kb.check(),
    "repairs.repair": lambda kb, s, v: kb.repair(),
}  # fmt: skip

# Neither: each is part of what is called above, and why it is not called itself.
EXEMPT: Mapping[str, str] = {
    "directory.known.change": "writes: part of acts",
    "directory.known.make_free": "writes: part of acts",
    "directory.moves.stayed": "takes what an undo gives",
    "imports.batches.begin": "part of an import",
    "imports.batches.finish": "part of an import",
    "imports.batches.note_aliases": "part of an import",
    "imports.batches.finish_undos": "the machine's own, at its start",
    "imports.standing.ask_about_twins": "part of a plan, which a preview reads",
    "inbox.decision.note": "writes: part of acts",
    "inbox.decision.may_open_again": "whether a decision that is at hand may be taken back",
    "inbox.decision.refuse_others": "part of taking a decision back",
    "inbox.reports.keep_report": "writes: part of acts",
    "inbox.undoing.bring_back": "writes: part of accepting",
    "inbox.watermark.read_mark": "hashes of files' states",
    "inbox.watermark.keep_mark": "writes: part of a scan",
    "noting.at_home": "holds a bank for those who write",
    "noting.put": "writes: part of acts",
    "noting.in_turn": "holds a bank for those who write",
    "noting.write": "writes: part of acts",
    "noting.take_out": "writes: part of acts",
    "playbook.deciding.put_back": "takes a lesson that was given",
    "playbook.proving.prove": "on an empty store of its own",
    "metrics.metrics": "counts of the whole store, for whoever shows the token",
    "readiness.readiness": "whether the store can be reached, and how many changes wait",
    "replicas.ended.agree": "hashes of ended sign-ins",
    "replicas.ended.share": "hashes of ended sign-ins",
    "subscription.key": "the secret of the person's own calendar",
    "subscription.renew": "the secret of the person's own calendar",
    "subscription.drop": "the machine's own, where somebody may no longer sign in",
}


def _note() -> inbox.Source:
    return inbox.Source("call.txt", "text", "Date: 2026-03-06\nFrom: Ann Lee\n\nDeal: Beta, 5% off list\n", "1" * 64)


def _name(vendor: str) -> str:
    return SECRET if vendor.startswith("vendor-") else vendor


def _lessons(s: Store, vendor: str) -> list[playbook.Lesson]:
    return [*playbook.decided(s.kb, vendor), *playbook.lessons(s.kb, vendor)]


# What the view itself answers, by name.
METHODS: Mapping[str, Ask] = {
    "bank": lambda kb, s, v: _bank(kb.bank(v), s),
    "bank_id": lambda kb, s, v: kb.bank_id(v),
    "banks": lambda kb, s, v: [_bank(kb.banks.bank(each), s) for each in ("vendor-acme", "vendor-quornix-ag", kb.bank_id(v))],
    "batch": lambda kb, s, v: kb.batch(s.batch_id),
    "brief": lambda kb, s, v: [kb.brief(v), kb.brief(v, "2025-06-30"), kb.brief(v, product="Zyzzo Suite".upper()).deals],
    "count": lambda kb, s, v: [kb.count(v) - len(kb.deals(v)), kb.count(department="Zyzzo Department")],
    "deal": lambda kb, s, v: [kb.deal(each) for each in s.hidden],
    "deals": lambda kb, s, v: kb.deals(v),
    "deals_by_name": lambda kb, s, v: [kb.deals_by_name("person"), kb.deals_by_name("department")],
    "departments": lambda kb, s, v: kb.departments(),
    "entered_by": lambda kb, s, v: kb.entered_by,
    "home_of": lambda kb, s, v: [kb.home_of(each) for each in s.hidden],
    "inbox": lambda kb, s, v: [
        [kb.inbox.all(each) for each in ("open", "decided", "erased", "source", "text", "told", "report", "mark")],
        [kb.inbox.of_deal(each) for each in s.hidden],
        kb.inbox.listed("decided", repr),
        kb.inbox.read([f"proposal:{s.pending_id}", *kb.inbox.names("source"), *kb.inbox.names("text")]),
    ],
    "ask_index": lambda kb, s, v: kb.ask_index(lambda index: _index(index, s)),
    "kept_narrative": lambda kb, s, v: kb.kept_narrative(kb.brief(v)),
    "mover": lambda kb, s, v: [
        [kb.mover.held(each), kb.mover.record(each)] for each in ("vendor-acme", "vendor-quornix-ag", "vendor-quodlibet")
    ],
    "names": lambda kb, s, v: kb.names(),
    "narrative": lambda kb, s, v: kb.narrative(kb.brief(v)),
    "narrator": lambda kb, s, v: [kb.narrator.changed_since(kb.brief(v)), kb.narrator.find(kb.brief(v)), kb.narrator.says_where()],
    "people": lambda kb, s, v: kb.people(),
    "projection": lambda kb, s, v: [
        [[kb.projection.of(each, bank), list(kb.projection.each(each))] for each in extracts.declared()]
        for bank in ("vendor-acme", "vendor-quornix-ag")
    ]
    + [outcome(lambda: kb.projection.material("vendor-quornix-ag")), kb.projection.material("vendor-acme")],
    "recall": lambda kb, s, v: [kb.recall(v, "patience price rival", 99), kb.recall(v, "all", 99, facet="tactic")],
    "record": lambda kb, s, v: [kb.record(each) for each in s.hidden],
    "records": lambda kb, s, v: [*kb.records(), *kb.records(v)],
    "reflect": lambda kb, s, v: kb.reflect(v),
    "registry": lambda kb, s, v: [kb.registry.record(each) for each in ("vendor-acme", "vendor-quornix-ag")],
    "retracted": lambda kb, s, v: kb.retracted(v),
    "revision": lambda kb, s, v: kb.revision(v),
    "sees_import": lambda kb, s, v: kb.sees_import(s.batch_id, None) or None,
    "set_aside": lambda kb, s, v: kb.set_aside(),
    "set_aside_files": lambda kb, s, v: kb.set_aside_files(),
    "outbox_counts": lambda kb, s, v: kb.outbox_counts(),
    "trail": lambda kb, s, v: kb.trail.rows(),
    "vendor": lambda kb, s, v: kb.vendor(v),
    "vendors": lambda kb, s, v: kb.vendors(),
    "view": lambda kb, s, v: kb.view(ADMIN),
    "waiting": lambda kb, s, v: kb.waiting(),
    "asked_model": lambda kb, s, v: kb.asked_model.find(kb.brief(v)),
    "eraser": lambda kb, s, v: kb.eraser.let_go("vendor-quornix-ag"),
    "browser_notes": lambda kb, s, v: kb.browser_notes.count_person(["Zyzzo Person"]),
    "made_for_views": lambda kb, s, v: list(kb.made_for_views.values()),
    "rebuild_index": lambda kb, s, v: kb.rebuild_index(),
    "check": lambda kb, s, v: kb.check(),
    "repair": lambda kb, s, v: kb.repair(),
    "forget": lambda kb, s, v: [outcome(partial(kb.forget, each)) for each in s.hidden],
    "change_names": lambda kb, s, v: kb.change_names(lambda book: book),
    "withdraw": lambda kb, s, v: kb.withdraw(s.batch_id),
    "edit": lambda kb, s, v: [outcome(partial(kb.edit, each, plain(), 1)) for each in s.hidden],
    "retract": lambda kb, s, v: [outcome(partial(kb.retract, each, "Why not.")) for each in s.hidden],
    "restore": lambda kb, s, v: [outcome(partial(kb.restore, each)) for each in s.hidden],
    "announce": lambda kb, s, v: kb.announce(None),
}  # fmt: skip

_CHANGES = frozenset(
    [
        "eraser",
        "browser_notes",
        "made_for_views",
        "rebuild_index",
        "check",
        "repair",
        "forget",
        "change_names",
        "withdraw",
        "edit",
        "retract",
        "restore",
        "announce",
    ]
)
_BLIND = frozenset(  # what tells nothing of a deal to anybody
    [
        "asked_model",
        "bank_id",
        "count",
        "directory.known.find_change",
        "directory.known.refuse_merged",
        "entered_by",
        "erasure.feedback_with",
        "erasure.lessons_with",
        "erasure.preview_person",
        "exports.naming.export_name",
        "following.followed",
        "following.is_following",
        "imports.mappings.mappings",
        "inbox.decision.counting_at",
        "inbox.decision.receipt_of",
        "kept_narrative",
        "last_digest.read",
        "meetings.due",
        "names",
        "narrative",
        "narrator",
        "people.book",
        "people.suggestions",
        "playbook.book.archive",
        "playbook.book.name_of",
        "re_embedding.is_set",
        "re_embedding.name_of",
        "re_embedding.outdated",
        "revision",
        "sees_import",
        "set_aside",
        "outbox_counts",
        "set_aside_files",
        "subscription.whose",
        "view",
        "waiting",
        "watch.in_words.in_words",
    ]
)

_NEVER_ALIKE = frozenset(
    ["exports.workbook", "exports.archive", "imports.committing.preview", "watch.in_words.in_words", "revision"]
)

# Acts on a vendor that is not known.
ACTS_ON: Mapping[str, Ask] = {
    "events.log": DOES["events.log"],
    "feedback.note": lambda kb, s, v: feedback.note(kb, v, "asked early", "helped", by="x", department="IT"),
    "follow": lambda kb, s, v: following.follow(kb, "x", v),
    "unfollow": lambda kb, s, v: following.unfollow(kb, "x", v),
    "notes": lambda kb, s, v: playbook.write_notes(kb, v, "Ours.", by="x", version=0),
    "lesson": lambda kb, s, v: playbook.drop(kb, v, "x", by="x"),
    "alias": lambda kb, s, v: directory.add_alias(kb, v, "Other"),
    "rename": lambda kb, s, v: directory.rename(kb, v, "Other"),
    "parent": lambda kb, s, v: directory.set_parent(kb, v, "Other"),
    "note": lambda kb, s, v: directory.add_note(kb, v, "year end", "June.", "A report", by="x"),
    "merge into": lambda kb, s, v: directory.merge(kb, "Beta", v),
    "merge from": lambda kb, s, v: directory.merge(kb, v, "Beta"),
    "split": lambda kb, s, v: directory.split(kb, v, [s.third], "Other"),
    "remove": lambda kb, s, v: feedback.remove(kb, v, "x"),
}  # fmt: skip

_SAY_NOTHING = frozenset(
    [
        "act",
        "as_seen",
        "away",
        "begin_of",
        "bring_in",
        "catch_up",
        "close",
        "course",
        "day_of",
        "ensure_ready",
        "finish_undos",
        "hidden_deals",
        "is_by",
        "is_catching_up",
        "is_kept_back",
        "is_whole",
        "log",
        "log_many",
        "may",
        "may_change",
        "may_take_out",
        "name_of",
        "need",
        "note",
        "now",
        "open",
        "permit",
        "person",
        "rates",
        "refuse_unseen",
        "recycle",
        "refuse_others_import",
        "sharing",
        "signed",
        "today",
        "undoing",
    ]
)


def _bank(bank: Any, s: Store) -> list[Any]:
    ids = list(s.kb.banks.bank(bank.bank_id).records())
    return [
        bank.records(),
        bank.records(ids),
        bank.memories(ids),
        bank.recall("patience price", 99),
        [outcome(partial(bank.ids_of_deal, each)) for each in s.hidden],
        bank.ids_of_deals(s.hidden),
        Desk(bank._banks).records() and None,
    ]


def _index(index: Any, s: Store) -> list[Any]:
    return [
        index.deals(),
        index.retracted_deals(),
        index.vendor_rows(),
        index.vendor_names(),
        index.vendors(),
        index.people(),
        index.departments(),
        index.deals_by_name("person"),
        index.count(None, None, None),
        index.banks_of(s.hidden),
        index.batch(s.batch_id),
        index.revisions().keys(),
        index.unsettled(),
        [index.home(each) for each in ("vendor-quodlibet",)] == ["vendor-quodlibet"] or ["quornix"],
        [index.deal(each) or index.retracted(each) for each in s.hidden],
        [index.retracted_in(each) for each in ("vendor-acme", "vendor-quornix-ag")],
        index.vendors("vendor-quornix-ag"),
    ]


def _given(name: str, vendor: str) -> str:
    """Return which names of the secret vendor a call was given, and may so give back."""
    typed = ("preview", "suggest", "accepted", "directory.", "export_name", "mover", "registry", "projection", "banks")
    return "quornix quodlibet" if any(each in name for each in typed) else vendor


@pytest.mark.parametrize("person", OTHERS, ids=lambda person: f"{person.role} {person.email}")
@pytest.mark.parametrize("asked", [READS, METHODS], ids=["functions", "methods"])
def test_nothing_that_reads_tells_of_a_hidden_deal(store: Store, person: Person, asked: Mapping[str, Ask]) -> None:
    """Neither what is returned nor what is raised, nor what the model is told; nothing breaks on the way."""
    view = store.kb.view(person)
    found = {}
    for name, ask in asked.items():
        for vendor in VENDORS:
            told = outcome(partial(ask, view, store, vendor))
            assert not isinstance(told, Exception) or isinstance(told, LeverageError), (name, vendor, repr(told))
            if marks := store.found(told, _given(name, vendor)):
                found[name, vendor] = marks[:3]
    assert not found
    assert not store.found(store.model.asked, "quornix")


def test_the_same_questions_tell_an_administrator(store: Store) -> None:
    """Else the marks would not be where these questions look."""
    view = store.kb.view(ADMIN)
    for person in OTHERS:  # who look first, and whose answers are kept
        for ask in READS.values():
            outcome(partial(ask, store.kb.view(person), store, "Acme"))
    told = {name: ask for name, ask in {**READS, **METHODS}.items() if name not in _CHANGES}
    blind = {
        name for name, ask in told.items() if not any(store.found(outcome(partial(ask, view, store, v)), v) for v in VENDORS[:2])
    }
    assert blind == _BLIND, sorted(blind ^ _BLIND)


@pytest.mark.parametrize("person", [READER, NOBODY, CONTRIBUTOR, CURATOR], ids=lambda person: f"{person.role} {person.email}")
def test_nothing_that_is_done_tells_of_a_hidden_deal(changed: Store, person: Person) -> None:
    """Neither the answer to an act, nor its refusal; and nothing that is read afterwards."""
    view = changed.kb.view(person)
    found = {}
    for name, ask in {**DOES, **READS}.items():
        for vendor in VENDORS:
            told = outcome(partial(ask, view, changed, vendor))
            assert not isinstance(told, Exception) or isinstance(told, LeverageError), (name, vendor, repr(told))
            if marks := changed.found(told, _given(name, vendor)):
                found[name, vendor] = marks[:3]
    assert not found
    hidden = [changed.kb.record(each) for each in changed.hidden]
    assert [(each.values["visible_to"], each.version) for each in hidden if each] == changed.before
    assert not changed.found(changed.model.asked, "quornix")


@pytest.mark.parametrize("person", [READER, CURATOR], ids=lambda person: person.role)
def test_a_vendor_whose_deals_are_all_hidden_is_as_one_that_is_unknown(store: Store, person: Person) -> None:
    """Whatever is asked or tried answers in the same words for both; only the number of deals for others tells them apart."""
    view = store.kb.view(person)
    told: dict[str, list[str]] = {}
    by_name = {name: ask for name, ask in {**READS, **METHODS}.items() if name not in {*_CHANGES, *_NEVER_ALIKE}}
    for vendor in (SECRET, "Nowhere AG"):
        for name, ask in {**by_name, **ACTS_ON}.items():
            said = repr(outcome(partial(ask, view, store, vendor)))
            said = re.sub(r"restricted=\d+|datetime\(.*?\)|datetime.datetime\(.*?\)", "", said)
            said = re.sub("(?i)nowhere([ -])ag", r"Quornix\1AG", said)
            told.setdefault(name, []).append(said.lower())
    assert {name: both for name, both in told.items() if both[0] != both[1]} == {}


def test_every_function_and_method_is_asked() -> None:
    """One that is new has to be put on one of the lists."""
    there = set()
    for module in pkgutil.walk_packages(leverage.__path__, "leverage."):
        if module.name.endswith("__main__"):
            continue
        for name, function in vars(importlib.import_module(module.name)).items():
            if name.startswith("_") or not inspect.isfunction(function) or function.__module__ != module.name:
                continue
            if next(iter(inspect.signature(function).parameters), "") == "kb":
                there.add(f"{module.name.removeprefix('leverage.')}.{name}")
    listed = [*READS, *DOES, *EXEMPT]
    assert len(set(listed)) == len(listed)
    assert {each for each in there if not each.startswith("cli.")} == set(listed)


def test_every_method_and_attribute_of_a_view_is_asked(store: Store) -> None:
    """One that is new has to be put on one of the lists; what a view does not know itself is the whole's."""
    there = {each for each in {*dir(View), *vars(store.kb), *vars(store.kb.view(READER))} if not each.startswith("_")}
    assert there == {*METHODS, *_SAY_NOTHING}


@pytest.mark.parametrize("person", OTHERS, ids=lambda person: f"{person.role} {person.email}")
def test_outside_an_act_nothing_is_written(store: Store, person: Person) -> None:
    """Whichever part of a view is asked to write refuses, and the files stay as they are."""
    view = store.kb.view(person)
    before = _state(store)
    memory = Memory("a", "A text.", facet="notes")
    row = store.kb.ask_index(lambda index: index.deals())[0]
    bank = view.banks.bank("vendor-acme")
    record = view.registry.record("vendor-acme")
    writes: list[Callable[[], Any]] = [
        lambda: bank.retain([memory]),
        lambda: bank.erase(bank.ids_of_deal(store.open[0])),
        lambda: view.banks.write("vendor-acme", ["A text."], lambda collection, vectors: None),
        lambda: view.bank("Acme").retain([memory]),
        lambda: view.registry.change("vendor-acme", lambda known: known.next(parent="X")),
        lambda: view.registry.rewrite("vendor-acme", lambda known: known.next(parent="X")),
        lambda: view.registry.open("vendor-new", record),
        lambda: view.mover.move("vendor-acme", "vendor-beta", None),
        lambda: view.mover.finish(),
        lambda: view.projection.reset(),
        lambda: view.inbox.write({"proposal:x": {"version": 1, "state": "open"}}),
        lambda: view.inbox.remove(view.inbox.all("decided")),
        lambda: view.narrator.forget_all(),
        lambda: view.narrator.forget("vendor-acme"),
        lambda: view.eraser.erase_vendor("vendor-acme"),
        lambda: view.browser_notes.forget_person(["Ben Ott"]),
        lambda: view.trail.note(person, "log"),
        lambda: view.withdraw(store.batch_id),
        lambda: view.ask_index(lambda index: index.put([row])),
        lambda: view.ask_index(lambda index: index.remove_deals([row.deal_id])),
        lambda: view.ask_index(lambda index: index.note("x", "y")),
        lambda: view.ask_index(lambda index: index.hide({row.deal_id: "[]"})),
        lambda: view.ask_index(lambda index: index.reset()),
        lambda: view.ask_index(lambda index: index.compact()),
        lambda: Desk(view.banks).write("x", {}, 1),
        lambda: Desk(view.banks).remove("names"),
        lambda: keeping.keep(view.banks, "vendor-acme", {"event:x": events.of(view, "Acme")}),
    ]
    for n, write in enumerate(writes):
        assert isinstance(outcome(write), AssertionError | AttributeError | LeverageError), n
        assert _state(store) == before, n


def _state(store: Store) -> Any:
    kb = store.kb
    held = {bank_id: kb.banks.bank(bank_id).records() for bank_id in kb.banks.engine.bank_ids()}
    return held, kb.ask_index(lambda index: (index.deals(), index.retracted_deals(), index.vendor_rows(), index.noted("x")))

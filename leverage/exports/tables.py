"""The rows of each exported table, in the order of its columns."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from leverage.cells import record_values
from leverage.confidence import confidence_label
from leverage.deals import SCHEMA, Deal
from leverage.exports.choice import ChosenDeal, ChosenVendor
from leverage.exports.columns import COLUMNS_OF, DEALS, DICTIONARY, EVENTS, FEEDBACK, REVIEWS, TABLES, TACTICS, TERMS, VENDORS
from leverage.signals import label_of
from leverage.spellings import distinct
from leverage.terms import early_payment_value, net_days, payment_terms_label
from leverage.text import fold
from leverage.vendor_records import VendorNote
from leverage.wording import show_day

Row = tuple[object, ...]


def rows_of(table: str, chosen: Iterable[ChosenVendor]) -> Iterator[Row]:
    """Yield the rows of one table for the vendors and deals of an export."""
    if table == DICTIONARY:
        return _dictionary_rows()
    return chain.from_iterable(map(_ROWS[table], chosen))


def _deal_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.deals:
        record, deal = each.record, each.deal
        gone, first = record.retraction, record.versions()[-1]
        changed = record.version > first.version
        yield (
            *record_values(deal).values(),
            *_computed(vendor, deal),
            _status(each),
            gone.reason if gone else None,
            gone.at if gone else None,
            *((record.origin.batch, record.origin.source) if record.origin else ("", "")),
            first.deal().logged_by,
            record.changed_at if changed else None,
            record.changed_by if changed else None,
            vendor.bank_id,
            record.deal_id,
            record.version,
            record.entered_at,
            SCHEMA,
        )


def _computed(vendor: ChosenVendor, deal: Deal) -> Row:
    """Return what is worked out from a deal; a date only where the brief shows one for this very deal."""
    terms = deal.payment_terms
    deadline = vendor.deadlines.get(str(deal.deal_id))
    return (
        vendor.record.name,
        vendor.names.name("person", deal.logged_by),
        vendor.names.name("department", deal.department),
        payment_terms_label(terms) if terms else None,
        net_days(terms) if terms else None,
        early_payment_value(terms) if terms else None,
        deadline.end_date if deadline else None,
        (deadline.notice_by or deadline.notice_passed) if deadline else None,
    )


def _term_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.deals:
        for stance, terms in (("flexible", each.deal.flexible_on), ("firm", each.deal.firm_on)):
            for term in terms:
                yield (*_head(vendor, each.deal), term, stance, *_tail(each))


def _tactic_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.deals:
        for tried in each.deal.tactics:
            yield (*_head(vendor, each.deal), tried.tactic, tried.result, *_tail(each))


def _event_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.beside.events:
        for signal in each.signals:
            told = (each.id, each.day, signal.kind, signal.quote, each.product, each.note)
            yield (vendor.record.name, vendor.bank_id, *told, each.by, each.department, each.at)


def _review_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.beside.reviews:
        told = (each.flag_id, label_of(each.kind), each.topic, each.raised_on, each.verdict, each.note, each.date)
        yield (
            *(vendor.record.name, vendor.bank_id, *told, each.deal_ids, each.event_ids),
            *(each.by, each.department, each.at),
        )


def _feedback_rows(vendor: ChosenVendor) -> Iterator[Row]:
    for each in vendor.beside.feedback:
        told = (each.id, each.date, each.kind, each.about, each.verdict, each.happened, each.deal_ids)
        yield (vendor.record.name, vendor.bank_id, *told, each.by, each.department, each.at)


def _vendor_rows(vendor: ChosenVendor) -> Iterator[Row]:
    record, names, live = vendor.record, vendor.names, vendor.live
    if not vendor.deals:
        return
    yield (
        record.name,
        vendor.bank_id,
        record.aliases,
        record.parent,
        tuple(map(_note, record.notes)),
        len(live),
        confidence_label(len(live)),
        live[0].deal_date if live else None,
        tuple(sorted(distinct(names.name("department", deal.department) for deal in live), key=fold)),
        tuple(sorted(distinct(names.name("person", deal.logged_by) for deal in live), key=fold)),
        len(vendor.deals),
    )


def _dictionary_rows() -> Iterator[Row]:
    for table in TABLES:
        for each in COLUMNS_OF[table]:
            yield (table, each.name, each.label, each.meaning, each.type, each.unit, each.written, each.on_import)


def _head(vendor: ChosenVendor, deal: Deal) -> Row:
    return (vendor.record.name, vendor.bank_id, deal.deal_id, deal.deal_date)


def _tail(chosen: ChosenDeal) -> Row:
    deal = chosen.deal
    return (deal.logged_by, deal.department, deal.product, deal.kind, deal.outcome, _status(chosen))


def _status(chosen: ChosenDeal) -> str:
    return "live" if chosen.record.is_live else "retracted"


def _note(note: VendorNote) -> str:
    about = f"{note.topic}: {note.text}" if note.topic else note.text
    return f"{about} (from: {note.source}; noted by {note.noted_by}, {show_day(note.noted_at.date())})"


_ROWS: dict[str, Callable[[ChosenVendor], Iterator[Row]]] = {
    DEALS: _deal_rows,
    TERMS: _term_rows,
    TACTICS: _tactic_rows,
    EVENTS: _event_rows,
    REVIEWS: _review_rows,
    FEEDBACK: _feedback_rows,
    VENDORS: _vendor_rows,
}

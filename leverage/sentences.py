"""A deal in words: explicit sentences, one facet each, that a question can meet."""

import re
from collections.abc import Callable, Iterator, Sequence

from leverage.deals import Deal
from leverage.embedding import default_embedding
from leverage.memory.records import Memory
from leverage.signals import MINOR, Signal
from leverage.wording import KINDS, join_words, show_base, show_count, show_day, show_money, show_number, show_percent

MOST_NOTE_TOKENS = 200  # the embedding sees 256; the rest is for “Note: ” and for safety
_TOKENS_PER_CHARACTER = 3  # at most: a Hangul syllable falls into three

_NOTE = "Note: "
_TWO_ENDS = re.compile(r"([.!?…。！？][\"'”’)\]]*)\.$")
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])\s+|\n+")
_IS_ENDED = re.compile(r"[.!?…。！？][”\"“»]$")
_WHAT_HAPPENED = {
    "agreed": "agreed a deal with",
    "renewed_as_is": "renewed as it stood with",
    "walked_away": "walked away from a deal with",
    "no_deal": "negotiated and made no deal with",
    "open": "is in talks with",
    "unknown": "dealt with",
}
_RESULT = {
    "worked": "This tactic WORKED.",
    "failed": "This tactic FAILED.",
    "mixed": "This tactic had MIXED results.",
    "unclear": "Its result is UNCLEAR.",
}


def memories_of(deal: Deal, deal_id: str) -> list[Memory]:
    """Return a deal's memories, the summary first: sentences that name the vendor and stand on their own.

    Ids are `<deal id>:<facet>:<n>`. Who, department and day go with every memory, so the sentences that several
    deals share keep the same words.
    """
    memories: list[Memory] = []
    for facet, said, result in _sentences(deal):
        text = said if facet == "notes" and said.startswith(_NOTE) else _ended_once(said)
        n = sum(memory.facet == facet for memory in memories)
        memories.append(
            Memory(
                f"{deal_id}:{facet}:{n}",
                text,
                deal_id=deal_id,
                facet=facet,
                deal_date=deal.deal_date,
                logged_by=deal.logged_by,
                department=deal.department,
                result=result,
                version=deal.version or 1,
                product=deal.product,
            )
        )
    return memories


def summary_id(deal_id: str) -> str:
    """Return the id of the memory that carries a deal's record."""
    return f"{deal_id}:summary:0"


def signal_sentence(opening: str, signal: Signal) -> str:
    """Return a signal as a sentence of what was quoted, with one full stop at its end; a remark needs no kind in it."""
    kind = "" if signal.kind == MINOR else f"{signal.label.lower()}: "
    return f"{opening}: {kind}{signal.quoted}{'' if _IS_ENDED.search(signal.quoted) else '.'}"


def split_note(text: str, most_tokens: int = MOST_NOTE_TOKENS) -> list[str]:
    """Return a note in pieces of at most `most_tokens` tokens, cut at sentences, else at words, else anywhere."""

    def fits(piece: str) -> bool:
        return _fits(piece, most_tokens)

    pieces: list[str] = []
    for sentence in filter(None, (part.strip() for part in _SENTENCE_END.split(text))):
        joined = f"{pieces[-1]} {sentence}" if pieces else sentence
        if pieces and fits(joined):
            pieces[-1] = joined
        else:
            pieces.extend(_cut(sentence, fits))
    return pieces


def _fits(text: str, most_tokens: int = MOST_NOTE_TOKENS) -> bool:
    return len(text) * _TOKENS_PER_CHARACTER < most_tokens or default_embedding().token_count(text) <= most_tokens


def _listed(opening: str, items: Sequence[str]) -> Iterator[str]:
    """Yield the items as sentences with the same opening, as many as it takes for each to be read whole."""
    told: list[str] = []
    for item in items:
        if told and not _fits(f"{opening}{', '.join([*told, item])}."):
            yield f"{opening}{', '.join(told)}."
            told = []
        told.append(item)
    if told:
        yield f"{opening}{', '.join(told)}."


def _sentences(deal: Deal) -> Iterator[tuple[str, str, str | None]]:
    vendor = deal.vendor
    yield "summary", _summary(deal), deal.outcome
    yield from (("price", text, None) for text in _price(deal))
    if deal.payment_terms:
        agreed = "agreed" if deal.is_agreed else "discussed, not agreed,"
        yield "payment", f"Payment terms: {deal.payment_terms} {agreed} with {vendor}.", None
    if deal.billing_frequency:
        yield "payment", f"Billing frequency with {vendor}: {deal.billing_frequency}.", None
    yield from (("flexible", text, None) for text in _listed(f"{vendor} was flexible on: ", deal.flexible_on))
    yield from (("firm", text, None) for text in _listed(f"{vendor} was firm and refused to move on: ", deal.firm_on))
    for each in deal.tactics:
        yield "tactic", f"Tactic used with {vendor}: “{each.tactic}”. {_RESULT[each.result]}", each.result
    yield from (("dates", text, None) for text in _dates(deal))
    yield from (("notes", text, None) for text in _further(deal))
    for piece in split_note(deal.notes) if deal.notes else ():
        yield "notes", f"{_NOTE}{piece}", None


def _ended_once(sentence: str) -> str:
    """Return a sentence whose last words brought a full stop, or another end, of their own without a second one."""
    return _TWO_ENDS.sub(r"\1", sentence)


def _summary(deal: Deal) -> str:
    about = f" for {deal.product}" if deal.product else ""
    details = [
        KINDS[deal.kind].lower() if deal.kind else "",
        f"{show_number(deal.quantity)} {deal.unit or 'units'}" if deal.quantity else "",
        show_count(deal.term_months, "month") if deal.term_months else "",
    ]
    told = ", ".join(filter(None, details))
    end = " How it ended is not recorded." if deal.outcome == "unknown" else ""
    bought = f" It was bought through the reseller {deal.reseller}." if deal.reseller else ""
    return (
        f"On {show_day(deal.deal_date)} {deal.logged_by}, {deal.department}, {_WHAT_HAPPENED[deal.outcome]} {deal.vendor}"
        f"{about}{f' ({told})' if told else ''}.{end}{bought}"
    )


def _price(deal: Deal) -> Iterator[str]:
    vendor, about = deal.vendor, f" for {deal.product}" if deal.product else ""
    if deal.discount_pct is not None:
        discount = f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)}"
        if deal.is_agreed:
            yield f"Discount achieved: {discount} was agreed with {vendor}{about}."
        else:
            yield f"Discount discussed, not agreed: {discount} with {vendor}{about}."
    prices = [
        f"{name} {show_money(amount, deal.currency)}"
        for name, amount in (
            ("list price", deal.list_price),
            ("first quote", deal.quoted_price),
            ("final price", deal.final_price),
        )
        if amount is not None
    ]
    if prices:
        yield f"Prices per {deal.unit or 'unit'} with {vendor}{about}: {join_words(prices)}."
    values = [
        f"{show_money(amount, deal.currency)} {name}"
        for name, amount in (("a year", deal.annual_value), ("in total", deal.total_value))
        if amount is not None
    ]
    if values:
        yield f"Contract value with {vendor}{about}: {join_words(values)}."
    uplift = [
        f"{show_percent(amount)} {name}"
        for name, amount in (
            ("asked", deal.uplift_asked_pct),
            ("agreed", deal.uplift_agreed_pct),
            ("as the cap for later ones", deal.uplift_cap_pct),
        )
        if amount is not None
    ]
    if uplift:
        yield f"Price increase (uplift) by {vendor}{about}: {join_words(uplift)}."


def _dates(deal: Deal) -> Iterator[str]:
    told = [
        f"starts {show_day(deal.start_date)}" if deal.start_date else "",
        f"ends {show_day(deal.end_date)}" if deal.end_date else "",
        {True: "renews itself", False: "does not renew itself", None: ""}[deal.auto_renews]
        + (f" for {show_count(deal.renewal_term_months, 'month')}" if deal.auto_renews and deal.renewal_term_months else ""),
        f"needs {show_count(deal.notice_days, 'day')} of notice" if deal.notice_days is not None else "",
    ]
    if any(told):
        about = f" for {deal.product}" if deal.product else ""
        yield f"The contract with {deal.vendor}{about} {join_words(list(filter(None, told)))}."
    if deal.next_meeting:
        yield f"Next meeting with {deal.vendor}: {show_day(deal.next_meeting)}."


def _further(deal: Deal) -> Iterator[str]:
    vendor = deal.vendor
    yield from _listed(f"We conceded to {vendor}: ", deal.conceded)
    yield from _listed(f"We obtained from {vendor}: ", deal.obtained)
    if deal.competitor:
        yield f"Competitor in play against {vendor}: {deal.competitor}."
    if deal.contact:
        yield f"Contact at {vendor}: {deal.contact}."
    if deal.contract_ref:
        yield f"Contract reference with {vendor}: {deal.contract_ref}."
    yield from (signal_sentence(f"Signal from {vendor}", signal) for signal in deal.signals)


def _cut(sentence: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a sentence that may be too long in pieces that fit."""
    if fits(sentence):
        return [sentence]
    words = sentence.split(" ")
    if len(words) == 1:
        middle = len(sentence) // 2
        return _cut(sentence[:middle], fits) + _cut(sentence[middle:], fits)
    middle = len(words) // 2
    return _cut(" ".join(words[:middle]), fits) + _cut(" ".join(words[middle:]), fits)

"""The form of a deal: its fields, drawn with what was said against them."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import Deal, KnowledgeBase
from leverage.deals import LABELS
from leverage.errors import StoreUnavailable
from leverage.fields import EARLIEST, LATEST
from leverage.signals import MOST_QUOTE
from leverage.versions import DealRecord
from leverage.vocabulary import billing_frequencies, common_currencies, terms, units
from leverage.wording import BASES, KINDS, OUTCOMES, RESULTS, join_words
from pages.ui import did_you_mean, draft, frame, links, only_for, text
from pages.ui.signal_kind import draw_kind, signal_in

_FOLD = (
    ("start_date", "end_date", "next_meeting"),
    ("auto_renews", "renewal_term_months", "notice_days"),
    ("list_price", "quoted_price", "final_price"),
    ("unit", "quantity", "billing_frequency"),
    ("annual_value", "total_value"),
    ("uplift_asked_pct", "uplift_agreed_pct", "uplift_cap_pct"),
    ("conceded", "obtained"),
    ("contact", "competitor", "reseller"),
    ("contract_ref", "links"),
)
_RESULT_COLOURS = {"worked": "green", "failed": "red", "mixed": "orange", "unclear": "gray"}
NOT_SHOWN = ("logged_by", "logged_by_email", "department")
_YES_NO = {"yes": "Yes", "no": "No"}


def draw_form(kb: KnowledgeBase, record: DealRecord | None = None) -> DeltaGenerator:
    """Draw the fields and what was said against them; return the place under them, for the ways to save.

    `record` is the deal that is being edited, None for a new one.
    """
    form = st.container(border=True, gap="small")
    with form:
        _what_and_how(kb)
        left, right = st.columns(2)
        _many(left, "flexible_on", terms())
        _many(right, "firm_on", terms())
        _tactics()
        _signals()
        _add_rows()
        _area("notes", "What should the next person know?")
        only_for.draw(kb, record, _kept(only_for.NAME))
        _problem(st, only_for.NAME)
        _fold()
        if draft.problems():
            frame.wrong(_alert())
    return form


def vendor_name(kb: KnowledgeBase, asked: str) -> str | None:
    """Return the name under which to log with the vendor of an address; an unknown bank id is no name."""
    vendor = kb.vendor(asked) if asked else None
    return vendor.name if vendor else None if links.is_bank_id(asked) else asked


def _what_and_how(kb: KnowledgeBase) -> None:
    vendors = [vendor.name for vendor in kb.vendors()]
    a, b, c = st.columns([4, 3, 3])
    vendor = _pick(a, "vendor", vendors, own_words=True, placeholder="Pick or type a name")
    did_you_mean.ask_under_field(a, kb, vendor)
    _day(b, "deal_date")
    _pick(c, "outcome", [each for each in OUTCOMES if each != "unknown"], OUTCOMES, placeholder="How it ended")
    a, b, c, d = st.columns([4, 3, 2, 2])
    _pick(a, "product", _products(kb, vendor), own_words=True, placeholder="Pick or type")
    _pick(b, "kind", list(KINDS), KINDS)
    _line(c, "term_months")
    _pick(d, "currency", common_currencies(), own_words=True)
    a, b, c = st.columns([4, 3, 3])
    _line(a, "discount_pct", "Such as 12.5")
    _pick(b, "discount_base", list(BASES), BASES)
    _line(c, "payment_terms", "As written, such as net 60")


def _products(kb: KnowledgeBase, vendor: str | None) -> list[str]:
    """Return the products that are offered; none while the memory is away, which keeps nobody from logging a deal."""
    try:
        return [seen.product for seen in kb.brief(vendor).products] if vendor and vendor.strip() else []
    except StoreUnavailable:
        return []


def _tactics() -> None:
    with st.container(gap="small"):
        for row in range(draft.rows("tactics")):
            left, right = st.columns(2)
            name = f"tactic.{row}"
            left.text_input(f"Tactic {row + 1}", placeholder="What did you try?", live=True, **_kept(name))
            right.segmented_control(
                f"Result {row + 1}",
                list(RESULTS),
                format_func=lambda result: f":{_RESULT_COLOURS[result]}[{RESULTS[result]}]",
                **_kept(f"result.{row}"),
            )
        _problem(st, "tactics")


def _signals() -> None:
    """Draw what the vendor did, a row each: the words, counted, and the kind."""
    if not draft.rows("signals"):
        _problem(st, "signals")
        return
    with st.container(gap="small"):
        for row in range(draft.rows("signals")):
            left, right = st.columns([5, 4])
            left.text_input(
                f"What did they do? {row + 1}",
                placeholder="In a sentence, as they said it or you saw it",
                max_chars=MOST_QUOTE,
                live=True,
                **_kept(f"quote.{row}"),
            )
            draw_kind(right, f"Kind of signal {row + 1}", **_kept(f"signal.{row}"))
        _problem(st, "signals")


def _add_rows() -> None:
    with st.container(horizontal=True, gap="small"):
        st.button("Add a tactic", icon=":material/add:", type="tertiary", on_click=draft.add_row, args=("tactics",))
        st.button(
            "Add what they did",
            icon=":material/add:",
            type="tertiary",
            on_click=draft.add_row,
            args=("signals",),
            help="Such as a price increase, a broken promise or a fee that nobody had announced",
        )


def _fold() -> None:
    is_open = any(name in draft.problems() or st.session_state.get(draft.named(name)) for row in _FOLD for name in row)
    has_problems = any(name in draft.problems() for row in _FOLD for name in row)
    # A fold keeps the state a person gave it; one with errors inside is another fold, which begins open.
    with st.expander("Dates, price and people", expanded=is_open, key=f"fold.{has_problems}"):
        for names in _FOLD:
            _row(*names)


def _row(*names: str) -> None:
    for place, name in zip(st.columns(len(names)), names, strict=True):
        if name in draft.DAYS:
            _day(place, name)
        elif name == "auto_renews":
            _pick(place, name, list(_YES_NO), _YES_NO, placeholder="Not known")
        elif name == "unit":
            _pick(place, name, units(), own_words=True, placeholder="Pick or type")
        elif name == "billing_frequency":
            _pick(place, name, billing_frequencies(), own_words=True, placeholder="Pick or type")
        elif name in ("conceded", "obtained"):
            _many(place, name, terms())
        elif name == "links":
            _many(place, name, [], "https://… and Enter")
        else:
            _line(place, name, _EXAMPLES.get(name, ""))


_EXAMPLES = {
    "list_price": "Per unit, before tax",
    "quoted_price": "Per unit, before tax",
    "final_price": "Per unit, before tax",
    "quantity": "Such as 640",
    "annual_value": "Before tax",
    "total_value": "Whole first term, before tax",
    "renewal_term_months": "Such as 12",
    "notice_days": "Such as 90",
}


def _line(place: DeltaGenerator, name: str, placeholder: str = "") -> None:
    place.text_input(LABELS[name], placeholder=placeholder, live=True, **_kept(name))
    _problem(place, name)


def _area(name: str, placeholder: str) -> None:
    st.text_area(LABELS[name], height=80, placeholder=placeholder, **_kept(name))
    _problem(st, name)


def _day(place: DeltaGenerator, name: str) -> None:
    place.date_input(LABELS[name], value=None, min_value=EARLIEST, max_value=LATEST, format="YYYY-MM-DD", **_kept(name))
    _problem(place, name)


def _pick(
    place: DeltaGenerator,
    name: str,
    options: Sequence[str],
    words: dict[str, str] | None = None,
    *,
    own_words: bool = False,
    placeholder: str = "Pick",
) -> str | None:
    held = st.session_state.get(draft.named(name))
    own = [held] if held and held not in options else []
    picked: str | None = place.selectbox(
        LABELS[name],
        [*options, *own],
        index=None,
        format_func=lambda option: words.get(option, option) if words else option,
        accept_new_options=own_words,
        placeholder=placeholder,
        **_kept(name),
    )
    _problem(place, name)
    return picked


def _many(place: DeltaGenerator, name: str, options: Sequence[str], placeholder: str = "Pick or type") -> None:
    held = st.session_state.get(draft.named(name)) or []
    own = [word for word in held if word not in options]
    place.multiselect(
        LABELS[name], [*options, *own], accept_new_options=True, select_all=False, placeholder=placeholder, **_kept(name)
    )
    _problem(place, name)


def _kept(name: str) -> dict[str, Any]:
    """Return what makes a widget keep its value, across pages and with the browser at each change, and tell its words."""
    on_change: Callable[[str], None] = draft.changed
    words = draft.words_of(name)
    source = {"help": f"The source says: {text.inline(words)}"} if words else {}
    return source | {"key": draft.named(name), "persist_state": "session", "on_change": on_change, "args": (name,)}


def _problem(place: DeltaGenerator | Any, name: str) -> None:
    sentence = draft.problems().get(name)
    if sentence:
        place.markdown(frame.small(f":red[:material/error: {text.inline(sentence)}]"))
    elif sentence is not None:
        place.markdown(frame.small(frame.grey("Changed.")))  # a line that vanished would move Save away under a click


def _alert() -> str:
    said = draft.problems()
    asked_for = [LABELS[name].split(",")[0] for name in LABELS if said.get(name) and name not in NOT_SHOWN]
    elsewhere = [sentence for name, sentence in said.items() if name in (*NOT_SHOWN, "")]
    check = f" Check {join_words(asked_for)} above." if asked_for else ""
    return " ".join([f"Not saved.{check}", *filter(None, elsewhere)])


def record(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the form as the fields of a deal."""
    fields = {name: value for name, value in values.items() if "." not in name}
    for name in draft.ROWS:
        rows = sorted({int(widget.split(".")[1]) for widget in values if "." in widget and draft.field_of(widget) == name})
        if rows:
            fields[name] = [_row_of(name, values, row) for row in rows]
    return fields


def _row_of(name: str, values: dict[str, Any], row: int) -> Any:
    first, second = (values.get(f"{part}.{row}", "") for part in draft.ROWS[name])
    return (first, second or "unclear") if name == "tactics" else signal_in(second, first)


def fill(deal: Deal) -> dict[str, Any]:
    """Return a deal as the form holds it; what the form does not show is left out."""
    recorded = {name: value for name, value in deal.values().items() if name not in NOT_SHOWN}
    filled = {name: _widget_value(value) for name, value in recorded.items() if name not in draft.ROWS}
    for row, each in enumerate(deal.tactics):
        filled |= {f"tactic.{row}": each.tactic, f"result.{row}": each.result}
    for row, signal in enumerate(deal.signals):
        filled |= {f"quote.{row}": signal.quote, f"signal.{row}": signal.kind}
    return filled


def _widget_value(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return list(value)
    return format(value, "f") if isinstance(value, Decimal) else str(value) if isinstance(value, int) else value

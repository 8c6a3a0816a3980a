"""The history of a deal, in words: who did what to it and when."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.access.mail import address
from leverage.histories import FieldChange, Step, steps_of
from leverage.versions import DealRecord
from leverage.wording import show_day
from pages.ui import frame, moments, text

_LONG = 90  # characters of a value, above which before and after stand below each other


def logged(record: DealRecord) -> str:
    """Return who logged a deal and when, as a sentence in Markdown."""
    deal = record.deal()
    on = show_day(moments.day(record.entered_at))
    return f"Logged by **{text.inline(deal.logged_by)}**, {text.inline(deal.department)}, on {on}."


def entered(kb: KnowledgeBase, record: DealRecord) -> str:
    """Return who entered a deal, as a sentence in Markdown; blank where that is who logged it, or nobody had signed in.

    An address stands there only where no name is known for it.
    """
    name = _enterer(kb, record)
    return f"Entered by **{text.inline(name)}**." if name else ""


def _enterer(kb: KnowledgeBase, record: DealRecord) -> str:
    email = record.entered_by
    if not email or address(email) == address(record.values.get("logged_by_email") or ""):
        return ""
    name = kb.name_of(email)
    if name and kb.names().same("person", name, record.deal().logged_by):
        return ""
    return name or email


def retracted(record: DealRecord) -> str:
    """Return when a deal was retracted, by whom and why, as a sentence in Markdown; blank where it is not."""
    if record.retraction is None:
        return ""
    by = f" by **{text.inline(record.changed_by)}**" if record.changed_by else ""
    reason = f": “{text.inline(record.retraction.reason)}”" if record.retraction.reason else "."
    return f"Retracted on {show_day(moments.day(record.retraction.at))}{by}{reason}"


def draw_retraction(record: DealRecord) -> None:
    """Say that a deal counts nowhere, and why."""
    st.markdown(f":orange[:material/visibility_off:] {retracted(record)}  \nIt counts in no brief, list or answer.")


def draw_history(kb: KnowledgeBase, record: DealRecord) -> None:
    """Draw every version of a deal, the newest first, with what each one changed."""
    enterer = _enterer(kb, record)
    with frame.card(height="content"):
        frame.section("History")
        for step in steps_of(record):
            st.markdown("  \n".join(_step(step, enterer)))


def _step(step: Step, enterer: str) -> list[str]:
    did = f"{step.kind} by {text.inline(step.by)}" if step.by else step.kind
    if step.kind == "logged" and enterer:
        did = f"entered by {text.inline(enterer)}{f' for {text.inline(step.by)}' if step.by else ''}"
    lines = [f"**Version {step.number}**, {show_day(moments.day(step.at))}, {did}"]
    if step.kind == "retracted" and step.reason:
        lines.append(f"{frame.grey('Reason')} {text.inline(step.reason)}")
    if step.kind == "edited" and not step.changes:
        lines.append(frame.grey("Nothing that shows was changed"))
    return [*lines, *(_change(each) for each in step.changes)]


def _change(change: FieldChange) -> str:
    before, after = (text.inline(value) if value else frame.grey("not recorded") for value in (change.before, change.after))
    label = frame.grey(change.label)
    if change.name == "visible_to" or max(len(change.before), len(change.after)) > _LONG:
        return f"{label}  \n{frame.grey('Before:')} {before}  \n{frame.grey('After:')} {after}"
    return f"{label} {before} → {after}"

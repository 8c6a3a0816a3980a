"""The shelf: proposals that wait for a person, each with the text it was found in, and those that were decided."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.errors import LeverageError
from leverage.inbox.gathering import Gathering
from leverage.inbox.pending import Pending, State
from leverage.inbox.proposal import Proposal
from leverage.inbox.reports import Report
from leverage.inbox.source import Source
from leverage.inbox_bank import DECIDED, OPEN, PROPOSAL, SOURCE, TEXT
from leverage.text import clean_by

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

Propose = Callable[..., list[Proposal]]
"""Called as `(text, filename, kb=kb)`."""

GONE = "This proposal is not in the inbox any more. Reload the page."


def pending(kb: "KnowledgeBase", state: State = "open") -> list[Pending]:
    """Return the proposals in a state, those of the newest source first; no text is read for it."""
    return list(kb.inbox.kept((PROPOSAL, state), lambda: _read_all(kb, state)))


def find(kb: "KnowledgeBase", pending_id: str) -> Pending | None:
    """Return one proposal, whatever became of it; None where none is known under this id."""
    stored = kb.inbox.read([f"{PROPOSAL}:{pending_id}"]).get(f"{PROPOSAL}:{pending_id}")
    return Pending.from_json(stored) if stored and "values" in stored else None


def source_of(kb: "KnowledgeBase", pending_id: str) -> Source:
    """Return the text that a proposal was found in, to which its quotes fit. Raises LeverageError where it is gone."""
    found = find(kb, pending_id)
    names = (f"{SOURCE}:{found.text_id}", f"{TEXT}:{found.text_id}") if found else ()
    stored = kb.inbox.read(names)
    if len(stored) < 2:
        raise LeverageError(GONE)
    about, text = (stored[name] for name in names)
    day = date.fromisoformat(about["day"]) if about["day"] else None
    return Source(about["name"], about["kind"], text["text"], about["digest"], day, tuple(about["left_out"]))


@acting("propose")
def add(
    kb: "KnowledgeBase",
    sources: Iterable[Source],
    *,
    by: str | None = None,
    skipped: Sequence[tuple[str, str]] = (),
    propose: Propose | None = None,
) -> Report:
    """Read proposals out of texts, keep them and return the report; a text that was read before adds nothing.

    `by` is who brought them; `skipped` are (name, why) of files that could not be read, for the report.
    """
    gathering = Gathering(kb, by=clean_by(by), propose=propose)
    for source in sources:
        gathering.take(source)
    for name, why in skipped:
        gathering.skip(name, why)
    return gathering.report()


def _read_all(kb: "KnowledgeBase", state: State) -> list[Pending]:
    every = kb.inbox.listed(OPEN if state == "open" else DECIDED, Pending.from_json)
    return sorted((each for each in every if each.state == state), key=_newest_first, reverse=True)


def _newest_first(each: Pending) -> tuple[date, str, str]:
    return each.source_day or each.found_at.date(), each.found_at.isoformat(), each.id

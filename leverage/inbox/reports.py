"""What every scan and every upload did: kept with its day, and never changed but for names that are erased."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from leverage.inbox_bank import REPORT
from leverage.wording import show_count

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_NAMES = 2_000  # of files, told one by one
MODEL_FAILED: Mapping[str, str] = {
    "unreadable": "what the model replied could not be read.",
    "cut": "the model’s reply broke off at its length limit. Whoever runs Leverage can raise LEVERAGE_MODEL_MAX_TOKENS.",
    "timed_out": "the model did not answer in time. Whoever runs Leverage can raise LEVERAGE_MODEL_TIMEOUT.",
    "rate_limited": "the model’s provider takes no more requests right now.",
    "too_long": "the text does not fit into the model.",
    "no_key": "no key is set for the model’s provider, so nothing was sent. Whoever runs Leverage sets it.",
    "not_allowed": "the model’s provider did not accept the key. Whoever runs Leverage checks it.",
    "unknown_model": "no model is known by the name in LEVERAGE_MODEL. Whoever runs Leverage writes it as provider/model.",
    "declined": "the model declined to answer.",
    "refused_request": "the model’s provider could not take the request. Whoever runs Leverage checks LEVERAGE_MODEL.",
    "silent": "the model answered nothing.",
    "model_failed": "the model’s server answered with an error of its own.",
    "model_unavailable": "the model can’t be reached.",
}


@dataclass(frozen=True)
class FileRead:
    """A file, or an attachment, that was read: proposals it brought, those known before, and what of it was left out."""

    name: str
    proposed: int = 0
    known: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def brought(self) -> str:
        """What it brought, in words."""
        new = [show_count(self.proposed, "new proposal")] if self.proposed else []
        known = [f"{self.known:,} known before"] if self.known else []
        return ", ".join([*new, *known]) or "nothing found"


@dataclass(frozen=True)
class Report:
    """What a scan of a folder, or an upload (`folder` is empty then), did.

    `read` counts texts, attachments among them, `proposed` new proposals, `known` those that were there before; `skipped`
    gives the name of each file that was not read, and why; `files` tells of each one read. `pending_ids` are the new
    proposals; they are not kept with the report. `without_model` texts were read by the rules alone although a model is set
    up, since it failed as `model_status` says. `passed_over` files were older than the `days` that a first scan goes back.
    """

    id: str
    at: datetime
    folder: str = ""
    by: str | None = None
    read: int = 0
    proposed: int = 0
    known: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    files: tuple[FileRead, ...] = ()
    more_skipped: int = 0
    pending_ids: tuple[str, ...] = ()
    without_model: int = 0
    model_status: str | None = None
    passed_over: int = 0
    days: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """Each text that was read with what it brought, as “call.srt: nothing found”, those that brought something first."""
        told = [f"{each.name}: {each.brought}" for each in sorted(self.files, key=lambda each: not (each.proposed or each.known))]
        more = self.read - len(told)
        return (*told, f"… and {show_count(more, 'more text')}.") if more > 0 else tuple(told)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was done in one sentence, then one for each file that was not read, or not all of it."""
        known = f", {self.known:,} known before" if self.known else ""
        none = not (self.read or self.skipped or self.passed_over)
        said = (
            "Nothing new to read."
            if none
            else f"{show_count(self.read, 'text')} read, {show_count(self.proposed, 'new proposal')}{known}."
        )
        cut = [f"{each.name}: {sentence}" for each in self.files for sentence in each.left_out]
        passed = [why if why.startswith(name) else f"{name}: {why}" for name, why in self.skipped]
        more = [f"… and {self.more_skipped:,} more."] if self.more_skipped else []
        return (said, *self._model_failed(), *self._old(), *cut, *passed, *more)

    def _model_failed(self) -> tuple[str, ...]:
        """Say that a model was not of help, and that the rules were; nothing where it was, or none is set up."""
        if not self.without_model:
            return ()
        by_rules = (
            f"{show_count(self.without_model, 'text')} {'was' if self.without_model == 1 else 'were'} read by the rules alone"
        )
        why = MODEL_FAILED.get(self.model_status or "", MODEL_FAILED["model_unavailable"])
        return (f"{by_rules}: {why}",)

    def _old(self) -> tuple[str, ...]:
        """Say that files were passed over for their age, and how they are read; nothing where none was."""
        if not self.passed_over:
            return ()
        files = f"{show_count(self.passed_over, 'file')} older than {show_count(self.days, 'day')}"
        was = "was" if self.passed_over == 1 else "were"
        return (f"{files} {was} passed over. To have them read, set LEVERAGE_INBOX_DAYS to more days and scan again.",)

    def to_json(self) -> dict[str, Any]:
        """Return the report in JSON types."""
        return {
            "id": self.id,
            "at": self.at.isoformat(),
            "folder": self.folder,
            "by": self.by,
            "read": self.read,
            "proposed": self.proposed,
            "known": self.known,
            "skipped": [{"name": name, "why": why} for name, why in self.skipped],
            "files": [vars(each) | {"left_out": list(each.left_out)} for each in self.files],
            "more_skipped": self.more_skipped,
            "without_model": self.without_model,
            "model_status": self.model_status,
            "passed_over": self.passed_over,
            "days": self.days,
            "version": 1,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Report":
        """Return the report that `to_json` wrote."""
        told = {name: stored[name] for name in ("id", "folder", "by", "read", "proposed", "known", "more_skipped")}
        told |= {name: stored[name] for name in ("without_model", "model_status", "passed_over", "days") if name in stored}
        files = tuple(FileRead(**{**each, "left_out": tuple(each["left_out"])}) for each in stored["files"])
        skipped = tuple((each["name"], each["why"]) for each in stored["skipped"])
        return cls(at=datetime.fromisoformat(stored["at"]), skipped=skipped, files=files, **told)


def reports(kb: "KnowledgeBase") -> list[Report]:
    """Return what every scan and upload did, the last one first."""
    found = kb.inbox.kept(REPORT, lambda: [Report.from_json(stored) for stored in kb.inbox.all(REPORT).values()])
    return sorted(found, key=lambda report: report.at, reverse=True)


def keep_report(kb: "KnowledgeBase", report: Report) -> None:
    """Keep a report, beside all others."""
    kb.inbox.write({f"{REPORT}:{report.id}": report.to_json()})


def new_id() -> str:
    """Return an id that no report has."""
    return uuid.uuid4().hex

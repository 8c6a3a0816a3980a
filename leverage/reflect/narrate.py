"""The narrative: a counted brief is read by a model, and what it writes about it is checked sentence by sentence."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Self

from leverage.brief import Brief, Line
from leverage.reflect.call import Messages, RawReply, Schema
from leverage.reflect.check import MOST_CHECKED, check
from leverage.reflect.cited import MOST_SENTENCES
from leverage.reflect.differences import differences
from leverage.reflect.foreign import length_of, plain_data
from leverage.reflect.keys import words
from leverage.reflect.prompt import SCHEMA, Question, build_messages, new_marker
from leverage.reflect.reasoning import is_only_reasoning
from leverage.reflect.reply import Reply, parse_reply
from leverage.reflect.statuses import STATUSES, ModelProblem
from leverage.wording import show_count

PROMPT_TOKENS = 6_000
MOST_REPLY_CHARACTERS = 200_000  # no model writes that much about a brief; reading it would hold up the page
MOST_REFUSAL = 600  # characters
_REFUSAL = re.compile(
    r"\W*(?:i(?:['’]m| am) (?:sorry|unable|not able)|sorry,|i (?:can(?:['’]t|not| not)|won(?:['’]t)|must decline)|as an ai)",
    re.IGNORECASE,
)
_DECLINED = words(
    "content_filter content_filtered refusal refused safety recitation blocklist prohibited_content spii guardrail_intervened"
    " image_safety language moderation"
)


@dataclass(frozen=True)
class Narrative:
    """What a model added to a brief: sentences that hold, those that do not with the reason, and how it came about.

    `said` is the sentence for `status`; `seconds` is how long the model took and `day`
    when it was asked. The counted brief is never touched.
    """

    status: str
    said: str
    lines: tuple[Line, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    differences: tuple[str, ...] = ()
    model: str = ""
    seconds: float = 0.0
    deals_read: int = 0
    deals_total: int = 0
    day: date | None = None

    @property
    def is_worth_another_try(self) -> bool:
        """Whether asking again may give more."""
        return self.status not in ("empty", "counted", "narrated", "narrated_partly")

    def onto(self, brief: Brief) -> Brief:
        """Return the brief with these words; nothing counted is changed."""
        return replace(
            brief, narrative=self.lines, dropped=len(self.dropped), status=self.status, told_by=self.model, told_on=self.day
        )

    def to_json(self) -> dict[str, Any]:
        """Return the narrative in JSON types."""
        lines = [{"text": line.text, "deal_ids": list(line.deal_ids)} for line in self.lines]
        return {**vars(self), "lines": lines, "day": self.day.isoformat() if self.day else None}

    @classmethod
    def from_json(cls, stored: Any) -> Self | None:
        """Return the narrative that was kept; None where it has not the shape of one, as of another version."""
        try:
            lines = tuple(Line(str(line["text"]), tuple(map(str, line["deal_ids"]))) for line in stored["lines"])
            dropped = tuple((str(text), str(reason)) for text, reason in stored["dropped"])
            return cls(
                status={status: status for status in STATUSES}[stored["status"]],
                said=str(stored["said"]),
                lines=lines,
                dropped=dropped,
                differences=tuple(map(str, stored["differences"])),
                model=str(stored["model"]),
                seconds=float(stored["seconds"]),
                deals_read=int(stored["deals_read"]),
                deals_total=int(stored["deals_total"]),
                day=date.fromisoformat(stored["day"]) if stored["day"] else None,
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return None


def narrate(
    brief: Brief,
    *,
    ask: Callable[[Messages, Schema], Any] | None,
    model: str = "",
    prompt_tokens: int = PROMPT_TOKENS,
    question: Question | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Narrative:
    """Return the narrative of a brief: whatever the model does, its status says so and nothing is raised.

    `ask` takes messages and schema and returns a RawReply or a text; None where no model is set up. Without a deal
    the model is not asked. With a `question` it is asked that, and the check stays the same: against all deals of the brief.
    """
    if not brief.deals:
        return Narrative("empty", STATUSES["empty"], model=model)
    if ask is None:
        return Narrative("counted", STATUSES["counted"])
    prompt = build_messages(brief, max_tokens=prompt_tokens, marker=new_marker(), question=question)
    told: dict[str, Any] = {"model": model, "deals_read": prompt.deals_read, "deals_total": prompt.deals_total}
    began = clock()
    try:
        answer = ask(prompt.messages, SCHEMA)
    except ModelProblem as problem:
        return Narrative(problem.status, STATUSES[problem.status], seconds=clock() - began, **told)
    except Exception:  # noqa: BLE001 - whatever a function in a model's place raises, the counted brief stands
        return Narrative("model_unavailable", STATUSES["model_unavailable"], seconds=clock() - began, **told)
    told["seconds"] = clock() - began
    return _read(answer if isinstance(answer, RawReply) else RawReply(answer), brief, told)


def _read(raw: RawReply, brief: Brief, told: dict[str, Any]) -> Narrative:
    if isinstance(raw.finish_reason, str) and raw.finish_reason.casefold() in _DECLINED:
        return Narrative("declined", STATUSES["declined"], **told)
    if isinstance(raw.content, str) and _REFUSAL.match(raw.content) and len(raw.content) < MOST_REFUSAL:
        return Narrative("declined", STATUSES["declined"], **told)
    if _is_nothing(raw.content) and not raw.reasoning and raw.finish_reason != "length":
        return Narrative("silent", STATUSES["silent"], **told)
    reply = _reply(raw)
    if reply is None or reply.status == "unreadable":
        status = "cut" if reply is not None and reply.was_cut else "unreadable"
        return Narrative(status, STATUSES[status], **told)
    checked = check(reply.sentences[:MOST_CHECKED], brief)
    dropped = (*checked.dropped, *_unchecked(reply))
    status = _status(bool(checked.kept), len(dropped), was_cut=reply.was_cut)
    return Narrative(
        status,
        _said(status, len(dropped)),
        lines=checked.kept,
        dropped=dropped,
        differences=() if reply.was_cut else differences(reply.fields, brief),
        **told,
    )


def _reply(raw: RawReply) -> Reply | None:
    """Return what a model answered, or, where it gave nothing but its reasoning, the answer that this ends with.

    None for what is longer than any reply.
    """
    content = raw.content if isinstance(raw.content, str) else plain_data(raw.content)
    if length_of((content, raw.reasoning), MOST_REPLY_CHARACTERS) > MOST_REPLY_CHARACTERS:
        return None
    reply = parse_reply(content, raw.finish_reason)
    if reply.status == "unreadable" and raw.reasoning and _is_nothing(content):
        thought = parse_reply({"reasoning_content": raw.reasoning}, raw.finish_reason)
        return thought if thought.status != "unreadable" else reply
    return reply


def _unchecked(reply: Reply) -> list[tuple[str, str]]:
    """Return the sentences that are too many, each with that as the reason."""
    left = [(text, "is one sentence too many to check") for text, _ in reply.sentences[MOST_CHECKED:]]
    return [*left, ("…", "stands for more sentences than are read")] if len(reply.sentences) >= MOST_SENTENCES else left


def _status(kept: bool, dropped: int, *, was_cut: bool) -> str:
    if was_cut:
        return "cut"
    if kept:
        return "narrated_partly" if dropped else "narrated"
    return "nothing_held" if dropped else "silent"


def _said(status: str, dropped: int) -> str:
    if status == "narrated_partly":
        return f"{show_count(dropped, 'sentence')} dropped: not in the records."
    return STATUSES[status]


def _is_nothing(content: Any) -> bool:
    """Whether a reply says nothing at all beside what the model thought."""
    return is_only_reasoning(content) if isinstance(content, str) else not content

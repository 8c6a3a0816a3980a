"""The narrative: a counted brief is read by a model, and what it writes about it is checked sentence by sentence."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from leverage.brief import Brief, Line
from leverage.reflect.call import Messages, RawReply, Schema
from leverage.reflect.check import check
from leverage.reflect.differences import differences
from leverage.reflect.prompt import SCHEMA, build_messages, new_marker
from leverage.reflect.reply import parse_reply
from leverage.reflect.statuses import STATUSES, ModelProblem
from leverage.wording import show_count

PROMPT_TOKENS = 6_000
MOST_REPLY_CHARACTERS = 200_000  # no model writes that much about a brief; reading it would hold up the page


@dataclass(frozen=True)
class Narrative:
    """What a model added to a brief: sentences that hold, those that do not with the reason, and how it came about.

    `said` is the sentence for `status`; `seconds` is how long the model took. The counted brief is never touched.
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

    @property
    def is_worth_another_try(self) -> bool:
        """Whether asking again may give more."""
        return self.status not in ("empty", "counted", "narrated", "narrated_partly")


def narrate(
    brief: Brief,
    *,
    ask: Callable[[Messages, Schema], Any] | None,
    model: str = "",
    prompt_tokens: int = PROMPT_TOKENS,
    clock: Callable[[], float] = time.monotonic,
) -> Narrative:
    """Return the narrative of a brief: whatever the model does, its status says so and nothing is raised.

    `ask` takes messages and schema and returns a RawReply or a text; None where no model is set up. Without a deal
    the model is not asked.
    """
    if not brief.deals:
        return Narrative("empty", STATUSES["empty"], model=model)
    if ask is None:
        return Narrative("counted", STATUSES["counted"])
    prompt = build_messages(brief, max_tokens=prompt_tokens, marker=new_marker())
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
    content = raw.content if _is_there(raw.content) else raw.reasoning
    if isinstance(content, str) and len(content) > MOST_REPLY_CHARACTERS:
        return Narrative("unreadable", STATUSES["unreadable"], **told)
    reply = parse_reply(content, raw.finish_reason)
    if reply.status == "unreadable":
        status = "cut" if reply.was_cut else "unreadable"
        return Narrative(status, STATUSES[status], **told)
    checked = check(reply.sentences, brief)
    status = _status(bool(checked.kept), len(checked.dropped), was_cut=reply.was_cut)
    return Narrative(
        status,
        _said(status, len(checked.dropped)),
        lines=checked.kept,
        dropped=checked.dropped,
        differences=differences(reply.fields, brief),
        **told,
    )


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


def _is_there(content: Any) -> bool:
    return bool(content.strip()) if isinstance(content, str) else content is not None

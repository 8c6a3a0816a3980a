"""The menu beside a tactic or a line: whether it helped, what really happened, and who said so before."""

import hashlib
import uuid
from collections.abc import Iterable

import streamlit as st

from leverage import Brief, KnowledgeBase, LeverageError, feedback
from leverage.brief import TacticSeen, TermSeen
from leverage.briefing import FactLine
from leverage.text import fold
from leverage.verdicts import VERDICT_LABELS, VERDICTS, Feedback, Subject
from leverage.wording import sentence_case, show_day
from pages.ui import frame, person, text

_ICONS = {"helped": "thumb_up", "did_not_help": "thumb_down", "not_used": "do_not_disturb_on"}
_ROUND, _WRITE = "say.round", "say.write"
_WIDTH = 320


def menu_key(bank_id: str, kind: Subject, about: str, turn: int = 0) -> str:
    """Return the key of a line's menu; another one shuts it: once something was said, and where it would cover a question."""
    place = hashlib.sha256(f"{bank_id} {kind} {fold(about)}".encode("utf-8", "replace")).hexdigest()[:12]
    return f"say.{place}.{turn}.{person.is_picking()}"


class Menu:
    """Draws the menu beside each line of one brief that colleagues can say something about; what is shut is not drawn."""

    def __init__(self, kb: KnowledgeBase, brief: Brief) -> None:
        self._kb = kb
        self._brief = brief
        tactics = (*brief.tactics_worked, *brief.tactics_failed, *brief.tactics_mixed, *brief.tactics_unclear)
        terms = (*brief.flexible_on, *brief.firm_on, *brief.mixed_on)
        self._seen: dict[tuple[Subject, str], TacticSeen | TermSeen] = {
            **{("tactic", fold(each.tactic)): each for each in tactics},
            **{("line", fold(each.term)): each for each in terms},
        }

    def draw(self, line: FactLine) -> None:
        """Draw the menu of one line."""
        if line.subject is None:
            return
        kind, about = line.subject
        seen = self._seen.get((kind, fold(about)))
        if not self._kb.may("feedback") and not (seen and seen.feedback):
            return
        key = menu_key(self._brief.bank_id, kind, about, st.session_state.get(_ROUND, 0))
        asks = "Say whether it helped" if self._kb.may("feedback") else "What colleagues said"
        menu = st.popover("Helped?", type="tertiary", key=key, on_change="rerun", help=f"{asks}: {text.label(about)}")
        if menu.open:
            with menu.container(width=_WIDTH, gap="small"):
                self._draw_open(kind, about, key)

    def draw_rest(self) -> None:
        """Draw, in a fold, what was said about tactics and lines that the brief does not list, as after an edit."""
        rest = [each for each in self._brief.feedback if (each.kind, fold(each.about)) not in self._seen]
        if not rest:
            return
        with st.expander(f"Feedback on what is not listed above: {len(rest)}"):
            for each in rest:
                self._draw_said(each, about=True)

    def _draw_open(self, kind: Subject, about: str, key: str) -> None:
        seen = self._seen.get((kind, fold(about)))
        st.markdown(f"**{sentence_case(text.inline(about))}**")
        who = person.current()
        if not self._kb.may("feedback"):
            pass
        elif who is None:
            st.button(person.asks(first=True), on_click=person.change, key=f"{key}.who")
        else:
            self._draw_form(kind, about, seen.deal_ids if seen else (), who, key)
        for each in seen.feedback if seen else ():
            self._draw_said(each)

    def _draw_form(self, kind: Subject, about: str, deal_ids: Iterable[str], who: person.Person, key: str) -> None:
        with st.form(f"{key}.form", border=False, enter_to_submit=False):
            verdict = st.segmented_control(
                "How did it go?", VERDICTS, format_func=lambda each: VERDICT_LABELS[each], key=f"{key}.verdict", width="stretch"
            )
            happened = st.text_area("What really happened", height=80, max_chars=feedback.MOST_HAPPENED, key=f"{key}.happened")
            problem = st.empty()
            if st.form_submit_button("Save", key=f"{key}.save"):
                once = st.session_state.setdefault(_WRITE, uuid.uuid4().hex)
                try:
                    feedback.note(
                        self._kb,
                        self._brief.bank_id,
                        about,
                        verdict or "",
                        happened=happened or "",
                        by=who.name,
                        department=who.department,
                        deal_ids=deal_ids,
                        kind=kind,
                        key=once,
                    )
                except LeverageError as trouble:
                    problem.markdown(frame.small(f":red[:material/error: {text.inline(trouble)}]"))
                else:
                    _close()
                    st.rerun()
        st.markdown(frame.small(text.inline(f"Kept as said by {who.name}, {who.department}. It counts as no deal.")))

    def _draw_said(self, said: Feedback, *, about: bool = False) -> None:
        left, right = frame.row()
        on = f" on “{said.about}”" if about else ""
        head = f":material/{_ICONS[said.verdict]}: **{VERDICT_LABELS[said.verdict]}**{text.inline(on)}"
        who = text.inline(f"{said.by}, {said.department}, {show_day(said.date)}")
        words = f"  \n{text.block(said.happened)}" if said.happened else ""
        left.markdown(frame.small(f"{head}  \n{who}") + words)
        me = person.current()
        is_mine = me is not None and self._kb.names().same("person", me.name, said.by)
        if is_mine and self._kb.may("feedback") and self._kb.may_take_out(said.entered_by):
            right.button("Remove", type="tertiary", key=f"say.remove.{said.id}", on_click=self._remove, args=(said.id,))

    def _remove(self, feedback_id: str) -> None:
        try:
            feedback.remove(self._kb, self._brief.bank_id, feedback_id)
        except LeverageError as problem:
            st.session_state[_WRONG] = str(problem)


_WRONG = "say.wrong"


def draw_wrong() -> None:
    """Say why what was said could not be removed."""
    if sentence := st.session_state.pop(_WRONG, None):
        frame.wrong(sentence)


def _close() -> None:
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.session_state.pop(_WRITE, None)

"""The plan of the chosen file: read once for all that was said about it, in a thread, so that a large file holds up nobody."""

import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, LeverageError
from leverage.errors import UnreadableFile
from leverage.imports import ImportResult, Plan, Question, Reading, Tally, plan, preview, tally
from leverage.jobs import Jobs
from pages.ui import failures, frame, text
from pages.ui.import_choice import Chosen, Said

_LOOK_AGAIN_SECONDS = 0.05
_QUIET_SECONDS = 0.5  # a small file is read before anybody could read that it is


@dataclass(frozen=True)
class Read:
    """What a file says, what the import of it would do, and what becomes of each of its rows."""

    plan: Plan
    preview: ImportResult
    tally: Tally

    @property
    def needed(self) -> tuple[Question, ...]:
        """The questions that the import waits for, answered or not."""
        return tuple(each for each in self.plan.questions if each.is_needed)


@dataclass(frozen=True)
class _Found:
    read: Read | None
    said: Said
    problem: str | None = None


@st.cache_resource(show_spinner=False, max_entries=1)
def _jobs() -> Jobs[_Found]:
    return Jobs()


def read(kb: KnowledgeBase, chosen: Chosen) -> Read | None:
    """Return what the file says; where it can't be read at all, say why and return None.

    Where the last thing said can't be, it is as if it had not been said, and `chosen.problem` tells why.
    """
    place = st.empty()
    key = _key(kb, chosen)
    if chosen.held is None or chosen.held[0] != key:
        last = chosen.held[1] if chosen.held else None
        found = _wait(kb, chosen, key, last, place)
        if found.read is None:
            frame.wrong(found.problem or failures.UNEXPECTED)
            return None
        chosen.said, chosen.problem = found.said, found.problem
        chosen.held = (_key(kb, chosen), found)
    held: _Found = chosen.held[1]
    return held.read


def draw_problem(chosen: Chosen) -> None:
    """Say why the last thing said about the file could not be taken, if so."""
    if chosen.problem:
        frame.wrong(chosen.problem)


def _key(kb: KnowledgeBase, chosen: Chosen) -> Hashable:
    """Return what the plan and its preview hang on: the file, what was said, and the deals that are there."""
    said = chosen.said
    answers = tuple(sorted((key, given if isinstance(given, str) else tuple(given)) for key, given in said.answers.items()))
    return (chosen.id, chosen.digest, answers, tuple(sorted(said.mapping.items())), said.reading, kb.count())


def _wait(kb: KnowledgeBase, chosen: Chosen, key: Hashable, last: _Found | None, place: DeltaGenerator) -> _Found:
    """Return what was found, saying meanwhile that the file is being read."""
    name, data, said = chosen.name, chosen.data, chosen.said
    job = _jobs().start(key, lambda _: _find(kb, data, name, said, last))
    while not job.is_done:
        if job.seconds > _QUIET_SECONDS:
            place.markdown(f":material/progress_activity: Reading **{text.inline(name)}** …")
        time.sleep(_LOOK_AGAIN_SECONDS)
    found = job.result
    _jobs().drop(key)
    place.empty()
    return found or _Found(None, said, failures.UNEXPECTED)


def _find(kb: KnowledgeBase, data: bytes, name: str, said: Said, last: _Found | None) -> _Found:
    problem: str | None = None
    for each in _ever_less(said, last):
        try:
            planned = plan(data, name, kb=kb, answers=each.answers, mapping=each.mapping, reading=each.reading)
            result = preview(kb, planned)
        except LeverageError as refused:
            problem = problem or str(refused)
            if isinstance(refused, UnreadableFile) and last is None and each.reading == Reading():
                break
            continue
        return _Found(Read(planned, result, tally(planned, result)), each, problem)
    return _Found(None, said, problem)


def _ever_less(said: Said, last: _Found | None) -> Iterator[Said]:
    """Yield what was said, then what was said when the file could last be read, then ever less."""
    yield said
    if last is not None and last.said != said:
        yield last.said
    yield Said({key: given for key, given in said.answers.items() if ":" not in key}, said.mapping, said.reading)
    yield Said()

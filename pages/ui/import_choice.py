"""The file that is being imported in this session, and what a person said about it so far."""

import hashlib
import uuid
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from leverage.imports import Question, Reading
from leverage.imports.columns import NONE
from leverage.imports.questions import Given
from pages.ui import frame, person, text, told

_CHOSEN, _UPLOAD = "import.chosen", "import.upload"
KINDS = ["csv", "tsv", "txt", "xlsx", "xlsm", "xls", "ods"]


@dataclass(frozen=True)
class Said:
    """What a person said: answers by question, fields by column, and how the file is to be read."""

    answers: dict[str, Given] = field(default_factory=dict)
    mapping: dict[int, str | None] = field(default_factory=dict)
    reading: Reading = field(default_factory=Reading)


@dataclass
class Chosen:
    """A file as it was chosen; `held` is what was last read of it, for what was said then."""

    name: str
    data: bytes = field(repr=False)
    digest: str = ""
    said: Said = field(default_factory=Said)
    problem: str | None = None
    before: Said | None = None
    held: tuple[Any, Any] | None = field(default=None, repr=False)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def key(self, name: str) -> str:
        """Return the key of a widget about this file."""
        return f"import.{self.id}.{name}"

    def say(self, said: Said) -> None:
        """Take what a person said, in place of what was said until now."""
        self.said, self.problem, self.before = said, None, None

    def answer(self, key: str, given: Given | None) -> None:
        """Take the answer to a question; None takes it back."""
        answers = {name: value for name, value in self.said.answers.items() if name != key}
        self.say(Said(answers | ({key: given} if given else {}), self.said.mapping, self.said.reading))

    def answer_all(self, given: dict[str, Given]) -> None:
        """Take several answers at once, and remember how it was before."""
        before = self.said
        self.say(Said(before.answers | given, before.mapping, before.reading))
        self.before = before

    def take_back(self) -> None:
        """Go back to how it was before several answers were given at once."""
        self.say(self.before or self.said)

    def map(self, fields: dict[int, str | None], questions: tuple[Question, ...]) -> None:
        """Read columns, by index, as these fields; what was answered about columns becomes part of the mapping."""
        mapping = dict(self.said.mapping)
        for question in questions:
            picked = self.said.answers.get(question.key)
            if question.key.startswith("column:") and picked:
                others = [option.value for option in question.options if option.value != NONE]
                mapping |= {int(each): question.field if each == picked else None for each in others}
        taken = {each for each in fields.values() if each and each != "notes"}
        mapping = {index: None if each in taken else each for index, each in mapping.items()} | fields
        touched = set(fields.values()) | {self.said.mapping.get(index) for index in fields}
        answers = {
            key: given
            for key, given in self.said.answers.items()
            if not key.startswith(("column:", "rows:parties")) and key.partition(":")[0] not in touched
        }
        self.say(Said(answers, mapping, self.said.reading))

    def read_as(self, reading: Reading) -> None:
        """Read the file otherwise; what was said about its columns goes, since they may be others."""
        kept = {key: given for key, given in self.said.answers.items() if ":" not in key}
        self.say(Said(kept, {}, reading))


def current() -> Chosen | None:
    """Return the file that is being imported, None before one is chosen."""
    return st.session_state.get(_CHOSEN)


def drop() -> None:
    """Put the file away."""
    st.session_state.pop(_CHOSEN, None)
    told.leave()


def draw(who: person.Person) -> None:
    """Draw where a file is chosen."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"Importing as **{text.inline(who.name)}**, {text.inline(who.department)}.", width="content")
        person.draw_change()
    with frame.card(height="content"):
        frame.section("Choose a file")
        st.markdown(
            "One row of headings and a row for each deal, in any language. What the file leaves open is asked, "
            "and every deal is shown before it is written."
        )
        number = st.session_state.setdefault(_UPLOAD, 0)
        file = st.file_uploader("CSV, Excel or OpenDocument, up to 200,000 rows", type=KINDS, key=f"{_UPLOAD}.{number}")
    if file is not None:
        data = file.getvalue()
        st.session_state[_CHOSEN] = Chosen(file.name, data, hashlib.sha256(data).hexdigest())
        st.session_state[_UPLOAD] = number + 1
        told.leave()
        st.rerun()


def draw_other(kind: Literal["primary", "secondary"] = "secondary") -> None:
    """Draw the way to another file."""
    st.button("Choose another file", type=kind, on_click=drop, key="import.other")

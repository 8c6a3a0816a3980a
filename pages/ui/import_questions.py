"""What only a person can say about a file: the questions the import waits for, and those with an answer to fall back on."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from leverage import KnowledgeBase
from leverage.fields import currency_codes
from leverage.imports import Question
from leverage.imports.planning import ALL_SHEETS
from leverage.text import fold
from leverage.vocabulary import departments
from leverage.wording import show_count
from pages.ui import frame, person, text
from pages.ui.import_choice import Chosen
from pages.ui.import_reading import Read

SHAPE = "rows:shape"
MANY_ROWS = 2_000  # of a file that takes seconds to be read anew: its questions are answered together
_MOST_BUTTONS, _MOST_SIGNS = 4, 46  # options, and signs in all of them, that stand side by side
_COMMON = ("EUR", "USD", "GBP", "CHF")


def is_refused(read: Read) -> bool:
    """Say whether the file is no list of deals, and nobody said to take its rows all the same."""
    return read.plan.shape is not None and not read.preview.logged and not read.plan.rows


def is_name(question: Question) -> bool:
    """Say whether a question is about one vendor's name in the file."""
    return question.field == "vendor" and not question.is_needed


def asked_now(read: Read) -> list[Question]:
    """Return the questions that the import waits for; of a file that is no list of deals, whether it is one."""
    if is_refused(read):
        return [each for each in read.needed if each.key == SHAPE]
    return list(read.needed)


def open_now(read: Read) -> list[Question]:
    """Return those of the questions that have no answer yet."""
    still = {each.key for each in read.plan.open_questions}
    return [each for each in asked_now(read) if each.key in still]


def draw(kb: KnowledgeBase, chosen: Chosen, read: Read, who: person.Person) -> None:
    """Draw the card with the questions that the import waits for, and the others folded below it."""
    asked = asked_now(read)
    others = [] if is_refused(read) else [each for each in read.plan.questions if not each.is_needed and not is_name(each)]

    def draw_all(questions: Sequence[Question], name: str) -> None:
        if len(read.plan.table.rows) > MANY_ROWS and len(questions) > 1:
            _draw_at_once(kb, chosen, questions, who, name)
        else:
            _draw_each(kb, chosen, questions, who)

    if asked:
        with frame.card(height="content"):
            left = len(open_now(read))
            frame.section(f"Answer {show_count(left, 'question')}" if left else "All questions are answered")
            draw_all(asked, "needed")
    if others:
        with st.expander(f"{show_count(len(others), 'question')} you may leave open", expanded=False):
            draw_all(others, "others")


def _draw_at_once(kb: KnowledgeBase, chosen: Chosen, asked: Sequence[Question], who: person.Person, name: str) -> None:
    """Draw the questions of a large file, which takes a while to read anew, so that all are answered together."""
    with st.form(chosen.key(f"form.{name}"), border=False, enter_to_submit=False):
        _draw_each(kb, chosen, asked, who, at_once=True)

        def take() -> None:
            given = {each.key: st.session_state.get(_widget(chosen, each)) for each in asked}
            kept = {key: said for key, said in chosen.said.answers.items() if key not in given}
            chosen.say(replace(chosen.said, answers=kept | {key: said for key, said in given.items() if said}))

        st.form_submit_button("Use these answers", on_click=take)


def _widget(chosen: Chosen, question: Question) -> str:
    """Return the key of the box that holds the answer."""
    return chosen.key(f"answer.{question.key}")


def _draw_each(
    kb: KnowledgeBase, chosen: Chosen, asked: Sequence[Question], who: person.Person, *, at_once: bool = False
) -> None:
    if len(asked) == 1:
        _draw_one(kb, chosen, asked[0], who, at_once=at_once)
        return
    for start in range(0, len(asked), 2):
        for place, question in zip(st.columns(2, gap="medium"), asked[start : start + 2], strict=False):
            with place.container(gap="xxsmall"):
                _draw_one(kb, chosen, question, who, at_once=at_once)


def _draw_one(kb: KnowledgeBase, chosen: Chosen, question: Question, who: person.Person, *, at_once: bool) -> None:
    """Draw a question with what it hangs on, and its answers."""
    label = text.label(question.text)
    key = _widget(chosen, question)
    given = chosen.said.answers.get(question.key)
    is_shape = question.key == SHAPE
    if is_shape:
        st.markdown(f":orange[:material/warning:] {label}")

    def answered() -> None:
        chosen.answer(question.key, st.session_state.get(key))

    take = None if at_once else answered
    if not question.options:
        _draw_words(kb, question, label, key, given, who, take)
    elif _is_one_of_few(question):
        labels = {option.value: option.label for option in question.options}
        st.session_state[key] = given if given in labels else None
        st.segmented_control(
            label,
            list(labels),
            format_func=lambda value: frame.grey(text.inline(labels[value])),
            key=key,
            on_change=take,
            label_visibility="collapsed" if is_shape else "visible",
        )
    elif question.takes_many:
        _draw_many(chosen, question, label, key, given, take)
    else:
        labels = {option.value: option.label for option in question.options}
        st.session_state[key] = given if given in labels else None
        st.selectbox(
            label, list(labels), format_func=lambda value: labels[value], placeholder="Pick one", key=key, on_change=take
        )
    _draw_reasons(question, answered=given is not None)


def _draw_words(
    kb: KnowledgeBase,
    question: Question,
    label: str,
    key: str,
    given: object,
    who: person.Person,
    take: Callable[[], None] | None,
) -> None:
    """Draw a question that is answered in words, with those that are known to pick from."""
    known: Sequence[str]
    if question.field == "logged_by":
        known = [who.name, *kb.people()]
    elif question.field == "department":
        known = [who.department, *kb.departments(), *departments()]
    elif question.field == "currency":
        known = [*_COMMON, *currency_codes()]
    else:
        known = []
    names = list({fold(each): each for each in reversed(known)}.values())[::-1]
    held = str(given) if given else None
    st.session_state[key] = held
    options = names if held is None or held in names else [*names, held]
    placeholder = "Not known" if question.field == "currency" else "Pick or type"
    st.selectbox(
        label,
        options,
        accept_new_options=question.field != "currency",
        placeholder=placeholder,
        key=key,
        on_change=take,
    )


def _draw_many(chosen: Chosen, question: Question, label: str, key: str, given: object, take: Callable[[], None] | None) -> None:
    """Draw a question that takes several answers, with the way to take the suggested ones."""
    labels = {option.value: option.label for option in question.options if option.value != ALL_SHEETS}
    held = [given] if isinstance(given, str) else list(given or [])  # type: ignore[call-overload]
    st.session_state[key] = [each for each in held if each in labels]
    st.multiselect(
        label,
        list(labels),
        format_func=lambda value: labels[value],
        placeholder="Pick one or more",
        key=key,
        on_change=take,
    )
    suggested = [each for each in (question.suggested or "").split("\n") if each in labels]
    if suggested and not held and take is not None:
        names = ", ".join(suggested[:3]) + (f" and {len(suggested) - 3} more" if len(suggested) > 3 else "")
        st.button(
            f"Take {text.inline(names)}",
            type="tertiary",
            on_click=chosen.answer,
            args=(question.key, suggested),
            key=f"{key}.take",
        )


def _draw_reasons(question: Question, *, answered: bool) -> None:
    """Draw what hangs on a question and why it is asked."""
    parts: list[str] = []
    if question.samples:
        parts.append(f"Such as {', '.join(question.samples)}.")
    if question.why:
        parts.append(question.why if question.why.endswith(".") else f"{question.why}.")
    if question.rows and not is_name(question):
        parts.append(f"For {show_count(question.rows, 'row')}.")
    suggested = next((each.label for each in question.options if each.value == question.suggested), None)
    if suggested and not answered and not question.takes_many:
        parts.append(f"Until you say: {suggested}.")
    if parts:
        st.markdown(frame.small(frame.grey(text.inline(" ".join(parts)))))


def _is_one_of_few(question: Question) -> bool:
    """Say whether the answers fit side by side."""
    one = not question.takes_many or (len(question.options) <= 3 and any(each.value == ALL_SHEETS for each in question.options))
    signs = sum(len(option.label) for option in question.options)
    return one and len(question.options) <= _MOST_BUTTONS and signs <= _MOST_SIGNS

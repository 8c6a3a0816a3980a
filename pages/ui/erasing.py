"""Something to be erased for good: what goes, what that means, and a confirmation that nobody gives by accident."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

import streamlit as st

from leverage.browser_notes import mentions
from leverage.erasure import Erased
from leverage.progress import Progress
from leverage.text import Unclean, clean_line
from pages.ui import backup_card, draft, store_check, text, work
from pages.ui.frame import small
from pages.ui.told import Told

MOST_TYPED = 400  # characters
_ROUND = "erasing.round"


@dataclass(frozen=True)
class Erasing:
    """What is to go: `goes` tells it in lines of Markdown, `word` has to be typed, `said` is told when it is done,
    and `what` is what goes, in a word.

    `erase` does it; `forget` lets this session forget it as well.
    """

    name: str
    goes: tuple[str, ...]
    word: str
    button: str
    said: str
    what: str
    erase: Callable[[Progress], Erased]
    forget: Callable[[], None]


def draw(erasing: Erasing) -> None:
    """Draw what goes, what erasing means and the confirmation; once that is right, the button erases."""
    st.markdown("  \n".join(erasing.goes))
    st.markdown(
        f"- {erasing.what} goes from the memory, lists, briefs, kept answers, history and what waits, "
        "and from the files themselves.\n"
        "- Backups, exports and prints taken before are out of reach.\n"
        "- **It can't be undone.**"
    )
    typed = st.text_input(f"Type {text.inline(erasing.word)} to confirm", live=True, autocomplete="off", key=named(erasing.word))
    is_right = _clean(typed or "") == _clean(erasing.word)
    if typed and not is_right and not _clean(erasing.word).startswith(_clean(typed)):
        st.markdown(small(f"It has to read {text.inline(erasing.word)}, capitals included."))
    if st.button(erasing.button, icon=":material/delete_forever:", type="primary", disabled=not is_right, key="erasing.do"):
        work.begin(f"Erasing {text.inline(erasing.name)}", lambda progress: _erase(erasing, progress), lambda: _after(erasing))


def named(box: str) -> str:
    """Return the key of a box of this erasure; the next one begins with empty boxes."""
    return f"erasing.{st.session_state.get(_ROUND, 0)}.{box}"


def drop_draft(names: Iterable[str], today: date) -> None:
    """Begin this session's unsaved form afresh where it names one of these."""
    draft.open_draft(today)
    if mentions(draft.typed(), names):
        draft.start({}, today)


def _erase(erasing: Erasing, progress: Progress) -> Told:
    erased = erasing.erase(progress)
    files = "Its text is gone from the files, too." if erased.in_files else "That it is gone from the files can't be shown here."
    return Told(f"{erasing.said} {files}")


def _after(erasing: Erasing) -> None:
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    store_check.forget()
    backup_card.forget()
    erasing.forget()


def _clean(typed: str) -> str:
    try:
        return clean_line(typed, MOST_TYPED)
    except Unclean:
        return ""

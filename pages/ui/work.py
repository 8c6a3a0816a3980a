"""Work that takes its time and goes on when the page is left: deals moved, the store repaired, something erased.

It runs in a thread of its own, so that neither a click nor a closed page can cut it short. The page that began it waits
and shows how far it is; whoever comes back to that page finds it going on, or what came of it. Work that leaves things
whole at every step can be stopped between two of them.
"""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from leverage import LeverageError
from leverage.jobs import Jobs
from leverage.progress import Progress
from pages.ui import failures, told
from pages.ui.told import Told

Work = Callable[[Progress], Told | None]
"""Gets where to tell how far it is, and returns what is to be said at the top, if anything; it must draw nothing."""

_LOOK_AGAIN_SECONDS = 0.1
_RESULT_SECONDS = 3_600.0  # so long whoever left may be away
_NOTHING_TO_SAY = Told("")


class _Stopped(Exception):
    """A person stopped the work."""


@dataclass
class _Steps:
    """How far a piece of work is, and whether it is to end there."""

    share: float = 0.0
    is_stopped: bool = False

    def made(self, done: int, total: int) -> None:
        self.share = min(done / max(total, 1), 1.0)
        if self.is_stopped and done < total:
            raise _Stopped

    def stop(self) -> None:
        self.is_stopped = True


@dataclass(frozen=True)
class _Begun:
    """A piece of work that this session began."""

    doing: str
    after: Callable[[], None] | None
    steps: _Steps
    stopped: str | None = None
    name: str = field(default_factory=lambda: uuid.uuid4().hex)


@st.cache_resource(show_spinner=False, max_entries=1)
def _jobs() -> Jobs[Told]:
    return Jobs(kept_seconds=_RESULT_SECONDS)


def begin(doing: str, work: Work, after: Callable[[], None] | None = None, *, stopped: str | None = None) -> None:
    """Begin the work and wait for it here; where this page has begun some already, that is waited for.

    `doing` says what is going on; `after` is called in the session once the work is done and nothing went wrong. Work
    that may be stopped is given what to say when it was, as `stopped`; `after` is then not called.
    """
    if _key() not in st.session_state:
        begun = _Begun(doing, after, _Steps(), stopped)
        _jobs().start(begun.name, lambda _: _done(work, begun))
        st.session_state[_key()] = begun
    told.leave()
    attend()


def attend() -> None:
    """Wait for the work that this page began, if any, showing how far it is; then draw the page anew and say what came of it."""
    begun = st.session_state.get(_key())
    if begun is None:
        return
    job = _jobs().find(begun.name)
    if job is not None and not job.is_done:
        row = st.container(horizontal=True, vertical_alignment="center", gap="small")
        bar = row.progress(0.0, f"{begun.doing} …")
        if begun.stopped is not None:
            row.button("Stop", on_click=begun.steps.stop, disabled=begun.steps.is_stopped, key="work.stop")
        while not job.is_done:
            bar.progress(begun.steps.share, f"{begun.doing} … {begun.steps.share:.0%}")
            time.sleep(_LOOK_AGAIN_SECONDS)
    result = job.result if job is not None else None
    if result is not _NOTHING_TO_SAY:
        told.put(result or Told(failures.UNEXPECTED, is_wrong=True))
    was_stopped = result is not None and result.sentence == begun.stopped
    if begun.after is not None and result is not None and not result.is_wrong and not was_stopped:
        begun.after()
    _jobs().drop(begun.name)
    del st.session_state[_key()]
    st.rerun()


def _done(work: Work, begun: _Begun) -> Told:
    try:
        return work(begun.steps.made) or _NOTHING_TO_SAY
    except _Stopped:
        return Told(begun.stopped or "Stopped.")
    except LeverageError as problem:
        return Told(str(problem), is_wrong=True)


def _key() -> str:
    return f"work.{told.here()}"

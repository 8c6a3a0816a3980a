"""The command `selfcheck`: it proves on a store of its own what a playbook promises, and fails where that is broken."""

from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import KnowledgeBase, cli
from leverage.lesson_pages import Leaves
from leverage.lesson_records import Lesson
from tests.fakes import WordEmbedding


@pytest.fixture
def selfcheck(store: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Run the command beside a store that must not be touched."""
    monkeypatch.setattr("leverage.knowledge.embedding_for", lambda choice: WordEmbedding())

    def run() -> int:
        def refuse(folder: Path) -> KnowledgeBase:
            raise AssertionError("the user's store was opened")

        return cli.main(["--home", str(store), "selfcheck"], refuse)

    return run


def test_it_proves_what_is_promised(selfcheck: Callable[[], int], store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each promise is a line that begins with ok, the status is 0, and the user's store is not even made."""
    assert selfcheck() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "The playbook keeps its promises."
    assert all(line.startswith("ok ") for line in said[:-1])
    for promise in ("newest", "oldest", "Hand-written notes stay", "Titles do not double", "6,144 bytes"):
        assert any(promise in line for line in said), promise
    assert not store.exists()


def _oldest_stay(lessons: list[Lesson], vendor: str, live: object = None) -> Leaves:
    shown = sorted((each for each in lessons if each.state == "confirmed"), key=Lesson.rank)
    return Leaves(tuple(shown[:5]), tuple(shown[5:]))


@pytest.mark.parametrize(
    ("place", "broken", "said"),
    [
        ("leverage.playbook.book.leaves_of", _oldest_stay, "newest"),
        ("leverage.lesson_pages.MOST_BYTES", 60_000, "oldest"),
        ("leverage.playbook.book.page_markdown", lambda leaves, vendor, notes: notes.upper(), "Hand-written"),
        ("leverage.lesson_records.Lesson.subject", property(lambda lesson: lesson.id), "Titles"),
    ],
)
def test_it_can_fail(
    selfcheck: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    broken: object,
    said: str,
) -> None:
    """A playbook that is broken is found out: the promise is named, and the status is 1."""
    monkeypatch.setattr(place, broken)
    assert selfcheck() == 1
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILED")]
    assert any(said in line for line in failed), failed

"""A backup is made on the page of care and taken away; how it is restored is told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, backup
from leverage.errors import StoreUnavailable
from tests.pages.conftest import microsoft, shown
from tests.pages.test_care import confirm, pick_kind
from tests.pages.test_record import choose, labels, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def downloads(at: AppTest) -> list[str]:
    """Return what the buttons for downloads say."""
    return [str(each.proto.label) for each in at.get("download_button")]


def test_what_a_backup_is_stands_there_before_one_is_made(page: Open) -> None:
    """What is in it, what is not, who can read it, what erasing does not reach, and how to restore."""
    at = page("care.py")
    said = shown(at)
    for part in (
        "every deal and its history",
        "Not in it: the lists and the search",
        "Whoever holds the file can read every deal.",
        "What is erased later still stands in backups made before",
        "A restore goes into an empty folder",
    ):
        assert part in said, part
    assert [each.value for each in at.code] == ["python -m leverage --home FOLDER restore FILE"]
    assert downloads(at) == []


def test_a_backup_is_made_and_can_be_downloaded(page: Open, kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """The page says what is in it; the file is a whole backup, and nothing of it stays on disk."""
    kb.log_many(microsoft(deal, 3))
    kb.retract(kb.deals("Microsoft")[0].deal_id, "wrong")
    at = page("care.py")
    press(at, "Make a backup")
    said = shown(at)
    assert "2 deals with 1 vendor, 1 retracted: " in said
    assert " kB, 29 Nov 2026 at " in said
    assert downloads(at) == ["Download the backup"]
    made = at.session_state["backup.made"]
    assert made.name == "leverage-backup-2026-11-29.zip"
    (tmp_path / made.name).write_bytes(made.data)
    assert backup.check(tmp_path / made.name) == made.summary
    kb.log(deal(vendor="Acme"))
    press(at, "Make another")
    assert "3 deals with 2 vendors, 1 retracted: " in shown(at)


def test_a_backup_that_fails_is_told(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence is read, there is nothing to download, and one can try again."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory can't be reached. Try again in a minute.")

    monkeypatch.setattr(backup, "write", away)
    at = page("care.py")
    press(at, "Make a backup")
    assert "The memory can't be reached. Try again in a minute." in shown(at)
    assert downloads(at) == []
    assert "Make a backup" in labels(at)


def test_an_erasure_puts_the_backup_away(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The one made before in this session holds what was erased."""
    kb.log_many(microsoft(deal, 2))
    at = page("care.py")
    press(at, "Make a backup")
    at = pick_kind(at, "vendor")
    choose(at, "Vendor", "Microsoft")
    press(confirm(at, "Microsoft"), "Erase Microsoft")
    assert downloads(at) == []
    assert "backup.made" not in at.session_state

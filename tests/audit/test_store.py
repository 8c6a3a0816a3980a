"""The trail of a store: checked with it, left alone by what looks after it, in no backup, and cleaned of an erased person."""

import csv
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, backup, cli, erasure
from leverage.access.person import Person
from leverage.errors import StoreUnavailable
from tests.audit.conftest import PRIYA, TOM, fill
from tests.fakes import Clock, WordEmbedding

Write = Callable[..., Deal]
Run = Callable[..., int]


@pytest.fixture
def run(store: Path) -> Run:
    """Run a command on the store of the test."""

    def run_(*arguments: str | Path) -> int:
        def open_store(folder: Path) -> KnowledgeBase:
            return KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock(), timezone="Europe/Berlin")

        return cli.main(["--home", str(store), *map(str, arguments)], open_store)

    return run_


def test_an_act_that_cant_be_noted_does_not_happen(kb: KnowledgeBase, store: Path) -> None:
    """Where the trail takes no note, what stands inside the act is not reached."""
    fill(kb.trail, 2)
    shutil.rmtree(store / "audit")
    is_done = False
    with pytest.raises(StoreUnavailable, match="The audit trail is gone"), kb.act("log"):
        is_done = True
    assert not is_done


def test_a_check_of_the_store_tells_of_the_trail(kb: KnowledgeBase, store: Path) -> None:
    """Among its other findings."""
    fill(kb.trail, 3)
    assert kb.check() == []
    (store / "audit" / "head.json").unlink()
    assert (
        kb.check()
        == kb.view(PRIYA).check()
        == ["audit/head.json, which tells of the last row of the audit trail, is missing or can't be read."]
    )


def test_looking_after_the_store_leaves_the_trail(kb: KnowledgeBase, deal: Write) -> None:
    """A new index and a repair are nothing to it, and it is closed with the store."""
    kb.log(deal())
    fill(kb.trail, 3)
    before = kb.trail.rows()
    kb.rebuild_index()
    kb.repair()
    assert kb.trail.rows(before=before[0].n + 1) == before
    kb.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        kb.trail.note(None, "log")


def test_no_backup_holds_the_trail(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """It is about people, and a copy could be put in the place of the real one."""
    kb.log(deal())
    fill(kb.trail, 3)
    with (tmp_path / "all.zip").open("w+b") as file:
        backup.write(kb, file)
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        held = b"".join(archive.read(name) for name in archive.namelist())
    assert b"audit" not in held
    assert b"tom@example.com" not in held


def test_an_erased_person_leaves_the_trail_too(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Under every name and address: one made from the name, one under which they logged deals; colleagues stay."""
    kb.log(deal(logged_by="Priya Nair", logged_by_email="pn7@example.com"))
    first = kb.trail.count()
    fill(kb.trail, 2)
    kb.trail.note(Person("pn7@example.com", role="reader"), "export")
    kb.trail.note(Person("priya.nair2@example.com", role="reader"), "export")
    erasure.erase_person(kb, "Priya Nair")
    names = [row.name for row in kb.trail.rows(limit=4, before=first + 5)]
    assert names == ["a former colleague", "a former colleague", "Tom Becker", "a former colleague"]
    assert kb.trail.check() == []
    for path in (store / "audit").iterdir():
        assert not any(word in path.read_bytes().lower() for word in (b"priya", b"pn7")), path.name


def test_whoever_only_looked_can_be_erased(kb: KnowledgeBase) -> None:
    """A person who logged nothing still stands in the trail, and the preview knows."""
    fill(kb.trail, 2)
    assert erasure.preview_person(kb, TOM.name).others == 1
    erasure.erase_person(kb, TOM.name)
    assert not erasure.preview_person(kb, TOM.name).is_known
    assert {row.name for row in kb.trail.rows()} >= {"a former colleague", "Priya Nair"}


def test_a_day_begins_where_the_store_is_at_home(open_kb: Callable[..., KnowledgeBase]) -> None:
    """Its instant is told in UTC."""
    kb = open_kb(timezone="Europe/Berlin")
    assert kb.begin_of(kb.today()).isoformat() == "2026-11-28T23:00:00+00:00"


def test_the_command_shows_checks_and_writes(
    run: Run, store: Path, deal: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rows newest first with what they are about; the last hash; a file that only its owner reads."""
    assert run("audit") == 2
    assert "There is no store" in capsys.readouterr().err
    assert not store.exists()
    with KnowledgeBase.open(store, embedding=WordEmbedding(), clock=Clock()) as kb:
        kb.log(deal())
        kb.trail.note(PRIYA, "import", vendor="vendor-acme", deal_ids=["a", "b"], rows=2)
        kb.trail.note(TOM, "export")
    assert run("audit") == 0
    newer, older = (line.split("  ") for line in capsys.readouterr().out.splitlines()[:2])
    assert newer[-2:] == ["Tom Becker <tom@example.com>", "export"]
    assert older[-5:] == ["Priya Nair <priya.nair@example.com>", "import", "vendor-acme", "2 deals", "rows: 2"]
    assert older[-6].startswith("2026-11-29 09:00:")
    assert older[-6].endswith(" UTC")
    assert run("audit", "--check") == 0
    assert "The audit trail is whole: " in capsys.readouterr().out
    assert run("audit", "--since", "2026-11-29", "--until", "2026-11-29", "--csv", tmp_path) == 0
    assert "leverage-audit-2026-11-29.csv. Whoever holds" in capsys.readouterr().out
    path = tmp_path / "leverage-audit-2026-11-29.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["person"] for row in rows][:2] == ["Tom Becker", "Priya Nair"]
    assert run("audit", "--since", "2027-01-01") == 0
    assert capsys.readouterr().out == "Nothing is noted there.\n"


def test_the_command_tells_of_a_trail_that_is_not_whole(
    run: Run, store: Path, deal: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check ends with status 1; the list still shows what there is, and says that something is wrong."""
    with KnowledgeBase.open(store, embedding=WordEmbedding(), clock=Clock()) as kb:
        kb.log(deal())
        fill(kb.trail, 3)
    (store / "audit" / "head.json").unlink()
    assert run("audit", "--check") == 1
    assert "head.json" in capsys.readouterr().out
    assert run("audit") == 0
    told = capsys.readouterr()
    assert "head.json" in told.err
    assert told.out.count("\n") >= 3
    assert run("check") == 1
    assert "head.json" in capsys.readouterr().out

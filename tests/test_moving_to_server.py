"""A memory moved to a server and back: the same to the letter, whatever happens on the way."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, directory, feedback
from leverage.access.person import Person
from leverage.cli import main
from leverage.errors import StoreUnavailable
from leverage.memory.server_client import Server
from leverage.transfer import Moved, banks, moving, to_folder, to_server
from leverage.transfer.marks import FILE_NAME, FolderMark
from tests.chroma_server import ChromaServer
from tests.fakes import Clock, WordEmbedding

Write = Callable[..., Deal]
NASTY = ("Acme", "Ünïcode & Söhne", "日本電気", "O'Brien; DROP TABLE deals", "../up", "Zeta #1", "=1+1", "Bolt Corp.")


@pytest.fixture
def server(chroma: ChromaServer) -> Server:
    """An empty database on a running server."""
    return Server(chroma.url, database=chroma.database(), seconds=5)


@pytest.fixture
def home(tmp_path: Path, deal: Write) -> Path:
    """A store that has seen some use, and is closed."""
    with opened(tmp_path / "home") as kb:
        for n in range(24):
            restricted = {"visible_to": ["Finance"]} if n % 6 == 0 else {}
            kb.log(deal(vendor=NASTY[n % len(NASTY)], notes=f"Note {n}", tactics=[("asked", "worked")], **restricted))
        directory.merge(kb, "vendor-acme", "vendor-bolt-corp")
        feedback.note(kb, "Zeta #1", "asked", "helped", by="Ann", department="IT")
        kb.retract(kb.deals("日本電気")[0].deal_id, "Entered twice", by="Ann")
    return tmp_path / "home"


def opened(home: Path) -> KnowledgeBase:
    """Open a store with the embedding of tests."""
    return KnowledgeBase.open(home, embedding=WordEmbedding(), clock=Clock())


def told(kb: KnowledgeBase) -> Any:
    """Return what a store tells."""
    vendors = kb.vendors()
    person = Person("eve@corp.example", "IT", "reader")
    return {
        "vendors": [(each.name, each.bank_id, each.deal_count, each.confidence) for each in vendors],
        "briefs": [kb.brief(each.bank_id) for each in vendors],
        "deals": [(each.deal_id, each.to_json()) for vendor in vendors for each in kb.deals(vendor.bank_id)],
        "retracted": [each.deal_id for vendor in vendors for each in kb.retracted(vendor.bank_id)],
        "recall": [[each.text for each in kb.recall(vendor.bank_id, "asked", limit=3)] for vendor in vendors],
        "seen": [(each.name, each.deal_count) for each in kb.view(person).vendors()],
        "check": kb.check(),
    }


def quietly(label: str) -> None:
    """Tell nobody how far a move is."""


def there(home: Path, server: Server) -> Moved:
    """Move to a server."""
    return to_server(home, server, WordEmbedding(), quietly)


def back(home: Path, server: Server) -> Moved:
    """Move back into a folder."""
    return to_folder(home, server, WordEmbedding(), quietly)


def use(monkeypatch: pytest.MonkeyPatch, server: Server | None) -> None:
    """Set the settings to a server, or to none."""
    for name, value in (("LEVERAGE_CHROMA_URL", server and server.url), ("CHROMA_DATABASE", server and server.database)):
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)


def test_there_and_back_again_nothing_is_different(
    home: Path, server: Server, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that a store tells, and what was logged meanwhile comes back, too."""
    with opened(home) as kb:
        before = told(kb)
    moved = there(home, server)
    assert moved.banks >= len(before["vendors"])
    with pytest.raises(StoreUnavailable, match="was moved to"):
        opened(home)
    use(monkeypatch, server)
    with opened(home) as kb:
        assert told(kb) == before
        kb.log(deal(vendor="Later"))
        after = told(kb)
    assert back(home, server).memories > moved.memories
    with pytest.raises(StoreUnavailable, match="was moved into"):
        opened(home)
    use(monkeypatch, None)
    with opened(home) as kb:
        assert told(kb) == after
    assert sorted(each.name for each in home.iterdir() if "banks" in each.name) == ["banks"]
    assert not (home / FILE_NAME).exists()


@pytest.mark.parametrize("way", [there, back])
def test_a_move_that_is_stopped_goes_on_where_it_was(
    home: Path, server: Server, monkeypatch: pytest.MonkeyPatch, way: Callable[[Path, Server], Moved]
) -> None:
    """At each bank in turn; meanwhile nobody works on half of it, and what was copied is not copied again."""
    with opened(home) as kb:
        before = told(kb)
    if way is back:
        there(home, server)
    write, copied = banks._write, []

    def stopped(target: Any, bank_id: str, content: Any) -> None:
        if copied and copied[-1] != "stop":
            copied.append("stop")
            raise KeyboardInterrupt
        write(target, bank_id, content)
        copied.append(bank_id)

    monkeypatch.setattr(banks, "_write", stopped)
    use(monkeypatch, server)
    for _ in range(100):
        try:
            way(home, server)
        except KeyboardInterrupt:
            if way is there:
                with pytest.raises(StoreUnavailable, match="being moved"):
                    opened(home)
            continue
        break
    done = [each for each in copied if each != "stop"]
    assert len(done) == len(set(done)) > 5
    use(monkeypatch, server if way is there else None)
    with opened(home) as kb:
        assert told(kb) == before


@pytest.mark.parametrize("step", range(6))
def test_a_move_back_that_is_cut_short_at_its_end_is_brought_to_its_end(
    home: Path, server: Server, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Between any two of its last steps."""
    with opened(home) as kb:
        before = told(kb)
    there(home, server)
    left = [step]

    def counted(act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*given: Any, **more: Any) -> Any:
            if left[0] == 0:
                left[0] = -1
                raise KeyboardInterrupt
            left[0] -= 1
            return act(*given, **more)

        return acted

    with monkeypatch.context() as patch:
        patch.setattr(moving.os, "rename", counted(moving.os.rename))
        patch.setattr(moving, "sync", counted(moving.sync))
        patch.setattr(moving.marks, "clear", counted(moving.marks.clear))
        patch.setattr(moving.ServerEngine, "put_mark", counted(moving.ServerEngine.put_mark))
        with pytest.raises(KeyboardInterrupt):
            back(home, server)
    back(home, server)
    with opened(home) as kb:
        assert told(kb) == before


def test_what_is_there_is_not_written_over(home: Path, server: Server, tmp_path: Path, deal: Write) -> None:
    """A server with a memory of its own, or one that was moved away; a folder with one of its own; a server in mid-move."""
    there(home, server)
    with opened(tmp_path / "other") as kb:
        kb.log(deal(vendor="Other"))
    for act in (there, back):
        with pytest.raises(LeverageError, match=r"has a memory"):
            act(tmp_path / "other", server)
    back(home, server)
    with pytest.raises(LeverageError, match="moved away"):
        there(home, server)
    with opened(home) as kb:
        assert kb.check() == []


def test_a_store_that_was_written_between_two_goes_is_moved_as_it_is_then(
    home: Path, server: Server, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is whole until the end, so people may go on with it and move later."""
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_compared", lambda *_: (_ for _ in ()).throw(StoreUnavailable("The line was cut.")))
        with pytest.raises(StoreUnavailable):
            there(home, server)
    with opened(home) as kb:
        kb.log(deal(vendor="Acme", notes="Between"))
        kb.forget(kb.deals("Zeta #1")[0].deal_id)
        before = told(kb)
    there(home, server)
    use(monkeypatch, server)
    with opened(home) as kb:
        assert told(kb) == before


@pytest.mark.slow
def test_a_server_that_is_killed_in_the_middle_holds_the_move_up_only(home: Path, own_chroma: ChromaServer) -> None:
    """The same command goes on when it is back."""
    server = Server(own_chroma.url, database=own_chroma.database(), seconds=2)
    killer = threading.Timer(random.Random(5).uniform(0.1, 0.6), own_chroma.kill)
    killer.start()
    with suppress(StoreUnavailable):
        there(home, server)
    killer.join()
    own_chroma.start()
    if FolderMark.read(home) is None or FolderMark.read(home).state == "to_server":  # type: ignore[union-attr]
        there(home, server)
    assert back(home, server).banks > 5
    with opened(home) as kb:
        assert kb.check() == []


@pytest.mark.slow
def test_a_move_that_is_killed_goes_on(home: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command as people give it."""
    with opened(home) as kb:
        before = told(kb)
    use(monkeypatch, server)
    script = "import sys; from leverage.transfer import to_server; from leverage.memory.server_client import Server; "
    script += "from pathlib import Path; from tests.fakes import WordEmbedding; "
    script += "to_server(Path(sys.argv[1]), Server(sys.argv[2], database=sys.argv[3]), WordEmbedding(), lambda label: None)"
    rng = random.Random(3)
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", script, str(home), server.url, server.database])
        time.sleep(rng.uniform(1.0, 2.5))
        process.kill()
        process.wait()
    mark = FolderMark.read(home)
    if mark is None or mark.state == "to_server":
        there(home, server)
    with opened(home) as kb:
        assert told(kb) == before


def test_the_command_says_what_was_moved_and_what_to_do(
    home: Path, server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is wrong, in a sentence, without a password."""
    monkeypatch.setattr("leverage.cli.moving.embedding_for", lambda choice: WordEmbedding())
    monkeypatch.setenv("CHROMA_DATABASE", server.database)
    address = server.url.replace("//", "//ann:s3cret@")
    assert main(["--home", str(home), "move", "--to", address], opened) == 0
    said = capsys.readouterr().out
    assert "compared to the letter" in said
    assert "LEVERAGE_CHROMA_URL set" in said
    assert "s3cret" not in said + (home / FILE_NAME).read_text()
    for wrong, sentence in (
        (["move", "--to", "nonsense"], "is no address of a server"),
        (["move", "--to", "cloud"], "CHROMA_API_KEY"),
        (["move", "--here"], "set LEVERAGE_CHROMA_URL"),
        (["move", "--to", "http://127.0.0.1:9"], "was moved to"),
    ):
        assert main(["--home", str(home), *wrong], opened) == 2
        assert sentence in capsys.readouterr().err
    monkeypatch.setenv("LEVERAGE_CHROMA_URL", server.url)
    assert main(["--home", str(home / "replica"), "backup", str(home.parent)], opened) == 0
    assert main(["--home", str(home), "move", "--here"], opened) == 0
    assert "lets no app in" in capsys.readouterr().out
    monkeypatch.delenv("LEVERAGE_CHROMA_URL")
    assert main(["--home", str(home / "nowhere"), "move", "--to", server.url], opened) == 2
    with opened(home):
        assert main(["--home", str(home), "move", "--to", server.url], opened) == 2

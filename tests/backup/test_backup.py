"""A backup holds everything but what is made from the rest, and gives it back into an empty store."""

import io
import json
import random
import sys
import threading
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, backup, directory, inbox
from leverage.backup import restoring
from leverage.errors import DealErased, StoreInUse, StoreUnavailable, UnreadableFile
from tests.backup.stores import NASTY, fill, let_wait, told
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.inbox import plain_notes as inbox_notes
from tests.killing import begun, needs_kill
from tests.strategies import WHOLE_DEAL

Write = Callable[..., Deal]
Open = Callable[..., KnowledgeBase]


def restored(file: Path, home: Path) -> KnowledgeBase:
    """Restore a backup and open the store."""
    backup.restore(file, home, embedding=WordEmbedding())
    return KnowledgeBase.open(home, embedding=WordEmbedding(), clock=Clock())


@pytest.mark.folder
def test_everything_comes_back(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Deals, versions, retractions, names, aliases, notes, moves, tombstones and loose memories are as they were."""
    ids = fill(kb, deal)
    file = tmp_path / "backup.zip"
    steps: list[tuple[int, int]] = []
    made = backup.write(kb, file, lambda done, total: steps.append((done, total)))
    assert (made.deals, made.retracted, made.vendors) == (7, 1, 3)
    assert made.bytes == file.stat().st_size
    assert steps[-1] == (made.banks, made.banks)
    assert backup.check(file) == made
    before = told(kb)
    with restored(file, tmp_path / "new") as new:
        assert told(new) == before
        assert new.check() == []
        with pytest.raises(DealErased):
            new.log(deal(**WHOLE_DEAL | {"product": "Azure 2", "notes": f"Remark 2. {NASTY}"}))
        new.restore(ids["retracted"])
        directory.undo(new, ids["merge"])
        assert new.vendor("MSFT Ireland").deal_count == 1  # type: ignore[union-attr]
        assert new.check() == []


@pytest.mark.folder
def test_what_waits_and_what_was_set_aside_come_back(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """A deal on disk only goes in by itself at the restored store's start; what could not go in is a file again."""
    kb.log(deal())
    deal_id = let_wait(kb, deal)
    file = tmp_path / "backup.zip"
    made = backup.write(kb, file)
    assert (made.deals, made.waiting, made.set_aside) == (1, 1, 2)
    with restored(file, tmp_path / "new") as new:
        assert new.waiting() == []
        assert new.deal(deal_id) == deal(vendor="Later", notes="waits")
        assert new.set_aside_files() == kb.set_aside_files()


def test_a_change_that_a_bank_holds_already_does_not_wait_in_the_backup(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """A deal whose file outlived it, since the process died in between, is in the backup once."""
    kb.log(deal(), "one")
    change = kb._writer.change_of(deal(), "one")
    record = kb.record(change.deal_id)
    assert record is not None
    kb._outbox.put(type(change)(**vars(change) | {"at": record.entered_at}))
    assert backup.write(kb, tmp_path / "backup.zip").waiting == 0


def test_a_backup_can_be_written_into_a_file_that_is_open(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """The bytes are the same backup, to be sent to a browser."""
    kb.log(deal())
    file = io.BytesIO()
    made = backup.write(kb, file)
    (tmp_path / "backup.zip").write_bytes(file.getvalue())
    assert backup.check(tmp_path / "backup.zip") == made


@pytest.mark.folder
def test_an_empty_store_has_a_backup(kb: KnowledgeBase, tmp_path: Path) -> None:
    """It holds nothing, is whole, and restores to a store that is well."""
    backup.write(kb, tmp_path / "backup.zip")
    with restored(tmp_path / "backup.zip", tmp_path / "new") as new:
        assert new.vendors() == []
        assert new.check() == []


@pytest.mark.folder
def test_the_trail_of_a_restored_store_begins_with_where_it_came_from(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """A backup holds no audit trail; that one was restored, and when it was made, is the first thing noted."""
    kb.log(deal())
    backup.write(kb, tmp_path / "b.zip")
    backup.restore(tmp_path / "b.zip", tmp_path / "new", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding()) as restored:
        (row,) = restored.trail.rows()
        assert (row.act, row.name, list(row.detail)) == ("restore", "the machine itself", ["made_at"])


def test_no_vectors_and_no_index_are_in_it(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Each bank is a member of JSON lines: an id, a text, its metadata."""
    kb.log(deal())
    backup.write(kb, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {"banks/vendor-microsoft.jsonl", "waiting.jsonl", "set-aside.jsonl", "manifest.json"}
        lines = archive.read("banks/vendor-microsoft.jsonl").splitlines()
    assert all(set(json.loads(line)) == {"id", "text", "metadata"} for line in lines)


def test_a_file_that_is_there_is_not_overwritten_unless_told(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """It stays as it is, and nothing is left beside it; only its owner can read a backup."""
    kb.log(deal())
    file = tmp_path / "backup.zip"
    file.write_text("mine")
    with pytest.raises(LeverageError, match="there already"):
        backup.write(kb, file)
    assert file.read_text() == "mine"
    backup.write(kb, file, overwrite=True)
    assert backup.check(file).deals == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["backup.zip", "store"]
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o077 == 0


def test_a_backup_that_is_stopped_leaves_nothing(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Neither a half file nor a store in which nothing may move any more."""
    kb.log(deal())
    kb.log(deal(vendor="Acme"))

    class Stopped(BaseException):
        pass

    def stop(*_: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        backup.write(kb, tmp_path / "backup.zip", stop)
    assert [each.name for each in tmp_path.iterdir()] == ["store"]
    directory.merge(kb, "Acme", "Microsoft")


def test_a_path_that_can_not_be_written_is_said(kb: KnowledgeBase, tmp_path: Path) -> None:
    """The sentence says what to do."""
    with pytest.raises(LeverageError, match="Check the path"):
        backup.write(kb, tmp_path / "nowhere" / "backup.zip")


@pytest.mark.folder
def test_nothing_moves_or_is_erased_while_the_banks_are_read(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """A merge and an erasure are refused, an edit to another vendor waits, a new deal goes in; afterwards all goes on."""
    first = kb.log(deal(notes="one"))
    second = kb.log(deal(vendor="Acme"))
    kb._replay.stop()  # what waits is brought in here, below
    said: list[str] = []
    waits: list[bool] = []

    def meanwhile(done: int, total: int) -> None:
        if done > 1:
            return
        kb.log(deal(vendor="Brand new"))
        waits.append(kb.edit(first.deal_id, deal(vendor="Acme", notes="one"), 1).waiting)
        for attempt in (
            lambda: directory.merge(kb, "Acme", "Microsoft"),
            lambda: kb.forget(second.deal_id),
            lambda: backup.write(kb, io.BytesIO()),
        ):
            try:
                attempt()
            except StoreUnavailable as problem:
                said.append(str(problem))

    made = backup.write(kb, tmp_path / "backup.zip", meanwhile)
    assert waits == [True]
    assert [each.partition(".")[0] for each in said] == [
        "A backup is being written",
        "A backup is being written",
        "A backup is being written",
    ]
    assert made.deals == 2
    assert kb.catch_up()
    assert kb.brief("Acme").deal_count == 2
    directory.merge(kb, "Acme", "Microsoft")
    assert kb.check() == []
    with restored(tmp_path / "backup.zip", tmp_path / "new") as new:
        assert new.brief("Microsoft").deal_count == new.brief("Acme").deal_count == 1
        assert new.check() == []


@pytest.mark.folder
def test_deals_logged_merged_and_split_meanwhile_are_whole_or_not_there(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """While threads log, edit, merge and undo, every backup restores to a sound store with each earlier deal once."""
    earlier = {f"earlier {n}" for n in range(8)}
    kb.log_many([(deal(vendor=("Microsoft", "Acme")[n % 2], notes=note), None) for n, note in enumerate(sorted(earlier))])
    done = threading.Event()
    failures: list[BaseException] = []

    def go_on(action: Callable[[int], object]) -> None:
        n = 0
        while not done.is_set():
            n += 1
            try:
                with suppress(LeverageError):
                    action(n)
            except BaseException as problem:
                failures.append(problem)
                raise

    def merge(_: int) -> None:
        directory.undo(kb, directory.merge(kb, "Acme", "Microsoft").id)

    def log(n: int) -> None:
        vendor = f"Vendor {n % 3}"
        receipt = kb.log(deal(vendor=vendor, notes=f"new {n}", tactics=[("asked", "worked")], payment_terms="Net 30"))
        kb.edit(receipt.deal_id, deal(vendor=f"Vendor {(n + 1) % 3}", notes=f"new {n}"), 1)

    threads = [threading.Thread(target=go_on, args=(action,)) for action in (merge, log)]
    for thread in threads:
        thread.start()
    try:
        files = [tmp_path / f"{n}.zip" for n in range(3)]
        for file in files:
            backup.write(kb, file)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert failures == []
    for file in files:
        with restored(file, tmp_path / f"of-{file.stem}") as new:
            notes = [each.notes or "" for vendor in new.vendors() for each in new.deals(vendor.bank_id)]
            assert len(notes) == len(set(notes))
            assert earlier <= set(notes)
            assert new.check() == []


@pytest.mark.parametrize("from_call", [16, 32])
@pytest.mark.folder
def test_a_merge_that_was_cut_short_is_settled_by_the_restored_store(
    kb: KnowledgeBase, deal: Write, tmp_path: Path, from_call: int
) -> None:
    """Copies in two banks are one deal, counted once and there once."""
    kb.log_many([(deal(vendor=("Microsoft", "Acme")[n % 2], notes=f"note {n}"), None) for n in range(6)])
    kb._replay.stop()
    failing = FailingEngine(kb.banks.engine, from_call, after=False)
    with suppress(LeverageError):
        directory.merge(kb, "Acme", "Microsoft")
    failing.is_broken = False
    assert kb.ask_index(lambda index: index.unsettled())
    assert backup.write(kb, tmp_path / "backup.zip").deals == 6
    with restored(tmp_path / "backup.zip", tmp_path / "new") as new:
        notes = [each.notes for vendor in new.vendors() for each in new.deals(vendor.bank_id)]
        assert sorted(map(str, notes)) == [f"note {n}" for n in range(6)]
        assert new.check() == []


@pytest.mark.folder
def test_a_store_that_is_not_empty_is_refused(kb: KnowledgeBase, open_kb: Open, store: Path, deal: Write, tmp_path: Path) -> None:
    """Nothing in it is touched; an open store is refused as in use, and one that only waits is not empty either."""
    kb.log(deal())
    file = tmp_path / "backup.zip"
    backup.write(kb, file)
    with pytest.raises(StoreInUse):
        backup.restore(file, store, embedding=WordEmbedding())
    kb.close()
    with pytest.raises(LeverageError, match="not empty"):
        backup.restore(file, store, embedding=WordEmbedding())
    assert open_kb().check() == []
    (tmp_path / "waits" / "outbox").mkdir(parents=True)
    (tmp_path / "waits" / "outbox" / "x.json").write_text("{}")
    with pytest.raises(LeverageError, match="not empty"):
        backup.restore(file, tmp_path / "waits", embedding=WordEmbedding())


@pytest.mark.folder
def test_a_store_that_was_opened_and_never_used_is_empty(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Whoever started the app once can restore into its folder."""
    kb.log(deal())
    backup.write(kb, tmp_path / "backup.zip")
    KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding()).close()
    with restored(tmp_path / "backup.zip", tmp_path / "new") as new:
        assert new.count() == 1
        assert new.check() == []


@pytest.mark.folder
def test_a_restore_that_is_stopped_leaves_a_store_that_says_so(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """It can't be opened, the sentence says what to do, and the next restore begins anew and is complete."""
    fill(kb, deal)
    let_wait(kb, deal)
    file, home = tmp_path / "backup.zip", tmp_path / "new"
    backup.write(kb, file)
    steps: list[int] = []

    def stop(done: int, total: int) -> None:
        steps.append(total)
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.restore(file, home, embedding=WordEmbedding(), progress=stop)
    with pytest.raises(StoreUnavailable, match="Restore the backup again"):
        KnowledgeBase.open(home, embedding=WordEmbedding())
    with restored(file, home) as new:
        assert new.vendor("Later").deal_count == 1  # type: ignore[union-attr]
        assert [each for each in new.check() if "set aside" not in each] == []


_RESTORING = """
import sys
from leverage import backup
from tests.fakes import WordEmbedding
print("begun", flush=True)
backup.restore(sys.argv[1], sys.argv[2], embedding=WordEmbedding(), progress=lambda done, total: print(done, flush=True))
"""


@pytest.mark.slow
@needs_kill
def test_a_restore_that_is_killed_can_be_done_again(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """After kills at random moments the store says that it is not whole, or is; a further restore completes it."""
    fill(kb, deal, 40)
    file, home = tmp_path / "backup.zip", tmp_path / "new"
    backup.write(kb, file)
    rng = random.Random(5)
    for _ in range(4):
        with begun(_RESTORING, str(file), str(home)) as process:
            for _ in range(rng.randint(1, 4)):
                process.stdout.readline()
            process.kill()
        with pytest.raises(StoreUnavailable, match="Restore the backup again"):
            KnowledgeBase.open(home, embedding=WordEmbedding())
    before = told(kb)
    with restored(file, home) as new:
        assert told(new) == before
        assert new.check() == []


@pytest.mark.folder
def test_a_restore_that_the_memory_does_not_keep_is_told(
    kb: KnowledgeBase, deal: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store stays marked as not whole."""
    kb.log(deal())
    backup.write(kb, tmp_path / "backup.zip")

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory can't be reached.")

    monkeypatch.setattr(restoring, "write_rows", away)
    with pytest.raises(StoreUnavailable):
        backup.restore(tmp_path / "backup.zip", tmp_path / "new", embedding=WordEmbedding())
    with pytest.raises(StoreUnavailable, match="cut short"):
        KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding())


def test_a_missing_backup_is_said(tmp_path: Path) -> None:
    """No store is made for it."""
    with pytest.raises(UnreadableFile, match="can't be read"):
        backup.restore(tmp_path / "nowhere.zip", tmp_path / "new", embedding=WordEmbedding())
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_eight_hundred_deals_come_back_equal(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Every field of every deal, every version, every sentence, brief and recall is the same."""
    fill(kb, deal)
    rng = random.Random(3)
    words = ["they", "moved", "on", "price", "after", "we", "waited", "for", "quarter", "end", "北京", "é"]
    kb.log_many(
        [
            (
                deal(
                    **(WHOLE_DEAL if n % 10 == 0 else {})
                    | {
                        "vendor": f"Vendor {n % 16}",
                        "deal_date": f"{2010 + n % 15}-0{1 + n % 9}-1{n % 10}",
                        "discount_pct": n % 40,
                        "notes": f"Remark {n}: {' '.join(rng.choices(words, k=30))}. {NASTY}",
                    }
                ),
                None,
            )
            for n in range(800)
        ]
    )
    made = backup.write(kb, tmp_path / "backup.zip")
    assert made.deals == 807
    before = told(kb)
    with restored(tmp_path / "backup.zip", tmp_path / "new") as new:
        assert told(new) == before
        assert new.check() == []


@pytest.mark.folder
def test_the_inbox_comes_back(kb: KnowledgeBase, deal: Write, tmp_path: Path) -> None:
    """Proposals with their texts, decisions and reports are as they were; what was forgotten stays so."""
    text = "Deal: Acme, 20% off list\nDeal: Bolt, 10% off list\nDeal: Cobalt, 5% off list\n"
    inbox.add(kb, [inbox_notes.source(text)], by="Ann", propose=inbox_notes.propose)
    ids = {each.proposal.vendor: each.id for each in inbox.pending(kb)}
    gone = inbox.accept(kb, ids["Cobalt"], deal(vendor="Cobalt"), by="Ann")
    kept = inbox.accept(kb, ids["Bolt"], deal(vendor="Bolt"), by="Ann")
    kb.forget(gone.deal_id)
    file = tmp_path / "backup.zip"
    made = backup.write(kb, file)
    assert made.deals == 1
    with restored(file, tmp_path / "new") as new:
        assert inbox.pending(new) == inbox.pending(kb)
        assert inbox.reports(new) == inbox.reports(kb)
        assert inbox.accepted_from(new, kept.deal_id) == inbox.accepted_from(kb, kept.deal_id)
        assert inbox.source_of(new, ids["Acme"]) == inbox.source_of(kb, ids["Acme"])
        assert inbox.add(new, [inbox_notes.source(text)], propose=inbox_notes.propose).proposed == 0
        new.rebuild_index()
        assert new.check() == []
        assert inbox.accept(new, ids["Acme"], deal(vendor="Acme"), by="Ben").deal_count == 1

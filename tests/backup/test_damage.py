"""A backup that is not as it was written is refused with a sentence, and nothing is written."""

import hashlib
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, backup
from leverage.backup import archive
from leverage.errors import UnreadableFile
from tests.backup.stores import let_wait
from tests.fakes import WordEmbedding

pytestmark = pytest.mark.folder  # all of them restore, which is done into a folder alone


@pytest.fixture
def file(kb: KnowledgeBase, deal: Callable[..., Deal], tmp_path: Path) -> Path:
    """A small backup."""
    kb.log(deal(notes="Something that was said."))
    kb.log(deal(vendor="Acme"))
    let_wait(kb, deal)
    backup.write(kb, tmp_path / "backup.zip")
    return tmp_path / "backup.zip"


def refused(file: Path, says: str) -> None:
    """Hold that a file is refused, by check and by restore alike, and leaves no store."""
    home = file.parent / "new"
    with pytest.raises(UnreadableFile, match=says):
        backup.check(file)
    with pytest.raises(UnreadableFile, match=says):
        backup.restore(file, home, embedding=WordEmbedding())
    assert not home.exists()


def forged(file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None], *, tell: bool = True) -> None:
    """Write a backup anew with a change, and with checksums that fit it."""
    with zipfile.ZipFile(file) as source:
        members = {name: source.read(name) for name in source.namelist()}
    manifest = json.loads(members.pop("manifest.json"))
    change(manifest, members)
    if tell:
        manifest["members"] = [
            {"name": name, "lines": data.count(b"\n"), "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in members.items()
        ]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in {**members, "manifest.json": json.dumps(manifest).encode()}.items():
            target.writestr(name, data)
        target.comment = b"sha256:" + b"0" * 64
    data = file.read_bytes()[:-71]
    file.write_bytes(data + b"sha256:" + hashlib.sha256(data).hexdigest().encode())


def test_any_byte_that_changed_is_found(file: Path) -> None:
    """One bit anywhere, in the texts, the names, the lists or the checksums themselves, and it is no backup any more."""
    whole = file.read_bytes()
    rng = random.Random(1)
    places = {*range(0, len(whole), max(len(whole) // 150, 1)), *range(60), *range(len(whole) - 120, len(whole))}
    for place in sorted(places):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        file.write_bytes(damaged)
        with pytest.raises(UnreadableFile):
            backup.check(file)
    refused(file, "Nothing was written|no backup")
    file.write_bytes(whole)
    assert backup.check(file).deals == 2


def test_a_backup_that_is_cut_short_or_longer_is_found(file: Path) -> None:
    """At the first byte, in the middle, before the last; and with something after the end."""
    whole = file.read_bytes()
    for length in (3, len(whole) // 2, len(whole) - 72, len(whole) - 71, len(whole) - 1):
        file.write_bytes(whole[:length])
        refused(file, "damaged or cut short")
    file.write_bytes(whole + b"\n")
    refused(file, "damaged or cut short")


@pytest.mark.parametrize("data", [b"", b"vendor,deal_date\n", b"\x00" * 500, "Grüße".encode() * 50])
def test_a_file_of_another_kind_is_said_to_be_none(data: bytes, tmp_path: Path) -> None:
    """A spreadsheet is not called damaged."""
    (tmp_path / "x.zip").write_bytes(data)
    refused(tmp_path / "x.zip", "no backup of Leverage")


def test_a_newer_format_is_refused(file: Path) -> None:
    """The sentence says to update."""
    forged(file, lambda manifest, _: manifest.update(leverage_backup=backup.FORMAT + 1))
    refused(file, "newer version of Leverage")


def _drop(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    del members["waiting.jsonl"]


def _smuggle(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["../evil.jsonl"] = b"{}\n"


def _climb(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/../../evil.jsonl"] = b""


def _cut(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/vendor-acme.jsonl"] = b""


def _twist(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/vendor-acme.jsonl"] += b'{"id": "x", "text": "y", "metadata": {"a": {"b": 1}}}\n'


def _empty(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/vendor-acme.jsonl"] += b"null\n"


def _unnumber(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/vendor-acme.jsonl"] = members["banks/vendor-acme.jsonl"].replace(b'"version":1', b'"version":"1"')
    members["banks/vendor-microsoft.jsonl"] += b'{"id": "x:summary:0", "text": "y", "metadata": {"deal_id": "x", "parts": 1}}\n'


def _deepen(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["banks/vendor-acme.jsonl"] += b"[" * 100_000 + b"]" * 100_000 + b"\n"


def _lead_out(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    change = json.loads(members["waiting.jsonl"])
    members["waiting.jsonl"] = json.dumps(change | {"deal_id": "../../evil"}).encode() + b"\n"


def _miscount(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["summary"]["deals"] = 1e999


@pytest.mark.parametrize("change", [_drop, _smuggle, _climb, _cut, _twist, _empty, _unnumber, _deepen, _lead_out, _miscount])
def test_a_file_made_to_look_like_a_backup_is_refused(file: Path, change: Any) -> None:
    """With checksums that fit, members that are missing, strange or of another count still are."""
    forged(file, change)
    refused(file, "damaged or cut short")


def test_a_member_that_is_not_the_one_of_the_manifest_is_found(file: Path) -> None:
    """Each member has a checksum of its own."""
    forged(file, _cut, tell=False)
    refused(file, "damaged or cut short")


def test_a_name_of_a_file_set_aside_leads_nowhere(file: Path, tmp_path: Path) -> None:
    """It is kept under another name, inside the store."""

    def change(_: dict[str, Any], members: dict[str, bytes]) -> None:
        members["set-aside.jsonl"] = b'{"file": "../../evil.json", "text": "{}"}\n' * 2

    forged(file, change)
    backup.restore(file, tmp_path / "new", embedding=WordEmbedding())
    assert sorted(each.name for each in (tmp_path / "new" / "set-aside").iterdir()) == ["restored-1.json", "restored-2.json"]
    assert not (tmp_path / "evil.json").exists()


def test_a_file_that_would_unpack_without_end_is_refused_unread(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would unpack to is looked at first."""
    monkeypatch.setattr(archive, "PLAIN_BYTES", 1_000_000)

    def swell(_: dict[str, Any], members: dict[str, bytes]) -> None:
        members["banks/vendor-acme.jsonl"] += b" " * 20_000_000

    forged(file, swell)
    refused(file, "far more than any backup")


def test_a_deal_erased_before_the_backup_is_not_restored(file: Path, tmp_path: Path) -> None:
    """Where a copy of it still stands in a bank or waits, the tombstone counts."""
    erased: list[str] = []

    def bury(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
        rows = [json.loads(line) for line in members["banks/vendor-acme.jsonl"].splitlines()]
        waiting = json.loads(members["waiting.jsonl"])["deal_id"]
        erased.extend([next(row["metadata"]["deal_id"] for row in rows if "deal_id" in row["metadata"]), waiting])
        for deal_id in erased:
            tomb = {"id": f"{deal_id}:tombstone", "text": "An erased deal.", "metadata": {"version": 1, "facet": "tombstone"}}
            members["banks/vendor-microsoft.jsonl"] += json.dumps(tomb).encode() + b"\n"
        manifest["summary"] |= {"deals": 1, "vendors": 1}

    forged(file, bury)
    backup.restore(file, tmp_path / "new", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding()) as new:
        assert new.count() == 1
        assert new.waiting() == []
        assert all(new.record(deal_id) is None for deal_id in erased)

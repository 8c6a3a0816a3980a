"""Names of files: those that are given lead nowhere, those that are made are plain; and no file is read beyond its limit."""

import io
import re
import zipfile
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.backup import backup_name
from leverage.calendar_file import FILE_NAME
from leverage.errors import UnreadableFile
from leverage.exports import export_name
from leverage.files.archives import MOST_UNPACKED, Archive
from leverage.files.names import MOST, clean_name
from leverage.imports import plan
from leverage.imports.files.tables import MOST_BYTES as MOST_IMPORTED
from leverage.imports.files.tables import read_table
from leverage.inbox.files import MOST_BYTES as MOST_READ
from leverage.inbox.files import Unreadable, pasted, read
from leverage.naming.bank_ids import BANK_ID_MAX, BlankVendor
from leverage.paper import file_name
from leverage.paper.naming import playbook_name
from tests.shelves import Shelf
from tests.strategies import TODAY

TRICKS = [
    "../../etc/passwd", "..\\..\\boot.ini", "C:\\x", "C:x", "/etc/passwd", "\\\\host\\share\\x", "a\0b.csv", "x" * 300, "CON",
    "x" * 300 + ".csv", "invoice\u202efdp.exe", "..", ".", "", " ", "\r\nSet-Cookie: a=b", 'a"; filename="b', "a\u2215b", "|id",
    "a\uff0fb", "a\uff3cb", "%2e%2e%2f", "a;b", "\u2066a\u2069", "e\u0301" * 100, "\ud800", "a\u2028b", "~/x", "$(id)", "\t.csv",
    "file:///etc/passwd", "\U000e0041x",
]  # fmt: skip
PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]*\.[a-z0-9]+")
ANY_NAME = st.sampled_from(TRICKS) | st.text(max_size=60) | st.lists(st.sampled_from(TRICKS), max_size=4).map("/".join)


def harmless(name: str) -> bool:
    """Say whether a name leads to no folder, hides nothing and fits."""
    seen = all(sign.isprintable() for sign in name)
    leads = re.search(r"[/\\\u2215\u2044\uff0f\uff3c]", name) or re.match(r"[A-Za-z]:", name) or name.strip(" .") != name
    return bool(name) and seen and not leads and len(name) <= MOST


@given(ANY_NAME)
def test_a_name_that_is_given_leads_nowhere(name: str) -> None:
    """Whatever a browser sends: no folder, no drive, nothing hidden, at most 120 characters; cleaned again it is the same."""
    assert harmless(clean_name(name))
    assert clean_name(clean_name(name)) == clean_name(name)


@pytest.mark.parametrize("name", TRICKS, ids=ascii)
def test_what_is_read_is_kept_under_its_harmless_name(name: str) -> None:
    """A list to import and a text of the inbox; only an import without a name stays without one."""
    planned = plan(b"vendor,date,outcome\nAcme,2026-03-02,agreed\n", name, today=TODAY)
    assert planned.filename == "" if not name else harmless(planned.filename)
    (source,) = read(b"They agreed to net 45.\n", f"{name} note.txt")
    assert harmless(source.name)
    assert harmless(pasted("They agreed to net 45.", name).name)


@given(vendor=ANY_NAME, department=ANY_NAME, product=ANY_NAME, ending=ANY_NAME)
def test_a_name_that_is_made_is_plain(vendor: str, department: str, product: str, ending: str) -> None:
    """Exports, briefs, playbooks, backups and the calendar: small letters, digits and hyphens, whatever stands in the names."""
    kb: Any = Shelf()
    brief: Any = SimpleNamespace(bank_id=f"vendor-{vendor}"[:BANK_ID_MAX], product=product)
    day = date(2026, 11, 29)
    names = [
        file_name(brief, ending, day),
        playbook_name(brief.bank_id, day),
        playbook_name(brief.bank_id, day, is_archive=True),
        backup_name(day),
        FILE_NAME,
    ]
    try:
        names.append(export_name(kb, vendor, department=department, since="2026-01-01"))
    except BlankVendor:
        names.append(export_name(kb, department=department, format="zip"))
    for name in names:
        assert PLAIN.fullmatch(name), name
        assert len(name) <= 200


def test_a_file_over_the_limit_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is looked at first: no reader sees a byte of it."""

    def reads(*_: object) -> None:
        pytest.fail("It was read.")

    monkeypatch.setattr("leverage.imports.files.tables.kind_of", reads)
    monkeypatch.setattr("leverage.inbox.files.kinds.packed_form", reads)
    with pytest.raises(UnreadableFile, match="50 MB at a time"):
        read_table(bytes(MOST_IMPORTED + 1), "x.csv")
    with pytest.raises(Unreadable, match="more than 25 MB"):
        read(bytes(MOST_READ + 1), "x.txt")


def test_the_server_takes_no_more_than_an_import_does() -> None:
    """What the pages let through is what the importer reads at most."""
    config = (Path(__file__).resolve().parent.parent / ".streamlit" / "config.toml").read_text("utf-8")
    assert f"maxUploadSize = {MOST_IMPORTED // 1_000_000}\n" in config


def test_an_archive_that_lies_about_its_size_is_measured() -> None:
    """Its directory names a small size; what comes out of it is counted, and stops it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 30_000_000)
    data = bytearray(packed.getvalue())
    directory = data.rfind(b"PK\1\2")
    data[directory + 24 : directory + 28] = (1_000).to_bytes(4, "little")
    assert len(data) * 100 < 30_000_000 < MOST_UNPACKED
    with pytest.raises(UnreadableFile, match="far more than its size"):
        Archive(bytes(data), "a.docx").measure()

"""Whatever a file holds, it gives texts or one sentence, in bounded time and memory."""

import io
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.errors import LeverageError
from leverage.inbox.files import SUFFIXES, Unreadable, read
from leverage.text import readable
from tests.inbox.files.made import docx, mail, multipart, paragraph, part, pdf

STARTS = [
    b"",
    b"%PDF-1.4\n",
    b"PK\3\4word/",
    b"WEBVTT\n\n",
    b"From: a@b.example\n",
    b"<html>",
    b"From a b\nA: b\n\n",
    b"[{",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
]
WHOLE = [docx(paragraph("Net 45")), pdf(["Net 45"]), multipart(part("text/plain", "a"), part("text/html; name=b.html", "<p>b"))]
WORDS = [
    b"<table><td>",
    b"--edge\n",
    b"Content-Type: text/html\n",
    b"00:00:01.000 --> 00:00:02.000\n",
    b"=?utf-8?q?",
    b"\n\n",
    b"\0",
    b"\xff",
    b"&#x110000;",
    b"<a b='",
]


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Bytes that begin like something, or a whole file with a piece of it replaced."""
    if draw(st.booleans()):
        return draw(st.sampled_from(STARTS)) + b"".join(
            draw(st.lists(st.sampled_from(WORDS) | st.binary(max_size=40), max_size=12))
        )
    data = draw(st.sampled_from(WHOLE))
    at = draw(st.integers(0, len(data)))
    return data[:at] + draw(st.binary(max_size=8)) + data[at + draw(st.integers(0, 60)) :]


@given(data=files(), suffix=st.sampled_from(SUFFIXES))
@settings(max_examples=60, deadline=None)
def test_any_bytes_under_any_suffix_give_texts_or_a_sentence(data: bytes, suffix: str) -> None:
    """What comes out is readable text with a name; what is refused says what to do."""
    told, refused = [], ""
    try:
        told = read(data, f"x{suffix}")
    except LeverageError as problem:
        refused = str(problem)
    assert bool(told) != refused.startswith(("x", "No mail"))
    assert not refused or refused.endswith(".")
    for each in told:
        assert each.text == readable(each.text)
        assert len(each.digest) == 64
        assert all(sentence.endswith((".", "”.")) for sentence in each.left_out)


@pytest.mark.parametrize(
    ("data", "name", "told"),
    [
        (b"", "a.txt", "empty"),
        (b"\0\0", "a.eml", "empty"),
        (b"\xff\xd8\xff\xe0" * 9, "a.txt", "an image"),
        (b"MZ\x90\0" * 9, "a.txt", "a program"),
        (b"{\\rtf1 x}", "a.txt", "RTF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "a.docx", "old Word"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "__substg1.0_".encode("utf-16-le"), "a.eml", "form of Outlook"),
        (b"PK\3\4xl/workbook.xml", "a.docx", "workbook"),
        (b"PK\3\4word/", "a.docx", "damaged"),
        (b"%PDF-1.4 and then nothing", "a.pdf", "damaged"),
        (bytes(range(1, 256)) * 40, "a.txt", "no plain text"),
        (b"<script>alert(1)</script>", "a.html", "no words"),
        (b"x" * 25_000_001, "a.txt", "25 MB"),
        (b"[" * 100_000, "a.json", "JSON"),
    ],
)
def test_what_holds_no_text_is_refused_in_a_sentence(data: bytes, name: str, told: str) -> None:
    """The bytes tell what a file is, and the sentence what to do instead."""
    with pytest.raises(Unreadable, match=told):
        read(data, name)


def test_a_file_under_another_suffix_is_read_as_what_it_is() -> None:
    """A PDF called .txt, a document called .pdf, a mail called .txt."""
    assert read(pdf(["Net 45"]), "a.txt")[0].text == "Net 45\n"
    assert read(docx(paragraph("Net 45")), "a.pdf")[0].text == "Net 45\n"
    assert read(mail("Net 45", "MIME-Version: 1.0"), "a.txt")[0].kind == "mail"


def test_bombs_in_documents_are_not_opened() -> None:
    """Neither what unpacks to far more than its size nor what declares entities."""
    with pytest.raises(Unreadable, match="far more than its size"):
        read(docx(paragraph("x" * 30_000_000)), "a.docx")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", '<!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>')
    with pytest.raises(Unreadable, match="damaged"):
        read(packed.getvalue(), "a.docx")


def test_tables_in_tables_take_time_with_their_length_alone() -> None:
    """However deep they lie in one another, their words are read and nothing else comes of it."""
    deep = 20_000
    body = "<w:tbl><w:tr><w:tc>" * deep + paragraph("The deepest word.") + "</w:tc></w:tr></w:tbl>" * deep
    begun = time.monotonic()
    (found,) = read(docx(body + paragraph("And after.")), "deep.docx")
    assert found.text.split("\n")[:2] == ["The deepest word.", "And after."]
    assert time.monotonic() - begun < 8


def test_a_pdf_with_a_password_or_a_loop_is_told() -> None:
    """Each gives its sentence."""
    lock = f"/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ({'o' * 32}) /U ({'u' * 32}) >> /ID [(a)(a)] "
    with pytest.raises(Unreadable, match="password"):
        read(pdf(["a"], trailer=lock), "a.pdf")
    with pytest.raises(Unreadable):
        read(pdf(["a"]).replace(b"/Kids [4 0 R]", b"/Kids [2 0 R]"), "a.pdf")


@pytest.mark.parametrize(
    "piece",
    ["<", "<a ", '<a ="', '<a ">" ', "<!--", "</", "<script>", "<blockquote>a", "<table><tr><td>", "&#9", "<li>", "<p><s>"],
)
def test_a_broken_page_takes_time_with_its_length_alone(piece: str) -> None:
    """Pages that make other readers look at everything again and again end soon."""
    try:
        told = read(("<p>words</p>" + piece * (400_000 // len(piece))).encode(), "a.html")
    except Unreadable as refused:
        pytest.fail(str(refused))
    assert "words" in told[0].text


MEASURED = """
import resource, sys
from leverage.inbox.files import read
from tests.inbox.files.made import mail, multipart, part, pdf
read(b"warm", "a.txt")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for data, name in [
    (b"x" * 24_000_000, "a.txt"),
    (mail("x" * 12_000_000), "a.eml"),
    (multipart(*(part("text/plain; name=a.txt", "word") for _ in range(10_000))), "a.eml"),
    (("<p>a" * 2_000_000).encode(), "a.html"),
]:
    read(data, name)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
def test_large_files_take_bounded_memory() -> None:
    """The largest files that are taken need less than ten times what one may have."""
    root = Path(__file__).resolve().parents[3]
    run = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True, cwd=root)
    assert int(run.stdout) < 250, run.stdout

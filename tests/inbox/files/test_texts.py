"""Notes, transcripts, chats and documents as texts, and the names they go by."""

import hashlib
import json
from datetime import date

import pytest

from leverage.files.names import clean_name
from leverage.inbox.files import MOST_CHARACTERS, SUFFIXES, Unreadable, pasted, read
from tests.inbox.files.made import docx, paragraph, pdf, row


def test_a_note_is_its_own_words() -> None:
    """Line ends become one kind; what hides, reorders or controls goes; nothing else changes."""
    data = "\ufeffIndented\t 12 %\r\n\r\n  “net 45”\u202e  \0\x07\u200b\r".encode()
    (told,) = read(data, "note.txt")
    assert told.text == "Indented\t 12 %\n\n  “net 45”  \n"
    assert (told.kind, told.name, told.digest) == ("text", "note.txt", hashlib.sha256(data).hexdigest())
    assert pasted(data.decode()).text == told.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "cp850", "utf-8-sig", "utf-16-be"])
def test_notes_are_read_in_the_encodings_people_have(encoding: str) -> None:
    """The importer's rules hold here too."""
    text = "Jörg Weiß gewährt für Gemüse, Äpfel\nund Öl fünf Prozent, Zahlung in 30 Tagen.\n"
    assert read(text.encode(encoding), "note.txt")[0].text == text


@pytest.mark.parametrize(
    ("text", "kind", "day"),
    [
        ("From: a@b.example\nDate: Mon, 2 Feb 2026 09:00:00 +0000\n\nHello", "mail", date(2026, 2, 2)),
        ("[00:00:01] Ines: yes\n[00:00:05] Ole: no\n[00:00:09] Ines: well\n", "transcript", None),
        ("02/03/2026, 14:05 - Ines: hi\n02/03/2026, 14:06 - Ole: hi\n02/03/2026, 14:07 - Ines: ok\n", "chat", None),
        ("Ines  [10:02]\nsigned\n\nOle  [10:03]\nhow much\n\nInes  [10:05]\n22\n", "chat", None),
        ("[02.03.2026 14:05] Ines: hi\n[02.03.2026 14:06] Ole: hi\n[02.03.2026 14:07] Ines: ok\n", "chat", None),
        ("Terms: net 30\nDiscount: 5%\n", "text", None),
    ],
)
def test_the_kind_of_a_plain_text_is_told_by_its_lines(text: str, kind: str, day: date | None) -> None:
    """A mail, a transcript and a chat are known without a suffix of their own, and keep their words."""
    (told,) = read(text.encode(), "x.txt")
    assert (told.kind, told.day, told.text) == (kind, day, text)


def test_cues_become_lines_with_whole_sentences() -> None:
    """A sentence cut over cues is joined, entities and tags are read, numbers and styles are no words."""
    cues = (
        "WEBVTT - Call of 3 March\n\nSTYLE\n::cue { color: red }\n\n7\n00:00:41.000 --> 00:00:43.000\n"
        "<v Ines K>Three sites, if</v>\n\n00:00:43.000 --> 00:00:44.000\n<v Ines K>the price is <b>right</b>.</v>\n"
        "<v Ole>Ten percent.</v>\n\n1:02:03.000 --> 1:02:04.000\nOle: Done &amp; signed.\n"
    )
    told = (
        "Call of 3 March\n\n[00:00:41] Ines K: Three sites, if the price is right.\n[00:00:43] Ole: Ten percent.\n"
        "[01:02:03] Ole: Done & signed.\n"
    )
    assert read(cues.encode(), "call.vtt")[0].text == told
    assert pasted(cues).text == told
    srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\nOle: Net 45.\r\n\r\n2\r\n"
    srt += "00:00:03,500 --> 00:00:04,000\r\n{\\an8}<i>Ines: Fine.</i>\r\n"
    assert read(srt.encode(), "call.srt")[0].text == "[00:00:01] Ole: Net 45.\n[00:00:03] Ines: Fine.\n"


def test_slack_json_is_a_chat_in_its_order() -> None:
    """Names, mentions and links read as in Slack; the day is the last message's."""
    messages = [
        {"type": "message", "user": "U2", "text": "22 &gt; 20 <@U1> <https://x.example|here>", "ts": "1767608400.1"},
        {"type": "message", "user": "U1", "text": "signed", "ts": "1767604800.1", "user_profile": {"real_name": "Ines Kappel"}},
        {"type": "event", "text": "joined", "ts": "1"},
    ]
    (told,) = read(json.dumps(messages).encode(), "general.json")
    assert told.text == "[2026-01-05 09:20] Ines Kappel: signed\n[2026-01-05 10:20] U2: 22 > 20 @Ines Kappel here\n"
    assert (told.kind, told.day) == ("chat", date(2026, 1, 5))
    with pytest.raises(Unreadable, match="no chat export"):
        read(b'{"a": 1}', "x.json")


def test_a_document_is_its_paragraphs_rows_and_comments() -> None:
    """What was deleted or struck out is not read, and said."""
    body = (
        paragraph("Terms &amp; prices")
        + f"<w:tbl>{row('Racks', '120')}</w:tbl>"
        + paragraph("20%", "<w:rPr><w:strike/></w:rPr>")
        + "<w:p><w:del><w:r><w:delText>net 30</w:delText></w:r></w:del><w:ins><w:r><w:t>net 45</w:t></w:r></w:ins></w:p>"
    )
    comment = f'<w:comment w:author="Ole">{paragraph("agreed")}</w:comment>'
    (told,) = read(docx(body, comments=comment), "terms.docx")
    assert told.text == "Terms & prices\nRacks | 120\n\nnet 45\n\nComment by Ole:\nagreed\n"
    assert told.left_out == ("Words that were deleted or struck out are left out.",)


def test_a_pdf_is_the_text_of_its_pages() -> None:
    """A page without text among others is told; a PDF of none is a scan."""
    (told,) = read(pdf(["Discount 12% (annual)\nNet 45", "", "End"]), "q.pdf")
    assert (told.text, told.kind) == ("Discount 12% (annual)\nNet 45\n\nEnd\n", "document")
    assert told.left_out == ("1 page without text, such as a scan, left out. Type or paste what matters there.",)
    with pytest.raises(Unreadable, match="scan"):
        read(pdf([""]), "q.pdf")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/note.txt", "note.txt"),
        ("C:\\x\\note.txt", "note.txt"),
        ("C:note.txt", "note.txt"),
        ("no\0te\n.txt", "note.txt"),
        ("gpj\u202etxt.exe.txt", "gpjtxt.exe.txt"),
        ("..", "file"),
        ("a › b.txt", "a > b.txt"),
        ("Grüße.txt", "Grüße.txt"),
    ],
)
def test_a_name_is_never_a_path_and_hides_nothing(name: str, shown: str) -> None:
    """Folders, drives, controls and direction signs go; the suffix stays."""
    assert clean_name(name) == shown
    long = clean_name("x" * 300 + ".txt")
    assert (len(long), long[-5:]) == (120, "….txt")


def test_a_text_is_cut_at_the_limit_and_says_so() -> None:
    """One line of five megabytes is read as far as texts go."""
    for suffix in (".txt", ".eml", ".vtt"):
        (told,) = read(b"From: a@b.example\n\n" * (suffix == ".eml") + b"x" * 5_000_000, f"x{suffix}")
        assert len(told.text) == MOST_CHARACTERS
        assert told.left_out == ("Only the first 1,000,000 characters are read. Choose the rest as a file of its own.",)


def test_a_transcript_that_is_cut_says_so_though_its_words_are_few() -> None:
    """Times take more room than words: what is over the limit of bytes was once left out in silence."""
    (told,) = read(b"WEBVTT\n\n" + b"00:00:01.000 --> 00:00:02.000\n<v Ines>Yes.\n\n" * 100_000, "call.vtt")
    assert told.left_out == ("Only the first 4 MB of the file are read. Choose the rest as a file of its own.",)


def test_what_is_read_is_said_to_people() -> None:
    """A suffix that is not read is refused with those that are."""
    with pytest.raises(Unreadable) as told:
        read(b"a,b", "deals.csv")
    assert all(suffix in str(told.value) for suffix in SUFFIXES)
    assert "Import" in str(told.value)

"""Whatever people type, everywhere they can type: nothing of it runs, and no link or picture leads outside."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from openpyxl import load_workbook

from leverage import Deal, KnowledgeBase, digest, events, feedback, inbox, playbook, watch
from leverage.access.person import Person
from leverage.agenda import entries
from leverage.calendar_file import calendar_file
from leverage.exports import TABLES, archive, table_csv, workbook
from leverage.following import follow
from leverage.inbox.files import pasted
from leverage.paper import brief_html, brief_markdown
from leverage.savings import savings
from leverage.savings.file import savings_csv
from pages.ui.text import block, inline, label
from tests.fakes import Clock, WordEmbedding
from tests.pages.conftest import plain
from tests.strategies import WHOLE_DEAL
from tests.test_paper import Page, tokens

HOSTILE = [
    "=cmd|'/C calc'!A1", "+cmd|'/C calc'!A1", "-cmd|'/C calc'!A1", "@sum(cmd)", "\t=cmd()", "\r=cmd()", "a\r\n=cmd()", "'=cmd()",
    "＝cmd()", "＋cmd()", "－cmd()", "＠cmd()", "\u00a0=cmd()", "\u200b=cmd()", '=hyperlink("http://evil.example","x")',
    "a;=cmd()", 'a",=cmd()', "[x](javascript:alert(1))", "![x](http://evil.example/x.png)", "<img src=x onerror=alert(1)>",
    "[x]: http://evil.example", "<script>alert(1)</script>", "<http://evil.example>", "http://evil.example www.evil.example",
    "</style></title><svg onload=alert(1)>", ":material/home: :red[hot] :tada:", "$$cmd$$ and $x$", "`c`", "{{ cmd }} ${cmd} %x",
    "x\nEND:VEVENT\nBEGIN:VEVENT\nATTACH:http://evil.example/x", "<!-- playbook: end -->\n[y](http://evil.example)",
    "\\[x\\](http://evil.example)",
]  # fmt: skip
TEXTS = {"logged_by", "department", "product", "payment_terms", "notes", "unit", "contact", "contract_ref", "billing_frequency",
         "competitor", "reseller"}  # fmt: skip
LISTS = {"flexible_on", "firm_on", "conceded", "obtained"}
FORMULA = re.compile(r"[\s\ufeff\u200b]*[=+\-@＝＋－＠\t\r]")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
ANN = Person("ann@corp.example", "IT", "admin", "Ann")


def hostile_deal(text: str, number: int) -> Deal:
    """Return a deal whose every text says it, under a vendor of its own."""
    told = dict.fromkeys(TEXTS, text) | {name: [text] for name in LISTS} | {"firm_on": [f"{text} 2"]}
    told |= {"signals": [("legal_threat", text[:300])], "tactics": [(text, "worked")], "outcome": "agreed"}
    dates = {"deal_date": "2026-03-02", "next_meeting": "2026-12-05", "end_date": "2027-01-31", "start_date": "2026-02-01"}
    return Deal(**WHOLE_DEAL | {"visible_to": ()} | told | dates | {"vendor": f"{text} {number}", "auto_renews": True})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the store is."""
    return tmp_path_factory.mktemp("hostile") / "store"


@pytest.fixture(scope="module")
def kb(folder: Path) -> Iterator[KnowledgeBase]:
    """A store in which every text is a hostile one: deals, an edit, a retraction, events, feedback, reviews, lessons, notes."""
    kb = KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock())
    for number, text in enumerate(HOSTILE):
        deal = hostile_deal(text, number)
        receipt = kb.log(deal)
        vendor = receipt.bank_id
        other = kb.log(Deal(**deal.values() | {"deal_date": date(2026, 2, 2), "outcome": "unknown"}))
        kb.retract(other.deal_id, text, by=text)
        kb.edit(receipt.deal_id, Deal(**deal.values() | {"term_months": 12}), 1, by=text)
        who = {"by": text, "department": text}
        events.log(kb, vendor, "2026-11-02", [("legal_threat", text[:300])], product=text, note=text, **who)
        feedback.note(kb, vendor, text, "did_not_help", happened=text, deal_ids=[receipt.deal_id], **who)
        follow(kb, "Ann", vendor)
        if number % 2:
            for flag in watch.flags(kb, vendor):
                watch.review(kb, flag.flag_id, text, text)
        for lesson in playbook.lessons(kb, vendor)[:3]:
            if lesson.state == "suggested":
                playbook.confirm(kb, vendor, lesson.id, title=text[:90], text=text, **who)
                break
        playbook.write_notes(kb, vendor, f"- **bold** {text}\n{text}", version=0, **who)
        kb.trail.note(Person(f"{number}@corp.example", text, "admin", text), "edit", vendor=vendor, detail=text)
    inbox.add(kb, [pasted(f"Deal: {text}, 5% off list, firm on {text}\n{text}", text) for text in HOSTILE], by="Ann")
    yield kb
    kb.close()


@pytest.fixture(scope="module")
def vendors(kb: KnowledgeBase) -> list[str]:
    """The bank ids of all vendors."""
    found = [each.bank_id for each in kb.vendors()]
    assert len(found) == len(HOSTILE)
    return found


def assert_no_formula(data: str) -> None:
    """No cell can be run, whatever stands in front of it and however the file is cut into lines."""
    for row in csv.reader(io.StringIO(data.removeprefix("\ufeff"), newline="")):
        for cell in row:
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), cell


def test_every_table_as_csv(kb: KnowledgeBase) -> None:
    """Exports, in parts and as an archive, figures, and the audit trail."""
    for table in TABLES:
        assert_no_formula(table_csv(kb, table, retracted=True).decode())
    packed = zipfile.ZipFile(io.BytesIO(archive(kb, retracted=True)))
    assert all(re.fullmatch(r"[a-z]+\.csv", name) for name in packed.namelist())
    for name in packed.namelist():
        assert_no_formula(packed.read(name).decode())
    figures = savings(kb)
    assert figures.figures or figures.left_out
    assert_no_formula(savings_csv(figures.figures, figures.left_out).decode())
    told = "".join(kb.trail.csv(lambda bank_id: "=cmd()"))
    assert told.count("'=cmd()") >= len(HOSTILE)
    assert_no_formula(told)


def test_every_sheet_of_the_workbook(kb: KnowledgeBase) -> None:
    """Texts are texts: no formula, no link, nothing that is fetched."""
    data = workbook(kb, retracted=True)
    book = load_workbook(io.BytesIO(data))
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert cell.hyperlink is None
                assert not (isinstance(cell.value, str) and FORMULA.match(cell.value)), cell.value
    packed = zipfile.ZipFile(io.BytesIO(data))
    assert not [name for name in packed.namelist() if re.search("external|vba|connection|queryTable|embedding", name, re.I)]
    assert not [name for name in packed.namelist() if name.endswith(".rels") and b'TargetMode="External"' in packed.read(name)]


def assert_leads_nowhere(markdown: str, comments: tuple[str, ...] = ()) -> None:
    """No link but to a place in the document, no picture, no HTML but the comments."""
    for each in tokens(markdown):
        assert each.type != "image", each
        assert not each.type.startswith("html") or each.content.strip() in comments, each
        if each.type == "link_open":
            assert re.fullmatch(r"#deal-\d+", str(each.attrs["href"])), each.attrs
    # what some dialects make a link of by itself
    assert not re.search(r"(?i)\b(?:https?|javascript)://|\bwww\.", markdown)


def test_every_brief_as_markdown(kb: KnowledgeBase, vendors: list[str]) -> None:
    """Markers lead to the deals of the document, and nothing else leads anywhere."""
    for vendor in vendors:
        assert_leads_nowhere(brief_markdown(kb.brief(vendor), printed=kb.today()))


def test_every_playbook_as_markdown(kb: KnowledgeBase, vendors: list[str]) -> None:
    """Lessons and the notes by hand, which keep their lists and emphasis and come back to the letter."""
    confirmed = 0
    for number, vendor in enumerate(vendors):
        page = playbook.page(kb, vendor)
        assert page.count(playbook.BEGIN) == page.count(playbook.END) == 1
        assert_leads_nowhere(page, (playbook.BEGIN, playbook.END))
        assert_leads_nowhere(playbook.archive(kb, vendor), (playbook.BEGIN, playbook.END))
        kinds = [each.type for each in tokens(page.partition(playbook.END)[2])]
        assert "strong_open" in kinds, number
        written = playbook.notes(kb, vendor)
        assert written is not None
        assert playbook.read_page(page).notes == written.notes
        confirmed += len(playbook.read_page(page).lessons)
    assert confirmed >= len(HOSTILE) // 2


def test_every_brief_on_paper(kb: KnowledgeBase, vendors: list[str]) -> None:
    """No script, no picture, nothing fetched, and links within the page alone."""
    for vendor in vendors:
        page = Page(brief_html(kb.brief(vendor), printed=kb.today()))
        assert not {"script", "img", "svg", "link", "iframe", "object", "form", "base"} & set(page.tags)
        names = {name for _, name, _ in page.attributes}
        assert not {name for name in names if name.startswith("on") or name in ("src", "style", "srcset", "action")}
        assert all(re.fullmatch(r"#deal-\d+", value) for _, name, value in page.attributes if name == "href")


def test_the_calendar(kb: KnowledgeBase) -> None:
    """As many events as days, each with the properties it is given here, and no address but the app's own."""
    days = entries(kb)
    assert len({each.bank_id for each in days}) == len(HOSTILE)
    data = calendar_file(days, kb.now(), "https://leverage.example")
    found = Calendar.from_ical(data).walk("VEVENT")
    assert len(found) == data.count(b"BEGIN:VEVENT\r\n")
    known = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "URL", "DESCRIPTION", "TRANSP", "CATEGORIES"}
    assert {name for event in found for name in event} == known
    assert all(str(event["url"]).startswith("https://leverage.example/deal?deal=") for event in found)
    assert {len(event.walk("VALARM")) for event in found} <= set(range(5))
    assert b"\r\nATTACH" not in data


def test_the_digest(kb: KnowledgeBase) -> None:
    """Plain text: each thing that is told is one line under its title, whatever line breaks were typed."""
    said = digest.digest(kb, date(2026, 11, 1), "Ann", app="https://leverage.example")
    titles = re.compile(r"[A-Z][^()<>=]* \(\d+\)")
    head, *rest = said.rstrip("\n").split("\n")
    assert head.startswith("Leverage, ")
    assert len(rest) > len(HOSTILE)
    assert all(not line or line.startswith("- ") or titles.fullmatch(line) for line in rest)
    assert "\r" not in said


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_every_text_on_a_page(text: str) -> None:
    """Lines, blocks and labels as Markdown show what was typed, and make no link, picture, icon or formula of it."""
    for shown in (inline(text), block(text), label(text)):
        bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", shown)
        assert not re.search(r"[`*_\[\]<>~|$]|:\w|https?://|www\.", bare), shown
        made: list[Any] = tokens(shown)
        assert not [each for each in made if each.type in ("link_open", "image") or each.type.startswith("html")]
    assert plain(inline(text)) == " ".join(text.split())


def test_nothing_of_it_reached_the_file_system(kb: KnowledgeBase, folder: Path) -> None:
    """No file or folder of the store is called by what people typed."""
    names = [path.name for path in folder.rglob("*")]
    assert names
    assert not [name for name in names if re.search(r"[^\w.\-]|cmd|evil|alert", name)]

"""The brief on paper: the same words as HTML and as Markdown, safe whatever people wrote."""

import re
import subprocess
from dataclasses import dataclass, field
from datetime import date
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from leverage.brief import Brief
from leverage.briefing import write_sheet
from leverage.briefing.parts import literal
from leverage.paper import brief_html, brief_markdown, file_name
from leverage.paper.spacing import keep_together
from leverage.paper.style import css_string
from tests.briefings import PRIYA, TODAY, brief_of, counted, dealt, many_deals, nine_deals, thin_deal
from tests.browser import need_browser

VOID = {"meta", "br", "hr", "link", "img", "input", "base", "col", "source"}
INVISIBLE = str.maketrans({"\u00a0": " ", "\u2060": ""})
NASTY = [
    "[click](javascript:alert(1))",
    "![x](http://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "</title><h1>x</h1>",
    "# heading",
    "1. first",
    "- item",
    "+ item",
    "* * *",
    "a | b | c",
    "`code` and ``` fence",
    "From $50k to $40k",
    "R&amp;D &lt;b&gt; AT&T",
    "**bold** _it_ ~~gone~~",
    "http://evil.example and www.evil.example",
    "<http://evil.example>",
    "[x]: http://evil.example",
    "\\[x\\](y) back\\slash",
    "=====",
    "%% hidden %%",
    ":tada: :red[x] ::note",
    "> quote",
    "{{ jinja }} {#id .class}",
    '" onmouseover="alert(1)',
    "שלום [x](y) عقد",
    "🎉 👩\u200d💻 zero\u200bwidth",
    "U+202E \u202e reversed",
    "\x00\x08 control",
    "\n# after a break\n\n- item\n\n    code",
    "北京 # ![x](y)",
    "^[note] [^1] ==mark== H~2~O",
    "MIX\u0301ED a\u0301\u0301\u0301",
]
BRIEFS = {
    "nine": counted(nine_deals()),
    "one product": counted(nine_deals(), product="azure"),
    "thin": counted([thin_deal()]),
    "empty": counted([]),
    "many": counted(many_deals(200)),
    "everything": brief_of("word"),
}


@dataclass
class Page(HTMLParser):
    """An HTML document taken apart: its tags in order, its attributes, its text, and whether every tag closes."""

    html: str
    tags: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag; a void one closes itself."""
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A closing tag closes the innermost open one."""
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep text outside the style sheet."""
        if not self.open or self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        """The text that is seen, with plain spaces."""
        return "".join(self.texts).translate(INVISIBLE)


def tokens(markdown: str) -> list[Token]:
    """The Markdown as CommonMark with tables and strikethrough reads it, inline tokens laid out flat."""
    parsed = MarkdownIt("commonmark", {"typographer": False}).enable(["table", "strikethrough"]).parse(markdown)
    return [each for block in parsed for each in (block.children or [block])]


def shown(markdown: str) -> str:
    """The text a reader of the Markdown sees."""
    return "".join(each.content for each in tokens(markdown)).translate(INVISIBLE)


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_the_page_is_well_formed_and_loads_nothing(brief: Brief) -> None:
    """Every tag closes in order, ids are unique, every link leads to a deal on the page, nothing is fetched."""
    html = brief_html(brief, printed=TODAY)
    page = Page(html)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert ("meta", "charset", "utf-8") in page.attributes
    assert (
        "meta",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    ) in page.attributes
    assert len(page.ids) == len(set(page.ids)) == brief.deal_count
    assert {value.removeprefix("#") for _, name, value in page.attributes if name == "href"} <= set(page.ids)
    assert all(value.startswith("#deal-") for _, name, value in page.attributes if name == "href")
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(page.tags)
    assert not {"src", "style"} & {name for _, name, _ in page.attributes}
    assert not re.search(r"url\(|@import|https?:", html)


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_every_marker_of_the_markdown_leads_to_a_heading(brief: Brief) -> None:
    """Links go to the headings "Deal 3" alone, and the document holds no HTML."""
    markdown = brief_markdown(brief, printed=TODAY)
    parsed = tokens(markdown)
    headings = set(re.findall(r"(?m)^### Deal (\d+)$", markdown))
    links = [str(each.attrs["href"]) for each in parsed if each.type == "link_open"]
    assert {link.removeprefix("#deal-") for link in links} <= headings
    assert len(headings) == brief.deal_count
    assert not [each for each in parsed if each.type.startswith("html") or each.type in ("image", "code_block", "fence")]


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_both_say_every_line_of_the_brief(brief: Brief) -> None:
    """All words of the sheet stand in the page and in the Markdown alike."""
    sheet = write_sheet(brief)
    page, markdown = Page(brief_html(brief, printed=TODAY)).text, shown(brief_markdown(brief, printed=TODAY))
    texts = [sheet.name, sheet.evidence, sheet.head, *(deal.text for deal in sheet.deals)]
    texts += [part.text for group in sheet.groups for line in group.lines for part in line.parts]
    texts += [text for tile in sheet.tiles for text in (tile.label, tile.value, *(part.text for part in tile.below.parts))]
    texts += [text for group in sheet.groups for text in (group.title, group.note)]
    for text in texts:
        assert text in page
        assert text in markdown


def test_paper_starts_with_whom_it_is_for() -> None:
    """The first line of both says that the brief is internal; the last names vendor and day."""
    brief = counted(nine_deals())
    page, markdown = Page(brief_html(brief, printed=TODAY)), brief_markdown(brief, printed=TODAY)
    seen = [text.strip() for text in page.texts if text.strip()]
    assert seen[0].translate(INVISIBLE) == "Microsoft · Leverage brief · 29 Nov 2026"
    assert seen[1] == "Internal. Do not share with the vendor."
    assert markdown.startswith("**Internal. Do not share with the vendor.**\n\n# Microsoft\n")
    assert "(how much is recorded, not how likely it is)" in page.text
    assert [text.translate(INVISIBLE) for text in seen[-2:]] == ["Leverage · Internal · Microsoft", "Printed 29 Nov 2026"]
    assert markdown.translate(INVISIBLE).endswith("Leverage · Internal · Microsoft · Printed 29 Nov 2026\n")


def test_footers_of_every_page_name_vendor_day_and_number() -> None:
    """The margins of a printed page carry vendor, day and "1 of 2"."""
    html = brief_html(counted(nine_deals()), printed=TODAY)
    assert '@bottom-left { content: "Leverage \\b7  Internal \\b7  Microsoft";' in html
    assert 'counter(page) " of " counter(pages)' in html


@pytest.mark.parametrize("text", NASTY)
def test_text_from_people_is_shown_literally(text: str) -> None:
    """No text makes a tag, a link, an image or a heading: both documents keep the shape they have with a plain word."""
    assert_same_shape(text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_no_text_changes_the_shape(text: str) -> None:
    """The same, for any text at all."""
    if literal(text):
        assert_same_shape(text)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="[]()!<>#*_`~|\\-+=.:&;\"' \n1ax$%{}^@/", max_size=30))
def test_no_punctuation_changes_the_shape(text: str) -> None:
    """The same, for text made of what means something in Markdown or HTML."""
    if literal(text):
        assert_same_shape(text)


def assert_same_shape(text: str) -> None:
    """Hold both documents of a brief in which this text stands everywhere against those of a plain word."""
    brief, plain = brief_of(text), BRIEFS["everything"]
    page, expected = Page(brief_html(brief, printed=TODAY)), Page(brief_html(plain, printed=TODAY))
    assert page.tags == expected.tags
    assert page.attributes == expected.attributes
    written = literal(text).translate(INVISIBLE)
    assert page.text.count(written) >= 40
    parsed, expected_tokens = (tokens(brief_markdown(each, printed=TODAY)) for each in (brief, plain))
    types = [(each.type, each.tag, each.attrs) for each in parsed if each.type not in ("text", "text_special")]
    assert types == [(each.type, each.tag, each.attrs) for each in expected_tokens if each.type not in ("text", "text_special")]
    assert "".join(each.content for each in parsed).translate(INVISIBLE).count(written) >= 40


@given(st.text())
def test_a_css_string_never_ends_early(text: str) -> None:
    """Between its quotes a CSS string holds letters, digits, spaces and escapes alone."""
    assert re.fullmatch(r'"(?:[A-Za-z0-9 \u00a0]|\\[0-9a-f]{1,6} )*"', css_string(text))


def test_plain_words_stay_readable_in_markdown() -> None:
    """Punctuation that can only be itself is not escaped, so the raw text reads well."""
    markdown = brief_markdown(counted(nine_deals()), printed=TODAY).translate(INVISIBLE)
    assert "- **Microsoft 365 E3**: 10–18% off list, median 15%, 3 deals [\\[1\\]](#deal-1)[\\[5\\]]" in markdown
    assert "- Latest agreed, off list: **18%**, Microsoft 365 E3, renewal, 640 seats" in markdown


def test_lines_do_not_break_inside_dates_and_before_markers() -> None:
    """Dates, counts and amounts hold together, and a marker never starts a line."""
    assert (
        keep_together("4 of 5, 14 Oct 2026, Net 60, USD 32.8")
        == "4\u00a0of\u00a05, 14\u00a0Oct\u00a02026, Net\u00a060, USD\u00a032.8"
    )
    html = brief_html(counted(nine_deals()), printed=TODAY)
    assert 'last Oct\u00a02026\u00a0<a href="#deal-1">[1]</a>\u2060<a' in html
    assert not re.search(r" <a |\]</a> <a", html)


def test_a_brief_of_one_product_says_so_everywhere() -> None:
    """Title, heading, footer and file name of a filtered brief name the product."""
    brief = BRIEFS["one product"]
    html = brief_html(brief, printed=TODAY)
    assert "<title>Microsoft: Azure · " in html
    assert "<h1>Microsoft: Azure</h1>" in html
    assert "# Microsoft: Azure\n" in brief_markdown(brief, printed=TODAY)
    assert file_name(brief, "md", TODAY) == "leverage-brief-microsoft-azure-2026-11-29.md"


def test_an_empty_brief_is_a_page_of_its_own() -> None:
    """With no deals there are no tiles and no sources, and the sentence says what to do."""
    html = brief_html(BRIEFS["empty"], printed=TODAY)
    assert "No deal is recorded yet." in html
    assert "<dl" not in html
    assert "<ol" not in html


@pytest.mark.parametrize(
    ("bank_id", "product", "extension", "name"),
    [
        ("vendor-microsoft", None, "html", "leverage-brief-microsoft-2026-11-29.html"),
        ("vendor-c--1a2b3c4d5e", None, ".MD", "leverage-brief-c-1a2b3c4d5e-2026-11-29.md"),
        ("../../etc/passwd", None, "../html", "leverage-brief-etc-passwd-2026-11-29.html"),
        ("vendor-", "Azure / AI\\..", "html", "leverage-brief-vendor-azure-ai-2026-11-29.html"),
        ("vendor-x", "🎉", "html", "leverage-brief-x-one-product-2026-11-29.html"),
        ("vendor-x", "北京", "", "leverage-brief-x-bei-jing-2026-11-29.txt"),
    ],
)
def test_file_names_are_plain(bank_id: str, product: str | None, extension: str, name: str) -> None:
    """A file name has lower case letters, digits and hyphens, the day and one point; never a folder."""
    brief = counted([dealt("2026-05-01", PRIYA)], bank_id=bank_id, product=product)
    assert file_name(brief, extension, TODAY) == name


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=10))
def test_file_names_are_plain_whatever_they_are_made_of(bank_id: str, product: str, extension: str) -> None:
    """The same, for any text."""
    brief = Brief("x", bank_id, TODAY, product, "empty", 0, "Low")
    assert re.fullmatch(
        r"leverage-brief-[a-z0-9]+(-[a-z0-9]+)*-2026-11-29\.[a-z0-9]+", file_name(brief, extension, date(2026, 11, 29))
    )


@pytest.mark.browser
@pytest.mark.parametrize(("name", "pages"), [("nine", {1}), ("thin", {1}), ("empty", {1}), ("many", set(range(4, 10)))])
def test_nine_deals_fit_one_page(name: str, pages: set[int], tmp_path: Path) -> None:
    """A brief of nine deals prints on one A4 page, one of 200 deals on a handful."""
    page, pdf = tmp_path / "brief.html", tmp_path / "brief.pdf"
    page.write_text(brief_html(BRIEFS[name], printed=TODAY), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={tmp_path / 'profile'}"]
    command = [need_browser(), *options, f"--print-to-pdf={pdf}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf.read_bytes())) in pages


def test_escaped_text_reads_the_same() -> None:
    """Escaping loses nothing: what a person wrote can be read back from both."""
    text = "R&D: 5 < 6 > 4 \"quoted\" 'single' 100% *sure* [1]"
    assert text in unescape(brief_html(brief_of(text), printed=TODAY)).translate(INVISIBLE)
    assert text in shown(brief_markdown(brief_of(text), printed=TODAY))

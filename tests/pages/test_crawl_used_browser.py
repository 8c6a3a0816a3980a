"""The crawler as a person: what each role types, presses and takes away in a real browser tells nothing kept from it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from tests.access.marked import ONLY_FOR, said
from tests.pages.crawling import OUTSIDERS, TWIN_DAY, Site, Visit, Visitor, site, visit
from tests.pages.test_browser import playwright, see, settle

__all__ = ["playwright", "site", "visit"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ASKED = "What did a rival, a cap and the length do for the payment terms?"
LATE = "They are late and rude and want a cap on length"
FILES = {"Excel workbook, all tables": "Download Excel workbook", "ZIP of CSV files, all tables": "Download ZIP"}
REPEATED = """vendor,deal_date,logged_by,department,outcome,notes,visible_to
Acme,2025-11-03,Zyzzo Person,Zyzzo Department,agreed,Zyzzo row.,Board of Zyzzo
Quornixx AG,2025-10-03,Ann Lee,IT,agreed,,
"""


@dataclass
class Visited:
    """A step of a visit: where it is made, what came of it, and what the person gave."""

    site: Site
    who: Visitor
    role: str
    folder: Path
    given: list[str] = field(default_factory=list)
    taken: list[bytes] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The tab."""
        return self.who.page

    def open(self, path: str) -> None:
        """Open a page and wait until it is drawn."""
        self.page.goto(f"{self.site.address}/{path}")
        settle(self.page)

    def take(self, button: str) -> str:
        """Press a button that gives a file, and return the text in it."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name=button).locator("visible=true").first.click()
        self.taken.append(Path(download.value.path()).read_bytes())
        return said(self.taken[-1])

    def choose(self, label: str, option: str) -> None:
        """Choose one of the options of a box."""
        self.page.get_by_role("combobox", name=label, exact=True).click()
        self.page.get_by_role("option", name=option, exact=True).click()
        settle(self.page)

    def unfold(self) -> None:
        """Open whatever opens, one of each name: what stands in some of it comes only then."""
        for folded in (
            self.page.locator("[data-testid=stExpander] details:not([open]) summary").locator("visible=true").all()[::-1]
        ):
            folded.click()
        settle(self.page)
        menus = self.page.locator("[data-testid=stPopoverButton]").locator("visible=true").all()
        for menu in {each.inner_text(): each for each in menus}.values():
            menu.click()
            settle(self.page)
            self.page.keyboard.press("Escape")


def search(step: Visited) -> None:
    """Words of which some begin the names of the secret vendor, which come up while they are typed."""
    step.open("")
    step.given = ["Quodlib", "zyzz"]
    box = step.page.get_by_placeholder("Vendor, alias or department")
    for each in step.given:
        box.fill(each)
        settle(step.page)


def ask(step: Visited) -> None:
    """A question, and the answer in the words of the model."""
    step.open("brief?vendor=vendor-acme")
    step.page.get_by_label(re.compile("^Ask ")).fill(ASKED)
    step.page.keyboard.press("Enter")
    see(step.page, "Counted from all deals, whatever is closest.")
    in_words(step, "answer")


def narrate(step: Visited) -> None:
    """The brief put into words, and on paper with them."""
    step.open("brief?vendor=vendor-acme")
    in_words(step, "narrate")
    step.take("Print")


def in_words(step: Visited, key: str) -> None:
    """Press the button that asks the model, and wait for what it says."""
    settle(step.page)
    step.site.prompts.take()
    step.page.locator(f".st-key-{key} button").click()
    step.taken.append(step.site.prompts.take(1))
    see(step.page, "1 sentence dropped: not in the records")
    settle(step.page)


def take_brief(step: Visited) -> None:
    """All menus of a brief, and what one can take away from it."""
    step.open("brief?vendor=vendor-acme")
    step.unfold()
    step.take("Print")
    step.page.get_by_role("button", name="Save as", exact=True).click()
    step.take("Brief as Markdown")
    step.take("All deals as CSV")


def at_the_table(step: Visited) -> None:
    """What they just said, about a vendor and about all others."""
    step.open("table")
    step.choose("Vendor", "Acme")
    step.page.get_by_label("What did they just say?").fill(LATE)
    step.page.get_by_role("button", name="Look it up").click()
    see(step.page, "See how other vendors reacted")
    settle(step.page)
    step.page.get_by_role("button", name="See how other vendors reacted").click()
    see(step.page, "None of this is about")
    settle(step.page)


def prepare(step: Visited) -> None:
    """A sheet, and what if they say."""
    step.open("prepare?vendor=vendor-acme")
    step.page.get_by_label("What may they say?").fill(LATE)
    step.page.get_by_role("button", name="Look it up").click()
    settle(step.page)


def watch(step: Visited) -> None:
    """All menus beside the flags, the dates as a file, and the address that calendars follow."""
    step.open("watch")
    step.unfold()
    step.take("Add to calendar")
    step.page.get_by_role("button", name="Subscribe").click()
    make = step.page.get_by_role("button", name="Make the address")
    if make.count():
        make.click()
    address = step.page.get_by_text(re.compile(r"dates\.ics\?key=")).first.inner_text()
    answer = step.who.client.get(address.strip())
    assert answer.status_code == 200
    step.taken.append(answer.content)


def numbers(step: Visited) -> None:
    """The figures, and the file with all that lead to none."""
    step.open("numbers")
    step.unfold()
    step.take("Download CSV")


def export(step: Visited) -> None:
    """Every format, with what was retracted."""
    step.open("export")
    step.page.get_by_text("Retracted deals too").click()
    settle(step.page)
    step.take("Download CSV")
    for file, button in FILES.items():
        step.choose("File", file)
        step.take(button)


def read_inbox(step: Visited) -> None:
    """The lists, and a text that tells of a hidden deal: the model reads it, and its page asks which deal it may be."""
    step.open("inbox?show=decided")
    step.unfold()
    step.open("inbox")
    paste = step.page.get_by_label("Or paste a text")
    if not paste.is_visible():
        step.unfold()
    paste.fill(f"Acme, 3 January 2025. They agreed to net 45 days. Discount of 11% off list. It was {step.role}.")
    step.page.get_by_role("button", name="Read the text").click()
    see(step.page, "1 new proposal.")
    settle(step.page)
    step.page.get_by_role("link", name="Acme").first.click()
    see(step.page, "Source: ")
    settle(step.page)
    step.page.get_by_role("button", name="Merge into a deal").click()
    settle(step.page)
    step.page.get_by_role("combobox", name="Deal", exact=True).click()
    step.page.get_by_role("option").first.wait_for()
    step.page.keyboard.press("Enter")
    settle(step.page)
    step.taken.append(step.site.prompts.take())


def preview(step: Visited) -> None:
    """A spreadsheet that repeats a hidden deal, and names a vendor much like a hidden one."""
    file = step.folder / "again.csv"
    file.write_text(REPEATED)
    step.given = [*REPEATED.replace("\n", ",").split(","), "Zyzzo", "Quornixx"]
    step.open("import")
    step.page.locator("input[type=file]").set_input_files(file)
    see(step.page, "has 2 rows beside the headings")
    settle(step.page)
    body = step.page.inner_text("body")
    assert ("already here" in body) is (step.role not in OUTSIDERS)


def log_again(step: Visited) -> None:
    """A deal that is there and hidden: nobody who does not see it is asked whether it is the same."""
    step.open(f"log?vendor=Acme&day={TWIN_DAY}")
    step.choose("Outcome", "Agreed")
    step.page.get_by_role("button", name="Save deal").click()
    if step.role in OUTSIDERS:
        step.page.get_by_role("heading", name="Deal saved").wait_for()
    else:
        see(step.page, "It is another deal: save it")
    settle(step.page)


def look_after_names(step: Visited) -> None:
    """Who there is, and the ways to merge, split and rename."""
    step.open("people")
    step.unfold()
    if step.role != "contributor":
        for each in ("Merge into another vendor", "Split off deals"):
            step.open("record?vendor=vendor-acme")
            step.page.get_by_role("button", name=each).click()
            settle(step.page)


READING = ("insider", *OUTSIDERS)
WRITING = ("admin", "contributor", "curator")
STEPS: dict[Callable[[Visited], None], tuple[str, ...]] = {
    search: READING,
    ask: READING,
    narrate: READING,
    take_brief: READING,
    at_the_table: READING,
    prepare: READING,
    watch: READING,
    numbers: READING,
    export: READING,
    read_inbox: WRITING,
    preview: WRITING,
    log_again: WRITING,
    look_after_names: WRITING,
}


TRIED = [(step, role) for step, roles in STEPS.items() for role in roles]


@pytest.mark.parametrize(("step", "role"), TRIED, ids=[f"{step.__name__}-{role}" for step, role in TRIED])
def test_what_one_does_tells_nothing_that_is_kept_from_one(
    site: Site, visit: Visit, tmp_path: Path, step: Callable[[Visited], None], role: str
) -> None:
    """No message, file or prompt does; first whoever sees it all does the same, and finds the marks."""
    visited = Visited(site, visit(role), role, tmp_path)
    step(visited)
    forms = ONLY_FOR if step in (read_inbox, log_again) else []
    found = site.store.leaked([visited.who.heard(), *visited.taken, visited.page.content().encode()], [*visited.given, *forms])
    assert bool(found) is (role not in OUTSIDERS and step is not preview), found
    if role not in OUTSIDERS and visited.taken and step is not read_inbox:
        assert all(site.store.leaked(each) for each in visited.taken)


def test_the_address_of_a_file_opens_nothing_without_a_sign_in(site: Site, visit: Visit, tmp_path: Path) -> None:
    """It opens the file for whoever it was told to, and says nothing to somebody who comes by it from outside."""
    insider = Visited(site, visit("insider"), "insider", tmp_path)
    insider.open("export")
    insider.take("Download CSV")
    insider.who.heard()
    assert any(site.store.leaked(insider.who.client.get(each).content) for each in insider.who.media)
    for each in insider.who.media:
        answer = httpx.get(site.address + each)
        assert (answer.status_code, site.store.leaked(answer.content)) == (401, []), each


def test_the_address_of_a_file_made_for_another_opens_nothing(site: Site, visit: Visit, tmp_path: Path) -> None:
    """It was told to one person's page; somebody else who comes by it gets nothing, also when a page shows it to them as text."""
    insider = Visited(site, visit("insider"), "insider", tmp_path)
    insider.open("export")
    insider.take("Download CSV")
    insider.who.heard()
    for role in OUTSIDERS:
        visitor = visit(role)
        for each in insider.who.media:
            visitor.asks("", {"q": each})
            answer = visitor.client.get(each)
            assert site.store.leaked(answer.content) == [], (role, each)
    assert insider.who.media

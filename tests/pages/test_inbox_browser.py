"""The inbox in a real browser: a mail becomes a deal, on a wide screen and a narrow one, light and dark."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from tests.pages.conftest import NASTY
from tests.pages.test_browser import KNOWN_FAULT, PORTAL_FAULT, playwright, profile, say_who, see, serve, settle
from tests.pages.test_table_browser import fits
from tests.pages.test_watch_browser import look

__all__ = ["playwright", "profile"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UPLOADER_FAULT = "presentation-role-conflict"  # Streamlit's own box for files has a label and no role
MAIL = f"""From: Maren Ott <maren.o@tarnwick.example>
To: buying-team@tarnwick.example
Date: Fri, 6 Mar 2026 17:20:00 +0100
Subject: Debrief: toner and scanners, both signed this week
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Two closings to write down before the weekend.

Tarroquist Print (toner, signed Wednesday 4 March 2026): we end up 18% under list. Payment is net 60. They gave way on training.

Lurnwyke Instruments (scanners, signed Thursday 5 March 2026): 7.5% off, payment 30 days after delivery.

{NASTY}
"""


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    """A mail that tells of two deals, with hostile words in it."""
    file = tmp_path / "debrief.eml"
    file.write_bytes(MAIL.replace("\n", "\r\n").encode())
    return file


@pytest.fixture
def site(tmp_path: Path, deal: Callable[..., Deal]) -> Iterator[str]:
    """A server over a store with one deal."""
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding()) as kb:
        kb.log(deal(vendor="Lurnwyke Instruments", deal_date="2026-03-01", notes="Framework.", discount_pct=6))
    with serve(tmp_path / "store", tmp_path / "log") as address:
        yield address


def upload(page: Page, site: str, *files: Path) -> None:
    """Say who one is and bring files in."""
    page.goto(f"{site}/inbox")
    say_who(page)
    see(page, "No proposals to decide")
    settle(page)
    page.locator("input[type=file]").set_input_files(list(files))
    see(page, "new proposals.")
    settle(page)


def press(page: Page, name: str) -> None:
    """Press a button once the page is drawn."""
    settle(page)
    page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    """Follow a link to another page once the page is drawn."""
    settle(page)
    page.get_by_role("link", name=name, exact=True).click()


def faults(page: Page) -> list[tuple[str, str]]:
    """Return what axe finds on the page, but for Streamlit's own known faults."""
    page.wait_for_timeout(400)
    found = Axe().run(page).response["violations"]
    known = (KNOWN_FAULT, PORTAL_FAULT, UPLOADER_FAULT)
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["id"] not in known]


def test_a_mail_is_read_corrected_accepted_and_read_in_the_brief(
    site: str, mail: Path, profile: Callable[..., BrowserContext]
) -> None:
    """What is corrected counts, also after the page was loaded again; Accept clicked twice logs one deal."""
    page = profile(viewport={"width": 1280, "height": 900}).new_page()
    page.on("pageerror", lambda problem: pytest.fail(str(problem)))
    upload(page, site, mail)
    page.get_by_role("link", name="Tarroquist Print").click()
    see(page, "Source: debrief.eml")
    settle(page)
    expect(page).to_have_url(re.compile(r"/proposal\?proposal=\w+$"))
    mark = page.get_by_text("Discount, Off what", exact=True)
    expect(mark).to_be_visible()
    page.get_by_role("textbox", name="Discount, %").fill("17")
    expect(mark).to_have_count(0)
    expect(page.get_by_text("Off what", exact=True)).to_have_count(2)  # the field, and the mark that stays
    settle(page)
    page.reload()
    see(page, "What you had not saved is back.")
    settle(page)
    expect(page.get_by_role("textbox", name="Discount, %")).to_have_value("17")
    page.get_by_role("button", name="Accept", exact=True).dblclick()
    see(page, "What Leverage remembers")
    settle(page)
    page.reload()
    see(page, "You accepted it on")
    follow(page, "Read the brief")
    page.get_by_role("heading", name="Tarroquist Print", level=1).wait_for()
    see(page, "17%")
    see(page, "Evidence: Low · 1 deal")
    page.goto(f"{site}/")
    page.get_by_role("link", name="1 proposal").click()
    see(page, "Open 1")


def test_a_proposal_is_dismissed_taken_back_and_merged(site: str, mail: Path, profile: Callable[..., BrowserContext]) -> None:
    """The reason stays with it; merged, it changes what was chosen in the deal, which says where it is from."""
    page = profile(viewport={"width": 1280, "height": 900}).new_page()
    upload(page, site, mail)
    page.get_by_role("link", name="Lurnwyke Instruments").click()
    press(page, "Dismiss")
    page.get_by_text("It is logged already").click()
    press(page, "Dismiss it")
    see(page, "“It is logged already”")
    press(page, "Take it back")
    see(page, "The proposal is open again.")
    press(page, "Merge into a deal")
    settle(page)
    page.get_by_role("combobox", name="Deal", exact=True).click()
    page.keyboard.press("Enter")
    see(page, "Choose what stays where both differ.")
    settle(page)
    page.reload()
    see(page, "Choose what stays where both differ.")
    settle(page)
    look(page, "inbox-merge-1280")
    assert faults(page) == []
    page.get_by_text("Proposed: 7.5%").click()
    press(page, "Merge")
    see(page, "You merged it into a deal")
    follow(page, "Details and history")
    see(page, "Where it comes from")
    see(page, "7.5%")
    see(page, "Framework.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_fits_and_is_accessible(site: str, mail: Path, profile: Callable[..., BrowserContext], scheme: str) -> None:
    """The list, a proposal and a decided one, wide and narrow; hostile words are words, and nothing is loaded from elsewhere."""
    page = profile(viewport={"width": 1280, "height": 900}, color_scheme=scheme).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def check(name: str) -> None:
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            settle(page)
            look(page, f"inbox-{name}-{width}-{scheme}")
            assert fits(page), (name, width)
            assert faults(page) == [], (name, width)
        page.set_viewport_size({"width": 1280, "height": 900})

    upload(page, site, mail)
    check("list")
    page.get_by_text("Reports: 1 reading").click()
    page.get_by_role("link", name="Tarroquist Print").click()
    see(page, "<script>alert(1)</script>")
    check("proposal")
    assert page.locator(".katex, img[src*='evil'], a[href*='evil']").count() == 0
    assert not [url for url in asked if not url.startswith((site, site.replace("http", "ws"), "data:", "blob:"))]
    press(page, "Dismiss")
    see(page, "Why is it no deal to log?")
    check("dismiss")
    page.get_by_text("It is no deal of ours").click()
    press(page, "Dismiss it")
    see(page, "Proposal dismissed")
    check("dismissed")

"""Watch in a real browser: a flag is read, reviewed and found again, on a wide screen and a narrow one, light and dark."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from tests.pages.test_browser import playwright, profile, say_who, see, settle
from tests.pages.test_table_browser import fits
from tests.serving import serve

__all__ = ["playwright", "profile"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def store(tmp_path: Path, deal: Callable[..., Deal]) -> Path:
    """The folder of a store with three flags of two vendors."""
    tessera = {"vendor": "Tessera Security", "logged_by": "Noah Klein"}
    told = [
        deal(**tessera, deal_date="2026-05-12", signals=[("broken_promise", "This is the last number you will get from us.")]),
        deal(**tessera, deal_date="2026-08-21", department="Finance", signals=[("broken_promise", "Signed nine points lower.")]),
        deal(**tessera, deal_date="2026-09-04", signals=[("suspension_threat", "No signature by Friday, no log-in on Monday.")]),
        deal(deal_date="2025-03-01", flexible_on=["price cap at renewal"], notes="a"),
        deal(deal_date="2026-02-01", firm_on=["price cap at renewal"], notes="b"),
        deal(deal_date="2026-07-14", firm_on=["price cap at renewal"], notes="c", department="Procurement"),
    ]
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding()) as kb:
        kb.log_many([(each, None) for each in told])
    return tmp_path / "store"


def look(page: Page, name: str) -> None:
    """Keep a picture where somebody asked for some."""
    if folder := os.environ.get("LEVERAGE_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_flag_is_read_reviewed_and_found_again(
    tmp_path: Path, store: Path, profile: Callable[..., BrowserContext], scheme: str
) -> None:
    """By anybody, on any screen; the address of the reviewed ones can be sent to a colleague."""
    with serve(store, tmp_path / "log") as site:
        page = profile(viewport={"width": 1280, "height": 900}, color_scheme=scheme).new_page()
        places = (
            ("", "Vendors", "3 open flags"),
            ("watch", "Watch", "No signature by Friday"),
            ("brief?vendor=vendor-tessera-security", "Tessera Security", "2 open flags"),
        )
        for path, title, words in places:
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 900})
                page.goto(f"{site}/{path}")
                page.get_by_role("heading", name=title, level=1).wait_for()
                see(page, words)
                settle(page)
                look(page, f"{title.split()[0].lower()}-{width}-{scheme}")
                assert fits(page)
        page.goto(f"{site}/watch")
        page.get_by_role("heading", name="Tessera Security: broken promise").wait_for()
        settle(page)
        page.get_by_role("button", name="Review").nth(1).click()
        page.get_by_role("button", name="Say who you are first").click()
        say_who(page)
        settle(page)
        page.get_by_role("button", name="Review").nth(1).click()
        page.get_by_text("Yes, dealt with").click()
        page.get_by_label("Why").fill("They gave the nine points back.")
        settle(page)
        look(page, f"review-390-{scheme}")
        assert fits(page)
        page.get_by_role("button", name="Save review").click()
        see(page, "is dealt with")
        page.set_viewport_size({"width": 1280, "height": 900})
        page.get_by_text("Reviewed 1").click()
        see(page, "They gave the nine points back.")
        settle(page)
        look(page, f"reviewed-1280-{scheme}")
        assert fits(page)
        shared = page.url
        page.goto(f"{site}/")
        page.goto(shared)
        see(page, "Dealt with by Zoë Quill, Night shift")
        expect(page.get_by_role("heading", name="Reviewed flags")).to_be_visible()

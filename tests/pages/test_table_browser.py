"""At the table and Prepare in a real browser: from a sentence to a logged deal, and a sheet that stays with one visit."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from tests.browser import ARGUMENTS, need_browser
from tests.pages.test_browser import pick, playwright, profile, say_who, see, settle
from tests.serving import serve
from tests.situations.moments import SAID, nine_deals, two_thin_deals

__all__ = ["playwright", "profile"]  # fixtures

SECRET = "Zephyr-4711"

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder of a store with nine deals of one vendor and two thin ones of another."""
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding()) as kb:
        kb.log_many([*nine_deals(), *two_thin_deals()])
    return tmp_path / "store"


def fits(page: Page) -> bool:
    """Say whether the page does not scroll sideways, and hold it to the accessibility rules."""
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("width", [1280, 390])
def test_from_a_sentence_to_the_first_memory_of_its_kind(
    tmp_path: Path, store: Path, profile: Callable[..., BrowserContext], width: int
) -> None:
    """Nothing is known, so what happens is logged; the same address then advises from it."""
    with serve(store, tmp_path / "log") as site:
        browser = profile(viewport={"width": width, "height": 900})
        page = browser.new_page()
        page.goto(f"{site}/table")
        settle(page)
        pick(page, "Vendor", "Kestrel Analytics")
        page.get_by_label("What did they just say?").fill(SAID)
        page.get_by_role("button", name="Look it up").click()
        see(page, "Not enough memory to advise")
        settle(page)
        assert fits(page)
        shared = page.url
        page.get_by_role("button", name="See how other vendors reacted").click()
        page.get_by_role("heading", name="Contoso").wait_for()
        settle(page)
        assert fits(page)
        page.get_by_role("button", name="Log what happens").click()
        page.get_by_role("heading", name="Log a deal").wait_for()
        say_who(page)
        expect(page.get_by_role("combobox", name="Vendor")).to_have_value("Kestrel Analytics")
        pick(page, "Outcome", "Still open")
        page.get_by_label("Notes").fill("They asked for a price increase of 12% and called it their final offer.")
        page.get_by_label("Notes").press("Tab")
        page.wait_for_timeout(1000)
        page.get_by_role("button", name="Save deal").click()
        page.get_by_role("heading", name="Deal saved").wait_for()
        page.goto(shared)
        see(page, "They asked for a price increase of 12%")
        settle(page)
        assert "From 1 of 3 Kestrel Analytics deals" in page.inner_text("body").replace("\u00a0", " ")
        see(page, "Nobody has recorded what worked here.")
        assert fits(page)
        browser.close()


def test_a_marker_leads_to_its_moment(tmp_path: Path, store: Path, profile: Callable[..., BrowserContext]) -> None:
    """[7] in a card scrolls to the seventh deal's moment."""
    with serve(store, tmp_path / "log") as site:
        browser = profile(viewport={"width": 1280, "height": 900})
        page = browser.new_page()
        page.goto(f"{site}/table?vendor=Contoso&said=They+want+an+uplift+and+say+it+is+final")
        settle(page)
        page.get_by_role("link", name="[7]").first.click()
        page.wait_for_timeout(500)
        box = page.locator("#deal-7").bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 450
        browser.close()


def test_the_private_sheet_stays_with_one_visit(tmp_path: Path, store: Path, playwright: Playwright) -> None:
    """It is in no address, no storage of the browser, no other session, no file of the store, no log; a reload empties it."""
    with serve(store, tmp_path / "log") as site:
        browser: Browser = playwright.chromium.launch(executable_path=need_browser(), args=ARGUMENTS)
        mine, theirs = (browser.new_context().new_page() for _ in range(2))
        requests: list[str] = []
        mine.on("request", lambda request: requests.append(request.url + (request.post_data or "")))
        mine.goto(f"{site}/prepare?vendor=vendor-contoso")
        settle(mine)
        for label in ("Your target", "Your limit", "Your notes"):
            mine.get_by_label(label).fill(f"{SECRET} {label}")
            mine.get_by_label(label).press("Tab")
            mine.wait_for_timeout(700)
        mine.get_by_label("What may they say?").fill(SAID)
        mine.get_by_role("button", name="Look it up").click()
        mine.get_by_role("heading", name="Similar moments").wait_for()
        settle(mine)
        assert fits(mine)
        expect(mine.get_by_label("Your limit")).to_have_value(f"{SECRET} Your limit")
        mine.get_by_role("link", name="At the table").first.click()
        mine.get_by_role("heading", name="At the table", level=1).wait_for()
        settle(mine)
        mine.get_by_role("link", name="Prepare").first.click()
        mine.get_by_role("heading", name="Prepare", level=1).wait_for()
        pick(mine, "Vendor", "Contoso")
        expect(mine.get_by_label("Your target")).to_have_value(f"{SECRET} Your target")
        assert SECRET not in mine.url
        kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, history.state])"
        assert SECRET not in mine.evaluate(kept)
        assert SECRET not in json.dumps(requests)
        theirs.goto(f"{site}/prepare?vendor=vendor-contoso")
        settle(theirs)
        expect(theirs.get_by_label("Your target")).to_have_value("")
        assert SECRET not in theirs.content()
        mine.goto(f"{site}/prepare?vendor=vendor-contoso")
        settle(mine)
        expect(mine.get_by_label("Your target")).to_have_value("")
        browser.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(SECRET.encode() in path.read_bytes() for path in files)


def test_after_a_meeting_one_press_begins_to_tell(
    tmp_path: Path, profile: Callable[..., BrowserContext], deal: Callable[..., Deal]
) -> None:
    """A meeting noted in advance has passed: the brief says so, and leads to the form with the vendor filled in."""
    now = datetime.now(UTC)
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding(), clock=lambda: now - timedelta(days=20)) as kb:
        kb.log(deal(deal_date=(now - timedelta(days=21)).date(), outcome="open", next_meeting=(now - timedelta(days=5)).date()))
    with serve(tmp_path / "store", tmp_path / "log") as site:
        browser = profile(viewport={"width": 1280, "height": 900})
        page = browser.new_page()
        page.goto(f"{site}/brief?vendor=vendor-microsoft")
        see(page, "nothing is logged since")
        settle(page)
        assert fits(page)
        page.get_by_role("button", name="Log what happened").click()
        say_who(page)
        expect(page.get_by_role("combobox", name="Vendor")).to_have_value("Microsoft")
        pick(page, "Outcome", "Agreed")
        page.get_by_role("button", name="Save deal").click()
        page.get_by_role("button", name="Read the brief").click()
        see(page, "Evidence: Low · 2 deals")
        settle(page)
        assert page.get_by_text("nothing is logged since").count() == 0
        browser.close()

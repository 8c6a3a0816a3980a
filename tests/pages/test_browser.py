"""What only a real browser shows: the first deep link, the policy at work, clicks, widths, and what a browser remembers."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from tests.browser import ARGUMENTS, need_browser
from tests.pages.conftest import NASTY
from tests.serving import serve, serve_as_users_do

PAGES = (
    *("/", "/?q=Mircosoft", "/brief?vendor=vendor-microsoft", "/deal", "/log", "/import", "/export"),
    *("/record?vendor=vendor-microsoft", "/administration", "/people", "/care"),
    *("/table", "/table?vendor=vendor-microsoft&said=They+want+a+12%25+uplift", "/prepare?vendor=vendor-microsoft"),
    *("/watch", "/numbers", "/numbers?by=Quarter&currency=EUR"),
    *("/inbox", "/proposal", "/audit"),
    "/table?vendor=vendor-solvane-energie&said=They+want+a+12%25+uplift+and+say+it+is+final",
)
PORTAL_FAULT = "region"  # Streamlit opens a popover outside of every landmark
KNOWN_FAULT = "target-size"  # the day and month of Streamlit's date input are too narrow

SLOWEST = 60_000  # milliseconds: machines are shared and slow at times
expect.set_options(timeout=SLOWEST)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """The driver of the browser."""
    need_browser()
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def sample_site(sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server over the sample deals."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(sample_store, folder / "store")
    with serve(folder / "store", folder / "log") as address:
        yield address


@pytest.fixture
def profile(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., BrowserContext]]:
    """Open the same browser again and again: what it keeps is kept in between; the last one is closed at the end."""
    opened: list[BrowserContext] = []

    def open_(**options: Any) -> BrowserContext:
        opened.append(
            playwright.chromium.launch_persistent_context(
                tmp_path / "profile", executable_path=need_browser(), args=ARGUMENTS, **options
            )
        )
        opened[-1].set_default_timeout(SLOWEST)
        return opened[-1]

    yield open_
    for each in opened:
        each.close()  # one that is closed already stays so


_QUIET = """() => new Promise(resolve => {
    const begun = performance.now()
    let changed = begun
    const watcher = new MutationObserver(() => { changed = performance.now() })
    watcher.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
    const look = () => {
        const now = performance.now()
        const app = document.querySelector('[data-testid=stApp]')
        const runs = !app || app.dataset.testScriptState === 'running' || document.querySelector('[data-testid=stSkeleton]')
        if (runs) changed = now
        if (now - changed >= 300 || now - begun > 60000) {
            watcher.disconnect()
            resolve(!runs)
        } else setTimeout(look, 25)
    }
    look()
})"""  # a press takes a moment to reach the script


def settle(page: Page) -> None:
    """Wait until the page is drawn: no placeholder left, nothing running, and nothing has changed for a moment."""
    page.get_by_role("heading", level=1).first.wait_for()
    assert page.evaluate(_QUIET), "The page did not come to rest."


def see(page: Page, text: str) -> None:
    """Wait until this text is on the page: while one page follows another, it may stand there twice."""
    page.get_by_text(text).first.wait_for()


def wait_until_kept(store: Path, text: str) -> None:
    """Wait until some file of the store has this text."""
    for _ in range(200):
        if any(text.encode() in file.read_bytes() for file in store.rglob("*.json*") if file.is_file()):
            return
        time.sleep(0.1)
    raise AssertionError(f"“{text}” was not kept.")


def pick(page: Page, label: str, value: str) -> None:
    """Pick or type a value in a select box."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.fill(value)
    page.wait_for_timeout(400)
    page.keyboard.press("Enter")
    page.wait_for_timeout(600)


def say_who(page: Page) -> None:
    """Answer who is logging."""
    pick(page, "Your name", "Zoë Quill")
    pick(page, "Department", "Night shift")
    page.get_by_role("button", name="Continue").click()


def test_a_first_deep_link_runs_the_router_and_asks_nobody_else(
    tmp_path: Path, profile: Callable[..., BrowserContext], deal: Callable[..., Deal]
) -> None:
    """The navigation stands there, hostile text is text, and no request leaves the machine or breaks the policy."""
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding()) as kb:
        kb.log(deal(vendor="Acme", notes=NASTY, product=NASTY, firm_on=[NASTY]))
    with serve_as_users_do(tmp_path / "store", tmp_path / "log") as site:
        browser = profile()
        page = browser.new_page()
        asked: list[str] = []
        refused: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(f"{site}/brief?vendor=vendor-acme")
        page.get_by_role("heading", name="Acme").first.wait_for()
        page.get_by_role("link", name="Log a deal").first.wait_for()
        see(page, "Whom to ask")
        assert not [url for url in asked if not url.startswith((site, "data:", "blob:"))]
        assert not refused
        assert page.locator(".katex").count() == 0
        assert page.locator("img[src*='evil']").count() == 0
        assert page.locator("a[href*='evil']").count() == 0
        browser.close()


def test_a_logged_deal_is_read_in_the_brief_and_a_double_click_logs_it_once(
    tmp_path: Path, profile: Callable[..., BrowserContext]
) -> None:
    """From an empty store: who, vendor, outcome, discount, Save clicked twice; the brief has the one deal; Undo takes it back."""
    with serve(tmp_path / "store", tmp_path / "log") as site:
        browser = profile()
        page = browser.new_page()
        page.goto(site)
        page.get_by_role("button", name="Log a deal").click()
        say_who(page)
        page.get_by_role("button", name="Save deal").click()
        see(page, "Pick a vendor or type a new name.")
        pick(page, "Vendor", "Ünïted $50k & Söhne")
        pick(page, "Outcome", "Agreed")
        page.get_by_label("Discount, %").fill("120")
        page.get_by_role("button", name="Save deal").click()
        see(page, "Enter 0 to 100.")
        expect(page.get_by_role("combobox", name="Vendor")).to_have_value("Ünïted $50k & Söhne")
        page.get_by_label("Discount, %").fill("17.5")
        page.get_by_label("Payment terms").fill("net 45")
        page.get_by_label("Payment terms").press("Tab")
        page.wait_for_timeout(800)
        page.get_by_role("button", name="Save deal").dblclick()
        page.get_by_role("heading", name="Deal saved").wait_for()
        see(page, "Discount achieved: 17.5%")
        page.get_by_role("button", name="Read the brief").click()
        page.get_by_role("heading", name="Ünïted $50k & Söhne").first.wait_for()
        settle(page)
        expect(page.get_by_text("17.5%", exact=True).first).to_be_visible()
        expect(page.get_by_text("Net 45", exact=True).first).to_be_visible()
        expect(page.get_by_text("Evidence: Low · 1 deal").first).to_be_visible()
        page.get_by_role("link", name="Vendors").first.click()
        page.get_by_role("heading", name="Vendors", level=1).wait_for()
        settle(page)
        see(page, "Low · 1 deal")
        browser.close()


def test_a_browser_keeps_its_person_and_what_is_typed(tmp_path: Path, profile: Callable[..., BrowserContext]) -> None:
    """Notes are kept while they are typed: they outlive the page, the browser and a new session."""
    with serve(tmp_path / "store", tmp_path / "log") as site:
        browser = profile()
        page = browser.new_page()
        page.goto(f"{site}/log?vendor=Acme")
        say_who(page)
        page.get_by_label("Notes").click()
        page.keyboard.type("Still typing", delay=20)
        wait_until_kept(tmp_path / "store", "Still typing")
        browser.close()

        browser = profile()
        page = browser.new_page()
        page.goto(f"{site}/log")
        see(page, "What you had not saved is back.")
        expect(page.get_by_label("Notes")).to_have_value("Still typing")
        expect(page.get_by_text("Logging as")).to_contain_text("Zoë Quill, Night shift")
        browser.close()


def test_a_marker_leads_to_its_deal_and_a_product_filters_everything(
    sample_site: str, profile: Callable[..., BrowserContext]
) -> None:
    """[n] scrolls to the numbered deal; the filter stands in the address and changes the count."""
    browser = profile(viewport={"width": 1280, "height": 900})
    page = browser.new_page()
    page.goto(f"{sample_site}/brief?vendor=vendor-microsoft")
    settle(page)
    page.get_by_role("link", name="[9]").first.click()
    page.wait_for_timeout(500)
    box = page.locator("#deal-9").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 450
    page.goto(f"{sample_site}/brief?vendor=vendor-microsoft&product=Microsoft+365+E3")
    settle(page)
    expect(page.get_by_text("4 deals").first).to_be_visible()
    expect(page.get_by_text("Other products are left out.")).to_be_visible()
    browser.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_pages_fit_their_width_and_pass_the_accessibility_rules(
    sample_site: str, profile: Callable[..., BrowserContext], width: int, scheme: Literal["dark", "light"]
) -> None:
    """No page scrolls sideways, and axe finds nothing but the date input's known fault: wide and dark, narrow and light."""
    browser = profile(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = browser.new_page()
    for path in PAGES:
        page.goto(sample_site + path)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        found = Axe().run(page).response["violations"]
        faults = [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["id"] != KNOWN_FAULT]
        assert faults == [], path
        assert path == "/log" or not any(each["id"] == KNOWN_FAULT for each in found), path
    browser.close()


def test_an_edit_made_meanwhile_in_another_browser_is_shown_and_both_go_together(
    tmp_path: Path, playwright: Playwright, deal: Callable[..., Deal]
) -> None:
    """Two people open one deal; the second to save sees the first one's change, and saves over it with one press."""
    with KnowledgeBase.open(tmp_path / "store", embedding=default_embedding()) as kb:
        deal_id = kb.log(deal(discount_pct=10, payment_terms="Net 30")).deal_id
    with serve(tmp_path / "store", tmp_path / "log") as site:
        browser = playwright.chromium.launch(executable_path=need_browser(), args=ARGUMENTS)
        first, second = (browser.new_context().new_page() for _ in range(2))
        for page in (first, second):
            page.goto(f"{site}/log?edit={deal_id}")
            say_who(page)
            page.get_by_label("Discount, %").wait_for()
        change(second, "Discount, %", "12")
        change(first, "Payment terms", "Net 45")
        first.get_by_role("button", name="Save changes").last.click()
        first.get_by_role("heading", name="Deal changed").wait_for()
        second.get_by_role("button", name="Save changes").last.click()
        see(second, "Changed meanwhile")
        see(second, "Net 30 → Net 45")
        expect(second.get_by_label("Discount, %")).to_have_value("12")
        settle(second)
        second.get_by_role("button", name="Save mine over it").dblclick()
        second.get_by_role("heading", name="Deal changed").wait_for()
        second.goto(f"{site}/deal?deal={deal_id}")
        see(second, "Version 3")
        see(second, "10% → 12%")
        assert "Version 4" not in second.inner_text("body")
        browser.close()


REPORT = """Deals of the year;;;
Supplier;Award date;Discount %;Payment terms
Alder Cloud;03/04/2025;12,5;Net 30
Birch $5 to $4k *Networks*;05/06/2025;8;Net 45
various;07/08/2025;9,5;Net 45
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_spreadsheet_is_chosen_asked_about_imported_and_undone(
    tmp_path: Path, profile: Callable[..., BrowserContext], width: int
) -> None:
    """A real upload, the answers, the sums, the import, the brief it feeds, the undo; and axe finds nothing on the way."""
    file = tmp_path / "report_2025.csv"
    file.write_text(REPORT)
    with serve(tmp_path / "store", tmp_path / "log") as site:
        browser = profile(viewport={"width": width, "height": 900})
        page = browser.new_page()
        page.goto(f"{site}/import")
        say_who(page)
        page.locator("input[type=file]").set_input_files(file)
        see(page, "has 4 rows beside the headings on row 2: 2 wait for your answers, 1 skipped, 1 above the headings")
        expect(page.get_by_role("button", name="Import 2 deals")).to_be_disabled()
        see(page, "Answer the 4 questions first.")
        page.get_by_text("3 April", exact=True).click()
        settle(page)
        for label, value in (
            ("Who logged these deals?", "Zoë Quill"),
            ("For which department were these deals made?", "Night shift"),
            ("What happened in these rows?", "Agreed"),
        ):
            pick(page, label, value)
            settle(page)
        see(page, "2 new deals")
        page.get_by_text("Birch $5 to $4k *Networks*").locator("visible=true").first.wait_for()
        assert page.locator(".katex").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []
        page.get_by_role("button", name="Import 2 deals").dblclick()
        see(page, "2 deals imported")
        settle(page)
        page.get_by_role("button", name="Undo this import").click()
        page.get_by_role("button", name="Take out 2 deals").click()
        see(page, "The import is undone: 2 deals taken out.")
        settle(page)
        page.locator("input[type=file]").set_input_files(file)
        see(page, "2 wait for your answers")
        browser.close()


def change(page: Page, label: str, value: str) -> None:
    """Type into a field and leave it."""
    page.get_by_label(label).fill(value)
    page.get_by_label(label).press("Tab")
    page.wait_for_timeout(1000)
    settle(page)


def test_a_brief_is_asked_and_told_what_became_of_a_tactic(sample_site: str, profile: Callable[..., BrowserContext]) -> None:
    """An answer stands with its deals and the counts; a double click on Save keeps one feedback, which shows at once."""
    browser = profile(viewport={"width": 1280, "height": 900})
    page = browser.new_page()
    page.goto(f"{sample_site}/brief?vendor=vendor-microsoft")
    settle(page)
    page.get_by_label("Ask these 9 deals").fill("Did anyone get more time to pay?")
    page.get_by_role("button", name="Find").click()
    see(page, "Closest 3, not a count")
    see(page, "Counted from all deals, whatever is closest.")
    settle(page)
    page.get_by_label("Ask these 9 deals").fill("What did they refuse?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Did anyone get more time to pay?").wait_for()

    menu = page.get_by_role("button", name="Helped?").first
    menu.click()
    page.get_by_role("button", name="Say who you are first").click()
    see(page, "Who are you?")
    say_who(page)
    settle(page)
    menu.click()
    page.get_by_role("radio", name="Did not help").or_(page.get_by_role("button", name="Did not help")).first.click()
    page.get_by_label("What really happened").fill("They laughed.")
    page.get_by_role("button", name="Save", exact=True).dblclick()
    see(page, "Feedback of 1 colleague: did not help 1")
    settle(page)
    expect(page.get_by_text("Feedback of 1 colleague: did not help 2")).to_have_count(0)
    expect(page.get_by_text("Evidence: High · 9 deals").first).to_be_visible()
    menu.click()
    see(page, "They laughed.")
    see(page, "Zoë Quill, Night shift")
    settle(page)
    found = Axe().run(page).response["violations"]
    faults = [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["id"] != PORTAL_FAULT]
    assert faults == []
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Feedback of 1 colleague: did not help 1")).to_have_count(0)
    page.reload()
    settle(page)
    expect(page.get_by_text("What did they refuse?")).to_have_count(0)  # a question lives as long as its session
    browser.close()

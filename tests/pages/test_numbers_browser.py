"""Numbers in a real browser: read on a wide screen and a narrow one, light and dark, narrowed down, taken as a file."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.pages.test_browser import pick, playwright, profile, sample_site, see, settle
from tests.pages.test_table_browser import fits
from tests.pages.test_watch_browser import look

__all__ = ["playwright", "profile", "sample_site"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_are_read_narrowed_down_and_taken(sample_site: str, profile: Callable[..., BrowserContext], scheme: str) -> None:
    """The page fits, axe finds nothing, the chart tells its story, the address the choice; a figure opens its deal."""
    page = profile(viewport={"width": 1280, "height": 900}, color_scheme=scheme).new_page()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{sample_site}/numbers")
        page.get_by_role("heading", name="Numbers", level=1).wait_for()
        see(page, "Not validated by Finance.")
        settle(page)
        page.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg").first.wait_for()
        look(page, f"numbers-{width}-{scheme}")
        assert fits(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("[aria-label^='What was saved in EUR by vendor, annualised']").first.wait_for(state="attached")
    pick(page, "Vendor", "Microsoft")
    settle(page)
    pick(page, "Group by", "Quarter")
    settle(page)
    pick(page, "Period", "2025")
    settle(page)
    assert "vendor=vendor-microsoft" in page.url
    assert "by=Quarter" in page.url
    assert "period=2025" in page.url
    see(page, "4 figures")
    page.reload()
    settle(page)
    see(page, "4 figures")
    look(page, f"numbers-narrowed-{scheme}")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download CSV").click()
    data = Path(taken.value.path()).read_bytes()
    assert data.startswith("\ufeff".encode())
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    told = [row for row in rows if row["saving"]]
    assert len(told) == 4
    assert {row["validation"] for row in told} == {"Not validated by Finance"}
    assert all(row["no_figure_because"] for row in rows if not row["saving"])
    page.get_by_role("button", name="1 figure", exact=False).first.click()
    page.wait_for_url("**saving=**")
    assert "currency=EUR" in page.url
    page.reload()
    settle(page)
    page.get_by_role("link", name="The deal", exact=True).first.click()
    page.get_by_role("heading", level=1).get_by_text("Microsoft").first.wait_for()

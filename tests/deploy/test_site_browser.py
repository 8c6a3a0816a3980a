"""The whole site in a browser: people sign in through the proxy, work, and go on when their replica goes away."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import ARGUMENTS, need_browser
from tests.deploy.sites import PLACE, site
from tests.nginx import need_nginx
from tests.pages.test_browser import SLOWEST, playwright, see, settle
from tests.provider import provide

__all__ = ["playwright"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ANN = {"sub": "ann", "email": "ann@corp.example", "email_verified": True, "name": "Ann Lee", "groups": ["fin"]}


@pytest.fixture
def issuer(tmp_path: Path) -> Iterator[str]:
    """A provider who knows Ann."""
    need_nginx()
    with provide([ANN], tmp_path / "provider.log") as found:
        yield found


def test_somebody_signs_in_through_the_proxy_and_outlives_their_replica(
    playwright: Playwright, issuer: str, tmp_path: Path
) -> None:
    """A deep link leads to its page after the sign-in; when the replica goes away, the same page goes on at the other."""
    with site(tmp_path, issuer) as whole:
        browser = playwright.chromium.launch(executable_path=need_browser(), args=ARGUMENTS)
        context = browser.new_context()
        context.set_default_timeout(SLOWEST)
        page = context.new_page()
        page.goto(f"{whole.address}/watch")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="ann", exact=True).click()
        page.get_by_role("heading", name="Watch", level=1).wait_for()
        assert page.url == f"{whole.address}/watch"
        place = next(each["value"] for each in context.cookies() if each["name"] == PLACE)
        assert len(place) == 32
        whole.apps[whole.asked(place)].close()
        assert httpx.get(f"{whole.address}/healthz", headers={"cookie": f"{PLACE}={place}"}).json() == {"status": "ok"}
        page.reload()
        page.get_by_role("heading", name="Watch", level=1).wait_for()
        settle(page)
        page.get_by_role("link", name="Ann Lee").click()
        see(page, "Your role is Admin")
        expect(page.get_by_role("button", name="Sign in")).to_have_count(0)
        browser.close()

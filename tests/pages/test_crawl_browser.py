"""A crawler: people of each role look everywhere in a real browser, and what is kept from them never reaches them."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.ui import failures
from tests.access.marked import ONLY_FOR, SECRET
from tests.pages.conftest import NASTY
from tests.pages.crawling import OUTSIDERS, PEOPLE, Marked, Site, Visit, site, visit
from tests.pages.test_browser import playwright, see, settle

BANK = "vendor-quornix-ag"

__all__ = ["playwright", "site", "visit"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Page, its query, and whether who may see all finds a mark there.
LINKS: list[tuple[str, dict[str, str], bool]] = [
    ("", {}, True),
    ("", {"q": "{secret}"}, True),
    ("", {"q": "quornix"}, True),
    ("", {"q": "Quornixx"}, True),
    ("", {"q": "zyzzo"}, True),
    ("", {"q": "Quodlibett", "sort": "date"}, True),
    ("", {"sort": "flags"}, True),
    ("brief", {"vendor": "vendor-acme"}, True),
    ("brief", {"vendor": "Acme", "product": "Zyzzo Suite"}, True),
    ("brief", {"vendor": "vendor-quornix-ag"}, True),
    ("brief", {"vendor": "quornix ag"}, True),
    ("brief", {"vendor": "Quodlibet"}, True),
    ("brief", {"vendor": "Quornix"}, False),
    ("brief", {"vendor": "vendor-quornix-ag", "product": "Zyzzo Suite"}, True),
    ("brief", {"vendor": "vendor-acme", "topic": "price", "since": "2024-01-01"}, True),
    ("record", {"vendor": "vendor-acme"}, False),
    ("record", {"vendor": "vendor-quornix-ag"}, True),
    ("record", {"vendor": "Quodlibet"}, True),
    ("deal", {"deal": "{first}"}, True),
    ("deal", {"deal": "{gone}"}, True),
    ("deal", {"deal": "{closed}"}, True),
    ("deal", {"deal": "{accepted}"}, True),
    ("log", {"edit": "{first}"}, False),
    ("log", {"edit": "{gone}"}, False),
    ("log", {"vendor": "vendor-quornix-ag"}, False),
    ("log", {"vendor": "Quornixx AG"}, False),
    ("care", {"erase": "{first}"}, False),
    ("table", {}, False),
    ("table", {"vendor": "vendor-acme", "said": "They are late and rude and want a cap on length"}, True),
    ("table", {"vendor": "vendor-acme", "said": "Their rival asks for length and a cap"}, True),
    ("table", {"vendor": "vendor-quornix-ag", "said": "They are late"}, True),
    ("table", {"vendor": "vendor-beta", "said": "Quodlibet is cheaper"}, True),
    ("prepare", {"vendor": "vendor-acme"}, True),
    ("prepare", {"vendor": "vendor-quornix-ag"}, True),
    ("watch", {}, True),
    ("watch", {"show": "reviewed"}, True),
    ("watch", {"vendor": "vendor-acme"}, True),
    ("watch", {"vendor": "vendor-quornix-ag"}, True),
    ("watch", {"vendor": "vendor-quornix-ag", "show": "reviewed"}, True),
    ("watch", {"department": "Zyzzo Department"}, True),
    ("watch", {"owner": "Zyzzo Person"}, True),
    ("numbers", {}, True),
    ("numbers", {"vendor": "vendor-quornix-ag"}, True),
    ("numbers", {"department": "Zyzzo Department"}, True),
    ("numbers", {"by": "Department"}, True),
    ("numbers", {"by": "Vendor", "currency": "EUR"}, True),
    ("numbers", {"by": "Quarter", "period": "2025"}, True),
    ("inbox", {}, False),
    ("inbox", {"show": "decided"}, False),
    ("inbox", {"show": "reports"}, False),
    ("proposal", {"proposal": "{proposal}"}, False),
    ("proposal", {"proposal": "{proposal}", "into": "{first}"}, False),
    ("import", {}, False),
    ("export", {}, True),
    ("people", {}, False),
    ("administration", {}, False),
    ("access", {}, False),
    ("audit", {}, False),
    ("audit", {"vendor": "vendor-quornix-ag"}, False),
    ("audit", {"deal": "{first}"}, False),
    ("care", {}, False),
]


DOORS = (
    *(f"/{path}" for path in sorted({path for path, _, _ in LINKS})),
    *("/healthz", "/leverage/dates.ics", "/leverage/dates.ics?key=", "/leverage/dates.ics?key=x", "/leverage/typing.js"),
    *("/_stcore/health", "/_stcore/host-config", "/_stcore/metrics", "/_stcore/agent", "/_stcore/script-health-check"),
    *("/media/", "/media/x.csv", "/media/..%2f..%2faccess.toml", "/component/x/../../access.toml", "/static/..%2f..%2fapp.py"),
    *("/brief/../../x", "/brief/%2e%2e/%2e%2e/etc/passwd", "/%2e%2e/%2e%2e/access.toml", "/..%5c..%5caccess.toml"),
    *("//evil.example", "//evil.example/%2e%2e", "/%5c%5cevil.example", "/brief//evil.example/", "/%2f%2fevil.example/"),
)

FORM = ONLY_FOR  # the form names the departments of the policy, so that a deal can be for them


def ids(store: Marked) -> dict[str, str]:
    """Return what the queries name."""
    return {
        "secret": SECRET,
        "first": store.hidden[0],
        "gone": store.hidden[6],
        "closed": store.hidden[8],
        "accepted": store.hidden[10],
        "proposal": store.pending_id,
        "report": store.report_id,
    }


def named(row: tuple[str, dict[str, str], bool]) -> str:
    """Return how a test of a link is called."""
    return f"{row[0] or 'vendors'}-{'-'.join(f'{name}.{value}' for name, value in row[1].items())}"


@pytest.mark.parametrize(("path", "query", "is_told"), LINKS, ids=map(named, LINKS))
@pytest.mark.parametrize("role", PEOPLE)
def test_a_link_shows_nothing_that_is_kept_from_who_opens_it(
    site: Site, visit: Visit, role: str, path: str, query: dict[str, str], is_told: bool
) -> None:
    """Every byte of the page, whatever the address names; who may see all reads the marks there."""
    asked = {name: value.format_map(ids(site.store)) for name, value in query.items()}
    heard = visit(role).asks(path, asked)
    assert failures.UNEXPECTED.encode() not in b"".join(heard)
    found = site.store.leaked(heard, [*asked.values(), *(FORM if path == "log" else [])])
    if role in OUTSIDERS:
        assert found == []
    elif is_told:
        assert found


def test_only_numbers_are_told_of_a_deal_that_one_does_not_see(site: Site, visit: Visit) -> None:
    """A link to a hidden deal, proposal or vendor says what a link to none says, but for the number of a brief."""
    unknown = {"deal": "0" * 32, "edit": "0" * 32, "erase": "0" * 32, "proposal": "0" * 32, "vendor": "vendor-nobody-ag"}
    of = ids(site.store)
    known = {"deal": of["first"], "edit": of["first"], "erase": of["first"], "proposal": of["proposal"], "vendor": BANK}
    places = [("deal", "deal"), ("log", "edit"), ("care", "erase"), ("proposal", "proposal")]
    places += [(path, "vendor") for path in ("record", "table", "prepare", "watch", "numbers", "log")]
    for role in OUTSIDERS:
        for path, name in places:
            there = [words(visit(role).asks(path, {name: of[name]}), of[name]) for of in (known, unknown)]
            assert there[0] == there[1], (role, path)


def words(heard: list[bytes], given: str) -> list[str]:
    """Return the texts of a page, but for what was given in its address."""
    messages = [ForwardMsg.FromString(each) for each in heard]
    elements = [str(each.delta.new_element).replace("\\", "") for each in messages if each.HasField("delta")]
    told = [each for each in elements if each and not each.startswith("empty")]  # places that are filled later
    return [re.sub(r"[0-9a-f]{32}", "…", each.replace(given, "…")) for each in told]


@pytest.mark.parametrize("role", OUTSIDERS)
def test_the_doors_of_the_server_tell_nothing(site: Site, visit: Visit, role: str) -> None:
    """Whatever is asked for with a sign-in, by any spelling of a path, is answered by nothing kept from it and leads nowhere."""
    who = visit(role)
    for path in DOORS:
        answer = who.client.get(path)
        assert answer.status_code < 500, path
        assert site.store.leaked([answer.content, str(answer.headers)], [path]) == [], path
        assert "[[rule]]" not in answer.text, path
        assert "cookie_secret" not in answer.text, path
        where = answer.headers.get("location", "/")
        assert where.startswith(site.address) or re.match(r"/(?![/\\])", where), path
    assert who.client.put("/_stcore/upload_file/a/b", content=b"x" * 60_000_000).status_code in (400, 403, 404, 413)
    assert who.client.get("/healthz").json() == {"status": "ok"}
    log = site.log.read_text("utf-8")
    assert "Traceback" not in log
    assert site.store.leaked(log) == []


def test_what_an_address_holds_is_text_to_a_reader(site: Site, visit: Visit) -> None:
    """Markup in it is shown as it is written, and nothing is fetched or run for it."""
    page = visit("reader").page
    for path in ("brief?vendor=", "record?vendor=", "table?vendor=", "watch?vendor=", "watch?owner=", "?q=", "deal?deal="):
        page.goto(f"{site.address}/{path}{quote(NASTY)}")
        settle(page)
        assert page.locator(".katex, img[src*='evil'], a[href*='evil']").count() == 0, path


def test_a_file_that_is_too_large_is_refused_with_a_sentence(site: Site, visit: Visit, tmp_path: Path) -> None:
    """Before any of it is sent."""
    file = tmp_path / "large.csv"
    file.write_bytes(b"x" * 53_000_000)
    page = visit("contributor").page
    page.goto(f"{site.address}/import")
    settle(page)
    page.locator("input[type=file]").set_input_files(file)
    see(page, "File must be 50.0MB or smaller.")

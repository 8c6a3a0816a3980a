"""A crawler: people of each role look everywhere in a real browser, and what is kept from them never reaches them."""

import re

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.access.marked import ONLY_FOR, SECRET
from tests.pages.crawling import OUTSIDERS, PEOPLE, Marked, Site, Visit, site, visit
from tests.pages.test_browser import playwright

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
    return [re.sub(r"[0-9a-f]{32}", "…", each.replace(given, "…")) for each in elements]

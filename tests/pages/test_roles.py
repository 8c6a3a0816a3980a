"""What each role sees and does on the pages."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.access.person import Person, Role
from pages.ui import identity
from tests.pages.conftest import shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
SignIn = Callable[..., Person]


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch) -> SignIn:
    """Let somebody be signed in, from now on."""

    def now(role: Role = "reader", name: str = "Rita Reed", department: str = "IT") -> Person:
        person = Person(f"{name.split()[0].lower()}@corp.example", department, role, name)
        monkeypatch.setattr(identity, "person", lambda: person)
        return person

    return now


def buttons(at: AppTest) -> list[str]:
    """Return what the buttons of a page say."""
    return [button.label for button in at.button]


def test_a_brief_says_how_many_deals_are_for_others(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The number stands beside those it is built from, and nothing else of them stands anywhere."""
    kb.log(deal(notes="Plain"))
    kb.log(deal(deal_date="2026-11-20", visible_to=["Finance"], notes="Kestrel", department="Finance"))
    sign_in()
    said = shown(page("brief.py", vendor="Microsoft"))
    assert "Built from 1 deal by 1 colleague in IT, newest 2 Mar 2026, 1 restricted to others." in said
    assert "Kestrel" not in said
    assert "Finance" not in said
    sign_in(department="Finance")
    said = shown(page("brief.py", vendor="Microsoft"))
    assert "Built from 2 deals" in said
    assert "restricted to others" not in said


@pytest.mark.parametrize(("role", "can"), [("reader", ["See all vendors"]), ("contributor", ["Log a deal", "See all vendors"])])
def test_a_vendor_of_whom_all_is_for_others_is_a_number(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn, role: Role, can: list[str]
) -> None:
    """Under its very name one reads how many deals there are and what to do; under another nothing at all."""
    bank_id = kb.log(deal(visible_to=["Finance"], notes="Kestrel", department="Finance", logged_by="Zoë Quill")).bank_id
    sign_in(role)
    for asked in ("Microsoft", bank_id):
        at = page("brief.py", vendor=asked)
        said = shown(at)
        assert "1 deal is restricted to others" in said
        assert "ask an administrator" in said
        assert sorted(buttons(at)) == can
        assert not any(word in said for word in ("Finance", "Kestrel", "Zoë", "2026"))
    said = shown(page("brief.py", vendor="Micro"))
    assert "Nothing is recorded about “Micro”" in said
    assert "Microsoft" not in said

"""The table of role, page and control: what is drawn for whom, which page is refused in which words, and that it works."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, events, inbox, people, playbook, watch
from leverage.access.person import ROLES, Person, Role
from leverage.inbox.files import pasted
from pages.ui import flag_review, identity
from tests.pages.conftest import plain, shown
from tests.pages.test_log import fill, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
SignIn = Callable[..., Person]

VENDOR = "vendor-microsoft"
NOTE = "Microsoft, 3 March 2026. They agreed to net 60 days. Discount of 12% off list."


@dataclass(frozen=True)
class World:
    """What the pages show: deals of the person and of others, a proposal, an event, flags and what a playbook may say."""

    own: str
    others: str
    retracted: str
    proposal: str


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch) -> SignIn:
    """Let somebody be signed in, from now on."""

    def now(role: Role, name: str = "Priya Nair") -> Person:
        person = Person(f"{name.split()[0].lower()}@corp.example", "IT", role, name)
        monkeypatch.setattr(identity, "person", lambda: person)
        return person

    return now


@pytest.fixture
def world(kb: KnowledgeBase, deal: Write) -> World:
    """A store with something on every page."""
    mine = deal(deal_date="2026-04-01", logged_by_email="priya@corp.example", tactics=[("asked early", "worked")])
    said = [("late_delivery", "A week late.")]
    theirs = deal(logged_by="Tom Becker", department="Sales", signals=said)
    more = deal(deal_date="2026-05-01", logged_by="T. Becker", department="Sales", signals=said)
    gone = kb.log(deal(deal_date="2026-06-01", logged_by_email="priya@corp.example")).deal_id
    ids = [kb.log(each).deal_id for each in (mine, theirs, more)]
    kb.retract(gone, "Twice")
    events.log(kb, VENDOR, "2026-10-01", ["They rang"], by="Tom Becker", department="Sales")
    found = inbox.add(kb, [pasted(NOTE)], by="Tom Becker")
    return World(ids[0], ids[1], gone, found.pending_ids[0])


def controls(at: AppTest) -> set[str]:
    """Return what one can press or follow on a page, by its words."""
    parts = [
        *at.button,
        *at.get("download_button"),
        *at.get("popover"),
        *at.get("file_uploader"),
        *at.toggle,
        *at.get("page_link"),
    ]
    return {plain(_label(part)) for part in parts}


def _label(part: Any) -> str:
    proto = part.proto
    return str(proto.popover.label if hasattr(proto, "popover") else proto.label)


# Page, its query, and each control with the least role for which it is drawn.
TABLE: list[tuple[str, dict[str, str], dict[str, Role]]] = [
    ("vendors.py", {}, {"Log a deal": "contributor"}),
    (
        "brief.py",
        {"vendor": VENDOR},
        {
            "Follow": "reader",
            "Print": "reader",
            "All deals as CSV": "reader",
            "Log a deal": "contributor",
            "Log an event": "contributor",
            "Remove": "curator",
            "Write notes by hand": "contributor",
            "Confirm": "curator",
            "Drop": "curator",
        },
    ),
    ("deal.py", {"deal": "own"}, {"Edit": "contributor", "Retract the deal": "contributor", ":small[Erase for good]": "admin"}),
    ("deal.py", {"deal": "others"}, {"Edit": "curator", "Retract the deal": "curator", ":small[Erase for good]": "admin"}),
    ("deal.py", {"deal": "retracted"}, {"Restore": "contributor"}),
    ("log.py", {}, {"Save deal": "contributor"}),
    ("log.py", {"edit": "own"}, {"Save changes": "contributor"}),
    ("log.py", {"edit": "others"}, {"Save changes": "curator"}),
    (
        "record.py",
        {"vendor": VENDOR},
        {"Rename": "curator", "Split off deals": "curator", "Add a note": "curator", "Brief": "reader"},
    ),
    (
        "table.py",
        {"vendor": VENDOR, "said": "We never deliver on time"},
        {"Look it up": "reader", "Log what happens": "contributor"},
    ),
    ("prepare.py", {"vendor": VENDOR}, {"Empty the sheet": "reader"}),
    ("watch.py", {}, {"Brief": "reader", "Review": "curator"}),
    ("numbers.py", {}, {"Download CSV": "reader"}),
    ("export.py", {}, {"Download CSV": "reader"}),
    ("inbox.py", {}, {"Read the text": "contributor"}),
    ("proposal.py", {"proposal": "proposal"}, {"Accept": "contributor", "Download": "contributor"}),
    ("importing.py", {}, {"CSV, Excel or OpenDocument, up to 200,000 rows": "contributor"}),
    ("people.py", {}, {"Merge": "curator", "Has left": "curator", "Administration": "admin"}),
    ("administration.py", {}, {"People": "admin", "Access": "admin", "Care of the store": "admin", "Audit trail": "admin"}),
    ("care.py", {}, {"Check": "admin"}),
    ("audit.py", {}, {"Administration": "admin"}),
    ("access.py", {}, {"Administration": "admin"}),
]

# Page and query that is refused below a role, and how the sentence ends.
REFUSED: list[tuple[str, dict[str, str], Role, str]] = [
    ("log.py", {}, "contributor", "You may not log deals: that takes the role contributor"),
    ("log.py", {"edit": "own"}, "contributor", "You may not change deals: that takes the role contributor"),
    ("log.py", {"edit": "others"}, "curator", "that takes the role c"),
    ("importing.py", {}, "contributor", "You may not import spreadsheets: that takes the role contributor"),
    ("inbox.py", {}, "contributor", "You may not read the inbox: that takes the role contributor"),
    ("proposal.py", {"proposal": "proposal"}, "contributor", "You may not read the inbox: that takes the role contributor"),
    ("people.py", {}, "contributor", "The list of people takes the role contributor"),
    ("administration.py", {}, "admin", "Administration takes the role admin"),
    ("care.py", {}, "admin", "Care of the store takes the role admin"),
    ("access.py", {}, "admin", "The list of who may do what takes the role admin"),
    ("audit.py", {}, "admin", "You may not read the audit trail: that takes the role admin"),
]


def asked(world: World, query: dict[str, str]) -> dict[str, str]:
    """Return a query of the table with the ids that there are."""
    return {name: getattr(world, value, value) for name, value in query.items()}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("script", "query", "drawn"), TABLE, ids=[f"{row[0]}-{'-'.join(row[1].values())}" for row in TABLE])
def test_a_control_is_drawn_for_whom_it_is_for(
    page: Open, world: World, sign_in: SignIn, script: str, query: dict[str, str], drawn: dict[str, Role], role: Role
) -> None:
    """And for nobody below that role; the page itself never breaks."""
    person = sign_in(role)
    at = page(script, **asked(world, query))
    shown(at)
    there = controls(at)
    wanted = {label for label, least in drawn.items() if person.is_at_least(least)}
    assert wanted <= there, there
    assert there.isdisjoint(drawn.keys() - wanted), there


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("script", "query", "least", "said"), REFUSED, ids=[f"{r[0]}-{'-'.join(r[1])}-{r[2]}" for r in REFUSED])
def test_a_page_that_is_refused_says_which_role_it_takes(
    page: Open, world: World, sign_in: SignIn, script: str, query: dict[str, str], least: Role, said: str, role: Role
) -> None:
    """With one's own role, whom to ask and a way on; whoever may do it reads nothing of that."""
    person = sign_in(role)
    at = page(script, **asked(world, query))
    told = shown(at)
    assert (said in told) is not person.is_at_least(least)
    assert ("Ask an administrator" in told) is not person.is_at_least(least)
    if not person.is_at_least(least):
        assert f"yours is {role}" in told
        assert at.button or at.get("page_link")


@pytest.mark.parametrize(
    ("role", "hidden"),
    [
        ("reader", {"log", "inbox", "import", "administration", "people"}),
        ("contributor", {"administration"}),
        ("curator", {"administration"}),
        ("admin", {"people"}),
    ],
)
def test_the_navigation_leads_to_what_one_may_do(
    page: Open, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch, role: Role, hidden: set[str]
) -> None:
    """Administrators find people under Administration, others in the navigation; a reader looks for neither."""
    offered: dict[str, str] = {}
    draw = st.navigation

    def spy(pages: list[Any], **look: Any) -> Any:
        offered.update({each.url_path: each.visibility for each in pages})
        return draw(pages, **look)

    monkeypatch.setattr(st, "navigation", spy)
    sign_in(role)
    shown(page())
    entries = {"", "log", "table", "prepare", "watch", "numbers", "inbox", "import", "export", "people", "administration"}
    assert {path for path in entries if offered[path] == "hidden"} == hidden
    assert all(offered[path] == "hidden" for path in offered.keys() - entries)


def test_no_page_leads_a_reader_to_the_inbox(page: Open, kb: KnowledgeBase, world: World, sign_in: SignIn, deal: Write) -> None:
    """A deal says from which text it was read and in which words; the way to that text is a contributor's."""
    count, way = ":small[1 proposal]", ":small[Read the source]"
    inbox.add(kb, [pasted(NOTE.replace("3 March", "4 March"))], by="Tom Becker")
    deal_id = inbox.accept(kb, world.proposal, deal(deal_date="2026-03-03"), by="Tom Becker").deal_id
    for role in ROLES:
        sign_in(role)
        at = page("deal.py", deal=deal_id)
        assert "Where it comes from" in shown(at)
        assert (way in controls(at)) is (role != "reader")
        at = page("vendors.py")
        assert (count in controls(at)) is (role != "reader")
        assert "be counted right now" not in shown(at)


def test_a_contributor_does_what_is_drawn(page: Open, kb: KnowledgeBase, world: World, sign_in: SignIn) -> None:
    """A deal is logged, edited, retracted and restored, an event and notes are written, a vendor is followed."""
    sign_in("contributor")
    at = press(fill(page("log.py"), vendor="Microsoft", outcome="agreed", notes="Mine"), "Save deal")
    assert "Deal saved" in shown(at)
    assert "Deal changed" in shown(press(fill(page("log.py", edit=world.own), notes="Better"), "Save changes"))
    at = page("deal.py", deal=world.own)
    at.text_input[0].set_value("Twice").run()
    assert "Retracted on" in shown(press(at, "Retract the deal"))
    assert "restored by Priya Nair" in shown(press(page("deal.py", deal=world.own), "Restore"))
    at = press(page("brief.py", vendor=VENDOR), "Log an event")
    at.session_state[f"{at.session_state['event.key']}.quote.0"] = "They rang again"
    assert "is logged" in shown(press(at.run(), "Save event"))
    at = press(page("brief.py", vendor=VENDOR), "Write notes by hand")
    at.text_area("playbook.notes.text").set_value("Ask early").run()
    assert "The notes are saved." in shown(press(at, "Save notes"))
    assert "Following" in controls(press(page("brief.py", vendor=VENDOR), "Follow"))
    at = fill(page("proposal.py", proposal=world.proposal), deal_date=date(2026, 3, 3))
    assert "Proposal accepted" in shown(press(at, "Accept"))
    acts = {row.act for row in kb.trail.rows()}
    assert {"log", "edit", "retract", "restore_deal", "event", "notes", "follow", "decide"} <= acts


def test_a_curator_does_what_is_drawn(page: Open, kb: KnowledgeBase, world: World, sign_in: SignIn) -> None:
    """Others' deals are edited, a flag is reviewed, a lesson confirmed, a vendor renamed, and a person marked as having left."""
    sign_in("curator", "Cora Lane")
    assert "Deal changed" in shown(press(fill(page("log.py", edit=world.others), notes="Better"), "Save changes"))
    at = page("watch.py")
    flag = watch.flags(kb)[0]
    at.session_state[flag_review.menu_key(flag)] = True
    at.run()
    at.radio[0].set_value("kept_open")
    at.text_input(f"{flag_review.menu_key(flag)}.why").set_value("Ask them")
    assert "Your note stands with the flag" in shown(press(at, "Save review"))
    assert "is in the playbook" in shown(press(page("brief.py", vendor=VENDOR), "Confirm"))
    assert playbook.leaves(kb, VENDOR).page[0].by == "Cora Lane"
    at = page("people.py")
    next(each for each in at.toggle if each.label == "Has left").set_value(True).run()
    assert "has left" in shown(at)
    at = press(page("record.py", vendor=VENDOR), "Rename")
    at.text_input[0].set_value("Microsoft Ireland").run()
    assert "is Microsoft Ireland now" in shown(press(at, "Give it this name"))


@pytest.mark.parametrize("role", ROLES)
def test_a_brief_refuses_nothing_that_its_reader_did_not_ask_for(page: Open, world: World, sign_in: SignIn, role: Role) -> None:
    """Every card is there for every role; the bug: readers met a refusal in the playbook."""
    sign_in(role)
    said = shown(page("brief.py", vendor=VENDOR))
    assert "Playbook" in said
    assert "You may not" not in said


def test_departments_are_merged_by_an_admin_alone(page: Open, kb: KnowledgeBase, world: World, sign_in: SignIn) -> None:
    """It decides who reads what, so a curator is offered people only, and no way back of such a merge."""
    people.merge(kb, "department", "Sales", "IT")
    sign_in("curator", "Cora Lane")
    at = page("people.py")
    only = next(each for each in at.get("button_group"))
    assert (only.options, only.disabled) == ([":gray[People]"], True)
    assert "Departments are merged by an admin: they say who reads which deals." in shown(at)
    assert not [each for each in at.button if each.label == "Undo"]
    sign_in("admin", "Ada Low")
    at = page("people.py")
    assert not next(each for each in at.get("button_group")).disabled
    assert "merged by an admin" not in shown(at)
    assert [each for each in at.button if each.label == "Undo"]


def test_a_deal_of_another_is_merged_into_by_curators(page: Open, world: World, sign_in: SignIn) -> None:
    """A contributor reads why not; the proposal and what was typed stay."""
    for role, said in (("contributor", True), ("curator", False)):
        sign_in(role)  # type: ignore[arg-type]
        at = page("proposal.py", proposal=world.proposal, into=world.others)
        assert ("You may not change what others logged" in shown(at)) is said
        assert next(each for each in at.button if each.label == "Merge").disabled is said


def test_a_role_that_was_taken_away_loses_nothing_typed(page: Open, world: World, sign_in: SignIn) -> None:
    """The form of a contributor who is a reader now is refused; once they are a contributor again it is as it was."""
    sign_in("contributor")
    at = fill(page("log.py"), vendor="Microsoft", notes="Typed before")
    sign_in("reader")
    assert "You may not log deals" in shown(at.run())
    sign_in("contributor")
    at.run()
    assert at.session_state[f"{at.session_state['form.key']}.notes"] == "Typed before"


def test_an_act_that_is_refused_at_the_last_moment_is_a_sentence(
    page: Open, world: World, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The role is checked in the package, too: what was typed stays in the form."""
    sign_in("contributor")
    at = fill(page("log.py"), vendor="Microsoft", outcome="agreed", notes="Typed before")
    sign_in("reader")
    monkeypatch.setattr("pages.ui.roles.is_refused", lambda *_, **__: False)
    said = shown(press(at, "Save deal"))
    assert "Not saved. You may not log deals: that takes the role contributor, and yours is reader." in said
    assert at.session_state[f"{at.session_state['form.key']}.notes"] == "Typed before"

"""Pages behind a sign-in: nothing of them without one, and who it is with one."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import KnowledgeBase
from leverage.access.person import HERE
from leverage.errors import NotAllowed, StoreUnavailable
from pages.ui import browser, ending, entrance, identity, proof
from tests.pages.conftest import ROUTER, shown
from tests.pages.test_record import labels, press
from tests.signing import POLICY, claims

Open = Callable[..., AppTest]
SignIn = Callable[..., Path]
BOB = {"sub": "bob", "email": "bob@corp.example", "name": "Bob Ray", "groups": []}
ADMIN = "Your role is Admin: you see every deal and may do everything."
SAID = "Your company's vendor memory. Sign in with your account at the company"


def test_where_nobody_signs_in_the_machine_is_the_door(page: Open, kb: KnowledgeBase) -> None:
    """Administration says so; no account is drawn, whatever Streamlit says of a user."""
    assert "Whoever sits at this machine may do everything." in shown(page("account.py", user=claims()))
    at = page("administration.py", user=claims())
    assert "the app listens to this machine only" in shown(at)
    assert "Sign out" not in labels(at)
    assert identity.person() == HERE


@pytest.mark.parametrize("script", ["vendors.py", "brief.py", "administration.py"])
@pytest.mark.parametrize("user", [{}, {"is_logged_in": False}, {"email": "ann@corp.example"}])
def test_signed_out_a_page_is_the_way_to_sign_in(page: Open, sign_in: SignIn, script: str, user: dict[str, Any]) -> None:
    """Nothing of it ran."""
    sign_in()
    at = AppTest.from_file(str(ROUTER), default_timeout=30)
    at.user = user
    at.run()
    assert SAID in shown(at)
    assert labels(at) == ["Sign in"]
    assert not at.text_input


def test_signed_in_the_page_says_who_it_is(page: Open, sign_in: SignIn) -> None:
    """Name, address, role and department, with the way out."""
    sign_in()
    at = page("account.py", user=claims())
    said = shown(at)
    for part in ("Ann Lee", "ann@corp.example", ADMIN):
        assert part in said
    assert "Your department is Finance: deals that are only for Finance are open to you." in said
    assert "Sign out" in labels(at)
    assert "this machine only" not in shown(page("administration.py", user=claims()))
    at = page("account.py", person=False, user=claims(**BOB))
    assert "Your role is Reader: you read and ask" in shown(at)
    assert "The access file names no department for you" in shown(at)
    assert "Pick the department that stands beside what you log." in shown(at)
    at = press(at, "Pick your department")
    assert "It gives you no rights." in shown(at)
    picked = page("account.py", user=claims(**BOB))
    assert "Beside what you log stands IT, as you picked it." in shown(picked)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"iat": time.time() - 9 * 3600}, "after 8 hours"),
        ({"iss": "https://evil.example"}, "another provider"),
        ({"email": None}, "did not say your e-mail address"),
        ({"email_verified": False}, "not verified"),
    ],
)
def test_a_sign_in_that_does_not_hold_is_told_so_on_every_run(
    page: Open, sign_in: SignIn, change: dict[str, Any], said: str
) -> None:
    """The page itself checks, too."""
    sign_in()
    at = page(user=claims(**change))
    assert said in shown(at)
    assert labels(at) == ["Sign in"]


def test_signing_out_ends_the_sign_in_in_all_tabs(page: Open, sign_in: SignIn) -> None:
    """A second session with the same cookie is out at its next run, and the same cookie does not come back."""
    sign_in()
    user = claims()
    first, second = page("account.py", user=user), page(user=user)
    press(first, "Sign out")
    assert "You were signed out." in shown(second.run())
    assert "You were signed out." in shown(page(user=user))
    assert "Ann Lee" in shown(page("account.py", user=claims(nonce="another")))


def test_an_admin_ends_all_sign_ins_of_a_person(page: Open, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """At their next run; nobody else may do that."""
    sign_in()
    user = claims(**BOB)
    at = page("account.py", user=user)
    assert "Bob Ray" in shown(at)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(identity.st, "user", _User(user))
        with pytest.raises(NotAllowed):
            ending.end_sign_ins("ann@corp.example")
        elsewhere.setattr(identity.st, "user", _User(claims()))
        ending.end_sign_ins("Bob@corp.example")
    assert "You were signed out." in shown(at.run())


class _User:
    """Stands in for Streamlit's user, outside of any page."""

    def __init__(self, said: dict[str, Any]) -> None:
        self._said = said

    def to_dict(self) -> dict[str, Any]:
        """Return the claims."""
        return dict(self._said)


def test_administration_signs_somebody_out_everywhere(page: Open, sign_in: SignIn) -> None:
    """By the address; what is none is told, and whoever is no admin is not offered it."""
    sign_in()
    bob = page(user=claims(**BOB))
    at = page("administration.py", user=claims())
    at.text_input[0].set_value("bob")
    assert "is no address of e-mail" in shown(press(at, "Sign out everywhere"))
    at.text_input[0].set_value("bib@corp.example")
    said = shown(press(at, "Sign out everywhere"))
    assert "Nobody has signed in as bib@corp.example so far, so check the address." in said
    assert "is signed out everywhere" not in said
    at.text_input[0].set_value("Bob@corp.example")
    assert "bob@corp.example is signed out everywhere." in shown(press(at, "Sign out everywhere"))
    assert "You were signed out." in shown(bob.run())
    assert "Sign out everywhere" not in labels(page("administration.py", user=claims(**BOB | {"iat": time.time() + 5})))


def test_a_role_that_can_not_be_noted_keeps_nobody_out(
    page: Open, sign_in: SignIn, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noted at a later visit."""
    sign_in()

    def full(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("The disk is full.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(kb.trail), "note", full)
        assert "Ann Lee" in shown(page("account.py", user=claims()))
    assert not kb.trail.count(act="role")
    page(user=claims())
    assert kb.trail.count(act="role") == 1


def test_a_changed_role_counts_at_the_next_run_and_stands_in_the_trail(
    page: Open, sign_in: SignIn, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the role before; where nothing changed, nothing is noted."""
    noted: list[dict[str, Any]] = []
    file = sign_in()
    monkeypatch.setattr(type(kb.trail), "note", lambda self, person, act, **detail: noted.append({"act": act, **detail}))
    at = page("account.py", user=claims(**BOB)).run()
    file.write_text(POLICY + '\n[[rule]]\nrole = "curator"\ndomains = ["corp.example"]\n', "utf-8")
    assert "Your role is Curator:" in shown(at.run())
    roles = [each for each in noted if each["act"] == "role"]
    assert [(each["who"], each["role"], each["before"]) for each in roles] == [
        ("bob@corp.example", "reader", ""),
        ("bob@corp.example", "curator", "reader"),
    ]


def test_a_policy_that_can_not_be_read_is_told_to_everybody(page: Open, sign_in: SignIn) -> None:
    """Admins and whoever has not signed in, too: whom to ask, and nothing of what stands in the file."""
    file = sign_in()
    at = page(user=claims())
    file.write_text('[[rule]]\nrole = "boss"\nemails = ["ann@corp.example"]\n', "utf-8")
    for seen in (at.run(), page(user=claims(**BOB)), page(user={})):
        assert "The access file can't be read, so nobody comes in for now. Ask whoever runs Leverage" in shown(seen)
        assert "boss" not in shown(seen)
        assert "rule" not in shown(seen)
        assert labels(seen) == []
    file.write_text(POLICY, "utf-8")
    assert "No deals yet" in shown(at.run())


def test_settings_that_vanish_make_nobody_an_admin(page: Open, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without secrets the page still asks to sign in."""
    sign_in()
    page(user=claims())
    monkeypatch.setattr(entrance, "secrets", lambda: None)
    at = AppTest.from_file(str(ROUTER), default_timeout=30)
    at.user = {}
    assert SAID in shown(at.run())
    assert "not set up as it was at the start" in shown(press(at, "Sign in"))


def test_several_providers_have_a_button_each(page: Open, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their names."""
    sign_in()
    both = {"google": {**_section("google")}, "okta": {**_section("okta"), "label": "Corp [x](y)"}}
    shared = {"redirect_uri": "https://leverage.example/oauth2callback", "cookie_secret": "x" * 40}
    monkeypatch.setattr(entrance, "secrets", lambda: shared | both)
    entrance.forget()
    at = AppTest.from_file(str(ROUTER), default_timeout=30).run()
    assert [each.replace("\\", "") for each in labels(at)] == ["Sign in with Google", "Sign in with Corp [x](y)"]


def _section(name: str) -> dict[str, str]:
    address = f"https://{name}.example/.well-known/openid-configuration"
    return {"client_id": "x", "client_secret": "y", "server_metadata_url": address}


def test_deals_are_logged_under_the_name_of_the_sign_in(page: Open, sign_in: SignIn) -> None:
    """With the department of the policy; what a browser remembers of somebody else does not count."""
    sign_in()
    said = shown(page("log.py", user=claims()))
    assert "Logging as Ann Lee, Finance." in said
    assert "Priya Nair" not in said


def test_a_picked_department_stands_beside_a_deal_and_gives_no_rights(page: Open, sign_in: SignIn) -> None:
    """Only where the policy names none; the name can't be picked."""
    sign_in(POLICY + '\n[[rule]]\nrole = "contributor"\ndomains = ["corp.example"]\n')
    at = page("log.py", person=False, user=claims(**BOB))
    assert "Your department" in shown(at)
    assert [each.label for each in at.selectbox] == ["Department"]
    at.selectbox[0].set_value("Legal")
    press(at, "Continue")
    said = shown(at)
    assert "Logging as Bob Ray, Legal." in said
    assert "Change department" in labels(at)


def test_whoever_comes_to_another_session_finds_nothing_of_it(page: Open, sign_in: SignIn) -> None:
    """What was typed there is gone."""
    sign_in()
    at = page("account.py", user=claims())
    at.session_state["typed"] = "a secret"
    at.user = claims(**BOB)
    at.run()
    assert "typed" not in at.session_state
    assert "Bob Ray" in shown(at)


def test_two_people_at_one_browser_have_notes_of_their_own(
    page: Open, sign_in: SignIn, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unsaved form is not another's to read."""
    sign_in()
    files = []
    for user in (claims(), claims(**BOB)):
        monkeypatch.setattr(identity.st, "user", _User(user))
        files.append(browser._file())
    assert files[0] != files[1]


def test_a_name_that_stands_for_everybody_erased_is_nobodys(page: Open, sign_in: SignIn) -> None:
    """The address is taken instead."""
    sign_in()
    assert "Logging as ann@corp.example, Finance." in shown(page("log.py", user=claims(name="a former colleague")))


def test_behind_a_proxy_the_page_is_whose_the_proxy_says(page: Open, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its account has no sign-out; without the proxy's word, or after the hours of a sign-in, there is no page."""
    for name, value in {"SECRET": "a secret of the proxy, long enough for tests", "EMAIL_HEADER": "X-Email"}.items():
        monkeypatch.setenv(f"LEVERAGE_PROXY_{name}", value)
    store.mkdir(parents=True, exist_ok=True)
    (store / "access.toml").write_text(POLICY, "utf-8")
    told = {"email": "ann@corp.example", "name": "Ann Lee", "groups": ["fin"], "begun": time.time(), "key": "k", "why": ""}
    monkeypatch.setattr(proof, "read", lambda: told)
    at = page("account.py")
    assert ADMIN in shown(at)
    assert "Sign out where your company signs you in." in shown(at)
    assert "Sign out" not in labels(at)
    for less, said in (
        ({}, "Your company's sign-in stands before"),
        (told | {"begun": time.time() - 9 * 3600}, "Load the page again"),
    ):
        monkeypatch.setattr(proof, "read", lambda less=less: less)
        at.run()
        assert said in shown(at)
        assert labels(at) == []


def test_only_this_process_tells_who_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header of the same name from elsewhere says nothing."""
    good = proof.write({"email": "ann@corp.example"})
    for value, read in (
        (good, {"email": "ann@corp.example"}),
        ("x" + good, {}),
        (good.partition(".")[2], {}),
        ("", {}),
        ("é.é", {}),
    ):
        monkeypatch.setattr(proof, "st", type("St", (), {"context": type("C", (), {"headers": {proof.HEADER: value}})}))
        assert proof.read() == read


def test_an_address_that_is_another_providers_is_told_where_to_sign_in(page: Open, sign_in: SignIn) -> None:
    """The page itself checks, too, and a group that is another provider's gives nothing."""
    sign_in(POLICY + '\n[[provider]]\nname = "okta"\nemails = ["bob@corp.example"]\ngroups = ["fin"]\n')
    assert "bob@corp.example signs in with okta here, and by no other way. Sign in there." in shown(page(user=claims(**BOB)))
    assert "The access file names no department for you." in shown(page("account.py", user=claims()))

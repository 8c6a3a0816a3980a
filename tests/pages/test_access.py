"""The page Access: who may do what by which rule, and who signed in when; and what of it stands in the trail."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import KnowledgeBase
from leverage.access.policy import Policy
from pages.ui.access_list import Came, standing
from tests.pages.conftest import shown
from tests.signing import claims

Open = Callable[..., AppTest]
SignIn = Callable[..., Path]
POLICY = """
default = "none"

[[rule]]
role = "admin"
emails = ["ann@corp.example"]

[[rule]]
role = "reader"
domains = ["corp.example"]

[[rule]]
role = "contributor"
groups = ["procurement"]

[[department]]
name = "Finance"
groups = ["fin"]
"""
BOB = {"sub": "bob", "email": "bob@corp.example", "name": "Bob Ray", "groups": ["procurement"]}
EVE = {"sub": "eve", "email": "eve@else.example", "name": "Eve Moss", "groups": []}


def test_the_page_says_who_has_which_role_by_which_rule(page: Open, sign_in: SignIn) -> None:
    """The rules in words, and whoever signed in with name, address, department and when; whoever was refused, too."""
    sign_in(POLICY)
    page(user=claims(**BOB))
    assert "eve@else.example may not come in here" in shown(page(user=claims(**EVE)))
    said = shown(page("access.py", user=claims()))
    assert ":gray[Rule 2] reader: everybody at corp.example" in said
    assert ":gray[Rule 3] contributor: group procurement" in said
    assert ":gray[Default] Everybody else: may not come in" in said
    assert "Finance: group fin" in said
    assert "Ann Lee, ann@corp.example  \n:small[Admin: rule 1, by the address. Finance.]" in said
    assert "Bob Ray, bob@corp.example  \n:small[Contributor: rule 3, by a group. No department.]" in said
    assert "Eve Moss, eve@else.example  \n:small[May not come in: no rule is about them.]" in said
    assert said.count("Last signed in ") == 3


def test_the_page_says_whose_word_alone_counts(page: Open, sign_in: SignIn) -> None:
    """Of addresses and groups that are one provider's."""
    sign_in(POLICY + '\n[[provider]]\nname = "default"\ndomains = ["corp.example"]\ngroups = ["fin"]\n')
    assert ":gray[Only with] default: everybody at corp.example, group fin" in shown(page("access.py", user=claims()))


def test_where_nobody_signs_in_there_is_nobody_to_list(page: Open, kb: KnowledgeBase) -> None:
    """The page says who may do what there."""
    assert "Whoever sits at this machine may do everything." in shown(page("access.py"))


def test_each_sign_in_is_noted_once(page: Open, sign_in: SignIn, kb: KnowledgeBase) -> None:
    """However many pages are opened with it; a later one is another, and one that was refused is told as that."""
    sign_in(POLICY)
    user = claims(**BOB)
    for _ in range(2):
        page(user=user).run()
    assert [row.name for row in kb.trail.rows(act="sign_in")] == ["Bob Ray"]
    page(user=claims(**BOB | {"iat": user["iat"] + 3}))
    assert kb.trail.count(act="sign_in") == 2
    for _ in range(2):
        at = page(user=claims(**EVE | {"iat": user["iat"]}))
    assert [row.address for row in kb.trail.rows(act="refused")] == ["eve@else.example"]
    assert [each.label for each in at.button] == ["Sign in"]


@pytest.mark.parametrize(
    ("email", "role", "department", "said"),
    [
        ("ann@corp.example", "admin", "", "Admin: rule 1, by the address. No department."),
        ("bob@corp.example", "contributor", "Finance", "Contributor: rule 3, by a group. Finance."),
        ("bob@corp.example", "reader", "", "Reader: rule 2, as everybody at corp.example. No department."),
        ("bob@corp.example", "curator", "", "Reader: rule 2, as everybody at corp.example. No department."),
        ("eve@else.example", "contributor", "", "Contributor: rule 3, by a group. No department."),
        ("eve@else.example", "curator", "", "May not come in: no rule is about them."),
        ("eve@else.example", None, "", "May not come in: no rule is about them."),
    ],
)
def test_a_role_is_the_one_of_the_file_as_it_is_now(email: str, role: str, department: str, said: str) -> None:
    """What somebody came with counts only where a rule about a group still gives it."""
    policy = Policy.model_validate(tomllib.loads(POLICY))
    assert standing(policy, Came("", email, role, department, 0.0)) == said  # type: ignore[arg-type]

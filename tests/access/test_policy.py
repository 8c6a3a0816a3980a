"""The access policy: roles and departments from one file, which lets nobody in while it can't be read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage.access.policy import UNREADABLE, Policies, Policy
from leverage.errors import BadSettings, NotAllowed

POLICY = """
[[rule]]
role = "contributor"
domains = ["corp.example"]

[[rule]]
role = "admin"
emails = ["Ann@Corp.example"]

[[rule]]
role = "curator"
groups = ["procurement"]

[[department]]
name = "Finance"
groups = ["fin"]

[[department]]
name = "Legal"
emails = ["ann@corp.example"]
"""

Write = Callable[[str], Policies]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the file anew, and return what reads it."""
    policies, changes = Policies(tmp_path / "access.toml"), [0]

    def write_(text: str) -> Policies:
        changes[0] += 1
        policies.file.write_text(text, "utf-8")
        os.utime(policies.file, ns=(changes[0] * 10**9, changes[0] * 10**9))
        return policies

    return write_


@pytest.mark.parametrize(
    ("email", "groups", "role", "department"),
    [
        ("ann@corp.example", (), "admin", "Legal"),
        ("ann@corp.example", ("fin", "procurement"), "admin", "Finance"),
        ("bob@corp.example", (), "contributor", ""),
        ("bob@corp.example", ("procurement",), "curator", ""),
        ("cy@other.example", ("procurement",), "curator", ""),
        ("cy@other.example", (), "reader", ""),
        ("eve@evilcorp.example", (), "reader", ""),
        ("eve@corp.example.evil.example", (), "reader", ""),
        ("eve@mail.corp.example", (), "reader", ""),
        ("eve@xcorp.example", ("Procurement", "procurement "), "reader", ""),
    ],
)
def test_the_highest_role_of_all_rules_counts(
    write: Write, email: str, groups: tuple[str, ...], role: str, department: str
) -> None:
    """And the first department; domains and groups are compared whole."""
    person = write(POLICY).now().person(email, "Name", groups)
    assert (person.role, person.department, person.name, person.groups) == (role, department, "Name", groups)


def test_of_somebody_who_is_not_there_the_groups_are_not_known(write: Write) -> None:
    """Ann may be in Finance by a group, so she is not taken for one of Legal; where no group comes first, she is."""
    policies = write(POLICY)
    assert policies.now().person("ann@corp.example").department == "Legal"
    told = policies.now().absent("ann@corp.example", "Ann")
    assert (told.role, told.department, told.name) == ("admin", "", "Ann")
    first = POLICY.replace('groups = ["fin"]', 'emails = ["fay@corp.example"]')
    assert write(first).now().absent("ann@corp.example").department == "Legal"


def test_without_a_file_everybody_reads(tmp_path: Path) -> None:
    """And nobody is an admin."""
    policy = Policies(tmp_path / "access.toml").now()
    assert policy.person("ann@corp.example").role == "reader"
    assert not policy.names_an_admin


def test_a_default_of_none_lets_in_only_who_is_named(write: Write) -> None:
    """Whoever else signs in is told whom to ask."""
    policy = write('default = "none"\n' + POLICY).now()
    assert policy.names_an_admin
    assert policy.person("bob@corp.example").role == "contributor"
    with pytest.raises(NotAllowed, match=r"eve@evil\.example may not come in here"):
        policy.person("eve@evil.example")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule]\n", "access.toml can't be read"),
        ('[[rule]]\nrole = "admin"\n', "names nobody"),
        ('[[rule]]\nrole = "boss"\nemails = ["ann@corp.example"]\n', "rule 1 role"),
        ('[[rule]]\nrole = "admin"\nemails = ["ann"]\n', "no address"),
        ('[[rule]]\nrole = "admin"\ndomains = ["@corp.example"]\n', "no domain"),
        ('[[rule]]\nrole = "admin"\ngroups = [""]\n', "groups"),
        ('[[rule]]\nrole = "admin"\nemails = "ann@corp.example"\n', "emails"),
        ('[[department]]\ndomains = ["corp.example"]\n', "name"),
        ('defualt = "reader"\n', "defualt"),
        ('default = "admin"\n', "can't be admin"),
    ],
)
def test_a_file_with_a_fault_lets_nobody_in_and_says_where(write: Write, text: str, said: str) -> None:
    """Also after a good one; and once it is corrected, everybody is back."""
    write(POLICY).now()
    with pytest.raises(BadSettings, match=r"Nobody comes in until it is corrected\.") as problem:
        write(text).checked()
    assert said in str(problem.value)
    assert write(POLICY).now().person("ann@corp.example").is_admin


def test_what_is_wrong_with_the_file_stands_in_the_log_alone(write: Write, caplog: pytest.LogCaptureFixture) -> None:
    """Once, not with every request; whoever wants to come in reads whom to ask."""
    policies = write('[[rule]]\nrole = "boss"\nemails = ["ann@corp.example"]\n')
    for _ in range(3):
        with pytest.raises(BadSettings) as problem:
            policies.now()
        assert str(problem.value) == UNREADABLE
    assert [each.getMessage().partition(" role:")[0] for each in caplog.records] == ["access.toml can't be read: rule 1"]
    write(POLICY).now()
    with pytest.raises(BadSettings):
        write("[[rule]\n").now()
    assert len(caplog.records) == 2


def test_a_file_that_is_gone_or_no_text_lets_nobody_in(write: Write) -> None:
    """It was there, so its rules are not forgotten."""
    policies = write(POLICY)
    assert isinstance(policies.now(), Policy)
    policies.file.unlink()
    for _ in range(2):
        with pytest.raises(BadSettings, match="it is gone"):
            policies.checked()
    policies.file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings):
        policies.now()


def test_a_change_counts_at_once(write: Write) -> None:
    """Without a start anew."""
    assert write(POLICY).now().person("ann@corp.example").is_admin
    assert write(POLICY.replace("admin", "curator")).now().person("ann@corp.example").role == "curator"


BOUND = (
    POLICY
    + """
[[provider]]
name = "okta"
domains = ["corp.example"]
groups = ["fin", "procurement"]

[[provider]]
name = "partners"
emails = ["pat@corp.example"]
groups = ["procurement"]
"""
)


def test_an_address_that_is_one_providers_comes_in_by_no_other(write: Write) -> None:
    """Whoever else says it; an address that is nobody's alone comes in by each."""
    policy = write(BOUND).now()
    assert policy.person("ann@corp.example", by="okta").is_admin
    with pytest.raises(NotAllowed, match=r"ann@corp\.example signs in with okta here, and by no other way\. Sign in there\."):
        policy.person("ann@corp.example", by="google")
    for by in ("okta", "partners"):
        assert policy.person("pat@corp.example", by=by).role == "contributor"
    with pytest.raises(NotAllowed, match="okta or partners"):
        policy.person("pat@corp.example", by="google")
    assert policy.person("cy@other.example", by="google").role == "reader"
    assert write(POLICY).now().person("ann@corp.example", by="google").is_admin


def test_a_group_that_is_one_providers_is_named_by_no_other(write: Write) -> None:
    """Neither its role nor its department comes of it; nor where nobody says it."""
    policy = write(BOUND).now()
    groups = ("fin", "procurement", "free")
    told = {by: policy.person("cy@other.example", "", groups, by) for by in ("okta", "partners", "google", None)}
    assert {by: (each.role, each.department, each.groups) for by, each in told.items()} == {
        "okta": ("curator", "Finance", groups),
        "partners": ("curator", "", ("procurement", "free")),
        "google": ("reader", "", ("free",)),
        None: ("reader", "", ("free",)),
    }


def test_a_provider_that_is_bound_to_nothing_is_a_fault(write: Write) -> None:
    """It is said where."""
    with pytest.raises(BadSettings, match=r"provider 1.*names nobody"):
        write('[[provider]]\nname = "okta"\n').checked()

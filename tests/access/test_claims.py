"""What a provider says of a person, and when it does not count."""

from typing import Any

import pytest

from leverage.access.claims import Expected, grouped, identity
from leverage.errors import NotAllowed

NOW = 1_000_000.0
EXPECTED = Expected({"default": "https://id.example"}, {"default": "leverage"})
GOOD: dict[str, Any] = {
    "iss": "https://id.example",
    "aud": ["leverage"],
    "sub": "1",
    "iat": NOW - 60,
    "exp": NOW + 60,
    "email": "Ann@Corp.example",
    "name": "Ann  Lee",
    "groups": ["fin"],
}


def test_a_good_sign_in_says_who_it_is() -> None:
    """The address in its one form, the name as a line, the groups; it began when the server signed it."""
    known = identity(GOOD, EXPECTED, signed=NOW - 30, now=NOW)
    assert (known.email, known.name, known.groups) == ("ann@corp.example", "Ann Lee", ("fin",))
    assert known.sign_in.begun == NOW - 30
    assert known.sign_in.key == identity(GOOD, EXPECTED, signed=NOW - 30, now=NOW + 9).sign_in.key
    assert known.sign_in.key != identity(GOOD | {"iat": NOW - 61}, EXPECTED, now=NOW).sign_in.key


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"iss": "https://evil.example"}, "another provider"),
        ({"iss": None}, "another provider"),
        ({"provider": "google"}, "another provider"),
        ({"aud": "other"}, "another app"),
        ({"aud": None}, "another app"),
        ({"iat": None}, "does not say when"),
        ({"iat": True}, "does not say when"),
        ({"iat": float("nan")}, "does not say when"),
        ({"iat": NOW - 8 * 3600}, "after 8 hours"),
        ({"iat": NOW + 301}, "a time to come"),
        ({"exp": NOW - 1000}, "over when it was made"),
        ({"exp": "soon"}, "does not say when"),
        ({"email": None}, "did not say your e-mail address"),
        ({"email": ""}, "did not say your e-mail address"),
        ({"email": "ann"}, "no address"),
        ({"email": ["ann@corp.example"]}, "no address"),
        ({"email_verified": False}, "not verified"),
        ({"email_verified": "false"}, "not verified"),
        ({"email_verified": None}, "not verified"),
    ],
)
def test_a_sign_in_that_does_not_hold_is_refused_with_the_reason(change: dict[str, Any], said: str) -> None:
    """Another issuer or app, too old, of a time to come, or without a verified address."""
    with pytest.raises(NotAllowed, match=said):
        identity(GOOD | change, EXPECTED, signed=NOW - 30, now=NOW)


def test_the_age_counts_from_the_earlier_of_both_clocks() -> None:
    """A cookie that was signed long ago is old whatever its token says."""
    with pytest.raises(NotAllowed, match="after 8 hours"):
        identity(GOOD, EXPECTED, signed=NOW - 8 * 3600, now=NOW)


def test_another_claim_holds_the_address_only_where_it_is_set() -> None:
    """Such as the one of Entra ID."""
    claims = {**GOOD, "email": None, "preferred_username": "ann@corp.example"}
    with pytest.raises(NotAllowed):
        identity(claims, EXPECTED, now=NOW)
    chosen = Expected(EXPECTED.issuers, EXPECTED.clients, "preferred_username")
    assert identity(claims, chosen, now=NOW).email == "ann@corp.example"


def test_groups_are_a_list_or_one_alone() -> None:
    """Anything else is none."""
    assert grouped("fin") == ("fin",)
    assert grouped(["a", 3, "", "b"]) == ("a", "b")
    assert grouped({"a": 1}) == grouped(None) == ()

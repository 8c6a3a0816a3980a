"""Addresses: two that look alike are never one."""

import pytest

from leverage.access.mail import NoAddress, domain_of, proper, proper_domain, typed
from leverage.access.policy import Policy


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ann@corp.example", "ann@corp.example"),
        (" Ann.Lee+x@Corp.Example ", "ann.lee+x@corp.example"),
        ("ann@münchen.example", "ann@xn--mnchen-3ya.example"),
        ("ann@XN--MNCHEN-3YA.example", "ann@xn--mnchen-3ya.example"),
    ],
)
def test_an_address_is_written_in_one_way(written: str, kept: str) -> None:
    """Case and space do not matter, and a domain is what the network calls it."""
    assert proper(written) == kept


@pytest.mark.parametrize(
    "written",
    [
        *("", "ann", "@corp.example", "ann@", "ann@corp", "ann@corp..example", "ann@corp.example.", "ann@-corp.example"),
        *("ann@evil@corp.example", '"ann@corp.example"@evil', "ann <ann@corp.example>", "ann@corp.example,bob@corp.example"),
        *("a\u212ann@corp.example", "аnn@corp.example", "ａnn@corp.example", "ann\u200b@corp.example", "ann@corp.example\u0000"),
        *("ann@ｃorp.example", "ann@corp。example", "ann@straße.example", "ann@\u212aorp.example", "a" * 65 + "@corp.example"),
    ],
)
def test_what_only_looks_like_an_address_is_refused(written: str) -> None:
    """Two at-signs, letters that turn into others when they are made small or plain, and what no mail has."""
    with pytest.raises(NoAddress):
        proper(written)
    with pytest.raises(NoAddress):
        proper(None)


def test_a_domain_is_the_whole_of_what_follows_the_last_at() -> None:
    """No star, no at-sign, no part of it."""
    assert domain_of(proper("ann@mail.corp.example")) == "mail.corp.example"
    assert proper_domain("Corp.Example") == "corp.example"
    for written in ("@corp.example", "*.corp.example", "corp", "", 3):
        with pytest.raises(NoAddress):
            proper_domain(written)


@pytest.mark.parametrize("written", ["ann@\u2060corp.\u2060example", "\ufeffAnn@Corp.Example", "ann\u200b@corp.example"])
def test_an_address_that_was_copied_from_a_page_is_read_as_it_is_seen(written: str) -> None:
    """Pages put characters without width into addresses, and they come along; what a provider says stays another address."""
    assert typed(written) == "ann@corp.example"
    with pytest.raises(NoAddress):
        proper(written)
    with pytest.raises(NoAddress):
        typed("\u0430nn@corp.example")
    policy = Policy.model_validate({"rule": [{"role": "admin", "emails": [written]}]})
    assert policy.person("ann@corp.example").is_admin

"""Addresses: two that look alike are never one."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase
from leverage.access.mail import NoAddress, address, domain_of, proper, proper_domain, typed
from leverage.access.person import Person
from leverage.access.policy import Policy
from leverage.access.sign_ins import SignIn, SignIns


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ann@corp.example", "ann@corp.example"),
        (" Ann.Lee+x@Corp.Example ", "ann.lee+x@corp.example"),
        ("ann@münchen.example", "ann@xn--mnchen-3ya.example"),
        ("ann@XN--MNCHEN-3YA.example", "ann@xn--mnchen-3ya.example"),
        ("Ann@BÜCHER.example", "ann@xn--bcher-kva.example"),
        ("ann@straße.example", "ann@xn--strae-oqa.example"),  # another domain than strasse.example
        ("Jürgen.MÜLLER@corp.example", "jürgen.müller@corp.example"),
        ("田中.たろう@例え.example", "田中.たろう@xn--r8jz45g.example"),
    ],
)
def test_an_address_is_written_in_one_way(written: str, kept: str) -> None:
    """Case and space do not matter, and a domain is what the network calls it; the form is its own."""
    assert proper(written) == kept
    assert proper(kept) == kept
    assert typed(unicodedata.normalize("NFD", written)) == kept


@pytest.mark.parametrize(
    "written",
    [
        *("", "ann", "@corp.example", "ann@", "ann@corp", "ann@corp..example", "ann@corp.example.", "ann@-corp.example"),
        *("ann@evil@corp.example", '"ann@corp.example"@evil', "ann <ann@corp.example>", "ann@corp.example,bob@corp.example"),
        *("a\u212ann@corp.example", "аnn@corp.example", "ａnn@corp.example", "ann\u200b@corp.example", "ann@corp.example\u0000"),
        *("ann@ｃorp.example", "ann@corp。example", "ann@\u212aorp.example", "a" * 65 + "@corp.example", "ann＠corp.example"),
        *("\u212aate@corp.example", "o\ufb03ce@corp.example", "jo\u017fe@corp.example", "\u0130da@corp.example"),
        *("gro\u00df@corp.example", "nikola\u03c2@corp.example", "mu\u0308ller@corp.example", "ann@bu\u0308cher.example"),
        *(
            "an\u200dn@corp.example",
            "an\u202en@corp.example",
            "an\ufe0fn@corp.example",
            "\u3164@corp.example",
            "\ud800@corp.example",
        ),
        *(
            "ann@xn--a.example",
            "ann@xn--ann-.example",
            "ann@b\u00adücher.example",
            "ann@" + "a." * 124 + "example",
            "\u2764@corp.example",
        ),
    ],
)
def test_what_only_looks_like_an_address_is_refused(written: str) -> None:
    """Two at-signs, letters that turn into others when they are made small or plain, and what no mail has."""
    with pytest.raises(NoAddress):
        proper(written)
    with pytest.raises(NoAddress):
        proper(None)


def test_no_letter_beyond_ascii_makes_an_address_of_ascii() -> None:
    """Whatever letter stands in an address, at either side of the @: it is refused, or nobody's who has only plain ones."""
    for char in map(chr, range(0x80, 0x20000)):
        for written in (f"an{char}n@corp.example", f"ann@corp{char}.example"):
            try:
                form = proper(written)
            except NoAddress:
                continue
            assert not form.isascii() or "@xn--" in form, ascii(written)
            assert typed(written) == form


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("ann@evil@corp.example", "it has more than one @"),
        ("ann lee@corp.example", "it has a space"),
        ("ann", "it has no @"),
        ("ann@", "nothing stands behind the @"),
        ("joe@corp", "“corp” is no domain"),
        ("o\ufb03ce@corp.example", r"“ﬃ” \(U\+FB03\) stands for other letters"),
        ("an\u202en@corp.example", "“an\ufffdn@.* can't be seen .U.202E."),
        ("\u0430nn@corp.example", "letters of two alphabets"),
        ("groß@corp.example", "“ß” before the @ may be written as other letters"),
        ("ann@" + "a." * 124 + "example", "more than 254 characters"),
    ],
)
def test_a_refusal_says_which_text_and_why_and_what_an_address_looks_like(written: str, why: str) -> None:
    """One sentence that whoever typed it can act on, wherever it was typed."""
    with pytest.raises(NoAddress, match=why) as refused:
        typed(written)
    assert str(refused.value).startswith("“")
    assert str(refused.value).endswith("Write it like ann@corp.example.")


def test_what_is_kept_is_compared_in_the_same_form() -> None:
    """An older record matches; what is no address matches itself alone, never an address."""
    assert address(" Ann@BÜCHER.example") == address("ann@xn--bcher-kva.example") == "ann@xn--bcher-kva.example"
    assert address("Ann@corp") == "ann@corp"
    assert address("\u212aate@corp.example") != "kate@corp.example"
    assert address("") == ""
    assert Person("Ann@BÜCHER.example").email == "ann@xn--bcher-kva.example"
    assert Person("\u212aate@corp.example").email != "kate@corp.example"


def test_one_person_is_one_by_any_spelling_of_the_domain(
    open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal], tmp_path: Path
) -> None:
    """In the access file, in the claims, in whom a deal is for, in the list of ended sign-ins and in the trail."""
    policy = Policy.model_validate(
        {
            "default": "none",
            "rule": [{"role": "contributor", "emails": ["ann@xn--bcher-kva.example"], "domains": ["Bücher.example"]}],
        }
    )
    who = policy.person(proper("Ann@BÜCHER.example"))
    assert policy.person("eve@xn--bcher-kva.example").role == "contributor"
    kb = open_kb()
    kb.log(deal(vendor="Acme", visible_to=("ann@bücher.example",)))
    assert kb.view(who).count() == 1
    assert kb.view(Person("eve@xn--bcher-kva.example")).count() == 0
    kb.trail.note(who, "log")
    kb.trail.note(Person("ann@bücher.example"), "log")
    assert len(kb.trail.addresses(lambda each: each == who.email)) == 1
    ended = SignIns(tmp_path)
    ended.end_all("ann@bücher.example")
    assert ended.has_ended(SignIn(who.email, 1.0, "key"))


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

"""Who follows which vendor: through merges of vendors and of names, and out of everything that is erased."""

from collections.abc import Callable

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, people
from leverage.blotting import FORMER
from leverage.desk import Desk
from leverage.following import follow, followed, is_following, unfollow

Write = Callable[..., Deal]


@pytest.fixture
def two(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """A store with two vendors."""
    kb.log(deal(vendor="Acme"))
    kb.log(deal(vendor="Zeta", logged_by="Tom Becker"))
    return kb


def test_a_person_follows_and_no_longer(two: KnowledgeBase) -> None:
    """Each for oneself, in any spelling of name and vendor; twice is once."""
    follow(two, "Priya Nair", "acme")
    follow(two, "priya  nair", "vendor-acme")
    follow(two, "Tom Becker", "Zeta")
    assert followed(two, "PRIYA NAIR") == ["vendor-acme"]
    assert is_following(two, "Priya Nair", "Acme")
    assert not is_following(two, "Priya Nair", "Zeta")
    unfollow(two, "Priya Nair", "Acme")
    assert followed(two, "Priya Nair") == []
    assert followed(two, "Tom Becker") == ["vendor-zeta"]


def test_what_can_not_be_followed_is_said(two: KnowledgeBase) -> None:
    """An unknown vendor and a missing name are sentences, and nothing is kept."""
    with pytest.raises(LeverageError, match="Nothing is recorded"):
        follow(two, "Ann", "Nobody")
    with pytest.raises(LeverageError, match="name"):
        follow(two, "  ", "Acme")
    assert followed(two, "") == []


def test_a_merge_takes_the_followers_along(two: KnowledgeBase) -> None:
    """Whoever followed both follows the one once, and both again after the undo; a name merged into another brings its own."""
    follow(two, "Priya Nair", "Acme")
    follow(two, "Tom Becker", "Zeta")
    follow(two, "Priya Nair", "Zeta")
    merged = directory.merge(two, "Zeta", "Acme")
    assert followed(two, "Priya Nair") == ["vendor-acme"]
    directory.undo(two, merged.id)
    assert sorted(followed(two, "Priya Nair")) == ["vendor-acme", "vendor-zeta"]
    people.merge(two, "person", "Tom Becker", "Priya Nair")
    assert sorted(followed(two, "Tom Becker")) == ["vendor-acme", "vendor-zeta"]


def test_what_is_erased_follows_and_is_followed_no_more(two: KnowledgeBase, deal: Write) -> None:
    """Neither an erased person's name nor an erased vendor's stands in the desk's record."""
    follow(two, "Tom Becker", "Zeta")
    follow(two, "Priya Nair", "Zeta")
    follow(two, "Priya Nair", "Acme")
    erasure.erase_person(two, "Tom Becker")
    assert "Becker" not in str(Desk(two.banks).records())
    erasure.erase_vendor(two, "Zeta")
    assert "zeta" not in str(Desk(two.banks).records()).lower()
    assert followed(two, "Priya Nair") == ["vendor-acme"]
    with pytest.raises(LeverageError, match="erased"):
        follow(two, FORMER, "Acme")

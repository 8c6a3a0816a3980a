"""Who follows which vendor: through merges of vendors and of names, and out of everything that is erased."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, last_digest, people
from leverage.access.person import Person
from leverage.blotting import FORMER
from leverage.desk import Desk
from leverage.following import follow, followed, is_following, unfollow
from leverage.versions import Origin

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


def test_a_name_of_one_word_goes_with_what_its_person_followed(two: KnowledgeBase) -> None:
    """The bug was a row that kept the name for good, or stood for nobody."""
    follow(two, "Priya", "Acme")
    follow(two, "Tom Becker", "Acme")
    erasure.erase_person(two, "Priya")
    assert Desk(two.banks).read("following")["people"] == [{"person": "Tom Becker", "vendors": ["vendor-acme"]}]


def test_a_vendor_that_an_erasure_gives_another_name_is_followed_on(two: KnowledgeBase, deal: Write) -> None:
    """Its old bank id named the person: it stands nowhere, and its followers are led to the new one."""
    two.log(deal(vendor="Jonas Weber Consulting", logged_by="Jonas Weber"))
    follow(two, "Priya Nair", "Jonas Weber Consulting")
    follow(two, "Priya Nair", "Acme")
    erasure.erase_person(two, "Jonas Weber")
    (renamed,) = [each for each in two.vendors() if each.name not in ("Acme", "Zeta")]
    assert set(followed(two, "Priya Nair")) == {renamed.bank_id, "vendor-acme"}
    assert "weber" not in str(Desk(two.banks).records()).lower()
    assert two.registry.record(renamed.bank_id) is not None


def test_following_more_does_not_tie_followers_to_a_merge(two: KnowledgeBase, deal: Write) -> None:
    """Whatever is followed in between, the undo gives back what was followed before."""
    two.log(deal(vendor="Beta"))
    follow(two, "Priya Nair", "Acme")
    merge = directory.merge(two, "Acme", "Zeta")
    follow(two, "Priya Nair", "Zeta")
    follow(two, "Priya Nair", "Beta")
    assert followed(two, "Priya Nair") == ["vendor-zeta", "vendor-beta"]
    directory.undo(two, merge.id)
    assert followed(two, "Priya Nair") == ["vendor-acme", "vendor-beta"]
    again = directory.merge(two, "Acme", "Zeta")
    unfollow(two, "Priya Nair", "Zeta")
    directory.undo(two, again.id)
    assert followed(two, "Priya Nair") == ["vendor-beta"]


def test_a_vendor_that_comes_back_is_followed_again(two: KnowledgeBase, deal: Write) -> None:
    """An import that was undone and made again; meanwhile it is not listed, and its id is not made into another one."""
    row = deal(vendor="Newco")
    two.log_many([(row, "n1")], origins=[Origin("a file", "batch")])
    follow(two, "Priya Nair", "Newco")
    two.withdraw("batch")
    two.eraser.let_go("vendor-newco")
    assert followed(two, "Priya Nair") == []
    for _ in range(2):
        follow(two, "Priya Nair", "Acme")
        unfollow(two, "Priya Nair", "Acme")
    two.log_many([(row, "n1")], origins=[Origin("a file", "batch")])
    assert followed(two, "Priya Nair") == ["vendor-newco"]


@pytest.mark.parametrize("what", ["person", "vendor"])
def test_an_erasure_meanwhile_is_not_undone(two: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Whoever changes whom they follow holds the desk's turn from reading on: the erasure waits for it."""
    follow(two, "Jonas Weber", "Zeta")
    is_read, erased = threading.Event(), threading.Event()
    read = Desk.read

    def slow(desk: Desk, name: str) -> Any:
        told = read(desk, name)
        if threading.current_thread() is follower and not is_read.is_set():
            is_read.set()
            erased.wait(0.5)  # in vain: it can't be done before this is written
        return told

    def erase() -> None:
        assert is_read.wait(10)
        erasure.erase_person(two, "Jonas Weber") if what == "person" else erasure.erase_vendor(two, "Zeta")
        erased.set()

    follower = threading.Thread(target=follow, args=(two, "Ola Nordmann", "Acme"))
    monkeypatch.setattr(Desk, "read", slow)
    eraser = threading.Thread(target=erase)
    eraser.start()
    follower.start()
    follower.join()
    eraser.join()
    said = str(read(Desk(two.banks), "following"))
    assert "Ola Nordmann" in said
    assert ("Weber" if what == "person" else "zeta") not in said


def test_two_people_of_one_name_follow_each_for_oneself(two: KnowledgeBase) -> None:
    """By the addresses under which they signed in, whatever name is given and however it changes."""
    here, there = (two.view(Person(f"ann@{domain}", "", "reader", "Ann Lee")) for domain in ("corp.example", "other.example"))
    follow(here, "Ann Lee", "Acme")
    follow(there, "", "Zeta")
    assert [followed(each, "Ann Lee") for each in (here, there)] == [["vendor-acme"], ["vendor-zeta"]]
    renamed = two.view(Person("ann@corp.example", "", "reader", "Ann Moss"))
    assert followed(renamed, "Ann Moss") == ["vendor-acme"]
    unfollow(renamed, "Ann Moss", "Acme")
    assert [followed(each, "Ann Lee") for each in (here, there)] == [[], ["vendor-zeta"]]


def test_what_was_followed_by_the_name_alone_is_still_followed(two: KnowledgeBase) -> None:
    """Until whoever has the name follows by the address; then nobody else of that name loses or gains any."""
    follow(two, "Ann Lee", "Acme")
    here, there = (two.view(Person(f"ann@{domain}", "", "reader", "Ann Lee")) for domain in ("corp.example", "other.example"))
    assert [followed(each, "Ann Lee") for each in (here, there)] == [["vendor-acme"]] * 2
    unfollow(here, "Ann Lee", "Acme")
    assert [followed(each, "Ann Lee") for each in (here, there)] == [[], ["vendor-acme"]]
    follow(here, "Ann Lee", "Zeta")
    assert [followed(each, "Ann Lee") for each in (here, there, two)] == [["vendor-zeta"], ["vendor-acme"], ["vendor-acme"]]


@pytest.mark.parametrize("address", ["j.weber@corp.example", "xq7@corp.example"])
def test_an_erased_person_follows_nothing_and_had_no_digest(two: KnowledgeBase, address: str) -> None:
    """Neither their name nor their address is left on the desk, made from the name or not; what others keep there stays."""
    jonas, ola = Person(address, "", "reader", "Jonas Weber"), Person("ola@corp.example", "", "reader", "Ola")
    for who in (jonas, ola):
        follow(two.view(who), "", "Acme")
        last_digest.remember(two.view(who), None, two.now(), [])
    last_digest.remember(two, "Jonas Weber", two.now(), [])
    erasure.erase_person(two, "Jonas Weber")
    said = str(Desk(two.banks).records())
    assert "weber" not in said.lower()
    assert address not in said
    assert followed(two.view(ola), "Ola") == ["vendor-acme"]
    assert last_digest.read(two.view(ola), "Ola")
    last_digest.remember(two, "Ola Nordmann", two.now(), [])
    erasure.erase_vendor(two, "Acme")
    assert followed(two.view(ola), "Ola") == []

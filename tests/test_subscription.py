"""The secret addresses of the agenda: each person's own, renewed by hand, and known to nobody who was not given it."""

from leverage import KnowledgeBase
from leverage.access.person import Person
from leverage.desk import Desk
from leverage.subscription import MACHINE, drop, key, renew, whose

ANN, BOB = Person("ann@corp.example", name="Ann Lee"), Person("bob@corp.example", name="Bob Ray")


def test_the_key_stays_until_it_is_renewed(kb: KnowledgeBase) -> None:
    """There is none until it is made; it is long, the same at every call, and of no use once there is a new one."""
    assert key(kb) is None
    assert whose(kb, "") is None
    first = renew(kb)
    assert len(first) >= 40
    assert key(kb) == first
    assert whose(kb, first) == MACHINE
    second = renew(kb)
    assert second != first
    assert (whose(kb, first), whose(kb, second), key(kb)) == (None, MACHINE, second)


def test_nothing_else_opens_it(kb: KnowledgeBase) -> None:
    """Neither nothing, nor a part of it, nor broken text."""
    whole = renew(kb)
    assert {whose(kb, each) for each in ("", whole[:-1], whole + "x", "\udcff", "None")} == {None}
    assert list(Desk(kb.banks).all("calendar")) == []


def test_each_person_has_a_key_of_their_own(kb: KnowledgeBase) -> None:
    """It tells whose it is; one renews one's own alone, and the one made before people signed in stays the machine's."""
    of_machine = renew(kb)
    ann, bob = kb.view(ANN), kb.view(BOB)
    assert (key(ann), key(bob)) == (None, None)
    of_ann, of_bob = renew(ann), renew(bob)
    assert [whose(kb, each) for each in (of_machine, of_ann, of_bob)] == [MACHINE, ANN.email, BOB.email]
    assert (key(kb), key(ann), key(bob)) == (of_machine, of_ann, of_bob)
    again = renew(ann)
    assert [whose(kb, each) for each in (of_machine, of_ann, again, of_bob)] == [MACHINE, None, ANN.email, BOB.email]


def test_a_key_is_dropped_with_its_person(kb: KnowledgeBase) -> None:
    """Those of others, and the machine's, stay."""
    of_machine, of_ann, of_bob = renew(kb), renew(kb.view(ANN)), renew(kb.view(BOB))
    drop(kb, [ANN.email, "nobody@corp.example", MACHINE])
    assert [whose(kb, each) for each in (of_machine, of_ann, of_bob)] == [MACHINE, None, BOB.email]

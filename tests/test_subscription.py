"""The secret address of the agenda: made once, renewed by hand, and known to nobody who was not given it."""

from leverage import KnowledgeBase
from leverage.desk import Desk
from leverage.subscription import is_key, key, renew


def test_the_key_stays_until_it_is_renewed(kb: KnowledgeBase) -> None:
    """There is none until it is made; it is long, the same at every call, and of no use once there is a new one."""
    assert key(kb) is None
    assert not is_key(kb, "")
    first = renew(kb)
    assert len(first) >= 40
    assert key(kb) == first
    assert is_key(kb, first)
    second = renew(kb)
    assert second != first
    assert (is_key(kb, first), is_key(kb, second), key(kb)) == (False, True, second)


def test_nothing_else_opens_it(kb: KnowledgeBase) -> None:
    """Neither nothing, nor a part of it, nor broken text."""
    whole = renew(kb)
    assert not any(is_key(kb, each) for each in ("", whole[:-1], whole + "x", "\udcff", "None"))
    assert list(Desk(kb.banks).all("calendar")) == []

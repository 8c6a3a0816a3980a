"""A sign-in that is ended at one replica is ended at every other."""

from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import KnowledgeBase
from leverage.access.sign_ins import KEPT_SECONDS, SignIn, SignIns
from leverage.desk import Desk
from leverage.replicas.ended import NAME, agree, share
from tests.replicas.test_replicas import soon

OpenReplica = Callable[..., KnowledgeBase]
ANN, EVE = "ann@corp.example", "eve@corp.example"


def test_whoever_is_signed_out_at_one_is_out_at_the_others(replica: OpenReplica, tmp_path: Path) -> None:
    """One sign-in, or all of a person; nobody else's, and no address is told."""
    kbs = [replica(each) for each in ("one", "two")]
    one, two = ends = [SignIns(tmp_path / f"ends-{n}") for n in range(2)]
    for kb, sign_ins in zip(kbs, ends, strict=True):
        share(kb, sign_ins)
    left, stays = SignIn(ANN, 1_000.0, "a1"), SignIn(ANN, 1_000.0, "a2")
    one.end(left)
    soon(lambda: two.has_ended(left), True)
    assert not two.has_ended(stays)
    two.end_all(EVE)
    soon(lambda: one.has_ended(SignIn(EVE, 1_000.0, "e1")), True)
    assert not one.has_ended(stays)
    assert "@" not in str(Desk(kbs[0].banks).read(NAME))
    assert SignIns(tmp_path / "ends-1").has_ended(left)


def test_what_ended_long_ago_is_told_no_more_and_what_is_told_is_written_once(
    replica: OpenReplica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record grows with what may still be tried, and rests while nobody is signed out."""
    now = [1_000_000.0]
    kb, sign_ins = replica("one"), SignIns(tmp_path / "ends", lambda: now[0])
    sign_ins.end(SignIn(ANN, 1_000.0, "old"))
    agree(kb, sign_ins)
    now[0] += KEPT_SECONDS + 1
    sign_ins.end(SignIn(ANN, 2_000.0, "new"))
    agree(kb, sign_ins)
    record = Desk(kb.banks).read(NAME)
    assert record is not None
    assert list(record["ended"]) == ["new"]
    agree(kb, sign_ins)
    assert Desk(kb.banks).read(NAME) == record

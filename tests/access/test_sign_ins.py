"""Sign-ins that were ended stay ended."""

from pathlib import Path

import pytest

from leverage.access.sign_ins import FILE, KEPT_SECONDS, SignIn, SignIns, key_of
from leverage.errors import BadSettings, StoreUnavailable

ANN = SignIn("ann@corp.example", 100.0, key_of("issuer", "ann", 100))
LATER = SignIn("ann@corp.example", 200.0, key_of("issuer", "ann", 200))
BOB = SignIn("bob@corp.example", 100.0, key_of("issuer", "bob", 100))


def test_one_sign_in_ends_and_others_go_on(tmp_path: Path) -> None:
    """By its key; it holds after a restart."""
    SignIns(tmp_path, lambda: 150.0).end(ANN)
    for sign_ins in (SignIns(tmp_path), SignIns(tmp_path)):
        assert [sign_ins.has_ended(each) for each in (ANN, LATER, BOB)] == [True, False, False]


def test_all_sign_ins_of_a_person_end_and_later_ones_are_good(tmp_path: Path) -> None:
    """What began until then, wherever."""
    SignIns(tmp_path, lambda: 150.0).end_all("ann@corp.example")
    sign_ins = SignIns(tmp_path)
    assert [sign_ins.has_ended(each) for each in (ANN, LATER, BOB)] == [True, False, False]


def test_what_is_older_than_any_cookie_is_dropped(tmp_path: Path) -> None:
    """The file does not grow for ever."""
    SignIns(tmp_path, lambda: 0.0).end(ANN)
    later = SignIns(tmp_path, lambda: KEPT_SECONDS + 1.0)
    later.end(BOB)
    assert ANN.key not in (tmp_path / FILE).read_text("utf-8")
    assert BOB.key in (tmp_path / FILE).read_text("utf-8")


def test_the_role_that_an_address_came_with_is_kept(tmp_path: Path) -> None:
    """Also across a restart."""
    sign_ins = SignIns(tmp_path)
    assert sign_ins.last_seen("ann@corp.example") == ""
    sign_ins.see("ann@corp.example", "admin, Legal")
    assert SignIns(tmp_path).last_seen("ann@corp.example") == "admin, Legal"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ended": []}', '{"ended": {"a": "b"}, "ended_before": {}, "seen": {}}'])
def test_a_file_that_can_not_be_read_is_said(tmp_path: Path, text: str) -> None:
    """Nobody is let in on a guess."""
    (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(BadSettings, match="Change cookie_secret"):
        SignIns(tmp_path)


def test_what_can_not_be_written_holds_until_the_next_start(tmp_path: Path) -> None:
    """And the sentence says so."""
    (tmp_path / "no folder").write_text("", "utf-8")
    sign_ins = SignIns(tmp_path / "no folder")
    with pytest.raises(StoreUnavailable, match="only until the next start"):
        sign_ins.end(ANN)
    assert sign_ins.has_ended(ANN)

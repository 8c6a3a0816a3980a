"""What moves and what must be still keep out of each other's way, and nobody waits for ever."""

import threading

import pytest

from leverage.errors import StoreUnavailable
from leverage.memory.stillness import Stillness


def test_what_would_move_is_refused_while_all_is_still_and_passes_afterwards() -> None:
    """The refusal says to try again; a second one who wants stillness is refused, too."""
    stillness = Stillness()
    with stillness.still():
        with pytest.raises(StoreUnavailable, match="try again"), stillness.moving():
            pass
        with pytest.raises(StoreUnavailable, match=r"A backup is being written\. Try again when"), stillness.still():
            pass
    with stillness.moving(), stillness.moving():
        pass


def test_what_moves_is_waited_for() -> None:
    """Stillness begins when the last of it has ended, and newcomers are kept out from the first moment."""
    stillness = Stillness()
    asked, order = threading.Event(), []

    def be_still() -> None:
        asked.set()
        with stillness.still():
            order.append("still")

    with stillness.moving():
        thread = threading.Thread(target=be_still)
        thread.start()
        assert asked.wait(10)
        thread.join(0.1)
        order.append("moved")
    thread.join(10)
    assert order == ["moved", "still"]


def test_who_waits_too_long_for_stillness_is_told() -> None:
    """Afterwards everything may move again."""
    stillness = Stillness()
    with stillness.moving():
        with pytest.raises(StoreUnavailable, match="Try again when that is done"), stillness.still(0.01):
            pass
        with stillness.moving():
            pass


def test_an_exception_ends_stillness_and_moving() -> None:
    """Whatever ends the work lets the next one in."""
    stillness = Stillness()
    with pytest.raises(ZeroDivisionError), stillness.still():
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), stillness.moving():
        raise ZeroDivisionError
    with stillness.still():
        pass

"""How often a person may ask: no more than the limit in any stretch of time, and each told when to come again."""

import contextlib
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.access.acts import ACTS
from leverage.access.person import HERE, Person
from leverage.access.rates import MOST_KEYS, Limit, Rates, limits
from leverage.errors import LeverageError, TooMany
from leverage.settings import Settings

START = datetime(2026, 11, 29, 9, tzinfo=UTC)
ANN, BEN = Person("ann@corp.example"), Person("ben@corp.example")


class Hand:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def rates(most: int, minutes: int = 10, act: str = "export", keys: int = MOST_KEYS) -> tuple[Rates, Hand]:
    clock = Hand()
    return Rates({act: Limit(most, timedelta(minutes=minutes))}, clock, keys), clock


def test_what_is_over_the_limit_is_told_when_again() -> None:
    """The sentence names the limit and how long is left; then it works, once for each time that left the window."""
    limited, clock = rates(2)
    limited.take(ANN, "export")
    clock.now += timedelta(minutes=4)
    limited.take(ANN, "export")
    with pytest.raises(TooMany, match=r"^You may export 2 times in 10 minutes\. Try again in 6 minutes\.$"):
        limited.take(ANN, "export")
    clock.now += timedelta(minutes=5, seconds=59)
    with pytest.raises(TooMany, match="in 1 second"):
        limited.take(ANN, "export")
    clock.now += timedelta(seconds=1)
    limited.take(ANN, "export")
    with pytest.raises(TooMany, match="in 4 minutes"):
        limited.take(ANN, "export")


def test_each_person_and_each_act_has_a_window_of_its_own() -> None:
    """Nobody waits for what another one did; the address is the person, however it is written, and so is the machine's seat."""
    limited, _ = rates(1)
    for person in (ANN, BEN, HERE):
        limited.take(person, "export")
        limited.take(person, "edit")  # has no limit
        limited.take(person, "edit")
        with pytest.raises(TooMany):
            limited.take(person, "export")
    with pytest.raises(TooMany):
        limited.take(Person(" ANN@corp.example ", role="admin"), "export")


def test_the_machine_itself_is_never_held_up() -> None:
    """A command of the operator, which is nobody's."""
    limited, _ = rates(1)
    for _ in range(5):
        limited.take(None, "export")


def test_a_clock_that_is_set_back_holds_nobody_up() -> None:
    """What was noted in an hour that is still to come does not count."""
    limited, clock = rates(1)
    limited.take(ANN, "export")
    clock.now -= timedelta(hours=1)
    limited.take(ANN, "export")
    with pytest.raises(TooMany, match="in 10 minutes"):
        limited.take(ANN, "export")


def test_an_act_that_there_is_not_is_a_fault() -> None:
    """A misspelt one would never be limited."""
    with pytest.raises(KeyError):
        rates(1)[0].take(ANN, "exprot")


@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from([ANN, BEN])), max_size=60), st.integers(1, 5))
def test_no_stretch_of_time_holds_more_than_the_limit(steps: Sequence[tuple[int, Person]], most: int) -> None:
    """However tries are spread, what went through fits, and what was refused would not have."""
    limited, clock = rates(most)
    within, taken = timedelta(minutes=10), {ANN: list[datetime](), BEN: list[datetime]()}
    for seconds, person in steps:
        clock.now += timedelta(seconds=seconds)
        recent = [at for at in taken[person] if at > clock.now - within]
        try:
            limited.take(person, "export")
        except TooMany:
            assert len(recent) == most
        else:
            assert len(recent) < most
            taken[person].append(clock.now)


def test_threads_together_get_no_more_than_one() -> None:
    """Ten at once share the same window."""
    limited, _ = rates(25)
    through: list[int] = []
    lock = threading.Lock()

    def ask() -> None:
        for _ in range(20):
            try:
                limited.take(ANN, "export")
            except LeverageError:
                continue
            with lock:
                through.append(1)

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(through) == 25


def test_memory_is_bounded() -> None:
    """The window asked for longest ago is forgotten first, and none grows beyond its limit."""
    limited, clock = rates(3, keys=10)
    for n in range(50):
        for _ in range(5):
            with contextlib.suppress(TooMany):
                limited.take(Person(f"p{n}@corp.example"), "export")
        clock.now += timedelta(seconds=1)
        assert len(limited._taken) <= 10
        assert all(len(window) <= 3 for window in limited._taken.values())
    assert ("p49@corp.example", "export") in limited._taken
    assert ("p39@corp.example", "export") not in limited._taken


def test_the_settings_name_the_limits() -> None:
    """Each is one of an act that there is, and the defaults are what the documents say."""
    assert limits(Settings()) == {
        "ask_model": Limit(30, timedelta(minutes=10)),
        "export": Limit(20, timedelta(minutes=10)),
        "backup": Limit(5, timedelta(hours=1)),
        "propose": Limit(20, timedelta(minutes=10)),
        "import": Limit(20, timedelta(minutes=10)),
    }
    assert set(limits(Settings())) <= set(ACTS)
    assert limits(Settings(rate_backups=1))["backup"].most == 1


def test_the_sentences_read_well() -> None:
    """Also of one time, and of an hour."""
    limited, _ = rates(1, 60, "backup")
    limited.take(ANN, "backup")
    with pytest.raises(TooMany, match=r"^You may take a backup 1 time in an hour\. Try again in 60 minutes\.$"):
        limited.take(ANN, "backup")

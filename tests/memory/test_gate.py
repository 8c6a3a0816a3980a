"""The gate lets many pass at once, or one alone."""

import threading
import time

from leverage.memory.gate import Gate


def test_many_pass_together() -> None:
    """Two that share are inside at the same time."""
    gate = Gate()
    both_inside = threading.Barrier(2, timeout=5)

    def enter() -> None:
        with gate.shared():
            both_inside.wait()

    threads = [threading.Thread(target=enter) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert not both_inside.broken


def test_one_alone_keeps_the_others_out_and_goes_first() -> None:
    """Whoever waits to be alone comes before those who ask to share later, and nobody is inside with them."""
    gate = Gate()
    order: list[str] = []
    first_inside, release_first = threading.Event(), threading.Event()

    def first() -> None:
        with gate.shared():
            first_inside.set()
            release_first.wait(5)

    def alone() -> None:
        with gate.alone():
            order.append("alone")

    def late() -> None:
        with gate.shared():
            order.append("late")

    threads = [threading.Thread(target=first)]
    threads[0].start()
    first_inside.wait(5)
    for each in (alone, late):
        threads.append(threading.Thread(target=each))
        threads[-1].start()
        time.sleep(0.05)
    release_first.set()
    for thread in threads:
        thread.join(5)
    assert order == ["alone", "late"]


def test_an_error_inside_opens_the_gate_again() -> None:
    """An exception on either side leaves the gate usable."""
    gate = Gate()
    for side in (gate.shared, gate.alone):
        try:
            with side():
                raise KeyError
        except KeyError:
            pass
    with gate.alone():
        pass

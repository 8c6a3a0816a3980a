"""What the process asks of the system: it goes on where the system has no such thing."""

import ctypes
import subprocess
import sys

import pytest

from leverage.memory.descriptors import keep_one_arena, release_memory

_THREADS = """
import ctypes, threading
from leverage.memory.descriptors import keep_one_arena
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
def tell():
    file = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"a"))
    libc.malloc_info(0, file)
    libc.fclose(file)
keep_one_arena()
tell()
threads = [threading.Thread(target=lambda: [libc.malloc(5000) for _ in range(100)]) for _ in range(20)]
for each in threads:
    each.start()
for each in threads:
    each.join()
tell()
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="another C library keeps its memory otherwise")
def test_no_thread_gets_an_arena_of_its_own() -> None:
    """However many threads come and go, what one has freed another can take."""
    told = subprocess.run([sys.executable, "-c", _THREADS], capture_output=True, text=True, check=True).stdout
    before, after = told.split("</malloc>")[:2]
    assert before.count("<heap nr=") == after.count("<heap nr=")


def test_a_c_library_without_these_calls_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory can't be told how to be kept, nothing happens."""
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    keep_one_arena()
    release_memory()

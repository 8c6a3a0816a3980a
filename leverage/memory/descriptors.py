"""How many banks may be open at once before Chroma starts to lose answers."""

import ctypes
import logging
import sys

log = logging.getLogger(__name__)

MOST_BANKS = 120  # 2.8 MB each; Chroma would bear some more
_RESERVED = 100  # sockets, the index, log files: what a process needs beside its banks
_PER_BANK = 4
_ASSUMED_LIMIT = 1024
_WANTED_LIMIT = 4096
_M_ARENA_MAX = -8


def banks_before_recycling() -> int:
    """Raise the soft limit on open files as far as useful and return how many banks may be touched under it.

    A client keeps a fifth of the soft limit as open indexes and silently leaves the newest memories out of answers
    beyond that; each index takes four descriptors.
    """
    soft = _raised_soft_limit()
    return max(1, min(MOST_BANKS, soft // 5 - 1, (soft - _RESERVED) // _PER_BANK))


def keep_one_arena() -> None:
    """Have all threads take memory from one arena where the C library can.

    Each new client of Chroma brings new threads. With an arena for each of them, what one client freed lies idle while
    the next one takes more: a long import grew by 100 to 200 MB.
    """
    _tell_malloc("mallopt", _M_ARENA_MAX, 1)


def release_memory() -> None:
    """Give freed memory back to the system where the C library can."""
    _tell_malloc("malloc_trim", 0)


def _tell_malloc(name: str, *values: int) -> None:
    if sys.platform.startswith("linux"):
        try:
            getattr(ctypes.CDLL(None), name)(*values)
        except (AttributeError, OSError):
            log.debug("This C library has no %s.", name)


def _raised_soft_limit() -> int:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return _ASSUMED_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = _WANTED_LIMIT if hard == unlimited else min(_WANTED_LIMIT, hard)
    if soft != unlimited and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            log.debug("The limit of %s open files could not be raised.", soft)
    return _ASSUMED_LIMIT if soft == unlimited else soft

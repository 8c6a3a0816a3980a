"""A mailbox of many mails in one file (mbox), cut into its mails."""

import re
from collections.abc import Iterator

_FROM = re.compile(rb"(?m)^From [^\n]{0,200}\r?\n(?=[!-9;-~]{1,60}:)")
_GUARDED = re.compile(rb"(?m)^>(>*From )")


def mails_in(data: bytes) -> Iterator[bytes]:
    """Yield each mail of a mailbox as bytes; a line of text that begins with `From ` ends none."""
    start = -1
    for found in _FROM.finditer(data):
        if start >= 0:
            if data[found.start() - 2 : found.start()] != b"\n\n" and data[found.start() - 3 : found.start()] != b"\n\r\n":
                continue
            yield _GUARDED.sub(rb"\1", data[start : found.start()])
        start = found.end()
    if start >= 0:
        yield _GUARDED.sub(rb"\1", data[start:])

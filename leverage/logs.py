"""The log: set up in one place, and nothing of what people typed and no secret gets into it, whoever writes it.

Every record is cleaned as it is made, before any handler sees it, those of libraries too: an exception is told by its kind
and the lines of code it went through, never by its text, which may quote a deal; an address on the web loses what stands
behind its question mark; keys, tokens, cookies and e-mail addresses are replaced.
"""

import logging
import os
import re
import sqlite3
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping
from numbers import Number
from pathlib import Path, PurePath
from traceback import walk_tb
from types import TracebackType
from typing import Any, Final

from pydantic import SecretStr

from leverage import json_lines
from leverage.errors import LeverageError, StoreInUse, StoreUnavailable
from leverage.settings import PROJECT, Settings, load_settings

HIDDEN: Final = "[hidden]"
SECRETS_FILE = PROJECT / ".streamlit" / "secrets.toml"
SHORTEST_SECRET = 6  # characters; a shorter one would black out half of the words

OURS = ("leverage", "pages", "app")
TALKATIVE = ("openai", "anthropic", "httpx", "httpcore", "botocore", "LiteLLM")  # they log what is sent, or where to
_MOST_LINKS = 8  # of a chain of exceptions
_MOST_FRAMES = 40
_NAMES_SECRET = re.compile(r"(?i)(?:key|token|secret|passwor[dt]|passwd|credential|cookie|salt)s?$|_(?:key|token|secret)_")

_PATTERNS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        # what stands in a header, up to the end of the line or the quotation mark around it
        (
            r"\b((?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api-key)([\"']?\s*[:=,]\s*(?:b?[\"'])?)[^\r\n\"']+",
            rf"\1\2{HIDDEN}",
        ),
        (r"\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}", rf"\1 {HIDDEN}"),
        (r"\b([a-z][a-z0-9+.-]*://)[^\s/@\"'<>]+@", rf"\1{HIDDEN}@"),
        (r"(\b[a-z][a-z0-9+.-]*://[^\s?#\"'<>]+|(?<![\w/])/[^\s?#\"'<>]*)[?#][^\s\"'<>]+", rf"\1?{HIDDEN}"),
        (r"\b([\w-]*(?:key|token|secret|passwor[dt]))(\s*[=:]\s*[\"']?)(?!\[hidden)[^\s\"'&,;)}\]]{6,}", rf"\1\2{HIDDEN}"),
        (r"\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?", HIDDEN),
        (r"\b(?:sk|pk|rk|ghp|gho|xox[abp]|gsk|hf)[-_][A-Za-z0-9_-]{16,}", HIDDEN),
        (r"\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}", HIDDEN),
        (r"[\w.%+-]+@[\w-]+(?:\.[\w-]+)+", "[address]"),
    )
)

Factory = Callable[..., logging.LogRecord]


def set_up(settings: Settings) -> None:
    """Log on stderr at the level of the settings, cleaned; doing it twice is fine.

    Libraries are heard from INFO on at most: below it they tell what they send.
    """
    _begin(settings.log_level, "%(asctime)s %(levelname)s %(name)s: %(message)s", settings)
    if settings.log_format == "json":
        json_lines.begin()


def set_up_terminal() -> None:
    """Log on stderr what a command warns of, as plain lines, or at the level that the settings name."""
    try:
        settings = load_settings()
    except LeverageError:  # the command says it
        _begin("WARNING", "%(message)s", None)
        return
    is_asked = "log_level" in settings.model_fields_set
    _begin(settings.log_level if is_asked else "WARNING", "%(message)s", settings)


def clean(text: str, secrets: frozenset[str] = frozenset()) -> str:
    """Return a text without the secrets, and without what has the form of one, of an e-mail address or of a question."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    for pattern, new in _PATTERNS:
        text = pattern.sub(new, text)
    return text


def told(problem: BaseException) -> str:
    """Return what may be said of an exception: its kind, and its text only where no text of a deal can be in it."""
    kind = type(problem).__name__
    if isinstance(problem, StoreUnavailable | StoreInUse):
        return f"{kind}: {problem}"
    if isinstance(problem, OSError) and isinstance(problem.errno, int):
        return f"{kind}: {os.strerror(problem.errno)}"
    if isinstance(problem, sqlite3.Error):
        return f"{kind}: {getattr(problem, 'sqlite_errorname', 'no code')}"
    return kind


def trace(problem: BaseException) -> str:
    """Return an exception with what led to it, innermost last: kinds, files, lines and functions, no values and no text."""
    return "\n".join(_traced(problem))


def secrets_of(settings: Settings | None, environment: Mapping[str, str] | None = None) -> frozenset[str]:
    """Return every secret that this process was given: in settings, by the name of a variable, or in secrets.toml."""
    found = {str(value) for name, value in (os.environ if environment is None else environment).items() if _is_secret(name)}
    for value in vars(settings).values() if settings else ():
        if isinstance(value, SecretStr):
            found.add(value.get_secret_value())
    found |= set(_in_file(SECRETS_FILE))
    return frozenset(each for each in found if len(each) >= SHORTEST_SECRET)


class Records:
    """Makes the log's records, cleaned."""

    def __init__(self, make: Factory, secrets: frozenset[str]) -> None:
        self.make, self._secrets = make, secrets

    def __call__(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        """Return a record that any handler may write as it is."""
        record = self.make(*args, **kwargs)
        record.msg = self._cleaned(record.msg)
        if isinstance(record.args, Mapping):
            record.args = {name: self._cleaned(value) for name, value in record.args.items()}
        elif record.args:
            record.args = tuple(map(self._cleaned, record.args))
        if not record.name.startswith("uvicorn"):  # whose own forms want the arguments
            record.msg, record.args = clean(_message(record), self._secrets), None
        if record.exc_info and record.exc_info[1]:
            record.exc_text = trace(record.exc_info[1])
        record.exc_info = None
        return record

    def _cleaned(self, value: Any) -> Any:
        if isinstance(value, BaseException):
            return told(value)
        if value is None or isinstance(value, Number):
            return value
        return clean(str(value), self._secrets)


def _message(record: logging.LogRecord) -> str:
    """Return what a record says; of a warning of Python's its place and kind, of asyncio's its first line: more quotes values."""
    try:
        said = record.getMessage()
    except (TypeError, ValueError, KeyError):  # whoever wrote it gave other arguments than its text asks for
        return str(record.msg)
    if record.name == "py.warnings":
        return ": ".join(said.partition("\n")[0].split(": ")[:2])
    return said.partition("\n")[0] if record.name == "asyncio" else said


def _begin(level: str, form: str, settings: Settings | None) -> None:
    before = logging.getLogRecordFactory()
    make = before.make if isinstance(before, Records) else before
    logging.setLogRecordFactory(Records(make, secrets_of(settings)))
    logging.basicConfig(format=form)
    logging.getLogger().setLevel(max(logging.getLevelName(level), logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda ended: _uncaught(ended.exc_type, ended.exc_value, ended.exc_traceback)


def _uncaught(kind: type[BaseException], problem: BaseException | None, at: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, problem or kind(), at)
    elif not issubclass(kind, SystemExit):  # which ends a thread in silence
        logging.getLogger("leverage").critical("Nobody caught this.", exc_info=problem or kind())


def _traced(problem: BaseException) -> Iterator[str]:
    chain: list[BaseException] = []
    link: BaseException | None = problem
    while link is not None and link not in chain and len(chain) < _MOST_LINKS:
        chain.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    for each in reversed(chain):
        yield told(each)
        for frame, line in list(walk_tb(each.__traceback__))[-_MOST_FRAMES:]:
            place = "/".join(PurePath(frame.f_code.co_filename).parts[-3:])
            yield f"  {place}:{line} in {frame.f_code.co_name}"
        if isinstance(each, BaseExceptionGroup):
            yield from (f"  in the group: {told(inner)}" for inner in each.exceptions)


def _is_secret(name: str) -> bool:
    return _NAMES_SECRET.search(name) is not None


def _in_file(file: Path) -> Iterator[str]:
    """Yield the secrets in a file of Streamlit's; one that can't be read is Streamlit's to complain of."""
    try:
        held = [tomllib.loads(file.read_text("utf-8"))]
    except (OSError, ValueError):
        return
    while held:
        for name, value in held.pop().items():
            if isinstance(value, dict):
                held.append(value)
            elif isinstance(value, str) and _is_secret(name):
                yield value

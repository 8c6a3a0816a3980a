"""The log: what it may hold, whatever goes wrong, and what never gets into it."""

import contextlib
import io
import json
import logging
import os
import sqlite3
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from leverage import Deal, KnowledgeBase, logs
from leverage.errors import InvalidDeal, LeverageError, StoreUnavailable
from leverage.imports import plan
from leverage.inbox.files.reading import read
from leverage.jobs import Jobs
from leverage.reflect.call import call_model
from leverage.reflect.statuses import ModelProblem
from leverage.settings import Settings, load_settings
from pages.ui import failures
from tests.fakes import FailingEngine

MARK = "Wombatmark"  # stands in what people typed
KEY = "sk-wombat-0123456789abcdef"
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def written(log_as_before: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Set up the log as the app does, and return what all loggers wrote."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    root = logging.getLogger()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root.addHandler(handler)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logs.set_up(Settings(log_level="DEBUG"))
        yield stream.getvalue
    root.removeHandler(handler)


log = logging.getLogger("leverage.somewhere")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Authorization: Bearer abc.def-123456", "Authorization: [hidden]"),
        ("{'authorization': 'Basic dXNlcjpwYXNz', 'accept': '*/*'}", "{'authorization': '[hidden]', 'accept': '*/*'}"),
        ("(b'cookie', b'_streamlit_user=abc; other=def')", "(b'cookie', b'[hidden]')"),
        ("Set-Cookie: leverage=abc; Path=/", "Set-Cookie: [hidden]"),
        ("got bearer abcdefgh12345", "got bearer [hidden]"),
        ("GET /leverage/dates.ics?key=s3cr3t HTTP/1.1", "GET /leverage/dates.ics?[hidden] HTTP/1.1"),
        ("at https://a.example/table?said=they+want+more#x.", "at https://a.example/table?[hidden]"),
        ("https://ann:pass@models.example/v1", "https://[hidden]@models.example/v1"),
        ("api_key=abcdefgh, client_secret: 'ijklmnop'", "api_key=[hidden], client_secret: '[hidden]'"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "[hidden]"),
        ("Incorrect API key provided: sk-abcdefghijklmnopqrstuv.", "Incorrect API key provided: [hidden]."),
        ("asked by ann@corp.example", "asked by [address]"),
        ("3 deals in 12:30 min, 1/2 done; is this it?", "3 deals in 12:30 min, 1/2 done; is this it?"),
    ],
)
def test_what_has_the_form_of_a_secret_is_replaced(said: str, left: str) -> None:
    """In headers, addresses and assignments, and e-mail addresses too; plain words stay."""
    assert logs.clean(said).rstrip(".") == left.rstrip(".")
    assert logs.clean(logs.clean(said)) == logs.clean(said)


def test_secrets_are_known_by_their_values(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Those of the environment, of secret settings and of Streamlit's file, wherever they turn up."""

    class More(Settings):
        door_word: SecretStr = SecretStr("open sesame")

    file = tmp_path / "secrets.toml"
    file.write_text('[auth]\nclient_secret = "of the provider"\ncookie_secret = "of the cookie"\nclient_id = "plain"\n', "utf-8")
    monkeypatch.setattr(logs, "SECRETS_FILE", file)
    found = logs.secrets_of(More(), {"OPENAI_API_KEY": "of the model", "LANG": "of the land", "DB_PASSWORD": "short"})
    assert found == {"open sesame", "of the provider", "of the cookie", "of the model"}
    assert logs.clean("He said open sesame twice.", found) == "He said [hidden] twice."
    file.write_text("broken = ", "utf-8")
    assert logs.secrets_of(None, {}) == frozenset()


def test_an_exception_is_told_without_its_text(written: Callable[[], str]) -> None:
    """Its kind, what led to it and the lines of code, in the log of whatever library."""

    def inner() -> None:
        local = MARK
        raise KeyError(local)

    try:
        try:
            inner()
        except KeyError as problem:
            raise InvalidDeal({"notes": f"“{MARK}” can't be taken."}) from problem
    except InvalidDeal as problem:
        logging.getLogger("somebody.elses").error("It failed: %s", problem, exc_info=True)
    said = written()
    assert MARK not in said
    assert "It failed: InvalidDeal\nKeyError\n" in said
    assert "in inner" in said
    assert "tests/test_logs.py:" in said


def test_an_exception_of_the_machine_says_what_it_was(written: Callable[[], str], tmp_path: Path) -> None:
    """The reason of the system, the code of SQLite and the sentence of the store; no name of a file."""
    with pytest.raises(OSError) as missing:
        (tmp_path / MARK).read_bytes()
    with pytest.raises(sqlite3.Error) as wrong:
        sqlite3.connect(":memory:").execute(f"SELECT {MARK}")
    for problem in (missing.value, wrong.value, StoreUnavailable("The memory is away."), OSError(MARK), LeverageError(MARK)):
        log.warning("Told: %s", problem)
    assert written().splitlines() == [
        "Told: FileNotFoundError: No such file or directory",
        "Told: OperationalError: SQLITE_ERROR",
        "Told: StoreUnavailable: The memory is away.",
        "Told: OSError",
        "Told: LeverageError",
    ]


def test_the_key_of_a_failing_model_stays_out(written: Callable[[], str]) -> None:
    """A provider that quotes key and prompt in its error is told by its kind."""

    def fails(messages: Any, _: Any) -> str:
        logging.getLogger("openai._base_client").debug("Request options: %s", messages)
        logging.getLogger("some.client").info("POST https://models.example/v1?key=%s", KEY)
        logging.getLogger("some.client").error("headers %s, key %s", {"Authorization": KEY, "n": 1}, KEY)
        raise PermissionError(f"Incorrect API key provided: {KEY}. You asked: {MARK}")

    with pytest.raises(ModelProblem) as problem:
        call_model([{"role": "user", "content": MARK}], {}, model=fails, retries=0)
    said = written() + str(problem.value)
    assert "The model failed" in said
    assert "POST https://models.example/v1?[hidden]" in said
    assert MARK not in said
    assert KEY not in said
    assert "wombat" not in said


def test_a_change_that_can_not_go_in_is_not_quoted(
    written: Callable[[], str], kb: KnowledgeBase, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where the memory fails nor where our own code does."""
    broken = FailingEngine(kb.banks.engine, 1, after=False)
    assert kb.log(deal(vendor=f"{MARK} Ltd", notes=MARK, logged_by=MARK)).waiting
    broken.is_broken = False

    def fails(_: Any) -> None:
        raise ValueError(f"invalid literal: {MARK}")

    monkeypatch.setattr(kb._intake, "_bring_in", fails)
    assert kb._intake.replay() is False
    assert "A waiting change did not go in; it is tried again\nValueError\n" in written()
    assert MARK not in written()
    assert MARK.lower() not in written().lower()


def test_files_that_can_not_be_read_are_not_quoted(
    written: Callable[[], str], kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import and a note that fail are refused on the page; the log holds nothing of them."""
    for attempt in (
        lambda: plan(f"{MARK};{MARK}\n1;2\n".encode(), f"{MARK}.csv", today=kb.today()),
        lambda: plan(b"PK\3\4" + MARK.encode(), f"{MARK}.xlsx", today=kb.today()),
        lambda: read(b"PK\3\4word/" + MARK.encode(), f"{MARK}.docx"),
        lambda: read(b"%PDF-1.4 " + MARK.encode(), f"{MARK}.pdf"),
    ):
        with contextlib.suppress(LeverageError):
            attempt()
    assert MARK not in written()


def test_a_job_or_a_page_that_fails_is_told_by_its_kind(written: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it worked on stands in the exception's text, and so not in the log."""

    def fails(_: Callable[[], bool]) -> None:
        raise RuntimeError(MARK)

    jobs: Jobs[None] = Jobs(kept_seconds=0)
    job = jobs.start("a", fails)
    while not job.is_done:
        threading.Event().wait(0.01)
    monkeypatch.setattr(failures.st, "error", lambda *_, **__: None)
    failures.tell(ValueError(MARK))
    assert "A job failed\nRuntimeError\n" in written()
    assert "A page failed.\nValueError\n" in written()
    assert MARK not in written()


def test_what_nobody_caught_is_told_by_its_kind(written: Callable[[], str]) -> None:
    """In a thread or in the main one, and a warning of Python's by its place; a thread that ends itself says nothing."""

    def fails() -> None:
        raise ValueError(MARK)

    def ends() -> None:
        raise SystemExit(MARK)

    for target in (fails, ends):
        thread = threading.Thread(target=target)
        thread.start()
        thread.join()
    sys.excepthook(ValueError, ValueError(MARK), None)
    warnings.warn(f"input_value='{MARK}: {MARK}'", UserWarning, stacklevel=1)
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: ValueError('{MARK}')")
    said = written()
    assert said.count("Nobody caught this.\nValueError") == 2
    assert ": UserWarning\n" in said
    assert "Task exception was never retrieved\n" in said
    assert MARK not in said


def test_records_keep_what_their_writers_count_on(written: Callable[[], str]) -> None:
    """Numbers stay numbers, arguments by name work, and a text that does not fit its arguments is no error."""
    log.info("%d of %.1f", 3, 2.5)
    log.info("%(who)s asked", {"who": "ann@corp.example"})
    log.info("%d%%", "no number")
    seen: list[Any] = []
    access = logging.getLogger("uvicorn.access")
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(record.args)  # type: ignore[method-assign]
    access.addHandler(handler)
    access.warning('%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "GET", "/table?said=no", "1.1", 200)
    access.removeHandler(handler)
    assert written().splitlines()[:3] == ["3 of 2.5", "[address] asked", "%d%%"]
    assert seen == [("127.0.0.1:5", "GET", "/table?[hidden]", "1.1", 200)]


def test_setting_up_twice_cleans_once(written: Callable[[], str]) -> None:
    """The factory is replaced, not wrapped."""
    logs.set_up(Settings())
    factory = logging.getLogRecordFactory()
    assert isinstance(factory, logs.Records)
    assert not isinstance(factory.make, logs.Records)


@pytest.mark.parametrize("level", ["", "DEBUG", "loud"])
def test_a_command_in_a_terminal_keeps_its_words_to_itself(tmp_path: Path, level: str) -> None:
    """A deal that can't be read is told to whoever gave it; no traceback, and the log of the command holds no name."""
    file = tmp_path / "deals.csv"
    file.write_text(f"vendor,deal_date,logged_by,department,outcome\n{MARK},never,Ann,IT,agreed\n", "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "leverage", "--home", str(tmp_path / "store"), "check"],
        cwd=ROOT, env={**os.environ, "LEVERAGE_LOG_LEVEL": level}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in run.stderr
    assert MARK not in run.stderr


def test_a_log_of_json_is_one_object_a_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], log_as_before: None
) -> None:
    """Cleaned as the other form is; what a library writes by a handler of its own comes the same way."""
    monkeypatch.setenv("LEVERAGE_LOG_FORMAT", "json")
    library = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(library, "handlers", [logging.StreamHandler()])
    monkeypatch.setattr(library, "propagate", False)
    logs.set_up(load_settings())
    logging.getLogger("leverage.test").warning("Ask ann@corp.example\nabout it")
    library.error("%s from a library", "This")
    try:
        raise ValueError("a deal's text")
    except ValueError:
        logging.getLogger("leverage.test").exception("It failed")
    lines = [json.loads(each) for each in capfd.readouterr().err.splitlines()]
    assert [(each["level"], each["logger"], each["message"]) for each in lines] == [
        ("WARNING", "leverage.test", "Ask [address]\nabout it"),
        ("ERROR", "uvicorn.error", "This from a library"),
        ("ERROR", "leverage.test", "It failed"),
    ]
    assert all(datetime.fromisoformat(each["time"]).utcoffset() == timedelta(0) for each in lines)
    assert "ValueError" in lines[2]["trace"]
    assert "a deal's text" not in str(lines)

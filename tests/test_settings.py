"""Settings: from the environment or a file, and a wrong one is a sentence."""

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from leverage.errors import BadSettings
from leverage.settings import PROJECT, Settings, load_settings


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No setting from this machine; the file stands in a folder of its own."""
    for name in ("HOME", "TIMEZONE", "LOG_LEVEL"):
        monkeypatch.delenv(f"LEVERAGE_{name}", raising=False)
    monkeypatch.setattr("leverage.settings.FILE", tmp_path / "leverage.toml")
    return tmp_path / "leverage.toml"


def test_without_any_setting_the_store_is_in_the_project() -> None:
    """The defaults are whole."""
    settings = load_settings()
    assert settings.home == PROJECT / "data" / "store"
    assert (settings.timezone, settings.log_level) == (None, "INFO")


def test_the_environment_stands_above_the_file(no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file gives what the environment leaves open."""
    no_settings.write_text('home = "/from/file"\ntimezone = "Europe/Berlin"\n', "utf-8")
    monkeypatch.setenv("LEVERAGE_HOME", "/from/environment")
    monkeypatch.setenv("LEVERAGE_LOG_LEVEL", "debug")
    settings = load_settings()
    assert settings.home == Path("/from/environment").absolute()
    assert (settings.timezone, settings.log_level) == ("Europe/Berlin", "DEBUG")


@pytest.mark.parametrize(("name", "value"), [("TIMEZONE", "Mars/Olympus"), ("TIMEZONE", "../etc"), ("LOG_LEVEL", "loud")])
def test_a_wrong_value_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the variable and says where to correct it."""
    monkeypatch.setenv(f"LEVERAGE_{name}", value)
    with pytest.raises(BadSettings, match=f"LEVERAGE_{name}.*Correct it"):
        load_settings()


@pytest.mark.parametrize("content", ["home = ", "colour = 3", "\x00"])
def test_a_wrong_file_is_a_sentence(no_settings: Path, content: str) -> None:
    """Broken TOML and settings that do not exist are said, not passed over."""
    no_settings.write_text(content, "utf-8")
    with pytest.raises(BadSettings):
        load_settings()


@pytest.mark.parametrize("name", ["RATE_MODEL", "RATE_EXPORTS", "RATE_BACKUPS", "RATE_SCANS", "RATE_IMPORTS"])
def test_a_rate_has_bounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None, less than none and more than anybody could ask for are refused."""
    for value in ("0", "-1", "1000000", "often"):
        monkeypatch.setenv(f"LEVERAGE_{name}", value)
        with pytest.raises(BadSettings, match=name):
            load_settings()


def test_no_secret_can_be_read_off_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is named like one is of a type that hides itself, and the address of a server may hold a password."""
    for name, field in Settings.model_fields.items():
        if re.search("key|secret|passw|credential", name) or name.endswith("token"):
            assert field.annotation in (SecretStr, SecretStr | None), name
    monkeypatch.setenv("LEVERAGE_MODEL_BASE", "https://ann:wombat1@models.example/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wombat2")
    settings = load_settings()
    assert settings.model_base == "https://ann:wombat1@models.example/v1"
    assert "wombat" not in f"{settings!r} {settings}"


def test_a_wrong_setting_is_told_without_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a key that was put into the wrong variable."""
    for name in ("TIMEZONE", "LOG_LEVEL", "MODEL_TIMEOUT", "ASK_MEMORIES", "EMBEDDING"):
        monkeypatch.setenv(f"LEVERAGE_{name}", "sk-wombat")
    with pytest.raises(BadSettings) as problem:
        load_settings()
    assert "wombat" not in str(problem.value)

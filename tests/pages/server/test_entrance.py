"""How people come in is decided once, and settings that are there in half are none."""

from pathlib import Path
from typing import Any

import pytest

from leverage.errors import BadSettings
from leverage.settings import load_settings
from pages.server.guard import check_start
from pages.server.mark import mark_store
from pages.ui import entrance
from pages.ui.entrance import MARK, decide
from tests.signing import auth

SECRET = "a secret of the proxy, long enough for tests"


def test_without_any_setting_nobody_signs_in() -> None:
    """Whoever is at the machine comes in."""
    assert decide(load_settings(), None).is_open


def test_with_a_provider_people_sign_in() -> None:
    """The issuer is what stands before the well-known part of the address, or is named."""
    decided = decide(load_settings(), auth())
    assert decided.kind == "sign_in"
    assert [(each.name, each.issuer) for each in decided.providers] == [(None, "http://localhost:9400")]
    assert decided.origin == "http://localhost:8501"
    several = auth(client_id=None, client_secret=None, server_metadata_url=None) | {
        "google": auth(server_metadata_url="https://accounts.google.com/.well-known/openid-configuration"),
        "corp-id": auth(server_metadata_url="https://id.example/about", issuer="https://id.example", label="Corp"),
    }
    labels = [(each.name, each.label, each.issuer) for each in decide(load_settings(), several).providers]
    assert labels == [("google", "Google", "https://accounts.google.com"), ("corp-id", "Corp", "https://id.example")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cookie_secret": None}, "cookie_secret"),
        ({"cookie_secret": "short"}, "cookie_secret"),
        ({"redirect_uri": None}, "redirect_uri"),
        ({"redirect_uri": "https://leverage.example/"}, "redirect_uri"),
        ({"redirect_uri": "http://leverage.example/oauth2callback"}, "begins with https"),
        ({"client_id": None}, "lacks client_id"),
        ({"client_secret": " "}, "lacks client_secret"),
        ({"server_metadata_url": None}, "lacks server_metadata_url"),
        ({"server_metadata_url": "https://id.example/"}, "name the issuer"),
        ({"server_metadata_url": "http://id.example/.well-known/openid-configuration"}, "begins with https"),
        ({"google": {"client_id": "x"}}, r"\[auth.google\] in secrets.toml lacks"),
        ({"my_id": auth()}, "no underscore"),
        ({"client_id": None, "client_secret": None, "server_metadata_url": None}, "names no provider"),
    ],
)
def test_secrets_in_half_are_refused_in_a_sentence(change: dict[str, Any], said: str) -> None:
    """Nobody comes in by less than a whole sign-in."""
    with pytest.raises(BadSettings, match=said):
        decide(load_settings(), auth(**change))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"SECRET": SECRET}, "EMAIL_HEADER"),
        ({"EMAIL_HEADER": "X-Email"}, "no LEVERAGE_PROXY_SECRET"),
        ({"ADDRESSES": "10.0.0.5"}, "no LEVERAGE_PROXY_SECRET"),
        ({"SECRET": "short", "EMAIL_HEADER": "X-Email"}, "LEVERAGE_PROXY_SECRET"),
        ({"SECRET": SECRET, "EMAIL_HEADER": "X-Email", "NAME_HEADER": "x-email"}, "same name"),
        ({"SECRET": SECRET, "EMAIL_HEADER": "X Email"}, "LEVERAGE_PROXY_EMAIL_HEADER"),
        ({"SECRET": SECRET, "EMAIL_HEADER": "X-Email", "ADDRESSES": "corp.example"}, "LEVERAGE_PROXY_ADDRESSES"),
    ],
)
def test_a_proxy_in_half_is_refused_in_a_sentence(settings: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret without the header, headers without a secret, and values that are none; the secret is not told."""
    for name, value in settings.items():
        monkeypatch.setenv(f"LEVERAGE_PROXY_{name}", value)
    with pytest.raises(BadSettings, match=said) as problem:
        decide(load_settings(), None)
    assert SECRET not in str(problem.value)


def test_there_is_one_way_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy and a provider at once are refused; secrets are told nowhere."""
    monkeypatch.setenv("LEVERAGE_PROXY_SECRET", SECRET)
    monkeypatch.setenv("LEVERAGE_PROXY_EMAIL_HEADER", "X-Email")
    decided = decide(load_settings(), None)
    assert decided.kind == "proxy"
    assert SECRET not in repr(decided)
    with pytest.raises(BadSettings, match="one way"):
        decide(load_settings(), auth())


def test_what_was_decided_stays_when_the_settings_vanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that began with sign-in never falls back to the person at the machine."""
    monkeypatch.setattr(entrance, "secrets", auth)
    assert entrance.entrance().kind == "sign_in"
    monkeypatch.setattr(entrance, "secrets", lambda: None)
    assert entrance.entrance().kind == "sign_in"


def test_a_store_that_was_served_with_sign_in_is_not_opened_without(home: Path) -> None:
    """Not by a later start either, until somebody says so."""
    mark_store(decide(load_settings(), None))
    assert decide(load_settings(), None).is_open
    mark_store(decide(load_settings(), auth()))
    with pytest.raises(BadSettings, match="was served with sign-in"):
        decide(load_settings(), None)
    (home / entrance.MARK).unlink()
    assert decide(load_settings(), None).is_open


@pytest.mark.parametrize(
    ("text", "said"), [("[auth", "can't be read"), ("auth = 3", "is no section"), ("", None), ("[other]\na = 1", None)]
)
def test_secrets_that_can_not_be_read_are_not_taken_for_none(
    text: str, said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with a fault stops the start; one without a section `auth` is no sign-in."""
    file = tmp_path / "secrets.toml"
    file.write_text(text, "utf-8")
    monkeypatch.setattr(entrance.st, "get_option", lambda name: [str(file)])
    monkeypatch.setattr(entrance, "secrets_singleton", _reading(file))
    if said is None:
        assert entrance.secrets() is None
    else:
        with pytest.raises(BadSettings, match=said):
            entrance.secrets()


def _reading(file: Path) -> Any:
    """Return Streamlit's reader of secrets over one file."""
    from streamlit import config
    from streamlit.runtime.secrets import Secrets

    class Read(Secrets):
        def load_if_toml_exists(self) -> bool:
            before = config.get_option("secrets.files")
            config.set_option("secrets.files", [str(file)])
            try:
                return super().load_if_toml_exists()
            finally:
                config.set_option("secrets.files", before)

    return Read()


def _begin(home: Path, policy: str = '[[rule]]\nrole = "admin"\nemails = ["ann@corp.example"]\n') -> None:
    """Start with sign-in once, nobody signing out."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "access.toml").write_text(policy, "utf-8")
    begun = decide(load_settings(), auth())
    check_start(begun, "127.0.0.1")
    mark_store(begun)


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("access.toml", r"access\.toml is gone, so nobody knows who may do what\. Put it back"),
        ("sign-ins.json", r"sign-ins\.json is gone.*which sign-ins were ended\. Put it back.*change cookie_secret"),
    ],
)
def test_a_start_without_a_file_that_was_there_is_refused(home: Path, gone: str, said: str) -> None:
    """Fewer rules would let more people in, and a sign-in that was ended would be good again."""
    _begin(home)
    (home / gone).unlink()
    for _ in range(2):
        with pytest.raises(BadSettings, match=said):
            check_start(decide(load_settings(), auth()), "127.0.0.1")
    (home / MARK).unlink()
    check_start(decide(load_settings(), auth()), "127.0.0.1")


def test_a_store_and_its_access_file_may_be_moved(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is gone is missed where it should be now, not where it was; also by the mark of an earlier version."""
    _begin(home)
    elsewhere = home.rename(home.parent / "moved")
    monkeypatch.setenv("LEVERAGE_HOME", str(elsewhere))
    check_start(decide(load_settings(), auth()), "127.0.0.1")
    named = (elsewhere / "access.toml").rename(home.parent / "rules.toml")
    with pytest.raises(BadSettings, match=r"access\.toml is gone"):
        check_start(decide(load_settings(), auth()), "127.0.0.1")
    monkeypatch.setenv("LEVERAGE_ACCESS", str(named))
    check_start(decide(load_settings(), auth()), "127.0.0.1")
    (elsewhere / MARK).write_text(f"{home / 'access.toml'}\n{home / 'sign-ins.json'}", "utf-8")
    check_start(decide(load_settings(), auth()), "127.0.0.1")
    (elsewhere / "sign-ins.json").unlink()
    with pytest.raises(BadSettings, match=r"sign-ins\.json is gone"):
        check_start(decide(load_settings(), auth()), "127.0.0.1")


def test_rules_that_were_written_or_went_while_it_ran_are_missed_at_the_next_start(home: Path) -> None:
    """The mark is written at the end once more, and forgets nothing."""
    first = decide(load_settings(), auth())
    check_start(first, "127.0.0.1")
    mark_store(first)
    (home / "access.toml").write_text('default = "none"\n', "utf-8")
    mark_store(first)
    (home / "access.toml").unlink()
    mark_store(first)
    with pytest.raises(BadSettings, match=r"access\.toml is gone"):
        check_start(decide(load_settings(), auth()), "127.0.0.1")


@pytest.mark.parametrize("section", [None, auth()])
def test_an_access_file_that_is_named_has_to_be_there(
    home: Path, section: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the very first start too, and also where nobody would sign in."""
    monkeypatch.setenv("LEVERAGE_ACCESS", str(home / "rules.toml"))
    with pytest.raises(BadSettings, match=r"LEVERAGE_ACCESS names .*rules\.toml, which is not there.*Put the file there"):
        decide(load_settings(), section)


def test_a_mark_that_can_not_be_read_lets_nobody_start(home: Path) -> None:
    """In a sentence."""
    _begin(home)
    (home / MARK).write_bytes(b"\xff")
    with pytest.raises(BadSettings, match="can't be read"):
        check_start(decide(load_settings(), auth()), "127.0.0.1")

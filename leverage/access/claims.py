"""What an identity provider says of a person, checked anew wherever it is used: whose it is, for whom, since when."""

import math
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from leverage.access.mail import NoAddress, proper
from leverage.access.sign_ins import SignIn, key_of
from leverage.errors import LeverageError, NotAllowed
from leverage.text import clean_line

SKEW_SECONDS: Final = 300  # by which two clocks may differ
ONLY: Final = "default"  # the name of a provider that has none, being the only one
_MOST_NAME, _MOST_GROUPS, _MOST_GROUP = 200, 2_000, 320


@dataclass(frozen=True)
class Expected:
    """What a sign-in must say: which provider, its issuer, this app's client id; the claim of the address; how long it lasts."""

    issuers: Mapping[str, str]
    clients: Mapping[str, str]
    claim: str = "email"
    seconds: float = 8 * 3600


@dataclass(frozen=True)
class Identity:
    """A person as a provider knows them, the sign-in that says so, and the provider's name."""

    email: str
    name: str
    groups: tuple[str, ...]
    sign_in: SignIn
    by: str


def identity(claims: Mapping[str, Any], expected: Expected, *, signed: float | None = None, now: float | None = None) -> Identity:
    """Return who a sign-in says it is. Raises NotAllowed, a sentence, for one that is not good or not good any more.

    `signed` is when this server signed the cookie: by its own clock, so it counts for what has ended since.
    """
    moment = time.time() if now is None else now
    provider = str(claims.get("provider") or ONLY)
    issuer = expected.issuers.get(provider)
    if issuer is None or str(claims.get("iss", "")).rstrip("/") != issuer.rstrip("/"):
        raise NotAllowed("This sign-in is of another provider than the one that Leverage asks now. Sign in again.")
    audience = claims.get("aud")
    if expected.clients[provider] not in (audience if isinstance(audience, list) else [audience]):
        raise NotAllowed("This sign-in was made for another app. Sign in again.")
    issued = _moment(claims.get("iat"))
    begun = issued if signed is None else min(issued, signed)
    if max(issued, signed or 0) > moment + SKEW_SECONDS:
        raise NotAllowed("This sign-in is of a time to come. If it stays, set the clocks of the provider and of Leverage right.")
    if "exp" in claims and _moment(claims["exp"]) <= (issued if signed is None else signed - SKEW_SECONDS):
        raise NotAllowed("This sign-in was over when it was made. Sign in again.")
    if moment - begun >= expected.seconds:
        raise NotAllowed(f"You were signed out, as everybody is after {_hours(expected.seconds)}. Sign in again.")
    email = _address(claims, expected.claim)
    key = key_of(issuer, claims.get("sub", ""), claims.get("iat"), claims.get("nonce", ""), claims.get("jti", ""))
    begun_at = SignIn(email, signed or issued, key)
    return Identity(email, called(claims.get("name")), grouped(claims.get("groups")), begun_at, provider)


def called(name: object) -> str:
    """Return a name as it can be shown, empty where there is none."""
    try:
        return clean_line(name, _MOST_NAME) if isinstance(name, str) else ""
    except LeverageError:
        return ""


def grouped(groups: object) -> tuple[str, ...]:
    """Return the groups that a provider names, whether it gives a list or one alone."""
    listed: Collection[object] = [groups] if isinstance(groups, str) else groups if isinstance(groups, list | tuple) else ()
    return tuple(each for each in list(listed)[:_MOST_GROUPS] if isinstance(each, str) and 0 < len(each) <= _MOST_GROUP)


def _address(claims: Mapping[str, Any], claim: str) -> str:
    if claims.get("email_verified", True) not in (True, "true", "True"):
        raise NotAllowed("Your provider says that your e-mail address is not verified. Verify it there, then sign in again.")
    given = claims.get(claim)
    if not given:
        raise NotAllowed(
            f"Your provider did not say your e-mail address (the claim “{claim}”), so nobody knows what you may see. "
            "Ask whoever runs Leverage."
        )
    try:
        return proper(given)
    except NoAddress as problem:
        raise NotAllowed(f"{problem} Ask whoever runs Leverage.") from None


def _moment(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise NotAllowed("This sign-in does not say when it was made. Sign in again.")
    return float(value)


def _hours(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:g} hours" if hours != 1 else "an hour"

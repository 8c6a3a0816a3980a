"""Who has which role and department: one file, `access.toml`, read anew when it changes."""

import logging
import threading
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from leverage.access.mail import address, domain_of, typed, typed_domain
from leverage.access.person import MOST_ADDRESS, ROLES, Person, Role
from leverage.errors import BadSettings, NotAllowed
from leverage.text import clean_line

FILE: Final = "access.toml"
UNREADABLE: Final = (
    "The access file can't be read, so nobody comes in for now. Ask whoever runs Leverage: its log says what is wrong."
)
_MOST_BYTES: Final = 1_000_000
_logger = logging.getLogger(__name__)

_Line = Annotated[str, AfterValidator(lambda text: clean_line(text, MOST_ADDRESS)), Field(min_length=1)]


class _Whom(BaseModel):
    """Whom an entry is about: any address, domain or group is enough."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    emails: list[Annotated[str, AfterValidator(typed)]] = []
    domains: list[Annotated[str, AfterValidator(typed_domain)]] = []
    groups: list[_Line] = []

    @model_validator(mode="after")
    def _names_somebody(self) -> "_Whom":
        if not (self.emails or self.domains or self.groups):
            raise ValueError("names nobody; give emails, domains or groups")
        return self

    def is_about(self, email: str, groups: Iterable[str]) -> bool:
        """Say whether the person with this proper address and these groups is meant."""
        return email in self.emails or domain_of(email) in self.domains or not set(self.groups).isdisjoint(groups)


class Rule(_Whom):
    """A role, and who has it."""

    role: Role


class Department(_Whom):
    """A department, and who belongs to it."""

    name: _Line


class Provider(_Whom):
    """A way of signing in, by its name, whose word alone counts for some addresses and groups."""

    name: _Line


class Policy(BaseModel):
    """What the file says: each person has the highest role of all rules about them, and the first department."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    default: Role | Literal["none"] = "reader"
    rule: list[Rule] = []
    department: list[Department] = []
    provider: list[Provider] = []

    @field_validator("default")
    @classmethod
    def _is_no_admin(cls, default: Role | Literal["none"]) -> Role | Literal["none"]:
        if default == "admin":
            raise ValueError("can't be admin: name the admins in a rule")
        return default

    @property
    def names_an_admin(self) -> bool:
        """Whether anybody at all can be an admin."""
        return any(rule.role == "admin" for rule in self.rule)

    def why(self, email: str, role: Role) -> str:
        """Return by what somebody with this proper address has a role: rule and words; blank where nothing says so."""
        told = [(f"rule {n}", rule) for n, rule in enumerate(self.rule, 1) if rule.role == role]
        for name, rule in told:
            if email in rule.emails:
                return f"{name}, by the address"
            if domain_of(email) in rule.domains:
                return f"{name}, as everybody at {domain_of(email)}"
        if self.default == role:
            return "the default"
        by_group = [name for name, rule in told if rule.groups]
        return f"{' or '.join(by_group)}, by a group" if by_group else ""

    def absent(self, email: str, name: str = "") -> Person:
        """Return a person who is not there to say their groups: in no department that stands behind one that goes by a group.

        Raises NotAllowed where nobody lets them in.
        """
        person = self.person(email, name)
        before = takewhile(lambda each: not each.is_about(person.email, ()), self.department)
        return replace(person, department="") if any(each.groups for each in before) else person

    def person(self, email: str, name: str = "", groups: Iterable[str] = (), by: str | None = None) -> Person:
        """Return the person with this address, as the rules have it. Raises NotAllowed where nobody lets them in.

        `by` is the provider that says so, None where nobody does: then no group counts that is one provider's to name.
        """
        email = address(email)
        if by is not None and (alone := self._alone(lambda each: each.is_about(email, ()))) and by not in alone:
            raise NotAllowed(f"{email} signs in with {' or '.join(alone)} here, and by no other way. Sign in there.")
        of = tuple(group for group in groups if self._may_name(by, group))
        roles: list[Role] = [rule.role for rule in self.rule if rule.is_about(email, of)]
        if self.default != "none":
            roles.append(self.default)
        if not roles:
            raise NotAllowed(f"{email} may not come in here. Ask an administrator of Leverage to name you in {FILE}.")
        department = next((each.name for each in self.department if each.is_about(email, of)), "")
        return Person(email=email, department=department, role=max(roles, key=ROLES.index), name=name, groups=of)

    def _may_name(self, by: str | None, group: str) -> bool:
        alone = self._alone(lambda each: group in each.groups)
        return not alone or by in alone

    def _alone(self, is_meant: Callable[[Provider], bool]) -> list[str]:
        """Return the providers whose word alone counts for what is meant; none where every provider's does."""
        return list(dict.fromkeys(each.name for each in self.provider if is_meant(each)))


class Policies:
    """The policy of a file as it is now; a file that can't be read lets nobody in."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._read: Policy | BadSettings | None = None
        self._was_there = False
        self._logged = ""

    def now(self) -> Policy:
        """Return what the file says now; the defaults while there has been none.

        Raises BadSettings, which anybody may read: what is wrong with the file stands in the log, once.
        """
        try:
            policy = self.checked()
        except BadSettings as problem:
            if self._logged != str(problem):
                self._logged = str(problem)
                _logger.error("%s", problem)
            raise BadSettings(UNREADABLE) from None
        self._logged = ""
        return policy

    def checked(self) -> Policy:
        """Return what the file says now, for whoever runs Leverage. Raises BadSettings, which says what is wrong and where."""
        with self._lock:
            try:
                about = self.file.stat()
                stamp: tuple[int, int, int] | None = (about.st_mtime_ns, about.st_size, about.st_ino)
            except (FileNotFoundError, NotADirectoryError):
                stamp = None
            except OSError as problem:
                raise _unreadable(problem.strerror or "it can't be reached") from None
            if self._read is None or stamp != self._stamp:
                self._stamp, self._read = stamp, self._anew(stamp is not None)
            if isinstance(self._read, BadSettings):
                raise self._read
            return self._read

    def _anew(self, is_there: bool) -> Policy | BadSettings:
        if not is_there:
            return _unreadable("it is gone. Put it back") if self._was_there else Policy()
        self._was_there = True
        try:
            data = self.file.read_bytes()
            if len(data) > _MOST_BYTES:
                return _unreadable("it has more than a megabyte")
            return Policy.model_validate(tomllib.loads(data.decode("utf-8-sig")))
        except ValidationError as problem:
            return _unreadable(" ".join(_told(each["loc"], each["msg"]) for each in problem.errors()[:3]))
        except OSError as problem:
            return _unreadable(problem.strerror or "it can't be opened")
        except ValueError as problem:  # no TOML, no UTF-8
            return _unreadable(str(problem))


def _told(place: tuple[str | int, ...], said: str) -> str:
    """Return what is wrong at a place, such as “rule 2 role: …”; entries are counted from 1."""
    words = " ".join(str(each + 1) if isinstance(each, int) else each for each in place)
    return f"{words}: {said.removeprefix('Value error, ').rstrip('.')}."


def _unreadable(why: str) -> BadSettings:
    return BadSettings(f"{FILE} can't be read: {why.rstrip('.')}. Nobody comes in until it is corrected.")

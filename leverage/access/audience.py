"""The one rule of who sees a deal.

A deal is everybody's unless it names whom it is for, departments or addresses. Then they see it, whoever logged it, and
administrators; nobody else. An audience is a short text in the index, empty for everybody, so that the rule needs no deal.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from leverage.access.mail import address
from leverage.access.person import Person
from leverage.wording import join_words

SameDepartment = Callable[[str, str], bool]

EVERYBODY = ""


def audience_of(values: Mapping[str, Any], entered_by: str | None = None) -> str:
    """Return the audience of a deal, given its fields in JSON types and the address of whoever entered it."""
    only_for = [str(each) for each in values.get("visible_to") or ()]
    if not only_for:
        return EVERYBODY
    by = sorted({address(each) for each in (values.get("logged_by_email"), entered_by) if each})
    return json.dumps([[only_for, by]], ensure_ascii=False)


def read_by(visible_to: Iterable[str], shown: Callable[[str], str] = str) -> str:
    """Return in a sentence who reads a deal that is for these, each name as `shown` gives it."""
    named = [shown(each) for each in visible_to]
    return f"Read by {join_words(named, 'or')}, whoever logged it, and admins." if named else "Read by everyone."


def narrowed(one: str, other: str) -> str:
    """Return the audience of those who are in both: while a deal goes from one to the other it is shown to no one else."""
    if not one or not other or one == other:
        return one or other
    told = [*json.loads(one), *(each for each in json.loads(other) if each not in json.loads(one))]
    return json.dumps(told, ensure_ascii=False)


def is_in(person: Person, audience: str, same_department: SameDepartment) -> bool:
    """Say whether a person belongs to an audience."""
    if not audience or person.is_admin:
        return True
    return all(_is_named(person, only_for, by, same_department) for only_for, by in json.loads(audience))


def _is_named(person: Person, only_for: Iterable[str], by: Iterable[str], same_department: SameDepartment) -> bool:
    if person.email and person.email in map(address, by):
        return True
    for each in only_for:
        if "@" in each:
            if person.email and address(each) == person.email:
                return True
        elif person.department and same_department(each, person.department):
            return True
    return False

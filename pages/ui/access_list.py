"""Who may come in and do what: the rules of the access file in words, and whoever came, with the rule that lets them in."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from leverage import KnowledgeBase
from leverage.access.person import ROLES, Role
from leverage.access.policy import FILE, Department, Policy, Provider, Rule
from leverage.access.sign_ins import SignIns
from leverage.errors import NotAllowed
from leverage.text import fold
from leverage.wording import sentence_case
from pages.ui import frame, moments, text

PER_PAGE = 50


@dataclass(frozen=True)
class Came:
    """Somebody who signed in: role and department they came with last, none where they were refused, and when that was."""

    name: str
    email: str
    role: Role | None
    department: str
    at: float


def read(kb: KnowledgeBase, sign_ins: SignIns) -> list[Came]:
    """Return whoever signed in, the last first. Raises NotAllowed for all but admins, StoreUnavailable."""
    found = []
    for who in kb.trail.people():
        standing, at = sign_ins.last_seen(who.address), sign_ins.last_came(who.address)
        if standing or at:
            told, _, department = standing.partition(", ")
            role = next((each for each in ROLES if each == told), None)
            found.append(Came(who.name, who.address, role, department, at))
    return sorted(found, key=lambda each: (-each.at, fold(each.name or each.email)))


def draw_people(policy: Policy, people: list[Came]) -> None:
    """Draw whoever signed in: role, by which rule, department, and when they last did."""
    with frame.card(height="content"):
        frame.section("Who signed in")
        if not people:
            st.markdown("Nobody yet.")
        pages = -(-len(people) // PER_PAGE)
        page = st.pagination(pages, key="access.page") if pages > 1 else 1
        for each in people[(page - 1) * PER_PAGE : page * PER_PAGE]:
            called = f"**{text.inline(each.name or each.email)}**" + (f", {text.inline(each.email)}" if each.name else "")
            last = f"Last signed in {moments.show_moment(datetime.fromtimestamp(each.at, UTC))}" if each.at else ""
            lines = [called, text.inline(standing(policy, each)), frame.grey(last or "When they last signed in was not noted")]
            st.markdown("  \n".join([lines[0], *map(frame.small, lines[1:])]))


def standing(policy: Policy, who: Came) -> str:
    """Return the role somebody has, by which rule, and their department; a role by a group is that of the last visit."""
    department = who.department
    role: Role | None = None
    with suppress(NotAllowed):
        now = policy.person(who.email)
        role, department = now.role, now.department or department
    is_by_group = who.role is not None and (role is None or ROLES.index(who.role) > ROLES.index(role))
    if is_by_group and who.role and policy.why(who.email, who.role):
        role = who.role
    if role is None:
        return "May not come in: no rule is about them."
    place = f" {department}." if department else " No department."
    return f"{sentence_case(role)}: {policy.why(who.email, role)}.{place}"


def draw_rules(policy: Policy) -> None:
    """Draw the rules for roles, in the order of the file."""
    with frame.card(height="content"):
        frame.section("Roles")
        lines = [f"{frame.grey(f'Rule {n}')} **{rule.role}**: {_whom(rule)}" for n, rule in enumerate(policy.rule, 1)]
        default = "may not come in" if policy.default == "none" else f"**{policy.default}**"
        lines.append(f"{frame.grey('Default')} {'Everybody else' if policy.rule else 'Everybody who signs in'}: {default}")
        lines += [f"{frame.grey('Only with')} **{text.inline(each.name)}**: {_whom(each)}" for each in policy.provider]
        st.markdown(frame.small("  \n".join(lines)))
        st.markdown(frame.small(frame.grey(f"Of all rules about a person the highest role counts. They stand in {FILE}.")))
        if not policy.names_an_admin:
            st.markdown(frame.small(":orange[:material/warning:] No rule names an admin."))


def draw_departments(policy: Policy) -> None:
    """Draw who belongs to which department; the first that fits counts."""
    with frame.card(height="content"):
        frame.section("Departments")
        if policy.department:
            st.markdown(frame.small("  \n".join(f"**{text.inline(each.name)}**: {_whom(each)}" for each in policy.department)))
        else:
            st.markdown(frame.small("None is named, so no deal that is only for a department is opened to anybody by it."))


def _whom(entry: Rule | Department | Provider) -> str:
    """Return whom an entry is about, as literal Markdown."""
    told = [*entry.emails, *(f"everybody at {each}" for each in entry.domains), *(f"group {each}" for each in entry.groups)]
    return text.inline(", ".join(_short(told)))


def _short(told: list[str], most: int = 12) -> Iterable[str]:
    return told if len(told) <= most else [*told[:most], f"and {len(told) - most} more"]

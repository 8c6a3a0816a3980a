"""A person as the product knows one: an address, a department and a role."""

from dataclasses import dataclass
from typing import Literal, get_args

from leverage.access.mail import address
from leverage.errors import BadSettings
from leverage.text import clean_line

Role = Literal["reader", "contributor", "curator", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)  # each may do all that the ones before it may
MOST_ADDRESS = 320  # characters that fit where an address is kept


@dataclass(frozen=True)
class Person:
    """Whoever looks at the memory or changes it: `email` is the address of the sign-in, empty where nobody signs in.

    `department` is the one whose restricted deals the person sees, `name` what colleagues read beside what the person logs,
    `groups` are those of the sign-in. Raises BadSettings for a role that there is not.
    """

    email: str = ""
    department: str = ""
    role: Role = "reader"
    name: str = ""
    groups: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise BadSettings(f"“{self.role}” is no role. Use one of {', '.join(ROLES)}.")
        clean_line(self.email or "", MOST_ADDRESS)  # for what it refuses: it would make other letters of some
        vars(self).update(
            email=address(self.email or ""),
            department=clean_line(self.department or "", MOST_ADDRESS),
            groups=tuple(self.groups or ()),
        )

    @property
    def is_admin(self) -> bool:
        """Whether the person sees every deal and may do everything."""
        return self.role == "admin"

    @property
    def called(self) -> str:
        """The name that colleagues read, else the address."""
        return self.name or self.email

    def is_at_least(self, role: Role) -> bool:
        """Say whether the person's role allows all that `role` does."""
        return ROLES.index(self.role) >= ROLES.index(role)


HERE = Person(role="admin")  # whoever sits at the machine, where nobody signs in

"""A person's view of a knowledge base: the same methods, over what the person may see and do."""

from leverage.access.person import Person
from leverage.knowledge import KnowledgeBase


class View(KnowledgeBase):
    """What `kb.view(person)` returns."""

    def __init__(self, kb: KnowledgeBase, person: Person) -> None:
        """Look at a knowledge base as a person; use `kb.view`."""
        vars(self).update(vars(kb))
        self.person = person

"""One bank in another's place: the new one is written beside the old one, and nothing is deleted before it stands there."""

from collections.abc import Callable

from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection

BESIDE, REPLACED = "beside.", "replaced."  # in front of a bank's id: the one being written, and the one that made room
ASIDE = (BESIDE, REPLACED)


def swap(client: ClientAPI, bank_id: str, is_right: Callable[[Collection, Collection], bool]) -> bool:
    """Put what was written beside a bank in its place, if `is_right(old, new)`, and return whether it was.

    Nobody else may have the client meanwhile. Where it is cut short, `settle` undoes it or brings it to an end.
    """
    old = client.get_collection(bank_id, embedding_function=None)
    new = client.get_collection(BESIDE + bank_id, embedding_function=None)
    if not is_right(old, new):
        return False
    old.modify(name=REPLACED + bank_id)
    new.modify(name=bank_id)
    client.delete_collection(REPLACED + bank_id)
    return True


def settle(client: ClientAPI) -> None:
    """Leave each bank once, under its own name: the new one where it stands in its place already, else the old one."""
    names = {each.name for each in client.list_collections()}
    for name in sorted(names):
        bank_id = name.removeprefix(REPLACED)
        if bank_id != name and bank_id not in names:
            client.get_collection(name, embedding_function=None).modify(name=bank_id)
        elif name.startswith(ASIDE):
            client.delete_collection(name)

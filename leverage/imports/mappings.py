"""Mappings of columns that a person saved under a name, for the next file of the same kind."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.desk import Desk
from leverage.errors import LeverageError
from leverage.imports.columns import Column
from leverage.text import clean_line, fold
from leverage.words import plain_key

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_NAME = 80  # characters
_KIND = "mapping"


@acting("import")
def save_mapping(kb: "KnowledgeBase", name: str, columns: Sequence[Column]) -> str:
    """Keep what the columns are read as, by their headings, and return the name; the same name is written anew.

    Raises LeverageError for a blank name.
    """
    name = clean_line(name, MOST_NAME)
    if not name:
        raise LeverageError("The mapping has no name. Give it one, such as the file's publisher.")
    read = {column.header: column.field for column in columns if column.header and (column.field or column.is_said)}
    Desk(kb.banks).change(f"{_KIND}:{fold(name)}", lambda _: {"name": name, "columns": read})
    return name


def mappings(kb: "KnowledgeBase") -> dict[str, dict[str, str | None]]:
    """Return what is read as what, by heading, for every name."""
    found = Desk(kb.banks).all(_KIND).values()
    return {each["name"]: dict(each["columns"]) for each in sorted(found, key=lambda each: fold(each["name"]))}


@acting("import")
def remove_mapping(kb: "KnowledgeBase", name: str) -> None:
    """Drop a mapping; an unknown one is fine."""
    Desk(kb.banks).remove(f"{_KIND}:{fold(name)}")


def fitting(saved: Mapping[str, str | None], headers: Sequence[str]) -> dict[str, str | None]:
    """Return the part of a saved mapping whose headings the file has, as the file writes them."""
    by_key = {plain_key(header): field for header, field in saved.items()}
    return {header: by_key[plain_key(header)] for header in headers if header and plain_key(header) in by_key}

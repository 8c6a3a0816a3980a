"""Which embedding new memories are written with: the setting's."""

from typing import Any, Literal

from leverage.embedding import default_embedding
from leverage.errors import BadSettings
from leverage.multilingual import INSTALL, is_installed, multilingual_embedding

Choice = Literal["english", "multilingual"]


def embedding_for(choice: Choice) -> Any:
    """Return the embedding that a setting names. Raises BadSettings where its package is missing."""
    if choice == "english":
        return default_embedding()
    if not is_installed():
        raise BadSettings(f"The multilingual embedding is not installed. {INSTALL}, or set LEVERAGE_EMBEDDING=english.")
    return multilingual_embedding()

"""All banks given the setting's embedding, one after the other; what is done stays done when it is cut short."""

from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.embedding_choice import Choice, embedding_for
from leverage.memory.models import Model, model_of, told
from leverage.memory.renewing import renew
from leverage.progress import Progress

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

RUN = "They go on answering with it. To change them, run: python -m leverage re-embed."
OUTDATED = f"Some banks were written with another embedding than the setting's. {RUN}"
_BUSY = "Memories are being given another embedding."


def outdated(kb: "KnowledgeBase") -> dict[str, Model]:
    """Return the banks that were written with another embedding than new ones are, each with that embedding."""
    engine = kb.banks.engine
    return {bank_id: model for bank_id, model in engine.written_with() if model != engine.models.preferred}


@acting("care")
def re_embed(kb: "KnowledgeBase", progress: Progress | None = None) -> tuple[int, int]:
    """Give all banks the embedding of new ones, and return how many banks and texts got it; none where all have it.

    Texts, metadata, records and what is left of erased deals stay as they are. Whoever stops it, in whatever way, loses
    nothing, and the next call goes on with the banks that are left. `progress` gets (texts done, texts in all).
    Nothing can be moved or erased while a bank is being written. Raises StoreUnavailable, and BadMemory.
    """
    kb.ensure_ready()
    banks = kb.banks
    banks.engine.remove_orphans()  # what a kill has left of the vectors before
    left = sorted(outdated(kb))
    if not left:
        return 0, 0
    banks.vectors(["A text, to see that there is a model."])
    sizes = {bank_id: banks.engine.ask(bank_id, lambda collection: collection.count()) or 0 for bank_id in left}
    total = sum(sizes.values())
    done = texts = 0
    for bank_id in left:

        def move(count: int, before: int = done) -> None:
            if progress:
                progress(before + count, total)

        with banks.stillness.still(why=_BUSY):
            texts += renew(banks, bank_id, move)
        done += sizes[bank_id]
    if progress:
        progress(total, total)
    return len(left), texts


def name_of(kb: "KnowledgeBase") -> str:
    """Return what the embedding of new banks is called."""
    return told(kb.banks.engine.models.preferred)


def is_set(kb: "KnowledgeBase", choice: Choice) -> bool:
    """Say whether new banks get the embedding that a setting names. Raises BadSettings where its package is missing."""
    return model_of(embedding_for(choice)) == kb.banks.engine.models.preferred

"""The sample deals that ship with the product, loaded into an empty store."""

from pathlib import Path

import streamlit as st

from leverage import KnowledgeBase, LeverageError, imports

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "sample_deals.csv"


def load_samples(kb: KnowledgeBase) -> None:
    """Load the sample deals, showing how far it is; loading them again adds nothing."""
    try:
        data = SAMPLES.read_bytes()
    except OSError:
        raise LeverageError(
            f"The sample deals are missing: there is no file {SAMPLES.name} in the folder data. Restore it."
        ) from None
    bar = st.progress(0.0, "Reading the sample deals …")
    plan = imports.plan(data, SAMPLES.name, kb=kb)

    def show(done: int, total: int) -> None:
        bar.progress(done / max(total, 1), f"{done} of {total} sample deals")

    imports.commit(kb, plan, progress=show)

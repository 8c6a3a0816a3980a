"""The words that forms suggest; a person's own words are always allowed beside them."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

VOCABULARY_FILE = Path(__file__).resolve().parent.parent / "data" / "vocabulary.json"


def terms() -> tuple[str, ...]:
    """Return the contract terms that a vendor is flexible or firm on, the commonest first."""
    return _vocabulary()["terms"]


def departments() -> tuple[str, ...]:
    """Return the departments that most companies have."""
    return _vocabulary()["departments"]


def units() -> tuple[str, ...]:
    """Return what unit prices are for."""
    return _vocabulary()["units"]


def billing_frequencies() -> tuple[str, ...]:
    """Return how often, and when in its period, a vendor bills."""
    return _vocabulary()["billing_frequencies"]


def common_currencies() -> tuple[str, ...]:
    """Return the ISO 4217 codes of the currencies offered first."""
    return _vocabulary()["currencies"]


@functools.cache
def _vocabulary() -> Mapping[str, tuple[str, ...]]:
    """Return every list of words by name, read once and frozen."""
    lists: dict[str, list[str]] = json.loads(VOCABULARY_FILE.read_text(encoding="utf-8"))
    return MappingProxyType({name: tuple(words) for name, words in lists.items()})

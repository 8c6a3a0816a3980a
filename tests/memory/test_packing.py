"""Records as JSON in metadata values of at most 4,000 bytes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.memory.packing import MOST_BYTES, MOST_PIECES, pack, unpack

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_what_is_packed_comes_back(value: Any) -> None:
    """Any JSON value is the same after packing and unpacking."""
    assert unpack(pack(value)) == value


@pytest.mark.parametrize("text", ["x" * 200_000, "€" * 70_000, "😀" * 50_000, 'a"\\' * 30_000])
def test_long_values_are_cut_within_the_limits(text: str) -> None:
    """No piece is over the limit, no record has too many pieces, and no character is cut apart."""
    groups = pack({"notes": text})
    assert len(groups) > 1
    assert all(len(piece.encode()) <= MOST_BYTES for group in groups for piece in group.values())
    assert all(len(group) <= MOST_PIECES for group in groups)
    assert unpack(groups) == {"notes": text}


def test_a_missing_part_is_an_error() -> None:
    """Half a record is never read as a whole one."""
    groups = pack({"notes": "x" * 200_000})
    with pytest.raises(ValueError):
        unpack(groups[:-1])

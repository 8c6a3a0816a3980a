"""Pieces cut out of a text: every other word stays, and is found again."""

from hypothesis import given
from hypothesis import strategies as st

from leverage.cutting import Cuts, joined, without

places = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda each: (min(each), max(each))), max_size=6)


@given(
    st.text(min_size=40, max_size=40),
    places,
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
    st.sampled_from(["", "…", "someone"]),
)
def test_words_beside_a_cut_are_found_again(
    text: str, pieces: list[tuple[int, int]], asked: tuple[int, int], instead: str
) -> None:
    """A place that no cut reaches into holds the same words afterwards; one that is cut lies within the new text."""
    start, end = min(asked), max(asked)
    cuts = Cuts(pieces, instead)
    left = cuts.text(text)
    since, until = cuts.place(start, end)
    assert 0 <= since <= until <= len(left)
    if all(piece[1] <= start or piece[0] >= end for piece in joined(pieces)):
        assert left[since:until] == text[start:end]


def test_a_cut_name_belongs_to_the_words_around_it() -> None:
    """Words that a cut begins or ends in hold all of what stands there now."""
    text = "ask Jonas Weber again"
    cuts = Cuts([(4, 15)], "a former colleague")
    left = cuts.text(text)
    assert left == "ask a former colleague again"
    assert left[slice(*cuts.place(10, 21))] == "a former colleague again"
    assert left[slice(*cuts.place(0, 9))] == "ask a former colleague"
    assert left[slice(*cuts.place(4, 15))] == "a former colleague"


@given(places, places)
def test_what_is_left_of_places_is_in_no_other(ours: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    """Each character of the places is left or taken, never both."""
    flat = lambda spans: {n for start, end in spans for n in range(start, end)}  # noqa: E731
    assert flat(without(ours, others)) == flat(ours) - flat(others)

"""Framed fields: no two lists of fields may give the same bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.sealing import framed

FIELDS = st.lists(st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1), st.text(max_size=4), st.binary(max_size=4)), max_size=4)


@given(FIELDS, FIELDS)
def test_different_fields_have_different_bytes(one: list[object], other: list[object]) -> None:
    same = [(type(field), field) for field in one] == [(type(field), field) for field in other]
    assert (framed(*one) == framed(*other)) is same


@pytest.mark.parametrize(
    ("one", "other"), [(("ab", "c"), ("a", "bc")), ((None,), (b"",)), (("1",), (1,)), ((b"a",), ("a",)), ((), (None,))]
)
def test_neighbours_and_types_are_kept_apart(one: tuple[object, ...], other: tuple[object, ...]) -> None:
    assert framed(*one) != framed(*other)


def test_a_number_beyond_eight_bytes_is_refused() -> None:
    with pytest.raises(OverflowError):
        framed(2**63)

"""Sealed bytes: fixed length, bound to their place, closed to every other key, silent in text."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.sealing import BoxTooSmall, SealBroken, SecretKey, sealed_length

KEY = SecretKey(bytes(range(32)))
PADDED = 64


@given(st.binary(max_size=PADDED - 4))
def test_what_was_sealed_comes_back_and_has_one_length(plain: bytes) -> None:
    sealed = KEY.seal(plain, b"here", PADDED)
    assert len(sealed) == sealed_length(PADDED)
    assert KEY.unseal(sealed, b"here") == plain


def test_the_same_text_never_looks_the_same() -> None:
    assert len({KEY.seal(b"As", b"here", PADDED) for _ in range(100)}) == 100


def test_a_text_that_does_not_fit_is_refused_without_showing_it() -> None:
    with pytest.raises(BoxTooSmall) as caught:
        KEY.seal(b"secret" * 20, b"here", PADDED)
    assert "secret" not in str(caught.value)


def test_no_other_key_and_no_other_place_opens_it() -> None:
    sealed = KEY.seal(b"As", b"here", PADDED)
    with pytest.raises(SealBroken):
        KEY.unseal(sealed, b"there")
    with pytest.raises(SealBroken):
        SecretKey.fresh().unseal(sealed, b"here")


@pytest.mark.parametrize("at", range(sealed_length(PADDED)))
def test_any_changed_byte_is_noticed(at: int) -> None:
    sealed = bytearray(KEY.seal(b"As", b"here", PADDED))
    sealed[at] ^= 1
    with pytest.raises(SealBroken):
        KEY.unseal(bytes(sealed), b"here")


@given(st.binary(max_size=100))
def test_rubbish_is_no_sealed_text(rubbish: bytes) -> None:
    with pytest.raises(SealBroken):
        KEY.unseal(rubbish, b"here")


def test_a_wrapped_key_opens_what_the_key_sealed() -> None:
    key = SecretKey.fresh()
    again = KEY.unwrap(KEY.wrap(key, b"slot"), b"slot")
    assert again.unseal(key.seal(b"As", b"", PADDED), b"") == b"As"
    with pytest.raises(SealBroken):
        KEY.unwrap(KEY.wrap(key, b"slot"), b"other slot")


def test_a_sealed_text_is_not_taken_for_a_key() -> None:
    with pytest.raises(SealBroken):
        KEY.unwrap(KEY.seal(b"As", b"slot", PADDED), b"slot")


def test_a_key_has_no_text_and_no_copy() -> None:
    for text in (repr(KEY), str(KEY), f"{KEY}"):
        assert text == "SecretKey(··)"
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            attempt(KEY)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SecretKey(b"short")

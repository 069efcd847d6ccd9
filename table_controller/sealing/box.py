"""Sealing of single byte strings with AES-256-GCM: random nonce, padded to a fixed length, bound to associated data.

Owns the form of a sealed byte string: form number (1 byte, now 1), nonce (12), then the encrypted padded text and its
tag (16). The padded text is the length (u32, big endian), the text and zeros. Must not know which key is used for
what.
"""

import os
from typing import NoReturn

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
_FORM = b"\x01"
_NONCE_BYTES = 12
_TAG_BYTES = 16
_LENGTH_BYTES = 4


class SealBroken(Exception):
    """Sealed bytes do not open: another key, another place, or altered bytes. Says nothing about their content."""


class BoxTooSmall(ValueError):
    """The text is longer than the fixed length it must be padded to. Names lengths only."""


def sealed_length(padded_bytes: int) -> int:
    """Bytes of a sealed text whose padded form has this many bytes."""
    return len(_FORM) + _NONCE_BYTES + padded_bytes + _TAG_BYTES


class SecretKey:
    """A 256 bit key. It has no text form, cannot be pickled or copied, and never leaves except wrapped in another key."""

    __slots__ = ("_cipher", "_raw")

    def __init__(self, raw: bytes) -> None:
        if len(raw) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        self._raw = raw
        self._cipher = AESGCM(raw)

    @classmethod
    def fresh(cls) -> "SecretKey":
        """A new random key."""
        return cls(AESGCM.generate_key(bit_length=8 * KEY_BYTES))

    def seal(self, plain: bytes, bound: bytes, padded_bytes: int) -> bytes:
        """`plain` sealed, padded to `padded_bytes` (4 of which hold its length); opens only with the same `bound`
        bytes.

        BoxTooSmall when it does not fit.
        """
        return self._encrypt(_pad(plain, padded_bytes), bound)

    def unseal(self, sealed: bytes, bound: bytes) -> bytes:
        """The text that was sealed; SealBroken for anything this key did not seal for this `bound`."""
        return _unpad(self._decrypt(sealed, bound))

    def wrap(self, key: "SecretKey", bound: bytes) -> bytes:
        """Another key, sealed with this one."""
        return self._encrypt(key._raw, bound)

    def unwrap(self, wrapped: bytes, bound: bytes) -> "SecretKey":
        """The key that was wrapped; SealBroken as in `unseal`."""
        raw = self._decrypt(wrapped, bound)
        if len(raw) != KEY_BYTES:
            raise SealBroken("not a wrapped key")
        return SecretKey(raw)

    def derived(self, purpose: bytes) -> bytes:
        """Another secret of 32 bytes, always the same for this purpose; it says nothing about this key."""
        return HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose).derive(self._raw)

    def _encrypt(self, padded: bytes, bound: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return _FORM + nonce + self._cipher.encrypt(nonce, padded, _FORM + bound)

    def _decrypt(self, sealed: bytes, bound: bytes) -> bytes:
        start = len(_FORM) + _NONCE_BYTES
        if sealed[: len(_FORM)] != _FORM or len(sealed) < start + _TAG_BYTES:
            raise SealBroken("not a sealed text of a known form")
        try:
            return self._cipher.decrypt(sealed[len(_FORM) : start], sealed[start:], _FORM + bound)
        except InvalidTag:
            raise SealBroken("sealed with another key, for another place, or altered since") from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(··)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("keys are neither pickled nor copied")


def _pad(plain: bytes, padded_bytes: int) -> bytes:
    room = padded_bytes - _LENGTH_BYTES
    if len(plain) > room:
        raise BoxTooSmall(f"{len(plain)} bytes do not fit a sealed text of {room}")
    return len(plain).to_bytes(_LENGTH_BYTES, "big") + plain.ljust(room, b"\0")


def _unpad(padded: bytes) -> bytes:
    length = int.from_bytes(padded[:_LENGTH_BYTES], "big")
    if length > len(padded) - _LENGTH_BYTES:
        raise SealBroken("the length inside a sealed text is impossible")
    return padded[_LENGTH_BYTES : _LENGTH_BYTES + length]

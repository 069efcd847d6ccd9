"""Signs what is kept away from the table, so that whoever holds it knows that this table said it.

Owns the signature (Ed25519) and where its key comes from. Must not know what is signed.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from table_controller.sealing.framing import framed
from table_controller.sealing.master import MasterKey

PUBLIC_BYTES = 32


class Signer:
    """One table's signature. Its key follows from the table's master key, so there is no second file to lose."""

    def __init__(self, master: MasterKey, table: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(master.derived(framed("burnturn signature", table)))

    @property
    def public(self) -> bytes:
        """What others know the signature by."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> bytes:
        """The signature of these bytes."""
        return self._key.sign(text)

    def __repr__(self) -> str:
        return "Signer(··)"


def is_signed(text: bytes, signature: bytes, public: bytes) -> bool:
    """Whether the holder of this public key signed these bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True

"""Secrets at rest: keys, sealed bytes, and what each sealed byte string is bound to.

Owns the table's master key, one data key for each hand, attempt and group of places, and the sealing itself (AES-GCM).
Knows nothing of cards, events or databases: plain bytes come in, sealed bytes of one fixed length go out.
"""

from table_controller.sealing.box import BoxTooSmall, SealBroken, SecretKey, sealed_length
from table_controller.sealing.framing import framed
from table_controller.sealing.keyring import (
    HIDDEN_PLAIN_BYTES,
    HIDDEN_SEALED_BYTES,
    STATE_SLOT,
    AfterHand,
    KeyRing,
    KeySlot,
    WrappedKey,
)
from table_controller.sealing.master import MasterKey, MasterKeyFault, load_master_key, load_or_create_master_key
from table_controller.sealing.signing import PUBLIC_BYTES, Signer, is_signed

__all__ = [
    "HIDDEN_PLAIN_BYTES",
    "HIDDEN_SEALED_BYTES",
    "PUBLIC_BYTES",
    "STATE_SLOT",
    "AfterHand",
    "BoxTooSmall",
    "KeyRing",
    "KeySlot",
    "MasterKey",
    "MasterKeyFault",
    "SealBroken",
    "SecretKey",
    "Signer",
    "WrappedKey",
    "framed",
    "is_signed",
    "load_master_key",
    "load_or_create_master_key",
    "sealed_length",
]

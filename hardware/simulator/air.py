"""How long an inventory of ISO/IEC 15693 takes on the air: 16 slots, 1 of 4 coding, one subcarrier, high data rate.

Owns the times of the standard and the search for tags that answer at once. Knows nothing of readers.
"""

from collections.abc import Sequence
from typing import Final

from hardware.protocol.events import Uid

_CARRIER_MHZ: Final = 13.56
_TO_TAG_BYTE: Final = 4096 / _CARRIER_MHZ
"""All in us. A byte to the tag, and from it, of the standard's parts 2 and 3, as counts of the carrier."""
_TO_TAG_BEGIN: Final = 1024 / _CARRIER_MHZ
_TO_TAG_END: Final = 512 / _CARRIER_MHZ
_FROM_TAG_FRAME: Final = 2048 / _CARRIER_MHZ
_BEFORE_ANSWER: Final = 4352 / _CARRIER_MHZ
_AFTER_ANSWER: Final = 4192 / _CARRIER_MHZ
_EMPTY_SLOT: Final = 4384 / _CARRIER_MHZ + _FROM_TAG_FRAME
_ANSWER: Final = 12 * _TO_TAG_BYTE + 2 * _FROM_TAG_FRAME
_SLOT: Final = _BEFORE_ANSWER + _ANSWER + _AFTER_ANSWER
_REQUEST_BYTES: Final = 5
_SLOTS: Final = 16


def inventory_us(tags: Sequence[Uid]) -> float:
    """Time of one inventory that finds these tags. Two with one identity answer as one."""
    return _round([int.from_bytes(uid, "big") for uid in set(tags)], 0)


def _round(numbers: list[int], bits: int) -> float:
    """One question to the tags that share their last `bits`, and one more for each slot in which several answered."""
    time = _TO_TAG_BEGIN + (_REQUEST_BYTES + (bits + 7) // 8) * _TO_TAG_BYTE + _TO_TAG_END
    time += (_SLOTS - 1) * _TO_TAG_END
    slots: dict[int, list[int]] = {}
    for number in numbers:
        slots.setdefault(number >> bits & _SLOTS - 1, []).append(number)
    time += len(slots) * _SLOT + (_SLOTS - len(slots)) * _EMPTY_SLOT
    return time + sum(_round(several, bits + 4) for several in slots.values() if len(several) > 1)

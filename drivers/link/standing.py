"""Where a link stands, as plain values: what a playback of its wire that begins in the middle must know.

Owns the form. Bytes alone do not tell it: a frame bears one byte of the life, and a stamp needs the samples of a minute.
"""

import msgspec

from drivers.link.clock import ClockState
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition


class Met(msgspec.Struct, frozen=True, array_like=True):
    """The device at hand. `position`: the last event handed out; `life`: its full boot counter; `announced`: it was not said to
    be silent since; `snapshot`: the id ordered last."""

    position: LinkPosition
    life: int
    announced: bool
    clock: ClockState
    snapshot: int
    snapshot_wanted: bool


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """`recorded`, `stamps`: last position of each device, latest stamp of those met before the one at hand. `met` None: no
    device was met, or a snapshot is coming in. `linked`: its frames are obeyed; `partial`: the beginning of one; `pings`:
    number and time of those under way."""

    recorded: tuple[LinkPosition, ...]
    stamps: tuple[tuple[DeviceId, Millis], ...]
    met: Met | None
    linked: bool
    partial: bytes
    pings: tuple[tuple[int, int], ...]


NOWHERE = Standing((), (), None, linked=False, partial=b"", pings=())
"""Of a link whose playback begins with an opening."""

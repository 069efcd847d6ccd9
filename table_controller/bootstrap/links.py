"""The host's links of one table, set on from where the journal left them."""

from collections.abc import Mapping
from random import Random

from drivers.link.host_link import HostLink
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition
from table_controller.journal import DevicePosition

_NUMBERS = 65_536


def link_from(positions: Mapping[DeviceId, DevicePosition], random: Random | None = None) -> HostLink:
    """A link that knows every device the journal knows: a board may come back at any port.

    `random` None: the first ping number and snapshot id differ from those of the host before.
    """
    return HostLink(
        recorded=[
            LinkPosition(device, position.life, (position.next_event - 1) % _NUMBERS) for device, position in positions.items()
        ],
        stamps={device: Millis(position.clock_ms) for device, position in positions.items()},
        random=random,
    )

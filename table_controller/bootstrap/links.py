"""The host's links of one table, set on from where the journal left them."""

from collections.abc import Mapping

from drivers.link.host_link import HostLink
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition
from table_controller.journal import DevicePosition

_NUMBERS = 65_536


def link_from(positions: Mapping[DeviceId, DevicePosition]) -> HostLink:
    """A link that knows every device the journal knows: a board may come back at any port."""
    return HostLink(
        recorded=[
            LinkPosition(device, position.life, (position.next_event - 1) % _NUMBERS) for device, position in positions.items()
        ],
        stamps={device: Millis(position.clock_ms) for device, position in positions.items()},
    )

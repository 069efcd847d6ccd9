"""The host's links of one table, set on from where the journal left them."""

from collections.abc import Mapping
from random import Random

from drivers.link.host_link import HostLink
from drivers.ports import DeviceLink
from drivers.readers.dialects import DIALECTS
from drivers.readers.reader_link import ReaderLink
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition
from table_controller.device_sections import DeviceConfig
from table_controller.journal import DevicePosition
from table_controller.tracking.bindings import Bindings

_NUMBERS = 65_536


def link_to(
    device: DeviceConfig, bindings: Bindings, positions: Mapping[DeviceId, DevicePosition], random: Random | None = None
) -> DeviceLink:
    """The link of a configured device. A tag reader's visits the antennas that are bound, and goes on from nothing."""
    return link_from(positions, random) if device.reader is None else reader_link(device, bindings)


def reader_link(device: DeviceConfig, bindings: Bindings) -> ReaderLink:
    """The link of a tag reader. KeyError for a device that is none."""
    antennas = {antenna for owner, antenna in bindings.antennas if owner == device.serial}
    return ReaderLink(device.serial, DIALECTS[device.reader or ""], antennas)


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

"""The ports of one table: a serial one for boards and tag readers, one of its own for a camera."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from drivers.black_box.recorder import Recorder
from drivers.link.host_link import HostLink
from drivers.link.standing import NOWHERE, Standing
from drivers.port import Port
from drivers.ports import Inbox
from table_controller.bootstrap.links import link_to
from table_controller.core.ids import DeviceId
from table_controller.device_sections import DeviceConfig
from table_controller.journal import DevicePosition
from table_controller.tracking.bindings import Bindings

if TYPE_CHECKING:
    from drivers.camera.camera_port import CameraPort

BoxOf = Callable[[Callable[[], Standing]], Recorder | None]
"""Opens a device's black box, from where its link stands."""


def port_of(
    device: DeviceConfig,
    bindings: Bindings,
    inbox: Inbox,
    positions: Mapping[DeviceId, DevicePosition] | None = None,
    box_of: BoxOf = lambda _standing: None,
) -> "Port | CameraPort":
    """Not yet started. ConfigError when the templates of a camera cannot be had."""
    if device.camera is not None:
        from table_controller.bootstrap.camera_ports import camera_port  # only now: tables without a camera need no OpenCV

        return camera_port(device, device.camera, inbox, box_of(lambda: NOWHERE))
    link = link_to(device, bindings, positions or {})
    standing = link.standing if isinstance(link, HostLink) else lambda: NOWHERE
    return Port(device.name, device.address, inbox, link, baud=device.baud, box=box_of(standing))

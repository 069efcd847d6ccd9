"""The port of a camera over a shoe's mouth, with the readers of the decks that were accepted for it."""

from collections.abc import Callable
from pathlib import Path

from drivers.black_box.recorder import Recorder
from drivers.camera.camera_port import CameraPort
from drivers.camera.deck_readers import DeckReaders
from drivers.camera.frame_sources import FrameSource
from drivers.camera.kept import NotTemplatesError, opened
from drivers.camera.mouth import Mouth
from drivers.camera.network import NoNetworkError
from drivers.camera.passing import Passed
from drivers.camera.templates import Templates
from drivers.ports import Inbox
from table_controller.config import ConfigError
from table_controller.device_sections import CameraConfig, DeviceConfig


def camera_port(
    device: DeviceConfig,
    camera: CameraConfig,
    inbox: Inbox,
    box: Recorder | None = None,
    opener: Callable[[], FrameSource] | None = None,
    told: Callable[[Passed], None] | None = None,
) -> CameraPort:
    """Not yet started. `opener`, `told`: see `CameraPort`. ConfigError when the templates or the network cannot be had."""
    decks = [_templates(file) for file in camera.templates.values()]
    mouth = Mouth(camera.px_per_mm, camera.turn)
    try:
        readers = DeckReaders(decks)
    except NoNetworkError as wrong:
        raise ConfigError(device.name, 1, "reader", "bad_value", str(wrong)) from wrong
    return CameraPort(device.name, device.address, inbox, device.serial, mouth, readers, box=box, opener=opener, told=told)


def _templates(file: Path) -> Templates:
    try:
        return opened(file)
    except (NotTemplatesError, OSError) as wrong:
        why = "no templates of an accepted deck (`burnturn camera enroll`)"
        raise ConfigError(str(file), 1, "templates", "unreadable", why) from wrong

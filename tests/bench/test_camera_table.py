"""A simulated table with a camera over its shoe: configured, read, kept sealed, watched."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from drivers.camera.camera_port import CameraPort
from drivers.ports import Delivery
from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.shoe_camera import LiveShoeCamera, Mischief
from hardware.simulator.zones import Zone
from table_controller.bootstrap.black_boxes import box_path, open_box, play_box, playback_of
from table_controller.bootstrap.camera_watch import Watch, served
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.ports import port_of
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.cli import burnturn
from table_controller.config import ConfigError, load_table_config
from table_controller.core.cards import text_of
from table_controller.core.readings import CardRead, DeviceUp, ReaderState, Reading
from table_controller.journal import write_status
from table_controller.service.loop import Status, real_moment

from .bench_table import STAKES

PATIENCE_S = 40.0
TO = Zone.BURN


CAMERAS: list[LiveShoeCamera] = []


@pytest.fixture(autouse=True)
def _cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are running, so that one can meddle with them."""
    entered = LiveShoeCamera.__enter__
    monkeypatch.setattr(LiveShoeCamera, "__enter__", lambda self: (CAMERAS.append(self), entered(self))[1])


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> SimulatedPlan:
    """Its deck was accepted by both readers."""
    made = SimulatedPlan(tmp_path_factory.mktemp("camera"), 1, STAKES, optical=True)
    furnish(made)
    return made


class Seen:
    """What the table would be told by its camera, and the truth."""

    def __init__(self, table: RealtimeTable, port: CameraPort, inbox: "Queue[Delivery]") -> None:
        self.table, self.port, self._inbox = table, port, inbox
        self.told: list[Reading] = []
        self.until(lambda: any(isinstance(one, DeviceUp) for one in self.told))

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, (self.told, self.port.status())
            while not self._inbox.empty():
                self.told.append(self._inbox.get_nowait().reading)
            time.sleep(0.01)

    @property
    def faces(self) -> list[int]:
        return [one.face for one in self.told if isinstance(one, CardRead)]

    def draw(self) -> int:
        """The next card goes out; which it was."""
        face: int = self.table.look(lambda table: table.truth.zone(Zone.DECK)[0].face)
        count = len(self.faces)
        self.until(lambda: CAMERAS[-1].ready)
        self.table.act(lambda hands: hands.draw(TO))
        self.until(lambda: len(self.faces) > count)
        return face


@contextmanager
def seen(plan: SimulatedPlan) -> Iterator[Seen]:
    room, inbox = room_of(plan.config), Queue[Delivery]()
    device = room.device("camera")
    with live_table(plan, 1.0) as table:
        port = port_of(device, room.config.bindings, inbox, box_of=lambda standing: open_box(room, device, standing))
        assert isinstance(port, CameraPort)
        port.start()
        try:
            yield Seen(table, port, inbox)
        finally:
            assert port.stop(10.0)


def test_cards_are_read_from_the_pixels_of_the_table_and_kept_sealed(plan: SimulatedPlan) -> None:
    with seen(plan) as camera:
        truth = [camera.draw() for _ in range(4)]
    assert all(face in (now, 254) for face, now in zip(camera.faces, truth, strict=True)), "one may be unread, none wrong"
    assert 254 not in camera.faces or camera.faces.count(254) == 1
    room = room_of(plan.config)
    device = room.device("camera")
    content = box_path(room, device).read_bytes()
    assert b"\xff\xd8\xff" not in content, "no picture lies there in clear"
    played = [one.reading for one in play_box(room, device, playback_of(room, device))]
    assert [(one.face, one.draw) for one in played if isinstance(one, CardRead)] == [
        (one.face, one.draw) for one in camera.told if isinstance(one, CardRead)
    ]
    shown = CliRunner().invoke(burnturn, ["blackbox", "replay", str(plan.config), "--json"])
    assert shown.exit_code == 0, shown.output
    said = [one["said"] for one in json.loads(shown.stdout)["readings"] if one["what"] == "card_read"]
    assert said
    assert not any({"face", "draw"} & set(one) for one in said), "replayed, no card is named"


@pytest.mark.parametrize(("mischief", "word"), [(Mischief.UNPLUGGED, "unplugged"), (Mischief.FROZEN, "frozen")])
def test_a_camera_that_fails_is_named_and_comes_back_by_itself(plan: SimulatedPlan, mischief: Mischief, word: str) -> None:
    with seen(plan) as camera:
        CAMERAS[-1].mischief = mischief
        camera.until(lambda: (fault := camera.port.status().fault) is not None and word in fault.detail)
        CAMERAS[-1].mischief = None
        camera.until(lambda: camera.port.status().fault is None)
        face = camera.draw()
    assert camera.faces in ([face], [254])
    if mischief is Mischief.FROZEN:
        assert [one.ok for one in camera.told if isinstance(one, ReaderState)] == [False, True]


def test_what_the_camera_sees_and_reads_is_shown_to_this_computer_alone(plan: SimulatedPlan) -> None:
    watch = Watch(load_table_config(plan.config), "en")
    assert "<title>Kamera</title>" in Watch(load_table_config(plan.config), "sk").page()
    with live_table(plan, 1.0) as table, served(watch, 0) as address:
        end = time.monotonic() + PATIENCE_S
        while _state(address)["frames"] < 20 and time.monotonic() < end:
            time.sleep(0.05)
        while not CAMERAS[-1].ready and time.monotonic() < end:
            time.sleep(0.05)
        face = table.look(lambda one: one.truth.zone(Zone.DECK)[0].face)
        table.act(lambda hands: hands.draw(TO))
        while not _state(address)["cards"] and time.monotonic() < end:
            time.sleep(0.05)
        (card,) = _state(address)["cards"]
        assert card["card"] in (text_of(face), None)
        assert card["looks"] > 0
        assert _state(address)["fps"] > 5
        picture = cv2.imdecode(np.frombuffer(_get(address + "picture"), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert b"<title>Camera" in _get(address)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            _get(address + "state", host="evil.example")


def _get(address: str, host: str | None = None) -> bytes:
    request = urllib.request.Request(address, headers={} if host is None else {"Host": host})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return bytes(answer.read())


def _state(address: str) -> dict[str, object]:
    state: dict[str, object] = json.loads(_get(address + "state"))
    return state


def test_a_running_table_s_camera_is_not_watched(plan: SimulatedPlan) -> None:
    journal = load_table_config(plan.config).journal_path
    now = real_moment().wall_ms
    status = Status(alive_since=now, heartbeat=now, queue=0, devices=(), fault=None)
    write_status(journal, msgspec.json.encode(status))
    said = CliRunner().invoke(burnturn, ["camera", "watch", str(plan.config)])
    journal.with_name(f"{journal.name}.status").unlink()
    assert (said.exit_code, "is running and has the camera" in said.stderr) == (1, True)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("templates.red = ", "# ", "missing_key"),
        ('url = "frames://', 'url = "somewhere://', "bad_value"),
        ('card.0 = "shoe"', "", "not_bound"),
        ('card.0 = "shoe"', 'card.0 = "shoe"\nantenna.0 = "shoe"', "bad_place"),
        ("px_per_mm = 6", "px_per_mm = 0", "wrong_type"),
    ],
)
def test_a_mistake_about_a_camera_is_named(plan: SimulatedPlan, tmp_path: Path, old: str, new: str, code: str) -> None:
    text = plan.config.read_text(encoding="utf-8")
    assert old in text
    config = tmp_path / "T1.toml"
    config.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        load_table_config(config)
    assert wrong.value.code == code


def test_a_deck_that_was_not_accepted_cannot_be_used(plan: SimulatedPlan, tmp_path: Path) -> None:
    text = plan.config.read_text(encoding="utf-8")
    assert room_of(plan.config).decks.named("red").usable
    plan.config.write_text(text.replace("templates.red", "templates.blue"), encoding="utf-8")
    try:
        assert not room_of(plan.config).decks.named("red").usable
        plan.config.write_text(text.replace("T1.templates", "gone.templates"), encoding="utf-8")
        said = CliRunner().invoke(burnturn, ["table", str(plan.config)])
        assert (said.exit_code, "no templates of an accepted deck" in said.stderr) == (2, True)
    finally:
        plan.config.write_text(text, encoding="utf-8")


def test_a_table_without_a_camera_loads_no_opencv() -> None:
    """Half the memory of a table's process, and the start of every command."""
    asked = "import sys, table_controller.bootstrap.table, table_controller.bootstrap.demo; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False, timeout=60).returncode == 0

"""The black box of a tag reader's port: from an opening on the same readings come out again."""

from pathlib import Path

from drivers.black_box.playback import Playback
from drivers.black_box.played_reader import PlayedReader
from drivers.black_box.recorder import Recorder
from drivers.black_box.ring import BLOCK_BYTES, Ring, read_blocks
from drivers.link.standing import NOWHERE
from drivers.port import Port
from drivers.readers.reader_link import ReaderLink
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

from .live_reader import Listener, on_pty
from .reader_rig import uid
from .test_reader_port import MAKERS, both

ANTENNAS = {1, 2, 3}


def seal(_number: int, plain: bytes) -> bytes:
    return len(plain).to_bytes(4, "big") + plain.ljust(BLOCK_BYTES, b"\0")


def unseal(_number: int, sealed: bytes) -> bytes:
    return sealed[4:][: int.from_bytes(sealed[:4], "big")]


def played(path: Path, maker: str) -> list[rd.Reading]:
    dialect, _ = MAKERS[maker]
    playback = Playback(lambda _standing: PlayedReader(ReaderLink(DeviceId("FT1"), dialect, ANTENNAS)))
    return list(playback.readings(read_blocks(path, unseal)))


def without_time(reading: rd.Reading) -> str:
    return repr(reading).replace(f"at={reading.at}", "at")


@both
def test_tags_cables_and_a_hanging_reader_are_played_again(maker: str, tmp_path: Path) -> None:
    dialect, make = MAKERS[maker]
    reader = make()
    reader.field = {1: [uid(1), uid(2)], 3: [uid(3)]}
    with on_pty(reader, tmp_path / "felt") as (live, carrier):
        listener = Listener(str(tmp_path / "felt"), dialect, ANTENNAS)
        kept = Recorder(Ring(tmp_path / "box", 64, b"", BLOCK_BYTES + 4), seal, lambda: NOWHERE)
        listener.port = Port("felt", str(tmp_path / "felt"), listener.inbox, listener.link, box=kept)
        with listener.listening():
            listener.until(lambda: listener.came(rd.SnapshotValid))
            live.act(lambda one: one.field.update({2: [uid(4)], 3: []}))
            listener.until(lambda: listener.came(rd.TagAbsent) and listener.came(rd.TagPresent, 4))
            live.act(lambda one: setattr(one, "hangs", True))
            listener.until(lambda: listener.came(rd.ReaderState))
            live.act(lambda one: setattr(one, "hangs", False))
            listener.until(lambda: listener.came(rd.ReaderState, 2))
            carrier.unplug()
            listener.until(lambda: listener.came(rd.DeviceSilent))
            carrier.plug(elsewhere=True)
            listener.until(lambda: listener.came(rd.SnapshotValid, 2))
    again = played(tmp_path / "box", maker)
    assert [without_time(one) for one in again[: len(listener.told)]] == [without_time(one) for one in listener.told]
    assert all(abs(one.at - other.at) <= 30 for one, other in zip(again, listener.told, strict=False))


def test_a_box_that_begins_within_a_conversation_waits_for_the_next_opening(tmp_path: Path) -> None:
    box = Recorder(Ring(tmp_path / "box", 2, b"", BLOCK_BYTES + 4), seal, lambda: NOWHERE)
    box.opened(0)
    for moment in range(2_000):
        box.moved(b"IVF 00\r\n", b"INV\r", moment, box.look())
    box.close()
    assert played(tmp_path / "box", "metratec") == []

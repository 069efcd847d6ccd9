"""Both makers' protocols word by word: what is said, what is heard, and what of it proves nothing."""

import pytest

from drivers.link.liveness import LinkState
from drivers.readers.metratec import LONGEST_LINE, METRATEC, Lines
from drivers.readers.pepper_c1 import LONGEST, PEPPER_C1, Frames, frame_of
from drivers.readers.reader_link import CHECK_EVERY, QUIET_MS, SILENT_MS, VISIT_MS, ReaderLink
from hardware.protocol.wire import ReaderReason
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

UID1, UID2 = b"E00401500A0B0C01", b"E00401500A0B0C02"
WHOLE = UID1 + b"\rARP 03\rIVF 01\r"


class Metratec:
    """A reader of antennas 3 and 4 in the hands of a test, set up unless told otherwise."""

    def __init__(self, *antennas: int, up: bool = True) -> None:
        self.link = ReaderLink(DeviceId("FT1"), METRATEC, antennas or (3, 4))
        self.now = 1_000
        self.link.opened(self.now)
        self.switched = set(antennas) != {0}
        if up:
            self.come_up()

    def come_up(self) -> None:
        assert (self.first or self.said()) == b"BRK\r"
        assert self.answer(b"NCM\r") == b"RFW\r"
        assert self.answer(b"QUASAR_MX      0220\r") == b"SRI SS 100\r"
        asked = self.answer(b"OK!\r")
        if self.switched:
            assert asked == b"SAP ARP ON\r"
            asked = self.answer(b"OK!\r")
        self.first = asked

    def said(self) -> bytes:
        return self.link.poll(self.now)

    def answer(self, words: bytes, after: int = VISIT_MS) -> bytes:
        """The reader's words; what is said to it then, when it has rested."""
        self.now += after
        self.link.receive(words, self.now)
        return self.said()

    def wait(self, milliseconds: int) -> bytes:
        self.now += milliseconds
        return self.said()

    def told(self) -> list[rd.Reading]:
        taken = list(self.link.outbox)
        self.link.outbox.clear()
        return taken

    def tags(self) -> list[bytes]:
        return [reading.tag.raw for reading in self.told() if isinstance(reading, rd.TagPresent)]

    def show(self, words: bytes, times: int = 2) -> None:
        """These words for each inventory of antenna 3, nothing on 4."""
        for _ in range(2 * times):
            asked = self.wait(VISIT_MS) if self.first is None else self.first
            self.first = None
            asked = asked or self.wait(QUIET_MS) or self.wait(VISIT_MS)
            assert asked in (b"SAP MAN 3\r", b"SAP MAN 4\r")
            assert self.answer(b"OK!\r") == b"INV\r"
            self.first = self.answer(words if asked == b"SAP MAN 3\r" else b"ARP 04\rIVF 00\r")

    first: bytes | None = None


def test_a_reader_is_set_up_step_by_step() -> None:
    reader = Metratec()
    assert reader.first == b"SAP MAN 3\r"
    (up,) = reader.told()
    assert isinstance(up, rd.DeviceUp)
    assert (up.firmware, up.antennas, up.new_life) == ("QUASAR_MX 2.20", 2, True)


def test_a_reader_with_one_antenna_is_not_switched() -> None:
    reader = Metratec(0)
    assert reader.first == b"INV\r"
    for _ in range(2):
        assert reader.answer(UID1 + b"\rIVF 01\r") == b"INV\r"
    assert reader.tags() == [bytes.fromhex(UID1.decode())]


def test_one_antenna_that_is_not_the_first_is_switched_to() -> None:
    assert Metratec(3).first == b"SAP MAN 3\r"


def test_a_tag_in_two_whole_inventories_is_told() -> None:
    reader = Metratec()
    reader.show(WHOLE)
    assert reader.tags() == [bytes.fromhex(UID1.decode())]


@pytest.mark.parametrize(
    "words",
    [
        b"ARP 03\rIVF 01\r",  # fewer tags than it says
        UID1 + b"\r" + UID2 + b"\rARP 03\rIVF 01\r",  # more
        UID1 + b"\r" + UID1 + b"\rARP 03\rIVF 02\r",  # one of them twice
        UID1[:-1] + b"\rARP 03\rIVF 01\r",  # a short one
        UID1 + b"0\rARP 03\rIVF 01\r",  # a long one
        b"A0" + UID1[2:] + b"\rARP 03\rIVF 01\r",  # no tag of this kind begins so
        b"FFFFFFFFFFFFFFFF\rARP 03\rIVF 01\r",
        b"E0040\xff500A0B0C01\rARP 03\rIVF 01\r",
        UID1 + b"\rIVF 01\r",  # an antenna it does not name
        UID1 + b"\rARP 03\rIVF 0x\r",
        UID1 + b"\rARP 03\rIVF ",  # and then nothing
        b"\xff" * 40,
        UID1 * 20 + b"\r",
    ],
)
def test_b2_b15_a_torn_inventory_proves_nothing(words: bytes) -> None:
    reader = Metratec()
    reader.show(words, times=4)
    assert reader.tags() == []
    assert reader.link.counters().malformed == 4
    assert reader.link.state is LinkState.LINKED


def test_b20_an_inventory_of_another_antenna_is_torn() -> None:
    reader = Metratec()
    reader.show(UID1 + b"\rARP 04\rIVF 01\r", times=4)
    assert reader.tags() == []


def test_words_that_come_late_are_not_taken_for_the_next_answer() -> None:
    reader = Metratec()
    assert reader.answer(b"IVF 00\r") == b""  # to SAP MAN: of the visit before
    assert reader.answer(b"OK!\r", QUIET_MS - 1) == b""
    assert reader.wait(QUIET_MS) == b"SAP MAN 4\r"


def test_a_reader_that_forgot_everything_is_lost_and_set_up_anew() -> None:
    for word in (b"SRT\r", b"RNW\r"):
        reader = Metratec()
        reader.told()
        reader.first = reader.answer(word)
        (lost,) = reader.told()
        assert isinstance(lost, rd.ReaderState)
        assert (lost.ok, lost.reason) == (False, ReaderReason.RESTARTED)
        assert reader.link.trouble is None, "who restarts is no stranger"
        reader.come_up()
        (back,) = reader.told()
        assert isinstance(back, rd.ReaderState)
        assert back.ok


def test_a_heartbeat_is_no_answer() -> None:
    reader = Metratec()
    assert reader.answer(b"HBT\rOK!\r") == b"INV\r"
    assert reader.answer(b"HBT\r" + WHOLE) == b"SAP MAN 3\r"  # at once again: a tag is about to come
    assert reader.link.counters().malformed == 0


def test_a_refusal_is_told_and_tried_again_ever_later() -> None:
    reader = Metratec()
    reader.told()
    assert reader.answer(b"UPA\r") == b""
    (lost,) = reader.told()
    assert isinstance(lost, rd.ReaderState)
    assert lost.reason == ReaderReason.REFUSES
    assert reader.link.trouble == "SAP MAN 3: UPA"
    assert reader.wait(60) == b"BRK\r"


def test_b17_a_reader_whose_words_are_not_known_is_not_read() -> None:
    for words in (b"QUASAR_MX      0216\r", b"QUASAR_MX      8200\r", b"DESKID_UHF     0315\r", b"\x82\r"):
        reader = Metratec(up=False)
        reader.said()
        asked = reader.answer(b"NCM\r")
        for _ in range(3):
            assert asked == b"RFW\r"
            asked = reader.answer(words)
        assert asked == b""
        assert [type(reading) for reading in reader.told()] == [rd.ReaderState]
        assert reader.link.state is LinkState.ASKING


def test_older_firmware_is_asked_in_older_words() -> None:
    reader = Metratec(up=False)
    reader.said()
    reader.answer(b"BRA\r")
    assert reader.answer(b"UCO\r") == b"REV\r"
    assert reader.answer(b"QuasarLR       01000220\r\n") == b"SRI SS 100\r"


def test_b11_what_it_is_and_how_it_is_set_up_is_asked_again_and_again() -> None:
    reader = Metratec(0)
    assert reader.answer(b"IVF 00\r", CHECK_EVERY) == b"RFW\r"
    assert reader.answer(b"QUASAR_MX      0220\r") == b"SRI SS 100\r"
    assert reader.answer(b"OK!\r") == b"INV\r"
    asked = reader.answer(b"IVF 00\r", CHECK_EVERY)
    for _ in range(3):  # one answer may be garbled
        assert asked == b"RFW\r"
        asked = reader.answer(b"QUASAR_MX      0301\r")
    assert reader.link.state is LinkState.ASKING


def test_b13_a_reader_that_answers_at_once_is_not_asked_at_once() -> None:
    reader = Metratec(0)
    asked = 0
    for _ in range(1_000):
        asked += reader.answer(b"IVF 00\r", 1) == b"INV\r"
    assert 90 <= asked <= 1_000 / VISIT_MS


def test_silence_is_not_waited_for_longer_than_52_tags_need() -> None:
    reader = Metratec()
    assert reader.wait(SILENT_MS - 1) == b""
    assert reader.link.next_deadline() == reader.now + 1
    reader.wait(1)
    assert reader.link.state is LinkState.ASKING
    assert reader.link.trouble is None, "who is silent is no stranger"
    assert reader.wait(50) == b"BRK\r"


def test_a_line_without_end_takes_no_memory() -> None:
    lines = Lines()
    assert lines.feed(b"E" * 100_000) == []
    assert len(lines._waiting) <= LONGEST_LINE + 1
    assert lines.feed(b"\rIVF 00\r\n")[-1] == b"IVF 00"
    assert lines.bad == 1


# --- Pepper C1 -------------------------------------------------------------------------------------------------------


def test_frames_come_through_garbage_in_any_portions() -> None:
    stream = b"\xff\xf5\xf5\x03" + frame_of(b"\x00\x0f") + b"\x00\xf5\x02\x00\xfd\xff" + frame_of(b"\xf5" * 9)
    whole = Frames()
    assert whole.feed(stream) == [b"\x00\x0f", b"\xf5" * 9]
    bytewise = Frames()
    assert [unit for byte in stream for unit in bytewise.feed(bytes([byte]))] == [b"\x00\x0f", b"\xf5" * 9]
    assert bytewise.bad == whole.bad > 0


def test_the_check_of_a_frame_is_crc_ccitt_low_byte_first() -> None:
    assert frame_of(b"\x01") == b"\xf5\x03\x00\xfc\xff\x01\xd1\xf1"


def test_no_length_from_the_wire_is_trusted() -> None:
    frames = Frames()
    for length in (0, 1, 2, LONGEST + 1, 0xFFFF):
        size = length.to_bytes(2, "little")
        head = b"\xf5" + size + bytes(byte ^ 0xFF for byte in size)
        assert frames.feed(head + frame_of(b"\x00\x01")) == [b"\x00\x01"]
    assert len(frames._waiting) < 10


def test_a_flipped_bit_anywhere_spoils_the_frame() -> None:
    good = frame_of(b"\x00\x90" + bytes(range(10)))
    for place in range(8 * len(good)):
        bad = bytearray(good)
        bad[place // 8] ^= 1 << place % 8
        assert Frames().feed(bytes(bad)) == []


class Pepper:
    """A Pepper C1 with antennas 1 and 2 in the hands of a test, set up."""

    def __init__(self) -> None:
        self.link = ReaderLink(DeviceId("P1"), PEPPER_C1, (1, 2))
        self.now = 1_000
        self.link.opened(self.now)
        assert self.said() == b"\x01"
        assert self.answer(b"\x00\x01") == b"\x06\x00"
        assert self.answer(b"\x00\x06") == b"\x0b"
        assert self.answer(b"\x00\x0b1.1 Jan 18 2019 15:35:03") == b"\x0f\x01"

    def said(self) -> bytes:
        payloads = Frames().feed(self.link.poll(self.now))
        return payloads[0] if payloads else b""

    def answer(self, payload: bytes) -> bytes:
        self.now += VISIT_MS
        self.link.receive(frame_of(payload), self.now)
        return self.said()


TAG = bytes.fromhex(UID1.decode())[::-1] + b"\x00"


def test_an_inventory_is_asked_tag_by_tag() -> None:
    reader = Pepper()
    for antenna in (1, 2, 1):
        assert reader.answer(b"\x00\x0f") == b"\x90\x00"
        assert reader.answer(b"\x00\x90" + TAG + b"\x01") == b"\x91\x00"
        other = bytes([TAG[0] ^ 1]) + TAG[1:]
        assert reader.answer(b"\x00\x91" + other + b"\x00")[:1] == b"\x0f", antenna
    told = [reading.tag.raw for reading in reader.link.outbox if isinstance(reading, rd.TagPresent)]
    assert told == [bytes.fromhex(UID1.decode()), bytes.fromhex("E00401500A0B0C00")]


@pytest.mark.parametrize(
    "payload",
    [
        b"\x00\x91" + TAG + b"\x00",  # to another question
        b"\x00\x0f",
        b"\x00\x90" + TAG[:-1] + b"\x00",
        b"\x00\x90" + TAG + b"\x02",
        b"\x00\x90" + TAG[::-1] + b"\x00",  # it does not begin as each tag does
        b"\xff\x90\x02\x07",  # an error that is not "nothing there"
        b"\xff" * 12,
    ],
)
def test_b15_b20_an_answer_that_does_not_fit_is_torn(payload: bytes) -> None:
    reader = Pepper()
    reader.answer(b"\x00\x0f")
    assert reader.answer(payload) == b""
    assert reader.link.counters().malformed == 0  # it waits whether more comes
    reader.now += QUIET_MS
    assert reader.said() == b"\x0f\x02"
    assert reader.link.counters().malformed == 1


def test_b15_a_reader_that_says_a_tag_twice_has_lost_its_place() -> None:
    reader = Pepper()
    reader.answer(b"\x00\x0f")
    reader.answer(b"\x00\x90" + TAG + b"\x01")
    assert reader.answer(b"\x00\x91" + TAG + b"\x00") == b""
    reader.now += QUIET_MS
    reader.said()
    assert reader.link.counters().malformed == 1


def test_no_tag_is_no_error() -> None:
    reader = Pepper()
    reader.answer(b"\x00\x0f")
    for error in (b"\xff\x90\x02\x01", b"\xff\x90\x01\x02"):
        assert reader.answer(error)[:1] == b"\x0f"
        reader.answer(b"\x00\x0f")
    assert reader.link.counters().malformed == 0


def test_what_it_says_unasked_is_passed_over() -> None:
    reader = Pepper()
    assert reader.answer(b"\xfe\x01\x02") == b""
    assert reader.answer(b"\x00\x0f") == b"\x90\x00"


def test_an_antenna_a_reader_cannot_have_is_refused() -> None:
    for dialect, antenna in ((PEPPER_C1, 0), (PEPPER_C1, 9), (METRATEC, 32)):
        with pytest.raises(ValueError, match="has antennas"):
            ReaderLink(DeviceId("x"), dialect, (antenna,))

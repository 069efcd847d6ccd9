"""Frames survive any wire: what comes through is what was sent, the rest is counted and dropped."""

import zlib

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.protocol.frames import MAX_PAYLOAD, MAX_WIRE, Deframer, Frame, FrameType, encode

U16 = st.integers(0, 0xFFFF)
frames = st.builds(
    Frame,
    st.sampled_from(FrameType),
    st.integers(0, 255),
    U16,
    U16,
    st.integers(0, 0xFFFFFFFF),
    st.binary(max_size=MAX_PAYLOAD),
)


def wire_of(raw: bytes) -> bytes:
    return bytes(cobs.encode(raw + zlib.crc32(raw).to_bytes(4, "little"))) + b"\0"


def counted(deframer: Deframer) -> tuple[int, int, int]:
    return deframer.bad_crc, deframer.bad_form, deframer.too_long


@given(st.lists(frames, max_size=6), st.lists(st.integers(0, 300), max_size=8))
def test_frames_come_back_however_the_stream_is_cut(sent: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(map(encode, sent))
    deframer = Deframer()
    got: list[Frame] = []
    last = 0
    for cut in [*sorted(cuts), len(stream)]:
        got += deframer.feed(stream[last:cut])
        last = max(last, cut)
    assert got == sent
    assert counted(deframer) == (0, 0, 0)


@given(frames)
def test_a_frame_has_one_zero_at_its_end_and_at_most_64_bytes(frame: Frame) -> None:
    wire = encode(frame)
    assert wire.index(0) == len(wire) - 1
    assert len(wire) <= MAX_WIRE


@given(frames, st.data())
def test_no_flipped_bits_give_a_wrong_frame(frame: Frame, data: st.DataObject) -> None:
    wire = bytearray(encode(frame))
    for bit in data.draw(st.lists(st.integers(0, 8 * len(wire) - 1), min_size=1, max_size=4, unique=True)):
        wire[bit // 8] ^= 1 << bit % 8
    after = encode(Frame(FrameType.PING, 1, 2, 3, 4))
    got = Deframer().feed(b"\0" + bytes(wire) + b"\0" + after)
    assert got == Deframer().feed(after)


@pytest.mark.parametrize("payload", [b"", bytes(48), b"\xff" * 48, bytes(range(48))])
def test_no_single_flipped_bit_gives_a_wrong_frame(payload: bytes) -> None:
    wire = encode(Frame(FrameType.EVENT, 4, 65535, 0, 123456, payload))
    for bit in range(8 * len(wire)):
        bent = bytearray(wire)
        bent[bit // 8] ^= 1 << bit % 8
        assert Deframer().feed(bytes(bent) + b"\0") == []


@given(st.lists(st.binary(max_size=200), max_size=10))
@settings(max_examples=300)
def test_no_bytes_raise_and_little_is_held(parts: list[bytes]) -> None:
    deframer = Deframer()
    for part in parts:
        for frame in deframer.feed(part):
            assert encode(frame)
        assert len(deframer._held) < MAX_WIRE
    assert Deframer().feed(b"") == []
    good = Frame(FrameType.ACK, 1, 0, 7, 9)
    assert deframer.feed(b"\0" + encode(good)) == [good]


def test_what_is_wrong_is_counted_by_its_kind() -> None:
    deframer = Deframer()
    good = bytearray(encode(Frame(FrameType.PING, 1, 2, 3, 4)))
    good[3] ^= 0x40
    head = bytes([1 << 6 | 7, 1, 2, 0, 3, 0, 4, 0, 0, 0])
    assert deframer.feed(bytes(good)) == []
    assert counted(deframer) == (1, 0, 0)
    assert deframer.feed(b"\x05\x01\0") == []  # a COBS code that points past the end
    assert deframer.feed(wire_of(head[:9])) == []  # too short
    assert deframer.feed(wire_of(bytes([2 << 6 | 7]) + head[1:])) == []  # another version
    assert deframer.feed(wire_of(bytes([1 << 6 | 9]) + head[1:])) == []  # an unknown type
    assert counted(deframer) == (1, 4, 0)
    assert deframer.feed(wire_of(head + bytes(49))) == []
    assert deframer.feed(b"\x01" * 5000) == []
    assert deframer.feed(b"\x01" * 5000 + b"\0") == []
    assert counted(deframer) == (1, 4, 2)
    assert deframer.feed(wire_of(head)) == [Frame(FrameType.PING, 1, 2, 3, 4)]


def test_zeros_between_frames_count_as_nothing() -> None:
    deframer = Deframer()
    ping = Frame(FrameType.PING, 1, 2, 3, 4)
    assert deframer.feed(b"\0\0\0" + encode(ping) + b"\0\0") == [ping]
    assert counted(deframer) == (0, 0, 0)


def test_clearing_forgets_the_beginning_of_a_frame() -> None:
    deframer = Deframer()
    ping = Frame(FrameType.PING, 1, 2, 3, 4)
    deframer.feed(b"\x09\x08")
    deframer.clear()
    assert deframer.feed(encode(ping)) == [ping]
    deframer.feed(b"\x01" * 100)
    deframer.clear()
    assert deframer.feed(encode(ping)) == [ping]


@pytest.mark.parametrize(
    "frame",
    [
        Frame(FrameType.RESP, payload=bytes(49)),
        Frame(FrameType.ACK, epoch=256),
        Frame(FrameType.ACK, seq=-1),
        Frame(FrameType.ACK, t_ms=1 << 32),
    ],
)
def test_a_frame_that_does_not_fit_is_refused(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"table bus|does not fit"):
        encode(frame)

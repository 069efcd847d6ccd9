"""Snapshots: wanted until a valid one came, and what makes one valid."""

import itertools

from scripted_peer import DEVICE, FIRST, LIFE, Peer, of

from hardware.protocol.commands import CommandCode, Scan, Status
from hardware.protocol.events import Event, Input, Key, Reader, SnapshotBegin, SnapshotEnd, TagIn, TagOut, Uid
from hardware.protocol.frames import Frame, FrameType
from table_controller.core.readings import LinkPosition, SnapshotValid, TagId

UID = Uid(bytes.fromhex("e004015012345678"))
OTHER = Uid(bytes.fromhex("e004015087654321"))


class Snapping(Peer):
    """A linked peer whose numbering goes on by itself."""

    def __init__(self, recorded: tuple[LinkPosition, ...] = ()) -> None:
        super().__init__(recorded)
        self.number = FIRST
        self.link.opened(self.now)
        self.hello()
        self.record()

    def orders(self) -> list[int]:
        """Ids of snapshots ordered now; pings are answered."""
        ids = []
        for _ in range(2):
            for frame in self.poll():
                if frame.type is FrameType.PING:
                    self.pong(frame)
                elif frame.type is FrameType.CMD and frame.payload[0] == CommandCode.SNAPSHOT:
                    self.command = frame
                    ids.append(frame.payload[1])
        return ids

    def orders_in(self, ms: int) -> list[tuple[int, int]]:
        """(ms from now, id) of each new id ordered, the link kept up, nothing answered but pings."""
        start, seen = self.now, [] if not self.sent else [self.command.payload[1]]
        found = []
        while self.now < start + ms:
            self.now += 10
            self.beat()
            for number in self.orders():
                if number not in seen:
                    seen.append(number)
                    found.append((self.now - start, number))
        return found

    def tell(self, *events: Event) -> list[SnapshotValid]:
        """Events in order; the valid snapshots they make."""
        for event in events:
            self.event(self.number, event)
            self.number += 1
        return [r for r in self.record() if isinstance(r, SnapshotValid)]

    command = Frame(FrameType.CMD)


def started() -> tuple[Snapping, int]:
    peer = Snapping()
    (number,) = peer.orders()
    peer.answer(peer.command)
    return peer, number


def settled() -> Snapping:
    peer, number = started()
    assert peer.tell(SnapshotBegin(number), SnapshotEnd(number, 0))
    return peer


def test_a_host_that_starts_wants_one_though_nothing_was_lost() -> None:
    peer = Snapping(recorded=(LinkPosition(DEVICE, LIFE, FIRST - 1),))
    assert len(peer.orders()) == 1


def test_a_valid_one_names_what_is_there() -> None:
    peer, number = started()
    (valid,) = peer.tell(
        SnapshotBegin(number),
        Input(0, False),
        Input(1, True),
        TagIn(0, UID),
        TagIn(1, UID),
        Input(0, True),
        TagOut(1, UID),
        TagIn(1, OTHER),
        Key(0, 1, True),
        SnapshotEnd(number, 8),
    )
    assert valid.inputs == ((0, True), (1, True))
    assert set(valid.tags) == {(0, TagId(bytes(UID))), (1, TagId(bytes(OTHER)))}
    assert valid.antennas is None
    assert peer.orders_in(70_000) == []


def test_a_tag_that_left_one_antenna_is_still_on_the_other() -> None:
    peer, number = started()
    (valid,) = peer.tell(SnapshotBegin(number), TagIn(0, UID), TagIn(1, UID), TagOut(0, UID), SnapshotEnd(number, 3))
    assert valid.tags == ((1, TagId(bytes(UID))),)


def test_a_wrong_count_voids_it_and_another_is_ordered_at_once() -> None:
    peer, number = started()
    assert peer.tell(SnapshotBegin(number), Input(0, True), SnapshotEnd(number, 2)) == []
    (following,) = peer.orders()
    assert following != number


def test_a_second_begin_voids_it() -> None:
    peer, number = started()
    peer.tell(SnapshotBegin(number), SnapshotBegin(number))
    (following,) = peer.orders()
    assert following != number
    assert peer.tell(SnapshotEnd(number, 0)) == []


def test_a_loss_voids_it() -> None:
    peer, number = started()
    peer.tell(SnapshotBegin(number), Input(0, True))
    peer.hello(peer.number + 5, peer.number + 9)
    peer.number += 5
    peer.record()
    (following,) = peer.orders()
    assert following != number
    assert peer.tell(SnapshotEnd(number, 6)) == []


def test_a_hello_without_loss_does_not_void_it() -> None:
    peer, number = started()
    peer.tell(SnapshotBegin(number), Input(0, True))
    peer.hello(peer.number, peer.number)
    assert peer.tell(SnapshotEnd(number, 1))


def test_begin_and_end_of_other_ids_are_passed_over_but_count() -> None:
    peer, number = started()
    other = number % 255 + 1
    assert peer.tell(
        SnapshotBegin(other),
        SnapshotEnd(other, 0),
        SnapshotBegin(number),
        SnapshotBegin(other),
        SnapshotEnd(other, 0),
        SnapshotEnd(number, 2),
    )
    assert peer.orders() == []


def test_an_end_without_its_begin_says_nothing() -> None:
    peer, number = started()
    assert peer.tell(SnapshotEnd(number, 0)) == []
    assert peer.orders() == []


def test_a_valid_one_is_not_undone_by_what_the_device_repeats() -> None:
    peer = settled()
    number = peer.command.payload[1]
    assert peer.tell(SnapshotBegin(number), SnapshotBegin(number), SnapshotEnd(number, 1)) == []
    assert peer.orders() == []


def test_an_order_without_outcome_is_given_anew_after_a_second() -> None:
    peer = Snapping()
    peer.orders()
    ((after, _), *_) = peer.orders_in(4000)
    assert 2980 <= after <= 3020  # given up after 2 s


def test_an_end_that_comes_though_its_order_had_no_outcome_is_valid() -> None:
    peer = Snapping()
    (number,) = peer.orders()
    peer.orders_in(2500)
    assert peer.tell(SnapshotBegin(number), SnapshotEnd(number, 0))
    assert peer.orders_in(70_000) == []


def test_a_busy_device_is_asked_again_after_a_second() -> None:
    peer = Snapping()
    peer.orders()
    peer.answer(peer.command, Status.BUSY)
    ((after, _), *_) = peer.orders_in(2000)
    assert 980 <= after <= 1020


def test_one_that_does_not_end_is_ordered_anew_after_a_minute() -> None:
    peer, number = started()
    peer.tell(SnapshotBegin(number))
    ((after, _),) = peer.orders_in(61_000)
    assert 59_980 <= after <= 60_020


def test_ids_run_1_to_255_and_differ_each_time() -> None:
    peer, number = started()
    seen = [number]
    for _ in range(300):
        peer.tell(SnapshotBegin(seen[-1]), SnapshotEnd(seen[-1], 7))
        (following,) = peer.orders()
        peer.answer(peer.command)
        seen.append(following)
    assert set(seen) == set(range(1, 256))
    assert all(a != b for a, b in itertools.pairwise(seen))


def test_each_device_at_a_port_has_a_want_of_its_own() -> None:
    peer = settled()
    peer.hello(life=LIFE, serial=bytes(8))
    peer.record()
    assert len(peer.orders()) == 1
    peer.hello(peer.number, peer.number)
    peer.record()
    assert peer.orders() == []


def test_only_scanned_antennas_are_said_to_be_empty() -> None:
    peer, _ = started()
    peer.answer(peer.command)
    peer.link.want(Scan(0, 0b1010, 1))
    (scan,) = of(peer.poll(), FrameType.CMD)
    peer.answer(scan)
    peer.link.want_snapshot(peer.now)
    (number,) = peer.orders()
    (valid,) = peer.tell(SnapshotBegin(number), TagIn(3, UID), SnapshotEnd(number, 1))
    assert valid.antennas == (1, 3)


def scan(peer: Snapping, mask: int) -> None:
    peer.link.want(Scan(0, mask, 0))
    (command,) = of(peer.poll(), FrameType.CMD)
    peer.answer(command)


def answered_snapshot(peer: Snapping, *events: Event) -> bool:
    """Whether one is ordered; it comes with these events."""
    for number in peer.orders():
        peer.answer(peer.command)
        peer.tell(SnapshotBegin(number), *events, SnapshotEnd(number, len(events)))
        return True
    return False


def test_antennas_scanned_first_after_the_last_snapshot_need_one_of_their_own() -> None:
    """Of them the device says what is there when it comes to see it, and never what it has not seen."""
    peer = Snapping()
    peer.link.want(Scan(0, 0b01, 0))
    peer.orders()
    (command,) = of(peer.sent, FrameType.CMD)
    peer.answer(command)
    assert answered_snapshot(peer)
    scan(peer, 0b10)
    assert answered_snapshot(peer)
    for mask in (0b01, 0b11, 0b10):
        scan(peer, mask)
        assert not answered_snapshot(peer)
    scan(peer, 0b111)
    assert answered_snapshot(peer)


def test_a_reader_that_comes_back_needs_a_snapshot_if_the_last_one_missed_it() -> None:
    peer = Snapping()
    assert answered_snapshot(peer, Reader(0, False, 1))
    assert not answered_snapshot(peer)
    peer.tell(Reader(0, True, 0))
    assert answered_snapshot(peer, Reader(0, True, 0))
    peer.tell(Reader(0, False, 0), Reader(0, True, 0))
    assert not answered_snapshot(peer)


def test_a_mask_that_changes_within_a_snapshot_counts_only_what_both_visit() -> None:
    peer, _ = started()
    peer.link.want(Scan(0, 0b0110, 1))
    (scan,) = of(peer.poll(), FrameType.CMD)
    peer.answer(scan)
    peer.link.want_snapshot(peer.now)
    (number,) = peer.orders()
    peer.answer(peer.command)
    peer.tell(SnapshotBegin(number))
    peer.link.want(Scan(0, 0b1100, 2))
    (scan,) = of(peer.poll(), FrameType.CMD)
    peer.answer(scan)
    (valid,) = peer.tell(SnapshotEnd(number, 0))
    assert valid.antennas == (2,)
    assert answered_snapshot(peer)  # for antenna 3
    assert not answered_snapshot(peer)


def test_a_mask_not_yet_confirmed_vouches_only_for_what_the_old_one_visits_too() -> None:
    peer, _ = started()
    scan(peer, 0b0110)
    peer.link.want_snapshot(peer.now)
    (number,) = peer.orders()
    peer.answer(peer.command)
    peer.link.want(Scan(0, 0b1100, 2))
    peer.poll()
    (valid,) = peer.tell(SnapshotBegin(number), SnapshotEnd(number, 0))
    assert valid.antennas == (2,)


def test_the_mask_of_a_lost_reader_tells_which_antennas_it_left_out() -> None:
    peer, _ = started()
    scan(peer, 0b0011)
    peer.link.want(Scan(1, 0b1100, 2))
    (command,) = of(peer.poll(), FrameType.CMD)
    peer.answer(command)
    peer.link.want_snapshot(peer.now)
    (number,) = peer.orders()
    peer.answer(peer.command)
    (valid,) = peer.tell(SnapshotBegin(number), Reader(0, True, 0), Reader(1, False, 1), SnapshotEnd(number, 2))
    assert valid.antennas == (0, 1)


def test_nothing_is_said_to_be_gone_from_the_antennas_of_a_lost_reader() -> None:
    peer, number = started()
    (valid,) = peer.tell(SnapshotBegin(number), Reader(0, False, 1), SnapshotEnd(number, 1))
    assert valid.antennas == ()

"""The node: nothing is shown, answered or acknowledged that is not in the journal; a failed write changes nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table_controller.bootstrap.room import node_of, room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.alarm_events import Due
from table_controller.core.checkpoint import checkpoint_of
from table_controller.core.codec import RecordCodec
from table_controller.core.ids import Chips, DeviceId, Millis, SeatNo, Seq
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.readings import KeyMoved, LinkPosition
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import FaultReason, JournalFault, MemoryJournal, Moment, Record
from table_controller.service.batch import Received
from table_controller.service.envelope import Envelope, write_answer
from table_controller.service.node import Node

FLOOR = Person(Role.FLOOR, "Eva", "pit")
STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10), min_buy_in=Chips(100))
WALL = 1_800_000_000_000


class Breaking(MemoryJournal[did.AnyEvent]):
    """A journal whose disk can be made to fail."""

    broken = False

    def append(self, *what: Any, **more: Any) -> list[Record]:
        if self.broken:
            raise JournalFault(Path("T1.journal"), FaultReason.FULL, "no space")
        return super().append(*what, **more)


class Bench:
    """A node over a journal in memory, with a clock of its own."""

    def __init__(self, folder: Path) -> None:
        plan = SimulatedPlan(folder, 1, STAKES)
        furnish(plan)
        self.room = room_of(plan.config)
        self.journal = Breaking(self.room.config.id, self.room.master, RecordCodec())
        self.keypad = DeviceId(plan.serials.keypad.hex())
        self.now = 1_000
        self.node = self.begin()

    def begin(self) -> Node:
        node = node_of(self.room, self.journal)
        node.start(self.moment())
        return node

    def moment(self) -> Moment:
        self.now += 10
        return Moment(WALL + self.now, Millis(self.now))

    def order(self, order: AnyOrder, key: str | None = None, seen: int | None = None, body: bytes | None = None) -> Any:
        envelope = Envelope(order, FLOOR, key, None if seen is None else Seq(seen))
        received = Received(envelope, msgspec.json.encode(envelope) if body is None else body)
        return self.node.take((), received, self.moment()).answer

    def press(self, number: int, *keys: int) -> list[KeyMoved]:
        """Keys going down and up, with event numbers from `number`."""
        moves = [(key, pressed) for key in keys for pressed in (True, False)]
        return [
            KeyMoved(
                device=self.keypad,
                at=Millis(self.now),
                position=LinkPosition(self.keypad, 1, number + offset),
                keypad=0,
                key=key,
                pressed=pressed,
            )
            for offset, (key, pressed) in enumerate(moves)
        ]

    def kinds(self) -> Sequence[str]:
        return [record.kind for record in self.journal.tail(Seq(0), 1_000)]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def seat(number: int, chips: int = 1_000) -> ask.Seat:
    return ask.Seat(seat=SeatNo(number), player=f"P{number}", chips=Chips(chips))


def test_a_new_table_opens_its_record_with_its_rules_and_its_start(bench: Bench) -> None:
    assert bench.kinds()[:2] == ["table_opened", "node_started"]


def test_an_order_is_answered_with_the_place_of_its_events_in_the_record(bench: Bench) -> None:
    answer = bench.order(seat(1))
    assert answer.ok
    assert answer.seq == bench.journal.head().sequence == bench.node.seq


def test_a_refused_order_writes_nothing(bench: Bench) -> None:
    before = bench.journal.head()
    answer = bench.order(ask.VoidHand(reason="no hand runs"))
    assert not answer.ok
    assert answer.rejection is not None
    assert bench.journal.head() == before


def test_the_same_key_and_body_get_the_same_answer_and_are_done_once(bench: Bench) -> None:
    first, second = bench.order(seat(1), key="k"), bench.order(seat(1), key="k")
    assert write_answer(first) == write_answer(second)
    assert bench.kinds().count("player_seated") == 1


def test_the_same_key_with_another_body_is_a_conflict(bench: Bench) -> None:
    bench.order(seat(1), key="k")
    answer = bench.order(seat(2), key="k")
    assert answer.conflict
    assert bench.kinds().count("player_seated") == 1


def test_a_repeated_order_is_answered_after_a_restart_too(bench: Bench) -> None:
    first = bench.order(seat(1), key="k")
    bench.node = bench.begin()
    assert bench.order(seat(1), key="k") == first


def test_a_write_that_fails_changes_nothing_and_may_be_tried_again(bench: Bench) -> None:
    keys = bench.press(7, 16)
    state, tracker, positions = bench.node.state, bench.node.tracker, dict(bench.node.positions)
    bench.journal.broken = True
    with pytest.raises(JournalFault):
        bench.node.take(keys, None, bench.moment())
    assert (bench.node.state, bench.node.tracker, bench.node.positions) == (state, tracker, positions)
    bench.journal.broken = False
    outcome = bench.node.take(keys, None, bench.moment())
    assert [type(event) for event in outcome.events] == [did.FloorCalled]


def test_the_position_of_each_device_is_journaled_with_what_its_events_led_to(bench: Bench) -> None:
    bench.node.take(bench.press(65_535, 16), None, bench.moment())
    at = bench.journal.recover().positions[bench.keypad]
    assert (at.life, at.next_event) == (1, 1)


def test_what_is_typed_and_not_yet_sent_survives_a_restart(bench: Bench) -> None:
    """Digits are acknowledged, so the keypad never sends them again."""
    bench.node.take(bench.press(0, 19), None, bench.moment())
    bench.node = bench.begin()
    assert bench.node.tracker.keys.typed.seat_asked


def test_a_restart_gives_the_state_that_was(bench: Bench) -> None:
    for number in (1, 2, 3):
        bench.order(seat(number))
    bench.order(ask.OpenTable())
    state = bench.node.state
    bench.node = bench.begin()
    assert bench.node.state == state


def test_a_clock_that_jumps_is_recorded(bench: Bench) -> None:
    bench.node.take((), None, bench.moment())
    now = bench.moment()
    outcome = bench.node.take((), None, Moment(now.wall_ms - 3_600_000, now.mono_ms))
    assert outcome.events == (did.ClockJumped(by_ms=-3_600_000),)


def test_an_order_given_in_sight_of_another_hand_is_stale(bench: Bench) -> None:
    for number in (1, 2):
        bench.order(seat(number))
    seen = bench.node.seq
    bench.order(ask.CallFloor())
    assert bench.order(ask.CheckOrCall(), seen=seen).rejection.code != "stale"


def test_an_order_given_in_sight_of_what_has_not_been_is_refused(bench: Bench) -> None:
    head = bench.node.seq
    assert bench.order(seat(1), seen=head + 1).rejection.code == "not_seen_yet"
    assert bench.order(seat(1), seen=head).ok


def test_an_order_that_carries_a_time_gets_that_of_the_tables_own_clock(bench: Bench) -> None:
    before = bench.moment().wall_ms
    bench.order(ask.DealerChange(dealer="Anna", at=17))
    assert before < bench.node.state.shift.dealer_since < bench.moment().wall_ms


def test_a_clean_stop_is_recorded(bench: Bench) -> None:
    bench.node.stop(bench.moment())
    assert bench.kinds()[-1] == "node_stopped"


def test_an_alarm_that_is_not_there_cannot_be_acknowledged(tmp_path: Path) -> None:
    answer = Bench(tmp_path).order(ask.Acknowledge(alarm="finding-99"))
    assert answer.rejection is not None
    assert answer.rejection.code == "no_such_alarm"


def shelved(bench: Bench) -> Any:
    """A called floor, put aside for five minutes."""
    bench.order(ask.CallFloor())
    return bench.order(ask.Shelve(alarm="floor", minutes=5, reason="on the way"))


def test_an_alarm_shelved_comes_back_by_the_nodes_own_clock(bench: Bench) -> None:
    assert shelved(bench).ok
    ends = bench.node.deadline()
    assert ends is not None
    assert ends == bench.now + 300_000
    assert bench.node.take((), None, Moment(WALL + ends - 1, Millis(ends - 1))).events == ()
    outcome = bench.node.take((), None, Moment(WALL + ends, Millis(ends)))
    assert [(event.what, event.by.role) for event in outcome.events] == [(Due.UNSHELVED, Role.SYSTEM)]
    assert bench.node.deadline() is None
    assert bench.node.alarms.by_id["floor"].state == "active_unacknowledged"


def test_alarms_outlive_a_restart_and_the_checkpoint_it_begins_at(bench: Bench) -> None:
    shelved(bench)
    bench.order(ask.CloseTable())
    bench.order(ask.OpenTable())
    before = bench.node.alarms
    assert before.by_id["floor"].shelf is not None
    draft = bench.node._draft(bench.moment())  # what the end of a hand does
    checkpoint = checkpoint_of(bench.node.state)
    assert checkpoint is not None
    draft.happen(checkpoint)
    bench.node._write(draft, {}, bench.moment())
    bench.node = bench.begin()
    assert bench.node.alarms == before


def test_of_two_who_acknowledge_at_once_the_second_is_told_that_it_is_done(bench: Bench) -> None:
    bench.order(ask.CallFloor())
    seen = bench.node.seq
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=seen).ok
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=seen).rejection.code == "stale"
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=bench.node.seq).rejection.code == "already_acknowledged"
    assert bench.kinds().count("alarm_acknowledged") == 1


def test_what_became_of_another_alarm_makes_no_order_stale(bench: Bench) -> None:
    bench.order(ask.CallFloor())
    seen = bench.node.seq
    assert bench.order(ask.OutOfService(device="boot", reason="new gate")).rejection.code == "no_such_device"
    assert bench.order(ask.OutOfService(device="shoe", reason="new gate")).ok
    bench.node.take((), None, Moment(WALL + bench.now + 5_000, Millis(bench.now)))  # the clock jumps: an alarm of its own
    assert "clock" in bench.node.alarms.by_id
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=seen).ok


def test_a_journal_folder_that_cannot_be_had_is_named(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    room = msgspec.structs.replace(bench.room, config=msgspec.structs.replace(bench.room.config, journal=file / "x"))
    with pytest.raises(JournalFault, match="Not a directory"):
        room.open_journal()


def test_a_restart_alone_makes_no_order_stale(bench: Bench) -> None:
    bench.order(ask.Seat(seat=SeatNo(1), player="Anna", chips=Chips(200)))
    bench.order(ask.CallFloor())
    seen = bench.node.seq
    bench.node = bench.begin()
    assert bench.node.seq > seen
    assert bench.order(ask.ConfirmStep(), seen=seen).rejection.code != "stale"
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=seen).ok
    assert bench.order(ask.Acknowledge(alarm="floor"), seen=seen).rejection.code == "stale"

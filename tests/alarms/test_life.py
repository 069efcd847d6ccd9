"""An alarm beyond seen and over: shelved, suppressed, out of service, told again, chattering; what may be ordered."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.alarms import Alarms, due, fold_alarm, next_due, refused
from table_controller.alarms.alarm import AGAIN_MS, FLOOD, MOST_AGAIN
from table_controller.alarms.changing import MAX_OPEN
from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmShelved, AlarmUnshelved, DeviceInService, DeviceOutOfService, Due
from table_controller.core.alarm_orders import Acknowledge, InService, OutOfService, Shelve, Unshelve
from table_controller.core.order_base import Order, Person, Role

EVA = Person(Role.FLOOR, "Eva")
START = 1_000_000
MINUTE = 60_000


class Clock:
    """A table's alarms and a wall clock: what is due is recorded as the node does it."""

    def __init__(self) -> None:
        self.alarms = Alarms()
        self.now = START
        self.told: list[tuple[str, Due]] = []

    def happen(self, *events: did.AnyEvent) -> "Clock":
        for event in events:
            self.alarms = fold_alarm(self.alarms, event, self.now)
        return self

    def later(self, ms: int) -> "Clock":
        end = self.now + ms
        while (at := next_due(self.alarms)) is not None and at <= end:
            self.now = max(self.now, at)
            told = due(self.alarms, self.now)
            assert told, "due at a moment at which nothing is"
            self.told += [(event.alarm, event.what) for event in told]
            self.happen(*told)
        self.now = end
        return self

    @property
    def states(self) -> dict[str, str]:
        return {alarm.id: self.alarms.state_of(alarm) for alarm in self.alarms.listed}


def found(number: int = 1, *, procedure: str = "M7", locks: bool = True) -> did.FindingRaised:
    return did.FindingRaised(number=number, code="turn_premature", level=2, clauses=(), locks=locks, procedure=procedure)


def silent(device: str = "shoe", *, needed: bool = True) -> did.DeviceSilenced:
    return did.DeviceSilenced(device=device, needed=needed)


BACK = did.DeviceRecovered(device="shoe")
GONE = did.FindingClosed(number=1, how="resumed", by=EVA)
SEEN = did.AlarmAcknowledged(alarm="finding-1", by=EVA)
SHELVED = AlarmShelved(alarm="device-shoe", minutes=5, reason="cable is on its way", by=EVA)
CLOSING, OPEN = did.TableClosing(), did.TableReopened()


def test_a_shelved_alarm_comes_back_by_itself_and_by_a_persons_word() -> None:
    table = Clock().happen(silent(), SHELVED)
    assert table.states == {"device-shoe": "shelved"}
    assert table.later(5 * MINUTE - 1).states == {"device-shoe": "shelved"}
    assert table.later(1).states == {"device-shoe": "active_unacknowledged"}
    assert table.told == [("device-shoe", Due.UNSHELVED)]
    by_hand = Clock().happen(silent(), SHELVED, AlarmUnshelved(alarm="device-shoe", by=EVA))
    assert by_hand.states == {"device-shoe": "active_unacknowledged"}


def test_what_comes_and_goes_on_the_shelf_stays_quiet_until_its_time() -> None:
    table = Clock().happen(silent(), did.AlarmAcknowledged(alarm="device-shoe", by=EVA), SHELVED, BACK).later(MINUTE)
    assert table.states == {"device-shoe": "shelved"}
    assert table.happen(silent()).states == {"device-shoe": "shelved"}
    assert table.later(5 * MINUTE).states == {"device-shoe": "active_unacknowledged"}, "nobody has seen that it came back"


def test_what_is_over_and_seen_leaves_with_the_shelf() -> None:
    table = Clock().happen(silent(), did.AlarmAcknowledged(alarm="device-shoe", by=EVA), SHELVED, BACK)
    assert table.later(5 * MINUTE).states == {}


def test_a_closed_table_suppresses_its_sensors_and_nothing_else() -> None:
    table = Clock().happen(silent(), found(), CLOSING)
    assert table.states == {"device-shoe": "suppressed", "finding-1": "active_unacknowledged"}
    assert table.happen(OPEN).states["device-shoe"] == "active_unacknowledged"


def test_a_table_that_closes_after_this_hand_is_not_closed_yet() -> None:
    hand = did.HandStarted(hand=1, attempt=1, button=1, small_blind=1, big_blind=2, dealt_in=(1, 2))  # type: ignore[arg-type]
    table = Clock().happen(hand, silent(), CLOSING)
    assert table.states == {"device-shoe": "active_unacknowledged"}
    table.happen(did.HandEnded(hand=1, attempt=1, outcome="showdown"))  # type: ignore[arg-type]
    assert table.states == {"device-shoe": "suppressed"}


def test_a_device_out_of_service_troubles_nobody_until_it_is_back() -> None:
    table = Clock().happen(DeviceOutOfService(device="shoe", reason="new gate", by=EVA), silent(), silent("table"))
    assert table.states == {"device-shoe": "out_of_service", "device-table": "active_unacknowledged"}
    assert table.happen(DeviceInService(device="shoe", by=EVA)).states["device-shoe"] == "active_unacknowledged"


def test_what_stops_the_deal_is_told_again_each_minute_until_it_is_seen() -> None:
    table = Clock().happen(found())
    assert table.later(AGAIN_MS - 1).told == []
    assert table.later(1).alarms.by_id["finding-1"].again == 1
    assert table.later(AGAIN_MS).alarms.by_id["finding-1"].again == 2
    assert table.happen(SEEN).later(10 * MINUTE).alarms.by_id["finding-1"].again == 2


@pytest.mark.parametrize("quiet", [found(locks=False, procedure=""), SEEN, GONE], ids=["less urgent", "seen", "over"])
def test_nothing_else_is_told_again(quiet: did.AnyEvent) -> None:
    first = () if isinstance(quiet, did.FindingRaised) else (found(),)
    assert Clock().happen(*first, quiet).later(10 * MINUTE).told == []


def test_a_forgotten_table_does_not_fill_its_record() -> None:
    table = Clock().happen(found()).later(24 * 60 * MINUTE)
    assert len(table.told) == MOST_AGAIN


def test_a_latched_misdeal_is_seen_once_more_after_its_end() -> None:
    table = Clock().happen(found(procedure="M1"), SEEN, GONE)
    assert table.states == {"finding-1": "cleared_unacknowledged"}
    assert table.happen(SEEN).states == {}


def test_a_device_that_flickers_is_one_alarm() -> None:
    table = Clock().happen(silent(), did.AlarmAcknowledged(alarm="device-shoe", by=EVA))
    for _ in range(3):
        table.later(2_000).happen(BACK).later(4_999).happen(silent())
    assert table.states == {"device-shoe": "active_acknowledged"}, "who has seen it is not troubled again"
    assert table.alarms.by_id["device-shoe"].count == 4
    assert table.happen(BACK).later(5_000).states == {}


def test_what_is_not_needed_must_last_before_it_troubles_anybody() -> None:
    short = Clock().happen(silent(needed=False)).later(2_999)
    assert short.states == {}
    assert short.happen(BACK).later(MINUTE).states == {}
    assert Clock().happen(silent(needed=False)).later(3_000).states == {"device-shoe": "active_unacknowledged"}


def test_a_device_that_becomes_needed_is_urgent_at_once_and_unseen() -> None:
    table = Clock().happen(silent(needed=False)).later(MINUTE)
    table.happen(did.AlarmAcknowledged(alarm="device-shoe", by=EVA), silent(needed=True))
    alarm = table.alarms.by_id["device-shoe"]
    assert (alarm.priority, table.states) == (1, {"device-shoe": "active_unacknowledged"})


def test_the_first_of_a_table_is_marked_and_a_flood_can_be_told() -> None:
    table = Clock()
    for number in range(1, FLOOD + 4):
        table.happen(found(number)).later(1_000)
    assert [alarm.id for alarm in table.alarms.listed if alarm.first] == ["finding-1"]
    assert len(table.alarms.raised) == FLOOD + 1, "enough to tell that it is a flood, and no more"
    assert table.later(11 * MINUTE).happen(found(99)).alarms.raised == (table.now,)


def test_a_clock_that_jumps_makes_no_shelf_longer_or_shorter() -> None:
    table = Clock().happen(silent(), SHELVED).later(MINUTE)
    table.now += 3_600_000
    table.happen(did.ClockJumped(by_ms=3_600_000))
    assert table.later(4 * MINUTE - 1).states["device-shoe"] == "shelved"
    assert table.later(1).states["device-shoe"] == "active_unacknowledged"


SHELVE = Shelve(alarm="finding-1", minutes=5, reason="known")


@pytest.mark.parametrize(
    ("events", "order", "code"),
    [
        ((), SHELVE, "no_such_alarm"),
        ((found(procedure="M1"),), SHELVE, "never_shelved"),
        ((found(),), SHELVE, None),
        ((found(),), Shelve(alarm="finding-1", minutes=11, reason="known"), "shelved_too_long"),
        ((found(),), Unshelve(alarm="finding-1"), "not_shelved"),
        ((found(), SEEN), Acknowledge(alarm="finding-1"), "already_acknowledged"),
        ((), InService(device="shoe"), "not_out_of_service"),
        (
            (DeviceOutOfService(device="shoe", reason="x", by=EVA),),
            OutOfService(device="shoe", reason="x"),
            "already_out_of_service",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(events: tuple[did.AnyEvent, ...], order: Order, code: str | None) -> None:
    no = refused(Clock().happen(*events).alarms, order)
    assert (None if no is None else no.code) == code


KEYS = st.sampled_from(("finding-1", "finding-2", "device-shoe", "device-pad", "floor", "lost-shoe"))
NAMES = st.sampled_from(("shoe", "pad"))
NUMBERS = st.integers(1, 150)
EVENTS: st.SearchStrategy[did.AnyEvent] = st.one_of(
    st.builds(found, NUMBERS, procedure=st.sampled_from(("", "M1", "M7")), locks=st.booleans()),
    st.builds(lambda number: did.FindingClosed(number=number, how="x", by=EVA), NUMBERS),
    st.builds(silent, NAMES, needed=st.booleans()),
    st.builds(lambda name: did.DeviceRecovered(device=name), NAMES),
    st.builds(lambda name: did.DeviceLostEvents(device=name, count=None), NAMES),
    st.builds(lambda name: did.SourceUnbound(device=name, what="antenna 3"), NAMES),
    st.builds(lambda key: did.AlarmAcknowledged(alarm=key, by=EVA), KEYS),
    st.builds(lambda key, minutes: AlarmShelved(alarm=key, minutes=minutes, reason="x", by=EVA), KEYS, st.integers(1, 9)),
    st.builds(lambda key: AlarmUnshelved(alarm=key, by=EVA), KEYS),
    st.builds(lambda name: DeviceOutOfService(device=name, reason="x", by=EVA), NAMES),
    st.builds(lambda name: DeviceInService(device=name, by=EVA), NAMES),
    st.builds(lambda ms: did.ClockJumped(by_ms=ms), st.integers(-9_999_999, 9_999_999)),
    st.sampled_from((CLOSING, OPEN, did.FloorCalled(by=EVA), did.PlayResumed(reason="", by=EVA))),
)
STEPS = st.lists(st.tuples(st.integers(0, 90_000), EVENTS), max_size=250)


def journal(steps: Iterable[tuple[int, did.AnyEvent]]) -> tuple[Alarms, list[tuple[int, did.AnyEvent]]]:
    """What the node would record of this, and the alarms afterwards."""
    table, records = Clock(), []
    for wait, event in steps:
        table.now += wait
        for each in (*due(table.alarms, table.now), event):
            table.happen(each)
            records.append((table.now, each))
    return table.alarms, records


@settings(max_examples=60, deadline=None)
@given(STEPS, st.integers(0, 250))
def test_the_record_alone_tells_the_alarms_and_they_stay_bounded(steps: list[tuple[int, did.AnyEvent]], cut: int) -> None:
    alarms, records = journal(steps)
    again = late = Alarms()
    for number, (wall, event) in enumerate(records):
        again = fold_alarm(again, event, wall)
        if number == cut:  # whoever begins at a checkpoint is told what stood there
            carried = did.AlarmsCarried(alarms=msgspec.Raw(msgspec.json.encode(again)))
            late = fold_alarm(Alarms(), carried, wall)
        elif number > cut:
            late = fold_alarm(late, event, wall)
        assert len(again.by_id) <= MAX_OPEN
        assert len(again.raised) <= FLOOD + 1
    assert again == alarms
    assert late == again or len(records) <= cut
    assert all(alarm.code and alarms.state_of(alarm) for alarm in alarms.listed)

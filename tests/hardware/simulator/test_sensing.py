"""What the boards of a simulated table tell: right events, in order, with the times the table bus asks for."""

from hardware.protocol.commands import Scan, Snapshot
from hardware.protocol.events import (
    Deck,
    DeckState,
    Event,
    Gate,
    GateDirection,
    Input,
    Key,
    Reader,
    SnapshotBegin,
    SnapshotEnd,
    TagIn,
    TagOut,
    Uid,
)
from hardware.simulator.antenna import Antenna, Rhythm
from hardware.simulator.contacts import Contacts
from hardware.simulator.faults import PowerOff, ReaderHangs, Reboot
from hardware.simulator.wiring import BET_LINE_INPUTS, BUTTON_INPUTS, EXIT_ANTENNA, FELT_ANTENNAS, OCCUPIED_INPUTS, bindings
from hardware.simulator.zones import FELT, Zone
from tests.hardware.simulator.virtual import Virtual

TAG = Uid(b"a tag...")
OTHER = Uid(b"another.")
ANTENNA_OF = {zone: number for number, zone in FELT_ANTENNAS.items()}
INPUT_OF = {
    **{("occupied", seat): index for index, seat in OCCUPIED_INPUTS.items()},
    **{("bet", seat): index for index, seat in BET_LINE_INPUTS.items()},
    **{("button", seat): index for index, seat in BUTTON_INPUTS.items()},
}


class Bench:
    """One antenna whose field a test fills, inventoried every 30 ms."""

    def __init__(self, *, restless: bool = False) -> None:
        self.field: list[Uid] = []
        self.told: list[tuple[Event, int]] = []
        self.inventories = 0
        self.antenna = Antenna(3, Rhythm(30), self.look, lambda event, edge: self.told.append((event, edge)), restless=restless)
        self.antenna.scan(0, wanted=True)

    def look(self, _at: int) -> list[Uid]:
        self.inventories += 1
        return self.field

    def run_to(self, now: int) -> None:
        while self.antenna.next_tick is not None and self.antenna.next_tick <= now:
            self.antenna.tick()

    def put(self, at: int, *tags: Uid) -> None:
        self.run_to(at)
        self.field = list(tags)
        self.antenna.stir(at)


def test_a_tag_is_in_after_two_inventories_and_out_after_three_misses() -> None:
    bench = Bench()
    bench.put(100, TAG)
    bench.run_to(149)
    assert not bench.told, "one inventory, at 120, is not enough"
    bench.put(200)
    assert bench.told == [(TagIn(3, TAG), 120)], "in at 150, stamped with the first sight"
    bench.run_to(269)
    assert len(bench.told) == 1
    bench.run_to(270)
    assert bench.told[1:] == [(TagOut(3, TAG), 210)], "out at the third miss, stamped with the first"


def test_a_tag_that_is_missed_once_or_twice_has_not_left() -> None:
    bench = Bench()
    bench.put(0, TAG)
    bench.put(70)
    bench.put(130, TAG)
    bench.run_to(1000)
    assert [event for event, _ in bench.told] == [TagIn(3, TAG)]


def test_a_tag_seen_by_a_single_inventory_is_never_told() -> None:
    bench = Bench()
    bench.put(40, TAG)
    bench.put(70)
    bench.run_to(1000)
    assert not bench.told


def test_a_quiet_field_costs_no_inventories_and_a_restless_one_all() -> None:
    quiet, restless = Bench(), Bench(restless=True)
    for bench in (quiet, restless):
        bench.put(0, TAG, OTHER)
        bench.run_to(3000)
    assert quiet.told == restless.told
    assert restless.inventories == 100
    assert quiet.inventories < 5


def test_a_contact_counts_when_it_has_stood_and_bears_its_first_edge() -> None:
    told: list[tuple[Event, int]] = []
    level = False
    contacts = Contacts({4: lambda: level}, Input, lambda event, edge: told.append((event, edge)))
    for at in (100, 105, 108):
        level = not level
        contacts.touch(at)
    assert contacts.deadline() == 128
    contacts.settle(127)
    assert not told
    contacts.settle(128)
    assert told == [(Input(4, True), 108)]


def test_a_dealt_card_passes_the_shoe_and_then_lies_at_its_seat() -> None:
    table = Virtual()
    table.fresh()
    card = table.truth.zone(Zone.DECK)[0]
    began = table.now
    table.hand().draw(Zone.SEAT_3)
    table.run(400)
    assert table.events("shoe") == [
        TagIn(EXIT_ANTENNA, card.uid),
        Gate(GateDirection.OUT, 75, False),
        TagOut(EXIT_ANTENNA, card.uid),
    ]
    assert table.events("board") == [TagIn(ANTENNA_OF[Zone.SEAT_3], card.uid)]
    first_sight = table.ears["shoe"].stamps[0] + 1000
    assert began <= first_sight <= began + 30


def test_every_card_passes_the_shoe_in_the_order_of_the_deck_even_at_the_quickest_pace() -> None:
    table = Virtual()
    order = [card.uid for card in table.truth.zone(Zone.DECK)][:20]
    for n in range(20):
        table.run(table.hand().draw(Zone(f"seat_{n % 10 + 1}")))
    table.run(300)
    assert [event.uid for event in table.events("shoe", TagIn)] == order  # type: ignore[union-attr]
    assert [event.uid for event in table.events("board", TagIn)] == order  # type: ignore[union-attr]
    assert all(not gate.double for gate in table.events("shoe", Gate))  # type: ignore[union-attr]


def test_two_cards_at_once_are_one_double_passage() -> None:
    table = Virtual()
    table.fresh()
    hands = table.hand()
    hands.draw(Zone.TURN)
    hands.draw(Zone.TURN)
    table.run(400)
    assert table.events("shoe", Gate) == [Gate(GateDirection.OUT, 75, True)]


def test_a_card_put_back_on_top_passes_the_gate_inwards() -> None:
    table = Virtual()
    table.run(table.hand().draw(Zone.BURN))
    table.run(300)
    table.fresh()
    table.hand().return_top(Zone.BURN)
    table.run(400)
    assert table.events("shoe", Gate) == [Gate(GateDirection.BACK_IN, 75, False)]
    assert [type(event) for event in table.events("board")] == [TagOut]


def test_every_zone_has_its_own_antenna_and_every_source_one_binding() -> None:
    table = Virtual()
    for zone in FELT:
        table.fresh()
        table.run(table.hand().draw(zone))
        table.run(200)
        assert [event.antenna for event in table.events("board", TagIn)] == [ANTENNA_OF[zone]]  # type: ignore[union-attr]
    for one_board in (False, True):
        wired = [(one.device, one.kind, one.index) for one in bindings(one_board=one_board)]
        assert len(set(wired)) == len(wired) == 17 + 30 + 4


def test_people_button_and_bet_line_are_inputs() -> None:
    table = Virtual()
    table.fresh()
    hands = table.hand()
    hands.sit(2, 500)
    hands.place_button(7)
    table.run(200)
    hands.push(2, 100)
    table.run(200)
    hands.walk(2, away=True)
    table.run(200)
    crossed = [Input(INPUT_OF["bet", 2], True), Input(INPUT_OF["bet", 2], False)]
    assert table.events("board") == [
        Input(INPUT_OF["occupied", 2], True),
        Input(INPUT_OF["button", 7], True),
        *crossed,
        Input(INPUT_OF["occupied", 2], False),
    ]


def test_keys_go_down_and_up_in_the_order_they_are_pressed() -> None:
    table = Virtual()
    table.fresh()
    for key in (1, 2, 0, 12):
        table.run(table.hand().press(key))
    table.run(50)
    pressed = [Key(0, key, down) for key in (1, 2, 0, 12) for down in (True, False)]
    assert table.events("keypad") == pressed


def test_the_deck_is_counted_when_it_comes_back_into_the_shoe() -> None:
    table = Virtual()
    table.run(table.hand().draw(Zone.SEAT_1))
    table.fresh()
    table.run(table.hand().gather())
    table.run(table.hand().insert_deck() - 1)
    assert table.events("shoe", Deck) == [Deck(DeckState.REMOVED, 0)]
    table.run(1)
    assert table.events("shoe", Deck)[1:] == [Deck(DeckState.INSERTED, 52)]


def test_cards_held_up_leave_the_antenna_and_come_back() -> None:
    table = Virtual()
    table.run(table.hand().draw(Zone.SEAT_4))
    table.run(100)
    table.fresh()
    table.hand().lift(4, 1000)
    table.run(1200)
    assert [type(event) for event in table.events("board")] == [TagOut, TagIn]


def test_a_snapshot_names_every_level_and_ends_after_two_inventories_of_each_antenna() -> None:
    table = Virtual()
    table.hand().sit(5, 100)
    table.run(table.hand().draw(Zone.FLOP))
    table.run(200)
    card = table.truth.zone(Zone.FLOP)[0]
    table.fresh()
    began = table.now
    table.ears["board"].order(Snapshot(9), began)
    while not table.events("board", SnapshotEnd):
        table.run(1)
        assert table.now < began + 300
    inside = table.events("board")[1:-1]
    assert table.events("board")[0] == SnapshotBegin(9)
    assert table.events("board")[-1] == SnapshotEnd(9, len(inside))
    assert [event for event in inside if isinstance(event, Input) and event.level] == [Input(INPUT_OF["occupied", 5], True)]
    assert len([event for event in inside if isinstance(event, Input)]) == 30
    assert [event for event in inside if isinstance(event, TagIn)] == [TagIn(ANTENNA_OF[Zone.FLOP], card.uid)]
    assert 30 < table.now - began <= 70


def test_antennas_left_out_of_the_scan_see_nothing() -> None:
    table = Virtual()
    table.ears["board"].order(Scan(0, 1 << ANTENNA_OF[Zone.BURN], ANTENNA_OF[Zone.BURN]), table.now)
    table.run(50)
    table.fresh()
    table.run(table.hand().draw(Zone.MUCK))
    table.run(table.hand().draw(Zone.BURN))
    table.run(200)
    assert [event.antenna for event in table.events("board", TagIn)] == [ANTENNA_OF[Zone.BURN]]  # type: ignore[union-attr]


def test_a_reader_that_hangs_says_so_and_sees_nothing_until_it_answers() -> None:
    table = Virtual()
    table.fresh()
    table.table.order(ReaderHangs("board", 0))
    table.run(table.hand().draw(Zone.SEAT_1))
    table.run(500)
    assert table.events("board") == [Reader(0, False, 0)]
    table.table.order(ReaderHangs("board", 0, hangs=False))
    table.run(100)
    assert [type(event) for event in table.events("board")] == [Reader, Reader, TagIn]


def test_a_restarted_board_begins_a_new_life_and_senses_everything_anew() -> None:
    table = Virtual()
    table.run(table.hand().draw(Zone.SEAT_9))
    table.hand().sit(9, 100)
    table.run(200)
    table.fresh()
    before = table.ears["board"].hellos[-1].boot_counter
    table.table.order(PowerOff("board"))
    table.run(500)
    table.table.order(Reboot("board"))
    table.run(10)
    table.ears["board"].greet()
    table.run(300)
    assert table.ears["board"].hellos[-1].boot_counter == before + 1
    assert {type(event) for event in table.events("board")} == {TagIn, Input}


def test_the_same_calls_at_the_same_times_give_the_same_bytes() -> None:
    def play() -> bytes:
        table = Virtual(seed=3)
        table.hand().sit(1, 300)
        for zone in (Zone.SEAT_1, Zone.SEAT_2, Zone.BURN, Zone.FLOP, Zone.FLOP):
            table.run(table.hand().draw(zone))
            table.run(table.hand().press(11))
        table.hand().gather()
        table.hand().shuffle("next")
        table.run(200)
        table.hand().insert_deck()
        table.run(1000)
        return bytes(table.said)

    assert play() == play()

"""A wired table whose devices say what a test wants, and the tracker listening to them on a clock of the test's own."""

from typing import Any

import pytest

from table_controller.core.events import AnyEvent, HandStarted
from table_controller.core.facts import AnyFact, CardArrived, Fact
from table_controller.core.fold import fold
from table_controller.core.ids import AttemptNo, DeviceId, HandNo, Millis, SeatNo
from table_controller.core.readings import (
    CardRead,
    DeckState,
    DeviceSilent,
    DeviceUp,
    EventsLost,
    GatePassed,
    InputLevel,
    KeyMoved,
    ReaderState,
    Reading,
    SnapshotValid,
    TagAbsent,
    TagHits,
    TagId,
    TagPresent,
)
from table_controller.core.state import TableState, empty_table
from table_controller.decks import simulated_deck
from table_controller.tracking import (
    Bindings,
    Ground,
    InputBinding,
    InputRole,
    TrackerState,
    Zone,
    deadline,
    decode_state,
    encode_state,
    step,
)

SHOE = DeviceId("00000000000000a2")
BOARD = DeviceId("00000000000000a1")
PAD = DeviceId("00000000000000a3")
SEATS = range(1, 11)
ZONES = tuple(zone for zone in Zone if zone not in (Zone.SHOE, Zone.POT))
ANTENNA = {zone: number for number, zone in enumerate(ZONES)}


def bindings(*, gate: bool = True, shoe: bool = True, optical: bool = False, round_ms: int = 0) -> Bindings:
    antennas = {(BOARD, number): zone for zone, number in ANTENNA.items()}
    inputs = {(BOARD, seat): InputBinding(InputRole.OCCUPIED, SeatNo(seat)) for seat in SEATS}
    inputs |= {(BOARD, 20 + seat): InputBinding(InputRole.BET, SeatNo(seat)) for seat in SEATS}
    inputs |= {(BOARD, 40 + seat): InputBinding(InputRole.BUTTON, SeatNo(seat)) for seat in SEATS}
    return Bindings(
        antennas=antennas | ({(SHOE, 0): Zone.SHOE} if shoe else {}),
        inputs=inputs,
        keypads=frozenset({(PAD, 0)}),
        decks=frozenset({(SHOE, 0)}),
        gates=frozenset({(SHOE, 0)} if gate else ()),
        cards=frozenset({(SHOE, 0)} if optical else ()),
        names={BOARD: "board", SHOE: "shoe", PAD: "pad"},
        needed=frozenset({BOARD, SHOE}),
        round_ms=round_ms,
    )


def tag(card: int) -> TagId:
    return TagId(b"\xe0\x04\x01" + card.to_bytes(5, "big"))


class Sensing:
    """`card` numbers are pieces, from 1. `facts` has everything said so far; `now` is the clock.

    Time passes with `wait`, which gives the tracker its ticks when it wants them.
    """

    def __init__(self, wired: Bindings | None = None) -> None:
        cards = [(tag(number).raw, number - 1) for number in range(1, 53)]
        self.ground = Ground(wired or bindings(), simulated_deck(cards))
        self.state = TrackerState()
        self.table: TableState = empty_table(10)
        self.now = Millis(1_000)
        self.facts: list[Any] = []
        for device in self.ground.bindings.names:
            self.say(DeviceUp(device=device, at=self.now, life=1, new_life=False))

    # --- time ---

    def say(self, what: Reading | AnyEvent | None) -> None:
        self.state, said = step(self.state, what, self.now, self.ground, self.table)  # type: ignore[arg-type]
        self.facts.extend(said)

    def wait(self, ms: int) -> None:
        end = self.now + ms
        while (due := deadline(self.state)) is not None and due <= end:
            self.now = Millis(max(self.now, due))
            self.say(None)
            assert deadline(self.state) != due, "the deadline does not move"
        self.now = Millis(end)

    def restart(self, away: int) -> None:
        """The process is killed and comes back so much later on the same clock."""
        self.now = Millis(self.now + away)
        self.state = decode_state(encode_state(self.state), self.now)

    # --- the core ---

    def recorded(self, *events: AnyEvent) -> None:
        for event in events:
            self.table = fold(self.table, event)
            self.say(event)

    # --- devices ---

    def tag_in(self, zone: Zone, card: int, *, at: int | None = None) -> None:
        self.say(TagPresent(**self._of(zone, at), tag=tag(card)))

    def tag_out(self, zone: Zone, card: int) -> None:
        self.say(TagAbsent(**self._of(zone, None), tag=tag(card)))

    def hits(self, zone: Zone, card: int, count: int) -> None:
        self.say(TagHits(**self._of(zone, None), tag=tag(card), hits=count))

    def gate(self, *, out: bool = True, at: int | None = None) -> None:
        at = self.now - 150 if at is None else at
        self.say(GatePassed(device=SHOE, at=Millis(at), out=out, duration_ms=150, double=False))

    def optical(self, face: int, *, confidence: int = 255, ago: int = 0) -> None:
        self.say(CardRead(device=SHOE, at=Millis(self.now - ago), face=face, confidence=confidence, draw=1))

    def deck(self, state: int, tags: int = 0) -> None:
        self.say(DeckState(device=SHOE, at=self.now, state=state, tags=tags))

    def input(self, index: int, level: bool) -> None:
        self.say(InputLevel(device=BOARD, at=self.now, index=index, level=level))

    def key(self, key: int, *, pressed: bool = True) -> None:
        self.say(KeyMoved(device=PAD, at=self.now, keypad=0, key=key, pressed=pressed))

    def keys(self, *keys: int) -> None:
        for key in keys:
            self.key(key)
            self.key(key, pressed=False)

    def silent(self, device: DeviceId) -> None:
        self.say(DeviceSilent(device=device, at=self.now))

    def up(self, device: DeviceId, *, new_life: bool = False) -> None:
        self.say(DeviceUp(device=device, at=self.now, life=1, new_life=new_life))

    def events_lost(self, device: DeviceId, count: int | None = None) -> None:
        self.say(EventsLost(device=device, at=self.now, count=count))

    def reader(self, ok: bool) -> None:
        self.say(ReaderState(device=BOARD, at=self.now, reader=0, ok=ok, reason=0))

    def snapshot(self, lying: dict[int, Zone], *, scanned: tuple[Zone, ...] | None = None) -> None:
        """The board names exactly these cards."""
        tags = tuple((ANTENNA[zone], tag(card)) for card, zone in lying.items())
        antennas = None if scanned is None else tuple(ANTENNA[zone] for zone in scanned)
        self.say(SnapshotValid(device=BOARD, at=self.now, inputs=(), tags=tags, antennas=antennas))

    @staticmethod
    def _where(zone: Zone) -> dict[str, Any]:
        return {"device": SHOE, "antenna": 0} if zone is Zone.SHOE else {"device": BOARD, "antenna": ANTENNA[zone]}

    def _of(self, zone: Zone, at: int | None) -> dict[str, Any]:
        return {**self._where(zone), "at": Millis(self.now if at is None else at)}

    # --- movements ---

    def leaves_shoe(self, card: int) -> None:
        """Over the mouth of the shoe and out of the gate."""
        self.tag_in(Zone.SHOE, card)
        self.wait(90)
        self.gate()
        self.tag_out(Zone.SHOE, card)

    def lands(self, card: int, zone: Zone) -> None:
        self.wait(60)
        self.tag_in(zone, card)

    def draw(self, card: int, zone: Zone) -> None:
        self.leaves_shoe(card)
        self.lands(card, zone)

    def back_through_mouth(self, card: int, zone: Zone) -> None:
        """From its place onto the top of the deck."""
        self.tag_out(zone, card)
        self.wait(200)
        begun = self.now
        self.tag_in(Zone.SHOE, card)
        self.wait(100)
        self.gate(out=False, at=begun)
        self.wait(90)
        self.tag_out(Zone.SHOE, card)

    # --- what was said ---

    def arrivals(self) -> list[tuple[int, str, str, int]]:
        """(card, source, to, draw) of every arrival told."""
        return [
            (fact.card.piece, fact.source.value, fact.to.value, fact.draw) for fact in self.facts if isinstance(fact, CardArrived)
        ]

    def said(self, kind: type[Fact]) -> list[AnyFact]:
        return [fact for fact in self.facts if isinstance(fact, kind)]


@pytest.fixture
def table() -> Sensing:
    return Sensing()


@pytest.fixture
def wired() -> Any:
    """Makes a table wired in another way: `gate`, `shoe`, `optical`, `round_ms`."""
    return lambda **how: Sensing(bindings(**how))


ROUND = 400
"""Milliseconds of a reader's round in these tests."""
LONG = 60_000
ORDER = (SeatNo(1), SeatNo(2), SeatNo(3), SeatNo(4))


def rounds(number: float) -> int:
    return round(number * ROUND)


@pytest.fixture
def felt() -> Sensing:
    """Readers take a while. A hand has begun at four seats, and the first card is awaited at seat 1."""
    table = Sensing(bindings(round_ms=ROUND))
    table.recorded(
        HandStarted(
            hand=HandNo(1), attempt=AttemptNo(1), button=SeatNo(4), small_blind=SeatNo(1), big_blind=SeatNo(2), dealt_in=ORDER
        )
    )
    return table

"""The host's end of one camera over a shoe's mouth: pictures in, readings out, as an optical shoe's board would give them.

Owns what is told and when: that the camera is there, blind or back, and each card once. Must not know threads, files or what a
card means. All times are the host's monotonic milliseconds.
"""

from collections import Counter, deque
from collections.abc import Callable
from typing import Final

from drivers.camera.evidence import Evidence, evidence_of
from drivers.camera.mouth import Mouth
from drivers.camera.passing import Passed, Passing, Readers
from drivers.camera.picture import Picture
from drivers.camera.sight import Trouble, Watchdog
from drivers.counters import DeviceCounters
from drivers.link.intake import Life
from drivers.link.liveness import LinkState
from drivers.link.orders import NoAnswer, OneShot, OrderTicket
from drivers.link.timing import MAX_UNRECORDED, NEVER, SILENT_AFTER
from drivers.link.wanted import WantedState
from hardware.protocol.wire import ReaderReason
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceSilent, DeviceUp, LinkPosition, ReaderState, Reading, SnapshotValid

BLOCKED_MS: Final = 1_000
"""Without a picture for so long the camera is opened anew."""
OPENS_MS: Final = 5_000
"""The same for the first one: a stream takes longer to begin."""
_READER: Final = 0


class CameraLink:
    """One camera's link. Its owner feeds `saw`, calls `poll` and empties `outbox`."""

    def __init__(self, device: DeviceId, mouth: Mouth, readers: Readers, told: Callable[[Passed, Evidence], None] | None = None):
        """`told`: hears of each card, for the black box and for who watches."""
        self._device, self._told = device, told
        self.watchdog = Watchdog()
        self.passing = Passing(mouth, readers)
        self.outbox: deque[Reading] = deque()
        """Readings not yet taken by the owner, in order."""
        self.of_card: Trouble | None = None
        """What was wrong with the last card."""
        self.troubles: Counter[Trouble] = Counter()
        self.frames = self.draws = self.read = 0
        self._opened = self._reopened = 0
        self._held_back = 0
        self._state = LinkState.CLOSED
        self._turned_at = -NEVER
        self._heard_at: int | None = None
        self._up = self._blind = self._announced = False

    @property
    def state(self) -> LinkState:
        """LINKED while it sees well."""
        return self._state

    @property
    def life(self) -> Life | None:
        """The camera, once it gave a picture; its lives are openings."""
        return Life(self._device, self._opened) if self.frames else None

    @property
    def heard_at(self) -> int | None:
        """When the last picture came; None: never."""
        return self._heard_at

    @property
    def trouble(self) -> str | None:
        """What is wrong, in a word of `Trouble`: with the camera, else with the last card."""
        wrong = self.watchdog.trouble or self.of_card
        return None if wrong is None else wrong.value

    def counters(self) -> DeviceCounters:
        """Cards told, cards unread (`malformed`), openings, and readings that nobody took in time (`lost`)."""
        return DeviceCounters(
            bad_frames=0,
            events=self.draws,
            doubled=0,
            gaps=0,
            lost=self._held_back,
            losses=0,
            lives=self._opened,
            negative_acks=0,
            foreign=0,
            malformed=self.draws - self.read,
            held_back=0,
            reopened=max(0, self._opened - 1),
            commands_resent=0,
            states_refused=0,
            round_trip_ms=None,
            heartbeat=None,
            antennas=(),
            silent_readers=(_READER,) if self._blind else (),
        )

    # What the owner says

    def opened(self, now: int) -> None:
        """A capture has begun; whether there is a camera the first picture shows."""
        self._turned_at, self._state = now, LinkState.ASKING
        self._heard_at = None
        self._opened += 1
        self._up = False
        self.watchdog.begin()
        self.passing.forget()

    def closed(self, now: int) -> None:
        """The capture is at an end."""
        if self._state is not LinkState.CLOSED:
            self._turned_at, self._state = now, LinkState.CLOSED
            hung = self._heard_at is not None and now - self._heard_at >= BLOCKED_MS
            self.watchdog.lost(Trouble.BLOCKED if hung else Trouble.UNPLUGGED)

    def recorded(self, _position: LinkPosition) -> bool:
        """Nothing of a camera waits to be recorded."""
        return False

    def order(self, command: OneShot, now: int) -> OrderTicket:
        """A camera does nothing once: refused."""
        return OrderTicket(command, now, NoAnswer.REFUSED)

    def want(self, state: WantedState) -> None:
        """A camera has no lamps that could be wanted."""

    def want_snapshot(self, now: int) -> None:
        """What lies in the mouth is no level: nothing lies there."""
        if self._up:
            self._tell(SnapshotValid(device=self._device, at=Millis(now), inputs=(), tags=(), lost_readers=self._lost()))

    def saw(self, picture: Picture, at: int) -> None:
        """A picture came."""
        self.frames += 1
        self._heard_at = at
        if not self._up:
            self._come(at)
        readable = self.watchdog.look(picture, at)
        if readable:
            passed = self.passing.feed(picture, at)
            self.watchdog.well(at, veiled=self.passing.look.veiled)
            if passed is not None:
                self._card(passed)
            if self.passing.two and self.of_card is None:
                self.of_card = Trouble.TWO_CARDS
                self.troubles[Trouble.TWO_CARDS] += 1
        elif self.watchdog.trouble is not None:
            self.passing.forget()
        self._sight(at)

    def poll(self, now: int) -> bytes:
        """Does what time demands. Nothing is sent to a camera."""
        if self._announced and self._state is not LinkState.LINKED and self._silent(now):
            self._announced = False
            self._tell(DeviceSilent(device=self._device, at=Millis(now)))
        return b""

    def reopen_due(self, now: int) -> bool:
        """Whether it has given no picture for so long that it must be opened anew."""
        return now >= self._reopen_at()

    def next_deadline(self) -> int | None:
        """When `poll` must be called again at the latest."""
        return None if (due := self._reopen_at()) >= NEVER else due

    def receive(self, data: bytes, now: int) -> None:
        """A camera says nothing in bytes."""

    # What is told

    def _reopen_at(self) -> int:
        if self._state is LinkState.CLOSED:
            return NEVER
        return self._turned_at + OPENS_MS if self._heard_at is None else self._heard_at + BLOCKED_MS

    def _silent(self, now: int) -> bool:
        heard = self._heard_at if self._state is not LinkState.CLOSED else None
        return now - (self._turned_at if heard is None else heard) >= (0 if heard is None else SILENT_AFTER)

    def _come(self, at: int) -> None:
        self._up = self._announced = True
        self._tell(DeviceUp(device=self._device, at=Millis(at), life=self._opened, new_life=True, firmware="camera"))
        self.want_snapshot(at)

    def _sight(self, at: int) -> None:
        blind = self.watchdog.trouble is not None
        self._state = LinkState.ASKING if blind else LinkState.LINKED
        if blind is not self._blind:
            self._blind = blind
            reason = ReaderReason.SILENT if blind else ReaderReason.FINE
            self._tell(ReaderState(device=self._device, at=Millis(at), reader=_READER, ok=not blind, reason=reason))

    def _lost(self) -> tuple[int, ...]:
        return (_READER,) if self._blind else ()

    def _card(self, passed: Passed) -> None:
        self.draws += 1
        self.read += passed.seen.face is not None
        self.of_card = passed.trouble
        if passed.trouble is not None:
            self.troubles[passed.trouble] += 1
        evidence = evidence_of(passed, self.draws)
        if self._told is not None:
            self._told(passed, evidence)
        self._tell(evidence.reading(self._device))

    def _tell(self, reading: Reading) -> None:
        """While the owner takes nothing, the oldest is given up: a card that passed long ago is read by nobody any more."""
        if len(self.outbox) >= MAX_UNRECORDED:
            self.outbox.popleft()
            self._held_back += 1
        self.outbox.append(reading)

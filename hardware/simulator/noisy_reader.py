"""A tag reader under noise: one inventory after another, each heard or missed by chance, filtered as the table board does.

It computes its inventories ahead, to the next thing it tells, and goes back when its field changes before that. A tag that is
always heard, or never, costs nothing: of each the next inventory that is otherwise is drawn at once. Times inside are in us.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from hardware.protocol.events import Event, Reader, TagIn, TagOut, Uid
from hardware.simulator.antenna import Emit
from hardware.simulator.chance import NEVER
from hardware.simulator.inventories import Inventories, Told
from hardware.simulator.lies import Lies
from hardware.simulator.troubles import Change, Trouble, troubles

AHEAD_MS: Final = 1_000
"""So far ahead it computes where nothing is to be told; with one antenna, which costs nothing, so much farther: 60 times."""
ASKED_MS: Final = 100
ASKED_FOR_MS: Final = 3_000
"""While a snapshot waits for two inventories of each antenna, they are looked for so often, and so long."""

Lay = Callable[[int], tuple[Sequence[Uid], Sequence[Uid]]]
"""What lies on an antenna now, lowest first, and what passes over it."""


class NoisyReader:
    """Stands in the place of TagReader."""

    def __init__(self, number: int, antennas: Iterable[int], lies: Lies, seed: int, lay: Lay, emit: Emit, now_ms: int) -> None:
        """`number`: of the reader on its board."""
        self.antennas = tuple(antennas)
        self._number = number
        self._lies = lies
        self._lay = lay
        self._emit = emit
        self._work = Inventories(self.antennas, lies.noise, seed)
        self._ahead = AHEAD_MS * (1_000 if len(self.antennas) > 1 else 60_000)
        self._due: int | None = None
        self._known = False
        """`_due` holds."""
        self._present: dict[tuple[int, Uid], None] = {}
        self._deaf: set[int] = set()
        self._hangs = self._silent = self._lost = False
        self._changes = iter(troubles(lies.noise, seed, f"{number} {self.antennas}", self.antennas, now_ms))
        self._change: Change | None = next(self._changes, None)

    @property
    def ok(self) -> bool:
        """Whether it answers, as far as its board knows."""
        return not (self._hangs or self._lost)

    def start(self, now_ms: int) -> None:
        """Its board has started: nothing is known, and every antenna is visited."""
        while self._change is not None and self._change.at_ms <= now_ms:
            self._turn(self._change)
        self._present.clear()
        self._work.forget(now_ms * 1000)
        self._rest(now_ms)
        for antenna in self.antennas:
            self._lies.lay(antenna, *self._lay(antenna))
        for antenna in self.antennas:
            self._hear(antenna)

    def scan(self, mask: int, now_ms: int) -> None:
        """Visit only these antennas from now on."""
        self._back_to(now_ms)
        self._work.visit([antenna for antenna in self.antennas if mask >> antenna & 1])

    def stir(self, antenna: int, now_ms: int) -> None:
        """The field of this antenna has changed."""
        self._back_to(now_ms)
        self._lies.lay(antenna, *self._lay(antenna))
        for one in (antenna, *self._lies.beside(antenna)):
            self._hear(one)

    def hang(self, now_ms: int, *, hangs: bool) -> bool:
        """It stops answering or answers again. Whether that is news."""
        before = self.ok
        self._hangs = hangs
        self._rest(now_ms)
        return self.ok != before

    def next_deadline(self) -> int | None:
        """When `run` is next due, in ms."""
        if not self._known:
            due = NEVER if self._change is None else self._change.at_ms
            if not (self._hangs or self._silent):
                due = min(due, self._work.ahead(self._ahead, due * 1000))
            self._known, self._due = True, due if due < NEVER else None
        return self._due

    def run(self, now_ms: int) -> None:
        """Tell what is due by now."""
        while (due := self.next_deadline()) is not None and due <= now_ms:
            self._known = False
            if self._change is not None and self._change.at_ms <= due and not self._work.tells_by(due):
                self._befall(self._change)
            else:
                self._tell(self._work.take())

    def present(self) -> list[tuple[int, Uid]]:
        """The tags told of and not yet gone."""
        return list(self._present)

    def holds(self, antenna: int, uid: Uid) -> bool:
        """Whether this tag is told of and not yet gone."""
        return (antenna, uid) in self._present

    def twice(self, antenna: int, since_ms: int, now_ms: int) -> bool:
        """Whether two inventories of an antenna began after `since_ms` and are complete."""
        if antenna not in self.antennas or self._hangs or self._silent:
            return False
        self._back_to(now_ms)
        return self._work.twice(antenna, since_ms * 1000, now_ms * 1000)

    def twice_times(self, now_ms: int) -> list[int]:
        """When to ask."""
        return list(range(now_ms + ASKED_MS, now_ms + ASKED_FOR_MS, ASKED_MS)) if self.ok else []

    def _hear(self, antenna: int) -> None:
        self._work.hear(antenna, {} if antenna in self._deaf else self._lies.chances(antenna))

    def _tell(self, told: Told | None) -> None:
        for event, edge in told.events if told is not None else ():
            if isinstance(event, TagIn):
                self._present[event.antenna, event.uid] = None
            elif isinstance(event, TagOut):
                self._present.pop((event.antenna, event.uid), None)
            self._emit(event, edge // 1000)

    def _turn(self, change: Change) -> None:
        """A trouble begins or ends."""
        self._change = next(self._changes, None)
        if change.kind is Trouble.DEAF:
            self._deaf.add(change.antenna)
        elif change.kind is Trouble.HEARS:
            self._deaf.discard(change.antenna)
        else:
            self._silent = change.kind is not Trouble.BACK
            self._lost = change.kind is Trouble.LOST

    def _befall(self, change: Change) -> None:
        was_ok, now_ms = self.ok, change.at_ms
        self._turn(change)
        self._rest(now_ms)
        if change.antenna in self.antennas:
            self._hear(change.antenna)
        if self.ok != was_ok:
            self._emit(self.level(), now_ms)

    def _rest(self, now_ms: int) -> None:
        """It falls silent or answers again, or goes on; what it missed is not made up for."""
        self._back_to(now_ms)
        stopped = self._hangs or self._silent
        if stopped or self._work.stopped:
            self._work.pause(now_ms * 1000, stopped=stopped)

    def _back_to(self, now_ms: int) -> None:
        self._work.back_to(now_ms * 1000)
        self._known = False

    def level(self) -> Event:
        """Whether it answers, for the host."""
        return Reader(self._number, self.ok, 0)

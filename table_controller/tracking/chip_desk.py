"""Do chips and keys agree: crossings of bet lines paired with the acts and posts that move chips, in either order.

What stays unpaired for eight seconds is a question to the dealer, never a finding. Knows no amounts.
"""

from collections.abc import Callable, Iterable

import msgspec

from table_controller.core.act_events import ActHeld, AmountCorrected, ChipsLaid, HeldActReleased
from table_controller.core.events import (
    ActUndone,
    AnyEvent,
    BetMade,
    BlindPosted,
    Called,
    DealCompleted,
    HandVoided,
    PotAwarded,
    Raised,
    Street,
    UncalledReturned,
)
from table_controller.core.facts import AnyFact, ChipsCrossed, ChipsUnexplained, DeviceBack, DeviceLost, DeviceNotUnderstood
from table_controller.core.held import CHIPS_GO_IN
from table_controller.core.ids import Millis, SeatNo
from table_controller.core.state import TableState
from table_controller.tracking import timing
from table_controller.tracking.belief import ChipBelief, Line

_replace = msgspec.structs.replace


class ChipDesk:
    """One step over a `ChipBelief`. `lines`: seats whose bet lines speak. Seats without one are never asked about."""

    def __init__(self, start: ChipBelief, table: TableState, lines: frozenset[SeatNo], now: Millis) -> None:
        self.table = table
        self.watched = lines
        self.now = now
        self.facts: list[AnyFact] = []
        self.lines = dict(start.lines)

    def belief(self) -> ChipBelief:
        """What is believed after this step."""
        return ChipBelief(self.lines, min((due for line in self.lines.values() if (due := _due(line)) is not None), default=None))

    def edge(self, seat: SeatNo, level: bool, at: Millis) -> None:
        """The level of a bet line changed. Edges close together are one motion."""
        line = self.lines.get(seat, Line())
        if level == line.level:
            return
        merged = line.edge is not None and at - line.edge <= timing.MERGE_CHIPS
        self.lines[seat] = _replace(line, level=level, edge=at)
        if level and not merged:
            self.facts.append(ChipsCrossed(at=at, seat=seat))
            self._crossed(seat, at)

    def _crossed(self, seat: SeatNo, at: Millis) -> None:
        """Waiting for a key begins when the crossing is heard: while the line was silent play was locked."""
        line = self.lines[seat]
        if line.wanted is not None:
            line = _replace(line, wanted=None, keyed=line.wanted, covered=Millis(line.wanted + timing.ANSWER_CHIPS))
        elif not _bets_possible(self.table):
            line = _replace(line, idle=at)
        elif line.covered is not None and at <= line.covered:
            line = _replace(line, spare=self.now)
        elif line.asked is None:
            line = _replace(line, asked=self.now)
        self.lines[seat] = line

    def note_event(self, event: AnyEvent) -> None:
        """What the core has recorded, one of `CHIP_EVENTS`: acts and posts that want chips, and chips on their way back."""
        _REACTIONS[type(event)](self, event)

    def paid(self, event: Called | BetMade | Raised) -> None:
        """An act put chips in."""
        if event.added > 0:
            self._wanted(event.seat, posted=False)

    def posted(self, event: BlindPosted) -> None:
        """Chips were posted; they may have crossed long before the first card."""
        if event.live + event.dead > 0:
            self._wanted(event.seat, posted=True)

    def back(self, event: UncalledReturned | PotAwarded | ActUndone) -> None:
        """Chips go back over the line of this seat: that crossing needs no key."""
        self._covered(event.seat, undone=type(event) is ActUndone)

    def held(self, event: ActHeld) -> None:
        """An act out of turn has its chips in front of it while it waits."""
        if event.act in CHIPS_GO_IN:
            self._wanted(event.seat, posted=False)

    def released(self, event: HeldActReleased) -> None:
        """The act that follows is paid for already; or the chips go back."""
        line = self.lines.get(event.seat)
        if not event.bound:
            self._covered(event.seat, undone=True)
        elif line is not None and line.wanted is None:
            self.lines[event.seat] = _replace(line, keyed=self.now)

    def laid(self, event: ChipsLaid) -> None:
        """The call lies there, and the raise is to come."""
        self._wanted(event.seat, posted=False)

    def corrected(self, event: AmountCorrected) -> None:
        """Chips are added or go back."""
        self._covered(event.seat, undone=False)

    def all_back(self, _event: HandVoided) -> None:
        """Every seat gets its chips back."""
        for seat in self.lines:
            self._covered(seat, undone=True)

    def dealt(self, _event: DealCompleted) -> None:
        """What crossed before this hand's deal was complete explains nothing that comes."""
        for seat, line in self.lines.items():
            if line.idle is not None:
                self.lines[seat] = _replace(line, idle=None)

    def _wanted(self, seat: SeatNo, *, posted: bool) -> None:
        line = self.lines.get(seat, Line())
        if seat not in self.watched:  # a line that is silent now tells later, with the time at which chips crossed
            self.lines[seat] = _replace(line, covered=Millis(self.now + timing.ANSWER_CHIPS))
            return
        crossed = line.asked is not None or (line.spare is not None and self.now - line.spare <= timing.ANSWER_CHIPS)
        same_motion = line.keyed is not None and self.now - line.keyed <= timing.MERGE_CHIPS
        if crossed or same_motion or (posted and line.idle is not None):
            covered = Millis(self.now + timing.ANSWER_CHIPS)
            line = _replace(line, asked=None, spare=None, keyed=self.now, covered=covered)
        elif line.wanted is None:
            line = _replace(line, wanted=self.now)
        self.lines[seat] = line

    def _covered(self, seat: SeatNo, *, undone: bool) -> None:
        line = self.lines.get(seat)
        if line is not None:
            wanted = None if undone else line.wanted
            self.lines[seat] = _replace(line, asked=None, wanted=wanted, covered=Millis(self.now + timing.ANSWER_CHIPS))

    def devices_told(self, facts: Iterable[AnyFact]) -> None:
        """Devices are lost, or back."""
        for fact in facts:
            if isinstance(fact, DeviceLost | DeviceNotUnderstood) and fact.needed:
                self.pause()
            elif type(fact) is DeviceBack:
                self.go_on()

    def pause(self) -> None:
        """A device is lost: only what is open now may still be explained afterwards."""
        for seat, line in self.lines.items():
            spare = None if _over(line.spare, self.now) else line.spare
            covered = line.covered if line.covered is not None and self.now <= line.covered else None
            self.lines[seat] = _replace(line, spare=spare, covered=covered)

    def go_on(self) -> None:
        """It is back: every wait begins anew, and what was keyed by hand meanwhile has had its time."""
        for seat, line in self.lines.items():
            asked, spare, wanted = (self.now if since is not None else None for since in (line.asked, line.spare, line.wanted))
            covered = None if line.covered is None else Millis(self.now + timing.ANSWER_CHIPS)
            self.lines[seat] = _replace(line, asked=asked, spare=spare, wanted=wanted, covered=covered)

    def tick(self) -> None:
        """Asks about what nothing has explained in time."""
        if any(needed for _device, needed in self.table.lost):
            self.go_on()
        for seat, line in list(self.lines.items()):
            chips, key = _over(line.asked, self.now), _over(line.wanted, self.now)
            self.facts.extend(
                ChipsUnexplained(at=self.now, seat=seat, keyed=keyed) for keyed, so in ((False, chips), (True, key)) if so
            )
            if chips or key:
                asked, wanted = None if chips else line.asked, None if key else line.wanted
                self.lines[seat] = _replace(line, asked=asked, wanted=wanted)

    def blind(self, seats: frozenset[SeatNo]) -> None:
        """The sensors of these lines are silent: nothing is asked about them. What they tell later explains what is open now."""
        for seat in seats & self.lines.keys():
            line = self.lines[seat]
            covered = line.covered if line.wanted is None else Millis(line.wanted + timing.ANSWER_CHIPS)
            self.lines[seat] = _replace(line, asked=None, wanted=None, covered=covered)


def _bets_possible(table: TableState) -> bool:
    hand = table.hand
    return hand is not None and hand.street not in (Street.SHOWDOWN, Street.OVER) and not hand.pots_only


def _over(since: Millis | None, now: Millis) -> bool:
    return since is not None and now - since >= timing.ANSWER_CHIPS


def _due(line: Line) -> Millis | None:
    since = line.asked if line.wanted is None else line.wanted if line.asked is None else min(line.asked, line.wanted)
    return None if since is None else Millis(since + timing.ANSWER_CHIPS)


_REACTIONS: dict[type, Callable[..., None]] = {
    BlindPosted: ChipDesk.posted,
    Called: ChipDesk.paid,
    BetMade: ChipDesk.paid,
    Raised: ChipDesk.paid,
    UncalledReturned: ChipDesk.back,
    PotAwarded: ChipDesk.back,
    ActUndone: ChipDesk.back,
    ActHeld: ChipDesk.held,
    HeldActReleased: ChipDesk.released,
    ChipsLaid: ChipDesk.laid,
    AmountCorrected: ChipDesk.corrected,
    HandVoided: ChipDesk.all_back,
    DealCompleted: ChipDesk.dealt,
}
CHIP_EVENTS: tuple[type, ...] = tuple(_REACTIONS)
"""The events `note_event` has an ear for."""

"""Do chips and keys agree: crossings of bet lines paired with the acts and posts that move chips, in either order.

What stays unpaired is a question to the dealer, never a finding, and only where something besides the line speaks for it: a
sleeve crosses too, and one crossing in a hundred is not seen.

- Chips crossed, and the table waits for this very seat: its key is forgotten, or chips that came out of turn still lie there.
- Chips of two seats crossed in one round, and checks were keyed for both: a bet keyed as a check, and its call.
- Chips of three keys of one seat, one after the other, were not seen. Of fewer the dealer has keyed what he saw.

A line that stays blocked says nothing until it is free, and what blocked it for longer than chips do was none. Knows no amounts.
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
    Checked,
    DealCompleted,
    Folded,
    HandVoided,
    PotAwarded,
    Raised,
    Street,
    StreetClosed,
    StreetOpened,
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
        self.played = start.played

    def belief(self) -> ChipBelief:
        """What is believed after this step."""
        ends = [
            end for seat, line in self.lines.items() for end in (self._asks_at(seat, line), _given_up(line)) if end is not None
        ]
        return ChipBelief(self.lines, min(ends, default=None), self.played)

    def edge(self, seat: SeatNo, level: bool, at: Millis) -> None:
        """The level of a bet line changed. Edges close together are one motion."""
        line = self.lines.get(seat, Line())
        if level == line.level:
            return
        merged = line.edge is not None and at - line.edge <= timing.MERGE_CHIPS
        if line.level and line.edge is not None and at - line.edge > timing.CHIPS_MOVE:
            line = _without_crossing(line, line.edge)
        self.lines[seat] = _replace(line, level=level, edge=at)
        if level and not merged:
            self.facts.append(ChipsCrossed(at=at, seat=seat))
            self._crossed(seat, at)

    def _crossed(self, seat: SeatNo, at: Millis) -> None:
        """Waiting for a key begins when the crossing is heard: while the line was silent play was locked."""
        line = _replace(self.lines[seat], unseen=False, unseen_before=False)
        if line.wanted is not None:
            line = _replace(line, wanted=None, keyed=line.wanted, covered=Millis(line.wanted + timing.ANSWER_CHIPS))
        elif not _bets_possible(self.table):
            line = _replace(line, idle=at)
        elif line.covered is not None and at <= line.covered:
            line = _replace(line, spare=self.now)
        elif line.asked is None or line.against is not None:
            line = _replace(line, asked=self.now, against=None)
        self.lines[seat] = line

    def note_event(self, event: AnyEvent) -> None:
        """What the core has recorded, one of `CHIP_EVENTS`: acts and posts that want chips, and chips on their way back."""
        if type(event) in _PLAY:
            self.played = self.now
        _REACTIONS[type(event)](self, event)

    def checked(self, event: Checked) -> None:
        """No chips: what has crossed speaks against it."""
        line = self.lines.get(event.seat)
        if line is not None and line.asked is not None:
            self.lines[event.seat] = _replace(line, against=self.now)

    def round_over(self, _event: StreetClosed) -> None:
        """Whose turn did not come has nothing to explain: whatever crossed was no act. Nor has one alone who checked."""
        for seat, line in self.lines.items():
            if line.asked is not None and (line.against is None or self._alone(seat)):
                self.lines[seat] = _replace(line, asked=None, against=None)

    def goes_on(self, _event: Folded | StreetOpened) -> None:
        """Somebody else is to act; a hand that is given up may have touched the line."""

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
            line = _replace(line, asked=None, spare=None, keyed=self.now, covered=covered, against=None)
        elif line.wanted is None:
            line = _replace(line, wanted=self.now)
        self.lines[seat] = line

    def _covered(self, seat: SeatNo, *, undone: bool) -> None:
        line = self.lines.get(seat)
        if line is not None:
            wanted = None if undone else line.wanted
            covered = Millis(self.now + timing.ANSWER_CHIPS)
            self.lines[seat] = _replace(line, asked=None, wanted=wanted, covered=covered, against=None)

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
            open_since = (line.asked, line.spare, line.wanted, line.against)
            asked, spare, wanted, against = (self.now if since is not None else None for since in open_since)
            covered = None if line.covered is None else Millis(self.now + timing.ANSWER_CHIPS)
            self.lines[seat] = _replace(line, asked=asked, spare=spare, wanted=wanted, covered=covered, against=against)

    def tick(self) -> None:
        """Asks about what nothing has explained in time."""
        if any(needed for _device, needed in self.table.lost):
            self.go_on()
        for seat in list(self.lines):
            self._tick(seat)

    def _tick(self, seat: SeatNo) -> None:
        line = self.lines[seat]
        asks, ends = self._asks_at(seat, line), _given_up(line)
        if asks is not None and asks <= self.now:
            self._ask(seat, keyed=False)
            if line.against is not None:
                self._explained_by(seat)
            line = _replace(line, asked=None, against=None)
        if ends is not None and ends <= self.now:
            line = self._not_seen(seat, _replace(line, wanted=None))
        self.lines[seat] = line

    def _not_seen(self, seat: SeatNo, line: Line) -> Line:
        """No chips have come for a key; asked about at the third, and the count begins anew."""
        if line.unseen_before and not line.level:
            self._ask(seat, keyed=True)
        going_on = not line.unseen_before and not line.level
        return _replace(line, unseen=going_on, unseen_before=going_on and line.unseen)

    def _ask(self, seat: SeatNo, *, keyed: bool) -> None:
        self.facts.append(ChipsUnexplained(at=self.now, seat=seat, keyed=keyed))

    def _asks_at(self, seat: SeatNo, line: Line) -> Millis | None:
        """When chips that crossed become a question; None: not as things stand."""
        if line.asked is None or line.level:
            return None
        if line.against is not None:
            return None if self._alone(seat) else Millis(line.against + timing.ANSWER_CHIPS)
        hand = self.table.hand
        if hand is None or hand.actor != seat:
            return None
        return Millis(max(line.asked, self.played or line.asked) + timing.UNKEYED_CHIPS)

    def _explained_by(self, first: SeatNo) -> None:
        """One question is asked about such a round: who answers it sees the other seats too."""
        for seat, line in self.lines.items():
            if seat != first and line.against is not None:
                self.lines[seat] = _replace(line, asked=None, against=None)

    def _alone(self, seat: SeatNo) -> bool:
        """No other seat's chips crossed against what was keyed for it."""
        return not any(other != seat and line.against is not None for other, line in self.lines.items())

    def blind(self, seats: frozenset[SeatNo]) -> None:
        """The sensors of these lines are silent: nothing is asked about them. What they tell later explains what is open now."""
        for seat in seats & self.lines.keys():
            line = self.lines[seat]
            covered = line.covered if line.wanted is None else Millis(line.wanted + timing.ANSWER_CHIPS)
            self.lines[seat] = _replace(line, asked=None, wanted=None, covered=covered, against=None)


def _bets_possible(table: TableState) -> bool:
    hand = table.hand
    return hand is not None and hand.street not in (Street.SHOWDOWN, Street.OVER) and not hand.pots_only


def _over(since: Millis | None, now: Millis) -> bool:
    return since is not None and now - since >= timing.ANSWER_CHIPS


def _given_up(line: Line) -> Millis | None:
    """When chips that a key wants are waited for no more."""
    return None if line.wanted is None else Millis(line.wanted + timing.ANSWER_CHIPS)


def _without_crossing(line: Line, since: Millis) -> Line:
    """What crossed at `since` was a sleeve."""
    asked = None if line.asked is not None and line.asked >= since else line.asked
    spare = None if line.spare is not None and line.spare >= since else line.spare
    return _replace(line, asked=asked, spare=spare, against=line.against if asked is not None else None)


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
    Checked: ChipDesk.checked,
    Folded: ChipDesk.goes_on,
    StreetClosed: ChipDesk.round_over,
    StreetOpened: ChipDesk.goes_on,
}
_PLAY = frozenset({Called, BetMade, Raised, Checked, Folded, ActHeld, ChipsLaid, DealCompleted, StreetOpened})
CHIP_EVENTS: tuple[type, ...] = tuple(_REACTIONS)
"""The events `note_event` has an ear for."""

"""A table without wires that is measured: how long after a card has come to rest the table knows it, and what that costs.

Owns the stopwatches. The truth is looked at here and told nobody but the report.
"""

import time
from collections.abc import Iterable

from hardware.simulator.zones import FELT
from hardware.simulator.zones import Zone as Spot
from table_controller.bootstrap.room import Room
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.straight_table import StraightTable
from table_controller.core.events import AnyEvent, FindingRaised
from table_controller.core.ids import PieceNo
from table_controller.core.readings import Reading, TagId
from table_controller.journal import Journal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.tracking import Zone
from table_controller.tracking.arbiter import Arbiter
from table_controller.tracking.bindings import place_of

_FELT = frozenset(FELT)


class MeasuredTable(StraightTable):
    """`decisions`: milliseconds of table time from each card's coming to rest until it was told there. `busy_s`: CPU of the node.

    `overtaken`: cards that were moved on before they were told. `misplaced`: told where they have not been since they were last
    told. `delays`: of findings, from the error's being made, by code.
    """

    def __init__(self, plan: SimulatedPlan, room: Room, journal: Journal[AnyEvent], log: ErrorLog, arbiter: Arbiter) -> None:
        self.decisions: list[int] = []
        self.overtaken = self.misplaced = 0
        self.delays: dict[str, list[int]] = {}
        self.busy_s = 0.0
        self._log = log
        self._made_at: list[int] = []
        self._found: set[int] = set()
        super().__init__(plan, room, journal, arbiter)
        cards = self.sim.truth.cards
        found = ((card.piece, room.decks.find(TagId(bytes(card.uid)))) for card in cards if not card.forged)
        self._pieces = {mine: piece for mine, piece in found if piece is not None}
        self._lies: dict[int, Spot] = {}
        self._open: dict[int, int] = {}
        self._been: dict[PieceNo, set[Spot]] = {}
        self._told: dict[PieceNo, Zone | None] = {}
        self.sim.truth.watch(self._moved, lambda: None)

    def _moved(self, spot: Spot) -> None:
        """Something came to this spot, or went."""
        if spot not in _FELT:
            return
        for card in self.sim.truth.zone(spot):
            if card.piece in self._pieces and self._lies.get(card.piece) is not spot:
                self.overtaken += self._open.pop(card.piece, None) is not None
                self._lies[card.piece] = spot
                self._open[card.piece] = self.now
                self._been.setdefault(self._pieces[card.piece], set()).add(spot)

    def _happened(self, events: tuple[AnyEvent, ...]) -> None:
        self._note_findings(events)
        super()._happened(events)

    def _take(self, readings: list[Reading]) -> tuple[AnyEvent, ...]:
        self._note_errors()
        began = time.thread_time()
        events = super()._take(readings)
        self.busy_s += time.thread_time() - began
        self._note_decisions()
        return events

    def _note_errors(self) -> None:
        self._made_at += [self.now] * (len(self._log.made) - len(self._made_at))

    def _note_findings(self, events: Iterable[AnyEvent]) -> None:
        last = len(self._made_at) - 1
        for event in events:
            if not isinstance(event, FindingRaised) or last < 0 or last in self._found:
                continue
            if event.code in self._log.made[last].accepts:
                self._found.add(last)
                self.delays.setdefault(event.code, []).append(self.now - self._made_at[last])

    def _note_decisions(self) -> None:
        tracks = self.node.tracker.cards.tracks
        for mine, since in list(self._open.items()):
            spot, track = self._lies[mine], tracks.get(self._pieces[mine])
            if self.sim.truth.where(mine) is not spot:
                del self._open[mine], self._lies[mine]
                self.overtaken += 1
            elif track is not None and place_of(track.told) is place_of(Zone[spot.name]):
                del self._open[mine]
                self.decisions.append(self.now - since)
        self._note_misplaced()

    def _note_misplaced(self) -> None:
        tracks = self.node.tracker.cards.tracks
        told = {piece: track.told for piece, track in tracks.items() if track.told not in (None, Zone.SHOE)}
        for piece, zone in told.items():
            if zone is not None and self._told.get(piece) is not zone:
                been = self._been.get(piece, set())
                self.misplaced += all(place_of(Zone[spot.name]) is not place_of(zone) for spot in been)
                self._been[piece] = {spot for mine, spot in self._lies.items() if self._pieces[mine] == piece}
        self._told = dict(told)

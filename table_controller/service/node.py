"""The node of one table: takes what came in, decides, journals, and only then lets anybody know.

It has no threads and reads no clock: the loop (or the virtual clock) gives it batches with the time they came. One batch is one
journal transaction; when that fails nothing of the batch has happened, nothing is acknowledged, and the same batch may be given
again.
"""

from collections.abc import Callable, Collection, Sequence

import msgspec

from table_controller.alarms import Alarms, fold_alarm, next_due
from table_controller.core.deck_orders import DeckOrder
from table_controller.core.events import (
    AnyEvent,
    ClockJumped,
    HandEnded,
    HandVoided,
    NodeStarted,
    NodeStopped,
    TableOpened,
)
from table_controller.core.fold import fold
from table_controller.core.ids import DeviceId, Millis, Seq
from table_controller.core.messages import Rejection
from table_controller.core.orders import Countersign, OutOfService, SwapDeck
from table_controller.core.readings import Reading
from table_controller.core.state import TableState
from table_controller.decks import Registry
from table_controller.journal import DevicePosition, Journal, Moment, OrderAnswer, OrderConflict
from table_controller.sealing import KeySlot
from table_controller.service import deck_keeping
from table_controller.service.batch import Received, kept_answer, positions_after, stamped
from table_controller.service.deck_keeping import Keeping
from table_controller.service.draft import Draft
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.sealed_looks import second_signature
from table_controller.service.signatures import Signatures
from table_controller.service.spent_keys import SpentKeys
from table_controller.service.staleness import Watch
from table_controller.tracking import Ground, TrackerState, deadline, decode_state, encode_state

CLOCK_JUMP_MS = 2_000
"""A wall clock that moves this far against the monotonic one is recorded (T14)."""


class Outcome(msgspec.Struct, frozen=True):
    """What a batch led to, all of it durable."""

    events: tuple[AnyEvent, ...]
    seq: Seq
    answer: Answer | None = None


class Node:
    """See the module. `state` is what the journal says, never ahead of it. `start` it, `take` again and again, `stop`."""

    def __init__(
        self,
        journal: Journal[AnyEvent],
        ground: Ground,
        opened: TableOpened,
        version: str,
        registry: Registry,
        keep: Callable[[Registry], None],
        spent: SpentKeys | None = None,
    ) -> None:
        """`registry`: what `ground` was made from; `keep` stores it when it changes, and raises JournalFault when it cannot."""
        self._journal = journal
        self._keep = keep
        self._spent = spent or SpentKeys()
        self._keeping = Keeping(registry)
        self._ground = ground
        self._opened = opened
        self._version = version
        self._watch = Watch()
        self._signatures = Signatures()
        self._offset: int | None = None
        self.state = TableState()
        self.tracker = TrackerState()
        self.alarms = Alarms()
        self.seq = Seq(0)
        self.positions: dict[DeviceId, DevicePosition] = {}

    @property
    def registry(self) -> Registry:
        """The deck registry as it is kept."""
        return self._keeping.registry

    def start(self, now: Moment) -> None:
        """`recover`, then `begin`."""
        self.recover(now)
        self.begin(now)

    def check(self) -> None:
        """JournalFault when the journal does not lie any more where it was opened."""
        self._journal.check()

    def recover(self, now: Moment) -> None:
        """Folds the journal from its last checkpoint. JournalFault when it cannot be read."""
        recovery = self._journal.recover()
        for event, record in zip(recovery.events, recovery.records, strict=True):
            self.state = fold(self.state, event)
            self.alarms = fold_alarm(self.alarms, event, record.wall_ms)
            self._signatures.note((event,), record.sequence)
            self._watch.note(self.state, self.alarms, record.sequence)
        self.positions = dict(recovery.positions)
        if recovery.tracker_state is not None:
            self.tracker = decode_state(recovery.tracker_state, now.mono_ms)
        self.seq = recovery.head.sequence

    def begin(self, now: Moment) -> None:
        """Records that the node runs. JournalFault when it cannot be written."""
        draft = self._draft(now)
        if not self.seq:
            draft.happen(self._opened)
        draft.happen(NodeStarted(version=self._version, recovered=self.state.in_hand))
        self._write(draft, {}, now)

    def take(self, readings: Sequence[Reading], order: Received | None, now: Moment) -> Outcome:
        """One batch: readings in the order they came, then at most one order, then the passing of time.

        JournalFault: nothing happened; give the same batch again.
        """
        if order is not None:
            known = self._answered(order, now)
            if known is not None:
                return self.take(readings, None, now) if readings else Outcome((), self.seq, known)
        self._end_keys(now)
        draft = self._draft(now)
        self._mind_the_clock(draft, now)
        draft.pass_time()
        keeping = self._listen(draft, readings)
        draft.sense(None)
        keeping = self._showing_over(draft, keeping, now)
        refused = None if order is None else self._order(draft, stamped(order.envelope, now), now)
        if order is not None and refused is None and isinstance(order.envelope.order, DeckOrder):
            keeping, refused = self._about_decks(draft, keeping, order.envelope, now)
        keeping = self._count_hands(draft, keeping)
        answer = None if order is None else self._answer(draft, refused)
        positions = positions_after(readings, self.positions)
        if draft.events or positions or order is not None:
            self._store(keeping)
            self._write(draft, positions, now, kept_answer(order, answer))
        self.tracker, self._keeping = draft.tracker, keeping
        return Outcome(tuple(draft.events), self.seq, answer)

    def stop(self, now: Moment) -> None:
        """Records the clean stop. The journal is closed by its owner."""
        self._end_keys(now)
        draft = self._draft(now)
        draft.happen(NodeStopped())
        self._write(draft, {}, now)

    def deadline(self) -> Millis | None:
        """When the passing of time matters next, host monotonic ms."""
        ends = [end for end in (deadline(self.tracker), self._keeping.due, self._alarm_due()) if end is not None]
        return min(ends, default=None)

    def _alarm_due(self) -> Millis | None:
        """Alarms count by the wall clock of the record."""
        at = next_due(self.alarms)
        return None if at is None or self._offset is None else Millis(at - self._offset)

    def _end_keys(self, now: Moment) -> None:
        """A transaction of its own, before the batch: when that one fails, this one need not be made again."""
        if not self._spent.due(self.state, now.mono_ms):
            return
        held = self._journal.held_keys()
        draft = self._draft(now)
        draft.happen(*self._spent.told(self.state, held, now.mono_ms))
        if draft.events:
            self._write(draft, {}, now, gone=[key.slot for key in held])

    def _listen(self, draft: Draft, readings: Sequence[Reading]) -> Keeping:
        keeping = self._keeping
        for reading in readings:
            keeping, rest = deck_keeping.heard(keeping, reading, self._ground.bindings)
            if rest is not None:
                draft.sense(rest)
        return keeping

    def _showing_over(self, draft: Draft, keeping: Keeping, now: Moment) -> Keeping:
        done = deck_keeping.over(keeping, now.mono_ms, now.wall_ms)
        if done.keeping is not keeping:
            draft.happen(*done.events)
            draft.clear_cards()
        return done.keeping

    def _about_decks(self, draft: Draft, keeping: Keeping, envelope: Envelope, now: Moment) -> tuple[Keeping, Rejection | None]:
        assert isinstance(envelope.order, DeckOrder)
        done = deck_keeping.obey(keeping, envelope.order, envelope.person, self._ground.bindings, now.mono_ms, now.wall_ms)
        if isinstance(done, Rejection):
            return keeping, done
        draft.happen(*done.events)
        if done.keeping.task is not keeping.task:
            draft.clear_cards()
        return done.keeping, None

    def _count_hands(self, draft: Draft, keeping: Keeping) -> Keeping:
        for event in draft.events:
            if isinstance(event, HandEnded | HandVoided) and (deck := self._deck_name(draft.state)):
                keeping = deck_keeping.played(keeping, deck)
        return keeping

    def _deck_name(self, state: TableState) -> str:
        only = self._ground.decks.only()
        return state.deck_in_play or ("" if only is None else only.name)

    def _store(self, keeping: Keeping) -> None:
        """Before it is recorded: a record of a deck that is not kept would be worse than a kept deck without its record."""
        before, now = self._keeping.registry, keeping.registry
        if now is not before:
            self._keep(now)
            if [one.status for one in now.decks] != [one.status for one in before.decks] or now.cards is not before.cards:
                self._ground = self._ground._replace(decks=now.deck_map(self._ground.accepted))

    def _draft(self, now: Moment) -> Draft:
        return Draft(self.state, self.tracker, self.alarms, self._ground, now.mono_ms, now.wall_ms)

    def _answered(self, order: Received, now: Moment) -> Answer | None:
        key = order.envelope.key
        if key is None:
            return None
        known = self._journal.answer_to(key, order.body, now)
        if known is None:
            return None
        if isinstance(known, OrderConflict):
            return Answer(ok=False, conflict=True)
        return msgspec.json.decode(known, type=Answer)

    def _order(self, draft: Draft, envelope: Envelope, now: Moment) -> Rejection | None:
        if envelope.seen_seq is not None and envelope.seen_seq > self.seq:
            return Rejection("not_seen_yet")
        if self._watch.stale(envelope.order, envelope.seen_seq):
            return Rejection("stale")
        order = envelope.order
        looked = second_signature(self._journal, draft.state, order, envelope.person, now.wall_ms)
        if looked is not None:
            return _recorded(draft, looked)
        if isinstance(order, Countersign) and not self._signatures.signed_in(draft.state, order.order_seq):
            return Rejection("wrong_order")
        if isinstance(order, OutOfService) and order.device not in self._ground.bindings.names.values():
            return Rejection("no_such_device")
        if isinstance(order, SwapDeck) and order.deck:
            label = self._ground.decks.named(order.deck)
            if label is None or not label.usable:
                return Rejection("no_such_deck" if label is None else "deck_not_ready")
        return draft.decide(order, envelope.person)

    def _answer(self, draft: Draft, refused: Rejection | None) -> Answer:
        if refused is not None:
            return Answer(ok=False, rejection=refused)
        return Answer(ok=True, seq=Seq(self.seq + len(draft.events)))

    def _mind_the_clock(self, draft: Draft, now: Moment) -> None:
        offset = now.wall_ms - now.mono_ms
        if self._offset is not None and abs(offset - self._offset) > CLOCK_JUMP_MS:
            draft.happen(ClockJumped(by_ms=offset - self._offset))
        self._offset = offset

    def _write(
        self,
        draft: Draft,
        positions: dict[DeviceId, DevicePosition],
        now: Moment,
        kept: OrderAnswer | None = None,
        gone: Collection[KeySlot] = (),
    ) -> None:
        self._journal.append(draft.events, positions, encode_state(draft.tracker), now, kept, gone)
        self.state, self.tracker, self.alarms = draft.state, draft.tracker, draft.alarms
        self.seq = Seq(self.seq + len(draft.events))
        self.positions.update(positions)
        self._watch.note(self.state, self.alarms, self.seq)
        self._signatures.note(draft.events, self.seq)


def _recorded(draft: Draft, done: AnyEvent | Rejection) -> Rejection | None:
    if isinstance(done, Rejection):
        return done
    draft.happen(done)
    return None

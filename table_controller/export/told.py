"""One played hand told once, without any format: who sat where, what was posted, acted, shown and won.

Owns what of an irregular hand is told: what counted in the end, without acts that were taken back.
Cards are those everybody saw.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from table_controller.core import events as did
from table_controller.core.act_events import AmountCorrected, HandExposed
from table_controller.core.cards import texts_of
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo, TableId
from table_controller.core.places import Place
from table_controller.core.procedure_events import HandKilled
from table_controller.core.stakes import Stakes
from table_controller.core.state import TableState
from table_controller.export.played import PlayedHand, Step

MOST_BOARD = 5


class Post(msgspec.Struct, frozen=True):
    """Chips that went in before the first card; see `core.events.BlindPosted`."""

    seat: SeatNo
    what: did.BlindKind
    live: Chips
    dead: Chips
    all_in: bool


class Act(msgspec.Struct, frozen=True):
    """`kind`: fold, check, call, bet, raise, kill, show, muck. `to`: total of the round. `at`: wall clock, UTC ms."""

    kind: str
    seat: SeatNo
    at: int
    added: Chips = Chips(0)
    to: Chips = Chips(0)
    all_in: bool = False
    cards: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """`cards`: what came to the board with this street."""

    street: did.Street
    cards: tuple[str, ...]
    acts: tuple[Act, ...]


class ToldSeat(msgspec.Struct, frozen=True):
    """A seat that was dealt in. `shown`: its cards, where everybody saw them. `end`: stack after the hand."""

    seat: SeatNo
    player: str
    start: Chips
    end: Chips
    shown: tuple[str, ...]


class ToldHand(msgspec.Struct, frozen=True, kw_only=True):
    """`seats` in the order of the deal, the button last. `began`, `ended`: wall clock, UTC ms."""

    table: TableId
    name: str
    house: str
    number: HandNo
    attempt: AttemptNo
    outcome: str
    began: int
    ended: int
    stakes: Stakes
    max_seats: int
    button: SeatNo
    seats: tuple[ToldSeat, ...]
    posts: tuple[Post, ...]
    rounds: tuple[Round, ...]
    awards: tuple[did.PotAwarded, ...]
    """Where a pot went first; where it was put right afterwards the stacks say."""
    rake: tuple[tuple[int, Chips], ...]
    """(pot, amount)."""
    irregularities: tuple[str, ...]

    @property
    def board(self) -> tuple[str, ...]:
        """All of it, in order."""
        return tuple(card for one in self.rounds for card in one.cards)


def tell(hand: PlayedHand) -> ToldHand:
    """The hand, up to its end or as far as it has come."""
    teller = _Teller(hand)
    for step in hand.steps:
        teller.take(step)
        if isinstance(step.event, did.HandEnded | did.HandVoided):
            break
    return teller.told()


class _Teller:
    """Goes through the steps of one hand."""

    def __init__(self, hand: PlayedHand) -> None:
        self._hand = hand
        self._begun: did.HandStarted | None = None
        self._at = self._began = 0
        self._before, self._state = hand.before, hand.before
        self._posts: list[Post] = []
        self._rounds: list[Round] = []
        self._acts: list[Act] = []
        self._street = did.Street.PREFLOP
        self._lies: tuple[str, ...] = ()
        self._new: tuple[str, ...] = ()
        self._shown: dict[SeatNo, tuple[str, ...]] = {}
        self._awards: list[did.PotAwarded] = []
        self._rake: list[tuple[int, Chips]] = []
        self._codes: list[str] = []

    def take(self, step: Step) -> None:
        """The next step."""
        before, self._state, self._at = self._state, step.state, step.at
        change = _CHANGES.get(type(step.event))
        if change is not None:
            change(self, step.event, before)

    def told(self) -> ToldHand:
        """What has been told so far. ValueError: these are no steps of a hand."""
        begun = self._begun
        if begun is None:
            raise ValueError("the hand never began")
        self._close()
        return ToldHand(
            table=self._hand.table,
            name=self._before.name,
            house=self._before.rules.name,
            number=self._hand.number,
            attempt=self._hand.attempt,
            outcome=self._hand.outcome,
            began=self._began,
            ended=self._at,
            stakes=self._before.stakes,
            max_seats=len(self._before.seats),
            button=begun.button,
            seats=tuple(self._seat(number) for number in begun.dealt_in),
            posts=tuple(self._posts),
            rounds=tuple(self._rounds),
            awards=tuple(self._awards),
            rake=tuple(self._rake),
            irregularities=tuple(self._codes),
        )

    def _seat(self, number: SeatNo) -> ToldSeat:
        first, last = self._before.seat(number), self._state.seat(number)
        return ToldSeat(number, first.player or "", first.stack, last.stack, self._shown.get(number, ()))

    def _close(self) -> None:
        self._rounds.append(Round(self._street, self._new, tuple(self._acts)))
        self._acts, self._new = [], ()

    # --- events, each with the table as it stood before -----------------------------------------------------------------

    def begun(self, event: did.HandStarted, before: TableState) -> None:
        self._begun, self._before, self._began = event, before, self._at

    def posted(self, event: did.BlindPosted, _before: TableState) -> None:
        self._posts.append(Post(event.seat, event.what, event.live, event.dead, event.all_in))

    def opened(self, event: did.StreetOpened, _before: TableState) -> None:
        if event.street is did.Street.PREFLOP:
            return
        self._close()
        lies = texts_of(card.public for card in self._state.at(Place.BOARD) if card.public is not None)
        self._street, self._new, self._lies = event.street, lies[len(self._lies) : MOST_BOARD], lies

    def acted(self, event: Any, before: TableState) -> None:
        kind, added = _KINDS[type(event)], getattr(event, "added", Chips(0))
        to = getattr(event, "to", Chips(before.seat(event.seat).bet + added))
        self._acts.append(Act(kind, event.seat, self._at, added, to, getattr(event, "all_in", False)))

    def corrected(self, event: AmountCorrected, _before: TableState) -> None:
        """The act of this seat counts with what it was put right to."""
        for place in reversed(range(len(self._acts))):
            act = self._acts[place]
            if act.seat == event.seat and act.kind in ("call", "bet", "raise"):
                added = Chips(act.added + event.added)
                self._acts[place] = msgspec.structs.replace(act, added=added, to=event.to, all_in=event.all_in)
                return

    def undone(self, event: did.ActUndone, _before: TableState) -> None:
        """Only the last act can be, before the next card: a round ends here when the next cards lie, so it is in this one."""
        if self._acts and self._acts[-1].seat == event.seat:
            self._acts.pop()

    def tabled(self, event: did.HandTabled | HandExposed, _before: TableState) -> None:
        self._shown[event.seat] = texts_of(event.cards)
        if isinstance(event, did.HandTabled):
            self._showdown(Act("show", event.seat, self._at, cards=texts_of(event.cards)))

    def given_up(self, event: did.HandGivenUp, _before: TableState) -> None:
        self._showdown(Act("muck", event.seat, self._at))

    def _showdown(self, act: Act) -> None:
        hand = self._state.hand
        if self._street is not did.Street.SHOWDOWN and hand is not None and hand.street is did.Street.SHOWDOWN:
            self._close()
            self._street = did.Street.SHOWDOWN
        self._acts.append(act)

    def awarded(self, event: did.PotAwarded, _before: TableState) -> None:
        self._awards.append(event)

    def raked(self, event: did.RakeTaken, _before: TableState) -> None:
        self._rake.append((event.pot, event.amount))

    def found(self, event: did.FindingRaised, _before: TableState) -> None:
        if event.code not in self._codes:
            self._codes.append(event.code)


_KINDS: dict[type, str] = {
    did.Folded: "fold",
    did.Checked: "check",
    did.Called: "call",
    did.BetMade: "bet",
    did.Raised: "raise",
    HandKilled: "kill",
}
_CHANGES: dict[type, Callable[[_Teller, Any, TableState], None]] = {
    **dict.fromkeys(_KINDS, _Teller.acted),
    did.HandStarted: _Teller.begun,
    did.BlindPosted: _Teller.posted,
    did.StreetOpened: _Teller.opened,
    AmountCorrected: _Teller.corrected,
    did.ActUndone: _Teller.undone,
    did.HandTabled: _Teller.tabled,
    HandExposed: _Teller.tabled,
    did.HandGivenUp: _Teller.given_up,
    did.PotAwarded: _Teller.awarded,
    did.RakeTaken: _Teller.raked,
    did.FindingRaised: _Teller.found,
}

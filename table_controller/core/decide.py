"""`decide`: what a fact or an order makes happen: events with all their consequences, or a Rejection that changes nothing.

Facts are never refused: what physically happened is recorded. Orders may be. Pure: the same state and the same input give the
same answer on every machine.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import (
    alarming,
    awarding,
    betting,
    blinds,
    by_hand,
    card_facts,
    dealing,
    deck_changes,
    draw,
    floor,
    held,
    opening,
    questions,
    reports,
    ruling,
    seating,
    shift,
    showdown,
    silent_chips,
    undo,
    words,
)
from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.act_events import ClockRanOut, FlopLeftShort, HandLeftInMuck
from table_controller.core.device_events import DeviceRefused
from table_controller.core.draft import Draft
from table_controller.core.events import (
    AnyEvent,
    ButtonSighted,
    DeviceLostEvents,
    DeviceRecovered,
    DeviceSilenced,
    SeatPresence,
    SourceUnbound,
)
from table_controller.core.facts import AnyFact
from table_controller.core.follow import follow_up
from table_controller.core.messages import Rejection
from table_controller.core.mucked import thrown_unkeyed
from table_controller.core.orders import AnyOrder, Person
from table_controller.core.roles import may_give
from table_controller.core.rounds import flop_is_short
from table_controller.core.state import TableState


def decide(state: TableState, said: AnyFact | AnyOrder, by: Person) -> tuple[AnyEvent, ...] | Rejection:
    """The events this leads to, or why not. No events at all: nothing that matters has happened."""
    result = advance(state, said, by)
    return result if isinstance(result, Rejection) else tuple(result.events)


def advance(state: TableState, said: AnyFact | AnyOrder, by: Person) -> Draft | Rejection:
    """`decide`, with the state after each event, so that nobody has to fold them a second time."""
    draft = Draft(state)
    kind = type(said)
    strays = state.hand is not None and state.hand.astray is not None
    if kind in _FACTS:
        _FACTS[kind](draft, said)
    else:
        refused = may_give(said, by)  # type: ignore[arg-type]  # no fact, so an order
        if refused is not None:
            return refused
        by_hand.mark(draft, said, by)  # type: ignore[arg-type]
        refused = _after_words(draft, said, by) if strays else _ORDERS[kind](draft, said, by)
        if refused is not None:
            refused = _out_of_turn(draft, said, refused)
        if refused is not None:
            return refused
    if strays or state.findings:
        follow_up(state, draft)
    return draft


def _out_of_turn(draft: Draft, order: Any, refused: Rejection) -> Rejection | None:
    """An act before its turn waits for it."""
    return held.hold(draft, order, refused) if refused.code == "not_your_turn" else refused


def _after_words(draft: Draft, order: Any, by: Person) -> Rejection | None:
    """A key that only follows what was said is nothing new, and one that goes against it is refused."""
    if words.repeated(draft.state, order):
        return None
    return words.bound(draft.state, order) or _ORDERS[type(order)](draft, order, by)


def _seat_sensed(draft: Draft, fact: seen.SeatSensed) -> None:
    if 0 < fact.seat <= len(draft.state.seats) and draft.state.seats[fact.seat - 1].present is not fact.present:
        draft.add(SeatPresence(seat=fact.seat, present=fact.present, at_deal=fact.at_deal))


def _button_seen(draft: Draft, fact: seen.ButtonSeen) -> None:
    if fact.seat != draft.state.button_sighted:
        draft.add(ButtonSighted(seat=fact.seat))


def _clock_ran(draft: Draft, fact: seen.ClockRan) -> None:
    if draft.state.hand is not None and draft.state.hand.actor == fact.seat:
        draft.add(ClockRanOut(seat=fact.seat))


def _flop_waited(draft: Draft, _fact: seen.FlopWaited) -> None:
    if flop_is_short(draft.state):
        draft.add(FlopLeftShort())


def _fold_key_waited(draft: Draft, fact: seen.FoldKeyWaited) -> None:
    if thrown_unkeyed(draft.state, fact.seat):
        draft.add(HandLeftInMuck(seat=fact.seat))


def _device_lost(draft: Draft, fact: seen.DeviceLost) -> None:
    if (fact.name, fact.needed) not in draft.state.lost:
        draft.add(DeviceSilenced(device=fact.name, needed=fact.needed))


def _device_back(draft: Draft, fact: seen.DeviceBack) -> None:
    if any(name == fact.name for name, _ in draft.state.lost):
        draft.add(DeviceRecovered(device=fact.name))


def _device_refused(draft: Draft, fact: seen.DeviceNotUnderstood) -> None:
    """What it cannot say, it does not say: it is lost, by its own fault."""
    schemas = {"board_schema": f"{fact.schema:08x}", "host_schema": f"{fact.wanted:08x}"}
    draft.add(DeviceRefused(device=fact.name, **schemas))
    if all(name != fact.name for name, _ in draft.state.lost):
        draft.add(DeviceSilenced(device=fact.name, needed=fact.needed))


def _events_lost(draft: Draft, fact: seen.DeviceEventsLost) -> None:
    draft.add(DeviceLostEvents(device=fact.name, count=fact.count))


def _unbound(draft: Draft, fact: seen.UnboundSource) -> None:
    draft.add(SourceUnbound(device=fact.device, what=fact.what))


_FACTS: dict[type, Callable[[Draft, Any], None]] = {
    seen.CardArrived: card_facts.card_arrived,
    seen.CardMissing: card_facts.card_missing,
    seen.UnknownTag: card_facts.unknown_tag,
    seen.CardInTwoPlaces: card_facts.card_in_two_places,
    seen.ReadersDisagree: card_facts.readers_disagree,
    seen.OtherDeckCard: card_facts.other_deck,
    seen.DeckTold: card_facts.deck_told,
    seen.DeckSeen: card_facts.deck_seen,
    seen.ButtonSeen: _button_seen,
    seen.SeatSensed: _seat_sensed,
    seen.ChipsCrossed: questions.chips_crossed,
    seen.ChipsUnexplained: questions.chips_unexplained,
    seen.ClockRan: _clock_ran,
    seen.FlopWaited: _flop_waited,
    seen.FoldKeyWaited: _fold_key_waited,
    seen.DeviceLost: _device_lost,
    seen.DeviceBack: _device_back,
    seen.DeviceNotUnderstood: _device_refused,
    seen.DeviceEventsLost: _events_lost,
    seen.UnboundSource: _unbound,
}

_ORDERS: dict[type, Callable[[Draft, Any, Person], Rejection | None]] = {
    ask.Fold: betting.fold_hand,
    ask.Check: betting.check,
    ask.Call: betting.call,
    ask.CheckOrCall: betting.check_or_call,
    ask.Bet: betting.bet,
    ask.Raise: betting.raise_to,
    ask.BetOrRaise: betting.bet_or_raise,
    ask.AllIn: betting.all_in,
    ask.PushChips: silent_chips.push_chips,
    ask.Declare: words.declare,
    ask.Show: showdown.show,
    ask.Muck: showdown.muck,
    ask.PlayingBoard: showdown.playing_board,
    ask.PushPot: awarding.push_pot,
    ask.Report: reports.report,
    ask.Undo: undo.undo,
    ask.DealDone: dealing.deal_done,
    ask.ByHand: by_hand.go_on,
    ask.LayCards: by_hand.lay_cards,
    ask.NameCard: by_hand.name_card,
    ask.ConfirmStep: ruling.confirm_step,
    ask.Cancel: ruling.cancel,
    ask.Late: ruling.late,
    ask.Rule: ruling.rule,
    ask.OverrideStep: ruling.override_step,
    ask.KillHand: ruling.kill_hand,
    ask.Countersign: ruling.countersign,
    ask.Flashed: dealing.flashed,
    ask.CallFloor: dealing.call_floor,
    ask.Misdeal: dealing.misdeal,
    ask.Exposed: dealing.exposed,
    ask.Boxed: dealing.boxed,
    ask.Clock: dealing.clock,
    ask.Award: dealing.award_pots,
    ask.NextHand: dealing.next_hand,
    ask.PostBlind: blinds.post_by_hand,
    ask.Seat: seating.sit_down,
    ask.Leave: seating.leave,
    ask.Absent: seating.absent,
    ask.ReportAbsent: seating.absent,
    ask.Back: seating.back,
    ask.SitOut: seating.sit_out,
    ask.TopUp: seating.top_up,
    ask.PlaceButton: floor.place_button,
    ask.LastHand: floor.last_hand,
    ask.DrawForButton: draw.draw_for_button,
    ask.SetStakes: floor.set_stakes,
    ask.SwapDeck: deck_changes.swap_deck,
    ask.DealerChange: shift.dealer_change,
    ask.AssignFloor: shift.assign_floor,
    ask.Level: shift.level,
    ask.LevelClock: shift.level_clock,
    **dict.fromkeys((ask.EnrollDeck, ask.CheckDeck, ask.ConfirmDeck, ask.RetireDeck), deck_changes.between_hands),
    ask.Resume: floor.resume,
    ask.VoidHand: floor.void_hand,
    ask.PauseTable: floor.pause,
    ask.OpenTable: floor.open_table,
    ask.CloseTable: floor.close_table,
    ask.AnswerQuestion: questions.answer_question,
    ask.Acknowledge: alarming.acknowledge,
    ask.Shelve: alarming.shelve,
    ask.Unshelve: alarming.unshelve,
    ask.OutOfService: alarming.out_of_service,
    ask.InService: alarming.in_service,
    ask.OpenSealed: opening.open_sealed,
    ask.NoteCopy: opening.note_copy,
}

"""Folds of findings, questions, silent devices and what the floor said."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.deck_events import DeckConfirmed, DeckEnrolled, DeckInPlay, DeckRetired
from table_controller.core.device_events import EnteredByHand, PlayedByHand
from table_controller.core.procedure_state import Signature
from table_controller.core.state import TableState

_TAGS_KEPT = 16
"""More foreign cards than this are not told apart any more."""


def _finding_raised(state: TableState, event: did.FindingRaised) -> TableState:
    others = tuple(finding for finding in state.findings if finding.number not in (event.replaces, event.number))
    signed = _without(state.signed, event.replaces)
    return replace(state, findings=(*others, event), finding_no=max(state.finding_no, event.number), signed=signed)


def _without(signed: tuple[Signature, ...], number: int | None) -> tuple[Signature, ...]:
    return tuple(one for one in signed if one.finding != number) if signed else signed


def _finding_closed(state: TableState, event: did.FindingClosed) -> TableState:
    others = tuple(finding for finding in state.findings if finding.number != event.number)
    return replace(state, findings=others, signed=_without(state.signed, event.number))


def _play_resumed(state: TableState, _event: did.PlayResumed) -> TableState:
    return replace(state, floor_called=False)


def _floor_called(state: TableState, _event: did.FloorCalled) -> TableState:
    return replace(state, floor_called=True)


def _unknown_tag(state: TableState, event: did.UnknownTagSeen) -> TableState:
    others = tuple(entry for entry in state.tags[-_TAGS_KEPT + 1 :] if entry[0] != event.tag)
    findings = tuple(_with_count(finding, event) for finding in state.findings)
    return replace(state, tags=(*others, (event.tag, event.place)), findings=findings)


def _with_count(finding: did.FindingRaised, event: did.UnknownTagSeen) -> did.FindingRaised:
    more = finding.public_tag is not None and finding.place is event.place and event.count > finding.count
    return replace(finding, count=event.count) if more else finding


def _deck_in_play(state: TableState, event: DeckInPlay) -> TableState:
    """Said by a person, it is another deck than the one whose cards went back into the shoe (M14.3)."""
    procedures = state.procedures
    if event.by is not None:
        procedures = tuple(replace(one, top=None) for one in procedures)
    return replace(state, deck_in_play=event.deck, procedures=procedures)


def _deck_told(state: TableState, event: DeckEnrolled | DeckConfirmed | DeckRetired) -> TableState:
    word = _WORDS[type(event)] if not isinstance(event, DeckRetired) or event.final else "retiring"
    others = tuple(one for one in state.decks if one[0] != event.deck)
    return replace(state, decks=(*others, (event.deck, word)))


_WORDS: dict[type, str] = {DeckEnrolled: "enrolled", DeckConfirmed: "ready", DeckRetired: "retired"}


def _question_asked(state: TableState, event: did.QuestionAsked) -> TableState:
    others = tuple(question for question in state.questions if question.number != event.number)
    return replace(state, questions=(*others, event), question_no=max(state.question_no, event.number))


def _question_closed(state: TableState, event: did.QuestionClosed) -> TableState:
    return replace(state, questions=tuple(question for question in state.questions if question.number != event.number))


def _device_silenced(state: TableState, event: did.DeviceSilenced) -> TableState:
    others = tuple(entry for entry in state.lost if entry[0] != event.device)
    return replace(state, lost=(*others, (event.device, event.needed)), by_hand=state.by_hand and not event.needed)


def _device_recovered(state: TableState, event: did.DeviceRecovered) -> TableState:
    lost = tuple(entry for entry in state.lost if entry[0] != event.device)
    return replace(state, lost=lost, by_hand=state.by_hand and any(needed for _, needed in lost))


def _played_by_hand(state: TableState, _event: PlayedByHand) -> TableState:
    return replace(state, by_hand=True)


def _entered_by_hand(state: TableState, _event: EnteredByHand) -> TableState:
    return state if state.hand is None else replace(state, hand=replace(state.hand, by_hand=state.hand.by_hand + 1))


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.FindingRaised: _finding_raised,
    did.FindingClosed: _finding_closed,
    did.PlayResumed: _play_resumed,
    did.FloorCalled: _floor_called,
    did.UnknownTagSeen: _unknown_tag,
    DeckInPlay: _deck_in_play,
    **dict.fromkeys(_WORDS, _deck_told),
    did.QuestionAsked: _question_asked,
    did.QuestionClosed: _question_closed,
    did.DeviceSilenced: _device_silenced,
    did.DeviceRecovered: _device_recovered,
    PlayedByHand: _played_by_hand,
    EnteredByHand: _entered_by_hand,
}

"""What tracking does while play goes on by hand (H6): what somebody says lies there is not waited for, and a lost shoe neither.

Works on a `CardDesk`. Which card it is that lies there it leaves open until an antenna says so.
"""

import msgspec

from table_controller.core.device_events import PlayedByHand
from table_controller.core.events import AnyEvent, BoardCardDealt, CardBurned, CardDealt, CardEvent
from table_controller.tracking.card_desk import CardDesk

_replace = msgspec.structs.replace

EVENTS: tuple[type, ...] = (PlayedByHand, CardDealt, CardBurned, BoardCardDealt)
"""The events `concerns` may be true of."""


def concerns(event: AnyEvent) -> bool:
    """Whether tracking has to change its mind."""
    return type(event) is PlayedByHand or (isinstance(event, CardEvent) and event.by_hand)


def note_event(desk: CardDesk, event: AnyEvent) -> None:
    """Play goes on by hand, or a card was entered so."""
    if type(event) is PlayedByHand:
        _go_on_alone(desk)
    settle(desk)


def settle(desk: CardDesk) -> None:
    """Draws that somebody says lie there, unseen: they are told when an antenna sees them, and hold up no others until then."""
    if not desk.queue:
        return
    placed = sum(card.by_hand for place in desk.context.table.lying for card in place)
    left = placed - sum(1 for track in desk.tracks.values() if track.told is None)
    for piece in [piece for piece in desk.queue if desk.tracks[piece].landed is None][: max(0, left)]:
        desk.queue.remove(piece)
        desk.tracks[piece] = _replace(desk.tracks[piece], told=None, since=desk.now)
    desk.flush()


def _go_on_alone(desk: CardDesk) -> None:
    """The shoe says nothing: what has landed meanwhile is drawn in the order in which it came to lie."""
    landed = [(track.landed.since, piece) for piece, track in desk.tracks.items() if track.landed and not track.draw]
    for _at, piece in sorted(landed) if desk.mute else ():
        desk.number(piece, desk.tracks[piece])

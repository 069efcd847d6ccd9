"""The deck as a whole: put in, taken out, counted, gathered; and what of the cards that are out follows from it.

Works on a `CardDesk`. A shoe that counts is believed over an antenna; a shoe that cannot count is told what the zones leave over.
"""

import msgspec

from table_controller.core.events import AnyEvent, DealCompleted, DeckGathered, HandEnded, HandStarted, HandVoided
from table_controller.core.facts import DeckSeen
from table_controller.core.ids import Millis, PieceNo
from table_controller.tracking import timing
from table_controller.tracking.belief import CardBelief, Track
from table_controller.tracking.bindings import Zone
from table_controller.tracking.card_desk import CardDesk
from table_controller.tracking.patience import waits
from table_controller.tracking.piles import may_lie_unheard

_replace = msgspec.structs.replace

DECK_EVENTS: tuple[type, ...] = (HandStarted, DealCompleted, HandEnded, HandVoided, DeckGathered)
"""The events `note_event` has an ear for."""
REMOVED, INSERTED, LID_OPEN = 0, 1, 2


def cleared(cards: CardBelief) -> CardBelief:
    """As if no card lay anywhere: what antennas and shoe say meanwhile is about a deck that is shown, not played."""
    return CardBelief(blind=cards.blind, mute=cards.mute)


def deck_state(desk: CardDesk, state: int, tags: int, at: Millis) -> None:
    """The shoe says what its deck is doing. Said again, as in a snapshot, it is no news, unless cards are back meanwhile."""
    count = tags if state == INSERTED and tags else None
    whole = count == desk.context.deck.size()
    if state == desk.deck == INSERTED and _dealt_from_just_now(desk):
        if whole:  # it was, when it was put in; that its cards come out of it says the rest
            desk.deck_count, desk.deck_due, desk.put_in_short = count, None, False
        return
    news = whole if desk.draws else count != desk.deck_count
    changed = state != desk.deck or (not desk.in_hand and news)
    came_in = state == INSERTED and desk.deck != INSERTED
    desk.deck, desk.deck_count = state, count
    desk.put_in_short = count is not None and not whole and desk.draws == desk.draws_when_out
    if state != INSERTED:
        desk.deck_due = None
        desk.draws_when_out = desk.draws
    if came_in:  # while it was out, cards may have been on their way into it
        restart_waits(desk)
    if not changed:
        return
    if state == INSERTED:
        desk.deck_due = Millis(desk.now + timing.ZONES_EMPTY)
        settle_deck(desk, at)
    else:
        desk.facts.append(DeckSeen(at=desk.now, present=state != REMOVED, lid_open=state == LID_OPEN))


def _dealt_from_just_now(desk: CardDesk) -> bool:
    """It counted short, and its cards come out while it counts on: what it counts was there when it was put in.

    One counted after cards had come out of it lacked none: that it is whole now says that they are back.
    """
    if not desk.put_in_short:
        return False
    if not desk.draws and desk.passage is not None:  # the first was not read
        return desk.now - desk.passage.ended < timing.LANDING_IN_DEAL
    since_put_in = range(desk.draws_when_out + 1, desk.draws + 1)  # what lies there of the hand before has a higher number
    fresh = (track for track in desk.tracks.values() if track.draw in since_put_in and not track.stale)
    return any(desk.now - track.since < timing.LANDING_IN_DEAL for track in fresh)


def set_blind(desk: CardDesk, blind: bool, mute: bool) -> None:
    """Antennas, or the shoe's in particular, fell silent, or all speak again."""
    if (desk.blind and not blind) or (desk.mute and not mute):
        restart_waits(desk)
    desk.blind, desk.mute = blind, mute


def restart_waits(desk: CardDesk) -> None:
    """What is out of sight is given all its time again, and what is seen elsewhere than it lies must be seen as long anew."""
    for piece, track in desk.tracks.items():
        since = desk.now if waits(track) else track.since
        elsewhere = track.told is not Zone.SHOE and any(sight.zone is not track.told for sight in track.sights)
        sights = track.sights
        if desk.round_ms and elsewhere:
            sights = tuple(sight if sight.found else _replace(sight, since=desk.now) for sight in sights)
        desk.tracks[piece] = _replace(track, since=since, sights=sights)


def settle_deck(desk: CardDesk, counted: Millis | None = None) -> None:
    """Tells a deck that was put in as soon as its count and the zones agree, or when waiting for that is over.

    `counted`: when the shoe counted it, if it says so now.
    """
    if desk.deck_due is None:
        return
    seen = sum(1 for track in desk.tracks.values() if track.sights)
    whole = desk.context.deck.size()
    if _drawn_from_whole(desk):
        _tell_whole(desk)
        return
    unheard = _unheard(desk)
    buried = desk.deck_count is not None and desk.deck_count + seen == whole - len(unheard)
    fits = seen == 0 if desk.deck_count is None else buried or desk.deck_count + seen == whole
    full = desk.deck_count == whole and not desk.in_hand
    if not fits and not full and desk.now < desk.deck_due:
        return
    desk.deck_due = None
    count = desk.deck_count
    if count is None and seen and not desk.in_hand:  # during a hand cards may be lifted, so nothing can be inferred
        count = whole - seen
    if full:
        _forget_all(desk, counted)
    elif fits or not desk.in_hand:  # between hands a deck told whole takes everything back at once, else each card is told
        _return_unseen(desk, unheard if buried else (), told=desk.in_hand or count is not None)
    if not desk.tracks or not (full or desk.in_hand):
        desk.count_anew()
    desk.facts.append(DeckSeen(at=desk.now, present=True, count=count))


def _drawn_from_whole(desk: CardDesk) -> bool:
    """Between hands: what the deck lacks is on its way to a first seat, or lies there. A shoe that restarted counts it so."""
    drawn = sum(1 for track in desk.tracks.values() if _unexplained(track) or _in_flight(desk, track))
    out = bool(drawn) and not desk.in_hand and desk.deck_count is not None
    return out and desk.deck_count == desk.context.deck.size() - drawn


def _tell_whole(desk: CardDesk) -> None:
    """The deck as it was put in, then the cards that have come out of it since."""
    desk.deck_due = None
    desk.facts.append(DeckSeen(at=desk.now, present=True, count=desk.context.deck.size()))
    for piece, track in list(desk.tracks.items()):
        if _unexplained(track):
            desk.number(piece, track)


def _unheard(desk: CardDesk) -> tuple[PieceNo, ...]:
    """Cards that lie out though no antenna hears them, during a hand."""
    if not desk.in_hand:
        return ()
    return tuple(piece for piece, track in desk.tracks.items() if not track.sights and may_lie_unheard(desk, track))


def _return_unseen(desk: CardDesk, kept: tuple[PieceNo, ...], *, told: bool) -> None:
    """The cards that are seen nowhere are in the deck, but for those that may lie out unheard and are not counted in it."""
    for piece, track in list(desk.tracks.items()):
        if track.sights or piece in kept:
            continue
        if told and track.told is not Zone.SHOE:
            desk.returned(piece)
        else:
            _forget(desk, piece)


def _forget_all(desk: CardDesk, counted: Millis | None) -> None:
    """The shoe counted all cards: an antenna that still shows one has only not let it go yet, unless it came there since."""
    desk.tracks = {
        piece: track
        for piece, track in desk.tracks.items()
        if _unexplained(track) and counted is not None and track.sights and track.sights[-1].since > counted
    }
    desk.queue.clear()


def _in_flight(desk: CardDesk, track: Track) -> bool:
    """It came out of the deck that is in the shoe, and is not told yet."""
    return track.told is Zone.SHOE and track.draw > desk.draws_when_out and not track.stale


def _unexplained(track: Track) -> bool:
    """It lies somewhere, and the shoe has yet to say that it went out."""
    return track.told is Zone.SHOE and not track.draw and track.landed is not None and not track.stale


def _forget(desk: CardDesk, piece: PieceNo) -> None:
    del desk.tracks[piece]
    if piece in desk.queue:
        desk.queue.remove(piece)


def note_event(desk: CardDesk, event: AnyEvent) -> None:
    """What the core has recorded: hands begin and end, the deck is whole."""
    kind = type(event)
    if kind is HandStarted:
        desk.in_hand = desk.dealing = True
    elif kind is DealCompleted:
        desk.dealing = False
    elif kind is HandEnded or kind is HandVoided:
        desk.in_hand = desk.dealing = desk.put_in_short = False
    elif kind is DeckGathered:
        _gathered(desk)


def _gathered(desk: CardDesk) -> None:
    """All cards are in the deck. Those an antenna still sees are remembered as stale: they vanish now, or were left over.

    One that came since from a shoe that is heard only later is no leftover.
    """
    left = {}
    for piece, track in desk.tracks.items():
        sights = tuple(sight for sight in track.sights if sight.zone is not Zone.SHOE)
        if _unexplained(track):
            left[piece] = track
        elif sights:
            left[piece] = _replace(track, told=Zone.SHOE, draw=0, sights=sights, landed=None, stale=True, clashed=False)
    desk.tracks = left
    desk.queue.clear()
    desk.count_anew()
    desk.in_hand = desk.dealing = False
    desk.hold_until = None

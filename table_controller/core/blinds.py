"""What is posted before the first card: antes, blinds, straddles, missed blinds (SK26, SK27, SK68, SK71, UA10, HU09, TDA 54-B).

Posts go in by themselves when a hand starts, but for what was put in by hand before (`BlindPromised`). A stack that is too short
posts all it has. Must not know where button and blinds are (`button`) nor how a post changes the betting (the fold).
"""

from collections.abc import Iterator

from table_controller.core.draft import Draft
from table_controller.core.events import BlindKind, BlindPosted, BlindPromised
from table_controller.core.ids import Chips, SeatNo, after
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, PostBlind
from table_controller.core.rules import MissedBlinds, StraddleRule
from table_controller.core.stakes import AnteBy, Stakes
from table_controller.core.state import HandState, TableState

_STRADDLE = BlindKind.STRADDLE
_ANTE = BlindKind.ANTE
_ANTE_BY_BIG_BLIND = AnteBy.BIG_BLIND
_SB = BlindKind.SB
_BB = BlindKind.BB
_EXTRA_BB = BlindKind.EXTRA_BB
_BOTH = BlindKind.BOTH
_ANTE_BY_ALL = AnteBy.EVERYBODY
_ANTE_BY_BUTTON = AnteBy.BUTTON
_NO_STRADDLE = StraddleRule.OFF
_ALL_LIVE = MissedBlinds.ALL_LIVE_UP_TO_BET
_FOR_MISSED = frozenset({BlindKind.BOTH, BlindKind.DEAD_SB, BlindKind.EXTRA_BB, BlindKind.EXTRA_SB})
_BUTTON_STRADDLE = StraddleRule.BUTTON

Post = tuple[SeatNo, BlindKind, int, int]
"""Seat, what, live, dead."""

_ENTRIES = frozenset({BlindKind.EXTRA_BB, BlindKind.EXTRA_SB, BlindKind.DEAD_SB, BlindKind.BOTH})
_KINDS = {kind.value: kind for kind in BlindKind}


def post_all(draft: Draft) -> None:
    """Posts everything for the hand that has just started: antes, blinds, straddle, then what was promised beyond them."""
    hand = draft.state.hand
    if hand is None:
        return
    promised = {(post.seat, post.what): post for post in hand.promised if not _covered(hand, post)}
    for seat, what, live, dead in _due(draft.state, hand):
        if what is _SB and ((seat, _EXTRA_BB) in promised or (seat, _BOTH) in promised):
            continue  # who buys in with a big blind owes no small one in the same hand
        by_hand = promised.pop((seat, what), None)
        _post(draft, (seat, what, live, dead) if by_hand is None else _as_promised(by_hand))
    extra = [post for post in promised.values() if post.seat in hand.order]
    for post in sorted(extra, key=lambda post: (post.what is _STRADDLE, post.live)):
        _post(draft, _as_promised(post))


def _covered(hand: HandState, post: BlindPromised) -> bool:
    """The big blind has reached a seat that would have bought in: it posts that and nothing else (SK68, SK72)."""
    return post.seat == hand.big_blind and post.what in _ENTRIES


def _as_promised(post: BlindPromised) -> Post:
    return post.seat, post.what, post.live, post.dead


def _post(draft: Draft, post: Post) -> None:
    number, what, live, dead = post
    stack = draft.state.seats[number - 1].stack
    dead = min(dead, stack)
    live = min(live, stack - dead)
    if live + dead > 0:
        all_in = live + dead == stack
        draft.add(BlindPosted(seat=number, what=what, live=Chips(live), dead=Chips(dead), all_in=all_in))


def _due(state: TableState, hand: HandState) -> Iterator[Post]:
    """What the stakes ask for, in the order it is posted: a big blind's ante after the blind, every other before."""
    stakes = state.stakes
    if stakes.posted_by_hand:
        return
    ante = [(seat, _ANTE, 0, stakes.ante) for seat in _ante_seats(stakes, hand)] if stakes.ante else []
    if stakes.ante_by is not _ANTE_BY_BIG_BLIND:
        yield from ante
    if hand.small_blind is not None and hand.small_blind in hand.order:
        yield hand.small_blind, _SB, stakes.small_blind, 0
    if hand.big_blind is not None and hand.big_blind in hand.order:
        yield hand.big_blind, _BB, stakes.big_blind, 0
    if stakes.ante_by is _ANTE_BY_BIG_BLIND:
        yield from ante
    straddler = _straddler(state, hand)
    if straddler is not None:
        yield straddler, _STRADDLE, stakes.straddle, 0


def _ante_seats(stakes: Stakes, hand: HandState) -> tuple[SeatNo, ...]:
    if stakes.ante_by is _ANTE_BY_ALL:
        return hand.order
    payer = hand.button if stakes.ante_by is _ANTE_BY_BUTTON else hand.big_blind
    return (payer,) if payer is not None and payer in hand.order else ()


def _straddler(state: TableState, hand: HandState) -> SeatNo | None:
    """Left of the big blind, or the button; never with two players (UA10, HU09, B8)."""
    rule = state.rules.straddle
    if not state.stakes.straddle or rule is _NO_STRADDLE or len(hand.order) < 3 or hand.big_blind is None:
        return None
    if rule is _BUTTON_STRADDLE:
        return hand.button if hand.button in hand.order else None
    return after(hand.order, hand.big_blind)[0]


def post_by_hand(draft: Draft, order: PostBlind, _by: Person) -> Rejection | None:
    """A post keyed before the first card; charged when it lands. Afterwards it is too late (B8, SK15)."""
    state = draft.state
    if state.in_hand:
        return Rejection("stake_locked")
    if not 0 < order.seat <= len(state.seats) or state.seats[order.seat - 1].player is None:
        return Rejection("seat_empty", {"seat": order.seat})
    what = _KINDS.get(order.what)
    if what is None:
        return Rejection("no_such_post", {"what": order.what})
    live, dead = (order.live, order.dead) if order.live or order.dead else _asked(state, order.seat, what)
    if live < 0 or dead < 0 or live + dead <= 0:
        return Rejection("no_amount")
    if what is _STRADDLE and state.rules.straddle is _NO_STRADDLE:
        return Rejection("no_straddle")
    draft.add(BlindPromised(seat=order.seat, what=what, live=Chips(live), dead=Chips(dead)))
    return None


def _asked(state: TableState, number: SeatNo, what: BlindKind) -> tuple[int, int]:
    """(live, dead) where the order names no amount: what was missed, by the house's rule, or what is usual (SK71, RR)."""
    seat, stakes = state.seats[number - 1], state.stakes
    owed = stakes.big_blind * seat.owes_big + stakes.small_blind * seat.owes_small
    if what not in _FOR_MISSED or not owed or state.rules.missed_blinds is not _ALL_LIVE:
        return _usual(stakes, what)
    live = min(owed, stakes.big_blind)
    return live, owed - live


def _usual(stakes: Stakes, what: BlindKind) -> tuple[int, int]:
    """(live, dead) where the order names no amount."""
    small, big = stakes.small_blind, stakes.big_blind
    return {
        _ANTE: (0, stakes.ante),
        _SB: (small, 0),
        _BB: (big, 0),
        _STRADDLE: (stakes.straddle or 2 * big, 0),
        BlindKind.EXTRA_BB: (big, 0),
        BlindKind.EXTRA_SB: (small, 0),
        BlindKind.DEAD_SB: (0, small),
        BlindKind.BOTH: (big, small),
    }[what]

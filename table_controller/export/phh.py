"""A hand as PHH, the TOML form PokerKit reads (phh.readthedocs.io, `spec`).

Players are numbered in the order of the deal, the button last. Unknown cards are `????`. What the form has no field for stands
in fields of our own, which begin with an underline as it asks.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from table_controller.core.events import BlindKind, Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.stakes import AnteBy, Limit
from table_controller.export.told import Act, ToldHand

_NOBODY_SAW = "????"
_LATE = (BlindKind.EXTRA_BB, BlindKind.EXTRA_SB, BlindKind.BOTH)
"""Posts of those who come in: PHH writes them below zero, so that they open no betting."""


def phh_text(hand: ToldHand) -> str:
    """The whole file, with a line end at its end."""
    return "".join(f"{name} = {value}\n" for name, value in _fields(hand))


def _fields(hand: ToldHand) -> Iterator[tuple[str, str]]:
    stakes, fixed = hand.stakes, hand.stakes.limit is Limit.FIXED_LIMIT
    yield "variant", _text("FT" if fixed else "NT")
    yield "ante_trimming_status", "true" if _layered(hand) else "false"
    yield "antes", _numbers(_heads_up(hand, [_dead(hand, seat.seat) for seat in hand.seats]))
    yield "blinds_or_straddles", _numbers(_heads_up(hand, [_live(hand, seat.seat) for seat in hand.seats]))
    if fixed:
        small = stakes.small_bet or stakes.big_blind
        yield "small_bet", str(small)
        yield "big_bet", str(stakes.big_bet or 2 * small)
    else:
        yield "min_bet", str(max((post.live for post in hand.posts if post.what is BlindKind.STRADDLE), default=stakes.big_blind))
    yield "starting_stacks", _numbers([seat.start for seat in hand.seats])
    yield "actions", _texts(_actions(hand))
    yield from _told_besides(hand)


def _told_besides(hand: ToldHand) -> Iterator[tuple[str, str]]:
    began = datetime.fromtimestamp(hand.began / 1000, UTC)
    yield "time", began.strftime("%H:%M:%S")
    yield "time_zone", _text("UTC")
    yield "day", str(began.day)
    yield "month", str(began.month)
    yield "year", str(began.year)
    yield "hand", str(hand.number)
    yield "seats", _numbers([seat.seat for seat in hand.seats])
    yield "seat_count", str(hand.max_seats)
    yield "table", _text(hand.table)
    yield "players", _texts(seat.player for seat in hand.seats)
    yield "finishing_stacks", _numbers([seat.end for seat in hand.seats])
    yield "_attempt", str(hand.attempt)
    yield "_limit", _text(hand.stakes.limit.value)
    yield "_house_rules", _text(hand.house)
    yield "_outcome", _text(hand.outcome)
    yield "_rake", str(sum(amount for _, amount in hand.rake))
    if hand.irregularities:
        yield "_irregularities", _texts(hand.irregularities)


def _layered(hand: ToldHand) -> bool:
    """An ante that everybody pays wins only its like; other dead chips belong to the pot whoever plays for it."""
    all_antes = all(post.what is BlindKind.ANTE for post in hand.posts if post.dead)
    return hand.stakes.ante_by is AnteBy.EVERYBODY and all_antes


def _dead(hand: ToldHand, seat: SeatNo) -> int:
    return sum(post.dead for post in hand.posts if post.seat == seat)


def _live(hand: ToldHand, seat: SeatNo) -> int:
    """What this seat posted; of a blind that took all its chips, what it should have been."""
    posts = [post for post in hand.posts if post.seat == seat and post.live]
    amount = sum(post.live for post in posts)
    if any(post.what in _LATE for post in posts):
        return -amount
    due = {BlindKind.SB: hand.stakes.small_blind, BlindKind.BB: hand.stakes.big_blind}
    return max([amount, *(due.get(post.what, Chips(0)) for post in posts if post.all_in)])


def _heads_up(hand: ToldHand, amounts: list[int]) -> list[int]:
    """With two players PHH names the small blind first, and gives it to the second player, who has the button."""
    return amounts[::-1] if len(hand.seats) == 2 else amounts


def _actions(hand: ToldHand) -> Iterator[str]:
    places = {seat.seat: place for place, seat in enumerate(hand.seats, start=1)}
    for seat in hand.seats:
        yield f"d dh p{places[seat.seat]} {''.join(seat.shown) or _NOBODY_SAW}"
    for one in hand.rounds:
        if one.cards:
            yield f"d db {''.join(one.cards)}"
        for act in one.acts:
            if one.street is not Street.SHOWDOWN or act.kind in ("show", "muck"):
                yield f"p{places[act.seat]} {_words(act)}"


def _words(act: Act) -> str:
    if act.kind in ("bet", "raise"):
        return f"cbr {act.to}"
    if act.kind == "show":
        return f"sm {''.join(act.cards)}"
    return {"check": "cc", "call": "cc", "muck": "sm"}.get(act.kind, "f")


def _text(value: str) -> str:
    """A TOML string; names are free text, so nothing in it may end it."""
    kept = "".join(letter if letter.isprintable() else " " for letter in value)
    escaped = kept.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _numbers(values: list[int]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _texts(values: Iterator[str] | tuple[str, ...]) -> str:
    return f"[{', '.join(map(_text, values))}]"

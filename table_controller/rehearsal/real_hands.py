"""Rows of `hands.jsonl`: hands that were really played, read, and told as a table's setting, a deck and what the dealer keys.

Owns the reading of rows and their translation into orders. What a row says of the result (who collected, what came back) is
kept for comparing and for the room's way of raking: nothing here tells the engine who wins.
"""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card, cards
from table_controller.core.ids import MAX_SEATS, Chips, SeatNo, after
from table_controller.core.orders import AnyOrder
from table_controller.core.rules import HouseRules, StraddleRule
from table_controller.core.stakes import AnteBy, Limit, Rake, Stakes


class Variant(StrEnum):
    """Betting structure as the rows name it."""

    NO_LIMIT = "NT"
    FIXED_LIMIT = "FT"
    POT_LIMIT = "PT"


_LIMITS = {
    Variant.NO_LIMIT: Limit.NO_LIMIT,
    Variant.FIXED_LIMIT: Limit.FIXED_LIMIT,
    Variant.POT_LIMIT: Limit.POT_LIMIT,
}


class RowSeat(msgspec.Struct, frozen=True):
    """A seat that was dealt in. `cards` None: never seen."""

    seat: SeatNo
    stack: Chips
    cards: str | None


class HandRow(msgspec.Struct, frozen=True):
    """One row. Amounts in the row's unit. The lists are as the data's README describes them."""

    id: str
    variant: Variant
    sb: Chips
    bb: Chips
    seats: tuple[RowSeat, ...]
    posts: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[Any, ...], ...]
    board: str
    finish: dict[str, Chips]
    button: SeatNo | None = None
    ante: Chips = Chips(0)
    ante_by: str | None = None
    small_bet: Chips = Chips(0)
    big_bet: Chips = Chips(0)
    rake: Chips = Chips(0)
    collected: tuple[tuple[int, int], ...] = ()
    kind: str = ""
    tags: tuple[str, ...] = ()
    pokerkit: str = ""


class Turn(msgspec.Struct, frozen=True):
    """One thing of a row in its order: an act keyed by the dealer, or `board` cards that come next."""

    order: AnyOrder | None = None
    board: tuple[Card, ...] = ()
    added: Chips | None = None
    """What a call added in the source, to be compared."""


class Script(msgspec.Struct, frozen=True):
    """A row as a table can play it. `setup`: orders before the first card. `deck`: all 52, first card first."""

    row: HandRow
    rules: HouseRules
    stakes: Stakes
    seats: int
    setup: tuple[AnyOrder, ...]
    deck: tuple[Card, ...]
    turns: tuple[Turn, ...]
    shows: tuple[SeatNo, ...]
    """Who shows at a showdown, where it comes to one; the others give up."""


_ROWS = msgspec.json.Decoder(HandRow)


def read_rows(path: Path) -> Iterator[HandRow]:
    """The rows of a file, in order. msgspec.ValidationError for a row that is not one."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield _ROWS.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
                raise msgspec.ValidationError(f"line {number}: {wrong}") from None


def script_of(row: HandRow) -> Script:
    """The row as orders and a deck. ValueError for cards that cannot all come from one deck."""
    posts = _posts(row)
    small = next((seat for seat, what, *_ in posts if what == "sb"), None)
    big = next((seat for seat, what, *_ in posts if what == "bb"), None)
    button = _button(row, small, big)
    return Script(
        row=row,
        rules=_rules(row),
        stakes=_stakes(row, posts, big),
        seats=MAX_SEATS,
        setup=(*_seated(row), _placed(button, small, big), *_by_hand(posts)),
        deck=_deck(row, button),
        turns=tuple(_turns(row)),
        shows=_shows(row),
    )


def _posts(row: HandRow) -> list[tuple[SeatNo, str, int, int]]:
    """(seat, what, live, dead) of every post."""
    posts = []
    for seat, what, live, *dead in row.posts:
        kind = what
        if what == "sb_or_bb_allin":
            kind = "ante"  # the only chips of a seat that has to ante first, and fewer than the ante
        posts.append((SeatNo(seat), kind, live, dead[0] if dead else 0))
    return posts


def _button(row: HandRow, small: SeatNo | None, big: SeatNo | None) -> SeatNo:
    """Where the row has it; a button on a seat the row does not name lies right of the blinds."""
    if row.button is not None:
        return row.button
    first = small or big or row.seats[0].seat
    return SeatNo((first - 2) % MAX_SEATS + 1)


def _placed(button: SeatNo, small: SeatNo | None, big: SeatNo | None) -> AnyOrder:
    if small is None and big is None:  # heads-up, both all-in by the ante
        return ask.PlaceButton(seat=button)
    return ask.PlaceButton(seat=button, small_blind=small, big_blind=big, no_small_blind=small is None)


def _seated(row: HandRow) -> list[AnyOrder]:
    return [ask.Seat(seat=seat.seat, player=f"P{seat.seat}", chips=seat.stack, newcomer=False) for seat in row.seats]


def _by_hand(posts: list[tuple[SeatNo, str, int, int]]) -> list[AnyOrder]:
    """Posts that do not go in by themselves."""
    usual = {"ante", "sb", "bb"}
    return [
        ask.PostBlind(seat=seat, what=what, live=Chips(live), dead=Chips(dead))
        for seat, what, live, dead in posts
        if what not in usual
    ]


def _stakes(row: HandRow, posts: list[tuple[SeatNo, str, int, int]], big: SeatNo | None) -> Stakes:
    """The row's game."""
    payers = [seat for seat, what, *_ in posts if what == "ante"]
    by = AnteBy.EVERYBODY
    if row.ante_by == "button":
        by = AnteBy.BUTTON
    elif payers == [big]:
        by = AnteBy.BIG_BLIND
    return Stakes(
        limit=_LIMITS[row.variant],
        small_blind=row.sb,
        big_blind=row.bb,
        small_bet=row.small_bet,
        big_bet=row.big_bet,
        ante=row.ante,
        ante_by=by,
        rake=_rake(row),
    )


def _rake(row: HandRow) -> Rake:
    """What the source says was taken, as a fixed drop borne by all pots; one room takes a twentieth of each pot, main first."""
    if not row.rake:
        return Rake()
    if row.kind == "Stars cash" and len(row.collected) > 1:
        return Rake(per_mille=50, cap=row.rake, no_flop_no_drop=False, per_pot=True)
    return Rake(per_mille=1000, cap=row.rake, no_flop_no_drop=False)


def _rules(row: HandRow) -> HouseRules:
    """Online rooms and programs let four raises go in where a live room stops at three; straddles wherever one was posted."""
    return HouseRules(straddle=StraddleRule.UTG, raise_cap=4 if _wagers(row) > 4 else 3)


def _wagers(row: HandRow) -> int:
    """The most bets and raises of any round, the big blind counted."""
    most, count = 0, 1
    for who, what, *_ in row.actions:
        if who == "board":
            count = 0
        elif what in ("bet", "raise"):
            count += 1
            most = max(most, count)
    return most


def _turns(row: HandRow) -> Iterator[Turn]:
    for who, what, *rest in row.actions:
        if who == "board":
            yield Turn(board=cards(what))
        elif what == "fold":
            yield Turn(ask.Fold(seat=who))
        elif what == "check":
            yield Turn(ask.Check(seat=who))
        elif what == "call":
            yield Turn(ask.Call(seat=who), added=Chips(rest[0]))
        elif what in ("bet", "raise"):
            yield Turn(ask.BetOrRaise(seat=who, to=Chips(rest[0])))
        elif what == "show":
            yield Turn(ask.Show(seat=who))


def _shows(row: HandRow) -> tuple[SeatNo, ...]:
    """Everybody whose cards are known and who did not throw them away."""
    mucked = {who for who, what, *_ in row.actions if what == "muck"}
    return tuple(seat.seat for seat in row.seats if seat.cards is not None and seat.seat not in mucked)


def _deck(row: HandRow, button: SeatNo) -> tuple[Card, ...]:
    """Known cards where they fell, the others in a fixed order."""
    known = {seat.seat: cards(seat.cards) for seat in row.seats if seat.cards is not None}
    board = cards(row.board)
    used = {card for hand in known.values() for card in hand} | set(board)
    if len(used) != 2 * len(known) + len(board):
        raise ValueError(f"row {row.id}: a card is named twice")
    others = iter(card for card in FULL_DECK if card not in used)
    order = after(tuple(seat.seat for seat in row.seats), button)
    holes = {seat: known.get(seat) or (next(others), next(others)) for seat in order}
    deck = [holes[seat][turn] for turn in (0, 1) for seat in order]
    streets = (board[:3], board[3:4], board[4:5])
    for street in streets:
        if street:
            deck += [next(others), *street]
    return (*deck, *others)

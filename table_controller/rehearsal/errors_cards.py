"""What is wrong with the deck, the burns and the board: too few cards, strange ones, fallen, boxed, swept away."""

from collections.abc import Callable

from table_controller.core.ids import SeatNo
from table_controller.rehearsal.dealer import CARD_MS
from table_controller.rehearsal.errors import BOARD_SPOTS, Category, ErrorKind, Moment, Scene, known, presses
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, Strange
from table_controller.rehearsal.script import Script, Wait

# --- the deck --------------------------------------------------------------------------------------------------------


def _short_deck(to: Spot) -> Callable[[Scene], Script]:
    def make(scene: Scene) -> Script:
        yield Wait(scene.dealer.hands.leave_out(to))
        yield Wait(scene.dealer.hands.insert_deck())

    return make


def _one_left_lying(scene: Scene) -> Script:
    """The dealer gathers all cards but one, which still lies on the felt, and begins the next hand."""
    hand = scene.hand
    owner = next((SEAT_SPOTS[seat.seat] for seat in hand.seats if seat.cards), Spot.MUCK)
    yield Wait(scene.dealer.hands.gather_but(Spot.MUCK if hand.muck else owner))
    yield Wait(scene.dealer.hands.sort_out())
    yield from scene.dealer.pause("shuffle")
    yield Wait(scene.dealer.hands.insert_deck())
    seats = sorted(scene.dealt_in, key=lambda seat: (seat <= hand.button, seat))
    yield Wait(scene.dealer.hands.draw(SEAT_SPOTS[seats[1]]))


def _spoiled_deck(strange: Strange) -> Callable[[Scene], Script]:
    """The strange card is the third from the top, so that it is dealt whoever plays."""

    def make(scene: Scene) -> Script:
        yield Wait(scene.dealer.hands.slip_in(strange, 3))
        if strange is not Strange.TWIN:
            scene.dealer.astray = (SEAT_SPOTS[_third(scene)],)
        yield Wait(scene.dealer.hands.insert_deck())

    return make


def _third(scene: Scene) -> SeatNo:
    """Who gets the third card of the deal: the deal begins with the seat on the screen."""
    assert scene.expected is not None
    order = sorted(scene.dealt_in, key=lambda seat: (seat < (scene.expected or seat), seat))
    return order[2 % len(order)]


def _strange_card_lies_there(scene: Scene) -> Script:
    scene.dealer.astray = (Spot.MUCK,)
    yield Wait(scene.dealer.hands.lay(Strange.FOREIGN, Spot.MUCK))


def _deck_laid_down(scene: Scene) -> Script:
    yield Wait(scene.dealer.hands.take_out_deck())
    yield from scene.dealer.see(lambda view: bool(view.pit.findings), CARD_MS)


# --- burns and board -------------------------------------------------------------------------------------------------


def _flop_without_burn_and_on(scene: Scene) -> Script:
    """Three cards without a burn, and the next player acts before anybody has noticed."""
    yield from scene.draw(Spot.FLOP, Spot.FLOP, Spot.FLOP)
    yield from scene.key(Key.CHECK_CALL)
    yield from scene.found("flop_no_burn_after_action")


def _acts_on_two_cards(scene: Scene) -> Script:
    yield from scene.key(Key.CHECK_CALL)


def _board_card_swept_away(scene: Scene) -> Script:
    spot = BOARD_SPOTS[scene.hand.street]
    scene.dealer.astray = (Spot.MUCK,)
    yield Wait(scene.dealer.hands.move_last(spot, Spot.MUCK))


def _drawn(*spots: Spot) -> Callable[[Scene], Script]:
    return lambda scene: scene.draw(*spots)


def _burn_falls(scene: Scene) -> Script:
    yield Wait(scene.dealer.hands.draw(Spot.DROPPED))
    yield from scene.found("shoe_order_break")
    yield Wait(scene.dealer.hands.move_last(Spot.DROPPED, Spot.BURN))
    yield from scene.dealer.see(lambda view: not view.pit.findings, CARD_MS)


MISSED_MS = 20_000
"""A card that has only just been laid down is missed later: no antenna knows yet how well it hears it."""


def _burn_is_taken(scene: Scene) -> Script:
    """Somebody takes a burned card off the table, and puts it back when it is missed."""
    yield Wait(scene.dealer.hands.move_last(Spot.BURN, Spot.DROPPED))
    yield from scene.found("missing_uid", patience_ms=MISSED_MS)
    yield Wait(scene.dealer.hands.move_last(Spot.DROPPED, Spot.BURN))
    yield from scene.dealer.see(lambda view: not view.pit.findings, CARD_MS)


# --- when ------------------------------------------------------------------------------------------------------------


def _two_on_board(scene: Scene) -> bool:
    return len(scene.hand.board) == 2


_CARDS, _SHUFFLE, _BETTING = Category.CARDS, Moment.SHUFFLE, Moment.BETTING
_JOKER = ("joker_or_foreign",)
_DISORDERED, _LAID_DOWN = ("stub_disordered",), ("deck_laid_down",)
_DECK_KINDS: tuple[ErrorKind, ...] = (
    ErrorKind("card_on_the_floor_before_the_deal", _CARDS, _SHUFFLE, ("deck_count",), _short_deck(Spot.DROPPED)),
    ErrorKind(
        "card_left_on_the_table",
        _CARDS,
        Moment.GATHER,
        ("leftover_card", "deck_count"),  # one way or the other the deck is not whole, and all is gathered and counted
        _one_left_lying,
        tolerates=("deal_first_wrong_seat",),
    ),
    ErrorKind("twin_in_the_deck", _CARDS, _SHUFFLE, ("deck_fouled",), _spoiled_deck(Strange.TWIN), players=3, lasting=True),
    ErrorKind("joker_in_the_deck", _CARDS, _SHUFFLE, _JOKER, _spoiled_deck(Strange.JOKER), players=3, lasting=True),
    ErrorKind("foreign_card_in_the_deck", _CARDS, _SHUFFLE, _JOKER, _spoiled_deck(Strange.FOREIGN), players=3, lasting=True),
    ErrorKind("foreign_card_on_the_table", _CARDS, _BETTING, ("unregistered_uid",), _strange_card_lies_there),
    ErrorKind("deck_dropped", _CARDS, _BETTING, _DISORDERED, _deck_laid_down, street="preflop", tolerates=_LAID_DOWN),
    ErrorKind(
        "deck_laid_down",
        _CARDS,
        _BETTING,
        _LAID_DOWN,
        _deck_laid_down,
        street="flop",
        tolerates=_DISORDERED,
        possible=known("deck_laid_down"),
        turns=4,
    ),
    *(
        ErrorKind(f"stub_card_to_{spot}", _CARDS, _BETTING, ("stub_mucked",), _drawn(spot), street="turn")
        for spot in (Spot.MUCK, Spot.HOLD, Spot.OUT)
    ),
)


_BOARD, _BURN = Moment.BOARD, Moment.BURN
_NO_BURN, _TWO_STREETS = ("flop_no_burn_before_action",), (Spot.BURN, Spot.TURN, Spot.BURN, Spot.RIVER)
_LOST, _MORE = ("board_card_lost_or_mucked",), ("no_more_cards_needed",)
_BOARD_KINDS: tuple[ErrorKind, ...] = (
    ErrorKind(
        "flop_without_burn_and_an_act",
        _CARDS,
        _BURN,
        ("flop_no_burn_after_action",),
        _flop_without_burn_and_on,
        street="preflop",
        tolerates=_NO_BURN,
    ),
    ErrorKind(
        "act_on_two_flop_cards", _CARDS, _BOARD, ("flop_too_few",), _acts_on_two_cards, street="preflop", when=_two_on_board
    ),
    ErrorKind(
        "floor_at_two_flop_cards",
        _CARDS,
        _BOARD,
        ("flop_too_few",),
        presses(Key.FLOOR),
        told=True,
        street="preflop",
        when=_two_on_board,
    ),
    ErrorKind(
        "turn_and_river_too_early",
        _CARDS,
        _BETTING,
        ("board_two_streets",),
        _drawn(*_TWO_STREETS),
        street="flop",
        tolerates=("turn_premature", "burn_early", "burn_double"),
    ),
    ErrorKind("card_after_the_river", _CARDS, _BETTING, _MORE, _drawn(Spot.BURN), street="river"),
    *(
        ErrorKind(f"{street}_card_swept_away", _CARDS, _BETTING, _LOST, _board_card_swept_away, street=street)
        for street in BOARD_SPOTS
    ),
    *(
        ErrorKind(f"{street}_card_boxed", _CARDS, _BOARD, ("boxed_board",), presses(Key.BOXED), told=True, street=before)
        for street, before in (("turn", "flop"), ("river", "turn"))
    ),
    ErrorKind("burn_falls_to_the_floor", _CARDS, _BURN, ("shoe_order_break",), _burn_falls, harmless=True),
    ErrorKind("burn_taken_off_the_table", _CARDS, _BETTING, ("missing_uid",), _burn_is_taken, street="turn", harmless=True),
)


THE_CARDS: tuple[ErrorKind, ...] = (*_DECK_KINDS, *_BOARD_KINDS)
"""Everything that can be wrong with deck, burns and board."""

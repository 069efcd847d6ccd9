"""The procedures of burns and board, as steps: M5-M9, M11, M16, M17 (RULEBOOK 5).

Counts are those of the moment the finding was confirmed; which burns are owed afterwards is an effect of a step.
"""

from table_controller.core.events import Street
from table_controller.core.messages import Message
from table_controller.core.places import Place
from table_controller.core.procedure import place_of_draw
from table_controller.core.rules import FlopNoBurn, StubDropped
from table_controller.core.state import HandState
from table_controller.core.steps import Awaits, Need, Step
from table_controller.recovery.building import MIXED, SHUFFLED, TOP, Move, cards, closed, deck_to, hands, lies, owe, step, told
from table_controller.recovery.case import Case, street_complete
from table_controller.recovery.plans_hands import put_back

Steps = tuple[Step, ...]

BOARD, BURN, HOLD = Place.BOARD, Place.BURN, Place.HOLD
_ASIDE: tuple[Move, ...] = ((BOARD, HOLD), (HOLD, BOARD))
_AWAY = hands(*_ASIDE, returns=(BOARD, HOLD), holds=False, keeps_board=True)
"""Cards that came too early lie aside or are in the deck again: it is shuffled before the next one comes."""
_PROMPT = {0: Message("deal_flop"), 3: Message("deal_turn"), 4: Message("deal_river")}
"""What the dealer is asked when so many cards lie on the board rightly."""
_BASE = {Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5, Street.SHOWDOWN: 5}


def base_of(hand: HandState) -> int:
    """How many cards lie on the board rightly: those of the streets that are open."""
    return _BASE.get(hand.street, 0)


def _burned(case: Case, hand: HandState) -> int:
    """Burns that have been taken for the streets to come."""
    draws = {card.draw for card in case.state.at(BURN)}
    return sum(draw in draws for draw in hand.laid)


def _owed(case: Case, hand: HandState, streets: int) -> str:
    """Streets whose burn lies already want no other; but for a house that burns again (K09)."""
    lie = 0 if case.rules.reburn_redealt_street else _burned(case, hand)
    return owe(*(0 if number < lie else 1 for number in range(streets)))


def _shuffle(n: int, *more: Need) -> Step:
    """What was set aside goes into the deck, and all of it is shuffled and cut."""
    shuffle = hands(returns=(HOLD,))
    return step(n, "shuffle_aside", cards(HOLD, 0), *more, SHUFFLED, awaits=shuffle, effect="reshuffled")


def flop_again(case: Case) -> Steps:
    """M5. A premature flop lets the betting be finished first; an open one is taken away and dealt again at once.

    A burn that was gathered along with the flop comes back first: it is not shuffled in (SK40).
    """
    hand = case.hand
    if hand is None:
        return ()
    if hand.street is Street.PREFLOP and hand.betting:
        return _premature_flop(case, hand)
    burns = case.cards(BURN)
    surplus = case.finding.code == "flop_double_burn"
    lie = max(burns - surplus, 1)
    moves = (*_ASIDE, (BURN, HOLD)) if surplus else _ASIDE
    over = (cards(BURN, lie),) if burns > lie else ()
    returns = (BOARD, BURN) if surplus else (BOARD,)
    again = (step(5, "burn", cards(BURN, lie + 1), awaits=deck_to(BURN, Message("burn"))),)
    reburn = again if case.rules.reburn_redealt_street else ()
    return (
        step(1, "flop_aside", cards(BOARD, 0), *over, awaits=hands(*moves, returns=returns)),
        step(3, "burn_stays", cards(BURN, lie), awaits=deck_to(BURN, None, (HOLD, BURN))),
        _shuffle(4),
        *reburn,
        step(5, "flop_again", cards(BOARD, 3), awaits=deck_to(BOARD, _PROMPT[0]), effect=_next_burn(case, hand)),
        told(6, "later_burns"),
    )


def _next_burn(case: Case, hand: HandState) -> str:
    """Once the flop lies again the turn wants its burn; a flop that was not open yet is opened by its third card.

    Burns of streets that were dealt on top of a premature flop stay theirs (D11, D13).
    """
    if hand.street is not Street.PREFLOP:
        return owe(1)
    premature = case.finding.code == "flop_premature" and not case.rules.reburn_redealt_street
    return owe(0, *(0,) * (_burned(case, hand) - 1)) if premature else owe(0)


def _premature_flop(case: Case, hand: HandState) -> Steps:
    aside = case.cards(BOARD) + case.cards(HOLD)
    owed = _owed(case, hand, 1 + max(0, aside - 3))
    return (
        step(1, "flop_aside", cards(BOARD, 0), awaits=_AWAY),
        step(2, "finish_betting", closed(Street.PREFLOP), awaits=_betting()),
        told(3, "burn_stays", owed),
        _shuffle(4),
        step(5, "flop_again", cards(BOARD, 3)),
        told(6, "later_burns"),
    )


def _betting() -> Awaits:
    return Awaits(game=True, keeps_board=True)


def river_becomes_turn(case: Case) -> Steps:
    """M6."""
    hand = case.hand
    if hand is None:
        return ()
    aside = case.cards(BOARD) - 3 + case.cards(HOLD)
    again = 1 if case.rules.reburn_redealt_street else 0
    return (
        step(1, "turn_aside", cards(BOARD, 3), cards(HOLD, aside), awaits=hands(*_ASIDE, holds=False, keeps_board=True)),
        step(2, "finish_betting", closed(Street.FLOP), awaits=_betting(), effect=owe(1, again)),
        step(3, "river_is_turn", cards(BOARD, 4)),
        step(4, "turn_betting", closed(Street.TURN), awaits=_betting()),
        _shuffle(5),
        step(6, "river_no_burn", cards(BOARD, 5)),
    )


def reshuffle_now(case: Case) -> Steps:
    """M7, and the shuffling of a stub that lost its order (A6, A7)."""
    hand = case.hand
    if hand is None:
        return ()
    if case.finding.code in ("stub_disordered", "stub_mucked"):
        return _stub(case)
    base = base_of(hand)
    early = case.cards(BOARD) - base
    streets = max(1, early + case.cards(HOLD))
    return (
        step(1, "street_aside", cards(BOARD, base), awaits=_AWAY),
        step(2, "finish_betting", closed(hand.street), awaits=_betting(), effect=_owed(case, hand, streets)),
        _shuffle(3),
        step(4, "street_again", cards(BOARD, base + 1)),
        told(5, "later_burns"),
    )


def _stub(case: Case) -> Steps:
    place = case.finding.place
    astray = case.finding.code == "stub_mucked" and place is not None
    back: Steps = ()
    if astray and place is not None:
        count = max(0, (case.finding.position or 1) - 1)
        back = (step(1, "stub_collect", cards(place, count), awaits=hands(returns=(place,)), place=place.value),)
    return (*back, step(3, "stub_shuffle", *_mixed(case, astray), awaits=hands(), effect="reshuffled"), told(5, "later_burns"))


def _mixed(case: Case, astray: bool) -> tuple[Need, ...]:
    """A stub that lies together again may be in its old order still: where the house tries that the floor's word is enough."""
    if case.state.deck.present and not astray:
        return ()
    return (MIXED,) if case.rules.stub_dropped is StubDropped.SHUFFLE and not astray else (SHUFFLED,)


def scramble(case: Case) -> Steps:
    """M8. A card that was taken away before the floor came is put back first: which one is the burn is drawn, not chosen."""
    burns = case.cards(BURN) + case.cards(HOLD) + case.cards(BOARD) - 4
    draw = (cards(BOARD, 3), cards(BURN, burns + 1))
    back = hands((BURN, BOARD), (HOLD, BOARD))
    return (
        step(1, "scramble_down", cards(BOARD, 4), cards(BURN, burns), awaits=back),
        told(2, "scramble_mix"),
        step(3, "scramble_draw", *draw, awaits=hands((BOARD, BURN), (BURN, BOARD))),
        told(4, "scramble_flop"),
        told(5, "scramble_turn", owe(0)),
    )


def flop_burn(case: Case) -> Steps:
    """M9, in the readings of the TDA and, for an open flop, of Robert's Rules."""
    hand = case.hand
    if hand is None:
        return ()
    burns, lie = case.cards(BURN), case.cards(BOARD)
    end = owe(1) if hand.street is not Street.PREFLOP else owe(0)
    if case.rules.flop_no_burn_before is FlopNoBurn.RECTIFY_OR_RESHUFFLE and lie >= 3:
        return (
            step(1, "flop_aside", cards(BOARD, 0), awaits=hands(*_ASIDE, returns=(BOARD,))),
            _shuffle(1),
            step(2, "burn", cards(BURN, burns + 1), awaits=deck_to(BURN, Message("burn"))),
            step(3, "flop_again", cards(BOARD, 3), awaits=deck_to(BOARD, _PROMPT[0]), effect=end),
            told(4, "later_burns"),
        )
    return (
        told(1, "flop_mix"),
        step(2, "flop_draw_burn", cards(BURN, burns + 1), awaits=hands((BOARD, BURN), (BURN, BOARD))),
        step(3, "flop_add", cards(BOARD, 3), awaits=deck_to(BOARD, _PROMPT[0]), effect=end),
        told(4, "later_burns"),
    )


def restore_order(case: Case) -> Steps:
    """M11: every card of the street where it would lie in a clean hand; what is too much goes back on top and is burned next."""
    hand = case.hand
    if hand is None:
        return ()
    if case.finding.home is not None:
        return (told(1, "order_look"), put_back(case, 2))
    if case.finding.code == "river_no_burn" and case.finding.replaces and not (case.acted or case.dealt_on):
        return _two_streets(case)
    complete = street_complete(case)
    draws = (*hand.laid_before, *hand.laid) if complete or case.acted else hand.laid
    wanted = _surplus_only(case, draws) if case.acted else _clean_places(draws, 3 if _is_flop(hand, complete) else 1)
    back = (step(3, "order_surplus", TOP),) if Place.SHOE in wanted.values() and not _last_street(hand, complete) else ()
    right = (lies(draw, BOARD) for draw, place in wanted.items() if place is BOARD is place_of_draw(case.state, draw))
    return (
        step(1, "order_look", *right),
        *_each_to_its_place(case, wanted),
        told(2, "order_restored", owe(1) if complete or case.acted else owe(0)),
        *_wanting(hand, complete and not case.acted),
        *back,
    )


def _two_streets(case: Case) -> Steps:
    """With nobody left to bet turn and river came without a burn: the turn was it, the river is the turn (RR hold'em 5)."""
    turn, river = case.finding.drawn - 1, case.finding.drawn
    burns = case.cards(BURN) + (place_of_draw(case.state, turn) is not BURN)
    return (
        told(1, "order_look"),
        *_each_to_its_place(case, {turn: BURN, river: BOARD}),
        step(2, "burn", cards(BURN, burns + 1), awaits=deck_to(BURN, Message("burn"))),
        step(2, "order_deal", cards(BOARD, 5), awaits=deck_to(BOARD, _PROMPT[4])),
        told(2, "order_restored"),
    )


def _is_flop(hand: HandState, complete: bool) -> bool:
    return hand.street is (Street.FLOP if complete else Street.PREFLOP)


def _last_street(hand: HandState, complete: bool) -> bool:
    return complete and hand.street in (Street.RIVER, Street.SHOWDOWN)


def _clean_places(draws: tuple[int, ...], board: int) -> dict[int, Place]:
    """The first card is the burn, the next ones are the board, the others belong in the deck."""
    places = (BURN, *(BOARD,) * board)
    return {draw: places[at] if at < len(places) else Place.SHOE for at, draw in enumerate(sorted(draws))}


def _surplus_only(case: Case, draws: tuple[int, ...]) -> dict[int, Place]:
    """After an act the board stands; of the burns only the first one does (RR hold'em 5)."""
    burns = sorted(draw for draw in draws if place_of_draw(case.state, draw) is BURN)
    return dict.fromkeys(burns[1:], Place.SHOE)


def _each_to_its_place(case: Case, wanted: dict[int, Place]) -> Steps:
    """One step for each card that lies wrong; they may be done in any order."""
    awaits = hands((BOARD, BURN), (BURN, BOARD), returns=(BOARD, BURN))
    lying = {place: [card.draw for card in case.state.at(place)] for place in (BOARD, BURN)}
    steps = []
    for draw, place in sorted(wanted.items(), reverse=True):
        source = next((at for at, draws in lying.items() if draw in draws), None)
        if source is None or source is place:
            continue
        nth = 1 + lying[source].index(draw)
        lying[source].remove(draw)
        lying.get(place, []).append(draw)
        key = "order_top" if place is Place.SHOE else "order_move"
        steps.append(step(2, key, lies(draw, place), awaits=awaits, nth=nth, source=source.value, to=place.value))
    return tuple(steps)


def _wanting(hand: HandState, complete: bool) -> Steps:
    """A street that had been opened gets the card that it now lacks."""
    if not complete:
        return ()
    whole = base_of(hand)
    prompt = _PROMPT[{3: 0, 4: 3, 5: 4}.get(whole, 0)]
    return (step(2, "order_deal", cards(BOARD, whole), awaits=deck_to(BOARD, prompt)),)


def short_flop(case: Case) -> Steps:
    """M16."""
    if case.acted:
        return (step(2, "flop_third", cards(BOARD, 3), awaits=deck_to(BOARD, _PROMPT[0])),)
    return (step(1, "flop_third", cards(BOARD, 3)),)


def two_cards(case: Case) -> Steps:
    """M17."""
    hand = case.hand
    if hand is None:
        return ()
    base = base_of(hand)
    river = base == 5
    n = 3 if case.acted else 2
    away = hands((BOARD, Place.OUT), returns=(BOARD,)) if river else hands(returns=(BOARD,))
    burn = () if river else (step(n, "order_surplus", TOP),)
    return (
        told(1, "two_look"),
        step(n, "two_out" if river else "two_back", cards(BOARD, base), awaits=away),
        *burn,
    )

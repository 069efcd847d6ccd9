"""How some errors are brought about: what one player does so that another can go wrong."""

from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.errors import Scene
from table_controller.rehearsal.players import Act, ActKind


def shortest(scene: Scene) -> SeatNo:
    """Who has the smallest stack of those who still act."""
    return min((scene.actor, *scene.behind), key=lambda seat: (scene.seat(seat).stack, seat))


def bet_more_than_half_of_the_shortest(scene: Scene) -> Act | None:
    """On the flop somebody bets, and the shortest stack goes all-in over it for less than a raise."""
    if scene.hand.street != "flop" or scene.view.keys is None:
        return None
    if any(seat.status == "all_in" for seat in scene.hand.seats):
        return None
    short, stack = shortest(scene), scene.seat(scene.actor).stack
    if scene.actor == short:
        return Act(ActKind.ALL_IN, adds=stack, to=Chips(scene.seat(short).bet + stack)) if scene.call else None
    to = Chips(scene.seat(short).stack * 2 // 3 // scene.view.pit.game.small_blind * scene.view.pit.game.small_blind)
    may = scene.view.keys
    legal = may.wager == "bet" and may.min_to is not None and may.max_to is not None and may.min_to <= to <= may.max_to
    deep = stack > scene.seat(short).stack + 8 * scene.view.pit.game.small_blind
    return Act(ActKind.WAGER, adds=to, to=to) if legal and deep else None


def all_but_a_few_chips(scene: Scene) -> Act | None:
    """Before the flop the shortest stack raises to all but a few chips."""
    keys = scene.view.keys
    if scene.hand.street != "preflop" or keys is None or scene.actor != shortest(scene):
        return None
    seat = scene.seat(scene.actor)
    to = Chips(seat.bet + seat.stack - scene.view.pit.game.small_blind // 4)
    legal = keys.wager == "raise" and keys.min_to is not None and keys.max_to is not None and keys.min_to <= to <= keys.max_to
    return Act(ActKind.WAGER, adds=Chips(to - seat.bet), to=to) if legal else None


def shortest_all_in(scene: Scene) -> Act | None:
    """Before the flop the shortest stack goes all-in."""
    seat, keys = scene.seat(scene.actor), scene.view.keys
    if scene.hand.street != "preflop" or keys is None or keys.all_in_to is None or scene.actor != shortest(scene):
        return None
    return Act(ActKind.ALL_IN, adds=seat.stack, to=keys.all_in_to)

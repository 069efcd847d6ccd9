"""Tags nobody registered: one that lies there, or a card's tag misread with a checksum that fits (HARDWARE 2.5).

Works on a `CardDesk`. A misread one is shown by few inventories; it differs in one bit from a card of the table.
"""

from table_controller.core.facts import UnknownTag
from table_controller.core.ids import Millis
from table_controller.core.readings import TagId
from table_controller.tracking import timing
from table_controller.tracking.bindings import Zone, place_of
from table_controller.tracking.card_desk import CardDesk

_FOREIGN_KEPT = 8
"""More unregistered tags in one place than this are not told apart any more."""


def seen(desk: CardDesk, zone: Zone, tag: TagId, at: Millis) -> None:
    """A tag that is no card of this table. It is told when it has been there for so long that it is not one misread."""
    name = tag.raw.hex()
    known = [one for one, where, *_ in (*desk.foreign, *desk.doubted) if where is zone]
    if name in known or len(known) >= _FOREIGN_KEPT:
        return
    rounds = timing.ROUNDS_MISREAD if _like_a_card(desk, tag) else timing.ROUNDS_STRAY
    desk.doubted = (*desk.doubted, (name, zone, Millis(at + round(rounds * desk.round_ms))))
    settle(desk)


def gone(desk: CardDesk, zone: Zone, tag: TagId) -> None:
    """It is not there any more; seen again it is told again."""
    name = tag.raw.hex()
    desk.foreign = tuple(one for one in desk.foreign if one != (name, zone))
    desk.doubted = tuple(one for one in desk.doubted if one[:2] != (name, zone))


def settle(desk: CardDesk) -> None:
    """Tells what has been there long enough, once for each place, with how many lie there."""
    for name, zone, due in desk.doubted:
        if due <= desk.now:
            count = 1 + sum(1 for _, where in desk.foreign if where is zone)
            desk.foreign = (*desk.foreign, (name, zone))
            desk.facts.append(UnknownTag(at=desk.now, tag=name, place=place_of(zone), count=count))
    desk.doubted = tuple(one for one in desk.doubted if one[2] > desk.now)


def due(desk: CardDesk) -> Millis | None:
    """When time says more about one of them."""
    return min((until for _, _, until in desk.doubted), default=None)


def _like_a_card(desk: CardDesk, tag: TagId) -> bool:
    """One bit wrong, and it is the tag of a card of this table; the antenna may hear that one badly, and not see it."""
    number, size = int.from_bytes(tag.raw, "big"), len(tag.raw)
    return any(desk.context.deck.find(TagId((number ^ 1 << bit).to_bytes(size, "big"))) for bit in range(8 * size))

"""Which tags lie where, from whole inventories: the filter by itself."""

from drivers.readers.presence import MOST, Presence, Sensed
from drivers.readers.turns import Turns
from hardware.protocol.events import TagIn, TagOut, TagSeen

from .reader_rig import uid

HERE, THERE = 3, 4


def feed(presence: Presence, trace: str, antenna: int = HERE) -> list[Sensed]:
    """One tag, inventory by inventory: 1 shows it, 0 does not; at 10, 20, 30 ms and so on."""
    told = []
    for number, shown in enumerate(trace, 1):
        told += presence.take(antenna, [uid(1)] if shown == "1" else [], 10 * number)
    return told


def moves(told: list[Sensed]) -> list[Sensed]:
    """Without the hits of tags that stay."""
    return [(event, edge) for event, edge in told if not isinstance(event, TagSeen)]


def test_a_new_tag_needs_two_inventories_in_a_row_and_bears_the_first_edge() -> None:
    assert feed(Presence(), "1") == []
    assert feed(Presence(), "101") == []
    assert feed(Presence(), "1011") == [(TagIn(HERE, uid(1)), 30)]


def test_b26_patience_on_removal_and_not_on_arrival() -> None:
    arrived = [(TagIn(HERE, uid(1)), 10)]
    assert moves(feed(Presence(), "11" + "001" * 4)) == arrived
    assert feed(Presence(), "11001000") == [*arrived, (TagOut(HERE, uid(1)), 60)]


def test_b34_the_chatter_of_a_card_that_comes_down_is_one_arrival() -> None:
    assert moves(feed(Presence(), "101101011111")) == [(TagIn(HERE, uid(1)), 30)]


def test_b33_a_card_that_comes_again_is_told_again() -> None:
    told = feed(Presence(), "1100011")
    assert [type(event) for event, _ in told] == [TagIn, TagOut, TagIn]


def test_b28_a_tag_that_answers_every_other_time_stays_and_its_hits_are_told() -> None:
    told = feed(Presence(), "11" + "01" * 8)
    assert TagOut not in [type(event) for event, _ in told]
    hits = [event.hits for event, _ in told if isinstance(event, TagSeen)]
    assert hits
    assert set(hits) <= {4, 5, 6}


def test_the_two_inventories_are_of_one_antenna() -> None:
    presence = Presence()
    assert feed(presence, "1", HERE) + feed(presence, "1", THERE) == []
    assert presence.unsettled() == {HERE, THERE}


def test_a_miss_on_one_antenna_is_no_miss_on_another() -> None:
    presence = Presence()
    feed(presence, "11", HERE)
    assert feed(presence, "0000", THERE) == []
    assert presence.present() == [(HERE, uid(1))]


def test_more_tags_than_any_table_has_take_no_memory() -> None:
    presence = Presence()
    for antenna in range(4):
        presence.take(antenna, [uid(100 * antenna + n) for n in range(99)], 10)
    assert len(presence._tags) == MOST
    assert presence.full
    for antenna in range(4):
        presence.take(antenna, [], 20)
    assert not presence.full


def test_antennas_are_visited_in_turn_and_busy_ones_in_between() -> None:
    turns = Turns({0, 2, 5, 7})
    assert [turns.choose(()) for _ in range(5)] == [0, 2, 5, 7, 0]
    assert [turns.choose({5, 7}) for _ in range(6)] == [5, 2, 7, 5, 5, 7]
    assert turns.choose(()) == 0

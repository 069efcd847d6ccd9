"""What a port counts of readers and antennas, for the technician."""

from drivers.counters import Tally
from hardware.protocol.events import Input, Reader, TagIn, TagOut, TagSeen, Uid

CARD = Uid(bytes(8))


def test_tags_that_come_and_tags_that_are_missed_are_told_by_antenna() -> None:
    tally = Tally()
    for event in (TagIn(3, CARD), TagOut(3, CARD), TagIn(3, CARD), TagIn(4, CARD), TagSeen(4, CARD, 5), Input(3, True), None):
        tally.note(event)
    assert {number: (one.came, one.hits) for number, one in tally.antennas.items()} == {3: (2, 8), 4: (1, 5)}
    tally.note(TagSeen(4, CARD, 8))
    tally.note(TagSeen(4, CARD, None))
    assert tally.antennas[4].hits == 8


def test_a_reader_is_silent_until_it_speaks_again() -> None:
    tally = Tally()
    tally.note(Reader(0, False, 2))
    tally.note(Reader(1, True, 0))
    assert tally.silent_readers == {0}
    tally.note(Reader(0, True, 0))
    assert tally.silent_readers == set()

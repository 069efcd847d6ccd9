"""Which antenna leaves doubt: each kind is counted where it belongs, a card that is moved or looked at is none."""

from pathlib import Path
from typing import Any

import pytest

from hardware.layout import load
from table_controller.bootstrap.antenna_doubt import AntennaDoubt, counted
from table_controller.bootstrap.doubt_boxes import SLOVAK
from table_controller.bootstrap.doubt_picture import picture_of, worst
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceUp, InputLevel, Reading, SnapshotValid, TagAbsent, TagHits, TagId, TagPresent
from table_controller.tracking import Bindings, Zone

BOARD = DeviceId("01" * 8)
ROUND = 400
CARD = TagId(b"\xe0\x04CARD-1")
GHOST = TagId(b"\xe0\x04GHOST!")
BINDINGS = Bindings(antennas={(BOARD, int(zone)): zone for zone in Zone if zone is not Zone.POT}, round_ms=ROUND)


class Heard:
    """Readings in order; `at` is in rounds of the reader."""

    def __init__(self) -> None:
        self.readings: list[tuple[int, Reading]] = []

    def _add(self, kind: type[Reading], at: float, **fields: Any) -> "Heard":
        ms = round(at * ROUND)
        self.readings.append((ms, kind(device=BOARD, at=Millis(ms), **fields)))
        return self

    def come(self, zone: Zone, at: float, tag: TagId = CARD) -> "Heard":
        return self._add(TagPresent, at, antenna=int(zone), tag=tag)

    def go(self, zone: Zone, at: float, tag: TagId = CARD) -> "Heard":
        return self._add(TagAbsent, at, antenna=int(zone), tag=tag)

    def hits(self, zone: Zone, hits: int, at: float) -> "Heard":
        return self._add(TagHits, at, antenna=int(zone), tag=CARD, hits=hits)

    def named(self, at: float, *tags: tuple[Zone, TagId]) -> "Heard":
        return self._add(SnapshotValid, at, inputs=(), tags=tuple((int(zone), tag) for zone, tag in tags))

    def restart(self, at: float) -> "Heard":
        return self._add(DeviceUp, at, life=2, new_life=True)

    def wait(self, at: float) -> "Heard":
        return self._add(InputLevel, at, index=0, level=True)

    def found(self) -> dict[Zone, AntennaDoubt]:
        """Of the antennas of which there is something to say."""
        counts = counted(self.readings, BINDINGS, lambda tag: tag != GHOST)
        return {zone: one for zone, one in counts.items() if one != AntennaDoubt()}


def test_a_hand_in_which_all_is_well_leaves_no_doubt() -> None:
    heard = Heard().come(Zone.SHOE, 0).go(Zone.SHOE, 1).come(Zone.SEAT_3, 3).go(Zone.SEAT_3, 30).come(Zone.MUCK, 32)
    assert heard.go(Zone.MUCK, 60).found() == {zone: AntennaDoubt(cards=1) for zone in (Zone.SHOE, Zone.SEAT_3, Zone.MUCK)}


def test_a_card_that_went_and_came_although_it_lay_is_counted_there() -> None:
    heard = Heard().come(Zone.BURN, 0).go(Zone.BURN, 10).come(Zone.BURN, 13).go(Zone.BURN, 20).come(Zone.BURN, 23)
    assert heard.found() == {Zone.BURN: AntennaDoubt(cards=1, flickers=2)}


def test_a_look_is_no_doubt() -> None:
    heard = Heard().come(Zone.SEAT_3, 0).go(Zone.SEAT_3, 10).come(Zone.SEAT_3, 16)
    assert heard.found() == {Zone.SEAT_3: AntennaDoubt(cards=1)}


def test_weak_hits_are_counted_and_are_no_doubt_of_their_own() -> None:
    one = Heard().come(Zone.TURN, 0).hits(Zone.TURN, 6, 5).hits(Zone.TURN, 8, 9).found()[Zone.TURN]
    assert (one.weak, one.doubts) == (1, 0)


def test_the_antenna_that_hears_anothers_card_is_named_and_with_whose() -> None:
    heard = Heard().come(Zone.SEAT_3, 0).come(Zone.SEAT_4, 10).go(Zone.SEAT_4, 13)
    found = heard.come(Zone.SEAT_4, 20).go(Zone.SEAT_4, 22).go(Zone.SEAT_3, 40).found()
    assert found[Zone.SEAT_4].overheard == {Zone.SEAT_3: 2}
    assert found[Zone.SEAT_4].cards == 0
    assert found[Zone.SEAT_3].overheard == {}


def test_one_that_heard_it_first_and_long_is_named_too() -> None:
    found = Heard().come(Zone.SEAT_4, 0).come(Zone.SEAT_3, 1).go(Zone.SEAT_4, 12).go(Zone.SEAT_3, 40).found()
    assert found[Zone.SEAT_4].overheard == {Zone.SEAT_3: 1}


def test_a_card_that_is_moved_is_heard_by_both_for_a_moment() -> None:
    found = Heard().come(Zone.SEAT_3, 0).come(Zone.MUCK, 20).go(Zone.SEAT_3, 21).wait(30).found()
    assert found == {zone: AntennaDoubt(cards=1) for zone in (Zone.SEAT_3, Zone.MUCK)}


def test_an_unknown_tag_is_counted_where_it_was_seen() -> None:
    found = Heard().come(Zone.OUT, 0, GHOST).hits(Zone.OUT, 8, 1).go(Zone.OUT, 3, GHOST).found()
    assert found == {Zone.OUT: AntennaDoubt(unknown=1)}


@pytest.mark.parametrize(
    ("second", "what", "rounds"), [(Zone.SEAT_4, "neighbours", 6), (Zone.SEAT_7, "clash", 10)], ids=["neighbours", "clash"]
)
def test_what_was_waited_for_is_named_where_it_was_decided(second: Zone, what: str, rounds: int) -> None:
    heard = Heard().come(Zone.SEAT_3, 0).come(second, 0.5).hits(Zone.SEAT_3, 8, 1).hits(second, 3, 1)
    found = heard.hits(second, 2, rounds).found()
    assert found[Zone.SEAT_3].late == {what: 1}
    assert found[Zone.SEAT_3].late_ms >= 2 * ROUND


def test_a_card_heard_only_beside_where_it_lay_is_waited_for() -> None:
    found = Heard().come(Zone.SEAT_3, 0).go(Zone.SEAT_3, 20).come(Zone.SEAT_4, 21).wait(40).found()
    assert found[Zone.SEAT_4].late == {"moved_aside": 1}


def test_a_card_that_goes_before_it_is_clear_where_it_was_is_counted() -> None:
    found = Heard().come(Zone.SEAT_3, 0).go(Zone.SEAT_3, 20).come(Zone.SEAT_4, 21).go(Zone.SEAT_4, 23).found()
    assert (found[Zone.SEAT_4].undecided, found[Zone.SEAT_4].cards) == (1, 0)


def test_what_a_restarted_board_saw_before_is_nobodys_doubt() -> None:
    heard = Heard().come(Zone.BURN, 0).restart(10).named(11, (Zone.BURN, CARD)).wait(20)
    assert heard.found() == {Zone.BURN: AntennaDoubt(cards=1)}
    gone = Heard().come(Zone.BURN, 0).wait(5).named(10).come(Zone.BURN, 12)
    assert gone.found() == {Zone.BURN: AntennaDoubt(cards=1)}


def doubtful() -> dict[Zone, AntennaDoubt]:
    antennas = {zone: AntennaDoubt(cards=5) for zone in BINDINGS.zones()}
    antennas[Zone.TURN] = AntennaDoubt(cards=7, flickers=3, overheard={Zone.RIVER: 9})
    antennas[Zone.MUCK] = AntennaDoubt(cards=4, unknown=1)
    return antennas


def test_the_worst_come_first_and_are_named_in_words() -> None:
    first, second = worst(doubtful())
    heard, flickered = "9 times it heard a card of board river", "3 times a card went and came although it lay"
    assert first == f"board turn: {heard}, {flickered} (7 cards came to lie there)"
    assert second.startswith("muck: 1 unknown tags")
    assert list(worst({Zone.TURN: AntennaDoubt(cards=3)})) == ["no antenna left anything in doubt"]


def test_the_picture_has_every_antenna_at_its_place_and_the_worst_the_reddest(tmp_path: Path) -> None:
    felt = load(SLOVAK)
    picture = picture_of(felt, doubtful(), "Table T1")
    (tmp_path / "doubt.svg").write_text(picture, encoding="utf-8")
    turn = next(area for area in felt.areas if area.place == "board turn")
    line = next(line for line in picture.splitlines() if "fill-opacity:0.80" in line)
    assert f'x="{turn.left * 5:g}"' in line
    assert picture.count("fill-opacity:0.00") == len(doubtful()) - 2
    assert picture.count('class="b" stroke-width="5"') == 1
    for text in ("Table T1", "12 : 7", "seat 10", "board turn: 9 times"):
        assert text in picture

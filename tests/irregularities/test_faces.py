"""Findings of a sensor that sees which side a card shows."""

from typing import Any


def test_a_hole_card_that_a_sensor_sees_land_face_up_is_exposed(table: Any) -> None:
    """C3, TDA-35-A7: as if the dealer had pressed the key."""
    playing = table()
    playing.to("1 2")
    playing.to("3", up=True)
    assert playing.codes() == ["hole_exposed_single"]


def test_a_hole_card_seen_to_land_face_down_is_not(table: Any) -> None:
    playing = table()
    playing.to("1 2 3", up=False)
    assert playing.codes() == []


def test_a_burn_that_a_sensor_sees_land_face_up_is_named(table: Any) -> None:
    """D15: it stays the burn."""
    playing = table()
    playing.deal()
    playing.calls()
    playing.to("burn", up=True)
    assert playing.codes() == ["burn_exposed"]
    playing.to("board board board")
    assert playing.codes() == ["burn_exposed"]

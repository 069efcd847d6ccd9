"""The layouts of the felt: they say what the rule text says, left and right are free, and nonsense is refused."""

from pathlib import Path

import pytest

from hardware.layout import Area, Layout, LayoutError, load
from hardware.simulator.felt import PLACES
from hardware.simulator.wiring import bindings
from hardware.simulator.zones import Zone
from table_controller.bootstrap.simulated import _PLACES, _seat_place


@pytest.fixture(scope="module")
def slovak(root: Path) -> Path:
    return root / "hardware" / "layouts" / "slovak.toml"


def by_name(layout: Layout) -> dict[str, Area]:
    return {area.name: area for area in layout.areas}


def test_the_slovak_areas_lie_as_the_text_says(slovak: Path) -> None:
    felt = load(slovak)
    at = by_name(felt).__getitem__
    assert abs(at("float").x) < at("float").width / 2  # SK04: before the dealer
    assert at("drop box").left > at("float").right  # SK05
    for board in ("flop area", "turn", "river"):  # SK06: before the float; SK10: on the working area
        assert at(board).near > at("float").far
        assert at("working area").left < at(board).left < at(board).right < at("working area").right
    assert (abs(at("pot").x), abs(at("pot").y - felt.depth / 2)) < (1, 10)  # SK07: in the middle
    assert at("working area").near >= at("float").far  # SK08: before the dealer
    assert at("fold area").right < at("float").left  # SK09
    burn = at("burn cards area")  # SK11: between flop area and working area, a little left
    assert burn.far < at("flop area").near
    assert -felt.width / 4 < burn.x < 0
    clauses = {clause for area in felt.areas for clause in area.clauses}
    assert clauses == {f"SK{number:02}" for number in range(4, 13)}


def test_left_and_right_are_free(slovak: Path, tmp_path: Path) -> None:
    other = tmp_path / "mirrored.toml"
    other.write_text(slovak.read_text(encoding="utf-8").replace("mirrored = false", "mirrored = true"), encoding="utf-8")
    plain, mirrored = by_name(load(slovak)), by_name(load(other))
    for name in ("fold area", "drop box", "burn cards area", "hold"):
        assert mirrored[name].x == -plain[name].x
    assert mirrored["seat 1 cards"].x == plain["seat 1 cards"].x < 0  # cards are dealt clockwise everywhere


def test_every_antenna_of_a_table_has_its_area(slovak: Path) -> None:
    places = [area.place for area in load(slovak).areas if area.place is not None]
    wired = {_PLACES.get(one.place) or _seat_place(one.place) for one in bindings() if one.kind == "antenna"}
    assert sorted(places) == sorted(wired)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("x = 18.5", "x = 12", "too near"),
        ("x = 33", "x = 130", "off the felt"),
        ('name = "river"', 'name = "turn"', "same name"),
        ('holds = "cash"', 'holds = "dust"', "holds must be"),
        ("mirrored = false", "", "mirrored"),
        ("width = 10", "wide = 10", "wide"),
    ],
)
def test_a_layout_that_cannot_be_is_refused(slovak: Path, tmp_path: Path, old: str, new: str, words: str) -> None:
    text = slovak.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "bad.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LayoutError, match=words):
        load(tmp_path / "bad.toml")


def test_a_layout_is_no_other_file(tmp_path: Path) -> None:
    for bad in (b"", b"\xff", b"[layout]\nname = 1"):
        (tmp_path / "bad.toml").write_bytes(bad)
        with pytest.raises(LayoutError):
            load(tmp_path / "bad.toml")
    with pytest.raises(LayoutError):
        load(tmp_path / "none.toml")


def test_the_simulated_antennas_lie_where_the_layout_has_them(slovak: Path) -> None:
    """In whole cm: how far a card is heard, and what it passes on its way, follows from that."""
    areas = {area.place: (round(area.x), round(area.y)) for area in load(slovak).areas if area.place is not None}
    shoe = areas.pop("shoe")
    wired = {one.place: _PLACES.get(one.place) or _seat_place(one.place) for one in bindings() if one.kind == "antenna"}
    assert PLACES[Zone.EXIT] == shoe
    assert {zone: at for zone, at in PLACES.items() if zone is not Zone.EXIT} == {
        Zone(place): areas[name] for place, name in wired.items() if name in areas
    }

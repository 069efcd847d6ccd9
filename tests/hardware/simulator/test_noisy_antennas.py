"""Antennas under noise: each figure of it has its effect, and none where it is 0."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

from hardware.protocol.events import Uid
from hardware.simulator.inventories import Inventories
from hardware.simulator.lies import Ground, Lies
from hardware.simulator.noise import HARSH, OFF, PRESETS, TYPICAL, Noise, with_parameter
from hardware.simulator.radio import Radio
from hardware.simulator.tag_filter import Sensed
from tests.drivers.readers.test_presence import uid

SECOND = 1_000_000
ONE, TWO = uid(1), uid(2)
ROW = Ground(beside={0: (1,), 1: (0,)}, stacked={0}, capped={0})


class Counting(Inventories):
    """Counts what was heard in the inventories that were looked at; all others are as usual."""

    def __init__(self, noise: Noise, antennas: Sequence[int] = (0,), seed: int = 1) -> None:
        super().__init__(antennas, noise, seed)
        self.looked: Counter[int] = Counter()
        self.heard: Counter[tuple[int, Uid]] = Counter()

    def _filter(self, n: int, number: int, began: int, heard: list[Uid]) -> list[Sensed]:
        self.looked[n] += 1
        self.heard.update((n, one) for one in heard)
        super()._filter(n, number, began, heard)
        return []

    def share(self, tag: Uid, n: int = 0) -> float:
        """Part of an antenna's inventories that heard this tag."""
        usual = self._state.done[n] - self.looked[n] if tag in self._usual[n] else 0
        return (self.heard[n, tag] + usual) / self._state.done[n]


def share_heard(noise: Noise, lying: Sequence[Uid], tag: Uid, *, passing: Sequence[Uid] = (), antenna: int = 0) -> float:
    """Of many inventories. The cards lie on antenna 0 all the time, as the seed lets them."""
    lies = Lies(noise, 1, ROW)
    lies.lay(0, lying, passing)
    work = Counting(noise, (0, 1))
    for one in (0, 1):
        work.hear(one, lies.chances(one))
    work.back_to(1_000 * SECOND)
    assert work._state.done[antenna] > 10_000
    return work.share(tag, antenna)


def places(noise: Noise, lays: int = 4_000) -> list[Mapping[int, float]]:
    """The chances of one card by antenna, each time it is laid down."""
    lies, found = Lies(noise, 1, ROW), []
    for _ in range(lays):
        lies.lay(0, [])
        lies.lay(0, [ONE])
        found.append({antenna: lies.chances(antenna).get(ONE, 0.0) for antenna in (0, 1)})
    return found


# --- figures ---------------------------------------------------------------------------------------------------------


def test_each_preset_is_worse_than_the_one_before_and_a_wrong_figure_is_named() -> None:
    assert list(PRESETS.values()) == [OFF, TYPICAL, HARSH]
    assert OFF.miss < TYPICAL.miss < HARSH.miss
    assert with_parameter(TYPICAL, "miss", 0.3) == replace(TYPICAL, miss=0.3)
    for name, value in (("mis", 0.1), ("miss", 1.1), ("miss", -0.1), ("depth", ()), ("burst_per_hour", -1)):
        with pytest.raises(ValueError, match=rf"\b{name}\b"):
            with_parameter(TYPICAL, name, value)


def test_the_page_has_every_figure_of_every_preset(root: Path) -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|", (root / "docs" / "noise.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    figures = {name: tuple(tuple(float(one) for one in cell.split(", ")) for cell in cells) for name, *cells in rows}
    assert figures == {field.name: tuple(_figures(noise, field.name) for noise in PRESETS.values()) for field in fields(Noise)}


def _figures(noise: Noise, name: str) -> tuple[float, ...]:
    value = getattr(noise, name)
    return value if isinstance(value, tuple) else (value,)


@pytest.mark.parametrize("miss", [0.0, 0.02, 0.2, 0.7])
def test_a_tag_is_missed_as_often_as_said(miss: float) -> None:
    assert share_heard(Noise(miss=miss), [ONE], ONE) == pytest.approx(1 - miss, abs=0.01 if miss else 0)


@pytest.mark.parametrize("edge", [0.0, 0.05, 0.5])
def test_a_card_lies_at_the_edge_or_well_until_it_is_moved(edge: float) -> None:
    noise = Noise(miss=0.02, edge=edge, edge_miss=0.2)
    found = Counter(one[0] for one in places(noise))
    assert found[0.8] / found.total() == pytest.approx(edge, abs=0.02 if edge else 0)
    assert found[0.8] + found[0.98] == found.total()
    lies = Lies(Noise(edge=0.5, edge_miss=0.2), 1, ROW)
    lies.lay(0, [ONE])
    first = lies.chances(0)[ONE]
    for _ in range(20):
        lies.lay(0, [ONE, TWO])
        lies.lay(0, [ONE])
        assert lies.chances(0)[ONE] == first, "it was not touched"


@pytest.mark.parametrize("neighbour", [0.0, 0.005, 0.1])
def test_the_antenna_beside_hears_it_now_and_then(neighbour: float) -> None:
    heard = share_heard(Noise(neighbour=neighbour), [ONE], ONE, antenna=1)
    assert heard == pytest.approx(neighbour, rel=0.2)


@pytest.mark.parametrize("chance", [0.0, 0.3])
def test_a_card_at_the_edge_is_heard_by_the_antenna_on_that_side(chance: float) -> None:
    found = places(Noise(edge=0.3, edge_miss=0.2, neighbour=0.01, edge_neighbour=chance))
    assert {one[1] for one in found if one[0] == 0.8} == {chance}
    assert {one[1] for one in found if one[0] == 1.0} == {0.01}


def test_only_the_uppermost_cards_of_a_stack_are_heard_well() -> None:
    stack = [uid(n) for n in range(6)]
    noise = Noise(depth=(1.0, 0.9, 0.5, 0.1))
    shares = [share_heard(noise, stack, one) for one in reversed(stack)]
    assert shares == pytest.approx([1.0, 0.9, 0.5, 0.1, 0.1, 0.1], abs=0.02)
    assert share_heard(Noise(), stack, stack[0]) == 1.0


@pytest.mark.parametrize("cap", [0.0, 0.3])
def test_chips_on_cards_are_drawn_for_each_time_they_come_to_a_bare_seat(cap: float) -> None:
    found = Counter(one[0] for one in places(Noise(cap=cap, cap_read=0.5)))
    assert found[0.5] / found.total() == pytest.approx(cap, abs=0.03 if cap else 0)


@pytest.mark.parametrize("read", [0.0, 0.5])
def test_a_card_on_its_way_is_heard_as_said(read: float) -> None:
    assert share_heard(Noise(pass_read=read), [], ONE, passing=[ONE]) == pytest.approx(read, abs=0.02)


@pytest.mark.parametrize(("ghost", "sticky"), [(0.0, 0.0), (0.01, 0.0), (0.01, 1.0)])
def test_a_ghost_has_one_bit_wrong_speaks_for_its_tag_and_may_stay(ghost: float, sticky: float) -> None:
    noise = Noise(ghost=ghost, ghost_sticky=sticky, ghost_most=5)
    work = Counting(noise)
    work.hear(0, {ONE: 1.0})
    work.back_to(1_000 * SECOND)
    ghosts = {tag: times for (_, tag), times in work.heard.items() if tag != ONE}
    assert all((int.from_bytes(tag, "big") ^ int.from_bytes(ONE, "big")).bit_count() == 1 for tag in ghosts)
    assert all(tag[0] == ONE[0] for tag in ghosts)
    stays = 3.5 if sticky else 1.0
    rate = ghost * stays / (1 + ghost * (stays - 1))
    assert sum(ghosts.values()) / work._state.done[0] == pytest.approx(rate, rel=0.1)
    assert work.share(ONE) + sum(ghosts.values()) / work._state.done[0] == pytest.approx(1.0)


def test_a_radio_that_is_asked_hears_as_badly_as_one_that_asks_itself() -> None:
    radio = Radio(Noise(miss=0.1, neighbour=0.05, ghost=0.01), ground=ROW)
    radio.field = {0: [ONE]}
    own = Counter(tag for _ in range(20_000) for tag in radio.answers(0))
    beside = Counter(tag for _ in range(20_000) for tag in radio.answers(1))
    assert own[ONE] / 20_000 == pytest.approx(0.9 * 0.99, abs=0.01)
    assert sum(own.values()) / 20_000 == pytest.approx(0.9, abs=0.01)
    assert beside[ONE] / 20_000 == pytest.approx(0.05, abs=0.005)
    radio.deaf.add(0)
    assert radio.answers(0) == []

"""Robot people who err in every way they can, under every house's rules: all of it is found, and every table comes back to play.

The long runs are those of `burnturn demo --tables 2 --hands 400 --virtual --headless --errors 0.3 --rules NAME --json`.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from table_controller.bootstrap.demo import play_virtually
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.virtual_rehearsal import rehearse_virtually
from table_controller.rehearsal.coverage import CAUSED, KEY, SENSOR
from table_controller.rehearsal.report import RehearsalReport

PROFILES = ("czech", "hungarian", "polish", "roberts_v11", "slovak", "tda_2024", "ukrainian")
TABLES, HANDS, RATE, SEED = 2, 400, 0.3, 7
OFTEN = 5
"""So often at least each code comes over all houses."""


def check(report: RehearsalReport) -> None:
    """Nothing missed, nothing said that was not so, nothing lost."""
    assert report.problems == []
    assert (report.missed, report.false_alarm_codes, report.void_unexplained, report.wrong_identities) == (0, {}, 0, 0)
    assert (report.chips_conserved, report.cards_conserved) == (True, True)
    assert report.finished == report.hands


@pytest.mark.slow
@pytest.mark.parametrize("rules", PROFILES)
def test_forty_hands_of_every_house_are_found_out_and_played_to_their_end(rules: str, tmp_path: Path) -> None:
    number = 1 + PROFILES.index(rules) % 2  # the second table plays all games
    plan, robot = Show(tmp_path, TABLES, 40, None, RATE, rules, SEED).plan(number)
    report = rehearse_virtually(plan, robot)
    check(report)
    assert report.finished == 40
    assert report.injected > 4
    assert _declared_otherwise([report]) == {}


@cache
def long_run(rules: str) -> RehearsalReport:
    """One house at full size."""
    return play_virtually(Show(Path(), TABLES, HANDS, 1.0, RATE, rules, SEED))


@pytest.mark.soak
@pytest.mark.parametrize("rules", PROFILES)
def test_the_long_run_of_every_house_misses_nothing(rules: str) -> None:
    report = long_run(rules)
    check(report)
    assert report.finished == TABLES * HANDS


@pytest.mark.soak
def test_over_all_houses_every_code_that_can_be_caused_comes_often_enough() -> None:
    reports = [long_run(rules) for rules in PROFILES]
    injected = Counter({code: 0 for code in CAUSED})
    for report in reports:
        injected.update({code: score.injected for code, score in report.codes.items()})
    assert {code: count for code, count in injected.items() if count < OFTEN} == {}
    assert _declared_otherwise(reports) == {}


def _declared_otherwise(reports: Iterable[RehearsalReport]) -> dict[str, str]:
    """Codes that were found otherwise than the page of the documentation says."""
    wrong = {}
    for report in reports:
        for code, score in report.codes.items():
            ways = {*([SENSOR] if score.sensed else []), *([KEY] if score.declared else [])}
            if not ways <= CAUSED[code]:
                wrong[code] = f"sensed {score.sensed}, declared {score.declared}"
    return wrong

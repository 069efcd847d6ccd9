"""Which irregularities robots cause: the table of facts is whole, and the page of the documentation says the same."""

from collections import Counter
from pathlib import Path

from table_controller.core.ids import HandNo
from table_controller.core.stakes import Limit
from table_controller.house_rules import load_profile
from table_controller.irregularities import CATALOGUE
from table_controller.rehearsal.coverage import CAUSED, NOT_CAUSED, NOTHING, page
from table_controller.rehearsal.error_kinds import KINDS
from table_controller.rehearsal.errors import Ahead
from table_controller.rehearsal.floor import GAME_HANDS
from table_controller.rehearsal.mistakes import ErrorPlan

PROFILES = ("czech", "hungarian", "polish", "roberts_v11", "slovak", "tda_2024", "ukrainian")
PAGE = Path(__file__).parents[2] / "docs" / "irregularities.md"


def test_every_code_of_the_catalogue_is_caused_or_has_a_reason_why_not() -> None:
    assert set(CAUSED) | set(NOT_CAUSED) == set(CATALOGUE)
    assert not set(CAUSED) & set(NOT_CAUSED)
    assert all(reason.why for reason in NOT_CAUSED.values())


def test_errors_name_codes_of_the_catalogue_alone() -> None:
    assert {code for kind in KINDS for code in (*kind.codes, *kind.tolerates)} <= set(CATALOGUE)
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_two_tables_of_every_house_plan_each_code_often_enough() -> None:
    """What the long runs count, for the plans alone: 400 hands each, the second table with three games in turn."""
    planned: Counter[str] = Counter()
    for house in PROFILES:
        rules = load_profile(house).rules
        for players, games in ((6, (Limit.NO_LIMIT,)), (9, tuple(Limit))):
            plan = ErrorPlan(len(house) + players, 0.3)
            for number in range(1, 401):
                game = games[number // GAME_HANDS % len(games)]
                error = plan.of(HandNo(number), Ahead(rules, players, players < 9, game))
                planned.update(() if error is None else error.kind.accepts[:1])
    assert {code for kind in KINDS for code in kind.accepts[:1] if planned[code] < 6} == set()


def test_what_nothing_finds_is_no_finding_of_any_detector() -> None:
    detectors = Path(__file__).parents[2] / "table_controller" / "irregularities"
    text = "".join(path.read_text(encoding="utf-8") for path in detectors.glob("*.py") if path.name != "catalogue.py")
    silent = {code for code, reason in NOT_CAUSED.items() if reason.found == NOTHING}
    assert {code for code in silent if f'finding("{code}"' in text or f', "{code}")' in text} == set()


def test_the_page_says_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "the page is what `rehearsal.coverage.page` gives: write it anew"

"""Which irregularities robots cause: the table of facts is whole, and the page of the documentation says the same."""

from pathlib import Path

from table_controller.irregularities import CATALOGUE
from table_controller.rehearsal.coverage import CAUSED, NOT_CAUSED, NOTHING, page
from table_controller.rehearsal.error_kinds import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "irregularities.md"


def test_every_code_of_the_catalogue_is_caused_or_has_a_reason_why_not() -> None:
    assert set(CAUSED) | set(NOT_CAUSED) == set(CATALOGUE)
    assert not set(CAUSED) & set(NOT_CAUSED)
    assert all(reason.why for reason in NOT_CAUSED.values())


def test_errors_name_codes_of_the_catalogue_alone() -> None:
    assert {code for kind in KINDS for code in (*kind.codes, *kind.tolerates)} <= set(CATALOGUE)
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_what_nothing_finds_is_no_finding_of_any_detector() -> None:
    detectors = Path(__file__).parents[2] / "table_controller" / "irregularities"
    text = "".join(path.read_text(encoding="utf-8") for path in detectors.glob("*.py") if path.name != "catalogue.py")
    silent = {code for code, reason in NOT_CAUSED.items() if reason.found == NOTHING}
    assert {code for code in silent if f'finding("{code}"' in text or f', "{code}")' in text} == set()


def test_the_page_says_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "the page is what `rehearsal.coverage.page` gives: write it anew"

"""The policy is whole: every alarm has a cause, a consequence and a response in words, and agrees with the catalogue."""

import re
from pathlib import Path

import msgspec
import pytest

from table_controller.alarms import POLICY
from table_controller.alarms.policy import MISDEALS, AlarmRule
from table_controller.irregularities.catalogue import CATALOGUE
from table_controller.messages import catalogue

CODES = {code: entry for code, entry in CATALOGUE.items() if entry.found}


def test_every_code_that_can_alarm_has_its_rule_and_no_other(root: Path) -> None:
    fold = (root / "table_controller/alarms/fold.py").read_text(encoding="utf-8")
    by_devices = set(re.findall(r'Alarm\([^"]*"?[^"]*"?, \w+, "(\w+)"', fold)) | set(re.findall(r'THIS_SHIFT, "(\w+)"', fold))
    by_status = {"journal_write_failed", "journal_lost"}
    assert {"reader_down", "schema_mismatch", "unbound_source"} <= by_devices
    assert set(POLICY) == set(CODES) | by_devices | by_status


@pytest.mark.parametrize("missing", ["response", "respond_s", "cause", "consequence", "priority"])
def test_an_alarm_without_a_response_is_no_alarm(missing: str) -> None:
    rule = msgspec.to_builtins(POLICY["turn_premature"])
    del rule[missing]
    with pytest.raises(msgspec.ValidationError, match=missing):
        msgspec.convert(rule, AlarmRule)


@pytest.mark.parametrize("code", POLICY)
def test_what_somebody_has_to_do_stands_there_in_words(code: str) -> None:
    rule = POLICY[code]
    texts = catalogue("en")
    for key in (rule.cause, rule.consequence, rule.response, f"code.{code}"):
        assert texts.text(key, {}).strip()


def test_priorities_are_those_of_the_catalogue() -> None:
    assert {code: POLICY[code].priority for code in CODES if code != "reader_down"} == {
        code: entry.priority for code, entry in CODES.items() if code != "reader_down"
    }


def test_no_misdeal_may_be_shelved_and_what_is_urgent_not_for_long() -> None:
    misdeals = [code for code, entry in CODES.items() if entry.procedure in MISDEALS]
    assert len(misdeals) > 10
    assert [code for code in misdeals if POLICY[code].shelve_min] == []
    assert max(rule.shelve_min for rule in POLICY.values() if rule.priority == 1) <= 30
    assert not any(POLICY[code].shelve_min for code in ("journal_write_failed", "journal_lost"))

"""Single settings changed by text, as scenario files and the command line write them."""

import pytest

from table_controller.core.rules import DoubleBurn, Fallback, PlayBoard, StraddleRule
from table_controller.house_rules import SETTINGS, SettingError, Source, load_profile, with_overrides
from table_controller.house_rules.settings import allowed


def test_an_override_is_typed_and_says_that_it_is_one() -> None:
    changes = {"straddle": "utg", "exposed_is_flop_burn": "true", "raise_cap": "none", "rake_percent": "2.5"}
    profile = with_overrides(load_profile("slovak"), changes | {"exposed_misdeal_count": "3"})
    assert profile.rules.straddle is StraddleRule.UTG
    assert profile.rules.exposed_is_flop_burn is True
    assert profile.rules.raise_cap is None
    assert profile.rules.exposed_misdeal_count == 3
    assert profile.money.rake_percent == 2.5
    assert profile.provenance["straddle"].source is Source.OVERRIDE
    assert profile.provenance["joker"] == load_profile("slovak").provenance["joker"]
    assert load_profile("slovak").rules.straddle is StraddleRule.OFF


def test_a_fallback_fills_only_what_the_text_leaves_silent() -> None:
    czech = with_overrides(load_profile("czech"), {"fallback": "roberts_v11"})
    assert czech.rules.fallback is Fallback.ROBERTS_V11
    assert czech.rules.double_burn_before is DoubleBurn.RESTORE_ORDER
    assert czech.rules.raise_cap == 4
    slovak = with_overrides(load_profile("slovak"), {"fallback": "roberts_v11"})
    assert slovak.rules.play_board is PlayBoard.NONE


def test_an_override_stands_against_a_new_fallback_given_with_it() -> None:
    profile = with_overrides(load_profile("czech"), {"fallback": "roberts_v11", "double_burn_before": "one_burn_later"})
    assert profile.rules.double_burn_before is DoubleBurn.ONE_BURN_LATER


@pytest.mark.parametrize("key", [key for key in SETTINGS if key != "softened"])
@pytest.mark.parametrize("text", ["", "yes", "None", "-1", "1e3", "1_0", "٣", "99999999999", "true ", "nan"])
def test_a_value_the_key_does_not_allow_is_refused(key: str, text: str) -> None:
    with pytest.raises(SettingError) as caught:
        with_overrides(load_profile("slovak"), {key: text})
    assert caught.value.key == key
    assert allowed(key) in caught.value.why


def test_softened_is_a_list_of_clauses() -> None:
    profile = with_overrides(load_profile("slovak"), {"softened": "SK78,TDA-14"})
    assert profile.rules.softened == ("SK78", "TDA-14")
    assert with_overrides(profile, {"softened": "none"}).rules.softened == ()
    with pytest.raises(SettingError, match="SK7"):
        with_overrides(profile, {"softened": "SK7"})


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(SettingError, match="stradle: no such setting"):
        with_overrides(load_profile("slovak"), {"stradle": "utg"})
    with pytest.raises(SettingError, match="name"):
        with_overrides(load_profile("slovak"), {"name": "mine"})

"""House-rule profiles: which rules a table plays, and where each value of each setting comes from.

Owns the seven profiles as TOML, the closed schema they follow, the merging with a fallback family, and the catalogue of the
clauses of the five rule texts. Does not know what a setting does: that is for the core and the irregularities.
"""

from table_controller.house_rules.clauses import CLAUSES, Clause, is_citation
from table_controller.house_rules.load import HOUSE_CLAUSE, PRESETS, load_profile, with_overrides
from table_controller.house_rules.profile import Profile
from table_controller.house_rules.provenance import Provenance, Source
from table_controller.house_rules.settings import SETTINGS, HouseMoney, SettingError

__all__ = [
    "CLAUSES",
    "HOUSE_CLAUSE",
    "PRESETS",
    "SETTINGS",
    "Clause",
    "HouseMoney",
    "Profile",
    "Provenance",
    "SettingError",
    "Source",
    "is_citation",
    "load_profile",
    "with_overrides",
]

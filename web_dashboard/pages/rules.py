"""The rule a finding rests on, in words: what a clause says, and the name of the house's rules."""

from table_controller.house_rules import CLAUSES, HOUSE_CLAUSE
from table_controller.messages import catalogue
from web_dashboard.texts import language, t

_FAMILIES = {"TDA": "rules.tda_2024", "RR": "rules.roberts_v11"}


def clause_words(clause: str) -> str:
    """What a clause says in one line.

    Of a house's own word, that it is; of a family's rule, whose text is not ours to show, the family's name.
    """
    known = CLAUSES.get(clause)
    if known is not None:
        return known.text
    if clause == HOUSE_CLAUSE:
        return t("rules.house")
    family = _FAMILIES.get(clause.partition("-")[0])
    return "" if family is None else t(family)


def house_words(name: str) -> str:
    """The name of a profile; a house's own file goes by its own."""
    key, written = f"rules.{name}", catalogue(language()).keys()
    return t(key) if key in written else name

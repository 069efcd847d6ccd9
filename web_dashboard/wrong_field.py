"""What the checker of shapes found wrong with a field, in the words of whoever filled in a form. Programs get its own English.

Must not know which field it is.
"""

import re

from web_dashboard.texts import amount, t

_FORMS = (
    (re.compile(r"Expected `[^`]*` <= (\d+)"), "why.at_most"),
    (re.compile(r"Expected `[^`]*` >= (\d+)"), "why.at_least"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "why.too_long"),
    (re.compile(r"Expected `int\b|out\sof\srange"), "why.number"),
    (re.compile(r"matching\sregex"), "why.signs"),
    (re.compile(r"required\sfield"), "why.missing"),
)


def in_words(found: str) -> str:
    """`found`: a message of msgspec, without the path."""
    for form, key in _FORMS:
        if fits := form.search(found):
            return t(key, limit=amount(int(fits[1]))) if fits.re.groups else t(key)
    return t("why.not_understood")

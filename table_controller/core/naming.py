"""Names in the record: `CardDealt` is written `card_dealt`."""

import re


def snake(name: str) -> str:
    """The class name in the dealer's lower case with underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()

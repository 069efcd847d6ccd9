"""What a request asks for in its query."""

from flask import request

from web_dashboard.errors import ApiError
from web_dashboard.texts import t


def number(name: str) -> int | None:
    """A whole number from 1, None when it is not there; ApiError 400 that names the field for anything else."""
    given = request.args.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdecimal()) or len(given) > 9 or int(given) < 1:
        raise ApiError(400, "bad_field", field=name, why=t("why.whole_number"))
    return int(given)

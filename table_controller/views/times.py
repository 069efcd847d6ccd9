"""Wall clock moments as text."""

from datetime import UTC, datetime


def utc_text(wall: int) -> str:
    """UTC milliseconds as ISO 8601 with milliseconds and Z."""
    moment = datetime.fromtimestamp(wall / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

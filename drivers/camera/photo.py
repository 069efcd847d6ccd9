"""Opens picture files. Knows nothing of what they show."""

from pathlib import Path

import cv2

from drivers.camera.picture import Picture


class NoPictureError(ValueError):
    """The file is no picture, cannot be read, or is larger than any camera makes; the text names it."""


def opened_photo(file: Path) -> Picture:
    """In colour. NoPictureError."""
    try:
        picture = cv2.imread(str(file)) if file.is_file() else None  # a pipe has no end that it would not wait for
    except cv2.error:
        raise NoPictureError(f"{file}: the picture is too large to be opened") from None
    if picture is None:
        raise NoPictureError(f"{file}: no picture, or not readable")
    return picture

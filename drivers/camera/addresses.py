"""What the address of a camera means, without opening it: a table file is checked where no camera is, and no OpenCV needed."""

import re
from typing import Final

_SCHEMES: Final = {
    "frames": "frames",
    "file": "file",
    "gst": "gstreamer",
    **dict.fromkeys(("rtsp", "rtsps", "http", "https"), "stream"),
}


def kind_of(address: str) -> str:
    """`frames`, `v4l2`, `stream`, `gstreamer`, `sequence` or `file`. ValueError for anything else."""
    scheme, _, rest = address.partition("://")
    if rest and scheme in _SCHEMES:
        return _SCHEMES[scheme]
    if address.startswith("/dev/"):
        return "v4l2"
    if re.search(r"%0?\d*d", address):
        return "sequence"
    if re.search(r"\.(avi|mkv|mp4|mov|mjpg)$", address, re.IGNORECASE):
        return "file"
    raise ValueError(f"{address}: no camera; a device such as /dev/video0, frames://, rtsp://, gst://, a video or p_%03d.png")

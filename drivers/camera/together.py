"""Several looks at one card: two readers that must agree, and frames that must not contradict one another."""

from collections.abc import Iterable

from drivers.camera.network import Network
from drivers.camera.picture import Picture
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.template_reader import TemplateReader
from drivers.camera.templates import Templates

NETWORK_SURE = 0.6
TEMPLATES_SURE = 0.1
"""From which confidence each of two readers counts when the other has to say the same: lower than alone."""


class BothReaders:
    """A card is read when network and templates, independent of one another, name the same face."""

    def __init__(self, templates: Templates) -> None:
        self._network = Network(sure=NETWORK_SURE)
        self._templates = TemplateReader(templates, sure=TEMPLATES_SURE)

    def seen(self, window: Picture) -> Seen:
        """One window at a card's corner. Disagreement is no reading."""
        return agreed(self._network.seen(window), self._templates.seen(window))


def agreed(network: Seen, templates: Seen) -> Seen:
    """What both say, with the confidence of the network; else nothing."""
    return network if network.face is not None and network.face == templates.face else UNSEEN


def voted(frames: Iterable[Seen]) -> Seen:
    """The face of one card from several looks: at least one sure, and no other sure one that says something else."""
    sure = [frame for frame in frames if frame.face is not None]
    if len({frame.face for frame in sure}) != 1:
        return UNSEEN
    return max(sure, key=lambda frame: frame.confidence)

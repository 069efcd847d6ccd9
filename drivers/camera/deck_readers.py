"""The readers of a camera whose shoe may hold one of several accepted decks: the deck that was read last is tried first."""

from collections.abc import Sequence

from drivers.camera.network import Network
from drivers.camera.picture import Picture
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.template_reader import TemplateReader
from drivers.camera.templates import Templates
from drivers.camera.together import NETWORK_SURE, TEMPLATES_SURE, agreed


class DeckReaders:
    """See `drivers.camera.passing.Readers`. ValueError without a deck: one that was not accepted cannot be read."""

    def __init__(self, decks: Sequence[Templates]) -> None:
        if not decks:
            raise ValueError("no accepted deck")
        self._network = Network(sure=NETWORK_SURE)
        self._surely = Network().sure
        self._decks = [TemplateReader(deck, sure=TEMPLATES_SURE) for deck in decks]

    def seen(self, window: Picture) -> Seen:
        """What the network and the templates of one deck both say."""
        named = self._network.seen(window)
        if named.face is None:
            return UNSEEN
        for at, deck in enumerate(self._decks):
            both = agreed(named, deck.seen(window))
            if both.face is not None:
                self._decks.insert(0, self._decks.pop(at))
                return both
        return UNSEEN

    def alone(self, window: Picture) -> Seen:
        """What the network says, as sure as it must be without templates."""
        named = self._network.seen(window)
        return named if named.confidence >= self._surely else Seen(None, named.confidence)

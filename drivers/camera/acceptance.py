"""Whether a deck may be read by camera: its 52 cards shown once, and both readers right about every one.

A deck the network errs on it errs on again and again, however many frames there are; so such a deck must never come into play.
It is shown slowly and in good light: what the network is less sure of than it must be alone is too often unread when it passes.
Of one such card it may have been how it was shown, of two of a rank it is how the rank is drawn. The templates are tried without
the card itself: each is read with ranks and suits averaged over the others only.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from drivers.camera.index_box import NoIndexError
from drivers.camera.network import Network
from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from drivers.camera.template_reader import LEAST_APART, SURE, TemplateReader
from drivers.camera.templates import Templates, enrolled, likeness, parts_of
from drivers.camera.together import NETWORK_SURE, TEMPLATES_SURE
from table_controller.core.cards import DECK_SIZE, FULL_DECK, RANKS, SUITS, Card, rank_of, text_of

Likest = tuple[float, str, str]
"""How far apart the two likest parts are (1 - likeness, 0 = the same), and which they are."""


_OF_A_RANK, _OF_A_DECK = 2, 3
"""So many cards of which the network is not sure alone: no longer how a card was shown, but how rank or deck are drawn."""


class Error(NamedTuple):
    """A card that one of the readers did not read as what it is. Enrolment is no deal: these faces are no secret."""

    face: Card
    reader: str
    """`network` or `templates`."""
    said: Card | None
    """None: it was not surely read."""
    confidence: float


class Verdict(NamedTuple):
    """What the acceptance run of one deck found."""

    accepted: bool
    why: str
    """`accepted`, `not_52` (cards missing or shown twice), `no_index`, `misread`, `unsure` (the network, of a rank or of cards
    all over the deck), `unread` or `alike`. Of `unread` alone it may be how single cards were shown: those may be shown again."""
    errors: tuple[Error, ...] = ()
    missing: tuple[Card, ...] = ()
    doubled: tuple[Card, ...] = ()
    ranks: Likest | None = None
    suits: Likest | None = None
    templates: Templates | None = None


def inspected(shown: Sequence[tuple[Card, Picture]]) -> Verdict:
    """`shown`: each card of the deck once, with the window at its corner."""
    times = Counter(face for face, _ in shown)
    missing = tuple(face for face in FULL_DECK if face not in times)
    doubled = tuple(face for face, count in times.items() if count > 1)
    if len(shown) != DECK_SIZE or missing or doubled:
        return Verdict(False, "not_52", missing=missing, doubled=doubled)
    windows = dict(shown)
    try:
        templates = enrolled({face: [window] for face, window in windows.items()})
    except NoIndexError:
        return Verdict(False, "no_index")
    ranks, suits = _likest(templates.ranks, RANKS), _likest(templates.suits, SUITS)
    by_network, by_templates = _by_network(windows), _by_templates(windows, templates)
    errors, weak = (*_errors(by_network, "network"), *_errors(by_templates, "templates")), _weak(by_network)
    if errors or weak:
        why = "misread" if any(error.said is not None for error in errors) else "unsure" if weak else "unread"
    else:
        apart = _told_apart(ranks, by_templates) and _told_apart(suits, by_templates)
        why = "accepted" if apart else "alike"
    return Verdict(why == "accepted", why, tuple(dict.fromkeys((*errors, *weak))), ranks=ranks, suits=suits, templates=templates)


def _by_network(windows: Mapping[Card, Picture]) -> dict[Card, Seen]:
    network = Network(sure=NETWORK_SURE)
    return {face: network.seen(window) for face, window in windows.items()}


def _weak(by_network: Mapping[Card, Seen]) -> list[Error]:
    """Cards of which the network is less sure than it must be alone, if they are so many that it is no chance."""
    alone = Network().sure
    unsure = {face: seen.confidence for face, seen in by_network.items() if seen.face in (face, None) and seen.confidence < alone}
    in_rank = Counter(map(rank_of, unsure))
    if len(unsure) < _OF_A_DECK and max(in_rank.values(), default=0) < _OF_A_RANK:
        return []
    return [Error(face, "network", None, sure) for face, sure in unsure.items()]


def _by_templates(windows: Mapping[Card, Picture], templates: Templates) -> dict[Card, Seen]:
    return {face: TemplateReader(_without(templates, face), sure=TEMPLATES_SURE).seen(window) for face, window in windows.items()}


def _told_apart(likest: Likest, by_templates: Mapping[Card, Seen]) -> bool:
    """How like the means of two parts are is also a matter of how sharp this camera is: near the bound it is chance.

    What counts there is whether cards with these parts are told from all others as surely as this reader must be alone: most of
    them, for one or two may have been badly shown.
    """
    how_sure = [seen.confidence for face, seen in by_templates.items() if set(text_of(face)) & set(likest[1:])]
    return likest[0] >= LEAST_APART or median(how_sure) >= SURE


def _errors(seen: Mapping[Card, Seen], reader: str) -> list[Error]:
    return [Error(face, reader, what.face, what.confidence) for face, what in seen.items() if what.face != face]


def _without(templates: Templates, face: Card) -> Templates:
    """`templates` whose ranks and suits owe nothing to `face`."""
    others = {other: corner for other, corner in zip(templates.faces, templates.corners, strict=True) if other != face}
    ranks, suits = parts_of(others, templates.box)
    return templates._replace(ranks=ranks, suits=suits)


def _likest(parts: Mapping[int, Picture], names: str) -> Likest:
    alike, one, other = max((value, one, other) for (one, other), value in likeness(parts).items())
    return 1 - alike, names[one], names[other]

"""What is rendered: packages at their versions, the card designs in them, and which of those training never sees."""

from typing import NamedTuple


class Package(NamedTuple):
    """A package of a public registry, fetched when the network is made. Its art is never committed."""

    kind: str
    """`npm` or `deb`."""
    name: str
    version: str


class Design(NamedTuple):
    """One deck: where its faces are in a package."""

    name: str
    package: str
    how: str
    """`files`: one per card; `sheet`: 13 columns from the ace, rows c d h s; `ids`: one SVG with an element per card."""
    path: str
    held: str = ""
    """`casino` or `odd`: kept from training, to try the network on. `indexless`: nothing on it can be read, which training shows
    as such. Empty: trained on."""


ART = (
    Package("npm", "svg-cards", "4.0.2"),  # LGPL-2.1
    Package("npm", "cardsJS", "1.1.1"),  # MIT; art LGPL-3.0
    Package("npm", "@heruka_urgyen/react-playing-cards", "0.5.0"),  # MIT; art CC0-1.0
    Package("npm", "@younestouati/playing-cards-standard-deck", "3.0.0"),  # LGPL-3.0
    Package("deb", "aisleriot", "1:3.22.23-1"),  # GPL-3.0-or-later
    Package("deb", "gnome-cards-data", "1:3.22.23-1"),  # GPL-3.0-or-later
    Package("deb", "kdegames-card-data-kf5", "4:22.12.3-1"),  # GPL-2.0-or-later, LGPL
)

_SHEETS = "usr/share/aisleriot/cards/{}.svgz"
_DECKS = "usr/share/carddecks/svg-{}/{}.svgz"
_HERUKA, _YOUNES = "@heruka_urgyen/react-playing-cards", "@younestouati/playing-cards-standard-deck"


def _sheet(name: str, held: str = "", package: str = "gnome-cards-data") -> Design:
    return Design(f"gnome_{name}", package, "sheet", _SHEETS.format(name), held)


def _kde(folder: str, name: str, held: str = "") -> Design:
    return Design(f"kde_{name}", "kdegames-card-data-kf5", "ids", _DECKS.format(folder, name), held)


# In a path: {rank} 2..9 10 J Q K A, {short} 2..9 T J Q K A, {number} 1..13, {word} 1..10 jack queen king;
# {suit} c d h s, {SUIT} in capitals, {name} club diamond heart spade.
DESIGNS = (
    Design("npm_svg_cards", "svg-cards", "files", "package/png/2x/{name}_{word}.png"),
    Design("npm_cards_js", "cardsJS", "files", "package/cards/{rank}{SUIT}.svg"),
    Design("npm_heruka_2color", _HERUKA, "files", "package/src/images/2color/{short}{SUIT}.svg", "casino"),
    Design("npm_heruka_4color", _HERUKA, "files", "package/src/images/4color/{short}{SUIT}.svg", "casino"),
    Design("npm_heruka_2color_bf", _HERUKA, "files", "package/src/images/2color-bf/{short}{SUIT}.svg", "odd"),
    Design("npm_younes", _YOUNES, "files", "package/cards/{number}{suit}.svg", "casino"),
    _sheet("anglo"),
    _sheet("anglo_bitmap"),
    _sheet("anglo_modern", "casino"),
    _sheet("anglo_modern_4_color", "casino"),
    _sheet("anglo_poker"),
    _sheet("bellot"),
    _sheet("bonded", package="aisleriot"),
    _sheet("dondorf", "odd"),
    _sheet("gnomangelo"),
    _sheet("guyenne-classic"),
    _sheet("neoclassical"),
    _sheet("neoclassical_4_color"),
    _sheet("orell"),
    _sheet("ornamental"),
    _sheet("paris"),
    _sheet("plastic"),
    _sheet("simplistic"),
    _sheet("tango", "casino"),
    _sheet("tango_nuevo", "odd"),
    _sheet("tigullio"),
    _kde("ancient-egyptians", "Ancient_Egyptians"),
    _kde("jolly-royal", "jolly-royal", "odd"),
    _kde("nicu-white", "white"),
    _kde("oxygen-white", "oxygen-white", "indexless"),
    _kde("standard", "standard", "casino"),
    _kde("tigullio-international", "tigullio-international"),
)

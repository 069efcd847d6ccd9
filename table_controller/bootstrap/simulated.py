"""Furnishes simulated tables: their configuration files, decks and boards, in one folder.

What is written is what a real table has too; only `simulated = true` and the pseudo terminals' paths differ.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from hardware.simulator.fitting import ROUND_MS
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.pieces import DECK_SIZE, FOREIGN, SimulatedDeck, make_deck_with_strangers
from hardware.simulator.usb_reader import ANTENNAS, ReaderKind
from hardware.simulator.wiring import Binding, Serials, bindings
from hardware.simulator.zones import Zone
from table_controller.bootstrap.room import key_path
from table_controller.core.cards import Card
from table_controller.core.stakes import Stakes
from table_controller.decks import NO_DECK, DeckRecord, DeckStatus, EnrolledCard, Registry, write_registry
from table_controller.sealing import load_or_create_master_key

DEVICES = ("shoe", "board", "keypad")
CAMERA_DEVICE = "camera"


class SimulatedPlan(msgspec.Struct, frozen=True):
    """One simulated table. `number` makes its boards' serial numbers; `seed` its cards' tags.

    `cards`: other cards than an ordinary deck, the first 52 of them in the shoe.
    """

    folder: Path
    number: int
    stakes: Stakes
    rules: str = "tda_2024"
    seats: int = 9
    seed: int = 0
    cards: SimulatedDeck | None = None
    firmware: Path | None = None
    """Folder of image and virtual board: then the firmware runs the whole table on one board. None: all is simulated."""
    readers: ReaderKind | None = None
    """Of this kind are the felt's readers, on ports of the host; None: the table board has them."""
    noise: Noise = OFF
    """How badly the simulated sensors work; drawn from `seed` and `number`."""
    console: int | None = None
    """Port of the dealer's console; None: the table serves none."""
    optical: bool = False
    """A camera is over the mouth of the shoe, which has no antenna."""

    @property
    def devices(self) -> tuple[str, ...]:
        """The table's devices."""
        return (*DEVICES, *self.felt_readers) if self.firmware is None else ("board",)

    @property
    def templates(self) -> Path:
        """What the camera's readers know of the deck."""
        return self.folder / f"{self.id}.templates"

    @property
    def felt_readers(self) -> Mapping[str, Mapping[int, Zone]]:
        """The felt's readers on ports of the host, and where their antennas lie."""
        return {} if self.readers is None else ANTENNAS[self.readers]

    @property
    def id(self) -> str:
        """T1, T2 ..."""
        return f"T{self.number}"

    @property
    def config(self) -> Path:
        """The table's configuration file."""
        return self.folder / f"{self.id}.toml"

    @property
    def journals(self) -> Path:
        """Where journal, status and control socket lie."""
        return self.folder / "journals"

    @property
    def noise_seed(self) -> int:
        """Each table has its own noise."""
        return self.seed * 1_000 + self.number

    @property
    def serials(self) -> Serials:
        """The boards' serial numbers."""
        return Serials.of_table(self.number)

    def deck(self) -> SimulatedDeck:
        """The simulator's cards."""
        if self.cards is not None:
            return self.cards
        return make_deck_with_strangers(self.seed * 1_000 + self.number)

    def device_path(self, name: str) -> Path:
        """The pseudo terminal of a device, as a stable name."""
        return self.folder / "dev" / f"{self.id}-{name}"


def furnish(plan: SimulatedPlan) -> None:
    """Writes configuration, master key and sealed deck registry."""
    key = key_path(plan.config, plan.id)
    key.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    plan.journals.mkdir(mode=0o750, exist_ok=True)
    (plan.folder / "dev").mkdir(exist_ok=True)
    unlink_devices(plan.folder, f"{plan.id}-*")
    master = load_or_create_master_key(key)
    write_registry(plan.folder / f"{plan.id}.deck", master, plan.id, _registry(plan))
    if plan.optical:
        from table_controller.bootstrap.simulated_camera import accept_deck  # only now: it needs OpenCV

        accept_deck(plan.templates)
    plan.config.write_text("\n".join(_config(plan)) + "\n", encoding="utf-8")


def unlink_devices(folder: Path, pattern: str = "*") -> bool:
    """Removes the names of simulated devices that a run left behind: the terminals they mean may be anybody's by now.

    False when there were none.
    """
    links = [path for path in (folder / "dev").glob(pattern) if path.is_symlink()]
    for link in links:
        link.unlink(missing_ok=True)
    return bool(links)


def _registry(plan: SimulatedPlan) -> Registry:
    """One deck that nobody had to confirm; of the cards beside its 52 one is registered nowhere, the others are of no deck."""
    own = plan.cards is None
    registered = [card for card in plan.deck().cards if not own or card.piece != FOREIGN]
    last = DECK_SIZE if own else len(registered)
    cards = (EnrolledCard(bytes(card.uid), Card(card.face), NO_DECK if card.piece > last else 0) for card in registered)
    record = DeckRecord(name="red", back="red", status=DeckStatus.READY, enrolled_by="system:simulator", enrolled_at=0)
    return Registry(True, (record,), tuple(cards))


def _config(plan: SimulatedPlan) -> Iterator[str]:
    yield "[table]"
    yield f'id = "{plan.id}"'
    yield f'name = "Table {plan.number}"'
    yield f"seats = {plan.seats}"
    yield f'rules = "{plan.rules}"'
    yield "simulated = true"
    yield f'deck = "{plan.id}.deck"\njournal = "journals"\nheads = "{plan.id}.heads"'
    yield ""
    yield from _section("stakes", msgspec.to_builtins(plan.stakes))
    if plan.console is not None:
        yield ""
        yield from _section("console", {"port": plan.console})
    for name in plan.devices:
        yield from _device(plan, name)
    if plan.optical:
        yield from _camera(plan)


def _device(plan: SimulatedPlan, name: str) -> Iterator[str]:
    serials = {"shoe": plan.serials.shoe, "board": plan.serials.board, "keypad": plan.serials.keypad}
    yield ""
    yield "[[device]]"
    yield f'name = "{name}"'
    if name in serials:
        yield f'serial = "{serials[name].hex()}"'
    else:
        yield f'serial = "SIM{plan.number:04}{name}"'
        yield f'reader = "{plan.readers}"'
    yield f'url = "{plan.device_path(name)}"'
    if plan.firmware is None and plan.readers is None and plan.noise == OFF:  # else it takes the usual time
        yield f"round_ms = {ROUND_MS}"
    yield from _bound(plan, name)


def _camera(plan: SimulatedPlan) -> Iterator[str]:
    from hardware.simulator.shoe_camera import CAMERA

    yield ""
    yield "[[device]]"
    yield f'name = "{CAMERA_DEVICE}"'
    yield f'serial = "SIM{plan.number:04}camera"'
    yield 'reader = "camera"'
    yield f'url = "frames://{plan.device_path(CAMERA_DEVICE)}"'
    yield f"px_per_mm = {CAMERA.px_per_mm}"
    yield f'templates.red = "{plan.templates.name}"'
    yield 'card.0 = "shoe"'


def _section(name: str, values: dict[str, object]) -> Iterator[str]:
    """A TOML table of plain values; None is left out, a table inside becomes one of its own."""
    yield f"[{name}]"
    yield from (f"{key} = {json.dumps(value)}" for key, value in values.items() if not isinstance(value, dict | None))
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _section(f"{name}.{key}", value)


def _bound(plan: SimulatedPlan, device: str) -> Iterator[str]:
    for binding in _wires(plan):
        if binding.device == device and _seat_of(binding.place) <= plan.seats:
            yield f'{binding.kind}.{binding.index} = "{_PLACES.get(binding.place) or _seat_place(binding.place)}"'


def _wires(plan: SimulatedPlan) -> Iterator[Binding]:
    """Everything that is wired; the antennas of the felt may be those of readers."""
    for binding in bindings(one_board=plan.firmware is not None):
        if plan.optical and (binding.kind, binding.place) == ("antenna", Zone.DECK):
            continue
        if not plan.felt_readers or (binding.device, binding.kind) != ("board", "antenna"):
            yield binding
    for name, antennas in plan.felt_readers.items():
        yield from (Binding(name, "antenna", antenna, zone) for antenna, zone in antennas.items())


_PLACES = {
    "shoe": "shoe",
    "keypad": "keypad",
    "flop": "board flop",
    "turn": "board turn",
    "river": "board river",
    "burn": "burn",
    "muck": "muck",
    "hold": "hold",
    "out": "out",
}
_SEAT_WORDS = {"seat": "seat {} cards", "occupied": "seat {} occupied", "bet": "seat {} bet", "button": "button at seat {}"}


def _seat_of(place: str) -> int:
    _word, _, seat = place.rpartition("_")
    return int(seat) if seat.isdigit() else 0


def _seat_place(place: str) -> str:
    word, _, seat = place.rpartition("_")
    return _SEAT_WORDS[word].format(seat)

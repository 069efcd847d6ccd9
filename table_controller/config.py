"""The table's configuration: a closed schema over TOML, and what its devices are bound to.

Stands beside bootstrap: it may know everything of the table controller, nothing below it knows configuration files.
A mistake is a `ConfigError` that names file, line, field and a reason code; nothing is guessed and nothing is ignored.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from table_controller.core.ids import MAX_SEATS, DeviceId, SeatNo, TableId
from table_controller.core.stakes import Stakes, unsound
from table_controller.core.toml_lines import FieldPath, TomlError, TomlText
from table_controller.device_sections import KINDS, DeviceConfig, DeviceSection, check_devices, device_of, id_of
from table_controller.messages import Language
from table_controller.sealing import AfterHand
from table_controller.table_sections import LEAST_DAYS, ConsoleSection, TableSection
from table_controller.tracking.bindings import Bindings, InputBinding, InputRole, SourceKind, Zone

_CENTRE_ZONES = {
    "shoe": Zone.SHOE,
    "burn": Zone.BURN,
    "board flop": Zone.FLOP,
    "board turn": Zone.TURN,
    "board river": Zone.RIVER,
    "muck": Zone.MUCK,
    "hold": Zone.HOLD,
    "out": Zone.OUT,
    "pot": Zone.POT,
}
_INPUT_FORMS = (
    (re.compile(r"seat (\d{1,2}) occupied"), InputRole.OCCUPIED),
    (re.compile(r"seat (\d{1,2}) bet"), InputRole.BET),
    (re.compile(r"button at seat (\d{1,2})"), InputRole.BUTTON),
)
_CARDS_FORM = re.compile(r"seat (\d{1,2}) cards")
_CODES = (
    ("not TOML", "syntax"),
    ("longer than", "syntax"),
    ("unknown field", "unknown_key"),
    ("missing required field", "missing_key"),
    ("Invalid", "bad_value"),
    ("Expected `int` ", "bad_value"),
)
_NEEDED_ZONES = (Zone.BURN, Zone.FLOP, Zone.TURN, Zone.RIVER, Zone.MUCK)


class ConfigError(TomlError):
    """A configuration that cannot be used: file, line and field as of `TomlError`, and `code` for programs.

    Codes: unreadable, syntax, unknown_key, missing_key, wrong_type, bad_value, bad_place, bad_index, bound_twice, not_bound,
    same_name, same_serial. A thing the file lacks altogether stands at line 1.
    """

    def __init__(self, file: str, line: int, field: str, code: str, why: str) -> None:
        super().__init__(file, line, field, why)
        self.code = code


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: TableSection
    stakes: Stakes
    device: list[DeviceSection]
    console: ConsoleSection | None = None


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration that has been checked as a whole."""

    file: Path
    id: TableId
    name: str
    seats: int
    rules: str
    """A profile's name, or the path of a house's own file."""
    simulated: bool
    deck: Path
    journal: Path
    language: Language
    stakes: Stakes
    devices: tuple[DeviceConfig, ...]
    black_box: int
    """Megabytes of wire traffic kept for each device; 0: none."""
    heads: Path | None
    """Where the signed heads of the record go, on another disk; None: nowhere."""
    bindings: Bindings
    console: ConsoleSection | None
    """None: the table serves no console."""
    keys_after_hand: AfterHand
    escrow: Path | None
    """The file of keys that are kept apart; None unless `keys_after_hand` is `escrow`."""
    keep_days: int
    """Records older than this are purged when somebody asks for it; 0: none is."""

    @property
    def journal_path(self) -> Path:
        """The table's journal."""
        return self.journal / f"{self.id}.journal"


def load_table_config(path: Path) -> TableConfig:
    """Reads and checks a table's configuration. ConfigError with file, line, field and code for the first mistake found."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(str(path), 1, "", "unreadable", f"cannot be read ({type(error).__name__})") from error
    try:
        toml = TomlText.parse(str(path), text)
        sections = toml.convert(_File)
    except TomlError as error:
        raise ConfigError(error.file, error.line, error.field, _code_of(error.why), error.why) from None
    return _checked(_Loader(toml), sections, path)


def _code_of(why: str) -> str:
    """The reason code of what the reader of TOML found wrong."""
    for words, code in _CODES:
        if words in why:
            return code
    return "wrong_type"


def _checked(loader: "_Loader", file: _File, path: Path) -> TableConfig:
    table, folder = file.table, path.parent
    loader.check_table(table)
    loader.check_stakes(file.stakes)
    check_devices(file.device, loader.fail)
    return TableConfig(
        file=path,
        id=TableId(table.id),
        name=table.name,
        seats=table.seats,
        rules=str(folder / table.rules) if table.rules.endswith(".toml") else table.rules,
        simulated=table.simulated,
        deck=folder / table.deck,
        journal=folder / table.journal,
        language=table.language,
        stakes=file.stakes,
        black_box=table.black_box,
        heads=None if table.heads is None else folder / table.heads,
        devices=tuple(device_of(section, folder) for section in file.device),
        bindings=_Binder(loader, table.seats).bind(file.device),
        console=file.console,
        keys_after_hand=table.keys_after_hand,
        escrow=None if table.escrow is None else folder / table.escrow,
        keep_days=table.keep_days,
    )


class _Loader:
    """Checks what the schema cannot say; keeps the text so that mistakes can be given a line."""

    def __init__(self, toml: TomlText) -> None:
        self.toml = toml

    def fail(self, path: FieldPath, code: str, why: str) -> ConfigError:
        """The error for the value at `path`."""
        error = self.toml.fault(path, why)
        return ConfigError(error.file, error.line, error.field, code, why)

    def check_table(self, table: TableSection) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", table.id):
            raise self.fail(("table", "id"), "bad_value", "letters, digits, - and _ only, at most 32")
        if not 2 <= table.seats <= MAX_SEATS:
            raise self.fail(("table", "seats"), "bad_value", f"2 to {MAX_SEATS} seats")
        self.check_keys(table)

    def check_keys(self, table: TableSection) -> None:
        if table.keys_after_hand is AfterHand.ESCROW and not table.escrow:
            raise self.fail(("table", "keys_after_hand"), "missing_key", '"escrow" needs a file: `escrow`')
        if table.escrow is not None and table.keys_after_hand is not AfterHand.ESCROW:
            raise self.fail(("table", "escrow"), "bad_value", 'is used only with `keys_after_hand = "escrow"`')
        if 0 < table.keep_days < LEAST_DAYS:
            raise self.fail(("table", "keep_days"), "bad_value", f"{LEAST_DAYS} days at least, or 0 for ever")

    def check_stakes(self, stakes: Stakes) -> None:
        wrong = unsound(stakes)
        if wrong is not None:
            field, why = wrong
            raise self.fail(("stakes", *field.split(".")), "bad_value", why)


def _under_felt(section: DeviceSection) -> bool:
    """Whether it has antennas, and not only that of the shoe."""
    return any(place != "shoe" for place in section.antenna.values())


class _Binder:
    """Turns the places written in the file into `Bindings`; knows what is bound already."""

    def __init__(self, loader: _Loader, seats: int) -> None:
        self.loader = loader
        self.seats = seats
        self.antennas: dict[tuple[DeviceId, int], Zone] = {}
        self.inputs: dict[tuple[DeviceId, int], InputBinding] = {}
        self.others: dict[SourceKind, set[tuple[DeviceId, int]]] = {kind: set() for kind in KINDS}

    def bind(self, devices: list[DeviceSection]) -> Bindings:
        for number, section in enumerate(devices):
            for kind in KINDS:
                places: dict[str, Any] = getattr(section, kind.value)
                for index, place in places.items():
                    self._bind_one(("device", number, kind.value, index), id_of(section), kind, place)
        self._check_complete()
        return Bindings(
            antennas=self.antennas,
            inputs=self.inputs,
            keypads=frozenset(self.others[SourceKind.KEYPAD]),
            decks=frozenset(self.others[SourceKind.DECK]),
            gates=frozenset(self.others[SourceKind.GATE]),
            cards=frozenset(self.others[SourceKind.CARD]),
            names={id_of(section): section.name for section in devices},
            round_ms=max((section.round_ms for section in devices if _under_felt(section)), default=0),
            needed=frozenset(id_of(section) for section in devices if section.needed),
        )

    def _bind_one(self, path: FieldPath, device: DeviceId, kind: SourceKind, place: Any) -> None:
        if not isinstance(place, str):
            raise self.loader.fail(path, "wrong_type", "a place is written as text")
        index = str(path[-1])
        if not re.fullmatch(r"0|[1-9]\d{0,2}", index) or int(index) > 255:
            raise self.loader.fail(path, "bad_index", "an index is a number from 0 to 255")
        source = (device, int(index))
        if kind is SourceKind.ANTENNA:
            self._once(path, self.antennas.values(), zone := self._zone(path, place))
            self.antennas[source] = zone
        elif kind is SourceKind.INPUT:
            self._once(path, self.inputs.values(), bound := self._input(path, place))
            self.inputs[source] = bound
        else:
            self._other(path, source, kind, place)

    def _other(self, path: FieldPath, source: tuple[DeviceId, int], kind: SourceKind, place: str) -> None:
        wanted = "keypad" if kind is SourceKind.KEYPAD else "shoe"
        if place != wanted:
            raise self.loader.fail(path, "bad_place", f"can only be {wanted!r}")
        if kind is not SourceKind.KEYPAD:
            self._once(path, ("shoe",) if self.others[kind] else (), "shoe")
        self.others[kind].add(source)

    def _once(self, path: FieldPath, bound: Iterable[object], place: object) -> None:
        if place in tuple(bound):
            raise self.loader.fail(path, "bound_twice", "something else is bound to this place already")

    def _zone(self, path: FieldPath, place: str) -> Zone:
        if found := _CARDS_FORM.fullmatch(place):
            return Zone(self._seat(path, found[1]))
        if place not in _CENTRE_ZONES:
            raise self.loader.fail(path, "bad_place", f"'seat N cards' or one of: {', '.join(_CENTRE_ZONES)}")
        return _CENTRE_ZONES[place]

    def _input(self, path: FieldPath, place: str) -> InputBinding:
        for form, role in _INPUT_FORMS:
            if found := form.fullmatch(place):
                return InputBinding(role, self._seat(path, found[1]))
        raise self.loader.fail(path, "bad_place", "'seat N occupied', 'seat N bet' or 'button at seat N'")

    def _seat(self, path: FieldPath, text: str) -> SeatNo:
        if not 1 <= int(text) <= self.seats:
            raise self.loader.fail(path, "bad_place", f"this table has seats 1 to {self.seats}")
        return SeatNo(int(text))

    def _check_complete(self) -> None:
        """Every seat and every zone a hand needs; and a sensor that some seats have, all seats have."""
        bound = set(self.antennas.values())
        for zone in (*(Zone(seat) for seat in range(1, self.seats + 1)), *_NEEDED_ZONES):
            if zone not in bound:
                raise self._unbound(f"antenna: {zone_text(zone)}")
        if Zone.SHOE not in bound and not self.others[SourceKind.CARD]:
            raise self._unbound("antenna: shoe")
        for role in InputRole:
            having = {entry.seat for entry in self.inputs.values() if entry.role is role}
            for seat in range(1, self.seats + 1):
                if having and seat not in having:
                    raise self._unbound(f"input: {role.value}, seat {seat}")

    def _unbound(self, what: str) -> ConfigError:
        return ConfigError(self.loader.toml.file, 1, what, "not_bound", "no device is bound to it")


def zone_text(zone: Zone) -> str:
    """The zone as a configuration writes it."""
    for text, known in _CENTRE_ZONES.items():
        if known is zone:
            return text
    return f"seat {int(zone)} cards"

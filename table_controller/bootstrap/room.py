"""What one table's process needs before it runs: its configuration, rules, keys, cards, and where its files lie."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from table_controller.bootstrap.kept_heads import JournalWithHeads
from table_controller.config import ConfigError, TableConfig, load_table_config
from table_controller.core.events import AnyEvent, TableOpened
from table_controller.core.rules import HouseRules
from table_controller.core.state import TableState
from table_controller.core.toml_lines import TomlText
from table_controller.decks import DeckMap, EnrolmentFault, Registry, read_registry, write_registry
from table_controller.decks.registry import behind
from table_controller.device_sections import DeviceConfig, accepted_decks
from table_controller.house_rules import SettingError, load_profile
from table_controller.journal import FaultReason, Journal, JournalFault, read_status
from table_controller.journal.escrow import put_in_escrow
from table_controller.journal.faults import as_faults
from table_controller.sealing import MasterKey, MasterKeyFault, load_or_create_master_key
from table_controller.service.node import Node
from table_controller.service.spent_keys import SpentKeys
from table_controller.tracking import Ground
from table_controller.tracking.arbiter import Arbiter, where

VERSION = "0.1.0"


class Room(msgspec.Struct, frozen=True):
    """One table, ready to be run. The files of table T1 lie in the journal folder: T1.journal, T1.journal.status, T1.sock."""

    config: TableConfig
    rules: HouseRules
    master: MasterKey
    decks: DeckMap
    registry: Registry

    @property
    def socket(self) -> Path:
        """The control link's socket."""
        return self.config.journal / f"{self.config.id}.sock"

    @property
    def device_names(self) -> tuple[str, ...]:
        """As configured."""
        return tuple(device.name for device in self.config.devices)

    def device(self, name: str) -> DeviceConfig:
        """By its name in the configuration."""
        return next(device for device in self.config.devices if device.name == name)

    def keep(self, registry: Registry) -> None:
        """Stores the deck registry. JournalFault when it cannot be written, so that what it is about has not happened."""
        try:
            write_registry(self.config.deck, self.master, self.config.id, registry)
        except OSError as error:
            raise JournalFault(self.config.deck, FaultReason.IO, f"deck file: {type(error).__name__}") from error

    def spent_keys(self) -> SpentKeys:
        """What becomes of keys of hands that are over."""
        file, table = self.config.escrow, self.config.id
        if file is None:
            return SpentKeys(self.config.keys_after_hand)
        return SpentKeys(self.config.keys_after_hand, lambda keys: put_in_escrow(file, table, keys))

    def open_journal(self, *, new_record: bool = False) -> JournalWithHeads:
        """For the one writer. JournalFault when it cannot be had.

        `new_record`: begin a new one where the files beside it say that there was one, and it is not there.
        """
        with as_faults(self.config.journal):
            self.config.journal.mkdir(mode=0o750, parents=True, exist_ok=True)
        if not new_record:
            self._must_not_have_had_one()
        return JournalWithHeads(self.config.journal_path, self.config.id, self.master, self.config.heads)

    def _must_not_have_had_one(self) -> None:
        path = self.config.journal_path
        with as_faults(path):
            if path.exists() and path.stat().st_size:
                return
        if read_status(path) is not None or any(deck.hands or deck.checks for deck in self.registry.decks):
            why = "is not there, and the table had one; put it back, or begin a new one with `burnturn table --new-record`"
            raise JournalFault(path, FaultReason.NO_ACCESS, why)


def key_path(config: Path, table: str) -> Path:
    """The table's master key lies beside its configuration, away from the journals that others may read."""
    return config.parent / "keys" / f"{table}.key"


def room_of(config: Path, *, new_decks: bool = False) -> Room:
    """ConfigError, MasterKeyFault or EnrolmentFault, each naming its file, when the table cannot be run.

    `new_decks`: where there is no deck file yet, no deck is registered; else that is a fault.
    """
    table = load_table_config(config)
    missing = not table.deck.exists()
    if missing and not new_decks:
        raise EnrolmentFault(table.deck, "is not there")
    master = master_of(config, table)
    registry = Registry(table.simulated) if missing else read_registry(table.deck, master, table.id)
    if registry.simulated is not table.simulated:
        marked = "simulated" if registry.simulated else "real"
        raise EnrolmentFault(table.deck, f"its decks are marked {marked}, and the table is not")
    return Room(table, _rules_of(table), master, registry.deck_map(accepted_decks(table.devices)), registry)


def _rules_of(table: TableConfig) -> HouseRules:
    """ConfigError with the line that names them when they are not to be had; TomlError for a mistake in a house's own file."""
    try:
        return load_profile(table.rules).rules
    except SettingError as wrong:
        at = TomlText.parse(str(table.file), table.file.read_text(encoding="utf-8")).fault(("table", "rules"), wrong.why)
        raise ConfigError(at.file, at.line, at.field, "bad_value", at.why) from None


def master_of(config: Path, table: TableConfig) -> MasterKey:
    """The table's master key, made at the first start. MasterKeyFault when it cannot be used, or is lost: it seals files."""
    key = key_path(config, table.id)
    boxes = table.journal / f"{table.id}.boxes"
    if not os.path.lexists(key):
        for sealed in (table.journal_path, table.deck, boxes):
            if sealed.exists():
                raise MasterKeyFault(key, f"is not there, and {sealed} was sealed with it; put the key back")
    key.parent.mkdir(mode=0o700, exist_ok=True)
    return load_or_create_master_key(key)


def registry_fits(room: Room, state: TableState) -> None:
    """EnrolmentFault when the record knows more of a deck than the registry: a deck taken out of use would be dealt again."""
    deck = behind(room.registry, state.decks)
    if deck is not None:
        raise EnrolmentFault(room.config.deck, f"is older than the record, which knows more of deck {deck}")


def node_of(
    room: Room,
    journal: Journal[AnyEvent],
    keep: Callable[[Registry], None] = lambda _registry: None,
    arbiter: Arbiter = where,
    spent: SpentKeys | None = None,
) -> Node:
    """The table's node over this journal, not yet started. `keep` stores the deck registry when it changes."""
    ground = Ground(room.config.bindings, room.decks, arbiter, accepted_decks(room.config.devices))
    return Node(journal, ground, opened_of(room), VERSION, room.registry, keep, spent or room.spent_keys())


def opened_of(room: Room) -> TableOpened:
    """The first event of the table's journal."""
    config = room.config
    return TableOpened(name=config.name, rules=room.rules, stakes=config.stakes, seats=config.seats, simulated=config.simulated)

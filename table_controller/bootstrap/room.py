"""What one table's process needs before it runs: its configuration, rules, keys, cards, and where its files lie."""

from pathlib import Path

import msgspec

from table_controller.config import TableConfig, load_table_config
from table_controller.core.codec import RecordCodec
from table_controller.core.events import AnyEvent, TableOpened
from table_controller.core.rules import HouseRules
from table_controller.decks import DeckMap, read_decks
from table_controller.device_sections import DeviceConfig
from table_controller.house_rules import load_profile
from table_controller.journal import Journal, SqliteJournal
from table_controller.sealing import MasterKey, load_or_create_master_key
from table_controller.service.node import Node
from table_controller.tracking import Ground

VERSION = "0.1.0"


class Room(msgspec.Struct, frozen=True):
    """One table, ready to be run. The files of table T1 lie in the journal folder: T1.journal, T1.journal.status, T1.sock."""

    config: TableConfig
    rules: HouseRules
    master: MasterKey
    decks: DeckMap

    @property
    def journal_path(self) -> Path:
        """The table's journal."""
        return self.config.journal / f"{self.config.id}.journal"

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

    def open_journal(self) -> SqliteJournal[AnyEvent]:
        """For the one writer. JournalFault when it cannot be had."""
        self.config.journal.mkdir(mode=0o750, parents=True, exist_ok=True)
        return SqliteJournal.open(self.journal_path, self.config.id, self.master, RecordCodec())


def key_path(config: Path, table: str) -> Path:
    """The table's master key lies beside its configuration, away from the journals that others may read."""
    return config.parent / "keys" / f"{table}.key"


def room_of(config: Path) -> Room:
    """ConfigError, MasterKeyFault or EnrolmentFault, each naming its file, when the table cannot be run."""
    table = load_table_config(config)
    key = key_path(config, table.id)
    key.parent.mkdir(mode=0o700, exist_ok=True)
    master = load_or_create_master_key(key)
    return Room(table, load_profile(table.rules).rules, master, read_decks(table.deck, master, table.id))


def node_of(room: Room, journal: Journal[AnyEvent]) -> Node:
    """The table's node over this journal, not yet started."""
    ground = Ground(bindings=room.config.bindings, decks=room.decks)
    return Node(journal, ground, opened_of(room), VERSION)


def opened_of(room: Room) -> TableOpened:
    """The first event of the table's journal."""
    config = room.config
    return TableOpened(name=config.name, rules=room.rules, stakes=config.stakes, seats=config.seats, simulated=config.simulated)

"""The table configuration: what is accepted, and that every mistake is named with field, line and code."""

from pathlib import Path

import pytest

from table_controller.config import ConfigError, load_table_config
from table_controller.core.ids import DeviceId, SeatNo
from table_controller.tracking.bindings import InputBinding, InputRole, SourceKind, Zone

BOARD = DeviceId("00000000000000a1")
SHOE = DeviceId("00000000000000a2")
PAD = DeviceId("00000000000000a3")

GOOD = """\
[table]
id = "t1"
name = "Table 1"
seats = 3
rules = "tda_2024"
simulated = true
deck = "secret/deck"
journal = "journals"

[stakes]
limit = "no_limit"
small_blind = 5
big_blind = 10
rake = { per_mille = 50, cap = 30 }

[[device]]
name = "board"
serial = "00000000000000A1"
url = "loop://"
antenna.1 = "seat 1 cards"
antenna.2 = "seat 2 cards"
antenna.3 = "seat 3 cards"
antenna.11 = "burn"
antenna.12 = "board flop"
antenna.13 = "board turn"
antenna.14 = "board river"
antenna.15 = "muck"
input.1 = "seat 1 occupied"
input.2 = "seat 2 occupied"
input.3 = "seat 3 occupied"
input.11 = "seat 1 bet"
input.12 = "seat 2 bet"
input.13 = "seat 3 bet"
input.21 = "button at seat 1"
input.22 = "button at seat 2"
input.23 = "button at seat 3"

[[device]]
name = "shoe"
serial = "00000000000000a2"
antenna.0 = "shoe"
deck.0 = "shoe"
gate.0 = "shoe"

[[device]]
name = "pad"
serial = "00000000000000a3"
needed = false
keypad.0 = "keypad"
"""


def test_a_table_without_a_name_or_with_signs_nobody_sees_in_it_is_refused(tmp_path: Path) -> None:
    for name in ("", "a\\u0007", "\\u202eelbat"):
        with pytest.raises(ConfigError, match=r"table\.name"):
            load_table_config(written(tmp_path, GOOD.replace("Table 1", name)))


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def mistake(tmp_path: Path, old: str, new: str) -> ConfigError:
    assert old in GOOD
    with pytest.raises(ConfigError) as caught:
        load_table_config(written(tmp_path, GOOD.replace(old, new, 1)))
    return caught.value


def test_a_good_file_binds_every_source(tmp_path: Path) -> None:
    config = load_table_config(written(tmp_path, GOOD))
    bindings = config.bindings
    assert bindings.lookup(BOARD, SourceKind.ANTENNA, 2) is Zone.SEAT_2
    assert bindings.lookup(BOARD, SourceKind.ANTENNA, 12) is Zone.FLOP
    assert bindings.lookup(BOARD, SourceKind.INPUT, 13) == InputBinding(InputRole.BET, SeatNo(3))
    assert bindings.lookup(BOARD, SourceKind.INPUT, 22) == InputBinding(InputRole.BUTTON, SeatNo(2))
    assert bindings.lookup(SHOE, SourceKind.GATE, 0) is Zone.SHOE
    assert bindings.lookup(SHOE, SourceKind.DECK, 0) is Zone.SHOE
    assert bindings.lookup(PAD, SourceKind.KEYPAD, 0) is Zone.SHOE
    assert bindings.needed == {BOARD, SHOE}
    assert bindings.names[PAD] == "pad"


def test_what_is_not_bound_is_nothing(tmp_path: Path) -> None:
    bindings = load_table_config(written(tmp_path, GOOD)).bindings
    assert bindings.lookup(BOARD, SourceKind.ANTENNA, 99) is None
    assert bindings.lookup(SHOE, SourceKind.INPUT, 1) is None
    assert bindings.lookup(BOARD, SourceKind.CARD, 0) is None


def test_paths_are_beside_the_file_and_stakes_are_typed(tmp_path: Path) -> None:
    config = load_table_config(written(tmp_path, GOOD))
    assert config.deck == tmp_path / "secret/deck"
    assert config.journal == tmp_path / "journals"
    assert (config.stakes.big_blind, config.stakes.rake.cap) == (10, 30)
    assert [device.url for device in config.devices] == ["loop://", None, None]


@pytest.mark.parametrize(
    ("old", "new", "field", "code"),
    [
        ("seats = 3", "seets = 3", "table.seets", "unknown_key"),
        ("simulated = true", "simulated = true\nport = 3", "table.port", "unknown_key"),
        ("per_mille = 50", "permille = 50", "stakes.rake.permille", "unknown_key"),
        ('name = "pad"', 'name = "pad"\nlamp.0 = "x"', "device[2].lamp", "unknown_key"),
        ("seats = 3", 'seats = "3"', "table.seats", "wrong_type"),
        ("small_blind = 5", "small_blind = 5.5", "stakes.small_blind", "wrong_type"),
        ('antenna.15 = "muck"', "antenna.15 = 7", "device[0].antenna.15", "wrong_type"),
        ('limit = "no_limit"', 'limit = "none"', "stakes.limit", "bad_value"),
        ("seats = 3", "seats = 11", "table.seats", "bad_value"),
        ("seats = 3", 'seats = 3\nlanguage = "slovak"', "table.language", "bad_value"),
        ("seats = 3", "seats = 1", "table.seats", "bad_value"),
        ("seats = 3", 'seats = 3\nkeys_after_hand = "burn"', "table.keys_after_hand", "bad_value"),
        ("seats = 3", 'seats = 3\nkeys_after_hand = "escrow"', "table.keys_after_hand", "missing_key"),
        ("seats = 3", 'seats = 3\nescrow = "T1.escrow"', "table.escrow", "bad_value"),
        ("seats = 3", "seats = 3\nkeep_days = 6", "table.keep_days", "bad_value"),
        ("small_blind = 5", "small_blind = -1", "stakes.small_blind", "bad_value"),
        ("small_blind = 5", "small_blind = 11", "stakes.small_blind", "bad_value"),
        ("big_blind = 10", "big_blind = 1000000000000000000", "stakes.big_blind", "bad_value"),
        ("big_blind = 10", "big_blind = 10\nchip = 0", "stakes.chip", "bad_value"),
        ("small_blind = 5", "chip = 3\nsmall_blind = 5", "stakes.small_blind", "bad_value"),
        ("big_blind = 10", "big_blind = 10\nmax_buy_in = 500\nmin_buy_in = 501", "stakes.min_buy_in", "bad_value"),
        ("per_mille = 50", "per_mille = 1001", "stakes.rake.per_mille", "bad_value"),
        ("cap = 30", "cap = -1", "stakes.rake.cap", "bad_value"),
        ('id = "t1"', 'id = "../t1"', "table.id", "bad_value"),
        ('serial = "00000000000000a2"', 'serial = "0xa2"', "device[1].serial", "bad_value"),
        ('antenna.15 = "muck"', 'antenna.15 = "mukc"', "device[0].antenna.15", "bad_place"),
        ('"seat 3 cards"', '"seat 4 cards"', "device[0].antenna.3", "bad_place"),
        ('"seat 3 cards"', '"seat 0 cards"', "device[0].antenna.3", "bad_place"),
        ('"seat 3 bet"', '"seat 3 cards"', "device[0].input.13", "bad_place"),
        ('keypad.0 = "keypad"', 'keypad.0 = "shoe"', "device[2].keypad.0", "bad_place"),
        ('gate.0 = "shoe"', 'gate.0 = "burn"', "device[1].gate.0", "bad_place"),
        ("antenna.15 =", "antenna.256 =", "device[0].antenna.256", "bad_index"),
        ("antenna.15 =", "antenna.015 =", "device[0].antenna.015", "bad_index"),
        ('antenna.15 = "muck"', 'antenna.15 = "burn"', "device[0].antenna.15", "bound_twice"),
        ('"seat 3 bet"', '"seat 2 bet"', "device[0].input.13", "bound_twice"),
        ('keypad.0 = "keypad"', 'gate.0 = "shoe"', "device[2].gate.0", "bound_twice"),
        ('name = "pad"', 'name = "shoe"', "device[2].name", "same_name"),
        ('serial = "00000000000000a3"', 'serial = "00000000000000A1"', "device[2].serial", "same_serial"),
    ],
)
def test_a_mistake_is_named_with_field_line_and_code(tmp_path: Path, old: str, new: str, field: str, code: str) -> None:
    error = mistake(tmp_path, old, new)
    assert (error.field, error.code) == (field, code)
    assert error.line == GOOD[: GOOD.index(old)].count("\n") + 1 + new.count("\n")
    assert str(error).startswith(f"{tmp_path / 'table.toml'}:{error.line}: {field}: ")


@pytest.mark.parametrize("seats", [1, 11])
def test_a_table_has_two_to_ten_seats(tmp_path: Path, seats: int) -> None:
    """SK01."""
    assert mistake(tmp_path, "seats = 3", f"seats = {seats}").code == "bad_value"


@pytest.mark.parametrize(
    ("old", "missing"),
    [
        ('antenna.2 = "seat 2 cards"\n', "antenna: seat 2 cards"),
        ('antenna.13 = "board turn"\n', "antenna: board turn"),
        ('antenna.11 = "burn"\n', "antenna: burn"),
        ('antenna.0 = "shoe"\n', "antenna: shoe"),
        ('input.12 = "seat 2 bet"\n', "input: bet, seat 2"),
        ('input.23 = "button at seat 3"\n', "input: button, seat 3"),
    ],
)
def test_what_a_hand_needs_and_nobody_senses_is_named(tmp_path: Path, old: str, missing: str) -> None:
    error = mistake(tmp_path, old, "")
    assert (error.field, error.code) == (missing, "not_bound")


def test_an_optical_shoe_is_a_shoe(tmp_path: Path) -> None:
    config = load_table_config(written(tmp_path, GOOD.replace('antenna.0 = "shoe"', 'card.0 = "shoe"')))
    assert config.bindings.lookup(SHOE, SourceKind.CARD, 0) is Zone.SHOE


@pytest.mark.parametrize("sensor", ["occupied", "bet"])
def test_a_sensor_no_seat_has_is_no_mistake(tmp_path: Path, sensor: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if sensor not in line)
    load_table_config(written(tmp_path, text))


def test_missing_keys_and_sections_are_named(tmp_path: Path) -> None:
    error = mistake(tmp_path, 'rules = "tda_2024"\n', "")
    assert error.code == "missing_key"
    assert "rules" in str(error)
    text = GOOD[: GOOD.index("[[device]]")]
    with pytest.raises(ConfigError) as caught:
        load_table_config(written(tmp_path, text))
    assert (caught.value.code, "device" in str(caught.value)) == ("missing_key", True)


def test_what_is_not_toml_is_named_with_its_line(tmp_path: Path) -> None:
    error = mistake(tmp_path, "seats = 3", "seats = ")
    assert (error.code, error.line) == ("syntax", 4)


def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_table_config(tmp_path / "none.toml")
    assert caught.value.code == "unreadable"
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError) as caught:
        load_table_config(tmp_path / "bytes.toml")
    assert caught.value.code == "unreadable"


READER = """
[[device]]
name = "hold reader"
serial = "FT4XyZ_0"
reader = "pepper_c1"
antenna.1 = "hold"
antenna.8 = "out"
"""


def test_a_tag_reader_at_the_host_is_known_by_the_serial_number_of_its_port(tmp_path: Path) -> None:
    config = load_table_config(written(tmp_path, GOOD + READER))
    device = config.devices[-1]
    assert (device.serial, device.reader, device.url) == ("FT4XyZ_0", "pepper_c1", None)
    assert config.bindings.lookup(device.serial, SourceKind.ANTENNA, 8) is Zone.OUT
    assert config.bindings.names[device.serial] == "hold reader"
    assert [device.reader for device in config.devices[:-1]] == [None, None, None]


@pytest.mark.parametrize(
    ("old", "new", "field", "code"),
    [
        ('reader = "pepper_c1"', 'reader = "pn532"', "device[3].reader", "bad_value"),
        ('reader = "pepper_c1"', "reader = true", "device[3].reader", "wrong_type"),
        ('reader = "pepper_c1"\n', "", "device[3].serial", "bad_value"),
        ('serial = "FT4XyZ_0"', 'serial = "../FT4"', "device[3].serial", "bad_value"),
        ('antenna.8 = "out"', 'antenna.9 = "out"', "device[3].antenna.9", "bad_index"),
        ('antenna.8 = "out"', 'antenna.0 = "out"', "device[3].antenna.0", "bad_index"),
        ('antenna.8 = "out"', 'antenna.x = "out"', "device[3].antenna.x", "bad_index"),
        ('antenna.8 = "out"', 'antenna.8 = "muck"', "device[3].antenna.8", "bound_twice"),
        ('antenna.8 = "out"', 'gate.0 = "shoe"', "device[3].gate", "bad_place"),
        ('antenna.1 = "hold"\nantenna.8 = "out"\n', "", "device[3].reader", "not_bound"),
    ],
)
def test_mistakes_about_a_reader_are_named(tmp_path: Path, old: str, new: str, field: str, code: str) -> None:
    assert old in READER
    with pytest.raises(ConfigError) as caught:
        load_table_config(written(tmp_path, GOOD + READER.replace(old, new)))
    assert (caught.value.field, caught.value.code) == (field, code)


def test_a_console_is_served_where_the_file_says_so_and_nowhere_else(tmp_path: Path) -> None:
    assert load_table_config(written(tmp_path, GOOD)).console is None
    config = load_table_config(written(tmp_path, f"{GOOD}\n[console]\nport = 8101\n"))
    assert config.console is not None
    assert config.console.address == "http://127.0.0.1:8101/"
    for wrong, field, code in (
        ("", "console", "missing_key"),
        ("port = 0", "console.port", "bad_value"),
        ("prot = 1", "console", ""),
    ):
        with pytest.raises(ConfigError) as caught:
            load_table_config(written(tmp_path, f"{GOOD}\n[console]\n{wrong}\n"))
        assert caught.value.field.startswith(field)
        assert code in caught.value.code

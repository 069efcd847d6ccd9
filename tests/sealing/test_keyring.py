"""Which key seals what, and what a destroyed or foreign key means."""

import pytest

from table_controller.sealing import HIDDEN_SEALED_BYTES, STATE_SLOT, KeyRing, KeySlot, MasterKey, SealBroken

MASTER = MasterKey(bytes(32))
SEAT_4 = KeySlot(12, 1, "seat 4")


class Table:
    """A key ring with a place to store its keys."""

    def __init__(self, name: str = "t1", master: MasterKey = MASTER) -> None:
        self.stored: dict[KeySlot, bytes] = {}
        self.ring = KeyRing(master, name, self.stored.get)

    def store(self) -> None:
        self.stored.update({key.slot: key.wrapped for key in self.ring.unsaved()})
        self.ring.saved()


def test_a_new_process_opens_what_the_last_one_sealed() -> None:
    table = Table()
    sealed = table.ring.seal(SEAT_4, 7, b"[[3,51]]")
    table.store()
    fresh = KeyRing(MASTER, "t1", table.stored.get)
    assert fresh.unseal(SEAT_4, 7, sealed) == b"[[3,51]]"
    assert len(sealed) == HIDDEN_SEALED_BYTES


@pytest.mark.parametrize(
    "slot", [KeySlot(12, 1, "seat 5"), KeySlot(12, 2, "seat 4"), KeySlot(13, 1, "seat 4"), KeySlot(12, 1, "burns")]
)
def test_each_hand_attempt_and_group_has_a_key_of_its_own(slot: KeySlot) -> None:
    table = Table()
    sealed = table.ring.seal(SEAT_4, 7, b"x")
    table.ring.seal(slot, 8, b"y")
    table.store()
    assert len(table.stored) == 2
    with pytest.raises(SealBroken):
        table.ring.unseal(slot, 7, sealed)


def test_a_seal_does_not_open_at_another_sequence() -> None:
    table = Table()
    sealed = table.ring.seal(SEAT_4, 7, b"x")
    with pytest.raises(SealBroken):
        table.ring.unseal(SEAT_4, 8, sealed)


def test_one_key_serves_all_cards_of_its_slot() -> None:
    table = Table()
    first = table.ring.seal(SEAT_4, 7, b"x")
    table.store()
    second = table.ring.seal(SEAT_4, 8, b"y")
    assert table.ring.unsaved() == []
    assert (table.ring.unseal(SEAT_4, 7, first), table.ring.unseal(SEAT_4, 8, second)) == (b"x", b"y")


def test_without_its_key_a_text_stays_closed_and_is_not_guessed() -> None:
    table = Table()
    sealed = table.ring.seal(SEAT_4, 7, b"x")
    table.store()
    table.stored.clear()
    assert KeyRing(MASTER, "t1", table.stored.get).unseal(SEAT_4, 7, sealed) is None


def test_a_key_that_was_not_stored_is_stored_the_next_time() -> None:
    table = Table()
    table.ring.seal(SEAT_4, 7, b"lost with its transaction")
    sealed = table.ring.seal(SEAT_4, 7, b"x")
    assert [key.slot for key in table.ring.unsaved()] == [SEAT_4]
    table.store()
    assert KeyRing(MASTER, "t1", table.stored.get).unseal(SEAT_4, 7, sealed) == b"x"


def test_keys_of_another_table_or_slot_do_not_unwrap() -> None:
    table = Table()
    sealed = table.ring.seal(SEAT_4, 7, b"x")
    table.store()
    moved = {KeySlot(12, 1, "seat 5"): table.stored[SEAT_4]}
    with pytest.raises(SealBroken):
        KeyRing(MASTER, "t1", moved.get).unseal(KeySlot(12, 1, "seat 5"), 7, sealed)
    with pytest.raises(SealBroken):
        KeyRing(MASTER, "t2", table.stored.get).unseal(SEAT_4, 7, sealed)


@pytest.mark.parametrize("group", ["seat 0", "seat 11", "seat", "board", "", "seat 1 "])
def test_an_unknown_group_is_refused(group: str) -> None:
    with pytest.raises(ValueError, match="group of places"):
        Table().ring.seal(KeySlot(1, 1, group), 1, b"x")


def test_more_slots_than_are_kept_in_memory_still_open() -> None:
    table = Table()
    sealed = []
    for hand in range(1, 100):
        sealed.append(table.ring.seal(KeySlot(hand, 1, "burns"), hand, b"%d" % hand))
        table.store()
    opened = [table.ring.unseal(KeySlot(hand, 1, "burns"), hand, text) for hand, text in enumerate(sealed, 1)]
    assert opened == [b"%d" % hand for hand in range(1, 100)]


def test_the_state_key_belongs_to_no_hand() -> None:
    table = Table()
    sealed = table.ring.seal(STATE_SLOT, 3, b"state", 1000)
    assert table.ring.unseal(STATE_SLOT, 3, sealed) == b"state"

/* Contacts, switches, keypad, gate, load cells, supply, lamps and beeper. */
#include "../core/levels.h"
#include "fake_board.h"

static sensed_t sensed;
static driven_t driven;
static uint32_t now;

static int setup(void **state)
{
    (void)state;
    fake_fresh();
    table_start(TB_RESET_POWER_ON, 60, 0);
    fake_bytes();
    sensed = (sensed_t){.inputs = 0};
    driven = (driven_t){.lamps = 0};
    now = 0;
    return 0;
}

static void tick(void)
{
    table.readers[0].asked_at = table.readers[1].asked_at = ++now; /* no reader is silent in these tests */
    table_tick(&sensed, &driven, now);
}

static void pass(uint32_t milliseconds)
{
    while (milliseconds--)
        tick();
}

/* As `pass`, with these keys held: the columns follow the row that is driven. */
static void pass_keys(uint32_t milliseconds, uint32_t keys)
{
    while (milliseconds--) {
        sensed.key_columns = (uint8_t)(keys >> (table.key_row * TABLE_KEY_COLUMNS) & 0x3F);
        tick();
    }
}

static const event_t *event(uint16_t n) { return &table.device.ring.events[(table.device.ring.first + n) % RING_SIZE]; }

static void posted(uint16_t n, const char *hex, uint32_t t_ms)
{
    uint8_t wanted[16];
    assert_in_range(n, 0, ring_count(&table.device.ring) - 1);
    assert_int_equal(event(n)->length, fake_hex(hex, wanted));
    assert_memory_equal(event(n)->payload, wanted, event(n)->length);
    assert_int_equal(event(n)->t_ms, t_ms);
}

static void count(uint8_t events) { assert_int_equal(ring_count(&table.device.ring), events); }

static void a_level_counts_after_20_ms_and_bears_the_first_edge(void **state)
{
    (void)state;
    pass(9);
    sensed.inputs = 1u << 7;
    pass(20);
    count(0);
    pass(1);
    count(1);
    posted(0, "010701", 10);
    sensed.inputs = 0;
    pass(30);
    posted(1, "010700", 31);
}

static void thirty_edges_are_one_event_stamped_with_the_first(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        sensed.inputs = i % 2 ? 0 : 1u << 29;
        pass(2);
    }
    sensed.inputs = 1u << 29;
    pass(40);
    count(1);
    posted(0, "011d01", 1);
}

static void a_spike_is_nothing(void **state)
{
    (void)state;
    sensed.inputs = 1;
    pass(19);
    sensed.inputs = 0;
    pass(100);
    count(0);
    sensed.inputs = 1; /* and does not stamp what comes later */
    pass(21);
    posted(0, "010001", 120);
}

static void a_contact_that_chatters_for_long_is_stamped_with_a_later_edge(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        sensed.inputs ^= 1;
        pass(1);
    }
    sensed.inputs = 1;
    pass(30);
    count(1);
    assert_in_range(event(0)->t_ms, 400 - 250, 401);
}

static void the_cover_is_a_tamper_switch(void **state)
{
    (void)state;
    sensed.cover_open = true;
    pass(21);
    posted(0, "0b0001", 1);
}

/* The contract's words: 0 removed, 1 inserted, 2 lid open; tags seen are left out, as nobody here counts them. */
static void two_switches_say_what_the_deck_is_doing(void **state)
{
    (void)state;
    pass(50);
    count(0); /* no deck: only a snapshot says so */
    sensed.deck_there = true;
    pass(30);
    posted(0, "0c01", 51);
    sensed.lid_open = true;
    pass(30);
    posted(1, "0c02", 81);
    sensed.deck_there = false;
    pass(30);
    posted(2, "0c00", 111);
    sensed.lid_open = false;
    pass(30);
    count(3); /* a lid over no deck */
    for (int i = 0; i < 5; i++) { /* a switch bounces */
        sensed.deck_there = i % 2 == 0;
        pass(3);
    }
    pass(30);
    count(4);
    posted(3, "0c01", 171);
}

static void measure(uint16_t millivolts, uint32_t milliseconds)
{
    sensed.measured = true;
    sensed.millivolts = millivolts;
    pass(milliseconds);
}

static void a_low_supply_is_told_and_when_it_is_well_again(void **state)
{
    (void)state;
    measure(4990, 100);
    measure(4300, SUPPLY_LOW_MS - 1); /* a dip */
    measure(4990, 100);
    count(0);
    uint32_t began = now + 1;
    measure(4500, 50);
    count(1);
    posted(0, "0e941101", began);
    measure(4700, 1000); /* neither low nor well */
    measure(4990, SUPPLY_WELL_MS - 1);
    count(1);
    measure(4700, 10);
    began = now + 1;
    measure(5000, SUPPLY_WELL_MS);
    count(2);
    posted(1, "0e881300", began);
}

static uint8_t named(uint8_t kind, uint8_t *found)
{
    uint8_t payload[RING_EVENT_MAX], length, times = 0;
    uint16_t cursor = 0;
    while ((length = levels_next(&cursor, payload)) > 0) {
        if (payload[0] != kind)
            continue;
        times++;
        memcpy(found, payload, length);
    }
    return times;
}

static void a_snapshot_names_deck_cover_and_supply(void **state)
{
    uint8_t found[RING_EVENT_MAX];
    (void)state;
    assert_int_equal(named(TB_EVENT_SUPPLY, found), 0); /* not measured yet */
    sensed.deck_there = sensed.cover_open = true;
    measure(4990, 30);
    assert_int_equal(named(TB_EVENT_DECK, found), 1);
    assert_int_equal(found[1], TB_DECK_INSERTED);
    assert_int_equal(named(TB_EVENT_TAMPER, found), 1);
    assert_int_equal(found[2], 1);
    assert_int_equal(named(TB_EVENT_SUPPLY, found), 1);
    assert_int_equal(bytes_get16(found + 1), 4990);
    assert_int_equal(named(TB_EVENT_INPUT, found), TABLE_INPUTS);
}

static void each_key_of_the_matrix_is_told_by_its_number(void **state)
{
    (void)state;
    for (uint8_t key = 0; key < 24; key++) {
        uint8_t last = (uint8_t)(ring_count(&table.device.ring));
        pass_keys(40, (uint32_t)1 << key);
        pass_keys(40, 0);
        count((uint8_t)(last + 2));
        assert_int_equal(event(last)->payload[0], TB_EVENT_KEY);
        assert_int_equal(event(last)->payload[2], key);
        assert_int_equal(event(last)->payload[3], 1);
        assert_int_equal(event(last + 1)->payload[3], 0);
    }
    pass_keys(40, 1u << 3 | 1u << 22); /* two at once */
    count(50);
}

static void beams(bool inner, bool outer, uint32_t milliseconds)
{
    sensed.inner_beam = inner;
    sensed.outer_beam = outer;
    pass(milliseconds);
}

static void the_gate_tells_direction_and_duration(void **state)
{
    (void)state;
    beams(true, false, 50);
    beams(true, true, 100);
    beams(false, true, 50);
    beams(false, false, 10);
    posted(0, "0701c80000", 1);
    beams(false, true, 20);
    beams(true, true, 20);
    beams(true, false, 20);
    beams(false, false, 10);
    posted(1, "07023c0000", 211);
    beams(true, false, 1);
    beams(true, true, 449); /* so long are two cards */
    beams(false, false, 10);
    posted(2, "0701c20101", 281);
    beams(true, false, 30);
    beams(true, true, 30);
    beams(true, false, 30);
    beams(false, false, 10);
    count(3); /* it looked out and went back */
}

static void weigh(uint8_t cell, int32_t grams, int times)
{
    while (times--)
        table_cell_value(cell, grams * CELLS_COUNTS_PER_GRAM, now);
}

static void a_cell_tells_another_weight_when_it_stands_still(void **state)
{
    uint8_t payload[RING_EVENT_MAX];
    (void)state;
    weigh(2, 100, 2);
    count(0);
    weigh(2, 100, 1);
    posted(0, "0802e803000001", 0);
    weigh(2, 101, 10); /* not worth telling */
    count(1);
    weigh(2, -900, 1); /* a spike: not even a snapshot shows it, but the cell does not stand still */
    assert_int_equal(cells_level(&table.cells[2], 2, payload), 7);
    assert_int_equal(bytes_get32(payload + 2), 1010);
    assert_int_equal(payload[6], 0);
    weigh(2, 100, 3);
    count(1);
    weigh(2, -20, 3);
    posted(1, "080238ffffff01", 0);
}

static uint8_t order(const char *hex)
{
    uint8_t command[TB_MAX_PAYLOAD];
    fake_hex(hex, command);
    return outputs_carry_out(&table.outputs, command, now);
}

static void lamps_burn_and_blink_as_ordered(void **state)
{
    (void)state;
    table.device.heard = true;
    assert_int_equal(order("020500000001"), TB_STATUS_OK);
    assert_int_equal(order("020200000002"), TB_STATUS_OK);
    assert_int_equal(order("024000000003"), TB_STATUS_OK);
    assert_int_equal(order("020100000004"), TB_STATUS_BAD_VALUE);
    assert_int_equal(outputs_lamps(&table.outputs, true, 0), 0x47);
    assert_int_equal(outputs_lamps(&table.outputs, true, 128), 0x07);
    assert_int_equal(outputs_lamps(&table.outputs, true, 512), 0x45);
    assert_int_equal(order("020700000000"), TB_STATUS_OK);
    assert_int_equal(outputs_lamps(&table.outputs, true, 0), 0x40);
    assert_int_equal(outputs_lamps(&table.outputs, false, 0), 0x8040); /* the link lamp says that the host is silent */
    assert_int_equal(outputs_lamps(&table.outputs, false, 128), 0);
}

static int beeps(uint32_t milliseconds)
{
    int starts = 0;
    bool before = false;
    while (milliseconds--) {
        pass(1);
        starts += driven.sound && !before;
        before = driven.sound;
    }
    return starts;
}

static void the_beeper_counts(void **state)
{
    (void)state;
    order("0303");
    assert_int_equal(beeps(2000), 3);
    order("0300");
    assert_int_equal(beeps(2000), 1);
    assert_int_equal(beeps(2000), 0);
}

static void the_gate_locks_and_opens(void **state)
{
    (void)state;
    order("0601");
    pass(1);
    assert_true(driven.locked);
    assert_int_equal(order("0602"), TB_STATUS_BAD_VALUE);
    order("0600");
    pass(1);
    assert_false(driven.locked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_level_counts_after_20_ms_and_bears_the_first_edge, setup),
        cmocka_unit_test_setup(thirty_edges_are_one_event_stamped_with_the_first, setup),
        cmocka_unit_test_setup(a_spike_is_nothing, setup),
        cmocka_unit_test_setup(a_contact_that_chatters_for_long_is_stamped_with_a_later_edge, setup),
        cmocka_unit_test_setup(the_cover_is_a_tamper_switch, setup),
        cmocka_unit_test_setup(two_switches_say_what_the_deck_is_doing, setup),
        cmocka_unit_test_setup(a_low_supply_is_told_and_when_it_is_well_again, setup),
        cmocka_unit_test_setup(a_snapshot_names_deck_cover_and_supply, setup),
        cmocka_unit_test_setup(each_key_of_the_matrix_is_told_by_its_number, setup),
        cmocka_unit_test_setup(the_gate_tells_direction_and_duration, setup),
        cmocka_unit_test_setup(a_cell_tells_another_weight_when_it_stands_still, setup),
        cmocka_unit_test_setup(lamps_burn_and_blink_as_ordered, setup),
        cmocka_unit_test_setup(the_beeper_counts, setup),
        cmocka_unit_test_setup(the_gate_locks_and_opens, setup),
    };
    return cmocka_run_group_tests_name("sensors", tests, NULL, NULL);
}

/* The client of the tag readers: start, inventories and their filter, antennas in turn, troubles. */
#include <stdio.h>

#include "fake_board.h"

#define UID1 "E00401500A0B0C01\r"
#define UID2 "E00401500A0B0C02\r"
#define SHOE 1
#define FELT 0

static uint32_t now;

static int setup(void **state)
{
    (void)state;
    fake_fresh();
    table_start(TB_RESET_POWER_ON, 60, 0);
    fake_bytes();
    now = 0;
    return 0;
}

static void say(uint8_t reader, const char *text) { fake_reader(reader, text, ++now); }

static void poll(uint8_t reader, uint32_t milliseconds)
{
    now += milliseconds;
    reader_poll(&table.readers[reader], &table.place, now);
}

static void bring_up(uint8_t reader)
{
    assert_string_equal(fake_said[reader], "BRK\r");
    say(reader, "NCM\r");
    assert_string_equal(fake_said[reader], "SRI SS 100\r");
    say(reader, "OK!\r\n");
    assert_string_equal(fake_said[reader], "SAP ARP ON\r");
    say(reader, reader == SHOE ? "UCO\r" : "OK!\r");
}

static uint8_t count(void) { return ring_count(&table.device.ring); }

static const event_t *last(void) { return &table.device.ring.events[(uint16_t)(table.device.ring.next - 1u) % RING_SIZE]; }

static void last_is(uint8_t kind, uint8_t antenna, uint8_t uid_end)
{
    assert_int_equal(last()->payload[0], kind);
    assert_int_equal(last()->payload[1], antenna);
    assert_int_equal(last()->payload[9], uid_end);
}

static void a_reader_is_started_step_by_step_and_told_once(void **state)
{
    (void)state;
    bring_up(SHOE);
    assert_string_equal(fake_said[SHOE], "INV\r");
    assert_int_equal(count(), 1);
    assert_memory_equal(last()->payload, "\x04\x01\x01\x00", 4);
    bring_up(FELT);
    assert_string_equal(fake_said[FELT], "SAP MAN 0\r");
    say(FELT, "OK!\r");
    assert_string_equal(fake_said[FELT], "INV\r");
}

static void a_new_tag_needs_two_inventories(void **state)
{
    (void)state;
    bring_up(SHOE);
    say(SHOE, UID1 "IVF 01\r");
    assert_int_equal(count(), 1);
    say(SHOE, "IVF 00\r");
    say(SHOE, UID1 "IVF 01\r"); /* not in a row */
    assert_int_equal(count(), 1);
    say(SHOE, UID1 UID2 "IVF 02\r");
    assert_int_equal(count(), 2);
    last_is(TB_EVENT_TAG_IN, 17, 1);
    assert_int_equal(last()->t_ms, 5); /* when the first of the two was asked for */
}

static void a_tag_is_gone_after_three_misses(void **state)
{
    (void)state;
    bring_up(SHOE);
    say(SHOE, UID1 "IVF 01\r");
    say(SHOE, UID1 "IVF 01\r");
    say(SHOE, "IVF 00\r");
    say(SHOE, "IVF 00\r");
    say(SHOE, UID1 "IVF 01\r"); /* it was only shy */
    say(SHOE, "IVF 00\r");
    say(SHOE, "IVF 00\r");
    assert_int_equal(count(), 2);
    say(SHOE, "IVF 00\r");
    assert_int_equal(count(), 3);
    last_is(TB_EVENT_TAG_OUT, 17, 1);
}

static void a_torn_inventory_proves_nothing(void **state)
{
    static const char *const TORN[] = {
        "IVF 01\r",                        /* fewer tags than it says */
        UID1 UID2 "IVF 01\r",              /* more */
        "E00401500A0B0C0\rIVF 01\r",       /* a short UID */
        "E0040150\xFF" "A0B0C01\rIVF 01\r", /* a broken letter */
        "A00401500A0B0C01\rIVF 01\r",      /* no UID of this kind */
        UID1 "IVF 0x\r",
    };
    (void)state;
    bring_up(SHOE);
    say(SHOE, UID2 "IVF 01\r");
    say(SHOE, UID2 "IVF 01\r");
    for (size_t i = 0; i < sizeof TORN / sizeof TORN[0]; i++)
        for (int times = 0; times < 4; times++)
            say(SHOE, TORN[i]);
    assert_int_equal(count(), 2); /* neither a tag in nor the other one out */
    say(SHOE, UID2 "IVF 01\r");
    assert_int_equal(table.tags.tags[0].misses, 0);
}

static void an_inventory_of_another_antenna_is_torn(void **state)
{
    (void)state;
    bring_up(FELT);
    for (int i = 0; i < 4; i++) {
        say(FELT, "OK!\r");
        say(FELT, UID1 "ARP 05\rIVF 01\r");
    }
    assert_int_equal(count(), 1);
}

/* One visit of the felt's reader; shows the tag when it is asked for that antenna. */
static uint8_t visit(uint8_t where)
{
    char answer[64];
    uint8_t antenna = table.readers[FELT].antenna;
    assert_int_equal(strncmp(fake_said[FELT], "SAP MAN ", 8), 0);
    say(FELT, "OK!\r");
    snprintf(answer, sizeof answer, "%sARP %02u\rIVF %02u\r", antenna == where ? UID1 : "", antenna, antenna == where);
    say(FELT, answer);
    return antenna;
}

static void antennas_are_visited_in_turn_and_busy_ones_in_between(void **state)
{
    (void)state;
    bring_up(FELT);
    for (uint8_t i = 0; i < 17; i++)
        assert_int_equal(visit(99), i);
    for (uint8_t i = 0; i <= 5; i++)
        assert_int_equal(visit(5), i);
    assert_int_equal(visit(5), 5); /* a tag was seen once: look again at once */
    last_is(TB_EVENT_TAG_IN, 5, 1);
    assert_int_equal(visit(5), 6);
    assert_int_equal(visit(5), 7); /* and when it rests, in turn again */
    for (uint8_t i = 8; i <= 16; i++)
        visit(99);
    for (uint8_t i = 0; i <= 5; i++)
        visit(99);
    assert_int_equal(visit(99), 5);
    assert_int_equal(visit(99), 6); /* every other visit is in turn: no antenna starves */
    assert_int_equal(visit(99), 5);
    last_is(TB_EVENT_TAG_OUT, 5, 1);
}

static void scan_says_which_antennas_and_which_first(void **state)
{
    (void)state;
    bring_up(FELT);
    reader_scan(&table.readers[FELT], 1u << 3 | 1u << 9 | 1u << 30, 9);
    visit(99);
    assert_int_equal(visit(99), 9);
    assert_int_equal(visit(99), 3);
    assert_int_equal(visit(99), 9);
    reader_scan(&table.readers[FELT], 0, 0);
    visit(99);
    assert_string_equal(fake_said[FELT], ""); /* nothing to scan; but that it lives is asked five times a second */
    poll(FELT, 199);
    assert_string_equal(fake_said[FELT], "");
    poll(FELT, 1);
    bring_up(FELT);
    assert_string_equal(fake_said[FELT], "");
    assert_int_equal(count(), 1);
}

static void a_silent_reader_is_lost_once_and_found_again(void **state)
{
    (void)state;
    bring_up(SHOE);
    say(SHOE, UID1 "IVF 01\r");
    say(SHOE, UID1 "IVF 01\r");
    poll(SHOE, 599);
    assert_int_equal(count(), 2);
    fake_said[SHOE][0] = 0;
    poll(SHOE, 1);
    assert_int_equal(count(), 3);
    assert_memory_equal(last()->payload, "\x04\x01\x00\x02", 4);
    poll(SHOE, 600);
    poll(SHOE, 600);
    assert_int_equal(count(), 3);
    assert_string_equal(fake_said[SHOE], "BRK\rBRK\rBRK\r");
    assert_int_equal(table.readers[SHOE].timeouts, 3);
    say(SHOE, "IVF 01\rE0\r");             /* left over: no answer to BRK */
    fake_said[SHOE][0] = 0;
    say(SHOE, "BRA\r");
    assert_string_equal(fake_said[SHOE], "SRI SS 100\r");
    say(SHOE, "OK!\r");
    say(SHOE, "OK!\r");
    assert_memory_equal(last()->payload, "\x04\x01\x01\x00", 4);
    assert_int_equal(count(), 4);
    assert_true(tags_present(&table.tags, 0)); /* what lay there is not forgotten meanwhile */
}

static void a_reader_that_never_answers_is_lost_after_600_ms(void **state)
{
    (void)state;
    assert_false(reader_scanned_twice(&table.readers[SHOE]));
    poll(SHOE, 600);
    assert_memory_equal(last()->payload, "\x04\x01\x00\x02", 4);
    assert_true(reader_scanned_twice(&table.readers[SHOE])); /* no snapshot waits for a lost one */
}

static void a_reader_that_restarts_is_set_up_anew(void **state)
{
    (void)state;
    bring_up(SHOE);
    say(SHOE, "SRT\r");
    assert_memory_equal(last()->payload, "\x04\x01\x00\x03", 4);
    assert_string_equal(fake_said[SHOE], "BRK\r");
    bring_up(SHOE);
    assert_memory_equal(last()->payload, "\x04\x01\x01\x00", 4);
}

static void a_reader_that_refuses_says_so(void **state)
{
    (void)state;
    say(SHOE, "NCM\r");
    say(SHOE, "UPA\r");
    poll(SHOE, 600);
    assert_memory_equal(last()->payload, "\x04\x01\x00\x04", 4);
}

static void a_broken_end_costs_50_ms_and_not_the_reader(void **state)
{
    (void)state;
    bring_up(SHOE);
    say(SHOE, UID1 "IVF 01\r");
    say(SHOE, UID1 "IV\x11 01\r");
    poll(SHOE, 49);
    assert_string_equal(fake_said[SHOE], "");
    poll(SHOE, 1);
    assert_string_equal(fake_said[SHOE], "INV\r");
    say(SHOE, UID1 "IVF 0"); /* half a line */
    poll(SHOE, 50);
    assert_string_equal(fake_said[SHOE], "INV\r");
    say(SHOE, UID1 "IVF 01\r");
    last_is(TB_EVENT_TAG_IN, 17, 1);
    assert_int_equal(count(), 2);
}

static void a_line_without_end_is_one_torn_line(void **state)
{
    (void)state;
    bring_up(SHOE);
    for (int i = 0; i < 1000; i++)
        say(SHOE, "E");
    say(SHOE, "\rIVF 01\r");
    assert_string_equal(fake_said[SHOE], "INV\r");
    assert_int_equal(count(), 1);
}

static void an_unsteady_tag_is_told_with_its_hits(void **state)
{
    (void)state;
    bring_up(SHOE);
    for (int i = 0; i < 8; i++)
        say(SHOE, UID1 "IVF 01\r");
    assert_int_equal(count(), 2); /* steady: nothing but its coming */
    say(SHOE, "IVF 00\r");
    say(SHOE, UID1 "IVF 01\r");
    assert_int_equal(count(), 2);
    say(SHOE, "IVF 00\r");
    assert_int_equal(count(), 3);
    last_is(TB_EVENT_TAG_SEEN, 17, 1);
    assert_int_equal(last()->payload[10], 6);
}

static void show(int tags)
{
    char line[32];
    for (int i = 0; i < tags; i++) {
        snprintf(line, sizeof line, "E004015000000%03X\r", i);
        say(SHOE, line);
    }
    snprintf(line, sizeof line, "IVF %02d\r", tags);
    say(SHOE, line);
}

static void more_tags_than_there_is_room_for_are_told_once(void **state)
{
    (void)state;
    bring_up(SHOE);
    show(90);
    assert_memory_equal(last()->payload, "\x04\x01\x01\x05", 4); /* it works, and there are more */
    show(90);
    show(90);
    assert_int_equal(count(), 2 + 80);
    for (int i = 0; i < 3; i++)
        show(0);
    assert_memory_equal(last()->payload, "\x04\x01\x01\x00", 4);
}

static void a_snapshot_ends_when_every_antenna_was_inventoried_twice_since(void **state)
{
    (void)state;
    bring_up(SHOE);
    reader_snapshot(&table.readers[SHOE]);
    say(SHOE, "IVF 00\r"); /* it began before */
    say(SHOE, "IVF 00\r");
    say(SHOE, "IVF 01\r"); /* torn */
    assert_false(reader_scanned_twice(&table.readers[SHOE]));
    say(SHOE, "IVF 00\r");
    assert_true(reader_scanned_twice(&table.readers[SHOE]));
    bring_up(FELT);
    reader_scan(&table.readers[FELT], 1u << 4, 4);
    visit(99);
    reader_snapshot(&table.readers[FELT]);
    visit(99);
    visit(99);
    assert_true(reader_scanned_twice(&table.readers[FELT])); /* a masked antenna is not waited for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_reader_is_started_step_by_step_and_told_once, setup),
        cmocka_unit_test_setup(a_new_tag_needs_two_inventories, setup),
        cmocka_unit_test_setup(a_tag_is_gone_after_three_misses, setup),
        cmocka_unit_test_setup(a_torn_inventory_proves_nothing, setup),
        cmocka_unit_test_setup(an_inventory_of_another_antenna_is_torn, setup),
        cmocka_unit_test_setup(antennas_are_visited_in_turn_and_busy_ones_in_between, setup),
        cmocka_unit_test_setup(scan_says_which_antennas_and_which_first, setup),
        cmocka_unit_test_setup(a_silent_reader_is_lost_once_and_found_again, setup),
        cmocka_unit_test_setup(a_reader_that_never_answers_is_lost_after_600_ms, setup),
        cmocka_unit_test_setup(a_reader_that_restarts_is_set_up_anew, setup),
        cmocka_unit_test_setup(a_reader_that_refuses_says_so, setup),
        cmocka_unit_test_setup(a_broken_end_costs_50_ms_and_not_the_reader, setup),
        cmocka_unit_test_setup(a_line_without_end_is_one_torn_line, setup),
        cmocka_unit_test_setup(an_unsteady_tag_is_told_with_its_hits, setup),
        cmocka_unit_test_setup(more_tags_than_there_is_room_for_are_told_once, setup),
        cmocka_unit_test_setup(a_snapshot_ends_when_every_antenna_was_inventoried_twice_since, setup),
    };
    return cmocka_run_group_tests_name("readers", tests, NULL, NULL);
}

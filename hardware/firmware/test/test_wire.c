/* The bytes of the wire: the golden ones that the Python side is held to as well, and any others. */
#include <stdlib.h>

#include "../core/commands.h"
#include "../core/crc32.h"
#include "../core/life.h"
#include "fake_board.h"
#include "golden.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static frame_t frame_of(const golden_frame_t *golden)
{
    frame_t frame = {.type = golden->type, .epoch = golden->epoch, .seq = golden->seq, .ack = golden->ack, .t_ms = golden->t_ms};
    frame.length = (uint8_t)fake_hex(golden->payload, frame.payload);
    return frame;
}

static bool decoded(const uint8_t *wire, size_t count, frame_t *frame)
{
    deframer_t deframer = {.count = 0};
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= deframer_feed(&deframer, wire[i], frame);
    return found;
}

static void same(const frame_t *a, const frame_t *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->epoch, b->epoch);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->ack, b->ack);
    assert_int_equal(a->t_ms, b->t_ms);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->payload, b->payload, a->length);
}

static void crc_is_that_of_zlib(void **state)
{
    (void)state;
    assert_int_equal(crc32_of(0, (const uint8_t *)"123456789", 9), 0xCBF43926u);
    assert_int_equal(crc32_of(crc32_of(0, (const uint8_t *)"1234", 4), (const uint8_t *)"56789", 5), 0xCBF43926u);
}

static void frames_give_the_golden_bytes_and_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(golden_frames); i++) {
        uint8_t wire[TB_MAX_WIRE], wanted[128];
        frame_t frame = frame_of(&golden_frames[i]), back;
        size_t count = fake_hex(golden_frames[i].wire, wanted);
        assert_int_equal(frame_encode(&frame, wire), count);
        assert_memory_equal(wire, wanted, count);
        assert_true(decoded(wire, count, &back));
        same(&frame, &back);
    }
}

static void frames_of_every_length_come_back(void **state)
{
    (void)state;
    for (uint8_t length = 0; length <= TB_MAX_PAYLOAD; length++) {
        uint8_t wire[TB_MAX_WIRE];
        frame_t frame = {.type = TB_FRAME_EVENT, .seq = 0x1200, .t_ms = 0x00FF0000, .length = length}, back;
        for (uint8_t i = 0; i < length; i++)
            frame.payload[i] = (uint8_t)(i % 3 ? i : 0);
        assert_true(decoded(wire, frame_encode(&frame, wire), &back));
        same(&frame, &back);
    }
}

static void no_flipped_bit_gives_a_frame(void **state)
{
    uint8_t wire[TB_MAX_WIRE], bent[TB_MAX_WIRE];
    frame_t frame = {.type = TB_FRAME_EVENT, .epoch = 7, .seq = 9, .t_ms = 77, .length = 11}, back;
    uint8_t count = frame_encode(&frame, wire);
    (void)state;
    for (size_t bit = 0; bit < 8u * (count - 1u); bit++) {
        memcpy(bent, wire, count);
        bent[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_false(decoded(bent, count, &back));
    }
}

static size_t feed(deframer_t *deframer, const char *hex)
{
    uint8_t bytes[256];
    size_t count = fake_hex(hex, bytes), found = 0;
    frame_t frame;
    for (size_t i = 0; i < count; i++)
        found += deframer_feed(deframer, bytes[i], &frame);
    return found;
}

static void what_is_wrong_is_counted_by_its_kind(void **state)
{
    deframer_t deframer = {.count = 0};
    frame_t frame = {.type = 9}, ping = {.type = TB_FRAME_PING};
    uint8_t wire[TB_MAX_WIRE], count;
    (void)state;
    assert_int_equal(feed(&deframer, "000000"), 0); /* zeros are free */
    assert_int_equal(feed(&deframer, "050100"), 0); /* a code past the end */
    assert_int_equal(feed(&deframer, "0301020300"), 0);
    assert_int_equal(deframer.bad_form, 2);
    count = frame_encode(&frame, wire); /* an unknown type */
    for (uint8_t i = 0; i < count; i++)
        assert_false(deframer_feed(&deframer, wire[i], &frame));
    assert_int_equal(deframer.bad_form, 3);
    for (int i = 0; i < 200; i++)
        assert_false(deframer_feed(&deframer, 1, &frame));
    assert_int_equal(feed(&deframer, "00"), 0);
    assert_int_equal(deframer.too_long, 1);
    count = frame_encode(&ping, wire);
    wire[1] ^= 0x08; /* no code of COBS */
    for (uint8_t i = 0; i < count; i++)
        assert_false(deframer_feed(&deframer, wire[i], &frame));
    assert_int_equal(deframer.bad_crc, 1);
}

static void packed(const char *golden, const uint8_t *payload, uint8_t length)
{
    uint8_t wanted[64];
    assert_int_equal(fake_hex(golden, wanted), length);
    assert_memory_equal(payload, wanted, length);
}

static void events_give_the_golden_bytes(void **state)
{
    uint8_t p[TB_MAX_PAYLOAD], uid[8];
    (void)state;
    fake_hex("e004015000a1b2c3", uid);
    packed(GOLDEN_EVENT_INPUT_UP, p, event_input(p, 5, true));
    packed(GOLDEN_EVENT_INPUT_DOWN, p, event_input(p, 255, false));
    packed(GOLDEN_EVENT_TAG_IN, p, event_tag_in(p, 3, uid));
    packed(GOLDEN_EVENT_TAG_OUT, p, event_tag_out(p, 0, uid));
    packed(GOLDEN_EVENT_READER_LOST, p, event_reader(p, 1, false, 7));
    packed(GOLDEN_EVENT_KEY, p, event_key(p, 0, TB_KEY_CHECK_CALL, true));
    packed(GOLDEN_EVENT_CARD_ACE_OF_SPADES, p, event_card(p, 51, 250, 300));
    packed(GOLDEN_EVENT_GATE_OUT, p, event_gate(p, TB_GATE_OUT, 612, false));
    packed(GOLDEN_EVENT_WEIGHT_BELOW_ZERO, p, event_weight(p, 2, -1234, true));
    packed(GOLDEN_EVENT_SNAPSHOT_BEGIN, p, event_snapshot_begin(p, 200));
    packed(GOLDEN_EVENT_SNAPSHOT_END, p, event_snapshot_end(p, 200, 513));
    packed(GOLDEN_EVENT_TAMPER, p, event_tamper(p, 1, true));
    packed(GOLDEN_EVENT_DECK_INSERTED, p, event_deck(p, TB_DECK_INSERTED, 52));
    packed(GOLDEN_EVENT_TAG_SEEN, p, event_tag_seen(p, 9, uid, 8));
    packed(GOLDEN_EVENT_SUPPLY_LOW, p, event_supply(p, 4512, true));
}

static void hello_gives_the_golden_bytes(void **state)
{
    static const uint8_t firmware[3] = {1, 2, 3};
    uint8_t p[TB_MAX_PAYLOAD], serial[8];
    (void)state;
    fake_hex("5442000000010203", serial);
    packed(GOLDEN_HELLO_EXTENDED, p, pack_hello(p, 16909060, 8, 8, serial, 65500, 17, firmware, 3735928559u, 2, 11));
    assert_int_equal(strlen(GOLDEN_HELLO_18_BYTES), 36);
    packed(GOLDEN_HELLO_18_BYTES, p, 18);
}

static void a_life_begins_at_the_golden_event_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(golden_lives); i++) {
        uint8_t serial[TB_SERIAL_BYTES];
        fake_hex(golden_lives[i].serial, serial);
        assert_int_equal(life_first_event(serial, golden_lives[i].boot_counter), golden_lives[i].first_event);
    }
}

static void commands_get_the_golden_status(void **state)
{
    (void)state;
    fake_fresh();
    table_start(TB_RESET_POWER_ON, 60, 0);
    for (size_t i = 0; i < COUNT(golden_commands); i++) {
        uint8_t command[TB_MAX_PAYLOAD], answer[TB_MAX_PAYLOAD];
        uint8_t length = (uint8_t)fake_hex(golden_commands[i].payload, command);
        commands_execute(&table.device, command, length, answer);
        assert_int_equal(answer[0], golden_commands[i].status);
    }
}

static void any_bytes_do_no_harm(void **state)
{
    (void)state;
    fake_fresh();
    table_start(TB_RESET_POWER_ON, 60, 0);
    srand(1);
    for (uint32_t i = 0; i < 300000; i++) {
        fake_room = 64;
        table_host_byte((uint8_t)(rand() % 7 ? rand() : 0), i);
        table_reader_byte((uint8_t)(i & 1), (uint8_t)(rand() % 90), i);
        if (i % 20 == 0)
            table_poll(i);
        fake_bytes();
    }
    assert_int_equal(table.device.last_command, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_that_of_zlib),
        cmocka_unit_test(frames_give_the_golden_bytes_and_come_back),
        cmocka_unit_test(frames_of_every_length_come_back),
        cmocka_unit_test(no_flipped_bit_gives_a_frame),
        cmocka_unit_test(what_is_wrong_is_counted_by_its_kind),
        cmocka_unit_test(events_give_the_golden_bytes),
        cmocka_unit_test(hello_gives_the_golden_bytes),
        cmocka_unit_test(a_life_begins_at_the_golden_event_number),
        cmocka_unit_test(commands_get_the_golden_status),
        cmocka_unit_test(any_bytes_do_no_harm),
    };
    return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}

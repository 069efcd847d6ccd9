/* The device side of the bus: lives, window, acknowledgement, commands once, snapshots, the host's silence. */
#include "../core/life.h"
#include "fake_board.h"

static device_t device;
static const uint8_t FIRMWARE[3] = {0, 1, 0};

static void power_on(uint32_t now)
{
    identity_t identity = {.serial = {1, 2, 3, 4, 5, 6, 7, 8}, .device_class = TB_CLASS_TABLE_BOARD, .antennas = 18,
                           .reset_cause = TB_RESET_POWER_ON, .resend_ms = 60, .firmware = FIRMWARE, .name = "bench"};
    device_start(&device, &identity, now);
}

static int setup(void **state)
{
    (void)state;
    fake_fresh();
    table_start(TB_RESET_POWER_ON, 60, 0); /* the levels a snapshot asks for */
    fake_bytes();
    power_on(0);
    fake_bytes();
    return 0;
}

static frame_t from_host(uint8_t type, uint16_t seq, uint16_t ack, uint32_t t_ms)
{
    return (frame_t){.type = type, .epoch = (uint8_t)device.boot_counter, .seq = seq, .ack = ack, .t_ms = t_ms};
}

static void greet(uint32_t now)
{
    frame_t request = {.type = TB_FRAME_HELLO_REQ, .t_ms = now};
    fake_host(&device, &request, now);
    fake_bytes();
}

static void post(int times)
{
    uint8_t payload[RING_EVENT_MAX];
    for (int i = 0; i < times; i++)
        device_post(&device, payload, event_card(payload, 255, 0, (uint16_t)i), (uint32_t)i);
}

static void acknowledge(uint16_t number, uint32_t now)
{
    frame_t ack = from_host(TB_FRAME_ACK, 0, number, now);
    fake_host(&device, &ack, now);
}

static int sent(frame_t *frames, uint32_t now)
{
    device_poll(&device, now);
    int all = fake_frames(frames, 64), events = 0;
    for (int i = 0; i < all; i++)
        if (frames[i].type == TB_FRAME_EVENT)
            frames[events++] = frames[i];
    return events;
}

static void one_zero_and_one_hello_at_boot(void **state)
{
    frame_t frames[4];
    (void)state;
    power_on(5);
    assert_int_equal(fake_frames(frames, 4), 1);
    assert_int_equal(frames[0].type, TB_FRAME_HELLO);
    assert_int_equal(bytes_get32(frames[0].payload), device.boot_counter);
    assert_int_equal(bytes_get16(frames[0].payload + 14), life_first_event(device.identity.serial, device.boot_counter));
}

static void the_counter_goes_on_and_survives_a_torn_write(void **state)
{
    uint32_t before = device.boot_counter;
    (void)state;
    power_on(0);
    assert_int_equal(device.boot_counter, before + 1);
    fake_eeprom[(before & 1) == (1000 & 1) ? 8 : 0] ^= 0x10; /* the newest cell is torn: the one before stands */
    power_on(0);
    assert_true(device.boot_counter == before + 1 || device.boot_counter == before + 2);
    fake_eeprom[0] ^= 1;
    fake_eeprom[8] ^= 1;
    fake_entropy = 77000;
    power_on(0);
    assert_int_equal(device.boot_counter, 77000); /* both bad: a random one */
    fake_eeprom_worn = true;
    power_on(0);
    assert_int_equal(device.boot_counter, 77001); /* a write that does not take: a random one too */
}

static void a_window_of_eight_goes_back_to_the_oldest(void **state)
{
    frame_t f[64];
    uint16_t first = device.ring.first;
    (void)state;
    post(12);
    assert_int_equal(sent(f, 5), 0); /* nobody listens */
    greet(10);
    assert_int_equal(sent(f, 10), 8);
    assert_int_equal(f[7].seq, (uint16_t)(first + 7));
    assert_int_equal(sent(f, 20), 0);
    acknowledge((uint16_t)(first + 2), 25);
    assert_int_equal(sent(f, 25), 3);
    assert_int_equal(f[0].seq, (uint16_t)(first + 8));
    assert_int_equal(sent(f, 84), 0);
    assert_int_equal(sent(f, 85), 8); /* 60 ms after the last progress */
    assert_int_equal(f[0].seq, (uint16_t)(first + 3));
    assert_int_equal(f[0].t_ms, 3);
    assert_int_equal(sent(f, 85 + 119), 0); /* doubled */
    assert_int_equal(sent(f, 85 + 120), 8);
    assert_int_equal(device.ring.resent, 16);
}

static void a_negative_ack_restarts_at_once(void **state)
{
    frame_t f[64], nak;
    uint16_t first = device.ring.first;
    (void)state;
    post(4);
    greet(0);
    assert_int_equal(sent(f, 0), 4);
    nak = from_host(TB_FRAME_ACK, 0, first, 1);
    nak.length = 1;
    nak.payload[0] = 1;
    fake_host(&device, &nak, 1);
    assert_int_equal(sent(f, 1), 3);
    assert_int_equal(f[0].seq, (uint16_t)(first + 1));
}

static void an_overflow_drops_the_oldest_32_and_says_so(void **state)
{
    uint16_t first = device.ring.first;
    (void)state;
    post(129);
    assert_int_equal(device.ring.dropped, 32);
    assert_int_equal((uint16_t)(device.ring.first - first), 32);
    assert_int_equal(ring_count(&device.ring), 97);
}

static void after_32768_lost_events_a_new_life_begins(void **state)
{
    uint32_t before = device.boot_counter;
    (void)state;
    post(32768 + 95);
    assert_int_equal(device.boot_counter, before);
    post(2);
    assert_int_equal(device.boot_counter, before + 1);
    assert_int_equal(device.ring.first, life_first_event(device.identity.serial, before + 1));
    assert_in_range(ring_count(&device.ring), 1, 2);
}

static void what_was_lost_before_an_acknowledgement_ends_no_life(void **state)
{
    uint32_t before = device.boot_counter;
    (void)state;
    post(20000);
    acknowledge((uint16_t)(device.ring.first - 1u), 0); /* it releases nothing, but the host is there */
    post(20000);
    assert_int_equal(device.boot_counter, before);
}

static void a_foreign_epoch_or_ack_is_answered_with_hello_ten_times_a_second(void **state)
{
    frame_t f[8], foreign = from_host(TB_FRAME_CMD, 1, (uint16_t)(device.ring.first - 1u), 500);
    (void)state;
    foreign.epoch++;
    foreign.length = 2;
    foreign.payload[0] = TB_COMMAND_BEEP;
    fake_host(&device, &foreign, 500);
    fake_host(&device, &foreign, 599);
    assert_int_equal(fake_frames(f, 8), 1);
    assert_int_equal(f[0].type, TB_FRAME_HELLO);
    fake_host(&device, &foreign, 600);
    assert_int_equal(fake_frames(f, 8), 1);
    assert_int_equal(device.last_command, 0);
    acknowledge((uint16_t)(device.ring.next + 1u), 700); /* of an event there never was */
    assert_int_equal(fake_frames(f, 8), 1);
    assert_false(device.heard);
}

static frame_t command(uint16_t seq, uint32_t t_ms)
{
    frame_t frame = from_host(TB_FRAME_CMD, seq, (uint16_t)(device.ring.first - 1u), t_ms);
    frame.length = 3;
    memcpy(frame.payload, "\x01hi", 3);
    return frame;
}

static void a_command_runs_once_and_its_answer_is_repeated(void **state)
{
    frame_t f[8], echo = command(500, 10);
    (void)state;
    greet(0);
    fake_host(&device, &echo, 10);
    assert_int_equal(device.last_command, 500);
    echo.payload[1] = 'X'; /* the same number: the answer kept, not a new one */
    fake_host(&device, &echo, 20);
    assert_int_equal(fake_frames(f, 8), 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(f[i].type, TB_FRAME_RESP);
        assert_int_equal(f[i].ack, 500);
        assert_int_equal(f[i].length, 3);
        assert_memory_equal(f[i].payload, "\0hi", 3);
    }
    echo.seq = 0;
    fake_host(&device, &echo, 30);
    assert_int_equal(fake_frames(f, 8), 0);
    assert_int_equal(device.deframer.bad_form, 1);
}

static void an_order_older_than_a_second_and_a_half_is_dropped(void **state)
{
    frame_t f[8], late = command(1, 100), ping = from_host(TB_FRAME_PING, 1, (uint16_t)(device.ring.first - 1u), 1500);
    (void)state;
    greet(0);
    fake_host(&device, &ping, 1500); /* quick: the host's clock and ours agree */
    fake_bytes();
    fake_host(&device, &late, 1601);
    assert_int_equal(fake_frames(f, 8), 0);
    assert_int_equal(device.last_command, 0);
    late.t_ms = 101;
    fake_host(&device, &late, 1601);
    assert_int_equal(fake_frames(f, 8), 1);
}

static void a_silent_host_gets_no_events_and_a_heartbeat_says_so(void **state)
{
    frame_t f[64];
    (void)state;
    greet(0);
    post(1);
    assert_int_equal(sent(f, 1999), 1);
    post(1);
    assert_int_equal(sent(f, 2000), 0);
    device_poll(&device, 2250);
    assert_int_equal(fake_frames(f, 64), 1);
    assert_int_equal(f[0].type, TB_FRAME_PONG);
    assert_int_equal(f[0].seq, 0);
    assert_int_equal(bytes_get16(f[0].payload), 2); /* waiting */
    assert_int_equal(f[0].payload[12], 0);          /* host up */
}

static void what_finds_no_room_on_the_wire_is_sent_when_there_is(void **state)
{
    frame_t f[64];
    (void)state;
    post(8);
    greet(0);
    fake_room = 60; /* two events of 22 bytes */
    assert_int_equal(sent(f, 0), 2);
    assert_int_equal(sent(f, 1), 6);
    assert_int_equal(device.ring.resent, 0);
}

static void a_snapshot_adds_events_only_while_fewer_than_32_wait(void **state)
{
    frame_t f[64], order = command(1, 0);
    (void)state;
    greet(0);
    order.payload[0] = TB_COMMAND_SNAPSHOT;
    order.payload[1] = 9;
    fake_host(&device, &order, 0);
    device_poll(&device, 0);
    assert_int_equal(ring_count(&device.ring), 32);
    assert_int_equal(device.ring.events[device.ring.first % RING_SIZE].payload[0], TB_EVENT_SNAPSHOT_BEGIN);
    post(3); /* what happens is not held back */
    assert_int_equal(ring_count(&device.ring), 35);
    acknowledge((uint16_t)(device.ring.next - 1u), 1);
    fake_bytes();
    assert_int_equal(sent(f, 1), 3); /* the deck, the two readers, and no END: nothing was inventoried yet */
    assert_int_equal(f[0].payload[0], TB_EVENT_DECK);
    assert_int_equal(f[1].payload[0], TB_EVENT_READER);
    assert_true(device.snapshot.ordered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_zero_and_one_hello_at_boot, setup),
        cmocka_unit_test_setup(the_counter_goes_on_and_survives_a_torn_write, setup),
        cmocka_unit_test_setup(a_window_of_eight_goes_back_to_the_oldest, setup),
        cmocka_unit_test_setup(a_negative_ack_restarts_at_once, setup),
        cmocka_unit_test_setup(an_overflow_drops_the_oldest_32_and_says_so, setup),
        cmocka_unit_test_setup(after_32768_lost_events_a_new_life_begins, setup),
        cmocka_unit_test_setup(what_was_lost_before_an_acknowledgement_ends_no_life, setup),
        cmocka_unit_test_setup(a_foreign_epoch_or_ack_is_answered_with_hello_ten_times_a_second, setup),
        cmocka_unit_test_setup(a_command_runs_once_and_its_answer_is_repeated, setup),
        cmocka_unit_test_setup(an_order_older_than_a_second_and_a_half_is_dropped, setup),
        cmocka_unit_test_setup(a_silent_host_gets_no_events_and_a_heartbeat_says_so, setup),
        cmocka_unit_test_setup(what_finds_no_room_on_the_wire_is_sent_when_there_is, setup),
        cmocka_unit_test_setup(a_snapshot_adds_events_only_while_fewer_than_32_wait, setup),
    };
    return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}

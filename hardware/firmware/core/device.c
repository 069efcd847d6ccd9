#include "device.h"

#include "board.h"
#include "commands.h"
#include "levels.h"
#include "life.h"

#define HEARTBEAT_MS 250u
#define HOST_SILENT_MS 2000u
#define HELLO_EVERY_MS 100u
#define SNAPSHOT_ROOM 32u
#define NEW_LIFE_AFTER 0x8000u
#define OLDEST_ORDER_MS 1500

static bool send(device_t *device, frame_t *frame)
{
    uint8_t wire[TB_MAX_WIRE];
    frame->epoch = (uint8_t)device->boot_counter;
    frame->ack = device->last_command;
    uint8_t count = frame_encode(frame, wire);
    return board_send(wire, count); /* what does not fit is asked for again by the other side */
}

static void say_hello(device_t *device)
{
    const identity_t *is = &device->identity;
    const ring_t *ring = &device->ring;
    frame_t frame = {.type = TB_FRAME_HELLO, .t_ms = device->now};
    frame.length = pack_hello(frame.payload, device->boot_counter, is->reset_cause, TB_WINDOW, is->serial, ring->first,
                              ring->next, is->firmware, TB_SCHEMA_HASH, is->device_class, is->antennas);
    device->hello_at = device->now;
    ring_restart(&device->ring);
    send(device, &frame);
}

static void say_hello_again(device_t *device)
{
    if (device->now - device->hello_at >= HELLO_EVERY_MS)
        say_hello(device);
}

static void begin_life(device_t *device)
{
    device->boot_counter = life_next_counter();
    ring_begin(&device->ring, life_first_event(device->identity.serial, device->boot_counter), device->identity.resend_ms);
    memset(&device->snapshot, 0, sizeof device->snapshot);
    device->last_command = 0;
    device->answer_length = 0;
}

void device_start(device_t *device, const identity_t *identity, uint32_t now)
{
    static const uint8_t end = 0; /* ends whatever the host half received before */
    memset(device, 0, sizeof *device);
    device->identity = *identity;
    device->now = device->beat_at = now;
    begin_life(device);
    board_send(&end, 1);
    say_hello(device);
}

void device_post(device_t *device, const uint8_t *payload, uint8_t length, uint32_t edge)
{
    ring_append(&device->ring, edge, payload, length);
    if (device->ring.dropped_since_ack >= NEW_LIFE_AFTER) {
        /* The host could take what follows for numbers it knows: event numbers came half way round. */
        begin_life(device);
        ring_append(&device->ring, edge, payload, length);
    }
}

/* Run a command once: a repeated number gets the answer kept, an order too old gets none. */
static void serve_command(device_t *device, const frame_t *frame)
{
    frame_t answer = {.type = TB_FRAME_RESP, .seq = frame->seq, .t_ms = device->now};
    if (frame->seq == 0) {
        device->deframer.bad_form++;
        return;
    }
    if (frame->seq != device->last_command) {
        if (order_age_of(&device->age, frame->t_ms, device->now) > OLDEST_ORDER_MS)
            return;
        device->answer_length = commands_execute(device, frame->payload, frame->length, device->answer);
        device->last_command = frame->seq;
    }
    answer.length = device->answer_length;
    memcpy(answer.payload, device->answer, answer.length);
    send(device, &answer);
}

static void serve(device_t *device, const frame_t *frame)
{
    frame_t pong = {.type = TB_FRAME_PONG, .seq = frame->seq, .t_ms = device->now};
    if (frame->type == TB_FRAME_PING) {
        pong.length = pack_pong(pong.payload, frame->t_ms);
        send(device, &pong);
    } else if (frame->type == TB_FRAME_CMD) {
        serve_command(device, frame);
    } else if (frame->length > 0 && frame->payload[0] == 1) { /* a negative ACK */
        ring_restart(&device->ring);
    }
}

static void hear(device_t *device, const frame_t *frame)
{
    device->heard = true;
    device->heard_at = device->now;
    order_age_note(&device->age, frame->t_ms, device->now);
}

static bool from_host(uint8_t type)
{
    return type == TB_FRAME_HELLO_REQ || type == TB_FRAME_ACK || type == TB_FRAME_CMD || type == TB_FRAME_PING;
}

static void obey(device_t *device, const frame_t *frame)
{
    uint16_t after = (uint16_t)(frame->ack + 1u);
    if (!from_host(frame->type)) {
        device->deframer.bad_form++;
    } else if (frame->type == TB_FRAME_HELLO_REQ) {
        order_age_restart(&device->age);
        hear(device, frame);
        say_hello(device);
    } else if (frame->epoch != (uint8_t)device->boot_counter || !ring_covers(&device->ring, after)) {
        say_hello_again(device);
    } else {
        hear(device, frame);
        ring_release(&device->ring, after, device->now);
        serve(device, frame);
    }
}

void device_receive(device_t *device, uint8_t byte, uint32_t now)
{
    frame_t frame;
    device->now = now;
    if (deframer_feed(&device->deframer, byte, &frame))
        obey(device, &frame);
}

static void beat(device_t *device)
{
    const deframer_t *bad = &device->deframer;
    frame_t frame = {.type = TB_FRAME_PONG, .t_ms = device->now};
    frame.length = pack_heartbeat(frame.payload, ring_count(&device->ring), device->ring.dropped, device->ring.resent,
                                  bad->bad_crc, bad->bad_form, bad->too_long, device->heard);
    device->beat_at = device->now;
    send(device, &frame);
}

/* The snapshot's next event; 0 when there is none to tell now. */
static uint8_t snapshot_next(device_t *device, uint8_t *payload)
{
    snapshot_t *snapshot = &device->snapshot;
    uint8_t length;
    if (!snapshot->begun) {
        snapshot->begun = true;
        snapshot->begin = device->ring.next;
        snapshot->cursor = 0;
        levels_begin();
        return event_snapshot_begin(payload, snapshot->id);
    }
    length = levels_next(&snapshot->cursor, payload);
    if (length > 0 || !levels_scanned_twice())
        return length;
    snapshot->ordered = false;
    return event_snapshot_end(payload, snapshot->id, (uint16_t)(device->ring.next - snapshot->begin - 1u));
}

static void report(device_t *device)
{
    uint8_t payload[RING_EVENT_MAX], length;
    while (device->snapshot.ordered && ring_count(&device->ring) < SNAPSHOT_ROOM) {
        length = snapshot_next(device, payload);
        if (length == 0)
            return;
        device_post(device, payload, length, device->now);
    }
}

static void send_events(device_t *device)
{
    const event_t *event;
    frame_t frame = {.type = TB_FRAME_EVENT};
    while ((event = ring_due(&device->ring, device->now, &frame.seq)) != NULL) {
        frame.t_ms = event->t_ms;
        frame.length = event->length;
        memcpy(frame.payload, event->payload, event->length);
        if (!send(device, &frame))
            return;
        ring_sent(&device->ring, device->now);
    }
}

void device_poll(device_t *device, uint32_t now)
{
    device->now = now;
    if (now - device->heard_at >= HOST_SILENT_MS)
        device->heard = false;
    if (now - device->beat_at >= HEARTBEAT_MS)
        beat(device);
    report(device);
    if (device->heard)
        send_events(device);
}

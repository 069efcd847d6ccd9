/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The serial ports: queues between the host's side and the processor's, at the speed of the wire, with its faults.
 *
 * In real time each port is a pseudo terminal under a stable link; in virtual time its bytes go over the control socket. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "virtual.h"

#define QUEUE 65536u
#define HARDWARE_FIFO 3u /* two bytes and the shift register of a real USART */
#define BITS 10          /* start, 8, stop; the emulator counts 11 */

/* The kernel's own structure, for a speed that is no constant of POSIX. */
struct termios2_t {
    tcflag_t input, output, control, local;
    cc_t line, characters[19];
    speed_t input_speed, output_speed;
};
#define TCGETS2_ _IOR('T', 0x2A, struct termios2_t)

typedef struct {
    uint8_t bytes[QUEUE];
    unsigned head, tail;
} queue_t;

typedef struct {
    char link[256], terminal[64];
    int master;
    bool plugged, open, hold;
    avr_uart_t *uart;
    avr_irq_t *irq;
    queue_t in, out; /* to the processor, waiting for the wire; to the host, waiting for the terminal */
    bool feeding;
    avr_cycle_count_t wire_free;
    double faults[FAULTS];
    uint64_t received, sent, overrun, lost, spoilt[FAULTS];
} port_t;

static port_t ports[PORTS];
static port_options_t options;

static unsigned queued(const queue_t *queue) { return (queue->head - queue->tail) % QUEUE; }

static bool put(queue_t *queue, uint8_t byte)
{
    if (queued(queue) == QUEUE - 1)
        return false;
    queue->bytes[queue->head] = byte;
    queue->head = (queue->head + 1) % QUEUE;
    return true;
}

static uint8_t get(queue_t *queue)
{
    uint8_t byte = queue->bytes[queue->tail];
    queue->tail = (queue->tail + 1) % QUEUE;
    return byte;
}

static void empty(queue_t *queue) { queue->tail = queue->head; }

/* --- the wire ------------------------------------------------------------------------------------------------------ */

static uint32_t divisor(const port_t *port)
{
    return avr_regbit_get(avr, port->uart->ubrrl) | (uint32_t)avr_regbit_get(avr, port->uart->ubrrh) << 8;
}

static uint32_t bit_cycles(const port_t *port)
{
    return (divisor(port) + 1) * (avr_regbit_get(avr, port->uart->u2x) ? 8 : 16);
}

static uint32_t mcu_speed(const port_t *port) { return avr->frequency / bit_cycles(port); }

static uint32_t terminal_speed(const port_t *port)
{
    struct termios2_t is;
    return port->master < 0 || ioctl(port->master, TCGETS2_, &is) != 0 ? 0 : is.output_speed;
}

static bool mismatch(const port_t *port)
{
    uint32_t outside = options.baud_check ? terminal_speed(port) : 0;
    double ratio = outside / (double)mcu_speed(port);
    return outside != 0 && (ratio < 0.955 || ratio > 1.045);
}

static bool befalls(port_t *port, fault_t fault)
{
    bool so = port->faults[fault] > 0 && chance() < port->faults[fault];
    port->spoilt[fault] += so;
    return so;
}

/* What the wire makes of a byte: none, one or two. */
static int spoil(port_t *port, uint8_t *byte)
{
    if (befalls(port, FAULT_DROP))
        return 0;
    if (befalls(port, FAULT_FLIP))
        *byte ^= (uint8_t)(1u << (int)(chance() * 8));
    return befalls(port, FAULT_DUP) ? 2 : 1;
}

static void on_output(avr_irq_t *irq, uint32_t value, void *parameter)
{
    port_t *port = parameter;
    uint8_t byte = (uint8_t)value;
    (void)irq;
    port->sent++;
    if (!port->plugged)
        return;
    if (mismatch(port))
        byte = (uint8_t)(byte * 37u + 11u);
    for (int times = spoil(port, &byte); times > 0; times--)
        port->lost += !put(&port->out, byte);
}

static void deliver(port_t *port)
{
    uint8_t byte = get(&port->in);
    uint32_t value;
    int times = spoil(port, &byte);
    value = mismatch(port) ? (uint8_t)(byte * 37u + 11u) | UART_INPUT_FE : byte;
    for (; times > 0; times--) {
        unsigned waiting = (port->uart->input.write - port->uart->input.read) & 63;
        port->received++;
        if (waiting < HARDWARE_FIFO) {
            avr_raise_irq(port->irq + UART_IRQ_INPUT, value);
        } else {
            port->overrun++;
            avr_regbit_set(avr, port->uart->dor);
        }
    }
}

/* One byte each time the wire is free; runs in the emulator's time, so that it also wakes a sleeping processor. */
static avr_cycle_count_t feed(avr_t *mcu, avr_cycle_count_t when, void *parameter)
{
    port_t *port = parameter;
    (void)mcu;
    if (queued(&port->in) > 0 && avr_regbit_get(avr, port->uart->rxen))
        deliver(port);
    port->feeding = queued(&port->in) > 0;
    port->wire_free = when + bit_cycles(port) * BITS;
    return port->feeding ? port->wire_free : 0;
}

static void start_feeding(port_t *port)
{
    avr_cycle_count_t wait = port->wire_free > avr->cycle ? port->wire_free - avr->cycle : 1;
    if (port->feeding || queued(&port->in) == 0)
        return;
    port->feeding = true;
    avr_cycle_timer_register(avr, wait, feed, port);
}

void ports_restore(void)
{
    for (int i = 0; i < PORTS; i++) {
        ports[i].feeding = false;
        ports[i].wire_free = 0;
        if (ports[i].uart != NULL)
            start_feeding(&ports[i]);
    }
}

/* --- the terminals ------------------------------------------------------------------------------------------------- */

static bool open_terminal(port_t *port)
{
    struct termios raw;
    int slave;
    if (openpty(&port->master, &slave, port->terminal, NULL, NULL) != 0)
        return false;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    fcntl(port->master, F_SETFL, O_NONBLOCK);
    fcntl(port->master, F_SETFD, FD_CLOEXEC);
    return true;
}

/* As open_terminal, but surely not the one it had before, as when a cable is put in elsewhere. */
static bool open_elsewhere(port_t *port)
{
    char before[sizeof port->terminal];
    int held;
    memcpy(before, port->terminal, sizeof before);
    if (!open_terminal(port))
        return false;
    if (strcmp(before, port->terminal) != 0)
        return true;
    held = port->master;
    if (!open_terminal(port))
        port->master = -1;
    close(held);
    return port->master >= 0;
}

bool port_plug(int number, bool elsewhere)
{
    port_t *port = &ports[number];
    if (port->plugged)
        return true;
    if (!options.manual) {
        if (!(elsewhere ? open_elsewhere(port) : open_terminal(port)))
            return false;
        unlink(port->link);
        if (symlink(port->terminal, port->link) != 0)
            return false;
    }
    empty(&port->in);
    empty(&port->out);
    port->open = false;
    port->plugged = true;
    return true;
}

void port_unplug(int number)
{
    port_t *port = &ports[number];
    if (port->master >= 0) {
        unlink(port->link);
        close(port->master);
    }
    port->master = -1;
    port->plugged = port->open = false;
    empty(&port->in);
    empty(&port->out);
}

static void read_terminal(port_t *port)
{
    uint8_t bytes[4096];
    size_t room = QUEUE - 1 - queued(&port->in);
    ssize_t count = read(port->master, bytes, room < sizeof bytes ? room : sizeof bytes);
    for (ssize_t i = 0; i < count; i++)
        put(&port->in, bytes[i]);
    start_feeding(port);
}

static void write_terminal(port_t *port)
{
    while (queued(&port->out) > 0) {
        queue_t *out = &port->out;
        unsigned run = out->head > out->tail ? out->head - out->tail : QUEUE - out->tail;
        ssize_t count = write(port->master, out->bytes + out->tail, run);
        if (count <= 0)
            return; /* full: the kernel keeps 20 kB for a host that does not read */
        out->tail = (out->tail + (unsigned)count) % QUEUE;
    }
}

static void pump(port_t *port)
{
    struct pollfd is = {.fd = port->master, .events = POLLIN};
    bool open;
    poll(&is, 1, 0);
    open = !(is.revents & POLLHUP);
    if (open && !port->open && port == &ports[0] && options.dtr_reset) {
        mcu_reset(CAUSE_EXTERNAL);
        run.rebase = true;
    }
    if (!open && port->open)
        empty(&port->in);
    port->open = open;
    if (!open)
        empty(&port->out); /* nobody listens: the bytes are gone */
    if (!open || port->hold)
        return;
    if (is.revents & POLLIN)
        read_terminal(port);
    write_terminal(port);
}

void ports_pump(void)
{
    for (int i = 0; i < PORTS; i++)
        if (ports[i].master >= 0)
            pump(&ports[i]);
}

int ports_waiting(struct pollfd *fds)
{
    int count = 0;
    for (int i = 0; i < PORTS; i++)
        if (ports[i].master >= 0 && ports[i].open && !ports[i].hold)
            fds[count++] = (struct pollfd){.fd = ports[i].master, .events = POLLIN};
    return count;
}

/* The emulator sets the time of a byte when the divisor is written, and counts 11 bits. */
static void on_divisor(avr_irq_t *irq, uint32_t value, void *parameter)
{
    port_t *port = parameter;
    (void)irq;
    (void)value;
    port->uart->cycles_per_byte = bit_cycles(port) * BITS;
}

static bool start_port(int number)
{
    port_t *port = &ports[number];
    uint32_t flags = 0;
    for (avr_io_t *io = avr->io_port; io != NULL; io = io->next)
        if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0' + number)
            port->uart = (avr_uart_t *)io;
    port->irq = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0' + number), 0);
    if (port->uart == NULL || port->irq == NULL)
        return false;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0' + number), &flags);
    avr_irq_register_notify(port->irq + UART_IRQ_OUTPUT, on_output, port);
    avr_irq_register_notify(avr_iomem_getirq(avr, (avr_io_addr_t)port->uart->ubrrl.reg, NULL, AVR_IOMEM_IRQ_ALL), on_divisor, port);
    snprintf(port->link, sizeof port->link, "%s/tty%d", options.folder, number);
    port->master = -1;
    return port_plug(number, false);
}

bool ports_start(const port_options_t *wanted)
{
    options = *wanted;
    for (int i = 0; i < PORTS; i++)
        if (!start_port(i))
            return false;
    return true;
}

void ports_stop(void)
{
    for (int i = 0; i < PORTS; i++)
        port_unplug(i);
}

void port_hold(int port, bool hold) { ports[port].hold = hold; }

void port_fault(int port, fault_t fault, double probability) { ports[port].faults[fault] = probability; }

void port_to_host(int port, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(&ports[port].out, bytes[i]);
}

size_t port_to_mcu(int port, const uint8_t *bytes, size_t count)
{
    size_t taken = 0;
    while (ports[port].plugged && taken < count && put(&ports[port].in, bytes[taken]))
        taken++;
    start_feeding(&ports[port]);
    return taken;
}

size_t port_from_mcu(int port, uint8_t *bytes, size_t most)
{
    size_t count = 0;
    while (count < most && queued(&ports[port].out) > 0)
        bytes[count++] = get(&ports[port].out);
    return count;
}

void port_stat(int number, FILE *out)
{
    const port_t *port = &ports[number];
    fprintf(out, "received %llu sent %llu overrun %llu lost %llu drop %llu flip %llu dup %llu mcu_baud %u tty_baud %u open %d",
            (unsigned long long)port->received, (unsigned long long)port->sent, (unsigned long long)port->overrun,
            (unsigned long long)port->lost, (unsigned long long)port->spoilt[FAULT_DROP],
            (unsigned long long)port->spoilt[FAULT_FLIP], (unsigned long long)port->spoilt[FAULT_DUP], mcu_speed(port),
            terminal_speed(port), port->open);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The processor's half of the ports: bytes at the speed of the wire, with its faults. */
#include <string.h>

#include "port.h"

#define HARDWARE_FIFO 3u /* two bytes and the shift register of a real USART */
#define BITS 10          /* start, 8, stop; the emulator counts 11 */

port_t ports[PORTS];
port_options_t port_options;

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

static bool mismatch(const port_t *port)
{
    uint32_t outside = port_options.baud_check ? terminal_speed(port) : 0;
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
        if (reader_fitted((int)(port - ports)))
            reader_hear((int)(port - ports), byte);
        else
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

void wire_start(port_t *port)
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
            wire_start(&ports[i]);
    }
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
    snprintf(port->link, sizeof port->link, "%s/tty%d", port_options.folder, number);
    port->master = -1;
    return port_plug(number, false);
}

bool ports_start(const port_options_t *wanted)
{
    port_options = *wanted;
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
    wire_start(&ports[port]);
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

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The host's half of the ports: pseudo terminals under stable links. In virtual time there are none, and bytes go over the
 * control socket. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "port.h"

/* The kernel's own structure, for a speed that is no constant of POSIX. */
struct termios2_t {
    tcflag_t input, output, control, local;
    cc_t line, characters[19];
    speed_t input_speed, output_speed;
};
#define TCGETS2_ _IOR('T', 0x2A, struct termios2_t)

uint32_t terminal_speed(const port_t *port)
{
    struct termios2_t is;
    return port->master < 0 || ioctl(port->master, TCGETS2_, &is) != 0 ? 0 : is.output_speed;
}

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
    if (!port_options.manual) {
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
    wire_start(port);
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
    if (open && !port->open && port == &ports[0] && port_options.dtr_reset) {
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

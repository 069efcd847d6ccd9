/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The control socket: one client, one line each way. A line has at most 4095 bytes; an answer begins with `ok` or `err`. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "virtual.h"

#define LINE 4096

#define NAME "control"

static int folder = -1, listener = -1, client = -1;
static char held[LINE];
static size_t held_count;

/* --- the socket ---------------------------------------------------------------------------------------------------------- */

static void answer(char *line)
{
    static char fields[LINE];
    FILE *out = fmemopen(fields, sizeof fields, "w");
    bool good;
    fields[0] = 0;
    good = out != NULL && command_run(line, out);
    if (out != NULL)
        fclose(out);
    dprintf(client, good ? "ok %s\n" : "err\n", fields);
}

static void leave(void)
{
    close(client);
    client = -1;
    held_count = 0;
}

static void hear(void)
{
    ssize_t count = read(client, held + held_count, sizeof held - 1 - held_count);
    char *from = held, *end;
    if (count <= 0) {
        leave();
        return;
    }
    held_count += (size_t)count;
    held[held_count] = 0;
    while ((end = memchr(from, '\n', held_count - (size_t)(from - held))) != NULL) {
        *end = 0;
        answer(from);
        from = end + 1;
    }
    held_count -= (size_t)(from - held);
    memmove(held, from, held_count);
    if (held_count == sizeof held - 1) /* no line is so long */
        leave();
}

/* A socket's address holds 107 bytes, and folders may be deeper: so it is named by the open folder. */
bool control_start(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/" NAME, folder);
    unlinkat(folder, NAME, 0);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return listener >= 0 && bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0;
}

void control_stop(void)
{
    if (client >= 0)
        leave();
    close(listener);
    unlinkat(folder, NAME, 0);
}

void control_waiting(struct pollfd *fds)
{
    fds[0] = (struct pollfd){.fd = client < 0 ? listener : -1, .events = POLLIN}; /* a second client waits */
    fds[1] = (struct pollfd){.fd = client, .events = POLLIN};
}

void control_serve(const struct pollfd *fds)
{
    if (fds[0].revents & POLLIN)
        client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    else if (fds[1].revents != 0 && client >= 0)
        hear();
}

/* children.c - who connects, and what the trace of it is called.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/children.h"
#include "recording/log/front.h"
#include "recording/log/record.h"


#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- Names ---- */

static void add_process(struct text *out, const struct child *child)
{
    text_printf(out, "%" PRIu64, child->process);
    if (child->turn > 1)
        text_printf(out, ".%u", child->turn);
}

void children_name(struct text *out, const char *pattern, const struct child *child, struct slice program)
{
    struct slice name = slice_basename(program);
    for (; *pattern; pattern++) {
        char letter = *pattern == '%' ? pattern[1] : '\0';
        if (letter == 'p')
            add_process(out, child);
        else if (letter == 'n')
            text_append(out, name.size ? name : slice_of("process"));
        else
            text_byte(out, *pattern);
        pattern += letter == 'p' || letter == 'n' || letter == '%';
    }
}

static bool names_process(const char *pattern)
{
    for (; *pattern; pattern++)
        if (*pattern == '%') {
            if (pattern[1] == 'p')
                return true;
            pattern += pattern[1] != '\0';
        }
    return false;
}

bool children_check_pattern(const char *pattern, struct error *error)
{
    if (!names_process(pattern))
        return error_at(error, pattern, 0, 0, "names one trace, and there may be many: put %%p there, which becomes the number of the process");
    struct text folder = {0};
    const char *slash = strrchr(pattern, '/');
    text_append(&folder, slash ? (struct slice){pattern, (size_t)(slash - pattern) + 1} : slice_of("."));
    bool may = strchr(text_string(&folder), '%') || access(text_string(&folder), W_OK | X_OK) == 0;
    text_free(&folder);
    return may || error_at(error, pattern, 0, 0, "cannot be written: %s", strerror(errno));
}

/* ---- The socket ---- */

static socklen_t make_address(const struct children *children, struct sockaddr_un *address)
{
    size_t size = strlen(children->name);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path + 1, children->name, size);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + size);
}

bool children_open(struct children *children, struct error *error)
{
    struct sockaddr_un address;
    *children = (struct children){.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    snprintf(children->name, sizeof children->name, "clew-record-%d-%016" PRIx64, (int)getpid(), hash_key(children));
    socklen_t size = make_address(children, &address);
    if (children->listener >= 0 && bind(children->listener, (struct sockaddr *)&address, size) == 0 && listen(children->listener, SOMAXCONN) == 0)
        return true;
    error_set(error, "no socket for the recorder: %s", strerror(errno));
    children_stop(children);
    return false;
}

void children_stop(struct children *children)
{
    if (children->listener >= 0)
        close(children->listener);
    children->listener = -1;
    while (children->greeting_count)
        close(children->greeting[--children->greeting_count]);
}

void children_close(struct children *children)
{
    children_stop(children);
    free(children->items);
    children->items = NULL;
    children->count = children->capacity = 0;
}

bool children_may_come(struct children *children, bool executes)
{
    enum { MOMENT = 400, START = 2000 };
    if (children->listener < 0 || children->greeting_count)
        return children->listener >= 0;
    if (children->quiet == 0)
        children->quiet = now();
    return now() - children->quiet < (executes ? START : MOMENT);
}

/* ---- In the worker: what the log says of itself ---- */

static char *find_executable(const struct worker_log *log, const char **script)
{
    struct text path = {0};
    struct error unknown;
    char *executable = NULL;
    if (!slice_starts(log->program, "/") && log->folder.size && slice_find_byte(log->program, '/') != SIZE_MAX)
        text_printf(&path, "%.*s/", SLICE(log->folder));
    text_append(&path, log->program);
    if (!path.size || !launch_check(text_string(&path), &executable, &unknown))
        executable = strndup(text_string(&path), path.size);
    *script = path.size ? launch_script(text_string(&path), executable) : NULL;
    text_free(&path);
    return executable;
}

/* The worker was forked when its child was the last one. What is made here lives as long as the worker. */
static bool settle(struct work_task *task, const struct worker_log *log, struct error *error)
{
    static const char *const origins[] = {[LOG_ORIGIN_START] = "start", [LOG_ORIGIN_FORK] = "fork", [LOG_ORIGIN_EXEC] = "exec"};
    const struct child *self = &task->children->items[task->children->count - 1];
    struct text name = {0};
    children_name(&name, task->options->output, self, log->program);
    task->output = strndup(text_string(&name), name.size);
    text_free(&name);
    task->executable = find_executable(log, &task->script);
    task->process = self->process;
    task->parent = log->header.parent;
    task->began = origins[log->header.origin < sizeof origins / sizeof *origins ? log->header.origin : 0];
    return work_spares_program(task->output, task->executable, error);
}

/* ---- Letting in ---- */

static struct child *add_child(struct children *children, uint64_t process)
{
    unsigned turn = 1;
    for (size_t i = 0; i < children->count; i++)
        turn += children->items[i].process == process;
    children->items = array_grow(children->items, &children->capacity, children->count + 1, sizeof *children->items);
    children->items[children->count] = (struct child){process, turn};
    return &children->items[children->count++];
}

static bool is_own(int connection)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid();
}

static void let_in(struct children *children, struct front *front, int connection, uint64_t process)
{
    struct work_task task = {.options = front->options, .children = children};
    struct worker worker;
    struct error error;
    struct child *child = add_child(children, process);
    if (worker_start_later(&worker, &task, settle, connection, &error))
        front_add(front, &worker, child->process);
    else
        children->unrecorded++;
}

/* False: it is closed already. */
static bool forget_greeting(struct children *children, int connection)
{
    size_t kept = 0, count = children->greeting_count;
    for (size_t i = 0; i < count; i++)
        if (children->greeting[i] != connection)
            children->greeting[kept++] = children->greeting[i];
    children->greeting_count = kept;
    return kept < count;
}

void children_greet(struct children *children, struct front *front, int connection)
{
    struct log_header header;
    ssize_t got = recv(connection, &header, sizeof header, MSG_PEEK | MSG_DONTWAIT);
    if ((got < 0 && (errno == EAGAIN || errno == EINTR)) || !forget_greeting(children, connection))
        return;
    if (got == sizeof header && memcmp(header.magic, LOG_MAGIC, sizeof header.magic) == 0)
        let_in(children, front, connection, header.process);
    close(connection);
}

void children_accept(struct children *children, size_t alive)
{
    int connection;
    children->quiet = 0;
    while (children->listener >= 0 && (connection = accept4(children->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        bool own = is_own(connection);
        if (own && alive + children->greeting_count < RECORD_PROCESSES) {
            children->greeting[children->greeting_count++] = connection;
            continue;
        }
        children->unrecorded += own;
        close(connection);
    }
}

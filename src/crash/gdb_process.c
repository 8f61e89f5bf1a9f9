/* gdb_process.c - starts gdb, talks with it over pipes, and ends it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/gdb.h"
#include "crash/gdb_process.h"


#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WATCH = 100,                /* milliseconds between two looks at progress */
    LOOK = 10,                  /* milliseconds between two looks of the keeper */
    LEAVE = 2000                /* milliseconds that gdb gets to detach */
};

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What clew's signal handlers and settings are must not become gdb's: a gdb that ignores SIGTERM could not be ended in peace. */
static void signals_default(void)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM, SIGTSTP};
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What goes between the two, both ends of each: commands and answers, the number of the error if there is no gdb to run, and clew's life. */
enum { COMMANDS, ANSWERS, FAILURE, LIFE, WAYS };

/* In a child, between fork and exec (clew has no other thread that could hold a lock); does not return. */
static _Noreturn void become_gdb(const char *program, int ways[WAYS][2])
{
    const char *arguments[] = {program, "--nx", "--quiet", "--interpreter=mi", NULL};
    struct rlimit none = {0, 0};
    signals_default();
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &none);
    setenv("LC_ALL", "C", 1);           /* its words are looked at */
    setenv("TERM", "dumb", 1);
    unsetenv("DEBUGINFOD_URLS");
    if (dup2(ways[COMMANDS][1], STDIN_FILENO) >= 0 && dup2(ways[ANSWERS][1], STDOUT_FILENO) >= 0 && dup2(ways[ANSWERS][1], STDERR_FILENO) >= 0)
        execvp(program, (char *const *)(uintptr_t)arguments);
    int number = errno;
    _exit(write(ways[FAILURE][1], &number, sizeof number) == sizeof number ? 127 : 126);
}

/* ---- The keeper ---- */

/* Keeps nothing open but its end of the life pipe, so that whoever reads what clew prints does not wait for the keeper. */
static void close_all_but(int *life)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i <= STDERR_FILENO; i++)
        dup2(nothing, i);
    *life = dup2(*life, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0U, 0);
}

static bool process_stopped(pid_t process)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text) : 0;
    if (file >= 0)
        close(file);
    size_t name_end = slice_find_last_byte((struct slice){text, size > 0 ? (size_t)size : 0}, ')');
    return name_end != SIZE_MAX && name_end + 2 < (size_t)size && text[name_end + 2] == 'T';
}

/* Whatever was left in gdb's group, such as a child of it that tries out ptrace, goes with it; until gdb is waited for nobody else has its number. */
static void wait_for_gdb(pid_t gdb, int life, int64_t patience)
{
    int64_t asked = -1;
    siginfo_t end = {0};
    while (waitid(P_PID, (id_t)gdb, &end, WEXITED | WNOWAIT | WNOHANG) == 0 && end.si_pid == 0) {
        struct pollfd file = {life, POLLIN, 0};
        if (poll(&file, asked < 0 ? 1 : 0, LOOK) > 0)
            asked = milliseconds();
        if (asked >= 0 && milliseconds() - asked > patience)
            kill(-gdb, SIGKILL);
    }
    kill(-gdb, SIGKILL);
}

static _Noreturn void keep(const char *program, pid_t traced, int ways[WAYS][2])
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);           /* clew may ignore it, and then nobody could be waited for */
    setsid();
    pid_t gdb = fork();
    if (gdb == 0)
        become_gdb(program, ways);
    int number = errno, status = 0, life = ways[LIFE][0];
    if (gdb < 0)
        _exit(write(ways[FAILURE][1], &number, sizeof number) == sizeof number ? 127 : 126);
    setpgid(gdb, gdb);                  /* here too, so that the group is there whoever comes first */
    close_all_but(&life);
    wait_for_gdb(gdb, life, traced ? LEAVE : LEAVE / 4);
    waitpid(gdb, &status, 0);
    if (traced && (status != 0 || process_stopped(traced)))
        kill(traced, SIGCONT);
    _exit(0);
}

/* ---- Starting ---- */

static bool start_failed(const char *program, bool named, int number, struct error *error)
{
    if (named)
        return error_at(error, program, 0, 0, "cannot be run as gdb: %s", strerror(number));
    if (number == ENOENT)
        return error_set(error, "gdb is not installed: apt-get install gdb");
    return error_set(error, "gdb cannot be run: %s", strerror(number));
}

/* All above 2, so that none of them is closed when the child's standard files are put in place. */
static bool open_ways(int ways[WAYS][2])
{
    bool good = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ways[COMMANDS]) == 0;
    for (int way = ANSWERS; way < WAYS; way++)
        good = good && pipe2(ways[way], O_CLOEXEC) == 0;
    for (int i = 0; good && i < 2 * WAYS; i++) {
        int *end = &ways[i / 2][i % 2], above = *end > STDERR_FILENO ? *end : fcntl(*end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        good = above >= 0;
        if (good && above != *end)
            close(*end);
        if (good)
            *end = above;
    }
    return good;
}

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The number of the error that kept gdb from running; 0: it runs, since that closes the other end. */
static int read_failure(int way)
{
    int number = 0;
    ssize_t size;
    while ((size = read(way, &number, sizeof number)) < 0 && errno == EINTR)
        continue;
    return size == sizeof number ? number : 0;
}

bool gdb_start(struct gdb *gdb, const char *program, struct error *error)
{
    const char *named = program ? program : getenv("CLEW_GDB");
    int ways[WAYS][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}, number = 0;
    *gdb = (struct gdb){.room = GDB_OUTPUT, .patience = (int64_t)GDB_SECONDS * 1000, .progress = gdb->progress, .traced = gdb->traced};
    if (!open_ways(ways) || (gdb->keeper = fork()) < 0) {
        number = errno;
        gdb->keeper = 0;
    } else if (gdb->keeper == 0) {
        close_one(&ways[COMMANDS][0]);  /* or gdb would never see the end of its input */
        close_one(&ways[LIFE][1]);
        keep(named ? named : "gdb", gdb->traced, ways);
    }
    close_one(&ways[COMMANDS][1]);
    close_one(&ways[ANSWERS][1]);
    close_one(&ways[FAILURE][1]);
    close_one(&ways[LIFE][0]);
    number = number ? number : read_failure(ways[FAILURE][0]);
    close_one(&ways[FAILURE][0]);
    gdb->commands = ways[COMMANDS][0];
    gdb->answers = ways[ANSWERS][0];
    gdb->life = ways[LIFE][1];
    if (number == 0) {
        fcntl(gdb->commands, F_SETFL, O_NONBLOCK);
        fcntl(gdb->answers, F_SETFL, O_NONBLOCK);
        return true;
    }
    gdb_end(gdb);
    return start_failed(named ? named : "gdb", named != NULL, number, error);
}

/* ---- Talking ---- */

/* Sends what it takes; false: it is gone. */
static bool send_some(struct gdb *gdb, struct slice *rest)
{
    ssize_t size = send(gdb->commands, rest->data, rest->size, MSG_NOSIGNAL);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    *rest = slice_cut(*rest, (size_t)size, rest->size);
    return true;
}

/* Takes what there is; 0: nothing now; negative: the end. */
static ssize_t receive_some(struct gdb *gdb, bool keep)
{
    char bytes[1 << 16];
    ssize_t size = read(gdb->answers, bytes, sizeof bytes);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (size > 0 && keep)
        text_append(&gdb->text, (struct slice){bytes, (size_t)size});
    return size ? size : -1;
}

/* The next whole line of what was printed. Each byte is looked at once, however the line comes in. */
static bool next_line(struct gdb *gdb, struct slice *line)
{
    struct slice text = text_slice(&gdb->text);
    size_t end = slice_find_byte(slice_cut(text, gdb->searched, text.size), '\n');
    if (end == SIZE_MAX) {
        gdb->searched = text.size;
        return false;
    }
    *line = slice_cut(text, gdb->line, gdb->searched + end - gdb->line);
    gdb->line = gdb->searched = gdb->searched + end + 1;
    return true;
}

/* Waits until gdb says or takes something, and looks whether that took too long. */
static void exchange(struct gdb *gdb, struct slice *rest, int64_t *last)
{
    struct pollfd files[2] = {{gdb->answers, POLLIN, 0}, {gdb->commands, (short)(rest->size ? POLLOUT : 0), 0}};
    int ready = poll(files, rest->size ? 2 : 1, WATCH);
    if (ready > 0 && files[1].revents && !send_some(gdb, rest))
        rest->size = 0;                 /* the end of its answers will say so */
    ssize_t size = ready > 0 && files[0].revents ? receive_some(gdb, true) : 0;
    if (size > 0)
        *last = milliseconds();
    if (size < 0)
        gdb->state = GDB_DIED;
    else if (!progress_report(gdb->progress, gdb->done, gdb->total))
        gdb->state = GDB_INTERRUPTED;
    else if (gdb->text.size > gdb->room)
        gdb->state = GDB_FULL;
    else if (milliseconds() - *last > gdb->patience)
        gdb->state = GDB_SILENT;
}

bool gdb_command(struct gdb *gdb, struct slice line, const char *end, struct slice *record)
{
    struct text sent = {0};
    struct slice found;
    int64_t last = milliseconds();
    if (line.data) {
        text_append(&sent, line);
        text_byte(&sent, '\n');
    }
    struct slice rest = text_slice(&sent);
    bool good = false;
    while (gdb->state == GDB_RUNS && !good) {
        while (!good && next_line(gdb, &found))
            good = slice_starts(found, end);
        if (!good)
            exchange(gdb, &rest, &last);
    }
    text_free(&sent);
    if (good && record)
        *record = found;
    return good;
}

/* ---- The end ---- */

/* What gdb still prints is thrown away, since a gdb that waits for a full pipe does not come to the end of its input. */
void gdb_end(struct gdb *gdb)
{
    close_one(&gdb->commands);
    close_one(&gdb->life);
    while (gdb->keeper > 0) {
        pid_t ended = waitpid(gdb->keeper, NULL, WNOHANG);
        if (ended == gdb->keeper || (ended < 0 && errno != EINTR))
            gdb->keeper = 0;
        struct pollfd file = {gdb->answers, POLLIN, 0};
        if (gdb->keeper && poll(&file, 1, LOOK) > 0 && receive_some(gdb, false) < 0)
            close_one(&gdb->answers);   /* poll only waits from now on */
    }
    close_one(&gdb->answers);
    text_free(&gdb->text);
}

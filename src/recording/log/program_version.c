/* program_version.c - other programs, run aside: what one says its version is, whether one succeeds.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { VERSION_PATIENCE = 5000 /* milliseconds, for all of it */, VERSION_SIZE = 512 };

/* In the child, between fork and exec; does not return. The recorder is a program of Valgrind's kind, which starts only where the name of a launcher is in
 * its environment; nobody else looks at that. */
static _Noreturn void become(const char *path, char *const *arguments, int out)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("VALGRIND_LAUNCHER", "valgrind", 1);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv(path, arguments);
    _exit(127);
}

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Up to the end of the first line, of the output, of the room or of patience. */
static size_t read_line(int from, char *line, size_t room)
{
    struct pollfd ready = {.fd = from, .events = POLLIN};
    int64_t end = milliseconds() + VERSION_PATIENCE;
    size_t size = 0;
    while (size < room && slice_find_byte((struct slice){line, size}, '\n') == SIZE_MAX) {
        int64_t left = end - milliseconds();
        int found = poll(&ready, 1, left > 0 ? (int)left : 0);
        if (found < 0 && errno == EINTR)
            continue;
        ssize_t more = found > 0 ? read(from, line + size, room - size) : 0;
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        size += (size_t)more;
    }
    return size;
}

bool program_version(const char *path, char *const *arguments, struct text *version)
{
    int ends[2];
    char line[VERSION_SIZE];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        become(path, arguments, ends[1]);
    close(ends[1]);
    size_t size = child > 0 ? read_line(ends[0], line, sizeof line) : 0;
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);           /* it has said its first line, or will not */
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    struct slice said = {line, size};
    size_t end = slice_find_byte(said, '\n');
    text_safe(version, slice_trim(slice_cut(said, 0, end == SIZE_MAX ? size : end)));
    return size > 0;
}

/* In the child, between fork and exec; does not return. */
static _Noreturn void work(const char *path, char *const *arguments, const char *folder)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    signal(SIGINT, SIG_DFL);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0 && chdir(folder) == 0)
        execv(path, arguments);
    _exit(127);
}

bool program_succeeds(const char *path, char *const *arguments, const char *folder)
{
    int status = 1;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    pid_t child = fork();
    if (child == 0)
        work(path, arguments, folder);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    signal(SIGINT, before);
    return child > 0 && status == 0;
}

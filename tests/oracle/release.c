/* release.c - runs a command, and releases a thread of its program when the first thread waits for it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     release FIFO COMMAND [ARGUMENT...]
 *
 * pthread_join runs different code when the thread is gone than when it has to wait. A program whose threads read a byte from FIFO as their last wait runs
 * the same code each time, however busy the machine: `release` sends the byte when the first thread waits in pthread_join and all other threads are
 * gone.
 * Exits with the command's status, or 128 + its signal. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLLS = 10000 };             /* microseconds between two looks; any value works */

/* Calls take(context, name) for each name in a folder that is a number, until it returns true. */
static bool any_number(const char *folder, bool (*take)(void *context, const char *name), void *context)
{
    DIR *names = opendir(folder);
    bool found = false;
    for (struct dirent *name; names && !found && (name = readdir(names));)
        found = name->d_name[0] >= '0' && name->d_name[0] <= '9' && take(context, name->d_name);
    if (names)
        closedir(names);
    return found;
}

struct search {
    struct stat fifo;
    pid_t self, process;
    char folder[64];
};

static bool is_fifo(void *context, const char *name)
{
    struct search *search = context;
    char path[sizeof search->folder + NAME_MAX + 2];
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", search->folder, name);
    return stat(path, &found) == 0 && found.st_dev == search->fifo.st_dev && found.st_ino == search->fifo.st_ino;
}

static bool has_fifo(void *context, const char *name)
{
    struct search *search = context;
    search->process = (pid_t)atoi(name);
    snprintf(search->folder, sizeof search->folder, "/proc/%d/fd", (int)search->process);
    return search->process != search->self && any_number(search->folder, is_fifo, search);
}

/* Does the call that a thread is blocked in begin with these words of /proc/PID/task/TID/syscall? */
static bool blocked_in(pid_t process, pid_t thread, unsigned long call, unsigned long second_argument)
{
    char path[80], line[200] = "", *end;
    snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", (int)process, (int)thread);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file) || line[0] < '0' || line[0] > '9')
        line[0] = 0;
    if (file)
        fclose(file);
    unsigned long number = strtoul(line, &end, 10), first = strtoul(end, &end, 16), second = strtoul(end, NULL, 16);
    (void)first;
    return line[0] && number == call && (second_argument == 0 || second == second_argument);
}

struct threads {
    pid_t process, other;
    int count;
};

static bool count_thread(void *context, const char *name)
{
    struct threads *threads = context;
    threads->count++;
    if (atoi(name) != threads->process)
        threads->other = (pid_t)atoi(name);
    return false;
}

/* The thread to release: it reads, the first thread waits for its end, and there is no other thread. 0: not yet. */
static pid_t thread_to_release(pid_t process)
{
    enum { SYSTEM_READ = 0, SYSTEM_FUTEX = 202, WAIT_BITSET_REALTIME = 0x109 };       /* not a mutex's futex, which is private */
    struct threads threads = {.process = process};
    char folder[60];
    snprintf(folder, sizeof folder, "/proc/%d/task", (int)process);
    any_number(folder, count_thread, &threads);
    bool ready = threads.count == 2 && blocked_in(process, threads.other, SYSTEM_READ, 0) && blocked_in(process, process, SYSTEM_FUTEX, WAIT_BITSET_REALTIME);
    return ready ? threads.other : 0;
}

int main(int count, char **arguments)
{
    if (count < 3 || (mkfifo(arguments[1], 0600) != 0 && access(arguments[1], R_OK | W_OK) != 0))
        return 127;
    int fifo = open(arguments[1], O_RDWR | O_CLOEXEC), status;
    struct search search = {.self = getpid()};
    pid_t child = fifo < 0 || fstat(fifo, &search.fifo) != 0 ? -1 : fork(), released = 0;
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        _exit(127);
    }
    if (child < 0)
        return 127;
    while (waitpid(child, &status, WNOHANG) == 0) {
        bool known = search.process && any_number(search.folder, is_fifo, &search);     /* usually it stays the same */
        pid_t next = known || any_number("/proc", has_fifo, &search) ? thread_to_release(search.process) : 0;
        if (next && next != released && write(fifo, "", 1) == 1)
            released = next;
        usleep(POLLS);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

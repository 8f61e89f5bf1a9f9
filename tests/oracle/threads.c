/* threads.c - steps the threads of the program, one at a time.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct thread *threads_add(struct run *run, pid_t id)
{
    struct thread *t = run->thread_count < THREADS ? calloc(1, sizeof *t) : NULL;
    if (!t || ptrace(PTRACE_GETREGS, id, NULL, &t->before))
        fail("too many threads");
    t->id = id;
    t->after = t->before;
    t->frames = frames_open();
    t->cleared_at_end = t->before.orig_rax == SYS_clone && t->before.rdi & CLONE_CHILD_CLEARTID ? t->before.r10 : 0;
    return run->threads[run->thread_count++] = t;
}

static struct thread *thread_of(const struct run *run, pid_t id)
{
    for (size_t i = 0; i < run->thread_count; i++)
        if (run->threads[i]->id == id && run->threads[i]->state != THREAD_GONE)
            return run->threads[i];
    return NULL;
}

static bool read_status(pid_t id, const char *field, char *line, int size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)id);
    FILE *file = fopen(path, "r");
    bool found = false;
    while (file && !found && fgets(line, size, file))
        found = strncmp(line, field, strlen(field)) == 0;
    if (file)
        fclose(file);
    return found;
}

static bool has_handler(pid_t id, int signal)
{
    char line[128];
    return read_status(id, "SigCgt:", line, sizeof line) && strtoull(line + 7, NULL, 16) >> (signal - 1) & 1;
}

static bool sleeps(pid_t id)
{
    char line[128];
    return read_status(id, "State:", line, sizeof line) && strpbrk(line + 6, "RSDTtZX")[0] == 'S';
}

static void resume(struct thread *t)
{
    t->handed = t->signal;
    t->in_handler = t->handed && has_handler(t->id, t->handed);
    t->signal = 0;
    t->state = THREAD_RUNNING;
    ptrace(PTRACE_SINGLESTEP, t->id, NULL, (void *)(intptr_t)t->handed);
}

/* A thread has started another one, which begins with a SIGSTOP. */
static void add_new(struct run *run, pid_t id)
{
    unsigned long child = 0;
    int status;
    if (ptrace(PTRACE_GETEVENTMSG, id, NULL, &child) == 0 && !thread_of(run, (pid_t)child) && waitpid((pid_t)child, &status, __WALL) == (pid_t)child)
        threads_add(run, (pid_t)child);
}

/* A thread stopped. A signal may come before its instruction or, for a system call, after it. */
static void note(struct run *run, pid_t id, int status)
{
    struct thread *t = thread_of(run, id);
    if (!WIFSTOPPED(status)) {
        if (t)
            t->state = THREAD_GONE;
        return;
    }
    if (!t) {
        threads_add(run, id);
        return;
    }
    int signal = WSTOPSIG(status);
    if (status >> 16 || ptrace(PTRACE_GETREGS, id, NULL, &t->after)) {     /* in the middle of the call */
        if (status >> 16 == PTRACE_EVENT_CLONE)
            add_new(run, id);
        ptrace(PTRACE_SINGLESTEP, id, NULL, NULL);
        return;
    }
    t->state = THREAD_STOPPED;
    if (signal == SIGTRAP)
        return;
    t->signal = signal == SIGSTOP ? 0 : signal;
    t->stepping = t->stepping && t->after.rip != t->before.rip;
}

static bool wait_for(struct run *run, pid_t id, bool may_wait)
{
    int status;
    pid_t who = waitpid(id, &status, __WALL | (may_wait ? 0 : WNOHANG));
    if (who > 0)
        note(run, who, status);
    return who > 0;
}

void threads_step(struct run *run, bool may_wait)
{
    struct thread *t = run->thread;
    t->stepping = true;
    if (may_wait && t->before.rax == SYS_clone3) {      /* Valgrind has no clone3, so the C library uses clone */
        struct user_regs_struct none = t->before;
        none.rax = UINT64_MAX;
        ptrace(PTRACE_SETREGS, t->id, NULL, &none);
    }
    resume(t);
    for (int slept = 0; t->state == THREAD_RUNNING && slept < 3;) {
        if (wait_for(run, t->id, !may_wait || run->thread_count == 1))
            continue;
        slept = sleeps(t->id) ? slept + 1 : 0;
        usleep(200);
    }
}

/* Keeps the same thread as long as it can run. Chooses a dead thread once more, for its last instruction. */
bool threads_choose(struct run *run)
{
    for (;;) {
        if (run->thread->state == THREAD_STOPPED || (run->thread->state == THREAD_GONE && run->thread->stepping))
            return true;
        while (wait_for(run, -1, false))
            continue;
        for (size_t i = 0; i < run->thread_count; i++) {
            run->thread = run->threads[i];
            if (run->thread->state == THREAD_STOPPED || (run->thread->state == THREAD_GONE && run->thread->stepping))
                return true;
        }
        if (!wait_for(run, -1, true))
            return false;
    }
}

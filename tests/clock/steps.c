/* steps.c - single-steps a program and writes the order of its instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     steps LOG ENTRY FROM+SIZE... -- PROGRAM [ARGUMENT...]        hexadecimal link-time addresses
 *
 * Shares nothing with the code under test. ENTRY is the executable's entry; FROM+SIZE are the ranges of its code to observe. For each instruction that ran
 * there, LOG gets a line "THREAD DEPTH HOW ADDRESS". THREAD counts threads in the order they started; ADDRESS is the one in the file; DEPTH is the number of
 * frames that ran observed code; HOW says how the innermost of these began: c called, h called by other code, s a signal handler. A step is one iteration of
 * a repeated string instruction. Its last look at a count of 0 gets a line too, although no step shows it. x86-64. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { KIND_UNKNOWN, KIND_OTHER, KIND_CALL, KIND_REPEATED, KIND_REPEATED_WHILE_EQUAL, KIND_REPEATED_UNLESS_EQUAL };
enum { THREADS_MAX = 16, FRAMES_MAX = 4096, RANGES_MAX = 16, KINDS = 1 << 18, HANDLER_LEAST = 512, ZERO_FLAG = 1 << 6 };
static const uint64_t step_limit = 20000000;

struct frame {
    uint64_t slot;                  /* address of its return address */
    char how;
    bool shown;                     /* observed code ran in it */
};

struct thread {
    pid_t id;
    uint64_t pointer, stack, count; /* current instruction, stack pointer, rcx */
    bool signalled;                 /* it got a signal */
    struct frame frames[FRAMES_MAX];
    size_t frame_count, depth;
};

struct stepper {
    FILE *log;
    uint64_t bias;
    struct { uint64_t from, size; } ranges[RANGES_MAX];
    size_t range_count;
    struct { uint64_t address; enum kind kind; } kinds[KINDS];      /* hashed by address */
    struct thread threads[THREADS_MAX];
    size_t thread_count;
    uint64_t steps;
};

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "steps: %s\n", what);
    exit(2);
}

/* ---- Instructions ---- */

static bool is_prefix(uint8_t byte)
{
    return memchr("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3", byte, 11) != NULL;
}

static enum kind kind_of(const uint8_t *bytes)
{
    uint8_t repeat = 0;
    size_t i = 0;
    for (; i < 12 && is_prefix(bytes[i]); i++)
        repeat = bytes[i] >= 0xf2 ? bytes[i] : repeat;
    if ((bytes[i] & 0xf0) == 0x40)
        i++;
    uint8_t code = bytes[i];
    if (code == 0xe8 || (code == 0xff && ((bytes[i + 1] >> 3 & 7) == 2 || (bytes[i + 1] >> 3 & 7) == 3)))
        return KIND_CALL;
    if (!repeat || code < 0xa4 || code > 0xaf || code == 0xa8 || code == 0xa9)
        return KIND_OTHER;
    if ((code & 0xf6) != 0xa6)
        return KIND_REPEATED;
    return repeat == 0xf3 ? KIND_REPEATED_WHILE_EQUAL : KIND_REPEATED_UNLESS_EQUAL;
}

/* Reads code once: these programs do not change theirs. */
static enum kind kind_at(struct stepper *stepper, pid_t id, uint64_t address)
{
    size_t at = (size_t)(address * 0x9e3779b97f4a7c15u >> 46);
    for (size_t tries = 0; tries < KINDS; tries++, at = (at + 1) % KINDS) {
        if (stepper->kinds[at].kind == KIND_UNKNOWN) {
            long words[2];
            for (unsigned i = 0; i < 2; i++)
                words[i] = ptrace(PTRACE_PEEKTEXT, id, (void *)(uintptr_t)(address + 8 * i), NULL);
            stepper->kinds[at].address = address;
            stepper->kinds[at].kind = kind_of((const uint8_t *)words);
        }
        if (stepper->kinds[at].address == address)
            return stepper->kinds[at].kind;
    }
    stop("the program has too much code");
}

static bool is_shown(const struct stepper *stepper, uint64_t address)
{
    for (size_t i = 0; i < stepper->range_count; i++)
        if (address - stepper->bias - stepper->ranges[i].from < stepper->ranges[i].size)
            return true;
    return false;
}

/* ---- Frames ---- */

static void end_frames(struct thread *thread, uint64_t stack)
{
    while (thread->frame_count > 1 && thread->frames[thread->frame_count - 1].slot < stack)
        thread->depth -= thread->frames[--thread->frame_count].shown;
}

static void begin_frame(struct thread *thread, uint64_t slot, char how)
{
    if (thread->frame_count == FRAMES_MAX)
        stop("the program's stack is too deep");
    thread->frames[thread->frame_count++] = (struct frame){.slot = slot, .how = how};
}

static char innermost(const struct thread *thread)
{
    size_t i = thread->frame_count - 1;
    while (i && !thread->frames[i].shown)
        i--;
    return thread->frames[i].how;
}

/* ---- Steps ---- */

static void write_line(struct stepper *stepper, const struct thread *thread, uint64_t address)
{
    fprintf(stepper->log, "%zu %zu %c %lx\n", (size_t)(thread - stepper->threads), thread->depth, innermost(thread), address - stepper->bias);
}

/* Will a processor that looks at the count after each iteration look once more? */
static bool looks_again(enum kind kind, uint64_t count, const struct user_regs_struct *now)
{
    bool equal = now->eflags & ZERO_FLAG;
    return count && now->rcx == 0 && (kind == KIND_REPEATED || (kind == KIND_REPEATED_WHILE_EQUAL && equal) || (kind == KIND_REPEATED_UNLESS_EQUAL && !equal));
}

static void executed(struct stepper *stepper, struct thread *thread, const struct user_regs_struct *now)
{
    enum kind kind = kind_at(stepper, thread->id, thread->pointer);
    bool shown = is_shown(stepper, thread->pointer);
    struct frame *frame = &thread->frames[thread->frame_count - 1];
    if (shown) {
        thread->depth += !frame->shown;
        frame->shown = true;
        write_line(stepper, thread, thread->pointer);
        if (looks_again(kind, thread->count, now))
            write_line(stepper, thread, thread->pointer);
    }
    end_frames(thread, now->rsp);
    if (kind == KIND_CALL)
        begin_frame(thread, now->rsp, shown ? 'c' : 'h');
    if (++stepper->steps == step_limit)
        stop("the program runs too long");
}

/* A thread stopped: after its instruction, by a signal before or after it, or at the entry of a handler, which the kernel's large frame shows. */
static void look(struct stepper *stepper, struct thread *thread, bool stepped)
{
    struct user_regs_struct now;
    if (ptrace(PTRACE_GETREGS, thread->id, NULL, &now))
        return;                     /* it was killed in the meantime */
    if (thread->signalled && stepped && now.rip != thread->pointer && now.rsp + HANDLER_LEAST < thread->stack)
        begin_frame(thread, now.rsp, 's');
    else if (stepped || now.rip != thread->pointer)
        executed(stepper, thread, &now);
    thread->pointer = now.rip;
    thread->stack = now.rsp;
    thread->count = now.rcx;
    thread->signalled = false;
}

static struct thread *add_thread(struct stepper *stepper, pid_t id)
{
    struct user_regs_struct now;
    if (stepper->thread_count == THREADS_MAX || ptrace(PTRACE_GETREGS, id, NULL, &now))
        stop("the program has too many threads");
    struct thread *thread = &stepper->threads[stepper->thread_count++];
    *thread = (struct thread){.id = id, .pointer = now.rip, .stack = now.rsp, .count = now.rcx};
    begin_frame(thread, UINT64_MAX, 'c');
    return thread;
}

static struct thread *thread_of(struct stepper *stepper, pid_t id)
{
    for (size_t i = 0; i < stepper->thread_count; i++)
        if (stepper->threads[i].id == id)
            return &stepper->threads[i];
    return NULL;
}

static void resume(pid_t id, int signal)
{
    if (ptrace(PTRACE_SINGLESTEP, id, NULL, (void *)(intptr_t)signal) && errno != ESRCH)
        stop("cannot step");
}

/* Runs until the last thread ends. */
static void step(struct stepper *stepper)
{
    int status;
    pid_t id;
    while ((id = waitpid(-1, &status, __WALL)) > 0) {
        if (!WIFSTOPPED(status))
            continue;
        struct thread *thread = thread_of(stepper, id);
        int signal = WSTOPSIG(status);
        if (!thread) {
            add_thread(stepper, id);                        /* it begins with SIGSTOP */
            signal = 0;
        } else if (status >> 16) {
            signal = 0;                                     /* it started a thread: it is in the middle of a system call */
        } else {
            look(stepper, thread, signal == SIGTRAP);
            signal = signal == SIGTRAP ? 0 : signal;
            thread->signalled = signal != 0;
        }
        resume(id, signal);
    }
}

/* ---- The beginning ---- */

static uint64_t entry_of(pid_t child)
{
    char path[64];
    uint64_t pair[2];
    snprintf(path, sizeof path, "/proc/%d/auxv", (int)child);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && read(file, pair, sizeof pair) == (ssize_t)sizeof pair)
        if (pair[0] == AT_ENTRY) {
            close(file);
            return pair[1];
        }
    stop("cannot find where the program is");
}

/* Runs the program to its entry: before that runs the dynamic linker. */
static void skip_to(pid_t child, uint64_t address)
{
    struct user_regs_struct registers;
    int status;
    void *place = (void *)(uintptr_t)address;
    long word = ptrace(PTRACE_PEEKTEXT, child, place, NULL);
    ptrace(PTRACE_POKETEXT, child, place, (void *)((word & ~0xffL) | 0xcc));
    if (ptrace(PTRACE_CONT, child, NULL, NULL) || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
        stop("the program does not reach its entry");
    ptrace(PTRACE_POKETEXT, child, place, (void *)word);
    ptrace(PTRACE_GETREGS, child, NULL, &registers);
    registers.rip = address;
    ptrace(PTRACE_SETREGS, child, NULL, &registers);
}

static pid_t start(char **arguments)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        stop("the program does not start");
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL));
    return child;
}

int main(int argc, char **argv)
{
    static struct stepper stepper;
    int i = 3;
    if (argc < 6)
        stop("usage: steps LOG ENTRY FROM+SIZE... -- PROGRAM [ARGUMENT...]");
    for (; i < argc && strcmp(argv[i], "--") != 0 && stepper.range_count < RANGES_MAX; i++, stepper.range_count++)
        if (sscanf(argv[i], "%lx+%lx", &stepper.ranges[stepper.range_count].from, &stepper.ranges[stepper.range_count].size) != 2)
            stop("which code is of interest?");
    if (i + 1 >= argc || strcmp(argv[i], "--") != 0 || !(stepper.log = fopen(argv[1], "w")))
        stop("no program, or no log");
    pid_t child = start(argv + i + 1);
    uint64_t entry = entry_of(child);
    stepper.bias = entry - strtoull(argv[2], NULL, 16);
    skip_to(child, entry);
    add_thread(&stepper, child);
    resume(child, 0);
    step(&stepper);
    return fclose(stepper.log) ? 2 : 0;
}

/* process.c - starting and stepping the program, and what it shall believe of the machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <elf.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn void fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("oracle: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(2);
}

void *grow(void *items, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 16;
    if (*capacity < count)
        *capacity = count;
    items = realloc(items, *capacity * size);
    if (!items)
        fail("no memory left");
    return items;
}

/* ---- The process ---- */

static uint64_t auxiliary(pid_t process, uint64_t type)
{
    char path[64];
    uint64_t pair[2];
    snprintf(path, sizeof path, "/proc/%d/auxv", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fread(pair, sizeof pair, 1, file) == 1 && pair[0])
        if (pair[0] == type) {
            fclose(file);
            return pair[1];
        }
    fail("%s does not tell the entry point", path);
}

/* Valgrind does not tell programs of the vDSO, nor of some of the processor's traits: neither does the oracle. */
static void hide_kernel(struct run *run)
{
    enum { MINIMAL_SIGNAL_STACK = 51 };
    struct user_regs_struct registers;
    uint64_t word = 1, at;
    ptrace(PTRACE_GETREGS, run->process, NULL, &registers);
    at = registers.rsp + 8;
    for (int lists = 0; lists < 2; at += 8)         /* arguments, environment */
        if (process_read(run->process, at, &word, 8) && !word)
            lists++;
    for (; process_read(run->process, at, &word, 8) && word != AT_NULL; at += 16)
        if (word == AT_SYSINFO_EHDR || word == AT_HWCAP2 || word == MINIMAL_SIGNAL_STACK)
            ptrace(PTRACE_POKEDATA, run->process, (void *)(uintptr_t)at, (void *)(uintptr_t)AT_IGNORE);
}

/* Where the dynamic linker's code lies; it is there as soon as the program is. */
static void find_linker(struct run *run)
{
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)run->process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *end;
        uint64_t from = strtoull(line, &end, 16), to = strtoull(end + 1, NULL, 16);
        if (!strstr(line, "/ld-linux"))
            continue;
        if (!run->linker_end)
            run->linker_start = from;
        run->linker_end = to;
    }
    if (file)
        fclose(file);
}

void process_start(struct run *run, char **arguments)
{
    int status;
    run->process = fork();
    if (run->process == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    if (run->process < 0 || waitpid(run->process, &status, 0) < 0 || !WIFSTOPPED(status))
        fail("%s cannot be started", arguments[0]);
    run->bias = auxiliary(run->process, AT_ENTRY) - run->image.entry;
    hide_kernel(run);
    find_linker(run);
}

void process_print_ranges(const struct run *run)
{
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)run->process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *end;
        uint64_t from = strtoull(line, &end, 16), to = strtoull(end + 1, NULL, 16);
        fprintf(run->out, "A %lx %lx\n", (unsigned long)from, (unsigned long)to);
    }
    if (file)
        fclose(file);
}

/* One step. False: the process is gone. */
bool process_step(struct run *run)
{
    int status, signal = 0;
    for (;;) {
        ptrace(PTRACE_SINGLESTEP, run->process, NULL, (void *)(intptr_t)signal);
        if (waitpid(run->process, &status, 0) < 0 || !WIFSTOPPED(status))
            return false;
        if (WSTOPSIG(status) == SIGTRAP)
            return ptrace(PTRACE_GETREGS, run->process, NULL, &run->after) == 0;
        signal = WSTOPSIG(status);
        if (signal == SIGSEGV || signal == SIGILL || signal == SIGBUS || signal == SIGFPE)
            fprintf(stderr, "oracle: signal %d at %lx\n", signal, (unsigned long)run->before.rip);
    }
}

/* ---- The processor that the program is to see ---- */

void process_read_processor(struct run *run, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128];
    while (file && fgets(line, sizeof line, file)) {
        struct leaf leaf = {.is_xgetbv = line[0] == 'x'};
        char *at = line + (line[0] == 'x');
        leaf.number = leaf.is_xgetbv ? 0 : (uint32_t)strtoul(at, &at, 16);
        leaf.sub = (uint32_t)strtoul(at, &at, 16);
        for (int i = 0; i < 4; i++)
            leaf.result[i] = (uint32_t)strtoul(at, &at, 16);
        run->leaves = grow(run->leaves, &run->leaf_capacity, run->leaf_count + 1, sizeof leaf);
        run->leaves[run->leaf_count++] = leaf;
    }
    if (file)
        fclose(file);
}

void process_change_processor(struct run *run, const struct effect *e)
{
    bool xgetbv = strncmp(e->text, "xgetbv", 6) == 0;
    if (!xgetbv && strncmp(e->text, "cpuid", 5) != 0)
        return;
    for (size_t i = 0; i < run->leaf_count; i++) {
        const struct leaf *leaf = &run->leaves[i];
        if (leaf->is_xgetbv != xgetbv || (!xgetbv && (leaf->number != (uint32_t)run->before.rax || leaf->sub != (uint32_t)run->before.rcx % 16)))
            continue;
        run->after.rax = leaf->result[0];
        run->after.rdx = leaf->result[3];
        if (!xgetbv) {
            run->after.rbx = leaf->result[1];
            run->after.rcx = leaf->result[2];
        }
        ptrace(PTRACE_SETREGS, run->process, NULL, &run->after);
        return;
    }
}

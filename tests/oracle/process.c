/* process.c - starts and steps the program, and makes it see Valgrind's machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <elf.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
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

static uint64_t word_at(pid_t process, uint64_t address)
{
    uint64_t word = 0;
    process_read(process, address, &word, sizeof word);
    return word;
}

static void write_word(pid_t process, uint64_t address, uint64_t word)
{
    if (ptrace(PTRACE_POKEDATA, process, (void *)(uintptr_t)address, (void *)(uintptr_t)word))
        fail("the program's memory cannot be written");
}

/* Makes the process map fresh memory before it starts. */
static void map_memory(pid_t process, uint64_t address, uint64_t size)
{
    struct user_regs_struct before, registers;
    int status;
    ptrace(PTRACE_GETREGS, process, NULL, &before);
    registers = before;
    registers.rax = SYS_mmap;
    registers.rdi = address;
    registers.rsi = size;
    registers.rdx = PROT_READ | PROT_WRITE;
    registers.r10 = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE;
    registers.r8 = UINT64_MAX;
    registers.r9 = 0;
    uint64_t code = word_at(process, before.rip);
    write_word(process, before.rip, 0x050f);        /* syscall */
    ptrace(PTRACE_SETREGS, process, NULL, &registers);
    ptrace(PTRACE_SINGLESTEP, process, NULL, NULL);
    if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, process, NULL, &registers) || registers.rax != address)
        fail("the program's stack cannot be mapped");
    write_word(process, before.rip, code);
    ptrace(PTRACE_SETREGS, process, NULL, &before);
}

/* The stack's data about the executable are those of the program that wrote the stack. */
static void correct_file(pid_t process, uint64_t at)
{
    for (int lists = 0; lists < 2; at += 8)         /* arguments, environment */
        lists += word_at(process, at) == 0;
    for (uint64_t type; (type = word_at(process, at)) != AT_NULL; at += 16)
        if (type == AT_PHDR || type == AT_PHNUM || type == AT_ENTRY || type == AT_BASE)
            write_word(process, at + 8, auxiliary(process, type));
}

/* The program starts with the same stack as under Valgrind, byte for byte and at the same address: arguments, environment, the kernel's data, random
 * bytes. Otherwise start-up code would branch differently, and string functions would see other addresses. */
static void take_stack(pid_t process, const char *path)
{
    enum { ROOM = 8 << 20, MOST = 1 << 20, PAGE = 4096 };
    static uint64_t words[MOST / 8];
    FILE *file = fopen(path, "r");
    struct user_regs_struct registers;
    uint64_t stack = 0;
    size_t count = file && fread(&stack, 8, 1, file) == 1 ? fread(words, 8, MOST / 8, file) : 0;
    if (file)
        fclose(file);
    if (!count)
        return;
    uint64_t end = (stack + count * 8 + PAGE - 1) / PAGE * PAGE, from = (stack - ROOM) / PAGE * PAGE;
    map_memory(process, from, end - from);
    for (size_t i = 0; i < count; i++)
        if (words[i])
            write_word(process, stack + 8 * i, words[i]);
    ptrace(PTRACE_GETREGS, process, NULL, &registers);
    registers.rsp = stack;
    ptrace(PTRACE_SETREGS, process, NULL, &registers);
    correct_file(process, stack + 8);
}

/* The dynamic linker's code; it is mapped as soon as the program is. */
static void find_linker(struct run *run)
{
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)run->thread->id);
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

void process_start(struct run *run, const char *stack, char **arguments)
{
    int status;
    pid_t process = fork();
    if (process == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    if (process < 0 || waitpid(process, &status, 0) < 0 || !WIFSTOPPED(status))
        fail("%s cannot be started", arguments[0]);
    ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)(PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL));
    run->bias = auxiliary(process, AT_ENTRY) - run->image.entry;
    take_stack(process, stack);
    run->thread = threads_add(run, process);
    find_linker(run);
}

void process_print_ranges(const struct run *run)
{
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)run->thread->id);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *end;
        uint64_t from = strtoull(line, &end, 16), to = strtoull(end + 1, NULL, 16);
        fprintf(run->out, "A %lx %lx\n", (unsigned long)from, (unsigned long)to);
    }
    if (file)
        fclose(file);
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
        if (leaf->is_xgetbv != xgetbv || (!xgetbv && (leaf->number != (uint32_t)run->thread->before.rax || leaf->sub != (uint32_t)run->thread->before.rcx % 16)))
            continue;
        run->thread->after.rax = leaf->result[0];
        run->thread->after.rdx = leaf->result[3];
        if (!xgetbv) {
            run->thread->after.rbx = leaf->result[1];
            run->thread->after.rcx = leaf->result[2];
        }
        ptrace(PTRACE_SETREGS, run->thread->id, NULL, &run->thread->after);
        return;
    }
}

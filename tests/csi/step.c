/* step.c - single-steps a program to its fatal signal and prints the blocks that each frame ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     step PROGRAM        PROGRAM is compiled with clew csi-cc --block-labels
 *
 * Shares nothing with the code under test: it finds blocks by symbols, csi_block.ID.FUNCTION.N, and activations by the stack pointer.
 * For each activation on the stack with traced blocks, prints a line "FUNCTION ID ID ...", innermost first. x86-64. */
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct symbol {
    uint64_t address;
    const char *name;
    uint32_t block;                 /* UINT32_MAX: a function's entry */
};

struct activation {
    uint64_t stack;                 /* at the entry: where the return address is */
    const char *name;
    uint32_t *blocks;
    size_t count, capacity;
};

static const uint32_t is_entry = UINT32_MAX;
static const uint64_t step_limit = 50000000;

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "step: %s\n", what);
    exit(2);
}

static int by_address(const void *left, const void *right)
{
    uint64_t l = ((const struct symbol *)left)->address, r = ((const struct symbol *)right)->address;
    return (l > r) - (l < r);
}

/* The file's functions and labels, sorted. Names point into the mapping. */
static struct symbol *read_symbols(const char *path, size_t *count, uint64_t *entry)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about))
        stop("cannot open the program");
    const char *data = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED)
        stop("cannot map the program");
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)data;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(const void *)(data + header->e_shoff);
    struct symbol *list = NULL;
    *count = 0;
    *entry = header->e_entry;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(data + sections[i].sh_offset);
        const char *names = data + sections[sections[i].sh_link].sh_offset;
        size_t total = sections[i].sh_size / sizeof *symbols;
        list = calloc(total + 1, sizeof *list);
        for (size_t k = 0; list && k < total; k++) {
            const char *name = names + symbols[k].st_name;
            struct symbol symbol = {symbols[k].st_value, name, is_entry};
            if (strncmp(name, "csi_block.", 10) == 0)
                symbol.block = (uint32_t)strtoul(name + 10, NULL, 10);
            else if (ELF64_ST_TYPE(symbols[k].st_info) != STT_FUNC || symbols[k].st_shndx == SHN_UNDEF)
                continue;
            list[(*count)++] = symbol;
        }
    }
    if (!list)
        stop("the program has no symbols");
    qsort(list, *count, sizeof *list, by_address);
    return list;
}

static uint64_t load_address(pid_t child, uint64_t entry)
{
    char path[64];
    uint64_t pair[2];
    snprintf(path, sizeof path, "/proc/%d/auxv", (int)child);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && read(file, pair, sizeof pair) == (ssize_t)sizeof pair)
        if (pair[0] == AT_ENTRY) {
            close(file);
            return pair[1] - entry;
        }
    stop("cannot find where the program is");
}

struct stack {
    struct activation *items;
    size_t count, capacity;
};

static void enter(struct stack *stack, const char *name, uint64_t pointer)
{
    /* A tail call takes over the frame. */
    if (stack->count && stack->items[stack->count - 1].stack == pointer)
        stack->count--;
    if (stack->count == stack->capacity) {
        stack->capacity = stack->capacity * 2 + 16;
        stack->items = realloc(stack->items, stack->capacity * sizeof *stack->items);
        if (!stack->items)
            stop("out of memory");
    }
    stack->items[stack->count++] = (struct activation){.stack = pointer, .name = name};
}

static void reach(struct activation *at, uint32_t block)
{
    if (at->count == at->capacity) {
        at->capacity = at->capacity * 2 + 16;
        at->blocks = realloc(at->blocks, at->capacity * sizeof *at->blocks);
        if (!at->blocks)
            stop("out of memory");
    }
    at->blocks[at->count++] = block;
}

static void look(struct stack *stack, const struct symbol *symbols, size_t count, uint64_t address, uint64_t pointer)
{
    while (stack->count && stack->items[stack->count - 1].stack < pointer)
        stack->count--;
    struct symbol key = {.address = address};
    const struct symbol *found = bsearch(&key, symbols, count, sizeof key, by_address);
    if (!found)
        return;
    while (found > symbols && found[-1].address == address)
        found--;
    for (int turn = 0; turn < 2; turn++)        /* the entry of a function before a label at the same place */
        for (const struct symbol *at = found; at < symbols + count && at->address == address; at++) {
            if (turn == 0 && at->block == is_entry && (at == found || at[-1].block != is_entry))
                enter(stack, at->name, pointer);
            if (turn == 1 && at->block != is_entry && stack->count)
                reach(&stack->items[stack->count - 1], at->block);
        }
}

static void print(const struct stack *stack)
{
    for (size_t i = stack->count; i-- > 0;) {
        const struct activation *at = &stack->items[i];
        if (at->count == 0)
            continue;
        printf("%s", at->name);
        for (size_t k = 0; k < at->count; k++)
            printf(" %u", at->blocks[k]);
        putchar('\n');
    }
}

static uint64_t address_of(const struct symbol *symbols, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return symbols[i].address;
    stop("the program has no main");
}

/* Runs the program to main: before that runs the dynamic linker. */
static void skip_to(pid_t child, uint64_t address)
{
    struct user_regs_struct registers;
    int status;
    void *place = (void *)(uintptr_t)address;
    long word = ptrace(PTRACE_PEEKTEXT, child, place, NULL);
    ptrace(PTRACE_POKETEXT, child, place, (void *)((word & ~0xffL) | 0xcc));
    if (ptrace(PTRACE_CONT, child, NULL, NULL) || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
        stop("the program does not reach main");
    ptrace(PTRACE_POKETEXT, child, place, (void *)word);
    ptrace(PTRACE_GETREGS, child, NULL, &registers);
    registers.rip = address;
    ptrace(PTRACE_SETREGS, child, NULL, &registers);
}

static pid_t start(char **arguments)
{
    pid_t child = fork();
    if (child == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(arguments[0], arguments);
        _exit(127);
    }
    return child;
}

int main(int argc, char **argv)
{
    size_t count;
    uint64_t entry;
    struct stack stack = {0};
    if (argc < 2)
        stop("usage: step PROGRAM");
    struct symbol *symbols = read_symbols(argv[1], &count, &entry);
    pid_t child = start(argv + 1);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        stop("the program does not start");
    uint64_t base = load_address(child, entry);
    skip_to(child, base + address_of(symbols, count, "main"));
    for (uint64_t steps = 0; steps < step_limit; steps++) {
        struct user_regs_struct registers;
        if (ptrace(PTRACE_GETREGS, child, NULL, &registers))
            stop("cannot read registers");
        look(&stack, symbols, count, registers.rip - base, registers.rsp);
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) || waitpid(child, &status, 0) != child)
            stop("cannot step");
        if (!WIFSTOPPED(status))
            stop("the program ended without a fatal signal");
        if (WSTOPSIG(status) != SIGTRAP) {
            print(&stack);
            kill(child, SIGKILL);
            return 0;
        }
    }
    stop("the program runs too long");
}

/* oracle.c - a QEMU plugin that writes the instructions and memory accesses of a MIPS program.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     cc -std=c11 -O2 -fPIC -shared -fvisibility=hidden -o oracle.so oracle.c
 *     qemu-mips -plugin ./oracle.so,ranges=FILE,out=TRACE ./program
 *
 *     ranges=FILE    lines "LOW HIGH ...", numbers with 0x, HIGH exclusive: traces only instructions in these ranges; default: all
 *     out=TRACE      "I 0x400700 4", "R 0x7ffffe10", "W 0x49f0e0", in the order of execution; without it nothing is written
 *     totals=FILE    at the end one line "instructions N references N all N"; all counts the instructions outside the ranges too
 *
 * Regenerated traces must equal this truth. It shares nothing with the code it judges: QEMU says what ran.
 *
 * lwl, lwr, swl and swr are one reference each: QEMU splits one into several accesses, the first at the address that the
 * instruction computes. QEMU keeps the callback of the last traced access until another one is set, so helper functions of
 * untraced instructions would call it. Therefore untraced instructions get a callback that does nothing. QEMU's inline counters
 * confuse reads and writes, so one counter counts both.
 *
 * QEMU offers version 1 of this interface until 8.x. Distributions ship no header for it; the declarations here come from its documentation. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_t;
typedef uint32_t access_t;
struct block;
struct instruction;
struct emulator {
    const char *machine;
    struct { int least, current; } version;
};
typedef void when_translated(plugin_t, struct block *);
typedef void when_executed(unsigned cpu, void *data);
typedef void when_accessed(unsigned cpu, access_t, uint64_t address, void *data);
typedef void when_over(plugin_t, void *data);
enum { no_registers = 0, reads_and_writes = 3, add_to_counter = 0 };

size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *);
const void *qemu_plugin_insn_data(const struct instruction *);
bool qemu_plugin_mem_is_store(access_t);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_t, when_translated *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, int operation, void *counter, uint64_t amount);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, when_executed *, int registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int operation, void *counter, uint64_t amount);
void qemu_plugin_register_vcpu_mem_cb(struct instruction *, when_accessed *, int registers, int which, void *data);
void qemu_plugin_register_vcpu_mem_inline(struct instruction *, int which, int operation, void *counter, uint64_t amount);
void qemu_plugin_register_atexit_cb(plugin_t, when_over *, void *data);

#define PUBLIC __attribute__((visibility("default")))
PUBLIC int qemu_plugin_version = 1;
PUBLIC int qemu_plugin_install(plugin_t, const struct emulator *, int count, char **arguments);

/* A traced instruction, never freed. If QEMU translates it again, there are two. */
struct site {
    char line[24];
    unsigned length;
};

struct range { uint64_t low, high; };

static struct range *ranges;
static size_t range_count;
static FILE *out, *totals;
static uint64_t instructions, references, all;
static bool big_endian, first_of_many;

static _Noreturn void stop(const char *what, const char *name)
{
    fprintf(stderr, "oracle: %s: %s\n", name, what);
    exit(2);
}

static void ranges_read(const char *name)
{
    FILE *file = fopen(name, "r");
    char line[256];
    struct range range;
    if (!file)
        stop("cannot be read", name);
    while (fgets(line, sizeof line, file)) {
        char *end;
        range.low = strtoull(line, &end, 16);
        range.high = strtoull(end, NULL, 16);
        ranges = realloc(ranges, (range_count + 1) * sizeof *ranges);
        if (!ranges || range.high <= range.low)
            stop("no range", line);
        ranges[range_count++] = range;
    }
    fclose(file);
}

static bool is_traced(uint64_t address)
{
    for (size_t i = 0; i < range_count; i++)
        if (address >= ranges[i].low && address < ranges[i].high)
            return true;
    return range_count == 0;
}

static void executed(unsigned cpu, void *data)
{
    const struct site *site = data;
    (void)cpu;
    instructions++;
    fwrite(site->line, 1, site->length, out);
}

static void accessed(unsigned cpu, access_t access, uint64_t address, void *data)
{
    (void)cpu, (void)data;
    references++;
    if (out)
        fprintf(out, "%c 0x%x\n", qemu_plugin_mem_is_store(access) ? 'W' : 'R', (unsigned)address);
}

static void unaligned_begins(unsigned cpu, void *data)
{
    first_of_many = true;
    if (out)
        executed(cpu, data);
    else
        instructions++;
}

static void unaligned_accessed(unsigned cpu, access_t access, uint64_t address, void *data)
{
    if (first_of_many)
        accessed(cpu, access, address, data);
    first_of_many = false;
}

static void not_traced(unsigned cpu, access_t access, uint64_t address, void *data)
{
    (void)cpu, (void)access, (void)address, (void)data;
}

/* lwl 0x22, lwr 0x26, swl 0x2a, swr 0x2e, by the upper six bits. */
static bool is_unaligned(const struct instruction *instruction)
{
    const uint8_t *bytes = qemu_plugin_insn_data(instruction);
    int opcode = bytes[big_endian ? 0 : 3] >> 2;
    return opcode == 0x22 || opcode == 0x26 || opcode == 0x2a || opcode == 0x2e;
}

static void instruction_trace(struct instruction *instruction, uint64_t address)
{
    struct site *site = malloc(sizeof *site);
    if (!site)
        stop("no memory", "program");
    site->length = (unsigned)snprintf(site->line, sizeof site->line, "I 0x%x 4\n", (unsigned)address);
    if (is_unaligned(instruction)) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, unaligned_begins, no_registers, site);
        qemu_plugin_register_vcpu_mem_cb(instruction, unaligned_accessed, no_registers, reads_and_writes, NULL);
    } else if (out) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, no_registers, site);
        qemu_plugin_register_vcpu_mem_cb(instruction, accessed, no_registers, reads_and_writes, NULL);
    } else {
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, add_to_counter, &instructions, 1);
        qemu_plugin_register_vcpu_mem_inline(instruction, reads_and_writes, add_to_counter, &references, 1);
    }
}

static void translated(plugin_t plugin, struct block *block)
{
    size_t count = qemu_plugin_tb_n_insns(block);
    (void)plugin;
    qemu_plugin_register_vcpu_tb_exec_inline(block, add_to_counter, &all, count);
    for (size_t i = 0; i < count; i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        if (is_traced(address))
            instruction_trace(instruction, address);
        else
            qemu_plugin_register_vcpu_mem_cb(instruction, not_traced, no_registers, reads_and_writes, NULL);
    }
}

static void over(plugin_t plugin, void *data)
{
    (void)plugin, (void)data;
    if (out && (ferror(out) || fclose(out)))
        stop("cannot be written", "trace");
    if (!totals)
        return;
    fprintf(totals, "instructions %llu references %llu all %llu\n", (unsigned long long)instructions,
            (unsigned long long)references, (unsigned long long)all);
    fclose(totals);
}

static FILE *file_create(const char *name)
{
    FILE *file = fopen(name, "we");
    if (!file)
        stop("cannot be made", name);
    setvbuf(file, NULL, _IOFBF, 1 << 18);
    return file;
}

int qemu_plugin_install(plugin_t plugin, const struct emulator *emulator, int count, char **arguments)
{
    if (strncmp(emulator->machine, "mips", 4) != 0 || emulator->version.least > 1)
        stop("not a MIPS emulator with version 1 of the plugin interface", emulator->machine);
    big_endian = !strstr(emulator->machine, "el");
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "ranges=", 7) == 0)
            ranges_read(arguments[i] + 7);
        else if (strncmp(arguments[i], "out=", 4) == 0)
            out = file_create(arguments[i] + 4);
        else if (strncmp(arguments[i], "totals=", 7) == 0)
            totals = file_create(arguments[i] + 7);
        else
            stop("no such argument", arguments[i]);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
    qemu_plugin_register_atexit_cb(plugin, over, NULL);
    return 0;
}

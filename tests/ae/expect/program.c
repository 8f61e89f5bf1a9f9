/* program.c - reads objdump's output for a MIPS program.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *what, const char *detail)
{
    fprintf(stderr, "expect: %s: %s\n", what, detail);
    exit(2);
}

void *grow(void *memory, int count, unsigned long size)
{
    if (memory && (count & (count - 1)))
        return memory;
    memory = realloc(memory, (size_t)(count ? count * 2 : 1) * size);
    if (!memory)
        stop("no memory", "growing");
    return memory;
}

static FILE *file_open(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        stop("cannot be read", path);
    return file;
}

static void functions_read(struct program *program, const char *path)
{
    FILE *file = file_open(path);
    struct function function = {0};
    program->low = UINT32_MAX;
    while (fscanf(file, "%x %x %119s", &function.low, &function.high, function.name) == 3) {
        if (function.low % 4 || function.low >= function.high)
            stop("no function", function.name);
        program->functions = grow(program->functions, program->function_count, sizeof function);
        program->functions[program->function_count++] = function;
        program->low = function.low < program->low ? function.low : program->low;
        program->high = function.high > program->high ? function.high : program->high;
    }
    fclose(file);
    if (!program->function_count)
        stop("no functions", path);
}

static bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }

static enum kind kind_of(const char *name, const char *operands, const char *symbol)
{
    if (is(name, "jr"))
        return is(operands, "$31") ? leave : computed_jump;
    if (is(name, "j") || is(name, "b"))
        return jump;
    if (is(name, "jal") || is(name, "jalr") || is(name, "bal"))
        return strstr(symbol, "setjmp>") ? setjmp_call : call;
    return name[0] == 'b' && !is(name, "break") && !is(name, "bitswap") ? branch : plain;
}

/* "OFFSET($29)" or "OFFSET($30)", "$29,$29,-32", "$2,0x4a", "$2,$3,-1234": the operands that later steps need. */
static void operands_read(struct instruction *instruction, const char *name, const char *operands)
{
    const char *comma = strrchr(operands, ','), *last = comma ? comma + 1 : operands, *base = strchr(last, '(');
    bool adds = is(name, "addiu") || is(name, "li");
    instruction->on_stack = base && (is(base, "($29)") || is(base, "($30)"));
    instruction->moves_stack = adds && strncmp(operands, "$29,$29,-", 9) == 0;
    instruction->is_lui = is(name, "lui");
    instruction->has_low = (base && is(name, "lw")) || adds;
    if (instruction->is_lui)
        instruction->high = (uint16_t)strtoul(last, NULL, 0);
    else if (base || adds)
        instruction->offset = (int32_t)strtol(last, NULL, 0);
    if (instruction->kind != plain && strncmp(last, "$", 1) != 0)
        instruction->target = (uint32_t)strtoul(last, NULL, 16);
}

static void code_read(struct program *program, const char *path)
{
    FILE *file = file_open(path);
    char line[512], name[32], operands[64], symbol[300];
    unsigned address;
    program->code = calloc((program->high - program->low) / 4, sizeof *program->code);
    if (!program->code)
        stop("no memory", path);
    while (fgets(line, sizeof line, file)) {
        operands[0] = symbol[0] = '\0';
        struct instruction *instruction = NULL;
        if (sscanf(line, " %x: %31s %63s %299[^\n]", &address, name, operands, symbol) >= 2)
            instruction = instruction_at(program, address);
        if (!instruction)
            continue;
        instruction->exists = true;
        instruction->kind = kind_of(name, operands, symbol);
        operands_read(instruction, name, operands);
        size_t length = strlen(name);
        if (instruction->kind == branch && name[length - 1] == 'l' && !is(name, "bal"))
            stop("a branch that may cancel its delay slot", line);
    }
    fclose(file);
}

static void data_read(struct program *program, const char *path)
{
    FILE *file = file_open(path);
    char line[256];
    bool little = false;
    while (fgets(line, sizeof line, file)) {
        unsigned long address;
        char *at;
        little = little || strstr(line, "file format elf32-tradlittle");
        if (line[0] != ' ' || (address = strtoul(line, &at, 16)) % 4)
            continue;
        for (int i = 0; i < 4 && at[0] == ' ' && strspn(at + 1, "0123456789abcdef") == 8; i++, at += 9) {
            uint32_t value = (uint32_t)strtoul(at, NULL, 16);
            if (little)
                value = __builtin_bswap32(value);
            if (!instruction_at(program, value))
                continue;
            program->words = grow(program->words, program->word_count, sizeof *program->words);
            program->words[program->word_count++] = (struct word){(uint32_t)address + 4 * (uint32_t)i, value};
        }
    }
    fclose(file);
}

static int by_address(const void *left, const void *right)
{
    uint32_t l = ((const struct word *)left)->address, r = ((const struct word *)right)->address;
    return (l > r) - (l < r);
}

void program_read(struct program *program, const char *functions, const char *code, const char *data)
{
    functions_read(program, functions);
    code_read(program, code);
    data_read(program, data);
    if (program->word_count)
        qsort(program->words, (size_t)program->word_count, sizeof *program->words, by_address);
}

struct function *function_at(const struct program *program, uint32_t address)
{
    for (int i = 0; i < program->function_count; i++)
        if (address >= program->functions[i].low && address < program->functions[i].high)
            return &program->functions[i];
    return NULL;
}

struct instruction *instruction_at(const struct program *program, uint32_t address)
{
    return address >= program->low && address < program->high && address % 4 == 0 ? &program->code[(address - program->low) / 4] : NULL;
}

/* schema_compiler.c - the abstract program as C: functions, tables, registers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema_compiler.h"
#include "stream/abstract.h"

#include <stdlib.h>

/* ---- One function of a schema as a C function ----
 *
 * A block becomes a label if a jump leads to it; an operator becomes a macro or an assignment (Larus 1990, figure 4). A call leaves the C function; its
 * activation continues at a label A1, A2, ..., which the switch at the top reaches. */

struct writer {
    const struct abstract *program;
    const struct abstract_function *function;
    struct text *out;
    uint32_t block;                     /* ordinal within the function */
    uint32_t own;                       /* registers in local variables */
    uint32_t calls;                     /* written so far */
    bool *jumped_to;                    /* blocks that need a label */
    bool *closes_cycle;                 /* by block: the next edge closes a cycle that reads no event */
};

static uint32_t local_block(const struct writer *w, uint32_t ordinal) { return ordinal - w->function->first_block; }
static uint32_t offset_of(const struct writer *w, uint32_t address) { return address - w->function->address; }
static const struct abstract_block *block_at(const struct writer *w, uint32_t local) { return &w->program->blocks[w->function->first_block + local]; }

static const struct abstract_op *terminator(const struct writer *w, uint32_t local)
{
    const struct abstract_block *block = block_at(w, local);
    return &w->program->ops[block->first + block->count - 1];
}

/* ---- Facts about a function ---- */

static uint32_t op_registers(const struct abstract_op *op)
{
    uint32_t mask = 0;
    if (op->operator != AE_COMPUTE && op->operator != AE_UNKNOWN && op->operator != AE_LOAD && op->operator != AE_STORE)
        return 0;
    mask |= 1u << (op->reg & 31);
    if (op->operator != AE_UNKNOWN && op->first_is_register)
        mask |= 1u << (op->first & 31);
    if (op->operator == AE_COMPUTE && op->two && op->second_is_register)
        mask |= 1u << (op->second & 31);
    return mask;
}

/* The registers, bit by number, that a function's operators name. */
static uint32_t schema_registers(const struct abstract *program, uint32_t function)
{
    const struct abstract_function *f = &program->functions[function];
    uint32_t mask = 0;
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct abstract_block *block = &program->blocks[f->first_block + b];
        for (uint32_t i = 0; i < block->count; i++)
            mask |= op_registers(&program->ops[block->first + i]);
    }
    return mask & ~1u;
}

static bool is_call(const struct abstract_op *op)
{
    return op->operator == AE_CALL || op->operator == AE_CALL_EXTERNAL || op->operator == AE_CALL_INDIRECT || op->operator == AE_CALL_SETJMP;
}

static uint32_t count_calls(const struct writer *w)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->function->block_count; b++)
        for (uint32_t i = 0; i < block_at(w, b)->count; i++)
            count += is_call(&w->program->ops[block_at(w, b)->first + i]);
    return count;
}

static bool reads_events(const struct writer *w, uint32_t local)
{
    uint32_t first = local == 0 ? w->function->prologue : 0;
    for (uint32_t i = first; i < block_at(w, local)->count; i++) {
        enum ae_operator operator = w->program->ops[block_at(w, local)->first + i].operator;
        if (operator == AE_UNKNOWN || operator == AE_CALL_INDIRECT || (!w->program->paper && (operator == AE_CALL_EXTERNAL || operator == AE_CALL_SETJMP)))
            return true;
    }
    return false;
}

/* The block that follows without reading an event; UINT32_MAX: none. */
static uint32_t silent_next(const struct writer *w, uint32_t local)
{
    const struct abstract_op *op = terminator(w, local);
    if ((op->operator != AE_END && op->operator != AE_JUMP) || op->edge_count == 0 || reads_events(w, local))
        return UINT32_MAX;
    uint32_t target = w->program->edges[op->first_edge].target;
    return w->program->blocks[target].target ? UINT32_MAX : local_block(w, target);
}

/* These edges form a forest with cycles: marks one edge of each cycle, the one on which a walk first comes back. */
static void find_cycles(struct writer *w)
{
    uint32_t count = w->function->block_count, *seen = memory_allocate(count * sizeof *seen);
    for (uint32_t start = 0; start < count; start++) {
        uint32_t at = start, from = start;
        while (at != UINT32_MAX && !seen[at]) {
            seen[at] = start + 1;
            from = at;
            at = silent_next(w, at);
        }
        if (at != UINT32_MAX && seen[at] == start + 1)
            w->closes_cycle[from] = true;
    }
    free(seen);
}

static void find_labels(struct writer *w)
{
    for (uint32_t b = 0; b < w->function->block_count; b++) {
        const struct abstract_op *op = terminator(w, b);
        for (uint32_t i = 0; i < op->edge_count; i++) {
            uint32_t target = local_block(w, w->program->edges[op->first_edge + i].target);
            if (op->operator != AE_END || target != b + 1)
                w->jumped_to[target] = true;
        }
    }
}

/* ---- Operators ---- */

static void add_value(const struct writer *w, bool is_register, uint32_t value)
{
    if (!is_register)
        text_printf(w->out, "%uu", value);
    else if (value == 0)
        text_add(w->out, "0u");
    else
        text_printf(w->out, "R%u", value & 31);
}

/* "R4 + 8u", "R29 - 16u" */
static void add_sum(const struct writer *w, uint32_t base, uint32_t offset)
{
    add_value(w, true, base);
    if (offset > INT32_MAX)
        text_printf(w->out, " - %uu", 0 - offset);
    else
        text_printf(w->out, " + %uu", offset);
}

static void add_reference(const struct writer *w, const struct abstract_op *op)
{
    text_add(w->out, op->operator == AE_LOAD ? "    READ_MEM(" : "    WRITE_MEM(");
    if (op->first_is_register) {
        add_value(w, true, op->first);
        text_add(w->out, " + ");
        add_value(w, true, op->reg);
    } else {
        add_sum(w, op->reg, op->first);
    }
    text_add(w->out, ");\n");
}

static void add_binary(const struct writer *w, const struct abstract_op *op)
{
    static const char *const signs[AE_BINARIES] = {
        [AE_ADD] = "+", [AE_SUBTRACT] = "-", [AE_MULTIPLY] = "*", [AE_AND] = "&", [AE_OR] = "|", [AE_XOR] = "^",
        [AE_SHIFT_LEFT] = "<<", [AE_SHIFT_RIGHT] = ">>",
    };
    bool shift = op->binary == AE_SHIFT_LEFT || op->binary == AE_SHIFT_RIGHT, arithmetic = op->binary == AE_SHIFT_ARITHMETIC;
    text_add(w->out, arithmetic ? "ae_shift_arithmetic(" : "");
    add_value(w, op->first_is_register, op->first);
    if (arithmetic)
        text_add(w->out, ", ");
    else
        text_printf(w->out, " %s %s", signs[op->binary], shift ? "(" : "");
    add_value(w, op->second_is_register, op->second);
    text_add(w->out, shift ? " & 31u)" : arithmetic ? ")" : "");
}

static void add_compute(const struct writer *w, const struct abstract_op *op)
{
    if (!op->two && op->first_is_register && op->first == op->reg)
        return;
    text_printf(w->out, "    R%u = ", op->reg & 31u);
    if (op->two && op->first_is_register && !op->second_is_register && op->binary == AE_ADD)
        add_sum(w, op->first, op->second);
    else if (op->two)
        add_binary(w, op);
    else
        add_value(w, op->first_is_register, op->first);
    text_add(w->out, ";\n");
}

static void add_place(const struct writer *w, uint32_t address)
{
    text_printf(w->out, "    block = %uu;\n    PC = in_pc + %uu;\n", w->block, offset_of(w, address));
}

static void add_call(struct writer *w, const struct abstract_op *op)
{
    uint32_t label = ++w->calls;
    if (op->operator == AE_CALL)
        text_printf(w->out, "    CALL(%uu, %u);\n", op->callee, label);
    else if (op->operator == AE_CALL_SETJMP)
        text_printf(w->out, "    CALL_SETJMP(%u, %u, in_pc + %uu);\n", op->callee, label, offset_of(w, block_at(w, w->block)->address));
    else
        text_printf(w->out, "    %s(%u);\n", op->operator == AE_CALL_INDIRECT ? "CALL_INDIRECT" : "CALL_OUTSIDE", label);
    text_printf(w->out, "A%u:\n", label);
    add_place(w, op->address + 4 * op->count);
}

static void add_instructions(const struct writer *w, uint32_t count)
{
    enum { FEW = 8 };
    if (count > FEW)
        text_printf(w->out, "    ISSUE_INSTS(%uu);\n", count);
    else
        for (uint32_t i = 0; i < count; i++)
            text_add(w->out, "    ISSUE_INST(4u);\n");
}

/* ---- Edges ---- */

static void add_annotations(const struct writer *w, const struct abstract_edge *edge, uint32_t address, const char *indent)
{
    static const char *const names[] = {[AE_LOOP_IS_ENTERED] = "LOOP_ENTRY", [AE_LOOP_IS_REPEATED] = "LOOP_BACK", [AE_LOOP_IS_LEFT] = "LOOP_EXIT"};
    for (uint32_t i = 0; i < edge->annotation_count; i++) {
        const struct abstract_annotation *annotation = &w->program->annotations[edge->first_annotation + i];
        text_printf(w->out, "%s%s(%uu, in_pc + %uu);\n", indent, names[annotation->kind], annotation->loop, offset_of(w, address));
    }
}

static const char *get_block(const struct writer *w)
{
    return w->function->block_count > 256 ? "    GET_HALF(temp);\n" : "    GET_BYTE(temp);\n";
}

/* The events contain the block's number on every way to it. */
static void add_check(const struct writer *w, uint32_t local)
{
    text_printf(w->out, "    block = %uu;\n%s", local, get_block(w));
    text_printf(w->out, "    if (temp != %uu)\n        cjump_err(\"%u\");\n", local, local);
}

/* The end_block of the paper's last block: the epilogue follows. */
static void go_on(const struct writer *w, const struct abstract_op *op)
{
    if (op->edge_count > 0)
        add_annotations(w, &w->program->edges[op->first_edge], op->address + 4 * op->count, "    ");
}

static void add_edge(const struct writer *w, const struct abstract_op *op)
{
    if (op != terminator(w, w->block)) {
        go_on(w, op);
        return;
    }

    const struct abstract_edge *edge = &w->program->edges[op->first_edge];
    uint32_t target = local_block(w, edge->target);
    if (w->closes_cycle[w->block])
        text_add(w->out, "    NO_EVENT_LOOP();\n");
    add_annotations(w, edge, w->program->blocks[edge->target].address, "    ");
    if (w->program->blocks[edge->target].target)
        add_check(w, target);
    if (op->operator != AE_END || target != w->block + 1)
        text_printf(w->out, "    goto L%u;\n", target);
}

/* Is there an edge to the same block before this one? Switches list hundreds of targets, most of them once. */
static bool is_repeated(struct map *seen, uint32_t target)
{
    uint64_t ignored;
    if (map_get(seen, target, &ignored))
        return true;
    map_put(seen, target, 1);
    return false;
}

/* "1 or 3"; only the first ones of many. */
static void add_expected(const struct writer *w, const uint32_t *targets, uint32_t count)
{
    enum { SHOWN = 8 };
    for (uint32_t i = 0; i < count && i < SHOWN; i++)
        text_printf(w->out, "%s%u", i == 0 ? "" : i + 1 == count ? " or " : ", ", targets[i]);
    if (count == 0)                     /* after a call that does not return */
        text_add(w->out, "none");
    if (count > SHOWN)
        text_printf(w->out, " or one of %u more", count - SHOWN);
}

static void add_choice(const struct writer *w, const struct abstract_op *op)
{
    uint32_t *targets = memory_allocate((op->edge_count + 1) * sizeof *targets), count = 0;
    struct map seen = {0};
    text_add(w->out, get_block(w));
    text_add(w->out, "    switch (temp) {\n");
    for (uint32_t i = 0; i < op->edge_count; i++) {
        const struct abstract_edge *edge = &w->program->edges[op->first_edge + i];
        if (is_repeated(&seen, edge->target))
            continue;
        targets[count] = local_block(w, edge->target);
        text_printf(w->out, "    case %uu:\n", targets[count]);
        add_annotations(w, edge, w->program->blocks[edge->target].address, "        ");
        text_printf(w->out, "        goto L%u;\n", targets[count++]);
    }
    text_add(w->out, "    default: cjump_err(\"");
    add_expected(w, targets, count);
    text_add(w->out, "\");\n    }\n");
    map_free(&seen);
    free(targets);
}

static void add_op(struct writer *w, const struct abstract_op *op)
{
    add_instructions(w, op->count);
    switch (op->operator) {
    case AE_COMPUTE: add_compute(w, op); break;
    case AE_UNKNOWN: text_printf(w->out, "    GET_WORD(R%u);\n", op->reg & 31u); break;
    case AE_LOAD:
    case AE_STORE: add_reference(w, op); break;
    case AE_CALL:
    case AE_CALL_EXTERNAL:
    case AE_CALL_INDIRECT:
    case AE_CALL_SETJMP: add_call(w, op); break;
    case AE_END:
    case AE_JUMP: add_edge(w, op); break;
    case AE_CJUMP:
    case AE_SWITCH: add_choice(w, op); break;
    case AE_RETURN: text_printf(w->out, "    RETURN(in_pc + %uu);\n", offset_of(w, block_at(w, w->block)->address)); break;
    case AE_UNEVENTFUL:
    case AE_OPERATORS: break;
    }
}

/* ---- The function ---- */

static void add_block(struct writer *w)
{
    const struct abstract_block *block = block_at(w, w->block);
    uint32_t prologue = w->block == 0 ? w->function->prologue : 0;
    text_printf(w->out, "    /* Start of block %u */\n", w->block);
    if (prologue > 0)
        add_place(w, w->program->ops[block->first].address);
    for (uint32_t i = 0; i < prologue; i++)
        add_op(w, &w->program->ops[block->first + i]);
    if (w->block == 0 && block->target)
        add_check(w, 0);
    if (w->jumped_to[w->block])
        text_printf(w->out, "L%u:\n", w->block);
    add_place(w, w->program->ops[block->first + prologue].address);
    for (uint32_t i = prologue; i < block->count; i++)
        add_op(w, &w->program->ops[block->first + i]);
    text_printf(w->out, "    /* End of block %u */\n", w->block);
}

static void schema_compile_name(const struct abstract *program, uint32_t function, struct text *out);
static void schema_compile_registers(uint32_t registers, const char *format, struct text *out);

static void add_own(const struct writer *w, const char *format)
{
    schema_compile_registers(w->own, format, w->out);
}

static void add_top(const struct writer *w, uint32_t ordinal, uint32_t calls)
{
    text_add(w->out, "\n#undef KEEP\n#define KEEP do { ");
    add_own(w, "ae_top->own.R# = R#; ");
    text_add(w->out, "} while (0)\nstatic int ");
    schema_compile_name(w->program, ordinal, w->out);
    text_printf(w->out, "(uint32_t at)\n{\n    const uint32_t in_pc = 0x%xu;\n    uint32_t PC = in_pc, block = 0, temp = 0;\n", w->function->address);
    add_own(w, "    uint32_t R# = ae_top->own.R#;\n");
    text_add(w->out, "    (void)PC, (void)block, (void)temp, (void)at;\n");
    add_own(w, "    (void)R#;\n");
    if (calls == 0)
        return;
    text_add(w->out, "    switch (at) {\n");
    for (uint32_t i = 1; i <= calls; i++)
        text_printf(w->out, "    case %u: goto A%u;\n", i, i);
    text_add(w->out, "    }\n");
}

static void schema_compile_function(const struct abstract *program, uint32_t function, struct text *out)
{
    const struct abstract_function *f = &program->functions[function];
    struct writer w = {.program = program, .function = f, .out = out, .own = schema_registers(program, function) & SCHEMA_OWN_REGISTERS};
    w.jumped_to = memory_allocate(f->block_count * sizeof *w.jumped_to);
    w.closes_cycle = memory_allocate(f->block_count * sizeof *w.closes_cycle);
    find_labels(&w);
    find_cycles(&w);
    add_top(&w, function, count_calls(&w));
    for (w.block = 0; w.block < f->block_count; w.block++)
        add_block(&w);
    text_add(out, "}\n");
    free(w.jumped_to);
    free(w.closes_cycle);
}

/* ---- The abstract program as C: tables and registers ---- */

static bool is_plain(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

/* A string literal of the text: three octal digits for any byte with a meaning to a C compiler or a terminal. */
static void add_literal(struct str s, struct text *out)
{
    text_byte(out, '"');
    for (size_t i = 0; i < s.size; i++)
        if (is_plain(s.data[i]) || s.data[i] == '.' || s.data[i] == '$')
            text_byte(out, s.data[i]);
        else
            text_printf(out, "\\%03o", (unsigned)(unsigned char)s.data[i]);
    text_byte(out, '"');
}

/* The C function's name: __ae_3_main. */
static void schema_compile_name(const struct abstract *program, uint32_t function, struct text *out)
{
    enum { LONGEST = 40 };
    struct str name = str_cut(program->functions[function].name, 0, LONGEST);
    text_printf(out, "__ae_%u_", function);
    for (size_t i = 0; i < name.size; i++)
        text_byte(out, is_plain(name.data[i]) ? name.data[i] : '_');
}

static uint32_t all_registers(const struct abstract *program)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < program->function_count; i++)
        all |= schema_registers(program, i);
    return all;
}

/* ---- Tables ---- */

static void add_functions(const struct abstract *program, struct text *out)
{
    enum { NARROW = 256 };
    text_printf(out, "#define AE_FUNCTIONS %uu\n\nstatic const struct {\n    const char *name;\n    uint32_t address;\n    int wide;                           "
                "/* blocks are halfwords in the events */\n} ae_functions[AE_FUNCTIONS] = {\n", program->function_count);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct abstract_function *function = &program->functions[i];
        text_add(out, "    {");
        add_literal(function->name, out);
        text_printf(out, ", 0x%xu, %d},\n", function->address, function->block_count > NARROW);
    }
    text_add(out, "};\n\n");
}

/* By public address; for two functions at one address, the one that abstract_entered_at finds. */
static void add_entries(const struct abstract *program, struct text *out)
{
    uint32_t *entries = memory_allocate(program->function_count * sizeof *entries), count = 0, function;
    for (uint32_t i = 0; i < program->function_count; i++)
        entries[i] = program->functions[i].entry;
    qsort(entries, program->function_count, sizeof *entries, compare_uint32);
    text_add(out, "/* From public addresses to functions. */\nstatic const struct ae_entry {\n    uint32_t address, function;\n} ae_entries[] = {\n");
    for (uint32_t i = 0; i < program->function_count; i++)
        if ((i == 0 || entries[i] != entries[i - 1]) && abstract_entered_at(program, entries[i], &function)) {
            text_printf(out, "    {0x%xu, %uu},\n", entries[i], function);
            count++;
        }
    text_printf(out, "};\n#define AE_ENTRIES %uu\n\n", count);
    free(entries);
}

static void add_code(const struct abstract *program, struct text *out)
{
    text_add(out, "\nstatic int (*const ae_code[AE_FUNCTIONS])(uint32_t at) = {\n");
    for (uint32_t i = 0; i < program->function_count; i++) {
        text_add(out, "    ");
        schema_compile_name(program, i, out);
        text_add(out, ",\n");
    }
    text_add(out, "};\n");
}

/* ---- Registers ---- */

/* Writes the format once for each register, with its number in place of #. */
static void schema_compile_registers(uint32_t registers, const char *format, struct text *out)
{
    for (uint32_t i = 0; i < AE_REGISTERS; i++)
        for (const char *c = format; (registers >> i & 1) && *c; c++)
            if (*c == '#')
                text_printf(out, "%u", i);
            else
                text_byte(out, *c);
}

static void add_registers(const struct abstract *program, struct text *out)
{
    uint32_t shared = all_registers(program) & ~SCHEMA_OWN_REGISTERS & ~1u;
    if (shared)
        text_add(out, "/* Registers that all functions share. */\n");
    schema_compile_registers(shared, "static uint32_t R#;\n", out);
    text_add(out, "\nstatic void ae_reset_registers(void)\n{\n");
    schema_compile_registers(shared, "    R# = 0;\n", out);
    text_add(out, "}\n");
    if (program->paper)
        return;
    text_add(out, "\nstatic void ae_keep_registers(uint32_t *values)\n{\n    (void)values;\n");
    schema_compile_registers(shared, "    values[#] = R#;\n", out);
    text_add(out, "}\n\nstatic void ae_restore_registers(const uint32_t *values)\n{\n    (void)values;\n");
    schema_compile_registers(shared, "    R# = values[#];\n", out);
    text_add(out, "}\n");
}

/* ---- The whole ---- */

static void add_constants(const struct abstract *program, struct text *out)
{
    text_printf(out, "#define AE_BIG_ENDIAN %d\n", program->big_endian);
    if (program->paper) {
        text_printf(out, "#define AE_MAIN %uu\n", program->main);
    } else {
        text_add(out, "static const unsigned char ae_identity[8] = {");
        for (size_t i = 0; i < AE_IDENTITY; i++)
            text_printf(out, i ? ", 0x%02x" : "0x%02x", program->schema->identity[i]);
        text_add(out, "};\n");
    }
}

void schema_compile(const struct abstract *program, struct text *out)
{
    text_add(out, schema_compiled_head);
    text_add(out, schema_compiled_interface);
    text_add(out, schema_compiled_macros);
    add_constants(program, out);
    add_functions(program, out);
    add_entries(program, out);
    add_registers(program, out);
    text_add(out, schema_compiled_common);
    text_add(out, program->paper ? schema_compiled_paper : schema_compiled_region);
    text_add(out, "\n/* ---- The functions of the schema ---- */\n");
    for (uint32_t i = 0; i < program->function_count; i++)
        schema_compile_function(program, i, out);
    add_code(program, out);
    text_add(out, schema_compiled_recreate);
}

void schema_compile_header(struct text *out)
{
    text_add(out, "/* ae_recreate.h - the interface of what clew aec makes: see ae_recreate(3). */\n"
                  "#ifndef AE_RECREATE_H\n#define AE_RECREATE_H\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    text_add(out, schema_compiled_interface);
    text_add(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

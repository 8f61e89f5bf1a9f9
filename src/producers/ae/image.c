/* image.c - the instrumented image of a function, and its schema.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Register 23 points at the next free byte of the events. The buffer is placed so that bit 20 of the pointer shows whether there is room. The check takes 3
 * instructions, at the first event of a block and after calls; each event takes 3 (Larus 1990, section 4.1.2 and appendix A). */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

struct image {
    struct unit *unit;
    struct program *program;
    struct function *function;
    struct text *out, *schema;
    size_t uneventful;              /* instructions not yet written to the schema */
    size_t unchecked;               /* bytes of events since the last check; SIZE_MAX: none in this block yet */
    size_t label;                   /* index of the next one in function->labels */
    struct error *error;
};

enum { SLACK = 60000 };             /* bytes of events that may follow a check; the buffer has more beyond its end */

static bool wrong(struct image *image, uint32_t at, const char *what)
{
    const struct instruction *it = &image->function->code[at];
    return unit_error(image->unit, image->function, it->line, image->error, "%s: '%.*s'", what, STR(it->text));
}

/* ---- Recording ---- */

static void write_check(struct image *image, size_t bytes)
{
    if (image->unchecked != SIZE_MAX && image->unchecked + bytes < SLACK) {
        image->unchecked += bytes;
        return;
    }
    size_t label = image->unit->instrumented_labels++;
    text_printf(image->out, "\tsll\t$1,$23,11\n\tbgez\t$1,$Lae_k%zu\n\tmove\t$1,$31\n\tjal\t__ae_flush\n\tnop\n$Lae_k%zu:\n", label, label);
    image->unchecked = bytes;
}

/* after_load: on MIPS I the next instruction cannot read the register yet. */
static void write_value(struct image *image, unsigned reg, bool after_load)
{
    bool checked = image->unchecked == SIZE_MAX;
    bool little = image->unit->little_endian;
    write_check(image, 4);
    if (after_load && image->unit->old && !checked)
        text_add(image->out, "\tnop\n");
    text_printf(image->out, "\t%s\t$%u,0($23)\n\t%s\t$%u,3($23)\n\taddiu\t$23,$23,4\n", little ? "swr" : "swl", reg, little ? "swl" : "swr", reg);
}

static void write_number(struct image *image, uint32_t number, bool wide)
{
    write_check(image, wide ? 2 : 1);
    text_printf(image->out, "\tli\t$1,%u\n", number);
    if (wide)
        text_printf(image->out, "\tsb\t$1,%d($23)\n\tsrl\t$1,$1,8\n\tsb\t$1,%d($23)\n", image->unit->little_endian ? 0 : 1, image->unit->little_endian ? 1 : 0);
    else
        text_add(image->out, "\tsb\t$1,0($23)\n");
    text_printf(image->out, "\taddiu\t$23,$23,%d\n", wide ? 2 : 1);
}

/* ---- The schema ---- */

static void write_uneventful(struct image *image)
{
    if (image->uneventful > 0)
        text_printf(image->schema, "uneventful_inst x%zu\n", image->uneventful);
    image->uneventful = 0;
}

static void write_operand(struct image *image, const struct mips_operand *operand)
{
    text_printf(image->schema, " #%c", (char)operand->sort);
    if (operand->sort == SORT_REGISTER)
        text_printf(image->schema, "%u", operand->reg);
    else if (operand->sort == SORT_INTEGER)
        text_printf(image->schema, "%lld", (long long)operand->value);
    else
        program_write_symbol(image->program, image->unit, operand->symbol, image->schema);
}

static void write_compute(struct image *image, const struct instruction *it)
{
    unsigned reg = (unsigned)__builtin_ctz(it->defined);
    text_printf(image->schema, "compute_defn_%c R%u", it->binary ? '2' : '1', reg);
    write_operand(image, &it->first);
    if (it->binary) {
        text_printf(image->schema, " %s", it->binary);
        write_operand(image, &it->second);
    }
    text_byte(image->schema, '\n');
}

static void write_reference(struct image *image, const struct instruction *it)
{
    text_add(image->schema, it->kind == MIPS_LOAD ? "load_inst" : "store_inst");
    if (it->first.sort == SORT_INTEGER)
        text_printf(image->schema, " %lld", (long long)it->first.value);
    else
        write_operand(image, &it->first);
    text_printf(image->schema, "(#R%u)\n", it->base);
}

static void write_recorded(struct image *image, uint32_t at)
{
    const struct instruction *it = &image->function->code[at];
    uint32_t recorded = image->function->needed.recorded[at];
    bool load = it->kind == MIPS_LOAD || it->kind == MIPS_DEFINE;
    for (unsigned reg = 1; reg < MIPS_REGISTERS; reg++)
        if (recorded >> reg & 1) {
            write_uneventful(image);
            write_value(image, reg, load);
            text_printf(image->schema, "unknown_defn R%u x0\n", reg);
        }
}

/* ---- Loops ---- */

static bool loop_has(const struct graph *graph, uint32_t loop, uint32_t block)
{
    for (uint32_t l = graph->blocks[block].loop; l != NONE; l = graph->loops[l].outer)
        if (l == loop)
            return true;
    return false;
}

/* For each edge from b writes the loops that it leaves, innermost first; then the loop whose header it leads to, as an entry or as a further iteration. */
static void write_annotations(struct image *image, uint32_t b)
{
    const struct graph *graph = &image->function->graph;
    const struct block *block = &graph->blocks[b];
    for (uint32_t s = 0; block->reachable && s < block->successors; s++) {
        uint32_t to = graph->edges[block->successor + s], inner = graph->blocks[to].loop;
        if (s > 0 && to == graph->edges[block->successor])
            continue;
        for (uint32_t l = block->loop; l != NONE && !loop_has(graph, l, to); l = graph->loops[l].outer)
            text_printf(image->schema, " %%loop_exit(%u %u)", to, l);
        if (inner != NONE && graph->loops[inner].header == to)
            text_printf(image->schema, " %%loop_%s(%u %u)", loop_has(graph, inner, b) ? "back" : "entry", to, inner);
    }
}

/* ---- Code ---- */

/* Code labels belong to the original image; in this image they end in $ae. */
static void write_text(struct image *image, struct str text)
{
    size_t from = 0, at;
    text_byte(image->out, '\t');
    while ((at = str_find(str_cut(text, from, text.size), str_of("$L"))) != SIZE_MAX) {
        struct str name = unit_label_name(str_cut(text, from + at, text.size));
        uint32_t symbol = unit_find(image->unit, name);
        text_append(image->out, str_cut(text, from, at + name.size));
        if (symbol != NONE && image->unit->symbols[symbol].function != NONE)
            text_add(image->out, "$ae");
        from += at + name.size;
    }
    text_append(image->out, str_cut(text, from, text.size));
    text_byte(image->out, '\n');
}

static void write_labels(struct image *image, uint32_t at)
{
    const struct function *function = image->function;
    for (; image->label < function->label_count && function->labels[image->label].at <= at; image->label++)
        text_printf(image->out, "%.*s$ae:\n", STR(image->unit->symbols[function->labels[image->label].symbol].name));
}

/* Control leaves the code with schema: stores the pointer to memory, then clears the flag IN (runtime.s). */
static void write_leave(struct image *image)
{
    text_add(image->out, "\tlui\t$1,%hi(__ae_ptr)\n\tsw\t$23,%lo(__ae_ptr)($1)\n\tsw\t$0,%lo(__ae_ptr+4)($1)\n");
}

static bool write_setjmp(struct image *image, uint32_t at)
{
    enum { SITES = 256 };
    unsigned site = image->unit->sites++;
    if (site >= SITES)
        return wrong(image, at, "cannot trace more than 256 calls of setjmp in one file");
    text_printf(image->out, "\tjal\t__ae_jumped\n\tli\t$4,%u\n", site);
    text_printf(image->schema, "call_setjmp %u x2\n", site);
    return true;
}

static bool write_external(struct image *image, uint32_t at)
{
    const struct instruction *it = &image->function->code[at];
    enum program_manner manner = it->kind == MIPS_CALL ? program_manner(it->target) : MANNER_PLAIN;
    if (manner == MANNER_REFUSED)
        return wrong(image, at, "cannot trace a call after which the program continues elsewhere");
    if (manner == MANNER_WARNED)
        program_warn(image->program, image->unit, image->function, it->target);
    if (manner == MANNER_LAST)
        text_add(image->out, "\tmove\t$1,$31\n\tjal\t__ae_flush\n\tnop\n");
    write_leave(image);
    write_text(image, it->text);
    text_add(image->out, "\tnop\n");
    if (manner == MANNER_SETJMP)
        return write_setjmp(image, at);
    text_add(image->out, "\tjal\t__ae_returned\n\tnop\n");
    if (it->kind == MIPS_CALL)
        text_printf(image->schema, "call_ext %.*s x2\n", STR(unit_schema_name(image->unit, it->target, false)));
    else
        text_add(image->schema, "call_indirect x2\n");
    return true;
}

static bool write_call(struct image *image, uint32_t at)
{
    const struct instruction *it = &image->function->code[at];
    const struct function *callee = it->kind == MIPS_CALL ? program_callee(image->program, image->unit, it->target) : NULL;
    write_uneventful(image);
    if (callee) {
        text_printf(image->out, "\tjal\t%.*s$ae\n\tnop\n", STR(it->target));
        text_printf(image->schema, "call_inst %.*s x2\n", STR(callee->name));
    } else if (!write_external(image, at)) {
        return false;
    }
    image->unchecked = SIZE_MAX;
    write_recorded(image, at);
    return true;
}

static void write_plain(struct image *image, uint32_t at)
{
    const struct instruction *it = &image->function->code[at];
    write_text(image, it->text);
    if (it->kind == MIPS_LOAD || it->kind == MIPS_STORE) {
        write_uneventful(image);
        write_reference(image, it);
    } else if (image->function->needed.computed[at]) {
        write_uneventful(image);
        write_compute(image, it);
    } else {
        image->uneventful++;
    }
    write_recorded(image, at);
}

static void write_terminator(struct image *image, uint32_t b)
{
    const struct graph *graph = &image->function->graph;
    const struct block *block = &graph->blocks[b];
    write_uneventful(image);
    if (block->terminator == NONE) {        /* falls through; the last block ends here after a call that does not return */
        text_printf(image->schema, b + 1 < graph->count ? "end_block %u x0" : "return x0", b);
        write_annotations(image, b);
        text_byte(image->schema, '\n');
        return;
    }
    const struct instruction *it = &image->function->code[block->terminator];
    const uint32_t *edges = graph->edges + block->successor;
    write_text(image, it->text);
    text_add(image->out, "\tnop\n");
    if (it->kind == MIPS_RETURN)
        text_add(image->schema, "return");
    else if (it->kind == MIPS_BRANCH)
        text_printf(image->schema, "end_block_cjump %u %u %u", b, edges[0], edges[block->successors - 1]);
    else if (it->kind == MIPS_JUMP)
        text_printf(image->schema, "end_block_jump %u %u", b, edges[0]);
    else
        text_printf(image->schema, "end_block_switch %u", b);
    for (uint32_t s = 0; it->kind == MIPS_JUMP_REGISTER && s < block->successors; s++)
        text_printf(image->schema, " %u", edges[s]);
    text_add(image->schema, " x2");
    write_annotations(image, b);
    text_byte(image->schema, '\n');
}

/* The recording code uses register 1. A few sequences of gcc's code (atomic operations) use it too: nothing may be recorded inside them. */
static bool check_scratch(struct image *image, const struct block *block)
{
    const struct function *function = image->function;
    const uint32_t scratch = 1u << MIPS_SCRATCH;
    uint32_t last = NONE;
    bool begun = false;
    for (uint32_t i = block->first; i < block->end; i++)
        if (function->code[i].mentions & scratch)
            last = i;
    for (uint32_t i = block->first; last != NONE && i <= last; i++) {
        const struct instruction *it = &function->code[i];
        bool uses = (it->kind != MIPS_COMPUTE && it->kind != MIPS_LOAD) || (it->first.sort == SORT_REGISTER && it->first.reg == MIPS_SCRATCH) ||
                    (it->second.sort == SORT_REGISTER && it->second.reg == MIPS_SCRATCH) || it->base == MIPS_SCRATCH;
        if (it->mentions & scratch && !begun && (uses || !(it->defined & scratch)))
            return wrong(image, i, "register 1 is used, but ae-cc needs it");
        begun |= (it->mentions & scratch) != 0;
        if (begun && i < last && (function->needed.recorded[i] || it->kind == MIPS_CALL || it->kind == MIPS_CALL_REGISTER))
            return wrong(image, i, "register 1 is in use where ae-cc must record something");
    }
    return true;
}

static bool write_block(struct image *image, uint32_t b)
{
    struct function *function = image->function;
    const struct block *block = &function->graph.blocks[b];
    uint32_t end = block->terminator == NONE ? block->end : block->terminator;
    image->unchecked = SIZE_MAX;
    text_printf(image->schema, "start_block%s %u\n", block->target ? "_target" : "", b);
    if (!check_scratch(image, block))
        return false;
    if (block->end > block->first || block->end == function->count)
        write_labels(image, block->first);
    if (block->target)
        write_number(image, b, function->graph.count > 256);
    for (unsigned reg = 1; b == 0 && reg < MIPS_REGISTERS; reg++)
        if (function->needed.entry >> reg & 1) {
            write_value(image, reg, false);
            text_printf(image->schema, "unknown_defn R%u x0\n", reg);
        }
    for (uint32_t i = block->first; i < end; i++) {
        bool call = function->code[i].kind == MIPS_CALL || function->code[i].kind == MIPS_CALL_REGISTER;
        write_labels(image, i);
        if (!call)
            write_plain(image, i);
        else if (!write_call(image, i++))       /* and skips its delay slot */
            return false;
    }
    write_terminator(image, b);
    return true;
}

/* ---- The function ---- */

/* Writes the stub under the function's public symbol: it enters through the runtime (runtime.s). */
static void write_stub(struct image *image)
{
    const struct function *function = image->function;
    const struct symbol *symbol = &image->unit->symbols[function->symbol];
    size_t number = image->unit->instrumented_labels++;
    struct str name = function->symbol_name;
    text_printf(image->out, "\t.align\t2\n\t.type\t%.*s,@function\n", STR(name));
    if (!function->named || !str_equal(name, function->name))
        text_printf(image->out, "\t.globl\t%.*s\n\t.type\t%.*s,@function\n%.*s:\n", STR(function->name), STR(function->name), STR(function->name));
    if (symbol->weak)
        text_printf(image->out, "\t.globl\t__aes_%.*s\n__aes_%.*s:\n", STR(function->name), STR(function->name));
    text_printf(image->out, "%.*s:\n$Lae_s%zu:\n\tlui\t$24,%%hi($Lae_s%zu)\n\tlui\t$25,%%hi($Lae_e%zu)\n\taddiu\t$24,$24,%%lo($Lae_s%zu)\n", STR(name), number,
                number, number, number);
    text_printf(image->out, "\tj\t__ae_enter\n\taddiu\t$25,$25,%%lo($Lae_e%zu)\n\t.size\t%.*s,.-%.*s\n", number, STR(name), STR(name));
    if (symbol->global)
        text_printf(image->out, "\t.%s\t%.*s$ae\n", symbol->weak ? "weak" : "globl", STR(name));
    text_printf(image->out, "\t.type\t%.*s$ae,@function\n%.*s$ae:\n$Lae_e%zu:\n", STR(name), STR(name), number);
}

bool image_write(struct unit *unit, struct program *program, struct function *function, struct text *out, struct error *error)
{
    struct image image = {.unit = unit, .program = program, .function = function, .out = out, .schema = &function->schema, .error = error};
    struct str name = function->symbol_name;
    text_printf(image.schema, "start_function %.*s %u\n", STR(function->name), function->graph.count);
    write_stub(&image);
    for (uint32_t b = 0; b < function->graph.count; b++)
        if (!write_block(&image, b))
            return false;
    text_printf(out, "\tbreak\n\t.size\t%.*s$ae,.-%.*s$ae\n", STR(name), STR(name));
    text_printf(image.schema, "end_function %.*s\n", STR(function->name));
    return true;
}

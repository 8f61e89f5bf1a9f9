/* coverage.c - FC, CC and BBC: bits that code sets when control reaches it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Call sites (CC) and blocks (BBC) have two arrays of bytes each: one on the stack for the activation, one global for the program. */
#include "csi.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

struct arrays {
    LLVMTypeRef type;
    LLVMValueRef local, global;
};

/* The start of the function. (Its entry block has no landing pad and no phis.) */
static LLVMValueRef entry(const struct function *function)
{
    return shape_block_start(LLVMGetEntryBasicBlock(function->value));
}

static LLVMValueRef set_bit(struct module *module, LLVMTypeRef type, LLVMValueRef array, uint64_t index)
{
    LLVMValueRef path[2] = {LLVMConstInt(module->i32, 0, 0), LLVMConstInt(module->i32, index, 0)};
    LLVMValueRef address = LLVMBuildInBoundsGEP2(module->builder, type, array, path, 2, "");
    return LLVMBuildStore(module->builder, LLVMConstInt(module->i8, 1, 0), address);
}

/* The stack's bit must be right whenever the program stops, so its store is volatile; the global one may come a little later. */
static void probe(struct module *module, const struct arrays *arrays, uint64_t index)
{
    LLVMSetVolatile(set_bit(module, arrays->type, arrays->local, index), 1);
    LLVMValueRef store = set_bit(module, arrays->type, arrays->global, index);
    LLVMSetOrdering(store, LLVMAtomicOrderingUnordered);
    LLVMSetAlignment(store, 1);
}

/* Zeroes the bytes. For few of them it avoids memset, which is a call in unoptimised code. */
static void clear(struct module *module, LLVMValueRef array, uint64_t count)
{
    LLVMBuilderRef builder = module->builder;
    if (count > 64) {
        LLVMBuildMemSet(builder, array, LLVMConstInt(module->i8, 0, 0), LLVMConstInt(module->i64, count, 0), 1);
        return;
    }
    LLVMValueRef bytes = LLVMBuildBitCast(builder, array, LLVMPointerType(module->i8, 0), "");
    for (uint64_t at = 0, size; at < count; at += size) {
        for (size = 8; size > count - at;)
            size /= 2;
        LLVMTypeRef type = LLVMIntTypeInContext(module->context, (unsigned)size * 8);
        LLVMValueRef index = LLVMConstInt(module->i64, at, 0), place = LLVMBuildInBoundsGEP2(builder, module->i8, bytes, &index, 1, "");
        LLVMValueRef store = shape_store(module, LLVMConstNull(type), LLVMBuildBitCast(builder, place, LLVMPointerType(type, 0), ""));
        LLVMSetAlignment(store, 1);
    }
}

static struct arrays make_arrays(struct module *module, const struct function *function, const char *kind, uint64_t count, struct buffer *text)
{
    struct arrays arrays = {.type = LLVMArrayType(module->i8, (unsigned)count)};
    char *name = text_print("__%s_arr", kind);
    size_t size;
    arrays.global = variables_global(module, function, kind, count);
    const char *global = LLVMGetValueName2(arrays.global, &size);
    LLVMValueRef before = entry(function);
    shape_at(module, before);
    arrays.local = LLVMBuildAlloca(module->builder, arrays.type, name);
    clear(module, arrays.local, count);
    shape_barrier(module);
    variables_local(module, function, arrays.local, name, variables_array(module, variables_boolean(module, kind), count, 8), before);
    buffer_print(text, "#%s|%.*s\n", function->name, (int)size, global);
    return arrays;
}

void coverage_functions(struct module *module, const struct function *function)
{
    struct buffer text = {0};
    LLVMValueRef global = variables_global(module, function, "FC", 0);
    size_t size;
    const char *name = LLVMGetValueName2(global, &size);
    shape_at(module, entry(function));
    LLVMValueRef store = LLVMBuildStore(module->builder, LLVMConstInt(module->i8, 1, 0), global);
    LLVMSetOrdering(store, LLVMAtomicOrderingUnordered);
    LLVMSetAlignment(store, 1);
    buffer_print(&text, "#%s|%.*s\n", function->name, (int)size, name);
    variables_section(module, function, ".debug_FC", &text);
    free(text.data);
}

/* ---- Calls ---- */

static LLVMValueRef callee(LLVMValueRef call)
{
    LLVMValueRef value = LLVMGetCalledValue(call);
    while (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMBitCast)
        value = LLVMGetOperand(value, 0);
    return value;
}

bool is_probe_target(LLVMValueRef call)
{
    if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
        return false;
    LLVMValueRef value = callee(call);
    return !LLVMIsAInlineAsm(value) && !(LLVMIsAFunction(value) && LLVMGetIntrinsicID(value) != 0);
}

struct site {
    LLVMValueRef call;
    size_t block;                   /* the number of its block in the function */
    bool probed;
};

struct sites {
    struct site *items;
    size_t count, capacity, blocks;
};

/* False for a tail call: no code after it could set a bit. */
static bool can_probe(LLVMValueRef call)
{
    return LLVMIsAInvokeInst(call) || shape_block_end(LLVMGetInstructionParent(call)) != call;
}

static struct sites find_sites(LLVMValueRef function)
{
    struct sites sites = {0};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block), sites.blocks++) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            if (!is_probe_target(at))
                continue;
            sites.items = memory_grow(sites.items, &sites.capacity, sites.count + 1, sizeof *sites.items);
            sites.items[sites.count++] = (struct site){at, sites.blocks, can_probe(at)};
        }
    }
    return sites;
}

/* Levels 1 and 2: the first call of a block represents the block's other calls. */
static void choose_sites(const struct csi_options *options, LLVMValueRef function, struct sites *sites)
{
    bool *wanted = memory_get(sites->blocks, sizeof *wanted);
    for (size_t i = 0; i < sites->count; i++)
        wanted[sites->items[i].block] |= sites->items[i].probed;
    if (options->level >= 2)
        probes_reduce(function, wanted, options->complete);
    for (size_t i = 0; i < sites->count; i++) {
        struct site *site = &sites->items[i];
        site->probed = site->probed && wanted[site->block];
        if (site->probed)
            wanted[site->block] = false;
    }
    free(wanted);
}

static void write_site(struct buffer *text, const struct site *site, uint64_t index, uint64_t without)
{
    LLVMValueRef value = callee(site->call);
    const char *name = "?";
    size_t size = 1;
    if (LLVMIsAFunction(value))
        name = LLVMGetValueName2(value, &size);
    if (site->probed)
        buffer_print(text, "%lu|CC%lu", (unsigned long)index, (unsigned long)index);
    else
        buffer_print(text, "-%lu|", (unsigned long)without);
    buffer_print(text, "|%u|%.*s\n", LLVMInstructionGetDebugLoc(site->call) ? LLVMGetDebugLocLine(site->call) : 0, (int)size, name);
}

/* The place after the call. For an invoke it is the start of its normal successor, in a new block if that has other predecessors. */
static LLVMValueRef behind(struct module *module, LLVMValueRef call)
{
    if (!LLVMIsAInvokeInst(call))
        return LLVMGetNextInstruction(call);
    LLVMBasicBlockRef next = LLVMGetNormalDest(call);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(next));
    if (LLVMGetNextUse(use))
        next = shape_cut_edge(module, LLVMGetInstructionParent(call), 0);
    return shape_block_start(next);
}

void coverage_calls(struct module *module, const struct function *function)
{
    struct sites sites = find_sites(function->value);
    if (module->options->level >= 1)
        choose_sites(module->options, function->value, &sites);
    uint64_t probes = 0, index = 0, without = 0;
    for (size_t i = 0; i < sites.count; i++)
        probes += sites.items[i].probed;
    if (probes) {
        struct buffer text = {0};
        struct arrays arrays = make_arrays(module, function, "CC", probes, &text);
        for (size_t i = 0; i < sites.count; i++) {
            if (!sites.items[i].probed)
                continue;
            write_site(&text, &sites.items[i], index, 0);
            shape_at(module, behind(module, sites.items[i].call));
            probe(module, &arrays, index++);
        }
        for (size_t i = 0; i < sites.count; i++)
            if (!sites.items[i].probed)
                write_site(&text, &sites.items[i], 0, ++without);
        variables_section(module, function, ".debug_CC", &text);
        free(text.data);
    }
    free(sites.items);
}

/* ---- Blocks ---- */

static void write_block(struct module *module, struct buffer *text, LLVMBasicBlockRef block, const char *index)
{
    buffer_print(text, "%s", index);
    variables_lines(module, block, text);
    buffer_add(text, "\n", 1);
}

/* The suffix of a label. None, as in csi-cc 1.3 and 1.4: csi-cc's names, and a bit set at the start of its block. A suffix marks a difference from that. */
static const char *meaning(const struct csi_options *options)
{
    return options->completed ? ":completed" : options->documented_names ? ":entered" : "";
}

/* False if the block ends in a musttail call: no code may come after it. */
static bool has_end(LLVMBasicBlockRef block)
{
    return shape_block_end(block) == LLVMGetBasicBlockTerminator(block);
}

/* Moves the builder to where all of the block has run: after the invoke that ends it, or before its terminator. The barrier keeps memory accesses before it. */
static void go_to_end(struct module *module, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    shape_at(module, LLVMIsAInvokeInst(end) ? behind(module, end) : end);
    shape_barrier(module);
}

struct blocks {
    LLVMBasicBlockRef *items;               /* before edges are cut */
    bool *probed;
    size_t count;
    uint64_t probes;
};

/* A block can answer only for the starts of other blocks: for their ends (completed) each block has its own probe. */
static struct blocks find_blocks(const struct csi_options *options, LLVMValueRef function)
{
    struct blocks blocks = {.count = LLVMCountBasicBlocks(function)};
    size_t i = 0;
    blocks.items = memory_get(blocks.count, sizeof *blocks.items);
    blocks.probed = memory_get(blocks.count, sizeof *blocks.probed);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block), i++) {
        blocks.items[i] = block;
        blocks.probed[i] = !options->completed || has_end(block);
    }
    if (options->level >= 1 && !options->completed)
        probes_reduce(function, blocks.probed, options->complete);
    for (i = 0; i < blocks.count; i++)
        blocks.probes += blocks.probed[i];
    return blocks;
}

static char *next_label(uint64_t *index, const char *means)
{
    unsigned long number = (unsigned long)(*index)++;
    return text_print("%lu|BBC%lu%s", number, number, means);
}

static void probe_blocks(struct module *module, const struct function *function, const struct blocks *blocks)
{
    struct buffer text = {0};
    LLVMValueRef start = entry(function);
    struct arrays arrays = make_arrays(module, function, "BBC", blocks->probes, &text);
    const char *means = meaning(module->options);
    uint64_t index = 0, without = 0;
    for (size_t i = 0; i < blocks->count; i++)
        if (blocks->probed[i])
            write_block(module, &text, blocks->items[i], next_label(&index, means));
    for (size_t i = 0; i < blocks->count; i++)
        if (!blocks->probed[i])
            write_block(module, &text, blocks->items[i], text_print("-%lu|", (unsigned long)++without));
    index = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        if (!blocks->probed[i])
            continue;
        if (module->options->completed)
            go_to_end(module, blocks->items[i]);
        else
            shape_at(module, i == 0 ? start : shape_block_start(blocks->items[i]));
        probe(module, &arrays, index++);
    }
    variables_section(module, function, ".debug_BBC", &text);
    free(text.data);
}

void coverage_blocks(struct module *module, const struct function *function)
{
    struct blocks blocks = find_blocks(module->options, function->value);
    if (blocks.probes)
        probe_blocks(module, function, &blocks);
    free(blocks.items);
    free(blocks.probed);
}

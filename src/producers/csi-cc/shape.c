/* shape.c - cuts edges, splits landing pads, finds places for code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "csi.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

/* The C interface cannot change a phi's predecessor, so a new phi replaces it. Of several edges from `old` it renames one. */
static void rename_one_edge(struct module *module, LLVMValueRef phi, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
    LLVMPositionBuilderBefore(module->builder, phi);
    LLVMSetCurrentDebugLocation2(module->builder, LLVMInstructionGetDebugLoc(phi));
    LLVMValueRef copy = LLVMBuildPhi(module->builder, LLVMTypeOf(phi), "");
    bool renamed = false;
    for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        if (block == old && !renamed) {
            block = new;
            renamed = true;
        }
        LLVMAddIncoming(copy, &value, &block, 1);
    }
    LLVMReplaceAllUsesWith(phi, copy);
    LLVMInstructionEraseFromParent(phi);
}

static void rename_edge(struct module *module, LLVMBasicBlockRef target, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
    LLVMValueRef next, at = LLVMGetFirstInstruction(target);
    for (; at && LLVMIsAPHINode(at); at = next) {
        next = LLVMGetNextInstruction(at);
        rename_one_edge(module, at, old, new);
    }
}

LLVMBasicBlockRef shape_cut_edge(struct module *module, LLVMBasicBlockRef source, unsigned successor)
{
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(source);
    LLVMBasicBlockRef target = LLVMGetSuccessor(terminator, successor);
    LLVMBasicBlockRef cut = LLVMAppendBasicBlockInContext(module->context, LLVMGetBasicBlockParent(source), "");
    LLVMMoveBasicBlockAfter(cut, source);
    LLVMPositionBuilderAtEnd(module->builder, cut);
    LLVMSetCurrentDebugLocation2(module->builder, NULL);
    LLVMBuildBr(module->builder, target);
    LLVMSetSuccessor(terminator, successor, cut);
    rename_edge(module, target, source, cut);
    return cut;
}

static LLVMValueRef landing_pad(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (at && LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    return at && LLVMIsALandingPadInst(at) ? at : NULL;
}

struct pads {
    LLVMBasicBlockRef *blocks;
    size_t count, capacity;
};

static void pads_add(struct pads *pads, LLVMBasicBlockRef block)
{
    pads->blocks = memory_grow(pads->blocks, &pads->capacity, pads->count + 1, sizeof *pads->blocks);
    pads->blocks[pads->count++] = block;
}

/* The invokes that unwind to `block`. */
static struct pads unwinders(LLVMBasicBlockRef block)
{
    struct pads from = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInvokeInst(user) && LLVMGetUnwindDest(user) == block)
            pads_add(&from, LLVMGetInstructionParent(user));
    }
    return from;
}

/* Copies the pad into a new block, which continues to the rest of the pad's block. */
static LLVMValueRef copy_pad(struct module *module, LLVMBasicBlockRef block, LLVMValueRef pad)
{
    LLVMBasicBlockRef own = LLVMAppendBasicBlockInContext(module->context, LLVMGetBasicBlockParent(block), "");
    LLVMValueRef copy = LLVMInstructionClone(pad);
    LLVMMoveBasicBlockBefore(own, block);
    LLVMPositionBuilderAtEnd(module->builder, own);
    LLVMSetCurrentDebugLocation2(module->builder, LLVMInstructionGetDebugLoc(pad));
    LLVMInsertIntoBuilder(module->builder, copy);
    LLVMSetCurrentDebugLocation2(module->builder, NULL);
    LLVMBuildBr(module->builder, block);
    return copy;
}

/* Makes each invoke unwind to its own copy of the pad. Where the copies meet, a phi merges what they caught. */
static void part(struct module *module, LLVMBasicBlockRef block, LLVMValueRef pad)
{
    struct pads from = unwinders(block);
    LLVMValueRef *copies = memory_get(from.count, sizeof *copies);
    for (size_t i = 0; from.count > 1 && i < from.count; i++) {
        copies[i] = copy_pad(module, block, pad);
        LLVMSetUnwindDest(LLVMGetBasicBlockTerminator(from.blocks[i]), LLVMGetInstructionParent(copies[i]));
        rename_edge(module, block, from.blocks[i], LLVMGetInstructionParent(copies[i]));
    }
    if (from.count > 1) {
        LLVMPositionBuilderBefore(module->builder, pad);
        LLVMSetCurrentDebugLocation2(module->builder, LLVMInstructionGetDebugLoc(pad));
        LLVMValueRef merged = LLVMBuildPhi(module->builder, LLVMTypeOf(pad), "");
        for (size_t i = 0; i < from.count; i++) {
            LLVMBasicBlockRef own = LLVMGetInstructionParent(copies[i]);
            LLVMAddIncoming(merged, &copies[i], &own, 1);
        }
        LLVMReplaceAllUsesWith(pad, merged);
        LLVMInstructionEraseFromParent(pad);
    }
    free(copies);
    free(from.blocks);
}

void shape_landing_pads(struct module *module, LLVMValueRef function)
{
    struct pads pads = {0};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        if (landing_pad(block))
            pads_add(&pads, block);
    for (size_t i = 0; i < pads.count; i++)
        part(module, pads.blocks[i], landing_pad(pads.blocks[i]));
    free(pads.blocks);
}

LLVMValueRef shape_block_start(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    return LLVMIsALandingPadInst(at) ? LLVMGetNextInstruction(at) : at;
}

/* The C interface does not distinguish musttail from tail, but the text does: "%x = musttail call ...". */
static bool is_musttail(LLVMValueRef call)
{
    if (!LLVMIsACallInst(call) || !LLVMIsTailCall(call))
        return false;
    char *text = LLVMPrintValueToString(call), *at = text;
    while (*at == ' ')
        at++;
    if (*at == '%' && strstr(at, " = "))
        at = strstr(at, " = ") + 3;
    bool found = strncmp(at, "musttail ", 9) == 0;
    LLVMDisposeMessage(text);
    return found;
}

/* Code must not separate a musttail call, a possible cast, and the return. */
LLVMValueRef shape_block_end(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsAReturnInst(end))
        return end;
    LLVMValueRef before = LLVMGetPreviousInstruction(end);
    if (before && LLVMIsABitCastInst(before))
        before = LLVMGetPreviousInstruction(before);
    return before && is_musttail(before) ? before : end;
}

void shape_at(struct module *module, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(module->builder, instruction);
    LLVMSetCurrentDebugLocation2(module->builder, NULL);
}

void shape_barrier(struct module *module)
{
    LLVMBuildCall2(module->builder, module->barrier_type, module->barrier, NULL, 0, "");
}

LLVMValueRef shape_store(struct module *module, LLVMValueRef value, LLVMValueRef address)
{
    LLVMValueRef store = LLVMBuildStore(module->builder, value, address);
    LLVMSetVolatile(store, 1);
    return store;
}

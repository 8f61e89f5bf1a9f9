/* variants.c - gives functions their mechanisms; copies those that get several sets.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A function f with several sets becomes f$none, f$CC, f$CC$PT, one variant for each set. f itself only chooses: it reads the integer
 * __CSI_inst_FILE_f and calls the variant of that number. LLVM's C interface cannot copy functions. So csi-cc reads the module once more for
 * each further variant, makes everything in that copy except the variant give way to the existing definitions, and links the copy in. */
#include "csi.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

static const LLVMAttributeIndex function_index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

/* ---- The mechanisms of a function ---- */

static bool has_attribute(LLVMValueRef value, bool call, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return (call ? LLVMGetCallSiteEnumAttribute(value, function_index, kind)
                 : LLVMGetEnumAttributeAtIndex(value, function_index, kind)) != NULL;
}

struct facts {
    bool calls, returns_twice, computed_jump, straight;
};

static struct facts look(LLVMValueRef function)
{
    struct facts facts = {0};
    facts.straight = LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function))) == 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            if (!is_probe_target(at))
                continue;
            LLVMValueRef callee = LLVMGetCalledValue(at);
            facts.calls = true;
            facts.returns_twice |= has_attribute(at, true, "returns_twice") ||
                                   (LLVMIsAFunction(callee) && has_attribute(callee, false, "returns_twice"));
        }
        facts.computed_jump |= LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(block)) != NULL;
    }
    return facts;
}

/* Drops the mechanisms that would give no information, or false information. */
static unsigned filter(unsigned set, const struct facts *facts)
{
    if (set & MECHANISM_BBC)
        set &= ~(unsigned)(MECHANISM_CC | MECHANISM_FC);
    if (!facts->calls)
        set &= ~(unsigned)MECHANISM_CC;
    if (facts->straight || facts->returns_twice)
        set &= ~(unsigned)MECHANISM_PT;
    return set;
}

/* Chooses the sets of a function. False: leave the function alone. *one_path: see struct function; false for variants, as one may deliberately have nothing. */
static bool choose(const struct module *module, LLVMValueRef function, struct rule *result, bool *one_path)
{
    size_t size;
    const char *name = LLVMGetValueName2(function, &size);
    *result = (struct rule){0};
    if (LLVMIsDeclaration(function) || !LLVMGetSubprogram(function) || LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage ||
        has_attribute(function, false, "naked"))
        return false;
    const struct rule *rule = schema_find(&module->options->schema, name);
    if (!rule) {
        warn(module, "no rule in the schema matches %s: not instrumented", name);
        return false;
    }
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)name[i] < ' ') {
            warn(module, "%s has a name that metadata cannot hold: not instrumented", name);
            return false;
        }
    struct facts facts = look(function);
    bool traced = false;
    for (unsigned i = 0; i < rule->count; i++) {
        set_add(result, module->options->filter ? filter(rule->sets[i], &facts) : rule->sets[i]);
        traced |= (rule->sets[i] & MECHANISM_PT) != 0;
    }
    *one_path = traced && result->count == 1 && facts.straight && !facts.returns_twice && module->options->filter;
    if (traced && facts.returns_twice && !facts.straight && module->options->filter)
        warn(module, "%s calls setjmp or a similar function, after which its path is uncertain: no path tracing", name);
    if (result->count > 1 && (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || facts.computed_jump)) {
        warn(module, "%s %s: it cannot have variants and is not instrumented", name,
             facts.computed_jump ? "jumps to computed addresses" : "takes a variable number of arguments");
        return false;
    }
    return true;
}

/* ---- Copies ---- */

/* Visits functions, variables and aliases alike. */
static void each_global(LLVMModuleRef module, void (*visit)(LLVMValueRef, void *), void *context)
{
    for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
        visit(at, context);
    for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
        visit(at, context);
    for (LLVMValueRef at = LLVMGetFirstGlobalAlias(module); at; at = LLVMGetNextGlobalAlias(at))
        visit(at, context);
}

struct linkage {
    LLVMValueRef value;
    LLVMLinkage linkage;
};

struct linkages {
    struct linkage *items;
    size_t count, capacity, unnamed;
};

/* Makes a file's own names public for a while, so that uses in a copy find them. */
static void publish(LLVMValueRef value, void *context)
{
    struct linkages *saved = context;
    size_t size;
    LLVMLinkage linkage = LLVMGetLinkage(value);
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
        return;
    LLVMGetValueName2(value, &size);
    if (size == 0) {
        char *name = text_print("__CSI_unnamed_%zu", saved->unnamed++);
        LLVMSetValueName2(value, name, strlen(name));
    }
    saved->items = memory_grow(saved->items, &saved->capacity, saved->count + 1, sizeof *saved->items);
    saved->items[saved->count++] = (struct linkage){value, linkage};
    LLVMSetLinkage(value, LLVMExternalLinkage);
}

static void give_way(LLVMValueRef value, void *context)
{
    if (value != context && !LLVMIsDeclaration(value))
        LLVMSetLinkage(value, LLVMLinkOnceODRLinkage);
}

/* Drops globals that linking would append to those of the other module instead of replacing them. */
static void drop_appending(LLVMModuleRef module)
{
    LLVMValueRef next;
    for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = next) {
        next = LLVMGetNextGlobal(at);
        if (LLVMGetLinkage(at) == LLVMAppendingLinkage)
            LLVMDeleteGlobal(at);
    }
    LLVMSetModuleInlineAsm2(module, "", 0);
}

static void name_variant(LLVMValueRef function, const char *name)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    LLVMSetValueName2(function, name, strlen(name));
    LLVMSetComdat(function, NULL);
    if (linkage == LLVMExternalLinkage)
        return;
    LLVMSetVisibility(function, LLVMDefaultVisibility);
    LLVMSetLinkage(function, LLVMInternalLinkage);
}

/* Links a copy of `old` from the module's bitcode under the name `new`. NULL: LLVM refuses. */
static LLVMValueRef copy_function(struct module *module, LLVMMemoryBufferRef bitcode, const char *old, const char *new)
{
    LLVMModuleRef copy;
    if (LLVMParseBitcodeInContext2(module->context, bitcode, &copy))
        return NULL;
    LLVMValueRef function = LLVMGetNamedFunction(copy, old);
    LLVMSetValueName2(function, new, strlen(new));
    LLVMSetComdat(function, NULL);
    LLVMSetLinkage(function, LLVMExternalLinkage);
    drop_appending(copy);
    each_global(copy, give_way, function);
    /* A recursive call goes to the dispatcher. */
    LLVMValueRef self = LLVMAddFunction(copy, old, LLVMGlobalGetValueType(function));
    LLVMReplaceAllUsesWith(function, self);
    if (LLVMLinkModules2(module->module, copy))
        return NULL;
    return LLVMGetNamedFunction(module->module, new);
}

/* ---- The dispatcher ---- */

static void copy_attributes(LLVMValueRef from, LLVMValueRef call, LLVMAttributeIndex index)
{
    unsigned count = LLVMGetAttributeCountAtIndex(from, index);
    LLVMAttributeRef *list = memory_get(count, sizeof *list);
    LLVMGetAttributesAtIndex(from, index, list);
    for (unsigned i = 0; i < count; i++)
        LLVMAddCallSiteAttribute(call, index, list[i]);
    free(list);
}

/* Passes on the arguments unchanged, with their attributes: by value, memory for the result, and so on. */
static void call_variant(struct module *module, LLVMValueRef dispatcher, LLVMValueRef variant)
{
    unsigned count = LLVMCountParams(dispatcher);
    LLVMValueRef *arguments = memory_get(count, sizeof *arguments);
    LLVMTypeRef type = LLVMGlobalGetValueType(dispatcher);
    LLVMGetParams(dispatcher, arguments);
    /* Linking may have given the structures in a copy new types. */
    LLVMValueRef call = LLVMBuildCall2(module->builder, type, LLVMConstBitCast(variant, LLVMTypeOf(dispatcher)), arguments, count, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(variant));
    for (unsigned i = 0; i <= count; i++)
        copy_attributes(variant, call, i);
    LLVMSetTailCall(call, 1);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(module->builder);
    else
        LLVMBuildRet(module->builder, call);
    free(arguments);
}

/* Fills the empty function `to` with the choice of a variant. Number 0: the variant without mechanisms; others: their position in the list, from 1. */
static void dispatch(struct module *module, LLVMValueRef to, LLVMValueRef selector, const struct function *variants, unsigned count)
{
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(module->context, to, "");
    LLVMPositionBuilderAtEnd(module->builder, entry);
    LLVMSetCurrentDebugLocation2(module->builder, NULL);
    LLVMValueRef choice = LLVMBuildLoad2(module->builder, module->i32, selector, "");
    LLVMSetVolatile(choice, 1);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(module->context, to, "");
    LLVMValueRef list = LLVMBuildSwitch(module->builder, choice, first, count);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = i == 0 ? first : LLVMAppendBasicBlockInContext(module->context, to, "");
        LLVMAddCase(list, LLVMConstInt(module->i32, variants[i].mechanisms ? i + 1 : 0, 0), block);
        LLVMPositionBuilderAtEnd(module->builder, block);
        call_variant(module, to, variants[i].value);
    }
}

/* Makes an empty function that takes over the name and users of `old`. */
static LLVMValueRef take_over(struct module *module, LLVMValueRef old, const char *name, const char *new_name)
{
    LLVMLinkage linkage = LLVMGetLinkage(old);
    LLVMValueRef dispatcher = LLVMAddFunction(module->module, "", LLVMGlobalGetValueType(old));
    for (LLVMAttributeIndex index = function_index; index != LLVMCountParams(old) + 1; index++) {
        unsigned count = LLVMGetAttributeCountAtIndex(old, index);
        LLVMAttributeRef *list = memory_get(count, sizeof *list);
        LLVMGetAttributesAtIndex(old, index, list);
        for (unsigned i = 0; i < count; i++)
            LLVMAddAttributeAtIndex(dispatcher, index, list[i]);
        free(list);
    }
    LLVMSetFunctionCallConv(dispatcher, LLVMGetFunctionCallConv(old));
    LLVMSetVisibility(dispatcher, LLVMGetVisibility(old));
    LLVMSetUnnamedAddress(dispatcher, LLVMGetUnnamedAddress(old));
    LLVMSetComdat(dispatcher, LLVMGetComdat(old));
    LLVMReplaceAllUsesWith(old, dispatcher);
    name_variant(old, new_name);
    LLVMSetValueName2(dispatcher, name, strlen(name));
    LLVMSetLinkage(dispatcher, linkage);
    return dispatcher;
}

/* ---- All functions ---- */

struct plan {
    LLVMValueRef function;
    struct rule rule;
    bool one_path;
    char *name;
    struct function variants[MECHANISM_SETS];
};

static struct plan *plan_all(struct module *module, size_t *count)
{
    struct plan *plans = NULL;
    size_t capacity = 0;
    *count = 0;
    for (LLVMValueRef at = LLVMGetFirstFunction(module->module); at; at = LLVMGetNextFunction(at)) {
        struct rule rule;
        bool one_path;
        size_t size;
        if (!choose(module, at, &rule, &one_path))
            continue;
        plans = memory_grow(plans, &capacity, *count + 1, sizeof *plans);
        plans[(*count)++] = (struct plan){.function = at, .rule = rule, .one_path = one_path, .name = text_print("%s", LLVMGetValueName2(at, &size))};
    }
    return plans;
}

static bool copy_variants(struct module *module, struct plan *plans, size_t count)
{
    struct linkages saved = {0};
    each_global(module->module, publish, &saved);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module->module);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        for (unsigned k = 1; good && k < plans[i].rule.count; k++) {
            struct buffer name = {0};
            buffer_print(&name, "%s", plans[i].name);
            set_name(plans[i].rule.sets[k], &name);
            plans[i].variants[k].value = copy_function(module, bitcode, plans[i].name, name.data);
            good = plans[i].variants[k].value != NULL;
        }
    }
    for (size_t i = 0; i < saved.count; i++)
        LLVMSetLinkage(saved.items[i].value, saved.items[i].linkage);
    LLVMDisposeMemoryBuffer(bitcode);
    return good;
}

static void finish(struct module *module, struct plan *plan)
{
    const struct function original = {.value = plan->function, .subprogram = LLVMGetSubprogram(plan->function), .name = plan->name};
    unsigned count = plan->rule.count;
    LLVMValueRef selector = count > 1 ? variables_selector(module, &original, plan->rule.sets[0] == 0 ? 0 : 1) : NULL;
    LLVMLinkage linkage = LLVMGetLinkage(plan->function);
    plan->variants[0].value = plan->function;
    LLVMValueRef dispatcher = NULL;
    if (count > 1) {
        struct buffer name = {0};
        buffer_print(&name, "%s", plan->name);
        set_name(plan->rule.sets[0], &name);
        dispatcher = take_over(module, plan->function, plan->name, name.data);
    }
    for (unsigned k = 0; k < count; k++) {
        struct function *variant = &plan->variants[k];
        size_t size;
        if (k > 0 && linkage != LLVMExternalLinkage)
            LLVMSetLinkage(variant->value, LLVMInternalLinkage);
        *variant = (struct function){.value = variant->value,
                                     .subprogram = LLVMGetSubprogram(variant->value),
                                     .name = text_print("%s", LLVMGetValueName2(variant->value, &size)),
                                     .mechanisms = plan->rule.sets[k],
                                     .one_path = plan->one_path};
    }
    if (dispatcher)
        dispatch(module, dispatcher, selector, plan->variants, count);
}

struct function *variants_make(struct module *module, size_t *count)
{
    size_t planned, capacity = 0, several = 0;
    struct function *list = NULL;
    struct plan *plans = plan_all(module, &planned);
    *count = 0;
    for (size_t i = 0; i < planned; i++)
        several += plans[i].rule.count > 1;
    if (several && !copy_variants(module, plans, planned)) {
        complain("LLVM cannot link a function's copy");
        _Exit(1);
    }
    variables_begin(module);
    for (size_t i = 0; i < planned; i++) {
        finish(module, &plans[i]);
        for (unsigned k = 0; k < plans[i].rule.count; k++) {
            list = memory_grow(list, &capacity, *count + 1, sizeof *list);
            list[(*count)++] = plans[i].variants[k];
        }
    }
    free(plans);
    return list;
}

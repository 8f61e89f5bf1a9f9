/* instrument.c - one module of bitcode, from reading to writing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "csi.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>

#include <stdlib.h>
#include <string.h>

static bool read_module(struct module *module, const char *path)
{
    LLVMMemoryBufferRef bitcode;
    char *message;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &bitcode, &message)) {
        complain("%s: %s", path, message);
        return false;
    }
    if (LLVMParseBitcodeInContext2(module->context, bitcode, &module->module)) {
        complain("%s: LLVM " CLEW_LLVM " cannot read this clang's output: set CLEW_CLANG to clang " CLEW_LLVM " or older", path);
        return false;
    }
#if LLVM_VERSION_MAJOR == 19
    LLVMSetIsNewDbgInfoFormat(module->module, 1);       /* variables_local adds debug records; later versions have only those */
#endif
    return true;
}

static void prepare(struct module *module)
{
    module->builder = LLVMCreateBuilderInContext(module->context);
    module->i8 = LLVMInt8TypeInContext(module->context);
    module->i32 = LLVMInt32TypeInContext(module->context);
    module->i64 = LLVMInt64TypeInContext(module->context);
    module->barrier_type = LLVMFunctionType(LLVMVoidTypeInContext(module->context), NULL, 0, 0);
    static const char clobber[] = "~{memory}";
    char text[1] = "", constraint[sizeof clobber];
    memcpy(constraint, clobber, sizeof clobber);
    module->barrier = LLVMGetInlineAsm(module->barrier_type, text, 0, constraint, sizeof clobber - 1, 1, 0, LLVMInlineAsmDialectATT, 0);
    module->record_kind = LLVMGetMDKindIDInContext(module->context, "csi.record", 10);
}

/* Coverage comes first: it numbers the program's own blocks, and tracing adds blocks. */
static void instrument(struct module *module, const struct function *function)
{
    shape_landing_pads(module, function->value);
    if (function->mechanisms & MECHANISM_BBC)
        coverage_blocks(module, function);
    if (function->mechanisms & MECHANISM_CC)
        coverage_calls(module, function);
    if (function->mechanisms & MECHANISM_FC)
        coverage_functions(module, function);
    if (function->mechanisms & MECHANISM_PT)
        trace_function(module, function);
}

/* Comes last, so that the blocks of all other functions keep their numbers. */
static void trace_straight_lines(struct module *module, const struct function *functions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (functions[i].one_path)
            trace_straight_line(module, &functions[i]);
}

static bool has_debug_information(LLVMModuleRef module)
{
    return LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") > 0;
}

bool instrument_file(const struct csi_options *options, const char *input, const char *output)
{
    struct module module = {.options = options, .context = LLVMContextCreate()};
    if (!read_module(&module, input))
        return false;
    prepare(&module);
    if (has_debug_information(module.module)) {
        size_t count;
        struct function *functions = variants_make(&module, &count);
        for (size_t i = 0; i < count; i++)
            instrument(&module, &functions[i]);
        trace_straight_lines(&module, functions, count);
        variables_end(&module);
        free(functions);
    } else {
        warn(&module, "compiled without debug information: csi-cc instruments nothing");
    }
    char *message = NULL;
    if (LLVMVerifyModule(module.module, LLVMReturnStatusAction, &message)) {
        complain("internal error, please report it: %s", message);
        return false;
    }
    if (LLVMWriteBitcodeToFile(module.module, output)) {
        complain("%s: cannot be written", output);
        return false;
    }
    return true;
}

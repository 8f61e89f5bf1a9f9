/* variables.c - debug information, names and sections, for debuggers and readers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "csi.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DWARF_BOOLEAN = 2, DWARF_SIGNED = 5 };

/* Coverage globals are in a separate compile unit, as the program's is closed. */
void variables_begin(struct module *module)
{
    size_t size;
    const char *name = LLVMGetSourceFileName(module->module, &size);
    char *file = text_print("%.*s$csi", (int)size, name);
    module->debug = LLVMCreateDIBuilder(module->module);
    LLVMMetadataRef where = LLVMDIBuilderCreateFile(module->debug, file, strlen(file), "", 0);
    module->unit = LLVMDIBuilderCreateCompileUnit(module->debug, LLVMDWARFSourceLanguageC99, where, "csi-cc", 6, 0, "", 0, 0, "", 0,
                                                  LLVMDWARFEmissionFull, 0, 0, 0, "", 0, "", 0);
    module->path_type = LLVMDIBuilderCreateBasicType(module->debug, "__pt_int", 8, 64, DWARF_SIGNED, LLVMDIFlagZero);
    module->path_array_type = variables_array(module, module->path_type, module->options->array_size, 64);
}

void variables_end(struct module *module)
{
    LLVMDIBuilderFinalize(module->debug);
    if (module->sections.size)
        LLVMAppendModuleInlineAsm(module->module, module->sections.data, module->sections.size);
}

LLVMMetadataRef variables_array(struct module *module, LLVMMetadataRef element, uint64_t count, unsigned bits)
{
    LLVMMetadataRef range = LLVMDIBuilderGetOrCreateSubrange(module->debug, 0, (int64_t)count);
    return LLVMDIBuilderCreateArrayType(module->debug, count * bits, bits, element, &range, 1);
}

LLVMMetadataRef variables_boolean(struct module *module, const char *kind)
{
    char *name = text_print("__%s_bool", kind);
    for (char *at = name; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return LLVMDIBuilderCreateBasicType(module->debug, name, strlen(name), 8, DWARF_BOOLEAN, LLVMDIFlagZero);
}

/* The line of the function's first instruction that has a line. If none has, or that one is inlined code with a line of another function: the line of the
 * function itself. */
static unsigned first_line(const struct function *function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->value); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            LLVMMetadataRef location = LLVMInstructionGetDebugLoc(at);
            if (location)
                return LLVMDILocationGetInlinedAt(location) ? LLVMDISubprogramGetLine(function->subprogram)
                                                            : LLVMDILocationGetLine(location);
        }
    }
    return LLVMDISubprogramGetLine(function->subprogram);
}

void variables_local(struct module *module, const struct function *function, LLVMValueRef storage, const char *name, LLVMMetadataRef type,
                     LLVMValueRef before)
{
    LLVMMetadataRef place = LLVMDIBuilderCreateDebugLocation(module->context, first_line(function), 0, function->subprogram, NULL);
    LLVMMetadataRef variable =
        LLVMDIBuilderCreateAutoVariable(module->debug, function->subprogram, name, strlen(name),
                                        LLVMDIScopeGetFile(function->subprogram), 0, type, 1, LLVMDIFlagZero, 0);
    LLVMMetadataRef expression = LLVMDIBuilderCreateExpression(module->debug, NULL, 0);
#if LLVM_VERSION_MAJOR >= 19
    LLVMDIBuilderInsertDeclareRecordBefore(module->debug, storage, variable, expression, place, before);
#else
    LLVMDIBuilderInsertDeclareBefore(module->debug, storage, variable, expression, place, before);
#endif
}

char *variables_unique(const struct function *function, const char *prefix)
{
    struct buffer name = {0};
    unsigned size = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(function->subprogram);
    const char *path = file ? LLVMDIFileGetFilename(file, &size) : "";
    buffer_print(&name, "%s", prefix);
    for (unsigned i = 0; i < size; i++)
        buffer_add(&name, isalnum((unsigned char)path[i]) ? path + i : "_", 1);
    const char *end = strchr(function->name, '$');
    buffer_print(&name, "_%.*s", end ? (int)(end - function->name) : (int)strlen(function->name), function->name);
    return name.data;
}

/* Documented names contain the function alone, except for static functions: each file may have one of that name. */
static char *global_name(const struct module *module, const struct function *function, const char *prefix)
{
    LLVMLinkage linkage = LLVMGetLinkage(function->value);
    if (!module->options->documented_names || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
        return variables_unique(function, prefix);
    const char *end = strchr(function->name, '$');
    return text_print("%s%.*s", prefix, end ? (int)(end - function->name) : (int)strlen(function->name), function->name);
}

static LLVMValueRef new_global(struct module *module, const struct function *function, LLVMTypeRef type, const char *name)
{
    LLVMValueRef global = LLVMAddGlobal(module->module, type, name);
    LLVMLinkage linkage = LLVMGetLinkage(function->value);
    LLVMComdatRef comdat = LLVMGetComdat(function->value);
    LLVMSetInitializer(global, LLVMConstNull(type));
    LLVMSetAlignment(global, 1);
    if (comdat) {
        LLVMSetLinkage(global, LLVMLinkOnceODRLinkage);
        LLVMSetComdat(global, comdat);
    } else {
        LLVMSetLinkage(global, linkage == LLVMPrivateLinkage ? LLVMInternalLinkage : linkage);
    }
    /* Only this module's code and debuggers use it: hidden, it needs no tables of addresses. */
    if (LLVMGetLinkage(global) != LLVMInternalLinkage)
        LLVMSetVisibility(global, LLVMHiddenVisibility);
    return global;
}

static void describe_global(struct module *module, const struct function *function, LLVMValueRef global, LLVMMetadataRef type)
{
    size_t size;
    const char *name = LLVMGetValueName2(global, &size);
    LLVMMetadataRef variable = LLVMDIBuilderCreateGlobalVariableExpression(
        module->debug, module->unit, name, size, "", 0, LLVMDIScopeGetFile(function->subprogram), 0, type,
        LLVMGetLinkage(global) == LLVMInternalLinkage, LLVMDIBuilderCreateExpression(module->debug, NULL, 0), NULL, 0);
    LLVMGlobalSetMetadata(global, LLVMGetMDKindIDInContext(module->context, "dbg", 3), variable);
}

LLVMValueRef variables_global(struct module *module, const struct function *function, const char *kind, uint64_t elements)
{
    char *prefix = text_print("__%s_arr_", kind), *name = global_name(module, function, prefix);
    LLVMTypeRef type = elements ? LLVMArrayType(module->i8, (unsigned)elements) : module->i8;
    LLVMValueRef global = LLVMGetNamedGlobal(module->module, name);
    if (global && LLVMGlobalGetValueType(global) == type)
        return global;
    global = new_global(module, function, type, name);
    LLVMMetadataRef boolean = variables_boolean(module, kind);
    describe_global(module, function, global, elements ? variables_array(module, boolean, elements, 8) : boolean);
    return global;
}

LLVMValueRef variables_selector(struct module *module, const struct function *function, unsigned value)
{
    LLVMValueRef selector = LLVMAddGlobal(module->module, module->i32, variables_unique(function, "__CSI_inst_"));
    bool external = LLVMGetLinkage(function->value) == LLVMExternalLinkage;
    LLVMSetInitializer(selector, LLVMConstInt(module->i32, value, 0));
    LLVMSetSection(selector, "__CSI_func_inst");
    LLVMSetLinkage(selector, external ? LLVMExternalLinkage : LLVMInternalLinkage);
    describe_global(module, function, selector, LLVMDIBuilderCreateBasicType(module->debug, "__csi_selector", 14, 32, DWARF_SIGNED, LLVMDIFlagZero));
    return selector;
}

void variables_lines(const struct module *module, LLVMBasicBlockRef block, struct buffer *text)
{
    bool any = false;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
        if (LLVMIsABranchInst(at) && !LLVMIsConditional(at))
            continue;
        if (LLVMInstructionGetDebugLoc(at))
            buffer_print(text, "|%u", LLVMGetDebugLocLine(at));
        else if (LLVMGetMetadata(at, module->record_kind))
            buffer_print(text, "|-1");
        else
            continue;
        any = true;
    }
    if (!any)
        buffer_print(text, "|NULL");
}

static bool is_plain(const char *name)
{
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.')
            return false;
    return true;
}

/* Names from the source go into assembler text, so this writes every byte that could have a meaning there as a number. */
static void add_string(struct buffer *out, const char *line, size_t size)
{
    buffer_print(out, ".ascii \"");
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)line[i];
        if (isalnum(byte) || strchr("|_->~:.+", byte))
            buffer_add(out, line + i, 1);
        else
            buffer_print(out, "\\%03o", byte);
    }
    buffer_print(out, "\"\n");
}

void variables_section(struct module *module, const struct function *function, const char *section, const struct buffer *text)
{
    struct buffer *out = &module->sections;
    /* The linker keeps one of several copies of an inline function. As part of the group, the metadata of the others disappears too. */
    if (LLVMGetComdat(function->value) && is_plain(function->name))
        buffer_print(out, ".pushsection %s,\"G\",%%progbits,%s,comdat\n", section, function->name);
    else
        buffer_print(out, ".pushsection %s,\"\",%%progbits\n", section);
    for (size_t at = 0; at < text->size;) {
        const char *end = memchr(text->data + at, '\n', text->size - at);
        size_t size = end ? (size_t)(end - text->data) + 1 - at : text->size - at;
        add_string(out, text->data + at, size);
        at += size;
    }
    buffer_print(out, ".popsection\n");
}

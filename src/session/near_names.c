/* near_names.c - which names of a trace a mistyped one may have meant.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <stdlib.h>

/* Names come once an instruction in some kinds of traces, and stand together then. Those of C++ are compared without what they take, and as the word is with
 * or without scopes. */
const char *near_function(const struct session *session, struct slice word, struct near *near)
{
    struct slice name, last = {NULL, 0};
    near_begin(near, demangled_plain(word));
    for (size_t i = 0; session->trace->kind && session->trace->kind->name && session->trace->kind->name(session, i, &name); i++) {
        if (name.data == last.data)
            continue;
        near_offer(near, demangled_alike(name, word));
        last = name;
    }
    return near_words(near);
}

/* A name without a folder is compared with names without one. */
const char *near_file(const struct session *session, struct slice word, struct near *near)
{
    const struct session_kind *kind = session->trace->kind;
    struct slice file;
    bool whole = slice_find_byte(word, '/') != SIZE_MAX;
    near_begin(near, word);
    for (size_t i = 0; kind && kind->file && kind->file(session, i, &file); i++)
        near_offer(near, whole ? file : slice_basename(file));
    return near_words(near);
}

/* Of the class of the method. */
static void offer_members(struct symbols *symbols, const struct variable *variable, struct near *near)
{
    struct type type;
    struct slice name;
    struct variable_part part;
    if (!variable->inner || !slice_is(variable->name, "this") || !symbols_type(symbols, variable->type, &type) || type.kind != TYPE_POINTER)
        return;
    for (size_t i = 0; symbols_member_at(symbols, type.target, i, &name, &part); i++)
        near_offer(near, name);
}

const char *near_variable_end(struct symbols *symbols, uint64_t address, struct slice word, struct near *near)
{
    struct variable *variables;
    struct slice name;
    size_t count = symbols_variables(symbols, address, &variables);
    near_begin(near, word);
    for (size_t i = 0; i < count; i++) {
        near_offer(near, variables[i].name);
        offer_members(symbols, &variables[i], near);
    }
    for (size_t i = 0; symbols_global_name(symbols, i, &name); i++)     /* one of that name has no place */
        if (!slice_equal(name, word))
            near_offer(near, name);
    const char *end = near_end(near);
    free(variables);
    return end;
}

bool several_functions(struct slice function, const struct slice *names, size_t count, size_t listed, struct error *error)
{
    struct text list = {0};
    for (size_t i = 0; i < count && i < listed; i++)
        text_printf(&list, "%s%.*s", i ? ", " : "", SLICE(names[i]));
    if (count > listed)
        text_printf(&list, " and %zu more", count - listed);
    error_set(error, "%zu functions are called %.*s: %s", count, SLICE(function), text_string(&list));
    text_free(&list);
    return false;
}

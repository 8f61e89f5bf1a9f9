/* demangle.c - C++ names as people write them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library is asked to hand its answer over piece by piece; it then keeps everything on the stack (bounded by its own recursion limit), so that
 * an answer which grows too long can be left by longjmp without losing memory. */
#include "symbols/demangle.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/demangle.h>

enum { NAME_MAX_SIZE = 1000, PACK_REFERENCES = 40 };

struct answer {
    struct text text;
    jmp_buf too_long;
};

static void take(const char *piece, size_t size, void *context)
{
    struct answer *answer = context;
    if (size > DEMANGLE_MAX - answer->text.size)
        longjmp(answer->too_long, 1);
    text_append(&answer->text, (struct slice){piece, size});
}

/* To print a pack expansion the library looks for the pack through all that the expansion refers to, again for each reference: doubling chains of
 * references make that exponential without a byte of output. Real names with packs have few references. */
static bool may_take_ages(struct slice name)
{
    size_t references = 0;
    bool packs = false;
    for (size_t i = 0; i + 1 < name.size; i++) {
        char c = name.data[i], next = name.data[i + 1];
        references += (c == 'S' || c == 'T') && (next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z'));
        packs = packs || ((c == 'D' || c == 's') && next == 'p');
    }
    return packs && references > PACK_REFERENCES;
}

static int options_of(enum demangle_form form)
{
    switch (form) {
    case DEMANGLE_FULL:
        return DMGL_PARAMS | DMGL_ANSI;
    case DEMANGLE_NO_RETURN:
        return DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP;
    default:
        return DMGL_NO_OPTS;
    }
}

/* True: the whole answer was taken. */
static bool run(struct answer *answer, const char *mangled, int options)
{
    if (setjmp(answer->too_long) != 0)
        return false;
    return cplus_demangle_v3_callback(mangled, options, take, answer);
}

struct slice demangle(struct slice name, enum demangle_form form, struct arena *arena)
{
    if (!slice_starts(name, "_Z") || name.size > NAME_MAX_SIZE || slice_find_byte(name, 0) != SIZE_MAX || may_take_ages(name))
        return (struct slice){0};
    struct answer *answer = memory_allocate(sizeof *answer);
    struct slice result = {0};
    if (run(answer, arena_string(arena, name), options_of(form)))
        result = arena_copy(arena, text_slice(&answer->text));
    text_free(&answer->text);
    free(answer);
    return result;
}

/* ---- Shorter names ---- */

static size_t skip_operator(struct slice name, size_t at)
{
    static const char *const signs[] = {"operator()", "operator<=>", "operator<<", "operator<", "operator->", "operator>>", "operator>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (slice_starts(slice_cut(name, at, SIZE_MAX), signs[i]))
            return strlen(signs[i]);
    return 0;
}

/* Where the parameters begin, the name's size if it has none; *arguments: where template arguments at the end of what is before them begin, else the same. */
static size_t find_parameters(struct slice name, size_t *arguments)
{
    static const char anonymous[] = "(anonymous namespace)";
    size_t depth = 0, opened = SIZE_MAX, closed = SIZE_MAX, at = 0;
    while (at < name.size) {
        size_t sign = skip_operator(name, at);
        char c = name.data[at];
        if (sign) {
            at += sign;
            continue;
        }
        if (c == '(' && depth == 0 && slice_starts(slice_cut(name, at, SIZE_MAX), anonymous)) {
            at += strlen(anonymous);
            continue;
        }
        if (c == '(' && depth == 0)
            break;
        if (c == '<' && depth++ == 0)
            opened = at;
        if (c == '>' && depth && --depth == 0)
            closed = at + 1;
        at++;
    }
    *arguments = closed == at && opened != SIZE_MAX ? opened : at;
    return at;
}

static bool is_tail(struct slice name, struct slice wanted)
{
    if (name.size < wanted.size || !slice_equal(slice_cut(name, name.size - wanted.size, SIZE_MAX), wanted))
        return false;
    return name.size == wanted.size || slice_ends(slice_cut(name, 0, name.size - wanted.size), "::");
}

bool demangled_matches(struct slice name, struct slice wanted)
{
    size_t arguments, parameters = find_parameters(name, &arguments);
    return wanted.size && (is_tail(name, wanted) || is_tail(slice_cut(name, 0, parameters), wanted) || is_tail(slice_cut(name, 0, arguments), wanted));
}

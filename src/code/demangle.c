/* demangle.c - names of C++ and Rust as people write them, also shortened.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libiberty hands its answer over piece by piece and then keeps everything on the stack, within its own recursion limit. So clew can leave an answer that grows
 * too long by longjmp, without losing memory. But identifiers of Rust with letters beyond ASCII lie on the heap while they are handed over. So clew spoils a
 * name of Rust whose answer grows too long: libiberty stops at the next letter that it reads. Only its loop over lifetimes reads none; clew leaves that one. */
#include "code/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_SIZE = 1000, PACK_REFERENCES = 40 };

struct answer {
    struct text text;
    jmp_buf too_long;
    char *mangled;                      /* of Rust, to be spoilt; else NULL */
    unsigned dropped;                   /* pieces since then */
};

static void take(const char *piece, size_t size, void *context)
{
    enum { DROPPED_MAX = 4096 };
    struct answer *answer = context;
    bool fits = size <= DEMANGLE_MAX - answer->text.size;
    if (fits && !answer->dropped) {
        text_append(&answer->text, (struct str){piece, size});
        return;
    }
    if (!answer->mangled || answer->dropped == DROPPED_MAX)
        longjmp(answer->too_long, 1);
    if (!answer->dropped++)
        memset(answer->mangled, '.', strlen(answer->mangled));
}

/* To print a pack expansion libiberty searches everything that the expansion refers to for the pack, and repeats that for each reference. Doubling chains of
 * references make this exponential without a byte of output. Real names with packs have few references. */
static bool may_take_ages(struct str name)
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

/* True: the answer is complete. Names of Rust in its older form (_ZN4shop4main17h...E) are names of C++, too. */
static bool run(struct answer *answer, char *mangled, int options)
{
    if (setjmp(answer->too_long) != 0)
        return false;
    answer->mangled = mangled;
    if (rust_demangle_callback(mangled, 0, take, answer) && !answer->dropped)
        return true;
    if (answer->dropped)
        return false;
    answer->mangled = NULL;
    text_clear(&answer->text);
    return cplus_demangle_v3_callback(mangled, options, take, answer);
}

bool demangle_may(struct str name)
{
    return str_starts(name, "_Z") || str_starts(name, "_R");
}

struct str demangle(struct str name, enum demangle_form form, struct arena *arena)
{
    if (!demangle_may(name) || name.size > NAME_MAX_SIZE || str_find_byte(name, 0) != SIZE_MAX || may_take_ages(name))
        return (struct str){0};
    struct answer *answer = memory_allocate(sizeof *answer);
    struct str result = {0};
    if (run(answer, arena_string(arena, name), options_of(form)))
        result = arena_copy(arena, text_str(&answer->text));
    text_free(&answer->text);
    free(answer);
    return result;
}

/* ---- Shorter names ---- */

size_t demangled_operator(struct str name, size_t at)
{
    static const char *const signs[] = {"operator()", "operator<=>", "operator<<", "operator<", "operator->", "operator>>", "operator>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (str_starts(str_cut(name, at, SIZE_MAX), signs[i]))
            return strlen(signs[i]);
    return 0;
}

/* A walk over a name up to its parameters, or to `at`. */
struct walk {
    size_t at;                          /* where it ended */
    size_t depth;                       /* how many template arguments are open there */
    size_t last;                        /* where the last part of the name begins, after all scopes */
    size_t arguments;                   /* where the template arguments that end there begin; else `at` */
};

static struct walk walk_to(struct str name, size_t limit)
{
    static const char anonymous[] = "(anonymous namespace)";
    struct walk walk = {0};
    size_t opened = 0, closed = SIZE_MAX;
    while (walk.at < limit && walk.at < name.size) {
        char c = name.data[walk.at];
        size_t sign = demangled_operator(name, walk.at);
        bool bracket = c == '(' && walk.depth == 0;
        if (bracket && str_starts(str_cut(name, walk.at, SIZE_MAX), anonymous))
            sign = strlen(anonymous);
        else if (bracket && !sign)
            break;
        if (!sign && c == '<' && walk.depth++ == 0)
            opened = walk.at;
        if (!sign && c == '>' && walk.depth && --walk.depth == 0)
            closed = walk.at + 1;
        if (!sign && c == ':' && walk.depth == 0 && walk.at > 0 && name.data[walk.at - 1] == ':')
            walk.last = walk.at + 1;
        walk.at += sign ? sign : 1;
    }
    walk.arguments = closed == walk.at ? opened : walk.at;
    return walk;
}

struct str demangled_plain(struct str name)
{
    return str_cut(name, 0, walk_to(name, SIZE_MAX).arguments);
}

struct str demangled_alike(struct str name, struct str word)
{
    struct walk walk = walk_to(name, SIZE_MAX);
    size_t from = str_find(word, str_of("::")) == SIZE_MAX ? walk.last : 0;
    return str_cut(name, from, walk.arguments - from);
}

/* Is `wanted` the end of the name, starting at one of its scopes? */
static bool is_tail(struct str name, struct str wanted)
{
    if (name.size < wanted.size || !str_equal(str_cut(name, name.size - wanted.size, SIZE_MAX), wanted))
        return false;
    size_t start = name.size - wanted.size;
    struct walk walk = walk_to(name, start);
    return start == 0 || (walk.at == start && walk.depth == 0 && str_ends(str_cut(name, 0, start), "::"));
}

static bool is_identifier(struct str name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (i && c >= '0' && c <= '9')))
            return false;
    }
    return name.size > 0;
}

bool mangle_variable(struct str name, struct text *out)
{
    size_t parts = 0, before = out->size;
    bool standard = str_starts(name, "std::");
    struct str rest = standard ? str_cut(name, strlen("std::"), SIZE_MAX) : name;
    bool nested = !standard || str_find(rest, str_of("::")) != SIZE_MAX;
    text_printf(out, "_Z%s%s", nested ? "N" : "", standard ? "St" : "");
    for (size_t end; rest.data; parts++) {
        end = str_find(rest, str_of("::"));
        struct str part = str_cut(rest, 0, end);
        if (!is_identifier(part)) {
            out->size = before;
            return false;
        }
        text_printf(out, "%zu%.*s", part.size, STR(part));
        rest = end == SIZE_MAX ? (struct str){NULL, 0} : str_cut(rest, end + strlen("::"), SIZE_MAX);
    }
    text_add(out, nested ? "E" : "");
    if (parts + standard < 2)
        out->size = before;
    return parts + standard >= 2;
}

bool demangled_matches(struct str name, struct str wanted)
{
    struct walk walk = walk_to(name, SIZE_MAX);
    return wanted.size && (is_tail(name, wanted) || is_tail(str_cut(name, 0, walk.at), wanted) || is_tail(str_cut(name, 0, walk.arguments), wanted));
}

/* ---- Shortened names of functions ----
 *
 * The parts that distinguish functions go last: first the template arguments go, then the parameters, then the scopes in front, then the middle of the rest. */

static const char *ellipsis(void)
{
    return text_is_utf8() ? "\xe2\x80\xa6" : "..";
}

static struct str from(struct str name, size_t at)
{
    return str_cut(name, at, SIZE_MAX);
}

/* Length of a text at `at` whose brackets are not brackets; 0: none. */
static size_t plain_size(struct str name, size_t at)
{
    static const char anonymous[] = "(anonymous namespace)";
    size_t sign = demangled_operator(name, at);
    return sign ? sign : str_starts(from(name, at), anonymous) ? strlen(anonymous) : 0;
}

/* Bytes from the bracket at `at` to its partner, including both; without a partner, to the end. */
static size_t group_size(struct str name, size_t at, char open, char close)
{
    size_t depth = 0, other = 0, i = at;
    while (i < name.size) {
        size_t plain = plain_size(name, i);
        char c = name.data[i];
        if (!plain && open == '<' && (c == '(' || c == ')'))        /* (a > b) inside template arguments */
            other = c == '(' ? other + 1 : other ? other - 1 : 0;
        if (!plain && other == 0 && c == open)
            depth++;
        if (!plain && other == 0 && c == close && --depth == 0)
            return i + 1 - at;
        i += plain ? plain : 1;
    }
    return name.size - at;
}

/* The name with "..." in each pair of template brackets and, if `parameters`, in each pair of parentheses. */
static void without_arguments(struct str name, bool parameters, struct text *out)
{
    for (size_t i = 0, size; i < name.size; i += size) {
        char c = name.data[i];
        size = plain_size(name, i);
        bool template = !size && c == '<', parameter = !size && c == '(' && parameters;
        if (template || parameter)
            size = group_size(name, i, c, template ? '>' : ')');
        size = size ? size : 1;
        if ((template || parameter) && size > 2)
            text_printf(out, "%c%s%c", c, ellipsis(), template ? '>' : ')');
        else
            text_append(out, str_cut(name, i, size));
    }
}

/* The two colons of the next scope after `at`. SIZE_MAX: none. */
static size_t next_scope(struct str name, size_t at)
{
    for (size_t i = at + 2; i < name.size;) {
        size_t size = plain_size(name, i);
        if (!size && (name.data[i] == '(' || name.data[i] == '<'))
            size = group_size(name, i, name.data[i], name.data[i] == '(' ? ')' : '>');
        if (!size && str_starts(from(name, i), "::"))
            return i;
        i += size ? size : 1;
    }
    return SIZE_MAX;
}

/* Number of leading bytes that fit in `cells` cells. */
static size_t head_size(struct str name, size_t cells)
{
    size_t at = 0;
    while (at < name.size) {
        uint32_t code;
        size_t size = text_decode(from(name, at), &code);
        if ((size_t)text_cells(code) > cells)
            break;
        cells -= (size_t)text_cells(code);
        at += size;
    }
    return at;
}

static void cut_middle(struct str name, size_t room, struct text *out)
{
    size_t mark = text_width(str_of(ellipsis())), left = room > mark ? (room - mark) / 2 : 0, whole = text_width(name);
    if (whole <= room) {
        text_append(out, name);
        return;
    }
    text_append(out, str_cut(name, 0, head_size(name, left)));
    text_add(out, ellipsis());
    size_t right = room > left + mark ? room - left - mark : 0;
    text_append(out, from(name, head_size(name, whole - right)));
}

static void drop_scopes(struct str name, size_t room, struct text *out)
{
    size_t mark = text_width(str_of(ellipsis())), last = 0, left = text_width(name);
    for (size_t at = 0; (at = next_scope(name, at)) != SIZE_MAX; last = at) {
        left -= text_width(str_cut(name, last, at - last));
        if (mark + left > room)
            continue;
        text_add(out, ellipsis());
        text_append(out, from(name, at));
        return;
    }
    text_add(out, last ? ellipsis() : "");
    cut_middle(from(name, last ? last + 2 : 0), last && room > mark ? room - mark : room, out);
}

void shorten_name(struct str name, size_t room, struct text *out)
{
    enum { FAR_TOO_LONG = 4096 };
    struct text safe = {0}, shorter = {0};
    text_safe(&safe, name.size > FAR_TOO_LONG ? str_cut(name, 0, FAR_TOO_LONG) : name);
    bool fits = text_width(text_str(&safe)) <= room;
    for (int parameters = 0; parameters < 2 && !fits; parameters++) {
        text_clear(&shorter);
        without_arguments(text_str(&safe), parameters, &shorter);
        fits = text_width(text_str(&shorter)) <= room;
    }
    if (!fits)
        drop_scopes(text_str(&shorter), room, out);
    else
        text_append(out, text_str(shorter.size ? &shorter : &safe));
    text_free(&safe);
    text_free(&shorter);
}

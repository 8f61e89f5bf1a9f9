/* probes.c - CSI metadata by function, and the functions that a debugger's name means.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/probes.h"
#include "code/code.h"
#include "crash/debugger.h"
#include "crash/path_graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSI metadata by function ---- */

static bool is_documented(const struct csi_coverage *coverage)
{
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < coverage[s].count; i++)
            if (csi_global_documented(&coverage[s].functions[i]))
                return true;
    return false;
}

struct probes *probes_open(const struct csi_paths *paths, const struct csi_coverage *coverage)
{
    struct probes *probes = memory_allocate(sizeof *probes);
    probes->paths = paths;
    probes->coverage = coverage;
    size_t count = paths->count ? paths->count : 1;
    probes->graphs = memory_allocate(count * sizeof(struct path_graph *));
    probes->twins = memory_allocate(count * sizeof *probes->twins);
    probes->path_names = memory_allocate(count * sizeof *probes->path_names);
    probes->readable_names = memory_allocate(count * sizeof *probes->readable_names);
    for (size_t i = 0; i < paths->count; i++)
        probes->path_names[i] = paths->functions[i].name;
    name_index_make(&probes->path_index, probes->path_names, paths->count);
    probes_join(probes);
    probes->documented = is_documented(coverage);
    return probes;
}

bool probes_documented(const struct probes *probes, const struct debugger_snapshot *snapshot)
{
    return snapshot && snapshot->documented != snapshot->released ? snapshot->documented : probes->documented;
}

void probes_close(struct probes *probes)
{
    if (!probes)
        return;
    for (size_t i = 0; i < probes->paths->count; i++) {
        path_graph_close(probes->graphs[i]);
        mark_table_free(&probes->twins[i].lines);
        free(probes->twins[i].same);
        free(probes->twins[i].block_texts[0]);
        free(probes->twins[i].block_texts[1]);
        free(probes->twins[i].call_texts);
    }
    free(probes->graphs);
    free(probes->twins);
    free(probes->path_names);
    free(probes->readable_names);
    name_index_free(&probes->path_index);
    probes_join_free(probes);
    arena_free(&probes->texts);
    free(probes);
}

const struct csi_paths *probes_paths(const struct probes *probes)
{
    return probes->paths;
}

const struct csi_coverage *probes_of_scheme(const struct probes *probes, enum csi_scheme scheme)
{
    return &probes->coverage[scheme];
}

const struct path_graph *probes_graph(struct probes *probes, size_t function)
{
    if (function >= probes->paths->count || probes->paths->functions[function].damaged)
        return NULL;
    if (!probes->graphs[function])
        probes->graphs[function] = path_graph_open(&probes->paths->functions[function]);
    return probes->graphs[function];
}

size_t probes_find(const struct probes *probes, struct str name, struct arena *arena, const size_t **functions)
{
    return name_index_find(&probes->path_index, name, NULL, 0, arena, functions);
}

static int by_number(const void *x, const void *y)
{
    size_t a = *(const size_t *)x, b = *(const size_t *)y;
    return COMPARE(a, b);
}

size_t probes_find_coverage(const struct probes *probes, enum csi_scheme scheme, struct str name, struct arena *arena, const size_t **functions)
{
    const size_t *found;
    size_t count = name_index_find(&probes->joined_index, name, probes->joined_schemes, (uint8_t)(1u << scheme), arena, &found);
    size_t *ordinals = arena_allocate(arena, (count ? count : 1) * sizeof *ordinals);
    for (size_t i = 0; i < count; i++)
        ordinals[i] = probes->joined[found[i]].functions[scheme];
    qsort(ordinals, count, sizeof *ordinals, by_number);
    *functions = ordinals;
    return count;
}

struct str probes_readable(struct str name, struct arena *arena)
{
    struct str whole = demangle(name, DEMANGLE_NO_RETURN, arena);
    if (whole.data)
        return whole;
    size_t dollar = str_find_byte(name, '$');             /* a variant: _Z1fi$CC$PT */
    struct str base = str_cut(name, 0, dollar);
    struct str readable = dollar == SIZE_MAX ? (struct str){0} : demangle(base, DEMANGLE_NO_RETURN, arena);
    if (!readable.data)
        return arena_copy(arena, name);
    return arena_printf(arena, "%.*s%.*s", STR(readable), STR(str_cut(name, dollar, SIZE_MAX)));
}

struct str probes_name(struct probes *probes, size_t function)
{
    struct str *name = &probes->readable_names[function];
    if (!name->data)
        *name = probes_readable(probes->path_names[function], &probes->texts);
    return *name;
}

size_t probes_find_shorter(struct probes *probes, struct str name, struct arena *arena, const size_t **functions)
{
    size_t *found = NULL, count = 0, capacity = 0;
    for (size_t i = 0; i < probes->paths->count; i++) {
        struct str readable = probes_name(probes, i);
        if (str_equal(readable, probes->path_names[i]) || !demangled_matches(readable, name))
            continue;
        found = array_grow(found, &capacity, count + 1, sizeof *found);
        found[count++] = i;
    }
    size_t *kept = arena_allocate(arena, (count + 1) * sizeof *kept);
    for (size_t i = 0; i < count; i++)
        kept[i] = found[i];
    free(found);
    *functions = kept;
    return count;
}

/* ---- Messages ---- */

static struct str *item_new(struct messages *messages)
{
    if (messages->count == messages->capacity) {
        size_t capacity = messages->capacity ? 2 * messages->capacity : 4;
        struct str *items = arena_allocate(messages->arena, capacity * sizeof *items);
        if (messages->count)
            memcpy(items, messages->items, messages->count * sizeof *items);
        messages->items = items;
        messages->capacity = capacity;
    }
    return &messages->items[messages->count++];
}

void message_add(struct messages *messages, const char *format, ...)
{
    if (messages_full(messages))
        return;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size >= 0) {
        char *data = arena_allocate(messages->arena, (size_t)size + 1);
        vsnprintf(data, (size_t)size + 1, format, again);
        *item_new(messages) = (struct str){data, (size_t)size};
    }
    va_end(again);
}

bool messages_full(struct messages *messages)
{
    bool full = messages->count == MESSAGES_MAX;
    messages->refused += full;
    return full;
}

void messages_end(struct messages *messages, struct str **items, size_t *count)
{
    if (messages->refused)
        *item_new(messages) = arena_printf(messages->arena, "and %zu more of this kind", messages->refused);
    *items = messages->items;
    *count = messages->count;
}

struct str printable(struct str name, struct arena *arena)
{
    struct text text = {0};
    text_safe(&text, name);
    struct str copy = arena_copy(arena, text_str(&text));
    text_free(&text);
    return copy;
}

/* ---- The functions of the metadata that a debugger's name means ----
 *
 * Metadata has linker symbols; a debugger shows readable names. Each name has forms, from the strictest to the loosest:
 *
 *     0 as it is          _Z1fi$CC.part.0
 *     1 demangled         f(int), void f<int>(int), f<int>        (of names that are C++ as they stand)
 *     2 up to the first $ _Z1fi, f(int), f                        (variants: f$none, f$CC$PT)
 *     3 up to the dot     the same of f.part.0, f.cold, f.isra.0
 *     5 without <...>     f of f<int>
 *
 * A search goes through the same steps, and the first step that finds a name ends it. Step 4 looks for a plain C name without the arguments after it. Blanks do
 * not count ("> >"). The index keeps forms as keyed hashes of 16 bytes and makes them again to compare. */

enum { FORMS_MAX = 16 };

struct name_key {
    uint64_t hash;
    uint32_t name;
    uint8_t level;
    bool plain;                             /* not a C++ name */
};

struct form {
    struct str text;                      /* without blanks */
    uint8_t level;
};

struct forms {
    struct form items[FORMS_MAX];
    size_t count;
    bool plain;
};

/* ---- Cutting ---- */

static struct str without_blanks(struct str name, struct arena *arena)
{
    if (str_find_byte(name, ' ') == SIZE_MAX)
        return name;
    char *data = arena_allocate(arena, name.size + 1);
    size_t size = 0;
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] != ' ')
            data[size++] = name.data[i];
    return (struct str){data, size};
}

static struct str up_to(struct str name, size_t at)
{
    return at == 0 || at == SIZE_MAX ? name : str_cut(name, 0, at);
}

/* Cuts what a debugger appends: " [clone .part.0]", " (.part.0)", "@plt", "@@VERSION". */
static struct str cut_addition(struct str name)
{
    name = up_to(name, str_find(name, str_of(" [clone ")));
    name = up_to(name, str_find(name, str_of(" (.")));
    return up_to(name, str_find_byte(name, '@'));
}

static struct str cut_variant(struct str name)
{
    return up_to(name, str_find_byte(name, '$'));
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* "f.part.0" is f; the dots of "f(int, ...)" belong to its arguments. */
static struct str cut_dot(struct str name)
{
    for (size_t i = 1; i < name.size && name.data[i] != '(' && name.data[i] != '<'; i++)
        if (name.data[i] == '.' && is_word(name.data[i - 1]))
            return str_cut(name, 0, i);
    return name;
}

static struct str cut_arguments(struct str name)
{
    for (size_t i = 1; i < name.size; i++)
        if (name.data[i] == '(' || name.data[i] == '<')
            return str_cut(name, 0, i);
    return name;
}

/* "ns::f<a<int>>" is ns::f; operators may end in > without being templates. */
static struct str cut_template(struct str name)
{
    if (!str_ends(name, ">") || str_find(name, str_of("operator")) != SIZE_MAX)
        return name;
    size_t depth = 0;
    for (size_t i = name.size; i-- > 1;) {
        depth += name.data[i] == '>';
        if (name.data[i] == '<' && --depth == 0)
            return str_cut(name, 0, i);
    }
    return name;
}

/* ---- Forms of one name ---- */

static void form_add(struct forms *forms, struct str text, uint8_t level)
{
    for (size_t i = 0; i < forms->count; i++)
        if (str_equal(forms->items[i].text, text))
            return;
    if (forms->count < FORMS_MAX)
        forms->items[forms->count++] = (struct form){text, level};
}

static struct str forms_demangled(struct forms *forms, struct str name, uint8_t level, struct arena *arena)
{
    struct str last = {0};
    for (enum demangle_form form = DEMANGLE_FULL; form <= DEMANGLE_NAME; form++) {
        struct str text = demangle(name, form, arena);
        if (!text.data)
            return last;
        last = without_blanks(text, arena);
        form_add(forms, last, level);
    }
    return last;
}

static void forms_make(struct str name, struct arena *arena, struct forms *forms)
{
    forms->count = 0;
    form_add(forms, name, 0);
    form_add(forms, without_blanks(name, arena), 1);
    struct str readable = forms_demangled(forms, name, 1, arena);
    struct str base = cut_variant(name);
    if (base.size != name.size) {
        form_add(forms, without_blanks(base, arena), 2);
        readable = forms_demangled(forms, base, 2, arena);
    }
    struct str stem = cut_dot(base);
    if (stem.size != base.size) {
        form_add(forms, without_blanks(stem, arena), 3);
        readable = forms_demangled(forms, stem, 3, arena);
    }
    forms->plain = !readable.data;
    if (!forms->plain)
        form_add(forms, cut_template(readable), 5);
}

static uint64_t hash_text(struct str text, uint64_t secret)
{
    uint64_t hash = hash_mix(text.size, secret);
    for (size_t i = 0; i < text.size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, text.data + i, text.size - i < 8 ? text.size - i : 8);
        hash = hash_mix(hash ^ word, secret);
    }
    return hash;
}

/* ---- The index ---- */

static int by_hash(const void *x, const void *y)
{
    const struct name_key *a = x, *b = y;
    COMPARE_FIRST(a->hash, b->hash);
    return COMPARE(a->name, b->name);
}

void name_index_make(struct name_index *index, const struct str *names, size_t count)
{
    struct arena arena = {0};
    *index = (struct name_index){.names = names, .count = count < UINT32_MAX ? count : UINT32_MAX, .secret = hash_key(index)};
    for (size_t i = 0; i < index->count; i++) {
        struct forms forms;
        forms_make(names[i], &arena, &forms);
        index->keys = array_grow(index->keys, &index->key_capacity, index->key_count + forms.count, sizeof *index->keys);
        for (size_t k = 0; k < forms.count; k++)
            index->keys[index->key_count++] = (struct name_key){
                .hash = hash_text(forms.items[k].text, index->secret), .name = (uint32_t)i, .level = forms.items[k].level, .plain = forms.plain};
        arena_clear(&arena);
    }
    arena_free(&arena);
    if (index->key_count)
        qsort(index->keys, index->key_count, sizeof *index->keys, by_hash);
}

void name_index_free(struct name_index *index)
{
    free(index->keys);
    *index = (struct name_index){0};
}

static size_t first_of(const struct name_index *index, uint64_t hash)
{
    LOWER_BOUND(size_t, at, 0, index->key_count, index->keys[at].hash < hash);
    return at;
}

struct search {
    struct str text;
    uint8_t level;                          /* the loosest form of a name to accept */
    bool plain;                             /* C names only */
    const uint8_t *wanted;
    uint8_t mask;
};

/* The hashes are equal: is the text equal too? Most searches use unchanged names. */
static bool really_is(const struct name_index *index, const struct name_key *key, struct str text, struct arena *scratch)
{
    struct str name = index->names[key->name];
    if (key->level == 0)
        return str_equal(name, text);
    struct forms forms;
    bool is = false;
    forms_make(name, scratch, &forms);
    for (size_t i = 0; i < forms.count && !is; i++)
        is = forms.items[i].level == key->level && str_equal(forms.items[i].text, text);
    arena_clear(scratch);
    return is;
}

static size_t search_run(const struct name_index *index, const struct search *search, struct arena *arena, const size_t **found)
{
    uint64_t hash = hash_text(search->text, index->secret);
    size_t from = first_of(index, hash), to = from, count = 0;
    while (to < index->key_count && index->keys[to].hash == hash)
        to++;
    if (from == to)
        return 0;
    size_t *names = arena_allocate(arena, (to - from) * sizeof *names);
    struct arena scratch = {0};
    for (size_t i = from; i < to; i++) {
        const struct name_key *key = &index->keys[i];
        bool fits = key->level <= search->level && (key->plain || !search->plain) && (!search->wanted || (search->wanted[key->name] & search->mask)) &&
                    (count == 0 || names[count - 1] != key->name);
        if (fits && really_is(index, key, search->text, &scratch))
            names[count++] = key->name;
    }
    arena_free(&scratch);
    *found = names;
    return count;
}

size_t name_index_find(const struct name_index *index, struct str name, const uint8_t *wanted, uint8_t mask, struct arena *arena,
                       const size_t **found)
{
    struct arena scratch = {0};
    struct str base = cut_variant(cut_addition(name)), stem = without_blanks(cut_dot(base), &scratch);
    const struct search steps[] = {
        {name, 0, false, wanted, mask},
        {without_blanks(name, &scratch), 1, false, wanted, mask},
        {without_blanks(base, &scratch), 2, false, wanted, mask},
        {stem, 3, false, wanted, mask},
        {cut_arguments(stem), 3, true, wanted, mask},
        {stem, 5, false, wanted, mask},
    };
    size_t count = 0;
    *found = NULL;
    for (size_t i = 0; name.size && index->count && count == 0 && i < sizeof steps / sizeof *steps; i++)
        count = search_run(index, &steps[i], arena, found);
    arena_free(&scratch);
    return count;
}

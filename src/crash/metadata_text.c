/* metadata_text.c - CSI metadata as text: lines, the cursor, problems; joining several texts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSI metadata as text: lines, the cursor, problems, the kind of a text ---- */

/* Bytes of a field and of a line in a message; the rest of a megabyte line helps nobody. */
enum { FIELD_SHOWN = 40, LINE_SHOWN = 100 };

/* Lines to look at to find a text's kind: a damaged start must not hide it. */
enum { SNIFFED_LINES = 16 };

const char *const csi_scheme_names[CSI_SCHEMES] = {"FC", "CC", "BBC"};

/* ---- Lines ---- */

static bool is_blank(struct str line)
{
    return str_trim(line).size == 0;
}

/* The text without a byte order mark at its start. */
static struct str csi_without_mark(struct str text)
{
    return str_starts(text, "\xef\xbb\xbf") ? str_cut(text, 3, text.size) : text;
}

static struct str without_nuls(struct str text)
{
    while (text.size && text.data[text.size - 1] == 0)
        text.size--;
    return text;
}

/* The next non-blank line. */
static bool line_take(struct str *rest, struct str *line)
{
    while (str_line(rest, line))
        if (!is_blank(*line))
            return true;
    return false;
}

void csi_lines_open(struct csi_lines *lines, struct str text, uint64_t lines_before, const char *source)
{
    struct str whole = without_nuls(text);
    *lines = (struct csi_lines){.source = source, .rest = csi_without_mark(whole), .number = lines_before, .last_line = lines_before + 1, .last_column = 1};
    lines->nuls = text.size - whole.size;
    csi_lines_next(lines);
    if (lines->number == lines_before + 1)
        lines->line_start = whole.data;
}

void csi_lines_next(struct csi_lines *lines)
{
    lines->at = 0;
    lines->expected = NULL;
    while (str_line(&lines->rest, &lines->line)) {
        lines->number++;
        lines->line_start = lines->line.data;
        if (is_blank(lines->line))
            continue;
        lines->last_line = lines->number;
        lines->last_column = lines->line.size + 1;
        return;
    }
    lines->line = (struct str){0};
    lines->ended = true;
}

void csi_lines_skip(struct csi_lines *lines, bool (*is_start)(struct str line))
{
    while (!lines->ended && !is_start(lines->line))
        csi_lines_next(lines);
}

void csi_lines_close(struct csi_lines *lines, struct arena *arena, struct csi_problems *problems)
{
    if (lines->nuls)
        csi_note(lines, SIZE_MAX, 0, "clew ignores %zu NUL byte%s at the end", lines->nuls, lines->nuls == 1 ? "" : "s");
    *problems = lines->problems;
    if (problems->count) {
        problems->items = arena_allocate(arena, problems->count * sizeof *problems->items);
        memcpy(problems->items, lines->problems.items, problems->count * sizeof *problems->items);
    }
    free(lines->problems.items);
    lines->problems = (struct csi_problems){0};
}

/* ---- The cursor ---- */

void csi_break(struct csi_lines *lines, size_t at, const char *expected)
{
    if (lines->expected)
        return;
    lines->expected = expected;
    lines->broken_at = at;
}

bool csi_take(struct csi_lines *lines, const char *token)
{
    size_t size = strlen(token);
    if (lines->expected || lines->line.size - lines->at < size || memcmp(lines->line.data + lines->at, token, size) != 0)
        return false;
    lines->at += size;
    return true;
}

void csi_expect(struct csi_lines *lines, const char *token, const char *expected)
{
    if (!csi_take(lines, token))
        csi_break(lines, lines->at, expected);
}

uint64_t csi_number(struct csi_lines *lines, uint64_t most, const char *expected)
{
    size_t start = lines->at;
    uint64_t sum = 0;
    bool fits = true;
    if (lines->expected)
        return 0;
    for (; lines->at < lines->line.size; lines->at++) {
        unsigned digit = (unsigned)(unsigned char)lines->line.data[lines->at] - '0';
        if (digit > 9)
            break;
        fits = fits && !__builtin_mul_overflow(sum, 10, &sum) && !__builtin_add_overflow(sum, digit, &sum);
    }
    if (lines->at > start && fits && sum <= most)
        return sum;
    csi_break(lines, start, expected);
    return 0;
}

struct str csi_field(struct csi_lines *lines)
{
    struct str rest = str_cut(lines->line, lines->at, lines->line.size);
    struct str field = str_cut(rest, 0, str_find_byte(rest, '|'));
    lines->at += field.size;
    return field;
}

bool csi_line_end(struct csi_lines *lines, const char *expected)
{
    if (lines->at < lines->line.size)
        csi_break(lines, lines->at, expected);
    return !lines->expected;
}

/* ---- Problems ---- */

/* NULL: there are too many; this one is counted but not kept. */
static struct error *problem_add(struct csi_lines *lines, size_t function, bool note, const char *format, va_list arguments)
{
    struct csi_problems *problems = &lines->problems;
    char message[sizeof problems->items->error.message];
    if (problems->total++ >= CSI_PROBLEMS_KEPT)
        return NULL;
    problems->items = array_grow(problems->items, &lines->problem_capacity, problems->count + 1, sizeof *problems->items);
    struct csi_problem *problem = &problems->items[problems->count++];
    *problem = (struct csi_problem){.function = function, .note = note};
    vsnprintf(message, sizeof message, format, arguments);
    error_at(&problem->error, lines->source, 0, 0, "%s", message);
    return &problem->error;
}

struct str csi_shown(struct str name)
{
    return str_cut(name, 0, FIELD_SHOWN);
}

void csi_problem_at(struct csi_lines *lines, size_t function, size_t at, const char *format, ...)
{
    struct str line = str_cut(lines->line, 0, LINE_SHOWN);
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, false, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    uint64_t column = (uint64_t)(lines->line.data - lines->line_start) + at + 1;
    error_at(error, lines->source, lines->number, column, "%s, in \"%.*s%s\"", error->message, STR(line),
             line.size < lines->line.size ? "..." : "");
}

/* The mismatched field, including the bar before it if the mismatch is there. */
static struct str broken_field(const struct csi_lines *lines)
{
    struct str rest = str_cut(lines->line, lines->broken_at, lines->line.size);
    size_t size = rest.size > 0;
    while (size < rest.size && size < FIELD_SHOWN && rest.data[size] != '|' && rest.data[size] != '$')
        size++;
    return str_cut(rest, 0, size);
}

void csi_problem_broken(struct csi_lines *lines, size_t function)
{
    struct str found = broken_field(lines);
    if (found.size)
        csi_problem_at(lines, function, lines->broken_at, "found \"%.*s\", expected %s", STR(found), lines->expected);
    else
        csi_problem_at(lines, function, lines->broken_at, "found the end of the line, expected %s", lines->expected);
}

void csi_problem_place(struct csi_lines *lines, size_t function, uint64_t line, uint64_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, false, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    error->line = line;
    error->column = column;
}

void csi_note(struct csi_lines *lines, size_t function, uint64_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, true, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    error->line = line;
    error->column = line ? 1 : 0;
}

/* ---- The kind of a text ---- */

bool csi_header(struct str line, struct str *name, struct str *global, enum csi_scheme *scheme)
{
    static const char *const prefixes[CSI_SCHEMES] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    size_t bar = str_find_last_byte(line, '|');
    if (!str_starts(line, "#") || bar == SIZE_MAX)
        return false;
    *name = str_cut(line, 1, bar - 1);
    *global = str_cut(line, bar + 1, line.size);
    for (*scheme = 0; *scheme < CSI_SCHEMES; ++*scheme)
        if (str_starts(*global, prefixes[*scheme]))
            break;
    return name->size && global->size;
}

/* The kind of text that a coverage entry's header shows; CSI_TEXT_NONE: the line is no header. */
static enum csi_text csi_header_kind(struct str line)
{
    static const enum csi_text kinds[] = {CSI_TEXT_FC, CSI_TEXT_CC, CSI_TEXT_BBC, CSI_TEXT_NONE};
    struct str name, global;
    enum csi_scheme scheme;
    return csi_header(line, &name, &global, &scheme) ? kinds[scheme] : CSI_TEXT_NONE;
}

/* A name and a block follow the # line; if the text ends before them, # must be its first line. Comments in many other texts have a lone #. */
static bool is_function(struct str rest, bool first)
{
    struct str line;
    if (!line_take(&rest, &line))
        return first;
    if (line.data[0] == '#')
        return false;
    return line_take(&rest, &line) ? line.data[0] >= '0' && line.data[0] <= '9' : first;
}

enum csi_text csi_sniff(struct str head)
{
    struct str rest = csi_without_mark(head), line;
    for (unsigned seen = 0; seen < SNIFFED_LINES && line_take(&rest, &line); seen++) {
        enum csi_text kind = csi_header_kind(line);
        if (kind != CSI_TEXT_NONE)
            return kind;
        if (str_is(line, "#") && is_function(rest, seen == 0))
            return CSI_TEXT_PT;
    }
    return CSI_TEXT_NONE;
}

bool csi_check(struct str text, const char *source, struct error *error)
{
    struct str rest = csi_without_mark(without_nuls(text)), line, first = {0};
    while (line_take(&rest, &line)) {
        if (str_is(line, "#") || csi_header_kind(line) != CSI_TEXT_NONE)
            return true;
        if (!first.data)
            first = line;
    }
    if (!first.data)
        return true;
    struct str found = csi_shown(first);
    return error_at_offset(error, source, (uint64_t)(first.data - text.data),
                           "not CSI metadata: it begins with \"%.*s\", and has no line \"#\" or "
                           "\"#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...\"", STR(found));
}

/* ---- Several sections ---- */

struct str csi_concatenate(const struct str *sections, size_t count, struct arena *arena, size_t *dropped_nuls)
{
    size_t total = 0;
    *dropped_nuls = 0;
    for (size_t i = 0; i < count; i++) {
        size_t size = without_nuls(sections[i]).size;
        *dropped_nuls += sections[i].size - size;
        total += size + 1;
    }
    struct str only = count == 1 ? without_nuls(sections[0]) : (struct str){0};
    if (only.size && only.data[only.size - 1] == '\n')
        return only;
    char *text = arena_allocate(arena, total), *end = text;
    for (size_t i = 0; i < count; i++) {
        struct str section = without_nuls(sections[i]);
        if (section.size == 0)
            continue;
        memcpy(end, section.data, section.size);
        end += section.size;
        if (end[-1] != '\n')
            *end++ = '\n';
    }
    return (struct str){text, (size_t)(end - text)};
}

void *csi_keep(struct arena *arena, const void *data, size_t size)
{
    void *copy = size ? arena_allocate(arena, size) : NULL;
    if (copy)
        memcpy(copy, data, size);
    return copy;
}

/* ---- Joining several texts of CSI metadata ---- */

/* ---- Pieces of one text ---- */

/* If a section was extracted with padding, the padding precedes the first line of the next section. */
static struct str without_padding(struct str line)
{
    while (line.size && line.data[0] == 0)
        line = str_cut(line, 1, line.size);
    return line;
}

/* The kind of entry that begins in a line; CSI_TEXT_NONE: none. After a # line comes a name, which may be any word. */
static enum csi_text begins(struct str line, bool *names)
{
    enum csi_text kind = csi_header_kind(line);
    bool is_name = *names && kind == CSI_TEXT_NONE && str_trim(line).size;
    if (str_trim(line).size)
        *names = false;
    if (is_name || kind != CSI_TEXT_NONE)
        return kind;
    *names = str_is(line, "#");
    return *names ? CSI_TEXT_PT : CSI_TEXT_NONE;
}

size_t csi_split(struct str text, struct arena *arena, struct csi_piece **pieces)
{
    struct csi_piece *list = NULL, piece = {.text = text};
    size_t count = 0, capacity = 0;
    struct str rest = text, line;
    bool names = false;
    for (uint64_t number = 0; str_line(&rest, &line); number++) {
        struct str start = without_padding(line);
        enum csi_text kind = begins(csi_without_mark(start), &names);
        if (kind == CSI_TEXT_NONE || kind == piece.kind)
            continue;
        if (piece.kind != CSI_TEXT_NONE) {
            size_t before = (size_t)(line.data + (line.size - start.size) - piece.text.data);
            list = array_grow(list, &capacity, count + 1, sizeof *list);
            list[count++] = (struct csi_piece){piece.kind, str_cut(piece.text, 0, before), piece.lines_before};
            piece.text = str_cut(piece.text, before, SIZE_MAX);
            piece.lines_before = number;
        }
        piece.kind = kind;
    }
    list = array_grow(list, &capacity, count + 1, sizeof *list);
    list[count++] = piece;
    *pieces = arena_keep(arena, list, count * sizeof *list);
    return count;
}

/* ---- Shared by both kinds of metadata when joining ---- */

struct joining;

/* One kind of metadata: its entries, and their comparison. */
struct joined_kind {
    size_t size;                                                            /* of an entry */
    struct joined_entry (*entry)(const void *entry);
    uint64_t (*content)(const void *entry, uint64_t key);
    uint64_t (*name)(const void *entry, uint64_t key);                      /* hash of the identity: entries with the same must agree */
    bool (*same)(const void *a, const void *b);
    void (*differs)(struct joining *joining, size_t part, size_t i, size_t first);      /* an earlier part has this identity with other content */
};

struct joined_entry {
    struct str name;
    uint64_t text_line;
    bool damaged;
};

struct joining {
    const struct joined_kind *kind;
    char *entries;                          /* the result */
    const char *const *sources;
    struct map same, named;                 /* from content and from identity to the first such entry, for earlier parts */
    uint64_t key;
    size_t *part_of;                        /* by entry of the result: its part */
    size_t *taken;                          /* by entry of the current part: its number in the result; SIZE_MAX: a duplicate */
    size_t count, taken_count, capacity, taken_capacity, again, first_again;    /* for the current part: number of duplicates, and the first of them */
    struct csi_problems problems;
    size_t problem_capacity;
};

static uint64_t mix(uint64_t hash, uint64_t value, uint64_t key)
{
    return hash_mix(hash ^ value, key) + value;
}

static uint64_t mix_text(uint64_t hash, struct str text, uint64_t key)
{
    hash = mix(hash, text.size, key);
    for (size_t i = 0; i < text.size; i++)
        hash = mix(hash, (unsigned char)text.data[i], key);
    return hash;
}

static void problem_keep(struct joining *joining, const struct csi_problem *problem)
{
    struct csi_problems *problems = &joining->problems;
    if (problems->count >= CSI_PROBLEMS_KEPT)
        return;
    problems->items = array_grow(problems->items, &joining->problem_capacity, problems->count + 1, sizeof *problems->items);
    problems->items[problems->count++] = *problem;
}

static void say(struct joining *joining, size_t part, uint64_t line, size_t function, bool note, const char *format, ...) FORMATTED(6, 7);
static void say(struct joining *joining, size_t part, uint64_t line, size_t function, bool note, const char *format, ...)
{
    struct csi_problem problem = {.function = function, .note = note};
    char message[sizeof problem.error.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_at(&problem.error, joining->sources[part], line, 1, "%s", message);
    joining->problems.total++;
    problem_keep(joining, &problem);
}

static void begin(struct joining *joining, const struct joined_kind *kind, void *entries, const char *const *sources)
{
    *joining = (struct joining){.kind = kind, .entries = entries, .sources = sources};
    joining->key = hash_key(joining);
}

/* Adds an entry of the current part to the result, or counts it as a duplicate. */
static void take(struct joining *joining, size_t part, bool again)
{
    joining->taken = array_grow(joining->taken, &joining->taken_capacity, joining->taken_count + 1, sizeof *joining->taken);
    joining->taken[joining->taken_count++] = again ? SIZE_MAX : joining->count;
    if (again)
        return;
    joining->part_of = array_grow(joining->part_of, &joining->capacity, joining->count + 1, sizeof *joining->part_of);
    joining->part_of[joining->count++] = part;
}

/* Takes over the problems and notes of a part, except those of duplicates. */
static void take_problems(struct joining *joining, const struct csi_problems *problems)
{
    joining->problems.total += problems->total;
    for (size_t i = 0; i < problems->count; i++) {
        struct csi_problem problem = problems->items[i];
        if (problem.function != SIZE_MAX && joining->taken[problem.function] == SIZE_MAX) {
            joining->problems.total--;
            continue;
        }
        problem.function = problem.function == SIZE_MAX ? SIZE_MAX : joining->taken[problem.function];
        problem_keep(joining, &problem);
    }
}

static void say_again(struct joining *joining, size_t part, struct str name, uint64_t line, size_t first, uint64_t first_line)
{
    struct str shown = csi_shown(name);
    const char *source = joining->sources[joining->part_of[first]];
    if (joining->again > 1)
        say(joining, part, line, SIZE_MAX, true, "function \"%.*s\" and %zu more are also in %s:%" PRIu64 " and below: clew takes them once", STR(shown),
            joining->again - 1, source, first_line);
    else
        say(joining, part, line, SIZE_MAX, true, "function \"%.*s\" is also in %s:%" PRIu64 ": clew takes it once", STR(shown), source, first_line);
}

static void *joined(const struct joining *joining, size_t i)
{
    return joining->entries + i * joining->kind->size;
}

/* Makes the entries of a part known to later parts. */
static void know(struct joining *joining, size_t from)
{
    uint64_t ignored;
    for (size_t i = from; i < joining->count; i++) {
        const void *entry = joined(joining, i);
        if (joining->kind->entry(entry).damaged)
            continue;
        uint64_t content = joining->kind->content(entry, joining->key), name = joining->kind->name(entry, joining->key);
        if (!map_get(&joining->same, content, &ignored))
            map_put(&joining->same, content, i);
        if (!map_get(&joining->named, name, &ignored))
            map_put(&joining->named, name, i);
    }
}

static void join_part(struct joining *joining, const void *entries, size_t count, const struct csi_problems *problems, size_t number)
{
    const struct joined_kind *kind = joining->kind;
    size_t from = joining->count;
    uint64_t first;
    joining->taken_count = joining->again = 0;
    for (size_t i = 0; i < count; i++) {
        const void *entry = (const char *)entries + i * kind->size;
        bool again = !kind->entry(entry).damaged && map_get(&joining->same, kind->content(entry, joining->key), &first) && kind->same(joined(joining, first), entry);
        if (again && joining->again++ == 0)
            joining->first_again = i;
        if (!again)
            memcpy(joined(joining, joining->count), entry, kind->size);
        take(joining, number, again);
    }
    take_problems(joining, problems);
    for (size_t i = from; i < joining->count; i++)
        if (!kind->entry(joined(joining, i)).damaged && map_get(&joining->named, kind->name(joined(joining, i), joining->key), &first))
            kind->differs(joining, number, i, first);
    if (joining->again) {
        const void *entry = (const char *)entries + joining->first_again * kind->size;
        (void)!map_get(&joining->same, kind->content(entry, joining->key), &first);
        say_again(joining, number, kind->entry(entry).name, kind->entry(entry).text_line, first, kind->entry(joined(joining, first)).text_line);
    }
    know(joining, from);
}

static struct csi_problems finish(struct joining *joining, struct arena *arena)
{
    struct csi_problems problems = joining->problems;
    problems.items = arena_keep(arena, problems.items, problems.count * sizeof *problems.items);
    free(joining->part_of);
    free(joining->taken);
    map_free(&joining->same);
    map_free(&joining->named);
    return problems;
}

/* ---- Path tracing ---- */

static uint64_t graph_hash(const void *entry, uint64_t key)
{
    const struct csi_function *function = entry;
    uint64_t hash = mix_text(0, function->name, key);
    for (size_t i = 0; i < function->block_count; i++) {
        const struct csi_block *block = &function->blocks[i];
        hash = mix(mix(mix(hash, block->id, key), (uint64_t)block->kind, key), block->line_count, key);
        for (size_t k = 0; k < block->line_count; k++)
            hash = mix(hash, (uint64_t)block->lines[k], key);
    }
    for (size_t i = 0; i < function->edge_count; i++) {
        const struct csi_edge *edge = &function->edges[i];
        hash = mix(mix(hash, (uint64_t)edge->source << 32 | edge->target, key), edge->back, key);
        hash = mix(mix(hash, edge->increment, key), edge->weight, key);
    }
    return hash;
}

static bool same_lines(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count)
{
    return a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof *a) == 0);
}

static bool same_graph(const void *one, const void *other)
{
    const struct csi_function *a = one, *b = other;
    bool same = str_equal(a->name, b->name) && a->block_count == b->block_count && a->edge_count == b->edge_count;
    for (size_t i = 0; same && i < a->block_count; i++)
        same = a->blocks[i].id == b->blocks[i].id && a->blocks[i].kind == b->blocks[i].kind &&
               same_lines(a->blocks[i].lines, a->blocks[i].line_count, b->blocks[i].lines, b->blocks[i].line_count);
    for (size_t i = 0; same && i < a->edge_count; i++)
        same = a->edges[i].source == b->edges[i].source && a->edges[i].target == b->edges[i].target && a->edges[i].back == b->edges[i].back &&
               a->edges[i].increment == b->edges[i].increment && a->edges[i].weight == b->edges[i].weight;
    return same;
}

static struct joined_entry graph_entry(const void *entry)
{
    const struct csi_function *function = entry;
    return (struct joined_entry){function->name, function->text_line, function->damaged};
}

static uint64_t graph_name(const void *entry, uint64_t key)
{
    return mix_text(0, ((const struct csi_function *)entry)->name, key);
}

static void graph_differs(struct joining *joining, size_t part, size_t i, size_t first)
{
    const struct csi_function *function = joined(joining, i), *before = joined(joining, first);
    struct str shown = csi_shown(function->name);
    say(joining, part, function->text_line, i, false, "function \"%.*s\" differs in blocks or edges from the one at %s:%" PRIu64 " (two builds, or two static functions?): clew keeps both",
        STR(shown), joining->sources[joining->part_of[first]], before->text_line);
}

static const struct joined_kind graphs = {sizeof(struct csi_function), graph_entry, graph_hash, graph_name, same_graph, graph_differs};

void csi_paths_join(const struct csi_paths *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_paths *paths)
{
    struct joining joining;
    size_t total = 0;
    *paths = count ? parts[0] : (struct csi_paths){0};
    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++)
        total += parts[i].count;
    struct csi_function *functions = arena_allocate(arena, (total + 1) * sizeof *functions);
    begin(&joining, &graphs, functions, sources);
    for (size_t i = 0; i < count; i++)
        join_part(&joining, parts[i].functions, parts[i].count, &parts[i].problems, i);
    *paths = (struct csi_paths){.functions = functions, .count = joining.count};
    paths->problems = finish(&joining, arena);
}

/* ---- Coverage ---- */

static uint64_t array_name(const void *entry, uint64_t key)
{
    const struct csi_coverage_function *function = entry;
    return mix_text(mix_text(0, function->name, key), function->global, key);
}

/* Labels are only names of probes: the hash includes them as far as they give bits a meaning. */
static uint64_t probes_hash(const void *entry, uint64_t key)
{
    const struct csi_coverage_function *function = entry;
    uint64_t hash = mix(array_name(function, key), (uint64_t)csi_bits_of(function), key);
    for (size_t i = 0; i < function->probe_count; i++) {
        const struct csi_probe *probe = &function->probes[i];
        hash = mix_text(mix(mix(hash, (uint64_t)probe->index, key), probe->line_count, key), probe->callee, key);
        for (size_t k = 0; k < probe->line_count; k++)
            hash = mix(hash, (uint64_t)probe->lines[k], key);
    }
    return hash;
}

static bool same_probes(const void *one, const void *other)
{
    const struct csi_coverage_function *a = one, *b = other;
    bool same = str_equal(a->name, b->name) && str_equal(a->global, b->global) && a->probe_count == b->probe_count &&
                csi_bits_of(a) == csi_bits_of(b);
    for (size_t i = 0; same && i < a->probe_count; i++)
        same = a->probes[i].index == b->probes[i].index && str_equal(a->probes[i].callee, b->probes[i].callee) &&
               same_lines(a->probes[i].lines, a->probes[i].line_count, b->probes[i].lines, b->probes[i].line_count);
    return same;
}

static struct joined_entry array_entry(const void *entry)
{
    const struct csi_coverage_function *function = entry;
    return (struct joined_entry){function->name, function->text_line, function->damaged};
}

static void array_differs(struct joining *joining, size_t part, size_t i, size_t first)
{
    struct csi_coverage_function *function = joined(joining, i), *before = joined(joining, first);
    struct str shown = csi_shown(function->name), global = csi_shown(function->global);
    function->damaged = before->damaged = true;
    say(joining, part, function->text_line, i, false, "%.*s of function \"%.*s\" has other entries in %s:%" PRIu64 ": do both come from one build? clew ignores its values",
        STR(global), STR(shown), joining->sources[joining->part_of[first]], before->text_line);
}

static const struct joined_kind arrays = {sizeof(struct csi_coverage_function), array_entry, probes_hash, array_name, same_probes, array_differs};

void csi_coverage_join(const struct csi_coverage *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_coverage *coverage)
{
    struct joining joining;
    size_t total = 0;
    *coverage = count ? parts[0] : (struct csi_coverage){0};
    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++)
        total += parts[i].count;
    struct csi_coverage_function *functions = arena_allocate(arena, (total + 1) * sizeof *functions);
    begin(&joining, &arrays, functions, sources);
    for (size_t i = 0; i < count; i++)
        join_part(&joining, parts[i].functions, parts[i].count, &parts[i].problems, i);
    *coverage = (struct csi_coverage){.scheme = parts[0].scheme, .functions = functions, .count = joining.count};
    coverage->problems = finish(&joining, arena);
}

/* csi_source.c - the source of a frame with the lines of its suffix lit.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t edge_key(uint32_t source, uint32_t target)
{
    return (uint64_t)source << 32 | target;
}

static void list_backedges(const struct csi_function *function, struct map *backedges)
{
    for (size_t i = 0; function && i < function->edge_count; i++)
        if (function->edges[i].back)
            map_put(backedges, edge_key(function->edges[i].source, function->edges[i].target), 1);
}

/* How often each line ran within the suffix. A line that goes on in the next block ran once, also over a backedge: "for" steps and asks in one go. A
 * second backedge without another line between them is a loop on that line: once a round. */
void csi_count_lines(const struct csi *csi, struct map *counts)
{
    const struct csi_function *function = csi_function(csi);
    const struct crash_frame *frame = csi_frame(csi);
    int64_t line = frame ? csi_frame_line(frame) : 0, before = 0;
    int64_t *lines = NULL;
    size_t capacity = 0, rounds = 0;
    struct map backedges = {0};
    uint64_t ignored;
    list_backedges(function, &backedges);
    for (size_t i = 0; i < csi->steps.count; i++) {
        const struct csi_block *block = &function->blocks[csi->steps.blocks[i]];
        bool last = i + 1 == csi->steps.count, partial;
        lines = array_grow(lines, &capacity, block->line_count + 1, sizeof *lines);
        if (i && map_get(&backedges, edge_key(csi->steps.blocks[i - 1], csi->steps.blocks[i]), &ignored))
            rounds++;
        size_t found = suffix_step_lines(block, last, last ? line : 0, lines, &partial);
        for (size_t k = 0; k < found; k++) {
            uint64_t count = 0;
            if (lines[k] == before && rounds < 2)
                continue;
            rounds = lines[k] == before ? 1 : 0;
            map_get(counts, (uint64_t)lines[k], &count);
            map_put(counts, (uint64_t)lines[k], count + 1);
            before = lines[k];
        }
    }
    map_free(&backedges);
    free(lines);
}

/* Lines the function has at all: what is not among them cannot be told. */
static void known_lines(const struct csi_function *function, struct map *known)
{
    for (size_t b = 0; function && b < function->block_count; b++)
        for (size_t i = 0; i < function->blocks[b].line_count; i++)
            if (function->blocks[b].lines[i] > 0)
                map_put(known, (uint64_t)function->blocks[b].lines[i], 1);
}

struct csi_source_rows {
    struct session *session;
    const struct session_source *source;
    struct map counts, known;
    uint64_t current;
    bool earlier;                           /* the step has no line: current is that of the nearest one before it */
};

/* Lines of the suffix have its bar and their count; of the others what frames and coverage tell. */
static bool source_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct csi_source_rows *list = rows->data;
    uint64_t line = i + 1, count = 0, ignored;
    bool ran = map_get(&list->counts, line, &count), known = map_get(&list->known, line, &ignored);
    int digits = snprintf(NULL, 0, "%" PRIu64, source_line_count(list->source->source));
    const struct line_fact *other = source_fact(list->session, list->source->file, line), own = {.state = LINE_RAN, .count = count}, *fact = ran ? &own : other;
    row->current = line == list->current && !list->earlier;
    row_style(row, row->current ? STYLE_CURRENT : STYLE_DIM);
    text_printf(&row->text, "%c%*" PRIu64 " ", row->current ? '>' : ' ', digits, line);
    source_margin_fact(fact, source_sign_width(list->session, 4), row->current, row);
    text_add(&row->text, ran ? "| " : "  ");
    traces_margin(list->session, list->source->file, line, row);
    source_code(list->session, list->source, line, row->current ? STYLE_CURRENT : fact->state == LINE_RAN ? STYLE_NORMAL : STYLE_DIM, row);
    row_number(row, "line", line);
    source_fact_fields(fact, true, row);
    row_string(row, "text", source_line(list->source->source, line));
    if (known)
        row->place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = list->source->file, .line = line};
    return true;
}

static void source_release(struct rows *rows)
{
    struct csi_source_rows *list = rows->data;
    map_free(&list->counts);
    map_free(&list->known);
}

static void set_title(const struct csi *csi, struct slice file, struct rows *rows)
{
    struct text title = {0};
    const struct csi_function *function = csi_function(csi);
    text_safe(&title, slice_basename(file));
    if (function) {
        text_add(&title, title.size ? "  " : "source of ");
        text_safe(&title, csi_name(csi));
    }
    rows->title = arena_copy(&rows->arena, text_slice(&title));
    text_free(&title);
}

bool csi_rows_of_source(struct session *session, struct rows *rows, struct error *error)
{
    const struct csi *csi = session->trace->csi;
    struct slice folder, file = csi_source_file(session, &folder);
    if (!csi_need(session, error))
        return false;
    set_title(csi, file, rows);
    if (file.size == 0) {
        rows_add_printf(rows, "no source file is known")->style = STYLE_UNKNOWN;
        rows_add_printf(rows, "metadata has lines, but no files:")->style = STYLE_DIM;
        rows_add_printf(rows, "a frame \"at FILE:LINE\" names one,")->style = STYLE_DIM;
        rows_add_printf(rows, "or the executable: --exec=FILE")->style = STYLE_DIM;
        return true;
    }
    const struct session_source *source = session_source(session, file, folder);
    if (!source->source) {
        source_missing(source, rows);
        return true;
    }
    struct csi_source_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct session_source *kept = arena_allocate(&rows->arena, sizeof *kept);
    *kept = *source; /* the table of sources may move while the rows live */
    bool earlier;
    int64_t line = csi_here_line(csi, &earlier);
    *list = (struct csi_source_rows){.session = session, .source = kept, .current = line > 0 ? (uint64_t)line : 0, .earlier = earlier};
    csi_count_lines(csi, &list->counts);
    known_lines(csi_function(csi), &list->known);
    rows->data = list;
    rows->count = source_line_count(source->source);
    rows->focus = list->current && list->current <= rows->count ? list->current - 1 : 0;
    rows->get = source_get;
    rows->release = source_release;
    return true;
}

/* list [LINE]: ten lines around where one is, then the next ten. */
bool csi_list(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    enum { LISTED = 10 };
    struct rows all = {0};
    struct row row = {0};
    uint64_t line = 0;
    struct place place = {0}, whole;
    if (arguments.size && !slice_decimal(arguments, &line)) {
        struct slice folder, file = csi_source_file(session, &folder);
        if (!place_parse(arguments, &place, error))
            return false;
        bool here = place.has & PLACE_LINE && slice_equal(slice_basename(place.file), slice_basename(file));
        if (!here && (!csi_resolve(session, &place, &whole, error) || !session_go(session, &place, error)))
            return false;                   /* the source of another function is shown by going there */
        line = place.has & PLACE_LINE ? place.line : 0;
    }
    if (!csi_rows_of_source(session, &all, error))
        return false;
    bool numbered = all.get == source_get;
    bool earlier;
    uint64_t here = csi_here_line(session->trace->csi, &earlier) > 0 ? (uint64_t)csi_here_line(session->trace->csi, &earlier) : 1, middle = line ? line : here;
    uint64_t first = !arguments.size && session->trace->list_line ? session->trace->list_line : middle > LISTED / 2 ? middle - LISTED / 2 : 1;
    answer->is_list = true;
    if (numbered && first > all.count) {
        error_set(error, "the file has %" PRIu64 " lines", all.count);
        rows_free(&all);
        return false;
    }
    uint64_t begin = numbered ? first - 1 : 0, count = numbered ? list_count(session) : LISTED;
    for (uint64_t i = begin; i < all.count && i - begin < count && rows_get(&all, i, &row); i++) {
        struct row *copy = rows_add(&answer->rows, (struct slice){NULL, 0});
        text_append(&copy->text, text_slice(&row.text));
        copy->place = row.place;
        copy->current = row.current;
        copy->span_count = row.span_count;
        memcpy(copy->spans, row.spans, sizeof row.spans);
        for (size_t k = 0; numbered && k < row.field_count; k++)
            row_field(copy, &row.fields[k]);
    }
    if (numbered)
        list_done(session, first, !arguments.size && session->trace->list_line ? 0 : middle);
    row_free(&row);
    rows_free(&all);
    return true;
}

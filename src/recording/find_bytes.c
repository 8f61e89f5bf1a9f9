/* find_bytes.c - searches what the program and the kernel read and wrote in memory for bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/find_bytes.h"
#include "recording/describe.h"
#include "recording/who.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What was found ---- */

struct found_rows {
    struct session *session;
    ARRAY(struct state_access, items);
    ARRAY(struct memory_writer, writers);
    bool more;
    struct table table;
    struct said *said;
};

static bool take_found(void *context, const struct state_access *access)
{
    struct found_rows *list = context;
    const struct state_access *last = list->items_count ? &list->items[list->items_count - 1] : NULL;
    struct memory_writer writer;
    if (last && last->address == access->address && last->time == access->time && last->yours == access->yours)
        return true;                    /* one call may write the same bytes again and again */
    if (list->items_count == FIND_MOST) {
        list->more = true;
        return false;
    }
    struct state_access around = *access;       /* the call is that of a write there */
    around.first = access->address;
    around.last = access->address + (access->size - 1);
    who_access_writer(wet_of(list->session)->store, &around, &writer);
    ARRAY_ADD(list, items, *access);
    ARRAY_ADD(list, writers, writer);
    return true;
}

enum { FOUND_TIME, FOUND_NODE /* and the columns behind it, without the value */ };

static void found_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct found_rows *list = data;
    if (column == FOUND_TIME)
        text_printf(cell->text, "@%" PRIu64, list->items[i].time);
    else if (list->writers[i].time && column != FOUND_NODE + NODE_VALUE)
        node_cell(list->session, list->writers[i].node, column - FOUND_NODE, list->said, cell->text);
}

static bool found_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct found_rows *list = rows->data;
    const struct state_access *access = &list->items[i];
    table_row(&list->table, i, row);
    row_number(row, "time", access->time);
    if (list->writers[i].time) {
        row_node(row, list->session, list->writers[i].node);
        node_row_end(list->session, list->writers[i].node, row);
    }
    row_hex(row, "at", access->address);
    text_printf(&row->text, "  at 0x%" PRIx64, access->address);
    row_style(row, STYLE_UNKNOWN);
    static const char *const others[] = {[STATE_STORED] = ", skipped code wrote it", [STATE_LOADED] = ", skipped code read it",
                                         [STATE_KERNEL] = ", the system call wrote it", [STATE_TAKEN] = ", the system put it there"};
    text_printf(&row->text, "%s%s%s", access->yours ? "" : others[access->how], access->how == STATE_LOADED ? ", it was there before" : "", access->time ? "" : ", before your code ran");
    if (access->instruction && !access->yours)
        row_hex(row, "instruction", access->instruction);
    (access->yours ? row_false : row_true)(row, "hidden");
    (access->how == STATE_LOADED ? row_true : row_false)(row, "read");
    return true;
}

static void found_release(struct rows *rows)
{
    struct found_rows *list = rows->data;
    free(list->items);
    free(list->writers);
    said_free(list->said);
}

static void rows_of_found(struct found_rows *found, struct rows *rows)
{
    static const struct column columns[] = {TIME_COLUMN, NODE_COLUMN_NAME, NODE_COLUMNS_BEHIND};
    struct found_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = *found;
    list->said = arena_allocate(&rows->arena, sizeof *list->said);
    list->table = (struct table){.columns = columns, .count = FOUND_NODE + NODE_COLUMNS, .cell = found_cell, .data = list};
    rows->count = list->items_count;
    rows->data = list;
    rows->get = found_get;
    rows->release = found_release;
    table_measure(&list->table, 0, rows->count);
    if (rows->count)                    /* the last time is the longest */
        list->table.widths[FOUND_TIME] = (size_t)snprintf(NULL, 0, "@%" PRIu64, list->items[rows->count - 1].time);
}

/* The first of the forms that memory held. False: interrupted, or damage. */
static bool search_forms(struct found_rows *found, struct state *state, const struct str *forms, size_t count)
{
    bool whole = true;
    for (size_t i = 0; i < count && whole && !found->items_count; i++)
        whole = state_search(state, forms[i], &found->session->options.progress, take_found, found);
    return whole;
}

bool find_bytes(struct session *session, const struct str *forms, size_t count, struct str what, struct answer *answer, struct error *error)
{
    struct found_rows found = {.session = session};
    struct rows parts[2] = {{0}, {0}};
    struct state *state = who_state(session);
    if (!state && store_keeps_state(wet_of(session)->store))
        return error_set(error, "the state stream of the recording is damaged");
    if (!state)
        return error_set(error, "this trace does not keep what memory held: `clew record` without --state=no makes a recording that does");
    for (size_t i = 0; i < count; i++)
        if (forms[i].size > MACHINE_SEARCHED)
            return error_set(error, "clew searches for at most %d bytes", MACHINE_SEARCHED);
    bool whole = search_forms(&found, state, forms, count);
    bool damaged = !whole && state_damage(state, error);
    if (!found.items_count)
        return !damaged && error_set(error, whole ? "clew found no %.*s in what the program or the kernel read or wrote; it does not search mapped files" : "interrupted", STR(what));
    if (found.more)
        rows_add_printf(&parts[1], "there are more: these are the first %d", FIND_MOST)->style = STYLE_UNKNOWN;
    else if (!whole)
        rows_add_printf(&parts[1], damaged ? "the state stream is damaged: there may be more" : "interrupted: there may be more")->style = STYLE_WARNING;
    rows_of_found(&found, &parts[0]);
    rows_chain(&answer->rows, parts, 2);
    answer->rows.title = arena_printf(&answer->rows.arena, "where memory held %.*s", STR(what));
    answer->is_list = true;
    return true;
}

/* system_calls.c - system calls of a recording as text and rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/system_calls.h"
#include "recording/describe.h"
#include "recording/shape.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WRITE = 1, PWRITE = 18, WRITEV = 20, SENDTO = 44, PWRITEV = 296, PWRITEV2 = 328 };

bool system_calls_need(const struct session *session, struct error *error)
{
    if (!wet_need_recording(session, error))
        return false;
    return store_keeps_system_calls(wet_of(session)->store) || error_set(error, "the recording lists no system calls: record the program again, without --state=no");
}

/* The name of a call, "syscall 1000" of one without a name. */
static void system_call_name(uint64_t number, struct text *out)
{
    const struct system_call *call = system_call_numbered(number);
    if (call)
        text_add(out, call->name);
    else
        text_printf(out, "syscall %" PRIu64, number);
}

bool system_calls_named(struct str words, uint64_t **numbers, size_t *count, struct error *error)
{
    struct str word;
    size_t capacity = 0;
    uint64_t number;
    *numbers = NULL;
    *count = 0;
    while (str_field(&words, &word)) {
        if (!system_call_named(word, &number) && !str_decimal(word, &number)) {
            free(*numbers);
            *numbers = NULL;
            return error_set(error, "no system call is named `%.*s`", STR(word));
        }
        *numbers = array_grow(*numbers, &capacity, *count + 1, sizeof **numbers);
        (*numbers)[(*count)++] = number;
    }
    return true;
}

/* ---- Bytes ---- */

/* A moment of the call. False: the recording has no state stream, or it is damaged. */
static bool go(struct session *session, const struct store_system_call *call, bool left)
{
    struct state *state = who_state(session);
    struct error error;
    return state && state_go_instruction(state, left ? call->left : call->entered, !left, &error);
}

/* At the moment, from the state stream: `size` bytes, or a text up to its first 0. */
static void add_bytes(struct session *session, uint64_t address, uint64_t size, bool text, struct text *out)
{
    uint8_t bytes[CALL_PATH], told[CALL_PATH];
    struct who_byte parts[CALL_PATH];
    uint64_t most = text ? CALL_PATH : CALL_BYTES, shown = size < most ? size : most, count = 0;
    state_memory(who_state(session), address, bytes, told, shown);
    while (count < shown && !(text && told[count] == STATE_KNOWN && !bytes[count])) {
        parts[count] = (struct who_byte){.value = bytes[count], .known = told[count] == STATE_KNOWN};
        count++;
    }
    shape_string(CHARACTERS_PLAIN, parts, count, count, text ? count < shown : shown == size, false, out);
}

enum { VECTOR = 16 /* bytes of a struct iovec */, VECTORS_MOST = 1024 /* of a call: IOV_MAX */ };

/* Element i of a vector of the program's memory at the moment. False: unknown. */
static bool vector_at(struct session *session, uint64_t address, uint64_t i, uint64_t *base, uint64_t *size)
{
    uint8_t bytes[VECTOR], told[VECTOR];
    if (state_memory(who_state(session), address + i * VECTOR, bytes, told, VECTOR) != VECTOR)
        return false;
    memcpy(base, bytes, sizeof *base);
    memcpy(size, bytes + sizeof *base, sizeof *size);
    return true;
}

/* ["ab", "c"] */
static void add_vector(struct session *session, uint64_t address, uint64_t count, uint64_t left, struct text *out)
{
    enum { ELEMENTS = 8 };
    uint64_t base, size;
    text_byte(out, '[');
    for (uint64_t i = 0; i < count && left; i++) {
        text_add(out, i ? ", " : "");
        if (i == ELEMENTS || !vector_at(session, address, i, &base, &size)) {
            text_add(out, i == ELEMENTS ? "..." : "<unknown>");
            break;
        }
        size = size < left ? size : left;
        add_bytes(session, base, size, false, out);
        left -= size;
    }
    text_byte(out, ']');
}

/* [3, 4] */
static void add_pair(struct session *session, uint64_t address, struct text *out)
{
    int32_t pair[2];
    uint8_t told[sizeof pair];
    if (state_memory(who_state(session), address, (uint8_t *)pair, told, sizeof pair) == sizeof pair)
        text_printf(out, "[%" PRId32 ", %" PRId32 "]", pair[0], pair[1]);
    else
        text_add(out, "<unknown>");
}

/* ---- A call as text ---- */

static bool is_written(char form)
{
    return form == FORM_WRITTEN || form == FORM_WRITTEN_TEXT || form == FORM_VECTOR_WRITTEN || form == FORM_PAIR;
}

static bool is_memory(char form)
{
    return is_written(form) || form == FORM_TEXT || form == FORM_READ || form == FORM_VECTOR;
}

/* An argument that stands for memory, at the moment that tells it. */
static void add_memory(struct session *session, const struct store_system_call *call, unsigned i, char form, struct text *out)
{
    enum { LONGEST = 1 << 20 };
    uint64_t address = call->arguments[i], next = i + 1 < SYSTEM_CALL_ARGUMENTS ? call->arguments[i + 1] : 0;
    bool written = is_written(form), good = call->has_result && !system_call_failed(call->result);
    if (!address || (written && !good) || !go(session, call, written)) {
        system_call_word(FORM_POINTER, address, out);
        return;
    }
    switch (form) {
    case FORM_TEXT: case FORM_WRITTEN_TEXT: add_bytes(session, address, LONGEST, true, out); break;
    case FORM_READ: add_bytes(session, address, next, false, out); break;
    case FORM_WRITTEN: add_bytes(session, address, call->result, false, out); break;
    case FORM_PAIR: add_pair(session, address, out); break;
    case FORM_VECTOR: add_vector(session, address, next, UINT64_MAX, out); break;
    default: add_vector(session, address, next, call->result, out); break;
    }
}

/* The mode of a file counts only if the call may create it. */
static unsigned count_arguments(const struct store_system_call *call, const char *forms)
{
    enum { CREATES = 0x40, TEMPORARY = 0x400000 };
    unsigned count = forms ? (unsigned)strlen(forms) : SYSTEM_CALL_ARGUMENTS;
    bool opens = count > 1 && forms && forms[count - 2] == FORM_OPEN && forms[count - 1] == FORM_MODE;
    return opens && !(call->arguments[count - 2] & (CREATES | TEMPORARY)) ? count - 1 : count;
}

/* Those at entry come first: then the state stream only goes forward. */
static void add_arguments(struct session *session, const struct store_system_call *call, const char *forms, struct text *out)
{
    struct text words[SYSTEM_CALL_ARGUMENTS] = {{0}};
    unsigned count = count_arguments(call, forms);
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < count && i < SYSTEM_CALL_ARGUMENTS; i++) {
            char form = forms ? forms[i] : FORM_HEXADECIMAL;
            if (is_written(form) != (turn == 1))
                continue;
            if (is_memory(form))
                add_memory(session, call, i, form, &words[i]);
            else
                system_call_word(form, call->arguments[i], &words[i]);
        }
    for (unsigned i = 0; i < SYSTEM_CALL_ARGUMENTS; i++) {
        text_add(out, i && i < count ? ", " : "");
        text_append(out, text_str(&words[i]));
        text_free(&words[i]);
    }
}

void system_call_text(struct session *session, const struct store_system_call *call, struct text *out)
{
    const struct system_call *known = system_call_numbered(call->number);
    system_call_name(call->number, out);
    text_byte(out, '(');
    if (call->has_arguments)
        add_arguments(session, call, known ? known->forms : NULL, out);
    else
        text_add(out, "...");
    text_add(out, ") = ");
    if (call->has_result)
        system_call_result(call->number, call->result, out);
    else
        text_byte(out, '?');
}

/* ---- Output ---- */

bool system_call_writes(const struct store_system_call *call, uint64_t *descriptor)
{
    bool writes = call->number == WRITE || call->number == PWRITE || call->number == WRITEV || call->number == SENDTO || call->number == PWRITEV ||
                  call->number == PWRITEV2;
    *descriptor = (uint32_t)call->arguments[0];
    return writes && call->has_arguments && call->has_result && !system_call_failed(call->result);
}

/* Up to where nothing is known. Returns how many of the bytes are unknown. */
static uint64_t append_memory(struct session *session, uint64_t address, uint64_t size, struct text *bytes)
{
    enum { CHUNK = 4096 };
    uint8_t told[CHUNK];
    uint64_t done = 0, unknown = 0;
    while (done < size) {
        uint64_t piece = size - done < CHUNK ? size - done : CHUNK, known;
        char *to = text_extend(bytes, piece);
        known = state_memory(who_state(session), address + done, (uint8_t *)to, told, piece);
        for (uint64_t i = 0; i < piece; i++)
            to[i] = told[i] == STATE_KNOWN ? to[i] : '?';
        unknown += piece - known;
        done += piece;
        if (!known) {
            bytes->size -= piece - 1;       /* one ? stands for all that follows */
            break;
        }
    }
    return unknown + (size - done);
}

bool system_call_is_plain(const struct store_system_call *call)
{
    return call->number == WRITE || call->number == PWRITE || call->number == SENDTO;
}

bool system_call_output(struct session *session, const struct store_system_call *call, uint64_t most, struct text *bytes, uint64_t *unknown)
{
    uint64_t descriptor, base, size, left = call->result < most ? call->result : most;
    if (!system_call_writes(call, &descriptor) || !go(session, call, false))
        return false;
    *unknown = system_call_is_plain(call) ? append_memory(session, call->arguments[1], left, bytes) : 0;
    for (uint64_t i = 0; !system_call_is_plain(call) && i < call->arguments[2] && i < VECTORS_MOST && left; i++) {
        if (!vector_at(session, call->arguments[1], i, &base, &size)) {
            *unknown += left;
            break;
        }
        size = size < left ? size : left;
        *unknown += append_memory(session, base, size, bytes);
        left -= size;
    }
    return true;
}

/* ---- Some of them ---- */

bool system_call_is_among(uint64_t number, const uint64_t *numbers, size_t count)
{
    bool among = count == 0;
    for (size_t i = 0; i < count && !among; i++)
        among = numbers[i] == number;
    return among;
}

/* The calls with these numbers: their places in the store, or if `times` the times of their executions. */
static bool choose(struct session *session, const uint64_t *numbers, size_t count, bool times, uint64_t **chosen, size_t *chosen_count, struct error *error)
{
    enum { REPORTED = 1 << 12 };
    const struct store *store = wet_of(session)->store;
    uint64_t total = store_system_call_count(store);
    struct store_system_call call;
    size_t capacity = 0;
    bool good = true;
    *chosen = NULL;
    *chosen_count = 0;
    for (uint64_t i = 0; i < total && good; i++) {
        good = i % REPORTED || progress_report(&session->options.progress, i, total) || error_set(error, "interrupted");
        good = good && store_system_call(store, i, &call, error);
        if (!good || !system_call_is_among(call.number, numbers, count) || (times && !call.time))
            continue;
        *chosen = array_grow(*chosen, &capacity, *chosen_count + 1, sizeof **chosen);
        (*chosen)[(*chosen_count)++] = times ? call.time : i;
    }
    if (!good)
        free(*chosen);
    return good;
}

static int by_time(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return COMPARE(*x, *y);
}

bool system_call_times(struct session *session, const uint64_t *numbers, size_t count, uint64_t **times, size_t *time_count, struct error *error)
{
    size_t kept = 0;
    if (!choose(session, numbers, count, true, times, time_count, error))
        return false;
    if (*time_count)
        qsort(*times, *time_count, sizeof **times, by_time);
    for (size_t i = 0; i < *time_count; i++)
        if (i == 0 || (*times)[i] != (*times)[kept - 1])
            (*times)[kept++] = (*times)[i];
    *time_count = kept;
    return true;
}

/* ---- info syscalls ---- */

struct call_rows {
    struct session *session;
    uint64_t *chosen;                   /* numbers of calls in the store; NULL: all */
    struct table table;
};

enum { CALL_TIME, CALL_THREAD, CALL_LOCATION, CALL_TEXT, CALL_COLUMNS };

static bool call_at(const struct call_rows *list, uint64_t i, struct store_system_call *call)
{
    struct error error;
    return store_system_call(wet_of(list->session)->store, list->chosen ? list->chosen[i] : i, call, &error);
}

static void call_cell(const void *data, uint64_t i, size_t column, struct table_cell *cell)
{
    const struct call_rows *list = data;
    struct store_system_call call;
    struct node node;
    if (!call_at(list, i, &call)) {
        text_add(cell->text, column == CALL_TEXT ? "damaged" : "");
        return;
    }
    bool known = call.time && store_at(wet_of(list->session)->store, call.time, &node);
    switch (column) {
    case CALL_TIME:
        if (known)
            text_printf(cell->text, "@%" PRIu64, call.time);
        break;
    case CALL_THREAD:
        if (call.thread > 1)
            text_printf(cell->text, "thread %" PRIu64, call.thread);
        break;
    case CALL_LOCATION:
        if (known) {
            struct instruction instruction = program_instruction(wet_of(list->session)->program, node.index);
            describe_location_in(&instruction, LOCATION_ROOM, cell->text);
        }
        break;
    default: system_call_text(list->session, &call, cell->text); break;
    }
}

static bool call_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct call_rows *list = rows->data;
    struct store_system_call call = {0};
    struct text name = {0};
    struct node node;
    table_row(&list->table, i, row);
    size_t begin = row->span_count ? row->spans[row->span_count - 1].from : 0;      /* the last column */
    bool good = call_at(list, i, &call), known = good && call.time && store_at(wet_of(list->session)->store, call.time, &node);
    system_call_name(call.number, &name);
    if (known)
        row_number(row, "time", call.time);
    else
        row_null(row, "time");
    row_number(row, "thread", call.thread);
    row_string(row, "name", text_str(&name));
    row_number(row, "number", call.number);
    row_string(row, "call", str_cut(text_str(&row->text), begin, SIZE_MAX));
    if (call.has_result)
        row_hex(row, "result", call.result);
    else
        row_null(row, "result");
    if (known) {
        row_node(row, list->session, node);
        row_where(row, list->session, node);
    }
    text_free(&name);
    return good;
}

static void call_release(struct rows *rows)
{
    struct call_rows *list = rows->data;
    free(list->chosen);
}

/* The first one that had not returned before your place. */
static uint64_t first_behind(struct session *session, const struct call_rows *list, uint64_t count)
{
    uint64_t time;
    if (!wet_time(session, &time))
        return 0;
    uint64_t first = store_system_call_at(wet_of(session)->store, time);
    if (list->chosen) {
        LOWER_BOUND(uint64_t, at, 0, count, list->chosen[at] < first);
        first = at;
    }
    return first < count ? first : count - 1;
}

bool info_syscalls(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    enum { WIDEST_TIME = 21, WIDEST_THREAD = 12 };
    static const struct column columns[CALL_COLUMNS] = {
        [CALL_TIME] = {STYLE_NORMAL, WIDEST_TIME, 0}, [CALL_THREAD] = {STYLE_DIM, WIDEST_THREAD, 0}, [CALL_LOCATION] = {STYLE_LOCATION, LOCATION_ROOM, 0},
        [CALL_TEXT] = {STYLE_VALUE, 0, 0}};
    struct rows *rows = &answer->rows;
    uint64_t *numbers, *chosen = NULL, total;
    size_t count, chosen_count;
    if (!system_calls_need(session, error) || !system_calls_named(words, &numbers, &count, error))
        return false;
    total = store_system_call_count(wet_of(session)->store);
    bool good = !count || choose(session, numbers, count, false, &chosen, &chosen_count, error);
    free(numbers);
    if (!good)
        return false;
    struct call_rows *list = arena_allocate(&rows->arena, sizeof *list);
    *list = (struct call_rows){.session = session, .chosen = chosen};
    list->table = (struct table){.columns = columns, .count = CALL_COLUMNS, .cell = call_cell, .data = list};
    rows->count = count ? chosen_count : total;
    rows->data = list;
    rows->get = call_get;
    rows->release = call_release;
    if (rows->count == 0) {
        rows_free(rows);
        rows_add_printf(rows, count ? "the program made no such system call" : "the program made no system calls")->style = STYLE_UNKNOWN;
        return true;
    }
    table_measure(&list->table, 0, rows->count);
    rows->focus = first_behind(session, list, rows->count);
    return true;
}

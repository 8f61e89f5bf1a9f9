/* system_calls.c - system calls of a recording as text and rows.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/system_calls.h"
#include "recording/describe.h"
#include "recording/shape.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { WRITE = 1, PWRITE = 18, WRITEV = 20, SENDTO = 44, PWRITEV = 296, PWRITEV2 = 328 };

bool system_calls_need(const struct session *session, struct error *error)
{
    if (!wet_need_recording(session, error))
        return false;
    return store_keeps_system_calls(wet_of(session)->store) || error_set(error, "the recording lists no system calls: record the program again, without --state=no");
}

uint64_t system_call_time(const struct session *session, const struct store_system_call *call)
{
    uint64_t time;
    return store_thread_until(wet_of(session)->store, call->thread, call->now, &time) ? time : 0;
}

/* The name of a call or signal; without a name: syscall_0x3e8. */
static void system_call_name(uint64_t number, struct text *out)
{
    const struct system_call *call = system_call_numbered(number);
    if (call)
        text_add(out, call->name);
    else if (number >= SYSTEM_CALL_SIGNALS)
        signal_name(number - SYSTEM_CALL_SIGNALS, out);
    else
        text_printf(out, "syscall_0x%" PRIx64, number);
}

/* ---- Some of them ---- */

static void add_kind(struct call_choice *choice, struct str kind)
{
    enum { CALLS = 512 };
    for (uint64_t number = 0; number < CALLS; number++)
        if (system_call_is_of(number, kind))
            ARRAY_ADD(choice, numbers, number);
}

/* A name or number. False: clew knows none like it. */
static bool add_word(struct call_choice *choice, struct str word)
{
    uint64_t number;
    size_t before = choice->numbers_count;
    if (choice->among != AMONG_SIGNALS && word.size && word.data[0] == '%')
        add_kind(choice, word);
    else if (choice->among != AMONG_SIGNALS && system_call_named(word, &number))
        ARRAY_ADD(choice, numbers, number);
    else if (choice->among != AMONG_CALLS && signal_named(word, &number))
        ARRAY_ADD(choice, numbers, SYSTEM_CALL_SIGNALS + number);
    else if (str_decimal(word, &number) && number < SYSTEM_CALL_SIGNALS)
        ARRAY_ADD(choice, numbers, choice->among == AMONG_SIGNALS ? SYSTEM_CALL_SIGNALS + number : number);
    return choice->numbers_count > before;
}

static bool add_limit(struct call_choice *choice, struct str word)
{
    static const char descriptor[] = "fd=";
    uint64_t number;
    if (choice->among == AMONG_ALL && str_is(word, "failed")) {
        choice->failed = true;
        return true;
    }
    if (choice->among != AMONG_ALL || !str_starts(word, descriptor) || !str_decimal(str_cut(word, sizeof descriptor - 1, SIZE_MAX), &number) || number > UINT32_MAX)
        return false;
    choice->uses_descriptor = true;
    choice->descriptor = (uint32_t)number;
    return true;
}

/* The rest of the words. */
static bool take_pattern(struct call_choice *choice, struct str rest, struct error *error)
{
    bool closed = rest.size > 1 && str_ends(rest, "/");
    struct str pattern = str_cut(rest, 1, rest.size - (closed ? 2 : 1));
    if (!pattern.size)
        return error_set(error, "the pattern is empty");
    if (!closed && str_find(pattern, str_of("/ ")) != SIZE_MAX)
        return error_set(error, "the pattern comes last, as in `info syscalls failed /REGEX/`");
    text_append(&choice->pattern, pattern);
    return true;
}

bool call_choice_read(struct str words, enum call_among among, struct call_choice *choice, struct error *error)
{
    struct str word, rest = str_trim(words);
    *choice = (struct call_choice){.among = among};
    while (rest.size) {
        if (among == AMONG_ALL && rest.data[0] == '/')
            return take_pattern(choice, rest, error);
        if (!str_field(&rest, &word))
            break;
        rest = str_trim(rest);
        bool without = word.size > 1 && word.data[0] == '!';
        if (add_limit(choice, word))
            continue;
        if (without != choice->others && choice->numbers_count)
            return error_set(error, "clew cannot combine names with ! and without");
        choice->others = without;
        if (!add_word(choice, without ? str_cut(word, 1, SIZE_MAX) : word))
            return error_set(error, among == AMONG_SIGNALS ? "no signal is named `%.*s`" : among == AMONG_CALLS ? "no system call is named `%.*s`" :
                             "no system call or signal is named `%.*s`: `info syscalls /%.*s/` searches their text", STR(word), STR(word));
    }
    return true;
}

void call_choice_free(struct call_choice *choice)
{
    free(choice->numbers);
    text_free(&choice->pattern);
    *choice = (struct call_choice){0};
}

static struct system_call_told told_of(const struct store_system_call *call)
{
    struct system_call_told told = {.number = call->number, .result = call->result, .has_arguments = call->has_arguments, .has_result = call->has_result};
    memcpy(told.arguments, call->arguments, sizeof told.arguments);
    return told;
}

/* ---- Memory at the moments of a call ---- */

/* A moment of the call. False: the recording has no state stream, or it is damaged. */
static bool go(struct session *session, const struct store_system_call *call, bool left)
{
    struct state *state = who_state(session);
    struct error error;
    return state && state_go_instruction(state, left ? call->left : call->entered, !left, &error);
}

struct moments {
    struct session *session;
    const struct store_system_call *call;
    enum { NOWHERE, ENTERED, LEFT, DAMAGED } at;
};

static bool go_once(struct moments *moments, bool returned)
{
    if (moments->at != (returned ? LEFT : ENTERED) && moments->at != DAMAGED)
        moments->at = !go(moments->session, moments->call, returned) ? DAMAGED : returned ? LEFT : ENTERED;
    return moments->at != DAMAGED;
}

static void read_memory(void *context, bool returned, uint64_t address, uint8_t *bytes, bool *known, size_t size)
{
    struct moments *moments = context;
    uint8_t told[CALL_PATH];
    size = size < sizeof told ? size : sizeof told;
    bool there = go_once(moments, returned);
    if (there)
        state_memory(who_state(moments->session), address, bytes, told, size);
    for (size_t i = 0; i < size; i++)
        known[i] = there && told[i] == STATE_KNOWN;
}

/* As print shows text. */
static void quote_memory(void *context, bool returned, uint64_t address, uint64_t size, bool ends, struct text *out)
{
    uint8_t bytes[CALL_PATH];
    bool known[CALL_PATH];
    struct who_byte parts[CALL_PATH];
    uint64_t most = ends ? CALL_PATH : CALL_BYTES, shown = size < most ? size : most, count = 0;
    read_memory(context, returned, address, bytes, known, shown);
    while (count < shown && !(ends && (!known[count] || !bytes[count]))) {
        parts[count] = (struct who_byte){.value = bytes[count], .known = known[count]};
        count++;
    }
    bool lost = ends && count < shown && !known[count];        /* this byte may be the end */
    if (count || !lost)
        shape_string(CHARACTERS_PLAIN, parts, count, count, lost || count < shown || shown == size, false, out);
    if (lost)
        text_add(out, count ? ", <unknown>" : "<unknown>");
}

static bool uses(struct session *session, const struct store_system_call *call, uint32_t descriptor)
{
    struct moments moments = {session, call, NOWHERE};
    const struct system_call_memory memory = {read_memory, quote_memory, &moments};
    const struct system_call_told told = told_of(call);
    return system_call_uses(&told, &memory, descriptor);
}

bool call_choice_has(struct session *session, const struct call_choice *choice, const struct store_system_call *call)
{
    bool signal = call->number >= SYSTEM_CALL_SIGNALS, among = choice->numbers_count == 0;
    if ((signal && choice->among == AMONG_CALLS) || (!signal && choice->among == AMONG_SIGNALS) || (signal && (choice->failed || choice->uses_descriptor)))
        return false;
    if (choice->failed && !(call->has_result && system_call_failed(call->result)))
        return false;
    for (size_t i = 0; i < choice->numbers_count && !among; i++)
        among = choice->numbers[i] == call->number;
    return (!choice->numbers_count || among != choice->others) && (!choice->uses_descriptor || uses(session, call, choice->descriptor));
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

/* ---- A call as text ---- */

void system_call_line(struct session *session, const struct store_system_call *call, struct text *out)
{
    struct moments moments = {session, call, NOWHERE};
    const struct system_call_memory memory = {read_memory, quote_memory, &moments};
    const struct system_call_told told = told_of(call);
    if (call->number >= SYSTEM_CALL_SIGNALS)
        signal_text(call->number - SYSTEM_CALL_SIGNALS, call->has_arguments ? call->arguments[0] : 0, &memory, out);
    else
        system_call_text(&told, &memory, out);
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

/* ---- Their places ---- */

static bool matches(struct session *session, const struct store_system_call *call, const regex_t *regex, struct text *text)
{
    text_clear(text);
    system_call_line(session, call, text);
    return pattern_matches(regex, text_string(text), NULL, NULL);
}

/* The chosen calls: their places in the store, or if `times` their moments. */
static bool choose(struct session *session, const struct call_choice *choice, const regex_t *regex, bool times, uint64_t **chosen, size_t *chosen_count, struct error *error)
{
    enum { REPORTED = 1 << 12 };
    const struct store *store = wet_of(session)->store;
    uint64_t total = store_system_call_count(store);
    struct store_system_call call;
    struct text text = {0};
    size_t capacity = 0;
    bool good = true;
    *chosen = NULL;
    *chosen_count = 0;
    for (uint64_t i = 0; i < total && good; i++) {
        good = (!regex && !choice->uses_descriptor && i % REPORTED) || progress_report(&session->options.progress, i, total) || error_set(error, "interrupted");
        good = good && store_system_call(store, i, &call, error);
        if (!good || !call_choice_has(session, choice, &call) || (times && !system_call_time(session, &call)) || (regex && !matches(session, &call, regex, &text)))
            continue;
        *chosen = array_grow(*chosen, &capacity, *chosen_count + 1, sizeof **chosen);
        (*chosen)[(*chosen_count)++] = times ? system_call_time(session, &call) : i;
    }
    text_free(&text);
    if (!good)
        free(*chosen);
    return good;
}

static int by_time(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return COMPARE(*x, *y);
}

bool system_call_times(struct session *session, const struct call_choice *choice, uint64_t **times, size_t *time_count, struct error *error)
{
    size_t kept = 0;
    if (!choose(session, choice, NULL, true, times, time_count, error))
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
    bool ends;                          /* the last row is the program's end */
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
    if (!call_at(list, i, &call)) {
        text_add(cell->text, column == CALL_TEXT ? "damaged" : "");
        return;
    }
    switch (column) {
    case CALL_TIME: time_cell(list->session, system_call_time(list->session, &call), cell->text); break;
    case CALL_THREAD:
        if (call.thread > 1)
            text_printf(cell->text, "thread %" PRIu64, call.thread);
        break;
    case CALL_LOCATION: location_cell(list->session, system_call_time(list->session, &call), cell->text); break;
    default: system_call_line(list->session, &call, cell->text); break;
    }
}

/* +++ exited with 3 +++, +++ killed by SIGTERM +++ */
static bool end_text(struct session *session, struct text *out)
{
    static const char exited[] = "exit ", killed[] = "signal ";
    struct str status = store_note(wet_of(session)->store, "status");
    if (str_starts(status, exited)) {
        text_add(out, "+++ exited with ");
        text_safe(out, str_cut(status, sizeof exited - 1, SIZE_MAX));
    } else if (str_starts(status, killed)) {
        struct str signal = str_cut(status, sizeof killed - 1, SIZE_MAX);
        uint64_t number;
        text_add(out, str_starts(signal, "of ") ? "+++ killed by a signal " : "+++ killed by ");
        if (str_decimal(signal, &number))
            signal_name(number, out);
        else
            text_safe(out, signal);
    } else {
        return false;
    }
    text_add(out, " +++");
    return true;
}

static void add_end(struct session *session, struct row *row)
{
    end_text(session, &row->text);
    row_string(row, "end", text_str(&row->text));
}

static bool call_get(const struct rows *rows, uint64_t i, struct row *row)
{
    struct call_rows *list = rows->data;
    struct store_system_call call = {0};
    struct text name = {0};
    if (list->ends && i == rows->count - 1) {
        add_end(list->session, row);
        return true;
    }
    table_row(&list->table, i, row);
    size_t begin = row->span_count ? row->spans[row->span_count - 1].from : 0;      /* the last column */
    bool good = call_at(list, i, &call);
    system_call_name(call.number, &name);
    row_of_time(row, list->session, good ? system_call_time(list->session, &call) : 0);
    row_number(row, "thread", call.thread);
    row_string(row, "name", text_str(&name));
    row_number(row, call.number < SYSTEM_CALL_SIGNALS ? "number" : "signal", call.number % SYSTEM_CALL_SIGNALS);
    row_string(row, "call", str_cut(text_str(&row->text), begin, SIZE_MAX));
    if (call.has_result)
        row_hex(row, "result", call.result);
    else
        row_null(row, "result");
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

static bool list_calls(struct session *session, const struct call_choice *choice, const regex_t *regex, struct answer *answer, struct error *error)
{
    enum { WIDEST_THREAD = 12 };
    static const struct column columns[CALL_COLUMNS] = {
        [CALL_TIME] = TIME_COLUMN, [CALL_THREAD] = {STYLE_DIM, WIDEST_THREAD, 0}, [CALL_LOCATION] = LOCATION_COLUMN,
        [CALL_TEXT] = {STYLE_VALUE, 0, 0}};
    struct rows *rows = &answer->rows;
    bool all = choice->among == AMONG_ALL && !choice->numbers_count && !choice->failed && !choice->uses_descriptor && !regex;
    uint64_t *chosen = NULL;
    size_t count = store_system_call_count(wet_of(session)->store);
    if (!all && !choose(session, choice, regex, false, &chosen, &count, error))
        return false;
    if (count == 0) {
        free(chosen);
        rows_add(rows, str_of(choice->among == AMONG_SIGNALS ? "no handler received such a signal" : all ? "the program made no system calls" :
                              "the program made no such system call"))->style = STYLE_UNKNOWN;
        return true;
    }
    struct call_rows *list = arena_allocate(&rows->arena, sizeof *list);
    struct text end = {0};
    *list = (struct call_rows){.session = session, .chosen = chosen, .ends = all && end_text(session, &end)};
    text_free(&end);
    list->table = (struct table){.columns = columns, .count = CALL_COLUMNS, .cell = call_cell, .data = list};
    rows->count = count + list->ends;
    rows->data = list;
    rows->get = call_get;
    rows->release = call_release;
    table_measure(&list->table, 0, count);
    rows->focus = first_behind(session, list, count);
    return true;
}

static bool info_among(struct session *session, struct str words, enum call_among among, struct answer *answer, struct error *error)
{
    struct call_choice choice;
    regex_t regex;
    if (!system_calls_need(session, error))
        return false;
    bool good = call_choice_read(words, among, &choice, error), searches = choice.pattern.size > 0;
    good = good && (!searches || pattern_compile(text_string(&choice.pattern), &regex, error));
    if (good) {
        good = list_calls(session, &choice, searches ? &regex : NULL, answer, error);
        if (searches)
            regfree(&regex);
    }
    call_choice_free(&choice);
    return good;
}

bool info_syscalls(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    return info_among(session, words, AMONG_ALL, answer, error);
}

bool info_signals(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    return info_among(session, words, AMONG_SIGNALS, answer, error);
}

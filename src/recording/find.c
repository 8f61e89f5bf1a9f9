/* find.c - searches instructions by text, address and value; opens another run (against.h).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/against.h"
#include "recording/describe.h"
#include "recording/find_bytes.h"
#include "recording/log/log.h"

#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static bool is_usable(const struct session *session, const char *path, const struct store *store, struct error *error)
{
    const struct store *own = wet_of(session)->store;
    struct str here = store_note_about(own, "build", store_note(own, "program")), there = store_note_about(store, "build", store_note(store, "program"));
    if (!store_is_trace(store, error))
        return false;
    if (wet_is_history(session) || store_summary(store).kind == STORE_HISTORY)
        return error_set(error, "%s: a comparison needs two traces of whole runs, and a history does not say how often code ran", path);
    if (here.size && there.size && !str_equal(here, there))
        return error_set(error, "%s: another build than that of this trace (%.*s, not %.*s)", path, STR(there), STR(here));
    return true;
}

/* Attaches the executable of this trace to the other one, too. */
static bool attach(const struct session *session, const char *path, struct against *against, struct error *error)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct str note = store_note_about(against->store, "bias", store_note(against->store, "program"));
    struct attach_report report;
    uint64_t bias;
    if (!symbols)
        return true;
    program_attach(against->program, symbols, str_hex(note, &bias) ? &bias : NULL, &report);
    if (report.result == ATTACH_MISMATCH)
        return error_set(error, "%s: belongs to another program: its functions have other addresses (%" PRIu64 " of %" PRIu64 " names known)", path,
                         report.known, report.samples);
    if (report.result != ATTACH_NEEDS_OFFSET)
        against->shift = program_bias(against->program) - program_bias(wet_of(session)->program);
    return true;
}

static bool is_same_code(struct session *session, const char *path, const struct against *against, struct error *error)
{
    struct rank_common common = rank_compare(wet_of(session)->program, against->program, against->shift);
    if (!common.same)
        return error_set(error, "%s: belongs to another program: no instruction is in both traces", path);
    if (common.different > common.same)
        return error_set(error, "%s: belongs to another program or build: of %" PRIu64 " instructions at the same addresses, %" PRIu64 " map to other source lines", path,
                         common.same + common.different, common.different);
    if (common.different)
        session_note(session, "%s: %" PRIu64 " of %" PRIu64 " instructions at the same addresses map to other source lines there and are not compared", path,
                     common.different, common.same + common.different);
    return true;
}

/* A notice: code that one recording left out looks as if it did not run there. */
static void note_selection(struct session *session, const char *path, const struct store *store)
{
    static const char *const notes[] = {"only", "skip", "from", "until", "ended"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (!str_equal(store_note(wet_of(session)->store, notes[i]), store_note(store, notes[i]))) {
            session_note(session, "%s: the two traces list different parts of their runs (%s); code missing in one may still have run", path, notes[i]);
            return;
        }
}

bool against_open(struct session *session, const char *path, struct against *against, struct error *error)
{
    const struct session_options *own = &session->options;
    struct store_options options = {.numbering = own->numbering, .strict = own->strict, .progress = own->progress, .index = wet_index(session)};
    *against = (struct against){0};
    if (str_is(str_of(path), "-"))
        return error_set(error, "`against` needs a file: it cannot read standard input");
    if (!saved_may_read(session, path, error) || !record_settle(path, record_may_settle(options.index), &options.progress, error) || !store_open(path, &options, &against->store, error))
        return false;
    against->program = program_open(against->store);
    if (is_usable(session, path, against->store, error) && attach(session, path, against, error) && is_same_code(session, path, against, error)) {
        note_selection(session, path, against->store);
        return true;
    }
    against_close(against);
    return false;
}

bool against_take(struct session *session, const struct session_trace *trace, struct against *against, struct error *error)
{
    *against = (struct against){.store = wet_of_trace(trace)->store, .program = wet_of_trace(trace)->program};
    if (!is_usable(session, trace->path, wet_of_trace(trace)->store, error))
        return false;
    if (program_symbols(wet_of(session)->program) && program_symbols(wet_of_trace(trace)->program))
        against->shift = program_bias(wet_of_trace(trace)->program) - program_bias(wet_of(session)->program);
    if (!is_same_code(session, trace->path, against, error))
        return false;
    note_selection(session, trace->path, wet_of_trace(trace)->store);
    return true;
}

void against_close(struct against *against)
{
    if (against->program)
        program_close(against->program);
    store_close(against->store);
    *against = (struct against){0};
}

/* ---- Searching instructions by text, by address, by value ---- */

/* ---- By text ---- */

/* The text that find searches: address, function, file:line, disassembly. */
static void text_of_instruction(struct session *session, uint64_t index, struct text *text)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, index);
    text_clear(text);
    if (instruction.has_address)
        text_hex(text, instruction.address);
    text_byte(text, ' ');
    describe_location(&instruction, text);
    text_byte(text, ' ');
    program_code_text(wet_of(session)->program, index, text);
}

static size_t position_of(struct indices all, uint64_t index)
{
    size_t at = 0;
    while (at < all.count && all.items[at] != index)
        at++;
    return at;
}

/* Goes round the instructions by address, away from the current one, which comes last. */
static bool search(struct session *session, const regex_t *regex, bool backward, uint64_t *index, bool *wrapped, bool *stopped)
{
    struct indices all = program_by_address(wet_of(session)->program);
    size_t start = position_of(all, wet_of(session)->here.index);
    struct text text = {0};
    bool found = false;
    for (size_t k = 1; k <= all.count && !found && !*stopped; k++) {
        size_t at = backward ? (start + all.count - k) % all.count : (start + k) % all.count;
        text_of_instruction(session, all.items[at], &text);
        found = pattern_matches(regex, text_string(&text), NULL, NULL);
        *index = all.items[at];
        *wrapped = backward ? at >= start : at <= start;
        *stopped = k % 1024 == 0 && !progress_report(&session->options.progress, k, all.count);
    }
    text_free(&text);
    return found;
}

static bool find_again(struct session *session, bool backward, struct answer *answer, struct error *error)
{
    regex_t regex;
    uint64_t index = 0;
    bool wrapped = false, stopped = false;
    if (!wet_need_here(session, error))
        return false;
    if (session->pattern.size == 0)
        return error_set(error, "nothing to find yet: `find /REGEX/` begins a search");
    if (!pattern_compile(text_string(&session->pattern), &regex, error))
        return false;
    bool found = search(session, &regex, backward, &index, &wrapped, &stopped);
    regfree(&regex);
    if (!found)
        return stopped ? error_set(error, "interrupted") : error_set(error, "no instruction matches `%s`", text_string(&session->pattern));
    if (wrapped)
        session_note(session, "the search wrapped around");
    if (index != wet_of(session)->here.index)
        wet_go_node(session, (struct node){index, program_instruction(wet_of(session)->program, index).executions - 1});
    rows_of_one(session, wet_of(session)->here, &answer->rows);
    return true;
}

COMMAND(run_find)
{
    if (str_starts(arguments, "/")) {
        arguments = str_cut(arguments, 1, SIZE_MAX);
        if (str_ends(arguments, "/"))
            arguments.size--;
    }
    if (arguments.size == 0)
        return error_set(error, "`find` needs a regular expression: find /REGEX/");
    text_clear(&session->pattern);
    text_append(&session->pattern, arguments);
    return find_again(session, false, answer, error);
}

COMMAND(run_find_next)
{
    (void)arguments;
    return find_again(session, false, answer, error);
}

COMMAND(run_find_previous)
{
    (void)arguments;
    return find_again(session, true, answer, error);
}

/* ---- By address ---- */

COMMAND(run_find_address)
{
    uint64_t address, index;
    if (!wet_need(session, error))
        return false;
    if (!str_hex(arguments, &address))
        return error_set(error, "`find-addr` needs an address: 0x and hexadecimal digits");
    struct place place = {.has = PLACE_ADDRESS, .address = address};
    struct node node;
    if (!position_resolve(session, &place, &node, error))
        return false;
    index = node.index;
    struct indices all = program_by_address(wet_of(session)->program);
    size_t first = position_of(all, index), count = 0;
    while (first > 0 && store_instruction(wet_of(session)->store, all.items[first - 1]).address == address)
        first--;
    while (first + count < all.count && store_instruction(wet_of(session)->store, all.items[first + count]).has_address &&
           store_instruction(wet_of(session)->store, all.items[first + count]).address == address)
        count++;
    answer->is_list = true;
    rows_of_instructions(session, all.items + first, count, NULL, &answer->rows);
    return true;
}

/* ---- By value ---- */

/* Writes a value the way the store does: hexadecimal digits, lower case, no leading zeros. */
static bool wanted_digits(struct str word, struct text *digits)
{
    uint64_t number;
    if (!str_starts(word, "0x") && !str_starts(word, "0X")) {
        if (!str_decimal(word, &number))
            return false;
        text_printf(digits, "%" PRIx64, number);
        return true;
    }
    for (size_t i = 2; i < word.size; i++) {
        char digit = word.data[i] >= 'A' && word.data[i] <= 'F' ? (char)(word.data[i] - 'A' + 'a') : word.data[i];
        if (!((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f')))
            return false;
        if (digit != '0' || digits->size)
            text_byte(digits, digit);
    }
    if (digits->size == 0 && word.size > 2)
        text_byte(digits, '0');
    return digits->size > 0;
}

/* The digits to search for. A value has no sign and its width is not recorded, so find searches a negative number in its four-byte and its eight-byte form. */
struct wanted {
    struct text digits[2];
    size_t count;
    bool negative;
};

static bool take_wanted(struct str word, struct wanted *wanted)
{
    uint64_t number;
    wanted->count = 1;
    wanted->negative = str_starts(word, "-");
    if (!wanted->negative)
        return wanted_digits(word, &wanted->digits[0]);
    word = str_cut(word, 1, SIZE_MAX);
    bool hexadecimal = str_starts(word, "0x") || str_starts(word, "0X");
    if (!(hexadecimal ? str_hex(word, &number) : str_decimal(word, &number)) || number > (uint64_t)1 << 63)
        return false;
    if (number == 0) {
        wanted->negative = false;
        return wanted_digits(word, &wanted->digits[0]);
    }
    wanted->count = 0;
    if (number <= (uint64_t)1 << 31)
        text_printf(&wanted->digits[wanted->count++], "%" PRIx32, (uint32_t)(UINT32_MAX - number + 1));
    text_printf(&wanted->digits[wanted->count++], "%" PRIx64, UINT64_MAX - number + 1);
    return true;
}

/* "0xfffffffb or 0xfffffffffffffffb" */
static void describe_wanted(const struct wanted *wanted, struct text *out)
{
    for (size_t i = 0; i < wanted->count; i++)
        text_printf(out, "%s0x%.*s", i ? " or " : "", STR(text_str(&wanted->digits[i])));
}

/* Of one instruction, as far as progress lets it. */
static bool collect_of(struct session *session, const struct wanted *wanted, uint64_t index, struct found_values *found)
{
    enum { VALUES_A_REPORT = 1 << 22 };
    const struct store *store = wet_of(session)->store;
    struct str digits[] = {text_str(&wanted->digits[0]), text_str(&wanted->digits[1])};
    uint64_t values = store_instruction(store, index).values;
    found->count = 0;
    for (uint64_t from = 0, to; from < values; from = to) {
        to = values - from < VALUES_A_REPORT ? values : from + VALUES_A_REPORT;
        store_find_values(store, index, from, to, digits, wanted->count, found);
        if (to < values && !progress_report(&session->options.progress, index, store_count(store)))
            return false;
    }
    return true;
}

static bool collect(struct session *session, const struct wanted *wanted, struct nodes *nodes)
{
    const struct store *store = wet_of(session)->store;
    uint64_t count = store_count(store), looked = 0;
    struct found_values found = {0};
    bool going = true;
    for (uint64_t index = 0; going && index < count; index++) {
        going = collect_of(session, wanted, index, &found);
        for (size_t i = 0; i < found.count; i++) {
            struct value value = store_value(store, index, found.items[i]);
            nodes_add(nodes, (struct node){index, value.instance});
            nodes->uncertain += value.uncertain;
        }
        uint64_t before = looked;
        looked += store_instruction(store, index).values;
        if (looked >> 16 != before >> 16)
            going = going && progress_report(&session->options.progress, index, count);
    }
    free(found.items);
    return going;
}

/* A text in quotes, in memory. */
static bool find_text(struct session *session, struct str words, struct answer *answer, struct error *error)
{
    static const struct expression_rules rules = {.what = "text"};
    struct expression *expression = wet_need(session, error) ? expression_parse(words, &rules, error) : NULL;
    if (!expression)
        return false;
    const struct expression_node *root = &expression->nodes[expression->root];
    struct str bytes = str_cut(root->text, 0, root->text.size - (root->op == EXPR_TEXT));       /* without the 0 behind a text */
    bool found = root->op != EXPR_TEXT ? error_set(error, "`find-value` needs a text in quotes and nothing behind it") :
                 !bytes.size ? error_set(error, "the text is empty") : find_bytes(session, &bytes, 1, words, answer, error);
    expression_free(expression);
    return found;
}

static bool is_floating(struct str words, double *number)
{
    char copy[64], *end;
    bool looks = words.size < sizeof copy && words.size && memchr("+-.0123456789", words.data[0], 13);
    bool has_point = str_find_byte(words, '.') != SIZE_MAX, has_exponent = str_find_byte(words, 'e') != SIZE_MAX;
    if (!looks || (!has_point && !has_exponent) || str_starts(words, "0x") || str_starts(words, "-0x"))
        return false;
    memcpy(copy, words.data, words.size);
    copy[words.size] = 0;
    *number = strtod(copy, &end);
    return end == copy + words.size && isfinite(*number);
}

/* A floating-point number in memory: as double or, if there is none, as float. */
static bool find_floating(struct session *session, double number, struct str words, struct answer *answer, struct error *error)
{
    float narrow = (float)number;
    struct str forms[] = {{(const char *)&number, sizeof number}, {(const char *)&narrow, sizeof narrow}};
    return find_bytes(session, forms, 2, words, answer, error);
}

/* 45 6d 69 6c, 456d696c */
COMMAND(run_find_bytes)
{
    struct text bytes = {0};
    struct str rest = arguments, word;
    unsigned digits = 0, byte = 0;
    bool good = true;
    if (!wet_need(session, error))
        return false;
    while (good && argument_next(&rest, &word)) {
        word = str_starts(word, "0x") ? str_cut(word, 2, SIZE_MAX) : word;
        for (size_t i = 0; good && i < word.size; i++) {
            char c = word.data[i];
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            byte = byte * 16 + (unsigned)digit;
            good = digit >= 0;
            if (good && ++digits % 2 == 0)
                text_byte(&bytes, (char)byte);
        }
        good = good && digits % 2 == 0;
    }
    if (!good || !bytes.size)
        good = error_set(error, "`find-bytes` needs bytes, each of two hexadecimal digits, as in `find-bytes 45 6d 69 6c`");
    struct str form = text_str(&bytes);
    good = good && find_bytes(session, &form, 1, arguments, answer, error);
    text_free(&bytes);
    return good;
}

COMMAND(run_find_value)
{
    double number;
    if (str_starts(arguments, "\""))
        return find_text(session, arguments, answer, error);
    if (is_floating(arguments, &number))
        return wet_need(session, error) && find_floating(session, number, arguments, answer, error);
    struct wanted wanted = {0};
    struct text said = {0};
    struct nodes nodes = {0};
    if (!wet_need(session, error))
        return false;
    if (wet_is_history(session))
        return error_set(error, "a history records no values: use `deps` and `uses`, or record without --history");
    bool done = take_wanted(arguments, &wanted) || error_set(error, "`find-value` needs a number (from -9223372036854775808 up, 0x1f, 9.9) or a text in quotes");
    if (done && !collect(session, &wanted, &nodes))
        done = error_set(error, "interrupted");
    describe_wanted(&wanted, &said);
    if (done && nodes.count == 0)
        done = error_set(error, wanted.negative ? "no recorded value is `%.*s`: clew searched for %s" : "no recorded value is `%.*s`", STR(arguments), text_string(&said));
    else if (done && wanted.negative)
        session_note(session, "recorded values have no sign: clew searched for `%.*s` as %s", STR(arguments), text_string(&said));
    if (done && nodes.uncertain)
        session_note(session, "%" PRIu64 " of these belong%s to the execution shown or to a later one", nodes.uncertain, nodes.uncertain == 1 ? "s" : "");
    answer->is_list = true;
    if (done)
        rows_of_nodes(session, &nodes, &answer->rows);
    nodes_free(&nodes);
    for (size_t i = 0; i < 2; i++)
        text_free(&wanted.digits[i]);
    text_free(&said);
    return done;
}

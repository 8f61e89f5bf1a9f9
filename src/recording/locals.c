/* locals.c - registers and variables at your place: info locals, info args and info registers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The next execution that used a register tells what it held, and who wrote it. If none does, the state stream tells what it held (memory_register_at);
 * in a recording without one, the register is unknown. As in a debugger, this is the value that the execution at your place found, not the one it left. */
#include "recording/evaluate.h"
#include "recording/describe.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>

static bool held(struct session *session, struct str word, int reg, uint64_t *value, struct node *definer, struct error *error)
{
    uint64_t time;
    if (!wet_time(session, &time))
        return error_set(error, "the trace does not say when this ran");
    enum memory_why why = memory_register_at(who_memory(session), time, reg, value, definer);
    if (why == MEMORY_KNOWN)
        return true;
    struct error damage;
    if (store_keeps_state(wet_of(session)->store) && (!who_state(session) || state_damage(who_state(session), &damage)))
        return error_set(error, "`%.*s` is unknown here: the state stream of the recording is damaged", STR(word));
    return error_set(error, "`%.*s` is unknown here: %s; `deps` shows what this instruction used", STR(word), memory_register_why_text(why));
}

/* The registers at your place, before its execution. NULL: the recording keeps none, or damage. */
static const uint8_t *registers_here(struct session *session)
{
    uint64_t time;
    struct error error;
    return wet_of(session)->recording && wet_time(session, &time) ? who_registers(session, time, &error) : NULL;
}

/* A register that is not a general one, from the state stream. False: there is none of that name. */
static bool print_other_register(struct session *session, struct str word, struct rows *rows)
{
    const uint8_t *registers = registers_here(session);
    struct text text = {0};
    bool found = registers && registers_say(registers, str_cut(word, 1, SIZE_MAX), &text);
    if (found) {
        struct row *row = rows_add_printf(rows, "%.*s = %s", STR(word), text_string(&text));
        row_string(row, "name", word);
        row_string(row, "value", text_str(&text));
    }
    text_free(&text);
    return found;
}

/* A general register or $rip: "$rax = 0x3  by 0x1189#0  main sum.c:4". */
static bool print_register(struct session *session, struct str word, struct rows *rows, struct error *error)
{
    struct node here, definer = {.index = MEMORY_NOBODY};
    uint64_t value = 0, address = 0;    /* the latter of the trace */
    bool half;
    int reg = wet_register_of(word, &half);
    if (!program_symbols(wet_of(session)->program))
        return error_set(error, "registers need the code of the executable: --exec=FILE names it");
    if (!position_argument(session, str_of(""), &here, error))
        return false;
    if (reg == WET_PROGRAM_COUNTER)
        value = wet_run_address(session, address = store_instruction(wet_of(session)->store, here.index).address);
    else if (!held(session, word, reg, &value, &definer, error))
        return false;
    struct row *row = rows_add_printf(rows, session->hexadecimal ? "%.*s = 0x%" PRIx64 : "%.*s = %" PRId64, STR(word), value);
    row_string(row, "name", word);
    row_value_number(row, "value", value);
    row_column(row, 0);
    row_style(row, STYLE_DIM);
    if (reg == WET_PROGRAM_COUNTER && value != address) {
        text_printf(&row->text, "0x%" PRIx64 " in the file", address);
    } else if (definer.index != MEMORY_NOBODY) {
        text_add(&row->text, "by ");
        describe_node(session, definer, &row->text);
        struct instruction instruction = program_instruction(wet_of(session)->program, definer.index);
        text_add(&row->text, "  ");
        describe_location_in(&instruction, LOCATION_ROOM, &row->text);
        row->place = place_of_node(session, definer);
    }
    return true;
}

/* ---- Info locals, info args and info registers of a recording: all names that `print` knows at your place ----
 *
 * As in gdb: the names of your current function, the innermost block first. Inlined code counts as a function of its own, as in the call stack. Names hidden by
 * an inner block are left out: `print` would show the inner value for them. An unknown value says why: optimised away, in a vector register, or in memory
 * that the program does not touch. An interrupted search says that instead. */

enum { REPORTED = 1024 };               /* variables between two progress reports: each is searched by its name */

/* An unknown value and the reason: "sum unknown: why"; but "sum is optimised away here" and "sum has an unknown size" begin with the name
 * already. */
static void tell_unknown(struct str name, struct str words, struct row *row)
{
    struct str behind = message_behind_name(words, name);
    bool itself = str_starts(behind, " is ") || str_starts(behind, " has ");
    text_add(&row->text, itself ? "" : str_starts(words, "unknown") ? " " : " unknown: ");
    text_safe(&row->text, itself ? behind : words);
    row_style(row, STYLE_UNKNOWN);
    row_null(row, "value");
}

/* The value in "$rax = 3  by ...", up to its dimmed end. */
static struct str value_of(const struct row *said)
{
    struct str text = text_str(&said->text);
    text = str_cut(text, 0, said->span_count ? said->spans[0].from : SIZE_MAX);
    size_t equals = str_starts(text, "= ") ? 0 : str_find(text, str_of(" = "));
    return equals == SIZE_MAX ? (struct str){NULL, 0} : str_trim(str_cut(text, equals ? equals + 1 : 0, SIZE_MAX));
}

/* "sum = 3", followed, dimmed, by the rest of the answer; then the rows of a wide structure. */
static void tell_value(struct str name, struct answer *answer, const struct row *said, struct rows *rows)
{
    struct row *row = rows_add(rows, (struct str){NULL, 0}), more = {0};
    struct str value = value_of(said), whole = text_str(&said->text);
    const struct field *text = row_find(said, "text");
    text_append(&row->text, name);
    row_string(row, "name", name);
    text_add(&row->text, " ");
    text_append(&row->text, value);
    row_value(row, "value", text && answer->rows.count > 1 ? text->text : str_trim(str_cut(value, 1, SIZE_MAX)));
    row_style(row, STYLE_DIM);
    text_append(&row->text, str_cut(whole, (size_t)(value.data - whole.data) + value.size, SIZE_MAX));
    row->place = said->place;
    for (uint64_t i = 1; i < answer->rows.count && rows_get(&answer->rows, i, &more); i++)
        rows_add(rows, text_str(&more.text));
    row_free(&more);
}

/* One name of the list, or why its value is unknown. */
static void add_value(struct session *session, struct str name, bool variable, struct rows *rows)
{
    struct answer answer = {0};
    struct error error;
    struct row said = {0};
    struct text words = {0};
    text_safe(&words, name);
    bool known = (variable ? who_print(session, name, 0, false, &answer.rows, &error) : print_register(session, name, &answer.rows, &error)) &&
                 rows_get(&answer.rows, 0, &said);
    if (known && value_of(&said).data) {
        tell_value(text_str(&words), &answer, &said, rows);
    } else {
        struct row *row = rows_add(rows, text_str(&words));
        row_string(row, "name", text_str(&words));
        if (!known && who_interrupted(&error)) {
            row_style(row, STYLE_WARNING);
            text_add(&row->text, " interrupted");
            row_null(row, "value");
            row_true(row, "interrupted");
        } else {
            tell_unknown(name, known ? text_str(&said.text) : str_of(error.message), row);
        }
    }
    text_free(&words);
    row_free(&said);
    answer_free(&answer);
}

/* By name, then the innermost first. */
static int by_name(const void *left, const void *right)
{
    const struct variable *a = *(const struct variable *const *)left, *b = *(const struct variable *const *)right;
    int order = str_compare(a->name, b->name);
    return order ? order : COMPARE(a, b);
}

void locals_hidden(const struct variable *found, size_t count, bool *hidden)
{
    const struct variable **sorted = memory_allocate((count + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &found[i];
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t i = 0; i < count; i++)
        hidden[sorted[i] - found] = i > 0 && str_equal(sorted[i]->name, sorted[i - 1]->name);
    free(sorted);
}

static bool list_variables(struct session *session, bool parameters, struct answer *answer, struct error *error)
{
    struct variable *found;
    struct wet_code code;
    struct node node;
    uint64_t time;
    if (!wet_time(session, &time) || !wet_code_at(session, wet_behind_prologue(session, time), &code) ||
        !store_at(wet_of(session)->store, wet_behind_prologue(session, time), &node))
        return error_set(error, "the variables here are unknown: %s", program_symbols(wet_of(session)->program) ? "the trace does not say when this ran" : "--exec=FILE names the executable");
    title_of_node(session, parameters ? "info args" : "info locals", node, &answer->rows);
    struct instruction here = program_instruction(wet_of(session)->program, node.index);
    size_t count = symbols_variables(code.symbols, code.link, &found);
    bool *hidden = memory_allocate(count + 1);
    locals_hidden(found, count, hidden);
    for (size_t i = 0; i < count; i++) {
        if (i % REPORTED == REPORTED - 1 && !progress_report(&session->options.progress, i, count)) {
            rows_add_printf(&answer->rows, "interrupted: of %zu variables clew read the first %zu", count, i)->style = STYLE_WARNING;
            break;
        }
        if ((found[i].kind == VARIABLE_PARAMETER) == parameters && found[i].inner && !hidden[i])
            add_value(session, found[i].name, true, &answer->rows);
    }
    free(hidden);
    free(found);
    if (!answer->rows.count) {
        struct row *row = rows_add_printf(&answer->rows, parameters ? "no known arguments in " : "no known locals in ");
        text_safe(&row->text, here.function.size ? here.function : str_of("code without a name"));
        row->style = STYLE_DIM;
    }
    return true;
}

bool info_locals(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    return argument_end(arguments, error) && list_variables(session, false, answer, error);
}

bool info_args(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    return argument_end(arguments, error) && list_variables(session, true, answer, error);
}

/* One register of the list: $rax with its writer, $eflags, $st0, or a part such as $al and $xmm0. */
static void add_register(struct session *session, struct str word, struct rows *rows)
{
    bool half, general = wet_register_of(word, &half) != WET_NO_REGISTER && !half;
    if (general || !print_other_register(session, word, rows))
        add_value(session, word, !general, rows);
}

/* Words as gdb takes them: rip or $rip. False: one is no register. */
static bool list_registers(struct session *session, struct str words, struct rows *rows, struct error *error)
{
    struct text name = {0};
    struct str word;
    bool known = true;
    while (known && str_field(&words, &word)) {
        name.size = 0;
        text_printf(&name, "%s%.*s", str_starts(word, "$") ? "" : "$", STR(word));
        known = dollar_is_register(text_str(&name)) || wet_no_register(text_str(&name), error);
        if (known)
            add_register(session, text_str(&name), rows);
    }
    text_free(&name);
    return known;
}

static void list_all_registers(struct session *session, struct rows *rows)
{
    struct text word = {0};
    for (size_t i = 0; registers_name(i); i++) {
        word.size = 0;
        text_printf(&word, "$%s", registers_name(i));
        (void)print_other_register(session, text_str(&word), rows);
    }
    text_free(&word);
}

bool info_registers(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    enum { WIDE = 8 };
    struct str words = str_trim(arguments);
    bool all = str_is(words, "all");
    if (all && !registers_here(session))
        return error_set(error, "only the state stream of a recording knows flags, x87 and vector registers; `info registers` shows the general ones");
    title_of_node(session, "info registers", wet_of(session)->here, &answer->rows);
    if (words.size && !all)
        return list_registers(session, words, &answer->rows, error);
    for (int reg = 0; reg < GENERAL_REGISTERS; reg++)
        add_value(session, str_of(wet_register_name(reg, WIDE)), false, &answer->rows);
    add_value(session, str_of("$rip"), false, &answer->rows);
    if (all)
        list_all_registers(session, &answer->rows);
    else
        (void)print_other_register(session, str_of("$eflags"), &answer->rows);
    return true;
}

/* wet_register.c - what a register of the processor held where one is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording has no registers, only what instances computed and who used it. So what a register held is told by the next instance that used it
 * (memory_register_at), and where nothing used it, it is not known. As in a debugger it is what the instance here found, not what it left. */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <inttypes.h>


/* By number, as symbols.h has them. The second names are the lower halves. */
static const char *const names[GENERAL_REGISTERS] = {"$rax", "$rcx", "$rdx", "$rbx", "$rsp", "$rbp", "$rsi", "$rdi", "$r8", "$r9", "$r10", "$r11", "$r12", "$r13", "$r14", "$r15"};
static const char *const halves[GENERAL_REGISTERS] = {"$eax", "$ecx", "$edx", "$ebx", "$esp", "$ebp", "$esi", "$edi",
                                                      "$r8d", "$r9d", "$r10d", "$r11d", "$r12d", "$r13d", "$r14d", "$r15d"};
enum { PROGRAM_COUNTER = GENERAL_REGISTERS, NOT_ONE };

const char *wet_register_name(int reg, uint64_t size)
{
    return size > 4 ? names[reg] : halves[reg];
}

bool wet_is_register(struct slice word)
{
    return slice_starts(word, "$") && word.size > 2 && slice_find_byte(word, ' ') == SIZE_MAX;
}

/* *half: its lower half is meant. */
static int register_of(struct slice word, bool *half)
{
    *half = false;
    if (slice_is(word, "$pc") || slice_is(word, "$rip"))
        return PROGRAM_COUNTER;
    if (slice_is(word, "$sp") || slice_is(word, "$fp"))
        return slice_is(word, "$sp") ? REGISTER_RSP : REGISTER_RBP;
    for (int i = 0; i < GENERAL_REGISTERS; i++)
        if (slice_is(word, names[i]) || slice_is(word, halves[i])) {
            *half = slice_is(word, halves[i]);
            return i;
        }
    return NOT_ONE;
}

bool wet_has_register(struct slice word)
{
    bool half;
    return register_of(word, &half) != NOT_ONE;
}

static bool no_register(struct slice word, struct error *error)
{
    struct near near;
    near_begin(&near, word);
    for (int i = 0; i < GENERAL_REGISTERS; i++) {
        near_offer(&near, slice_of(names[i]));
        near_offer(&near, slice_of(halves[i]));
    }
    return error_set(error, "no register %.*s: %sgeneral ones are $rax to $r15, $pc is where one is; $a to $z are marks", SLICE(word), near_words(&near));
}

static void number_text(uint64_t number, char format, struct text *out)
{
    if (format == 'd')
        text_printf(out, "%" PRId64, (int64_t)number);
    else if (format == 'u')
        text_printf(out, "%" PRIu64, number);
    else
        text_hex(out, number);
}

static bool held(struct session *session, struct slice word, int reg, uint64_t *value, struct node *definer, struct error *error)
{
    uint64_t time;
    if (!wet_time(session, &time))
        return error_set(error, "when this ran is not known");
    enum memory_why why = memory_register_at(who_memory(session), time, reg, value, definer);
    if (why == MEMORY_KNOWN)
        return true;
    if (why == MEMORY_NONE || why == MEMORY_START)
        return error_set(error, "%.*s is not known here: %s; deps shows what the instruction here used", SLICE(word),
                         why == MEMORY_START ? "nobody wrote it in what is recorded" : "nothing used what it held before it was written again");
    return error_set(error, "%.*s is not known here, %s; deps shows what the instruction here used", SLICE(word), memory_why_text(why));
}

static bool answers(const struct session *session, char format, struct error *error)
{
    if (!session->trace->recording)
        return error_set(error, "registers are not recorded: print ID#INSTANCE shows what an instance computed, deps who wrote what it used");
    if (!program_symbols(session->trace->program))
        return error_set(error, "without the executable its code is not known, nor what is in registers: --exec=FILE names it");
    return !format || format == 'x' || format == 'd' || format == 'u' || error_set(error, "a register is shown by print, print/x, print/d and print/u");
}

bool wet_print_register(struct session *session, struct slice word, char format, struct rows *rows, struct error *error)
{
    struct node here, definer = {0};
    uint64_t value = 0;
    bool half;
    int reg = register_of(word, &half);
    if (reg == NOT_ONE)
        return no_register(word, error);
    if (!answers(session, format, error) || !position_argument(session, slice_of(""), &here, error))
        return false;
    if (reg == PROGRAM_COUNTER)
        value = program_instruction(session->trace->program, here.index).address;
    else if (!held(session, word, reg, &value, &definer, error))
        return false;
    value = half ? (uint32_t)value : value;
    struct text text = {0};
    number_text(value, format ? format : session->hexadecimal ? 'x' : 'd', &text);
    struct row *row = rows_add_printf(rows, "%.*s = %s", SLICE(word), text_string(&text));
    row_string(row, "name", word);
    row_hex(row, "value", value);
    if (reg != PROGRAM_COUNTER) {
        row_column(row, 0);
        row_style(row, STYLE_DIM);
        text_add(&row->text, "by ");
        describe_node(session, definer, &row->text);
        struct instruction instruction = program_instruction(session->trace->program, definer.index);
        text_add(&row->text, "  ");
        describe_location(&instruction, &row->text);
        row->place = place_of_node(session, definer);
    }
    text_free(&text);
    return true;
}

/* ask_output.c - which calls print, what was printed last and by which line, and questions about it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Output is everything that system calls wrote to files and sockets (store/notes.h), whatever called them. Its line is the one that led to the system call. For
 * text that the C library or another one buffered, it is the line that supplied the text: the printf, not the exit that flushed the buffer. If a line passed
 * the buffer itself (write, fwrite), the output is its own, whoever filled the buffer. If the writing code is listed but has no lines, or only lines of system
 * files, as in static programs, it is the nearest caller with a line of its own. */
#include "recording/ask.h"
#include "recording/describe.h"
#include "recording/state/state.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct printed {
    struct node node;                   /* of the line: usually a call that led to the output */
    uint64_t time;
    struct instruction instruction;     /* of node; for inlined code of a system header, the line that called it */
    uint64_t descriptor;
    struct str text;                  /* the end of what one system call wrote for the line; null: unknown */
};

struct outputs {
    bool recorded;                      /* false: the recording is by an older clew, which did not note the output */
    struct printed *items;              /* of the last system calls; within each in the order of the bytes */
    size_t count, capacity;
    struct arena arena;                 /* holds the texts */
};

enum { CALLERS_MOST = 256 };            /* the most frames to search for a line */

/* An execution that led to output, and its line. */
struct origin {
    struct written_by by;               /* the write that it was found for */
    bool known;
    struct node node;
    uint64_t time;
    struct instruction instruction;
};

/* ---- Lines ---- */

static bool has_line(const struct session *session, struct node node, struct instruction *instruction, bool *own)
{
    *instruction = program_instruction(wet_of(session)->program, node.index);
    bool line = instruction->line && instruction->file.size;
    *own = line && !source_is_system(instruction->file, program_folder(wet_of(session)->program, node.index));
    return line;
}

static void take_origin(struct origin *origin, struct node node, uint64_t time, const struct instruction *instruction)
{
    origin->node = node;
    origin->time = time;
    origin->instruction = *instruction;
    origin->known = true;
}

/* For inlined code of a system header, as for printf and C++ streams: the line where the surrounding function called it, in the file in which that function
 * begins. False: the code is not inlined, or the function is not the program's own. */
static bool has_inlining_line(const struct session *session, struct node node, uint64_t time, struct instruction *instruction)
{
    enum { CALLS = 64 };
    struct inlined_call calls[CALLS];
    struct instruction begins;
    struct store_frame frame;
    struct node first;
    bool own = false;
    size_t count = program_inlined_calls(wet_of(session)->program, node.index, calls, CALLS);
    if (!count || count > CALLS || !calls[count - 1].line || !store_frame(wet_of(session)->store, time, 0, &frame) ||
        !store_at(wet_of(session)->store, frame.from, &first) || !has_line(session, first, &begins, &own) || !own ||
        !str_equal(begins.function, calls[count - 1].caller))
        return false;
    instruction->function = begins.function;
    instruction->file = begins.file;
    instruction->line = calls[count - 1].line;
    return true;
}

/* The nearest caller with a line in the program's own files, else the nearest with any line, else the execution itself. */
static void find_line(const struct session *session, struct node node, uint64_t time, struct origin *origin)
{
    struct instruction instruction;
    uint64_t call = time;
    bool own = false, line = has_line(session, node, &instruction, &own);
    own = own || has_inlining_line(session, node, time, &instruction);
    take_origin(origin, node, time, &instruction);
    for (uint64_t level = 1; !own && level < CALLERS_MOST && wet_call_of(session, time, level, &call) && store_at(wet_of(session)->store, call, &node); level++) {
        bool other = has_line(session, node, &instruction, &own);
        own = own || has_inlining_line(session, node, call, &instruction);
        if (own || (other && !line))
            take_origin(origin, node, call, &instruction);
        line |= other;
    }
}

/* Neighbours mostly share the origin. */
static void find_origin(const struct session *session, struct written_by by, struct origin *origin)
{
    struct node node = {.instance = by.instance};
    uint64_t time;
    if (origin->by.id == by.id && origin->by.instance == by.instance)
        return;
    *origin = (struct origin){.by = by};
    if (by.id && store_find_id(wet_of(session)->store, by.id, &node.index) && store_time(wet_of(session)->store, node, &time))
        find_line(session, node, time, origin);
}

static bool is_same(const struct origin *one, const struct origin *other)
{
    return one->known && other->known && one->node.index == other->node.index && one->node.instance == other->node.instance;
}

static bool is_call(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(wet_of(session)->program, index, &decoded) && flow_is_call(decoded.flow);
}

/* ---- Whose buffer it is ---- */

enum { OUTPUTS_PASSED = 6 };

/* The argument registers of a call that your code set for it: rdi, rsi, rdx, rcx, r8, r9 (System V AMD64 ABI, 3.2.3). */
static size_t read_arguments(struct session *session, const struct origin *call, uint64_t values[OUTPUTS_PASSED])
{
    static const int registers[OUTPUTS_PASSED] = {7, 6, 2, 1, 8, 9};
    struct node definer;
    struct error error;
    size_t count = 0;
    struct state *state = who_state(session);
    bool told = state && state_go(state, call->time, &error);
    for (size_t i = 0; i < OUTPUTS_PASSED; i++)
        if (!memory_set_before(who_memory(session), call->time, registers[i], &definer))
            continue;
        else if (told)
            values[count++] = state_register(state, (unsigned)registers[i]);
        else if (memory_register_at(who_memory(session), call->time, registers[i], &values[count], &definer) == MEMORY_KNOWN)
            count++;
    return count;
}

/* Did the line pass the memory that the system call wrote from: as a buffer, as a pointer and a size, or as the object around it? */
static bool gave_buffer(struct session *session, const struct origin *line, const struct store_written *written, bool prints)
{
    enum { OBJECT = 64, SIZE = 1 << 20 /* programs lie above: a larger number may be a pointer */ };
    uint64_t values[OUTPUTS_PASSED];
    size_t count = written->argument && is_call(session, line->node.index) ? read_arguments(session, line, values) : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t beyond = written->argument - values[i];
        if (written->argument < values[i])
            continue;
        for (size_t k = 0; k < count; k++)
            if (beyond < OBJECT || (prints && k != i && beyond < values[k] && values[k] < SIZE))
                return true;
    }
    return false;
}

/* One system call while add works on it. */
struct one_write {
    const struct store_written *written;
    struct origin line;                 /* the line that led to it */
    bool gave;                          /* line passed the memory that was written */
    bool prints, stored;                /* prints: by the name of the function it calls; stored: line stored some of the bytes */
};

static bool ask_names_output(const struct session *session, uint64_t index);

static void look_at_call(struct session *session, const struct store_written *written, struct one_write *call)
{
    struct origin part = {0};
    *call = (struct one_write){.written = written};
    find_origin(session, written->by, &call->line);
    for (size_t i = 0; i < written->part_count; i++) {
        find_origin(session, written->parts[i].by, &part);
        call->stored |= is_same(&part, &call->line);
    }
    call->prints = call->line.known && ask_names_output(session, call->line.node.index);
    call->gave = call->line.known && gave_buffer(session, &call->line, written, call->prints);
}

/* The line that bytes came from: the one that led to the system call, or the one that stored them earlier. */
static const struct origin *choose(const struct session *session, const struct one_write *call, const struct origin *part)
{
    bool has_line = call->line.known && (call->line.instruction.line || !part->instruction.line);
    if (!part->known)
        return &call->line;
    if (!has_line)
        return part;
    bool direct = call->prints && !call->stored && !ask_names_output(session, part->node.index);
    return call->gave || direct ? &call->line : part;
}

uint64_t output_time(struct session *session, const struct store_written *written)
{
    struct one_write call;
    struct origin part = {0};
    look_at_call(session, written, &call);
    if (written->part_count)
        find_origin(session, written->parts[0].by, &part);
    const struct origin *origin = choose(session, &call, &part);
    return origin->known ? origin->time : 0;
}

/* ---- All outputs ---- */

static bool is_same_line(const struct printed *printed, const struct origin *origin)
{
    const struct instruction *one = &printed->instruction, *other = &origin->instruction;
    if (one->line && other->line)
        return one->line == other->line && str_equal(one->file, other->file);
    return printed->node.index == origin->node.index;
}

/* Joins what a line wrote in consecutive system calls: unbuffered streams make one for each piece. Keeps the end of the text. */
static struct str joined(struct outputs *outputs, struct str before, struct str text)
{
    size_t most = WRITTEN_TEXT > text.size ? WRITTEN_TEXT - text.size : 0, from = before.size > most ? before.size - most : 0;
    before = str_cut(before, from, SIZE_MAX);
    if (before.data && before.data + before.size == text.data)
        return (struct str){before.data, before.size + text.size};
    char *both = arena_allocate(&outputs->arena, before.size + text.size + 1);
    if (before.size)
        memcpy(both, before.data, before.size);
    if (text.size)
        memcpy(both + before.size, text.data, text.size);
    return (struct str){both, before.size + text.size};
}

/* Text that a line printed in pieces, or in several rounds, is one. gap: bytes of unknown origin precede it. */
static void add(struct outputs *outputs, const struct one_write *call, const struct origin *origin, bool gap, struct str text)
{
    struct printed *last = outputs->count ? &outputs->items[outputs->count - 1] : NULL;
    if (last && !gap && last->descriptor == call->written->descriptor && is_same_line(last, origin)) {
        last->text = joined(outputs, last->text, text);
        if (origin->time < last->time)
            return;
    } else {
        outputs->items = array_grow(outputs->items, &outputs->capacity, outputs->count + 1, sizeof *outputs->items);
        last = &outputs->items[outputs->count++];
        *last = (struct printed){.descriptor = call->written->descriptor, .text = text};
    }
    last->node = origin->node;
    last->time = origin->time;
    last->instruction = origin->instruction;
}

static void take_call(struct session *session, struct outputs *outputs, const struct store_written *written)
{
    struct one_write call;
    struct origin part = {0};
    size_t passed = 0;
    bool gap = false;
    struct str text = arena_copy(&outputs->arena, (struct str){(const char *)written->text, written->text_size});
    look_at_call(session, written, &call);
    for (size_t i = 0; i < written->part_count; i++) {
        find_origin(session, written->parts[i].by, &part);
        const struct origin *origin = choose(session, &call, &part);
        if (origin->known)
            add(outputs, &call, origin, gap, str_cut(text, passed, written->parts[i].size));
        gap = !origin->known;
        passed += written->parts[i].size;
    }
    if (!written->part_count && call.line.known)
        add(outputs, &call, &call.line, true, (struct str){NULL, 0});
}

/* O(notes) the first time. */
static const struct outputs *outputs_of(struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    struct store_written written;
    if (recording->outputs)
        return recording->outputs;
    struct outputs *outputs = recording->outputs = memory_allocate(sizeof *outputs);
    struct str rest = store_note(wet_of(session)->store, "written");
    outputs->recorded = rest.data != NULL;
    while (written_parse(&rest, &written))
        take_call(session, outputs, &written);
    return outputs;
}

/* Is an instruction one of these? */
static bool outputs_has(struct session *session, uint64_t index)
{
    const struct outputs *outputs = wet_of(session)->recording ? outputs_of(session) : NULL;
    for (size_t i = 0; outputs && i < outputs->count; i++)
        if (outputs->items[i].node.index == index)
            return true;
    return false;
}

void outputs_close(struct outputs *outputs)
{
    if (!outputs)
        return;
    free(outputs->items);
    arena_free(&outputs->arena);
    free(outputs);
}

/* ---- Which calls print, and questions about the last output ----
 *
 * A user who looks for a cause has read the output and asks about it. So where nothing more is printed, ask offers the last lines that printed. Recordings have
 * the program's output (store/notes.h). Recordings by older versions of clew do not: there ask knows calls that print by their names, and shows their text if
 * it is in a read-only part of the executable, as the format of a printf is. */

enum {
    OUTPUTS = 3,                        /* lines that ask offers */
    CODE_MOST = 1 << 16,                /* the most instructions to search; ask does not look for output in larger traces */
    TEXT_MOST = 256, TEXT_ROOM = 28,    /* bytes read; cells shown */
    PASSED = 4
};

/* ---- Which calls print ---- */

static const struct output {
    const char *name;
    int text;                           /* which argument is the text or its format; -1: none */
} functions[] = {
    {"printf", 0}, {"vprintf", 0}, {"fprintf", 1}, {"vfprintf", 1}, {"dprintf", 1}, {"vdprintf", 1}, {"puts", 0}, {"fputs", 0}, {"fputs_unlocked", 0},
    {"putchar", -1}, {"putc", -1}, {"fputc", -1}, {"_IO_putc", -1}, {"putchar_unlocked", -1}, {"putc_unlocked", -1}, {"fputc_unlocked", -1}, {"write", 1},
    {"fwrite", 0}, {"fwrite_unlocked", 0}, {"perror", 0}, {"send", 1}, {"writev", -1}, {"error", 2}, {"warn", 0}, {"warnx", 0}, {"err", 1}, {"errx", 1},
    {"syslog", 1},
};

/* The name of a call's target; null: unknown, or the program's own function, perhaps with a library's name: other functions print for it. Templates of C++ are
 * in the program, too. */
static struct str called(const struct session *session, uint64_t index)
{
    struct source_position position;
    struct str name;
    uint64_t function;
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    if (!symbols || !program_callee(wet_of(session)->program, index, &name, &function))
        return (struct str){NULL, 0};
    bool own = function && !str_starts(name, "_Z") && symbols_position(symbols, function - program_bias(wet_of(session)->program), &position) && position.line;
    return own ? (struct str){NULL, 0} : name;
}

/* printf for __printf_chk, which gcc makes of it at -O2; puts for _IO_puts, its name in static programs. */
static bool is_checked(struct str name, struct str *plain)
{
    static const char checked[] = "_chk", inner[] = "_IO_";
    size_t size = sizeof checked - 1;
    bool is = str_starts(name, "__") && name.size > size + 2 && str_ends(name, checked);
    *plain = is ? str_cut(name, 2, name.size - size - 2) : str_starts(name, inner) ? str_cut(name, sizeof inner - 1, SIZE_MAX) : name;
    return is;
}

/* *text as in the list; a checked function has a flag before its format. */
static bool find_output(const struct session *session, uint64_t index, int *text)
{
    struct str name = called(session, index), plain;
    bool checked = is_checked(name, &plain);
    *text = -1;
    for (size_t i = 0; plain.size && i < sizeof functions / sizeof *functions; i++)
        if (str_is(plain, functions[i].name)) {
            *text = functions[i].text + (checked && functions[i].text >= 0);
            return true;
        }
    if (!name.size)
        return false;
    struct str readable = symbols_readable(program_symbols(wet_of(session)->program), name);
    return str_starts(readable, "std::ostream::operator<<") || str_starts(readable, "std::basic_ostream") || str_starts(readable, "std::operator<<");
}

/* a call of printf, write or the like, by name */
static bool ask_names_output(const struct session *session, uint64_t index)
{
    int text;
    return find_output(session, index, &text);
}

bool ask_is_output(struct session *session, uint64_t index)
{
    return ask_names_output(session, index) || outputs_has(session, index);
}

bool ask_prints(struct session *session, const struct ask_moment *moment)
{
    for (size_t i = 0; i < moment->nodes.count; i++)
        if (ask_is_output(session, moment->nodes.items[i].index))
            return true;
    return false;
}

/* ---- The last outputs ---- */

static bool is_line_of(const struct printed *printed, const struct instruction *instruction)
{
    const struct instruction *own = &printed->instruction;
    return instruction->line && own->line == instruction->line && str_equal(own->file, instruction->file);
}

/* Inserts it in order, the latest first; keeps only the last call of a line. */
static size_t keep(struct printed *last, size_t count, const struct printed *found)
{
    size_t same = 0, at = 0;
    while (same < count && !is_line_of(&last[same], &found->instruction))
        same++;
    if (same < count && last[same].time > found->time)
        return count;
    if (same == count && count < OUTPUTS)
        count++;
    while (at < same && at < OUTPUTS && last[at].time > found->time)
        at++;
    if (at == OUTPUTS)
        return count;
    size_t end = same < OUTPUTS ? same : OUTPUTS - 1;
    memmove(last + at + 1, last + at, (end - at) * sizeof *last);
    last[at] = *found;
    return count;
}

/* What a register held at the last of these executions, as the line loaded it; the latest come first. */
static bool find_argument(const struct session *session, const struct nodes *run, int reg, uint64_t *number)
{
    for (size_t i = 1; i < run->count; i++) {
        struct decoded decoded;
        if (wet_is_call(session, run->items[i].index) || !program_disassemble(wet_of(session)->program, run->items[i].index, &decoded))
            return false;
        if (operand_is(&decoded, 0, reg) && (decoded.traits & TRAIT_MOVES || decoded.operation == OPERATION_ADDRESS))
            return store_number(wet_of(session)->store, run->items[i], number);
    }
    return false;
}

/* Does it write to a descriptor other than standard output and standard error? No if the descriptor is unknown, as for streams. Redirected ones count as what
 * they were. */
static bool is_elsewhere(struct session *session, const struct printed *printed)
{
    static const char *const by_number[] = {"write", "writev", "dprintf", "vdprintf", "send"};
    struct str plain;
    struct nodes run = {0};
    uint64_t number;
    bool takes = false, cut;
    is_checked(called(session, printed->node.index), &plain);
    for (size_t i = 0; i < sizeof by_number / sizeof *by_number; i++)
        takes |= str_is(plain, by_number[i]);
    bool known = takes && wet_stretch(session, printed->time, ASK_NODES, &run, &cut) && find_argument(session, &run, program_arch(wet_of(session)->program)->first_argument, &number);
    nodes_free(&run);
    return known && number != 1 && number != 2;
}

/* The last call by an instruction that went to standard output or standard error; any: to any descriptor. False: none among the last calls. */
static bool find_call(struct session *session, uint64_t index, bool any, struct printed *found)
{
    enum { TRIES = 16 };
    uint64_t before = UINT64_MAX;
    for (unsigned i = 0; i < TRIES && store_previous_execution(wet_of(session)->store, index, before, &found->node, &found->time); i++) {
        if (any || !is_elsewhere(session, found))
            return true;
        before = found->time;
    }
    return false;
}

/* How many were found; 0 also if one of them ran after this time (*later then). */
static size_t find_named(struct session *session, uint64_t time, bool any, struct printed last[OUTPUTS], bool *later)
{
    uint64_t code = store_count(wet_of(session)->store);
    size_t count = 0;
    for (uint64_t index = 0; code <= CODE_MOST && index < code; index++) {
        struct printed found = {0};
        if (!ask_names_output(session, index) || !find_call(session, index, any, &found))
            continue;
        if (found.time > time) {
            *later = true;
            return 0;
        }
        found.instruction = program_instruction(wet_of(session)->program, index);
        count = keep(last, count, &found);
    }
    return count;
}

/* The same from what is recorded. */
static size_t find_recorded(const struct outputs *outputs, uint64_t time, bool any, struct printed last[OUTPUTS], bool *later)
{
    size_t count = 0;
    for (size_t i = 0; i < outputs->count; i++) {
        const struct printed *found = &outputs->items[i];
        if (!any && found->descriptor != 1 && found->descriptor != 2)
            continue;
        if (found->time > time) {
            *later = true;
            return 0;
        }
        count = keep(last, count, found);
    }
    return count;
}

static size_t find_them(struct session *session, uint64_t time, bool any, struct printed last[OUTPUTS], bool *later)
{
    const struct outputs *outputs = outputs_of(session);
    return outputs->recorded ? find_recorded(outputs, time, any, last, later) : find_named(session, time, any, last, later);
}

/* Output to a file or a socket counts only if there is no other. */
static size_t find_last(struct session *session, uint64_t time, struct printed last[OUTPUTS], bool *later)
{
    size_t count = find_them(session, time, false, last, later);
    return count || *later ? count : find_them(session, time, true, last, later);
}

/* ---- Their arguments ---- */

/* Text at an address of the run, without the end of the line. False: no text there, or it is writable. */
static bool read_text(struct session *session, uint64_t address, struct text *out)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t link = address - wet_run_bias(session) - program_bias(wet_of(session)->program);
    if (symbols_segment_at(symbols, link) != SYMBOLS_READ_ONLY)
        return false;
    struct str bytes = symbols_bytes(symbols, link, TEXT_MOST);
    size_t end = str_find_byte(bytes, 0);
    bytes = str_cut(bytes, 0, end);
    while (bytes.size && bytes.data[bytes.size - 1] == '\n')
        bytes.size--;
    text_safe(out, bytes);
    return end != SIZE_MAX && bytes.size;
}

/* The format, or another argument that the line gave the call. */
static bool find_given(struct session *session, const struct printed *printed, struct text *out)
{
    static const int registers[PASSED] = {7, 6, 2, 1};       /* rdi, rsi, rdx, rcx: System V AMD64 ABI, 3.2.3 */
    struct nodes run = {0};
    uint64_t address;
    int text;
    bool cut, found = find_output(session, printed->node.index, &text) && text >= 0 && text < PASSED &&
                      wet_stretch(session, printed->time, ASK_NODES, &run, &cut) && find_argument(session, &run, registers[text], &address) &&
                      read_text(session, address, out);
    nodes_free(&run);
    return found;
}

/* The last non-empty line of a printed text. */
static struct str last_line(struct str text)
{
    text = str_trim(text);
    size_t end = str_find_last_byte(text, '\n');
    return end == SIZE_MAX ? text : str_cut(text, end + 1, SIZE_MAX);
}

static bool find_text(struct session *session, const struct printed *printed, struct text *out)
{
    struct str line = last_line(printed->text);
    if (!outputs_of(session)->recorded)
        return find_given(session, printed, out);
    text_safe(out, line);
    return line.size > 0;
}

/* ---- The questions ---- */

static void printed_where(struct session *session, const struct printed *printed, struct text *out)
{
    const struct instruction *instruction = &printed->instruction;
    if (instruction->line && instruction->file.size)
        ask_file_line(session, instruction->file, instruction->line, out);
    else
        describe_node(session, printed->node, out);
}

static void how_written(const struct printed *printed, struct text *out)
{
    if (printed->descriptor > 2)
        text_printf(out, "written to descriptor %" PRIu64, printed->descriptor);
    else
        text_add(out, "printed");
}

static void ask_printed(struct questions *questions, const struct printed *printed)
{
    struct session *session = questions->session;
    struct text where = {0}, position = {0}, text = {0}, shown = {0}, how = {0};
    ask_position(session, printed->node, &position);
    printed_where(session, printed, &where);
    struct str line = arena_printf(questions->arena, "why %s", text_string(&position));
    if (find_text(session, printed, &text)) {
        why_cut(text_str(&text), TEXT_ROOM, &shown);
        how_written(printed, &how);
        ask_add(questions, line, "why was \"%s\" %s (%s)?", text_string(&shown), text_string(&how), text_string(&where));
    } else {
        ask_add(questions, line, "why did %s print what it did?", text_string(&where));
    }
    text_free(&position);
    text_free(&where);
    text_free(&text);
    text_free(&shown);
    text_free(&how);
}

void ask_of_outputs(struct questions *questions, const struct ask_moment *moment)
{
    struct printed last[OUTPUTS + 1];
    uint64_t time;
    bool later = false;
    if (!moment->has_time || !store_time(wet_of(questions->session)->store, moment->node, &time) || ask_prints(questions->session, moment))
        return;
    size_t count = find_last(questions->session, time, last, &later);
    for (size_t i = 0; i < count; i++)
        ask_printed(questions, &last[i]);
}

/* ---- Questions instead ---- */

static bool is_idle(struct session *session, struct node node)
{
    struct decoded decoded;
    if (statement_is_frame(wet_of(session)->program, node.index))
        return true;
    return program_disassemble(wet_of(session)->program, node.index, &decoded) &&
           (decoded.flow == FLOW_RETURN || decoded.flow == FLOW_JUMP || decoded.operation == OPERATION_POP);
}

/* Does the line only pass control on, or hold just a bracket, at the end of a function or scope? */
static bool is_end(struct session *session, const struct nodes *run)
{
    struct text text = {0};
    bool idle = true, bracket = describe_statement(session, run->items[0], &text) && !source_says_something(text_str(&text));
    for (size_t i = 0; i < run->count && idle && !bracket; i++)
        idle = is_idle(session, run->items[i]);
    text_free(&text);
    return idle || bracket;
}

enum ask_instead ask_instead(struct session *session, const struct nodes *run, struct text *position, struct text *where, struct text *what)
{
    struct printed last[OUTPUTS + 1];
    uint64_t time;
    bool later = false;
    if (!wet_of(session)->recording || !run->count || !store_time(wet_of(session)->store, run->items[0], &time) || !is_end(session, run))
        return INSTEAD_NOTHING;
    if (!find_last(session, time, last, &later))
        return later ? INSTEAD_NOTHING : INSTEAD_UNKNOWN;
    ask_position(session, last[0].node, position);
    printed_where(session, &last[0], where);
    bool found = find_text(session, &last[0], what);
    (void)found;                        /* then the answer leaves it out */
    return INSTEAD_OUTPUT;
}

void ask_add(struct questions *questions, struct str command, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (questions->count >= questions->room)
        return;
    for (size_t i = 0; i < questions->count; i++)
        if (str_equal(questions->items[i].command, command) || str_is(questions->items[i].words, words))
            return;
    questions->items[questions->count++] = (struct question){.words = arena_copy(questions->arena, str_of(words)), .command = command};
}

void ask_position(struct session *session, struct node node, struct text *out)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    struct why_question meant = {0};
    struct text line = {0};
    struct str words, word;
    struct error error;
    if (instruction.line && instruction.file.size)
        ask_file_line(session, instruction.file, instruction.line, &line);
    words = text_str(&line);
    bool holds_it = argument_next(&words, &word) && why_place(session, word, &meant, &error) && nodes_hold(&meant.roots, node);
    if (holds_it && (!meant.inferred || instruction.executions == 1))
        text_append(out, text_str(&line));
    else
        describe_node(session, node, out);
    text_free(&line);
    why_question_free(&meant);
}

/* record.c - turns a log into a trace; reports faults, floating-point settings and skipped code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/record.h"
#include "code/code.h"
#include "recording/log/sites.h"
#include "recording/log/report.h"
#include "recording/log/log.h"
#include "recording/log/piece_thread.h"
#include "recording/state/state.h"
#include "recording/log/reconstruct.h"
#include "recording/log/run.h"
#include "recording/log/select.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Faults ---- */

static void take_definers(struct reconstruction *r, const struct definers *found)
{
    struct run_fault *fault = &r->fault;
    for (unsigned i = 0; i < found->count; i++)
        if (fault->definer_count < FAULT_DEFINERS)
            fault->definers[fault->definer_count++] = found->items[i].who;
}

static void take_register(struct reconstruction *r, int number)
{
    struct definers found;
    found.count = 0;
    if (number < 0 || number > 15)
        return;
    cells_gather(&r->shadow, r->thread->registers, BYTE_GENERAL + 8 * (unsigned)number, 8, &found);
    take_definers(r, &found);
}

static void take_memory(struct reconstruction *r, uint64_t address, unsigned size)
{
    struct definers found;
    found.count = 0;
    if (!address)
        return;
    shadow_gather(&r->shadow, address, size, &found);
    take_definers(r, &found);
}

static bool decode(const struct reconstruction *r, struct decoded *decoded)
{
    const struct site *site = site_get(r->sites, r->fault.site);
    return r->decoder && site->length && decoder_decode(r->decoder, (struct str){(const char *)site->bytes, site->length}, site->address, decoded);
}

static void begin(struct reconstruction *r, enum fault_kind kind)
{
    const struct thread *thread = r->thread;
    r->fault = (struct run_fault){.happened = true, .kind = kind, .skipped = !thread->shown, .time = thread->time, .site = thread->site};
}

/* Takes the definers of the divisor if the instruction divides, otherwise those of the registers that formed the address. */
void fault_take(struct reconstruction *r, uint64_t accessed)
{
    struct decoded decoded;
    begin(r, FAULT_INSTRUCTION);
    if (!decode(r, &decoded))
        return;
    const struct operand *operand = decoded.operand;
    bool divides = decoded.operation == OPERATION_DIVIDE, memory = false;
    bool stack = decoded.traits & (TRAIT_PUSHES | TRAIT_POPS) || flow_is_call(decoded.flow) || decoded.flow == FLOW_RETURN;
    if (divides && operand->kind == OPERAND_REGISTER)
        take_register(r, operand->reg);
    if (divides && operand->kind == OPERAND_MEMORY)
        take_memory(r, accessed, operand->size);
    for (unsigned i = 0; i < decoded.operands && !divides; i++)
        if (operand[i].kind == OPERAND_MEMORY) {
            memory = true;
            take_register(r, operand[i].base);
            take_register(r, operand[i].index);
        }
    if (!divides && !memory && stack)
        take_register(r, decoded.arch->stack_pointer);
}

void fault_arrive(struct reconstruction *r, uint64_t address)
{
    const struct thread *thread = r->thread;
    struct decoded decoded;
    if (r->fault.happened || !thread->site || (thread->jump != LOG_JUMP_PLAIN && thread->jump != LOG_JUMP_CALL && thread->jump != LOG_JUMP_RETURN))
        return;
    begin(r, FAULT_JUMP);
    r->fault.target = address;
    if (!decode(r, &decoded))
        return;
    if (decoded.operands && decoded.operand[0].kind == OPERAND_REGISTER)
        take_register(r, decoded.operand[0].reg);
    else if (decoded.flow == FLOW_RETURN || (decoded.operands && decoded.operand[0].kind == OPERAND_MEMORY))
        take_memory(r, thread->loaded, 8);
}

/* "strlen in libc.so.6" */
static void name_code(const struct site *site, struct text *out)
{
    struct source_position position;
    const struct object *object = site->object;
    if (object && object->symbols && symbols_position(object->symbols, site->address - site->bias, &position) && position.function.size) {
        text_append(out, position.function);
        text_byte(out, ' ');
    }
    if (object) {
        text_add(out, "in ");
        text_append(out, str_basename(str_of(object->path)));
    }
}

bool fault_describe(const struct reconstruction *r, struct text *name, struct fault *fault)
{
    const struct run_fault *run = &r->fault;
    if (!run->happened)
        return false;
    const struct site *site = site_get(r->sites, run->site);
    struct site_source source = sites_source(r->sites);
    *fault = (struct fault){.kind = run->kind, .skipped = run->skipped, .time = run->time};
    fault->address = run->skipped ? site->address - site->bias : source.name(source.context, run->site).address;    /* as in the trace */
    fault->has_accessed = run->kind == FAULT_JUMP;
    fault->accessed = run->target;
    fault->unknown = site->length == 0;
    for (size_t i = 0; i < run->definer_count; i++) {
        const struct site *definer = site_get(r->sites, actor_site(run->definers[i]));
        if (!definer->id)
            continue;
        fault->definers[fault->definer_count].id = definer->id;
        fault->definers[fault->definer_count++].instance = actor_instance(run->definers[i]);
    }
    if (run->skipped)
        name_code(site, name);
    fault->where = text_str(name);
    return true;
}

/* ---- Floating-point modes that Valgrind does not obey ---- */

enum { ROUNDING_SHIFT = 13, ROUNDING = 3 << ROUNDING_SHIFT, FLUSH = 1 << 15, DENORMALS = 1 << 6, MASKS = 0x1F80 };

static void add_modes(struct text *line, uint64_t value)
{
    static const char *const rounding[] = {"", "round down", "round up", "round towards zero"};
    const char *between = "";
    if (value & ROUNDING) {
        text_add(line, rounding[(value & ROUNDING) >> ROUNDING_SHIFT]);
        between = ", ";
    }
    if (value & FLUSH) {
        text_printf(line, "%sflush to zero", between);
        between = ", ";
    }
    if (value & DENORMALS) {
        text_printf(line, "%sdenormals are zero", between);
        between = ", ";
    }
    if ((value & MASKS) != MASKS)
        text_printf(line, "%sexceptions raise SIGFPE", between);
}

bool floating_describe(const struct floating *floating, const struct sites *sites, char *message, size_t size)
{
    struct text line = {0};
    if (!floating->address)
        return false;
    sites_say_place(sites, floating->address, &line);
    text_printf(&line, " sets MXCSR to 0x%" PRIx64 " (", floating->value);
    add_modes(&line, floating->value);
    bool rounds = floating->value & ROUNDING, more = (floating->value & (FLUSH | DENORMALS)) || (floating->value & MASKS) != MASKS;
    text_printf(&line, "). Valgrind %s%s%s: results after this may differ from a run without Valgrind", rounds ? "obeys the rounding mode in conversions only" : "",
                rounds && more ? " and " : "", more ? rounds ? "ignores the rest" : "ignores it" : "");
    snprintf(message, size, "%s", text_string(&line));
    text_free(&line);
    return true;
}

/* ---- Instructions that Valgrind cannot execute ---- */

void unsupported_add(struct unsupported *unsupported, struct str payload)
{
    struct unsupported_code code = {0};
    if (payload.size < sizeof code.address || unsupported->count == UNSUPPORTED_MAX)
        return;
    code.address = log_number((const uint8_t *)payload.data, sizeof code.address);
    payload = str_cut(payload, sizeof code.address, payload.size);
    code.size = (uint8_t)(payload.size < UNSUPPORTED_BYTES ? payload.size : UNSUPPORTED_BYTES);
    memcpy(code.bytes, payload.data, code.size);
    unsupported->items = array_grow(unsupported->items, &unsupported->capacity, unsupported->count + 1, sizeof code);
    unsupported->items[unsupported->count++] = code;
}

void unsupported_reach(struct unsupported *unsupported, uint64_t address)
{
    for (size_t i = unsupported->count; i-- > 0;)   /* newest first, as code may have changed */
        if (unsupported->items[i].address == address) {
            unsupported->reached = unsupported->items[i];
            unsupported->is_reached = true;
            return;
        }
}

/* EVEX, the prefix of AVX-512, is 62 in 64-bit code; no other instruction begins with that byte. */
static bool is_avx512(const struct unsupported_code *code)
{
    return code->size > 0 && code->bytes[0] == 0x62;
}

bool unsupported_describe(const struct unsupported *unsupported, const struct sites *sites, char *message, size_t size)
{
    const struct unsupported_code *code = &unsupported->reached;
    struct text line = {0};
    struct decoded decoded = {0};
    if (!unsupported->is_reached)
        return false;
    struct decoder *decoder = decoder_open();
    bool known = decoder && decoder_decode(decoder, (struct str){(const char *)code->bytes, code->size}, code->address, &decoded);
    sites_say_place(sites, code->address, &line);
    text_printf(&line, ": %s (", known ? decoded.text : "unknown instruction");
    for (size_t i = 0; i < (known ? decoded.length : code->size); i++)
        text_printf(&line, i ? " %02x" : "%02x", code->bytes[i]);
    text_add(&line, is_avx512(code) ? "): Valgrind does not support AVX-512; compile the program for a processor without it (-march=x86-64-v3)"
                                    : "): Valgrind does not know this instruction");
    snprintf(message, size, "%s", text_string(&line));
    text_free(&line);
    if (decoder)
        decoder_close(decoder);
    return true;
}

/* ---- Which files ran most of the skipped code ---- */

/* Inserts a file into the list, which is in order, most executions first; the last entry drops out. */
static void insert(struct record_skipped list[RECORD_SKIPPED_MAX], struct str name, uint64_t executed)
{
    struct record_skipped one = {.executed = executed};
    snprintf(one.name, sizeof one.name, "%.*s", STR(name));
    for (size_t i = 0; i < RECORD_SKIPPED_MAX; i++)
        if (one.executed > list[i].executed) {
            struct record_skipped next = list[i];
            list[i] = one;
            one = next;
        }
}

/* As --only takes it: libz of /lib/libz.so.1. */
static struct str short_name(const char *path)
{
    struct str base = str_basename(str_of(path));
    size_t end = str_find(base, str_of(".so"));
    return end == SIZE_MAX || end == 0 ? base : str_cut(base, 0, end);
}

/* Fills result->skipped and skipped_total, after the run. */
static void skipped_find(struct sites *sites, struct record_result *result)
{
    struct object *object;
    result->skipped_total = sites_add_skipped(sites);
    insert(result->skipped, (struct str){"", 0}, result->skipped_total);
    for (size_t i = 0; (object = sites_object(sites, i)); i++) {
        insert(result->skipped, short_name(object->path), object->skipped);
        result->skipped_total += object->skipped;
    }
}

/* ---- Turns one log into one trace ---- */

struct work {
    const struct record_options *options;
    const struct work_task *task;
    const char *executable;
    struct record_result *result;
    struct output_file text;                 /* RECORD_WET, RECORD_HISTORY */
    char path[4096 + 32];               /* of the store */
    struct store_writer *writer;        /* RECORD_STORE, RECORD_WET */
    struct store_thread *store;         /* stores into the writer, which rests while it is used otherwise; NULL: RECORD_HISTORY */
    struct sites *sites;
    struct collection *collection;
    struct reconstruction *reconstruction;
    bool began;                         /* there was a log */
    bool is_of_that_build;              /* its code is that which ran, so far */
    uint64_t kernel_wrote;              /* bytes, as the log says */
    ARRAY(struct str, changed);         /* paths of the log whose files are other builds now */
    struct arena arena;
    uint64_t logged_status;             /* exit status in LOG_END; UINT64_MAX: none, or a signal */
    const uint64_t *accessed;           /* address of the access that killed the program; NULL: none, or unknown */
    const char *ended;                  /* why the trace ends before the program; NULL: it does not */
    struct memory_check *check;         /* NULL: not requested */
    struct piece_thread *pieces;        /* NULL: the recording keeps no state */
    struct mapped_files *mapped;
    struct state_check *follow;         /* NULL: no check, or no state */
    uint64_t flushes;                   /* number of LOG_FLUSHED */
    bool is_flushed;                    /* the last record was a LOG_FLUSHED */
};

/* ---- The output ---- */

bool work_name(const struct record_options *options, char *name, size_t room, struct error *error)
{
    static const char *const endings[] = {[RECORD_STORE] = "clew", [RECORD_WET] = "wet", [RECORD_HISTORY] = "lim"};
    struct str base = str_basename(str_of(options->arguments[0]));
    int size;
    if (options->output)
        size = snprintf(name, room, "%s", options->output);
    else
        size = snprintf(name, room, "%.*s.%s", STR(options->children ? str_of("%n.%p") : base), endings[options->format]);
    if (size < 0 || (size_t)size >= room)
        return error_set(error, "the name of the trace is too long");
    return true;
}

bool work_spares_program(const char *output, const char *executable, struct error *error)
{
    struct stat program, trace;
    if (stat(executable, &program) == 0 && stat(output, &trace) == 0 && program.st_dev == trace.st_dev && program.st_ino == trace.st_ino)
        return error_at(error, output, 0, 0, "is the program to record: name another file with -o");
    return true;
}

/* Follows a symbolic link, so that clew replaces the link's target and not the link. Only a regular file can hold a store. */
static bool name_store(struct work *work, struct error *error)
{
    struct stat stat_buffer;
    const char *name = work->result->output;
    bool there = stat(name, &stat_buffer) == 0;
    if (there && S_ISDIR(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "is a folder: name a file in it");
    if (there && !S_ISREG(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "is not a regular file: clew can write text there (--format=wet), but no recording");
    if (lstat(name, &stat_buffer) != 0 || !S_ISLNK(stat_buffer.st_mode) || !realpath(name, work->path))
        snprintf(work->path, sizeof work->path, "%s", name);
    return true;
}

/* Puts the temporary store, the source of the text, beside the text. */
static void name_passing_store(struct work *work)
{
    if (work->text.in_place)
        snprintf(work->path, sizeof work->path, "/tmp/clew-record-%016" PRIx64, hash_key(work));
    else
        snprintf(work->path, sizeof work->path, "%s.clew", work->text.path);
}

static bool open_output(struct work *work, struct error *error)
{
    work->result->replaced = output_has_older(work->result->output);
    if (work->options->format == RECORD_STORE)
        return name_store(work, error) && store_writer_open_after(work->path, work->task->from_file, &work->writer, error);
    if (!output_may_hold(work->result->output, store_sniff_any, "exists and is not a trace: clew does not overwrite it", error) || !output_open(&work->text, work->result->output, error))
        return false;
    name_passing_store(work);
    if (work->options->format == RECORD_HISTORY || store_writer_open(work->path, &work->writer, error))
        return true;
    output_drop(&work->text);
    return false;
}

static void drop_output(struct work *work)
{
    if (work->store)
        (void)store_thread_rest(work->store);
    store_writer_drop(work->writer);
    if (work->options->format != RECORD_STORE)
        output_drop(&work->text);
}

/* ---- Notes ---- */

static bool is_plain(const char *word)
{
    return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") == strlen(word);
}

/* Appends a word, quoted as a shell needs it. */
static void add_word(struct text *text, const char *word)
{
    if (is_plain(word)) {
        text_add(text, word);
        return;
    }
    text_byte(text, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            text_add(text, "'\\'");
        text_byte(text, *word);
    }
    text_byte(text, '\'');
}

/* Only the first program: clew does not know the arguments of programs that it executed. */
static void note_arguments(const struct work *work)
{
    struct text text = {0};
    if (work->task->began && strcmp(work->task->began, "start") != 0)
        return;
    for (size_t i = 1; work->options->arguments[i]; i++) {
        if (i > 1)
            text_byte(&text, ' ');
        add_word(&text, work->options->arguments[i]);
    }
    store_writer_note(work->writer, "arguments", text_str(&text));
    text_free(&text);
}

static void note_status(const struct work *work)
{
    char status[64];
    int number = work->result->status;
    const char *name = WIFSIGNALED(number) ? sigabbrev_np(WTERMSIG(number)) : NULL;
    if (name)
        snprintf(status, sizeof status, "signal SIG%s", name);
    else if (WIFSIGNALED(number))
        snprintf(status, sizeof status, "signal %d", WTERMSIG(number));
    else
        snprintf(status, sizeof status, "exit %d", WEXITSTATUS(number));
    store_writer_note(work->writer, "status", str_of(status));
}

/* Why the trace ends before its program; NULL: it does not. */
static const char *why_ended(const struct work *work)
{
    bool unknown = work->result->status == STATUS_UNKNOWN;
    if (work->ended)
        return work->ended;
    if (unknown && !work->task->children)   /* the front knows the status unless it was killed; then the program gets SIGTERM */
        return work->result->executing ? "clew was killed; the program became another one (exec)" : "clew was killed, and the program with it";
    if (work->result->whole)
        return NULL;
    if (work->result->executing)
        return "the program became another one (exec)";
    return unknown ? "the process was killed" : NULL;       /* NULL: the status says so */
}

/* Notes why the trace ends before the program; then the program's status would mislead. Otherwise notes the status. */
static void note_end(const struct work *work)
{
    const char *ended = why_ended(work);
    if (ended)
        store_writer_note(work->writer, "ended", str_of(ended));
    else if (work->result->status != STATUS_UNKNOWN)
        note_status(work);
    else
        store_writer_note(work->writer, "status", str_of("signal of unknown number"));
}

static void note_number(const struct work *work, const char *name, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    if (number)
        store_writer_note(work->writer, name, str_of(digits));
}

static void note_process(const struct work *work)
{
    note_number(work, "process", work->task->process);
    note_number(work, "parent", work->task->parent);
    if (work->task->began)
        store_writer_note(work->writer, "began", str_of(work->task->began));
}

/* Only for signals that faults send: any other signal has another source. */
static void note_fault(const struct work *work)
{
    int number = work->result->status, signal = WIFSIGNALED(number) ? WTERMSIG(number) : 0;
    struct text name = {0}, note = {0}, signal_name = {0};
    struct fault fault;
    bool faults = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
    if (faults && fault_describe(work->reconstruction, &name, &fault)) {
        text_printf(&signal_name, "SIG%s", sigabbrev_np(signal));
        fault.signal = text_str(&signal_name);
        if (!fault.has_accessed && work->accessed) {
            fault.has_accessed = true;
            fault.accessed = *work->accessed;
        }
        fault_text(&fault, &note);
        store_writer_note(work->writer, "fault", text_str(&note));
    }
    text_free(&name);
    text_free(&note);
    text_free(&signal_name);
}

static void note_stacks(const struct work *work)
{
    struct text text = {0};
    if (!work->result->stacks_forgotten && !work->result->stacks_unknown)
        return;
    text_printf(&text, "%" PRIu64 " forgotten, %" PRIu64 " unknown: what runs on them has no control parent", work->result->stacks_forgotten, work->result->stacks_unknown);
    store_writer_note(work->writer, "lost stacks", text_str(&text));
    text_free(&text);
}

/* Which instructions of all code were recorded: the state stream has all of them. */
static void note_window(const struct work *work)
{
    struct reconstruct_totals totals = reconstruct_totals(work->reconstruction);
    char numbers[48];
    if (!work->pieces || (!work->options->from && !work->options->until))
        return;
    snprintf(numbers, sizeof numbers, "%" PRIu64 " %" PRIu64, totals.opened ? totals.opened_at : UINT64_MAX, totals.closed ? totals.closed_at : UINT64_MAX);
    store_writer_note(work->writer, "state window", str_of(numbers));
}

static void note_hints(const struct work *work, const char *name, unsigned which)
{
    struct text lines = {0};
    struct str rest, line;
    record_hints(work->options, work->result, which, &lines);
    rest = text_str(&lines);
    while (str_line(&rest, &line))
        store_writer_note(work->writer, name, line);
    text_free(&lines);
}

static void note_all(const struct work *work)
{
    store_writer_note(work->writer, "program", str_of(work->executable));
    if (work->task->script)
        store_writer_note(work->writer, "script", str_of(work->task->script));
    note_arguments(work);
    note_end(work);
    note_fault(work);
    store_writer_note(work->writer, "recorder", str_of("clew " CLEW_VERSION));
    if (work->result->floating[0])
        store_writer_note(work->writer, "floating point", str_of(work->result->floating));
    note_process(work);
    note_stacks(work);
    note_hints(work, "missing", HINT_MISSING);
    note_hints(work, "hint", HINT_SKIPPED | HINT_REST);
    note_window(work);
    reconstruct_note_threads(work->reconstruction, work->writer);
    reconstruct_note_written(work->reconstruction, work->writer);
    reconstruct_note_shared(work->reconstruction, work->writer);
    selection_note(sites_selection(work->sites), work->writer);
    addresses_note(work->sites, work->writer);
    if (work->check) {
        struct text text = {0};
        check_summary(&work->result->check, &text);
        store_writer_note(work->writer, "memory check", text_str(&text));
        text_free(&text);
    }
}

/* ---- Writing ---- */

static bool write_store(struct work *work, struct store **store, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct writer_totals totals;
    (void)store_thread_rest(work->store);
    note_all(work);
    if (!collection_finish(work->collection, &source, &totals, store, error))
        return false;
    work->result->instructions = totals.instructions;
    work->result->dependences = totals.dependences;
    work->result->values = totals.values;
    return true;
}

/* good: all text was written; otherwise error says why not. */
static bool finish_text(struct work *work, bool good, const struct text_totals *totals, struct error *error)
{
    if (!good) {
        output_drop(&work->text);
        return error_at(error, work->result->output, 0, 0, "%s", error->message);
    }
    work->result->instructions = totals->instructions;
    work->result->dependences = totals->dependences;
    work->result->values = totals->values;
    work->result->renamed = totals->renamed;
    work->result->left_out = totals->left_out;
    return output_finish(&work->text, true, work->result->output, error);
}

/* Writing the text failed: keeps the recording, or the run would be lost. The recording gets the name that --format=store would give it, if that is free;
 * otherwise it keeps its temporary name. */
static void keep_recording(struct work *work)
{
    struct record_result *result = work->result;
    struct str name = str_of(result->output), base = str_basename(name);
    size_t dot = str_find_last_byte(base, '.');
    name.size -= dot == SIZE_MAX || dot == 0 ? 0 : base.size - dot;
    snprintf(result->kept, sizeof result->kept, "%.*s.clew", STR(name));
    if (renameat2(AT_FDCWD, work->path, AT_FDCWD, result->kept, RENAME_NOREPLACE) < 0)
        snprintf(result->kept, sizeof result->kept, "%s", work->path);
}

static bool write_text(struct work *work, struct error *error)
{
    struct text_totals totals;
    struct store *store;
    if (!write_store(work, &store, error)) {
        output_drop(&work->text);
        return false;
    }
    if (work->text.in_place)
        unlink(work->path);             /* the reader of a pipe can kill clew by closing it; the store is open and stays readable */
    snprintf(work->result->kept, sizeof work->result->kept, "%s", work->text.in_place ? "" : work->path);
    bool good = store_write_text(store, work->options->dense, work->text.file, &work->options->progress, &totals, error);
    store_close(store);
    good = finish_text(work, good, &totals, error);
    if (good && !work->text.in_place)
        unlink(work->path);
    else if (!good && !work->text.in_place)
        keep_recording(work);
    if (good)
        work->result->kept[0] = 0;
    return good;
}

static bool write_history(struct work *work, struct error *error)
{
    struct site_source source = sites_source(work->sites);
    struct text_totals totals;
    bool good = collection_write_history(work->collection, &source, work->text.file, &work->options->progress, &totals, error);
    return finish_text(work, good, &totals, error);
}

/* The trace is empty, perhaps because of a wrong name in the options: keep an older trace, which is worth more. */
static bool spares_older(const struct work *work)
{
    const struct record_options *options = work->options;
    bool named = options->shown.count || options->skipped.count || options->from;
    return named && work->result->replaced;
}

static bool write_trace(struct work *work, struct error *error)
{
    struct reconstruct_totals totals = reconstruct_totals(work->reconstruction);
    work->result->whole = totals.ended;
    work->result->executing = totals.executing;
    work->result->instances = totals.shown;
    work->result->executed = totals.executed;
    work->result->dropped = totals.dropped;
    work->result->stacks_forgotten = totals.stacks_forgotten;
    work->result->stacks_unknown = totals.stacks_unknown;
    if (!sites_were_read(work->sites, error)) {
        drop_output(work);
        return false;
    }
    skipped_find(work->sites, work->result);
    selection_found(sites_selection(work->sites), totals.opened, totals.closed, work->result);
    if (totals.shown == 0 && spares_older(work)) {
        drop_output(work);
        work->result->older_stays = true;
        return true;
    }
    /* a history would be an empty file, which is no trace */
    if (totals.shown == 0 && work->options->format == RECORD_HISTORY && work->result->status == STATUS_UNKNOWN) {
        drop_output(work);
        return error_at(error, work->result->output, 0, 0, "not written: the recording was killed before any code ran that it lists");
    }
    progress_report(&work->options->progress, 0, 1);    /* the result does not matter here: text asks again while it is written */
    switch (work->options->format) {
    case RECORD_WET: return write_text(work, error);
    case RECORD_HISTORY: return write_history(work, error);
    default: return write_store(work, NULL, error);
    }
}

/* ---- The run ---- */

static void report_check(struct work *work)
{
    struct text lines = {0};
    if (work->follow) {
        work->result->state = state_check_totals(work->follow);
        work->result->state_checked = true;
    }
    if (!work->check)
        return;
    struct site_source source = sites_source(work->sites);
    work->result->check = memory_check_totals(work->check);
    check_mismatches(work->check, &source, &lines);
    snprintf(work->result->mismatches, sizeof work->result->mismatches, "%s", lines.size ? text_string(&lines) : "");
    text_free(&lines);
}

static void take_piece(void *context, const struct finished_piece *piece)
{
    struct work *work = context;
    store_thread_piece(work->store, piece);
    if (work->follow)
        state_check_piece(work->follow, piece);
}

static void take_definition(void *context, uint32_t segment, struct str definition)
{
    struct work *work = context;
    struct text text = {0};
    if (work->follow)
        state_check_definition(work->follow, definition);
    text_append(&text, definition);
    reconstruct_shown_parts(work->reconstruction, segment, &text);
    store_thread_definition(work->store, text_str(&text));
    text_free(&text);
}

bool work_open(const struct work_task *task, struct record_result *result, struct work **made, struct error *error)
{
    struct work *work = memory_allocate(sizeof *work);
    const struct record_options *options = task->options;
    *work = (struct work){.task = task, .options = options, .executable = task->executable, .result = result, .logged_status = UINT64_MAX};
    snprintf(result->output, sizeof result->output, "%s", task->output);
    if (!open_output(work, error)) {
        free(work);
        return false;
    }
    uint64_t ring = options->history ? options->history : RECORD_HISTORY_DEFAULT;
    enum threading threading = options->background ? THREAD_BEHIND : THREAD_BESIDE;
    work->sites = sites_open(options, work->executable);
    work->store = work->writer ? store_thread_open(work->writer, threading) : NULL;
    work->collection = collection_open(options->format == RECORD_HISTORY ? ring : 0, work->store);
    work->reconstruction = reconstruct_open(work->sites, work->collection);
    work->check = options->check ? memory_check_open() : NULL;
    reconstruct_check(work->reconstruction, work->check);
    if (options->state)
        reconstruct_keep_calls(work->reconstruction);
    if (options->state && options->format == RECORD_STORE)
        work->follow = options->check ? state_check_open() : NULL;
    if (options->state && options->format == RECORD_STORE)
        work->pieces = piece_thread_open((struct piece_sink){take_piece, take_definition, work}, options->check ? THREAD_NONE : threading);
    work->mapped = mapped_files_open();
    *made = work;
    return true;
}

static void work_free(struct work *work)
{
    reconstruct_close(work->reconstruction);
    memory_check_close(work->check);
    piece_thread_close(work->pieces);
    mapped_files_close(work->mapped);
    free(work->changed);
    arena_free(&work->arena);
    state_check_close(work->follow);
    collection_close(work->collection);
    store_thread_close(work->store);
    sites_close(work->sites);
    free(work);
}

void work_drop(struct work *work)
{
    drop_output(work);
    work_free(work);
}

/* ---- A log that waited in a file: its program may be another one now ---- */

static struct str path_of(const struct log_record *record, size_t head)
{
    return str_cut((struct str){(const char *)record->data, record->size}, head, SIZE_MAX);
}

/* Keeps the path if its file is another build than the one that ran, or is gone. */
static void take_build(struct work *work, const struct log_record *record)
{
    struct str payload = path_of(record, 0), path = str_cut(payload, 0, str_find_byte(payload, '\0'));
    struct text now = {0};
    char *name = arena_string(&work->arena, path);
    file_build(name, &now);
    if (!str_equal(str_cut(payload, path.size + 1, SIZE_MAX), text_str(&now)))
        ARRAY_ADD(work, changed, str_of(name));
    text_free(&now);
}

static bool has_changed(const struct work *work, struct str path)
{
    for (size_t i = 0; i < work->changed_count; i++)
        if (str_equal(work->changed[i], path))
            return true;
    return false;
}

static void take_file(struct work *work, const struct log_record *record)
{
    struct str path = path_of(record, LOG_FILE_HEAD);
    if (record->size <= LOG_FILE_HEAD)
        return;
    mapped_files_add(work->mapped, path);
    if (has_changed(work, path))
        mapped_files_spoil(work->mapped, path);
}

/* Names and lines of its code would be those of another program. */
static bool takes_map(struct work *work, const struct log_record *record, struct error *error)
{
    struct str path = path_of(record, LOG_MAP_HEAD);
    work->is_of_that_build = !has_changed(work, path);
    return work->is_of_that_build || error_set(error, "%.*s is not the build that ran", STR(path));
}

/* The shadow takes memory for what the kernel wrote, before its bytes come. In a file from elsewhere there may be none. */
static bool may_write(struct work *work, const struct log_record *record, uint64_t offset, struct error *error)
{
    enum { TIMES = 16 };
    uint64_t numbers[LOG_NUMBERS], most = ((uint64_t)512 << 20) + TIMES * offset;
    log_numbers(record, numbers);
    work->kernel_wrote += numbers[1];
    return !work->task->from_file || (numbers[1] <= most && work->kernel_wrote <= most) || error_set(error, "the log says that the kernel wrote more than the log can hold");
}

static bool read_records(struct work *work, struct log_reader *reader, void (*wait)(void *context), void *context, struct error *error)
{
    struct log_record record;
    work->result->one_instruction = log_about(reader)->one_instruction != 0;
    work->began = work->is_of_that_build = true;
    log_watch(reader, wait, context);
    bool good = true;
    while (good && log_next(reader, &record, error)) {
        if (record.kind == LOG_BUILD) {
            take_build(work, &record);
            continue;
        }
        good = (record.kind != LOG_MAP || takes_map(work, &record, error)) && (record.kind != LOG_KERNEL_WROTE || may_write(work, &record, log_offset(reader), error));
        if (!good)
            break;
        if (work->pieces && record.kind == LOG_FILE)
            take_file(work, &record);
        if (work->pieces && record.kind != LOG_SEGMENT)
            piece_thread_record(work->pieces, &record, record.kind == LOG_REGISTERS ? reconstruct_totals(work->reconstruction).shown + 1 : 0);
        good = reconstruct_record(work->reconstruction, &record, error);
        good = good && (!work->follow || state_check_record(work->follow, &record, error));
        if (work->pieces && record.kind == LOG_SEGMENT)     /* it tells which of its instructions are your code */
            piece_thread_record(work->pieces, &record, 0);
        if (record.kind == LOG_END && record.size >= sizeof(uint64_t))
            work->logged_status = log_number(record.data, sizeof(uint64_t));
        work->is_flushed = record.kind == LOG_FLUSHED;
        work->flushes += work->is_flushed;
    }
    good = good && !log_failed(reader);
    log_close(reader);
    if (work->pieces) {
        piece_thread_finish(work->pieces);
        mapped_files_write(work->mapped, store_thread_rest(work->store));
    }
    reconstruct_finish(work->reconstruction);
    return good;
}

bool work_read(struct work *work, int log, void (*wait)(void *context), void *context, struct error *error)
{
    struct log_reader *reader;
    return log_open(log, &reader, error) && read_records(work, reader, wait, context, error);
}

bool work_read_source(struct work *work, log_source *take, void *source, void (*wait)(void *context), void *context, struct error *error)
{
    struct log_reader *reader;
    return log_open_source(take, source, &reader, error) && read_records(work, reader, wait, context, error);
}

bool work_began(const struct work *work)
{
    return work->began;
}

bool work_is_of_that_build(const struct work *work)
{
    return work->is_of_that_build;
}

uint64_t work_flushes(const struct work *work)
{
    return work->flushes;
}

bool work_is_flushed(const struct work *work)
{
    return work->is_flushed;
}

uint64_t work_executed(const struct work *work)
{
    return reconstruct_totals(work->reconstruction).executed;
}

uint64_t work_bytes(const struct work *work)
{
    return work->store ? store_thread_bytes(work->store) : 0;
}

void work_replace(struct work *work, const struct stat *log, struct timespec modified)
{
    store_writer_replace(store_thread_rest(work->store), log, modified);
}

void work_rename(struct work *work, const char *path)
{
    snprintf(work->path, sizeof work->path, "%s", path);
    store_writer_rename(store_thread_rest(work->store), work->path);
}

const char *work_path(const struct work *work)
{
    return work->path;
}

const char *work_temporary(const struct work *work)
{
    return work->writer ? store_writer_temporary(work->writer) : "";
}

const char *work_temporary_text(const struct work *work)
{
    return work->text.in_place || work->text.nameless ? "" : work->text.path;
}

bool work_has_room(struct work *work, struct error *error)
{
    return !work->store || store_writer_has_room(store_thread_rest(work->store), error);
}

bool work_failed(const struct work *work)
{
    return work->store && store_writer_failed(store_thread_rest(work->store));
}

bool work_finish(struct work *work, int status, const uint64_t *accessed, const char *ended, struct error *error)
{
    if (status == STATUS_UNKNOWN && work->logged_status <= UINT8_MAX)
        status = W_EXITCODE((int)work->logged_status, 0);
    work->result->status = status;
    work->accessed = accessed;
    work->ended = ended;
    (void)sites_source(work->sites);    /* from here on addresses are those of the trace */
    if (!reconstruct_unsupported(work->reconstruction, work->result->unsupported, sizeof work->result->unsupported))
        work->result->unsupported[0] = 0;
    if (!reconstruct_floating(work->reconstruction, work->result->floating, sizeof work->result->floating))
        work->result->floating[0] = 0;
    report_check(work);
    bool good = write_trace(work, error);
    work_free(work);
    return good;
}

/* piece.c - writes and runs pieces of a log.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/piece.h"
#include "recording/state/touched.h"
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro_format.h"
#include "recording/state/terse.h"

#include <stdlib.h>
#include <string.h>

enum {
    BYTES_ENOUGH = 4 << 20,             /* of a piece: it ends at the next LOG_REGISTERS, however few instructions it has */
    BYTES_MUCH = 8 << 20,               /* from here on it leaves out what the kernel wrote: one system call may write any number of bytes */
    RUNS_MOST = 1 << 22                 /* of a piece: each takes 4 bytes of the log, and the recorder logs registers at least once in each MB */
};
enum { USUAL = 1 << 16, THREADS = 1 << 16, HEAD = 4, CODE_END = 0, CODE_EVENT, CODE_PART, CODE_RUN };

/* ---- Prediction ---- */

enum { PREDICTIONS = 1 << 12 };

struct prediction {
    uint32_t table[PREDICTIONS];        /* the segment that ran after two others, by their hash; 0: none */
    uint32_t place;                     /* of the next one */
    uint32_t last;
};

static inline uint32_t predicted(const struct prediction *p)
{
    return p->table[p->place];
}

static inline void learn(struct prediction *p, uint32_t segment)
{
    p->table[p->place] = segment;
    p->place = (p->last * 0x9e3779b1u + segment * 0x85ebca6bu) >> 20;
    p->last = segment;
}

/* ---- What a segment's runs take from the log ---- */

enum step_kind { STEP_TAKE, STEP_LOAD, STEP_STORE };

struct step {
    uint8_t kind;
    uint16_t part;
    uint32_t at, size;                  /* LOAD: the address is before `at`; STORE: at `at` */
};

struct part {
    uint64_t address;
    bool starts;                        /* an instruction; otherwise the segment goes on inside one */
};

struct segment {
    uint32_t first, count;              /* of its steps */
    uint32_t first_part, parts;
};

struct piece_writer {
    struct piece_sink sink;
    uint64_t least;
    ARRAY(struct segment, segments);    /* by id */
    ARRAY(struct step, steps);
    ARRAY(struct part, parts);
    struct image known;                 /* what the piece has stored or loaded */
    struct image stored;                /* what it has stored, and the kernel has written */
    bool open;
    uint64_t time, instructions;
    struct text path, input;
    struct touched touched;             /* that events of the piece touch, and accesses to shared memory */
    struct touched_summary summary;     /* of the pieces without one so far */
    unsigned summarised;                /* how many these are */
    uint64_t hits;
    uint32_t thread;                    /* that the log says runs */
    struct prediction prediction;
};

struct piece_writer *piece_writer_open(struct piece_sink sink, uint64_t least)
{
    struct piece_writer *writer = memory_allocate(sizeof *writer);
    writer->sink = sink;
    writer->least = least ? least : USUAL;
    writer->thread = 1;
    return writer;
}

void piece_writer_close(struct piece_writer *writer)
{
    if (!writer)
        return;
    free(writer->segments);
    free(writer->steps);
    free(writer->parts);
    image_free(&writer->known);
    image_free(&writer->stored);
    text_free(&writer->path);
    text_free(&writer->input);
    touched_free(&writer->touched);
    touched_summary_free(&writer->summary);
    free(writer);
}

static struct str bytes_of(const uint8_t *data, size_t size)
{
    return (struct str){(const char *)data, size};
}

/* ---- Definitions ---- */

static void add_step(struct piece_writer *writer, struct segment *segment, enum step_kind kind, uint32_t at, uint32_t size)
{
    uint16_t part = (uint16_t)(segment->parts ? segment->parts - 1 : 0);
    struct step *last = segment->count ? &writer->steps[writer->steps_count - 1] : NULL;
    if (last && kind == STEP_TAKE && last->kind == STEP_TAKE && last->part == part && last->at + last->size == at) {
        last->size += size;
        return;
    }
    ARRAY_ADD(writer, steps, (struct step){(uint8_t)kind, part, at, size});
    segment->count++;
}

/* Where the bytes of the last load are in a run. */
struct loaded {
    uint32_t accessed;                  /* behind the address: where they have to be */
    uint32_t at, size;                  /* size 0: none */
};

static void add_steps(struct piece_writer *writer, struct segment *segment, const struct log_operation *o, uint32_t at, struct loaded *loaded)
{
    uint32_t size = (uint32_t)log_operation_bytes(o);
    if (o->letter == 'I' || o->letter == 'C') {
        ARRAY_ADD(writer, parts, (struct part){o->address, o->letter == 'I'});
        segment->parts++;
    } else if (o->letter == 'l') {
        loaded->accessed = at + size;
    } else if (o->letter == 'L' && size && loaded->accessed == at) {
        loaded->at = at;
        loaded->size = size;
    } else if (o->letter == 's') {
        add_step(writer, segment, STEP_STORE, at, o->size);
    } else if (o->letter == 'm' && o->kind == MICRO_LOAD) {
        if (loaded->size && loaded->size == o->size)
            add_step(writer, segment, STEP_LOAD, loaded->at, o->size);
    } else if (o->letter == 'm' && size) {
        add_step(writer, segment, STEP_TAKE, at, size);
    }
}

static void define(struct piece_writer *writer, const struct log_record *record)
{
    struct str payload = str_cut(bytes_of(record->data, record->size), HEAD, SIZE_MAX);
    struct segment segment = {.first = (uint32_t)writer->steps_count, .first_part = (uint32_t)writer->parts_count};
    struct log_operation o;
    struct terse terse = {0};
    struct text kept = {0};
    struct loaded loaded = {.accessed = UINT32_MAX};
    uint32_t at = 0;
    bool damaged = false;
    char last = 'n';
    (void)text_extend(&kept, TERSE_HEAD);
    for (; log_operation(&payload, &o, &damaged); last = o.letter) {
        add_steps(writer, &segment, &o, at, &loaded);
        terse_write(&terse, &o, &kept);
        at += (uint32_t)log_operation_bytes(&o);
    }
    memcpy(kept.data, &record->segment, sizeof record->segment);
    memcpy(kept.data + HEAD, &segment.parts, sizeof segment.parts);
    kept.data[TERSE_HEAD - 1] = last != 'n';
    while (writer->segments_count <= record->segment)
        ARRAY_ADD(writer, segments, (struct segment){0});
    writer->segments[record->segment] = segment;
    writer->sink.definition(writer->sink.context, record->segment, text_str(&kept));
    text_free(&kept);
}

/* ---- Pieces ---- */

static void say(struct piece_writer *writer, uint64_t code)
{
    text_varint(&writer->path, writer->hits);
    text_varint(&writer->path, code);
    writer->hits = 0;
}

static void say_event(struct piece_writer *writer, uint32_t kind, struct str bytes)
{
    say(writer, CODE_EVENT);
    text_varint(&writer->path, kind);
    text_varint(&writer->path, bytes.size);
    text_append(&writer->path, bytes);
}

static void say_numbers(struct piece_writer *writer, uint32_t kind, uint64_t first, uint64_t second)
{
    uint64_t numbers[2] = {first, second};
    say_event(writer, kind, (struct str){(const char *)numbers, kind == LOG_THREAD ? sizeof numbers[0] : sizeof numbers});
}

static void add_touched(struct touched *touched, const struct image *image, bool changed)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct image_page *page = image->pages[i];
        for (unsigned at = 0, next; at < IMAGE_PAGE; at = next) {
            uint64_t rest = page->known[at / 64] >> at % 64;
            unsigned in_word = 64 - at % 64, skip = rest ? (unsigned)__builtin_ctzll(rest) : in_word;
            next = at + skip;
            if (!rest)
                continue;
            rest = ~(rest >> skip);
            unsigned size = rest ? (unsigned)__builtin_ctzll(rest) : 64;
            size = size < in_word - skip ? size : in_word - skip;
            touched_add(touched, (page->number << IMAGE_PAGE_BITS) + next, size, changed);
            next += size;
        }
    }
}

/* The bytes that the images know, together with those of events. */
static void write_touched(struct piece_writer *writer, struct text *out)
{
    add_touched(&writer->touched, &writer->known, false);
    add_touched(&writer->touched, &writer->stored, true);
    touched_write(&writer->touched, out);
}

/* last: of the log. */
static void end_piece(struct piece_writer *writer, bool last)
{
    struct text all = {0}, touched = {0}, summary = {0};
    if (!writer->open)
        return;
    say(writer, CODE_END);
    text_varint(&all, writer->path.size);
    text_append(&all, text_str(&writer->path));
    text_append(&all, text_str(&writer->input));
    write_touched(writer, &touched);
    touched_summary_add(&writer->summary, text_str(&touched));
    if (++writer->summarised == TOUCHED_TOGETHER || last) {
        touched_summary_write(&writer->summary, &summary);
        writer->summarised = 0;
    }
    struct finished_piece piece = {text_str(&all), text_str(&touched), text_str(&summary), writer->time, writer->instructions};
    writer->sink.piece(writer->sink.context, &piece);
    text_free(&all);
    text_free(&touched);
    text_free(&summary);
    writer->open = false;
}

static void begin_piece(struct piece_writer *writer, uint64_t time)
{
    writer->open = true;
    writer->time = time;
    writer->instructions = writer->hits = 0;
    writer->path.size = writer->input.size = 0;
    writer->touched.ranges_count = writer->touched.changed_count = 0;
    image_clear(&writer->known);
    image_clear(&writer->stored);
    writer->prediction = (struct prediction){.last = 0};
    for (size_t i = 0; i < writer->known.shared_count; i++)
        say_numbers(writer, LOG_SHARED, writer->known.shared[i].first, writer->known.shared[i].last - writer->known.shared[i].first + 1);
    say_numbers(writer, LOG_THREAD, writer->thread, 0);
}

/* The piece loads or stores bytes. */
static void mark(struct piece_writer *writer, uint64_t address, uint64_t size, bool stores)
{
    image_mark(&writer->known, address, size);
    if (stores)
        image_mark(&writer->stored, address, size);
    if (writer->known.shared_count && !image_knows(&writer->known, address, size))
        touched_add(&writer->touched, address, size, stores);     /* shared bytes stay unknown */
}

static void run(struct piece_writer *writer, const struct log_record *record)
{
    if (record->segment >= writer->segments_count)
        return;
    const struct segment *segment = &writer->segments[record->segment];
    const struct part *parts = writer->parts + segment->first_part;
    uint32_t count = 0;
    for (; count < segment->parts && !(record->interrupted && parts[count].address == record->fault); count++)
        writer->instructions += parts[count].starts;
    bool whole = count == segment->parts;
    if (!whole) {
        say(writer, CODE_PART);
        text_varint(&writer->path, record->segment);
        text_varint(&writer->path, count);
    } else if (predicted(&writer->prediction) == record->segment) {
        writer->hits++;
    } else {
        say(writer, CODE_RUN + (uint64_t)record->segment);
    }
    learn(&writer->prediction, record->segment);
    for (uint32_t i = 0; i < segment->count; i++) {
        enum { ADDRESS = 6 };
        const struct step *step = &writer->steps[segment->first + i];
        if (!whole && step->part >= count)
            break;
        if (step->kind == STEP_TAKE) {
            text_append(&writer->input, bytes_of(record->data + step->at, step->size));
        } else if (step->kind == STEP_LOAD) {
            uint64_t address = log_address(record->data + step->at - ADDRESS);
            if (!image_knows(&writer->known, address, step->size)) {
                text_append(&writer->input, bytes_of(record->data + step->at, step->size));
                mark(writer, address, step->size, false);
            }
        } else {
            uint64_t address = log_address(record->data + step->at);
            if (address)
                mark(writer, address, step->size, true);
        }
    }
}

bool piece_event(struct image *image, const struct log_record *event)
{
    uint64_t number[LOG_NUMBERS];
    log_numbers(event, number);
    switch (event->kind) {
    case LOG_UNMAP: image_unmap(image, number[0], number[1]); break;
    case LOG_DISCARD: case LOG_KERNEL_WROTE: image_forget(image, number[0], number[1]); break;
    case LOG_KERNEL_BYTES: case LOG_KERNEL_FOUND: case LOG_BYTES:
        if (event->size > 8)
            image_write(image, number[0], event->data + 8, event->size - 8);
        break;
    case LOG_MOVE: image_move(image, number[0], number[1], number[2]); break;
    case LOG_ZERO: image_zero(image, number[0], number[1]); break;
    case LOG_SHARED: return image_share(image, number[0], number[1]);
    default: break;
    }
    return true;
}

/* Where an event takes bytes, or moves them. Sets two ranges; size 0: none. */
static void changed_by(const struct log_record *event, uint64_t addresses[2], uint64_t sizes[2])
{
    uint64_t number[LOG_NUMBERS];
    log_numbers(event, number);
    bool takes = event->kind == LOG_UNMAP || event->kind == LOG_DISCARD || event->kind == LOG_KERNEL_WROTE || event->kind == LOG_SHARED;
    bool moves = event->kind == LOG_MOVE;
    addresses[0] = number[0];
    addresses[1] = number[1];
    sizes[0] = takes ? number[1] : moves ? number[2] : 0;
    sizes[1] = moves ? number[2] : 0;
}

/* Where an event says what bytes are. Size 0: nowhere. */
static uint64_t told_by(const struct log_record *event)
{
    uint64_t number[LOG_NUMBERS];
    log_numbers(event, number);
    if (event->kind == LOG_KERNEL_BYTES || event->kind == LOG_BYTES)
        return event->size > 8 ? event->size - 8 : 0;
    return event->kind == LOG_ZERO || event->kind == LOG_FILE ? number[1] : 0;
}

bool piece_event_changes(const struct log_record *event, struct image_range range, struct image_range *part)
{
    uint64_t addresses[2], sizes[2];
    changed_by(event, addresses, sizes);
    if (event->kind == LOG_KERNEL_BYTES)
        sizes[0] = told_by(event);
    unsigned which = event->kind == LOG_MOVE;
    uint64_t first = addresses[which], last = first + (sizes[which] - 1) < first ? UINT64_MAX : first + (sizes[which] - 1);
    *part = (struct image_range){first > range.first ? first : range.first, last < range.last ? last : range.last};
    return sizes[which] && part->first <= part->last;
}

/* What a system call found in memory, as far as the piece does not know it yet. */
static void say_found(struct piece_writer *writer, const struct log_record *record)
{
    enum { CHUNK = 1024, HEADER = sizeof(uint64_t) };
    uint8_t ignored[CHUNK];
    bool known[CHUNK];
    uint64_t address = record->size > HEADER ? log_number(record->data, HEADER) : 0;
    for (size_t at = HEADER, end; at < record->size && writer->path.size < BYTES_MUCH; at = end) {
        size_t size = record->size - at < CHUNK ? record->size - at : CHUNK, from = 0;
        end = at + size;
        image_read_known(&writer->known, address + (at - HEADER), ignored, known, size);
        for (size_t to; from < size; from = to) {
            for (to = from + 1; to < size && known[to] == known[from];)
                to++;
            if (known[from])
                continue;
            struct text event = {0};
            uint64_t start = address + (at - HEADER) + from;
            text_append(&event, (struct str){(const char *)&start, sizeof start});
            text_append(&event, bytes_of(record->data + at + from, to - from));
            say_event(writer, LOG_KERNEL_FOUND, text_str(&event));
            text_free(&event);
            mark(writer, start, to - from, false);
        }
    }
}

void piece_writer_record(struct piece_writer *writer, const struct log_record *record, uint64_t time)
{
    uint32_t thread = record->kind && record->size >= 8 ? (uint32_t)log_number(record->data, 8) % THREADS : 0;
    switch (record->kind) {
    case 0:
        if (writer->open)
            run(writer, record);
        return;
    case LOG_SEGMENT: define(writer, record); return;
    case LOG_FLUSHED: case LOG_MAP: case LOG_PROGRAM: return;
    case LOG_REGISTERS:
        if (record->size != 8 + REGISTERS_SIZE)
            return;
        if (writer->open && (writer->instructions >= writer->least || writer->path.size + writer->input.size >= BYTES_ENOUGH))
            end_piece(writer, false);
        if (!writer->open)
            begin_piece(writer, time);
        break;
    case LOG_THREAD: writer->thread = thread; break;
    case LOG_KERNEL_FOUND:
        if (writer->open)
            say_found(writer, record);
        return;
    default: break;
    }
    bool tells = record->kind == LOG_KERNEL_BYTES || record->kind == LOG_BYTES || record->kind == LOG_ZERO;
    bool much = writer->path.size >= BYTES_MUCH && tells;       /* they stay unknown, until a load tells them */
    if (much || !piece_event(&writer->known, record) || !writer->open)
        return;
    uint64_t addresses[2], sizes[2];
    changed_by(record, addresses, sizes);
    for (unsigned i = 0; i < 2; i++)
        touched_add(&writer->touched, addresses[i], sizes[i], true);
    touched_add(&writer->touched, addresses[0], told_by(record), record->kind == LOG_KERNEL_BYTES);
    say_event(writer, record->kind, bytes_of(record->data, record->size));
}

void piece_writer_finish(struct piece_writer *writer)
{
    end_piece(writer, true);
}

/* ---- Running ---- */

struct piece_run {
    struct machine *machine;
    uint32_t thread;
    struct prediction prediction;
    const unsigned char *at, *end;      /* of the path: behind the code that comes after the hits */
    uint64_t hits, code;                /* hits left */
    bool between;                       /* hits and code are done: the next ones come */
    bool starves;                       /* the last run has taken more than there was */
    uint32_t runs;                      /* begun so far */
    uint32_t segment, part, limit;      /* the run that is under way, its next part, and where it ends; limit 0: none */
};

struct piece_run *piece_open(struct machine *machine)
{
    struct piece_run *run = memory_allocate(sizeof *run);
    run->machine = machine;
    return run;
}

void piece_close(struct piece_run *run)
{
    free(run);
}

uint32_t piece_thread(const struct piece_run *run)
{
    return run->thread;
}

bool piece_start(struct piece_run *run, struct str bytes, struct error *error)
{
    const unsigned char *at = (const unsigned char *)bytes.data, *end = at + bytes.size;
    uint64_t size;
    machine_clear(run->machine);
    *run = (struct piece_run){.machine = run->machine, .thread = 1, .between = true};
    at = varint_read_within(at, end, &size);
    if (!at || size > (uint64_t)(end - at))
        return error_set(error, "a piece of the state stream is damaged at its head");
    run->at = at;
    run->end = at + size;
    machine_feed(run->machine, (struct str){(const char *)run->end, (size_t)(end - run->end)});
    return true;
}

static void begin_run(struct piece_run *run, uint32_t segment, uint32_t limit)
{
    run->segment = segment;
    run->part = 0;
    run->limit = limit;
    run->runs++;
    learn(&run->prediction, segment);
}

/* Runs a whole segment without a question. False: it has to be asked about. */
static inline bool run_quietly(struct piece_run *run, const struct piece_watch *watch, uint32_t segment)
{
    const struct piece_quiet *quiet = watch->quiet;
    if (segment >= quiet->count)
        return false;
    const struct piece_counts *counts = &quiet->counts[segment];
    uint64_t instructions = *quiet->instructions + counts->instructions, yours = *quiet->yours + (quiet->counts_yours ? counts->yours : 0);
    if (instructions > quiet->instructions_most || yours > quiet->yours_most)
        return false;
    unsigned went = machine_run(run->machine, run->thread, segment, NULL, 0, MACHINE_WHOLE);
    if (went & MACHINE_HIT)
        watch->hits(watch->context, segment, false);
    run->starves = went & MACHINE_STARVES;
    *quiet->instructions = instructions;
    *quiet->yours = yours;
    return true;
}

/* Runs what is left of the run under way. False: the watch stops in it. */
static bool finish_run(struct piece_run *run, const struct piece_watch *watch)
{
    if (run->part == 0 && run->limit == MACHINE_WHOLE && watch && watch->quiet && run_quietly(run, watch, run->segment)) {
        run->limit = 0;
        return true;
    }
    uint32_t count = (uint32_t)micro_parts(machine_codes(run->machine), run->segment).count, end = run->limit < count ? run->limit : count;
    uint32_t stop = watch && watch->run ? watch->run(watch->context, run->segment, run->part, end) : MACHINE_WHOLE;
    unsigned went = machine_run(run->machine, run->thread, run->segment, NULL, run->part, stop < end ? stop : end);
    bool stops = stop < end;
    if (went & MACHINE_HIT && watch && watch->quiet)
        watch->hits(watch->context, run->segment, true);
    run->starves = went & MACHINE_STARVES;
    run->part = stops ? stop : 0;
    run->limit = stops ? run->limit : 0;
    return !stops;
}

/* Runs as predicted, as far as nobody has to be asked. */
static void run_hits(struct piece_run *run, const struct piece_watch *watch)
{
    while (run->hits && !run->starves && run->runs <= RUNS_MOST) {
        uint32_t segment = predicted(&run->prediction);
        if (!segment || !run_quietly(run, watch, segment))
            return;
        run->hits--;
        run->runs++;
        learn(&run->prediction, segment);
    }
}

/* False: damaged. */
static bool read_code(struct piece_run *run)
{
    const unsigned char *at = varint_read_within(run->at, run->end, &run->hits);
    at = at ? varint_read_within(at, run->end, &run->code) : NULL;
    run->between = false;
    if (!at || (run->code >= CODE_RUN && run->code - CODE_RUN > UINT32_MAX))
        return false;
    run->at = at;
    return true;
}

bool piece_forgot(const struct piece_run *run, uint64_t address)
{
    return machine_has_changed(run->machine, address);
}

struct piece_file piece_file(const struct piece_run *run, uint64_t address)
{
    struct machine_file found = machine_file(run->machine, address);
    if (found.file.size <= LOG_FILE_HEAD)
        return (struct piece_file){.last = found.last};
    uint64_t offset = log_number((const uint8_t *)found.file.data + 16, 8);
    return (struct piece_file){str_cut(found.file, LOG_FILE_HEAD, SIZE_MAX), offset + (address - found.start), found.last};
}

/* Without a change before it in the piece, the range is a part of the stack that has grown since the last such event: it held zeros before, too. */
static void take_zeros(struct piece_run *run, const struct log_record *event, uint64_t address, uint64_t size)
{
    uint64_t last = address + (size - 1);
    if (size && last >= address && !machine_has_changed_in(run->machine, address, last))
        image_zero(machine_origin(run->machine), address, size);
    (void)piece_event(machine_image(run->machine), event);
}

static bool take_event(struct piece_run *run, const struct piece_watch *watch, const struct log_record *event)
{
    if (watch && watch->event && !watch->event(watch->context, event))
        return false;
    uint64_t addresses[2], sizes[2];
    changed_by(event, addresses, sizes);
    uint32_t number = (uint32_t)addresses[0] % THREADS;
    if (event->kind == LOG_KERNEL_FOUND && event->size > 8)
        machine_found(run->machine, addresses[0], event->data + 8, event->size - 8);
    if (event->kind == LOG_REGISTERS && event->size == 8 + REGISTERS_SIZE)
        memcpy(machine_registers(run->machine, number), event->data + 8, REGISTERS_SIZE);
    else if (event->kind == LOG_THREAD)
        run->thread = number;
    else if (event->kind == LOG_ZERO)
        take_zeros(run, event, addresses[0], told_by(event));
    else if (event->kind == LOG_FILE)
        machine_mapped(run->machine, addresses[0], told_by(event), bytes_of(event->data, event->size));
    else if (piece_event(machine_image(run->machine), event))
        for (unsigned i = 0; i < 2; i++)
            machine_changed(run->machine, addresses[i], sizes[i]);
    return true;
}

enum went { WENT_ON, WENT_TO_END, WENT_WRONG, WENT_STOPPED };

/* Does what the code says, behind all hits. */
static enum went take_code(struct piece_run *run, const struct piece_watch *watch)
{
    uint64_t number[2];
    if (run->code == CODE_END)
        return WENT_TO_END;
    if (run->code >= CODE_RUN) {
        run->between = true;
        begin_run(run, (uint32_t)(run->code - CODE_RUN), MACHINE_WHOLE);
        return WENT_ON;
    }
    const unsigned char *at = varint_read_within(run->at, run->end, &number[0]);
    at = at ? varint_read_within(at, run->end, &number[1]) : NULL;
    if (!at || number[0] > UINT32_MAX || number[1] > UINT32_MAX)
        return WENT_WRONG;
    if (run->code == CODE_PART) {
        run->at = at;
        run->between = true;
        begin_run(run, (uint32_t)number[0], (uint32_t)number[1]);
        return WENT_ON;
    }
    if (number[1] > (uint64_t)(run->end - at))
        return WENT_WRONG;
    struct log_record event = {.kind = (uint32_t)number[0], .data = at, .size = number[1]};
    if (!take_event(run, watch, &event))
        return WENT_STOPPED;
    run->at = at + number[1];
    run->between = true;
    return WENT_ON;
}

static enum went next_step(struct piece_run *run, const struct piece_watch *watch)
{
    if (run->starves || run->runs > RUNS_MOST)
        return WENT_WRONG;
    if (run->limit)
        return finish_run(run, watch) ? WENT_ON : WENT_STOPPED;
    if (run->between && !read_code(run))
        return WENT_WRONG;
    if (watch && watch->quiet)
        run_hits(run, watch);
    if (run->starves)
        return WENT_WRONG;
    if (!run->hits)
        return take_code(run, watch);
    if (!predicted(&run->prediction))
        return WENT_WRONG;
    run->hits--;
    begin_run(run, predicted(&run->prediction), MACHINE_WHOLE);
    return WENT_ON;
}

enum piece_went piece_go(struct piece_run *run, const struct piece_watch *watch, struct error *error)
{
    enum went went;
    do
        went = next_step(run, watch);
    while (went == WENT_ON);
    if (went == WENT_STOPPED)
        return PIECE_STOPPED;
    if (went == WENT_TO_END && !machine_starves(run->machine) && !machine_food(run->machine))
        return PIECE_ENDED;
    error_set(error, "a piece of the state stream is damaged: its path and its bytes do not belong together");
    return PIECE_DAMAGED;
}

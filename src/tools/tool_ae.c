/* tool_ae.c - clew aec and clew regenerate; shared code of the Abstract Execution tools.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"
#include "tools/tool_ae.h"
#include "tools/tools.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ae_tool_open(struct ae_tool *run, const char *const *paths, size_t count, struct error *error)
{
    if (!ae_input_open(paths, count, &run->input, error)) {
        command_add_kind(error->source, (const char *const[]){"events", "schema", "elf", NULL}, error);
        return false;
    }
    if (regenerator_open(run->input.program, run->input.events, run->input.events_name, &run->regenerator, error))
        return true;
    ae_input_close(&run->input);
    return false;
}

size_t ae_tool_next(struct ae_tool *run)
{
    return regenerator_run(run->regenerator, run->batch, REGENERATED_BATCH);
}

int ae_tool_close(struct ae_tool *run)
{
    struct error error;
    int status = regenerator_problem(run->regenerator, &error) ? tool_complain(&error) : TOOL_DONE;
    regenerator_close(run->regenerator);
    ae_input_close(&run->input);
    return status;
}

/* ---- An address in words ---- */

struct spot {
    struct str function, file;
    uint64_t line;
};

static struct spot spot_of(const struct abstract *program, uint32_t address)
{
    struct source_position position = {0};
    struct spot spot = {0};
    uint32_t function;
    if (abstract_function_at(program, address, &function))
        spot.function = program->functions[function].name;
    if (symbols_position(program->symbols, address, &position) && position.file.data && position.line) {
        spot.file = position.file;
        spot.line = position.line;
    }
    return spot;
}

void ae_tool_where(const struct abstract *program, uint32_t address, struct text *out)
{
    struct spot spot = spot_of(program, address);
    text_hex(out, address);
    if (spot.function.data) {
        text_byte(out, ' ');
        text_safe(out, spot.function);
    }
    if (spot.line) {
        text_byte(out, ' ');
        text_safe(out, spot.file);
        text_printf(out, ":%" PRIu64, spot.line);
    }
}

void ae_tool_quoted(struct str name, struct text *out)
{
    if (name.data)
        text_quoted(out, name);
    else
        text_add(out, "null");
}

void ae_tool_where_json(const struct abstract *program, uint32_t address, struct text *out)
{
    struct spot spot = spot_of(program, address);
    text_printf(out, "\"address\":\"0x%" PRIx32 "\",\"function\":", address);
    ae_tool_quoted(spot.function, out);
    text_add(out, ",\"file\":");
    ae_tool_quoted(spot.file, out);
    if (spot.line)
        text_printf(out, ",\"line\":%" PRIu64, spot.line);
    else
        text_add(out, ",\"line\":null");
}

int ae_tool_print(const struct text *text)
{
    struct error error;
    if (fwrite(text->data ? text->data : "", 1, text->size, stdout) == text->size && fflush(stdout) == 0)
        return TOOL_DONE;
    if (errno == EPIPE)
        return TOOL_FAILED;
    error_set(&error, "cannot write standard output: %s", strerror(errno));
    return tool_complain(&error);
}

/* ---- clew aec: a schema as a C program ---- */

static const char aec_usage[] =
    "Usage: clew aec [-o OUT.c] EXE [SCHEMA...]   write a C program that regenerates the traces of EXE\n"
    "       clew aec --header [-o OUT.h]          write the header for programs that call ae_recreate()\n\n"
    "Without SCHEMA, clew looks for it beside EXE. Without -o it writes to standard output.\n"
    "See ae_recreate(3).\n";

static int write_out(const char *path, struct str text)
{
    struct error error;
    FILE *out = path ? fopen(path, "wb") : stdout;
    bool written = out && fwrite(text.data, 1, text.size, out) == text.size;
    written = out && (path ? fclose(out) : fflush(out)) == 0 && written;
    if (written)
        return TOOL_DONE;
    error_at(&error, path ? path : "standard output", 0, 0, "cannot write: %s", strerror(errno));
    return tool_complain(&error);
}

/* For a program without a schema; a file that is no program gets its own message. */
static int complain_of_program(const char *path, struct error *error)
{
    struct error other;
    error_at(&other, path, 0, 0, "is no program");
    size_t said = strlen(other.message);
    command_add_kind(path, (const char *const[]){"elf", NULL}, &other);
    return tool_complain(strlen(other.message) > said ? &other : error);
}

static int compile(const char *const *paths, size_t count, struct text *text)
{
    struct ae_input input;
    struct error error;
    if (!ae_input_open_program(paths[0], paths + 1, count - 1, &input, &error))
        return complain_of_program(paths[0], &error);
    schema_compile(input.program, text);
    ae_input_close(&input);
    return TOOL_DONE;
}

int tool_aec(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'}, {"header", no_argument, NULL, 'H'}, {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *path = NULL;
    bool header = false;
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(aec_usage, stdout);
            return TOOL_DONE;
        }
        if (option == '?')
            return tool_bad_option("aec", argv, "o:h", options);
        if (option == 'o')
            path = optarg;
        header = header || option == 'H';
    }
    if (header != (optind == argc))
        return tool_misused("aec", header ? "--header takes no files" : "expected EXE [SCHEMA...]", NULL);
    struct text text = {0};
    int status = TOOL_DONE;
    if (header)
        schema_compile_header(&text);
    else
        status = compile((const char *const *)argv + optind, (size_t)(argc - optind), &text);
    if (status == TOOL_DONE)
        status = write_out(path, text_str(&text));
    text_free(&text);
    return status;
}

/* ---- clew regenerate: a recorded run's full trace ---- */

static const char regenerate_usage[] =
    "Usage: clew regenerate [--format=text|bin5|din|count] [-o FILE] [SCHEMA...] EVENTS [EXECUTABLE]\n\n"
    "Regenerates the full address stream of a run recorded by Abstract Execution. Files may come in any order: clew tells them apart by content.\n\n"
    "  --format=text   one event per line: I ADDRESS LENGTH, R ADDRESS, W ADDRESS, L+ L= L- LOOP, C and E FUNCTION (default)\n"
    "  --format=bin5   5 bytes per address: I, R or W, then the address in the executable's byte order\n"
    "  --format=din    input for Dinero: 0 (read), 1 (write) or 2 (fetch), then the address\n"
    "  --format=count  only counts: instructions, reads, writes, their sum, the bytes of events; and the time it took\n"
    "  -o FILE         write to FILE instead of standard output\n";

/* EVENT: more bytes than any event without a name takes as text. BUFFER: bytes per write(). */
enum { EVENT = 32, BUFFER = 1 << 18 };

struct writer {
    int file;
    const char *name;                   /* of the file, for messages */
    int failure;                        /* errno of a failure; 0: none */
    char *data, *at, *full;             /* an event fits while `at` is not beyond `full` */
    const struct abstract *program;
    uint64_t counts[AE_LEAVE + 1];
};

typedef void (*format_batch)(struct writer *writer, const struct ae_event *events, size_t count);

struct job {
    const char *format, *output;
    format_batch write;
    const char *const *paths;
    size_t path_count;
};

/* ---- Writing ---- */

static void write_bytes(struct writer *writer, const char *data, size_t size)
{
    while (size && !writer->failure) {
        ssize_t wrote = write(writer->file, data, size);
        if (wrote < 0 && errno != EINTR)
            writer->failure = errno;
        if (wrote > 0) {
            data += wrote;
            size -= (size_t)wrote;
        }
    }
}

static void flush(struct writer *writer)
{
    write_bytes(writer, writer->data, (size_t)(writer->at - writer->data));
    writer->at = writer->data;
}

static void make_room(struct writer *writer)
{
    if (writer->at > writer->full)
        flush(writer);
}

/* Lower-case digits without leading zeros: all eight nibbles at once, one a byte, the first digit in the lowest byte. */
static inline char *put_hex(char *at, uint32_t value)
{
    unsigned digits = value ? (35 - (unsigned)__builtin_clz(value)) / 4 : 1;
    uint64_t bytes = (uint64_t)(value >> 16) << 32 | (value & 0xffff);
    bytes = (bytes << 8 | bytes) & UINT64_C(0x00ff00ff00ff00ff);
    bytes = (bytes << 4 | bytes) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint64_t letters = (bytes + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
    bytes += UINT64_C(0x3030303030303030) + letters * ('a' - '0' - 10);
    bytes = htole64(__builtin_bswap64(bytes) >> (8 - digits) * 8);
    memcpy(at, &bytes, sizeof bytes);
    return at + digits;
}

static char *put_decimal(char *at, uint32_t value)
{
    char digits[10];
    size_t count = 0;
    if (value < 10) {
        *at = (char)('0' + value);
        return at + 1;
    }
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *put_tag(char *at, const char tag[4], size_t size)
{
    memcpy(at, tag, 4);
    return at + size;
}

/* ---- Formats ---- */

/* A name may be as long as the schema has it, and may need several buffers. */
static void put_name(struct writer *writer, char tag, uint32_t function)
{
    struct str name = writer->program->functions[function].name;
    *writer->at++ = tag;
    *writer->at++ = ' ';
    if (name.size > BUFFER - EVENT) {
        flush(writer);
        write_bytes(writer, name.data, name.size);
    } else {
        if (name.size >= (size_t)(writer->full + EVENT - writer->at))
            flush(writer);
        memcpy(writer->at, name.data, name.size);
        writer->at += name.size;
    }
    *writer->at++ = '\n';
}

static void put_line(struct writer *writer, const char tag[4], size_t size, uint32_t number)
{
    char *at = put_decimal(put_tag(writer->at, tag, size), number);
    *at++ = '\n';
    writer->at = at;
}

static void put_address(struct writer *writer, const char tag[4], uint32_t address)
{
    char *at = put_hex(put_tag(writer->at, tag, 4), address);
    *at++ = '\n';
    writer->at = at;
}

static inline void put_instruction(struct writer *writer, struct ae_event event)
{
    char *at = put_hex(put_tag(writer->at, "I 0x", 4), event.address);
    *at++ = ' ';
    at = put_decimal(at, ae_event_value(event));
    *at++ = '\n';
    writer->at = at;
}

static void write_text(struct writer *writer, const struct ae_event *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        make_room(writer);
        switch (ae_event_kind(events[i])) {
        case AE_INSTRUCTION: put_instruction(writer, events[i]); break;
        case AE_READ: put_address(writer, "R 0x", events[i].address); break;
        case AE_WRITE: put_address(writer, "W 0x", events[i].address); break;
        case AE_LOOP_ENTRY: put_line(writer, "L+ ", 3, ae_event_value(events[i])); break;
        case AE_LOOP_BACK: put_line(writer, "L= ", 3, ae_event_value(events[i])); break;
        case AE_LOOP_EXIT: put_line(writer, "L- ", 3, ae_event_value(events[i])); break;
        case AE_ENTER: put_name(writer, 'C', ae_event_value(events[i])); break;
        case AE_LEAVE: put_name(writer, 'E', ae_event_value(events[i])); break;
        }
    }
}

static void write_bin5(struct writer *writer, const struct ae_event *events, size_t count)
{
    static const char kinds[] = {[AE_INSTRUCTION] = 'I', [AE_READ] = 'R', [AE_WRITE] = 'W'};
    bool big = writer->program->big_endian;
    for (size_t i = 0; i < count; i++) {
        if (!ae_event_counts(events[i]))
            continue;
        uint32_t address = big ? htobe32(events[i].address) : htole32(events[i].address);
        make_room(writer);
        *writer->at = kinds[ae_event_kind(events[i])];
        memcpy(writer->at + 1, &address, sizeof address);
        writer->at += 5;
    }
}

static void write_din(struct writer *writer, const struct ae_event *events, size_t count)
{
    static const char labels[] = {[AE_INSTRUCTION] = '2', [AE_READ] = '0', [AE_WRITE] = '1'};
    for (size_t i = 0; i < count; i++) {
        if (!ae_event_counts(events[i]))
            continue;
        make_room(writer);
        char *at = writer->at;
        *at++ = labels[ae_event_kind(events[i])];
        *at++ = ' ';
        at = put_hex(at, events[i].address);
        *at++ = '\n';
        writer->at = at;
    }
}

/* Eight counters in one word, emptied before any can overflow. */
static void count_batch(struct writer *writer, const struct ae_event *events, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint64_t counters = 0;
        for (size_t end = count - i < UINT8_MAX ? count : i + UINT8_MAX; i < end; i++)
            counters += UINT64_C(1) << (events[i].what & 7) * 8;
        for (unsigned kind = 0; kind <= AE_LEAVE; kind++)
            writer->counts[kind] += counters >> kind * 8 & UINT8_MAX;
    }
}

/* ---- Running ---- */

static void print_counts(struct writer *writer, uint64_t bytes, int64_t time)
{
    const uint64_t *counts = writer->counts;
    struct text text = {0};
    text_printf(&text, "instructions %" PRIu64 " reads %" PRIu64 " writes %" PRIu64, counts[AE_INSTRUCTION], counts[AE_READ], counts[AE_WRITE]);
    text_printf(&text, " addresses %" PRIu64 " events %" PRIu64, counts[AE_INSTRUCTION] + counts[AE_READ] + counts[AE_WRITE], bytes);
    text_printf(&text, " seconds %" PRId64 ".%03" PRId64 "\n", time / 1000, time % 1000);
    write_bytes(writer, text.data, text.size);
    text_free(&text);
}

static bool is_file(const struct stat *output, const char *path)
{
    struct stat input;
    return stat(path, &input) == 0 && input.st_dev == output->st_dev && input.st_ino == output->st_ino;
}

/* -o FILE, which must not be an input file. */
static bool open_output(struct writer *writer, const struct ae_input *input, struct error *error)
{
    struct stat output;
    bool there = stat(writer->name, &output) == 0, among = there && (is_file(&output, input->executable_name) || is_file(&output, input->events_name));
    for (size_t i = 0; there && i < input->schema_count; i++)
        among = among || is_file(&output, input->schema_names[i]);
    if (among)
        return error_set(error, "%s is an input: name another output file", writer->name);
    writer->file = open(writer->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file_mode_within(input->events_name));
    return writer->file >= 0 || error_set(error, "cannot write %s: %s", writer->name, strerror(errno));
}

/* A closed pipe (EPIPE) needs no message: its reader has seen enough. */
static int finish(struct writer *writer, bool opened)
{
    struct error error;
    flush(writer);
    if (opened && close(writer->file) != 0 && !writer->failure)
        writer->failure = errno;
    if (!writer->failure)
        return TOOL_DONE;
    if (writer->failure == EPIPE)
        return TOOL_FAILED;
    error_set(&error, "cannot write %s: %s", writer->name, strerror(writer->failure));
    return tool_complain(&error);
}

static void regenerate(struct ae_tool *run, struct writer *writer, format_batch format)
{
    int64_t begin = milliseconds();
    size_t count;
    while (!writer->failure && (count = ae_tool_next(run)) > 0)
        format(writer, run->batch, count);
    if (format == count_batch)
        print_counts(writer, regenerator_offset(run->regenerator), milliseconds() - begin);
}

static int run_job(const struct job *job)
{
    struct ae_tool *run = memory_allocate(sizeof *run);
    struct writer writer = {.file = STDOUT_FILENO, .name = job->output ? job->output : "standard output"};
    struct error error;
    int status = TOOL_FAILED;
    if (!ae_tool_open(run, job->paths, job->path_count, &error))
        tool_complain(&error);
    else {
        writer.data = writer.at = memory_allocate(BUFFER);
        writer.full = writer.data + BUFFER - EVENT;
        writer.program = run->input.program;
        bool ready = !job->output || open_output(&writer, &run->input, &error);
        if (ready) {
            regenerate(run, &writer, job->write);
            status = finish(&writer, job->output != NULL);
        } else
            tool_complain(&error);
        if (ae_tool_close(run) != TOOL_DONE)
            status = TOOL_FAILED;
        free(writer.data);
    }
    free(run);
    return status;
}

static bool find_format(struct job *job)
{
    static const struct {
        const char *name;
        format_batch write;
    } known[] = {{"text", write_text}, {"bin5", write_bin5}, {"din", write_din}, {"count", count_batch}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(job->format, known[i].name) == 0)
            job->write = known[i].write;
    return job->write != NULL;
}

int tool_regenerate(int argc, char **argv)
{
    static const struct option options[] = {
        {"format", required_argument, NULL, 'f'}, {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct job job = {.format = "text"};
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1)
        switch (option) {
        case 'f': job.format = optarg; break;
        case 'o': job.output = optarg; break;
        case 'h': fputs(regenerate_usage, stdout); return TOOL_DONE;
        default: return tool_bad_option(argv[0], argv, "o:", options);
        }
    if (!find_format(&job))
        return tool_misused(argv[0], "--format takes text, bin5, din or count, not", job.format);
    if (optind == argc)
        return tool_misused(argv[0], "name the event file of the run (ae.out)", NULL);
    job.paths = (const char *const *)&argv[optind];
    job.path_count = (size_t)(argc - optind);
    return run_job(&job);
}

/* log_reader.c - buffers the recorder's stream and cuts it into records.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 4 << 20, SEGMENTS_MAX = 1 << 26, HEAD = 4, SPECIAL_HEAD = 8 };

/* The segment begins inside an instruction that the one before it started. */
#define CONTINUES (UINT32_C(1) << 31)

struct log_reader {
    struct log_header header;
    log_source *take;
    void *source;                       /* its context */
    int descriptor;                     /* of the usual source */
    bool ended, failed;
    int broken;                         /* errno of a failed read; 0: none failed */
    void (*wait)(void *context);
    void *context;
    uint8_t *buffer;
    size_t at, filled;          /* the position in the buffer; the end of its content */
    uint64_t consumed;          /* bytes of the stream before the buffer's start */
    uint32_t *run_sizes;        /* by segment id: 1 + bytes of a run, 0: undefined; and the bit CONTINUES */
    size_t run_capacity;
    uint32_t run_count;
};

uint64_t log_number(const uint8_t *data, unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = bytes; i-- > 0;)
        number = number << 8 | data[i];
    return number;
}

/* Gets at least `need` bytes from `at` on into the buffer, and may move its content. False: the stream ends before that. */
static bool fill(struct log_reader *reader, size_t need)
{
    if (reader->filled - reader->at >= need)
        return true;
    memmove(reader->buffer, reader->buffer + reader->at, reader->filled - reader->at);
    reader->consumed += reader->at;
    reader->filled -= reader->at;
    reader->at = 0;
    while (reader->filled < need && !reader->ended) {
        if (reader->wait)
            reader->wait(reader->context);
        ssize_t got = reader->take(reader->source, reader->buffer + reader->filled, BUFFER - reader->filled);
        if (got <= 0)
            reader->ended = true;
        else
            reader->filled += (size_t)got;
    }
    return reader->filled >= need;
}

static bool fail_at(struct log_reader *reader, uint64_t offset, struct error *error, const char *what)
{
    reader->failed = true;
    return error_at_offset(error, "recorder's log", offset, "%s", what);
}

static bool fail(struct log_reader *reader, struct error *error, const char *what)
{
    return fail_at(reader, log_offset(reader), error, what);
}

static ssize_t take_descriptor(void *context, void *bytes, size_t size)
{
    struct log_reader *reader = context;
    ssize_t got;
    do
        got = read(reader->descriptor, bytes, size);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno != ECONNRESET)     /* an ordinary end, if the recorder did not read our last byte */
        reader->broken = errno;
    return got;
}

static bool open_reader(struct log_reader *reader, struct log_reader **out, struct error *error)
{
    reader->buffer = memory_allocate(BUFFER + sizeof(uint64_t));
    struct log_header *header = &reader->header;
    bool good = fill(reader, sizeof *header);
    if (good) {
        memcpy(header, reader->buffer, sizeof *header);
        good = memcmp(header->magic, LOG_MAGIC, sizeof header->magic) == 0 && header->version == LOG_VERSION &&
               header->header_size >= sizeof *header && header->header_size < LOG_RECORD_MOST && fill(reader, header->header_size);
    }
    if (!good) {
        if (reader->filled == 0)
            error_set(error, "the recorder wrote nothing");
        else
            error_set(error, "the recorder did not write a log of version %u", LOG_VERSION);
        log_close(reader);
        return false;
    }
    reader->at = header->header_size;
    *out = reader;
    return true;
}

bool log_open(int descriptor, struct log_reader **out, struct error *error)
{
    struct log_reader *reader = memory_allocate(sizeof *reader);
    reader->descriptor = descriptor;
    reader->take = take_descriptor;
    reader->source = reader;
    return open_reader(reader, out, error);
}

bool log_open_source(log_source *take, void *context, struct log_reader **out, struct error *error)
{
    struct log_reader *reader = memory_allocate(sizeof *reader);
    reader->take = take;
    reader->source = context;
    return open_reader(reader, out, error);
}

struct str log_bytes(const struct log_record *record)
{
    size_t head = record->kind ? SPECIAL_HEAD : HEAD;
    return (struct str){(const char *)record->data - head, record->size + head};
}

void log_watch(struct log_reader *reader, void (*wait)(void *context), void *context)
{
    reader->wait = wait;
    reader->context = context;
}

void log_close(struct log_reader *reader)
{
    free(reader->buffer);
    free(reader->run_sizes);
    free(reader);
}

const struct log_header *log_about(const struct log_reader *reader)
{
    return &reader->header;
}

bool log_failed(const struct log_reader *reader)
{
    return reader->failed;
}

uint64_t log_offset(const struct log_reader *reader)
{
    return reader->consumed + reader->at;
}

/* Totals of a definition's operations so far. */
struct extent {
    size_t run, accessed;       /* bytes of a run; bytes of memory that it loads and stores */
};

static bool is_access(char letter)
{
    return letter == 'l' || letter == 's' || letter == 'L' || letter == 'S';
}

/* Adds an operation. Returns what is wrong with it and what was expected; NULL: nothing. */
static const char *measure(struct extent *extent, const struct log_operation *operation)
{
    if (is_access(operation->letter) && operation->size > LOG_ACCESS_MOST)
        return "a segment has a load or store that is too long: expected at most 4096 bytes";
    extent->accessed += operation->letter == 'l' || operation->letter == 's' ? operation->size : 0;
    if (extent->accessed > LOG_RECORD_MOST)
        return "a segment loads and stores too much: expected at most 131072 bytes";
    extent->run += log_operation_bytes(operation);
    if (extent->run >= LOG_RECORD_MOST)
        return "a segment's run is too long: expected less than 131072 bytes";
    return NULL;
}

/* Takes a segment definition: keeps how many bytes a run of the segment has. */
static bool define(struct log_reader *reader, const uint8_t *data, size_t size, struct error *error)
{
    if (size < HEAD)
        return fail(reader, error, "a segment definition without a number");
    uint32_t id = (uint32_t)log_number(data, HEAD);
    if (id == 0 || id >= SEGMENTS_MAX || id > reader->run_count + 1)
        return fail(reader, error, "segment numbers are out of order");
    struct str payload = {(const char *)data + HEAD, size - HEAD};
    struct log_operation operation;
    struct extent extent = {0, 0};
    for (;;) {
        bool damaged = false;
        uint64_t offset = log_offset(reader) + SPECIAL_HEAD + size - payload.size;
        if (!log_operation(&payload, &operation, &damaged)) {
            if (damaged)
                return fail_at(reader, offset, error, "a segment definition makes no sense: expected one of ICrwRWlsLSvcpkmxn and its operands");
            break;
        }
        const char *wrong = measure(&extent, &operation);
        if (wrong)
            return fail_at(reader, offset, error, wrong);
    }
    reader->run_sizes = array_grow(reader->run_sizes, &reader->run_capacity, (size_t)id + 1, sizeof *reader->run_sizes);
    reader->run_sizes[id] = ((uint32_t)extent.run + 1) | (size > HEAD && data[HEAD] == 'C' ? CONTINUES : 0);
    reader->run_count = id > reader->run_count ? id : reader->run_count;
    return true;
}

static bool next_special(struct log_reader *reader, struct log_record *record, struct error *error)
{
    if (!fill(reader, SPECIAL_HEAD))
        return false;
    size_t size = log_number(reader->buffer + reader->at + HEAD, HEAD);
    if (size > LOG_RECORD_MOST)
        return fail(reader, error, "a record is too long: expected at most 131072 bytes");
    if (!fill(reader, SPECIAL_HEAD + size))
        return false;
    record->data = reader->buffer + reader->at + SPECIAL_HEAD;
    record->size = size;
    if (record->kind == LOG_SEGMENT) {
        if (!define(reader, record->data, size, error))
            return false;
        record->segment = (uint32_t)log_number(record->data, HEAD);
    }
    reader->at += SPECIAL_HEAD + size;
    return true;
}

/* Returns 1 + the bytes of a segment's run; 0: undefined. No segment has the number 0, and before the first segment there is no table. */
static size_t run_size(const struct log_reader *reader, uint32_t id)
{
    return id && id <= reader->run_count ? reader->run_sizes[id] & ~CONTINUES : 0;
}

/* The record `ahead` bytes after the position is a signal that interrupts the run. */
static void take_signal(struct log_reader *reader, size_t ahead, struct log_record *record)
{
    enum { SIGNAL = 24 };
    if (!fill(reader, ahead + SPECIAL_HEAD + SIGNAL))
        return;
    const uint8_t *signal = reader->buffer + reader->at + ahead + SPECIAL_HEAD;
    record->interrupted = true;
    record->fault_signal = log_number(signal + 8, 8);
    record->fault = log_number(signal + 16, 8);
}

/* Looks at the record after a run of `size` bytes: does a signal interrupt this run, or the next run if that continues this one's last instruction?
 * (If the fault is elsewhere, no instruction of this run has the fault's address.) Leaves the whole run in the buffer. */
static bool look_ahead(struct log_reader *reader, size_t size, struct log_record *record)
{
    size_t ahead = HEAD + size;
    if (!fill(reader, ahead))
        return false;
    if (!fill(reader, ahead + HEAD))
        return true;
    uint32_t next = (uint32_t)log_number(reader->buffer + reader->at + ahead, HEAD);
    size_t more = next < LOG_SPECIAL ? run_size(reader, next) : 0;
    if (more && reader->run_sizes[next] & CONTINUES && fill(reader, ahead + HEAD + more - 1 + HEAD)) {
        ahead += HEAD + more - 1;
        next = (uint32_t)log_number(reader->buffer + reader->at + ahead, HEAD);
    }
    if (next == LOG_SPECIAL + LOG_SIGNAL)
        take_signal(reader, ahead, record);
    return true;
}

/* Takes the usual kind of run: it is in the buffer, and the next record is a run of a segment that begins with an instruction. False: not the usual kind, use
 * the slow way. */
static inline bool next_plain(struct log_reader *reader, struct log_record *record)
{
    size_t left = reader->filled - reader->at;
    const uint8_t *data = reader->buffer + reader->at;
    uint32_t head, next;
    if (left < HEAD)
        return false;
    memcpy(&head, data, sizeof head);
    size_t size = head < LOG_SPECIAL ? run_size(reader, head) : 0;      /* 1 + the bytes of the run */
    if (size == 0 || left < HEAD + size - 1 + HEAD)
        return false;
    memcpy(&next, data + HEAD + size - 1, sizeof next);
    if (next == 0 || next >= LOG_SPECIAL || next > reader->run_count || reader->run_sizes[next] & CONTINUES)
        return false;
    *record = (struct log_record){.segment = head, .data = data + HEAD, .size = size - 1};
    reader->at += HEAD + size - 1;
    return true;
}

static bool next(struct log_reader *reader, struct log_record *record, struct error *error)
{
    if (!reader->failed && next_plain(reader, record))
        return true;
    *record = (struct log_record){0};
    if (reader->failed)
        return false;
    if (!fill(reader, HEAD))
        return false;
    uint32_t head;
    memcpy(&head, reader->buffer + reader->at, sizeof head);
    if (head >= LOG_SPECIAL) {
        record->kind = head - LOG_SPECIAL;
        return next_special(reader, record, error);
    }
    if (head == 0 || !run_size(reader, head))
        return fail(reader, error, "an undefined segment runs");
    size_t size = run_size(reader, head) - 1;
    if (!look_ahead(reader, size, record))
        return false;
    record->segment = head;
    record->data = reader->buffer + reader->at + HEAD;
    record->size = size;
    reader->at += HEAD + size;
    return true;
}

bool log_next(struct log_reader *reader, struct log_record *record, struct error *error)
{
    char what[96];
    bool there = next(reader, record, error);
    if (there || reader->failed || !reader->broken)
        return there;
    snprintf(what, sizeof what, "cannot be read: %s", strerror(reader->broken));
    return fail(reader, error, what);
}

void log_numbers(const struct log_record *event, uint64_t numbers[LOG_NUMBERS])
{
    for (unsigned i = 0; i < LOG_NUMBERS; i++)
        numbers[i] = event->size >= 8 * ((size_t)i + 1) ? log_number(event->data + 8 * i, 8) : 0;
}

/* The sizes of a letter's operands in bytes, one digit for each operand. */
static const char *operands(char letter)
{
    switch (letter) {
    case 'I': return "81";
    case 'C': case 'x': return "8";
    case 'r': case 'w': return "22";
    case 'R': case 'W': return "2111";
    case 'l': case 's': case 'L': case 'S': return "4";
    case 'v': return "1";
    case 'c': case 'p': return "";
    case 'n': return "18";
    case 'k': return "1128";
    case 'm': return "1112222";
    default: return NULL;
    }
}

enum { OPERANDS = 7 };

static void assign(struct log_operation *operation, const uint64_t number[OPERANDS])
{
    switch (operation->letter) {
    case 'I': operation->length = (uint8_t)number[1]; /* fall through */
    case 'C': case 'x': operation->address = number[0]; break;
    case 'r': case 'w': operation->offset = (uint16_t)number[0]; operation->size = (uint32_t)number[1]; break;
    case 'R': case 'W':
        operation->offset = (uint16_t)number[0];
        operation->size = (uint32_t)number[1];
        operation->elements = (uint8_t)number[2];
        operation->bias = (uint8_t)number[3];
        break;
    case 'n': operation->elements = (uint8_t)number[0]; operation->address = number[1]; break;
    case 'k':
        operation->size = (uint32_t)number[0];
        operation->bias = (uint8_t)number[1];
        operation->result = (uint16_t)number[2];
        operation->address = number[3];
        break;
    case 'm':
        operation->kind = (uint8_t)number[0];
        operation->size = (uint32_t)number[1];
        operation->detail = (uint8_t)number[2];
        operation->result = (uint16_t)number[3];
        for (unsigned i = 0; i < 3; i++)
            operation->operand[i] = (uint16_t)number[4 + i];
        break;
    default: operation->size = (uint32_t)number[0]; break;
    }
}

bool log_operation(struct str *payload, struct log_operation *operation, bool *damaged)
{
    if (payload->size == 0)
        return false;
    *operation = (struct log_operation){.letter = payload->data[0]};
    const char *sizes = operands(operation->letter);
    const uint8_t *data = (const uint8_t *)payload->data + 1;
    size_t left = payload->size - 1;
    uint64_t number[OPERANDS] = {0};
    for (unsigned i = 0; sizes && sizes[i]; i++) {
        unsigned bytes = (unsigned)(sizes[i] - '0');
        if (left < bytes) {
            sizes = NULL;
            break;
        }
        number[i] = log_number(data, bytes);
        data += bytes;
        left -= bytes;
    }
    if (sizes)
        assign(operation, number);
    if (!sizes || (operation->letter == 'I' && (operation->length > 15 || operation->length > left)) ||
        (operation->letter == 'v' && (operation->size == 0 || operation->size > 8))) {
        *damaged = true;
        return false;
    }
    operation->bytes = data;
    *payload = (struct str){(const char *)data + operation->length, left - operation->length};
    return true;
}

size_t log_operation_bytes(const struct log_operation *operation)
{
    switch (operation->letter) {
    case 'l': case 's': case 'p': return 6;
    case 'R': case 'W': case 'c': return 1;
    case 'v': case 'L': case 'S': return operation->size;
    case 'm': return operation->kind >= MICRO_KNOWN && operation->kind <= MICRO_FILL ? operation->size : 0;
    default: return 0;
    }
}

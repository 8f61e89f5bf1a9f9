/* log_reader.h - cuts the recorder's stream into records.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct log_reader *reader = log_open(descriptor, &error);
 *     struct log_record record;
 *     while (log_next(reader, &record, &error)) ...
 *     if (log_failed(reader)) ... error says where the stream is damaged; all records before were good ...
 *     log_close(reader);
 *
 * The reader takes the stream (log_format.h) in large pieces from a pipe or file, never as a whole. A stream that ends inside a
 * record is good up to the record before. */
#ifndef CLEW_RECORDING_STATE_LOG_READER_H
#define CLEW_RECORDING_STATE_LOG_READER_H

#include "core/core.h"

#include <string.h>

/* One operation of a segment's definition, with its numbers decoded. */
struct log_operation {
    char letter;                /* I C r w R W l s L S v c p k m x n */
    uint8_t elements, bias;     /* R W; n: elements is the jump kind; k: bias is `spread` */
    uint8_t kind, detail;       /* m: enum micro_kind */
    uint16_t result, operand[3];    /* m; k: result */
    uint8_t length;             /* I */
    uint16_t offset;            /* r w R W: guest state offset */
    uint32_t size;              /* r w l s L S v k m; R W: size of one element */
    uint64_t address;           /* I C x n; k: the value */
    const uint8_t *bytes;       /* I: valid as long as the definition's record */
};

struct log_record {
    uint32_t kind;              /* enum log_kind; 0: a segment ran */
    uint32_t segment;           /* kind 0 and LOG_SEGMENT */
    const uint8_t *data;        /* its bytes, valid until the next call */
    size_t size;
    bool interrupted;           /* kind 0: the next record is a LOG_SIGNAL, for the instruction at `fault` */
    uint64_t fault;
    uint64_t fault_signal;
};

struct log_reader;

CHECKED bool log_open(int descriptor, struct log_reader **reader, struct error *error);

/* The same for a log from elsewhere. `take` does what read(2) does, without errors: it waits, and returns 0 at the end. */
typedef ssize_t log_source(void *context, void *bytes, size_t size);
CHECKED bool log_open_source(log_source *take, void *context, struct log_reader **reader, struct error *error);

/* Makes the reader call `wait` before each read from the descriptor. `wait` returns when there is something to read and may do other work meanwhile. */
void log_watch(struct log_reader *reader, void (*wait)(void *context), void *context);
/* A record as it stands in the log, valid until the next call. */
struct str log_bytes(const struct log_record *record);
bool log_next(struct log_reader *reader, struct log_record *record, struct error *error);
const struct log_header *log_about(const struct log_reader *reader);
bool log_failed(const struct log_reader *reader);
uint64_t log_offset(const struct log_reader *reader);           /* bytes consumed */
void log_close(struct log_reader *reader);                      /* does not close the descriptor */

/* Takes the next operation off a LOG_SEGMENT payload (after its id). False: none is left, or the payload is damaged (*damaged). */
bool log_operation(struct str *payload, struct log_operation *operation, bool *damaged);

/* How many bytes an operation adds to each run of its segment. */
size_t log_operation_bytes(const struct log_operation *operation);

/* Unaligned little-endian numbers. A record's data may be read up to 8 bytes beyond its end. */
uint64_t log_number(const uint8_t *data, unsigned bytes);
static inline uint64_t log_value(const uint8_t *data, unsigned bytes)       /* 1 to 8 of them */
{
    uint64_t number;
    memcpy(&number, data, sizeof number);
    return number & UINT64_MAX >> (64 - 8 * bytes);
}
/* The first numbers of 8 bytes of an event's payload; 0 for those that it does not have. */
enum { LOG_NUMBERS = 3 };
void log_numbers(const struct log_record *event, uint64_t numbers[LOG_NUMBERS]);

static inline uint64_t log_address(const uint8_t *data)
{
    uint64_t number;
    memcpy(&number, data, sizeof number);
    return number & UINT64_C(0xffffffffffff);
}

#endif

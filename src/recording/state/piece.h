/* piece.h - a log in pieces that a machine can run each by itself.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A piece is a stretch of the log between two of its LOG_REGISTERS. It keeps which segments ran, the events between them, and what a machine needs to
 * run them from nothing: the registers, the results that no micro-operation computes, and the bytes of each load that the piece has not stored or
 * loaded before (Narayanasamy, Pokam, Calder, "BugNet", ISCA 2005, section 4). All else follows: other loads, all stores, addresses, registers.
 *
 *     piece  = varint number of bytes of the path, path, input
 *     path   = (varint hits, varint code, operands)*       hits: so many segments ran as predicted, before what the code says:
 *                  0                            nothing: the end
 *                  1, varint kind, varint size, bytes      a record of the log (log_format.h)
 *                  2, varint segment, varint parts         a run of that segment that ended after so many instructions
 *                  3 + segment                             a run of that segment
 *     input  = the bytes that runs take, in their order
 *
 * touched.h says which memory a piece touches.
 *
 * A run is predicted if it is of the segment that ran last after the same two segments, within the piece, by a hash of the two. */
#ifndef CLEW_RECORDING_STATE_PIECE_H
#define CLEW_RECORDING_STATE_PIECE_H

#include "recording/state/micro.h"

struct log_record;

/* What an event does to the bytes of an image. False: nothing, as it has said so before. */
bool piece_event(struct image *image, const struct log_record *event);

/* Does it change some bytes of a range, or take them? *part becomes these. The old place of moved memory does not change: a LOG_UNMAP follows. LOG_BYTES,
 * LOG_ZERO and LOG_FILE only tell what bytes are: where bytes change, another event says so before. */
bool piece_event_changes(const struct log_record *event, struct image_range range, struct image_range *part);

/* ---- Writing ---- */

struct finished_piece {
    struct str bytes, touched;          /* valid during the call; the memory it touches (touched.h) */
    struct str summary;                 /* of what this piece and those since the last summary touch: TOUCHED_TOGETHER of them, more where they touched nothing;
                                         * empty: a later piece has it */
    uint64_t time;                      /* as piece_writer_record was told, at its beginning */
    uint64_t instructions;              /* that it runs */
};

struct piece_sink {
    void (*piece)(void *context, const struct finished_piece *piece);
    /* A definition, for micro_define_terse: before the first piece that runs the segment. */
    void (*definition)(void *context, uint32_t segment, struct str definition);
    void *context;
};

struct piece_writer;

/* least: pieces have at least so many instructions, as far as the log allows; 0: the usual number. */
struct piece_writer *piece_writer_open(struct piece_sink sink, uint64_t least);
void piece_writer_close(struct piece_writer *writer);       /* NULL is allowed; drops the open piece */

/* Takes the next record of a log that has micro-operations. time: any number that rises along the log. The log reader and other users of the log have
 * checked the record: what makes no sense here is left out. */
void piece_writer_record(struct piece_writer *writer, const struct log_record *record, uint64_t time);
void piece_writer_finish(struct piece_writer *writer);      /* hands over the open piece */

/* ---- Running ---- */

/* While nothing of interest can happen, runs of whole segments only count: nobody is asked about a run that leaves both numbers at most so large. */
struct piece_quiet {
    const struct piece_counts { uint32_t instructions, yours; } *counts;        /* by segment */
    size_t count;                       /* of segments; about others the watch is asked */
    uint64_t *instructions, *yours;
    uint64_t instructions_most, yours_most;
    bool counts_yours;                  /* false: *yours stays */
};

struct piece_watch {                    /* any function may be NULL; with `quiet`, not `hits` */
    /* Parts from ... to - 1 of a segment are about to run. Returns where to stop: before that part. MACHINE_WHOLE: nowhere. */
    uint32_t (*run)(void *context, uint32_t segment, uint32_t from, uint32_t to);
    /* An event, before it takes effect. False: stop before it. */
    bool (*event)(void *context, const struct log_record *event);
    struct piece_quiet *quiet;          /* NULL: the watch is asked about each run; `run` and `event` may change what it points to */
    /* With quiet: a run has made hits of the machine. asked: the watch was asked about it; otherwise it is whole, and not counted yet. */
    void (*hits)(void *context, uint32_t segment, bool asked);
    void *context;
};

struct piece_run;
struct piece_run *piece_open(struct machine *machine);      /* the machine and its codes must outlive it */
void piece_close(struct piece_run *run);                    /* NULL is allowed */

/* Begins a piece, with an empty image. The bytes must stay valid. False: they are damaged. */
CHECKED bool piece_start(struct piece_run *run, struct str bytes, struct error *error);

/* Runs on. At the end, registers and image are those behind the piece, as far as the piece tells. */
enum piece_went { PIECE_ENDED, PIECE_STOPPED, PIECE_DAMAGED };
enum piece_went piece_go(struct piece_run *run, const struct piece_watch *watch, struct error *error);      /* watch may be NULL */

uint32_t piece_thread(const struct piece_run *run);         /* that runs, or ran last */

/* Has an event of the piece unmapped, mapped or otherwise changed this byte so far, other than to a value that the piece tells? O(such events). */
bool piece_forgot(const struct piece_run *run, uint64_t address);

/* Does a byte that the image does not know come from a file that the program mapped there? O(such events). */
struct piece_file {
    struct str path;                    /* null: no */
    uint64_t offset;                    /* of the byte */
    uint64_t last;                      /* all bytes up to this address have the same answer */
};
struct piece_file piece_file(const struct piece_run *run, uint64_t address);

#endif

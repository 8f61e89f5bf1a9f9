/* debugger_reader.h - the reader of debugger.h, shared by the files debugger_*.c.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     debugger_clean.c     escapes, prompts, pagers, MI streams, what a terminal broke: text to text, with a map of lines; what a text seems to be
 *     debugger_value.c     one value, also of x: text to struct debugger_value; what an expression or command names
 *     debugger_header.c    one frame header, gdb's or lldb's, and records of gdb/MI
 *     debugger_keep.c      snapshots, threads, frames and values: merging, and notes on what they lack
 *     debugger.c           line by line: which of these stands here?
 *
 * Every file reads forward only, and what it has looked at is either consumed or of bounded size: so all of it is linear. */
#ifndef CLEW_CRASH_DEBUGGER_READER_H
#define CLEW_CRASH_DEBUGGER_READER_H

#include "crash/debugger.h"

/* ---- Text ---- */

/* Stands in the cleaned text where a prompt was; no control byte of the input survives cleaning, so it cannot be forged. */
enum { DUMP_PROMPT = 1 };

/* How far the way through a text is, in three rounds: escapes are dropped, lines cleaned, lines read. */
struct dump_meter {
    const struct progress *progress;
    uint64_t behind, size, round;                   /* bytes of the rounds before; of all parts; of one round of this part */
    uint64_t next;                                  /* where in this round the next report is due */
    bool stopped;
};

/* Asked at an offset of a round, a line or so after the other: false, it was stopped. Cheap: one comparison but where a report is due. */
bool dump_goes_on(struct dump_meter *meter, uint64_t at);
void dump_round_end(struct dump_meter *meter);

/* meter: NULL, nobody watches; where it is stopped the text ends early. */
struct str dump_clean(struct str text, bool marks, struct dump_meter *meter, struct arena *arena, uint64_t **lines, size_t *line_count);

/* Decodes the C string that begins behind its opening quote, up to the closing one or a line end; *size: bytes up to there, with the closing
 * quote. out has room for as many bytes. False: there is no closing quote. */
bool dump_string_decode(struct str text, char *out, size_t *out_size, size_t *size);

/* The escape of C whose backslash is at `at` and not the last byte: its byte, and how many bytes it takes. */
size_t dump_escape_decode(struct str text, size_t at, char *byte);

bool dump_is_digit(char byte);
bool dump_is_word(char byte);                       /* of an identifier */
size_t dump_blanks(struct str text, size_t at);   /* behind the blanks at `at` */
size_t dump_line_end(struct str text, size_t at); /* of the line end, or the size */

/* The byte at an offset; 0 behind the end, so that looking ahead needs no check. */
static inline char dump_byte(struct str text, size_t at)
{
    return at < text.size ? text.data[at] : 0;
}

/* ---- Values ---- */

enum dump_end { DUMP_WHOLE, DUMP_DOTS, DUMP_TEXT_ENDS, DUMP_BROKEN, DUMP_TOO_LONG, DUMP_ELEMENTS, DUMP_MEMORY };   /* the last: elements printed
                                                     * singly, or by x */

struct dump_value {
    struct debugger_value value;
    enum dump_end end;                              /* why it is cut */
    bool above;                                     /* a number in it was above 64 bits */
    bool pointer;                                   /* its cast names a pointer */
    size_t size;                                    /* bytes it took */
};

/* The value at an offset. *budget: elements that repeats may still make out of few bytes. binary: digits are those of print/t. */
bool dump_value_read(struct str text, size_t at, struct arena *arena, size_t *budget, bool binary, struct dump_value *value);

/* An array without the line ends that a terminal put into it. */
struct dump_wrapped {
    struct str text;                              /* from its brace to the one that closes it */
    size_t *breaks, count;                          /* offsets in it where line ends stood */
};
bool dump_wrapped_join(struct str text, size_t at, struct arena *arena, struct dump_wrapped *wrapped);   /* false: it has none */
size_t dump_wrapped_size(const struct dump_wrapped *wrapped, size_t size);      /* bytes of the text that so many of the joined one take */

/* ---- Frame headers ---- */

struct dump_header {
    bool has_level, has_address, has_line, lldb, starred, cut;
    uint64_t level, address, line;
    struct str function, file, library;
    struct str body;                              /* from the function to the end: tells two frames at one address apart */
    size_t size;                                    /* bytes it took, without the last line end */
};

/* "#1  0x... in f (args) at file:line", wrapped or not, at an offset behind the indentation. */
bool dump_header_gdb(struct str text, size_t at, struct dump_header *header);

/* "0x... in f (args) at file:line" or "f (args) at file:line": the report of a stop. */
bool dump_header_stop(struct str text, size_t at, struct dump_header *header);

/* "* frame #1: 0x... module`f(args) at file:line:column". */
bool dump_header_lldb(struct str text, size_t at, struct dump_header *header);

/* ---- What a name means ---- */

enum dump_target_kind {
    DUMP_OTHER,                                     /* an expression of other things */
    DUMP_VARIABLE, DUMP_ELEMENT, DUMP_ADDRESS,      /* NAME; NAME[i] or *NAME; &NAME */
    DUMP_HISTORY                                    /* $, $$, $1: was printed before */
};

struct dump_target {
    enum dump_target_kind kind;
    enum debugger_name which;
    struct str name, function;                    /* function: of function::NAME, else null */
    uint64_t index;
    bool binary;                                    /* print/t */
    char unit;                                      /* x/g: the letter of the size; 0: none */
};

/* What stands around the name at [at, at + size) of a text: *size_behind: bytes of "[i]" or "@n" behind it. */
void dump_target_around(struct str text, size_t at, size_t size, struct dump_target *target, size_t *size_behind);

enum dump_command { DUMP_COMMAND_OTHER, DUMP_COMMAND_PRINT, DUMP_COMMAND_SELECT, DUMP_COMMAND_MOVE };

/* What a line typed at a prompt does; target only for PRINT. */
enum dump_command dump_command_read(struct str line, struct dump_target *target);

/* ---- The reader ---- */

struct dump_kept {                                  /* what notes need to know about a value that was kept */
    struct str name;
    enum dump_end end;
    bool above;
    size_t room;                                    /* elements its items have room for, where elements came singly */
    size_t run;                                     /* of indented locals below one header; 0: not of one */
};

struct dump_frame {
    struct debugger_frame shown;
    struct dump_kept kept[DEBUGGER_LOCALS];
    struct str body;
};

struct dump_thread {
    struct str number, target;                    /* "2"; "Thread 0x7... (LWP 17)" */
    struct dump_frame *frames;
    size_t count, capacity;
    struct map levels;                              /* level to ordinal of the frame */
    size_t early;                                   /* ordinal + 1 of the frame of values that came without a header; 0: none */
    bool more;
};

struct dump_spot {                                  /* a frame of the open snapshot */
    size_t thread, frame;                           /* frame SIZE_MAX: none */
};

struct dump_globals {
    struct dump_global {
        struct debugger_global shown;
        struct dump_kept kept;
    } *items;
    size_t count, capacity;
    struct pool names;
    struct map by_name;                             /* address of the pooled name to ordinal */
};

/* A listing is a run of frame headers, as a backtrace prints it: it selects nothing, and the values of `bt full` stand indented in it. */
struct dump_listing {
    bool open, indented, flat, full;                /* full: "No locals." was there */
    size_t headers, indent;
    uint64_t level;                                 /* of the last header */
    struct dump_spot spot;
    size_t line;                                    /* ordinal of the line behind the last header */
};

struct debugger_reader {
    struct str text;                              /* cleaned; of the part that is read */
    const uint64_t *lines;
    uint64_t lines_before;                          /* of the parts before */
    size_t line_count, at, line;                    /* line: ordinal of the cleaned line of `at` */
    size_t part;                                    /* from 0 */
    struct arena *arena;
    struct debugger_text *dump;
    size_t budget, frames_left;
    struct dump_meter *meter;

    struct dump_thread *threads;                    /* of the open snapshot */
    size_t thread_count, thread_capacity;
    struct pool thread_names;
    struct map thread_by_name;                      /* address of the pooled name to ordinal */
    struct dump_globals globals;
    struct str signal;
    uint64_t text_line;
    bool begun, moved;                              /* the open snapshot has something; the program ran on since */
    size_t begun_part;                              /* the part whose stop it is, or that was found to be of the same stop */
    bool stop_waits;                                /* a stop was told: the frame that comes says whether it is another one */
    struct str stop_signal;
    bool guessed_noted;                             /* in this part: which frame its values are of */
    bool documented, released;
    bool fresh;                                     /* nothing but the position of the stop was seen yet */

    struct dump_spot selected;
    size_t selected_part;                           /* the part that selected it */
    uint64_t frame_ids;                             /* given so far */
    size_t thread;                                  /* of the frames that come next */
    bool thread_named, thread_selecting;            /* a thread header waits for its first frame */
    struct str thread_number, thread_target;
    struct dump_listing listing;
    size_t run, answered;                           /* headers so far; those before the last answer of MI */
    bool selecting;                                 /* a visible command makes the next header a selection */
    bool has_command;
    struct dump_target command;                     /* whose value "$1 = " is */
    bool has_frame_option;                          /* MI: --frame of the command that is answered next */
    uint64_t frame_option;
    size_t depth;                                   /* of braces in lines that mean nothing */
    bool said;                                      /* a statement was understood */
    unsigned program_rank;

    size_t snapshot_capacity, unnamed_capacity, note_capacity;
};

uint64_t dump_line(const struct debugger_reader *reader);           /* of the text as given */
void dump_move(struct debugger_reader *reader, size_t to);          /* forward */

void dump_note(struct debugger_reader *reader, uint64_t line, const char *format, ...) FORMATTED(3, 4);

void dump_part_end(struct debugger_reader *reader, bool anew);      /* what comes next is of another text; anew: of another stop */
void dump_snapshot_end(struct debugger_reader *reader);
void dump_stop(struct debugger_reader *reader, struct str signal);    /* the program stopped again; signal may be null */

/* Opens or finds the frame of a header; what it contradicts ends the snapshot. Spot with frame SIZE_MAX: there are too many. */
struct dump_spot dump_frame_open(struct debugger_reader *reader, const struct dump_header *header);
void dump_thread_open(struct debugger_reader *reader, struct str number, struct str target, bool selecting);
void dump_thread_current(struct debugger_reader *reader);   /* the one thread so far, which had no name, is the one opened last: gdb says so behind its first frame */
struct debugger_frame *dump_frame_at(struct debugger_reader *reader, struct dump_spot spot);
void dump_frame_select(struct debugger_reader *reader, struct dump_spot spot);
struct dump_spot dump_frame_free(struct debugger_reader *reader);       /* one for values that came without a header */
struct dump_spot dump_frame_of(struct debugger_reader *reader, struct str function);
struct dump_spot dump_frame_level(struct debugger_reader *reader, size_t thread, uint64_t level);

/* Which frame a value belongs to that stands indented by so much; ends a listing that it does not belong to. */
struct dump_spot dump_frame_for(struct debugger_reader *reader, size_t indent);
void dump_listing_end(struct debugger_reader *reader, bool by_prompt);

/* Keeps a value; spot is that of locals. Notes what is worth knowing about it. */
void dump_value_keep(struct debugger_reader *reader, const struct dump_target *target, struct dump_spot spot, struct dump_value *value);
void dump_unnamed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value);  /* number: of "$1"; 0: none */
bool dump_mi_read(struct debugger_reader *reader, struct str line);   /* false: no record or command of MI */
bool dump_memory_read(struct debugger_reader *reader, size_t at);       /* lines that x prints */
void dump_header_keep(struct debugger_reader *reader, struct dump_header *header, size_t indent);
void dump_printed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value);      /* what a command printed, as "$number" */

#endif

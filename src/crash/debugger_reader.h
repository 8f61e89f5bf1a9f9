/* debugger_reader.h - the reader of debugger.h, shared by the files debugger_*.c.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     debugger_clean.c     escapes, prompts, pagers, MI streams, lines that a terminal broke: text to text, with a map of lines; guesses what other texts are
 *     debugger_value.c     one value, also x output: text to struct debugger_value; names in expressions and commands
 *     debugger_header.c    one frame header, gdb's or lldb's, and records of gdb/MI
 *     debugger_keep.c      snapshots, threads, frames and values: merging them, and notes on their gaps
 *     debugger.c           line by line: decides which of these stands there
 *
 * Every file only reads forward. It consumes what it looks at, or looks at a bounded number of bytes, so all of reading is linear. */
#ifndef CLEW_CRASH_DEBUGGER_READER_H
#define CLEW_CRASH_DEBUGGER_READER_H

#include "crash/debugger.h"

/* ---- Text ---- */

/* Marks a prompt in the cleaned text. Cleaning removes all control bytes of the input, so no input can forge it. */
enum { DUMP_PROMPT = 1 };

/* Progress through a text, in three rounds: dropping escapes, cleaning lines, reading lines. */
struct dump_meter {
    const struct progress *progress;
    uint64_t behind, size, round;                   /* bytes of earlier rounds; of all parts; of one round of this part */
    uint64_t next;                                  /* offset in this round of the next report */
    bool stopped;
};

/* Call it with an offset of the round about once a line. False: the user stopped reading. Cheap: one comparison unless a report is due. */
bool dump_goes_on(struct dump_meter *meter, uint64_t at);
void dump_round_end(struct dump_meter *meter);

/* meter NULL: no progress. If the user stops it, the text ends early. */
struct str dump_clean(struct str text, bool marks, struct dump_meter *meter, struct arena *arena, uint64_t **lines, size_t *line_count);

/* Decodes the C string that begins at `text`, just after its opening quote, up to the closing quote or a line end; *size: bytes up to there, with the closing
 * quote. out needs room for as many bytes. False: there is no closing quote. */
bool dump_string_decode(struct str text, char *out, size_t *out_size, size_t *size);

/* Decodes the C escape whose backslash is at `at`, which must not be the last byte. Sets its byte and returns how many bytes it takes. */
size_t dump_escape_decode(struct str text, size_t at, char *byte);

bool dump_is_digit(char byte);
bool dump_is_word(char byte);                       /* can be part of an identifier */
size_t dump_blanks(struct str text, size_t at);   /* offset after the blanks at `at` */
size_t dump_line_end(struct str text, size_t at); /* offset of the line end, or the text's size */

/* The byte at an offset; 0 past the end, so looking ahead needs no check. */
static inline char dump_byte(struct str text, size_t at)
{
    return at < text.size ? text.data[at] : 0;
}

/* ---- Values ---- */

enum dump_end { DUMP_WHOLE, DUMP_DOTS, DUMP_TEXT_ENDS, DUMP_BROKEN, DUMP_TOO_LONG, DUMP_ELEMENTS, DUMP_MEMORY };   /* last two: elements printed singly; by x */

struct dump_value {
    struct debugger_value value;
    enum dump_end end;                              /* why it is cut */
    bool above;                                     /* it contains a number above 64 bits */
    bool pointer;                                   /* its cast names a pointer type */
    size_t size;                                    /* bytes it took */
};

/* The value at an offset. *budget: how many elements repeats may still add. binary: the digits are binary, as print/t prints them. */
bool dump_value_read(struct str text, size_t at, struct arena *arena, size_t *budget, bool binary, struct dump_value *value);

/* An array, joined again where a terminal broke its lines. */
struct dump_wrapped {
    struct str text;                              /* from its opening to its closing brace */
    size_t *breaks, count;                          /* offsets of the former line ends */
};
bool dump_wrapped_join(struct str text, size_t at, struct arena *arena, struct dump_wrapped *wrapped);   /* false: the array has no line ends */
size_t dump_wrapped_size(const struct dump_wrapped *wrapped, size_t size);      /* original bytes that hold the first `size` bytes of the joined text */

/* ---- Frame headers ---- */

struct dump_header {
    bool has_level, has_address, has_line, lldb, starred, cut;
    uint64_t level, address, line;
    struct str function, file, library;
    struct str body;                              /* from the function to the end: distinguishes two frames at one address */
    size_t size;                                    /* bytes it took, without the last line end */
};

/* Reads "#1  0x... in f (args) at file:line", wrapped or not, at an offset after the indentation. */
bool dump_header_gdb(struct str text, size_t at, struct dump_header *header);

/* Reads the report of a stop: "0x... in f (args) at file:line" or "f (args) at file:line". */
bool dump_header_stop(struct str text, size_t at, struct dump_header *header);

/* Reads "* frame #1: 0x... module`f(args) at file:line:column". */
bool dump_header_lldb(struct str text, size_t at, struct dump_header *header);

/* ---- What a name means ---- */

enum dump_target_kind {
    DUMP_OTHER,                                     /* an expression about other things */
    DUMP_VARIABLE, DUMP_ELEMENT, DUMP_ADDRESS,      /* NAME; NAME[i] or *NAME; &NAME */
    DUMP_HISTORY                                    /* $, $$, $1: an earlier value */
};

struct dump_target {
    enum dump_target_kind kind;
    enum debugger_name which;
    struct str name, function;                    /* function: of function::NAME, else null */
    uint64_t index;
    bool binary;                                    /* print/t */
    char unit;                                      /* x/g: the letter of the size; 0: none */
};

/* Reads the text around the name at [at, at + size). *size_behind: bytes of "[i]" or "@n" after the name. */
void dump_target_around(struct str text, size_t at, size_t size, struct dump_target *target, size_t *size_behind);

enum dump_command { DUMP_COMMAND_OTHER, DUMP_COMMAND_PRINT, DUMP_COMMAND_SELECT, DUMP_COMMAND_MOVE };

/* What does a line typed at a prompt do? Sets target only for PRINT. */
enum dump_command dump_command_read(struct str line, struct dump_target *target);

/* ---- The reader ---- */

struct dump_kept {                                  /* what notes need to know about a kept value */
    struct str name;
    enum dump_end end;
    bool above;
    size_t room;                                    /* capacity of its items, if elements came singly */
    size_t run;                                     /* ordinal of the header above these indented locals; 0: none */
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
    size_t early;                                   /* ordinal + 1 of the frame made for values without a header; 0: none */
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

/* A listing is a run of frame headers, as a backtrace prints it. It selects no frame. The values of `bt full` stand indented in it. */
struct dump_listing {
    bool open, indented, flat, full;                /* full: it contained "No locals." */
    size_t headers, indent;
    uint64_t level;                                 /* of the last header */
    struct dump_spot spot;
    size_t line;                                    /* ordinal of the line after the last header */
};

struct debugger_reader {
    struct str text;                              /* the cleaned text of the current part */
    const uint64_t *lines;
    uint64_t lines_before;                          /* of earlier parts */
    size_t line_count, at, line;                    /* line: ordinal of the cleaned line that contains `at` */
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
    bool begun, moved;                              /* the open snapshot has content; the program has since continued */
    size_t begun_part;                              /* the part whose stop it is, or the last part found to belong to that stop */
    bool stop_waits;                                /* a stop was reported: the next frame shows whether it is a new stop */
    struct str stop_signal;
    bool guessed_noted;                             /* this part already has a note on the frame of its values */
    bool documented, released;
    bool fresh;                                     /* so far the text has given only the position of the stop */

    struct dump_spot selected;
    size_t selected_part;                           /* the part that selected the frame */
    uint64_t frame_ids;                             /* ids given so far */
    size_t thread;                                  /* the thread of the next frames */
    bool thread_named, thread_selecting;            /* a thread header awaits its first frame */
    struct str thread_number, thread_target;
    struct dump_listing listing;
    size_t run, answered;                           /* headers so far; headers before MI's last answer */
    bool selecting;                                 /* the next header selects, because a visible command does */
    bool has_command;
    struct dump_target command;                     /* the target of the last print command: the next "$1 = " is its value */
    bool has_frame_option;                          /* MI: --frame of the command whose answer comes next */
    uint64_t frame_option;
    size_t depth;                                   /* open braces in lines without meaning to clew */
    bool said;                                      /* clew has understood something in this text */
    unsigned program_rank;

    size_t snapshot_capacity, unnamed_capacity, note_capacity;
};

uint64_t dump_line(const struct debugger_reader *reader);           /* in the given text */
void dump_move(struct debugger_reader *reader, size_t to);          /* forward only */

void dump_note(struct debugger_reader *reader, uint64_t line, const char *format, ...) FORMATTED(3, 4);

void dump_part_end(struct debugger_reader *reader, bool anew);      /* the next text begins; anew: it belongs to another stop */
void dump_snapshot_end(struct debugger_reader *reader);
void dump_stop(struct debugger_reader *reader, struct str signal);    /* the program stopped again; signal may be null */

/* Opens or finds the frame of a header. A contradiction ends the snapshot. The result has frame SIZE_MAX if there are too many. */
struct dump_spot dump_frame_open(struct debugger_reader *reader, const struct dump_header *header);
void dump_thread_open(struct debugger_reader *reader, struct str number, struct str target, bool selecting);
void dump_thread_current(struct debugger_reader *reader);   /* gives the only, unnamed thread the name that gdb prints after its first frame */
struct debugger_frame *dump_frame_at(struct debugger_reader *reader, struct dump_spot spot);
void dump_frame_select(struct debugger_reader *reader, struct dump_spot spot);
struct dump_spot dump_frame_free(struct debugger_reader *reader);       /* for values without a header */
struct dump_spot dump_frame_of(struct debugger_reader *reader, struct str function);
struct dump_spot dump_frame_level(struct debugger_reader *reader, size_t thread, uint64_t level);

/* The frame of a value with this indentation. Ends the listing if the value does not belong to it. */
struct dump_spot dump_frame_for(struct debugger_reader *reader, size_t indent);
void dump_listing_end(struct debugger_reader *reader, bool by_prompt);

/* Keeps a value and notes what the user should know about it; spot is the frame for locals. */
void dump_value_keep(struct debugger_reader *reader, const struct dump_target *target, struct dump_spot spot, struct dump_value *value);
void dump_unnamed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value);  /* number: of "$1"; 0: none */
bool dump_mi_read(struct debugger_reader *reader, struct str line);   /* false: not an MI record or command */
bool dump_memory_read(struct debugger_reader *reader, size_t at);       /* lines of gdb's x command */
void dump_header_keep(struct debugger_reader *reader, struct dump_header *header, size_t indent);
void dump_printed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value);      /* a command's value, printed as "$number" */

#endif

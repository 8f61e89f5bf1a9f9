/* debugger.h - what gdb or lldb printed: frames, variables and their values out of any text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads anything copied out of a debugger: `print`, `info locals`, `bt full`, a session with prompts and colours, gdb/MI, the form of the csi-cc documentation
 * (NAME = {..}  PC (current block) = 9), run together or cut in the middle.
 *
 *     struct debugger_text dump = {0};
 *     debugger_read(text, "crash.txt", &arena, &dump);      never fails: skips what it does not understand
 *     const struct debugger_snapshot *last = debugger_last(&dump);
 *
 * It keeps stack frames and the CSI variables (clew-formats(5) 5): path arrays, indices, sums, local and global coverage arrays. A snapshot is one state of a
 * stopped program: a new stop, or frame 0 at another place, begins the next one. The text is untrusted. Cleaning first removes escapes, prompts and pager
 * lines; strings point into the cleaned copy in the arena. O(bytes) time and memory. It keeps at most 2^19 frames and 1000 notes; a note says if there were
 * more. debugger_reader.h says how it reads each form. */
#ifndef CLEW_CRASH_DEBUGGER_H
#define CLEW_CRASH_DEBUGGER_H

#include "core/core.h"

/* ---- Values ---- */

enum debugger_value_kind {
    DEBUGGER_MISSING,                       /* <optimized out>, <unavailable>, no number, cut off (without reason): see reason */
    DEBUGGER_SCALAR,
    DEBUGGER_ARRAY
};

struct debugger_value {
    enum debugger_value_kind kind;
    struct str reason;                    /* MISSING: the printed text, "<optimized out>" */
    uint64_t number;                        /* SCALAR; negative numbers as two's complement */
    uint64_t *items;                        /* ARRAY */
    bool *known;                            /* ARRAY: false for missing items; NULL: all are known */
    size_t count;
    bool cut;                               /* the debugger left out later elements ("..."), or the text ends inside */
    unsigned unit;                          /* proven size of an element in bytes: 1 or 8; 0: the text does not show it */
    bool string;                            /* printed as a string: trailing zeros of the array may be missing */
    uint64_t text_line;                     /* in the given text, from 1 */
};
/* The most elements of one array; longer arrays are cut. An array is also cut when the repeats, ranges and gaps of the whole text would make more than
 * DEBUGGER_ITEMS + 4 * bytes of elements. */
enum { DEBUGGER_ITEMS = 1 << 24 };

/* Reads one value at the start of the text, as in "{1, 0 <repeats 8 times>, -1}"; *size: bytes read. False: no value there (*value is MISSING with the text as
 * its reason). For MI strings and tests. */
bool debugger_value_read(struct str text, struct arena *arena, struct debugger_value *value, size_t *size);

enum debugger_name {                        /* two sets of names exist for these; clew-formats(5) 5 */
    DEBUGGER_PATH_ARRAY, DEBUGGER_PATH_INDEX, DEBUGGER_PATH_CURRENT, DEBUGGER_LOCAL_CC, DEBUGGER_LOCAL_BBC,
    DEBUGGER_LOCALS,
    DEBUGGER_GLOBAL = DEBUGGER_LOCALS       /* __FC_arr_..., __CC_arr_..., __BBC_arr_... */
};

/* The name of a local, as in the csi-cc documentation or as csi-cc makes it. */
const char *debugger_local_name(enum debugger_name which, bool documented);

/* Which CSI variable does the name denote? False: none. */
bool debugger_name_find(struct str name, enum debugger_name *which);

/* ---- Frames ---- */

struct debugger_frame {
    bool has_level, has_address, has_line;
    uint64_t level;                         /* #N */
    uint64_t address, line;
    struct str function, file, library;   /* null: unknown; function: as the debugger shows it, without arguments */
    bool selected;                          /* the last "frame", "up", "down" or "*" of the text selected it */
    bool opened;                            /* false: made for values that came before any frame */
    uint64_t id;                            /* unique in the text */
    struct debugger_value locals[DEBUGGER_LOCALS];
    bool has[DEBUGGER_LOCALS];              /* the text has a value, or a reason why it is missing */
    bool changed[DEBUGGER_LOCALS];          /* printed twice with different values; the later one stays */
    bool no_symbols;                        /* "No symbol table info available." */
    bool has_block;                         /* user form: PC (current block) = N, block = N */
    uint64_t block;                         /* an id */
    uint64_t text_line;
};

struct debugger_thread {
    struct str name;                      /* "1", "Thread 0x7ffff... (LWP 17)"; null: the only thread */
    struct debugger_frame *frames;          /* by ascending level; frames without level first, in text order */
    size_t count;
    bool more;                              /* "(More stack frames follow...)": cut */
};

struct debugger_global {
    struct str name;
    struct debugger_value value;
    bool changed;
};

struct debugger_snapshot {
    struct debugger_thread *threads;
    size_t count, selected;                 /* selected: the thread of the last selected frame, or else the first */
    struct debugger_global *globals;        /* by name */
    size_t global_count;
    struct str signal;                    /* "SIGSEGV, Segmentation fault"; null: none in the text */
    uint64_t text_line;                     /* of its beginning */
    bool documented, released;              /* path variables had documented names (__PT_pathArr); names of csi-cc's releases (__PT_counter_arr) */
};

/* A value that the text prints without its variable ("$1 = {...}" without the command, MI's "^done,value="). */
struct debugger_unnamed {
    struct debugger_value value;
    uint64_t frame;                         /* id of the frame selected at that time */
    uint64_t number;                        /* "$1"; 0: none */
    bool named;                             /* clew or the user has since named its variable: crash/stack.h */
};

struct debugger_note {
    uint64_t line;                          /* in the given text; 0: no line */
    struct str message;                   /* printable */
};

struct debugger_text {
    struct debugger_snapshot *snapshots;    /* in order; the last one is the program's current state */
    size_t count;
    struct debugger_unnamed *unnamed;
    size_t unnamed_count;
    struct debugger_note *notes;            /* cut values, changed values, text ending inside a value, numbers above 64 bits */
    size_t note_count;
    uint64_t selected_line;                 /* of the last line that selects a frame; 0: none */
    struct str program;                   /* from "Reading symbols from X", "Core was generated by `X'", "info inferiors"; null: unknown */
};

void debugger_read(struct str text, const char *source, struct arena *arena, struct debugger_text *dump);

/* The same with progress: done and total are in bytes; reading passes over each byte a few times. False: the user stopped it, and *dump is empty. */
CHECKED bool debugger_read_watched(struct str text, const char *source, const struct progress *progress, struct arena *arena, struct debugger_text *dump);

/* Reads several texts as if a debugger had printed them one after the other: frames and values join those of the previous stop. Line numbers of the second text
 * continue those of the first. */
struct debugger_part {
    struct str text;
    bool anew;                              /* begins another stop, even if its text does not show it */
    uint64_t lines_before;                  /* set by reading: lines of all earlier texts */
};
CHECKED bool debugger_read_parts(struct debugger_part *parts, size_t count, const struct progress *progress, struct arena *arena, struct debugger_text *dump);

/* The newest snapshot that has a frame or a value; NULL: the text has none. */
const struct debugger_snapshot *debugger_last(const struct debugger_text *dump);

/* For messages about a text without frames and values. Guesses from its first lines what it is: "a Python traceback", "a shell's prompt". NULL: no guess. */
const char *debugger_guess(struct str text);

/* Does a text, or a line of it, begin like a debugger's output that no user types: "#0  main", "$1 = ", "(gdb)", "__PT_"? O(1). For pasted text that reaches
 * clew as keys. */
bool debugger_begins(struct str text);

/* The text without escapes, prompts and pager lines, as debugger_read reads it. *lines maps each of its lines to a line of the original; lines may be NULL. For
 * tests. */
struct str debugger_clean(struct str text, struct arena *arena, uint64_t **lines, size_t *line_count);

#endif

/* debugger.h - what gdb or lldb printed: frames, variables and their values out of any text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whatever was copied out of a debugger: `print`, `info locals`, `bt full`, a session with prompts and colours, gdb/MI, the form of the csi-cc
 * documentation (NAME = {..}  PC (current block) = 9), run together or cut in the middle.
 *
 *     struct debugger_text dump = {0};
 *     debugger_read(text, "crash.txt", &arena, &dump);      never fails: what is not understood is passed over
 *     const struct debugger_snapshot *last = debugger_last(&dump);
 *
 * Kept are stack frames and the variables of CSI (formats/csi.md 4): path arrays, indices, sums, coverage arrays, local and global.
 * A snapshot is one state of a stopped program: a new stop, or frame 0 at another place, begins the next one. Text is untrusted and is
 * first cleaned of escapes, prompts and pagers; strings point into the cleaned copy in the arena. O(bytes) time and memory; at most 2^19 frames
 * and 1000 notes are kept, and a note says so.
 * How each form is read: debugger_reader.h. */
#ifndef CLEW_CRASH_DEBUGGER_H
#define CLEW_CRASH_DEBUGGER_H

#include "core/core.h"

/* ---- Values ---- */

enum debugger_value_kind {
    DEBUGGER_MISSING,                       /* <optimized out>, <unavailable>, not a number, cut off (no reason): see reason */
    DEBUGGER_SCALAR,
    DEBUGGER_ARRAY
};

struct debugger_value {
    enum debugger_value_kind kind;
    struct str reason;                    /* MISSING: what stood there, "<optimized out>" */
    uint64_t number;                        /* SCALAR; negative numbers as two's complement */
    uint64_t *items;                        /* ARRAY */
    bool *known;                            /* ARRAY: false for items that are missing; NULL: all are known */
    size_t count;
    bool cut;                               /* elements behind were not printed ("..."), or the text ends inside */
    unsigned unit;                          /* bytes an element certainly takes: 1 or 8; 0: the text does not say */
    bool string;                            /* was a string: may be shorter than the array by its trailing zeros */
    uint64_t text_line;                     /* of the text as given, from 1 */
};
/* An array above this many elements is cut; so is one whose repeats, ranges and gaps would make more than DEBUGGER_ITEMS + 4 * bytes of elements
 * in the whole text. */
enum { DEBUGGER_ITEMS = 1 << 24 };

/* Reads one value at the start of the text, as in "{1, 0 <repeats 8 times>, -1}"; *size: bytes it took. False: no value there (*value is
 * MISSING with the text as its reason). Used for MI strings and by tests. */
bool debugger_value_read(struct str text, struct arena *arena, struct debugger_value *value, size_t *size);

enum debugger_name {                        /* both sets of names mean the same; see csi.md 4 */
    DEBUGGER_PATH_ARRAY, DEBUGGER_PATH_INDEX, DEBUGGER_PATH_CURRENT, DEBUGGER_LOCAL_CC, DEBUGGER_LOCAL_BBC,
    DEBUGGER_LOCALS,
    DEBUGGER_GLOBAL = DEBUGGER_LOCALS       /* __FC_arr_..., __CC_arr_..., __BBC_arr_... */
};

/* How a local is called: in the csi-cc documentation, or by csi-cc. */
const char *debugger_local_name(enum debugger_name which, bool documented);

/* Which variable of CSI a name is; false: none. */
bool debugger_name_find(struct str name, enum debugger_name *which);

/* ---- Frames ---- */

struct debugger_frame {
    bool has_level, has_address, has_line;
    uint64_t level;                         /* #N */
    uint64_t address, line;
    struct str function, file, library;   /* null: unknown; function as the debugger shows it, arguments cut off */
    bool selected;                          /* the last frame, up, down or * that named it */
    bool opened;                            /* false: made for values that came before any frame */
    uint64_t id;                            /* of the text: other frames have other ones */
    struct debugger_value locals[DEBUGGER_LOCALS];
    bool has[DEBUGGER_LOCALS];              /* a value, or a reason why it is missing, was printed */
    bool changed[DEBUGGER_LOCALS];          /* printed twice with different values: the later one is kept */
    bool no_symbols;                        /* "No symbol table info available." */
    bool has_block;                         /* user form: PC (current block) = N, block = N */
    uint64_t block;                         /* an id */
    uint64_t text_line;
};

struct debugger_thread {
    struct str name;                      /* "1", "Thread 0x7ffff... (LWP 17)"; null: the only one */
    struct debugger_frame *frames;          /* by level, ascending; frames without level first, in order of the text */
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
    size_t count, selected;                 /* selected: of the frame that was looked at last, else the first */
    struct debugger_global *globals;        /* by name */
    size_t global_count;
    struct str signal;                    /* "SIGSEGV, Segmentation fault"; null: none was seen */
    uint64_t text_line;                     /* where it begins */
    bool documented, released;              /* path variables had names of the csi-cc documentation, __PT_pathArr; of its releases, __PT_counter_arr */
};

/* A value whose variable the text does not say ("$1 = {...}" without its command, MI's "^done,value="). */
struct debugger_unnamed {
    struct debugger_value value;
    uint64_t frame;                         /* id of the frame that was selected */
    uint64_t number;                        /* "$1"; 0: it had none */
    bool named;                             /* it was found out meanwhile, or the user said, what it is of: see crash/stack.h */
};

struct debugger_note {
    uint64_t line;                          /* of the text as given; 0: of no line */
    struct str message;                   /* printable */
};

struct debugger_text {
    struct debugger_snapshot *snapshots;    /* in order; the last one is the state the program is in */
    size_t count;
    struct debugger_unnamed *unnamed;
    size_t unnamed_count;
    struct debugger_note *notes;            /* cut values, values that changed, a text that ends in the middle of a value, numbers above 64 bits */
    size_t note_count;
    uint64_t selected_line;                 /* where the text last says that a frame is selected; 0: nowhere */
    struct str program;                   /* from "Reading symbols from X", "Core was generated by `X'", "info inferiors"; null: unknown */
};

void debugger_read(struct str text, const char *source, struct arena *arena, struct debugger_text *dump);

/* The same while somebody watches: done and total are in bytes, each byte being passed a few times. False: stopped, and *dump is empty. */
CHECKED bool debugger_read_watched(struct str text, const char *source, const struct progress *progress, struct arena *arena, struct debugger_text *dump);

/* Texts that came one after the other are read as one, as a debugger printed them: frames and values join those of the stop before. Lines of the
 * second text count on from those of the first. */
struct debugger_part {
    struct str text;
    bool anew;                              /* is of another stop than the texts before, whatever it says */
    uint64_t lines_before;                  /* set by reading: of all texts before */
};
CHECKED bool debugger_read_parts(struct debugger_part *parts, size_t count, const struct progress *progress, struct arena *arena, struct debugger_text *dump);

/* The newest snapshot that has a frame or a value; NULL: the text has none. */
const struct debugger_snapshot *debugger_last(const struct debugger_text *dump);

/* What a text seems to be in which there is neither frame nor value, by its first lines: "a Python traceback", "a shell's prompt"; NULL: nobody knows. For
 * messages. */
const char *debugger_guess(struct str text);

/* Does a text, or a line of it, begin as what a debugger prints and nobody types: "#0  main", "$1 = ", "(gdb)", "__PT_"? O(1). For text that comes as if it
 * were typed. */
bool debugger_begins(struct str text);

/* The text without escapes, prompts and pager lines, as debugger_read reads it; *lines maps each of its lines to the line of the original (the
 * caller may pass NULL). For tests. */
struct str debugger_clean(struct str text, struct arena *arena, uint64_t **lines, size_t *line_count);

#endif

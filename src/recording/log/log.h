/* log.h - makes traces: runs a program under the recorder and rebuilds its dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under Valgrind           pipe          clew
 *     [ recorder, its own program ] -- log --> [ reconstruction ] --> store --> text, if requested
 *
 *     record_run()             the front: starts the recorder and a worker for each process that the program makes, waits (front.h)
 *       launch.h               the program under the recorder
 *       worker.h               the process that turns one log into one trace
 *       record.h               what a worker does
 *       state/log_reader.h     cuts the stream of state/log_format.h into definitions, runs and events
 *       template.h             what one instruction reads and writes, by the rules of the architecture
 *       shadow.h               the last definer of every byte of memory and registers; what the program wrote to files and sockets
 *       sites.h                the program's instructions, and their addresses in the trace: the file's or the run's
 *       reconstruct.h          puts the four together: executions with their dependences
 *       state/piece.h          keeps of the log what it takes to run it again: the state stream
 *       piece_thread.h         does that beside the reconstruction
 *       memory_check.h         with --check: does every load find what its definers stored?
 *       state/state_check.h    with --check: do the pieces compute what the log has?
 *       collect.h              frames and control parents (Xin and Zhang, ISSTA 2007); hands dependences, values and the clock to a store
 *                              or keeps the last of them
 *       relay.h                the thread of each of these two
 *       store_thread.h         stores them (store/writer.h) beside the reconstruction
 *       select.h               which code is yours, by the names of files and functions
 *     record_hints()           what to say about the trace
 *
 * These files decide which code the trace lists; the recorder follows all code. Reads and writes of skipped code belong to the
 * instruction in your code that called it (clew-formats(5) 3.3), so that no id dangles. PLT stubs are the linker's code:
 * ONLY_EXECUTABLE skips them. */
#ifndef CLEW_RECORDING_LOG_LOG_H
#define CLEW_RECORDING_LOG_LOG_H

#include "recording/log/memory_check.h"
#include "recording/state/state.h"

/* Which code the trace lists: this and the names in record_options.shown; ONLY_NAMED: those names alone. */
enum record_only { ONLY_EXECUTABLE, ONLY_ALL, ONLY_NAMED };

/* Names of files and functions (select.h). */
enum { RECORD_NAMES_MAX = 64 };
struct record_names {
    const char *items[RECORD_NAMES_MAX];
    size_t count;
};

/* What became of a name: some of its code ran; its code was mapped but did not run; nothing has that name. */
enum record_found { FOUND_RAN, FOUND_IDLE, FOUND_NOTHING };

/* What clew writes: a recording (store/store.h), comprehensive text, or text with the last dependences only. */
enum record_format { RECORD_STORE, RECORD_WET, RECORD_HISTORY };

enum { RECORD_HISTORY_DEFAULT = 100000 };

/* The progress of a recording. */
struct record_state {
    enum { RECORD_RUNS, RECORD_OUTLIVED /* other processes outlive the program */, RECORD_CLOSES /* clew finishes the traces */ } phase;
    uint64_t executed;              /* executions so far, of all processes */
    uint64_t bytes;                 /* of their traces on disk so far, without data held back in memory */
    uint64_t rebuilt, log;          /* with a log in a file: how many of the executions are rebuilt; bytes of the file. log 0: there is none */
    size_t processes;               /* being recorded now */
    uint64_t done, total;           /* RECORD_CLOSES: progress of the first process's text; total 0: unknown */
};

/* One process of several (record_options.children), after the recording. */
struct record_trace {
    uint64_t process, parent;       /* parent 0: unknown */
    const char *program, *began;    /* its path; "start", "fork" or "exec" */
    const char *output;             /* its trace */
    uint64_t instructions, instances, executed;
    const struct record_result *result;     /* the rest, unless the trace is lost */
    const struct error *lost;       /* why there is no trace; NULL: there is one */
};

/* Callbacks during a recording; any function may be NULL. */
struct record_watch {
    void (*runs)(void *context, const struct record_state *state);         /* several times a second */
    void (*says)(void *context, const struct error *what);                  /* with messages that the user must see at once */
    void (*trace)(void *context, const struct record_trace *trace);         /* for each process, in the order of their beginning */
    void *context;
};

struct record_options {
    char *const *arguments;         /* the program and its arguments, NULL at the end */
    const char *output;             /* NULL: PROGRAM.clew (PROGRAM.wet for text, PROGRAM.lim for a history) in the current folder */
    enum record_format format;
    enum record_only only;
    struct record_names shown;      /* your code besides `only` */
    struct record_names skipped;    /* exceptions from `only` and `shown` */
    const char *from, *until;       /* functions: record from the first entry of `from` to the next entry of `until`; NULL: no limit */
    uint64_t history;               /* RECORD_HISTORY: the size of the ring, in dependences; 0: RECORD_HISTORY_DEFAULT */
    bool dense;                     /* RECORD_WET: X counts entries (clew-formats(5) 1.4) instead of executions */
    bool state;                     /* RECORD_STORE: keep registers and memory (state/state.h) */
    bool check;                     /* slower: compares the bytes of every load with the bytes its definers stored (memory_check.h) */
    /* Progress of writing after the run. The first report comes when the program has ended and no file has its final name yet. It can stop text, not a
     * recording */
    struct progress progress;
    bool background;                /* RECORD_STORE: return when the program ends; the recording is rebuilt from its log in the background (worker.h) */
    const char *hold;               /* for tests, or NULL: with `background`, the rebuild waits while this file exists (tests/README.md) */
    bool children;                  /* forked processes and executed programs get their own traces; output is a pattern (front.h) */
    struct record_watch watch;
};

/* A file that ran skipped code. */
enum { RECORD_SKIPPED_MAX = 3 };
struct record_skipped {
    char name[256];                 /* as --only takes it; "": code from no file */
    uint64_t executed;              /* executions; 0: no such file */
};

struct record_result {
    int status;                     /* of the program, as from waitpid */
    int signal;                     /* sent to clew after the program ended: stopped the text, or the wait for children; 0: none */
    bool whole;                     /* the log ended with the program, not in the middle */
    bool executing;                 /* not whole because the program executed another one in its place (execve) */
    bool cut;                       /* the trace ends before the program did; record_watch.says has said why */
    bool rebuilds;                  /* the trace is not whole yet: of what follows only output, replaced, executed and what comes from the front are known */
    uint64_t log;                   /* rebuilds: bytes of the log on disk */
    int64_t took;                   /* milliseconds from the program's start to its end */
    uint64_t unrecorded;            /* children: how many processes clew turned away because it was recording RECORD_PROCESSES already */
    struct record_skipped skipped[RECORD_SKIPPED_MAX];      /* the files that ran most, most first, without the dynamic linker */
    uint64_t skipped_total;         /* executions of all skipped files; like those above, counted within the window (from, until) */
    uint64_t started;               /* without children: how many processes the program made; they ran unrecorded */
    char started_names[256];        /* their programs: "2 cc1, sh" */
    char floating[512];             /* floating-point settings that the program made and Valgrind ignores, and where; "": none */
    bool restricted;                /* the program restricted its system calls (seccomp); explains a trace that is not whole */
    char limits[512];               /* limits of Valgrind that the program reached: one sentence a line; "": none */
    uint64_t left;                  /* children: how many went on unrecorded because they executed a program that clew cannot record */
    char output[4096];              /* path of the trace */
    bool replaced;                  /* a trace was at that path; the new one replaces it unless older_stays */
    bool older_stays;               /* none of the named code ran; clew left the older file as it was */
    char kept[4096 + 32];           /* path of the recording that is left because clew could not write its text; "": none */
    /* contents of the trace; values 0 in a history; text has fewer dependences than a store: clew-formats(5) 1.5 */
    uint64_t instructions, instances, dependences, values;
    uint64_t executed;              /* executions of the whole run, in all code */
    char message[256];              /* Valgrind's message when it gave up; "": none */
    bool one_instruction;           /* the recorder was built with a Valgrind that it does not know well: it translates single instructions */
    char unsupported[512];          /* an instruction that Valgrind does not know and the program reached, and where; "": none */
    uint64_t dropped;               /* uses by skipped code that had no room (collect.h) */
    uint64_t stacks_forgotten, stacks_unknown;  /* coroutines (run.h): stacks forgotten; switches to an unknown stack */
    uint8_t shown_found[RECORD_NAMES_MAX], skipped_found[RECORD_NAMES_MAX];    /* enum record_found of the names in the options */
    uint8_t from_found, until_found;    /* likewise; FOUND_RAN: the window began, or ended, there */
    uint64_t left_out;              /* carried uses that text has no port for (store/writer.h) */
    struct memory_check_totals check;
    bool state_checked;             /* with record_options.check and state: */
    struct state_check_totals state;
    char mismatches[16384];         /* the first of them, a line each; "": none */
    uint64_t renamed;               /* names whose blanks were written as _ (wet/wet.h) */
};

enum { RECORD_PROCESSES = 64 };     /* recorded at once */

/* Runs a program and records it. The program is a child of this process and has its standard input, output and error; a separate process (worker.h) writes the
 * trace. Blocks until the program has ended and the trace is written, to a temporary file that is renamed at the end.
 *
 * If the trace cannot go on, for example on a full disk, clew finishes it there, and the program runs on unrecorded (result->cut). False: clew could not start
 * the program or write the trace; where something is missing the message says what to install. If OUTPUT exists and is no trace of clew's, clew writes
 * nothing and does not run the program.
 *
 * A recording is written while the program runs. Text is written afterwards from a temporary recording (store_write_text), so the disk needs room for both. If
 * writing text fails or is stopped, the recording stays (result->kept), unless the text went to a pipe or device.
 *
 * Memory: 4 bytes for each byte of memory the program wrote, plus the open blocks and tables of the store (store/writer.h), or the ring of a history. */
CHECKED bool record_run(const struct record_options *options, struct record_result *result, struct error *error);

/* ---- What clew knows about a trace only after the rebuild ----
 *
 * `clew record` prints these sentences if it waits for the rebuild. In any case the recording keeps them in notes, and `info trace` shows them. The notes of
 * HINT_MISSING are called "missing": opening tells them each time, as the recording lacks what its options ask for. Those of HINT_SKIPPED and HINT_REST are
 * called "hint": who waits for the rebuild is told. */
enum record_hint {
    HINT_MISSING = 1,               /* names of --only, --from and --until that match nothing, or code that did not run */
    HINT_SKIPPED = 2,               /* which skipped files ran most of the instructions */
    HINT_NOTED = 4,                 /* what has notes of its own: "lost stacks", "floating point" */
    HINT_REST = 8                   /* --skip likewise; dropped uses; an instruction that Valgrind does not know */
};
/* Appends them, a line each, safe for a terminal. which: HINT_... */
void record_hints(const struct record_options *options, const struct record_result *result, unsigned which, struct text *lines);

/* A file may be a log that is no recording yet (worker.h). Waits for the process that rebuilds it; if that was killed, rebuilds it here, up to the last whole
 * frame, and replaces the file, if it may write. Any other file: returns at once. progress is called with bytes of the log, and can stop it. False: then *error
 * says why. */
static inline bool record_may_settle(enum store_index index)       /* where an index may be written, a recording may be, too */
{
    return index == STORE_INDEX_AUTO || index == STORE_INDEX_ALWAYS || index == STORE_INDEX_REBUILD;
}
bool record_is_log(const char *path);
CHECKED bool record_settle(const char *path, bool may_write, const struct progress *progress, struct error *error);

/* Appends the result of a memory check, without a newline: "12 loads, 60 bytes, 0 mismatches". */
void check_summary(const struct memory_check_totals *totals, struct text *out);

/* Returns the recorder's path: $CLEW_RECORDER, or libexec/clew/ beside or above the running program. NULL: none is there. Free it. */
char *record_tool(void);

#endif

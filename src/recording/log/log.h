/* log.h - makes traces: runs a program under the recorder and rebuilds its dependences.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program under Valgrind           pipe          clew
 *     [ recorder, its own program ] -- log --> [ reconstruction ] --> store --> text, if wanted
 *
 *     record_run()             the front: starts the recorder and a worker for each process that the program makes, waits (front.h)
 *       launch.h               the program under the recorder
 *       worker.h               a process that makes a trace of a log, record.h what it does
 *       log_reader.h           the stream of log_format.h cut into definitions, runs and events
 *       template.h             what one instruction reads and writes, by the rules of the architecture
 *       shadow.h               who last defined every byte of memory and registers; what the program wrote to files and sockets
 *       sites.h                the program's instructions, and what the trace calls their addresses: the file's or the run's
 *       reconstruct.h          puts the four together: an instance with its dependences
 *       memory_check.h         with --check: does every load find what its definers stored?
 *       collect.h              frames and control parents (Xin and Zhang, ISSTA 2007); hands dependences, values and the clock to a store
 *                              (store/writer.h), or keeps the last of them
 *       select.h               which code is shown, by the names of files and functions
 *
 * What the trace shows is decided here, not in the recorder: skipped code is followed all the same, and what it reads and
 * writes is attributed to the shown instruction that called it (clew-formats(5) 3.3), so that no id dangles. PLT stubs are
 * linker's code and not shown with ONLY_EXECUTABLE. */
#ifndef CLEW_RECORDING_LOG_LOG_H
#define CLEW_RECORDING_LOG_LOG_H

#include "recording/log/memory_check.h"

/* What is shown in any case; the names of record_options come to that, ONLY_NAMED is nothing else. */
enum record_only { ONLY_EXECUTABLE, ONLY_ALL, ONLY_NAMED };

/* Names of files and functions (select.h). */
enum { RECORD_NAMES_MAX = 64 };
struct record_names {
    const char *items[RECORD_NAMES_MAX];
    size_t count;
};

/* What became of a name: something of it ran; it was mapped, but nothing of it ran; there was nothing of that name. */
enum record_found { FOUND_RAN, FOUND_IDLE, FOUND_NOTHING };

/* What is written: a recording (store/store.h), or text: comprehensive, or the last dependences only. */
enum record_format { RECORD_STORE, RECORD_WET, RECORD_HISTORY };

enum { RECORD_HISTORY_DEFAULT = 100000 };

/* How far a recording is. */
struct record_state {
    enum { RECORD_RUNS, RECORD_OUTLIVED /* by other processes */, RECORD_CLOSES /* traces are finished */ } phase;
    uint64_t executed;              /* instances so far, of all processes */
    uint64_t bytes;                 /* of their traces so far, on disk; what is held back is not in it */
    size_t processes;               /* that are recorded now */
    uint64_t done, total;           /* RECORD_CLOSES: of the text of the first; total 0: unknown */
};

/* One process of several (record_options.children), when all is over. */
struct record_trace {
    uint64_t process, parent;       /* parent 0: unknown */
    const char *program, *began;    /* its path; "start", "fork" or "exec" */
    const char *output;             /* its trace */
    uint64_t instructions, instances, executed;
    const struct record_result *result;     /* the rest, unless it is lost */
    const struct error *lost;       /* there is no trace, and why; NULL: there is */
};

/* Who watches a recording; any function may be NULL. */
struct record_watch {
    void (*runs)(void *context, const struct record_state *state);         /* several times a second */
    void (*says)(void *context, const struct error *what);                  /* what the user has to know at once */
    void (*trace)(void *context, const struct record_trace *trace);         /* in the order in which the processes began */
    void *context;
};

struct record_options {
    char *const *arguments;         /* the program and its arguments, NULL at the end */
    const char *output;             /* NULL: PROGRAM.clew (PROGRAM.wet for text, PROGRAM.lim for a history) in the current folder */
    enum record_format format;
    enum record_only only;
    struct record_names shown;      /* besides */
    struct record_names skipped;    /* not these, of what is shown otherwise */
    const char *from, *until;       /* functions: what ran from the first entry of one up to the next entry of the other; NULL: all */
    uint64_t history;               /* RECORD_HISTORY: the size of the ring, in dependences; 0: RECORD_HISTORY_DEFAULT */
    bool dense;                     /* RECORD_WET: X counts entries (clew-formats(5) 1.4) instead of instances */
    bool check;                     /* the bytes of every load are compared with what its definers stored (memory_check.h); it takes longer */
    /* Of what is written behind the run: told first when the program has ended, and nothing has its name yet. Stops text, not a recording */
    struct progress progress;
    bool children;                  /* forked processes and programs that are executed get traces of their own; output is a pattern then: front.h */
    struct record_watch watch;
};

/* A file that ran skipped code. */
enum { RECORD_SKIPPED_MAX = 3 };
struct record_skipped {
    char name[256];                 /* as --only takes it; "": code from no file */
    uint64_t executed;              /* instances; 0: there is none */
};

struct record_result {
    int status;                     /* of the program, as from waitpid */
    int signal;                     /* that clew got when the program had ended already: text was stopped, or waiting for children; 0: none */
    bool whole;                     /* the log ended with the program, not in the middle */
    bool executing;                 /* not whole, since the program put another one in its place (execve) */
    bool cut;                       /* the trace ends before the program did, and record_watch.says has said why */
    uint64_t unrecorded;            /* children: how many found no room, RECORD_PROCESSES being recorded already */
    struct record_skipped skipped[RECORD_SKIPPED_MAX];      /* that ran most, the most first; without the dynamic linker */
    uint64_t skipped_total;         /* instances of all of them; as those above, within the window (from, until) */
    uint64_t started;               /* without children: how many processes the program made, which ran unrecorded */
    char started_names[256];        /* their programs: "2 cc1, sh" */
    char floating[512];             /* what it set for floating-point numbers that Valgrind does not obey, and where; "": nothing */
    bool restricted;                /* the program restricted its system calls (seccomp): if the trace is not whole, that is why */
    char limits[512];               /* of Valgrind that it came to: a sentence a line; "": none */
    uint64_t left;                  /* children: how many went on unrecorded, since they executed a program that cannot be recorded */
    char output[4096];              /* where the trace is */
    bool replaced;                  /* a file was there, a trace too: it was written over */
    bool older_stays;               /* nothing ran of what was named, and the file that was there is left as it was */
    char kept[4096 + 32];           /* where a recording is instead, since text could not be made of it; "": nowhere */
    /* in the trace; values 0 in a history; text has fewer dependences than a store: clew-formats(5) 1.5 */
    uint64_t instructions, instances, dependences, values;
    uint64_t executed;              /* instances of the whole run, shown or not */
    char message[256];              /* what Valgrind said when it gave up; "": nothing */
    bool one_instruction;           /* the recorder was built with a Valgrind that it knows too little of: translations of one instruction */
    char unsupported[512];          /* where and what, if the program came to an instruction that Valgrind does not know; "": it did not */
    uint64_t dropped;               /* uses by skipped code that had no room (collect.h) */
    uint64_t stacks_forgotten, stacks_unknown;  /* coroutines' (run.h): forgotten; how often control went to one of which nothing was known */
    uint8_t shown_found[RECORD_NAMES_MAX], skipped_found[RECORD_NAMES_MAX];    /* enum record_found of the names asked for */
    uint8_t from_found, until_found;    /* likewise; FOUND_RAN: the window began, and ended, there */
    uint64_t left_out;              /* carried uses that text has no port for (store/writer.h) */
    struct memory_check_totals check;
    char mismatches[16384];         /* the first of them, a line each; "": none */
    uint64_t renamed;               /* names whose blanks were written as _ (wet/wet.h) */
};

enum { RECORD_PROCESSES = 64 };     /* recorded at once */

/* Runs a program and records it. The program has this process's standard input, output and error, and is its child; who writes the trace is a process of its
 * own (worker.h). Blocks until the program ended and the trace is written (to a temporary file first, then renamed). Where the disk is full, or the trace
 * cannot go on for another reason, it ends there and is finished, and the program runs on unrecorded (result->cut). False: it could not be started or the
 * trace not be written; the message says what to install where something is missing. A recording is written while the program runs, text from a recording
 * that is deleted then (store_write_text), so that the disk must have room for both. If writing that text fails or is stopped, the recording stays
 * (result->kept), unless the text went to a pipe or device. Where a file is that is no trace of clew's nothing is written, and the program does not run.
 * Memory: 4 bytes a byte of memory the program wrote, the open blocks and tables of the store (store/writer.h), or the ring of a history. */
CHECKED bool record_run(const struct record_options *options, struct record_result *result, struct error *error);

/* What a memory check found, in words without a line's end: "12 loads, 60 bytes, 0 mismatches". */
void check_summary(const struct memory_check_totals *totals, struct text *out);

/* The recorder's path: $CLEW_RECORDER, else libexec/clew/ beside or above the running program. NULL: not there. Free it. */
char *record_tool(void);

#include "recording/log/log_format.h"

#endif

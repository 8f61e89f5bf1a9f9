/* store.h - the dependences of one trace, however they lie on disk or in memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A store answers: which instructions ran, how often, which instance depends upon which, with what values.
 *
 *     struct store *store;
 *     if (!store_open(path, NULL, &store, &error)) ...
 *     uint64_t index;
 *     if (store_find_id(store, 2118, &index)) {
 *         struct links links = {0};
 *         if (!store_definers(store, (struct node){index, 0}, NULL, &links)) ...      who wrote what #0 used
 *         links_free(&links);
 *     }
 *     store_close(store);
 *
 *     open ---> count, instruction(i), find ---> definers / users / values of (i, instance) ---> close
 *
 * Words (clew-formats(5)): an *instruction* is one machine instruction of the program, an *instance* one execution of it, a
 * *node* the pair of both. A *use port* is one static use; port 0 is control. An edge goes from a *user* to its *definer*.
 *
 * Instructions are numbered here 0 ... count-1, in file order; this *index* is what all calls take, ids and addresses are the
 * trace's own names for it. Behind the instructions that have a block stand those that entries merely name (dangling ids);
 * in a history an instruction is an address, in order of first mention.
 *
 * Has it a clock? Text records no order between instructions: store_time() is false. Recordings by clew have one: clock.h.
 *
 * Nothing outside this folder can tell how a store keeps its data (layout.h): blocks of 256 entries in a few bits each, in a file of checked
 * pages. There are two such files. The *index* of a text trace, NAME.clew beside it or, where that folder is read-only, below $XDG_CACHE_HOME/clew,
 * is made when a text is opened first, and says where values stand in the text; it is used again while the text is the same. A *recording*
 * (writer.h) is a trace by itself: values and times are in it, there is no text. A store is asked by one thread at a time. Strings in answers
 * live as long as the store.
 *
 * Files can change or break while they are open. Then answers are empty or end early, never wrong, and store_damaged() says what was met; the way on is to
 * close the store and open it again, which makes the index anew. */
#ifndef CLEW_RECORDING_STORE_STORE_H
#define CLEW_RECORDING_STORE_STORE_H

#include "recording/wet/wet.h"

struct store;

/* What the numbering of a trace rests on, the weakest first. NONE: a recording by clew record, or by a clew that did not keep it. */
enum store_evidence {
    EVIDENCE_NONE, EVIDENCE_NOTHING, EVIDENCE_OLD_MARK /* X may count entries: others end lines so, too */,
    EVIDENCE_GAP /* in the X of a list */, EVIDENCE_MARK, EVIDENCE_ASKED
};

enum store_numbering { NUMBERING_DETECT, NUMBERING_INSTANCE, NUMBERING_DENSE };    /* what X means in the text (clew-formats(5) 1.4) */

/* When a text's index is a file. AUTO: from STORE_INDEX_LEAST bytes of text on; smaller ones are read anew each time. */
enum store_index {
    STORE_INDEX_AUTO, STORE_INDEX_ALWAYS, STORE_INDEX_NEVER, STORE_INDEX_REBUILD /* even if there is a good one */,
    STORE_INDEX_EXISTING,           /* nothing is written: that there is no good one is an error */
    STORE_INDEX_USE                 /* nothing is written: without a good one the index is kept in memory */
};
#define STORE_INDEX_LEAST (UINT64_C(16) << 20)

struct store_options {
    enum store_numbering numbering;
    bool strict;                    /* the first problem of the file is an error */
    struct progress progress;       /* of reading; stopping it makes store_open fail with "interrupted" */
    enum store_index index;
    unsigned threads;               /* that read text; 0: as many as there are processors, at most 2. What comes out is the same */
    enum wet_path path;             /* for tests and comparisons */
    uint64_t part_size;             /* the same: text is cut into parts of about so many bytes; 0: the usual size */
};

bool store_sniff(struct str head);                /* is what begins so a recording, or the index of a text? */
bool store_sniff_any(struct str head);             /* that, or a WET text */

/* Opens a recording, or reads a text trace, comprehensive or history, whichever it is, or uses its index. Text may be compressed (core/input.h). options may
 * be NULL. Problems do not make it fail (unless strict): what is readable is there, the rest is counted, see store_problem. Fails: no file, empty file, a
 * recording that comes through a pipe, interrupted; where an index file is made also a text that is no trace at all (store_is_trace), or that was removed or
 * replaced meanwhile: an index of it would be nobody's. Reading text: O(size of the file) time; memory: tables of about 100 bytes an instruction and 50 a
 * list, and a fiftieth of the largest instruction's text. With an index, and for recordings: the tables only. */
CHECKED bool store_open(const char *path, const struct store_options *options, struct store **store, struct error *error);

/* The same from bytes in memory, which are read during the call only. `name` is for messages. */
CHECKED bool store_open_bytes(struct str bytes, const char *name, const struct store_options *options, struct store **store, struct error *error);
void store_close(struct store *store);          /* NULL is allowed */

/* ---- Its files ---- */

struct store_files {
    const char *trace, *index;      /* index NULL: none is kept, or the trace is a recording */
    uint64_t trace_size, index_size;        /* bytes; of an index in memory too */
    bool recording;
    bool reused;                    /* the index was there already */
};
struct store_files store_files(const struct store *store);

/* What is to be said once about the index, for people: that one was stale or damaged and was made anew, or could not be kept, and why. NULL: nothing. */
const char *store_notice(const struct store *store);

/* Was damage met, or did the trace change (shrink, grow, be written or replaced) since it was opened? Asks the system about the file when `look`. */
bool store_damaged(const struct store *store, bool look, struct error *error);

/* Is there a trace in it at all, or nothing but a text of something else? False says so. Where there is no index file, store_open leaves that to be asked. */
CHECKED bool store_is_trace(const struct store *store, struct error *error);
/* The first bytes of the text: of one that came through a pipe nobody else can read them. Of a recording: none. */
struct str store_head(const struct store *store, size_t size, struct arena *arena);

/* Checks everything: all pages of the file, and, for the index of a text, that it is byte for byte what reading the text again makes. False: what is wrong,
 * or interrupted. */
CHECKED bool store_verify(const struct store *store, const struct progress *progress, struct error *error);

/* A note that the recorder left (writer.h): "program", "arguments", "status", "fault" (notes.h), ...; the null string: none. */
struct str store_note(const struct store *store, const char *name);
/* Notes one by one: takes the first off `rest`, which begins as store_notes(). False: no more. */
struct str store_notes(const struct store *store);
bool store_next_note(struct str *rest, struct str *name, struct str *value);

/* ---- The whole ---- */

enum store_kind { STORE_COMPREHENSIVE, STORE_HISTORY };

struct store_summary {
    enum store_kind kind;
    bool has_clock;                 /* store_time answers */
    bool dense;                     /* X counts entries, not instances: some links are uncertain (clew-formats(5) 1.4) */
    enum store_evidence evidence;   /* why clew takes it so */
    uint64_t instructions;          /* with a block; history: distinct addresses */
    uint64_t times;                 /* of the clock: the last instance ran at this time; 0: no clock */
    uint64_t dependences;           /* entries; history: lines */
    uint64_t values;
    uint64_t problems, problems_kept;       /* counted; to be had from store_problem */
};
struct store_summary store_summary(const struct store *store);      /* O(1) */

/* Sum of executions, UINT64_MAX if more: O(1). History: distinct (address, instance): O(lines) when it is asked first. */
uint64_t store_instances(const struct store *store);

/* ---- Instructions ---- */

struct node {
    uint64_t index;                 /* of the instruction */
    uint64_t instance;              /* from 0 */
};

struct instruction {
    bool has_block;                 /* false: dangling, entries name it; in a history: true */
    bool has_id;                    /* false in a history */
    bool has_address;               /* false for a dangling id */
    uint64_t id, address;
    struct str file, function;    /* null: unknown */
    uint64_t line;                  /* 0: unknown */
    uint64_t ports;                 /* SIZE lists it has; 0 in a history */
    /* those behind these, if there are any, hold what skipped code used on its behalf (clew-formats(5) 3.3); text does not tell */
    uint64_t own_ports;
    uint64_t executions;            /* E (clew-formats(5) 1.4); for dangling ones and histories 1 + the largest instance named */
    bool executions_least;          /* a list with entries is shorter than E in a dense file: E is a lower bound */
    uint64_t values;                /* entries of its value list */
    bool no_values;                 /* the trace says NO VALUES (as opposed to saying nothing) */
};

uint64_t store_count(const struct store *store);                                    /* all indices, dangling ones too */
struct instruction store_instruction(const struct store *store, uint64_t index);   /* O(1); index < count */

/* By the trace's own names; O(1) expected. Two instructions at one address: the first block in the file, see clew-formats(5) 1.3. */
bool store_find_id(const struct store *store, uint64_t id, uint64_t *index);
bool store_find_address(const struct store *store, uint64_t address, uint64_t *index);

/* The instruction with the nearest address below or above, for messages; O(count). False: no instruction has an address. */
bool store_nearest_address(const struct store *store, uint64_t address, uint64_t *index);

/* Can it be asked for? Its block is there and instance < executions, or some entry names it. */
bool store_exists(const struct store *store, struct node node);

/* Is this instance on the horizon of a history: it stands on the right of arrows only, so that its own dependences were either
 * none or overwritten (clew-formats(5) 2)? Always false for comprehensive traces. */
bool store_at_horizon(const struct store *store, struct node node);

/* When an instance ran, on the recorder's clock; false: this trace has none. */
bool store_time(const struct store *store, struct node node, uint64_t *time);

/* ---- Dependences ---- */

enum link_kind { LINK_CONTROL, LINK_DATA, LINK_UNKNOWN, LINK_KINDS };    /* UNKNOWN: a history does not say */

struct link {
    struct node node;               /* the other end: the definer, or the user */
    uint64_t port;                  /* of the user; 0 and meaningless in a history */
    enum link_kind kind;
    bool uncertain;                 /* the entry may belong to another instance (clew-formats(5) 1.4) */
    bool carried;                   /* the user is not what used it, but led there: struct instruction, own_ports */
    uint64_t instance_max;          /* users: the largest instance it may belong to; else node.instance */
};

struct links {                      /* zeroed is empty; answers are appended */
    struct link *items;
    size_t count, capacity;
};
void links_free(struct links *links);

/* Definers of a node, ordered by port, then id, instance (histories: address, instance); equal ones once. O(definers + ports log n).
 * False only if progress stopped it; then links hold what was found. progress may be NULL. */
CHECKED bool store_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links);

/* Only the certain definers of a node, for closures: uncertain[kind] grows by the number of uncertain links of that kind, which are not
 * listed. O(certain definers + ports log n), however many uncertain links there are. */
CHECKED bool store_certain_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links,
                                    uint64_t uncertain[LINK_KINDS]);

/* The same of the other ports than port 0, which are a third of them as a rule: what it used. */
CHECKED bool store_certain_data(const struct store *store, struct node user, const struct progress *progress, struct links *links, uint64_t uncertain[LINK_KINDS]);

/* The certain ones on port 0 alone: what let the node run. uncertain grows as above. O(log n), with the few that there are. */
CHECKED bool store_certain_control(const struct store *store, struct node user, struct links *links, uint64_t uncertain[LINK_KINDS]);

/* Users of a node, ordered by id, instance, port (histories: address, instance); equal ones once. The store knows which blocks of 256 entries may name
 * an instance: O(those blocks). False only if progress stopped it; where damage is met they end early (store_damaged()). */
CHECKED bool store_users(const struct store *store, struct node definer, const struct progress *progress, struct links *links);

/* ---- Values ---- */

enum { VALUE_DIGITS = 128 };

struct value {
    uint64_t instance, instance_max; /* instance_max > instance: uncertain, it belongs to one of these */
    bool uncertain;
    uint8_t size;                    /* digits used */
    char digits[VALUE_DIGITS];       /* lower-case hexadecimal without leading zeros, most significant first; zero is "0" */
};

/* The k-th value of an instruction, 0 <= k < instruction.values, ordered by instance, equal instances in file order. Of text: O(256 lines), read from the
 * file. */
struct value store_value(const struct store *store, uint64_t index, uint64_t k);

/* The range of k whose values may be those of one instance: *first and, returned, their number (0: none recorded). O(log n). */
uint64_t store_values_of(const struct store *store, struct node node, uint64_t *first);

/* The value of an instance as a number. False: it has none that is recorded, or several, or one that is uncertain or wider than 64 bits. O(log n). */
bool store_number(const struct store *store, struct node node, uint64_t *number);

/* The value as "0x..." for showing. */
void value_text(const struct value *value, struct text *out);

/* ---- Problems of the file ---- */

struct problem {
    enum wet_problem kind;           /* names and wording: wet/wet.h */
    uint64_t line, column;           /* from 1 */
    uint64_t first, second, third;   /* what the message needs, see struct wet_finding */
};

/* Problems in file order; i < summary.problems_kept: of each kind the first 65,536. O(1). */
struct problem store_problem(const struct store *store, uint64_t i);
uint64_t store_problem_count(const struct store *store, enum wet_problem kind);                   /* O(1) */
void problem_text(const struct store *store, const struct problem *problem, struct text *out);    /* the message, without place */

#include "recording/store/clock.h"
#include "recording/store/indexing.h"
#include "recording/store/notes.h"
#include "recording/store/reach.h"
#include "recording/store/skipped.h"
#include "recording/store/writer.h"

#endif

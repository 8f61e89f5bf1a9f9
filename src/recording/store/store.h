/* store.h - the dependences of one trace, from a file or from memory.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A store answers which instructions ran, how often, with which values, and which execution depends upon which.
 *
 *     struct store *store;
 *     if (!store_open(path, NULL, &store, &error)) ...
 *     uint64_t index;
 *     if (store_find_id(store, 2118, &index)) {
 *         struct links links = {0};
 *         if (!store_definers(store, (struct node){index, 0}, NULL, &links)) ...      the definers of #0
 *         links_free(&links);
 *     }
 *     store_close(store);
 *
 *     open ---> count, instruction(i), find ---> definers / users / values of (i, instance) ---> close
 *
 * Words (clew-formats(5)): an *instruction* is one machine instruction of the program, an *instance* the number of one execution of it, a
 * *node* the pair of both. A *use port* is one static use; port 0 is control. An edge goes from a *user* to its *definer*.
 *
 * The store numbers instructions 0 ... count-1 in file order. All calls take this *index*; ids and addresses are the trace's own names.
 * Instructions with a block come first, then those that entries only name (dangling ids). In a history an instruction is an address, and
 * indices follow the order of first mention.
 *
 * Clock: recordings by clew have one (clock.h). Text records no order between instructions, so store_time() is false.
 *
 * No code outside this folder knows how a store keeps its data (layout.h): blocks of 256 entries at a few bits each, in a file of checked
 * pages. There are two such files. The *index* of a text trace says where values stand in the text. clew makes it when it first opens the text, as
 * NAME.clew beside it or, where that folder is read-only, below $XDG_CACHE_HOME/clew, and uses it again while the text stays the same. A *recording*
 * (writer.h) is a trace by itself: it holds values and times and needs no text. Only one thread at a time may ask a store. Strings in answers
 * live as long as the store.
 *
 * Files can change or break while they are open. Then answers are empty or end early, never wrong, and store_damaged() says why. To go on, close the store
 * and open it again, which rebuilds the index. */
#ifndef CLEW_RECORDING_STORE_STORE_H
#define CLEW_RECORDING_STORE_STORE_H

#include "recording/wet/wet.h"

struct store;

/* The evidence for what X means in a trace, weakest first. NONE: a recording by `clew record`, or by a clew that kept no evidence. */
enum store_evidence {
    EVIDENCE_NONE, EVIDENCE_NOTHING, EVIDENCE_OLD_MARK /* X may count entries: other writers end lines like this, too */,
    EVIDENCE_GAP /* in the X of a list */, EVIDENCE_MARK, EVIDENCE_ASKED
};

enum store_numbering { NUMBERING_DETECT, NUMBERING_INSTANCE, NUMBERING_DENSE };    /* what X means in the text (clew-formats(5) 1.4) */

/* When the index of a text becomes a file. AUTO: from STORE_INDEX_LEAST bytes of text on; clew reads smaller texts again each time. */
enum store_index {
    STORE_INDEX_AUTO, STORE_INDEX_ALWAYS, STORE_INDEX_NEVER, STORE_INDEX_REBUILD /* even if there is a good one */,
    STORE_INDEX_EXISTING,           /* writes nothing: a missing or bad index is an error */
    STORE_INDEX_USE                 /* writes nothing: without a good index makes one in memory */
};
#define STORE_INDEX_LEAST (UINT64_C(16) << 20)

struct store_options {
    enum store_numbering numbering;
    bool strict;                    /* the first problem of the file is an error */
    struct progress progress;       /* of reading; when it stops, store_open fails with "interrupted" */
    enum store_index index;
    unsigned threads;               /* that read text; 0: one per processor, at most 2. The result does not depend on it */
    enum wet_path path;             /* for tests and comparisons */
    uint64_t part_size;             /* the same: size of the parts that text is cut into, about; 0: the usual size */
};

bool store_sniff(struct str head);                /* does a recording, its log, or the index of a text begin like this? */
bool store_sniff_any(struct str head);             /* or a WET text? */

/* Opens a recording, or a text trace (comprehensive or history) by its index or by reading it. Text may be compressed (core/input.h). options may
 * be NULL. Problems do not make it fail (unless strict): the store has the readable part and counts the problems, see store_problem. Fails: no file, empty
 * file, a recording through a pipe, interrupted. Where it makes an index file it also fails if the text is no trace at all (store_is_trace), or if someone
 * removed or replaced the text meanwhile: the index would belong to no file. Reading text takes O(size of the file) time; memory: tables of about 100 bytes an
 * instruction and 50 a list, and a fiftieth of the largest instruction's text. With an index, and for recordings: the tables only. */
CHECKED bool store_open(const char *path, const struct store_options *options, struct store **store, struct error *error);

/* The same from bytes in memory, which it reads during the call only. `name` is for messages. */
CHECKED bool store_open_bytes(struct str bytes, const char *name, const struct store_options *options, struct store **store, struct error *error);
void store_close(struct store *store);          /* NULL is allowed */

/* How many bytes of pages of the store's file may stay in memory (paged_limit): 32 MB, unless you say more or less. clew takes them as it reads pages.
 * Invalidates what points into pages. */
void store_cache(struct store *store, uint64_t bytes);

/* ---- Its files ---- */

struct store_files {
    const char *trace, *index;      /* index NULL: none is kept, or the trace is a recording */
    uint64_t trace_size, index_size;        /* bytes; of an index in memory too */
    bool recording;
    bool reused;                    /* the index was there already */
};
struct store_files store_files(const struct store *store);

/* A notice about the index to show once: clew rebuilt a stale or damaged index, or could not keep one, and why. NULL: none. */
const char *store_notice(const struct store *store);

/* Has the store met damage, or did the trace change (shrink, grow, get written or replaced) since it was opened? `look`: asks the system about the file. */
bool store_damaged(const struct store *store, bool look, struct error *error);

/* Does the file hold a trace at all? False: it is some other text, as the error says. Without an index file, store_open does not check this. */
CHECKED bool store_is_trace(const struct store *store, struct error *error);
/* The first bytes of the text; if it came through a pipe, only the store still has them. Of a recording: none. */
struct str store_head(const struct store *store, size_t size, struct arena *arena);

/* Checks everything: all pages of the file and, for the index of a text, that reading the text again makes the same index byte for byte. False: the error
 * says what is wrong, or interrupted. */
CHECKED bool store_verify(const struct store *store, const struct progress *progress, struct error *error);

/* A note that the recorder left (writer.h): "program", "arguments", "status", "fault" (notes.h), ...; the null string: none. */
struct str store_note(const struct store *store, const char *name);
struct str store_note_about(const struct store *store, const char *what, struct str path);      /* the note "WHAT PATH", as "build /usr/bin/jq" */
/* Notes one by one: start with rest = store_notes(); each call takes the first note off it. False: no more. */
struct str store_notes(const struct store *store);
bool store_next_note(struct str *rest, struct str *name, struct str *value);

/* ---- The whole ---- */

enum store_kind { STORE_COMPREHENSIVE, STORE_HISTORY };

struct store_summary {
    enum store_kind kind;
    bool has_clock;                 /* store_time answers */
    bool dense;                     /* X counts entries, not executions: some links are uncertain (clew-formats(5) 1.4) */
    enum store_evidence evidence;   /* for `dense` */
    uint64_t instructions;          /* with a block; history: distinct addresses */
    uint64_t times;                 /* of the clock: the last execution ran at this time; 0: no clock */
    uint64_t dependences;           /* entries; history: lines */
    uint64_t values;
    uint64_t problems, problems_kept;       /* all; those that store_problem has */
    bool has_lines;                 /* some instruction has a line */
};
struct store_summary store_summary(const struct store *store);      /* O(1) */

/* Sum of executions, at most UINT64_MAX: O(1). History: distinct (address, instance): the first call takes O(lines). */
uint64_t store_instances(const struct store *store);

/* ---- Instructions ---- */

struct node {
    uint64_t index;                 /* of the instruction */
    uint64_t instance;              /* from 0 */
};

struct instruction {
    bool has_block;                 /* false: dangling, only entries name it; in a history: true */
    bool has_id;                    /* false in a history */
    bool has_address;               /* false for a dangling id */
    uint64_t id, address;
    struct str file, function;    /* null: unknown */
    uint64_t line;                  /* 0: unknown */
    uint64_t ports;                 /* number of its SIZE lists; 0 in a history */
    /* Ports from own_ports on hold carried uses: skipped code used these on its behalf (clew-formats(5) 3.3). Text does not tell them apart. */
    uint64_t own_ports;
    uint64_t executions;            /* E (clew-formats(5) 1.4); for dangling ids and histories 1 + the largest instance named */
    bool executions_least;          /* a list with entries is shorter than E in a dense file: E is a lower bound */
    uint64_t values;                /* entries of its value list */
    bool no_values;                 /* the trace has the line NO VALUES */
};

uint64_t store_count(const struct store *store);                                    /* all indices, dangling ids too */
struct instruction store_instruction(const struct store *store, uint64_t index);   /* O(1); index < count */

/* Finds an instruction by the trace's own name; O(1) expected. Two instructions at one address: the first block in the file, see clew-formats(5) 1.3. */
bool store_find_id(const struct store *store, uint64_t id, uint64_t *index);
bool store_find_address(const struct store *store, uint64_t address, uint64_t *index);

/* The i-th instruction with a block in the order of addresses, then indices. False: i is not below their number. O(1). */
bool store_address_order(const struct store *store, uint64_t i, uint64_t *index);

/* The instruction with the nearest address below or above, for messages; O(count). False: no instruction has an address. */
bool store_nearest_address(const struct store *store, uint64_t address, uint64_t *index);

/* Does the trace have this node: a block with instance < executions, or an entry that names it? */
bool store_exists(const struct store *store, struct node node);

/* Is this execution on the horizon of a history? Then it stands only on the right of arrows: it had no dependences, or newer ones
 * overwrote them (clew-formats(5) 2). Always false for comprehensive traces. */
bool store_at_horizon(const struct store *store, struct node node);

/* When an execution ran, on the recorder's clock. False: this trace has no clock. */
bool store_time(const struct store *store, struct node node, uint64_t *time);

/* ---- Dependences ---- */

enum link_kind { LINK_CONTROL, LINK_DATA, LINK_UNKNOWN, LINK_KINDS };    /* UNKNOWN: in a history */

struct link {
    struct node node;               /* the other end: the definer, or the user */
    uint64_t port;                  /* of the user; 0 and meaningless in a history */
    enum link_kind kind;
    bool uncertain;                 /* the entry may belong to another execution (clew-formats(5) 1.4) */
    bool carried;                   /* skipped code used it, on the user's behalf: struct instruction, own_ports */
    uint64_t instance_max;          /* users: the largest instance it may belong to; else node.instance */
};

struct links {                      /* zeroed is empty; answers are appended */
    struct link *items;
    size_t count, capacity;
};
void links_free(struct links *links);

/* Definers of a node, ordered by port, then id, instance (histories: address, instance); equal ones once. O(definers + ports log n).
 * False only if progress stopped it; then links hold the definers found so far. progress may be NULL. */
CHECKED bool store_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links);

/* Only the certain definers of a node, for closures. It does not list uncertain links but adds their number to uncertain[kind].
 * O(certain definers + ports log n), however many uncertain links there are. */
CHECKED bool store_certain_definers(const struct store *store, struct node user, const struct progress *progress, struct links *links,
                                    uint64_t uncertain[LINK_KINDS]);

/* The same for the ports other than port 0, usually a third of the links: the data the node used. */
CHECKED bool store_certain_data(const struct store *store, struct node user, const struct progress *progress, struct links *links, uint64_t uncertain[LINK_KINDS]);

/* The same for port 0 alone: the control parents of the node. O(log n), plus the few definers found. */
CHECKED bool store_certain_control(const struct store *store, struct node user, struct links *links, uint64_t uncertain[LINK_KINDS]);

/* Users of a node, ordered by id, instance, port (histories: address, instance); equal ones once. The store knows which blocks of 256 entries may name
 * an execution: O(those blocks). False only if progress stopped it. At damage the list ends early (store_damaged()). */
CHECKED bool store_users(const struct store *store, struct node definer, const struct progress *progress, struct links *links);

/* ---- Values ---- */

enum { VALUE_DIGITS = 128 };

struct value {
    uint64_t instance, instance_max; /* instance_max > instance: uncertain, it belongs to one execution of this range */
    bool uncertain;
    uint8_t size;                    /* digits used */
    char digits[VALUE_DIGITS];       /* lower-case hexadecimal without leading zeros, most significant first; zero is "0" */
};

/* The k-th value of an instruction, 0 <= k < instruction.values, ordered by instance, equal instances in file order. For text O(256 lines), read from
 * the file. */
struct value store_value(const struct store *store, uint64_t index, uint64_t k);

/* Appends to `found` each k in [from, to) whose value (store_value) has one of `count` texts of digits, written as there; to <= instruction.values. Decodes
 * whole blocks: about 4 nanoseconds a value, except where values stand in the text or are wider than 64 bits. */
struct found_values {                   /* zeroed is empty; free(items) */
    uint64_t *items;
    size_t count, capacity;
};
void store_find_values(const struct store *store, uint64_t index, uint64_t from, uint64_t to, const struct str *digits, size_t count,
                       struct found_values *found);

/* The range of k whose values may belong to one execution: sets *first, returns their number (0: none recorded). O(log n). */
uint64_t store_values_of(const struct store *store, struct node node, uint64_t *first);

/* The value of an execution as a number. False: no value is recorded, or several, or it is uncertain or wider than 64 bits. O(log n). */
bool store_number(const struct store *store, struct node node, uint64_t *number);

/* Appends the value as "0x...". */
void value_text(const struct value *value, struct text *out);

/* ---- Problems of the file ---- */

struct problem {
    enum wet_problem kind;           /* names and wording: wet/wet.h */
    uint64_t line, column;           /* from 1 */
    uint64_t first, second, third;   /* what the message needs, see struct wet_finding */
};

/* The i-th problem in file order; i < summary.problems_kept: the store keeps the first 65,536 of each kind. O(1). */
struct problem store_problem(const struct store *store, uint64_t i);
uint64_t store_problem_count(const struct store *store, enum wet_problem kind);                   /* O(1) */
void problem_text(const struct store *store, const struct problem *problem, struct text *out);    /* the message, without place */

#include "recording/store/clock.h"
#include "recording/store/indexing.h"
#include "recording/store/log_file.h"
#include "recording/store/notes.h"
#include "recording/store/pieces.h"
#include "recording/store/reach.h"
#include "recording/store/skipped.h"
#include "recording/store/system_calls.h"
#include "recording/store/writer.h"

#endif

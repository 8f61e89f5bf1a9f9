/* sites.h - the program's instructions and the files their code comes from.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A site is an address with certain bytes in one mapping: when code changes, or is unmapped and mapped again, a new site
 * begins. Sites are numbered from 1, in order of translation. Sites in your code get ids in order of first execution. */
#ifndef CLEW_RECORDING_LOG_SITES_H
#define CLEW_RECORDING_LOG_SITES_H

#include "core/core.h"
#include "recording/log/collect.h"

struct record_options;

struct object {
    char *path;
    struct symbols *symbols;            /* NULL: not a readable ELF file */
    char *unread;                       /* the error of a file, or its debug information, that exists but is unreadable; NULL: none */
    struct flow_graphs *flow;           /* NULL: skipped, or no symbols */
    struct selected *selected;
    bool shown;                         /* some of it may be your code */
    uint32_t generation;                /* counts the new edges that the run showed */
    bool mapped;                        /* its code was mapped, first with this bias (address in the run - address in the file) */
    uint64_t bias;
    bool executable;                    /* it is the program itself */
    uint64_t skipped;                   /* executions of its skipped code; filled by sites_add_skipped */
    /* decided after the run */
    bool ran, moved;                    /* your code in it ran; some of it ran with another bias than the first mapping has */
    bool linked, ambiguous;             /* the trace has the file's addresses; an address in the trace may belong to other code too */
};

struct site {
    /* members that every execution needs come first */
    uint64_t address;
    struct object *object;              /* NULL: code from no file */
    uint64_t executions, skipped;       /* as your code; as skipped code */
    uint32_t id;                        /* 0: skipped code or not executed yet */
    uint8_t length;
    bool shown;
    bool linkage;                       /* in a PLT section, or in the dynamic linker */
    bool keeps_context;                 /* entry of setjmp, getcontext or a similar function */
    bool begins;                        /* entry of a named function */
    bool opens, closes;                 /* entry of a function that begins, ends the window (run.h) */
    bool ran;                           /* as your code or skipped */
    /* control flow, all addresses as in the run; sites_flow keeps it up to date */
    bool known;                         /* it is in a function's graph */
    uint64_t function, postdominator;   /* 0: none */
    uint32_t generation;
    bool branches, computed;
    uint8_t bytes[15];
    uint32_t twin;                      /* another site at this address; 0: none */
    uint64_t epoch;                     /* how often its page had been unmapped before */
    uint64_t bias;
};

struct sites;

/* The options select your code. Their strings must outlive the result. */
struct sites *sites_open(const struct record_options *options, const char *executable);
const struct selection *sites_selection(const struct sites *sites);
void sites_close(struct sites *sites);

/* Code of a file was mapped, or memory unmapped. Cost: O(mappings), plus O(1) expected to find the file. False: there are more than SITES_MAPPINGS mappings
 * (Valgrind itself keeps 30000). */
enum { SITES_MAPPINGS = 1 << 15 };
CHECKED bool sites_map(struct sites *sites, uint64_t start, uint64_t end, uint64_t offset, struct str path);
void sites_unmap(struct sites *sites, uint64_t start, uint64_t size);

/* Returns the number of the site with these bytes at this address in the current mapping; makes it if it is new. 0: no site numbers are left. */
uint32_t sites_make(struct sites *sites, uint64_t address, const uint8_t *bytes, uint8_t length);
/* Valid until the next sites_make. Inline, as every execution needs it: struct sites begins with this table. */
struct site_table {
    struct site *items;                 /* from 1 */
};
static inline struct site *site_get(struct sites *sites, uint32_t number)
{
    return &((struct site_table *)sites)->items[number];
}
const struct site *sites_look(const struct sites *sites, uint32_t number);     /* number 0: a site about which nothing is known */
uint32_t sites_find(const struct sites *sites, uint64_t address);   /* the newest at an address; 0: none */

void site_execute_first(struct sites *sites, struct site *site, uint32_t number, bool shown);
/* Counts one more execution, as your code or as skipped code (`shown`; site->shown does not matter). In your code it returns the execution's number, and the
 * first one gives the site its id. */
static inline uint64_t site_execute(struct sites *sites, struct site *site, uint32_t number, bool shown)
{
    if (!site->ran || (shown && !site->id))
        site_execute_first(sites, site, number, shown);
    if (shown)
        return site->executions++;
    site->skipped++;
    return 0;
}

/* Appends "0x401136 main prog.c:12", "0x4a1136 fesetround in libm.so.6", or the known parts of that. For addresses as in the trace, call sites_source
 * before. */
void sites_say_place(const struct sites *sites, uint64_t address, struct text *line);

/* The window opens: skipped executions so far no longer count. */
void sites_forget_skipped(struct sites *sites);
/* After the run: sums up the skipped executions of each object, without the dynamic linker and stubs. Returns the executions of code from no file. */
uint64_t sites_add_skipped(struct sites *sites);

void sites_flow_anew(struct site *site);
static inline void sites_flow(struct site *site)                    /* brings the site's control flow up to date */
{
    if (site->object && site->generation != site->object->generation)
        sites_flow_anew(site);
}
/* Follows the ways from an instruction to the first address that runs in every call of its function; it may be the instruction itself. 0: the exit, or
 * unknown. O(instructions of the function). */
uint64_t sites_meets(const struct site *site);
void sites_observe(struct site *from, const struct site *to);       /* a computed jump went that way */

/* False: an object's file, or its debug information, exists but was unreadable. The trace would silently lack its names. */
CHECKED bool sites_were_read(const struct sites *sites, struct error *error);

/* The files whose code was mapped, in order of mapping. NULL: there are fewer. */
struct object *sites_object(const struct sites *sites, size_t i);

/* For the writer, after the run: gives addresses as in the trace. */
struct site_source sites_source(struct sites *sites);

/* ---- The addresses that a trace gives to code, and how they relate to those of the run ----
 *
 * clew-formats(5) 3.6 has the rules. An instruction has three addresses: in the run, in its file (as objdump and addr2line use it), and in the trace. The
 * trace uses the file's address for the executable, and for an object that holds all of your code. It uses the run's address for everything else, so
 * that no two instructions share an address. If code without a file, or of another object, ran at an address that the trace would give to the
 * executable, the executable keeps the run's addresses too.
 *
 * A recording has notes on each object with code, by its path (store/writer.h); `bias` only if it may have code of yours:
 *     bias PATH      trace address - file address; "ambiguous": other code has the same trace addresses, or the object was mapped at several places, and
 *                    only the recording itself can be believed about its code
 *     loaded PATH    run address - file address, of its first mapping
 *     build PATH     its build id, if it has one */

struct sites;
struct site;
struct store_writer;

void addresses_note(const struct sites *sites, struct store_writer *writer);

#endif

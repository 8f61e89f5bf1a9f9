/* sites.h - the program's instructions and the files their code comes from.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A site is an address with certain bytes in one mapping: where code changes, or is unmapped and mapped again, a new site
 * begins. Sites are numbered from 1, in order of translation; those that are shown get ids in order of first execution. */
#ifndef CLEW_RECORDING_LOG_SITES_H
#define CLEW_RECORDING_LOG_SITES_H

#include "core/core.h"
#include "recording/log/collect.h"

struct record_options;

struct object {
    char *path;
    struct symbols *symbols;            /* NULL: no ELF file that could be read */
    char *unread;                       /* why the file, or its debug information, which is there, could not be read; NULL: it could */
    struct flow_graphs *flow;           /* NULL: not shown, or no symbols */
    struct selected *selected;
    bool shown;                         /* some of it may be */
    uint32_t generation;                /* counts new edges that were observed */
    bool mapped;                        /* code of it was mapped, first with this bias (address in the run - address in the file) */
    uint64_t bias;
    bool executable;                    /* it is the program itself */
    uint64_t skipped;                   /* instances that ran without being shown; once sites_add_skipped has been called */
    /* decided when the run is over */
    bool ran, moved;                    /* code of it ran and is shown; with more than one bias */
    bool linked, ambiguous;             /* the trace has the file's addresses; the trace's do not tell whose code it is */
};

struct site {
    /* what every execution looks at stands together */
    uint64_t address;
    struct object *object;              /* NULL: code from no file */
    uint64_t executions, skipped;       /* that are shown, and not */
    uint32_t id;                        /* 0: not shown or not executed yet */
    uint8_t length;
    bool shown;
    bool linkage;                       /* it stands in a PLT section, or in the dynamic linker */
    bool keeps_context;                 /* entry of setjmp, getcontext or one of their kin */
    bool begins;                        /* entry of a function that has a name */
    bool opens, closes;                 /* entry of a function with which the window begins, ends (run.h) */
    bool ran;                           /* shown or not */
    /* control flow, all addresses as in the run; kept fresh by sites_flow */
    bool known;                         /* it is in a function's graph */
    uint64_t function, postdominator;   /* 0: none */
    uint32_t generation;
    bool branches, computed;
    uint8_t bytes[15];
    uint32_t twin;                      /* another site at this address; 0: none */
    uint64_t epoch;                     /* how often its page had been unmapped */
    uint64_t bias;
};

struct sites;

/* What is shown is what the options say. Their strings must outlive it. */
struct sites *sites_open(const struct record_options *options, const char *executable);
const struct selection *sites_selection(const struct sites *sites);
void sites_close(struct sites *sites);

/* Code of a file was mapped, or memory unmapped. Cost: O(mappings), of which there are SITES_MAPPINGS at most (Valgrind itself keeps 30000), and O(1)
 * expected for a file. False: there are more mappings than that. */
enum { SITES_MAPPINGS = 1 << 15 };
CHECKED bool sites_map(struct sites *sites, uint64_t start, uint64_t end, uint64_t offset, struct str path);
void sites_unmap(struct sites *sites, uint64_t start, uint64_t size);

/* The number of the site with these bytes at this address in what is mapped there now, made if it is new. 0: there are more sites than can be numbered. */
uint32_t sites_make(struct sites *sites, uint64_t address, const uint8_t *bytes, uint8_t length);
/* Until the next sites_make. Here, with what else every instance asks: struct sites begins with its table. */
struct site_table {
    struct site *items;                 /* from 1 */
};
static inline struct site *site_get(struct sites *sites, uint32_t number)
{
    return &((struct site_table *)sites)->items[number];
}
const struct site *sites_look(const struct sites *sites, uint32_t number);     /* 0: one of which nothing is known */
uint32_t sites_find(const struct sites *sites, uint64_t address);   /* the newest at an address; 0: none */

void site_execute_first(struct sites *sites, struct site *site, uint32_t number, bool shown);
/* One more execution, which is shown or not (then site->shown is of no account): of those that are returns the instance, and gives the site its id at the
 * first. */
static inline uint64_t site_execute(struct sites *sites, struct site *site, uint32_t number, bool shown)
{
    if (!site->ran || (shown && !site->id))
        site_execute_first(sites, site, number, shown);
    if (shown)
        return site->executions++;
    site->skipped++;
    return 0;
}

/* Appends "0x401136 main prog.c:12", "0x4a1136 fesetround in libm.so.6", or as much of it as is known. For an address
 * as the trace has it, call sites_source before. */
void sites_say_place(const struct sites *sites, uint64_t address, struct text *line);

/* The window opens: what was skipped before is not counted. */
void sites_forget_skipped(struct sites *sites);
/* When the run is over: counts for each object what was skipped of it, the dynamic linker and stubs left out. Returns what ran of code from no file. */
uint64_t sites_add_skipped(struct sites *sites);

void sites_flow_anew(struct site *site);
static inline void sites_flow(struct site *site)                    /* freshens what is known of control flow */
{
    if (site->object && site->generation != site->object->generation)
        sites_flow_anew(site);
}
/* Where do the ways from an instruction meet what always runs in a call of its function? At itself, if it does so. 0: at the exit, or it is not known.
 * O(instructions of the function). */
uint64_t sites_meets(const struct site *site);
void sites_observe(struct site *from, const struct site *to);       /* a computed jump went that way */

/* Files whose code was mapped, in order of that; NULL: there are not so many. */
/* False: the file of an object, or its debug information, was there and could not be read: the trace would lack its names without saying so. */
CHECKED bool sites_were_read(const struct sites *sites, struct error *error);

struct object *sites_object(const struct sites *sites, size_t i);

/* For the writer, when the run is over: addresses are those of the trace. */
struct site_source sites_source(struct sites *sites);

/* ---- The addresses that a trace gives to code, and what connects them with the run ----
 *
 * clew-formats(5) 3.6 has the rules. Three addresses are to be kept apart: where an instruction stood in the run, where it stands in its file (what objdump
 * and addr2line take), and what the trace says: the file's address for the executable, and for an object whose code is all that is shown; the run's
 * address for everything else, so that no two instructions share one. Where code without a file, or of another object, ran at what would be an address of
 * the executable, that object keeps the run's addresses, too.
 *
 * A recording notes of each object that is shown, by its path (store/writer.h):
 *     bias PATH      trace address - file address; "ambiguous": the same trace addresses hold other code as well, or the object was mapped at several
 *                    places, and only what the recording itself says of its code can be believed
 *     loaded PATH    run address - file address, of its first mapping
 *     build PATH     its build id, where it has one */

struct sites;
struct site;
struct store_writer;

void addresses_note(const struct sites *sites, struct store_writer *writer);

#endif

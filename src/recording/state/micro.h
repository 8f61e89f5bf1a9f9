/* micro.h - computes registers and memory with the micro-operations of a log.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct micro_codes *codes = micro_codes_open();
 *     micro_define(codes, payload of a LOG_SEGMENT, true, &error)    for each definition
 *     struct machine *machine = machine_open(codes);
 *     memcpy(machine_registers(machine, thread), ...)                as a LOG_REGISTERS has them
 *     machine_run(machine, thread, segment, data, 0, MACHINE_WHOLE)  for each run: registers and image are those behind it
 *
 * The format is recording/state/micro_format.h. Registers are the bytes of VexGuestAMD64State (<libvex_guest_amd64.h>); REGISTERS_* say where. Flags are a
 * thunk there.
 *
 * Definitions come from a file: micro_define refuses what makes no sense. Then machine_run touches no other memory than its own, whatever the data says.
 * Cost: 20 ns an instruction of a whole segment in a run of jq, with all around it. Memory: 24 bytes a micro-operation, at most twice, 16 a step;
 * 2 MB a machine, and its image (image.h). */
#ifndef CLEW_RECORDING_STATE_MICRO_H
#define CLEW_RECORDING_STATE_MICRO_H

#include "recording/state/image.h"

enum {
    REGISTERS_SIZE = 912,
    REGISTERS_GENERAL = 16,             /* rax rcx rdx rbx rsp rbp rsi rdi r8 ... r15, 8 bytes each */
    REGISTERS_FLAGS = 144, REGISTERS_THUNK = 32,        /* the thunk: operation, two operands, the old flags, 8 bytes each; then D, AC, ID */
    REGISTERS_FS = 208, REGISTERS_SSE_ROUND = 216,
    REGISTERS_VECTOR = 224,             /* 16 of 32 bytes */
    REGISTERS_X87_TOP = 768, REGISTERS_X87 = 776 /* 8 of 8 bytes, as double */, REGISTERS_X87_TAGS = 840, REGISTERS_X87_ROUND = 848, REGISTERS_X87_STATUS = 856,
    REGISTERS_GS = 904
};

/* ---- Definitions ---- */

struct micro_codes;
struct micro_codes *micro_codes_open(void);
void micro_codes_close(struct micro_codes *codes);          /* NULL is allowed */

/* Takes the payload of a LOG_SEGMENT: its id and operations. logged: its runs have what the log has, addresses and loaded bytes too; otherwise its runs are
 * fed. False: it makes no sense. */
CHECKED bool micro_define(struct micro_codes *codes, struct str payload, bool logged, struct error *error);

/* The same for the definition of a recording (terse.h), whose runs are fed. */
CHECKED bool micro_define_terse(struct micro_codes *codes, struct str definition, struct error *error);

/* The instructions of a segment, in their order. */
struct micro_part {
    uint64_t address;
    uint32_t first;                     /* its first micro-operation */
    bool starts;                        /* false: the segment goes on inside it */
};
struct micro_parts { const struct micro_part *items; size_t count; };
struct micro_parts micro_parts(const struct micro_codes *codes, uint32_t segment);      /* none: an undefined segment */

/* ---- Machines ---- */

struct machine;
struct machine *machine_open(const struct micro_codes *codes);
void machine_close(struct machine *machine);                /* NULL is allowed. The codes must outlive it */

const struct micro_codes *machine_codes(const struct machine *machine);
struct image *machine_image(struct machine *machine);
struct image *machine_origin(struct machine *machine);      /* bytes that fed loads found there, and that nothing had changed before */
void machine_changed(struct machine *machine, uint64_t address, uint64_t size);     /* something else changed them: from now on loads do not tell their origin */
bool machine_has_changed(const struct machine *machine, uint64_t address);          /* O(log(changes)^2) */
bool machine_has_changed_in(const struct machine *machine, uint64_t first, uint64_t last);      /* one of these bytes */
/* A file's bytes are there, until something changes them. file: whatever the caller needs; it must stay valid. O(mappings), as machine_changed. */
void machine_mapped(struct machine *machine, uint64_t address, uint64_t size, struct str file);
struct machine_file {
    struct str file;                    /* as machine_mapped was told; null: none is there */
    uint64_t start, last;               /* the first byte of that mapping; up to the address `last` all bytes have the same answer */
};
struct machine_file machine_file(const struct machine *machine, uint64_t address);      /* O(mappings) */
void machine_found(struct machine *machine, uint64_t address, const uint8_t *bytes, uint64_t size);     /* these bytes were there; they feed the origin, too */
void machine_clear(struct machine *machine);                /* image and origin become empty */
uint8_t *machine_registers(struct machine *machine, uint32_t thread);       /* REGISTERS_SIZE bytes, zeros at first; valid until the next run */

/* Runs the instructions from ... to - 1 of a segment, those that it has. data: what the log has of the run. A load takes its bytes from there, and puts them
 * into the image; stores change the image. Returns a set of the bits below. */
enum { MACHINE_WHOLE = UINT32_MAX };
enum { MACHINE_HIT = 1, MACHINE_STARVES = 2 };              /* there are hits (below); the run has taken more than there was */
unsigned machine_run(struct machine *machine, uint32_t thread, uint32_t segment, const uint8_t *data, uint32_t from, uint32_t to);

/* From now on runs without data (NULL) take from these bytes: results that no micro-operation computes, and the bytes of each load that the image does not
 * know whole. The bytes must stay valid. */
void machine_feed(struct machine *machine, struct str bytes);
size_t machine_food(const struct machine *machine);         /* how many bytes are left */
bool machine_starves(const struct machine *machine);        /* a run has taken more than there was: zeros */

/* ---- Watching ----
 *
 * From machine_watch on the machine lists each store to a byte of a range and, if wanted, each load. machine_search makes it list each access behind which the
 * memory holds some bytes anew: a store of them, or a load that tells them first. */

struct machine_hit {
    uint64_t address;                   /* WATCH: of all that it accesses; SEARCH: where the bytes lie */
    uint32_t part;                      /* of the segment that ran */
    uint8_t size;
    bool loads;
    uint8_t bytes[32];                  /* WATCH: stored or loaded */
};

void machine_watch(struct machine *machine, uint64_t address, uint64_t size, bool loads);       /* size 0: nothing */
enum { MACHINE_SEARCHED = 256 };
/* 1 to MACHINE_SEARCHED bytes, which stay valid; none: nothing. before: what memory holds where the
 * machine's image does not know. Not beside a watch. */
void machine_search(struct machine *machine, struct str bytes, struct image *before);

/* The hits since the last call, valid until the next run. At most MACHINE_HITS: further ones are lost. */
enum { MACHINE_HITS = 1 << 20 };
size_t machine_hits(struct machine *machine, const struct machine_hit **hits);

/* Tells about each load and store, before it. NULL: nobody. part: of the segment that runs. */
typedef void machine_observer(void *context, uint64_t address, unsigned size, uint32_t part, bool stores);
void machine_observe(struct machine *machine, machine_observer *observer, void *context);

/* With a check, machine_run compares what it computes with what the log has besides. */
struct machine_check {
    uint64_t addresses, wrong_addresses;        /* of loads and stores */
    uint64_t bytes, wrong_bytes;                /* loaded bytes that the image knows; wrong: it has others */
    uint64_t first_wrong;                       /* address of the first instruction with something wrong; 0: none */
};
void machine_check(struct machine *machine, struct machine_check *check);   /* NULL: no more */

#endif

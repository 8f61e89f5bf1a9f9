/* recorder.h - what the files of the recorder share.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder is a Valgrind tool: Valgrind translates the program superblock by superblock, and the recorder adds code to
 * each translation that writes what happens into a buffer (recording/log/log_format.h is the contract). It knows nothing of
 * dependences.
 *
 *     recorder.c     the tool: options, and what Valgrind's core reports (system calls, signals, threads, mappings)
 *     stream.c       the buffer, the descriptor behind it, records written from C
 *     stack.c        arguments, environment and auxiliary vector as the kernel would have made them
 *     descriptors.c  keeps the recorder's descriptors out of the program's sight
 *     calls.c        system calls whose arguments or results are put right
 *     written.c      what system calls wrote
 *     failure.c      Valgrind cannot go on
 *     child.c        processes that the program makes: which ones Valgrind runs, and how they are recorded
 *     lift.c         the two doors into Valgrind's private parts: raw IR, and where client code stopped
 *     instrument.c   walks a superblock and adds the logging code
 *     segment.c      one segment while it grows: its definition, its size, its slots
 *     value.c        which of the things an instruction writes is its value
 *     narrow.c       which bytes of a register an instruction really uses
 *     bytes.c        what was loaded and stored, if the memory check wants it
 *     floating.c     MXCSR, which VEX does not obey
 *     ranges.c       a few ranges of addresses
 *     shared.c       mappings that keep their bytes when the program gives its pages up
 *     temporary.c    the core's temporary files
 *     debuginfo.c    keeps Valgrind from reading the program's debug information
 *
 * A Valgrind tool is one program with one buffer, whose address stands in generated code; so, unlike the rest of the
 * project, these files keep globals. */
#ifndef CLEW_PRODUCERS_VALGRIND_RECORDER_H
#define CLEW_PRODUCERS_VALGRIND_RECORDER_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "libvex_guest_amd64.h"

#include "core/core.h"
#include "recording/log/log.h"

/* RECORDER_WHOLE_BLOCKS is 1 when this Valgrind has the private entries of VEX that lift.c needs. Without them superblocks
 * hold one instruction each: the same log, but slower. */
#ifndef RECORDER_WHOLE_BLOCKS
#define RECORDER_WHOLE_BLOCKS 0
#endif

#define GUEST(field) ((Int)offsetof(VexGuestAMD64State, field))

/* ---- stream.c ---- */

/* The margin is what one superblock, or one record written from C, may take at most: generated code looks at the limit
 * once a superblock. */
enum { STREAM_ROOM = 1 << 20, STREAM_MARGIN = LOG_RECORD_MOST };

/* Where the next record goes. Generated code reads and moves it. */
extern UChar *stream_next;
extern UChar *const stream_limit;

/* Takes over the descriptor, moves it out of the program's range and writes the header. False when it is not open. */
Bool stream_open(Int descriptor, Bool one_instruction, enum log_origin origin);

/* A new connection to the abstract Unix socket of that name (unix(7)), out of the program's range. -1: nobody listens. */
Int stream_dial(const HChar *name);

/* Writes out what the buffer holds. After a write error, and after stream_close, it only empties the buffer: the program
 * goes on unrecorded. */
void stream_flush(void);
void stream_close(void);

/* The same, and says so in the log. */
void stream_flush_all(void);

/* Has the other end of a socket sent a byte since it was asked last? */
Bool stream_is_asked(void);

void stream_record(UInt kind, const void *payload, UInt size);
void stream_numbers(UInt kind, UInt count, ULong first, ULong second, ULong third);

/* A system call for which the tool interface has no function: its result, or -errno. */
UWord bare_call(UWord number, UWord first, UWord second, UWord third, UWord fourth);

/* ---- recorder.c ---- */

/* The length of a string with its end, as far as it lies in memory that the program may read, and 1 MB at most: the pointer may
 * be anything. */
SizeT string_size(Addr address);

/* Logs that VEX cannot decode the instruction there. */
void announce_unsupported(Addr address);

/* ---- stack.c ---- */

/* Call it once before the program runs. Clears what Valgrind and an exec that child.c traced left there. */
void stack_arrange(void);

/* ---- descriptors.c ---- */

/* Before and after the core took its options: what it left open among the program's descriptors is closed. */
void descriptors_note(void);
void descriptors_close_new(void);

/* Is it beyond the program's, open or not? */
Bool descriptor_is_hidden(Int descriptor);

/* The program listed a folder (getdents64, or old: getdents), into that many bytes, with that result: if it is its own descriptors, Valgrind's are taken
 * out. */
void descriptors_hide(UWord descriptor, UChar *entries, UWord room, SysRes *result, Bool old);

/* Is a path of the program's, relative to a folder, the name of a hidden descriptor in such a folder? It may point anywhere. */
Bool descriptors_hide_path(Int folder, UWord path);

/* ---- calls.c ---- */

/* The kernel ends the recorder when clew dies; this is the signal that the program is to believe in instead (prctl(2), PR_SET_PDEATHSIG). Below 0: it has what
 * the kernel has, as in a forked child. */
extern Int calls_death_signal;

/* May the program wait in the system call for something outside of it, and perhaps be killed there? What ran before is to be in its trace then. */
Bool call_may_wait(UInt number, const UWord *arguments, UInt count);

/* ---- written.c ---- */

/* A system call has ended well, with that result: logs what it wrote, if it is one that writes to files or sockets. */
void written_note(UInt number, const UWord *arguments, UInt count, ULong result);

/* ---- child.c ---- */

/* The first variable in the environment of an exec'd program that is recorded: calls_death_signal; a colon, or a point if the
 * path that was executed has no slash and "./" was put in front of it; and the name it was called by (argv[0]). */
#define CHILD_VARIABLE "CLEW_RECORDER_CALLED"

/* Did another program that was recorded execute this one? */
Bool child_executed(void);

/* Programs that the recorded one executes are recorded too, where they can be; they run natively where not, or when this was
 * not called. */
void child_trace(void);

/* This process was forked and is not recorded: clew is told of it, and of the program that it executes, by messages. */
void child_announce(void);

/* A system call is about to put another program in this one's place, with this path and these lists in the program's memory (0: none). */
void child_called(Addr path, Addr arguments, Addr variables);

/* ---- lift.c ---- */

/* What dispatch_state tells about how the program's code stopped last. */
enum dispatch_end {
    DISPATCH_RUNNING,   /* it has not, or a fault threw it out in the middle of a superblock */
    DISPATCH_FAULT,     /* a superblock ended in an instruction that asks for a signal */
    DISPATCH_ORDERLY
};

enum dispatch_end dispatch_state(void);

/* VEX's light optimisation, for code that is instrumented already. */
IRSB *lift_optimise(IRSB *block, Addr address);

/* From now on translations keep every register up to date wherever a fault may happen, as a program needs that repairs its
 * faults and goes on (it would hang or compute nonsense). It costs up to 40 %, hence not always. */
void lift_be_precise(void);

/* ---- ranges.c ---- */

struct range {
    Addr start, end; /* end: the first address behind it */
};

struct ranges { /* zeroed is empty */
    struct range *items;
    UInt count, room;
};

void ranges_add(struct ranges *ranges, Addr start, Addr end);
Bool ranges_have(const struct ranges *ranges, Addr address);     /* O(count) */

/* ---- shared.c ---- */

/* Mappings with MAP_SHARED and of shmat; a mapping that ends, or part of it, is to be forgotten. */
void shared_add(Addr start, SizeT size);
void shared_forget(Addr start, SizeT size);
Bool shared_has(Addr address);
void shared_tell(void);     /* of all of them, in the log */

/* ---- segment.c ---- */

struct segment {
    IRSB *code;       /* the superblock that is being written */
    IRTemp base;      /* holds the address of the superblock's first record */
    IRConst *advance; /* where the record ends, from there on, which is known only at the end: generated code refers to it */
    UInt start, size; /* of the record, from the base on */
};

/* The buffer is emptied before the superblock if there may be too little room for it. */
void segment_begin_block(struct segment *segment);

/* Numbers start again, for another stream. All translations must be discarded. */
void segment_restart(void);

void segment_begin(struct segment *segment);
void segment_end(struct segment *segment);

/* Append to the segment's definition. */
void define_letter(HChar letter);
void define_u8(ULong value);
void define_u16(ULong value);
void define_u32(ULong value);
void define_u64(ULong value);
void define_bytes(const void *bytes, UInt size);

/* Add code that writes an atom into the record; `size` is what it adds to the record, and may be less than what is written,
 * since the next slot, or the next record, overwrites the rest. */
void segment_log(struct segment *segment, IRExpr *atom, UInt size);

/* Short names for what is written all the time. */
IRExpr *code_assign(IRSB *code, IRExpr *expression);
IRExpr *code_number(ULong value);

/* ---- instrument.c ---- */

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                       const VexArchInfo *architecture, IRType guest_word, IRType host_word);

/* Told by recorder.c when a range of memory lost its old mapping. */
void instrument_forget(Addr start, SizeT size);

IRExpr *instrument_cas_succeeds(IRSB *code, const IRCAS *cas);

/* ---- bytes.c ---- */

extern Bool bytes_wanted; /* else these do nothing */

/* Log what the access whose address was logged last has moved: `size` bytes, 'L' of a load, 'S' of a store. The low ones of an atom, or two
 * atoms of half that size each (high is NULL else); or a helper's memory as it is now. */
void bytes_of_atoms(struct segment *segment, HChar letter, IRExpr *low, IRExpr *high, UInt size);
void bytes_of_helper(struct segment *segment, HChar letter, const IRDirty *dirty);

/* ---- floating.c ---- */

/* Behind a statement of the instruction: code that notes what it sets MXCSR to. */
void floating_watch(IRSB *code, const IRStmt *s, ULong instruction);
/* Logs what was noted, once: no code runs, and no segment waits for its signal. */
void floating_log(void);
/* For another stream: logs it again. */
void floating_restart(void);

/* ---- narrow.c ---- */

struct narrow {
    Int from, size; /* bytes of what is read */
};

/* Which of the `size` bytes that the GET in statement `get` fetches are used by its instruction. */
struct narrow narrow_read(const IRSB *in, Int get, Int size);

/* ---- value.c ---- */

/* The value of one instruction: what to log, and behind which of its statements. */
struct value {
    Int statement;  /* index in the block, or -1: the instruction has no value */
    IRExpr *data;   /* an atom, or NULL: */
    Int offset;     /* read this guest register... */
    IRType type;    /* ...as that type */
};

struct value value_choose(const IRSB *in, Int mark);
void value_log(struct segment *segment, const IRSB *in, const struct value *value);

/* Is the instruction a shift or rotate by cl? */
Bool value_shifts_by_cl(const UChar *code, UInt length);

#endif

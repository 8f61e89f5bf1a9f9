/* recorder.h - shared declarations of the recorder, a Valgrind tool.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind translates the program superblock by superblock. The recorder adds code to each translation that logs the run
 * into a buffer (recording/state/log_format.h is the contract). It knows nothing of dependences.
 *
 *     recorder.c     the tool: options, and events from Valgrind's core (system calls, signals, threads, mappings)
 *     stream.c       the buffer, its descriptor, records written from C
 *     stack.c        arguments, environment and auxiliary vector as the kernel would have made them
 *     descriptors.c  hides the recorder's descriptors from the program
 *     calls.c        corrects arguments and results of some system calls
 *     written.c      logs what system calls wrote to files and sockets
 *     unreported.c   memory that system calls wrote and Valgrind's core does not report
 *     failure.c      reports that Valgrind cannot go on
 *     child.c        processes that the program makes: which ones Valgrind runs, and how they are recorded
 *     lift.c         the two doors into Valgrind's private parts: raw IR, and where the program's code stopped
 *     instrument.c   walks a superblock and adds the logging code
 *     segment.c      one segment under construction: its definition, its size, its slots
 *     value.c        chooses the value among the results of an instruction
 *     narrow.c       which bytes of a register an instruction really uses
 *     bytes.c        logs loaded and stored bytes
 *     micro.c        defines how a segment computes, logs registers
 *     contents.c     what memory holds that nothing wrote: zeros and files
 *     floating.c     MXCSR, which VEX does not obey
 *     ranges.c       a few ranges of addresses
 *     shared.c       mappings that keep their bytes when the program gives up its pages
 *     temporary.c    the core's temporary files
 *     debuginfo.c    keeps Valgrind from reading the program's debug information
 *
 * A Valgrind tool is one program with one buffer, whose address is in generated code. So, unlike the rest of the project,
 * these files have global variables. */
#ifndef CLEW_PRODUCERS_VALGRIND_RECORDER_H
#define CLEW_PRODUCERS_VALGRIND_RECORDER_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "libvex_guest_amd64.h"

#include "core/core.h"
#include "recording/state/log_format.h"

/* 1: this Valgrind has the private entries of VEX that lift.c needs. 0: each superblock holds one instruction, which gives the same log, but slower. */
#ifndef RECORDER_WHOLE_BLOCKS
#define RECORDER_WHOLE_BLOCKS 0
#endif

#define GUEST(field) ((Int)offsetof(VexGuestAMD64State, field))

/* ---- stream.c ---- */

/* Generated code tests the limit once in each superblock. The margin is the most that one superblock, or one record written from C, may take after that. */
enum { STREAM_ROOM = 1 << 20, STREAM_MARGIN = LOG_RECORD_MOST };

/* Where the next record goes. Generated code reads and moves it. */
extern UChar *stream_next;
extern UChar *const stream_limit;

/* Takes over the descriptor, moves it out of the program's range and writes the header. False: it is not open. */
Bool stream_open(Int descriptor, Bool one_instruction, enum log_origin origin);

/* Makes a new connection to the abstract Unix socket of that name (unix(7)), outside the program's range of descriptors. -1: nobody listens. */
Int stream_dial(const HChar *name);

/* Writes out the buffer. After a write error, and after stream_close, it only empties the buffer: the program runs on unrecorded. */
void stream_flush(void);
void stream_close(void);

/* The same as stream_flush, with a LOG_FLUSHED. */
void stream_flush_all(void);

/* Has the other end of the socket sent a byte since the last call? */
Bool stream_is_asked(void);

void stream_record(UInt kind, const void *payload, UInt size);
void stream_numbers(UInt kind, UInt count, ULong first, ULong second, ULong third);

/* Makes a system call for which the tool interface has no function. Returns its result, or -errno. */
UWord bare_call(UWord number, UWord first, UWord second, UWord third, UWord fourth);

/* ---- recorder.c ---- */

enum { THREADS = 1 << 12 };     /* what the recorder keeps for each thread, it keeps for those with lower numbers */

/* Returns the size of a string with its NUL, up to 1 MB and up to the end of the memory that the program may read: the pointer may be invalid. */
SizeT string_size(Addr address);
void thread_is(ThreadId thread); /* it runs from here on */
void note_read(Addr address, SizeT size); /* a system call reads memory */
void note_wrote(Addr address, SizeT size); /* it wrote it */
void log_bytes(UInt kind, Addr address, SizeT size); /* memory, if it is readable; kind: a record of an address and bytes */

/* Logs that VEX cannot decode the instruction there. */
void announce_unsupported(Addr address);

/* ---- stack.c ---- */

/* Removes the traces that Valgrind and an exec traced by child.c left on the stack. Call it once before the program runs. */
void stack_arrange(void);

/* ---- descriptors.c ---- */

/* Call these before and after the core takes its options: closes descriptors that the core left open among the program's. */
void descriptors_note(void);
void descriptors_close_new(void);

/* Is it above the program's range of descriptors, open or not? */
Bool descriptor_is_hidden(Int descriptor);

/* The program has listed a folder (getdents64, or old: getdents) into `room` bytes, with that result. If the folder lists its own descriptors, removes those of
 * Valgrind. */
void descriptors_hide(UWord descriptor, UChar *entries, UWord room, SysRes *result, Bool old);

/* Is a path of the program's, relative to a folder, the name of a hidden descriptor in such a folder? The pointer may be invalid. */
Bool descriptors_hide_path(Int folder, UWord path);

/* ---- calls.c ---- */

/* The kernel ends the recorder when clew dies. The program sees this signal instead (prctl(2), PR_SET_PDEATHSIG). Below 0: it sees the kernel's, as in a
 * forked child. */
extern Int calls_death_signal;

/* May the program wait in the system call for something outside, and perhaps be killed there? Then the log must have everything that ran before. */
Bool call_may_wait(UInt number, const UWord *arguments, UInt count);

/* ---- written.c ---- */

/* A system call has succeeded with that result: if it writes to files or sockets, logs what it wrote. */
void written_note(UInt number, const UWord *arguments, UInt count, ULong result);

/* ---- unreported.c ---- */

/* A system call succeeded: notes what it wrote to memory and Valgrind's core does not report. Before the core looks at the results: it reads lengths there. */
void unreported_tell(ThreadId thread, UInt number, const UWord *arguments, ULong result);
void unreported_begin(ThreadId thread, UInt number, const UWord *arguments); /* before each call */
void unreported_time(ThreadId thread, UInt number, const UWord *arguments); /* how much time a call has left; also of one that a signal ended */

/* ---- child.c ---- */

/* The first variable in the environment of an executed program that is recorded. It holds calls_death_signal, then a colon, or a
 * point if the executed path had no slash and child.c put "./" in front of it, then the name it was called by (argv[0]). */
#define CHILD_VARIABLE "CLEW_RECORDER_CALLED"

/* Did another recorded program execute this one? */
Bool child_executed(void);

/* Records the programs that this one executes, where possible. Without this call, and where it is impossible, they run natively. */
void child_trace(void);

/* This process was forked and is not recorded: messages tell clew of it, and of the program that it executes. */
void child_announce(void);

/* A system call is about to execute another program, with this path and these lists in the program's memory (0: none). */
void child_called(Addr path, Addr arguments, Addr variables);

/* ---- lift.c ---- */

/* How the program's code stopped last. */
enum dispatch_end {
    DISPATCH_RUNNING,   /* it runs, or a fault stopped it in the middle of a superblock */
    DISPATCH_FAULT,     /* a superblock ended in an instruction that asks for a signal */
    DISPATCH_ORDERLY
};

enum dispatch_end dispatch_state(void);

/* VEX's light optimisation, for code that is instrumented already. */
IRSB *lift_optimise(IRSB *block, Addr address);

/* From now on translations keep every register up to date wherever a fault may happen. A program that repairs its faults and goes
 * on needs that: otherwise it would hang or compute nonsense. It costs up to 40 %, so it is not the default. */
void lift_be_precise(void);

/* ---- ranges.c ---- */

struct range {
    Addr start, end; /* end: the first address after it */
};

struct ranges { /* empty when zeroed */
    struct range *items;
    UInt count, room;
};

void ranges_add(struct ranges *ranges, Addr start, Addr end);
Bool ranges_have(const struct ranges *ranges, Addr address);     /* O(count) */

/* ---- shared.c ---- */

/* Mappings with MAP_SHARED and from shmat. Call shared_forget when a mapping ends, or a part of it. */
void shared_add(Addr start, SizeT size);
void shared_forget(Addr start, SizeT size);
Bool shared_has(Addr address);
void shared_tell(void);     /* logs all of them */

/* ---- segment.c ---- */

struct segment {
    IRSB *code;       /* the superblock under construction */
    IRTemp base;      /* holds the address of the superblock's first record */
    IRConst *advance; /* offset of the record's end from base; generated code refers to it, segment_end fills it in */
    UInt start, size; /* of the record, from base on */
};

/* Adds code that flushes the buffer before the superblock if it may have too little room. */
void segment_begin_block(struct segment *segment);

/* Starts segment numbers again, for another stream. All translations must be discarded. */
void segment_restart(void);

void segment_begin(struct segment *segment);
void segment_end(struct segment *segment);

/* These append to the segment's definition. */
void define_letter(HChar letter);
void define_u8(ULong value);
void define_u16(ULong value);
void define_u32(ULong value);
void define_u64(ULong value);
void define_bytes(const void *bytes, UInt size);

/* Adds code that writes an atom into the record, which grows by `size`. That may be less than the atom's size: the next slot, or
 * the next record, overwrites the rest. */
void segment_log(struct segment *segment, IRExpr *atom, UInt size);

/* Short names for frequent expressions. */
IRExpr *code_assign(IRSB *code, IRExpr *expression);
IRExpr *code_number(ULong value);

/* ---- instrument.c ---- */

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                       const VexArchInfo *architecture, IRType guest_word, IRType host_word);

/* A range of memory has lost its old mapping. */
void instrument_forget(Addr start, SizeT size);

IRExpr *instrument_cas_succeeds(IRSB *code, const IRCAS *cas);

/* ---- bytes.c ---- */

extern Bool bytes_wanted; /* False: these functions do nothing */

/* Add code that logs the bytes of the access whose address was logged last: `size` bytes, 'L' for a load, 'S' for a store. They come from the low
 * bytes of one atom (high is NULL), from two atoms of half that size each, or from a helper's memory as it is then. */
void bytes_of_atoms(struct segment *segment, HChar letter, IRExpr *low, IRExpr *high, UInt size);
void bytes_of_helper(struct segment *segment, HChar letter, const IRDirty *dirty);

/* ---- micro.c ---- */

extern Bool micro_wanted; /* False: these functions do nothing, but micro_flush flushes */

/* Temporaries are numbered anew in each superblock. */
void micro_begin_block(void);

/* The statement has just been added: adds what it computes to the segment's definition, and code that logs what only the log can tell. */
void micro_statement(struct segment *segment, const IRSB *in, const IRStmt *s);

/* Logs the registers of a thread, while it runs no code. */
void micro_registers(ThreadId thread);
/* Writes out the buffer, then logs the registers of the running thread. Generated code calls it between two superblocks. */
void micro_flush(void);

/* ---- contents.c ---- */

/* Once, at the start of a log, behind the first registers: logs what the program's memory holds. forked: the process has its parent's memory. O(mapped pages). */
void contents_begin(ThreadId thread, Bool forked);
/* Behind the record that a range is new, or lost its bytes: logs that it is zero or a file's. */
void contents_fresh(Addr start, SizeT size);
/* Logs the bytes there as they are, if the program may read them. */
void contents_tell(Addr start, SizeT size);
/* Before any record about memory: logs that the stack has grown. */
void contents_follow_stack(void);
void contents_restart(void); /* for another stream */

/* ---- floating.c ---- */

/* After a statement of the instruction: adds code that notes the value it sets MXCSR to. */
void floating_watch(IRSB *code, const IRStmt *s, ULong instruction);
/* Logs the noted value, once. Call it while no program code runs and no segment waits for its signal. */
void floating_log(void);
/* For another stream: makes floating_log log it again. */
void floating_restart(void);

/* ---- narrow.c ---- */

struct narrow {
    Int from, size; /* a range of the bytes that a GET reads */
};

/* Finds which of the `size` bytes that the GET in statement `get` reads its instruction uses. */
struct narrow narrow_read(const IRSB *in, Int get, Int size);

/* ---- value.c ---- */

/* The value of one instruction: what to log, and after which of its statements. */
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

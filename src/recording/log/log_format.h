/* log_format.h - the stream between the recorder and the reconstruction.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder (src/producers/valgrind) is a Valgrind tool; it writes this stream to a pipe or file and knows nothing of
 * dependences. The reconstruction (reconstruct.h) reads it. This header is all that they share: it holds no code.
 *
 *     stream   = struct log_header  record*
 *     record   = u32 segment id (below LOG_SPECIAL), then the bytes that the segment's definition announces
 *              | u32 LOG_SPECIAL + kind, u32 payload size, payload            (unknown kinds can be skipped)
 *
 * All numbers are little-endian and unaligned. A stream cut anywhere is good up to its last whole record.
 *
 * A *superblock* is what Valgrind translates at once. It is cut into *segments* at its side exits, so that a segment runs
 * whole or, when a fault interrupts it, not to its end. The stream's order is the order of execution. A segment is defined
 * (LOG_SEGMENT) before it runs for the first time; ids are 1, 2, ... and never used again. The bytes of a segment's record
 * are reserved when it starts and filled while it runs: if the next record is a LOG_SIGNAL whose address is that of an
 * instruction in the segment, only what belongs to instructions before that one was written, the rest is garbage and did
 * not happen.
 *
 * Payload of LOG_SEGMENT: u32 id, then operations in order of execution, each a letter and its operands. "logs n" is what
 * the operation adds to every dynamic record of the segment.
 *
 *     I  u64 address, u8 length, bytes     an instruction starts (length 0: it cannot be decoded, a signal follows)
 *     C  u64 address                       the segment goes on inside that instruction (after a side exit of `rep`)
 *     r  u16 offset, u16 size              reads guest state bytes (offsets of VexGuestAMD64State)
 *     w  u16 offset, u16 size              writes guest state bytes
 *     R  u16 base, u8 element size, u8 elements, u8 bias    logs 1: reads element number n of an indexed array (x87);
 *                                       the bias is in n already, and 0 here
 *     W  the same                                           logs 1: writes it
 *     l  u32 size                          logs 6: loads size bytes from that address; 0: guarded and did not happen
 *     s  u32 size                          logs 6: stores
 *     L  u32 size                       logs size: the bytes that the load before it fetched (with --bytes=yes; so S)
 *     S  u32 size                       logs size: the bytes that the store before it left; nothing is logged between the two
 *     v  u8 size                           logs size (1, 2, 4, 8): the value this instruction defines
 *     c                                    logs 1: cl, the count of a shift or rotate by cl, before it
 *     p                                    logs 6: the stack pointer behind an indirect jump
 *     x  u64 target                        conditional exit: the segment ends here; taken if another address comes next
 *     n  u8 jump kind, u64 target or 0     end of the superblock; 0: computed target
 *
 * Reads and writes stand as VEX's unoptimised IR has them: every GET and PUT of every instruction, the instruction pointer
 * and Valgrind's own registers left out, flags (the four CC_* words) kept; the reconstruction corrects them by the rules of
 * the architecture. */
#ifndef CLEW_RECORDING_LOG_LOG_FORMAT_H
#define CLEW_RECORDING_LOG_LOG_FORMAT_H

#define LOG_MAGIC "clewlog\n"
#define LOG_VERSION 2u

struct log_header {
    char magic[8];
    unsigned version;
    unsigned header_size;      /* of this struct: records start behind it */
    unsigned one_instruction;  /* 1: the fallback, superblocks of one instruction */
    unsigned process;
    unsigned parent;           /* the process that forked this one; of one that exec began, its parent all the same */
    unsigned origin;           /* enum log_origin */
};

/* How what the log is of began. Each log is complete in itself: segments are defined and mappings announced anew. What registers
 * and memory hold at the start of a forked one was written by its parent, and nobody in its own log. A log that ends with the
 * LOG_SYSCALL of an execve that has no LOG_SYSCALL_DONE ended because another program took its place. The connection of a forked process is
 * made before it exists: one that ends before its header is of a fork that failed. */
enum log_origin {
    LOG_ORIGIN_START = 0,      /* the recorder was started on it */
    LOG_ORIGIN_FORK = 1,       /* fork, vfork or clone; goes on behind that system call, whose LOG_SYSCALL_DONE comes first */
    LOG_ORIGIN_EXEC = 2        /* the same process was another program before */
};

#define LOG_SPECIAL 0xFFFFFF00u

/* No record is longer, and no superblock's records together: the recorder's buffer has that much room behind its limit. One access is at
 * most LOG_ACCESS_MOST long (the largest area that xsave knows, AVX-512's, has 2.7 KB), and all of a segment's together are not longer than a
 * record, which they stand in with --bytes=yes. Whatever is larger is damage. */
#define LOG_RECORD_MOST (1u << 17)
#define LOG_ACCESS_MOST 4096u

/* What LOG_WRITTEN has of one call at most. */
#define LOG_WRITTEN_MOST 512u
#define LOG_WRITTEN_PIECES 64u

enum log_kind {
    LOG_SEGMENT = 1,        /* see above */
    LOG_MAP = 2,            /* u64 start, u64 end, u64 file offset, path (rest of the payload): code comes from there */
    LOG_UNMAP = 3,          /* u64 start, u64 size: the range was unmapped, or freshly mapped (its old bytes are gone) */
    LOG_KERNEL_READ = 4,    /* u64 address, u64 size: bytes handed to the system call of the current thread */
    LOG_KERNEL_WROTE = 5,   /* u64 address, u64 size: bytes it wrote */
    LOG_KERNEL_REGISTER = 6,/* u64 guest state offset, u64 size: a register it wrote */
    LOG_THREAD = 7,         /* u64 thread: what follows is executed by that thread (first: 1). A thread is met first when another one creates it, and
                               that one goes on at once */
    LOG_SIGNAL = 8,         /* u64 thread, u64 signal, u64 address of the instruction that did not run (or not yet); signal 0:
                               no handler takes it and the program dies of a fault there, or of having come there */
    LOG_SIGNAL_RETURN = 9,  /* u64 thread, u64 signal, u64 address of the struct ucontext that all registers were fetched from */
    LOG_SYSCALL = 10,       /* u64 thread, u64 number: entered (its syscall instruction is the last one executed) */
    LOG_SYSCALL_DONE = 11,  /* u64 thread, u64 number, u64 result (rax) */
    LOG_END = 12,           /* u64 exit status, or 2^64-1: a signal killed it. The program has ended and the log is whole */
    LOG_MOVE = 14,          /* u64 from, u64 to, u64 size: memory was moved with what it holds (mremap); LOG_UNMAP of the old range follows */
    LOG_KERNEL_REGISTER_READ = 13, /* u64 guest state offset, u64 size: an argument register of the system call of the current thread */
    LOG_UNSUPPORTED = 15,   /* u64 address, bytes (15 at most, as many as can be read): Valgrind cannot decode the instruction there. If the
                               program comes to it a LOG_SIGNAL follows */
    LOG_PROGRAM = 16,       /* path of the program as it was executed, NUL, the working folder at that time: the first record of a log, if it is known */
    LOG_DISCARD = 17,       /* u64 start, u64 size: memory stays mapped and loses its bytes: madvise, the frame of a signal */
    LOG_KERNEL_BYTES = 18,  /* u64 address, then bytes: what stands there after a LOG_KERNEL_WROTE (with --bytes=yes) */
    LOG_SHARED = 19,        /* u64 start, u64 size: a mapping that others may change: MAP_SHARED, shmat */
    LOG_FLUSHED = 20,       /* nothing: all that ran so far has been written out, since a system call may wait for long, or the reader of a socket
                               asked for it by sending a byte */
    LOG_FLOATING = 22,      /* u64 address of an instruction, u64 value: that set MXCSR to something that Valgrind does not obey, the first one. It ran before */
    LOG_WRITTEN = 23,       /* u64 descriptor, u64 second argument, u64 bytes written, u64 pieces; of each piece u64 address, u64 size; then the bytes of
                               all pieces: the end of what a system call of the current thread wrote to a file or socket, before its
                               LOG_SYSCALL_DONE. No pieces: it came from no memory of the program, or from more pieces than are kept */
    LOG_STACK = 21          /* u64 stack pointer of the code that a signal interrupts: behind its LOG_SIGNAL. The LOG_DISCARD of its frame follows */
};

enum log_jump {
    LOG_JUMP_PLAIN = 0,
    LOG_JUMP_CALL = 1,
    LOG_JUMP_RETURN = 2,
    LOG_JUMP_SYSCALL = 3,
    LOG_JUMP_OTHER = 4
};

#endif

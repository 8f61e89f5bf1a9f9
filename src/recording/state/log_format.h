/* log_format.h - the stream between the recorder and the reconstruction.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder (src/producers/valgrind) is a Valgrind tool: it writes this stream to a pipe or file and knows nothing of
 * dependences. The reconstruction (reconstruct.h) reads it. The two share this header only, which holds no code.
 *
 *     stream   = struct log_header  record*
 *     record   = u32 segment id (below LOG_SPECIAL), then the bytes that the segment's definition announces
 *              | u32 LOG_SPECIAL + kind, u32 payload size, payload            (a reader can skip unknown kinds)
 *
 * All numbers are little-endian and unaligned. A stream cut anywhere is good up to its last whole record.
 *
 * A *superblock* is the code that Valgrind translates at once. The recorder cuts it into *segments* at its side exits, so a
 * segment runs to its end unless a fault interrupts it. Records stand in order of execution. A LOG_SEGMENT defines a segment
 * before its first run; ids are 1, 2, ... and never used again. The recorder reserves the bytes of a segment's record when the
 * segment starts and fills them while it runs. If the next record is a LOG_SIGNAL whose address is an instruction in the
 * segment, only the bytes of earlier instructions are valid: the rest is garbage, and those instructions did not run.
 *
 * Payload of LOG_SEGMENT: u32 id, then operations in order of execution, each a letter and its operands. "logs n": the
 * operation adds n bytes to every record of a run of the segment.
 *
 *     I  u64 address, u8 length, bytes     an instruction starts (length 0: Valgrind cannot decode it, a signal follows)
 *     C  u64 address                       the segment goes on inside that instruction (after a side exit of `rep`)
 *     r  u16 offset, u16 size              reads guest state bytes (offsets of VexGuestAMD64State)
 *     w  u16 offset, u16 size              writes guest state bytes
 *     R  u16 base, u8 element size, u8 elements, u8 bias    logs 1: reads element number n of an indexed array (x87);
 *                                       the bias is in n already, and 0 here
 *     W  the same                                           logs 1: writes it
 *     l  u32 size                          logs 6: the address it loads size bytes from; 0: guarded load that did not happen
 *     s  u32 size                          logs 6: the same for a store
 *     L  u32 size                       logs size: the bytes that the load before it fetched (with --bytes=yes or --state=yes)
 *     S  u32 size                       logs size: the bytes that the store before it left (with --bytes=yes); nothing is logged between an
 *                                       address and its bytes
 *     v  u8 size                           logs size (1, 2, 4, 8): the value that this instruction computes
 *     c                                    logs 1: cl before a shift or rotate by cl: its count
 *     p                                    logs 6: the stack pointer after an indirect jump
 *     k m                                  how the segment computes (with --state=yes): micro_format.h
 *     x  u64 target                        conditional exit: the segment ends here; taken if another address comes next
 *     n  u8 jump kind, u64 target or 0     end of the superblock; 0: computed target
 *
 * Reads and writes are those of VEX's unoptimised IR: every GET and PUT of every instruction, including flags (the four CC_*
 * words), without the instruction pointer and Valgrind's own registers. The reconstruction corrects them by the rules of the
 * architecture. */
#ifndef CLEW_RECORDING_STATE_LOG_FORMAT_H
#define CLEW_RECORDING_STATE_LOG_FORMAT_H

#define LOG_MAGIC "clewlog\n"
#define LOG_VERSION 4u

struct log_header {
    char magic[8];
    unsigned version;
    unsigned header_size;      /* of this struct: records start behind it */
    unsigned one_instruction;  /* 1: the fallback, superblocks of one instruction */
    unsigned process;
    unsigned parent;           /* the process that forked this one, also when exec began this program */
    unsigned origin;           /* enum log_origin */
};

/* How the recorded program began. Each log is complete in itself: it defines its segments and announces its mappings. The initial registers and memory of
 * a forked process come from its parent, so its own log has no writer for them. If a log ends with the LOG_SYSCALL of an execve, without a
 * LOG_SYSCALL_DONE, another program took its place. A parent connects for its child before it forks: a connection that ends before the header
 * belongs to a failed fork. */
enum log_origin {
    LOG_ORIGIN_START = 0,      /* clew started the recorder on it */
    LOG_ORIGIN_FORK = 1,       /* fork, vfork or clone: the log continues behind that system call; its LOG_SYSCALL_DONE comes before code runs */
    LOG_ORIGIN_EXEC = 2        /* the same process was another program before */
};

#define LOG_SPECIAL 0xFFFFFF00u

/* The most bytes of one record, and of all records of one superblock: the recorder's buffer has that much room behind its limit. One access has
 * at most LOG_ACCESS_MOST bytes (the largest xsave area, AVX-512's, has 2.7 KB). With --bytes=yes all accesses of a segment fit into one
 * record. Anything larger is damage. */
#define LOG_RECORD_MOST (1u << 17)
#define LOG_ACCESS_MOST 4096u

/* Limits of one LOG_WRITTEN: bytes and pieces. */
#define LOG_WRITTEN_MOST 512u
#define LOG_WRITTEN_PIECES 64u

#define LOG_MAP_HEAD 24u            /* bytes before the path of a LOG_MAP */
#define LOG_FILE_HEAD 24u           /* bytes before the path of a LOG_FILE */

enum log_kind {
    LOG_SEGMENT = 1,        /* defines a segment: see above */
    LOG_MAP = 2,            /* u64 start, u64 end, u64 file offset, path (rest of the payload): a mapping of code from that file */
    LOG_UNMAP = 3,          /* u64 start, u64 size: the range was unmapped, or freshly mapped (its old bytes are gone) */
    LOG_KERNEL_READ = 4,    /* u64 address, u64 size: memory that the system call of the current thread reads */
    LOG_KERNEL_WROTE = 5,   /* u64 address, u64 size: memory that it wrote */
    LOG_KERNEL_REGISTER = 6,/* u64 guest state offset, u64 size: a register that it wrote */
    LOG_THREAD = 7,         /* u64 thread: this thread runs from here on (first: 1). A new thread's first LOG_THREAD stands where another thread
                               creates it; the creator's follows at once */
    LOG_SIGNAL = 8,         /* u64 thread, u64 signal, u64 address of the instruction that did not run (or not yet); signal 0:
                               no handler takes it, and the program dies of a fault there, or of having come there */
    LOG_SIGNAL_RETURN = 9,  /* u64 thread, u64 signal, u64 address of the struct ucontext that restored all registers */
    LOG_SYSCALL = 10,       /* u64 thread, u64 number, six u64 arguments: entered (its syscall instruction is the last one executed) */
    LOG_SYSCALL_DONE = 11,  /* u64 thread, u64 number, u64 result (rax) */
    LOG_END = 12,           /* u64 exit status, or 2^64-1: a signal killed it. The program has ended and the log is whole */
    LOG_MOVE = 14,          /* u64 from, u64 to, u64 size: memory moved with its contents (mremap); LOG_UNMAP of the old range follows */
    LOG_KERNEL_REGISTER_READ = 13, /* u64 guest state offset, u64 size: an argument register of the system call of the current thread */
    LOG_UNSUPPORTED = 15,   /* u64 address, bytes (15 at most, or as many as are readable): Valgrind cannot decode the instruction there. A
                               LOG_SIGNAL follows if the program reaches it */
    LOG_PROGRAM = 16,       /* path of the program as it was executed, NUL, the working folder at that time: the first record of a log, if known */
    LOG_DISCARD = 17,       /* u64 start, u64 size: memory stays mapped and loses its bytes: madvise, the frame of a signal */
    LOG_KERNEL_BYTES = 18,  /* u64 address, then bytes: the memory after a LOG_KERNEL_WROTE (with --bytes=yes or --state=yes) */
    LOG_SHARED = 19,        /* u64 start, u64 size: a mapping that others may change: MAP_SHARED, shmat */
    LOG_FLUSHED = 20,       /* nothing: the recorder has written out everything so far, because a system call may wait long, or because the reader of a
                               socket asked for it by sending a byte */
    LOG_FLOATING = 22,      /* u64 address of an instruction, u64 value: the first instruction that set MXCSR to a value that Valgrind does not obey. It
                               ran before this record */
    LOG_WRITTEN = 23,       /* u64 descriptor, u64 second argument, u64 bytes written, u64 pieces; for each piece u64 address, u64 size; then the bytes of
                               all pieces: the end of the data that a system call of the current thread wrote to a file or socket, before its
                               LOG_SYSCALL_DONE. No pieces: the data came from no memory of the program, or from more pieces than the log keeps */
    LOG_REGISTERS = 24,     /* u64 thread, then the first bytes of its guest state: all registers as they are now. With --state=yes, whenever the thread
                               begins to run, and between two superblocks when the recorder's buffer was full */
    LOG_KERNEL_FOUND = 25,  /* u64 address, then bytes: the memory that a LOG_KERNEL_READ named just before (with --state=yes) */
    /* What memory holds (with --state=yes), which nothing in the log has written: at the start of the log, when the stack has grown, and behind a LOG_UNMAP or
     * LOG_DISCARD */
    LOG_BYTES = 28,         /* u64 address, then bytes */
    LOG_ZERO = 26,          /* u64 start, u64 size: bytes there that nothing has written since are zero */
    LOG_FILE = 27,          /* u64 start, u64 size, u64 file offset, path (rest of the payload): bytes there that nothing has written since are that file's */
    LOG_BUILD = 29,         /* path, NUL, which build that file is (files.h). The recorder does not write it: clew puts it before the first LOG_MAP or LOG_FILE
                               of the path, if it keeps the log in a file itself */
    LOG_STACK = 21          /* u64 stack pointer of the code that a signal interrupts: after its LOG_SIGNAL, before the LOG_DISCARD of its frame */
};

enum log_jump {
    LOG_JUMP_PLAIN = 0,
    LOG_JUMP_CALL = 1,
    LOG_JUMP_RETURN = 2,
    LOG_JUMP_SYSCALL = 3,
    LOG_JUMP_OTHER = 4
};

#endif

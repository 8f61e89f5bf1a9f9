/* recorder.c - the tool: its options, and events from Valgrind's core.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 *     VALGRIND_LAUNCHER=/usr/bin/valgrind.bin clewrec-amd64-linux --tool=clewrec --command-line-only=yes --vgdb=no
 *         --log-file=MESSAGES --stream=3 -- PROGRAM ARGUMENTS...          3>LOG
 *
 * or, to record children too, with --connect=NAME --trace-children=yes instead of --stream: each process then connects to the
 * socket and writes its own log.
 *
 * --tool is required: without it the core takes the tool for memcheck and replaces malloc by functions that do not exist.
 *
 * Several threads may be in system calls at once, and the core's reports about them come in any order. So a LOG_THREAD precedes
 * each record that belongs to another thread than the record before. */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* Private to Valgrind's core, which itself calls it within system calls that change mappings. The tool interface allows the
 * same within client requests only. */
extern void VG_(discard_translations)(Addr start, ULong range, const HChar *who);

static Long option_stream = -1; /* Long, as the option macro requires */
static Long option_death_signal = -1;
static const HChar *option_connect; /* NULL: the log goes to option_stream */
static Bool option_one_instruction = False;

/* The address where the kernel writes 0 when a thread ends, set by clone and set_tid_address; 0: none. */
static Addr cleared_at_end[THREADS];
static Addr cleared_in_child; /* the same, for the clone that is under way */
static ThreadId ending;       /* the thread whose last system call ended it; 0: none */

static ThreadId current_thread;
static Bool changed = True; /* the thread's registers may have changed since it ran code */
static Bool started;   /* the program's first instruction has run or is about to */
static Bool leaving;   /* the last system call was an exit with leaving_status; the core does not report it */
static UWord leaving_status;
static Bool forked;    /* this process began as a copy of its parent */
static Bool precise;   /* the program has set a handler for faults */
static Addr frame;     /* of a signal, which the core fills before the handler runs */
static SizeT frame_size; /* 0: none is new */
static Addr context;   /* the struct ucontext that a handler's return restores */
static ThreadId interrupted_thread; /* a superblock asked for a signal that no handler has taken yet; 0: none */

/* ---- threads ---- */

void thread_is(ThreadId thread)
{
    if (thread != current_thread) {
        stream_numbers(LOG_THREAD, 1, thread, 0, 0);
        changed = True;
    }
    shared_tell();
    contents_follow_stack();
    current_thread = thread;
}

static void on_start(ThreadId thread, ULong blocks)
{
    (void)blocks;
    started = True;
    leaving = False;
    interrupted_thread = 0;
    floating_log();
    thread_is(thread);
    if (option_connect != NULL && stream_is_asked()) /* on_start runs at least several times a second */
        stream_flush_all();
    if (changed)
        micro_registers(thread);
    changed = False;
    contents_begin(thread, forked);
    if (frame_size != 0)
        contents_tell(frame, frame_size);
    frame_size = 0;
}

/* If a handler takes a fault's signal, the core has reported it while the code ran. Otherwise the program dies of the fault: the core
 * tells only where. (Faults that make the stack grow never come here: the access is repeated.) */
static void on_stop(ThreadId thread, ULong blocks)
{
    (void)blocks;
    if (dispatch_state() == DISPATCH_RUNNING && interrupted_thread == 0)
        stream_numbers(LOG_SIGNAL, 3, thread, 0, VG_(get_IP)(thread));
    interrupted_thread = dispatch_state() == DISPATCH_FAULT ? thread : 0;
}

static void on_thread_start(ThreadId parent, ThreadId child)
{
    if (child < THREADS)
        cleared_at_end[child] = cleared_in_child;
    if (!started)
        return; /* the program's first thread */
    thread_is(child); /* logs threads in order of creation: the order in which they first run may differ */
    thread_is(parent);
}

/* The kernel clears the word after this call and wakes the threads that wait for it. Until then its content is unknown. */
static void on_thread_end(ThreadId thread)
{
    Addr word = thread < THREADS ? cleared_at_end[thread] : 0;
    if (thread == ending && thread == current_thread && word != 0)
        stream_numbers(LOG_KERNEL_WROTE, 2, word, 4, 0);
    if (thread < THREADS)
        cleared_at_end[thread] = 0;
}

/* ---- signals ---- */

void announce_unsupported(Addr address)
{
    enum { LONGEST = 15 };
    struct {
        ULong address;
        UChar code[LONGEST];
    } payload = {address, ""};
    UInt size = 0;
    while (size < LONGEST && VG_(am_is_valid_for_client)(address + size, 1, VKI_PROT_READ))
        payload.code[size] = ((const UChar *)address)[size], size++;
    stream_record(LOG_UNSUPPORTED, &payload, (UInt)sizeof payload.address + size);
}

static void on_signal(ThreadId thread, Int number, Bool other_stack)
{
    (void)other_stack;
    if (dispatch_state() == DISPATCH_ORDERLY) /* keeps the signal apart from the run before, which is whole wherever it ended */
        stream_numbers(LOG_THREAD, 1, thread, 0, 0);
    current_thread = thread;
    changed = True;
    stream_numbers(LOG_SIGNAL, 3, thread, (ULong)number, VG_(get_IP)(thread));
    stream_numbers(LOG_STACK, 1, VG_(get_SP)(thread), 0, 0);
    interrupted_thread = dispatch_state() == DISPATCH_RUNNING ? thread : 0;
}

/* The core makes room for a signal's frame. It reports its writes there, except for its own notes at the end. `size` is that of the frame; `start` is the
 * frame's start less the red zone below it. */
static void on_signal_frame(Addr start, SizeT size, ThreadId thread)
{
    thread_is(thread);
    stream_numbers(LOG_DISCARD, 2, start + VG_STACK_REDZONE_SZB, size, 0);
    frame = start + VG_STACK_REDZONE_SZB;
    frame_size = size;
}

static void on_signal_return(ThreadId thread, Int number)
{
    thread_is(thread);
    changed = True;
    stream_numbers(LOG_SIGNAL_RETURN, 3, thread, (ULong)number, context);
}

/* ---- system calls ---- */

static Bool is_exec(UInt number)
{
    return number == __NR_execve || number == __NR_execveat;
}

/* Does the system call set a handler for faults? */
static Bool handles_faults(UInt number, const UWord *arguments, UInt count)
{
    if (number != __NR_rt_sigaction || count < 2 || arguments[1] == 0)
        return False;
    return arguments[0] == VKI_SIGSEGV || arguments[0] == VKI_SIGBUS || arguments[0] == VKI_SIGFPE;
}

static void become_precise(void)
{
    precise = True;
    lift_be_precise();
    VG_(discard_translations)(4096, 1ull << 47, "clewrec");
}

/* Does the call restrict later system calls (seccomp)? That may forbid calls that Valgrind itself makes. */
static Bool restricts(UInt number, const UWord *arguments, UInt count)
{
    enum { SET_SECCOMP = 22, STRICT = 0, FILTER = 1 };
    if (count < 2)
        return False;
    return (number == __NR_prctl && arguments[0] == SET_SECCOMP) || (number == __NR_seccomp && (arguments[0] == STRICT || arguments[0] == FILTER));
}

/* The program asked for an address that Valgrind keeps for itself. Only Valgrind refuses a mapping with these arguments and this error. */
static void note_refused(UInt number, const UWord *arguments, SysRes result)
{
    enum { FIXED = VKI_MAP_FIXED | 0x100000 /* MAP_FIXED_NOREPLACE */ };
    static Bool noted;
    if (noted || number != __NR_mmap || !sr_isError(result) || sr_Err(result) != VKI_EINVAL)
        return;
    noted = (arguments[3] & FIXED) != 0 && VG_IS_PAGE_ALIGNED(arguments[0]) && arguments[1] != 0;
    if (noted)
        VG_(umsg)("clewrec: refused 0x%lx\n", arguments[0]);
}

/* Logs the bytes of a range, if they are readable. */
void log_bytes(UInt kind, Addr address, SizeT size)
{
    enum { PIECE = 1 << 15 };
    static struct {
        ULong address;
        UChar bytes[PIECE];
    } payload;
    if (!VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ))
        return;
    for (SizeT done = 0; done < size; done += PIECE) {
        UInt piece = size - done < PIECE ? (UInt)(size - done) : PIECE;
        payload.address = address + done;
        VG_(memcpy)(payload.bytes, (const void *)(address + done), piece);
        stream_record(kind, &payload, (UInt)sizeof payload.address + piece);
    }
}

void note_read(Addr address, SizeT size)
{
    stream_numbers(LOG_KERNEL_READ, 2, address, size, 0);
    if (micro_wanted)
        log_bytes(LOG_KERNEL_FOUND, address, size);
}

void note_wrote(Addr address, SizeT size)
{
    stream_numbers(LOG_KERNEL_WROTE, 2, address, size, 0);
    if (bytes_wanted || micro_wanted)
        log_bytes(LOG_KERNEL_BYTES, address, size);
}

static void on_syscall(ThreadId thread, UInt number, UWord *arguments, UInt count)
{
    enum { ARGUMENTS = 6 };
    ULong numbers[2 + ARGUMENTS] = {thread, number};
    thread_is(thread);
    changed = True;
    for (UInt i = 0; i < count && i < ARGUMENTS; i++)
        numbers[2 + i] = arguments[i];
    stream_record(LOG_SYSCALL, numbers, sizeof numbers);
    if (count > 4)
        unreported_begin(thread, number, arguments);
    if (number == __NR_newfstatat) /* Valgrind does not report its flags argument */
        stream_numbers(LOG_KERNEL_REGISTER_READ, 2, GUEST(guest_R10), 8, 0);
    if (number == __NR_rt_sigreturn) { /* nor the number of this call */
        stream_numbers(LOG_KERNEL_REGISTER_READ, 2, GUEST(guest_RAX), 8, 0);
        context = VG_(get_SP)(thread); /* the handler's return has popped the return address on top of it */
    }
    leaving = count > 0 && (number == __NR_exit || number == __NR_exit_group);
    enum { CLEAR_IN_CHILD = 0x200000 }; /* CLONE_CHILD_CLEARTID */
    ending = number == __NR_exit ? thread : 0;
    cleared_in_child = number == __NR_clone && count > 3 && (arguments[0] & CLEAR_IN_CHILD) != 0 ? arguments[3] : 0;
    if (leaving)
        leaving_status = arguments[0] & 0xFF;
    if (!precise && handles_faults(number, arguments, count))
        become_precise();
    if (is_exec(number) && count > 3) { /* if it succeeds, it does not return */
        UInt at = number == __NR_execve ? 1 : 2;
        child_called(arguments[at - 1], arguments[at], arguments[at + 1]);
        stream_flush();
    }
    Bool last = restricts(number, arguments, count);
    if (last)
        VG_(umsg)("clewrec: seccomp\n");
    if (last || call_may_wait(number, arguments, count))
        stream_flush_all();
}

/* Logs changes of memory by calls that Valgrind's core does not report. */
static void note_memory_calls(ThreadId thread, UInt number, const UWord *arguments, ULong result)
{
    enum { DISCARD = 4, REMOVE = 9 }; /* MADV_DONTNEED, MADV_REMOVE; after MADV_FREE the bytes stay while there is enough memory */
    UWord flags = arguments[3];
    if (number == __NR_madvise && ((arguments[2] == DISCARD && !shared_has(arguments[0])) || arguments[2] == REMOVE)) {
        stream_numbers(LOG_DISCARD, 2, arguments[0], VG_PGROUNDUP(arguments[1]), 0);
        if (arguments[2] == DISCARD)
            contents_fresh(arguments[0], VG_PGROUNDUP(arguments[1]));
    }
    if (number == __NR_set_tid_address && thread < THREADS)
        cleared_at_end[thread] = arguments[0];
    if (number != __NR_shmat && (number != __NR_mmap || (flags & VKI_MAP_SHARED) == 0))
        return;
    const NSegment *mapping = VG_(am_find_nsegment)(result);
    if (mapping == NULL)
        return;
    SizeT size = number == __NR_mmap ? VG_PGROUNDUP(arguments[1]) : mapping->end + 1 - result;
    shared_add(result, size);
    stream_numbers(LOG_SHARED, 2, result, size, 0);
}

static void on_syscall_done(ThreadId thread, UInt number, UWord *arguments, UInt count, SysRes result)
{
    enum { ARCH_PRCTL = 158, SET_GS = 0x1001, SET_FS = 0x1002 };
    thread_is(thread);
    /* Valgrind sets the bases by itself and does not report it. */
    if (number == ARCH_PRCTL && count > 0 && !sr_isError(result) && (arguments[0] == SET_FS || arguments[0] == SET_GS))
        stream_numbers(LOG_KERNEL_REGISTER, 2, arguments[0] == SET_FS ? GUEST(guest_FS_CONST) : GUEST(guest_GS_CONST), 8, 0);
    if (count > 3)
        note_refused(number, arguments, result);
    if (count > 3 && !sr_isError(result))
        note_memory_calls(thread, number, arguments, sr_Res(result));
    if (count > 4 && sr_isError(result))
        unreported_time(thread, number, arguments);
    if (!sr_isError(result))
        written_note(number, arguments, count, sr_Res(result));
    ULong rax = sr_isError(result) ? -(ULong)sr_Err(result) : sr_Res(result);
    stream_numbers(LOG_SYSCALL_DONE, 3, thread, number, rax);
    if (is_exec(number)) /* it failed: so that the log does not end with an execve without a result */
        stream_flush();
}

static void on_kernel_reads(CorePart part, ThreadId thread, const HChar *what, Addr address, SizeT size)
{
    (void)what;
    if (part != Vg_CoreSysCall || size == 0)
        return;
    thread_is(thread);
    note_read(address, size);
}

SizeT string_size(Addr address)
{
    enum { PAGE = 4096, MOST = 1 << 20 };
    SizeT size = 0;
    while (size < MOST) {
        if ((size == 0 || (address + size) % PAGE == 0) && !VG_(am_is_valid_for_client)(address + size, 1, VKI_PROT_READ))
            return size;
        if (((const HChar *)address)[size++] == '\0')
            return size;
    }
    return size;
}

static void on_kernel_reads_string(CorePart part, ThreadId thread, const HChar *what, Addr address)
{
    if (part == Vg_CoreSysCall)
        on_kernel_reads(part, thread, what, address, string_size(address));
}

static void on_kernel_reads_register(CorePart part, ThreadId thread, const HChar *what, PtrdiffT offset, SizeT size)
{
    (void)what;
    if (part != Vg_CoreSysCall)
        return;
    thread_is(thread);
    stream_numbers(LOG_KERNEL_REGISTER_READ, 2, (ULong)offset, size, 0);
}

static void on_kernel_wrote(CorePart part, ThreadId thread, Addr address, SizeT size)
{
    if ((part != Vg_CoreSysCall && part != Vg_CoreSignal) || size == 0)
        return;
    thread_is(thread);
    note_wrote(address, size);
}

static void on_kernel_wrote_register(CorePart part, ThreadId thread, PtrdiffT offset, SizeT size)
{
    if (part == Vg_CoreStartup)
        return;
    thread_is(thread);
    stream_numbers(LOG_KERNEL_REGISTER, 2, (ULong)offset, size, 0);
}

/* ---- mappings ---- */

static void on_unmap(Addr start, SizeT size)
{
    instrument_forget(start, size);
    shared_forget(start, size);
    if (started)
        stream_numbers(LOG_UNMAP, 2, start, size, 0);
}

static void on_map(Addr start, SizeT size, Bool reads, Bool writes, Bool executes, ULong debug_handle)
{
    (void)reads, (void)writes, (void)executes, (void)debug_handle;
    on_unmap(start, size);
    contents_fresh(start, size);
}

/* The program break moves up: whole pages are new. The page that it lay in was there before. */
static void on_brk_up(Addr start, SizeT size, ThreadId thread)
{
    Addr first = VG_PGROUNDUP(start), end = VG_PGROUNDUP(start + size);
    (void)thread;
    if (first < end)
        on_map(first, end - first, True, True, False, 0);
}

/* It moves down: pages behind it are gone. The core keeps them, and fills all bytes behind the break with zeros, also those of the page that it lies in now. */
static void on_brk_down(Addr start, SizeT size)
{
    Addr first = VG_PGROUNDUP(start), end = VG_PGROUNDUP(start + size), left = first < start + size ? first : start + size;
    if (start < left)
        on_map(start, left - start, True, True, False, 0);
    if (first < end)
        on_unmap(first, end - first);
}

/* ---- the process ---- */

/* The parent makes the child's connection before it forks, so that the listener knows of the child while the parent still runs. */
static Int childs_connection = -1;

static void drop_childs_connection(ThreadId thread)
{
    (void)thread;
    if (childs_connection >= 0)
        VG_(close)(childs_connection);
    childs_connection = -1;
}

static void before_fork(ThreadId thread)
{
    stream_flush();
    drop_childs_connection(thread); /* left by a failed fork */
    if (option_connect != NULL)
        childs_connection = stream_dial(option_connect);
}

/* Logs the program's path and folder first, so that clew can name the trace before it reads the log. */
static void name_program(void)
{
    enum { MOST = 4096 };
    HChar text[2 * MOST + 1];
    const HChar *path = VG_(args_the_exename), *folder = VG_(get_startup_wd)();
    SizeT size = path == NULL ? 0 : VG_(strlen)(path), folder_size = folder == NULL ? 0 : VG_(strlen)(folder);
    if (size == 0 || size > MOST || folder_size > MOST)
        return;
    VG_(memcpy)(text, path, size);
    text[size] = '\0';
    if (folder_size != 0)
        VG_(memcpy)(text + size + 1, folder, folder_size);
    stream_record(LOG_PROGRAM, text, (UInt)(size + 1 + folder_size));
    stream_flush();
}

static Bool open_stream(enum log_origin origin)
{
    Bool one = option_one_instruction || !RECORDER_WHOLE_BLOCKS;
    if (option_connect == NULL)
        return stream_open((Int)option_stream, one, origin);
    if (stream_open(origin == LOG_ORIGIN_FORK ? childs_connection : stream_dial(option_connect), one, origin)) {
        name_program();
        return True;
    }
    VG_(umsg)("clewrec: process %d runs unrecorded: nobody listens at %s\n", VG_(getpid)(), option_connect);
    return False;
}

/* The stream belongs to the parent: the child opens its own. */
static void in_fork_child(ThreadId thread)
{
    stream_close();
    calls_death_signal = -1;
    if (option_connect == NULL)
        child_announce();
    if (option_connect == NULL || !open_stream(LOG_ORIGIN_FORK))
        return;
    childs_connection = -1;
    instrument_forget(0, ~(SizeT)0);
    segment_restart();
    floating_restart();
    contents_restart();
    forked = True;
    VG_(discard_translations)(4096, 1ull << 47, "clewrec");
    stream_numbers(LOG_THREAD, 1, thread, 0, 0);
    current_thread = thread;
    changed = True;
}

/* Did the program die because control came to memory that it may not execute? Valgrind does not translate such memory, so no code was interrupted. */
static Bool led_nowhere(ThreadId thread)
{
    return !VG_(am_is_valid_for_client)(VG_(get_IP)(thread), 1, VKI_PROT_EXEC);
}

static void on_end(Int valgrinds_status)
{
    (void)valgrinds_status;
    if (interrupted_thread != 0)
        stream_numbers(LOG_SIGNAL, 3, interrupted_thread, 0, VG_(get_IP)(interrupted_thread));
    else if (!leaving && started && led_nowhere(current_thread))
        stream_numbers(LOG_SIGNAL, 3, current_thread, 0, VG_(get_IP)(current_thread));
    floating_log();
    stream_numbers(LOG_END, 1, leaving ? leaving_status : ~0ull, 0, 0);
    stream_flush();
    stream_close();
}

/* ---- options and registration ---- */

static Bool take_option(const HChar *argument)
{
    if VG_BINT_CLO(argument, "--stream", option_stream, 0, 1 << 20) {
    } else if VG_STR_CLO(argument, "--connect", option_connect) {
    } else if VG_BINT_CLO(argument, "--death-signal", option_death_signal, 0, 64) {
    } else if VG_BOOL_CLO(argument, "--one-instruction", option_one_instruction) {
    } else if VG_BOOL_CLO(argument, "--bytes", bytes_wanted) {
    } else if VG_BOOL_CLO(argument, "--state", micro_wanted) {
    } else {
        return False;
    }
    return True;
}

static void print_options(void)
{
    VG_(printf)("    --stream=<number>             write the log to this open descriptor\n"
                "    --connect=<name>              write it to this abstract Unix socket, also from forked children and,\n"
                "                                  with --trace-children=yes, from executed programs\n"
                "    --death-signal=<number>       what prctl(PR_GET_PDEATHSIG) tells the program until it sets its own\n"
                "    --one-instruction=no|yes      translate one instruction at a time [no]\n"
                "    --bytes=no|yes                log loaded and stored bytes, for the memory check [no]\n"
                "    --state=no|yes                log how the program computes: micro_format.h [no]\n");
}

static void print_debugging_options(void)
{
    VG_(printf)("    (none)\n");
}

static void after_options(void)
{
    descriptors_close_new();
    Bool one = option_one_instruction || !RECORDER_WHOLE_BLOCKS;
    VG_(clo_vex_control).iropt_level = 0;
    /* Following calls inside a superblock would hide them, and VEX might then run instructions that the program does not run. */
    VG_(clo_vex_control).guest_chase = False;
    if (one)
        VG_(clo_vex_control).guest_max_insns = 1;
    calls_death_signal = (Int)option_death_signal;
    stack_arrange();
    if (!open_stream(child_executed() ? LOG_ORIGIN_EXEC : LOG_ORIGIN_START) && option_connect == NULL) {
        VG_(fmsg)("clewrec: --stream must be the number of an open descriptor\n");
        VG_(exit)(1);
    }
    if (option_connect != NULL)
        child_trace();
    stream_numbers(LOG_THREAD, 1, 1, 0, 0);
    current_thread = 1;
}

/* mremap: the core calls this before it reports the old range as unmapped. */
static void on_move(Addr from, Addr to, SizeT size)
{
    stream_numbers(LOG_MOVE, 3, from, to, size);
}

static void track_events(void)
{
    VG_(needs_syscall_wrapper)(on_syscall, on_syscall_done);
    VG_(track_pre_mem_read)(on_kernel_reads);
    VG_(track_pre_mem_read_asciiz)(on_kernel_reads_string);
    VG_(track_pre_reg_read)(on_kernel_reads_register);
    VG_(track_post_mem_write)(on_kernel_wrote);
    VG_(track_post_reg_write)(on_kernel_wrote_register);
    VG_(track_new_mem_mmap)(on_map);
    VG_(track_die_mem_munmap)(on_unmap);
    VG_(track_copy_mem_remap)(on_move);
    VG_(track_new_mem_brk)(on_brk_up);
    VG_(track_die_mem_brk)(on_brk_down);
    VG_(track_start_client_code)(on_start);
    VG_(track_stop_client_code)(on_stop);
    VG_(track_pre_thread_ll_create)(on_thread_start);
    VG_(track_pre_thread_ll_exit)(on_thread_end);
    VG_(track_pre_deliver_signal)(on_signal);
    VG_(track_post_deliver_signal)(on_signal_return);
    VG_(track_new_mem_stack_signal)(on_signal_frame);
    VG_(atfork)(before_fork, drop_childs_connection, in_fork_child);
}

static void before_options(void)
{
    descriptors_note();
    VG_(details_name)("clewrec");
    VG_(details_version)(NULL);
    VG_(details_description)("records what a program executes, for clew");
    VG_(details_copyright_author)("GNU General Public License, version 2 or later");
    VG_(details_bug_reports_to)("the maintainers of clew");
    VG_(details_avg_translation_sizeB)(600);
    VG_(basic_tool_funcs)(after_options, instrument_block, on_end);
    VG_(needs_command_line_options)(take_option, print_options, print_debugging_options);
    track_events();
}

VG_DETERMINE_INTERFACE_VERSION(before_options)
